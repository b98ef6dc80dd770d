// Entries of an array that are keys, which many threads have in common, and entries that are things,
// one for each thread. Each racy kernel, the same one mended, and near misses.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

//===--- Several sums by one key -------------------------------------------===//

__global__ void centroids(float *sumX, float *sumY, const float *x, const float *y,
                          const int *cluster, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int c = cluster[i];
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `sumX[c]`
  sumX[c] += x[i];
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `sumY[c]`
  sumY[c] += y[i];
}
__global__ void centroidsMended(float *sumX, float *sumY, const float *x, const float *y,
                                const int *cluster, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int c = cluster[i];
  atomicAdd(&sumX[c], x[i]);
  atomicAdd(&sumY[c], y[i]);
}

// Written out, beside an atomic.
__global__ void moments(float *sum, float *squares, int *count, const float *x, const int *group,
                        int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int g = group[i];
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `sum[g]`
  sum[g] = sum[g] + x[i];
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `squares[g]`
  squares[g] = x[i] * x[i] + squares[g];
  atomicAdd(&count[g], 1);
}
__global__ void momentsMended(float *sum, float *squares, int *count, const float *x,
                              const int *group, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int g = group[i];
  atomicAdd(&sum[g], x[i]);
  atomicAdd(&squares[g], x[i] * x[i]);
  atomicAdd(&count[g], 1);
}

__global__ void bounds(float *low, float *high, int *first, int *last, const float *x, const int *t,
                       const int *box, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int b = box[i];
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `low[b]`
  low[b] = fminf(low[b], x[i]);
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `high[b]`
  high[b] = fmaxf(x[i], high[b]);
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `first[b]`
  first[b] = min(first[b], t[i]);
  if (t[i] > last[b])
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `last[b]`
    last[b] = t[i];
}
__global__ void boundsMended(int *first, int *last, const int *t, const int *box, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  atomicMin(&first[box[i]], t[i]);
  atomicMax(&last[box[i]], t[i]);
}

// The state of a thing is updated, not summed up: what is stored in one array goes into another one.
__global__ void adam(float *weight, float *mean, float *square, const float *gradient,
                     const int *row, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int r = row[i];
  float m = 0.9f * mean[r] + 0.1f * gradient[i];
  float s = 0.99f * square[r] + 0.01f * gradient[i] * gradient[i];
  mean[r] = m;
  square[r] = s;
  weight[r] -= m / (sqrtf(s) + 1e-8f);
}

__global__ void leapfrog(float *at, float *speed, const float *acceleration, const int *list,
                         float time, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int p = list[i];
  speed[p] += time * acceleration[i];
  at[p] += time * speed[p];
}

// A factor for all: an entry that came twice would be changed twice.
__global__ void decay(float *value, const int *list, float factor, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    value[list[i]] *= factor;
}

__global__ void nextStates(unsigned *state, const int *list, unsigned factor, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    state[list[i]] = state[list[i]] * factor + 12345u;
}

// Factors of the threads' own.
__global__ void product(float *likelihood, const int *group, const float *factor, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `likelihood[group[i]]`
    likelihood[group[i]] *= factor[i];
}

//===--- Beside what is only read by the key -------------------------------===//

__global__ void revenue(float *total, const float *price, const int *goods, const float *number,
                        int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `total[goods[i]]`
    total[goods[i]] += price[goods[i]] * number[i];
}
__global__ void revenueMended(float *total, const float *price, const int *goods,
                              const float *number, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&total[goods[i]], price[goods[i]] * number[i]);
}

// The thread has nothing of its own but the number of a thing.
__global__ void move(float *at, const float *speed, int *steps, const int *list, float time,
                     int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int p = list[i];
  at[p] += time * speed[p];
  steps[p]++;
}

__global__ void fillUp(int *used, const int *capacity, const int *wanted, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int r = wanted[i];
  if (used[r] < capacity[r])
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `used[r]`
    used[r]++;
}
__global__ void fillUpMended(int *used, const int *capacity, const int *wanted, int *got, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int r = wanted[i];
  got[i] = atomicAdd(&used[r], 1) < capacity[r];
}

// A sum at one end of an edge, which reads both.
__global__ void flow(float *change, const float *level, const int *from, const int *to,
                     const float *width, int edges) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e < edges)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `change[to[e]]`
    change[to[e]] += width[e] * (level[from[e]] - level[to[e]]);
}
__global__ void flowMended(float *change, const float *level, const int *from, const int *to,
                           const float *width, int edges) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e < edges)
    atomicAdd(&change[to[e]], width[e] * (level[from[e]] - level[to[e]]));
}

//===--- A key of a key ----------------------------------------------------===//

__global__ void byRegion(float *sum, const int *region, const int *customer, const float *amount,
                         int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `sum[region[customer[i]]]`
    sum[region[customer[i]]] += amount[i];
}
__global__ void byRegionMended(float *sum, const int *region, const int *customer,
                               const float *amount, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&sum[region[customer[i]]], amount[i]);
}

__global__ void sizes(int *size, const int *root, const int *label, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `size[root[label[i]]]`
    size[root[label[i]]]++;
}
__global__ void sizesMended(int *size, const int *root, const int *label, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&size[root[label[i]]], 1);
}

// Elements that a list selects, of which the thread has nothing else.
__global__ void assemble(float *force, const int *node, const int *list, const float *load, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    force[node[list[i]]] += load[list[i]];
}

//===--- Rows by a key -----------------------------------------------------===//

__global__ void embedding(float *gradient, const int *token, const float *change, int width) {
  for (int k = threadIdx.x; k < width; k += blockDim.x)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `gradient[token[blockIdx.x] * width + k]`
    gradient[token[blockIdx.x] * width + k] += change[blockIdx.x * width + k];
}
__global__ void embeddingMended(float *gradient, const int *token, const float *change, int width) {
  for (int k = threadIdx.x; k < width; k += blockDim.x)
    atomicAdd(&gradient[token[blockIdx.x] * width + k], change[blockIdx.x * width + k]);
}

// Each thread scales rows of its own.
__global__ void scaleRows(float *matrix, const int *row, const float *factor, int width, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (int k = 0; k < width; ++k)
    matrix[row[i] * width + k] *= factor[i];
}

// A row for each feature, and all threads go through all of them.
__global__ void byFeature(int *count, const int *bin, int features, int bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (int f = 0; f < features; ++f)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `count[f * bins + bin[i * features + f]]`
    count[f * bins + bin[i * features + f]]++;
}
__global__ void byFeatureMended(int *count, const int *bin, int features, int bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (int f = 0; f < features; ++f)
    atomicAdd(&count[f * bins + bin[i * features + f]], 1);
}

// The coordinates of a thing, each in a row of its own, and those of which the thread has no more.
__global__ void moveInRows(float *at, const float *speed, const int *list, int things, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (int k = 0; k < 3; ++k)
    at[k * things + list[i]] += speed[k * things + list[i]];
}
__global__ void scaleColumns(float *matrix, const int *column, const float *factor, int width,
                             int rows, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (int k = 0; k < rows; ++k)
    matrix[k * width + column[i]] *= factor[i];
}

// A segment of its own, which begins where data say.
__global__ void addToSegments(float *values, const int *start, const float *change, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (int k = 0; k < 4; ++k)
    values[start[i] + k] += change[i];
}

//===--- A key for threads without an item ---------------------------------===//

__global__ void withDefault(int *count, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int digit = i < n ? key[i] : 16;
  if (digit >= 0 && digit < 16)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `count[digit]`
    count[digit]++;
}
__global__ void withDefaultMended(int *count, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int digit = i < n ? key[i] : 16;
  if (digit >= 0 && digit < 16)
    atomicAdd(&count[digit], 1);
}

// The thread's own number is chosen, or it has the key to itself.
__global__ void ownWithDefault(int *count, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int mine = key[i] > 0 ? i : n;
  if (mine < n)
    count[mine]++;
}
__global__ void ownKey(int *count, const int *key, const int *owner, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int digit = i < n ? key[i] : 16;
  if (digit < 16 && owner[digit] == i)
    count[digit]++;
}

//===--- Runs of equal keys ------------------------------------------------===//

// The head of a run adds up all of it.
__global__ void byRuns(float *sum, const int *head, const int *key, const float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || !head[i])
    return;
  float total = 0;
  for (int k = i; k < n && (k == i || !head[k]); ++k)
    total += x[k];
  sum[key[i]] += total;
}

// Each thread that is marked adds what it has.
__global__ void byMarks(float *sum, const int *mark, const int *key, const float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || !mark[i])
    return;
  float total = 0;
  for (int k = 0; k < 4; ++k)
    total += x[i * 4 + k];
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `sum[key[i]]`
  sum[key[i]] += total;
}

//===--- Keys in records ---------------------------------------------------===//

struct Sale {
  int goods, customer;
  float amount;
};

// Two sales differ in other members where they meet.
__global__ void bySale(float *sum, const Sale *sales, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `sum[sales[i].goods]`{{.*}} when two entries of `sales` give the same index
    sum[sales[i].goods] += sales[i].amount;
}
