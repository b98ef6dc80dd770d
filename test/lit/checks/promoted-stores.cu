// What each iteration of a loop adds to in memory is kept in a register: loaded once before the loop, stored once behind it. Where
// nothing else is said, the numbers are those that an H200 counted for the same kernels (nvcc 13.0.88 -O3, Nsight Compute 2025.3.1, 2026-11-30): 65,536
// threads, 2,048 warps, 100 iterations.
//
// RUN: %cuda-memlint --summary --remarks --fail-on=none %s | FileCheck %s
// RUN: %cuda-memlint --remarks --fail-on=none %s | FileCheck %s --check-prefix=NOTE

#include <cuda_runtime.h>

// 206,848 loads of 884,736 sectors, 2,048 stores of 65,536.
// CHECK-LABEL: {{^}}restricted<<<
// CHECK: global: 208,896 requests, 950,272 sectors
__global__ void restricted(float *__restrict__ out, const float *__restrict__ in, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; ++k)
    out[t * 16] += in[k * 1048576 + t];
}

// Near miss: what is stored may be what the next iteration loads of `in`. Only the load of the sum is made once: 206,848 loads,
// 204,800 stores.
// CHECK-LABEL: {{^}}mayAlias<<<
// CHECK: global: 411,648 requests, 7,438,336 sectors
__global__ void mayAlias(float *out, const float *in, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; ++k)
    out[t * 16] += in[k * 1048576 + t];
}

// The load before the loop has its value from the store there: 2,048 wavefronts of loads, behind the barrier, and 4,096 of stores.
// CHECK-LABEL: {{^}}inShared<<<
// CHECK: shared: 6,144 requests, 6,144 wavefronts
__global__ void inShared(float *out, const float *in, int n) {
  __shared__ float sums[256];
  sums[threadIdx.x] = 0;
  for (int k = 0; k < n; ++k)
    sums[threadIdx.x] += in[k * 256 + threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = sums[255 - threadIdx.x];
}

// A store to something else stays in the loop: 411,648 loads, 206,848 stores.
// CHECK-LABEL: {{^}}besideStore<<<
// CHECK: global: 618,496 requests, 1,859,584 sectors
__global__ void besideStore(float *__restrict__ out, float *__restrict__ other, const float *__restrict__ in, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; ++k) {
    out[t] += in[k * 1024 + t];
    other[k * 1024 + t] = in[k];
  }
}

// What one pointer alone leads to, no barrier changes: 206,848 loads, 2,048 stores.
// CHECK-LABEL: {{^}}barrier<<<
// CHECK: global: 208,896 requests, 835,584 sectors
__global__ void barrier(float *__restrict__ out, const float *__restrict__ in, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; ++k) {
    out[t] += in[k * 1024 + t];
    __syncthreads();
  }
}

// Both fields of a structure: 208,896 loads of 851,968 sectors, 4,096 stores of 32,768.
struct Pair {
  float x, y;
};
// CHECK-LABEL: {{^}}fields<<<
// CHECK: global: 212,992 requests, 884,736 sectors
__global__ void fields(Pair *__restrict__ out, const float *__restrict__ in, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; ++k) {
    out[t].x += in[k * 1024 + t];
    out[t].y -= in[k * 1024 + t];
  }
}

// Each iteration of the outer loop enters the inner one, so that the sum leaves both (one load of `out` before
// the loops and one store behind them): 10 * 10 + 1 loads and 1 store for each of 2,048 warps.
// CHECK-LABEL: {{^}}constantInner<<<
// CHECK: global: 208,896 requests, 835,584 sectors
__global__ void constantInner(float *__restrict__ out, const float *__restrict__ in, int m) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < m; ++j)
    for (int k = 0; k < 10; ++k)
      out[t] += in[(j * 10 + k) * 1024 + t];
}

// So do rows of a triangle with its diagonal: 55 + 1 loads, 1 store.
// CHECK-LABEL: {{^}}withDiagonal<<<
// CHECK: global: 116,736 requests, 466,944 sectors
__global__ void withDiagonal(float *__restrict__ out, const float *__restrict__ in, int m) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j <= i; ++j)
      out[t] += in[(i * m + j) * 1024 + t];
}

// Or those without it that begin with the second: 45 + 1 loads, 1 store.
// CHECK-LABEL: {{^}}fromSecondRow<<<
// CHECK: global: 96,256 requests, 385,024 sectors
__global__ void fromSecondRow(float *__restrict__ out, const float *__restrict__ in, int m) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 1; i < m; ++i)
    for (int j = 0; j < i; ++j)
      out[t] += in[(i * m + j) * 1024 + t];
}

// Near miss: the first row is empty, so that the sum leaves the inner loop only, in nine rows (129,024 counted): 45 + 9 loads, 9
// stores. Of fewer rows, nvcc makes a copy each, and one load and one store for all.
// CHECK-LABEL: {{^}}triangle<<<
// CHECK: global: at most 129,024 requests, 516,096 sectors
__global__ void triangle(float *__restrict__ out, const float *__restrict__ in, int m) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < i; ++j)
      out[t] += in[(i * m + j) * 1024 + t];
}

// An argument decides whether the inner loop is entered. nvcc divides small outer loops by that condition (208,896 requests were
// counted on the H200) and leaves large ones as they are: 100 + 10 loads and 10 stores are the most.
// CHECK-LABEL: {{^}}byArgument<<<
// CHECK: {{^ +[0-9]+ +}}out[t] {{.*}} load 4 20,480 81,920 81,920 1.0x 4/4 at most
// CHECK: global: at most 245,760 requests, 983,040 sectors
__global__ void byArgument(float *__restrict__ out, const float *__restrict__ in, int n, int m) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < m; ++j)
    for (int k = 0; k < n; ++k)
      out[t] += in[(j * n + k) * 1024 + t];
}

// Rows that begin with the diagonal are not empty, but nvcc does not see that (153,600 counted): 55 + 10
// loads and 10 stores are the most.
// CHECK-LABEL: {{^}}upper<<<
// CHECK: global: at most 153,600 requests, 614,400 sectors
__global__ void upper(float *__restrict__ out, const float *__restrict__ in, int m) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < m; ++i)
    for (int j = i; j < m; ++j)
      out[t] += in[(i * m + j) * 1024 + t];
}

// The finding says so, too: 8 sectors for each of 20,480 requests.
// CHECK-LABEL: {{^}}apart<<<
// CHECK: global: at most 245,760 requests, 1,146,880 sectors
// NOTE: :[[#@LINE+6]]:7: warning: uncoalesced load
// NOTE: note: proved for apart<<<256, 256>>> {{.*}}: at most 20,480 requests, 163,840 sectors, 81,920 needed
__global__ void apart(float *__restrict__ out, const float *__restrict__ in, int n, int m) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < m; ++j)
    for (int k = 0; k < n; ++k)
      out[t * 2] += in[(j * n + k) * 1024 + t];
}

// Near miss: each row has a sum of its own: 100 + 10 loads, 10 stores.
// CHECK-LABEL: {{^}}eachRow<<<
// CHECK: global: 245,760 requests, 983,040 sectors
__global__ void eachRow(float *__restrict__ out, const float *__restrict__ in, int m) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < m; ++j)
    for (int k = 0; k < 10; ++k)
      out[j * 65536 + t] += in[(j * 10 + k) * 1024 + t];
}

// Near miss: what the outer loop reads may be the sum of another thread, which has to be there: 100 + 10 + 10 loads, 10 + 10 stores
// at most; the sum is loaded once alone (268,288 counted).
// CHECK-LABEL: {{^}}read<<<
// CHECK: global: at most 286,720 requests
__global__ void read(float *__restrict__ out, float *__restrict__ other, const float *__restrict__ in, int m) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < m; ++j) {
    for (int k = 0; k < 10; ++k)
      out[t] += in[(j * 10 + k) * 1024 + t];
    other[j * 65536 + t] = out[t ^ 1];
  }
}

// The iteration before has stored what this one loads. Within a copy of the unrolled body it is in a register (460,800 requests were
// counted on the H200): 3 * 99 requests for each of 2,048 warps are the most.
// CHECK-LABEL: {{^}}previous<<<
// CHECK: {{^ +[0-9]+ +}}out[(k - 1) * 65536 + t] {{.*}} at most
// CHECK: global: at most 608,256 requests, 2,433,024 sectors
__global__ void previous(float *__restrict__ out, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 1; k < n; ++k)
    out[k * 65536 + t] += out[(k - 1) * 65536 + t];
}

// Or has loaded it (460,800 counted): at most 2 * 99 loads and 99 stores.
// CHECK-LABEL: {{^}}difference<<<
// CHECK: global: at most 608,256 requests
__global__ void difference(float *__restrict__ out, const float *__restrict__ in, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 1; k < n; ++k)
    out[k * 65536 + t] = in[k * 65536 + t] - in[(k - 1) * 65536 + t];
}

// Near miss: what the iteration before has stored to `out` may be what `other` leads to, so that it is loaded.
// CHECK-LABEL: {{^}}mayBeChanged<<<
// CHECK: global: 811,008 requests
__global__ void mayBeChanged(float *out, float *other, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 1; k < n; ++k) {
    out[k * 65536 + t] += out[(k - 1) * 65536 + t];
    other[t * 7 + k] = 0;
  }
}

// Near miss: the iterations after this one store what it loads.
// CHECK-LABEL: {{^}}following<<<
// CHECK: global: 405,504 requests
__global__ void following(float *__restrict__ out, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 1; k < n; ++k)
    out[(k - 1) * 65536 + t] = out[k * 65536 + t] * 2;
}

// Near miss: `volatile` is loaded and stored each time, as written.
// CHECK-LABEL: {{^}}eachTime<<<
// CHECK: global: 614,400 requests
__global__ void eachTime(volatile float *__restrict__ out, const float *__restrict__ in, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; ++k)
    out[t] = out[t] + in[k * 1024 + t];
}

// Near miss: an iteration that ends the loop does not store.
// CHECK-LABEL: {{^}}leaves<<<
// CHECK: global: 4 accesses of unknown total
__global__ void leaves(float *__restrict__ out, const float *__restrict__ in, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; ++k) {
    if (in[k] < 0)
      break;
    out[t] += in[k * 1024 + t];
  }
}

int main() {
  float *out, *other, *in;
  Pair *pairs;
  cudaMalloc(&out, 1 << 28);
  cudaMalloc(&other, 1 << 28);
  cudaMalloc(&in, 1ull << 32);
  cudaMalloc(&pairs, 1 << 28);
  restricted<<<256, 256>>>(out, in, 100);
  mayAlias<<<256, 256>>>(out, in, 100);
  inShared<<<256, 256>>>(out, in, 100);
  besideStore<<<256, 256>>>(out, other, in, 100);
  barrier<<<256, 256>>>(out, in, 100);
  fields<<<256, 256>>>(pairs, in, 100);
  constantInner<<<256, 256>>>(out, in, 10);
  withDiagonal<<<256, 256>>>(out, in, 10);
  fromSecondRow<<<256, 256>>>(out, in, 10);
  triangle<<<256, 256>>>(out, in, 10);
  byArgument<<<256, 256>>>(out, in, 10, 10);
  apart<<<256, 256>>>(out, in, 10, 10);
  upper<<<256, 256>>>(out, in, 10);
  eachRow<<<256, 256>>>(out, in, 10);
  read<<<256, 256>>>(out, other, in, 10);
  previous<<<256, 256>>>(out, 100);
  difference<<<256, 256>>>(out, in, 100);
  mayBeChanged<<<256, 256>>>(out, other, 100);
  following<<<256, 256>>>(out, 100);
  eachTime<<<256, 256>>>(out, in, 100);
  leaves<<<256, 256>>>(out, in, 100);
}
