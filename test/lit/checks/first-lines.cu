// The whole first line of each check's message. Where a number has no derivation here, it is an
// index that the source states.
// RUN: %cuda-memlint --min-share=0 --no-config --remarks --fail-on=none %s | FileCheck %s

#include <cuda_runtime.h>

// 32 lanes of 4 bytes need 128 / 32 = 4 sectors; 1024 bytes apart, each is in a sector of its own.
__global__ void uncoalesced(float *out) {
  // CHECK: {{^.*}}first-lines.cu:[[#@LINE+1]]:3: warning: uncoalesced store: lanes are 1024 B apart (32 sectors per request, 4 needed; 8.0x) [cuda-uncoalesced-access]{{$}}
  out[threadIdx.x * 256] = 0;
}

// 8 lanes 8 bytes apart span two sectors, and the groups are 4096 bytes apart: 4 * 2 sectors.
__global__ void inGroups(float *out) {
  // CHECK: {{^.*}}first-lines.cu:[[#@LINE+1]]:3: warning: uncoalesced store: 4 groups of 8 lanes: stride 8 B within a group, 4096 B between groups (8 sectors per request, 4 needed; 2.0x) [cuda-uncoalesced-access]{{$}}
  out[threadIdx.x / 8 * 1024 + threadIdx.x % 8 * 2] = 0;
}

// 128 bytes from byte 20 on: 12 + 3 * 32 + 20, 5 sectors.
__global__ void misaligned(float *out, const float *in) {
  // CHECK: {{^.*}}first-lines.cu:[[#@LINE+1]]:22: warning: misaligned load: contiguous, but 20 B past a sector boundary (5 sectors per request, 4 needed; 1.25x) [cuda-misaligned-access]{{$}}
  out[threadIdx.x] = in[threadIdx.x + 5];
}

// Rows of 32 words: the lanes of a column want 32 words of one bank.
__global__ void column(float *out) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = out[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  // CHECK: {{^.*}}first-lines.cu:[[#@LINE+1]]:41: warning: 32-way shared memory bank conflict: lanes load `tile[threadIdx.x][threadIdx.y]` with a stride of 128 B (32 wavefronts per request, 1 needed) [cuda-shared-bank-conflict]{{$}}
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

// 8 bytes are served 16 lanes at a time, in two phases that need a wavefront each. Rows of 128 bytes:
// the 16 lanes of a phase want 16 words of bank 0. 16 + 16 wavefronts.
__global__ void wideColumn(double *out) {
  __shared__ double tile[32][16];
  // CHECK: {{^.*}}first-lines.cu:[[#@LINE+1]]:3: warning: 16-way shared memory bank conflict: lanes store to `tile[threadIdx.x][threadIdx.y]` with a stride of 128 B (32 wavefronts per request, 2 needed) [cuda-shared-bank-conflict]{{$}}
  tile[threadIdx.x][threadIdx.y] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.y][threadIdx.x % 16];
}

// Strides of 1, 2 and 3 words. With 1 and 3 each lane has a bank of its own, with 2 two lanes share
// one: (1 + 2 + 1) / 3 = 1.33 wavefronts on average.
__global__ void someStrides(float *out) {
  __shared__ float line[96];
  for (int s = 1; s < 4; ++s) {
    // CHECK: {{^.*}}first-lines.cu:[[#@LINE+1]]:5: warning: shared memory bank conflict: lanes store to `line[threadIdx.x * s]` with a stride of 8 B in the worst iteration, and each has another stride (up to 2 wavefronts per request, 1 needed; 1.3 on average; 1.33x) [cuda-shared-bank-conflict]{{$}}
    line[threadIdx.x * s] = 0;
    __syncwarp();
  }
  out[threadIdx.x] = line[threadIdx.x];
}

__constant__ float table[32];

// Each lane another word; constant memory serves one address at a time.
__global__ void nonuniform(float *out) {
  // CHECK: {{^.*}}first-lines.cu:[[#@LINE+1]]:22: warning: non-uniform constant load: lanes read 32 different addresses of `table`, which are serialised (32 addresses per request, 1 needed; 32.0x) [cuda-nonuniform-constant-access]{{$}}
  out[threadIdx.x] = table[threadIdx.x];
}

__global__ void divergent(float *out) {
  if (threadIdx.x < 16)
    // CHECK: {{^.*}}first-lines.cu:[[#@LINE+1]]:5: warning: divergent barrier: `__syncthreads()` is not reached by all threads of the block; thread (0,0,0) waits there, thread (16,0,0) does not arrive (`threadIdx.x < 16` at line [[#@LINE-1]] does not hold) [cuda-divergent-barrier]{{$}}
    __syncthreads();
  out[threadIdx.x] = 0;
}

__device__ unsigned tickets;

// Block 1 stores parts[1] and counts itself; the last block, which may be block 0, reads it.
__global__ void published(int *out, int *parts) {
  // CHECK: {{^.*}}first-lines.cu:[[#@LINE+1]]:3: warning: missing fence: `parts` is published to other blocks without a `__threadfence()` between the store and `atomicAdd(&tickets, 1)` at line [[#@LINE+2]]; thread (0,0,0) of block (0,0,0) may read a stale value instead of the one stored by thread (0,0,0) of block (1,0,0) [cuda-missing-fence]{{$}}
  parts[blockIdx.x] = 1;
  if (atomicAdd(&tickets, 1) == gridDim.x - 1)
    for (unsigned i = 0; i < gridDim.x; ++i)
      *out += parts[i];
}

// CHECK: {{^.*}}first-lines.cu:[[#@LINE+1]]:51: warning: missing `__restrict__`: the compiler must assume that stores to `out` may modify `in`, so `in[0]` is reloaded at line [[#@LINE+3]] [cuda-missing-restrict]{{$}}
__global__ void reloaded(float *out, const float *in) {
  out[threadIdx.x] = in[0];
  out[threadIdx.x + 32] = in[0];
}

// Thread 32 is the first of another warp that reads what thread 31 stores.
__global__ void sharedRace(int *out) {
  __shared__ int values[64];
  values[threadIdx.x] = threadIdx.x;
  // CHECK: {{^.*}}first-lines.cu:[[#@LINE+1]]:22: warning: shared memory race on `values[63]`: thread (0,0,0) reads it here while thread (63,0,0) writes it at line [[#@LINE-1]], with no barrier in between [cuda-shared-race]{{$}}
  out[threadIdx.x] = values[63 - threadIdx.x];
}

__global__ void globalRace(int *total) {
  // CHECK: {{^.*}}first-lines.cu:[[#@LINE+1]]:3: warning: global memory race on `total[0]`: thread (0,0,0) of block (1,0,0) and thread (0,0,0) of block (0,0,0) both write it here, in undefined order [cuda-global-race]{{$}}
  *total = blockIdx.x;
}

__global__ void lanesRace(int *out) {
  __shared__ int values[32];
  values[threadIdx.x] = threadIdx.x;
  // CHECK: {{^.*}}first-lines.cu:[[#@LINE+1]]:22: warning: shared memory race on `values[31]`: thread (0,0,0) reads it here while thread (31,0,0) writes it at line [[#@LINE-1]], with no barrier between the two lanes [cuda-missing-syncwarp]{{$}}
  out[threadIdx.x] = values[31 - threadIdx.x];
}

__global__ void ownElement(int *out) {
  __shared__ int values[64];
  values[threadIdx.x] = threadIdx.x;
  // CHECK: {{^.*}}first-lines.cu:[[#@LINE+1]]:3: remark: redundant barrier: no conflicting accesses are ordered by it [cuda-redundant-barrier]{{$}}
  __syncthreads();
  out[threadIdx.x] = values[threadIdx.x];
}

// 256 elements of 4 bytes.
__global__ void indexed(int *out, int chosen) {
  // CHECK: {{^.*}}first-lines.cu:[[#@LINE+1]]:3: remark: dynamically indexed array: `values` (1,024 B per thread) is placed in local memory because it is indexed by `chosen`, a kernel parameter [cuda-dynamic-local-array]{{$}}
  int values[256] = {};
  values[chosen] = threadIdx.x;
  out[threadIdx.x] = values[chosen + 1];
}

struct Body {
  float x, y, z, mass;
};

// Four loads of 4 bytes of one structure for all lanes: each touches its sector.
__global__ void fields(float *out, const Body *bodies, int n) {
  float sum = 0;
  for (int b = 0; b < n; ++b)
  // CHECK: {{^.*}}first-lines.cu:[[#@LINE+1]]:{{[0-9]+}}: remark: inefficient structure layout: loading 16 of the 16 B of `Body`, aligned to 4 B, takes 4 requests and 4 sectors per warp [cuda-struct-layout]{{$}}
    sum += bodies[b].x * bodies[b].y * bodies[b].z * bodies[b].mass;
  out[threadIdx.x] = sum;
}

int main() {
  float *f, *g;
  cudaMalloc(&f, 4096);
  cudaMalloc(&g, 4096);
  double *d = nullptr;
  int *n = nullptr;
  Body *b = nullptr;
  uncoalesced<<<1, 32>>>(f);
  inGroups<<<1, 32>>>(f);
  misaligned<<<1, 32>>>(f, g);
  column<<<1, dim3(32, 32)>>>(f);
  wideColumn<<<1, dim3(32, 16)>>>(d);
  someStrides<<<1, 32>>>(f);
  nonuniform<<<1, 32>>>(f);
  divergent<<<1, 64>>>(f);
  published<<<4, 1>>>(n, n + 64);
  reloaded<<<1, 32>>>(f, g);
  sharedRace<<<1, 64>>>(n);
  globalRace<<<2, 1>>>(n);
  lanesRace<<<1, 32>>>(n);
  ownElement<<<1, 64>>>(n);
  indexed<<<1, 32>>>(n, 3);
  fields<<<1, 32>>>(f, b, 64);
}
