// RUN: not %cuda-memlint --checks=-*,cuda-global-race %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %cuda-memlint --arch=sm_52 --checks=-*,cuda-global-race %s 2>&1 | FileCheck %s --check-prefix=OLD

#include <cuda_runtime.h>

// One element, whatever the data are: nothing makes it another for each thread.
__global__ void counted(const int *lengths, int *out, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && lengths[i] > 20) {
    // CHECK: warning: global memory race on `*count`
    // CHECK: note: use an atomic (`atomicAdd`), and take the element from what it returns{{$}}
    int p = *count;
    *count = p + 1;
    out[p] = i;
  }
}

// The array of indices may hold each number once.
__global__ void byIndex(const int *bins, int *sums, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: warning: global memory race on `sums[bins[i]]`
    // CHECK: note: use an atomic (`atomicAdd`); if no two threads have one index, say so above the kernel: `// memlint: distinct` and the name of the index array
    sums[bins[i]] += 1;
}

// Of floating-point numbers there are sums, and nothing else, in two places of one line.
__global__ void summed(const int2 *ends, float *sums, const float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    // CHECK: warning: global memory race on `sums[ends[i].x]`
    // CHECK: note: also: reads and writes `sums[ends[i].y]` here{{$}}
    // CHECK: note: use an atomic (`atomicAdd`){{$}}
    sums[ends[i].x] += x[i];
    sums[ends[i].y] -= x[i];
  }
}
__global__ void multiplied(const int *bins, double *products, const double *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: warning: global memory race on `products[bins[i]]`
    // CHECK: note: use an atomic (a loop around an `atomicCAS` of its bits); if no two threads have one index
    products[bins[i]] *= x[i];
}

// A free slot, and a link to another root, are set once.
__global__ void slots(const int *keys, int *table, int mask, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int slot = keys[i] & mask;
  while (table[slot] != 0)
    slot = (slot + 1) & mask;
  // CHECK: warning: global memory race on `table[slot]`
  // CHECK: note: also: two threads write `table[slot]` here{{$}}
  // CHECK: note: use an atomic (`atomicCAS`), and try again where it returns another value than the one read{{$}}
  table[slot] = keys[i];
}
__global__ void join(const int2 *ends, int *parent, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int a = ends[i].x, b = ends[i].y;
  while (parent[a] != a)
    a = parent[a];
  while (parent[b] != b)
    b = parent[b];
  if (a != b)
    // CHECK: warning: global memory race on `parent[max(a, b)]`
    // CHECK: note: use an atomic (`atomicCAS`), and try again where it returns another value than the one read{{$}}
    parent[max(a, b)] = min(a, b);
}

// All threads come to one location: neither another array nor a barrier helps. Only what one thread
// reads of another one's element is to be ordered.
__global__ void number(int *taken, const int *x, int *out, int n) {
  // CHECK: warning: global memory race on `taken[0]`
  // CHECK: note: use an atomic (`atomicAdd`), and take the element from what it returns{{$}}
  for (int k = (*taken)++; k < n; k = (*taken)++)
    atomicAdd(&out[k], x[k]);
}
__global__ void leaders(int *end, const int *x, int *out, float *sum) {
  if (threadIdx.x == 0) {
    int base = *end;
    // CHECK: warning: global memory race on `end[0]`
    // CHECK: note: use an atomic (`atomicAdd`), and take the element from what it returns{{$}}
    *end = base + x[blockIdx.x];
    atomicAdd(&out[base], 1);
  }
  // CHECK: warning: global memory race on `sum[0]`
  // CHECK: note: use an atomic (`atomicAdd`){{$}}
  *sum += x[blockIdx.x] * 0.5f;
}
__global__ void neighbours(float *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: warning: global memory race on `x`
  // CHECK-NOT: use an atomic
  // CHECK: note: only the end of the kernel or a grid-wide barrier orders blocks
  x[i] += x[i + 1];
}

// An atomic for each, as advised.
__global__ void numberFixed(int *taken, const int *x, int *out, int n) {
  for (int k = atomicAdd(taken, 1); k < n; k = atomicAdd(taken, 1))
    atomicAdd(&out[k], x[k]);
}
__global__ void countedFixed(const int *lengths, int *out, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && lengths[i] > 20)
    out[atomicAdd(count, 1)] = i;
}

int main() {
  int *a, *b, *c;
  cudaMalloc(&a, 4 << 20);
  cudaMalloc(&b, 4 << 20);
  cudaMalloc(&c, 4);
  counted<<<4096, 256>>>(a, b, c, 1 << 20);
  byIndex<<<4096, 256>>>(a, b, 1 << 20);
  number<<<8, 256>>>(a, b, c, 1 << 20);
  leaders<<<8, 256>>>(a, b, c, (float *)c + 1);
  neighbours<<<8, 256>>>((float *)a);
  numberFixed<<<8, 256>>>(a, b, c, 1 << 20);
  countedFixed<<<4096, 256>>>(a, b, c, 1 << 20);
}

// What is added to is known by the update, however the type is called, and how many bytes it has.
typedef double Real;
__global__ void named(const int *bins, Real *sums, const Real *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: warning: global memory race on `sums[bins[i]]`
    // CHECK: note: use an atomic (`atomicAdd`); if no two threads have one index
    // OLD: warning: global memory race on `sums[bins[i]]`
    // OLD: note: use an atomic (a loop around an `atomicCAS` of its bits); if no two threads have one index
    sums[bins[i]] += x[i];
}
__global__ void ofBytes(const int *bins, int *bytes, const float *x, int n) {
  float *sums = reinterpret_cast<float *>(bytes);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: warning: global memory race on `sums[bins[i]]`
    // CHECK: note: use an atomic (`atomicAdd`); if no two threads have one index
    // OLD: warning: global memory race on `sums[bins[i]]`
    // OLD: note: use an atomic (`atomicAdd`); if no two threads have one index
    sums[bins[i]] += x[i];
}
__global__ void halfWords(const int *bins, short *counts, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: warning: global memory race on `counts[bins[i]]`
    // CHECK: note: use an atomic (a loop around a 2-byte `atomicCAS`); if no two threads have one index
    // OLD: warning: global memory race on `counts[bins[i]]`
    // OLD: note: before compute capability 7.0 no atomic updates two bytes: use elements of 4 bytes and an atomic, or update the aligned 4-byte word around them by `atomicCAS`
    counts[bins[i]]++;
}

// What is taken out is stored elsewhere: in the entry that becomes the first of a list, or at the
// next location.
__global__ void push(const int *keys, int *next, int *head, int buckets, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int b = keys[i] % buckets;
  next[i] = head[b];
  // CHECK: warning: global memory race on `head[b]`
  // CHECK: note: use an atomic (`atomicExch`), and take the old value from what it returns{{$}}
  head[b] = i;
}
__global__ void kickOut(const unsigned *keys, unsigned *table, unsigned mask, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned own = keys[i];
  unsigned at = own * 2654435761u & mask;
  for (int k = 0; k < 32; ++k) {
    unsigned old = table[at];
    // CHECK: warning: global memory race on `table[at]`
    // CHECK: note: use an atomic (`atomicExch`), and take the old value from what it returns{{$}}
    table[at] = own;
    if (old == 0)
      break;
    own = old;
    at = own * 2246822519u & mask;
  }
}
__global__ void kickOutFixed(const unsigned *keys, unsigned *table, unsigned mask, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned own = keys[i];
  unsigned at = own * 2654435761u & mask;
  for (int k = 0; k < 32 && own != 0; ++k) {
    own = atomicExch(&table[at], own);
    at = own * 2246822519u & mask;
  }
}

// Two threads find a location free: which of them has set it, the atomic says.
__global__ void claim(const int *keys, int *owner, int *queue, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int v = keys[i];
  if (owner[v] < 0) {
    // CHECK: warning: global memory race on `owner[v]`: tested and set without an atomic; two threads may pass the test when two entries of `keys` are equal
    // CHECK: note: use an atomic (`atomicCAS`), and test what it returns; if no two threads have one index
    owner[v] = i;
    queue[atomicAdd(count, 1)] = v;
  }
}
__global__ void claimFixed(const int *keys, int *owner, int *queue, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int v = keys[i];
  if (atomicCAS(&owner[v], -1, i) == -1)
    queue[atomicAdd(count, 1)] = v;
}
// A lesser value does not claim the location: one of two is lost.
__global__ void least(const int *keys, const int *x, int *best, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] < best[keys[i]])
    // CHECK: warning: global memory race on `best[keys[i]]`: read and written without an atomic; an update is lost
    // CHECK: note: use an atomic (`atomicMin`)
    best[keys[i]] = x[i];
}

// That entries are distinct would say nothing: rows of others may overlap, and each warp begins elsewhere.
__global__ void byRow(const int *row, const int *column, float *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int k = row[i]; k < row[i + 1]; ++k)
      // CHECK: warning: global memory race on `sum[column[k]]`
      // CHECK: note: use an atomic (`atomicAdd`){{$}}
      sum[column[k]] += 0.5f;
}
