// Things of one colour have no location in common, whatever says which colour it is the turn of.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

// The colour is the number of the iteration, and a barrier ends each.
__global__ void byIteration(float *force, const int *colour, const int *node, const float *value,
                            int edges, int colours) {
  for (int c = 0; c < colours; ++c) {
    for (int e = threadIdx.x; e < edges; e += blockDim.x)
      if (colour[e] == c)
        force[node[e]] += value[e];
    __syncthreads();
  }
}

// Without the barrier, threads are at different colours.
__global__ void withoutBarrier(float *force, const int *colour, const int *node, const float *value,
                               int edges, int colours) {
  for (int c = 0; c < colours; ++c)
    for (int e = threadIdx.x; e < edges; e += blockDim.x)
      if (colour[e] == c)
        // CHECK: :[[#@LINE+1]]:9: warning: global memory race on `force[node[e]]`
        force[node[e]] += value[e];
}

// All blocks meet after each colour.
__global__ void acrossBlocks(float *force, const int *colour, const int *node, const float *value,
                             int edges, int colours) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  for (int c = 0; c < colours; ++c) {
    if (e < edges && colour[e] == c + 1)
      force[node[e]] += value[e];
    cg::this_grid().sync();
  }
}

// Blocks are at different colours.
__global__ void blocksApart(float *force, const int *colour, const int *node, const float *value,
                            int edges, int colours) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  for (int c = 0; c < colours; ++c) {
    if (e < edges && colour[e] == c)
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `force[node[e]]`
      force[node[e]] += value[e];
    __syncthreads();
  }
}

// One kernel for each colour.
template <int Colour>
__global__ void byTemplate(float *force, const int *colour, const int *node, const float *value,
                           int edges) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e < edges && colour[e] == Colour)
    for (int end = 0; end < 2; ++end)
      force[node[2 * e + end]] += value[e];
}

__global__ void third(float *force, const int *colour, const int *node, const float *value,
                      int edges) {
  for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < edges; e += gridDim.x * blockDim.x)
    if (colour[e] == 2)
      force[node[e]] += value[e];
}

// Read from memory.
__global__ void current(float *force, const int *colour, const int *node, const float *value,
                        const int *turn, int edges) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e < edges && colour[e] == *turn)
    force[node[e]] += value[e];
}

// A barrier in some rounds only.
__global__ void everySecond(float *force, const int *colour, const int *node, const float *value,
                            int colours) {
  int e = threadIdx.x;
  for (int c = 0; c < colours; ++c) {
    if (colour[e] == c)
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `force[node[e]]`
      force[node[e]] += value[e];
    if (c & 1)
      __syncthreads();
  }
}

// Two colours at once.
__global__ void twoAtOnce(float *force, const int *colour, const int *node, const float *value,
                          int colours) {
  int e = threadIdx.x;
  for (int c = 0; c < colours; c += 2) {
    if (colour[e] == c)
      force[node[e]] += value[e];
    if (colour[e] == c + 1)
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `force[node[e]]`
      force[node[e]] += value[e];
    __syncthreads();
  }
}

__global__ void oneAfterTheOther(float *force, const int *colour, const int *node,
                                 const float *value, int colours) {
  int e = threadIdx.x;
  for (int c = 0; c < colours; c += 2) {
    if (colour[e] == c)
      force[node[e]] += value[e];
    __syncthreads();
    if (colour[e] == c + 1)
      force[node[e]] += value[e];
    __syncthreads();
  }
}

// Which elements count at all, what they are themselves, and text.
__global__ void masked(int *count, const int *bin, const int *mask, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && mask[i] == 1)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `count[bin[i]]`
    count[bin[i]]++;
}

__global__ void ofBin(int *count, const int *bin, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && bin[i] == 3)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `count[bin[i]]`
    count[bin[i]]++;
}

__global__ void words(int *count, const int *bin, const char *text, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && text[i] == ' ')
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `count[bin[i]]`
    count[bin[i]]++;
}

// The state is that of a vertex, not of the edges to its neighbours.
__global__ void ofAnother(int *count, const int *state, const int *row, const int *column, int n) {
  int u = blockIdx.x * blockDim.x + threadIdx.x;
  if (u < n && state[u] == 1)
    for (int e = row[u]; e < row[u + 1]; ++e)
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `count[column[e]]`
      count[column[e]]++;
}

// Where there are atomics, it is not a colour.
__global__ void besideAtomics(int *sum, const int *kind, const int *bin, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    sum[i] = 0;
  if (i < n && kind[i] == 1)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `sum`
    atomicAdd(&sum[bin[i]], 1);
}

// Which kind is counted is not a colour: an argument selects it, and nothing takes one after the other.
__global__ void ofKind(int *count, const int *bin, const int *kind, int wanted, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && kind[i] == wanted)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `count[bin[i]]`
    count[bin[i]]++;
}

// Host code takes one number after the other, up to one that is not known.
__global__ void oneAfterAnother(int *count, const int *bin, const int *colour, int current, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && colour[i] == current)
    count[bin[i]]++;
}

__global__ void untilDone(int *count, const int *bin, const int *colour, int current, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && colour[i] == current)
    count[bin[i]]++;
}

__global__ void upToEight(int *count, const int *bin, const int *colour, int current, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && colour[i] == current)
    count[bin[i]]++;
}

// Things with two locations each.
__global__ void bothEnds(int *count, const int *end, const int *colour, int current, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && colour[i] == current) {
    count[end[2 * i]]++;
    count[end[2 * i + 1]]++;
  }
}

__global__ void bothEndsAtOnce(float *sum, const int2 *ends, const int *colour, const float *value,
                               int current, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && colour[i] == current) {
    int2 pair = ends[i];
    sum[pair.x] += value[i];
    sum[pair.y] -= value[i];
  }
}

// The colour is a part of the vector that has the ends.
__global__ void bothEndsOfColour(float *at, const int4 *springs, int current, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int4 spring = springs[i];
  if (spring.z != current)
    return;
  float difference = at[spring.x] - at[spring.y];
  at[spring.x] -= difference;
  at[spring.y] += difference;
}

// One end only, and a limit, which is not a colour.
__global__ void oneEndOfKind(int *count, const int4 *springs, int current, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int4 spring = springs[i];
  if (spring.z == current)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `count[spring.x]`
    count[spring.x] += 1;
}
__global__ void bothEndsUpTo(float *at, const int4 *springs, int most, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int4 spring = springs[i];
  if (spring.z < most) {
    float difference = at[spring.x] - at[spring.y];
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `at[spring.x]`
    at[spring.x] -= difference;
    at[spring.y] += difference;
  }
}

// Colours of vertices: two of one colour may have a neighbour in common.
__global__ void toNeighbours(float *sum, const int *colour, const int *row, const int *column,
                             const float *value, int current, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < n && colour[v] == current)
    for (int e = row[v]; e < row[v + 1]; ++e)
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `sum[column[e]]`
      sum[column[e]] += value[e];
}

__global__ void fromNeighbours(float *sum, const int *colour, const int *row, const int *column,
                               const float *value, int current, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < n && colour[v] == current)
    for (int e = row[v]; e < row[v + 1]; ++e)
      sum[v] += value[e] * sum[column[e]];
}

// The state of an edge's source says nothing of its target.
__global__ void fromSource(int *count, const int *state, const int *source, const int *target,
                           int current, int edges) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e < edges && state[source[e]] == current)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `count[target[e]]`
    count[target[e]]++;
}

// Which bin it is itself is not a colour of it.
__global__ void ofWantedBin(int *count, const int *bin, int wanted, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && bin[i] == wanted)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `count[bin[i]]`
    count[bin[i]]++;
}

// Edges of one colour lie together, from where an argument says.
__global__ void batch(float *sum, const int *a, const int *b, const float *at, int first, int n) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < n) {
    float difference = at[a[first + k]] - at[b[first + k]];
    sum[a[first + k]] += difference;
    sum[b[first + k]] -= difference;
  }
}

// The same in place.
__global__ void batchInPlace(float *sum, const int *a, const int *b, const float *by, int first,
                             int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int e = first + t;
  if (t < n) {
    sum[a[e]] += by[e];
    sum[b[e]] -= by[e];
  }
}

__global__ void batchOfOnes(float *sum, const int *a, const int *b, int first, int last) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int e = first + i; e < last; e += gridDim.x * blockDim.x) {
    sum[a[e]] += 1;
    sum[b[e]] -= 1;
  }
}

__global__ void batchOfDifferences(float *sum, const int *a, const int *b, int first, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int e = first + t;
  if (t < n) {
    float difference = sum[a[e]] - sum[b[e]];
    sum[a[e]] -= difference;
    sum[b[e]] += difference;
  }
}

__global__ void batchOfPairs(float4 *at, const int2 *ends, int first, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < n) {
    int2 edge = ends[first + t];
    float4 u = at[edge.x], v = at[edge.y];
    u.x += 1;
    v.x -= 1;
    at[edge.x] = u;
    at[edge.y] = v;
  }
}

__global__ void allPairs(float4 *at, const int2 *ends, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < n) {
    int2 edge = ends[t];
    float4 u = at[edge.x], v = at[edge.y];
    u.x += 1;
    v.x -= 1;
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `at[edge.x]`
    at[edge.x] = u;
    at[edge.y] = v;
  }
}

// One end each: a part of what is counted, not edges.
__global__ void partOfCounts(int *count, const int *bin, int first, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < n)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `count[bin[first + t]]`
    count[bin[first + t]] += 1;
}

// All edges at once, in two halves of one array.
__global__ void halves(float *sum, const int *ends, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < n) {
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `sum[ends[t]]`
    sum[ends[t]] += 1;
    sum[ends[t + n]] -= 1;
  }
}

// All edges at once.
__global__ void noBatch(float *sum, const int *a, const int *b, const float *at, int n) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < n) {
    float difference = at[a[k]] - at[b[k]];
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `sum[a[k]]`
    sum[a[k]] += difference;
    sum[b[k]] -= difference;
  }
}

bool isDone();
void launchByHost(float *sum, const int *bin, const int *colour, const int *row, const int2 *ends,
                  const float *value, int *count, int n, int wanted, int colours) {
  ofKind<<<64, 256>>>(count, bin, colour, wanted, n);
  for (int c = 0; c < colours; ++c)
    oneAfterAnother<<<64, 256>>>(count, bin, colour, c, n);
  int turn = 0;
  while (!isDone()) {
    untilDone<<<64, 256>>>(count, bin, colour, turn, n);
    ++turn;
  }
  for (int c = 0; c < 8; ++c)
    upToEight<<<64, 256>>>(count, bin, colour, c, n);
  bothEnds<<<64, 256>>>(count, bin, colour, wanted, n);
  bothEndsAtOnce<<<64, 256>>>(sum, ends, colour, value, wanted, n);
  toNeighbours<<<64, 256>>>(sum, colour, row, bin, value, wanted, n);
  fromNeighbours<<<64, 256>>>(sum, colour, row, bin, value, wanted, n);
  fromSource<<<64, 256>>>(count, colour, row, bin, wanted, n);
  ofWantedBin<<<64, 256>>>(count, bin, wanted, n);
  batch<<<64, 256>>>(sum, bin, row, value, wanted, n);
  batchInPlace<<<64, 256>>>(sum, bin, row, value, wanted, n);
  batchOfOnes<<<64, 256>>>(sum, bin, row, wanted, n);
  batchOfDifferences<<<64, 256>>>(sum, bin, row, wanted, n);
  batchOfPairs<<<64, 256>>>(reinterpret_cast<float4 *>(sum), ends, wanted, n);
  allPairs<<<64, 256>>>(reinterpret_cast<float4 *>(sum), ends, n);
  partOfCounts<<<64, 256>>>(count, bin, wanted, n);
  halves<<<64, 256>>>(sum, bin, n);
  noBatch<<<64, 256>>>(sum, bin, row, value, n);
}

void launch(float *force, const int *colour, const int *node, const float *value, const int *turn,
            const int *row, const int *column, int *count, int edges, int colours) {
  byIteration<<<1, 256>>>(force, colour, node, value, edges, colours);
  withoutBarrier<<<1, 256>>>(force, colour, node, value, edges, colours);
  acrossBlocks<<<64, 256>>>(force, colour, node, value, edges, colours);
  blocksApart<<<64, 256>>>(force, colour, node, value, edges, colours);
  byTemplate<0><<<64, 256>>>(force, colour, node, value, edges);
  byTemplate<1><<<64, 256>>>(force, colour, node, value, edges);
  third<<<64, 256>>>(force, colour, node, value, edges);
  current<<<64, 256>>>(force, colour, node, value, turn, edges);
  everySecond<<<1, 256>>>(force, colour, node, value, colours);
  twoAtOnce<<<1, 256>>>(force, colour, node, value, colours);
  oneAfterTheOther<<<1, 256>>>(force, colour, node, value, colours);
  masked<<<64, 256>>>(count, node, colour, edges);
  ofBin<<<64, 256>>>(count, node, edges);
  words<<<64, 256>>>(count, node, reinterpret_cast<const char *>(colour), edges);
  ofAnother<<<64, 256>>>(count, colour, row, column, edges);
  besideAtomics<<<64, 256>>>(count, colour, node, edges);
}
