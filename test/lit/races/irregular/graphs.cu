// Kernels on graphs, whose neighbours data decide. Each racy kernel is followed by its repaired twin.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

//===--- Breadth-first search ----------------------------------------------===//

// Two threads find one vertex unvisited, and both queue it.
__global__ void visit(int *level, int *queue, int *size, const int *frontier, const int *row,
                      const int *column, int count, int depth) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  int u = frontier[i];
  for (int e = row[u]; e < row[u + 1]; ++e) {
    int v = column[e];
    if (level[v] == -1) {
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `level[v]`
      level[v] = depth;
      queue[atomicAdd(size, 1)] = v;
    }
  }
}

__global__ void visitFixed(int *level, int *queue, int *size, const int *frontier, const int *row,
                           const int *column, int count, int depth) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  int u = frontier[i];
  for (int e = row[u]; e < row[u + 1]; ++e) {
    int v = column[e];
    if (atomicCAS(&level[v], -1, depth) == -1)
      queue[atomicAdd(size, 1)] = v;
  }
}

// The parent of a vertex is whichever comes last, and the level may be of another thread.
__global__ void parents(int *parent, int *distance, const int *source, const int *target, int edges) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e < edges) {
    int u = source[e], v = target[e];
    if (distance[v] > distance[u] + 1) {
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `distance[v]`
      distance[v] = distance[u] + 1;
      parent[v] = u;
    }
  }
}

__global__ void parentsFixed(int *parent, int *next, const int *distance, const int *source,
                             const int *target, int edges) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e < edges) {
    int u = source[e], v = target[e];
    if (atomicMin(&next[v], distance[u] + 1) > distance[u] + 1)
      atomicExch(&parent[v], u);
  }
}

//===--- Connected components ----------------------------------------------===//

__global__ void spreadLabels(int *label, const int *source, const int *target, int edges) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e < edges) {
    int u = source[e], v = target[e];
    if (label[u] < label[v])
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `label[v]`
      label[v] = label[u];
  }
}

__global__ void spreadLabelsFixed(int *label, int *changed, const int *source, const int *target,
                                  int edges) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e < edges) {
    int u = source[e], v = target[e];
    int mine = label[u];
    if (mine < label[v]) {
      atomicMin(&label[v], mine);
      *changed = 1;
    }
  }
}

//===--- Shortest paths ----------------------------------------------------===//

__global__ void relax(float *distance, const int *row, const int *column, const float *weight, int n) {
  int u = blockIdx.x * blockDim.x + threadIdx.x;
  if (u >= n)
    return;
  for (int e = row[u]; e < row[u + 1]; ++e) {
    float through = distance[u] + weight[e];
    if (through < distance[column[e]])
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `distance[column[e]]`
      distance[column[e]] = through;
  }
}

__global__ void relaxFixed(int *distance, const int *row, const int *column, const int *weight, int n) {
  int u = blockIdx.x * blockDim.x + threadIdx.x;
  if (u >= n)
    return;
  int mine = distance[u];
  for (int e = row[u]; e < row[u + 1]; ++e) {
    int through = mine + weight[e];
    if (through < distance[column[e]])
      atomicMin(&distance[column[e]], through);
  }
}

//===--- Page rank ---------------------------------------------------------===//

__global__ void push(float *next, const float *rank, const int *row, const int *column, int n) {
  int u = blockIdx.x * blockDim.x + threadIdx.x;
  if (u >= n)
    return;
  float share = rank[u] / (row[u + 1] - row[u]);
  for (int e = row[u]; e < row[u + 1]; ++e)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `next[column[e]]`
    next[column[e]] += 0.85f * share;
}

__global__ void pushFixed(float *next, const float *rank, const int *row, const int *column, int n) {
  int u = blockIdx.x * blockDim.x + threadIdx.x;
  if (u >= n)
    return;
  float share = rank[u] / (row[u + 1] - row[u]);
  for (int e = row[u]; e < row[u + 1]; ++e)
    atomicAdd(&next[column[e]], 0.85f * share);
}

__global__ void pull(float *next, const float *rank, const int *row, const int *column, int n) {
  int u = blockIdx.x * blockDim.x + threadIdx.x;
  if (u >= n)
    return;
  next[u] = 0.15f;
  for (int e = row[u]; e < row[u + 1]; ++e)
    next[u] += 0.85f * rank[column[e]];
}

// The rank of a vertex is reset while other vertices push to it.
__global__ void pushReset(float *next, const float *rank, const int *row, const int *column, int n) {
  int u = blockIdx.x * blockDim.x + threadIdx.x;
  if (u >= n)
    return;
  next[u] = 0.15f;
  for (int e = row[u]; e < row[u + 1]; ++e)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `next`
    atomicAdd(&next[column[e]], 0.85f * rank[u]);
}

//===--- Triangles ---------------------------------------------------------===//

__global__ void triangles(unsigned *total, const int *row, const int *column, int n) {
  int u = blockIdx.x * blockDim.x + threadIdx.x;
  if (u >= n)
    return;
  for (int e = row[u]; e < row[u + 1]; ++e)
    for (int f = row[column[e]]; f < row[column[e] + 1]; ++f)
      for (int g = row[u]; g < row[u + 1]; ++g)
        if (column[g] == column[f])
          // CHECK: :[[#@LINE+1]]:13: warning: global memory race on `*total`
          ++*total;
}

__global__ void trianglesFixed(unsigned *total, const int *row, const int *column, int n) {
  int u = blockIdx.x * blockDim.x + threadIdx.x;
  if (u >= n)
    return;
  for (int e = row[u]; e < row[u + 1]; ++e)
    for (int f = row[column[e]]; f < row[column[e] + 1]; ++f)
      for (int g = row[u]; g < row[u + 1]; ++g)
        if (column[g] == column[f])
          atomicAdd(total, 1u);
}

//===--- Maxima over neighbours --------------------------------------------===//

// One thread sets the maximum before the others raise it.
__global__ void largestNeighbour(int *out, const int *value, const int *row, const int *column) {
  __shared__ int largest;
  if (threadIdx.x == 0)
    largest = 0;
  __syncthreads();
  for (int e = row[blockIdx.x] + threadIdx.x; e < row[blockIdx.x + 1]; e += blockDim.x)
    if (largest < value[column[e]])
      // CHECK: :[[#@LINE+1]]:7: warning: shared memory race on `largest`
      largest = value[column[e]];
  __syncthreads();
  out[blockIdx.x] = largest;
}

__global__ void largestNeighbourFixed(int *out, const int *value, const int *row,
                                      const int *column) {
  __shared__ int largest;
  if (threadIdx.x == 0)
    largest = 0;
  __syncthreads();
  for (int e = row[blockIdx.x] + threadIdx.x; e < row[blockIdx.x + 1]; e += blockDim.x)
    if (largest < value[column[e]])
      atomicMax(&largest, value[column[e]]);
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = largest;
}

//===--- Independent sets --------------------------------------------------===//

// How many neighbours are excluded.
__global__ void exclude(int *state, int *excluded, const int *row, const int *column, int n) {
  int u = blockIdx.x * blockDim.x + threadIdx.x;
  if (u >= n || state[u] != 1)
    return;
  for (int e = row[u]; e < row[u + 1]; ++e)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `excluded[column[e]]`
    excluded[column[e]]++;
}

__global__ void excludeFixed(int *state, int *excluded, const int *row, const int *column, int n) {
  int u = blockIdx.x * blockDim.x + threadIdx.x;
  if (u >= n || state[u] != 1)
    return;
  for (int e = row[u]; e < row[u + 1]; ++e)
    atomicAdd(&excluded[column[e]], 1);
}

// All threads that exclude a vertex store the same.
__global__ void excludeAll(int *next, const int *state, const int *row, const int *column, int n) {
  int u = blockIdx.x * blockDim.x + threadIdx.x;
  if (u >= n || state[u] != 1)
    return;
  for (int e = row[u]; e < row[u + 1]; ++e)
    if (next[column[e]] == 0)
      next[column[e]] = 2;
}

//===--- Degrees -----------------------------------------------------------===//

__global__ void degrees(int *degree, const int *target, int edges) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e < edges)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `degree[target[e]]`
    degree[target[e]]++;
}

__global__ void degreesFixed(int *degree, const int *target, int edges) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e < edges)
    atomicAdd(&degree[target[e]], 1);
}

// Only the threads of one block see each other's updates.
__global__ void degreesOfBlock(int *degree, const int *target, int edges) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e < edges)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `degree`
    atomicAdd_block(&degree[target[e]], 1);
}

// Each block has an array of its own.
__global__ void degreesPerBlock(int *degree, const int *target, int edges, int vertices) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e < edges)
    atomicAdd_block(&degree[blockIdx.x * vertices + target[e]], 1);
}

__global__ void degreesInColours(int *degree, const int *target, const int *colour, int edges,
                                 int current) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e < edges && colour[e] == current)
    degree[target[e]]++;
}
void runDegreesInColours(int *degree, const int *target, const int *colour, int edges,
                         int colours) {
  for (int current = 0; current < colours; ++current)
    degreesInColours<<<64, 256>>>(degree, target, colour, edges, current);
}

//===--- Union-find --------------------------------------------------------===//

__global__ void unite(int *parent, const int *source, const int *target, int edges) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= edges)
    return;
  int u = source[e], v = target[e];
  while (parent[u] != u)
    u = parent[u];
  while (parent[v] != v)
    v = parent[v];
  if (u < v)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `parent[v]`
    parent[v] = u;
}

__global__ void uniteFixed(int *parent, const int *source, const int *target, int edges) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= edges)
    return;
  int u = source[e], v = target[e];
  while (u != v) {
    while (parent[u] != u)
      u = parent[u];
    while (parent[v] != v)
      v = parent[v];
    if (u < v && atomicCAS(&parent[v], v, u) == v)
      break;
    if (v < u && atomicCAS(&parent[u], u, v) == u)
      break;
  }
}

//===--- Worklists ---------------------------------------------------------===//

__global__ void enqueue(int *list, int *count, const int *flag, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && flag[i]) {
    // CHECK: :[[#@LINE+1]]:10: warning: global memory race on `(*count)`
    list[(*count)++] = i;
  }
}

__global__ void enqueueFixed(int *list, int *count, const int *flag, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && flag[i])
    list[atomicAdd(count, 1)] = i;
}

// Two threads see the flag unset, and both append the vertex.
__global__ void enqueueOnce(int *list, int *count, int *queued, const int *target, int edges) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e < edges && !queued[target[e]]) {
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `queued[target[e]]`
    queued[target[e]] = 1;
    list[atomicAdd(count, 1)] = target[e];
  }
}

__global__ void enqueueOnceFixed(int *list, int *count, int *queued, const int *target, int edges) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e < edges && atomicExch(&queued[target[e]], 1) == 0)
    list[atomicAdd(count, 1)] = target[e];
}
