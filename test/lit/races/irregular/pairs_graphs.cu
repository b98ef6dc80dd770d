// Graphs: each racy kernel, and the same one mended, whose name ends in Mended. Nothing is said of those.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race,cuda-missing-fence %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>
__global__ void bfsPathCount(unsigned *paths, const int *level, const int *row, const int *adj,
                             int cur, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < n && level[v] == cur)
    for (int e = row[v]; e < row[v + 1]; ++e)
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `paths[adj[e]]`
      paths[adj[e]]++;
}
__global__ void bfsPathCountMended(unsigned *paths, const int *level, const int *row,
                                   const int *adj, int cur, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < n && level[v] == cur)
    for (int e = row[v]; e < row[v + 1]; ++e)
      atomicAdd(&paths[adj[e]], 1u);
}

__global__ void bfsParents(int *level, int *parent, const int *row, const int *adj, int cur,
                           int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n || level[v] != cur)
    return;
  for (int e = row[v]; e < row[v + 1]; ++e) {
    int w = adj[e];
    if (level[w] < 0) {
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `level[w]`
      level[w] = cur + 1;
      parent[w] = v;
    }
  }
}
__global__ void bfsParentsMended(int *level, int *parent, const int *row, const int *adj, int cur,
                                 int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n || level[v] != cur)
    return;
  for (int e = row[v]; e < row[v + 1]; ++e) {
    int w = adj[e];
    if (atomicCAS(&level[w], -1, cur + 1) == -1)
      parent[w] = v;
  }
}

__global__ void relaxEdges(int *dist, const int *from, const int *to, const int *len, int m) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= m)
    return;
  int nd = dist[from[e]] + len[e];
  if (nd < dist[to[e]])
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `dist[to[e]]`
    dist[to[e]] = nd;
}
__global__ void relaxEdgesMended(int *dist, const int *from, const int *to, const int *len, int m) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= m)
    return;
  int nd = dist[from[e]] + len[e];
  if (nd < dist[to[e]])
    atomicMin(&dist[to[e]], nd);
}

__global__ void edgeScatter(float *f, const int *a, const int *b, const float *pos, int m) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= m)
    return;
  float d = pos[b[e]] - pos[a[e]];
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `f[a[e]]`
  f[a[e]] += d;
  f[b[e]] -= d;
}
__global__ void edgeScatterMended(float *f, const int *a, const int *b, const float *pos, int m) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= m)
    return;
  float d = pos[b[e]] - pos[a[e]];
  atomicAdd(&f[a[e]], d);
  atomicAdd(&f[b[e]], -d);
}
// A colouring of edges, one launch for each colour.
__global__ void edgeScatterColoured(float *f, const int *a, const int *b, const int *colour,
                                    const float *pos, int c, int m) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= m || colour[e] != c)
    return;
  float d = pos[b[e]] - pos[a[e]];
  f[a[e]] += d;
  f[b[e]] -= d;
}

__device__ int findRoot(const int *parent, int v) {
  while (parent[v] != v)
    v = parent[v];
  return v;
}
__global__ void hook(int *parent, const int *from, const int *to, int m) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= m)
    return;
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `parent[findRoot(parent, from[e])]`
  parent[findRoot(parent, from[e])] = findRoot(parent, to[e]);
}
__global__ void hookMended(int *parent, const int *from, const int *to, int m) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= m)
    return;
  int x = from[e], y = to[e];
  for (;;) {
    x = findRoot(parent, x);
    y = findRoot(parent, y);
    if (x == y)
      return;
    if (x < y) {
      int t = x;
      x = y;
      y = t;
    }
    if (atomicCAS(&parent[x], x, y) == x)
      return;
  }
}

__global__ void bothDegrees(int *deg, const int *from, const int *to, int m) {
  for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < m; e += blockDim.x * gridDim.x) {
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `deg[from[e]]`
    deg[from[e]]++;
    deg[to[e]]++;
  }
}
__global__ void bothDegreesMended(int *deg, const int *from, const int *to, int m) {
  for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < m; e += blockDim.x * gridDim.x) {
    atomicAdd(&deg[from[e]], 1);
    atomicAdd(&deg[to[e]], 1);
  }
}

__global__ void pushRanks(float *next, const float *rank, const int *row, const int *adj, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n)
    return;
  int first = row[v], last = row[v + 1];
  float share = rank[v] / (last - first);
  for (int e = first; e < last; ++e)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `next[adj[e]]`
    next[adj[e]] += share;
}
// Pull: each thread writes its own.
__global__ void pushRanksMended(float *next, const float *rank, const int *row, const int *adj,
                                const int *deg, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n)
    return;
  for (int e = row[v]; e < row[v + 1]; ++e)
    next[v] += rank[adj[e]] / deg[adj[e]];
}

__global__ void pushWork(int *list, int *tail, const int *mark, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n || !mark[v])
    return;
  int k = *tail;
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `*tail`
  *tail = k + 1;
  list[k] = v;
}
__global__ void pushWorkMended(int *list, int *tail, const int *mark, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n || !mark[v])
    return;
  int k = atomicAdd(tail, 1);
  list[k] = v;
}

__global__ void pushOfBlock(int *out, int *tail, const int *in, int n) {
  __shared__ int buffer[256];
  __shared__ int count, base;
  int i = blockIdx.x * 256 + threadIdx.x;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  if (i < n && in[i] > 0) {
    // CHECK: :[[#@LINE+1]]:13: warning: shared memory race on `count`
    int k = count++;
    buffer[k] = in[i];
  }
  __syncthreads();
  if (threadIdx.x == 0)
    base = atomicAdd(tail, count);
  __syncthreads();
  if (threadIdx.x < count)
    out[base + threadIdx.x] = buffer[threadIdx.x];
}
__global__ void pushOfBlockMended(int *out, int *tail, const int *in, int n) {
  __shared__ int buffer[256];
  __shared__ int count, base;
  int i = blockIdx.x * 256 + threadIdx.x;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  if (i < n && in[i] > 0) {
    int k = atomicAdd(&count, 1);
    buffer[k] = in[i];
  }
  __syncthreads();
  if (threadIdx.x == 0)
    base = atomicAdd(tail, count);
  __syncthreads();
  if (threadIdx.x < count)
    out[base + threadIdx.x] = buffer[threadIdx.x];
}

__global__ void peel(int *deg, const int *core, const int *row, const int *adj, int k, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n)
    return;
  if (core[v] == k)
    for (int e = row[v]; e < row[v + 1]; ++e)
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `deg[adj[e]]`
      deg[adj[e]] -= 1;
}
__global__ void peelMended(int *deg, const int *core, const int *row, const int *adj, int k,
                           int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n)
    return;
  if (core[v] == k)
    for (int e = row[v]; e < row[v + 1]; ++e)
      atomicSub(&deg[adj[e]], 1);
}

__global__ void spreadLabels(int *label, const int *row, const int *adj, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n)
    return;
  int mine = label[v];
  for (int e = row[v]; e < row[v + 1]; ++e) {
    int w = adj[e];
    if (label[w] > mine)
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `label[w]`
      label[w] = mine;
  }
}
__global__ void spreadLabelsMended(int *label, const int *row, const int *adj, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n)
    return;
  int mine = label[v];
  for (int e = row[v]; e < row[v + 1]; ++e)
    atomicMin(&label[adj[e]], mine);
}

__global__ void lightest(float *best, const int *comp, const int *from, const int *to,
                         const float *w, int m) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= m)
    return;
  int c = comp[from[e]];
  if (c != comp[to[e]] && w[e] < best[c])
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `best[c]`
    best[c] = w[e];
}
__global__ void lightestMended(int *best, const int *comp, const int *from, const int *to,
                               const int *w, int m) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= m)
    return;
  int c = comp[from[e]];
  if (c != comp[to[e]])
    atomicMin(&best[c], w[e]);
}

// Gather under a colour of vertices: each writes its own, and its neighbours have other colours.
__global__ void gaussSeidelMended(float *x, const int *colour, const int *row, const int *adj,
                                  const float *a, const float *b, int c, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n || colour[v] != c)
    return;
  float s = b[v];
  for (int e = row[v]; e < row[v + 1]; ++e)
    s -= a[e] * x[adj[e]];
  x[v] = s;
}

void runAll(unsigned *paths, int *level, const int *row, const int *adj, int n, int m, int *a,
            int *b, int *c, float *f, float *p, float *q) {
  int g = (n + 255) / 256, h = (m + 255) / 256;
  for (int cur = 0; cur < 100; ++cur) {
    bfsPathCount<<<g, 256>>>(paths, level, row, adj, cur, n);
    bfsPathCountMended<<<g, 256>>>(paths, level, row, adj, cur, n);
    bfsParents<<<g, 256>>>(level, a, row, adj, cur, n);
    bfsParentsMended<<<g, 256>>>(level, a, row, adj, cur, n);
  }
  relaxEdges<<<h, 256>>>(a, row, adj, level, m);
  relaxEdgesMended<<<h, 256>>>(a, row, adj, level, m);
  edgeScatter<<<h, 256>>>(f, row, adj, p, m);
  edgeScatterMended<<<h, 256>>>(f, row, adj, p, m);
  for (int k = 0; k < 8; ++k)
    edgeScatterColoured<<<h, 256>>>(f, row, adj, level, p, k, m);
  hook<<<h, 256>>>(a, row, adj, m);
  hookMended<<<h, 256>>>(a, row, adj, m);
  bothDegrees<<<h, 256>>>(a, row, adj, m);
  bothDegreesMended<<<h, 256>>>(a, row, adj, m);
  pushRanks<<<g, 256>>>(f, p, row, adj, n);
  pushRanksMended<<<g, 256>>>(f, p, row, adj, level, n);
  pushWork<<<g, 256>>>(a, b, level, n);
  pushWorkMended<<<g, 256>>>(a, b, level, n);
  pushOfBlock<<<g, 256>>>(a, b, level, n);
  pushOfBlockMended<<<g, 256>>>(a, b, level, n);
  for (int k = 1; k < 50; ++k) {
    peel<<<g, 256>>>(a, level, row, adj, k, n);
    peelMended<<<g, 256>>>(a, level, row, adj, k, n);
  }
  spreadLabels<<<g, 256>>>(a, row, adj, n);
  spreadLabelsMended<<<g, 256>>>(a, row, adj, n);
  lightest<<<h, 256>>>(f, level, row, adj, p, m);
  lightestMended<<<h, 256>>>(a, level, row, adj, b, m);
  for (int k = 0; k < 8; ++k)
    gaussSeidelMended<<<g, 256>>>(f, level, row, adj, p, q, k, n);
}
