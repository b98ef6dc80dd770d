// Five lines at most for a file, and how many kernels more have findings.
//
// RUN: %cuda-memlint --fail-on=none %s | FileCheck %s
// CHECK-COUNT-5: note: apart{{[0-9]}}<<<10000, 32>>> at line {{[0-9]+}} in all: 320,000 sectors, 280,000 in excess (87.5 %)
// CHECK-NOT: in all:
// CHECK: note: and 2 more kernels: see --summary
// CHECK-NOT: in all:
__global__ void apart1(float *out) { out[(blockIdx.x * 32 + threadIdx.x) * 8] = 1; }
__global__ void apart2(float *out) { out[(blockIdx.x * 32 + threadIdx.x) * 8] = 1; }
__global__ void apart3(float *out) { out[(blockIdx.x * 32 + threadIdx.x) * 8] = 1; }
__global__ void apart4(float *out) { out[(blockIdx.x * 32 + threadIdx.x) * 8] = 1; }
__global__ void apart5(float *out) { out[(blockIdx.x * 32 + threadIdx.x) * 8] = 1; }
__global__ void apart6(float *out) { out[(blockIdx.x * 32 + threadIdx.x) * 8] = 1; }
__global__ void apart7(float *out) { out[(blockIdx.x * 32 + threadIdx.x) * 8] = 1; }

int main() {
  float *out;
  cudaMalloc(&out, 10240000);
  apart1<<<10000, 32>>>(out);
  apart2<<<10000, 32>>>(out);
  apart3<<<10000, 32>>>(out);
  apart4<<<10000, 32>>>(out);
  apart5<<<10000, 32>>>(out);
  apart6<<<10000, 32>>>(out);
  apart7<<<10000, 32>>>(out);
}
