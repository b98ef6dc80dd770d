// RUN: not %cuda-memlint --checks=-*,cuda-missing-syncwarp %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %cuda-memlint --checks=-*,cuda-missing-syncwarp --arch=sm_70 %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %cuda-memlint --checks=-*,cuda-missing-syncwarp --arch=sm_60 %s 2>&1 | FileCheck %s --check-prefix=LOCKSTEP --implicit-check-not=warning:
// LOCKSTEP: 0 warnings

#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

//===--- The last warp of a reduction --------------------------------------===//

__global__ void tail(int *out, const int *in) {
  __shared__ int sums[64];
  int t = threadIdx.x;
  sums[t] = in[t];
  __syncthreads();
  if (t < 32) {
    volatile int *v = sums;
    v[t] += v[t + 32];
    // CHECK: :[[#@LINE+1]]:13: warning: shared memory race on `sums[16]`: thread (0,0,0) reads it here while thread (16,0,0) writes it at line [[#@LINE-1]], with no barrier between the two lanes [cuda-missing-syncwarp]
    v[t] += v[t + 16];
    v[t] += v[t + 8];
    v[t] += v[t + 4];
    v[t] += v[t + 2];
    v[t] += v[t + 1];
  }
  if (t == 0)
    out[0] = sums[0];
}

// Stores are behind all loads of their step.
__global__ void tailFixed(int *out, const int *in) {
  __shared__ int sums[64];
  int t = threadIdx.x;
  sums[t] = in[t];
  __syncthreads();
  if (t < 32) {
    int x = sums[t] + sums[t + 32];
    for (int width = 16; width > 0; width /= 2) {
      __syncwarp();
      sums[t] = x;
      __syncwarp();
      x += sums[t + width];
    }
    if (t == 0)
      out[0] = x;
  }
}

// A barrier behind the store alone: a lane may store while another still loads.
__global__ void tailHalfFixed(int *out, const int *in) {
  __shared__ int sums[64];
  int t = threadIdx.x;
  sums[t] = in[t];
  __syncthreads();
  if (t < 32) {
    for (int width = 32; width > 0; width /= 2) {
      // CHECK: :[[#@LINE+1]]:7: warning: shared memory race on `sums[16]`: thread (16,0,0) (in iteration 1 of the loop at line [[#@LINE-1]]) writes it here while thread (0,0,0) (in iteration 1 of the loop at line [[#@LINE-1]]) reads it at line [[#@LINE+1]], with no barrier between the two lanes [cuda-missing-syncwarp]
      sums[t] += sums[t + width];
      __syncwarp();
    }
    if (t == 0)
      out[0] = sums[0];
  }
}

// The lanes that store are not those that are read.
__global__ void tailOfFewer(int *out, const int *in) {
  __shared__ int sums[64];
  int t = threadIdx.x;
  sums[t] = in[t];
  __syncthreads();
  if (t < 32) {
    for (int width = 32; width > 0; width /= 2) {
      if (t < width)
        sums[t] += sums[t + width];
      __syncwarp();
    }
    if (t == 0)
      out[0] = sums[0];
  }
}

// A step for each power of two, in one block.
__global__ void steps(int *out, const int *in) {
  __shared__ int sums[128];
  int t = threadIdx.x, lane = t % 32;
  sums[t] = in[t];
  // CHECK: :[[#@LINE+10]]:29: warning: shared memory race on `sums[16]`
  // CHECK: :[[#@LINE+10]]:28: note: also: reads `sums[t + 8]` here, writes `sums[t]` at line [[#@LINE+9]]
  // CHECK: :[[#@LINE+10]]:28: note: also: reads `sums[t + 4]` here, writes `sums[t]` at line [[#@LINE+9]]
  // CHECK: :[[#@LINE+10]]:28: note: also: reads `sums[t + 2]` here, writes `sums[t]` at line [[#@LINE+9]]
  // CHECK: :[[#@LINE+10]]:28: note: also: reads `sums[t + 1]` here, writes `sums[t]` at line [[#@LINE+9]]
  // CHECK: :[[#@LINE+5]]:3: note: insert `__syncwarp();` before this statement
  // CHECK: :[[#@LINE+5]]:3: note: and `__syncwarp();` before this statement
  // CHECK: :[[#@LINE+5]]:3: note: and `__syncwarp();` before this statement
  // CHECK: :[[#@LINE+5]]:3: note: and `__syncwarp();` before this statement
  // CHECK: :[[#@LINE+5]]:3: note: and `__syncwarp();` before this statement
  if (lane < 16) sums[t] += sums[t + 16];
  if (lane < 8) sums[t] += sums[t + 8];
  if (lane < 4) sums[t] += sums[t + 4];
  if (lane < 2) sums[t] += sums[t + 2];
  if (lane < 1) sums[t] += sums[t + 1];
  if (lane == 0)
    out[t / 32] = sums[t];
}

__global__ void stepsFixed(int *out, const int *in) {
  __shared__ int sums[128];
  int t = threadIdx.x, lane = t % 32;
  sums[t] = in[t];
  __syncwarp();
  if (lane < 16) sums[t] += sums[t + 16];
  __syncwarp();
  if (lane < 8) sums[t] += sums[t + 8];
  __syncwarp();
  if (lane < 4) sums[t] += sums[t + 4];
  __syncwarp();
  if (lane < 2) sums[t] += sums[t + 2];
  __syncwarp();
  if (lane < 1) sums[t] += sums[t + 1];
  if (lane == 0)
    out[t / 32] = sums[t];
}

__global__ void tailOfFewerWithout(int *out, const int *in) {
  __shared__ int sums[64];
  int t = threadIdx.x;
  sums[t] = in[t];
  __syncthreads();
  if (t < 32) {
    for (int width = 32; width > 0; width /= 2)
      if (t < width)
        // CHECK: :[[#@LINE+1]]:9: warning: shared memory race on `sums[1]`: thread (1,0,0) writes it here while thread (0,0,0) (in iteration 5 of the loop at line [[#@LINE-2]]) reads it at line [[#@LINE+1]], with no barrier between the two lanes [cuda-missing-syncwarp]
        sums[t] += sums[t + width];
  }
  __syncthreads();
  if (t == 0)
    out[0] = sums[0];
}

//===--- Lanes that exchange -----------------------------------------------===//

__global__ void exchange(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  values[t] = in[t];
  // CHECK: :[[#@LINE+1]]:12: warning: shared memory race on `values[1]`: thread (0,0,0) reads it here while thread (1,0,0) writes it at line [[#@LINE-1]], with no barrier between the two lanes [cuda-missing-syncwarp]
  out[t] = values[t ^ 1];
}

__global__ void exchangeFixed(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  values[t] = in[t];
  __syncwarp();
  out[t] = values[t ^ 1];
}

__global__ void exchangeByBlock(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  values[t] = in[t];
  __syncthreads();
  out[t] = values[t ^ 1];
}

__global__ void exchangeByFence(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  values[t] = in[t];
  __threadfence_block();
  // CHECK: :[[#@LINE+1]]:12: warning: shared memory race on `values[1]`: thread (0,0,0) reads it here while thread (1,0,0) writes it at line [[#@LINE-2]], with no barrier between the two lanes [cuda-missing-syncwarp]
  out[t] = values[t ^ 1];
}

// Shuffles and votes wait for the lanes, and order no memory.
__global__ void exchangeByVote(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  values[t] = in[t];
  int any = __any_sync(0xffffffff, in[t] > 0);
  // CHECK: :[[#@LINE+1]]:12: warning: shared memory race on `values[1]`: thread (0,0,0) reads it here while thread (1,0,0) writes it at line [[#@LINE-2]], with no barrier between the two lanes [cuda-missing-syncwarp]
  out[t] = values[t ^ 1] + any;
}

// Each lane has its own.
__global__ void ownLane(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  values[t] = in[t];
  out[t] = values[t] + 1;
}

// Two warps: another check speaks of them.
__global__ void otherWarp(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  values[t] = in[t];
  out[t] = values[t ^ 32];
}

// A row of the tile is a warp's, where a block is 32 wide.
__global__ void rows(int *out, const int *in) {
  __shared__ int tile[8][32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 32 + x];
  // CHECK: :[[#@LINE+1]]:21: warning: shared memory race on `tile[0][31]`: thread (0,0,0) reads it here while thread (31,0,0) writes it at line [[#@LINE-1]], with no barrier between the two lanes [cuda-missing-syncwarp]
  out[y * 32 + x] = tile[y][31 - x];
}

__global__ void rowsFixed(int *out, const int *in) {
  __shared__ int tile[8][32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 32 + x];
  __syncwarp();
  out[y * 32 + x] = tile[y][31 - x];
}

//===--- Masks -------------------------------------------------------------===//

// Lanes 0 to 15 wait for each other, and read what they store.
__global__ void lowerHalf(int *out, const int *in) {
  __shared__ int values[32];
  int t = threadIdx.x;
  values[t] = in[t];
  if (t < 16) {
    __syncwarp(0x0000ffff);
    out[t] = values[15 - t];
  }
}

//===--- Groups ------------------------------------------------------------===//

__global__ void tooNarrow(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  auto half = cg::tiled_partition<16>(cg::this_thread_block());
  values[t] = in[t];
  half.sync();
  // CHECK: :[[#@LINE+1]]:12: warning: shared memory race on `values[16]`: thread (0,0,0) reads it here while thread (16,0,0) writes it at line [[#@LINE-2]], with no barrier between the two lanes [cuda-missing-syncwarp]
  out[t] = values[t ^ 16];
}

__global__ void wideEnough(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  auto half = cg::tiled_partition<16>(cg::this_thread_block());
  values[t] = in[t];
  half.sync();
  out[t] = values[t ^ 15];
}

__global__ void wholeWarp(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  values[t] = in[t];
  warp.sync();
  out[t] = values[t ^ 16];
}

//===--- Global memory -----------------------------------------------------===//

__global__ void inGlobal(int *a) {
  int i = blockIdx.x * 32 + threadIdx.x;
  a[i] = i;
  // CHECK: :[[#@LINE+1]]:17: warning: global memory race on `a[1]`: thread (0,0,0) reads it here while thread (1,0,0) writes it at line [[#@LINE-1]], with no barrier between the two lanes [cuda-missing-syncwarp]
  a[1024 + i] = a[i ^ 1];
}

__global__ void inGlobalFixed(int *a) {
  int i = blockIdx.x * 32 + threadIdx.x;
  a[i] = i;
  __syncwarp();
  a[1024 + i] = a[i ^ 1];
}

//===--- Functions ---------------------------------------------------------===//

__device__ void addUp(volatile int *v, int t) {
  // CHECK: :[[#@LINE+1]]:3: warning: shared memory race on `sums[16]`: thread (16,0,0) writes it here while thread (0,0,0) reads it at line [[#@LINE+1]], with no barrier between the two lanes [cuda-missing-syncwarp]
  v[t] += v[t + 16];
}

__global__ void inFunction(int *out, const int *in) {
  __shared__ int sums[64];
  int t = threadIdx.x;
  sums[t] = in[t];
  __syncthreads();
  if (t < 32)
    addUp(sums, t);
  if (t == 0)
    out[0] = sums[0];
}

void launch(int *out, const int *in) {
  tail<<<1, 64>>>(out, in);
  tailFixed<<<1, 64>>>(out, in);
  tailHalfFixed<<<1, 64>>>(out, in);
  tailOfFewer<<<1, 64>>>(out, in);
  steps<<<1, 128>>>(out, in);
  stepsFixed<<<1, 128>>>(out, in);
  tailOfFewerWithout<<<1, 64>>>(out, in);
  exchange<<<1, 128>>>(out, in);
  exchangeFixed<<<1, 128>>>(out, in);
  exchangeByBlock<<<1, 128>>>(out, in);
  exchangeByFence<<<1, 128>>>(out, in);
  exchangeByVote<<<1, 128>>>(out, in);
  ownLane<<<1, 128>>>(out, in);
  otherWarp<<<1, 128>>>(out, in);
  rows<<<1, dim3(32, 8)>>>(out, in);
  rowsFixed<<<1, dim3(32, 8)>>>(out, in);
  lowerHalf<<<1, 32>>>(out, in);
  tooNarrow<<<1, 128>>>(out, in);
  wideEnough<<<1, 128>>>(out, in);
  wholeWarp<<<1, 128>>>(out, in);
  inGlobal<<<4, 32>>>(out);
  inGlobalFixed<<<4, 32>>>(out);
  inFunction<<<1, 64>>>(out, in);
}
