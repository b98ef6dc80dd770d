// Elements of shared memory that data choose, both where a thread writes and where one reads: with
// no barrier in between, the two meet by chance. Each racy kernel, the same one mended, whose name
// ends in Mended, and what keeps the two apart.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

__global__ void marked(const int *set, const int *asked, int *found) {
  __shared__ int mark[1024];
  mark[threadIdx.x] = 0;
  __syncthreads();
  mark[set[threadIdx.x]] = 1;
  // CHECK: :[[#@LINE+1]]:44: warning: shared memory race on `mark[0]`: {{.*}} when an entry of `set` and one of `asked` give the same index
  found[blockIdx.x * 1024 + threadIdx.x] = mark[asked[threadIdx.x]];
}
__global__ void markedMended(const int *set, const int *asked, int *found) {
  __shared__ int mark[1024];
  mark[threadIdx.x] = 0;
  __syncthreads();
  mark[set[threadIdx.x]] = 1;
  __syncthreads();
  found[blockIdx.x * 1024 + threadIdx.x] = mark[asked[threadIdx.x]];
}
__global__ void counted(const int *key, const int *asked, int *found) {
  __shared__ int count[1024];
  count[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&count[key[threadIdx.x]], 1);
  // CHECK: :[[#@LINE+1]]:44: warning: shared memory race on `count[0]`: {{.*}} updates it
  found[blockIdx.x * 1024 + threadIdx.x] = count[asked[threadIdx.x]];
}
__global__ void countedMended(const int *key, const int *asked, int *found) {
  __shared__ int count[1024];
  count[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&count[key[threadIdx.x]], 1);
  __syncthreads();
  found[blockIdx.x * 1024 + threadIdx.x] = count[asked[threadIdx.x]];
}
__global__ void bits(const int *key, const int *asked, int *found) {
  __shared__ unsigned bit[32];
  if (threadIdx.x < 32)
    bit[threadIdx.x] = 0;
  __syncthreads();
  atomicOr(&bit[key[threadIdx.x] / 32], 1u << key[threadIdx.x] % 32);
  int wanted = asked[threadIdx.x];
  // CHECK: :[[#@LINE+1]]:44: warning: shared memory race on `bit[0]`
  found[blockIdx.x * 1024 + threadIdx.x] = bit[wanted / 32] >> wanted % 32 & 1;
}
__global__ void bitsMended(const int *key, const int *asked, int *found) {
  __shared__ unsigned bit[32];
  if (threadIdx.x < 32)
    bit[threadIdx.x] = 0;
  __syncthreads();
  atomicOr(&bit[key[threadIdx.x] / 32], 1u << key[threadIdx.x] % 32);
  __syncthreads();
  int wanted = asked[threadIdx.x];
  found[blockIdx.x * 1024 + threadIdx.x] = bit[wanted / 32] >> wanted % 32 & 1;
}
// Neighbours of a vertex, and those of its neighbours.
__global__ void common(const int *start, const int *next, int *sum) {
  __shared__ unsigned char mark[4096];
  for (int i = threadIdx.x; i < 4096; i += blockDim.x)
    mark[i] = 0;
  __syncthreads();
  int first = start[blockIdx.x], last = start[blockIdx.x + 1];
  for (int e = first + threadIdx.x; e < last; e += blockDim.x)
    mark[next[e]] = 1;
  int own = 0;
  for (int e = first + threadIdx.x; e < last; e += blockDim.x)
    for (int f = start[next[e]]; f < start[next[e] + 1]; ++f)
      // CHECK: :[[#@LINE+2]]:11: warning: shared memory race on `mark[0]`: {{.*}} when two entries of `next` give the same index
      // CHECK: note: for example, for start[blockIdx.x + 1] = [[#]], start[blockIdx.x] = [[#]]{{$}}
      if (mark[next[f]])
        ++own;
  atomicAdd(sum, own);
}
__global__ void commonMended(const int *start, const int *next, int *sum) {
  __shared__ unsigned char mark[4096];
  for (int i = threadIdx.x; i < 4096; i += blockDim.x)
    mark[i] = 0;
  __syncthreads();
  int first = start[blockIdx.x], last = start[blockIdx.x + 1];
  for (int e = first + threadIdx.x; e < last; e += blockDim.x)
    mark[next[e]] = 1;
  __syncthreads();
  int own = 0;
  for (int e = first + threadIdx.x; e < last; e += blockDim.x)
    for (int f = start[next[e]]; f < start[next[e] + 1]; ++f)
      if (mark[next[f]])
        ++own;
  atomicAdd(sum, own);
}

//===--- What keeps the two apart -------------------------------------------===//

// Each warp has a part of its own.
__global__ void ofWarps(const int *set, const int *asked, int *found) {
  __shared__ int mark[8][64];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  int at = blockIdx.x * 256 + threadIdx.x;
  mark[warp][lane] = mark[warp][lane + 32] = 0;
  __syncwarp();
  mark[warp][set[at]] = 1;
  __syncwarp();
  found[at] = mark[warp][asked[at]];
}
// The thread's own entries, which it reads once more.
__global__ void ownEntries(const int *list, int *found, int length) {
  __shared__ int place[1024];
  int first = threadIdx.x * length;
  for (int k = first; k < first + length; ++k)
    place[list[k]] = k;
  for (int k = first; k < first + length; ++k)
    found[k] = place[list[k]];
}
// One thread alone, and the others behind the barrier.
__global__ void byOne(const int *set, const int *asked, int *found) {
  __shared__ int mark[1024];
  mark[threadIdx.x] = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    mark[set[blockIdx.x]] = 1;
    found[blockIdx.x] = mark[asked[blockIdx.x]];
  }
}
// Who finds the mark or does not, sets the same mark again.
__global__ void setAgain(const int *set, const int *asked) {
  __shared__ int mark[1024];
  mark[threadIdx.x] = 0;
  __syncthreads();
  if (mark[asked[threadIdx.x]] == 0)
    mark[set[threadIdx.x]] = 1;
}
// Rows of the threads.
__global__ void ownRows(const int *set, const int *asked, int *found) {
  __shared__ unsigned char mark[16][256];
  for (int k = 0; k < 16; ++k)
    mark[k][threadIdx.x] = 0;
  mark[set[threadIdx.x]][threadIdx.x] = 1;
  found[blockIdx.x * 256 + threadIdx.x] = mark[asked[threadIdx.x]][threadIdx.x];
}
// Either one or the other.
__global__ void eitherOne(const int *set, const int *asked, int *found, int isSetting) {
  __shared__ int mark[256];
  mark[threadIdx.x] = 0;
  __syncthreads();
  if (isSetting)
    mark[set[threadIdx.x]] = 1;
  else
    found[blockIdx.x * 256 + threadIdx.x] = mark[asked[threadIdx.x]];
}

int main() {
  int *a, *b, *c;
  cudaMalloc(&a, 1 << 20);
  cudaMalloc(&b, 1 << 20);
  cudaMalloc(&c, 1 << 20);
  marked<<<8, 1024>>>(a, b, c);
  markedMended<<<8, 1024>>>(a, b, c);
  counted<<<8, 1024>>>(a, b, c);
  countedMended<<<8, 1024>>>(a, b, c);
  bits<<<8, 1024>>>(a, b, c);
  bitsMended<<<8, 1024>>>(a, b, c);
  common<<<8, 128>>>(a, b, c);
  commonMended<<<8, 128>>>(a, b, c);
  ofWarps<<<8, 256>>>(a, b, c);
  ownEntries<<<1, 256>>>(a, c, 4);
  byOne<<<8, 1024>>>(a, b, c);
  setAgain<<<8, 1024>>>(a, b);
  ownRows<<<8, 256>>>(a, b, c);
  eitherOne<<<8, 256>>>(a, b, c, 1);
  return cudaDeviceSynchronize();
}
