// RUN: not %cuda-memlint --remarks --checks=-*,cuda-uncoalesced-access %s | FileCheck %s --implicit-check-not=help:
// RUN: %json --checks=-*,cuda-uncoalesced-access %s | FileCheck %s --check-prefix=JSON
// RUN: %json --checks=-*,cuda-uncoalesced-access %s | %check-schema %source/docs/json-schema.json

// JSON: "help": {
// JSON-NEXT: "message": "swap `threadIdx.x` and `threadIdx.y` in the kernel: 131,072 -> 16,384 sectors for the kernel"
// JSON: "help": null

// What is advised for uncoalesced accesses: tried on all accesses of the kernel together.

#include <cuda_runtime.h>

//===--- Order of the threads -----------------------------------------------===//

// 2,048 requests of either kind, with lanes 1,024 B apart: 2 * 2,048 * 32 sectors. The other way
// round they are contiguous: 2 * 2,048 * 4.
// CHECK: note: and 1 more access to `in` on this line
// CHECK: help: swap `threadIdx.x` and `threadIdx.y` in the kernel: 131,072 -> 16,384 sectors for the kernel
__global__ void downColumns(float *out, const float *in) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  out[x * 256 + y] = in[x * 256 + y];
}

// With blocks of 4 x 64 there would be 4 lanes side by side along a row. Blocks of 64 x 4 along the
// rows have 32: 4 sectors instead of 32, of 2 * 256 requests.
// CHECK: help: swap x and y of `threadIdx`, `blockIdx` and `blockDim` in the kernel, and launch it with `<<<dim3(2, 16), dim3(64, 4)>>>`: 16,384 -> 2,048 sectors for the kernel
__global__ void downFlatColumns(float *out, const float *in) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  out[x * 64 + y] = in[x * 64 + y];
}

// The elements side by side are those of threadIdx.z: 32 * 32 * 32 threads, 32 sectors for each of
// 2 * 1,024 requests. With z as x a warp has 4 rows of 8 lanes, a sector each.
// CHECK: help: swap `threadIdx.x` and `threadIdx.z` in the kernel: 65,536 -> 8,192 sectors for the kernel
__global__ void downLayers(float *out, const float *in) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  out[(x * 32 + y) * 32 + z] = in[(x * 32 + y) * 32 + z];
}

// Nobody launches it. Of the blocks that are tried, 32 x 8 and 16 x 16, the former shows more: 32
// sectors for each lane a row, and 4 with 8 lanes to a row.
// CHECK: help: swap x and y of `threadIdx` and `blockDim` in the kernel, and of the blocks, not of the grids, in its launches: 32 -> 4 sectors per request
__global__ void downUnknownColumns(float *out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  out[x * 256 + y] = 1;
}

// What a lane gets from its neighbour depends on which threads are in a warp.
// CHECK: warning: uncoalesced store
__global__ void downColumnsByWarps(float *out, float value) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  out[x * 256 + y] = __shfl_down_sync(0xffffffff, value, 1);
}

// What a swap would do to the gather depends on data.
// CHECK: warning: uncoalesced store
// CHECK: note: and 1 more access to `index` on this line
__global__ void gatherDownColumns(float *out, const float *in, const int *index) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  out[x * 256 + y] = in[index[x * 256 + y]];
}

//===--- A tile in shared memory --------------------------------------------===//

// A swap would only make the load what the store is now. 2,048 * (4 + 32) sectors, and 4 for either
// with the tile, which takes one wavefront for each request in and one out.
// CHECK: help: stage it through `__shared__ float tile[32][33]`: fill `tile[threadIdx.y][threadIdx.x]`, `__syncthreads()`, and store `tile[threadIdx.x][threadIdx.y]` with `threadIdx.x` and `threadIdx.y` swapped in this index: 73,728 -> 16,384 sectors for the kernel, 4,096 wavefronts
__global__ void transpose(float *out, const float *in) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  out[x * 256 + y] = in[y * 256 + x];
}

// All threads come to a barrier that no condition is around.
// CHECK: help: stage it through `__shared__ float tile[32][33]`: fill `tile[threadIdx.y][threadIdx.x]`, `__syncthreads()` outside of its condition, and store `tile[threadIdx.x][threadIdx.y]` with `threadIdx.x` and `threadIdx.y` swapped in this index and its condition: 73,728 -> 16,384 sectors for the kernel, 4,096 wavefronts
__global__ void transposeInside(float *out, const float *in, int n) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  if (x < n && y < n)
    out[x * 256 + y] = in[y * 256 + x];
}

// Each thread 4 rows: the tile holds the 32 rows of all iterations.
// CHECK: help: stage it through `__shared__ float tile[32][33]` with a `__syncthreads()` between, to store along the rows of `out`: 73,728 -> 16,384 sectors for the kernel, 4,096 wavefronts
__global__ void transposeByEight(float *out, const float *in) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    out[x * 256 + y + j] = in[(y + j) * 256 + x];
}

// In place: another thread might have changed what a tile takes.
// CHECK: warning: uncoalesced load
__global__ void addTransposed(float *a) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  a[y * 256 + x] += a[x * 256 + y];
}

//===--- Shape of the block -------------------------------------------------===//

// 4 lanes to a row: 8 rows of 16 B for each of 2 * 2,048 requests. Rows of 16 lanes fill sectors.
// CHECK: help: launch it with `<<<dim3(16, 16), dim3(16, 16)>>>`: 32,768 -> 16,384 sectors for the kernel
__global__ void scale(float *a) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  a[y * 256 + x] *= 2;
}

// The integers that are stored are those that were loaded.
// CHECK: help: launch it with `<<<dim3(16, 16), dim3(16, 16)>>>`: 32,768 -> 16,384 sectors for the kernel
__global__ void scaleIntegers(int *a) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  a[y * 256 + x] *= 2;
}

// Rows of 257 elements: 7 of 8 begin 4 B or more past a sector. A warp has two runs of 64 B, of 2
// or 3 sectors, which is 2 * (2 + 7/8) on average of 2 * 2,048 requests; or one of 128 B, 4 + 7/8.
// CHECK: help: launch it with `<<<dim3(8, 32), dim3(32, 8)>>>`: 23,552 -> 19,968 sectors for the kernel
__global__ void copyOddRows(float *out, const float *in) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  out[y * 257 + x] = in[y * 257 + x];
}

// The source counts on 4 threads in a row, by a constant that is named.
// CHECK: warning: uncoalesced load
// CHECK: help: launch it with `<<<dim3(16, 16), dim3(16, 16)>>>`, and multiply `blockIdx.x` by 16, not 4, in this kernel alone: 32,768 -> 16,384 sectors for the kernel
__global__ void scaleByFours(float *a) {
  int x = blockIdx.x * 4 + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  a[y * 256 + x] *= 2;
}

// So does the integer that is stored: it was loaded from where the thread is in its block.
// CHECK: warning: uncoalesced store
// CHECK: note: and 1 more access to `in` on this line
__global__ void addFirst(int *out, const int *in) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  out[y * 256 + x] = in[y * 256 + x] + in[threadIdx.x];
}

// So does what is stored.
// CHECK: warning: uncoalesced store
__global__ void number(int *a) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  a[y * 256 + x] = threadIdx.x;
}

//===--- Structures ---------------------------------------------------------===//

struct Point {
  float x, y, z;
};

// Of 32 requests 12 sectors each, and 4 of the store; an array of its own takes 4.
// CHECK: help: use an array for each member of `Point` (structure of arrays), in all kernels and host code that use it: 512 -> 256 sectors for the kernel
__global__ void oneMember(float *out, const Point *points) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = points[i].x;
}

struct Body {
  float x, y, z, mass;
};

// 4 requests of 16 sectors each become one of 16; as many as 4 arrays of 4 take.
// CHECK: help: declare `Body` with `__align__(16)`: 2,176 -> 640 sectors for the kernel
__global__ void allMembers(float *out, const Body *bodies) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = bodies[i].x * bodies[i].y * bodies[i].z * bodies[i].mass;
}

struct Row {
  float values[8];
};

// Which member it is depends on the lane.
// CHECK: warning: uncoalesced load
__global__ void anyMember(float *out, const Row *rows) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = rows[i].values[i % 8];
}

//===--- Wider accesses -----------------------------------------------------===//

// Two elements of 4 bytes: 4 loads and stores of 8 sectors each in 64 warps, 2 of 8 afterwards.
// CHECK: help: access `data` as `float2`, one access for 2: 2,048 -> 1,024 sectors for the kernel
__global__ void pairsInPlace(float *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float first = data[2 * i], second = data[2 * i + 1];
  data[2 * i] = first + second;
  data[2 * i + 1] = first - second;
}

// Two vectors of 8 bytes, each as a whole: 32 warps, 2 stores of 16 sectors each, one of 16.
// CHECK: help: access `out` as `float4`, one store for 2: 1,152 -> 640 sectors for the kernel
__global__ void fillPairs(float2 *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float2 pair = {in[i], 0};
  out[2 * i] = pair;
  out[2 * i + 1] = pair;
}

// As for the members of a structure.
// CHECK: help: access `in` as `float4`, one load for 4: 2,176 -> 640 sectors for the kernel
__global__ void fourAtOnce(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[4 * i] * in[4 * i + 1] * in[4 * i + 2] * in[4 * i + 3];
}

// The stores do not change what is loaded: `out` and `in` do not alias. 32 requests each of 8 sectors
// for two loads and two stores, and either two become one.
// CHECK: help: access `out` as `float2`, one store for 2: 1,024 -> 768 sectors for the kernel
// CHECK: help: access `in` as `float2`, one load for 2: 1,024 -> 768 sectors for the kernel
__global__ void scalePairs(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[2 * i] = in[2 * i] * 2;
  out[2 * i + 1] = in[2 * i + 1] * 2;
}

// Each access has a condition of its own, which holds for all threads.
// CHECK: help: access `out` as `float2`, one store for 2: 1,024 -> 768 sectors for the kernel
// CHECK: help: access `in` as `float2`, one load for 2: 1,024 -> 768 sectors for the kernel
__global__ void scaleGuardedPairs(float *out, const float *in, int n) {
  int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n)
    out[i] = in[i] * 2;
  if (i + 1 < n)
    out[i + 1] = in[i + 1] * 2;
}

// Stores do change what is loaded where both are one array.
// CHECK: warning: uncoalesced store
// CHECK: note: and 2 more accesses to `in`: lines {{.*}}, and 1 more access to `out`: line
__global__ void scaleSamePairs(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[2 * i] = in[2 * i + 1] * 2;
  out[2 * i + 1] = in[2 * i] * 2;
}

// Twelve: three times four. 32 warps, 24 loads and 12 stores of 32 sectors each; with `y` as float4
// 3 loads and 3 stores of 32 sectors instead of 12 each, with `x` 3 loads instead of 12.
// CHECK: help: access `y` as `float4`, one access for 4: 36,864 -> 18,432 sectors for the kernel
// CHECK: help: access `x` as `float4`, one load for 4: 36,864 -> 27,648 sectors for the kernel
__global__ void addTwelve(float *y, const float *x) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * 12;
  y[i] += x[i], y[i + 1] += x[i + 1], y[i + 2] += x[i + 2], y[i + 3] += x[i + 3];
  y[i + 4] += x[i + 4], y[i + 5] += x[i + 5], y[i + 6] += x[i + 6], y[i + 7] += x[i + 7];
  y[i + 8] += x[i + 8], y[i + 9] += x[i + 9], y[i + 10] += x[i + 10], y[i + 11] += x[i + 11];
}

// 4 B past what a float4 or a float2 is aligned to. 32 warps, two loads of 16 sectors and two of 17,
// and 4 of the store. By columns either two take 4 and 5.
// CHECK: help: keep `in` as 4 arrays one behind the other, `in[k * rows + row]` instead of `in[row * 4 + k]`, in all kernels and host code that use it: 2,240 -> 704 sectors for the kernel
__global__ void fourBehindOne(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[4 * i + 1] * in[4 * i + 2] * in[4 * i + 4] * in[4 * i + 5];
}

// 8 warps, 24 iterations, 32 lanes in sectors of their own, and 8 * 4 of the stores; 6 iterations
// with 16 B for each lane.
// CHECK: help: access `in` as `float4`, once in 4 iterations: 6,176 -> 1,568 sectors for the kernel
__global__ void rowPerThread(float *out, const float *in) {
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 24; ++k)
    sum += in[t * 24 + k];
  out[t] = sum;
}

// A float4 would fit: 8 sectors for what a warp that walks each of the rows gets with 4.
// CHECK: help: let the lanes of a warp share the loop at line [[#@LINE+4]], a warp for each row, lane l taking iterations l, l + 32, ..., and combine their results with `__shfl_down_sync`, if its iterations are independent: 32 -> 4 sectors per request
__global__ void longRowPerThread(float *out, const float *in) {
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 64; ++k)
    sum += in[t * 64 + k];
  out[t] = sum;
}

// 30 are 15 pairs: 8 * (15 * 32 + 4).
// CHECK: help: access `in` as `float2`, once in 2 iterations: 7,712 -> 3,872 sectors for the kernel
__global__ void evenRowPerThread(float *out, const float *in) {
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 30; ++k)
    sum += in[t * 64 + k];
  out[t] = sum;
}

// No wider load fits. A warp for each row reads 128 consecutive bytes, 4 sectors.
// CHECK: help: let the lanes of a warp share the loop at line [[#@LINE+4]], a warp for each row, lane l taking iterations l, l + 32, ..., and combine their results with `__shfl_down_sync`, if its iterations are independent: 32 -> 4 sectors per request
__global__ void oddRowPerThread(float *out, const float *in) {
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 63; ++k)
    sum += in[t * 64 + k];
  out[t] = sum;
}

// Rows shorter than a warp.
// CHECK: warning: uncoalesced load
__global__ void shortRowPerThread(float *out, const float *in) {
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 31; ++k)
    sum += in[t * 64 + k];
  out[t] = sum;
}

//===--- Mapping of threads to elements -------------------------------------===//

// 32 warps, 16 iterations, a load and a store, each of 32 sectors where 4 are needed.
// CHECK: help: if its iterations are independent, let thread t take the elements `k * 1024 + t` instead of `t * 16 + k`: 32,768 -> 4,096 sectors for the kernel
__global__ void scaleChunks(float *a) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 16; ++k)
    a[t * 16 + k] *= 2;
}

// The same of integers: what is stored is what the element was.
// CHECK: help: if its iterations are independent, let thread t take the elements `k * 1024 + t` instead of `t * 16 + k`: 32,768 -> 4,096 sectors for the kernel
__global__ void scaleIntegerChunks(int *a) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 16; ++k)
    a[t * 16 + k] *= 2;
}

// 131,072 threads: 2 * 4,096 * 16 requests of 32 sectors, or of 4.
// CHECK: help: if its iterations are independent, let thread t take the elements `k * 131072 + t` instead of `t * 16 + k`: 4,194,304 -> 524,288 sectors for the kernel
__global__ void scaleManyChunks(float *a) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 16; ++k)
    a[t * 16 + k] *= 2;
}

// 512 elements less, those of the last warp: 2 * 4,095 * 16 * 32 sectors, or 2 * 2,096,640 / 8.
// CHECK: help: if its iterations are independent, let thread t take the elements `k * 131072 + t` instead of `t * 16 + k`: 4,193,280 -> 524,160 sectors for the kernel
__global__ void scaleGuardedChunks(float *a, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 16; ++k)
    if (t * 16 + k < n)
      a[t * 16 + k] *= 2;
}

// Each thread has its 16 elements, as the bounds of all show.
// CHECK: help: if its iterations are independent, let thread t take the elements `k * 131072 + t` instead of `t * 16 + k`, with its bounds checked for each element: 4,194,304 -> 524,288 sectors for the kernel
__global__ void scaleParts(float *a, int n, int each) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int begin = t * each, end = min(begin + each, n);
  for (int i = begin; i < end; ++i)
    a[i] *= 2;
}

// The last thread has 15, and so has the last in any order.
// CHECK: help: if its iterations are independent, let thread t take the elements `k * 131072 + t` instead of `t * 16 + k`, with its bounds checked for each element: 4,194,302 -> 524,288 sectors for the kernel
__global__ void scaleUnequalParts(float *a, int n, int each) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int begin = t * each, end = min(begin + each, n);
  for (int i = begin; i < end; ++i)
    a[i] *= 2;
}

// What a function makes of an element is the element's, too: 512 warps, 16 loads and 16 stores of
// 32 sectors, and of 4.
// CHECK: help: if its iterations are independent, let thread t take the elements `k * 16384 + t` instead of `t * 16 + k`: 524,288 -> 65,536 sectors for the kernel
__global__ void roots(float *out, const float *in) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 16; ++k)
    out[t * 16 + k] = sqrtf(in[t * 16 + k]);
}

// CHECK: help: if its iterations are independent, let thread t take the elements

// What it makes of the number of the thread is not. By fours: 512 warps, 4 stores of 32 sectors.
// CHECK: help: access `out` as `float4`, once in 4 iterations: 262,144 -> 65,536 sectors for the kernel
__global__ void rootsOfThreads(float *out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 16; ++k)
    out[t * 16 + k] = sqrtf(float(t));
}

// Some threads leave in the middle, as neither the first nor the last iteration shows. The elements
// stay with their threads: 128 warps of 7 iterations and 3,968 of 16, a load and a store of 4
// sectors, are 2 * 64,384 * 4.
// CHECK: help: keep `a` as 16 arrays one behind the other, `a[k * rows + row]` instead of `a[row * 16 + k]`, in all kernels and host code that use it: 4,120,576 -> 515,072 sectors for the kernel
__global__ void scaleUntilMiddle(float *a) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 16; ++k) {
    if (k == 7 && t < 4096)
      break;
    a[t * 16 + k] *= 2;
  }
}

// Each second element: element number `k * threads + t` is not what a thread would take. By columns
// 4,096 warps make 8 loads and 8 stores of 4 sectors.
// CHECK: help: keep `a` as 16 arrays one behind the other, `a[k * rows + row]` instead of `a[row * 16 + k]`, in all kernels and host code that use it: 2,097,152 -> 262,144 sectors for the kernel
__global__ void scaleEven(float *a) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 16; k += 2)
    a[t * 16 + k] *= 2;
}

// A sum over the elements before: other elements would be other sums.
// CHECK: help: access `a` as `int4`, once in 4 iterations: 4,194,304 -> 1,048,576 sectors for the kernel
__global__ void sumChunks(int *a) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  for (int k = 0; k < 16; ++k) {
    sum += a[t * 16 + k];
    a[t * 16 + k] = sum;
  }
}

// What is stored says which thread did it: the elements stay where they are, 4 at a time.
// CHECK: help: access `a` as `int4`, once in 4 iterations: 16,384 -> 4,096 sectors for the kernel
__global__ void numberChunks(int *a) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 16; ++k)
    a[t * 16 + k] = t;
}

// One element of each row, and no other. 32 warps, loads of 4 sectors and stores of 8; without the
// elements in between stores of 4.
// CHECK: help: keep `out` without the elements in between, `out[row]` instead of `out[row * 2]`, if no other kernel and no host code needs them: 384 -> 256 sectors for the kernel
__global__ void everySecond(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[2 * i] = in[i];
}

// CHECK: help: keep `out` without the elements in between, `out[row]` instead of `out[row * 2 + 1]`, if no other kernel and no host code needs them: 384 -> 256 sectors for the kernel
__global__ void everySecondBehindOne(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[2 * i + 1] = in[i];
}

//===--- Rows that are structures without a name ----------------------------===//

// 32 warps with lanes 36 B apart, in sectors of their own: 2 * 9 * 32 * 32. By columns the loads
// take 9 * 32 * 4, and so do the stores. Nothing says that callers do not exchange the two.
// CHECK: help: keep `out` and `f`, which callers may exchange, as 9 arrays one behind the other, {{.*}}, in all kernels and host code that use them: 18,432 -> 2,304 sectors for the kernel
// CHECK: help: keep `out` and `f`, which callers may exchange, as 9 arrays one behind the other, {{.*}}, in all kernels and host code that use them: 18,432 -> 2,304 sectors for the kernel
__global__ void relax(float *out, const float *f) {
  int cell = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int q = 0; q < 9; ++q)
    sum += f[cell * 9 + q];
  for (int q = 0; q < 9; ++q)
    out[cell * 9 + q] = sum;
}

// The next cell's first element is in another row.
// CHECK: remark: uncoalesced load
__global__ void sumTen(float *out, const float *f) {
  int cell = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int q = 0; q < 10; ++q)
    sum += f[cell * 9 + q];
  out[cell] = sum;
}

void launch(float *out, float *in, int *index, Point *points, Body *bodies, Row *rows) {
  dim3 square(32, 32), grid(8, 8);
  downColumns<<<grid, square>>>(out, in);
  downFlatColumns<<<dim3(1, 32), dim3(64, 4)>>>(out, in);
  downLayers<<<dim3(4, 4, 4), dim3(8, 8, 8)>>>(out, in);
  downColumnsByWarps<<<grid, square>>>(out, 1);
  gatherDownColumns<<<grid, square>>>(out, in, index);
  transpose<<<grid, square>>>(out, in);
  transposeInside<<<grid, square>>>(out, in, 256);
  transposeByEight<<<grid, dim3(32, 8)>>>(out, in);
  addTransposed<<<grid, square>>>(out);
  scale<<<dim3(64, 4), dim3(4, 64)>>>(out);
  scaleIntegers<<<dim3(64, 4), dim3(4, 64)>>>(index);
  copyOddRows<<<dim3(16, 16), dim3(16, 16)>>>(out, in);
  scaleByFours<<<dim3(64, 4), dim3(4, 64)>>>(out);
  addFirst<<<dim3(64, 4), dim3(4, 64)>>>(index, index);
  number<<<dim3(64, 4), dim3(4, 64)>>>(index);
  oneMember<<<4, 256>>>(out, points);
  allMembers<<<4, 256>>>(out, bodies);
  anyMember<<<4, 256>>>(out, rows);
  pairsInPlace<<<8, 256>>>(out);
  fillPairs<<<4, 256>>>((float2 *)out, in);
  fourAtOnce<<<4, 256>>>(out, in);
  scalePairs<<<4, 256>>>(out, in);
  scaleGuardedPairs<<<4, 256>>>(out, in, 2048);
  scaleSamePairs<<<4, 256>>>(out, out);
  addTwelve<<<4, 256>>>(out, in);
  fourBehindOne<<<4, 256>>>(out, in);
  rowPerThread<<<1, 256>>>(out, in);
  longRowPerThread<<<1, 256>>>(out, in);
  evenRowPerThread<<<1, 256>>>(out, in);
  oddRowPerThread<<<1, 256>>>(out, in);
  shortRowPerThread<<<1, 256>>>(out, in);
  scaleChunks<<<4, 256>>>(out);
  roots<<<64, 256>>>(out, in);
  rootsOfThreads<<<64, 256>>>(out);
  scaleIntegerChunks<<<4, 256>>>(index);
  scaleManyChunks<<<512, 256>>>(out);
  scaleGuardedChunks<<<512, 256>>>(out, 2096640);
  scaleParts<<<512, 256>>>(out, 2097152, 16);
  scaleUntilMiddle<<<512, 256>>>(out);
  scaleEven<<<512, 256>>>(out);
  scaleUnequalParts<<<512, 256>>>(out, 2097151, 16);
  sumChunks<<<512, 256>>>(index);
  numberChunks<<<4, 256>>>(index);
  everySecond<<<4, 256>>>(out, in);
  everySecondBehindOne<<<4, 256>>>(out, in);
  relax<<<4, 256>>>(out, in);
  sumTen<<<4, 256>>>(out, in);
}
