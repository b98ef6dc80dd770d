// Kernels without a launch: races of the block that the source implies, and races that only a guess has.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:
// RUN: not %cuda-memlint --checks=-*,cuda-*-race --show-remarks %s 2>&1 | FileCheck %s --check-prefixes=CHECK,REMARK --implicit-check-not=warning: --implicit-check-not=remark:
// RUN: %json --checks=-*,cuda-*-race --show-remarks %s | %python %S/../Inputs/blocks.py | FileCheck %s --check-prefix=BLOCKS

#define BLOCK 128
#define WARPS 4
#define ITEMS 8

//===--- The block that an index implies -----------------------------------===//

// Blocks of 256 would write each element twice.
// BLOCKS: {{^}}ownElement: 128,1,1 inferred{{$}}
__global__ void ownElement(float *out, const float *in) {
  int i = blockIdx.x * BLOCK + threadIdx.x;
  out[i] = in[i];
}

// BLOCKS: {{^}}smallBlock: 64,1,1 inferred{{$}}
__global__ void smallBlock(float *out, const float *in, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i < n)
    out[i] = in[i];
}

// A row for each warp.
// BLOCKS: {{^}}rowOfWarp: 128,1,1 inferred{{$}}
__global__ void rowOfWarp(float *out, const float *in, int n) {
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  int row = blockIdx.x * WARPS + warp;
  for (int k = lane; k < n; k += 32)
    out[row * n + k] = in[row * n + k];
}

// One lane of each warp stores.
// BLOCKS: {{^}}sumOfWarp: 128,1,1 inferred{{$}}
__global__ void sumOfWarp(float *out, const float *in, int n) {
  int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
  int row = blockIdx.x * WARPS + warp;
  float sum = 0;
  for (int k = lane; k < n; k += 32)
    sum += in[row * n + k];
  for (int offset = 16; offset > 0; offset /= 2)
    sum += __shfl_down_sync(~0u, sum, offset);
  if (lane == 0)
    out[row] = sum;
}

// BLOCKS: {{^}}gridStride: 192,1,1 inferred{{$}}
__global__ void gridStride(float *out, const float *in, int n) {
  for (int i = blockIdx.x * 192 + threadIdx.x; i < n; i += gridDim.x * 192)
    out[i] = in[i];
}

// The stride of the items is the block.
// BLOCKS: {{^}}itemsApart: 128,1,1 inferred{{$}}
__global__ void itemsApart(float *out, const float *in) {
  for (int k = 0; k < ITEMS; ++k) {
    int i = blockIdx.x * (BLOCK * ITEMS) + k * BLOCK + threadIdx.x;
    out[i] = in[i];
  }
}

// BLOCKS: {{^}}chunkOfBlock: 256,1,1 inferred{{$}}
__global__ void chunkOfBlock(float *out, const float *in) {
  for (int i = threadIdx.x; i < 1024; i += 256)
    out[blockIdx.x * 1024 + i] = in[blockIdx.x * 1024 + i];
}

// BLOCKS: {{^}}itemsTogether: 64,1,1 inferred{{$}}
__global__ void itemsTogether(float *out, const float *in) {
  for (int j = 0; j < 4; ++j) {
    int i = blockIdx.x * 256 + threadIdx.x * 4 + j;
    out[i] = in[i];
  }
}

// BLOCKS: {{^}}plane: 16,4,1 inferred{{$}}
__global__ void plane(float *out, const float *in, int width) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
  out[y * width + x] = in[y * width + x];
}

// BLOCKS: {{^}}planeOfKnownWidth: 16,4,1 inferred{{$}}
__global__ void planeOfKnownWidth(float *out, const float *in) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
  out[y * 1024 + x] = in[y * 1024 + x];
}

// Eight rows at a time.
// BLOCKS: {{^}}transpose: 32,8,1 inferred{{$}}
__global__ void transpose(float *out, const float *in, int width, int height) {
  __shared__ float tile[32][33];
  for (int j = 0; j < 32; j += 8)
    tile[threadIdx.y + j][threadIdx.x] =
        in[(blockIdx.y * 32 + threadIdx.y + j) * width + blockIdx.x * 32 + threadIdx.x];
  __syncthreads();
  for (int j = 0; j < 32; j += 8)
    out[(blockIdx.x * 32 + threadIdx.y + j) * height + blockIdx.y * 32 + threadIdx.x] =
        tile[threadIdx.x][threadIdx.y + j];
}

// A block in one dimension that is cut into rows of 16.
// BLOCKS: {{^}}rowsOfBlock: 256,1,1 inferred{{$}}
__global__ void rowsOfBlock(float *out, const float *in, int width) {
  int x = blockIdx.x * 16 + threadIdx.x % 16, y = blockIdx.y * 16 + threadIdx.x / 16;
  out[y * width + x] = in[y * width + x];
}

// The digits of an index are joined by `|`, too.
// BLOCKS: {{^}}joinedBits: 128,1,1 inferred{{$}}
__global__ void joinedBits(float *out, const float *in) {
  int i = (blockIdx.x << 7) | threadIdx.x;
  out[i] = in[i];
}

// BLOCKS: {{^}}joinedDigits: 64,1,1 inferred{{$}}
__global__ void joinedDigits(float *out, const float *in, int n) {
  int i = blockIdx.x << 6 | threadIdx.x;
  if (i < n)
    out[i] = in[i];
}

//===--- Indices that imply nothing ----------------------------------------===//

// BLOCKS: {{^}}anyBlock: 256,1,1 default{{$}}
__global__ void anyBlock(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}

// 126 results of 128 threads.
// BLOCKS: {{^}}halo: 128,1,1 default{{$}}
__global__ void halo(float *out, const float *in) {
  __shared__ float tile[128];
  int t = threadIdx.x;
  tile[t] = in[blockIdx.x * 126 + t];
  __syncthreads();
  if (t < 126)
    out[blockIdx.x * 126 + t] = tile[t] + tile[t + 1] + tile[t + 2];
}

// Each block reads three elements apart.
// BLOCKS: {{^}}dilated: 256,1,1 default{{$}}
__global__ void dilated(float *out, const float *in) {
  float sum = 0;
  for (int k = 0; k < 3; ++k)
    sum += in[blockIdx.x * 1000 + k * 2 + threadIdx.x];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

//===--- Races -------------------------------------------------------------===//

// Of any block.
__global__ void neighbour(float *a) {
  int i = blockIdx.x * BLOCK + threadIdx.x;
  // CHECK: :[[#@LINE+2]]:3: warning: global memory race on `a
  // CHECK: note: for neighbour with block 128 inferred from `blockIdx.x * 128 + threadIdx.x`{{$}}
  a[i] = a[i + 1];
}

__global__ void neighbourOfAny(int *out, const int *in) {
  __shared__ int values[1025];
  values[threadIdx.x] = in[threadIdx.x];
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: shared memory race on `values
  out[threadIdx.x] = values[threadIdx.x + 1];
}

// A smaller block would read what no thread has written: none is meant.
__global__ void reverse(float *out, const float *in) {
  __shared__ float tile[256];
  int t = threadIdx.x;
  tile[t] = in[blockIdx.x * 256 + t];
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: shared memory race on `tile
  // CHECK: note: for reverse with block 256 inferred from `blockIdx.x * 256 + threadIdx.x`{{$}}
  out[blockIdx.x * 256 + t] = tile[255 - t];
}

// Blocks of up to 100 threads have elements of their own.
__global__ void hundred(float *out, const float *in) {
  int t = threadIdx.x;
  // REMARK: :[[#@LINE+3]]:3: remark: global memory race on `out{{.*}} both write it here
  // REMARK: note: for hundred if blocks have 256 threads (no visible launch of the kernel){{$}}
  // REMARK: note: remark only: the block is a guess, and block 64 does not race; specify it with --launch
  out[blockIdx.x * 100 + t % 100] = in[t];
}

// The first 128 threads have the first half of the array, and there may be no others.
__global__ void halves(int *a, const int *in) {
  int t = threadIdx.x;
  a[t] = in[t];
  // REMARK: :[[#@LINE+2]]:{{[0-9]+}}: remark: global memory race on `a
  // REMARK: note: remark only: the block is a guess, and block 64 does not race; specify it with --launch
  a[t + 64] = in[t + 64];
}

// Blocks of one warp have elements of their own.
__global__ void rowOfOneWarp(int *a) {
  int lane = threadIdx.x & 31;
  // REMARK: :[[#@LINE+3]]:3: remark: global memory race on `a
  // REMARK: note: for rowOfOneWarp if blocks have 256 threads
  // REMARK: note: remark only: the block is a guess, and block 32 does not race; specify it with --launch
  a[blockIdx.x * 32 + lane] = threadIdx.x;
}

__global__ void orderedInWarp(float *a) {
  __shared__ float values[64];
  int t = threadIdx.x, lane = t & 31;
  // REMARK-DAG: :[[#@LINE+1]]:3: remark: shared memory race on `values
  values[lane] = a[t];
  __syncwarp();
  a[t] = values[31 - lane];
}

__global__ void oneForEachLane(int *a) {
  __shared__ int values[32];
  int t = threadIdx.x;
  // REMARK-DAG: :[[#@LINE+1]]:3: remark: shared memory race on `values
  values[t % 32] = t;
  __syncthreads();
  a[t] = values[t % 32];
}

// There are several warps.
__global__ void sumsOfWarps(int *a) {
  __shared__ int sums[32];
  int t = threadIdx.x, lane = t % 32, warp = t / 32;
  if (lane == 0)
    sums[warp] = a[t];
  __syncwarp();
  if (lane < blockDim.x / 32)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: shared memory race on `sums
    a[t] = sums[lane];
}
