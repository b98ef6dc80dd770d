// RUN: rm -rf %t && mkdir -p %t
// RUN: not %cuda-memlint --remarks --checks=-*,cuda-shared-optin %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:
// A call that may be about any kernel leaves what exceeds the device.
// RUN: not %cuda-memlint --checks=-*,cuda-shared-optin %s -- -DUNKNOWN=1 2>&1 | FileCheck %s --check-prefix=UNKNOWN --implicit-check-not=warning:
// RUN: not %cuda-memlint --checks=-*,cuda-shared-optin %s -- -DUNKNOWN=2 2>&1 | FileCheck %s --check-prefix=UNKNOWN --implicit-check-not=warning:
// RUN: not %cuda-memlint --checks=-*,cuda-shared-optin %s -- -DUNKNOWN=3 2>&1 | FileCheck %s --check-prefix=UNKNOWN --implicit-check-not=warning:
// RUN: not %cuda-memlint --checks=-*,cuda-shared-optin %s -- -DUNKNOWN=4 2>&1 | FileCheck %s --check-prefix=UNKNOWN --implicit-check-not=warning:
// A call in another file.
// RUN: cp %s %t/kernels.cu
// RUN: printf '__global__ void tooMuch(float *); __global__ void withStatic(float *); __global__ void allowed(float *); __global__ void byVariable(float *); template <class T> __global__ void instances(T *);\nvoid raise() { cudaFuncSetAttribute(allowed, cudaFuncAttributeMaxDynamicSharedMemorySize, 98304); cudaFuncSetAttribute(tooMuch, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536); cudaFuncSetAttribute(byVariable, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536); cudaFuncSetAttribute(withStatic, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536); cudaFuncSetAttribute(instances<float>, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536); }\n' >%t/raise.cu
// RUN: not %cuda-memlint --checks=-*,cuda-shared-optin %t/kernels.cu %t/raise.cu 2>&1 | FileCheck %s --check-prefix=UNKNOWN --implicit-check-not=warning:
// Another device has less.
// RUN: not %cuda-memlint --checks=-*,cuda-shared-optin --arch=sm_75 %s 2>&1 | FileCheck %s --check-prefix=SM75

// RUN: not %cuda-memlint --remarks --checks=-*,cuda-shared-optin --arch=sm_80 %s 2>&1 | FileCheck %s --check-prefix=SM80

__global__ void tooMuch(float *out) {
  extern __shared__ float d[];
  d[threadIdx.x] = out[threadIdx.x];
  out[threadIdx.x] = d[threadIdx.x];
}

// What the compiler takes of it: 12,289 floats.
// CHECK: :[[#@LINE+2]]:17: warning: static shared memory exceeds the limit: `tooMuchStatic` declares 49,156 B (49,152 B per block at most)
// UNKNOWN: warning: static shared memory exceeds the limit
__global__ void tooMuchStatic(float *out) {
  __shared__ float s[12289];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x + 1];
}
// CHECK: note: ptxas refuses the kernel: "uses too much shared data"
// CHECK: help: use dynamic shared memory: sm_90 has up to 232,448 B per block

// One float less; and more that nobody reads.
__global__ void enoughStatic(float *out) {
  __shared__ float s[12288], unread[64];
  s[threadIdx.x] = out[threadIdx.x];
  unread[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x + 1];
}

// Read into a variable that nobody uses: ptxas accepts it.
__global__ void discardedStatic(float *out) {
  __shared__ float s[12288], unread[64];
  s[threadIdx.x] = out[threadIdx.x];
  unread[threadIdx.x] = 1;
  __syncthreads();
  float value = unread[threadIdx.x + 1];
  (void)value;
  out[threadIdx.x] = s[threadIdx.x + 1];
}

// Two of one declaration.
// CHECK: :[[#@LINE+2]]:17: warning: static shared memory exceeds the limit: `twoStatic` declares 49,408 B
// UNKNOWN: warning: static shared memory exceeds the limit: `twoStatic`
__global__ void twoStatic(float *out) {
  __shared__ float s[12288], second[64];
  s[threadIdx.x] = out[threadIdx.x];
  second[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x + 1] + second[threadIdx.x + 1];
}

__global__ void justEnough(float *out) {
  extern __shared__ float d[];
  d[threadIdx.x] = out[threadIdx.x];
}

__global__ void allowed(float *out) {
  extern __shared__ float d[];
  d[threadIdx.x] = out[threadIdx.x];
}

// 40,960 B and 16,384 B.
__global__ void givenAway(float *out) {
  extern __shared__ float d[];
  d[threadIdx.x] = out[threadIdx.x];
}

__global__ void withStatic(float *out) {
  extern __shared__ float d[];
  __shared__ float s[10240];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  d[threadIdx.x] = s[threadIdx.x + 1];
}

// The compiler leaves out an array that nobody reads.
__global__ void unread(float *out) {
  extern __shared__ float d[];
  __shared__ float s[10240];
  s[threadIdx.x] = out[threadIdx.x];
  d[threadIdx.x] = 1;
}

template <class T> __global__ void instances(T *out) {
  extern __shared__ char c[];
  c[threadIdx.x] = 1;
}

template <class T> __global__ void allowedInstances(T *out) {
  extern __shared__ char c[];
  c[threadIdx.x] = 1;
}

// More than any device has.
__global__ void beyondDevice(float *out) {
  extern __shared__ float d[];
  d[threadIdx.x] = 1;
}

template <class T> void launchAllowed(T *out) {
  cudaFuncSetAttribute(allowedInstances<T>, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
  allowedInstances<T><<<1, 64, 65536>>>(out);
}

__global__ void byVariable(float *out) {
  extern __shared__ float d[];
  d[threadIdx.x] = out[threadIdx.x];
}

__global__ void byChangedVariable(float *out) {
  extern __shared__ float d[];
  d[threadIdx.x] = out[threadIdx.x];
}

__global__ void byLargeVariable(float *out) {
  extern __shared__ float d[];
  d[threadIdx.x] = out[threadIdx.x];
}

__global__ void byOwnVariable(float *out) {
  extern __shared__ float d[];
  d[threadIdx.x] = out[threadIdx.x];
}

extern int fromElsewhere;
extern void raiseElsewhere(const void *kernel, int bytes);

int main() {
  float *out;
  cudaMalloc(&out, 4096);
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: launch exceeds the default limit of shared memory, and no host code raises it: it asks for 65,536 B of dynamic shared memory (49,152 B per block at most) [cuda-shared-optin]
  // CHECK: help: call `cudaFuncSetAttribute(tooMuch, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536)` before the launch
  tooMuch<<<1, 64, 65536>>>(out);
  justEnough<<<1, 64, 48 * 1024>>>(out);
  justEnough<<<1, 64, fromElsewhere>>>(out);
  cudaFuncSetAttribute(allowed, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: launch exceeds the limit of shared memory that the host code sets: it asks for 98,304 B of dynamic shared memory (65,536 B at most)
  // SM75: warning: launch exceeds the shared memory of sm_75: it asks for 98,304 B of dynamic shared memory (65,536 B per block at most)
  allowed<<<1, 64, 98304>>>(out);
  // CHECK: help: call `cudaFuncSetAttribute(allowed, cudaFuncAttributeMaxDynamicSharedMemorySize, 98304)` before the launch
  allowed<<<1, 64, 65536>>>(out);
  // CHECK: :[[#@LINE+1]]:{{.*}}it asks for 16,384 B of dynamic shared memory, and `withStatic` declares 40,960 B (49,152 B per block at most)
  withStatic<<<1, 64, 16384>>>(out);
  unread<<<1, 64, 16384>>>(out);
  // CHECK: :[[#@LINE+1]]:{{.*}}it asks for 65,536 B
  instances<<<1, 64, 65536>>>(out);
  cudaFuncSetAttribute(&allowedInstances<float>, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
  allowedInstances<<<1, 64, 65536>>>(out);
  launchAllowed(reinterpret_cast<double *>(out));
  // CHECK: :[[#@LINE+3]]:3: warning: limit of shared memory exceeds what sm_90 has: 300,000 B of dynamic shared memory (232,448 B per block at most)
  // CHECK: note: the call returns cudaErrorInvalidValue, and the limit stays as it was
  // UNKNOWN: warning: limit of shared memory exceeds what sm_90 has
  cudaFuncSetAttribute(beyondDevice, cudaFuncAttributeMaxDynamicSharedMemorySize, 300000);
  // CHECK: :[[#@LINE+2]]:{{.*}}launch exceeds the shared memory of sm_90: it asks for 300,000 B of dynamic shared memory (232,448 B per block at most)
  // UNKNOWN: warning: launch exceeds the shared memory of sm_90
  beyondDevice<<<1, 64, 300000>>>(out);
  // Of a variable that keeps what it begins with, and of one that does not.
  int elements = 8 * 1024, bytes = elements * sizeof(float), changed = 4096;
  cudaFuncSetAttribute(byVariable, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: launch exceeds the limit of shared memory that the host code sets: it asks for 65,536 B of dynamic shared memory (32,768 B at most)
  byVariable<<<1, 64, 65536>>>(out);
  changed *= fromElsewhere;
  cudaFuncSetAttribute(byChangedVariable, cudaFuncAttributeMaxDynamicSharedMemorySize, changed);
  byChangedVariable<<<1, 64, 65536>>>(out);
  int enough = 65536;
  cudaFuncSetAttribute(byLargeVariable, cudaFuncAttributeMaxDynamicSharedMemorySize, enough);
  byLargeVariable<<<1, 64, 65536>>>(out);
  auto raiseByOwn = [] {
    int own = 4096;
    own = 65536;
    cudaFuncSetAttribute(byOwnVariable, cudaFuncAttributeMaxDynamicSharedMemorySize, own);
  };
  raiseByOwn();
  byOwnVariable<<<1, 64, 65536>>>(out);
  // What that function does is not seen.
  raiseElsewhere((const void *)givenAway, 65536);
  givenAway<<<1, 64, 65536>>>(out);
  // Some device may have so much: a remark on sm_80, which has 166,912 B.
  cudaFuncSetAttribute(justEnough, cudaFuncAttributeMaxDynamicSharedMemorySize, 200000);
  // SM80: :[[#@LINE-1]]:3: remark: limit of shared memory exceeds what sm_80 has: 200,000 B
  // Another attribute.
  cudaFuncSetAttribute(tooMuch, cudaFuncAttributePreferredSharedMemoryCarveout, 50);
#if UNKNOWN == 1
  void (*any)(float *) = tooMuch;
  cudaFuncSetAttribute(any, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
#elif UNKNOWN == 2
  auto *set = &cudaFuncSetAttribute<void(float *)>;
#elif UNKNOWN == 3
  auto raise = [](auto kernel) {
    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
  };
  raise(tooMuch);
#elif UNKNOWN == 4
  cudaFuncAttribute attribute = cudaFuncAttributeMaxDynamicSharedMemorySize;
#endif
}
