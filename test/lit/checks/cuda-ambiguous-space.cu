// RUN: not %cuda-memlint --remarks --checks=-*,cuda-ambiguous-space %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

// Each form that is reported here, nvcc 13.0 compiled to a generic instruction for sm_90.
__global__ void choice(float *out, const float *in, int inShared) {
  __shared__ float tile[256];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  const float *p = inShared ? tile : in;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: generic load: `p[255 - threadIdx.x]` is in `in` (global) or `tile` (shared), which is known at run time only [cuda-ambiguous-space]
  out[threadIdx.x] = p[255 - threadIdx.x];
  // CHECK: note: and 1 more access to {{.*}}: line [[#@LINE+1]]
  out[threadIdx.x + 256] = p[7];
  // CHECK: help: access each array in a branch of its own
}

__global__ void assigned(float *out, const float *in, int inShared, int n) {
  __shared__ float tile[256];
  const float *p = in;
  if (inShared) {
    tile[threadIdx.x] = in[threadIdx.x] * 2;
    __syncthreads();
    p = tile;
  }
  float sum = 0;
  for (int i = 0; i < n; ++i)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: generic load: `p[i]`
    sum += p[i];
  out[threadIdx.x] = sum;
}

// Lanes of one warp.
__global__ void byLane(float *out, float *other) {
  __shared__ float tile[256];
  float *p = threadIdx.x % 2 ? tile : other;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: generic store: `p[threadIdx.x]`
  p[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x ^ 1];
}

__global__ void workspace(float *out, float *large, int n) {
  extern __shared__ float small[];
  float *work = n > 4096 ? large : small;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: generic store: `work[i]`
    work[i] = out[i];
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[i] = work[n - 1 - i];
}

__global__ void atomics(int *out, int inShared) {
  __shared__ int counts[256];
  counts[threadIdx.x] = 0;
  __syncthreads();
  int *p = inShared ? counts : out;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: generic atomic: `atomicAdd(&p[threadIdx.x & 3], 1)`
  atomicAdd(&p[threadIdx.x & 3], 1);
  __syncthreads();
  out[threadIdx.x + 8] = counts[threadIdx.x];
}

// By data: for each thread, in each iteration, once for all, and out of a function that gets both.
__device__ int globalVariable;

__global__ void variableByData(int *out, const int *in) {
  __shared__ int sharedVariable;
  int *p = nullptr;
  if (in[threadIdx.x] % 2)
    p = &globalVariable;
  else
    p = &sharedVariable;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: generic store: `*p` is in `globalVariable` (global) or `sharedVariable` (shared)
  *p = 1;
  __syncthreads();
  out[threadIdx.x] = sharedVariable;
}

// Both variables can be loaded, and then a value be chosen: nvcc does so.
__global__ void loadOfVariable(int *out, const int *in) {
  __shared__ int sharedVariable;
  sharedVariable = 1;
  __syncthreads();
  int *p = nullptr;
  if (in[threadIdx.x] % 2)
    p = &globalVariable;
  else
    p = &sharedVariable;
  out[threadIdx.x] = *p;
}

__device__ float globalArray[256];

__global__ void loadOfElement(float *out, const int *in) {
  __shared__ float tile[256];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  const float *p = in[threadIdx.x] % 2 ? &tile[3] : &globalArray[9];
  out[threadIdx.x] = *p;
  p = in[threadIdx.x] % 2 ? tile : globalArray;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: generic load: `p[threadIdx.x ^ 1]` is in
  out[threadIdx.x + 256] = p[threadIdx.x ^ 1];
}

__global__ void arrayByData(float *out, float *other, const int *inShared) {
  __shared__ float tile[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = other[i];
  __syncthreads();
  float *p = inShared[i] ? tile : other;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: generic load: `p[255 - threadIdx.x]` is in `other` (global) or `tile` (shared)
  out[i] = p[255 - threadIdx.x];
}

__global__ void byDataInLoop(float *out, const float *other, const int *which, int n) {
  __shared__ float tile[256];
  tile[threadIdx.x] = other[threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    const float *p = which[i] > 3 ? tile : other;
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: generic load: `p[i % 256]`
    sum += p[i % 256];
  }
  out[threadIdx.x] = sum;
}

__device__ const float *pick(const float *one, const float *other, int which) { return which ? one : other; }

__global__ void byFunction(float *out, const float *other, const int *which) {
  __shared__ float tile[256];
  tile[threadIdx.x] = other[threadIdx.x];
  __syncthreads();
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: generic load: `*pick(&tile[threadIdx.x], &other[threadIdx.x], which[threadIdx.x])`
  out[threadIdx.x] = *pick(&tile[threadIdx.x], &other[threadIdx.x], which[threadIdx.x]);
}

__global__ void storesByData(float *out, const float *in) {
  __shared__ float tile[256];
  float x = in[threadIdx.x];
  float *p = x > 0 ? tile : out;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: generic store: `p[threadIdx.x]`
  p[threadIdx.x] = x;
  __syncthreads();
  out[threadIdx.x + 256] = tile[threadIdx.x ^ 1];
}

// The mends.
__global__ void valueByData(float *out, float *other, const int *inShared) {
  __shared__ float tile[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = other[i];
  __syncthreads();
  out[i] = inShared[i] ? tile[255 - threadIdx.x] : other[255 - threadIdx.x];
}

__global__ void branchByData(float *out, float *other, const int *inShared) {
  __shared__ float tile[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = other[i];
  __syncthreads();
  if (inShared[i])
    out[i] = tile[255 - threadIdx.x];
  else
    out[i] = other[255 - threadIdx.x];
}

__global__ void indexByData(float *out, const float *other, const int *which) {
  __shared__ float tile[256];
  tile[threadIdx.x] = other[threadIdx.x];
  __syncthreads();
  const float *p = &tile[which[threadIdx.x] ? 3 : threadIdx.x];
  out[threadIdx.x] = *p;
}

// Near misses: the compiler knows the space of each access.
__global__ void values(float *out, const float *in, int inShared) {
  __shared__ float tile[256];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = inShared ? tile[255 - threadIdx.x] : in[threadIdx.x + 1];
}

__device__ float get(const float *p, int i) { return p[i]; }

__global__ void inlined(float *out, const float *in) {
  __shared__ float tile[256];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = get(tile, 255 - threadIdx.x) + get(in, threadIdx.x);
}

template <bool InShared> __global__ void constant(float *out, const float *in) {
  __shared__ float tile[256];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  const float *p = InShared ? tile : in;
  out[threadIdx.x] = p[255 - threadIdx.x];
}
template __global__ void constant<true>(float *, const float *);

// The source asks for the space, or states it.
__global__ void asked(float *out, const float *in, int inShared) {
  __shared__ float tile[256];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  const float *p = inShared ? tile : in;
  if (__isShared(p))
    out[threadIdx.x] = p[255 - threadIdx.x];
  else if (__isGlobal(p))
    out[threadIdx.x] = p[128 ^ threadIdx.x];
}

__global__ void stated(float *out, const float *in, int inShared) {
  __shared__ float tile[256];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  const float *p = inShared ? tile : in;
  __builtin_assume(__isShared(p));
  out[threadIdx.x] = p[255 - threadIdx.x];
}

// Copies of the loop's body know it.
__global__ void alternating(float *buffer, int n) {
  __shared__ float tile[256];
  float *from = tile, *to = buffer;
  tile[threadIdx.x] = buffer[threadIdx.x];
  for (int i = 0; i < n; ++i) {
    __syncthreads();
    to[threadIdx.x] = from[255 - threadIdx.x] + 1;
    float *swapped = from;
    from = to;
    to = swapped;
  }
}

__global__ void firstIteration(float *out, const float *in, int n) {
  __shared__ float tile[256];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    const float *p = i == 0 ? in : tile;
    sum += p[255 - threadIdx.x];
  }
  out[threadIdx.x] = sum;
}

__global__ void twoArrays(float *out, const float *a, const float *b, int first) {
  const float *p = first ? a : b;
  out[threadIdx.x] = p[threadIdx.x];
}

// The mend.
__global__ void branches(float *out, const float *in, int inShared) {
  __shared__ float tile[256];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (inShared)
    out[threadIdx.x] = get(tile, 255 - threadIdx.x);
  else
    out[threadIdx.x] = get(in, 255 - threadIdx.x);
}

// The pointer is compared with an array: nvcc knows the space where they are equal, and where it
// differs from shared memory.
__global__ void equalsTile(float *out, const float *in, int k) {
  __shared__ float tile[256];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  const float *p = k ? tile : in;
  if (p == tile)
    out[threadIdx.x] = *p;
}

__global__ void equalsArgument(float *out, const float *in, int k) {
  __shared__ float tile[256];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  const float *p = k ? tile : in;
  if (p == in)
    out[threadIdx.x] = p[threadIdx.x ^ 1];
}

__global__ void differsFromTile(float *out, const float *in, int k) {
  __shared__ float tile[256];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  const float *p = k ? tile : in;
  if (p != tile)
    out[threadIdx.x] = p[threadIdx.x ^ 1];
}

__global__ void equalsTileAndMore(float *out, const float *in, int k) {
  __shared__ float tile[256];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  const float *p = k ? tile : in;
  if (p == tile && out[threadIdx.x] > 0)
    out[threadIdx.x] = p[threadIdx.x ^ 1];
}

__global__ void leaves(float *out, const float *in, int k) {
  __shared__ float tile[256];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  const float *p = k ? tile : in;
  if (p != tile)
    return;
  out[threadIdx.x] = p[threadIdx.x ^ 1];
}

// Loads of different elements, and stores, stay apart.
__global__ void otherElement(float *out, const float *in, int k) {
  __shared__ float tile[256];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  const float *p = k ? tile : in;
  if (p == tile)
    out[threadIdx.x] = p[threadIdx.x ^ 1];
  else
    out[threadIdx.x] = p[threadIdx.x + 7];
}

__global__ void storesOnBothSides(float *out, const float *in, int k) {
  __shared__ float tile[256];
  float *p = k ? tile : out;
  if (p == tile)
    p[threadIdx.x] = in[threadIdx.x];
  else
    p[threadIdx.x] = 2;
  __syncthreads();
  out[threadIdx.x + 512] = tile[threadIdx.x ^ 1];
}

// With a load of the same element on the other side, nvcc makes one generic load of both.
__global__ void bothSides(float *out, const float *in, int k) {
  __shared__ float tile[256];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  const float *p = k ? tile : in;
  if (p == tile)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: generic load: `p[threadIdx.x ^ 1]`
    out[threadIdx.x] = p[threadIdx.x ^ 1];
  else
    out[threadIdx.x] = p[threadIdx.x ^ 1] * 2;
}

__global__ void atomicsOnBothSides(int *out, int k) {
  __shared__ int counts[256];
  counts[threadIdx.x] = 0;
  __syncthreads();
  int *p = k ? counts : out;
  if (p == counts)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: generic atomic: `atomicAdd(p + threadIdx.x, 1)`
    atomicAdd(p + threadIdx.x, 1);
  else
    atomicAdd(p + threadIdx.x + 3, 1);
  __syncthreads();
  out[threadIdx.x + 512] = counts[threadIdx.x ^ 1];
}

__global__ void loneAtomic(int *out, int k) {
  __shared__ int counts[256];
  counts[threadIdx.x] = 0;
  __syncthreads();
  int *p = k ? counts : out;
  if (p == counts)
    atomicAdd(p + threadIdx.x, 1);
  __syncthreads();
  out[threadIdx.x + 512] = counts[threadIdx.x ^ 1];
}

// What differs from an argument, or equals a variable in global memory, stays generic.
__global__ void differsFromArgument(float *out, const float *in, int k) {
  __shared__ float tile[256];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  const float *p = k ? tile : in;
  if (p != in)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: generic load: `p[threadIdx.x ^ 1]`
    out[threadIdx.x] = p[threadIdx.x ^ 1];
}

__global__ void equalsVariable(float *out, const float *in, int k) {
  __shared__ float tile[256];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  const float *p = k ? tile : globalArray;
  if (p == globalArray)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: generic load: `p[threadIdx.x ^ 1]`
    out[threadIdx.x] = p[threadIdx.x ^ 1];
}
