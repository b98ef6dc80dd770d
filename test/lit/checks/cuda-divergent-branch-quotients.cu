// Remainders in other words.
// RUN: not %cuda-memlint --remarks --checks=-*,cuda-divergent-branch %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

// Every fourth of 256 threads: 8 lanes in each of 8 warps, 64 threads that fill 2.
__global__ void multiples(float *out, const float *in) {
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+2]]:7: warning: divergent branch: `t / 4 * 4 == t` leaves 8 of 32 lanes active in each warp that executes it (8 warps executed in the launch, 2 if the active threads were consecutive)
  // CHECK: help: give the work to consecutive threads: `int index = 4 * threadIdx.x; if (index < blockDim.x)`, with `index` in place of `threadIdx.x`
  if (t / 4 * 4 == t)
    out[t / 4] = in[t] + in[t + 1] + in[t + 2] + in[t + 3];
}

// Every second one, by shifts: 16 lanes in each of 8 warps, 128 threads that fill 4.
__global__ void shifts(float *out, const float *in) {
  unsigned t = threadIdx.x;
  // CHECK: :[[#@LINE+1]]:7: warning: divergent branch: `t == t >> 1 << 1` leaves 16 of 32 lanes active in each warp that executes it (8 warps executed in the launch, 4 if
  if (t == t >> 1 << 1)
    out[t / 2] = in[t] + in[t + 1];
}

__global__ void odd(float *out, const float *in) {
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+2]]:7: warning: divergent branch: `t / 2 * 2 != t` leaves 16 of 32 lanes active in each warp that executes it (8 warps executed in the launch, 4 if
  // CHECK: help: {{.*}}`int index = 2 * threadIdx.x + 1; if (index < blockDim.x)`
  if (t / 2 * 2 != t)
    out[t / 2] = in[t] + in[t - 1];
}

__global__ void remainderOne(float *out, const float *in) {
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+2]]:7: warning: divergent branch: `t - t / 4 * 4 == 1` leaves 8 of 32 lanes active
  // CHECK: help: {{.*}}`int index = 4 * threadIdx.x + 1; if (index < blockDim.x)`
  if (t - t / 4 * 4 == 1)
    out[t / 4] = in[t] + in[t + 1] + in[t + 2];
}

__global__ void ofUnsigned(float *out, const float *in) {
  unsigned t = threadIdx.x;
  // CHECK: :[[#@LINE+1]]:7: warning: divergent branch: `t - t / 4 * 4 == 0` leaves 8 of 32 lanes active
  if (t - t / 4 * 4 == 0)
    out[t / 4] = in[t] + in[t + 1] + in[t + 2];
}

// What follows is silent.

// Whole warps.
__global__ void byWarp(float *out, const float *in) {
  int w = threadIdx.x / 32;
  if (w / 2 * 2 == w)
    out[threadIdx.x] = in[threadIdx.x] + in[threadIdx.x + 32];
}

// The other lanes work, too.
__global__ void both(float *out, const float *in) {
  int t = threadIdx.x;
  if (t / 2 * 2 == t)
    out[t] = in[t] + in[t + 1];
  else
    out[t] = in[t] - in[t - 1];
}

// Of a quotient by another number, all threads but some: 0, 1, 2 and 3 are 4 * (t / 8).
__global__ void otherDivisor(float *out, const float *in) {
  int t = threadIdx.x;
  if (t / 8 * 4 == t)
    out[t] = in[t] + in[t + 1] + in[t + 2];
}

__global__ void consecutive(float *out, const float *in) {
  int index = 4 * threadIdx.x;
  if (index < blockDim.x)
    out[index / 4] = in[index] + in[index + 1] + in[index + 2] + in[index + 3];
}

int main() {
  float *f;
  cudaMalloc(&f, 1 << 20);
  multiples<<<1, 256>>>(f, f + 4096);
  shifts<<<1, 256>>>(f, f + 4096);
  odd<<<1, 256>>>(f, f + 4096);
  remainderOne<<<1, 256>>>(f, f + 4096);
  ofUnsigned<<<1, 256>>>(f, f + 4096);
  byWarp<<<1, 256>>>(f, f + 4096);
  both<<<1, 256>>>(f, f + 4096);
  otherDivisor<<<1, 256>>>(f, f + 4096);
  consecutive<<<1, 256>>>(f, f + 4096);
}
