// RUN: not %cuda-memlint --checks=-*,cuda-shared-race %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %cuda-memlint --checks=-*,cuda-shared-race --show-remarks %s 2>&1 | FileCheck %s --check-prefixes=CHECK,REMARK --implicit-check-not=warning: --implicit-check-not=remark:
// RUN: not %cuda-memlint --checks=-*,cuda-shared-race --show-remarks --races=may %s 2>&1 | FileCheck %s --check-prefixes=CHECK,REMARK,MAY --implicit-check-not=warning: --implicit-check-not=remark:

#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

//===--- One barrier -------------------------------------------------------===//

__global__ void reverse(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  values[t] = in[t];
  // CHECK: :[[#@LINE+1]]:12: warning: shared memory race on `values[127]`: thread (0,0,0) reads it here while thread (127,0,0) writes it at line [[#@LINE-1]], with no barrier in between [cuda-shared-race]
  out[t] = values[127 - t];
}

__global__ void reverseFixed(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  values[t] = in[t];
  __syncthreads();
  out[t] = values[127 - t];
}

// What a thread stores it reads back itself.
__global__ void sameThread(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  values[t] = in[t];
  values[t] += 1;
  out[t] = values[t];
}

// A fence orders one thread's accesses, and does not wait for other threads.
__global__ void fenceOnly(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  values[t] = in[t];
  __threadfence_block();
  // CHECK: :[[#@LINE+1]]:12: warning: shared memory race on `values[64]`: thread (0,0,0) reads it here while thread (64,0,0) writes it at line [[#@LINE-2]], with no barrier in between [cuda-shared-race]
  out[t] = values[t ^ 64];
}

// The lanes of one warp are ordered, those of two are not.
__global__ void warpOnly(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  values[t] = in[t];
  __syncwarp();
  // CHECK: :[[#@LINE+1]]:12: warning: shared memory race on `values[32]`: thread (0,0,0) reads it here while thread (32,0,0) writes it at line [[#@LINE-2]], with no barrier in between [cuda-shared-race]
  out[t] = values[(t + 32) % 128];
}

__global__ void warpOnlyFixed(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  values[t] = in[t];
  __syncwarp();
  out[t] = values[t ^ 31];
}

// Both lanes are in one warp: this is reported by cuda-missing-syncwarp.
__global__ void oneWarp(int *out, const int *in) {
  __shared__ int values[32];
  int t = threadIdx.x;
  values[t] = in[t];
  out[t] = values[31 - t];
}

//===--- Loops -------------------------------------------------------------===//

// The tile of the next step is stored while others still read this one.
__global__ void tiled(float *c, const float *a, const float *b, int n) {
  __shared__ float rows[16][16], columns[16][16];
  int x = threadIdx.x, y = threadIdx.y;
  int column = blockIdx.x * 16 + x, row = blockIdx.y * 16 + y;
  float sum = 0;
  for (int k = 0; k < n; k += 16) {
    rows[y][x] = a[row * n + k + x];
    columns[y][x] = b[(k + y) * n + column];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      // CHECK: :[[#@LINE+1]]:27: warning: shared memory race on `columns[0][0]`: thread (0,2,0) reads it here while thread (0,0,0) (in iteration 1 of the loop at line [[#@LINE-5]]) writes it at line [[#@LINE-3]], with no barrier in between [cuda-shared-race]
      sum += rows[y][i] * columns[i][x];
  }
  c[row * n + column] = sum;
}

__global__ void tiledFixed(float *c, const float *a, const float *b, int n) {
  __shared__ float rows[16][16], columns[16][16];
  int x = threadIdx.x, y = threadIdx.y;
  int column = blockIdx.x * 16 + x, row = blockIdx.y * 16 + y;
  float sum = 0;
  for (int k = 0; k < n; k += 16) {
    rows[y][x] = a[row * n + k + x];
    columns[y][x] = b[(k + y) * n + column];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += rows[y][i] * columns[i][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// One iteration has no next one.
__global__ void tiledOnce(float *c, const float *a) {
  __shared__ float tile[256];
  int t = threadIdx.x;
  for (int k = 0; k < 256; k += 256) {
    tile[t] = a[k + t];
    __syncthreads();
    c[k + t] = tile[255 - t];
  }
}

__global__ void sumWithout(int *out, const int *in) {
  __shared__ int sums[256];
  int t = threadIdx.x;
  sums[t] = in[blockIdx.x * 256 + t];
  __syncthreads();
  for (int width = 128; width > 0; width /= 2)
    if (t < width)
      // CHECK: :[[#@LINE+1]]:7: warning: shared memory race on `sums[32]`: thread (32,0,0) writes it here while thread (0,0,0) (in iteration 2 of the loop at line [[#@LINE-2]]) reads it at line [[#@LINE+1]], with no barrier in between [cuda-shared-race]
      sums[t] += sums[t + width];
  if (t == 0)
    out[blockIdx.x] = sums[0];
}

__global__ void sumWithoutFixed(int *out, const int *in) {
  __shared__ int sums[256];
  int t = threadIdx.x;
  sums[t] = in[blockIdx.x * 256 + t];
  for (int width = 128; width > 0; width /= 2) {
    __syncthreads();
    if (t < width)
      sums[t] += sums[t + width];
  }
  if (t == 0)
    out[blockIdx.x] = sums[0];
}

// What a thread adds may have been added to already.
__global__ void scanInOne(int *out, const int *in) {
  __shared__ int sums[128];
  int t = threadIdx.x;
  sums[t] = in[t];
  for (int distance = 1; distance < 128; distance *= 2) {
    __syncthreads();
    if (t >= distance)
      // CHECK: :[[#@LINE+1]]:7: warning: shared memory race on `sums[31]`: thread (31,0,0) writes it here while thread (32,0,0) reads it at line [[#@LINE+1]], with no barrier in between [cuda-shared-race]
      sums[t] += sums[t - distance];
  }
  out[t] = sums[t];
}

__global__ void scanInOneFixed(int *out, const int *in) {
  __shared__ int sums[128];
  int t = threadIdx.x;
  sums[t] = in[t];
  for (int distance = 1; distance < 128; distance *= 2) {
    __syncthreads();
    int before = t >= distance ? sums[t - distance] : 0;
    __syncthreads();
    sums[t] += before;
  }
  out[t] = sums[t];
}

// Two buffers in turn: one barrier in each step is enough, if it lies between the store
// of a step and its loads.
__global__ void inTurn(int *out, const int *in, int steps) {
  __shared__ int buffers[2][128];
  int t = threadIdx.x;
  int sum = 0;
  for (int step = 0; step < steps; ++step) {
    buffers[step % 2][t] = in[step * 128 + t];
    __syncthreads();
    sum += buffers[step % 2][127 - t];
  }
  out[t] = sum;
}

// The wrong one of the two is read: it is stored by others in this very interval.
__global__ void inTurnWrong(int *out, const int *in) {
  __shared__ int buffers[2][128];
  int t = threadIdx.x;
  int sum = 0;
  buffers[1][t] = 0;
  for (int step = 0; step < 8; ++step) {
    buffers[step % 2][t] = in[step * 128 + t];
    __syncthreads();
    // CHECK: :[[#@LINE+1]]:12: warning: shared memory race on `buffers[1][127]`: thread (0,0,0) reads it here while thread (127,0,0) (in iteration 1 of the loop at line [[#@LINE-3]]) writes it at line [[#@LINE-2]], with no barrier in between [cuda-shared-race]
    sum += buffers[(step + 1) % 2][127 - t];
  }
  out[t] = sum;
}

// The step that leaves out the barrier is the first of two.
__global__ void continued(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  for (int k = 0; k < 8; ++k) {
    values[t] = in[k * 128 + t];
    __syncthreads();
    // CHECK: :[[#@LINE+1]]:24: warning: shared memory race on `values[127]`: thread (0,0,0) reads it here while thread (127,0,0) (in iteration 1 of the loop at line [[#@LINE-3]]) writes it at line [[#@LINE-2]], with no barrier in between [cuda-shared-race]
    out[k * 128 + t] = values[127 - t];
    if (k % 2 == 0)
      continue;
    __syncthreads();
  }
}

__global__ void leftInTheMiddle(int *out, const int *in, int n) {
  __shared__ int values[128];
  int t = threadIdx.x;
  for (int k = 0;;) {
    values[t] = in[k + t];
    __syncthreads();
    out[k + t] = values[127 - t];
    k += 128;
    if (k >= n)
      break;
    __syncthreads();
  }
}

//===--- Conditions --------------------------------------------------------===//

// The same thread both times.
__global__ void oneThread(int *out) {
  __shared__ int total;
  int t = threadIdx.x;
  if (t == 0)
    total = 0;
  if (t == 0)
    total += 5;
  __syncthreads();
  out[t] = total;
}

__global__ void twoThreads(int *out) {
  __shared__ int total;
  int t = threadIdx.x;
  if (t == 0)
    total = 0;
  if (t == 64)
    // CHECK: :[[#@LINE+1]]:5: warning: shared memory race on `total`: thread (64,0,0) reads it here while thread (0,0,0) writes it at line [[#@LINE-2]], with no barrier in between [cuda-shared-race]
    total += 5;
  __syncthreads();
  out[t] = total;
}

__global__ void halves(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  if (t < 64)
    values[t] = in[t];
  else
    values[191 - t] = in[t];
  __syncthreads();
  out[t] = values[t];
}

__global__ void halvesThatOverlap(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  if (t < 64)
    values[t] = in[t];
  else
    // CHECK: :[[#@LINE+1]]:5: warning: shared memory race on `values[63]`: thread (124,0,0) writes it here while thread (63,0,0) writes it at line [[#@LINE-2]], with no barrier in between [cuda-shared-race]
    values[187 - t] = in[t];
  __syncthreads();
  out[t] = values[t % 64];
}

// All threads of a block go one way.
__global__ void oneWay(int *out, const int *in, int flag) {
  __shared__ int values[128];
  int t = threadIdx.x;
  if (flag)
    values[t] = in[t];
  else
    values[127 - t] = in[t];
  __syncthreads();
  out[t] = values[t ^ 64];
}

// Both ways in turn.
__global__ void bothWays(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  for (int step = 0; step < 4; ++step) {
    if (step % 2 == 0)
      values[t] = in[t];
    else
      // CHECK: :[[#@LINE+1]]:7: warning: shared memory race on `values[127]`: thread (0,0,0) (in iteration 1 of the loop at line [[#@LINE-4]]) writes it here while thread (127,0,0) writes it at line [[#@LINE-2]], with no barrier in between [cuda-shared-race]
      values[127 - t] = in[t];
  }
  __syncthreads();
  out[t] = values[t ^ 64];
}

// The upper half of the block is gone before it could meet the lower half.
__global__ void earlyExit(int *out, const int *in) {
  __shared__ int values[64];
  int t = threadIdx.x;
  if (t >= 64)
    return;
  values[t] = in[t];
  values[t % 64] += 1;
  out[t] = values[t];
}

__global__ void withoutExit(int *out, const int *in) {
  __shared__ int values[64];
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+1]]:3: warning: shared memory race on `values[0]`: thread (64,0,0) and thread (0,0,0) both write it here, in undefined order [cuda-shared-race]
  values[t % 64] = in[t];
  __syncthreads();
  out[t] = values[t % 64];
}

//===--- Functions ---------------------------------------------------------===//

__device__ void meet() { __syncthreads(); }
__device__ void meetNot() { __threadfence_block(); }

__device__ void put(int *values, int i, int value) {
  values[i] = value;
}

__global__ void meetInFunction(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  put(values, t, in[t]);
  meet();
  out[t] = values[127 - t];
}

__global__ void meetNotInFunction(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  put(values, t, in[t]);
  meetNot();
  // CHECK: :[[#@LINE+1]]:12: warning: shared memory race on `values[127]`: thread (0,0,0) reads it here while thread (127,0,0) writes it at line [[#@LINE-16]], with no barrier in between [cuda-shared-race]
  out[t] = values[127 - t];
}

__global__ void groups(int *out, const int *in) {
  __shared__ int values[128];
  cg::thread_block block = cg::this_thread_block();
  int t = block.thread_rank();
  values[t] = in[t];
  block.sync();
  out[t] = values[127 - t];
}

//===--- Blocks of two dimensions ------------------------------------------===//

__global__ void transpose(float *out, const float *in) {
  __shared__ float tile[16][17];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 16 + x];
  // CHECK: :[[#@LINE+1]]:21: warning: shared memory race on `tile[2][0]`: thread (2,0,0) reads it here while thread (0,2,0) writes it at line [[#@LINE-1]], with no barrier in between [cuda-shared-race]
  out[y * 16 + x] = tile[x][y];
}

__global__ void transposeFixed(float *out, const float *in) {
  __shared__ float tile[16][17];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 16 + x];
  __syncthreads();
  out[y * 16 + x] = tile[x][y];
}

// The row alone does not distinguish 16 threads from those of the next row.
__global__ void forgottenRow(float *out, const float *in) {
  __shared__ float line[16];
  int x = threadIdx.x, y = threadIdx.y;
  // CHECK: :[[#@LINE+1]]:3: warning: shared memory race on `line[0]`: thread (0,2,0) and thread (0,0,0) both write it here, in undefined order [cuda-shared-race]
  line[x] = in[y * 16 + x];
  __syncthreads();
  out[y * 16 + x] = line[15 - x];
}

__global__ void rowsApart(float *out, const float *in) {
  __shared__ float lines[16 * 16];
  int x = threadIdx.x, y = threadIdx.y;
  lines[y * 16 + x] = in[y * 16 + x];
  __syncthreads();
  out[y * 16 + x] = lines[y * 16 + 15 - x];
}

//===--- Dynamic shared memory ---------------------------------------------===//

__global__ void carved(float *out, const float *in) {
  extern __shared__ float both[];
  float *left = both, *right = both + 128;
  int t = threadIdx.x;
  left[t] = in[t];
  right[t] = in[128 + t];
  __syncthreads();
  out[t] = left[127 - t] + right[127 - t];
}

// 100 elements where 128 are stored.
__global__ void carvedTooShort(float *out, const float *in) {
  extern __shared__ float both[];
  float *left = both, *right = both + 100;
  int t = threadIdx.x;
  left[t] = in[t];
  // CHECK: :[[#@LINE+1]]:3: warning: shared memory race on `both[100]`: thread (0,0,0) writes it here while thread (100,0,0) writes it at line [[#@LINE-1]], with no barrier in between [cuda-shared-race]
  right[t] = in[128 + t];
  __syncthreads();
  out[t] = left[127 - t] + right[127 - t];
}

//===--- Parts of elements -------------------------------------------------===//

__global__ void bytesOfWords(int *out, const int *in) {
  __shared__ int words[128];
  int t = threadIdx.x;
  char *bytes = reinterpret_cast<char *>(words);
  words[t] = in[t];
  // CHECK: :[[#@LINE+1]]:12: warning: shared memory race on `words[8]`: thread (32,0,0) reads it here while thread (8,0,0) writes it at line [[#@LINE-1]], with no barrier in between [cuda-shared-race]
  out[t] = bytes[t];
}

__global__ void bytesOfOwnWord(int *out, const int *in) {
  __shared__ int words[128];
  int t = threadIdx.x;
  char *bytes = reinterpret_cast<char *>(words);
  words[t] = in[t];
  out[t] = bytes[4 * t] + bytes[4 * t + 3];
}

// Neighbouring bytes are places of their own.
__global__ void neighbouringBytes(char *out, const char *in) {
  __shared__ char bytes[128];
  int t = threadIdx.x;
  bytes[t] = in[t];
  out[t] = bytes[t];
}

struct Pair {
  int left, right;
};

__global__ void members(int *out, const int *in) {
  __shared__ Pair pairs[128];
  int t = threadIdx.x;
  pairs[t].left = in[t];
  pairs[127 - t].right = in[t];
  __syncthreads();
  out[t] = pairs[t].left + pairs[t].right;
}

__global__ void oneMember(int *out, const int *in) {
  __shared__ Pair pairs[128];
  int t = threadIdx.x;
  pairs[t].left = in[t];
  // CHECK: :[[#@LINE+1]]:3: warning: shared memory race on `pairs[127].left`: thread (0,0,0) writes it here while thread (127,0,0) writes it at line [[#@LINE-1]], with no barrier in between [cuda-shared-race]
  pairs[127 - t].left = in[t];
  __syncthreads();
  out[t] = pairs[t].left;
}

// Four elements at once by one thread, one of them read by another.
__global__ void vectors(float *out, const float4 *in) {
  __shared__ float values[512];
  int t = threadIdx.x;
  reinterpret_cast<float4 *>(values)[t] = in[t];
  // CHECK: :[[#@LINE+1]]:12: warning: shared memory race on `values[32]`: thread (32,0,0) reads it here while thread (8,0,0) writes it at line [[#@LINE-1]], with no barrier in between [cuda-shared-race]
  out[t] = values[t];
}

__global__ void vectorsFixed(float *out, const float4 *in) {
  __shared__ float values[512];
  int t = threadIdx.x;
  reinterpret_cast<float4 *>(values)[t] = in[t];
  out[t] = values[4 * t + 3];
}

//===--- Atomics -----------------------------------------------------------===//

__global__ void atomics(int *out, const int *in) {
  __shared__ int counts[16];
  int t = threadIdx.x;
  if (t < 16)
    counts[t] = 0;
  __syncthreads();
  atomicAdd(&counts[t % 16], in[t]);
  atomicMax(&counts[(t + 1) % 16], in[t]);
  __syncthreads();
  if (t < 16)
    out[t] = counts[t];
}

__global__ void atomicAndPlain(int *out, const int *in) {
  __shared__ int counts[16];
  int t = threadIdx.x;
  if (t < 16)
    counts[t] = 0;
  // CHECK: :[[#@LINE+1]]:3: warning: shared memory race on `counts[0]`: thread (32,0,0) updates it here while thread (0,0,0) writes it at line [[#@LINE-1]], with no barrier in between [cuda-shared-race]
  atomicAdd(&counts[t % 16], in[t]);
  __syncthreads();
  if (t < 16)
    out[t] = counts[t];
}

//===--- One value ---------------------------------------------------------===//

__global__ void foundByAll(int *out, const int *in) {
  __shared__ int found;
  int t = threadIdx.x;
  if (t == 0)
    found = 0;
  __syncthreads();
  // REMARK: :[[#@LINE+2]]:5: remark: benign shared memory race on `found{{[^`]*}}`: {{.*}}; all write the same value [cuda-shared-race]
  if (in[t] == 7)
    found = 1;
  __syncthreads();
  out[t] = found;
}

__global__ void setByAll(int *out) {
  __shared__ int width;
  // REMARK: :[[#@LINE+1]]:3: remark: benign shared memory race on `width`: thread (127,0,0) and thread (0,0,0) both write it here; all write the same value [cuda-shared-race]
  width = 64;
  __syncthreads();
  out[threadIdx.x] = width;
}

__global__ void setByAllToOwn(int *out) {
  __shared__ int last;
  // CHECK: :[[#@LINE+1]]:3: warning: shared memory race on `last`: thread (32,0,0) and thread (0,0,0) both write it here, in undefined order [cuda-shared-race]
  last = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = last;
}

//===--- Unknown values ----------------------------------------------------===//

__global__ void shifted(int *out, const int *in, int offset) {
  __shared__ int values[512];
  int t = threadIdx.x;
  values[t] = in[t];
  // MAY: :[[#@LINE+1]]:12: remark: possible shared memory race on `values[32]`: thread (31,0,0) reads it here while thread (32,0,0) writes it at line [[#@LINE-1]], with no barrier in between [cuda-shared-race]
  out[t] = values[t + offset];
}

__global__ void shiftedFixed(int *out, const int *in, int offset) {
  __shared__ int values[512];
  int t = threadIdx.x;
  values[t] = in[t];
  __syncthreads();
  out[t] = values[t + offset];
}

// All blocks that are taken for likely have a second warp.
__global__ void anyBlock(int *out, const int *in) {
  __shared__ int values[1025];
  int t = threadIdx.x;
  values[t] = in[t];
  // CHECK: :[[#@LINE+1]]:12: warning: shared memory race on `values[32]`: thread (31,0,0) reads it here while thread (32,0,0) writes it at line [[#@LINE-1]], with no barrier in between [cuda-shared-race]
  out[t] = values[t + 1];
}

__global__ void anyBlockFixed(int *out, const int *in) {
  __shared__ int values[1025];
  int t = threadIdx.x;
  values[t] = in[t];
  __syncthreads();
  out[t] = values[t + 1];
}

void launch(int *out, const int *in, float *c, const float *a, const float *b, char *bytes, int n) {
  reverse<<<1, 128>>>(out, in);
  reverseFixed<<<1, 128>>>(out, in);
  sameThread<<<1, 128>>>(out, in);
  fenceOnly<<<1, 128>>>(out, in);
  warpOnly<<<1, 128>>>(out, in);
  warpOnlyFixed<<<1, 128>>>(out, in);
  oneWarp<<<1, 32>>>(out, in);
  tiled<<<dim3(8, 8), dim3(16, 16)>>>(c, a, b, 128);
  tiledFixed<<<dim3(8, 8), dim3(16, 16)>>>(c, a, b, 128);
  tiledOnce<<<1, 256>>>(c, a);
  sumWithout<<<4, 256>>>(out, in);
  sumWithoutFixed<<<4, 256>>>(out, in);
  scanInOne<<<1, 128>>>(out, in);
  scanInOneFixed<<<1, 128>>>(out, in);
  inTurn<<<1, 128>>>(out, in, n);
  inTurnWrong<<<1, 128>>>(out, in);
  continued<<<1, 128>>>(out, in);
  leftInTheMiddle<<<1, 128>>>(out, in, 1024);
  members<<<1, 128>>>(out, in);
  oneMember<<<1, 128>>>(out, in);
  vectors<<<1, 128>>>(c, reinterpret_cast<const float4 *>(a));
  vectorsFixed<<<1, 128>>>(c, reinterpret_cast<const float4 *>(a));
  oneThread<<<1, 128>>>(out);
  twoThreads<<<1, 128>>>(out);
  halves<<<1, 128>>>(out, in);
  halvesThatOverlap<<<1, 128>>>(out, in);
  oneWay<<<1, 128>>>(out, in, n);
  bothWays<<<1, 128>>>(out, in);
  earlyExit<<<1, 128>>>(out, in);
  withoutExit<<<1, 128>>>(out, in);
  meetInFunction<<<1, 128>>>(out, in);
  meetNotInFunction<<<1, 128>>>(out, in);
  groups<<<1, 128>>>(out, in);
  transpose<<<1, dim3(16, 16)>>>(c, a);
  transposeFixed<<<1, dim3(16, 16)>>>(c, a);
  forgottenRow<<<1, dim3(16, 16)>>>(c, a);
  rowsApart<<<1, dim3(16, 16)>>>(c, a);
  carved<<<1, 128, 1024>>>(c, a);
  carvedTooShort<<<1, 128, 1024>>>(c, a);
  bytesOfWords<<<1, 128>>>(out, in);
  bytesOfOwnWord<<<1, 128>>>(out, in);
  neighbouringBytes<<<1, 128>>>(bytes, bytes + 128);
  atomics<<<1, 128>>>(out, in);
  atomicAndPlain<<<1, 128>>>(out, in);
  foundByAll<<<1, 128>>>(out, in);
  setByAll<<<1, 128>>>(out);
  setByAllToOwn<<<1, 128>>>(out);
  shifted<<<1, 128>>>(out, in, n);
  shiftedFixed<<<1, 128>>>(out, in, n);
}
