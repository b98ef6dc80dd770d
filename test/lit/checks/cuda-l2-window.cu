// RUN: not %cuda-memlint --remarks --checks=-*,cuda-l2-window %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:
// RUN: not %cuda-memlint --remarks --checks=-*,cuda-l2-window %s -- -DUNBACKED 2>&1 | FileCheck %s --check-prefix=UNBACKED --implicit-check-not=warning: --implicit-check-not=remark:
// RUN: %cuda-memlint --remarks --checks=-*,cuda-l2-window %s -- -DUNBACKED -DMENDED 2>&1 | FileCheck %s --check-prefix=MENDED --implicit-check-not=warning: --implicit-check-not=remark:
// MENDED: 0 warnings

__global__ void step(float *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    data[i] += 1;
}

__global__ void other(float *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    data[i] *= 2;
}

#ifdef UNBACKED

int main() {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  float *hot, *cold;
#ifdef MENDED
  cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 1 << 20);
#endif
  cudaMalloc(&hot, 1 << 20);
  cudaMalloc(&cold, 1 << 20);
  cudaStreamAttrValue attribute;
  attribute.accessPolicyWindow.base_ptr = hot;
  attribute.accessPolicyWindow.num_bytes = 1 << 20;
  attribute.accessPolicyWindow.hitRatio = 1.0f;
  attribute.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  attribute.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  // UNBACKED: :[[#@LINE+3]]:3: remark: access policy window is never reset: lines of `hot` keep their part of the L2 cache while `other` runs, which does not use them [cuda-l2-window]
  // UNBACKED: :[[#@LINE+9]]:3: note: launched here, behind the last kernel that gets `hot`
  // UNBACKED: :[[#@LINE+1]]:3: warning: access policy window without a set-aside: persisting accesses have no part of the L2 cache [cuda-l2-window]
  cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &attribute);
  step<<<1024, 256, 0, stream>>>(hot, 1 << 18);
#ifdef MENDED
  attribute.accessPolicyWindow.num_bytes = 0;
  cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &attribute);
  cudaCtxResetPersistingL2Cache();
#endif
  other<<<1024, 256, 0, stream>>>(cold, 1 << 18);
  cudaStreamSynchronize(stream);
}

#else

void tooLarge(cudaStream_t stream, float *data) {
  const size_t bytes = 8 << 20;
  cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 4 << 20);
  cudaStreamAttrValue attribute;
  attribute.accessPolicyWindow.base_ptr = data;
  attribute.accessPolicyWindow.num_bytes = bytes;
  attribute.accessPolicyWindow.hitRatio = 0.75f;
  attribute.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  // CHECK: :[[#@LINE+2]]:3: warning: access policy window exceeds the set-aside: 6,291,456 B of the window are to persist (`num_bytes` x `hitRatio`), and the set-aside of the L2 cache has 4,194,304 B [cuda-l2-window]
  // CHECK: :[[#@LINE-7]]:3: note: set aside here
  cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &attribute);
  step<<<1024, 256, 0, stream>>>(data, 1 << 18);
  // A smaller share of it fits.
  attribute.accessPolicyWindow.hitRatio = 0.5f;
  cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &attribute);
  step<<<1024, 256, 0, stream>>>(data, 1 << 18);
  // What streams through keeps nothing.
  attribute.accessPolicyWindow.hitRatio = 1.0f;
  attribute.accessPolicyWindow.hitProp = cudaAccessPropertyStreaming;
  cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &attribute);
}

void changedElsewhere(cudaStream_t stream, float *data, void fill(cudaAccessPolicyWindow *)) {
  cudaStreamAttrValue attribute;
  attribute.accessPolicyWindow.num_bytes = 8 << 20;
  attribute.accessPolicyWindow.hitRatio = 1.0f;
  attribute.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  fill(&attribute.accessPolicyWindow);
  cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &attribute);
}

int main() {}

#endif
