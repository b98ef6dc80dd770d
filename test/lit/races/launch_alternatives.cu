// RUN: %json --checks=-*,cuda-shared-race %s >%t.json
// RUN: %python %S/../Inputs/blocks.py <%t.json | FileCheck --check-prefix=BLOCKS %s
// RUN: %cuda-memlint --fail-on=none --checks=-*,cuda-shared-race %s | FileCheck %s --implicit-check-not=warning:

// A block that depends on a condition of the host is one of several that are known.

#include <cuda_runtime.h>

// A block of 32 is one warp: each of its threads reads what itself wrote or, 31 elements on, what no thread
// writes. With 64 threads, thread 32 writes what thread 1 reads.
// BLOCKS: oneOfTwo: {{(32,1,1 call; 64,1,1|64,1,1 call; 32,1,1) call$}}
__global__ void oneOfTwo(float *out) {
  __shared__ float s[128];
  s[threadIdx.x] = threadIdx.x;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: shared memory race
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x + 31 * (threadIdx.x == 1)];
}

void launchOneOfTwo(float *out, int n, int major) {
  dim3 block;
  if (major >= 2)
    block = dim3(64);
  else
    block = dim3(32);
  oneOfTwo<<<n / 32, block>>>(out);
}

// Near miss: the blocks are of 16 and of 32 threads, and the element that is read is not written.
// BLOCKS: tooSmall: {{(16,1,1 call; 32,1,1|32,1,1 call; 16,1,1) call$}}
__global__ void tooSmall(float *out) {
  __shared__ float s[128];
  s[threadIdx.x] = threadIdx.x;
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x + 31 * (threadIdx.x == 1)];
}

void launchTooSmall(float *out, int n, bool big) {
  int threads = big ? 32 : 16;
  tooSmall<<<n / threads, threads>>>(out);
}

// The fixed code.
// BLOCKS: fixed: {{(32,1,1 call; 64,1,1|64,1,1 call; 32,1,1) call$}}
__global__ void fixed(float *out) {
  __shared__ float s[128];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x + 31 * (threadIdx.x == 1)];
}

void launchFixed(float *out, int n, bool big) {
  int threads = big ? 64 : 32;
  fixed<<<n / threads, threads>>>(out);
}

// Both numbers depend on one condition: 32x8 and 16x16, and no 32x16.
// BLOCKS: together: {{(32,8,1 call; 16,16,1|16,16,1 call; 32,8,1) call$}}
__global__ void together(float *out) {
  out[(blockIdx.y * blockDim.y + threadIdx.y) * 1024 + blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

void launchTogether(float *out, bool flat) {
  int x = 16, y = 16;
  if (flat) {
    x = 32;
    y = 8;
  }
  together<<<dim3(4, 4), dim3(x, y)>>>(out);
}

// Only the choice of 64 comes to the launch.
// BLOCKS: guarded: 64,1,1 call{{$}}
__global__ void guarded(float *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

void launchGuarded(float *out, int n) {
  int threads = n >= 64 ? 64 : 32;
  if (threads == 64)
    guarded<<<n, threads>>>(out);
}

// Two conditions that exclude each other: 128 for 1, 256 for 2, 64 otherwise.
// BLOCKS: excluding: {{((64|128|256),1,1 call(; )?)+$}}
// BLOCKS-NOT: excluding: {{.*512}}
__global__ void excluding(float *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

void launchExcluding(float *out, int kind) {
  int threads = 64, factor = 1;
  if (kind == 1)
    threads = 128;
  if (kind == 2)
    factor = 4;
  excluding<<<4, threads * factor>>>(out);
}

// Two choices that the host code ties together: 512 threads are never launched, for then it has returned.
// What else goes together is not known.
// BLOCKS: tied: {{.*}}default{{$}}
__global__ void tied(float *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

void launchTied(float *out, int n, int o) {
  int threads = 64, factor = 1;
  if (n > 5) {
    threads = 128;
    if (o)
      return;
  }
  if (o)
    factor = 4;
  tied<<<4, threads * factor>>>(out);
}

// A chain of conditions.
// BLOCKS: chained: {{((64|128|256),1,1 call(; )?)+$}}
__global__ void chained(float *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

void launchChained(float *out, int n, int o) {
  chained<<<4, n > 5 ? 64 : o > 7 ? 128 : 256>>>(out);
}

// One known extent stays in force where the other is not known, and 64 x 8 and 64 x 16 are guesses.
// BLOCKS: partly: 64,8,1 default; 64,16,1 default{{$}}
__global__ void partly(float *out) {
  out[(blockIdx.y * blockDim.y + threadIdx.y) * 1024 + blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

void launchPartly(float *out, int rows) { partly<<<dim3(4, 4), dim3(64, rows)>>>(out); }

// Of 512 by an unknown number not more than 1024 threads are a block.
// BLOCKS: large: 512,2,1 default{{$}}
__global__ void large(float *out) {
  out[(blockIdx.y * blockDim.y + threadIdx.y) * 1024 + blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

void launchLarge(float *out, int rows) { large<<<dim3(4, 4), dim3(512, rows)>>>(out); }

// A switch has one way for each case, and what is asked of the same number behind it is still followed.
// BLOCKS: switched: {{((64|128|512),1,1 call(; )?)+$}}
__global__ void switched(float *out) {
  __shared__ float s[512];
  s[threadIdx.x] = threadIdx.x;
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: shared memory race
  // CHECK: note: for switched<<<16, 512>>>
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x < 256 ? threadIdx.x : threadIdx.x - 256];
}

// BLOCKS: behindSwitch: {{((64|128|32),1,1 call(; )?)+$}}
__global__ void behindSwitch(float *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

void launchSwitched(float *out, int n) {
  int threads;
  switch (n) {
  case 1:
    threads = 128;
    break;
  case 2:
    threads = 512;
    break;
  default:
    threads = 64;
  }
  switched<<<16, threads>>>(out);
  behindSwitch<<<16, n > 30 ? 64 : n > 20 ? 32 : 128>>>(out);
}

// A case that falls through, and one that does not come to the launch.
// BLOCKS: fallsThrough: {{((64|128),1,1 call(; )?)+$}}
// BLOCKS-NOT: fallsThrough: {{.*}}512
__global__ void fallsThrough(float *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

void launchFallsThrough(float *out, int n) {
  int threads = 64;
  switch (n) {
  case 1:
  case 2:
    threads = 512;
  case 3:
    threads = 128;
    break;
  case 4:
    threads = 1024;
    return;
  }
  fallsThrough<<<16, threads>>>(out);
}

// What decides within a case is a choice by itself.
// BLOCKS: leavesEarly: {{((16|32|64|128),1,1 call(; )?)+$}}
__global__ void leavesEarly(float *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

void launchLeavesEarly(float *out, int n, int m) {
  int threads = 64;
  switch (n) {
  case 1:
    threads = 16;
    if (m)
      break;
    threads = 32;
    break;
  case 2:
    threads = 128;
  }
  leavesEarly<<<16, threads>>>(out);
}

// Eight ways.
// BLOCKS: eight: {{((32|64|96|128|160|192|224|256),1,1 call(; )?)+$}}
__global__ void eight(float *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

void launchEight(float *out, int n) {
  int threads = 256;
  switch (n) {
  case 0: threads = 32; break;
  case 1: threads = 64; break;
  case 2: threads = 96; break;
  case 3: threads = 128; break;
  case 4: threads = 160; break;
  case 5: threads = 192; break;
  case 6: threads = 224; break;
  }
  eight<<<16, threads>>>(out);
}
