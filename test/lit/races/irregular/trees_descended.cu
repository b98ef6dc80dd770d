// Trees whose nodes say where a key goes on: threads with different keys may come to one node. Each
// racy kernel, the same one mended, whose name ends in Mended, and nodes that one thread finds.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

struct Node {
  int key, child[2], last;
};

// A free place is tested and set.
__global__ void insert(Node *tree, const int *keys, int first, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int key = keys[i], at = 0;
  while (true) {
    int side = key > tree[at].key;
    int next = tree[at].child[side];
    if (next < 0) {
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `tree[at].child[side]`
      tree[at].child[side] = first + i;
      break;
    }
    at = next;
  }
}
__global__ void insertMended(Node *tree, const int *keys, int first, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int key = keys[i], at = 0;
  while (true) {
    int side = key > tree[at].key;
    int next = atomicCAS(&tree[at].child[side], -1, first + i);
    if (next < 0)
      break;
    at = next;
  }
}

// Two named links; the thread follows one.
struct Link {
  int key, left, right;
};
__global__ void insertByName(Link *tree, const int *keys, int first, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int key = keys[i], at = 0;
  while (true) {
    int next = key < tree[at].key ? tree[at].left : tree[at].right;
    if (next == -1) {
      if (key < tree[at].key)
        // CHECK: :[[#@LINE+1]]:9: warning: global memory race on `tree[at].left`
        tree[at].left = first + i;
      else
        tree[at].right = first + i;
      return;
    }
    at = next;
  }
}
__global__ void insertByNameMended(Link *tree, const int *keys, int first, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int key = keys[i], at = 0;
  while (true) {
    int *link = key < tree[at].key ? &tree[at].left : &tree[at].right;
    int next = atomicCAS(link, -1, first + i);
    if (next == -1)
      return;
    at = next;
  }
}

// Several keys lead to one leaf.
__global__ void mark(Node *tree, const int *keys, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int at = 0;
  while (tree[at].child[0] >= 0)
    at = tree[at].child[keys[i] > tree[at].key];
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `tree[at].last`
  tree[at].last = i;
}
__global__ void markMended(Node *tree, const int *keys, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int at = 0;
  while (tree[at].child[0] >= 0)
    at = tree[at].child[keys[i] > tree[at].key];
  atomicMax(&tree[at].last, i);
}

// A list that ends at a mark.
__global__ void marked(const int *list, const int *start, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int k = start[i]; list[k] >= 0; ++k)
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `count[list[k]]`
      count[list[k]] += 1;
}
__global__ void markedMended(const int *list, const int *start, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int k = start[i]; list[k] >= 0; ++k)
      atomicAdd(&count[list[k]], 1);
}

//===--- Nodes that one thread finds ---------------------------------------===//

// The node whose key it is.
__global__ void find(Node *tree, const int *keys, const int *values, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int at = 0;
  while (at >= 0 && tree[at].key != keys[i])
    at = tree[at].child[keys[i] > tree[at].key];
  if (at >= 0 && tree[at].key == keys[i])
    tree[at].last = values[i];
}

// A tree of its own.
__global__ void ownTree(Node *tree, const int *root, const int *keys, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int at = root[i];
  while (tree[at].child[0] >= 0)
    at = tree[at].child[keys[i] > tree[at].key];
  tree[at].last = i;
}
