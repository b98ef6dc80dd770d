// RUN: not %cuda-memlint --remarks --checks=-*,cuda-shared-out-of-bounds %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

#include <cassert>

__constant__ float table[16];

// Threads 32 to 63 leave the array. The load and the store are one finding.
__global__ void tooManyThreads(float *out) {
  __shared__ float s[32];
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+1]]:3: warning: out-of-bounds shared memory access: thread (32,0,0) of block (0,0,0) writes `s[32]`, past the end of `s` (32 elements) [cuda-shared-out-of-bounds]
  s[t] = 1;
  out[t] = s[t];
  // CHECK: note: and 1 more access to `s`: line [[#@LINE-1]]
  // CHECK: note: for tooManyThreads<<<4, 64>>> at line
}

__global__ void enoughElements(float *out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = 1;
  out[t] = s[t];
}

// The iteration is part of the witness.
__global__ void loops(float *out) {
  __shared__ float s[32];
  // CHECK: :[[#@LINE+2]]:{{.*}}thread (0,0,0) of block (0,0,0) (in iteration 2 of the loop at line [[#@LINE+1]]) writes `s[32]`
  for (int k = 0; k < 3; ++k)
    s[30 + k] = 1;
  int d = 30;
  do {
    // CHECK: :[[#@LINE+1]]:{{.*}}(in iteration 2 of the loop at line [[#@LINE-1]]) writes `s[32]`
    s[d] = 1;
  } while (++d < 33);
  // CHECK: :[[#@LINE+3]]:{{.*}}thread (0,0,0) of block (0,0,0) (in iteration 1 of the loop at line [[#@LINE+1]]) writes `s[32]`
  for (int i = threadIdx.x; i < 64; i += 32)
    if (i < 40)
      s[i] = 1;
}

__global__ void loopsThatEnd(float *out) {
  __shared__ float s[32];
  for (int k = 0; k < 2; ++k)
    s[30 + k] = 1;
  int d = 30;
  do {
    s[d] = 1;
  } while (++d < 32);
  d = 0;
  while (true) {
    if (d == 32)
      break;
    s[d++] = 2;
  }
  for (int i = threadIdx.x; i < 32; i += blockDim.x)
    s[i] = 3;
  for (int i = 0; i < 40; ++i) {
    if (i + threadIdx.x >= 32)
      continue;
    s[i + threadIdx.x] = 4;
  }
}

// Before the start.
__global__ void negative(float *out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  // CHECK: :[[#@LINE+1]]:{{.*}}thread (0,0,0) of block (0,0,0) reads `s[-1]`, before the start of `s` [
  out[t] = s[t - 1];
  out[t] = t > 0 ? s[t - 1] : 0;
  if (t != 0 && s[t - 1] > 0)
    out[t] = 1;
  unsigned u = t;
  if (u - 1 < 32)
    out[t] = s[u - 1];
}

// The bytes of the whole array count, not those of its rows.
__global__ void rows(float *out) {
  __shared__ float s[8][32];
  int t = threadIdx.x;
  out[t] = s[0][t * 3];
  float *middle = &s[4][0];
  out[t] = middle[t - 128];
  // CHECK: :[[#@LINE+1]]:{{.*}}thread (52,0,0) of block (0,0,0) reads `s[8][4]`, past the end of `s` (8 x 32 elements)
  out[t] = s[0][t * 5];
  // CHECK: :[[#@LINE+1]]:{{.*}}thread (56,0,0) of block (0,0,0) reads `s[8][0]`
  out[t] = s[t / 7][t % 7];
}

__global__ void otherTypes(float *out) {
  __shared__ int s[10];
  __shared__ union {
    float words[64];
    char bytes[256];
  } u;
  int t = threadIdx.x;
  u.bytes[t * 4 + 3] = 1;
  *(float4 *)&u.words[t / 4 * 4] = float4();
  if (t < 2)
    *(int4 *)&s[4 * t] = int4();
  // CHECK: :[[#@LINE+2]]:{{.*}}thread (2,0,0) of block (0,0,0) writes `s[8]` and beyond, past the end of `s` (10 elements)
  if (t < 3)
    *(int4 *)&s[4 * t] = int4();
}

__global__ void constantAndLocal(float *out) {
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+1]]:{{.*}}out-of-bounds constant memory access: thread (16,0,0) of block (0,0,0) reads `table[16]`, past the end of `table` (16 elements)
  out[t] = table[t];
  out[t] = table[t & 15];
  float own[100];
  for (int i = 0; i < 100; ++i)
    own[i] = out[i];
  out[t] = own[t + 36];
  // CHECK: :[[#@LINE+1]]:{{.*}}out-of-bounds local memory access: thread (63,0,0) of block (0,0,0) reads `own[100]`, past the end of `own` (100 elements)
  out[t] = own[t + 37];
}

// A block other than the first one.
__global__ void laterBlock(float *out, int n) {
  __shared__ float s[34];
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+2]]:{{.*}}thread (30,0,0) of block (3,0,0) writes `s[34]`
  if (blockIdx.x == 3)
    s[t + n] = 1;
  if (blockIdx.x == 4)
    s[t + n] = 1;
}

// All 256 B, and no more.
__global__ void dynamicBytes(float *out) {
  extern __shared__ float d[];
  int t = threadIdx.x;
  d[t] = 1;
  // CHECK: :[[#@LINE+2]]:{{.*}}out-of-bounds shared memory access: the launch gives 256 B of dynamic shared memory, thread (63,0,0) of block (0,0,0) needs 512 B for `behind[t]`
  float *behind = d + 64;
  behind[t] = 1;
  int *again = (int *)(d + 63);
  *again = t;
}

__global__ void noDynamicBytes(float *out) {
  extern __shared__ float d[];
  // CHECK: :[[#@LINE+1]]:{{.*}}the launch gives 0 B of dynamic shared memory, thread (63,0,0) of block (0,0,0) needs 256 B
  d[threadIdx.x] = 1;
}

// Several arrays are one buffer.
__global__ void twoArrays(float *out) {
  extern __shared__ float d[];
  extern __shared__ double e[];
  d[threadIdx.x] = 1;
  e[threadIdx.x / 2] = 1;
}

// How many bytes there are is not known.
__global__ void unknownBytes(float *out) {
  extern __shared__ float d[];
  d[threadIdx.x] = 1;
}

__device__ void put(float *p, int i) { p[i] = 1; }

__global__ void calls(float *out) {
  __shared__ float s[64];
  put(s, threadIdx.x);
  // CHECK: :[[#@LINE-5]]:{{.*}}thread (63,0,0) of block (0,0,0) (called from line [[#@LINE+1]]) writes `s[64]`
  put(s, threadIdx.x + 1);
}

// Conditions that keep threads from the access, known or not.
[[noreturn]] __device__ void die();

__global__ void guards(float *out, int n, int unknown) {
  __shared__ float s[32];
  int t = threadIdx.x;
  if (t < 32)
    s[t] = 1;
  if (t < 32 && n > 3)
    s[t] = 1;
  if (!(t >= 32 || s[t] > 1))
    s[t] = 2;
  s[min(t, 31)] = 1;
  s[t < 32 ? t : 0] = 1;
  s[t & 31] = 1;
  int clamped = t;
  if (clamped > 31)
    clamped = 31;
  s[clamped] = 1;
  if (n == 100) {
    if (t < 32)
      s[t] = 1;
  } else {
    s[t] = 1;
  }
  if (t < unknown)
    s[t] = 1;
  s[t + unknown] = 1;
  switch (t) {
  case 31:
    s[t] = 1;
    break;
  case 40:
    break;
  default:
    if (t > 31)
      break;
    s[t] = 1;
  }
  auto isInside = [&](int i) { return i < 32; };
  if (isInside(t))
    s[t] = 1;
  for (int i = 0; i < unknown; ++i)
    s[31 + i] = 1;
  if (out[t] > 0)
    s[t] = 1;
  if (t >= 32)
    return;
  s[t] = 1;
}

__global__ void asserted(float *out) {
  __shared__ float s[32];
  assert(threadIdx.x < 32);
  s[threadIdx.x] = 1;
}

__global__ void died(float *out) {
  __shared__ float s[32];
  if (threadIdx.x >= 32)
    die();
  s[threadIdx.x] = 1;
}

__global__ void trapped(float *out) {
  __shared__ float s[32];
  if (threadIdx.x >= 48)
    __trap();
  if (threadIdx.x >= 32)
    asm volatile("exit;");
  s[threadIdx.x] = 1;
}

__global__ void waits(float *out) {
  __shared__ float s[32];
  while (threadIdx.x >= 32)
    __nanosleep(100);
  s[threadIdx.x] = 1;
}

__global__ void returnsFromLoop(float *out, int n) {
  __shared__ float s[32];
  for (int k = 0; k < n; ++k)
    if (out[k] > 0)
      return;
  s[threadIdx.x] = 1;
}

__global__ void predicated(float *out) {
  __shared__ float s[32];
  int t = threadIdx.x;
  asm volatile("{ .reg .pred p; setp.lt.s32 p, %0, 32; @p st.shared.f32 [%1], 0f00000000; }" ::"r"(t),
               "r"((unsigned)__cvta_generic_to_shared(s + t)));
}

__global__ void jumps(float *out) {
  __shared__ float s[32];
  int t = threadIdx.x;
again:
  if (t >= 32) {
    t -= 32;
    goto again;
  }
  s[t] = 1;
}

// No launch says what the block is.
__global__ void __launch_bounds__(64) guessed(float *out) {
  __shared__ float s[32];
  s[threadIdx.x] = 1;
}

extern int fromElsewhere;

int main() {
  float *out;
  cudaMalloc(&out, 4096);
  tooManyThreads<<<4, 64>>>(out);
  enoughElements<<<4, 64>>>(out);
  loops<<<1, 32>>>(out);
  loopsThatEnd<<<1, 32>>>(out);
  negative<<<1, 33>>>(out);
  rows<<<1, 64>>>(out);
  otherTypes<<<1, 64>>>(out);
  constantAndLocal<<<1, 64>>>(out);
  laterBlock<<<4, 32>>>(out, 4);
  dynamicBytes<<<1, 64, 256>>>(out);
  noDynamicBytes<<<1, 64>>>(out);
  twoArrays<<<1, 64, 256>>>(out);
  unknownBytes<<<1, 64, fromElsewhere>>>(out);
  calls<<<1, 64>>>(out);
  guards<<<1, 64>>>(out, 100, fromElsewhere);
  asserted<<<1, 64>>>(out);
  died<<<1, 64>>>(out);
  trapped<<<1, 64>>>(out);
  waits<<<1, 64>>>(out);
  returnsFromLoop<<<1, 64>>>(out, 100);
  predicated<<<1, 64>>>(out);
  jumps<<<1, 64>>>(out);
}
