// Indices of 8 and 16 bits are numbers modulo 256 and 65536, whatever is passed. The sectors are counted by hand: 8 warps, 4 bytes
// per lane, so that 32 consecutive elements take 4 sectors of 8 elements, and 5 if they start inside of one.
//
// RUN: %cuda-memlint --summary --checks=-* --fail-on=none %s | FileCheck %s
// RUN: not %cuda-memlint --checks=-*,cuda-shared-race %s | FileCheck %s --check-prefix=RACE --implicit-check-not=warning:

#include <cuda_runtime.h>

// 300 is 44, 4 elements past a sector. Warp 6 loads elements 236 to 255, in 3 sectors, and 0 to 11, in 2.
// CHECK-LABEL: {{^}}masked<<<
// CHECK: {{^ +[0-9]+}} in[(b + t) & 255] {{.*}} 8 40 32 {{.*}} proved
__global__ void masked(float *out, const float *in, unsigned char b) {
  int t = threadIdx.x;
  out[t] = in[(b + t) & 255];
}

// CHECK-LABEL: {{^}}converted<<<
// CHECK: {{^ +[0-9]+}} in[(unsigned char)(b + t)] {{.*}} 8 40 32 {{.*}} proved
__global__ void converted(float *out, const float *in, unsigned char b) {
  int t = threadIdx.x;
  out[t] = in[(unsigned char)(b + t)];
}

// A sum is an `int`, which does not wrap: elements 44 to 299.
// CHECK-LABEL: {{^}}promoted<<<
// CHECK: {{^ +[0-9]+}} in[b + t] {{.*}} 8 40 32 {{.*}} proved
__global__ void promoted(float *out, const float *in, unsigned char b) {
  int t = threadIdx.x;
  out[t] = in[b + t];
}

// 262138 is 65530. Warp 0 loads the last 6 elements, in 1 sector, and 0 to 25, in 4; others start 2 elements past a sector.
// CHECK-LABEL: {{^}}shorts<<<
// CHECK: {{^ +[0-9]+}} in[(unsigned short)(b + t)] {{.*}} 8 40 32 {{.*}} proved
__global__ void shorts(float *out, const float *in, unsigned short b) {
  int t = threadIdx.x;
  out[t] = in[(unsigned short)(b + t)];
}

// Warp 0 loads elements 3 to 0, in 1 sector, and 255 to 228, in 4; others start 4 elements past a sector.
// CHECK-LABEL: {{^}}below<<<
// CHECK: {{^ +[0-9]+}} in[i] {{.*}} 8 40 32 {{.*}} proved
__global__ void below(float *out, const float *in, unsigned char b) {
  unsigned char t = threadIdx.x;
  unsigned char i = b - t;
  out[t] = in[i];
}

// 259 is 3: each third of 96 elements, 12 sectors, from a multiple of 32 on.
// CHECK-LABEL: {{^}}product<<<
// CHECK: {{^ +[0-9]+}} in[i] {{.*}} 8 96 32 {{.*}} proved
__global__ void product(float *out, const float *in, unsigned char b) {
  unsigned char t = threadIdx.x;
  unsigned char i = t * b;
  out[t] = in[i];
}

// `k` is 250 to 255 and 0 to 9: 14 iterations of 5 sectors for each of 8 warps, and those with 0 and 8 of 4.
// CHECK-LABEL: {{^}}counter<<<
// CHECK: {{^ +[0-9]+}} in[(unsigned char)(k + t)] {{.*}} 128 624 512 {{.*}} proved
__global__ void counter(float *out, const float *in, unsigned char b) {
  int t = threadIdx.x;
  for (unsigned char k = b; k != 10; ++k)
    out[k * 256 + t] = in[(unsigned char)(k + t)];
}

// 256 threads have 256 elements, wherever they start; 512 do not.
__global__ void ring(float *out, unsigned char b) {
  __shared__ float s[256];
  int t = threadIdx.x;
  // RACE: :[[#@LINE+2]]:3: warning: shared memory race on `s[255]`: thread (256,0,0) and thread (0,0,0) both write it here
  // RACE: note: for ring<<<1, 512>>>
  s[(unsigned char)(b + t)] = t;
  __syncthreads();
  out[t] = s[t & 255];
}

// So do 256 multiples of an odd number, but not of an even one.
__global__ void odd(float *out, unsigned char b) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[(unsigned char)(b + 3 * t)] = t;
  __syncthreads();
  out[t] = s[t];
}
__global__ void even(float *out, unsigned char b) {
  __shared__ float s[256];
  int t = threadIdx.x;
  // RACE: :[[#@LINE+1]]:3: warning: shared memory race on `s[255]`: thread (128,0,0) and thread (0,0,0) both write it here
  s[(unsigned char)(b + 2 * t)] = t;
  __syncthreads();
  out[t] = s[t];
}

// 65536 is a multiple of 256, but not of 250: 65500 + 36 is 0, which is as much as 65500 modulo 250.
__global__ void multiple(float *out, unsigned short b) {
  __shared__ float s[256];
  unsigned short t = threadIdx.x;
  unsigned short i = t + b;
  s[i % 256] = t;
  __syncthreads();
  out[t] = s[t];
}
__global__ void noMultiple(float *out, unsigned short b) {
  __shared__ float s[250];
  unsigned short t = threadIdx.x;
  unsigned short i = t + b;
  // RACE: :[[#@LINE+2]]:3: warning: shared memory race on `s[0]`: thread (36,0,0) and thread (0,0,0) both write it here
  // RACE: note: for noMultiple<<<1, 200>>> at line [[#@LINE+20]]
  s[i % 250] = t;
  __syncthreads();
  out[t] = s[t];
}

void launch(float *out, const float *in, int n) {
  masked<<<1, 256>>>(out, in, 300);
  converted<<<1, 256>>>(out, in, 300);
  promoted<<<1, 256>>>(out, in, 300);
  shorts<<<1, 256>>>(out, in, 262138);
  below<<<1, 256>>>(out, in, 3);
  product<<<1, 256>>>(out, in, 259);
  counter<<<1, 256>>>(out, in, 250);
  ring<<<1, 256>>>(out, n);
  ring<<<1, 512>>>(out, n);
  odd<<<1, 256>>>(out, n);
  even<<<1, 256>>>(out, n);
  multiple<<<1, 256>>>(out, n);
  noMultiple<<<1, 200>>>(out, 10);
  noMultiple<<<1, 200>>>(out, 65500);
}
