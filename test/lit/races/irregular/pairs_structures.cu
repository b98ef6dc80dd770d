// Structures, helpers, templates and images: each racy kernel, and the same one mended, whose name ends in Mended.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race,cuda-missing-fence %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cstdint>
#include <cuda_runtime.h>

struct Csr {
  int vertices;
  const int *offsets;
  const int *targets;
};
struct Link {
  int from, to;
  float weight;
};
struct Node {
  float sum;
  int hits;
};

// CHECK: :[[#@LINE+1]]:62: warning: global memory race on `where`
template <class T> __device__ void addTo(T &where, T what) { where += what; }
template <class T> __device__ void addSafely(T *where, T what) { atomicAdd(where, what); }
__device__ inline int globalId() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ inline int gridSize() { return gridDim.x * blockDim.x; }

// Helper by reference, grid stride
template <class T> __global__ void gatherLoads(T *load, const Link *links, int count) {
  for (int i = globalId(); i < count; i += gridSize())
    addTo(load[links[i].to], T(links[i].weight));
}
template <class T> __global__ void gatherLoadsMended(T *load, const Link *links, int count) {
  for (int i = globalId(); i < count; i += gridSize())
    addSafely(&load[links[i].to], T(links[i].weight));
}

// Fields of a structure
__global__ void nodeTotals(Node *nodes, const Link *links, int count) {
  int i = globalId();
  if (i < count) {
    Node &n = nodes[links[i].from];
    n.sum += links[i].weight;
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `n.hits`
    n.hits += 1;
  }
}
__global__ void nodeTotalsMended(Node *nodes, const Link *links, int count) {
  int i = globalId();
  if (i < count) {
    Node &n = nodes[links[i].from];
    atomicAdd(&n.sum, links[i].weight);
    atomicAdd(&n.hits, 1);
  }
}

// Brandes: number of shortest paths
__global__ void shortestPaths(Csr g, const int *depth, float *sigma, int now) {
  for (int v = globalId(); v < g.vertices; v += gridSize()) {
    if (depth[v] != now)
      continue;
    for (int k = g.offsets[v]; k < g.offsets[v + 1]; k++) {
      int w = g.targets[k];
      if (depth[w] == now + 1)
        // CHECK: :[[#@LINE+1]]:9: warning: global memory race on `sigma[w]`
        sigma[w] += sigma[v];
    }
  }
}
__global__ void shortestPathsMended(Csr g, const int *depth, float *sigma, int now) {
  for (int v = globalId(); v < g.vertices; v += gridSize()) {
    if (depth[v] != now)
      continue;
    for (int k = g.offsets[v]; k < g.offsets[v + 1]; k++) {
      int w = g.targets[k];
      if (depth[w] == now + 1)
        atomicAdd(&sigma[w], sigma[v]);
    }
  }
}

// Brandes, backwards: each vertex gathers (ownership), mended only of a push
__global__ void dependencies(Csr g, const int *depth, const float *sigma, float *delta, int now) {
  int v = globalId();
  if (v >= g.vertices || depth[v] != now)
    return;
  for (int k = g.offsets[v]; k < g.offsets[v + 1]; k++) {
    int p = g.targets[k];
    if (depth[p] == now - 1)
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `delta[p]`
      delta[p] += sigma[p] / sigma[v] * (1 + delta[v]);
  }
}
__global__ void dependenciesMended(Csr g, const int *depth, const float *sigma, float *delta,
                                   int now) {
  int v = globalId();
  if (v >= g.vertices || depth[v] != now)
    return;
  for (int k = g.offsets[v]; k < g.offsets[v + 1]; k++) {
    int w = g.targets[k];
    if (depth[w] == now + 1)
      delta[v] += sigma[v] / sigma[w] * (1 + delta[w]);
  }
}

// Colour histogram of an image, blocks in two dimensions
__global__ void colourBins(const uchar4 *image, int width, int height, unsigned *red) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  uchar4 p = image[y * width + x];
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `red[p.x]`
  red[p.x]++;
}
__global__ void colourBinsMended(const uchar4 *image, int width, int height, unsigned *red) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  uchar4 p = image[y * width + x];
  atomicInc(&red[p.x], 0xffffffffu);
}

// Co-occurrence of neighbouring grey values
__global__ void cooccurrence(const unsigned char *image, int width, int height, int *matrix) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x + 1 < width && y < height) {
    int a = image[y * width + x], b = image[y * width + x + 1];
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `matrix[a * 256 + b]`
    matrix[a * 256 + b] += 1;
    matrix[b * 256 + a] += 1;
  }
}
__global__ void cooccurrenceMended(const unsigned char *image, int width, int height, int *matrix) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x + 1 < width && y < height) {
    int a = image[y * width + x], b = image[y * width + x + 1];
    atomicAdd(&matrix[a * 256 + b], 1);
    atomicAdd(&matrix[b * 256 + a], 1);
  }
}

// Connected components of an image
__device__ int rootOf(const int *labels, int p) {
  int q = labels[p];
  while (q != p) {
    p = q;
    q = labels[p];
  }
  return p;
}
__device__ void join(int *labels, int a, int b) {
  a = rootOf(labels, a);
  b = rootOf(labels, b);
  if (a < b)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `labels[b]`
    labels[b] = a;
  else if (b < a)
    labels[a] = b;
}
__device__ void joinSafely(int *labels, int a, int b) {
  bool done;
  do {
    a = rootOf(labels, a);
    b = rootOf(labels, b);
    if (a < b) {
      int old = atomicMin(&labels[b], a);
      done = old == b;
      b = old;
    } else if (b < a) {
      int old = atomicMin(&labels[a], b);
      done = old == a;
      a = old;
    } else
      done = true;
  } while (!done);
}
__global__ void components(int *labels, const unsigned char *image, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  int p = y * width + x;
  if (x > 0 && image[p] == image[p - 1])
    join(labels, p, p - 1);
  if (y > 0 && image[p] == image[p - width])
    join(labels, p, p - width);
}
__global__ void componentsMended(int *labels, const unsigned char *image, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  int p = y * width + x;
  if (x > 0 && image[p] == image[p - 1])
    joinSafely(labels, p, p - 1);
  if (y > 0 && image[p] == image[p - width])
    joinSafely(labels, p, p - width);
}

void start(float *f, Link *links, Node *nodes, Csr g, int *d, float *s, uchar4 *im, unsigned *u,
           unsigned char *grey, int *m, int w, int h, int count) {
  dim3 block(16, 16), grid((w + 15) / 16, (h + 15) / 16);
  gatherLoads<float><<<128, 128>>>(f, links, count);
  gatherLoadsMended<float><<<128, 128>>>(f, links, count);
  nodeTotals<<<(count + 127) / 128, 128>>>(nodes, links, count);
  nodeTotalsMended<<<(count + 127) / 128, 128>>>(nodes, links, count);
  int levels = 0;
  while (levels < 40) {
    shortestPaths<<<128, 128>>>(g, d, s, levels);
    shortestPathsMended<<<128, 128>>>(g, d, s, levels);
    levels++;
  }
  while (levels-- > 0) {
    dependencies<<<(g.vertices + 127) / 128, 128>>>(g, d, s, f, levels);
    dependenciesMended<<<(g.vertices + 127) / 128, 128>>>(g, d, s, f, levels);
  }
  colourBins<<<grid, block>>>(im, w, h, u);
  colourBinsMended<<<grid, block>>>(im, w, h, u);
  cooccurrence<<<grid, block>>>(grey, w, h, m);
  cooccurrenceMended<<<grid, block>>>(grey, w, h, m);
  components<<<grid, block>>>(m, grey, w, h);
  componentsMended<<<grid, block>>>(m, grey, w, h);
}
