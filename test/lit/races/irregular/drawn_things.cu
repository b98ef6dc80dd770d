// Things whose numbers threads draw from a counter have keys that may be equal. Each racy kernel, the
// same one mended, whose name ends in Mended, and elements that the numbers themselves give.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

__global__ void counts(int *next, const int *key, int *count, int n) {
  int i;
  while ((i = atomicAdd(next, 1)) < n)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `count[key[i]]`: read and written without an atomic
    count[key[i]] += 1;
}
__global__ void countsMended(int *next, const int *key, int *count, int n) {
  int i;
  while ((i = atomicAdd(next, 1)) < n)
    atomicAdd(&count[key[i]], 1);
}

__global__ void sums(int *next, const int *key, const float *x, float *sum, int n) {
  for (;;) {
    int i = atomicAdd(next, 1);
    if (i >= n)
      break;
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `sum[key[i]]`: read and written without an atomic
    sum[key[i]] += x[i];
  }
}
__global__ void sumsMended(int *next, const int *key, const float *x, float *sum, int n) {
  for (;;) {
    int i = atomicAdd(next, 1);
    if (i >= n)
      break;
    atomicAdd(&sum[key[i]], x[i]);
  }
}

// In the head of a loop.
__global__ void countsInHead(unsigned *next, const int *key, int *count, unsigned n) {
  for (unsigned i = atomicAdd(next, 1); i < n; i = atomicAdd(next, 1))
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `count[key[i]]`: read and written without an atomic
    count[key[i]]++;
}
__global__ void countsInHeadMended(unsigned *next, const int *key, int *count, unsigned n) {
  for (unsigned i = atomicAdd(next, 1); i < n; i = atomicAdd(next, 1))
    atomicAdd(&count[key[i]], 1);
}

//===--- Elements of one thread --------------------------------------------===//

__global__ void elements(int *next, const float *x, float *sum, int n) {
  int i;
  while ((i = atomicAdd(next, 1)) < n)
    sum[i] += x[i];
}

__global__ void elementsInHead(int *next, const float *x, float *sum, int n) {
  for (int i = atomicAdd(next, 1); i < n; i = atomicAdd(next, 1))
    sum[i] += x[i];
}

// Places in an order, which the thread has nothing else of.
__global__ void places(int *next, const int *order, float *x, float by, int n) {
  int i;
  while ((i = atomicAdd(next, 1)) < n)
    x[order[i]] += by;
}

// A list that threads append to holds what has been claimed.
__global__ void claimed(int *next, int *end, int *list, const int *to, int *seen, int *count,
                        int n) {
  int i;
  while ((i = atomicAdd(next, 1)) < n) {
    int v = list[i];
    count[v] += 1;
    if (atomicExch(&seen[to[v]], 1) == 0)
      list[atomicAdd(end, 1)] = to[v];
  }
}

// What is appended to one list for all things has one cursor, however the numbers are drawn.
__global__ void appended(int *next, const int *x, int *end, int *list, int n) {
  for (int i = atomicAdd(next, 1); i < n; i = atomicAdd(next, 1))
    if (x[i] > 0) {
      // CHECK: :[[#@LINE+2]]:16: warning: global memory race on `(*end)`: read and written without an atomic; an update is lost when the data let two threads come here
      // CHECK: note: use an atomic (`atomicAdd`), and take the element from what it returns
      int at = (*end)++;
      list[at] = x[i];
    }
}
__global__ void appendedMended(int *next, const int *x, int *end, int *list, int n) {
  for (int i = atomicAdd(next, 1); i < n; i = atomicAdd(next, 1))
    if (x[i] > 0)
      list[atomicAdd(end, 1)] = x[i];
}
__global__ void total(int *left, const int *x, int *sum) {
  int i;
  while ((i = atomicSub(left, 1)) > 0)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `*sum`
    *sum += x[i];
}
__global__ void totalMended(int *left, const int *x, int *sum) {
  int i;
  while ((i = atomicSub(left, 1)) > 0)
    atomicAdd(sum, x[i]);
}
// The last one to draw is alone.
__global__ void atTheEnd(int *done, const int *x, int *sum, int n) {
  int i = atomicAdd(done, 1);
  if (i >= n)
    *sum += x[i];
}
