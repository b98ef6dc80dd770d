// RUN: not %cuda-memlint --remarks --checks=-*,cuda-uninitialised-shared %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

// No store at all.
__global__ void neverWritten(float *out) {
  __shared__ float s[64];
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: uninitialised shared memory read: thread (0,0,0) of block (0,0,0) reads `s[63]`, and the kernel never writes `s` [cuda-uninitialised-shared]
  out[threadIdx.x] = s[63 - threadIdx.x];
}

// The halo is missing on both sides; both reads are one finding.
__global__ void halo(float *out, const float *in) {
  __shared__ float line[66];
  int t = threadIdx.x;
  line[t + 1] = in[t];
  __syncthreads();
  // CHECK: :[[#@LINE+1]]:{{.*}}thread (0,0,0) of block (0,0,0) reads `line[0]`, which no thread writes [
  out[t] = line[t] + line[t + 1] +
           line[t + 2];
  // CHECK: note: and 1 more access to `line`: line [[#@LINE-1]]
}

__global__ void haloLoaded(float *out, const float *in) {
  __shared__ float line[66];
  int t = threadIdx.x;
  line[t + 1] = in[t];
  if (t == 0)
    line[0] = in[0];
  if (t == blockDim.x - 1)
    line[65] = in[t];
  __syncthreads();
  out[t] = line[t] + line[t + 1] + line[t + 2];
}

__global__ void haloGuarded(float *out, const float *in) {
  __shared__ float line[66];
  int t = threadIdx.x;
  line[t + 1] = in[t];
  __syncthreads();
  float left = t > 0 ? line[t] : 0;
  if (t < 63)
    left += line[t + 2];
  out[t] = left;
}

// The first addition reads before anything is written.
__global__ void adds(int *out, const int *in, int n) {
  __shared__ int sums[64];
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+3]]:{{.*}}thread (0,0,0) of block (0,0,0) reads `sums[0]` before any thread writes it [
  // CHECK: :[[#@LINE+2]]:{{.*}}note: it is written here, later
  for (int i = 0; i < 4; ++i)
    sums[t] += in[i * 64 + t];
  out[t] = sums[t];
}

__global__ void addsToZero(int *out, const int *in, int n) {
  __shared__ int sums[64];
  int t = threadIdx.x;
  sums[t] = 0;
  for (int i = 0; i < 4; ++i)
    sums[t] += in[i * 64 + t];
  out[t] = sums[t];
}

// Another thread may have been faster: a race, and not certainly a read of nothing.
__global__ void mayBeLater(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  int before = s[63 - t];
  s[t] = t;
  out[t] = before;
}

// A barrier keeps all other threads back.
__global__ void isLater(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+1]]:{{.*}}thread (0,0,0) of block (0,0,0) reads `s[63]` before any thread writes it [
  int before = s[63 - t];
  __syncthreads();
  s[t] = t;
  out[t] = before;
}

// Written in the iteration before.
__global__ void pipeline(int *out, const int *in, int n) {
  __shared__ int s[64];
  int t = threadIdx.x, sum = 0;
  for (int i = 0; i < 4; ++i) {
    if (i > 0)
      sum += s[63 - t];
    __syncthreads();
    s[t] = in[i];
    __syncthreads();
  }
  out[t] = sum;
}

// What may write: an unknown condition, an unknown index, an atomic, a copy, bytes of an element, a call, assembly.
__global__ void unknownCondition(int *out, const int *in, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (in[t] > 0)
    s[t] = 1;
  __syncthreads();
  out[t] = s[t];
}

__global__ void unknownIndex(int *out, const int *in, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[in[t]] = 1;
  __syncthreads();
  out[t] = s[t];
}

__global__ void byAtomic(int *out, const int *in) {
  __shared__ int s[64];
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+2]]:3: warning: uninitialised shared memory update: atomics change `s`, and the kernel never initialises it [cuda-uninitialised-shared]
  // CHECK: help: initialise `s`, with a `__syncthreads()` before the first update
  atomicAdd(&s[in[t]], 1);
  __syncthreads();
  out[t] = s[t];
}

__global__ void counted(int *out, const int *in) {
  __shared__ int n;
  if (in[threadIdx.x])
    // CHECK: :[[#@LINE+1]]:9: warning: uninitialised shared memory update: atomics change `n`
    out[atomicAdd(&n, 1)] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0)
    out[64] = n;
}

__global__ void summed(float *out, const float *in) {
  __shared__ float sum;
  // CHECK: :[[#@LINE+1]]:3: warning: uninitialised shared memory update: atomics change `sum`
  atomicAdd(&sum, in[threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0)
    *out = sum;
}

// The places that it gives begin anywhere.
__global__ void numbered(int *out, const int *in) {
  __shared__ int n;
  if (in[threadIdx.x])
    // CHECK: :[[#@LINE+1]]:9: warning: uninitialised shared memory update: atomics change `n`
    out[atomicAdd(&n, 1)] = threadIdx.x;
}

__global__ void countedFromZero(int *out, const int *in) {
  __shared__ int n;
  if (threadIdx.x == 0)
    n = 0;
  __syncthreads();
  if (in[threadIdx.x])
    atomicAdd(&n, 1);
  __syncthreads();
  out[threadIdx.x] = n;
}

__global__ void countedFromExchange(int *out, const int *in) {
  __shared__ int n;
  atomicExch(&n, 0);
  __syncthreads();
  if (in[threadIdx.x])
    atomicAdd(&n, 1);
  __syncthreads();
  out[threadIdx.x] = n;
}

__device__ void clear(int *bins) { bins[threadIdx.x] = 0; }

__global__ void countedFromCall(int *out, const int *in) {
  __shared__ int bins[64];
  clear(bins);
  __syncthreads();
  atomicAdd(&bins[in[threadIdx.x]], 1);
  __syncthreads();
  out[threadIdx.x] = bins[threadIdx.x];
}

// The pointer may lead to the array.
__global__ void countedFromPointer(int *out, const int *in, bool first) {
  __shared__ int bins[64], others[64];
  int *chosen = first ? bins : others;
  chosen[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[in[threadIdx.x]], 1);
  __syncthreads();
  out[threadIdx.x] = bins[threadIdx.x];
}

// Nobody reads it.
__global__ void countedForNothing(const int *in) {
  __shared__ int n;
  atomicAdd(&n, in[threadIdx.x]);
}

__global__ void byBytes(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  reinterpret_cast<char *>(s)[4 * t + 3] = 1;
  __syncthreads();
  out[t] = s[t];
}

__device__ void unseen(int *);

__global__ void byCall(int *out) {
  __shared__ int s[64];
  unseen(s);
  out[threadIdx.x] = s[threadIdx.x];
}

__global__ void byAssembly(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  asm volatile("st.shared.u32 [%0], %1;" ::"r"((unsigned)__cvta_generic_to_shared(s + t)), "r"(t));
  out[t] = s[t];
}

__global__ void byCopy(int *out, const int *in) {
  __shared__ __align__(16) int s[64];
  int t = threadIdx.x;
  if (t < 16)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(
                     (unsigned)__cvta_generic_to_shared(s + 4 * t)),
                 "l"(in + 4 * t));
  asm volatile("cp.async.wait_all;");
  __syncthreads();
  out[t] = s[t];
}

__global__ void byPointer(int *out, int n) {
  __shared__ int a[64], b[64];
  int t = threadIdx.x;
  int *p = n > 3 ? a : b;
  p[t] = 1;
  __syncthreads();
  out[t] = a[t] + b[t];
}

__global__ void byOtherArray(int *out) {
  extern __shared__ int first[];
  extern __shared__ char second[];
  int t = threadIdx.x;
  second[4 * t] = 1;
  __syncthreads();
  out[t] = first[t];
}

__global__ void inLoop(int *out) {
  __shared__ int s[256];
  int t = threadIdx.x;
  for (int i = t; i < 256; i += blockDim.x)
    s[i] = i;
  __syncthreads();
  out[t] = s[t + 192];
}

// Only some members are written.
struct Pair {
  char tag;
  int value;
};

__global__ void members(Pair *out) {
  __shared__ Pair s[64];
  int t = threadIdx.x;
  s[t].tag = 1;
  s[t].value = 2;
  __syncthreads();
  out[t] = s[t];
}

// No launch says what the block is.
__global__ void guessed(float *out) {
  __shared__ float s[64];
  out[threadIdx.x] = s[threadIdx.x & 63];
}

extern int fromElsewhere;

// The upper lanes of the last warp add what is there, and nobody reads their sums: the array has room for that.
__global__ void lastWarp(int *out, const int *in) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  volatile int *sums = s;
  sums[t] += sums[t + 16];
  sums[t] += sums[t + 8];
  sums[t] += sums[t + 4];
  sums[t] += sums[t + 2];
  sums[t] += sums[t + 1];
  if (t == 0)
    *out = sums[0];
}

int main() {
  float *f;
  int *i;
  Pair *p;
  cudaMalloc(&f, 4096);
  cudaMalloc(&i, 4096);
  cudaMalloc(&p, 4096);
  neverWritten<<<1, 64>>>(f);
  halo<<<1, 64>>>(f, f);
  haloLoaded<<<1, 64>>>(f, f);
  haloGuarded<<<1, 64>>>(f, f);
  adds<<<1, 64>>>(i, i, 4);
  addsToZero<<<1, 64>>>(i, i, 4);
  mayBeLater<<<1, 64>>>(i);
  isLater<<<1, 64>>>(i);
  pipeline<<<1, 64>>>(i, i, 4);
  unknownCondition<<<1, 64>>>(i, i, 4);
  unknownIndex<<<1, 64>>>(i, i, 4);
  byAtomic<<<1, 64>>>(i, i);
  counted<<<1, 64>>>(i, i);
  summed<<<1, 64>>>(f, f);
  numbered<<<1, 64>>>(i, i);
  countedFromZero<<<1, 64>>>(i, i);
  countedFromExchange<<<1, 64>>>(i, i);
  countedFromCall<<<1, 64>>>(i, i);
  countedFromPointer<<<1, 64>>>(i, i, true);
  countedForNothing<<<1, 64>>>(i);
  byBytes<<<1, 64>>>(i);
  byCall<<<1, 64>>>(i);
  byAssembly<<<1, 64>>>(i);
  byCopy<<<1, 64>>>(i, i);
  byPointer<<<1, 64>>>(i, fromElsewhere);
  byOtherArray<<<1, 64, 256>>>(i);
  inLoop<<<1, 64>>>(i);
  lastWarp<<<1, 32>>>(i, i);
  members<<<1, 64>>>(p);
}
