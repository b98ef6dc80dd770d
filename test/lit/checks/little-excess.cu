// RUN: not %cuda-memlint --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s --check-prefix=WARN --implicit-check-not=warning:
// RUN: not %cuda-memlint --remarks --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s --check-prefix=REMARK
// RUN: not %cuda-memlint -DLIBRARY --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s --check-prefix=ALL
// RUN: not %cuda-memlint --min-share=0 --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s --check-prefix=ALL

// What a launch wastes in next to nothing of the time that it takes to launch a kernel.

#include <cuda_runtime.h>

// 64 blocks of 8 warps, 8 sectors for each where 4 would do: 2,048 in excess.
__global__ void little(float *out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  // REMARK: :[[#@LINE+2]]:3: remark: uncoalesced store
  // REMARK: note: minor: 2,048 sectors in excess take little of the time of a launch
  out[2 * i] = 0;
}

// 65 blocks: 2,080.
__global__ void more(float *out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  // WARN: :[[#@LINE+1]]:3: warning: uncoalesced store
  out[2 * i] = 0;
}

// One launch of two is large.
__global__ void atTimes(float *out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  // WARN: :[[#@LINE+1]]:3: warning: uncoalesced store
  out[2 * i] = 0;
}

// How often is decided by the host.
__global__ void unknownTimes(float *out, int count) {
  for (int k = 0; k < count; ++k)
    // WARN: :[[#@LINE+1]]:5: warning: uncoalesced store
    out[2 * (blockIdx.x * 256 + threadIdx.x + k * 32768)] = 0;
}

// Two arrays, 33 blocks: 1,056 in excess for each, 2,112 together.
__global__ void together(float *out, float *other) {
  int i = blockIdx.x * 256 + threadIdx.x;
  // WARN: :[[#@LINE+1]]:3: warning: uncoalesced store
  out[2 * i] = 0;
  // WARN: :[[#@LINE+1]]:3: warning: uncoalesced store
  other[2 * i] = 0;
}

// Loaded once for all iterations, 8 sectors for each warp, 4 needed: 64 blocks of 8 warps, and not 8 times as much.
__global__ void once(float *__restrict__ out, const float *__restrict__ in) {
  int i = blockIdx.x * 256 + threadIdx.x;
  for (int k = 0; k < 8; ++k)
    // REMARK: :[[#@LINE+3]]:30: remark: uncoalesced load
    // REMARK: note: counted once for all iterations
    // REMARK: note: minor: 2,048 sectors in excess take little of the time of a launch
    out[k * 16384 + i] = k * in[2 * i];
}

int count();

#ifdef LIBRARY
void launch() {
#else
int main() {
#endif
  float *out;
  cudaMalloc(&out, 1 << 24);
  little<<<64, 256>>>(out);
  more<<<65, 256>>>(out);
  atTimes<<<64, 256>>>(out);
  atTimes<<<800, 256>>>(out);
  float *other;
  cudaMalloc(&other, 1 << 24);
  together<<<33, 256>>>(out, other);
  once<<<64, 256>>>(out, other);
  unknownTimes<<<128, 256>>>(out, count());
}

// ALL-COUNT-6: warning: uncoalesced store
// ALL: warning: uncoalesced load
