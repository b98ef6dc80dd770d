// RUN: not %cuda-memlint --remarks --checks=-*,cuda-divergent-branch %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

#include <cuda_runtime.h>

// 8 + 8 + 8 + 8 + 8 + 4 + 2 + 1 warps; packed 4 + 2 + 1 + 1 + 1 + 1 + 1 + 1.
__global__ void interleaved(int *out, const int *in) {
  __shared__ int data[256];
  unsigned tid = threadIdx.x;
  data[tid] = in[blockIdx.x * 256 + tid];
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    // CHECK: :[[#@LINE+4]]:9: warning: divergent branch: `(tid % (2 * s)) == 0` leaves 5.4 of 32 lanes active in each warp that executes it (47 warps executed in each of 64 blocks, 12 if the active threads were consecutive) [cuda-divergent-branch]
    // CHECK: :[[#@LINE-2]]:3: note: over 8 iterations of this loop
    // CHECK: note: for interleaved<<<64, 256>>>
    // CHECK: help: let the distance fall from half of the block to 1, and the first threads add: `for (unsigned s = blockDim.x / 2; s > 0; s /= 2) if (threadIdx.x < s)`, which has no bank conflicts either; `2 * s * threadIdx.x` as index would
    if ((tid % (2 * s)) == 0)
      data[tid] += data[tid + s];
    __syncthreads();
  }
  if (tid == 0)
    out[blockIdx.x] = data[0];
}

__global__ void packed(int *out, const int *in) {
  __shared__ int data[256];
  unsigned tid = threadIdx.x;
  data[tid] = in[blockIdx.x * 256 + tid];
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    int index = 2 * s * tid;
    if (index < blockDim.x)
      data[index] += data[index + s];
    __syncthreads();
  }
  if (tid == 0)
    out[blockIdx.x] = data[0];
}

__global__ void sequential(int *out, const int *in) {
  __shared__ int data[256];
  unsigned tid = threadIdx.x;
  data[tid] = in[blockIdx.x * 256 + tid];
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
    if (tid < s)
      data[tid] += data[tid + s];
    __syncthreads();
  }
  if (tid == 0)
    out[blockIdx.x] = data[0];
}

// The bits say the same as the remainder.
__global__ void oddLanes(float *data) {
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+2]]:7: warning: divergent branch: `t & 1` leaves 16 of 32 lanes active in each warp that executes it (8 warps executed in each of 64 blocks, 4 if
  // CHECK: help: give the work to consecutive threads: `int index = 2 * threadIdx.x + 1; if (index < blockDim.x)`
  if (t & 1)
    for (int k = 0; k < 8; ++k)
      data[256 * k + t] = 2 * data[256 * k + t] + data[256 * k + t - 1];
}

// The index in the grid.
__global__ void everyFourth(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+2]]:7: warning: divergent branch: `i % 4 == 0` leaves 8 of 32 lanes active in each warp that executes it (8 warps executed in each of 64 blocks, 2 if
  // CHECK: help: give the work to consecutive threads: `int index = 4 * threadIdx.x; if (index < blockDim.x)`, with `index` in place of `threadIdx.x`{{$}}
  if (i % 4 == 0)
    out[i / 4] = in[i] + in[i + 1] + in[i + 2] + in[i + 3];
}

// A switch with work in one case is an `if`.
__global__ void oneCase(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+2]]:11: warning: divergent branch: a case of `switch (i % 4)` leaves 8 of 32 lanes active in each warp that executes it (8 warps executed in each of 64 blocks, 2 if
  // CHECK: help: give the work to consecutive threads: `int index = 4 * threadIdx.x + 1; if (index < blockDim.x)`
  switch (i % 4) {
  case 1:
    out[i / 4] = in[i] + in[i + 1] + in[i + 2] + in[i + 3];
    break;
  default:
    break;
  }
}

// Each has work for its lanes.
__global__ void twoCases(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  switch (i & 3) {
  case 0:
    out[i] = in[i] + in[i + 1] + in[i + 2] + in[i + 3];
    break;
  case 2:
    out[i] = in[i] * in[i + 1] * in[i + 2] * in[i + 3];
    break;
  }
}

__global__ void caseAndDefault(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  switch (i & 3) {
  case 0:
    out[i] = in[i] + in[i + 1] + in[i + 2] + in[i + 3];
    break;
  default:
    out[i] = in[i] * in[i + 1];
  }
}

// A remainder that is not above 0.
__global__ void notAbove(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+1]]:7: warning: divergent branch: `i % 4 > 0` leaves 8 of 32 lanes active
  if (i % 4 > 0)
    return;
  out[i / 4] = in[i] + in[i + 1] + in[i + 2] + in[i + 3];
}

__global__ void everyFourthMended(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[4 * i] + in[4 * i + 1] + in[4 * i + 2] + in[4 * i + 3];
}

// Blocks of 256 threads do not begin at multiples of 3.
__global__ void everyThird(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+2]]:7: warning: divergent branch: `i % 3 == 0` leaves 10.7 of 32 lanes active in each warp that executes it (512 warps executed in the launch, 192 if the active threads of each block were consecutive)
  // CHECK: help: give the work to consecutive threads, so that whole warps work or idle
  if (i % 3 == 0)
    out[i / 3] = in[i] + in[i + 1] + in[i + 2];
}

__global__ void byMask(int *out, const int *in) {
  __shared__ int data[256];
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  data[threadIdx.x] = in[i];
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    // CHECK: :[[#@LINE+1]]:9: warning: divergent branch: `(i & (2 * s - 1)) == 0` leaves 5.4 of 32 lanes active in each warp that executes it (47 warps executed in each of 64 blocks, 12 if
    if ((i & (2 * s - 1)) == 0)
      data[threadIdx.x] += data[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = data[0];
}

// Two phases with the same remainder are one finding.
__global__ void oddEven(int *out, const int *in) {
  __shared__ int s[257];
  int t = threadIdx.x;
  s[t] = in[t];
  for (int round = 0; round < 128; ++round) {
    __syncthreads();
    // CHECK: :[[#@LINE+1]]:9: warning: divergent branch: `t % 2 == 0` leaves 16 of 32 lanes active
    if (t % 2 == 0) {
      int a = s[t], b = s[t + 1];
      s[t] = min(a, b);
      s[t + 1] = max(a, b);
    }
    __syncthreads();
    if (t % 2 == 1) {
      int a = s[t], b = s[t + 1];
      s[t] = min(a, b);
      s[t + 1] = max(a, b);
    }
  }
  __syncthreads();
  out[t] = s[t];
}

// What cannot be avoided, or hardly matters: leaders, bounds, prefixes, halos, little work, whole warps, shuffles.
__global__ void leaders(float *out, const float *in, int n) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (t == 0)
    for (int k = 0; k < 8; ++k)
      out[k] += in[k];
  if (t % 32 == 0)
    for (int k = 0; k < 8; ++k)
      out[i + k] += in[i + k];
  if (i < n)
    for (int k = 0; k < 8; ++k)
      out[i + k * n] += in[i + k * n];
}

__global__ void halo(float *out, const float *in) {
  __shared__ float tile[18][18];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y + 1][x + 1] = in[y * 16 + x];
  if (x == 0) {
    tile[y + 1][0] = in[y * 16] + in[y * 16 + 1];
    tile[y + 1][17] = in[y * 16 + 15] + in[y * 16 + 14];
  }
  if (y == 0) {
    tile[0][x + 1] = in[x] + in[x + 1];
    tile[17][x + 1] = in[240 + x] + in[239 + x];
  }
  __syncthreads();
  out[y * 16 + x] = tile[y][x + 1] + tile[y + 2][x + 1] + tile[y + 1][x] + tile[y + 1][x + 2];
}

__global__ void littleWork(float *out, const float *in) {
  int t = threadIdx.x;
  float x = in[t];
  if (t % 2 == 0)
    out[t / 2] = x;
}

// A structure is one access, and a call that is not followed none.
struct Record {
  double x, y, z;
};

__device__ void unseen(float *);

__global__ void records(Record *out, const Record *in, float *data) {
  int t = threadIdx.x;
  if (t % 2 == 0) {
    out[t] = in[t];
    unseen(data);
  }
}

__global__ void wholeWarps(float *data) {
  int t = threadIdx.x;
  if (t / 32 % 2 == 0)
    for (int k = 0; k < 8; ++k)
      data[256 * k + t] *= 2;
}

__global__ void mostLanes(float *data) {
  int t = threadIdx.x;
  if (t % 4 != 0)
    for (int k = 0; k < 8; ++k)
      data[256 * k + t] *= 2;
}

// The last warp of the block has 16 threads, no idle lanes.
__global__ void skipsSome(float *data) {
  int t = threadIdx.x;
  for (int k = 0; k < 8; ++k)
    if ((t + k) % 3 != 0)
      data[48 * k + t] *= 2;
}

// Groups of lanes that halve by themselves.
__global__ void groupPrefix(float *data) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = data[t];
  for (int half = 8; half > 0; half /= 2) {
    __syncwarp();
    if (t % 16 < half)
      s[t] += s[t + half];
  }
  data[t] = s[t];
}

__global__ void groupLeaders(float *out, const float *in) {
  int t = threadIdx.x;
  for (int k = 0; k < 8; ++k) {
    float x = in[256 * k + t];
    x += __shfl_down_sync(0xffffffff, x, 1, 2);
    if (t % 2 == 0)
      out[256 * k + t] += x;
  }
}

__global__ void otherWork(float *data, float *other) {
  int t = threadIdx.x;
  for (int k = 0; k < 8; ++k)
    if (t % 2 == 0)
      data[256 * k + t] *= 2;
    else
      other[256 * k + t] *= 3;
}

// One warp executes it however its threads are arranged.
__global__ void oneRow(float *out, const float *in, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = threadIdx.y, i = y * w + x;
  if (y == 0 && x % 2 == 0)
    out[i] = in[i] + in[i + 1] + in[i + 2];
  if (x % 2 == 0 && y == 0)
    out[i + 1] = in[i] + in[i + 1] + in[i + 2];
}

__global__ void oneWarp(float *out, const float *in) {
  int t = threadIdx.x, warp = t / 32, lane = t % 32;
  if (warp == 0)
    if (lane % 4 == 0)
      out[t] = in[t] + in[t + 1] + in[t + 2];
  if (t < 32 && t % 2 == 0)
    out[t] = in[t] + in[t + 1] + in[t + 2];
}

__global__ void oneRowEach(float *out, const float *in) {
  int x = threadIdx.x, y = threadIdx.y, i = y * 32 + x;
  if (y == 0)
    if (x % 2 == 0)
      out[i] = in[i] + in[i + 1] + in[i + 2];
  __syncthreads();
  if (y == 1)
    if (x % 2 == 0)
      out[i] = in[i] + in[i + 1] + in[i + 2];
}

// Half of the lanes are left out before.
__global__ void fewLanes(float *out, const float *in) {
  int t = threadIdx.x;
  if (t % 32 < 16)
    if (t % 2 == 0)
      out[t] = in[t] + in[t + 1] + in[t + 2];
}

// Two warps, which one could do for.
__global__ void twoRows(float *out, const float *in, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = threadIdx.y, i = y * w + x;
  if (y % 4 == 0)
    // CHECK: :[[#@LINE+2]]:9: warning: divergent branch: `x % 2 == 0` leaves 16 of 32 lanes active in each warp that executes it (2 warps executed in each of 64 blocks, 1 if
    // CHECK: help: give the work to consecutive threads, so that whole warps work or idle
    if (x % 2 == 0)
      out[i] = in[i] + in[i + 1] + in[i + 2];
}

__global__ void returnsEarly(float *out, const float *in, int n) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (t >= 64 || i >= n)
    return;
  // CHECK: :[[#@LINE+2]]:7: warning: divergent branch: `t % 2` leaves 16 of 32 lanes active in each warp that executes it (2 warps executed per block, 1 if the active threads were consecutive)
  // CHECK: note: counted for one block that passes all conditions whose values are unknown
  if (t % 2)
    out[i] = in[i] + in[i + 1] + in[i + 2];
}

// Data or an argument may keep whole warps out.
__global__ void unknownWarps(float *out, const float *in, int row, const int *which) {
  int x = threadIdx.x, y = threadIdx.y, i = y * 32 + x;
  if (y == row)
    if (x % 2 == 0)
      out[i] = in[i] + in[i + 1] + in[i + 2];
  if (which[y] == 0)
    if (x % 4 == 0)
      out[i] = in[i] + in[i + 1] + in[i + 2];
}

// The divisor as it is written, or not at all.
__global__ void sumAsDivisor(float *data) {
  for (int s = 1; s < 256; s *= 2) {
    // CHECK: :[[#@LINE+2]]:9: warning: divergent branch: `threadIdx.x % (s + s) == 0`
    // CHECK: help: give the work to consecutive threads: `int index = (s + s) * threadIdx.x; if
    if (threadIdx.x % (s + s) == 0)
      data[threadIdx.x] += data[threadIdx.x + 256] * data[threadIdx.x + 512];
    __syncthreads();
  }
}

__global__ void shiftAsDivisor(float *data) {
  for (unsigned s = 1; s < blockDim.x; s <<= 1) {
    // CHECK: :[[#@LINE+2]]:9: warning: divergent branch: `threadIdx.x % (s << 1) == 0`
    // CHECK: help: give the work to consecutive threads: `int index = (s << 1) * threadIdx.x; if
    if (threadIdx.x % (s << 1) == 0)
      data[threadIdx.x] += data[threadIdx.x + 256] * data[threadIdx.x + 512];
    __syncthreads();
  }
}

__global__ void castAsDivisor(float *data) {
  for (int s = 2; s < 256; s *= 2) {
    // CHECK: :[[#@LINE+2]]:9: warning: divergent branch: `threadIdx.x % (unsigned)s == 0`
    // CHECK: help: give the work to consecutive threads, so that whole warps work or idle
    if (threadIdx.x % (unsigned)s == 0)
      data[threadIdx.x] += data[threadIdx.x + 256] * data[threadIdx.x + 512];
    __syncthreads();
  }
}

// Other lanes of its warp wrote what the thread reads: consecutive threads would read what other warps wrote.
__global__ void withinWarp(float *data) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = data[t];
  __syncwarp();
  // CHECK: :[[#@LINE+2]]:7: warning: divergent branch: `t % 8 == 0` leaves 4 of 32 lanes active
  // CHECK-NOT: help:
  if (t % 8 == 0) {
    float x = 0;
    for (int k = 0; k < 8; ++k)
      x += s[t + k];
    for (int k = 0; k < 8; ++k)
      s[t + k] /= x;
  }
  __syncwarp();
  data[t] = s[t];
}

// All lanes work, in turns.
__global__ void elseOfTwo(float *out, const float *in, int n) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (t % 2 == 0 && i < n)
    out[i] = in[i] + in[i + 1] + in[i + 2];
  else
    out[i] = in[i] - in[i + 1];
}

__global__ void bayer(float *out, const float *in, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = threadIdx.y, i = y * w + x;
  if ((x & 1) == 0 && (y & 1) == 0)
    out[i] = in[i] + in[i + 1] + in[i + w];
  else if ((x & 1) == 1 && (y & 1) == 0)
    out[i] = in[i] + in[i - 1] + in[i + w];
  else
    out[i] = in[i] - in[i - 1];
}

__global__ void inTurns(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i % 4 == 0)
    out[i] = in[i] + in[i + 1] * in[i + 2];
  if (i % 4 == 1)
    out[i] = in[i] - in[i + 1] * in[i + 2];
  if (i % 4 == 2)
    out[i] = in[i] * in[i + 1] * in[i + 2];
  if (i % 4 == 3)
    out[i] = in[i] / in[i + 1] * in[i + 2];
}

// Data decide, or an argument.
__global__ void byData(float *data, const int *which) {
  int t = threadIdx.x;
  if (which[t] % 2 == 0)
    for (int k = 0; k < 8; ++k)
      data[256 * k + t] *= 2;
}

extern int fromElsewhere;

__global__ void byArgument(float *data, int colour) {
  int t = threadIdx.x;
  if (t % 2 == colour)
    for (int k = 0; k < 8; ++k)
      data[256 * k + t] *= 2;
}

// One warp is not less.
__global__ void smallBlock(float *data) {
  int t = threadIdx.x;
  if (t % 2 == 0)
    for (int k = 0; k < 8; ++k)
      data[256 * k + t] *= 2;
}

int main() {
  int *i;
  float *f;
  cudaMalloc(&i, 1 << 20);
  cudaMalloc(&f, 1 << 20);
  interleaved<<<64, 256>>>(i, i);
  packed<<<64, 256>>>(i, i);
  sequential<<<64, 256>>>(i, i);
  oddLanes<<<64, 256>>>(f);
  everyFourth<<<64, 256>>>(f, f);
  everyThird<<<64, 256>>>(f, f);
  byMask<<<64, 256>>>(i, i);
  oneCase<<<64, 256>>>(f, f);
  twoCases<<<64, 256>>>(f, f);
  caseAndDefault<<<64, 256>>>(f, f);
  notAbove<<<64, 256>>>(f, f);
  everyFourthMended<<<16, 256>>>(f, f);
  oddEven<<<1, 256>>>(i, i);
  leaders<<<64, 256>>>(f, f, fromElsewhere);
  halo<<<64, dim3(16, 16)>>>(f, f);
  littleWork<<<64, 256>>>(f, f);
  records<<<64, 256>>>((Record *)f, (Record *)(f + 4096), f);
  wholeWarps<<<64, 256>>>(f);
  mostLanes<<<64, 256>>>(f);
  skipsSome<<<64, 48>>>(f);
  groupPrefix<<<64, 256>>>(f);
  groupLeaders<<<64, 256>>>(f, f);
  otherWork<<<64, 256>>>(f, f + 4096);
  byData<<<64, 256>>>(f, i);
  byArgument<<<64, 256>>>(f, fromElsewhere);
  smallBlock<<<64, 32>>>(f);
  oneRow<<<64, dim3(32, 8)>>>(f, f, 4096);
  oneWarp<<<64, 256>>>(f, f);
  oneRowEach<<<64, dim3(32, 8)>>>(f, f);
  fewLanes<<<64, 256>>>(f, f);
  twoRows<<<64, dim3(32, 8)>>>(f, f, 4096);
  returnsEarly<<<64, 256>>>(f, f, fromElsewhere);
  unknownWarps<<<64, dim3(32, 8)>>>(f, f, fromElsewhere, i);
  elseOfTwo<<<64, 256>>>(f, f, 16384);
  bayer<<<64, dim3(32, 8)>>>(f, f, 4096);
  inTurns<<<64, 256>>>(f, f);
  sumAsDivisor<<<64, 256>>>(f);
  shiftAsDivisor<<<64, 256>>>(f);
  castAsDivisor<<<64, 256>>>(f);
  withinWarp<<<1, 256>>>(f);
}
