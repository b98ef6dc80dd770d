// Member functions, cells and clusters: each racy kernel, and the same one mended, whose name ends in Mended.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race,cuda-missing-fence %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cstdint>
#include <cuda_runtime.h>

__device__ uint32_t mix(uint32_t k) {
  k ^= k >> 16;
  k *= 0x85ebca6bu;
  k ^= k >> 13;
  return k;
}

struct Slot {
  uint32_t key, value;
};

// A table as a structure with a member function
struct Table {
  Slot *slots;
  uint32_t capacity;
  __device__ void insert(uint32_t key, uint32_t value) {
    uint32_t at = mix(key) & (capacity - 1);
    while (true) {
      uint32_t there = slots[at].key;
      if (there == 0u || there == key) {
        // CHECK: :[[#@LINE+1]]:9: warning: global memory race on `slots[at].key`
        slots[at].key = key;
        slots[at].value = value;
        return;
      }
      at = (at + 1) & (capacity - 1);
    }
  }
  __device__ void insertSafely(uint32_t key, uint32_t value) {
    uint32_t at = mix(key) & (capacity - 1);
    while (true) {
      uint32_t there = atomicCAS(&slots[at].key, 0u, key);
      if (there == 0u || there == key) {
        atomicExch(&slots[at].value, value);
        return;
      }
      at = (at + 1) & (capacity - 1);
    }
  }
};
__global__ void fillTable(Table t, const Slot *in, uint32_t count) {
  for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x)
    t.insert(in[i].key, in[i].value);
}
__global__ void fillTableMended(Table t, const Slot *in, uint32_t count) {
  for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x)
    t.insertSafely(in[i].key, in[i].value);
}

// Quadratic probing by a helper
__device__ uint32_t freeSlot(const uint32_t *table, uint32_t mask, uint32_t key) {
  uint32_t at = mix(key) & mask;
  for (uint32_t step = 1; table[at] != 0; ++step)
    at = (at + step) & mask;
  return at;
}
__global__ void quadratic(uint32_t *table, uint32_t mask, const uint32_t *keys, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `table[freeSlot(table, mask, keys[i])]`
    table[freeSlot(table, mask, keys[i])] = keys[i];
}
__global__ void quadraticMended(uint32_t *table, uint32_t mask, const uint32_t *keys, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  uint32_t at = mix(keys[i]) & mask;
  for (uint32_t step = 1; atomicCAS(&table[at], 0u, keys[i]) != 0u; ++step)
    at = (at + step) & mask;
}

// Linked lists of cells
__device__ int cellOf(float3 p, float size, int3 cells) {
  int x = int(p.x / size), y = int(p.y / size), z = int(p.z / size);
  return (z * cells.y + y) * cells.x + x;
}
__global__ void linkCells(const float3 *points, int count, float size, int3 cells, int *first,
                          int *following) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  int c = cellOf(points[i], size, cells);
  following[i] = first[c];
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `first[c]`
  first[c] = i;
}
__global__ void linkCellsMended(const float3 *points, int count, float size, int3 cells, int *first,
                                int *following) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  int c = cellOf(points[i], size, cells);
  following[i] = atomicExch(first + c, i);
}

// Particles counted by cell
__global__ void countCells(const float3 *points, int count, float size, int3 cells, int *number) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x) {
    int *p = number + cellOf(points[i], size, cells);
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `*p`
    *p = *p + 1;
  }
}
__global__ void countCellsMended(const float3 *points, int count, float size, int3 cells,
                                 int *number) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x) {
    int *p = number + cellOf(points[i], size, cells);
    atomicAdd(p, 1);
  }
}

// Reduction by key with an operation
struct Maximum {
  __device__ int operator()(int a, int b) const { return a > b ? a : b; }
};
template <class Op>
__global__ void reduceByKey(int *out, const int *keys, const int *values, int count, Op op) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `out[keys[i]]`
    out[keys[i]] = op(out[keys[i]], values[i]);
}
template <class Op>
__global__ void reduceByKeyMended(int *out, const int *keys, const int *values, int count, Op op) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  int *p = &out[keys[i]];
  int old = *p, expected;
  do {
    expected = old;
    old = atomicCAS(p, expected, op(expected, values[i]));
  } while (old != expected);
}

// A lock of a class, chosen by the thread
struct Mutex {
  int word;
  __device__ void acquire() {
    while (atomicCAS(&word, 0, 1) != 0)
      ;
    __threadfence();
  }
  __device__ void release() {
    __threadfence();
    atomicExch(&word, 0);
  }
};
__global__ void guardedByLane(Mutex *locks, float *bins, const int *bin, const float *value,
                              int count) {
  int b = blockIdx.x;
  if (threadIdx.x == 0 && b < count) {
    locks[b % 64].acquire();
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `bins[bin[b]]`
    bins[bin[b]] += value[b];
    locks[b % 64].release();
  }
}
__global__ void guardedByLaneMended(Mutex *locks, float *bins, const int *bin, const float *value,
                                    int count) {
  int b = blockIdx.x;
  if (threadIdx.x == 0 && b < count) {
    locks[bin[b] % 64].acquire();
    bins[bin[b]] += value[b];
    locks[bin[b] % 64].release();
  }
}

// The lock of one end, both ends updated. Not found: the ends are halves of one vector.
__global__ void halfGuarded(Mutex *locks, float *charge, const int2 *pair, const float *flow,
                            int count) {
  int e = blockIdx.x;
  if (threadIdx.x != 0 || e >= count)
    return;
  int2 p = pair[e];
  locks[p.x].acquire();
  charge[p.x] -= flow[e];
  charge[p.y] += flow[e];
  locks[p.x].release();
}
__global__ void halfGuardedMended(Mutex *locks, float *charge, const int2 *pair, const float *flow,
                                  int count) {
  int e = blockIdx.x;
  if (threadIdx.x != 0 || e >= count)
    return;
  int2 p = pair[e];
  locks[p.x].acquire();
  charge[p.x] -= flow[e];
  locks[p.x].release();
  locks[p.y].acquire();
  charge[p.y] += flow[e];
  locks[p.y].release();
}

// The last block, by a helper with a plain counter
__device__ bool isLastBlock(unsigned *arrived) {
  __shared__ bool last;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) {
    unsigned now = *arrived + 1;
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `arrived[0]`
    *arrived = now;
    last = now == gridDim.x;
  }
  __syncthreads();
  return last;
}
__device__ bool isLastBlockSafely(unsigned *arrived) {
  __shared__ bool last;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    last = atomicAdd(arrived, 1u) + 1 == gridDim.x;
  __syncthreads();
  if (last)
    __threadfence();
  return last;
}
__global__ void finish(float *partial, float *result, unsigned *arrived, const float *in) {
  if (threadIdx.x == 0)
    partial[blockIdx.x] = in[blockIdx.x];
  if (isLastBlock(arrived) && threadIdx.x == 0) {
    float s = 0;
    for (unsigned b = 0; b < gridDim.x; ++b)
      s += partial[b];
    result[0] = s;
  }
}
__global__ void finishMended(float *partial, float *result, unsigned *arrived, const float *in) {
  if (threadIdx.x == 0)
    partial[blockIdx.x] = in[blockIdx.x];
  if (isLastBlockSafely(arrived) && threadIdx.x == 0) {
    float s = 0;
    for (unsigned b = 0; b < gridDim.x; ++b)
      s += partial[b];
    result[0] = s;
  }
}

// A worklist as a structure
struct Worklist {
  int *items;
  int *size;
  // CHECK: :[[#@LINE+1]]:39: warning: global memory race on `(*size)`
  __device__ void push(int v) { items[(*size)++] = v; }
  __device__ void pushSafely(int v) { items[atomicAdd(size, 1)] = v; }
};
__global__ void frontier(Worklist next, const int *changed, int count) {
  for (int v = blockIdx.x * blockDim.x + threadIdx.x; v < count; v += blockDim.x * gridDim.x)
    if (changed[v])
      next.push(v);
}
__global__ void frontierMended(Worklist next, const int *changed, int count) {
  for (int v = blockIdx.x * blockDim.x + threadIdx.x; v < count; v += blockDim.x * gridDim.x)
    if (changed[v])
      next.pushSafely(v);
}

// Delta stepping
__global__ void deltaStep(Worklist next, int *distance, const int *start, const int *target,
                          const int *length, const int *bucket, int members) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= members)
    return;
  int v = bucket[k];
  for (int e = start[v]; e < start[v + 1]; ++e) {
    int w = target[e], d = distance[v] + length[e];
    if (d < distance[w]) {
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `distance[w]`
      distance[w] = d;
      next.pushSafely(w);
    }
  }
}
__global__ void deltaStepMended(Worklist next, int *distance, const int *start, const int *target,
                                const int *length, const int *bucket, int members) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= members)
    return;
  int v = bucket[k];
  for (int e = start[v]; e < start[v + 1]; ++e) {
    int w = target[e], d = distance[v] + length[e];
    if (d < atomicMin(&distance[w], d))
      next.pushSafely(w);
  }
}

// Triangles, credited to all three
__global__ void creditTriangles(const int *start, const int *target, int *credit, int count) {
  int v = blockIdx.x * blockDim.y + threadIdx.y;
  if (v >= count)
    return;
  for (int e = start[v] + threadIdx.x; e < start[v + 1]; e += blockDim.x) {
    int w = target[e];
    for (int a = start[v], b = start[w]; a < start[v + 1] && b < start[w + 1];) {
      if (target[a] < target[b])
        ++a;
      else if (target[b] < target[a])
        ++b;
      else {
        // CHECK: :[[#@LINE+1]]:9: warning: global memory race on `credit[target[a]]`
        credit[target[a]] += 1;
        ++a, ++b;
      }
    }
  }
}
__global__ void creditTrianglesMended(const int *start, const int *target, int *credit, int count) {
  int v = blockIdx.x * blockDim.y + threadIdx.y;
  if (v >= count)
    return;
  for (int e = start[v] + threadIdx.x; e < start[v + 1]; e += blockDim.x) {
    int w = target[e];
    for (int a = start[v], b = start[w]; a < start[v + 1] && b < start[w + 1];) {
      if (target[a] < target[b])
        ++a;
      else if (target[b] < target[a])
        ++b;
      else {
        atomicAdd(&credit[target[a]], 1);
        ++a, ++b;
      }
    }
  }
}

// Sparse gradients
struct Feature {
  int index;
  float value;
};
__global__ void gradients(float2 *grad, const Feature *features, const int *begin,
                          const float *error, int samples) {
  int s = blockIdx.x * blockDim.x + threadIdx.x;
  if (s >= samples)
    return;
  float e = error[s];
  for (int k = begin[s]; k < begin[s + 1]; ++k) {
    Feature f = features[k];
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `grad[f.index].x`
    grad[f.index].x += e * f.value;
    grad[f.index].y += 1;
  }
}
__global__ void gradientsMended(float2 *grad, const Feature *features, const int *begin,
                                const float *error, int samples) {
  int s = blockIdx.x * blockDim.x + threadIdx.x;
  if (s >= samples)
    return;
  float e = error[s];
  for (int k = begin[s]; k < begin[s + 1]; ++k) {
    Feature f = features[k];
    atomicAdd(&grad[f.index].x, e * f.value);
    atomicAdd(&grad[f.index].y, 1.0f);
  }
}

// The cheapest of each cluster, with its number
struct Best {
  float cost;
  int who;
};
__global__ void cheapest(Best *best, const int *cluster, const float *cost, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  if (cost[i] < best[cluster[i]].cost) {
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `best[cluster[i]].cost`
    best[cluster[i]].cost = cost[i];
    best[cluster[i]].who = i;
  }
}
__global__ void cheapestMended(unsigned long long *best, const int *cluster, const float *cost,
                               int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  unsigned long long packed = (unsigned long long)__float_as_uint(cost[i]) << 32 | unsigned(i);
  atomicMin(&best[cluster[i]], packed);
}

// Right colours, heads and ownership, in this style
__global__ void colouredFluxMended(float *residual, const int2 *ends, const float *flux,
                                   const int *colours, int colour, int count) {
  for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < count; e += blockDim.x * gridDim.x)
    if (colours[e] == colour) {
      residual[ends[e].x] += flux[e];
      residual[ends[e].y] -= flux[e];
    }
}
__global__ void runHeadsMended(int *count, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  if (i == n - 1 || key[i] != key[i + 1])
    count[key[i]] += i + 1;
}
__global__ void ownBucketsMended(int *buckets, const int *key, int per, int width) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int *mine = buckets + t * width;
  for (int k = 0; k < per; ++k)
    mine[key[t * per + k]]++;
}

void start(Table t, Slot *in, uint32_t *u, float3 *points, int3 cells, int *a, int *b, int *c,
           int *d, Mutex *locks, float *f, float *g, int2 *pair, Worklist list, float2 *grad,
           Feature *features, Best *best, unsigned long long *packed, int n) {
  int grid = (n + 127) / 128;
  fillTable<<<64, 128>>>(t, in, n);
  fillTableMended<<<64, 128>>>(t, in, n);
  quadratic<<<grid, 128>>>(u, 1023u, u + 4096, n);
  quadraticMended<<<grid, 128>>>(u, 1023u, u + 4096, n);
  linkCells<<<grid, 128>>>(points, n, 0.5f, cells, a, b);
  linkCellsMended<<<grid, 128>>>(points, n, 0.5f, cells, a, b);
  countCells<<<64, 128>>>(points, n, 0.5f, cells, a);
  countCellsMended<<<64, 128>>>(points, n, 0.5f, cells, a);
  reduceByKey<<<grid, 128>>>(a, b, c, n, Maximum());
  reduceByKeyMended<<<grid, 128>>>(a, b, c, n, Maximum());
  guardedByLane<<<n, 32>>>(locks, f, a, g, n);
  guardedByLaneMended<<<n, 32>>>(locks, f, a, g, n);
  halfGuarded<<<n, 32>>>(locks, f, pair, g, n);
  halfGuardedMended<<<n, 32>>>(locks, f, pair, g, n);
  finish<<<grid, 128>>>(f, g, u, f + n);
  finishMended<<<grid, 128>>>(f, g, u, f + n);
  frontier<<<64, 128>>>(list, a, n);
  frontierMended<<<64, 128>>>(list, a, n);
  deltaStep<<<grid, 128>>>(list, a, b, c, d, d + n, n);
  deltaStepMended<<<grid, 128>>>(list, a, b, c, d, d + n, n);
  creditTriangles<<<grid, dim3(32, 4)>>>(a, b, c, n);
  creditTrianglesMended<<<grid, dim3(32, 4)>>>(a, b, c, n);
  gradients<<<grid, 128>>>(grad, features, a, f, n);
  gradientsMended<<<grid, 128>>>(grad, features, a, f, n);
  cheapest<<<grid, 128>>>(best, a, f, n);
  cheapestMended<<<grid, 128>>>(packed, a, f, n);
  for (int colour = 0; colour < 12; ++colour)
    colouredFluxMended<<<64, 128>>>(f, pair, g, a, colour, n);
  runHeadsMended<<<grid, 128>>>(a, b, n);
  ownBucketsMended<<<16, 128>>>(a, b, 100, 64);
}
