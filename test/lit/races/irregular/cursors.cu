// Threads that give out locations by themselves, from one start. Each racy kernel, the same one
// mended, whose name ends in Mended, and starts of the thread's own.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

// All threads begin at the start of the list.
__global__ void selected(const int *x, const int *start, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int cursor = start[0];
  for (int j = 0; j < 16; ++j)
    if (x[i * 16 + j] > 0)
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `out[cursor++]`: stored by several threads without an atomic
      out[cursor++] = i * 16 + j;
}
__global__ void selectedMended(const int *x, const int *start, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int cursor = start[i];
  for (int j = 0; j < 16; ++j)
    if (x[i * 16 + j] > 0)
      out[cursor++] = i * 16 + j;
}
// One cursor for each digit.
__global__ void digits(const int *key, const int *start, int *order, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int cursor[16];
  for (int d = 0; d < 16; ++d)
    cursor[d] = start[d];
  for (int j = i * 8; j < i * 8 + 8; ++j)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `order[cursor[key[j] & 15]++]`: stored by several threads without an atomic
    order[cursor[key[j] & 15]++] = j;
}
__global__ void digitsMended(const int *key, const int *start, int *order, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int cursor[16];
  for (int d = 0; d < 16; ++d)
    cursor[d] = start[i * 16 + d];
  for (int j = i * 8; j < i * 8 + 8; ++j)
    order[cursor[key[j] & 15]++] = j;
}
// The part of the block is its own, but not that of the thread.
__global__ void perBlock(const int *x, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int cursor = blockIdx.x * 4096;
  for (int j = 0; j < 16; ++j)
    if (x[i * 16 + j] < n)
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `out[cursor]`: stored by several threads without an atomic
      out[cursor] = i, ++cursor;
}
__global__ void perBlockMended(const int *x, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int cursor = blockIdx.x * 4096 + threadIdx.x * 16;
  for (int j = 0; j < 16; ++j)
    if (x[i * 16 + j] < n)
      out[cursor] = i, ++cursor;
}
// Each thread goes through all, and stores its own.
__global__ void rankOfOwn(const int *keep, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int cursor = 0;
  for (int j = 0; j < n; ++j)
    if (keep[j]) {
      if (j == i)
        out[cursor] = i;
      ++cursor;
    }
}
__global__ void oneForAll(const int *x, int *out, int n) {
  if (blockIdx.x * blockDim.x + threadIdx.x != 0)
    return;
  int cursor = 0;
  for (int j = 0; j < n; ++j)
    if (x[j] > 0)
      out[cursor++] = j;
}

//===--- Ranks within a warp -----------------------------------------------===//

__global__ void compacted(const int *x, const int *base, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
  bool keep = x[i] > n;
  unsigned votes = __ballot_sync(~0u, keep);
  if (keep)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `out[base[blockIdx.x] + __popc(votes & ((1u << lane) - 1))]`: stored by several threads without an atomic
    out[base[blockIdx.x] + __popc(votes & ((1u << lane) - 1))] = i;
}
__global__ void compactedMended(const int *x, const int *base, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
  bool keep = x[i] > n;
  unsigned votes = __ballot_sync(~0u, keep);
  if (keep)
    out[base[i / 32] + __popc(votes & ((1u << lane) - 1))] = i;
}
// The warps of a block are counted first.
__global__ void compactedByBlock(const int *x, const int *base, int *out, int n) {
  __shared__ int inWarp[8];
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  bool keep = x[i] > n;
  unsigned votes = __ballot_sync(~0u, keep);
  if (lane == 0)
    inWarp[warp] = __popc(votes);
  __syncthreads();
  int before = 0;
  for (int w = 0; w < warp; ++w)
    before += inWarp[w];
  if (keep)
    out[base[blockIdx.x] + before + __popc(votes & ((1u << lane) - 1))] = i;
}
// The leader of the warp takes room for all of its lanes.
__global__ void compactedByAtomic(const int *x, int *end, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
  bool keep = x[i] > n;
  unsigned votes = __ballot_sync(~0u, keep);
  int base = 0;
  if (lane == 0)
    base = atomicAdd(end, __popc(votes));
  base = __shfl_sync(~0u, base, 0);
  if (keep)
    out[base + __popc(votes & ((1u << lane) - 1))] = i;
}

//===--- Elements of lanes -------------------------------------------------===//

__global__ void lanes(const int *x, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  if (x[i] > n)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `out`: thread (32,0,0) and thread (0,0,0) both write it here
    out[blockIdx.x * 256 + lane] = i;
}
__global__ void lanesMended(const int *x, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (x[i] > n)
    out[blockIdx.x * 256 + threadIdx.x] = i;
}
// What is looked for may be in one place.
__global__ void found(const int *x, int *out, int wanted) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  if (x[i] == wanted)
    out[lane] = i;
}
__global__ void foundAtAll(const int *x, int *out, int wanted) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (x[i] == wanted)
    *out = i;
}

int main() {
  int *a, *b, *c;
  cudaMalloc(&a, 1 << 20);
  cudaMalloc(&b, 1 << 20);
  cudaMalloc(&c, 1 << 20);
  selected<<<16, 256>>>(a, b, c, 4096);
  selectedMended<<<16, 256>>>(a, b, c, 4096);
  digits<<<16, 256>>>(a, b, c, 4096);
  digitsMended<<<16, 256>>>(a, b, c, 4096);
  perBlock<<<16, 256>>>(a, c, 4096);
  perBlockMended<<<16, 256>>>(a, c, 4096);
  rankOfOwn<<<16, 256>>>(a, c, 4096);
  oneForAll<<<16, 256>>>(a, c, 4096);
  compacted<<<16, 256>>>(a, b, c, 5);
  compactedMended<<<16, 256>>>(a, b, c, 5);
  compactedByBlock<<<16, 256>>>(a, b, c, 5);
  compactedByAtomic<<<16, 256>>>(a, b, c, 5);
  lanes<<<16, 256>>>(a, c, 5);
  lanesMended<<<16, 256>>>(a, c, 5);
  found<<<16, 256>>>(a, c, 5);
  foundAtAll<<<16, 256>>>(a, c, 5);
}
