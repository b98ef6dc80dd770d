// RUN: not %cuda-memlint --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s --check-prefix=WARN --implicit-check-not=warning:
// RUN: %cuda-memlint --fail-on=none --remarks --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s --check-prefix=REMARK
// RUN: not %cuda-memlint --min-share=0 --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s --check-prefix=ALL
// RUN: %cuda-memlint --fail-on=none -DCALLBACK --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s --check-prefix=CALLED
// RUN: %cuda-memlint --fail-on=none -DLIBRARY --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s --check-prefix=CALLED
// RUN: %cuda-memlint --fail-on=none -DSHRINKING --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s --check-prefix=CALLED
// RUN: %cuda-memlint --fail-on=none -DBENCHMARK --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s --check-prefix=CALLED
// RUN: %cuda-memlint --fail-on=none -DSWAPPED --remarks --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s --check-prefix=REMARK
// RUN: %cuda-memlint --fail-on=none -DONCE --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s --check-prefix=CALLED
// RUN: %cuda-memlint --fail-on=none -DCAPTURED --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s --check-prefix=CALLED
// RUN: %cuda-memlint --fail-on=none -DCONDITIONAL --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s --check-prefix=CALLED
// RUN: %cuda-memlint --fail-on=none -DCHECKED --remarks --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s --check-prefix=REMARK
// RUN: %cuda-memlint --fail-on=none -DFEWTIMES --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s --check-prefix=CALLED

// What a program wastes once, beside a kernel that it launches in a loop.

#include <cuda_runtime.h>
#include <stdlib.h>

// 8,192 requests of 8 sectors: 65,536 in a launch.
__global__ void step(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] + 1;
}

// 8,192 requests of 8 sectors, 4 needed: 32,768 in excess, of 100 * 65,536.
__global__ void initialise(float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // REMARK: :[[#@LINE+4]]:3: remark: uncoalesced store
  // REMARK: note: minor: launched once, and the excess is 0.5 % of what 100 launches of `step` move, which a loop makes
  // ALL: :[[#@LINE+2]]:3: warning: uncoalesced store
  // CALLED: :[[#@LINE+1]]:3: warning: uncoalesced store
  out[2 * i] = 0;
}

// A single launch that moves 16 times as much may be of a slower version of another kernel.
__global__ void combine(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 16; ++k)
    sum += in[i + k * 262144];
  out[i] = sum;
}

// Launched in the loop itself.
__global__ void alsoInLoop(float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // WARN: :[[#@LINE+1]]:3: warning: uncoalesced store
  out[2 * i] = 0;
}

// How much it does is not known.
__global__ void unknownWork(float *out, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < count; ++k)
    // WARN: :[[#@LINE+1]]:5: warning: uncoalesced store
    out[2 * (i + k * 262144)] = 0;
}

static void prepare(float *out, float *in, int count) {
#ifdef CAPTURED
  // How often the graph is launched is not followed.
  cudaGraph_t graph;
  cudaStreamBeginCapture(cudaStreamPerThread, cudaStreamCaptureModeGlobal);
  initialise<<<1024, 256, 0, cudaStreamPerThread>>>(out);
  cudaStreamEndCapture(cudaStreamPerThread, &graph);
#else
  initialise<<<1024, 256>>>(out);
#endif
  unknownWork<<<1024, 256>>>(out, count);
}

static void simulate(float *out, float *in, int steps) {
#if defined(FEWTIMES)
  for (int i = 0; i < 20; ++i) {
    step<<<1024, 256>>>(out, in);
    alsoInLoop<<<1024, 256>>>(out);
  }
#elif defined(BENCHMARK)
  // The same each time.
  for (int i = 0; i < 1000; ++i)
    step<<<1024, 256>>>(out, in);
#elif defined(SWAPPED)
  for (int i = 0; i < 1000; ++i) {
    step<<<1024, 256>>>(out, in);
    float *other = in;
    in = out;
    out = other;
  }
#elif defined(ONCE)
  combine<<<1024, 256>>>(out, in);
#elif defined(SHRINKING)
  // Each launch has half of the blocks of the one before.
  for (int blocks = steps; blocks > 0; blocks /= 2)
    step<<<blocks, 256>>>(out, in);
#else
  for (int i = 0; i < steps; ++i) {
    step<<<1024, 256>>>(out, in);
    alsoInLoop<<<1024, 256>>>(out);
  }
#endif
}

#ifdef CALLBACK
// Who calls it is not seen, nor how often.
void display(float *out, float *in) { prepare(out, in, 1); }
#endif

#ifdef LIBRARY
void run(int count, float *out, float *in) {
#else
int main(int, char **arguments) {
  int count = atoi(arguments[1]);
  float *out, *in;
  cudaMalloc(&out, 1 << 24);
  cudaMalloc(&in, 1 << 24);
#endif
#ifndef CALLBACK
  prepare(out, in, count);
#endif
#ifdef CHECKED
  // What ends early does nothing instead.
  if (count < 0)
    return 1;
#endif
#ifdef CONDITIONAL
  if (count > 100)
#endif
    simulate(out, in, count);
}
