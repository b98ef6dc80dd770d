// RUN: %cuda-memlint --remarks --checks=-*,cuda-block-reload %s | FileCheck %s --implicit-check-not=remark:

// Elements that the threads of a block load again: of one block in the middle of the grid, its
// requests and the sectors that these have in common.

#include <cuda_runtime.h>

// 8 warps, each a row of `a` and the same 32 columns of `b`. A request for `a` is one element: of 32
// iterations 256 sectors, but 8 rows of 4. One for `b` is 4 sectors: 1,024, but 32 rows of 4.
__global__ void multiply(float *c, const float *a, const float *b, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    // CHECK: :[[#@LINE+6]]:12: remark: repeated loads: a block requests the same 32 sectors of `a` 8 times in 32 iterations of the loop at line [[#@LINE-1]], each time for other elements [cuda-block-reload]
    // CHECK: note: for multiply<<<(8,32,1), (32,8,1)>>>
    // CHECK: help: load them once into a tile in shared memory that all threads of the block use, with a `__syncthreads()` before and after: 8,192 -> 1,024 B requested from the L1 cache per block and 32 iterations
    // CHECK: :[[#@LINE+3]]:27: remark: repeated loads: a block loads the same 4,096 B of `b` 8 times in 32 iterations of the loop at line [[#@LINE-4]] [cuda-block-reload]
    // CHECK: note: for multiply<<<(8,32,1), (32,8,1)>>>
    // CHECK: help: load them once into a tile in shared memory that all threads of the block use, with a `__syncthreads()` before and after: 32,768 -> 4,096 B requested from the L1 cache per block and 32 iterations
    sum += a[y * n + k] * b[k * n + x];
  c[y * n + x] = sum;
}

// All 8 warps load 32 bodies, two to a sector: 8 * 32 sectors, but 16. Each body is loaded by each warp.
__global__ void attract(float *force, const float4 *bodies, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float mine = force[i], sum = 0;
  for (int j = 0; j < n; ++j) {
    // CHECK: remark: repeated loads: a block loads the same 512 B of `bodies` 8 times in 32 iterations of the loop at line [[#@LINE-1]]
    float4 other = bodies[j];
    sum += (other.x - mine) * (other.y - mine) * (other.z - mine) * other.w;
  }
  force[i] = sum;
}

struct Body {
  float x, y, z, vx, vy, vz, m;
};

// Two of seven fields: 8 warps load 2 * 32 floats, which lie in 28 sectors, with 8 * 2 * 32 requests.
__global__ void attractRecords(float *force, const Body *bodies, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float mine = force[i], sum = 0;
  for (int j = 0; j < n; ++j)
    // CHECK: remark: repeated loads: a block loads the same 256 B of `bodies` 8 times in 32 iterations of the loop at line [[#@LINE-1]]
    // CHECK: help: load them once into a tile {{.*}}: 16,384 -> 896 B requested from the L1 cache per block and 32 iterations
    sum += (bodies[j].x - mine) * bodies[j].m;
  force[i] = sum;
}

// The same with a float for a body: 8 elements to a sector, and in 64 iterations 256 bytes. 8 * 64
// sectors, but 8.
__global__ void attractScalars(float *force, const float *places, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float mine = force[i], sum = 0;
  for (int j = 0; j < n; ++j)
    // CHECK: remark: repeated loads: a block loads the same 256 B of `places` 8 times in 64 iterations of the loop at line [[#@LINE-1]]
    sum += places[j] - mine;
  force[i] = sum;
}

// 63 bodies stay in any cache.
__global__ void attractFew(float *force, const float *places) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float mine = force[i], sum = 0;
  for (int j = 0; j < 63; ++j)
    sum += places[j] - mine;
  force[i] = sum;
}

// 3 rows of 4 sectors, and 5 where they begin before or after one: 8 * 3 * (4 + 5 + 5). Together
// they are 10 rows of 34 elements, in 6 sectors each: 5.6 times, which is not enough for a tile that
// all threads wait for.
__global__ void box(float *out, const float *in) {
  int x = blockIdx.x * blockDim.x + threadIdx.x + 8, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
  const float *p = in + y * 512 + x;
  out[y * 512 + x] = p[-513] + p[-512] + p[-511] + p[-1] + p[0] + p[1] + p[511] + p[512] + p[513];
}

// 8 * (3 * 4 + 2 * 5) sectors. A row before and one behind of 4 sectors, 8 of 6: 3.1 times.
__global__ void star(float *out, const float *in) {
  int x = blockIdx.x * blockDim.x + threadIdx.x + 8, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
  const float *p = in + y * 512 + x;
  out[y * 512 + x] = p[-512] + p[-1] + p[0] + p[1] + p[512];
}

#define EIGHT(P) P[0] + P[1] + P[2] + P[3] + P[4] + P[5] + P[6] + P[7]

// Of 32 loads 4 begin at a sector: 8 * (4 * 4 + 28 * 5) sectors for 287 elements, which are in 36. Each is
// loaded 32 * 256 / 287 times.
__global__ void line(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x + 16;
  const float *p = in + i - 16, *q = in + i - 8, *r = in + i, *s = in + i + 8;
  // CHECK: remark: repeated loads: a block loads the same 1,148 B of `in` 28.5 times [cuda-block-reload]
  // CHECK: note: and 31 more accesses to `in`
  // CHECK: help: load them once into a tile {{.*}}: 39,936 -> 1,152 B requested from the L1 cache per block{{$}}
  out[i] = (EIGHT(p)) + (EIGHT(q)) + (EIGHT(r)) + (EIGHT(s));
}

// 8 * (2 * 4 + 14 * 5) sectors for 271 elements, which are in 34: 18.4 times.
__global__ void shortLine(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x + 16;
  const float *q = in + i - 8, *r = in + i;
  out[i] = (EIGHT(q)) + (EIGHT(r));
}

// A row takes 4 sectors at 0, and 5 in the 8 other iterations of the inner loop: 8 * 9 * (4 + 8 * 5)
// sectors. A tile for both loops has 16 rows of 40 elements, in 6 sectors: 33 times. The inner loop
// by itself loads 8 rows, 8 * (4 + 8 * 5) / (8 * 6): 7.3 times. The coefficients are 324 B. Each of
// the 640 elements is loaded 81 * 256 / 640 times.
__global__ void blur(float *out, const float *in, const float *coefficients) {
  int x = blockIdx.x * blockDim.x + threadIdx.x + 8, y = blockIdx.y * blockDim.y + threadIdx.y + 4;
  float sum = 0;
  for (int dy = -4; dy <= 4; ++dy)
    for (int dx = -4; dx <= 4; ++dx)
      // CHECK: remark: repeated loads: a block loads the same 2,560 B of `in` 32.4 times in 9 iterations of the loop at line [[#@LINE-2]]
      // CHECK: help: load them once into a tile {{.*}}: 101,376 -> 3,072 B requested from the L1 cache per block and 9 iterations
      sum += in[(y + dy) * 512 + x + dx] * coefficients[(dy + 4) * 9 + dx + 4];
  out[y * 512 + x] = sum;
}

// 8 * 7 * (4 + 6 * 5) sectors, but 14 rows of 6: 22.7 times.
__global__ void blurLess(float *out, const float *in) {
  int x = blockIdx.x * blockDim.x + threadIdx.x + 8, y = blockIdx.y * blockDim.y + threadIdx.y + 4;
  float sum = 0;
  for (int dy = -3; dy <= 3; ++dy)
    for (int dx = -3; dx <= 3; ++dx)
      sum += in[(y + dy) * 512 + x + dx];
  out[y * 512 + x] = sum;
}

// The inner loop's 4 iterations load other elements for each iteration of the outer loop.
// 8 * 4 * 4 sectors in the inner loop are 4 * 4 different ones: 8 times, with any tile that a tile
// of the outer loop is made of. It ends in the tile.
__global__ void multiplyFew(float *c, const float *b) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < 3; ++k)
    for (int j = 0; j < 4; ++j)
      sum += b[(k * 4 + j) * 256 + x];
  c[y * 256 + x] = sum;
}

// Of 32 iterations 4 begin at a sector: 8 * (4 * 4 + 28 * 5) sectors for 287 elements, which are in
// 36. The few coefficients are not worth a tile.
__global__ void convolve(float *out, const float *in, const float *coefficients) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int j = 0; j < 33; ++j)
    // CHECK: remark: repeated loads: a block loads the same 1,148 B of `in` 28.5 times in 32 iterations
    sum += in[i + j] * coefficients[j];
  out[i] = sum;
}

// The tiles are there.
__global__ void multiplyTiles(float *c, const float *a, const float *b, int n) {
  __shared__ float left[16][16], right[16][16];
  int tx = threadIdx.x, ty = threadIdx.y;
  int x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;
  float sum = 0;
  for (int start = 0; start < n; start += 16) {
    left[ty][tx] = a[y * n + start + tx];
    right[ty][tx] = b[(start + ty) * n + x];
    __syncthreads();
    for (int k = 0; k < 16; ++k)
      sum += left[ty][k] * right[k][tx];
    __syncthreads();
  }
  c[y * n + x] = sum;
}

// 32 iterations of a block load 256 + 31 elements, of which the next 32 load 255 again: the tile is
// there, and how much it holds is a choice.
__global__ void slide(float *out, const float *in, int n) {
  __shared__ float tile[288];
  int t = threadIdx.x, first = blockIdx.x * blockDim.x;
  float sum = 0;
  for (int k = 0; k < n; k += 32) {
    tile[t] = in[first + k + t];
    if (t < 32)
      tile[256 + t] = in[first + k + 256 + t];
    __syncthreads();
    for (int j = 0; j < 32; ++j)
      sum += tile[t + j];
    __syncthreads();
  }
  out[first + t] = sum;
}

// What goes to shared memory is behind the loop: 8 * (4 * 4 + 28 * 5) sectors, but 36.
__global__ void slideAndReduce(float *out, const float *in, int n) {
  __shared__ float sums[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    // CHECK: remark: repeated loads: a block loads the same 1,148 B of `in` 28.5 times in 32 iterations
    sum += in[i + k];
  sums[threadIdx.x] = sum;
  __syncthreads();
  out[i] = sums[threadIdx.x] + sums[threadIdx.x ^ 1];
}

// Three neighbours: 256 threads load 258 elements, not quite three times.
__global__ void three(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
  out[i] = in[i - 1] + in[i] + in[i + 1];
}

// Each thread walks a row of its own: it uses its sectors 8 times, and no element twice.
__global__ void rows(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 64; ++k)
    sum += in[i * 64 + k];
  out[i] = sum;
}

// In place: another block may have written what a tile holds.
__global__ void inPlace(float *a, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[k * n + x];
  a[y * n + x] = sum;
}

// Which rows it is depends on data.
__global__ void gather(float *out, const float *in, const int *index, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += in[index[y] * n + x + k];
  out[y * n + x] = sum;
}

// Nobody states the block.
__global__ void multiplySomewhere(float *c, const float *b, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += b[k * n + x];
  c[y * n + x] = sum;
}

void launch(float *out, float *a, float *b, float4 *bodies, int *index) {
  multiply<<<dim3(8, 32), dim3(32, 8)>>>(out, a, b, 256);
  attract<<<64, 256>>>(out, bodies, 16384);
  attractRecords<<<64, 256>>>(out, (const Body *)a, 16384);
  box<<<dim3(15, 63), dim3(32, 8)>>>(out, a);
  star<<<dim3(15, 63), dim3(32, 8)>>>(out, a);
  attractScalars<<<64, 256>>>(out, a, 16384);
  attractFew<<<64, 256>>>(out, a);
  line<<<64, 256>>>(out, a);
  shortLine<<<64, 256>>>(out, a);
  blur<<<dim3(15, 63), dim3(32, 8)>>>(out, a, b);
  blurLess<<<dim3(15, 63), dim3(32, 8)>>>(out, a);
  multiplyFew<<<dim3(8, 32), dim3(32, 8)>>>(out, b);
  convolve<<<64, 256>>>(out, a, b);
  slide<<<64, 256>>>(out, a, 16384);
  slideAndReduce<<<64, 256>>>(out, a, 256);
  multiplyTiles<<<dim3(16, 16), dim3(16, 16)>>>(out, a, b, 256);
  three<<<64, 256>>>(out, a);
  rows<<<64, 256>>>(out, a);
  inPlace<<<dim3(8, 32), dim3(32, 8)>>>(a, 256);
  gather<<<dim3(8, 32), dim3(32, 8)>>>(out, a, index, 256);
}
