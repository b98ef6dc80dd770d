// Several arrays of different types in one dynamic buffer: each is advised on by itself, with the name
// that the access is written with.
//
// RUN: not %cuda-memlint --checks=-*,cuda-shared-bank-conflict %s | FileCheck %s --implicit-check-not=warning:
extern __shared__ char buffer[];

// Lanes 32 words apart; with one word more for each 32 they are 33 apart.
__global__ void parts(double *out, const float *in, int n) {
  double *sums = (double *)buffer;
  float *values = (float *)(sums + n);
  sums[threadIdx.x] = in[threadIdx.x];
  for (int k = 0; k < 32; ++k)
    values[k * 256 + threadIdx.x] = in[k * 256 + threadIdx.x];
  __syncthreads();
  double sum = 0;
  for (int k = 0; k < 32; ++k)
    // Two iterations are one load of 8 bytes: 32 lanes take 2 wavefronts, or 32 where all are in the
    // same two banks.
    // CHECK: :[[#@LINE+2]]:12: warning: shared memory bank conflict: {{.*}} (32 wavefronts per request, 2 needed; 16.0x)
    // CHECK: help: access `values[i + i / 32]` instead of `values[i]` to remove the bank conflicts of both accesses (1 element more for each 32)
    sum += values[threadIdx.x * 32 + k];
  out[threadIdx.x] = sum + sums[255 - threadIdx.x];
}

// One array: `all` is accessed as both.
__global__ void one(double *out, const float *in) {
  double *all = (double *)buffer;
  float *words = (float *)buffer;
  for (int k = 0; k < 32; ++k)
    words[k * 256 + threadIdx.x] = in[k * 256 + threadIdx.x];
  __syncthreads();
  double sum = 0;
  for (int k = 0; k < 16; ++k)
    // CHECK: :[[#@LINE+2]]:12: warning: {{.*}}shared memory bank conflict
    // CHECK-NOT: help: access `all
    sum += all[threadIdx.x * 16 + k];
  out[threadIdx.x] = sum;
}

int main() {
  double *out;
  float *in;
  cudaMalloc(&out, 256 * sizeof(double));
  cudaMalloc(&in, 8192 * sizeof(float));
  parts<<<1000, 256, 256 * 8 + 8192 * 4>>>(out, in, 256);
  one<<<1000, 256, 8192 * 4>>>(out, in);
}
