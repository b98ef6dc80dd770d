// What a thread gathers of others decides whether it stores to its own element, which others gather
// meanwhile. Each racy kernel, the same one mended, whose name ends in Mended, and near misses.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

// Colours that neighbours have are left out.
__global__ void coloured(const int *row, const int *column, int *colour, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n || colour[v] >= 0)
    return;
  unsigned used = 0;
  for (int e = row[v]; e < row[v + 1]; ++e) {
    int other = colour[column[e]];
    if (other >= 0)
      used |= 1u << (other & 31);
  }
  if (used != ~0u)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `colour[0]`: thread {{.*}} writes it here while thread {{.*}} reads it at line [[#@LINE-5]], with nothing that orders the two, when an entry of `column` gives one thread the index of the other
    colour[v] = __ffs(~used) - 1;
}
__global__ void colouredMended(const int *row, const int *column, const int *colour, int *out, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n || colour[v] >= 0)
    return;
  unsigned used = 0;
  for (int e = row[v]; e < row[v + 1]; ++e) {
    int other = colour[column[e]];
    if (other >= 0)
      used |= 1u << (other & 31);
  }
  if (used != ~0u)
    out[v] = __ffs(~used) - 1;
}

// Of neighbours, the one with the greatest number alone takes a colour, which the others look at.
__global__ void byNumber(const int *row, const int *column, int *colour, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n || colour[v] >= 0)
    return;
  bool isGreatest = true;
  unsigned used = 0;
  for (int e = row[v]; e < row[v + 1]; ++e) {
    int other = colour[column[e]];
    if (other < 0 && column[e] > v)
      isGreatest = false;
    if (other >= 0)
      used |= 1u << other;
  }
  if (isGreatest)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `colour[0]`: thread {{.*}} writes it here while thread {{.*}} reads it at line [[#@LINE-7]],
    colour[v] = __ffs(~used) - 1;
}

// Two values, and what was counted.
__global__ void alive(const int *row, const int *column, int *isAlive, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n)
    return;
  int count = 0;
  for (int e = row[v]; e < row[v + 1]; ++e)
    count += isAlive[column[e]];
  if (count >= 3)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `isAlive[0]`: thread {{.*}} writes it here while thread {{.*}} reads it at line [[#@LINE-2]],
    isAlive[v] = 1;
  else
    isAlive[v] = 0;
}
__global__ void aliveMended(const int *row, const int *column, const int *isAlive, int *next, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n)
    return;
  int count = 0;
  for (int e = row[v]; e < row[v + 1]; ++e)
    count += isAlive[column[e]];
  next[v] = count >= 3;
}
__global__ void enough(const int *row, const int *column, int *load, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n)
    return;
  int sum = 0;
  for (int e = row[v]; e < row[v + 1]; ++e)
    sum += load[column[e]];
  if (sum > 2)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `load[0]`: thread {{.*}} writes it here while thread {{.*}} reads it at line [[#@LINE-2]],
    load[v] = sum / 2;
}

// Under a condition on a floating-point number of the edge.
__global__ void heavy(const int *row, const int *column, const float *weight, int *load, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n)
    return;
  int sum = 0;
  for (int e = row[v]; e < row[v + 1]; ++e)
    if (weight[e] > 0.5f)
      sum += load[column[e]];
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `load[0]`: thread {{.*}} writes it here while thread {{.*}} reads it at line [[#@LINE-1]],
  load[v] = sum;
}

// The label that most neighbours have, by an array of counts.
__global__ void mostFrequent(const int *row, const int *column, int *label, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n)
    return;
  int count[4] = {0, 0, 0, 0};
  for (int e = row[v]; e < row[v + 1]; ++e)
    count[label[column[e]] & 3]++;
  int best = 0;
  for (int k = 1; k < 4; ++k)
    if (count[k] > count[best])
      best = k;
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `label[0]`: thread {{.*}} writes it here while thread {{.*}} reads it at line [[#@LINE-5]],
  label[v] = best;
}
__global__ void mostFrequentMended(const int *row, const int *column, const int *label, int *next, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n)
    return;
  int count[4] = {0, 0, 0, 0};
  for (int e = row[v]; e < row[v + 1]; ++e)
    count[label[column[e]] & 3]++;
  int best = 0;
  for (int k = 1; k < 4; ++k)
    if (count[k] > count[best])
      best = k;
  next[v] = best;
}

// No two neighbours are to be members, and both may find the other one free.
__global__ void independent(const int *row, const int *column, int *isMember, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n)
    return;
  bool isFree = isMember[v] == 0;
  for (int e = row[v]; e < row[v + 1]; ++e)
    if (isMember[column[e]] == 1)
      isFree = false;
  if (isFree)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `isMember[0]`: thread {{.*}} writes it here while thread {{.*}} reads it at line [[#@LINE-3]],
    isMember[v] = 1;
}
__global__ void independentMended(const int *row, const int *column, const int *isMember, int *next, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n)
    return;
  bool isFree = isMember[v] == 0;
  for (int e = row[v]; e < row[v + 1]; ++e)
    if (isMember[column[e]] == 1)
      isFree = false;
  if (isFree)
    next[v] = 1;
}
// Who finds the value stores it, too, now or in the next launch.
__global__ void reached(const int *row, const int *column, int *isReached, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n)
    return;
  bool isNear = false;
  for (int e = row[v]; e < row[v + 1]; ++e)
    if (isReached[column[e]] == 1)
      isNear = true;
  if (isNear)
    isReached[v] = 1;
}

// Some threads store, and all read; or those that do not store.
__global__ void someStore(const unsigned *kind, const int *key, int *value, int *result, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  if (kind[i] & 1)
    value[i] = kind[i];
  // CHECK: :[[#@LINE+1]]:15: warning: global memory race on `value[0]`: thread {{.*}} reads it here while thread {{.*}} writes it at line [[#@LINE-1]],
  result[i] = value[key[i]];
}
__global__ void othersRead(const unsigned *kind, const int *key, int *value, int *result, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  if (kind[i] & 1)
    value[i] = kind[i];
  else
    // CHECK: :[[#@LINE+1]]:17: warning: global memory race on `value[0]`: thread {{.*}} reads it here while thread {{.*}} writes it at line [[#@LINE-2]],
    result[i] = value[key[i]];
}

//===--- Whose turn it is ---------------------------------------------------===//

// Those whose turn it is read only others.
__global__ void inTurns(const int *turn, int now, const int *row, const int *column, int *load, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n || turn[v] != now)
    return;
  int sum = 0;
  for (int e = row[v]; e < row[v + 1]; ++e)
    sum += load[column[e]];
  if (sum > 2)
    load[v] = sum / 2;
}
__global__ void ghosts(const unsigned *kind, const int *owner, int *value, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && (kind[i] & 1))
    value[i] = value[owner[i]];
}
// Neighbours that are done already.
__global__ void ofDone(const int *row, const int *column, const int *isDone, int *height, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n || isDone[v])
    return;
  int most = 0;
  for (int e = row[v]; e < row[v + 1]; ++e)
    if (isDone[column[e]])
      most += height[column[e]];
  if (most > 2)
    height[v] = most;
}
// The best of what neighbours have replaces what is worse.
__global__ void improved(const int *row, const int *column, int *label, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n)
    return;
  int least = 1 << 30;
  for (int e = row[v]; e < row[v + 1]; ++e)
    least = min(least, label[column[e]]);
  if (least < label[v])
    label[v] = least;
}
