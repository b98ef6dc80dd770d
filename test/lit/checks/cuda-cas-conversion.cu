// RUN: not %cuda-memlint --remarks --checks=-*,cuda-cas-conversion %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

#include <cstring>

__device__ float addConverted(float *p, float v) {
  float old = *p, assumed;
  do {
    assumed = old;
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: compare-and-swap of converted values: on `float` data in `sums`, it compares with `assumed` and stores `(assumed + v)`, rounded to an integer, where the bits are needed [cuda-cas-conversion]
    old = (float)atomicCAS((int *)p, (int)assumed, (int)(assumed + v));
    // CHECK: note: in `addConverted`, called from here
    // CHECK: help: pass `__float_as_int(…)`, and read what `atomicCAS` returns with `__int_as_float`
  } while (assumed != old);
  return old;
}

__global__ void converts(float *sums, float v) { addConverted(&sums[threadIdx.x % 8], v); }

// Rounded by a function; only what is stored.
__global__ void rounds(float *sums, float v) {
  int *bits = reinterpret_cast<int *>(sums);
  int old = *bits, assumed;
  do {
    assumed = old;
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}in `sums`, it stores `__float2int_rn(v + __int_as_float(assumed))`, rounded
    old = atomicCAS(bits, assumed, __float2int_rn(v + __int_as_float(assumed)));
  } while (assumed != old);
}

// The bits are taken where a variable is initialised.
__global__ void roundsVariable(float *sums, float v) {
  int *bits = reinterpret_cast<int *>(sums);
  int old = *bits, assumed;
  do {
    assumed = old;
    int next = (int)(v + __int_as_float(assumed));
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}in `sums`, it stores `(v + __int_as_float(assumed))`, rounded
    old = atomicCAS(bits, assumed, next);
  } while (assumed != old);
}

__global__ void roundsSum(float *sums, float v) {
  int *bits = reinterpret_cast<int *>(sums);
  int old = *bits, assumed;
  do {
    assumed = old;
    float sum = v + __int_as_float(assumed);
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}in `sums`, it stores `__float2int_rn(sum)`, rounded
    old = atomicCAS(bits, assumed, __float2int_rn(sum));
  } while (assumed != old);
}

// Conversions that the language makes by itself, of a double in shared memory.
__global__ void implicitly(double *out, double v) {
  __shared__ double most;
  if (threadIdx.x == 0)
    most = 0;
  __syncthreads();
  double seen = most;
  if (seen < v)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}on `double` data in `most`, it compares with `seen` and stores `v`, rounded
    atomicCAS((unsigned long long *)&most, seen, v);
    // CHECK: help: pass `__double_as_longlong(…)`, and read what `atomicCAS` returns with `__longlong_as_double`
  __syncthreads();
  *out = most;
}

// The comparison alone.
__global__ void compares(float *slots, float v) {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}in `slots`, it compares with `v`, rounded
  atomicCAS((int *)&slots[threadIdx.x], (int)v, __float_as_int(2 * v));
  // CHECK: note: the comparison fails unless
}

// Through variables and functions of the source's own.
__global__ void keptInVariables(double *sum, double v) {
  double seen = *sum;
  long long expected = (long long)seen, replacement = static_cast<long long>(seen + v);
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}on `double` data in `sum`, it compares with `seen` and stores `seen + v`, rounded
  atomicCAS((unsigned long long *)sum, (unsigned long long)expected, (unsigned long long)replacement);
}

__device__ int rounded(float v) { return (int)v; }

__global__ void byFunction(float *sum, float v) {
  float seen = *sum;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}in `sum`, it compares with `v` and stores `v`, rounded
  atomicCAS((int *)sum, rounded(seen), rounded(seen + v));
}

// One of two.
__global__ void larger(float *most, float v) {
  float seen = *most;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}in `most`, it compares with `seen` and stores `v`, rounded
  atomicCAS((int *)most, (int)seen, v > seen ? (int)v : (int)seen);
}

// What is there is converted, too: both ways.
__global__ void bothWays(double *sum, double v) {
  unsigned long long *bits = (unsigned long long *)sum, old = *bits, assumed;
  do {
    assumed = old;
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}on `double` data in `sum`, it stores `(v + (double)assumed)`, rounded
    old = atomicCAS(bits, assumed, (unsigned long long)(v + (double)assumed));
  } while (assumed != old);
}

__device__ void atomicMaximum(float *most, float v) {
  int *bits = (int *)most, old = *bits, assumed;
  do {
    assumed = old;
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}in `most`, it stores `fmaxf(v, assumed)`, rounded
    old = atomicCAS(bits, assumed, (int)fmaxf(v, assumed));
  } while (assumed != old);
}

__global__ void maximum(float *most, float v) { atomicMaximum(most, v); }

// Bits, however they are taken.
__device__ float addBits(float *p, float v) {
  int *bits = (int *)p;
  int old = *bits, assumed;
  do {
    assumed = old;
    old = atomicCAS(bits, assumed, __float_as_int(v + __int_as_float(assumed)));
  } while (assumed != old);
  return __int_as_float(old);
}

__device__ double addBits(double *p, double v) {
  unsigned long long *bits = (unsigned long long *)p, old = *bits, assumed;
  do {
    assumed = old;
    old = atomicCAS(bits, assumed, __double_as_longlong(v + __longlong_as_double(assumed)));
  } while (assumed != old);
  return __longlong_as_double(old);
}

__device__ unsigned bitsOf(float v) {
  unsigned bits;
  memcpy(&bits, &v, sizeof bits);
  return bits;
}

union Bits {
  float number;
  int bits;
};

__global__ void bits(float *f, double *d, float v) {
  addBits(&f[threadIdx.x % 8], v);
  addBits(&d[threadIdx.x % 8], v);
  atomicCAS((unsigned *)&f[9], bitsOf(v), bitsOf(2 * v));
  atomicCAS((unsigned *)&f[9], __builtin_bit_cast(unsigned, v), *(unsigned *)&v);
  Bits from, to;
  from.number = v;
  to.number = v + 1;
  atomicCAS((int *)f, from.bits, to.bits);
  atomicCAS((int *)f, 0, 1);
  atomicCAS((unsigned long long *)d, (unsigned long long)__double_as_longlong(v),
            __double2hiint(v));
}

// Integers that are integers.
struct Cell {
  float weight;
  int owner;
};

__global__ void integers(int *counts, unsigned long long *sums, Cell *cells, void *raw, float v) {
  atomicCAS(&counts[threadIdx.x], (int)v, (int)(v + 1));
  atomicCAS(&sums[threadIdx.x], __float2ull_rn(v), (unsigned long long)v);
  atomicCAS(&cells[threadIdx.x].owner, (int)v, (int)(v + 1));
  atomicCAS((int *)raw, (int)v, (int)(v + 1));
}

// What is rounded is an index.
__global__ void indexed(float *f, const int *table, float v) {
  atomicCAS((int *)&f[(int)v], table[(int)v], table[__float2int_rd(v)]);
}

// The bits that variables begin with are of other memory, or are what is stored.
__global__ void keysOfBits(float *workspace, const int *coded) {
  int *keys = (int *)workspace;
  float place = __int_as_float(coded[threadIdx.x]);
  int key = (int)(place * 10);
  atomicCAS(&keys[key & 255], -1, key);
  int none = -1;
  atomicCAS(&keys[key & 127], none, key);
}

__global__ void bitsInVariable(float *sums, float v) {
  int *bits = reinterpret_cast<int *>(sums);
  int old = *bits, assumed;
  do {
    assumed = old;
    float sum = v + __int_as_float(assumed);
    int next = __float_as_int(sum);
    old = atomicCAS(bits, assumed, next);
  } while (assumed != old);
}

// The memory holds integers here, whatever it was declared as.
__global__ void hashTable(float *out, const float *in) {
  extern __shared__ float workspace[];
  int *keys = (int *)workspace;
  keys[threadIdx.x] = -1;
  __syncthreads();
  int key = (int)floorf(in[threadIdx.x] * 10);
  out[threadIdx.x] = atomicCAS(&keys[key & 255], -1, key);
}

__global__ void behindNumbers(float *workspace, const float *in, int n) {
  int *grid = (int *)(workspace + n);
  int cell = (int)floorf(in[threadIdx.x] / 0.1f);
  atomicCAS(&grid[cell & 255], -1, cell);
  workspace[threadIdx.x] = in[threadIdx.x];
}

__global__ void quantised(float *buffer, const float *in) {
  unsigned *numbers = reinterpret_cast<unsigned *>(buffer);
  unsigned rounded = __float2uint_rn(in[threadIdx.x] * 65535.f);
  atomicCAS(&numbers[threadIdx.x], 0u, rounded);
  atomicCAS((int *)buffer, -1, (int)in[7]);
}
