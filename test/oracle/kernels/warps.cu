// Lanes, warps and what they exchange.
// ORACLE: 38 accesses, 38 costs

#include "buffers.h"

__device__ unsigned laneId() {
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane;
}

__global__ void laneFormulas(float *out) {
  int lane = threadIdx.x % warpSize;
  int warp = threadIdx.x / warpSize;
  out[warp * 40 + lane] = 1;
  out[(threadIdx.x >> 5) * 64 + (threadIdx.x & 31) * 2] = 2;
  int linear = threadIdx.y * blockDim.x + threadIdx.x;
  if (linear % 32 == 0)
    out[linear / 32] = 3;
}

__global__ void laneRegister(float *out) {
  unsigned lane = laneId();
  out[lane * 3] = 1;
  unsigned smaller;
  asm volatile("mov.u32 %0, %%lanemask_lt;" : "=r"(smaller));
  out[__popc(smaller)] = 2;
  unsigned column;
  asm("mov.u32 %0, %%tid.x;" : "=r"(column));
  out[column * 2] = 3;
}

__device__ float warpSum(float value) {
  for (int offset = 16; offset > 0; offset /= 2)
    value += __shfl_down_sync(0xffffffff, value, offset);
  return value;
}

__global__ void blockSum(float *sums, const float *in, int n) {
  __shared__ float partial[32];
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    sum += in[i];
  sum = warpSum(sum);
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  if (lane == 0)
    partial[warp] = sum;
  __syncthreads();
  if (warp == 0) {
    sum = lane < blockDim.x / 32 ? partial[lane] : 0;
    sum = warpSum(sum);
    if (lane == 0)
      sums[blockIdx.x] = sum;
  }
}

__global__ void warpScan(int *out, const int *in) {
  int lane = threadIdx.x & 31;
  int value = in[threadIdx.x];
  for (int distance = 1; distance < 32; distance <<= 1) {
    int other = __shfl_up_sync(0xffffffff, value, distance);
    if (lane >= distance)
      value += other;
  }
  out[threadIdx.x] = value;
}

__global__ void warpTranspose(float *out, const float *in) {
  int lane = threadIdx.x & 31;
  for (int k = 0; k < 4; ++k) {
    float value = in[k * 32 + lane];
    value = __shfl_xor_sync(0xffffffff, value, k);
    out[lane * 4 + k] = value;
  }
  float first = __shfl_sync(0xffffffff, in[lane], 0);
  if (lane < 8)
    out[lane * 8] = first;
}

__global__ void compacted(int *out, const int *in, int *counter) {
  int value = in[threadIdx.x];
  bool keep = value % 3 == 0;
  unsigned votes = __ballot_sync(0xffffffff, keep);
  int place = __popc(votes & ((1u << (threadIdx.x & 31)) - 1));
  if (keep)
    out[place] = value;
  if (__any_sync(0xffffffff, keep))
    out[threadIdx.x + 64] = 1;
  if ((threadIdx.x & 31) == 0)
    atomicAdd(counter, __popc(votes));
}

__global__ void matched(int *out, const int *keys) {
  int key = keys[threadIdx.x] & 3;
  unsigned peers = __match_any_sync(0xffffffff, key);
  int leader = __ffs(peers) - 1;
  if ((threadIdx.x & 31) == leader)
    out[key] = __popc(peers);
  out[threadIdx.x + 32] = leader;
}

__global__ void activeLanes(int *out) {
  if (threadIdx.x % 2) {
    unsigned active = __activemask();
    out[threadIdx.x] = __popc(active);
  }
  __syncwarp();
  out[threadIdx.x + 64] = 1;
}

__global__ void warpTiles(float *out, const float *in) {
  __shared__ float tiles[4][32][33];
  int warp = threadIdx.y, lane = threadIdx.x;
  for (int row = 0; row < 32; ++row)
    tiles[warp][row][lane] = in[(warp * 32 + row) * 32 + lane];
  __syncwarp();
  for (int row = 0; row < 32; ++row)
    out[(warp * 32 + row) * 32 + lane] = tiles[warp][lane][row];
}

__global__ void voted(int *out, const int *in) {
  int above = __syncthreads_count(in[threadIdx.x] > 10);
  if (threadIdx.x == 0)
    out[blockIdx.x] = above;
  if (__all_sync(0xffffffff, threadIdx.x < 64))
    out[threadIdx.x + 8] = 1;
  if (threadIdx.x / 32 == 1)
    out[threadIdx.x * 2 + 8] = 2;
}

__global__ void atomics(int *bins, const int *in, unsigned long long *total) {
  __shared__ int local[16];
  if (threadIdx.x < 16)
    local[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&local[threadIdx.x % 16], 1);
  atomicMax(&bins[threadIdx.x / 4], in[threadIdx.x]);
  __syncthreads();
  if (threadIdx.x < 16)
    atomicAdd(&bins[threadIdx.x * 2], local[threadIdx.x]);
  atomicExch(&bins[64 + threadIdx.x], 1);
  atomicCAS(&bins[128 + threadIdx.x], 0, 1);
  if (threadIdx.x == 0)
    atomicAdd(total, 1ull);
}

int main() {
  float *a = zeros<float>(8192), *b = zeros<float>(8192);
  int *m = zeros<int>(1024), *n = numbers<int>(1024);
  laneFormulas<<<1, dim3(64, 2)>>>(a);
  laneRegister<<<1, 64>>>(a);
  blockSum<<<2, 128>>>(a, b, 600);
  warpScan<<<1, 64>>>(m, n);
  warpTranspose<<<1, 32>>>(a, b);
  compacted<<<1, 32>>>(m, n, zeros<int>(1));
  matched<<<1, 32>>>(m, n);
  activeLanes<<<1, 64>>>(m);
  warpTiles<<<1, dim3(32, 4)>>>(a, b);
  voted<<<2, 64>>>(m, n);
  atomics<<<1, 64>>>(m, n, zeros<unsigned long long>(1));
  return 0;
}
