// RUN: %cuda-memlint --fail-on=none --arch=sm_90 %s | FileCheck %s

// What HIP's headers declare, or other headers stand for.

#include <hip/hip_bf16.h>
#include <hip/hip_complex.h>
#include <hip/hip_ext.h>
#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>
#include <hip/hiprtc.h>
#include <hipblas/hipblas.h>
#include <hipcub/hipcub.hpp>
#include <hipfft/hipfft.h>
#include <hiprand/hiprand_kernel.h>

// CHECK: 0 warnings in 0 of 4 kernels
// CHECK-NOT: error

texture<float, hipTextureType2D, hipReadModeElementType> image;

__global__ void vectors(float4 *out, const HIP_vector_type<float, 4> *in, double4 *wide) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 value = 2.0f * in[i] + float4(1, 2, 3, 4);
  float3 filled(1.0f);
  uint2 bits = (make_uint2(1, 2) << 3u) & uint2(i, i);
  value.x += filled.z + bits.y;
  value -= make_float4(1, 1, 1, 1);
  out[i] = value == in[i] ? -value : value / 2.0f;
  static_assert(alignof(double4) == 32 && sizeof(float3) == 12);
}

__global__ void numbers(__half *half, __hip_bfloat16 *brain, hipFloatComplex *complex) {
  half[threadIdx.x] = __hadd(half[threadIdx.x], __float2half(1));
  brain[threadIdx.x] = __float2bfloat16(tex2D(image, 1, 2));
  complex[threadIdx.x] = hipCmulf(complex[threadIdx.x], make_hipFloatComplex(1, 0));
}

__global__ void lanes(unsigned long long *votes, float *sums) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  static_assert(sizeof(__ballot(1)) == 8 && sizeof(__activemask()) == 8);
  votes[i] = __ballot(threadIdx.x < 3) + __popcll(__activemask()) + wall_clock64();
  sums[i] = __shfl_xor(__shfl_down(1.0f, 1), 2, 16) + __lane_id();
}

template <int Threads> __global__ void sum(float *out) {
  using Reduce = hipcub::BlockReduce<float, Threads>;
  __shared__ typename Reduce::TempStorage storage;
  hiprandState_t state;
  hiprand_init(1, threadIdx.x, 0, &state);
  float total = Reduce(storage).Sum(hiprand_uniform(&state));
  if (threadIdx.x == 0)
    out[blockIdx.x] = total;
}

int main() {
  hipDeviceProp_t properties;
  hipblasHandle_t blas;
  hiprtcProgram program;
  hipModule_t module;
  hipFunction_t function;
  if (hipGetDeviceProperties(&properties, 0) != hipSuccess || properties.gcnArchName[0] != 'g' ||
      hipblasCreate(&blas) != HIPBLAS_STATUS_SUCCESS ||
      hiprtcCreateProgram(&program, "", "", 0, nullptr, nullptr) != HIPRTC_SUCCESS)
    return 1;
  hipError_t error = hipModuleLoad(&module, "kernels.co");
  error = hipModuleGetFunction(&function, module, "kernel");
  error = hipModuleLaunchKernel(function, 1, 1, 1, 64, 1, 1, 0, nullptr, nullptr, nullptr);
  switch (error) {
  case hipErrorOutOfMemory:
  case hipErrorNotFound:
  case hipErrorRuntimeOther:
    return 1;
  default:
    return 0;
  }
}
