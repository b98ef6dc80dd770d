// Rows of dynamic shared memory are not padded beyond what the launch may have: 48 KiB, unless it asks for more, and then what the
// device has.
//
// RUN: %exit 1 %cuda-memlint --checks=-*,cuda-shared-bank-conflict %s | FileCheck %s --implicit-check-not="help: pad"

// 384 rows of 32 floats are 49,152 bytes; of 33, 50,688.
__global__ void full(float *out) {
  extern __shared__ float rows[];
  int t = threadIdx.x;
  for (int r = 0; r < 384; ++r)
    if (t < 32)
      rows[r * 32 + t] = out[r * 32 + t];
  __syncthreads();
  float sum = 0;
  // CHECK: warning: shared memory bank conflict: lanes load `rows[t * 32 + c]`
  // CHECK: note: no row padding that fits in the 49,152 B of shared memory that a launch has by default makes both accesses conflict-free
  // CHECK: help: store 16-byte column c of row r at index c ^ (r & 7): removes the bank conflicts of both accesses (no extra shared memory)
  for (int c = 0; c < 32; ++c)
    sum += rows[t * 32 + c];
  out[t] = sum;
}

// 352 rows of 33 are 46,464 bytes.
__global__ void fits(float *out) {
  extern __shared__ float rows[];
  int t = threadIdx.x;
  for (int r = 0; r < 352; ++r)
    if (t < 32)
      rows[r * 32 + t] = out[r * 32 + t];
  __syncthreads();
  float sum = 0;
  // CHECK: warning: shared memory bank conflict: lanes load `rows[t * 32 + c]`
  // CHECK: help: pad the rows of `rows` from 32 to 33 elements to remove the bank conflicts of both accesses (+1,408 B dynamic shared memory at the launch)
  for (int c = 0; c < 32; ++c)
    sum += rows[t * 32 + c];
  out[t] = sum;
}

// As the help for the first says.
__global__ void swizzled(float *out) {
  extern __shared__ float rows[];
  int t = threadIdx.x;
  for (int r = 0; r < 384; ++r)
    if (t < 32)
      rows[r * 32 + (t ^ (r & 31))] = out[r * 32 + t];
  __syncthreads();
  float sum = 0;
  // CHECK-NOT: warning:
  for (int c = 0; c < 32; ++c)
    sum += rows[t * 32 + (c ^ (t & 31))];
  out[t] = sum;
}

int main() {
  float *out;
  cudaMalloc(&out, 1 << 20);
  full<<<1, 384, 49152>>>(out);
  fits<<<1, 352, 45056>>>(out);
  swizzled<<<1, 384, 49152>>>(out);
}
