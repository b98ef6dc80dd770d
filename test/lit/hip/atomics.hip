// RUN: %cuda-memlint --fail-on=none --arch=sm_90 --checks=-*,cuda-global-race,cuda-missing-fence %s | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// RUN: %json --arch=sm_90 %s | %query | FileCheck %s --check-prefix=ACCESSES

#include <hip/hip_runtime.h>

// Scopes and orders of Clang's functions count as those of atomic_ref.

__global__ void ofBlock(int *data) {
  __hip_atomic_fetch_add(data, 1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
  // CHECK: :[[#@LINE-1]]:{{[0-9]+}}: warning: global memory race on `data[0]`{{.*}} [cuda-global-race]
  // CHECK: use an atomic for the whole device: {{.*}}`__HIP_MEMORY_SCOPE_AGENT`
}

__global__ void ofDevice(int *data) {
  __hip_atomic_fetch_add(data, 1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}

__global__ void unsafe(float *data) { unsafeAtomicAdd(data, 1.0f); }

// The flag says that the data are there.
__global__ void relaxed(int *data, int *flag, int *out) {
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    data[0] = 1;
    __hip_atomic_store(flag, 1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: global memory race on `data[0]`{{.*}}, with a flag or a lock, but no fence, to order the two{{.*}} [cuda-global-race]
  } else if (__hip_atomic_load(flag, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT) == 1) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = data[0];
  }
}

__global__ void released(int *data, int *flag, int *out) {
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    data[0] = 1;
    __hip_atomic_store(flag, 1, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);
  } else if (__hip_atomic_load(flag, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT) == 1) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = data[0];
  }
}

__global__ void fenced(int *data, int *flag, int *out) {
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    data[0] = 1;
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "agent");
    __hip_atomic_store(flag, 1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  } else if (__hip_atomic_load(flag, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT) == 1) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = data[0];
  }
}

// ACCESSES: global load requests=4 cost=16 {{.*}}kernel=nontemporal
// ACCESSES: global store requests=4 cost=16 {{.*}}kernel=nontemporal
__global__ void nontemporal(float *out, const float *in) {
  float value = __builtin_nontemporal_load(in + threadIdx.x);
  __builtin_nontemporal_store(value, out + threadIdx.x);
}

int main() {
  int *data, *flag, *out;
  if (hipMalloc(&data, 4096) != hipSuccess || hipMalloc(&flag, 4) != hipSuccess ||
      hipMalloc(&out, 4096) != hipSuccess)
    return 1;
  ofBlock<<<4, 128>>>(data);
  ofDevice<<<4, 128>>>(data);
  unsafe<<<4, 128>>>((float *)data);
  relaxed<<<4, 128>>>(data, flag, out);
  released<<<4, 128>>>(data, flag, out);
  fenced<<<4, 128>>>(data, flag, out);
  nontemporal<<<1, 128>>>((float *)out, (float *)data);
  return hipDeviceSynchronize() != hipSuccess;
}
