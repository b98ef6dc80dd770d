// Data decide whether threads come to accesses at known locations: a barrier is missing for some of them.
// RUN: not %cuda-memlint --checks=-*,cuda-shared-race,cuda-global-race --show-remarks %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

#include <cuda_runtime.h>

// One thread computes places, and those whose number passes a test read them.
__global__ void placesNotWaitedFor(int *out, const int *in) {
  __shared__ int firsts[4];
  int t = threadIdx.x;
  int value = in[t];
  if (t == 0)
    for (int i = 0; i < 4; ++i)
      firsts[i] = 32 * i;
  // CHECK: [[#@LINE+2]]:9: warning: shared memory race on `firsts[1]`: thread (32,0,0) reads it here while thread (0,0,0) (in iteration 1 of the loop at line [[#@LINE-2]]) writes it at line [[#@LINE-1]], with no barrier in between, when the data let both threads come here (`value > 30`)
  if (value > 30)
    out[firsts[t / 32] + t % 32] = value;
  // CHECK: note: insert `__syncthreads();` before this statement to order the two accesses
}
void runPlacesNotWaitedFor(int *out, const int *in) { placesNotWaitedFor<<<1, 128>>>(out, in); }

__global__ void placesWaitedFor(int *out, const int *in) {
  __shared__ int firsts[4];
  int t = threadIdx.x;
  int value = in[t];
  if (t == 0)
    for (int i = 0; i < 4; ++i)
      firsts[i] = 32 * i;
  __syncthreads();
  if (value > 30)
    out[firsts[t / 32] + t % 32] = value;
}
void runPlacesWaitedFor(int *out, const int *in) { placesWaitedFor<<<1, 128>>>(out, in); }

// Steps of a sorting network: the swaps of one step race with those of the next, and need a barrier, not atomics.
__global__ void stepsOfSort(int *values) {
  __shared__ int keys[256];
  int t = threadIdx.x;
  keys[t] = values[t];
  __syncthreads();
  for (int step = 128; step > 0; step /= 2) {
    int other = t ^ step;
    if (other > t) {
      int a = keys[t], b = keys[other];
      if ((a > b) == ((t & 1) == 0)) {
        keys[t] = b;
        // CHECK: [[#@LINE+1]]:9: warning: shared memory race on `keys[{{[0-9]+}}]`:{{.*}}, with no barrier in between, when the data let both threads come here (`(a > b) == ((t & 1) == 0)`)
        keys[other] = a;
      }
    }
    // CHECK: [[#@LINE+1]]:3: note: insert `__syncthreads();` here, at the end of the loop body
  }
  __syncthreads();
  values[t] = keys[t];
}
void runStepsOfSort(int *values) { stepsOfSort<<<1, 256>>>(values); }

// The thread that an entry names is one.
__global__ void namedThread(int *out, const int *owner) {
  __shared__ int mine;
  int t = threadIdx.x;
  if (owner[blockIdx.x] == t)
    mine = 1;
  if (owner[blockIdx.x] == t)
    out[blockIdx.x] = mine;
}
void runNamedThread(int *out, const int *owner) { namedThread<<<8, 256>>>(out, owner); }

// An argument decides about the barrier: with the one that says so there is no race.
__global__ void barrierByArgument(int *out, const int *in, int waits) {
  __shared__ int values[256];
  int t = threadIdx.x;
  values[t] = t;
  if (waits)
    __syncthreads();
  if (in[t] > 0)
    out[t] = values[255 - t];
}
void runBarrierByArgument(int *out, const int *in, int waits) { barrierByArgument<<<1, 256>>>(out, in, waits); }

// The thread that stores an entry finds it zero, and the one that reads it in this iteration needs another entry for that:
// where the two entries are one, the conditions contradict each other.
__global__ void closure(unsigned *graph) {
  __shared__ unsigned edges[8][8];
  edges[threadIdx.y][threadIdx.x] = graph[threadIdx.y * 8 + threadIdx.x];
  __syncthreads();
  for (unsigned k = 0; k < 8; ++k) {
    if (edges[threadIdx.y][threadIdx.x] == 0)
      if (edges[threadIdx.y][k] != 0 && edges[k][threadIdx.x] != 0)
        edges[threadIdx.y][threadIdx.x] = k + 1;
    __syncthreads();
  }
  graph[threadIdx.y * 8 + threadIdx.x] = edges[threadIdx.y][threadIdx.x];
}
void runClosure(unsigned *graph) { closure<<<1, dim3(8, 8)>>>(graph); }
