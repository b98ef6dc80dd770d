// RUN: not %cuda-memlint --checks=-*,cuda-shared-race,cuda-missing-syncwarp %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// A statement that reads what other threads overwrite by it has to be split; a barrier cannot stand in it.

#include <cuda_runtime.h>

__device__ int at(const int *row, int i) { return row[i]; }
__device__ int twice(int value) { return 2 * value; }

__global__ void reverse(int *out) {
  __shared__ int row[128];
  int t = threadIdx.x;
  row[t] = t;
  __syncthreads();
  // CHECK: [[#@LINE+2]]:3: warning: shared memory race on `row[0]`
  // CHECK: {{^}}note: one statement both reads and writes, and no barrier can stand within it: split it: read into a variable, call `__syncthreads()` where all threads of the block reach it, then write
  row[t] = row[127 - t];
  __syncthreads();
  out[t] = row[t];
}

// The function that reads has nothing behind the load, and the one that computes nothing to do with it.
__global__ void byCalls(int *out) {
  __shared__ int row[128], other[128];
  int t = threadIdx.x;
  row[t] = other[t] = t;
  __syncthreads();
  // CHECK: [[#@LINE+2]]:3: warning: shared memory race on `row[0]`
  // CHECK: {{^}}note: one statement both reads and writes, and no barrier can stand within it: split it:
  row[t] = at(row, 127 - t);
  // CHECK: [[#@LINE+2]]:3: warning: shared memory race on `other[0]`
  // CHECK: {{^}}note: one statement both reads and writes, and no barrier can stand within it: split it:
  other[t] = twice(other[127 - t]);
  __syncthreads();
  out[t] = row[t] + other[t];
}

// Two statements: there is room for a barrier.
__global__ void twoStatements(int *out) {
  __shared__ int row[128];
  int t = threadIdx.x;
  row[t] = t;
  __syncthreads();
  int value = at(row, 127 - t);
  // CHECK: [[#@LINE+2]]:3: warning: shared memory race on `row[0]`
  // CHECK: [[#@LINE+1]]:3: note: insert `__syncthreads();` before this statement
  row[t] = value;
  __syncthreads();
  out[t] = row[t];
}

// The next iteration reads what this one writes: a second barrier is needed.
__global__ void inLoop(int *out) {
  __shared__ int row[256];
  int t = threadIdx.x;
  row[t] = row[t + 128] = t;
  __syncthreads();
  for (int d = 1; d < 128; d *= 2)
    // CHECK: [[#@LINE+2]]:5: warning: shared memory race on `row[{{[0-9]+}}]`
    // CHECK: {{^}}note: one statement of a loop both reads and writes, and no barrier can stand within it: split it: read into a variable, call `__syncthreads()` where all threads of the block reach it, write, and call it again before the next iteration reads
    row[t] += row[t + d];
  __syncthreads();
  out[t] = row[t];
}

// That one is there.
__global__ void inLoopWithOne(int *out) {
  __shared__ int row[256];
  int t = threadIdx.x;
  row[t] = row[t + 128] = t;
  __syncthreads();
  for (int d = 1; d < 128; d *= 2) {
    // CHECK: [[#@LINE+2]]:5: warning: shared memory race on `row[{{[0-9]+}}]`
    // CHECK: {{^}}note: one statement both reads and writes, and no barrier can stand within it: split it: {{.*}}, then write{{$}}
    row[t] += row[t + d];
    __syncthreads();
  }
  out[t] = row[t];
}

__global__ void split(int *out) {
  __shared__ int row[256];
  int t = threadIdx.x;
  row[t] = row[t + 128] = t;
  __syncthreads();
  for (int d = 1; d < 128; d *= 2) {
    int other = row[t + d];
    __syncthreads();
    row[t] += other;
    __syncthreads();
  }
  out[t] = row[t];
}

__global__ void lanes(int *out) {
  __shared__ int row[32];
  int t = threadIdx.x;
  row[t] = t;
  __syncwarp();
  // CHECK: [[#@LINE+2]]:3: warning: shared memory race on `row[0]`
  // CHECK: {{^}}note: since compute capability 7.0 the lanes of a warp do not run in lockstep, and no barrier can stand within one statement that both reads and writes: split it: call `__syncwarp()`, read into a variable, call `__syncwarp()` again, then write
  row[t] = row[31 - t];
  __syncwarp();
  out[t] = row[t];
}

int main() {
  int *out;
  cudaMalloc(&out, 1024);
  reverse<<<1, 128>>>(out);
  byCalls<<<1, 128>>>(out);
  twoStatements<<<1, 128>>>(out);
  inLoop<<<1, 128>>>(out);
  inLoopWithOne<<<1, 128>>>(out);
  split<<<1, 128>>>(out);
  lanes<<<1, 32>>>(out);
}
