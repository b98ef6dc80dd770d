// RUN: not %cuda-memlint --checks=-*,cuda-missing-syncwarp %s 2>&1 | FileCheck %s "--implicit-check-not=can be inserted"
// RUN: not %cuda-memlint --checks=-*,cuda-missing-syncwarp %s 2>&1 | FileCheck %s --check-prefix=FLAG

#include <cuda_runtime.h>

//===--- All lanes of a warp go on together, or none does ------------------===//

// The row is the warp's: warp 0 of a block may go round once more than warp 3.
__global__ void rowsOfWarps(int *out, const int *in, int rows) {
  __shared__ int parts[4][32];
  int w = threadIdx.x / 32, l = threadIdx.x % 32;
  for (int r = blockIdx.x * 4 + w; r < rows; r += gridDim.x * 4) {
    parts[w][l] = in[r * 32 + l];
    // CHECK: [[#@LINE+1]]:5: note: insert `__syncwarp();` before this statement to order the two accesses
    out[r * 32 + l] = parts[w][31 - l];
    __syncwarp();
  }
}

// By the whole difference alone.
__global__ void returnsByWarp(int *out, const int *in, int n) {
  __shared__ int parts[128];
  int t = threadIdx.x, first = blockIdx.x * 128 + t - t % 32;
  if (first >= n)
    return;
  parts[t] = in[first];
  // CHECK: [[#@LINE+1]]:3: note: insert `__syncwarp();` before this statement to order the two accesses
  out[first + t % 32] = parts[t ^ 1];
}

// All lanes read one element, which nothing writes.
__global__ void readsOneFlag(int *out, const int *in, const int *flags) {
  __shared__ int parts[128];
  int t = threadIdx.x, w = blockIdx.x * 4 + t / 32;
  if (flags[w]) {
    parts[t] = in[t];
    // CHECK: [[#@LINE+1]]:5: note: insert `__syncwarp();` before this statement to order the two accesses
    out[blockIdx.x * 128 + t] = parts[t ^ 1];
  }
}

__global__ void listOfWarp(int *out, const int *in, const int *starts) {
  __shared__ int parts[128];
  int t = threadIdx.x, w = blockIdx.x * 4 + t / 32;
  int end = starts[w + 1];
  for (int e = starts[w]; e < end; e += 32) {
    parts[t] = in[e + t % 32];
    // CHECK: [[#@LINE+1]]:5: note: insert `__syncwarp();` before this statement to order the two accesses
    out[e + t % 32] = parts[t ^ 1];
    __syncwarp();
  }
}

//===--- Lanes part --------------------------------------------------------===//

// Two rows for each warp.
__global__ void rowsOfHalves(int *out, const int *in, int rows) {
  __shared__ int parts[8][16];
  int h = threadIdx.x / 16, l = threadIdx.x % 16;
  // CHECK: [[#@LINE+1]]:3: note: no `__syncwarp()` can be inserted between the two: threads leave this loop in different iterations
  for (int r = blockIdx.x * 8 + h; r < rows; r += gridDim.x * 8) {
    parts[h][l] = in[r * 16 + l];
    out[r * 16 + l] = parts[h][15 - l];
    __syncwarp();
  }
}

// Each lane has a flag of its own.
__global__ void ownFlags(int *out, const int *in, const int *flags) {
  __shared__ int parts[128];
  int t = threadIdx.x;
  // CHECK: [[#@LINE+1]]:7: note: no `__syncwarp()` can be inserted between the two: only some threads pass `flags[t]`
  if (flags[t]) {
    parts[t] = in[t];
    out[t] = parts[t ^ 1];
  }
}

// Lane 0 clears the flag as soon as it has passed: others may find it cleared, until all wait
// before it does so.
__global__ void clearedFlag(int *out, const int *in, int *flags) {
  __shared__ int parts[128];
  int t = threadIdx.x, w = blockIdx.x * 4 + t / 32;
  // CHECK: [[#@LINE+1]]:7: note: no `__syncwarp()` can be inserted between the two: only some threads pass `flags[w]`
  if (flags[w]) {
    // FLAG: [[#@LINE+1]]:5: note: insert `__syncwarp();` before this statement to order the two accesses
    if (t % 32 == 0)
      flags[w] = 0;
    parts[t] = in[t];
    out[t] = parts[t ^ 1];
  }
}

// Rows of 16 threads: the value of threadIdx.y is not that of a warp.
__global__ void narrowRows(int *out, const int *in, int rows) {
  __shared__ int parts[8][16];
  int x = threadIdx.x, y = threadIdx.y, r = blockIdx.x * 8 + y;
  // CHECK: [[#@LINE+1]]:7: note: no `__syncwarp()` can be inserted between the two: threads for which `r >= rows` holds end without coming there
  if (r >= rows)
    return;
  parts[y][x] = in[r * 16 + x];
  out[r * 16 + x] = parts[y][15 - x];
}

//===--- Ordered -----------------------------------------------------------===//

__global__ void rowsOfWarpsFixed(int *out, const int *in, int rows) {
  __shared__ int parts[4][32];
  int w = threadIdx.x / 32, l = threadIdx.x % 32;
  for (int r = blockIdx.x * 4 + w; r < rows; r += gridDim.x * 4) {
    parts[w][l] = in[r * 32 + l];
    __syncwarp();
    out[r * 32 + l] = parts[w][31 - l];
    __syncwarp();
  }
}

int main() {
  int *a, *b, *c;
  cudaMalloc(&a, 4 << 20);
  cudaMalloc(&b, 4 << 20);
  cudaMalloc(&c, 4 << 20);
  rowsOfWarps<<<100, 128>>>(a, b, 1001);
  returnsByWarp<<<100, 128>>>(a, b, 12700);
  readsOneFlag<<<100, 128>>>(a, b, c);
  listOfWarp<<<100, 128>>>(a, b, c);
  rowsOfHalves<<<100, 128>>>(a, b, 2001);
  ownFlags<<<1, 128>>>(a, b, c);
  clearedFlag<<<100, 128>>>(a, b, c);
  narrowRows<<<100, dim3(16, 8)>>>(a, b, 799);
  rowsOfWarpsFixed<<<100, 128>>>(a, b, 1001);
}
