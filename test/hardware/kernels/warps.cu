// Lanes: shuffles that feed indices, votes, lane numbers, tiles of cooperative groups.

#include "support.h"
#include <cooperative_groups.h>

namespace groups = cooperative_groups;

// The index of a lane's neighbour, of lane 0, of a butterfly.
__global__ void shuffledIndex(float *out, const float *in) {
  int t = threadIdx.x;
  int neighbour = __shfl_down_sync(0xffffffffu, t, 1);
  int first = __shfl_sync(0xffffffffu, t, 0);
  int partner = __shfl_xor_sync(0xffffffffu, t * 4, 8);
  out[t] = in[neighbour];
  out[128 + t] = in[first + 3];
  out[256 + t] = in[partner];
}

__global__ void warpSums(float *out, const float *in) {
  __shared__ float sums[4];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  float value = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int offset = 16; offset > 0; offset /= 2)
    value += __shfl_down_sync(0xffffffffu, value, offset);
  if (lane == 0)
    sums[warp] = value;
  __syncthreads();
  if (warp == 0) {
    value = lane < blockDim.x / 32 ? sums[lane] : 0;
    for (int offset = 2; offset > 0; offset /= 2)
      value += __shfl_down_sync(0xffffffffu, value, offset);
    if (lane == 0)
      out[blockIdx.x] = value;
  }
}

// Which lanes, and to where, is in the data.
__global__ void compacted(int *out, const int *in) {
  int lane = threadIdx.x & 31, base = threadIdx.x & ~31;
  int value = in[threadIdx.x];
  unsigned chosen = __ballot_sync(0xffffffffu, value % 3 == 0);
  if (value % 3 == 0)
    out[base + __popc(chosen & ((1u << lane) - 1))] = value;
}

__global__ void tilesOf8(float *out, const float *in) {
  auto tile = groups::tiled_partition<8>(groups::this_thread_block());
  int row = threadIdx.x / 8;
  float sum = 0;
  for (int column = tile.thread_rank(); column < 24; column += 8)
    sum += in[row * 24 + column];
  for (int offset = 4; offset > 0; offset /= 2)
    sum += tile.shfl_down(sum, offset);
  if (tile.thread_rank() == 0)
    out[row] = sum;
}

__global__ void tileByMeta(float *out, const float *in) {
  groups::thread_block block = groups::this_thread_block();
  groups::thread_block_tile<32> warp = groups::tiled_partition<32>(block);
  __shared__ float buffer[4][33];
  buffer[warp.meta_group_rank()][warp.thread_rank()] = in[block.thread_rank()];
  block.sync();
  out[block.thread_rank()] = buffer[block.thread_rank() % 4][warp.thread_rank()];
}

__global__ void groupIndex(int *out, const int *in) {
  auto block = groups::this_thread_block();
  dim3 index = block.thread_index();
  int i = block.group_index().x * block.size() + block.thread_rank();
  out[i] = in[index.x * 6 + index.y];
}

__device__ unsigned laneNumber() {
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane;
}

__global__ void laneRegister(float *out, const float *in) {
  unsigned lane = laneNumber();
  out[threadIdx.y * 128 + lane * 3] = in[threadIdx.y * 32 + lane];
}

__global__ void warpRows(float *out, const float *in, int width) {
  int warp = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize, lane = threadIdx.x % warpSize;
  for (int column = lane; column < width; column += warpSize)
    out[warp * width + column] = in[warp * width + column] + warp;
}

__global__ void rotatedValues(int *out, const int *in) {
  __shared__ int buffer[64];
  int t = threadIdx.x;
  buffer[t] = in[t];
  __syncwarp();
  int lane = t & 31;
  int from = __shfl_sync(0xffffffffu, lane * 2, (lane + 5) & 31);
  out[t] = buffer[(t & 32) + from % 32];
}

int main() {
  const float *in = numbers<float>(1024);
  const int *integers = numbers<int>(1024);
  float *out = zeros<float>(1024);
  shuffledIndex<<<1, 128>>>(out, in);
  expect("shuffledIndex", out, 384, [](int i) {
    int t = i % 128;
    if (i < 128)
      return numberAt(t % 32 == 31 ? t : t + 1);
    return numberAt(i < 256 ? t / 32 * 32 + 3 : (t ^ 8) * 4);
  });
  warpSums<<<2, 128>>>(out, in);
  expect("warpSums", out, 2, [](int i) {
    int sum = 0;
    for (int k = 0; k < 128; ++k)
      sum += numberAt(i * 128 + k);
    return sum;
  });
  int *whole = zeros<int>(256);
  compacted<<<1, 64>>>(whole, integers);
  expect("compacted", whole, 11, [](int i) { return 3 * i; });
  tilesOf8<<<1, 64>>>(out, in);
  expect("tilesOf8", out, 8, [](int i) {
    int sum = 0;
    for (int k = 0; k < 24; ++k)
      sum += numberAt(i * 24 + k);
    return sum;
  });
  tileByMeta<<<1, 128>>>(out, in);
  expect("tileByMeta", out, 128, [](int i) { return numberAt(i % 4 * 32 + i % 32); });
  groupIndex<<<2, dim3(8, 6)>>>(whole, integers);
  expect("groupIndex", whole, 96, [](int i) { return numberAt(i % 8 * 6 + i % 48 / 8); });
  out = zeros<float>(1024);
  laneRegister<<<1, dim3(32, 2)>>>(out, in);
  expect("laneRegister", out, 96, [](int i) { return i % 3 ? 0 : numberAt(i / 3); });
  warpRows<<<2, 64>>>(out, in, 50);
  expect("warpRows", out, 200, [](int i) { return numberAt(i) + i / 50; });
  rotatedValues<<<1, 64>>>(whole, integers);
  expect("rotatedValues", whole, 64,
         [](int i) { return numberAt((i & 32) + (((i & 31) + 5) & 31) * 2 % 32); });
  return finish();
}
