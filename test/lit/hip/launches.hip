// RUN: %json --arch=sm_90 %s | %query | FileCheck %s

#include <hip/hip_ext.h>
#include <hip/hip_runtime.h>

// All ways to launch give the grid and the block.

// CHECK: {{.*}}global store requests=64 {{.*}}kernel=byBrackets grid=
__global__ void byBrackets(float *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 0; }
// CHECK: {{.*}}global store requests=128 {{.*}}kernel=byMacro grid=
__global__ void byMacro(float *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 0; }
// CHECK: {{.*}}global store requests=256 {{.*}}kernel=byExtendedMacro grid=
__global__ void byExtendedMacro(float *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 0; }
// CHECK: {{.*}}global store requests=512 {{.*}}kernel=byFunction grid=
__global__ void byFunction(float *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 0; }
// CHECK: {{.*}}global store requests=1024 {{.*}}kernel=cooperatively grid=
__global__ void cooperatively(float *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 0; }
// CHECK: {{.*}}global store requests=2048 {{.*}}kernel=ofTemplate<int, 2> grid=
template <class T, int N> __global__ void ofTemplate(T *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = N; }

int main() {
  float *out;
  if (hipMalloc(&out, 1 << 20) != hipSuccess)
    return 1;
  byBrackets<<<8, 256>>>(out);
  hipLaunchKernelGGL(byMacro, dim3(16), dim3(256), 0, hipStreamDefault, out);
  hipExtLaunchKernelGGL(byExtendedMacro, 32, 256, 0, nullptr, nullptr, nullptr, 0, out);
  void *arguments[] = {&out};
  hipError_t error = hipLaunchKernel(reinterpret_cast<const void *>(byFunction), dim3(64), dim3(256), arguments, 0, 0);
  error = hipLaunchCooperativeKernel(cooperatively, dim3(128), dim3(256), arguments, 0, nullptr);
  hipLaunchKernelGGL(HIP_KERNEL_NAME(ofTemplate<int, 2>), 256, 256, 0, 0, (int *)out);
  return error != hipSuccess;
}
