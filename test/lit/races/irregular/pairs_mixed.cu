// Frontiers, clusters, trees and levels: each racy kernel, and the same one mended, whose name ends in Mended.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race,cuda-missing-fence %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>
__global__ void inDegree(const int *level, const int *src, const int *dst, int *hits, int cur,
                         int m) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e < m && level[src[e]] == cur)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `hits[dst[e]]`
    hits[dst[e]] = hits[dst[e]] + 1;
}
__global__ void inDegreeMended(const int *level, const int *src, const int *dst, int *hits, int cur,
                               int m) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e < m && level[src[e]] == cur)
    atomicAdd(hits + dst[e], 1);
}
__global__ void frontierPush(int *level, const int *row, const int *adj, const int *queue, int qn,
                             int *next, int *nextN, int depth) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= qn)
    return;
  int v = queue[t];
  for (int e = row[v]; e < row[v + 1]; e++) {
    int w = adj[e];
    if (level[w] == -1) {
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `level[w]`: tested and set
      level[w] = depth;
      int at = *nextN;
      next[at] = w;
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `*nextN`
      *nextN = at + 1;
    }
  }
}
__global__ void frontierPushMended(int *level, const int *row, const int *adj, const int *queue,
                                   int qn, int *next, int *nextN, int depth) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= qn)
    return;
  int v = queue[t];
  for (int e = row[v]; e < row[v + 1]; e++) {
    int w = adj[e];
    if (atomicCAS(&level[w], -1, depth) == -1)
      next[atomicAdd(nextN, 1)] = w;
  }
}
__global__ void springs(float3 *force, const int *i0, const int *i1, const float3 *pos, float k,
                        int n) {
  int s = blockIdx.x * blockDim.x + threadIdx.x;
  if (s >= n)
    return;
  int a = i0[s], b = i1[s];
  float3 d = make_float3(pos[a].x - pos[b].x, pos[a].y - pos[b].y, pos[a].z - pos[b].z);
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `force[a].x`
  force[a].x -= k * d.x;
  force[a].y -= k * d.y;
  force[a].z -= k * d.z;
  force[b].x += k * d.x;
  force[b].y += k * d.y;
  force[b].z += k * d.z;
}
__global__ void springsMended(float3 *force, const int *i0, const int *i1, const float3 *pos,
                              float k, int n) {
  int s = blockIdx.x * blockDim.x + threadIdx.x;
  if (s >= n)
    return;
  int a = i0[s], b = i1[s];
  float dx = k * (pos[a].x - pos[b].x);
  atomicAdd(&force[a].x, -dx);
  atomicAdd(&force[b].x, dx);
}
__global__ void meanByCluster(float *sum, int *count, const float *x, const int *label, int n,
                              int d) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int c = label[i];
  for (int k = 0; k < d; ++k)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `sum[c * d + k]`
    sum[c * d + k] += x[i * d + k];
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `count[c]`
  count[c]++;
}
__global__ void meanByClusterMended(float *sum, int *count, const float *x, const int *label, int n,
                                    int d) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int c = label[i];
  for (int k = 0; k < d; ++k)
    atomicAdd(&sum[c * d + k], x[i * d + k]);
  atomicAdd(&count[c], 1);
}
__global__ void wordCount(const unsigned *hashes, unsigned *keys, unsigned *counts, int n,
                          unsigned cap) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned h = hashes[i] % cap;
  while (keys[h] != hashes[i]) {
    if (keys[h] == 0) {
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `keys[h]`
      keys[h] = hashes[i];
      break;
    }
    h = (h + 1) % cap;
  }
  counts[h]++;
}
__global__ void wordCountMended(const unsigned *hashes, unsigned *keys, unsigned *counts, int n,
                                unsigned cap) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned h = hashes[i] % cap;
  for (;;) {
    unsigned k = atomicCAS(&keys[h], 0u, hashes[i]);
    if (k == 0u || k == hashes[i])
      break;
    h = (h + 1) % cap;
  }
  atomicAdd(&counts[h], 1u);
}
__global__ void argmin(float *bestCost, int *bestIdx, const float *cost, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && cost[i] < *bestCost) {
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `*bestCost`
    *bestCost = cost[i];
    *bestIdx = i;
  }
}
__global__ void argminMended(unsigned long long *best, const float *cost, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicMin(best, ((unsigned long long)__float_as_uint(cost[i]) << 32) | i);
}
__global__ void sharedTop(int *out, const int *in, int n) {
  __shared__ int best;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0)
    best = 0;
  __syncthreads();
  if (i < n)
    // CHECK: :[[#@LINE+1]]:5: warning: shared memory race on `best`
    best = max(best, in[i]);
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = best;
}
__global__ void sharedTopMended(int *out, const int *in, int n) {
  __shared__ int best;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0)
    best = 0;
  __syncthreads();
  if (i < n)
    atomicMax(&best, in[i]);
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = best;
}
__global__ void radixOffsets(const unsigned *keys, int *offsets, unsigned *out, int n, int shift) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned d = (keys[i] >> shift) & 0xff;
  int p = offsets[d];
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `offsets[d]`
  offsets[d] = p + 1;
  out[p] = keys[i];
}
__global__ void radixOffsetsMended(const unsigned *keys, int *offsets, unsigned *out, int n,
                                   int shift) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned d = (keys[i] >> shift) & 0xff;
  out[atomicAdd(&offsets[d], 1)] = keys[i];
}
__global__ void lockPerWarp(int *locks, int *bins, const int *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int warp = i / 32;
  if (threadIdx.x % 32 == 0 && i < n) {
    while (atomicExch(&locks[warp], 1))
      ;
    __threadfence();
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `bins[in[i]]`
    bins[in[i]]++;
    __threadfence();
    atomicExch(&locks[warp], 0);
  }
}
__global__ void lockPerWarpMended(int *locks, int *bins, const int *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x % 32 == 0 && i < n) {
    int b = in[i];
    while (atomicExch(&locks[b], 1))
      ;
    __threadfence();
    bins[b]++;
    __threadfence();
    atomicExch(&locks[b], 0);
  }
}
__global__ void spmvMerge(float *y, const int *rowOf, const float *prod, int n, int per) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int first = t * per, last = min(first + per, n);
  if (first >= n)
    return;
  float s = 0;
  int r = rowOf[first];
  for (int k = first; k < last; ++k) {
    if (rowOf[k] != r) {
      y[r] += s;
      s = 0;
      r = rowOf[k];
    }
    s += prod[k];
  }
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `y[r]`
  y[r] += s;
}
__global__ void spmvMergeMended(float *y, const int *rowOf, const float *prod, int n, int per) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int first = t * per, last = min(first + per, n);
  if (first >= n)
    return;
  float s = 0;
  int r = rowOf[first];
  for (int k = first; k < last; ++k) {
    if (rowOf[k] != r) {
      atomicAdd(&y[r], s);
      s = 0;
      r = rowOf[k];
    }
    s += prod[k];
  }
  atomicAdd(&y[r], s);
}
__global__ void mstHook(int *comp, const int *cheapest, const int *to, int n) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= n || cheapest[c] < 0)
    return;
  int other = comp[to[cheapest[c]]];
  if (comp[other] > comp[c])
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `comp[other]`
    comp[other] = comp[c];
}
__global__ void mstHookMended(int *comp, const int *cheapest, const int *to, int n) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= n || cheapest[c] < 0)
    return;
  int other = comp[to[cheapest[c]]];
  atomicMin(&comp[other], comp[c]);
}
__global__ void lastBlockInc(float *out, volatile float *part, unsigned *count, const float *in) {
  if (threadIdx.x == 0) {
    part[blockIdx.x] = in[blockIdx.x];
    // CHECK: :[[#@LINE+1]]:11: warning: global memory race on `count[0]`
    if (++*count == gridDim.x) {
      float s = 0;
      for (int b = 0; b < gridDim.x; b++)
        s += part[b];
      *out = s;
    }
  }
}
__global__ void lastBlockIncMended(float *out, volatile float *part, unsigned *count,
                                   const float *in) {
  if (threadIdx.x == 0) {
    part[blockIdx.x] = in[blockIdx.x];
    __threadfence();
    if (atomicInc(count, gridDim.x - 1) == gridDim.x - 1) {
      __threadfence();
      float s = 0;
      for (int b = 0; b < gridDim.x; b++)
        s += part[b];
      *out = s;
    }
  }
}
__global__ void bitsetVisit(unsigned *visited, const int *adj, int m) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e < m)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `visited[adj[e] / 32]`
    visited[adj[e] / 32] = visited[adj[e] / 32] | (1u << (adj[e] % 32));
}
__global__ void bitsetVisitMended(unsigned *visited, const int *adj, int m) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e < m)
    atomicOr(&visited[adj[e] / 32], 1u << (adj[e] % 32));
}
__global__ void luLevels(float *x, const int *level, const int *row, const int *col, const float *a,
                         int cur, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < n && level[r] == cur)
    for (int k = row[r]; k < row[r + 1]; ++k)
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `x[col[k]]`
      x[col[k]] -= a[k] * x[r];
}
__global__ void luLevelsMended(float *x, const int *level, const int *row, const int *col,
                               const float *a, int cur, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < n && level[r] == cur)
    for (int k = row[r]; k < row[r + 1]; ++k)
      x[r] -= a[k] * x[col[k]];
}
void go(int *a, int *b, int *c, int *d, int *e, int *f, float *x, float *y, float3 *q, float3 *w,
        unsigned *u, unsigned *v, unsigned long long *l, int n, int m) {
  int g = (n + 255) / 256;
  for (int cur = 0; cur < m; ++cur) {
    inDegree<<<g, 256>>>(a, b, c, d, cur, n);
    inDegreeMended<<<g, 256>>>(a, b, c, d, cur, n);
    frontierPush<<<g, 256>>>(a, b, c, d, n, e, f, cur);
    frontierPushMended<<<g, 256>>>(a, b, c, d, n, e, f, cur);
    luLevels<<<g, 256>>>(x, a, b, c, y, cur, n);
    luLevelsMended<<<g, 256>>>(x, a, b, c, y, cur, n);
  }
  springs<<<g, 256>>>(q, a, b, w, 1.f, n);
  springsMended<<<g, 256>>>(q, a, b, w, 1.f, n);
  meanByCluster<<<g, 256>>>(x, a, y, b, n, 3);
  meanByClusterMended<<<g, 256>>>(x, a, y, b, n, 3);
  wordCount<<<g, 256>>>(u, v, u + n, n, m);
  wordCountMended<<<g, 256>>>(u, v, u + n, n, m);
  argmin<<<g, 256>>>(x, a, y, n);
  argminMended<<<g, 256>>>(l, y, n);
  sharedTop<<<g, 256>>>(a, b, n);
  sharedTopMended<<<g, 256>>>(a, b, n);
  radixOffsets<<<g, 256>>>(u, a, v, n, 8);
  radixOffsetsMended<<<g, 256>>>(u, a, v, n, 8);
  lockPerWarp<<<g, 256>>>(a, b, c, n);
  lockPerWarpMended<<<g, 256>>>(a, b, c, n);
  spmvMerge<<<g, 256>>>(x, a, y, n, 8);
  spmvMergeMended<<<g, 256>>>(x, a, y, n, 8);
  mstHook<<<g, 256>>>(a, b, c, n);
  mstHookMended<<<g, 256>>>(a, b, c, n);
  lastBlockInc<<<g, 256>>>(x, y, u, x + n);
  lastBlockIncMended<<<g, 256>>>(x, y, u, x + n);
  bitsetVisit<<<g, 256>>>(u, a, n);
  bitsetVisitMended<<<g, 256>>>(u, a, n);
}
