// Elements that are computed, in place, from those of other threads that data choose. Each racy
// kernel, the same one mended, whose name ends in Mended, and what does no harm.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

struct Element {
  int next, rank;
};
__global__ void ranked(Element *list, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || list[i].next < 0)
    return;
  int next = list[i].next;
  // CHECK: :[[#@LINE+1]]:{{.*}}: warning: global memory race on `list[0].rank`: {{.*}}, when an entry of `list` gives one thread the index of the other
  list[i].rank += list[next].rank;
}
__global__ void rankedMended(const Element *list, Element *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || list[i].next < 0)
    return;
  int next = list[i].next;
  out[i].rank = list[i].rank + list[next].rank;
}
// The least colour that no neighbour has.
__global__ void coloured(const int *row, const int *column, int *colour, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n)
    return;
  unsigned used = 0;
  for (int e = row[v]; e < row[v + 1]; ++e)
    used |= 1u << colour[column[e]];
  // CHECK: :[[#@LINE+1]]:{{.*}}: warning: global memory race on `colour[0]`: {{.*}}, when an entry of `column` gives one thread the index of the other
  colour[v] = __ffs(~used) - 1;
}
__global__ void colouredMended(const int *row, const int *column, const int *colour, int *out,
                               int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n)
    return;
  unsigned used = 0;
  for (int e = row[v]; e < row[v + 1]; ++e)
    used |= 1u << colour[column[e]];
  out[v] = __ffs(~used) - 1;
}
// A sparse product into its own operand.
__global__ void product(const int *row, const int *column, const float *value, float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float sum = 0;
  for (int e = row[i]; e < row[i + 1]; ++e)
    sum += value[e] * x[column[e]];
  // CHECK: :[[#@LINE+1]]:{{.*}}: warning: global memory race on `x[0]`: {{.*}}, when an entry of `column` gives one thread the index of the other
  x[i] = sum;
}
__global__ void productMended(const int *row, const int *column, const float *value, const float *x,
                              float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float sum = 0;
  for (int e = row[i]; e < row[i + 1]; ++e)
    sum += value[e] * x[column[e]];
  y[i] = sum;
}
__global__ void permuted(const int *order, int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: :[[#@LINE+1]]:{{.*}}: warning: global memory race on `a[0]`: {{.*}}, when an entry of `order` gives one thread the index of the other
    a[i] = a[order[i]];
}

//===--- The thread's own element, moved in place --------------------------===//

__global__ void scattered(const int *order, int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `a[0]`: {{.*}}, when an entry of `order` gives one thread the index of the other
    a[order[i]] = a[i];
}
__global__ void scatteredMended(const int *order, const int *a, int *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    b[order[i]] = a[i];
}
// Different entries do not help: another thread may not have read its element yet.
// memlint: distinct order
__global__ void scatteredApart(const int *order, float *a, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    if (order[i] != i)
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `a[0]`: {{.*}}, when an entry of `order` gives one thread the index of the other
      a[order[i]] = a[i];
}
__global__ void scatteredApartMended(const int *order, const float *a, float *b, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    if (order[i] != i)
      b[order[i]] = a[i];
}
__global__ void ofBlock(const int *order, int *a) {
  int x = a[threadIdx.x];
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `a[0]`: {{.*}}, when an entry of `order` gives one thread the index of the other
  a[order[threadIdx.x]] = x + 1;
}
__global__ void ofBlockMended(const int *order, int *a) {
  int x = a[threadIdx.x];
  __syncthreads();
  a[order[threadIdx.x]] = x + 1;
}
void runOfBlock(const int *order, int *a) {
  ofBlock<<<1, 256>>>(order, a);
  ofBlockMended<<<1, 256>>>(order, a);
}
// Copies at the end of the array.
__global__ void copies(const int *ghost, float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[n + ghost[i]] = a[i];
}
// What a flag selects may go to where another one is selected.
__global__ void selected(const int *to, const int *isSource, float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && isSource[i])
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `a[0]`
    a[to[i]] = a[i];
}
// Within pairs, such as those of a bit reversal.
__global__ void exchanged(const int *partner, int *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int j = partner[i];
  if (i < j) {
    int kept = a[i];
    a[i] = a[j];
    a[j] = kept;
    float other = b[i];
    b[i] = b[j];
    b[j] = other;
  }
}

//===--- What does no harm -------------------------------------------------===//

__global__ void jumped(int *next, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    next[i] = next[next[i]];
}
__global__ void level(const int *row, const int *column, int *depth, int current, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n || depth[v] >= 0)
    return;
  for (int e = row[v]; e < row[v + 1]; ++e)
    if (depth[column[e]] == current)
      depth[v] = current + 1;
}
__global__ void leastLabel(const int *row, const int *column, int *label, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n)
    return;
  int least = label[v];
  for (int e = row[v]; e < row[v + 1]; ++e)
    least = min(least, label[column[e]]);
  label[v] = least;
}
__global__ void shorter(const int *row, const int *column, const int *length, int *distance, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n)
    return;
  for (int e = row[v]; e < row[v + 1]; ++e) {
    int through = distance[column[e]] + length[e];
    if (through < distance[v])
      distance[v] = through;
  }
}
__global__ void shorterInFloats(const int *row, const int *column, const float *length,
                                float *distance, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n)
    return;
  float best = distance[v];
  for (int e = row[v]; e < row[v + 1]; ++e)
    best = fminf(best, distance[column[e]] + length[e]);
  if (best < distance[v])
    distance[v] = best;
}
__global__ void reached(const int *row, const int *column, unsigned *from, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n)
    return;
  unsigned bits = from[v];
  for (int e = row[v]; e < row[v + 1]; ++e)
    bits |= from[column[e]];
  from[v] = bits;
}
// Set once, from what is set.
__global__ void heights(const int *left, const int *right, int *height, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n || height[v] >= 0)
    return;
  int one = height[left[v]], other = height[right[v]];
  if (one >= 0 && other >= 0)
    height[v] = max(one, other) + 1;
}
// The vertices of one colour have no edges among them.
__global__ void byColour(const int *colour, const int *row, const int *column, float *x, int current,
                         int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n || colour[v] != current)
    return;
  float sum = 0;
  for (int e = row[v]; e < row[v + 1]; ++e)
    sum += x[column[e]];
  x[v] = sum / 4;
}
__global__ void byParity(const int *column, int *x, int phase, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < n && (v + phase) % 2 == 0)
    x[v] = x[column[v]] + 1;
}
// Elements before those of this launch are done.
__global__ void byBatch(const int *child, int *height, int first, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    height[first + i] = height[child[first + i]] + 1;
}
// Values at the boundary are those inside.
__global__ void boundary(const int *isOutside, const int *inner, float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && isOutside[i])
    x[i] = x[inner[i]];
}
__global__ void observed(const int *other, volatile int *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] = x[other[i]] + 1;
}
