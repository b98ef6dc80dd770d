// RUN: not %cuda-memlint --remarks --checks=-*,cuda-divergent-barrier %s 2>&1 | FileCheck %s --implicit-check-not=warning:

#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

//===--- Conditions on the thread ------------------------------------------===//

__global__ void underCondition(int *out) {
  __shared__ int values[64];
  int t = threadIdx.x;
  if (t < 16) {
    values[t] = t;
    // CHECK: :[[#@LINE+1]]:5: warning: divergent barrier: `__syncthreads()` is not reached by all threads of the block; thread (0,0,0) waits there, thread (16,0,0) does not arrive (`t < 16` at line [[#@LINE-2]] does not hold) [cuda-divergent-barrier]
    __syncthreads();
  }
  // CHECK: :[[#@LINE-5]]:7: note: control flow diverges here
  // CHECK: note: for underCondition<<<2, 64>>> at line
  out[t] = values[t % 16];
}

__global__ void underConditionFixed(int *out) {
  __shared__ int values[64];
  int t = threadIdx.x;
  if (t < 16)
    values[t] = t;
  __syncthreads();
  out[t] = values[t % 16];
}

// A block of 64 has no thread that this keeps away, nor one that it does not.
__global__ void forAllOrNone(int *out, int mode) {
  int t = threadIdx.x;
  if (t < 64)
    __syncthreads();
  if (t >= 64)
    __syncthreads();
  if (t < blockDim.x)
    __syncthreads();
  if (blockIdx.x == 0)
    __syncthreads();
  if (mode == 1)
    __syncthreads();
  out[t] = t;
}

__global__ void inBothArms(int *out) {
  int t = threadIdx.x;
  if (t < 32) {
    out[t] = 1;
    // CHECK: :[[#@LINE+1]]:5: warning: divergent barrier: `__syncthreads()` is not reached by all threads of the block; thread (0,0,0) waits there, thread (32,0,0) does not arrive (`t < 32` at line
    __syncthreads();
  } else {
    out[t] = 2;
    // CHECK: :[[#@LINE+1]]:5: note: not all threads reach this barrier either, for the same reason
    __syncthreads();
  }
}

// A number is a condition, too.
__global__ void inArmsOfNumber(int *out) {
  int t = threadIdx.x;
  if (t % 2) {
    out[t] = 1;
    // CHECK: :[[#@LINE+1]]:5: warning: {{.*}} thread (1,0,0) waits there, thread (0,0,0) does not arrive (`t % 2` at line [[#@LINE-2]] does not hold)
    __syncthreads();
  } else {
    out[t] = 2;
    // CHECK: :[[#@LINE+1]]:5: note: not all threads reach this barrier either, for the same reason
    __syncthreads();
  }
}

// Two labels; the first is for a selector that is 0.
__global__ void inSwitch(int *out) {
  int t = threadIdx.x;
  switch (t & 1) {
  case 0:
    // CHECK: :[[#@LINE+1]]:5: warning: {{.*}} thread (0,0,0) waits there, thread (1,0,0) does not arrive (`t & 1` at line [[#@LINE-2]] selects another label) [cuda-divergent-barrier]
    __syncthreads();
    break;
  default:
    out[t] = 1;
  }
}

//===--- The end of the data -----------------------------------------------===//

// Two blocks of 64 and 100 elements.
__global__ void returnFirst(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  // CHECK: :[[#@LINE+1]]:3: remark: {{.*}}thread (0,0,0) of block (1,0,0) waits there, thread (36,0,0) of block (1,0,0) has returned (`i >= n` at line [[#@LINE-2]] holds) [cuda-divergent-barrier]
  __syncthreads();
  out[i] = i;
}

// Nested conditions and a label end a thread as a plain return does.
__global__ void returnNested(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i % 2 == 0) {
    if (i >= n)
      return;
  }
  // CHECK: :[[#@LINE+1]]:3: remark: {{.*}} has returned
  __syncthreads();
  out[i] = i;
}

__global__ void returnOfLabel(int *out) {
  switch (threadIdx.x) {
  case 5:
    return;
  case 6:
    out[6] = 1;
    break;
  default:
    break;
  }
  // CHECK: :[[#@LINE+1]]:3: remark: {{.*}} has returned
  __syncthreads();
  out[threadIdx.x] = 2;
}

// A thread that is at another barrier is named, not the first one, which has returned.
__global__ void returnAndSkip(int *out) {
  int t = threadIdx.x;
  if (t < 3)
    return;
  if (t < 40) {
    // CHECK: :[[#@LINE+1]]:5: warning: {{.*}}thread (3,0,0) waits there, thread (40,0,0) does not arrive
    __syncthreads();
    out[t] = 1;
  } else {
    __syncthreads();
  }
  out[t] += 2;
}

// One that leaves under a nested condition and meets others on its way out.
__global__ void returnNestedPastBarrier(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i % 2 == 0) {
    if (i >= n) {
      // CHECK: :[[#@LINE+1]]:7: warning: divergent barrier
      __syncthreads();
      return;
    }
  }
  // CHECK: :[[#@LINE+1]]:3: warning: divergent barrier
  __syncthreads();
  out[i] = i;
}

// The same kernel as the first one with 128 elements, and with an unknown number.
__global__ void returnOfNobody(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  __syncthreads();
  out[i] = i;
}

// What each thread reads may be the same for all.
__global__ void byData(int *out, const int *in) {
  int t = threadIdx.x;
  if (in[t] > 0)
    __syncthreads();
  out[t] = t;
}

__device__ void meet() {
  // CHECK: :[[#@LINE+1]]:3: warning: {{.*}}thread (63,0,0) does not arrive (`t != 63` at line
  __syncthreads();
}

__global__ void inFunction(int *out) {
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+2]]:5: note: in `meet`, called from here
  if (t != 63)
    meet();
  out[t] = t;
}

//===--- Loops -------------------------------------------------------------===//

// 100 elements by 64 threads: 36 of them come a second time.
__global__ void raggedLoop(int *out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    out[i] = i;
    // CHECK: :[[#@LINE+1]]:5: warning: {{.*}}thread (0,0,0) waits there in iteration 1 of the loop at line [[#@LINE-2]], thread (36,0,0) has left the loop at line [[#@LINE-2]] (`i < n`
    __syncthreads();
  }
}

__global__ void raggedLoopFixed(int *out, int n) {
  for (int first = 0; first < n; first += blockDim.x) {
    int i = first + threadIdx.x;
    if (i < n)
      out[i] = i;
    __syncthreads();
  }
}

// Those without work do not even come to the loop.
__global__ void loopUnderCondition(int *out, int n) {
  int t = threadIdx.x;
  if (t < n)
    for (int k = 0; k < 4; ++k) {
      out[k * 64 + t] = k;
      // CHECK: :[[#@LINE+1]]:7: warning: {{.*}} waits there in iteration 0 of the loop at line [[#@LINE-2]], thread (40,0,0) does not arrive (`t < n` at line [[#@LINE-3]] does not hold)
      __syncthreads();
    }
}

// Only the last of 16 iterations is beyond the end for some.
__global__ void lastIteration(int *out) {
  int t = threadIdx.x;
  for (int b = 0; b < 16; ++b)
    if (b * 64 + t < 1000) {
      out[b * 64 + t] = b;
      // CHECK: :[[#@LINE+1]]:7: warning: {{.*}} waits there in iteration 15 of the loop at line [[#@LINE-3]], thread (40,0,0) does not arrive (`b * 64 + t < 1000`
      __syncthreads();
    }
}

__global__ void leaveEarly(int *out) {
  int t = threadIdx.x;
  for (int width = 64; width > 1; width /= 2) {
    if (t >= width)
      break;
    out[t] = width;
    // CHECK: :[[#@LINE+1]]:5: remark: {{.*}} waits there in iteration 1 of the loop at line [[#@LINE-4]], thread (32,0,0) has left the loop
    __syncthreads();
  }
}

__global__ void halves(int *out) {
  __shared__ int values[64];
  int t = threadIdx.x;
  values[t] = t;
  for (int width = 32; width > 0; width /= 2) {
    __syncthreads();
    if (t < width)
      values[t] += values[t + width];
  }
  if (t == 0)
    out[blockIdx.x] = values[0];
}

//===--- Blocks and grids --------------------------------------------------===//

__global__ void gridUnderBlock(int *out) {
  if (blockIdx.x == 0)
    // CHECK: :[[#@LINE+1]]:5: warning: divergent barrier: `cg::this_grid().sync()` is not reached by all threads of the grid; thread (0,0,0) of block (0,0,0) waits there, thread (0,0,0) of block (1,0,0) does not arrive (`blockIdx.x == 0`
    cg::this_grid().sync();
  out[threadIdx.x] = 1;
}

__global__ void blockUnderBlock(int *out) {
  cg::this_grid().sync();
  if (blockIdx.x == 0)
    cg::this_thread_block().sync();
  out[threadIdx.x] = 1;
}

__global__ void groupUnderThread(int *out) {
  cg::thread_block block = cg::this_thread_block();
  if (block.thread_rank() % 2 == 0)
    // CHECK: :[[#@LINE+1]]:5: warning: divergent barrier: `block.sync()` is not reached by all threads of the block; thread (0,0,0) waits there, thread (1,0,0) does not arrive
    block.sync();
  out[threadIdx.x] = 1;
}

//===--- Warps -------------------------------------------------------------===//

__global__ void shuffleUnderLane(int *out) {
  int t = threadIdx.x, lane = t % 32, value = out[t];
  if (lane < 16)
    // CHECK: :[[#@LINE+1]]:14: warning: divergent warp operation: `__shfl_down_sync(0xffffffff, value, 8)` is not reached by all lanes of the warp; thread (0,0,0) waits there, thread (16,0,0) does not arrive (`lane < 16`
    value += __shfl_down_sync(0xffffffff, value, 8);
  out[t] = value;
}

__global__ void shuffleUnderLaneFixed(int *out) {
  int t = threadIdx.x, lane = t % 32, value = out[t];
  int other = __shfl_down_sync(0xffffffff, value, 8);
  if (lane < 16)
    value += other;
  out[t] = value;
}

__global__ void masks(int *out, int n) {
  int t = threadIdx.x, lane = t % 32, warp = t / 32, value = out[t];
  if (lane < 16)
    value += __shfl_down_sync(0x0000ffff, value, 8);
  if (warp == 0) {
    value += __shfl_xor_sync(0xffffffff, value, 1);
    __syncwarp();
  }
  unsigned here = __ballot_sync(0xffffffff, lane < 7);
  if (lane < 7)
    value += __shfl_sync(here, value, 0);
  if (lane % 3 == 0)
    value += __shfl_sync(__activemask(), value, 0);
  cg::thread_block_tile<8> tile = cg::tiled_partition<8>(cg::this_thread_block());
  if (lane < 8)
    value += tile.shfl_xor(value, 1);
  out[t] = value;
}

__global__ void tileUnderLane(int *out) {
  int t = threadIdx.x, value = out[t];
  cg::thread_block_tile<8> tile = cg::tiled_partition<8>(cg::this_thread_block());
  if (t % 32 < 12)
    // CHECK: :[[#@LINE+1]]:14: warning: divergent warp operation: `tile.shfl_xor(value, 1)` is not reached by all threads of the tile; thread (8,0,0) waits there, thread (12,0,0) does not arrive
    value += tile.shfl_xor(value, 1);
  out[t] = value;
}

__global__ void maskOfOthers(int *out) {
  int lane = threadIdx.x % 32;
  if (lane <= 16)
    // CHECK: :[[#@LINE+1]]:5: warning: incomplete mask: thread (16,0,0) reaches `__syncwarp(0xffff)` but is not in its mask [cuda-divergent-barrier]
    __syncwarp(0xffff);
  out[threadIdx.x] = lane;
}

__global__ void ballotOfFewer(int *out) {
  int t = threadIdx.x, lane = t % 32;
  unsigned mask = __ballot_sync(0xffffffff, lane < 16);
  if (lane <= 16) {
    out[t] = lane;
    // CHECK: :[[#@LINE+1]]:5: warning: incomplete mask: thread (16,0,0) reaches `__syncwarp(mask)` but is not in its mask
    __syncwarp(mask);
  }
}

// Lanes that have ended are waited for by nobody: 100 threads of 128 have data.
__global__ void lanesThatReturn(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int value = out[i];
  value += __shfl_down_sync(0xffffffff, value, 1);
  __syncwarp();
  out[i] = value;
}

// 40 threads: the second warp has 8 lanes.
__global__ void partialWarp(int *out) {
  int value = out[threadIdx.x];
  if (threadIdx.x >= 32)
    value += __shfl_down_sync(0xffffffff, value, 1);
  __syncwarp();
  out[threadIdx.x] = value;
}

// Named barriers are for whole warps.
__global__ void namedBarriers(int *out) {
  int t = threadIdx.x;
  if (t < 32)
    asm volatile("bar.sync 1, 64;" ::: "memory");
  else
    asm volatile("bar.arrive 1, 64;" ::: "memory");
  if (t < 16)
    // CHECK: :[[#@LINE+1]]:5: warning: divergent barrier: `asm volatile("bar.sync 2, 32;" ::: "memory")` is not reached by all lanes of the warp; thread (0,0,0) waits there, thread (16,0,0) does not arrive
    asm volatile("bar.sync 2, 32;" ::: "memory");
  out[t] = t;
}

//===--- Unknown blocks ----------------------------------------------------===//

__global__ void anyBlock(int *out) {
  int t = threadIdx.x;
  if (t < 128)
    __syncthreads();
  if (t == 0)
    // CHECK: :[[#@LINE+1]]:5: warning: {{.*}}thread (1,0,0) does not arrive
    __syncthreads();
  out[t] = t;
}

void launch(int *out, const int *in, int n, int mode) {
  underCondition<<<2, 64>>>(out);
  underConditionFixed<<<2, 64>>>(out);
  forAllOrNone<<<2, 64>>>(out, mode);
  inBothArms<<<2, 64>>>(out);
  inArmsOfNumber<<<2, 64>>>(out);
  inSwitch<<<2, 64>>>(out);
  returnFirst<<<2, 64>>>(out, 100);
  returnNested<<<2, 64>>>(out, 100);
  returnOfLabel<<<2, 64>>>(out);
  returnAndSkip<<<1, 64>>>(out);
  returnNestedPastBarrier<<<2, 64>>>(out, 100);
  returnOfNobody<<<2, 64>>>(out, 128);
  returnOfNobody<<<2, 64>>>(out, n);
  byData<<<2, 64>>>(out, in);
  inFunction<<<2, 64>>>(out);
  raggedLoop<<<1, 64>>>(out, 100);
  raggedLoopFixed<<<1, 64>>>(out, 100);
  loopUnderCondition<<<1, 64>>>(out, 40);
  lastIteration<<<1, 64>>>(out);
  leaveEarly<<<1, 64>>>(out);
  halves<<<1, 64>>>(out);
  gridUnderBlock<<<2, 64>>>(out);
  blockUnderBlock<<<2, 64>>>(out);
  groupUnderThread<<<2, 64>>>(out);
  shuffleUnderLane<<<2, 64>>>(out);
  shuffleUnderLaneFixed<<<2, 64>>>(out);
  masks<<<2, 64>>>(out, n);
  tileUnderLane<<<2, 64>>>(out);
  maskOfOthers<<<2, 64>>>(out);
  ballotOfFewer<<<2, 64>>>(out);
  namedBarriers<<<2, 64>>>(out);
  lanesThatReturn<<<2, 64>>>(out, 100);
  partialWarp<<<1, 40>>>(out);
}

//===--- Grids in terms of arguments ----------------------------------------===//

// A block exists only if n is 16 or more: in the first one all threads return.
__global__ void tilesOfRows(int *out, int n) {
  int first = n * 16 * blockIdx.y + 16 * blockIdx.x;
  int above = first + threadIdx.x - n, left = first + n * threadIdx.y - 1;
  if (above < 0 || left < 0)
    return;
  __syncthreads();
  out[left] = above;
}

// With any n, as with 1, the thread to the left of the others may be the only one that returns.
__global__ void blocksOfAnyRows(int *out, int n) {
  int first = n * 16 * blockIdx.y + 16 * blockIdx.x;
  int above = first + threadIdx.x - n, left = first + n * threadIdx.y - 1;
  if (above < 0 || left < 0)
    return;
  // CHECK: :[[#@LINE+1]]:3: remark: divergent barrier
  __syncthreads();
  out[left] = above;
}

// The size is a member of the one argument, whose address is passed.
struct Sizes {
  int *out;
  int n;
};
__global__ void tilesOfSizes(Sizes sizes) {
  int n = sizes.n;
  int first = n * 16 * blockIdx.y + 16 * blockIdx.x;
  int above = first + threadIdx.x - n, left = first + n * threadIdx.y - 1;
  if (above < 0 || left < 0)
    return;
  __syncthreads();
  sizes.out[left] = above;
}

void launchTiles(int *out, int n, int blocks) {
  Sizes sizes = {out, n};
  void *argument = &sizes;
  cudaLaunchCooperativeKernel((void *)tilesOfSizes, dim3(n / 16, n / 16), dim3(16, 16), &argument, 0,
                              0);
  tilesOfRows<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(out, n);
  blocksOfAnyRows<<<dim3(blocks, blocks), dim3(16, 16)>>>(out, n);
}
