// Conditions that compare two members of one record, or two loaded numbers, say nothing of who else
// has the same index. Each racy kernel, the same one mended, whose name ends in Mended, and
// conditions on neighbours in a sorted array, which do.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

struct Arc {
  int from, to;
  float weight;
};

// Loops in a graph do not count.
__global__ void degrees(const Arc *arcs, int *degree, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && arcs[i].from != arcs[i].to)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `degree[arcs[i].from]`: read and written without an atomic
    degree[arcs[i].from] += 1;
}
__global__ void degreesMended(const Arc *arcs, int *degree, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && arcs[i].from != arcs[i].to)
    atomicAdd(&degree[arcs[i].from], 1);
}

// Arcs that lead upwards, as vectors.
__global__ void upwards(const int2 *arcs, int *entering, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && arcs[i].x < arcs[i].y)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `entering[arcs[i].y]`: read and written without an atomic
    entering[arcs[i].y]++;
}
__global__ void upwardsMended(const int2 *arcs, int *entering, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && arcs[i].x < arcs[i].y)
    atomicAdd(&entering[arcs[i].y], 1);
}

// A list selects the records.
__global__ void downwards(const Arc *arcs, const int *list, float *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int a = list[i];
  if (arcs[a].from > arcs[a].to)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `sum[arcs[a].to]`: read and written without an atomic
    sum[arcs[a].to] += arcs[a].weight;
}
__global__ void downwardsMended(const Arc *arcs, const int *list, float *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int a = list[i];
  if (arcs[a].from > arcs[a].to)
    atomicAdd(&sum[arcs[a].to], arcs[a].weight);
}

// Pairs in one array of numbers.
__global__ void pairs(const int *ends, int *count, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    int a = ends[2 * i], b = ends[2 * i + 1];
    if (a != b)
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `count[b]`: read and written without an atomic
      count[b] += 1;
  }
}
__global__ void pairsMended(const int *ends, int *count, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    int a = ends[2 * i], b = ends[2 * i + 1];
    if (a != b)
      atomicAdd(&count[b], 1);
  }
}

//===--- Conditions on neighbours ------------------------------------------===//

// Records that are sorted: one thread for each number.
__global__ void lastOfRun(const Arc *arcs, int *end, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n && arcs[i].from != arcs[i + 1].from)
    end[arcs[i].from] += i;
}

__global__ void firstOfRun(const int2 *arcs, int *start, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n && (arcs[i].x != arcs[i - 1].x || arcs[i].y != arcs[i - 1].y))
    start[arcs[i].x] += i;
}

// Four numbers for each thread, and the first one of the next thread.
__global__ void fourOfRun(const int *key, int *end, int n) {
  int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (i + 4 >= n)
    return;
  if (key[i] != key[i + 1])
    end[key[i]] += i;
  if (key[i + 1] != key[i + 2])
    end[key[i + 1]] += i + 1;
  if (key[i + 2] != key[i + 3])
    end[key[i + 2]] += i + 2;
  if (key[i + 3] != key[i + 4])
    end[key[i + 3]] += i + 3;
}

// All threads look at each number, and one has its interval.
__global__ void intervals(const int2 *bounds, const int *x, int *count, int n) {
  int b = threadIdx.x;
  for (int i = 0; i < n; ++i)
    if (bounds[b].x <= x[i] && x[i] < bounds[b].y)
      count[x[i]]++;
}
void launchIntervals(const int2 *bounds, const int *x, int *count, int n) {
  intervals<<<1, 64>>>(bounds, x, count, n);
}
