// RUN: not %cuda-memlint --checks='-*,cuda-*-race,cuda-missing-fence,cuda-missing-syncwarp' %s | FileCheck %s --implicit-check-not=warning:

// All threads of a block meet in each round of a loop, which what is in shared memory ends: that is a variable like any
// other, and no flag that threads wait for. What one round reads must be read before the next round writes.

#include <cuda_runtime.h>

// The number of the tile that the block works on.
__global__ void tiles(int *out, int *next, const int *work, int total) {
  __shared__ int tile;
  while (true) {
    if (threadIdx.x == 0)
      tile = atomicAdd(next, 1);
    __syncthreads();
    // CHECK: :[[#@LINE+1]]:16: warning: shared memory race on `tile`: thread (32,0,0) reads it here while thread (0,0,0) {{.*}}writes it at line [[#@LINE-2]], with no barrier in between, when the data let both threads come here
    int mine = tile;
    if (mine >= total)
      break;
    out[mine * 128 + threadIdx.x] = work[mine * 128 + threadIdx.x] * 2;
  }
}

__global__ void tilesMended(int *out, int *next, const int *work, int total) {
  __shared__ int tile;
  while (true) {
    if (threadIdx.x == 0)
      tile = atomicAdd(next, 1);
    __syncthreads();
    int mine = tile;
    __syncthreads();
    if (mine >= total)
      break;
    out[mine * 128 + threadIdx.x] = work[mine * 128 + threadIdx.x] * 2;
  }
}

// Whether the last round changed anything.
__global__ void rounds(int *labels, const int *first, const int *second, int edges) {
  __shared__ int changed;
  do {
    if (threadIdx.x == 0)
      changed = 0;
    __syncthreads();
    for (int e = threadIdx.x; e < edges; e += blockDim.x)
      if (atomicMin(&labels[first[e]], labels[second[e]]) > labels[second[e]])
        changed = 1;
    __syncthreads();
  // CHECK: :[[#@LINE+1]]:12: warning: shared memory race on `changed`
  } while (changed);
}

__global__ void roundsMended(int *labels, const int *first, const int *second, int edges) {
  __shared__ int changed;
  bool again;
  do {
    if (threadIdx.x == 0)
      changed = 0;
    __syncthreads();
    for (int e = threadIdx.x; e < edges; e += blockDim.x)
      if (atomicMin(&labels[first[e]], labels[second[e]]) > labels[second[e]])
        changed = 1;
    __syncthreads();
    again = changed;
    __syncthreads();
  } while (again);
}

// Near misses: other warps go on without the barrier, and what ends the loop is volatile.
__global__ void withoutOthers(int *out, const int *in) {
  __shared__ volatile int ready;
  __shared__ volatile int value;
  if (threadIdx.x == 0)
    ready = 0;
  __syncthreads();
  if (threadIdx.x == 64) {
    value = in[0];
    __threadfence_block();
    ready = 1;
  }
  if (threadIdx.x < 32) {
    while (!ready)
      __syncwarp();
    __threadfence_block();
    out[threadIdx.x] = value;
  }
}

// One thread polls what another block writes, for all of its block.
__global__ void leaderPolls(volatile int *flag, int *data, int *out) {
  __shared__ int go;
  if (blockIdx.x == 0) {
    data[threadIdx.x] = threadIdx.x;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
      *flag = 1;
    return;
  }
  do {
    if (threadIdx.x == 0)
      go = *flag;
    __syncthreads();
    __threadfence();
    int seen = go;
    __syncthreads();
    if (seen)
      break;
  } while (true);
  out[blockIdx.x * 128 + threadIdx.x] = data[threadIdx.x];
}

// Each block waits for what its neighbour has counted.
__global__ void wave(int *done, float *x, int n) {
  __shared__ int seen;
  for (int k = 0; k < n; ++k) {
    do {
      __syncthreads();
      if (threadIdx.x == 0)
        seen = blockIdx.x == 0 ? k + 1 : atomicAdd(&done[blockIdx.x - 1], 0);
      __syncthreads();
    } while (seen <= k);
    __threadfence();
    x[(blockIdx.x + 1) * 128 + threadIdx.x] = x[blockIdx.x * 128 + threadIdx.x] + k;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
      atomicAdd(&done[blockIdx.x], 1);
  }
}

// Where the neighbour's counter is, is read from memory, and how it is looked at: by an atomic that changes nothing, or by
// one that takes what is there.
#define WAVE(NAME, LOOK)                                                                                               \
  __global__ void NAME(int *done, float *x, const int *neighbour, int n) {                                             \
    __shared__ int seen;                                                                                               \
    int q = neighbour[blockIdx.x];                                                                                     \
    for (int k = 0; k < n; ++k) {                                                                                      \
      do {                                                                                                             \
        __syncthreads();                                                                                               \
        if (threadIdx.x == 0)                                                                                          \
          seen = LOOK;                                                                                                 \
        __syncthreads();                                                                                               \
      } while (seen <= k);                                                                                             \
      __threadfence();                                                                                                 \
      x[(blockIdx.x + 1) * 128 + threadIdx.x] = x[blockIdx.x * 128 + threadIdx.x] + k;                                 \
      __threadfence();                                                                                                 \
      __syncthreads();                                                                                                 \
      if (threadIdx.x == 0)                                                                                            \
        atomicAdd(&done[blockIdx.x], 1);                                                                               \
    }                                                                                                                  \
  }
WAVE(waveByAdd, atomicAdd(&done[q], 0))
WAVE(waveBySub, atomicSub(&done[q], 0))
WAVE(waveByOr, atomicOr(&done[q], 0))
WAVE(waveByXor, atomicXor(&done[q], 0))
WAVE(waveByAnd, atomicAnd(&done[q], -1))
WAVE(waveByMax, atomicMax(&done[q], 0))
WAVE(waveByMost, atomicMax((unsigned *)&done[q], 0u))
WAVE(waveByMin, atomicMin(&done[neighbour[blockIdx.x]], 0x7fffffff))
WAVE(waveBySwap, atomicCAS(&done[q], 0, 0))
WAVE(waveByExchange, atomicExch(&done[q], 0))

void launch(int *out, int *next, const int *work, int total) {
  tiles<<<64, 128>>>(out, next, work, total);
  tilesMended<<<64, 128>>>(out, next, work, total);
  rounds<<<1, 256>>>(out, work, work + total, total);
  roundsMended<<<1, 256>>>(out, work, work + total, total);
  leaderPolls<<<8, 128>>>(next, out + 4096, out);
  wave<<<8, 128>>>(next, reinterpret_cast<float *>(out), total);
  withoutOthers<<<1, 128>>>(out, work);
  waveByAdd<<<8, 128>>>(next, reinterpret_cast<float *>(out), work, total);
  waveBySub<<<8, 128>>>(next, reinterpret_cast<float *>(out), work, total);
  waveByOr<<<8, 128>>>(next, reinterpret_cast<float *>(out), work, total);
  waveByXor<<<8, 128>>>(next, reinterpret_cast<float *>(out), work, total);
  waveByAnd<<<8, 128>>>(next, reinterpret_cast<float *>(out), work, total);
  waveByMax<<<8, 128>>>(next, reinterpret_cast<float *>(out), work, total);
  waveByMost<<<8, 128>>>(next, reinterpret_cast<float *>(out), work, total);
  waveByMin<<<8, 128>>>(next, reinterpret_cast<float *>(out), work, total);
  waveBySwap<<<8, 128>>>(next, reinterpret_cast<float *>(out), work, total);
  waveByExchange<<<8, 128>>>(next, reinterpret_cast<float *>(out), work, total);
}
