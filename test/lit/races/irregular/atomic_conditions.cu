// Conditions on what an atomic returns. Only where one thread alone finds a certain result is it a
// claim: the least number so far is found by several threads, one after the other. Each racy kernel,
// and the same one mended, whose name ends in Mended.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

//===--- Updates -----------------------------------------------------------===//

__global__ void improved(const int *to, const int *length, int *least, int *times, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int v = to[i];
  if (atomicMin(&least[v], length[i]) > length[i])
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `times[v]`
    times[v]++;
}
__global__ void improvedMended(const int *to, const int *length, int *least, int *times, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int v = to[i];
  if (atomicMin(&least[v], length[i]) > length[i])
    atomicAdd(&times[v], 1);
}

__global__ void firstTen(const int *key, int *seen, float *sum, const float *part, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+2]]:5: warning: global memory race on `sum[key[i]]`
  if (i < n && atomicAdd(&seen[key[i]], 1) < 10)
    sum[key[i]] += part[i];
}

// The first one alone comes through, the last of a known number, and one that finds a free place.
__global__ void first(const int *key, int *seen, float *sum, const float *part, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && atomicAdd(&seen[key[i]], 1) < 1)
    sum[key[i]] += part[i];
}
__global__ void lastOfBlocks(unsigned *done, const int *group, float *sum, const float *part) {
  __shared__ bool isLast;
  if (threadIdx.x == 0) {
    __threadfence();
    isLast = atomicAdd(done, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (isLast && threadIdx.x == 0)
    for (unsigned k = 0; k < gridDim.x; ++k)
      sum[group[k]] += part[k];
}
__global__ void lastOfTwo(const int *parent, int *visits, int *nodes, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int p = parent[i];
  if (atomicAdd(&visits[p], 1) >= 1)
    nodes[p] += nodes[i];
}
__global__ void freed(const int *owner, int *uses, int *ends, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && atomicSub(&uses[owner[i]], 1) <= 1)
    ends[owner[i]] += 1;
}
// What the atomic gives chooses the location.
__global__ void slots(const int *order, int *used, int capacity, int *table, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int slot = atomicAdd(used, 1);
  if (slot < 1000)
    table[order[slot]] += i;
}
// Whoever comes first in a round stores the number of the round.
__global__ void firstOfRound(const int *to, int *level, int *times, int round, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int v = to[i];
  if (atomicMin(&level[v], round + 1) > round + 1)
    times[v]++;
}
// All that a list names have been reached in one round.
__global__ void firstFromList(const int *list, const int *start, const int *to, int *level,
                              int *parent, int *times, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int u = list[i], next = level[u] + 1;
  for (int k = start[u]; k < start[u + 1]; ++k)
    if (atomicMin(&level[to[k]], next) > next) {
      parent[to[k]] = u;
      times[to[k]]++;
    }
}
// A claim by a compare-and-swap, and by an exchange.
__global__ void taken(const int *to, int *owner, int *gain, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && atomicCAS(&owner[to[i]], -1, i) < 0)
    gain[to[i]] += i;
}
__global__ void flagged(const int *to, int *flag, int *gain, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && atomicExch(&flag[to[i]], 1) < 1)
    gain[to[i]] += i;
}

//===--- Stores ------------------------------------------------------------===//

// One place for all.
__global__ void bestOfAll(const int *score, int *most, int *who, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && atomicMax(most, score[i]) < score[i])
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `*who`: stored behind an atomic that several threads pass one after the other; the value of an earlier one may be the last to be stored, when the data let two threads come here
    *who = i;
}
__global__ void bestOfAllMended(const int *score, unsigned long long *most, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicMax(most, (unsigned long long)score[i] << 32 | i);
}
__global__ void bestOfBlock(const int *score, int *who) {
  __shared__ int most, place;
  if (threadIdx.x == 0)
    most = -1;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (atomicMax(&most, score[i]) < score[i])
    // CHECK: :[[#@LINE+1]]:5: warning: shared memory race on `place`: stored behind an atomic that several threads pass one after the other
    place = i;
  __syncthreads();
  if (threadIdx.x == 0)
    who[blockIdx.x] = place;
}
__global__ void bestOfBlockMended(const int *score, int *who) {
  __shared__ unsigned long long most;
  if (threadIdx.x == 0)
    most = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicMax(&most, (unsigned long long)score[i] << 32 | i);
  __syncthreads();
  if (threadIdx.x == 0)
    who[blockIdx.x] = unsigned(most);
}
// Near misses: one thread alone, one number for all, and one that takes the place.
__global__ void oneThread(const int *score, int *most, int *who) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0 && atomicMax(most, score[i]) < score[i])
    *who = i;
}
__global__ void oneNumber(const int *score, int *most, int *who, int limit) {
  if (atomicMax(most, limit) < limit)
    *who = blockIdx.x * blockDim.x + threadIdx.x;
}
__global__ void oneTakes(const int *score, int *taken, int *who) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (score[i] > 0 && atomicExch(taken, 1) == 0)
    *who = i;
}

struct Arc {
  int to, length;
};

__global__ void relax(const Arc *arcs, const int *from, const int *at, int *least, int *previous,
                      int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int v = arcs[i].to, d = at[from[i]] + arcs[i].length;
  if (atomicMin(&least[v], d) > d)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `previous[v]`: stored behind an atomic that several threads pass one after the other; {{.*}} when two entries of `arcs` give the same index
    previous[v] = from[i];
}
// CHECK: note: pack both values into one word that the atomic updates, or move the store to a later kernel, where a thread makes it only if its value is the final one
__global__ void relaxMended(const Arc *arcs, const int *from, const int *at,
                            unsigned long long *least, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int v = arcs[i].to, d = at[from[i]] + arcs[i].length;
  atomicMin(&least[v], (unsigned long long)d << 32 | from[i]);
}

__global__ void best(const int *group, const unsigned *score, unsigned *most, int *who, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned old = atomicMax(&most[group[i]], score[i]);
  if (old >= score[i])
    return;
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `who[group[i]]`: stored behind an atomic
  who[group[i]] = i;
}
// All store one value, the thread has its own location, or nobody else has the same number.
__global__ void changed(const int *group, const unsigned *score, unsigned *most, int *isChanged,
                        int *wins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  if (atomicMax(&most[group[i]], score[i]) < score[i]) {
    isChanged[group[i]] = 1;
    wins[i] = i;
  }
}
__global__ void secondPass(const int *group, const unsigned *score, const unsigned *most, int *who,
                           int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && most[group[i]] == score[i])
    who[group[i]] = i;
}
__global__ void visit(const int *to, int *level, int *previous, int round, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && atomicMin(&level[to[i]], round) > round)
    previous[to[i]] = i;
}
__global__ void take(const int *to, int *owner, int *previous, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && atomicCAS(&owner[to[i]], -1, i) < 0)
    previous[to[i]] = i;
}
