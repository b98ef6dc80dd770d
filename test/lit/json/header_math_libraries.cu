// RUN: %json --toolkit=embedded %s | FileCheck %s --check-prefix=WHOLE
// RUN: %json --toolkit=embedded %s | %query | FileCheck %s

// The math libraries: types and names for the host, states of random numbers on the
// device. Launches beside their calls are found.

// WHOLE: "parsed": "whole"

#include <cublas_v2.h>
#include <cuda.h>
#include <cufft.h>
#include <cufftXt.h>
#include <curand.h>
#include <curand_kernel.h>
#include <cusolverDn.h>
#include <cusparse.h>
#include <nvtx3/nvToolsExt.h>

// States are 48 bytes: 32 of them, read whole in pieces of 8 bytes, 6 loads in which a
// lane's word is 48 bytes from the next. 32 * 48 = 1536 bytes are 48 sectors; each
// load touches 32.
__global__ void draw(curandState *states, float *out) {
  int i = threadIdx.x;
  curandState mine = states[i];
  // CHECK-COUNT-6: line [[#@LINE-1]]: global load requests=1 cost=32 ideal=8 worst=32; proved;
  out[i] = curand_uniform(&mine) + curand_normal(&mine);
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=4 worst=4; proved;
}

__device__ cufftComplex scaled(void *in, size_t offset, void *, void *) {
  return ((cufftComplex *)in)[offset];
}
__device__ cufftCallbackLoadC callback = scaled;

static_assert(sizeof(curandStateXORWOW) == 48 && sizeof(curandStatePhilox4_32_10_t) == 64, "");
static_assert(sizeof(cufftComplex) == 8 && alignof(cufftComplex) == 8, "");

int main() {
  cublasHandle_t blas;
  float one = 1.0f, *p;
  curandState *states;
  if (cublasCreate(&blas) != CUBLAS_STATUS_SUCCESS)
    return 1;
  cudaMalloc(&p, 4096);
  cudaMalloc(&states, 32 * sizeof(curandState));
  cublasStatus_t status = cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_T, 8, 8, 8, &one, p, 8, p, 8,
                                      &one, p, 8);
  cufftHandle plan;
  cufftPlan1d(&plan, 64, CUFFT_C2C, 1);
  cufftResult result = cufftExecC2C(plan, (cufftComplex *)p, (cufftComplex *)p, CUFFT_FORWARD);
  curandGenerator_t generator;
  curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
  cusparseHandle_t sparse;
  cusparseCreate(&sparse);
  cusolverDnHandle_t solver;
  cusolverDnCreate(&solver);
  CUdeviceptr address;
  CUresult driver = cuMemAddressReserve(&address, 4096, 0, 0, 0);
  nvtxRangePushA("draw");
  draw<<<1, 32>>>(states, p);
  nvtxRangePop();
  return status + result + driver;
}
