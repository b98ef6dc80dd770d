// RUN: not %cuda-memlint --checks=-*,cuda-global-race %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %cuda-memlint --checks=-*,cuda-global-race --show-remarks %s 2>&1 | FileCheck %s --check-prefixes=CHECK,REMARK --implicit-check-not=warning: --implicit-check-not=remark:
// RUN: not %cuda-memlint --checks=-*,cuda-global-race --show-remarks --races=may %s 2>&1 | FileCheck %s --check-prefixes=CHECK,REMARK,MAY --implicit-check-not=warning: --implicit-check-not=remark:

#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

//===--- Neighbours --------------------------------------------------------===//

__global__ void smooth(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n)
    // CHECK: :[[#@LINE+2]]:5: warning: global memory race on `a`: thread (32,0,0) writes it here while thread (31,0,0) reads it at line [[#@LINE+2]], with no barrier in between [cuda-global-race]
    // CHECK: note: only the end of the kernel or a grid-wide barrier orders blocks: write to another array, or split the kernel
    a[i] = 0.5f * (a[i] + a[i + 1]);
}

__global__ void smoothFixed(float *b, const float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n)
    b[i] = 0.5f * (a[i] + a[i + 1]);
}

// Each thread has elements of its own.
__global__ void inPlace(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = 2 * a[i];
}

__global__ void twoEach(float *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[2 * i] = a[2 * i + 1];
}

__global__ void twoEachWrong(float *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `a`: thread (32,0,0) writes it here while thread (31,0,0) reads it at line [[#@LINE+1]], with no barrier in between [cuda-global-race]
  a[2 * i] = a[2 * i + 2];
}

// Even elements are stored, odd ones read.
__global__ void redBlack(float *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[2 * i + 2] = 0.5f * (a[2 * i + 1] + a[2 * i + 3]);
}

//===--- One block ---------------------------------------------------------===//

__global__ void oneBlock(int *a) {
  int t = threadIdx.x;
  a[t] = t;
  __syncthreads();
  a[128 + t] = a[127 - t];
}

__global__ void oneBlockWrong(int *a) {
  int t = threadIdx.x;
  a[t] = t;
  // CHECK: :[[#@LINE+1]]:16: warning: global memory race on `a[127]`: thread (0,0,0) reads it here while thread (127,0,0) writes it at line [[#@LINE-1]], with no barrier in between [cuda-global-race]
  a[128 + t] = a[127 - t];
}

// The same elements in every block, which no barrier of a block orders: four blocks.
__global__ void fourBlocks(int *a) {
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `a[0]`: thread (0,0,0) of block (1,0,0) and thread (0,0,0) of block (0,0,0) both write it here, in undefined order [cuda-global-race]
  a[t] = blockIdx.x;
  __syncthreads();
  a[512 + blockIdx.x * 128 + t] = a[127 - t];
}

// Blocks have 128 elements each, and read those of the next.
__global__ void nextBlock(int *a) {
  int t = threadIdx.x;
  a[blockIdx.x * 128 + t] = t;
  __syncthreads();
  // CHECK: :[[#@LINE+1]]:15: warning: global memory race on `a[128]`: thread (0,0,0) of block (0,0,0) reads it here while thread (0,0,0) of block (1,0,0) writes it at line [[#@LINE-2]], with nothing that orders the two blocks [cuda-global-race]
  int other = a[(blockIdx.x + 1) * 128 + t];
  a[1024 + blockIdx.x * 128 + t] = other;
}

__global__ void ownBlock(int *a) {
  int t = threadIdx.x;
  a[blockIdx.x * 128 + t] = t;
  __syncthreads();
  int other = a[blockIdx.x * 128 + 127 - t];
  a[1024 + blockIdx.x * 128 + t] = other;
}

// The second half of a block has the elements of the next one.
__global__ void strideTooSmall(float *out, const float *in) {
  int i = blockIdx.x * 64 + threadIdx.x;
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `out[64]`: thread (0,0,0) of block (1,0,0) and thread (64,0,0) of block (0,0,0) both write it here, in undefined order [cuda-global-race]
  out[i] = in[i];
}

__global__ void wholeGrid(int *a) {
  cg::grid_group grid = cg::this_grid();
  int i = grid.thread_rank();
  a[i] = i;
  grid.sync();
  a[512 + i] = a[511 - i];
}

__global__ void wholeGridWrong(int *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = i;
  __syncthreads();
  // CHECK: :[[#@LINE+1]]:16: warning: global memory race on `a[511]`: thread (0,0,0) of block (0,0,0) reads it here while thread (127,0,0) of block (3,0,0) writes it at line [[#@LINE-2]], with nothing that orders the two blocks [cuda-global-race]
  a[512 + i] = a[511 - i];
}

//===--- Loops over all data -----------------------------------------------===//

__global__ void gridStride(float *a, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    a[i] = 2 * a[i];
}

// Every block walks through all elements.
__global__ void blockStride(float *a, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `a[0]`: thread (0,0,0) of block (0,0,0) writes it here while thread (0,0,0) of block (1,0,0) reads it at line [[#@LINE+1]], with nothing that orders the two blocks [cuda-global-race]
    a[i] = 2 * a[i] + blockIdx.x;
}

__global__ void rowsByBlock(float *a, int width) {
  for (int x = threadIdx.x; x < width; x += blockDim.x)
    a[blockIdx.x * width + x] += 1;
}

__global__ void chunks(float *a) {
  int first = (blockIdx.x * blockDim.x + threadIdx.x) * 8;
  for (int i = 0; i < 8; ++i)
    a[first + i] += 1;
}

__global__ void chunksTooLong(float *a) {
  int first = (blockIdx.x * blockDim.x + threadIdx.x) * 8;
  for (int i = 0; i <= 8; ++i)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `a`: thread (32,0,0) writes it here while thread (31,0,0) (in iteration 8 of the loop at line [[#@LINE-1]]) reads it at line [[#@LINE+1]], with no barrier in between [cuda-global-race]
    a[first + i] += 1;
}

//===--- One place for all -------------------------------------------------===//

__global__ void sum(int *total, const int *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `total[0]`: thread (0,0,0) writes it here while thread (32,0,0) reads it at line [[#@LINE+1]], with no barrier in between [cuda-global-race]
  *total += in[i];
}

__global__ void sumFixed(int *total, const int *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(total, in[i]);
}

__global__ void sumReset(int *total, const int *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0)
    *total = 0;
  __syncthreads();
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `total[0]`: thread (0,0,0) of block (0,0,0) updates it here while thread (0,0,0) of block (1,0,0) writes it at line [[#@LINE-2]], with nothing that orders the two blocks [cuda-global-race]
  atomicAdd(total, in[i]);
}

__global__ void firstOfEachBlock(int *out, const int *in) {
  if (threadIdx.x == 0)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `out[0]`: thread (0,0,0) of block (1,0,0) and thread (0,0,0) of block (0,0,0) both write it here, in undefined order [cuda-global-race]
    *out = in[blockIdx.x];
}

__global__ void firstOfGrid(int *out, const int *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0)
    *out = in[0];
}

__global__ void byBlock(int *out, const int *in) {
  if (threadIdx.x == 0)
    out[blockIdx.x] = in[blockIdx.x];
}

__global__ void done(int *flag) {
  // REMARK: :[[#@LINE+1]]:3: remark: benign global memory race on `flag[0]`: thread (127,0,0) and thread (0,0,0) both write it here; all write the same value [cuda-global-race]
  *flag = 1;
}

//===--- Two dimensions ----------------------------------------------------===//

__global__ void transposeInPlace(float *a) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `a[2]`: thread (2,0,0) writes it here while thread (0,2,0) reads it at line [[#@LINE+1]], with no barrier in between [cuda-global-race]
  a[y * 128 + x] = a[x * 128 + y];
}

__global__ void transposeAway(float *b, const float *a) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  b[y * 128 + x] = a[x * 128 + y];
}

// Each pair is swapped by the thread above the diagonal.
__global__ void transposePairs(float *a) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x > y) {
    float value = a[y * 128 + x];
    a[y * 128 + x] = a[x * 128 + y];
    a[x * 128 + y] = value;
  }
}

//===--- Unknown values ----------------------------------------------------===//

__global__ void shifted(float *a, int offset) {
  int t = threadIdx.x;
  // MAY: :[[#@LINE+1]]:3: remark: possible global memory race on `a[32]`: thread (32,0,0) writes it here while thread (31,0,0) reads it at line [[#@LINE+1]], with no barrier in between [cuda-global-race]
  a[t] = a[t + offset];
}

__global__ void shiftedFixed(float *b, const float *a, int offset) {
  int t = threadIdx.x;
  b[t] = a[t + offset];
}

__global__ void scattered(float *out, const int *where) {
  int t = threadIdx.x;
  out[where[t]] = t;
}

__global__ void anyLaunch(float *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `a`: thread (32,0,0) writes it here while thread (31,0,0) reads it at line [[#@LINE+1]], with no barrier in between [cuda-global-race]
  a[i] = a[i + 1];
}

__global__ void anyLaunchFixed(float *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = a[i] + 1;
}

// A static variable of a function is one for all threads.
// CHECK: :[[#@LINE+4]]:22: warning: global memory race on `values{{[^`]*}}`: {{.*}} [cuda-global-race]
__global__ void staticArray(float *out) {
  static float values[128];
  values[threadIdx.x] = 1;
  out[threadIdx.x] = values[127 - threadIdx.x];
}

void launch(int *out, const int *in, float *b, float *a, int n) {
  smooth<<<4, 128>>>(a, 512);
  smoothFixed<<<4, 128>>>(b, a, 512);
  inPlace<<<4, 128>>>(a, n);
  twoEach<<<4, 128>>>(a);
  twoEachWrong<<<4, 128>>>(a);
  redBlack<<<4, 128>>>(a);
  oneBlock<<<1, 128>>>(out);
  oneBlockWrong<<<1, 128>>>(out);
  fourBlocks<<<4, 128>>>(out);
  nextBlock<<<4, 128>>>(out);
  ownBlock<<<4, 128>>>(out);
  strideTooSmall<<<4, 128>>>(b, a);
  void *arguments[] = {&out};
  cudaLaunchCooperativeKernel(reinterpret_cast<void *>(wholeGrid), dim3(4), dim3(128), arguments);
  wholeGridWrong<<<4, 128>>>(out);
  gridStride<<<4, 128>>>(a, n);
  blockStride<<<4, 128>>>(a, 1024);
  rowsByBlock<<<4, 128>>>(a, 500);
  chunks<<<4, 128>>>(a);
  chunksTooLong<<<4, 128>>>(a);
  sum<<<4, 128>>>(out, in);
  sumFixed<<<4, 128>>>(out, in);
  sumReset<<<4, 128>>>(out, in);
  firstOfEachBlock<<<4, 128>>>(out, in);
  firstOfGrid<<<4, 128>>>(out, in);
  byBlock<<<4, 128>>>(out, in);
  done<<<4, 128>>>(out);
  transposeInPlace<<<dim3(8, 8), dim3(16, 16)>>>(a);
  transposeAway<<<dim3(8, 8), dim3(16, 16)>>>(b, a);
  transposePairs<<<dim3(8, 8), dim3(16, 16)>>>(a);
  staticArray<<<1, 128>>>(a);
  shifted<<<1, 128>>>(a, n);
  shiftedFixed<<<1, 128>>>(b, a, n);
  scattered<<<1, 128>>>(a, in);
}

// Rows as long as the grid has blocks: any grid shows it, and the example is a usual one.
__global__ void rowsOfBlocks(float *out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: global memory race on `out
  // CHECK: note: for example, for gridDim.x = 4
  out[y * gridDim.x + x] = x;
}
void launchRows(float *out, dim3 grid) { rowsOfBlocks<<<grid, dim3(16, 8)>>>(out); }
