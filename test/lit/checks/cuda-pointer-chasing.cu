// RUN: not %cuda-memlint --remarks --checks=-*,cuda-pointer-chasing %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

struct Node {
  int value;
  Node *next;
};

__global__ void list(int *out, const Node *head) {
  int sum = 0;
  for (const Node *p = &head[threadIdx.x]; p; p = p->next)
    // CHECK: :[[#@LINE-1]]:{{[0-9]+}}: warning: pointer chasing: `p->next` reads from an address that a load gave in the previous iteration of the loop at line [[#@LINE-1]], so that each iteration waits for memory [cuda-pointer-chasing]
    sum += p->value;
  // CHECK: help: store each chain as an array
  out[threadIdx.x] = sum;
}

// All threads follow one list.
__global__ void uniformList(int *out, const Node *__restrict__ head) {
  int sum = 0;
  const Node *p = head;
  while (p) {
    sum += p->value;
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: pointer chasing: `p->next`
    p = p->next;
  }
  out[threadIdx.x] = sum;
}

__global__ void indices(int *out, const int *next, const int *first) {
  int i = first[threadIdx.x], n = 0;
  while (i >= 0) {
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: pointer chasing: `next[i]`
    i = next[i];
    ++n;
  }
  out[threadIdx.x] = n;
}

__device__ int find(const int *parent, int x) {
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: pointer chasing: `parent[x]`
  // A root leads to itself: this is a forest.
  while (parent[x] != x)
    x = parent[x];
  return x;
}

__global__ void roots(int *out, const int *parent) {
  // CHECK: note: in `find`, called from here
  // CHECK: help: shorten the chains before
  out[threadIdx.x] = find(parent, threadIdx.x);
}

__global__ void rootsInStrides(int *out, const int *parent, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    int p = parent[i];
    while (p != parent[p])
      // CHECK: :[[#@LINE-1]]:{{[0-9]+}}: warning: pointer chasing: `parent[p]`
      // CHECK: help: shorten the chains before
      p = parent[p];
    out[i] = p;
  }
}

// The end is an element that another array names, not one that leads to itself.
__global__ void untilAnother(int *out, const int *next, const int *last) {
  int i = threadIdx.x, end = last[threadIdx.x];
  while (next[i] != end)
    // CHECK: :[[#@LINE-1]]:{{[0-9]+}}: warning: pointer chasing: `next[i]`
    // CHECK: help: store each chain as an array
    i = next[i];
  out[threadIdx.x] = i;
}

// A chain from each element: they run into one another, and cannot be arrays of their own.
__global__ void allRoots(int *out, const int *parent) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int root = parent[i];
  int next = parent[root];
  while (root != next) {
    root = next;
    // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: pointer chasing: `parent[next]`
    // CHECK: help: shorten the chains before: replace each link by that of the element it leads to until none changes (pointer jumping), or walk several chains in one thread
    next = parent[next];
  }
  out[i] = root;
}

// The first links are elsewhere.
__global__ void chainsOf(int *out, const int *next, const int *first) {
  int i = first[blockIdx.x * blockDim.x + threadIdx.x], n = 0;
  while (i >= 0) {
    // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: pointer chasing: `next[i]`
    // CHECK: help: store each chain as an array
    i = next[i];
    ++n;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = n;
}

// Through a second array.
__global__ void twoLoads(int *out, const int *next, const int *slot, int n) {
  int i = threadIdx.x;
  while (i != n)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: pointer chasing: `slot[i]`
    i = next[slot[i]];
  out[threadIdx.x] = i;
}

// Something counts: the chain may be short.
__global__ void counted(int *out, const int *next, int steps) {
  int i = threadIdx.x;
  for (int k = 0; k < steps; ++k)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: pointer chasing: `next[i]`
    i = next[i];
  out[threadIdx.x] = i;
}

// A tree has few levels.
struct TreeNode {
  int key, left, right;
};
__global__ void tree(int *out, const TreeNode *nodes, const int *keys) {
  int i = 0, key = keys[threadIdx.x];
  while (i >= 0) {
    if (key < nodes[i].key)
      // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: pointer chasing: `nodes[i].left`
      i = nodes[i].left;
    else
      i = nodes[i].right;
  }
  // CHECK: help: keep the first levels in shared memory
  out[threadIdx.x] = i;
}

__global__ void treeByChoice(int *out, const TreeNode *nodes, const int *keys) {
  int i = 0, key = keys[threadIdx.x];
  while (i >= 0)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: pointer chasing: `key < nodes[i].key ? nodes[i].left : nodes[i].right` reads from an address that a load gave
    i = key < nodes[i].key ? nodes[i].left : nodes[i].right;
  out[threadIdx.x] = i;
}

// Children are neighbours.
struct Split {
  int children;
  float at;
};
__global__ void neighbours(int *out, const Split *nodes, const float *values) {
  int i = 0;
  float value = values[threadIdx.x];
  while (nodes[i].children >= 0)
    // CHECK: :[[#@LINE-1]]:{{[0-9]+}}: remark: pointer chasing: `nodes[i].children`
    i = nodes[i].children + (value >= nodes[i].at);
  out[threadIdx.x] = i;
}

// What is written next to the links does not change them.
struct Visited {
  int next, seen;
};
__global__ void visits(Visited *nodes, const int *first) {
  int i = first[threadIdx.x];
  while (i >= 0) {
    nodes[i].seen = 1;
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: pointer chasing: `nodes[i].next`
    i = nodes[i].next;
  }
}

// The loop shortens the way.
__device__ int halve(int *parent, int x) {
  while (parent[x] != x) {
    parent[x] = parent[parent[x]];
    x = parent[x];
  }
  return x;
}

__global__ void shortens(int *out, int *parent) { out[threadIdx.x] = halve(parent, threadIdx.x); }

// Near misses: rows of a sparse matrix.
__global__ void csr(float *y, const int *rows, const int *columns, const float *values,
                    const float *x) {
  int row = threadIdx.x;
  float sum = 0;
  for (int j = rows[row]; j < rows[row + 1]; ++j)
    sum += values[j] * x[columns[j]];
  y[row] = sum;
}

// Bisection: data decide which half is next, and no address is loaded.
__global__ void bisection(int *out, const int *sorted, int n, int key) {
  int low = 0, high = n;
  while (low < high) {
    int middle = (low + high) / 2;
    if (sorted[middle] < key)
      low = middle + 1;
    else
      high = middle;
  }
  out[threadIdx.x] = low;
}

__global__ void bisectionWithoutBranches(int *out, const int *sorted, int n, int key) {
  int at = 0;
  for (int step = n; step > 0; step /= 2)
    at += (sorted[at + step] < key) * step;
  out[threadIdx.x] = at;
}

// A sum of loaded numbers is no address.
__global__ void sums(int *out, const int *in, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i)
    sum = sum * 3 + in[i];
  out[threadIdx.x] = sum;
}

// Probing: the next slot does not come from memory.
__global__ void probing(int *out, const int *keys, int key, int mask) {
  int slot = key & mask;
  while (keys[slot] != key && keys[slot] != -1)
    slot = (slot + 1) & mask;
  out[threadIdx.x] = slot;
}

// Fast memory.
__global__ void inShared(int *out, const int *in) {
  __shared__ int next[256];
  next[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  int i = threadIdx.x;
  while (i >= 0)
    i = next[i];
  out[threadIdx.x] = i;
}

// Waiting for another thread.
__global__ void polling(volatile int *flag, int *out) {
  while (*flag == 0)
    ;
  out[threadIdx.x] = 1;
}

// The mend: each chain is an array.
__global__ void arrays(int *out, const int *values, const int *starts) {
  int sum = 0;
  for (int i = starts[threadIdx.x]; i < starts[threadIdx.x + 1]; ++i)
    sum += values[i];
  out[threadIdx.x] = sum;
}
