// Volatile accesses are made each time, and ordered by nothing: two of them are compared like others, and so are a
// volatile and an atomic one, but for those by which threads wait for each other.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %cuda-memlint --checks=-*,cuda-*-race,cuda-missing-fence %s 2>&1 | FileCheck %s --check-prefix=FENCE

#include <cuda_runtime.h>

__global__ void exchange(volatile int *a, int *out) {
  int i = threadIdx.x;
  a[i] = i;
  // CHECK: :[[#@LINE+1]]:12: warning: global memory race on `a[{{[0-9]+}}]`
  out[i] = a[i ^ 64];
}

__global__ void exchangeFixed(volatile int *a, int *out) {
  int i = threadIdx.x;
  a[i] = i;
  __syncthreads();
  out[i] = a[i ^ 64];
}

// Whichever comes last.
__global__ void last(volatile int *which) {
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `which[0]`
  which[0] = threadIdx.x;
}

__global__ void lastFixed(volatile int *which) {
  if (threadIdx.x == 255)
    which[0] = threadIdx.x;
}

// Other threads have not added yet.
__global__ void total(int *sum, int *out) {
  atomicAdd(sum, int(threadIdx.x));
  // CHECK: :[[#@LINE+1]]:22: warning: global memory race on `sum[0]`
  out[threadIdx.x] = *(volatile int *)sum;
}

__global__ void totalFixed(int *sum, int *out) {
  atomicAdd(sum, int(threadIdx.x));
  __syncthreads();
  out[threadIdx.x] = *(volatile int *)sum;
}

// The flag chooses the number, which is not followed.
__global__ void choose(volatile int *flag, float *out, const float *a) {
  int i = threadIdx.x;
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: global memory race on `flag[0]`
  out[i] = *flag ? a[i] : -a[i];
  if (i == 0) *flag = 1;
}

__global__ void chooseFixed(volatile int *flag, float *out, const float *a) {
  int i = threadIdx.x;
  out[i] = *flag ? a[i] : -a[i];
  __syncthreads();
  if (i == 0)
    *flag = 1;
}

// The sum of all blocks is cleared while they add.
__global__ void clear(volatile int *sum) {
  if (threadIdx.x == 0)
    sum[0] = 0;
  __syncthreads();
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `sum[0]`
  atomicAdd((int *)sum, 1);
}

// A fence belongs between the first element and the flag, and nothing helps the others.
// FENCE-DAG: :[[#@LINE+15]]:{{[0-9]+}}: warning: global memory race on `a[{{[0-9]+}}]`
// FENCE-DAG: :[[#@LINE+5]]:{{[0-9]+}}: warning: missing fence
__global__ void besideFlag(volatile int *a, volatile int *flag, int *out) {
  int i = threadIdx.x;
  if (blockIdx.x == 0) {
    if (i == 0) {
      a[0] = 5;
      *flag = 1;
    }
  } else if (i == 0) {
    while (*flag == 0)
      ;
    out[blockIdx.x] = a[0];
  }
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `a[{{[0-9]+}}]`
  a[64 + i] = blockIdx.x;
}

// Whether there are enough is looked at each time.
__global__ void enough(const int *group, int *count, int most, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    if (*(volatile int *)&count[0] >= most)
      break;
    atomicAdd(&count[group[i] + 1], 1);
    atomicAdd(&count[0], 1);
  }
}

// A volatile read of a counter is as old as a plain one.
__global__ void fill(int *count, int *bucket, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int slot = *(volatile int *)&count[key[i]];
  bucket[key[i] * 64 + slot] = i;
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `count`: the value read at line [[#@LINE-2]] is used
  atomicAdd(&count[key[i]], 1);
}

// Who waits.
__global__ void waits(volatile int *ready, int *data, int *out) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      data[0] = 1;
      __threadfence();
      ready[0] = 1;
    }
    return;
  }
  if (threadIdx.x == 0) {
    while (ready[0] == 0)
      ;
    __threadfence();
    out[blockIdx.x] = data[0];
  }
}

__global__ void waitsForAll(int *count, int *out) {
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(count, 1);
    while (*(volatile int *)count < int(gridDim.x))
      ;
    __threadfence();
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

// A hint to stop may come late.
__global__ void stops(volatile int *found, const int *in, int *out, int wanted) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (found[0])
    return;
  out[i] = in[i] + 1;
  if (in[i] == wanted)
    found[0] = 1;
}

// A lock that is given back.
__global__ void locked(int *lock, int *value) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0)
      ;
    __threadfence();
    value[0] += 1;
    __threadfence();
    *(volatile int *)lock = 0;
  }
}

// A first guess, which the swap validates.
__global__ void raises(int *most, const int *in) {
  int mine = in[blockIdx.x * blockDim.x + threadIdx.x];
  int seen = *(volatile int *)most;
  while (seen < mine) {
    int expected = seen;
    seen = atomicCAS(most, expected, mine);
    if (seen == expected)
      break;
  }
}

void launch(int *a, int *b, int *c, const int *key, int n) {
  exchange<<<1, 256>>>(a, b);
  exchangeFixed<<<1, 256>>>(a, b);
  last<<<1, 256>>>(a);
  lastFixed<<<1, 256>>>(a);
  total<<<1, 256>>>(a, b);
  totalFixed<<<1, 256>>>(a, b);
  choose<<<1, 256>>>(a, reinterpret_cast<float *>(b), reinterpret_cast<const float *>(key));
  chooseFixed<<<1, 256>>>(a, reinterpret_cast<float *>(b), reinterpret_cast<const float *>(key));
  besideFlag<<<4, 256>>>(a, b, c);
  enough<<<1, 256>>>(key, a, n, n);
  clear<<<4, 256>>>(a);
  fill<<<4, 256>>>(a, b, key, n);
  waits<<<4, 256>>>(a, b, c);
  waitsForAll<<<4, 256>>>(a, c);
  stops<<<4, 256>>>(a, key, c, n);
  locked<<<4, 256>>>(a, b);
  raises<<<4, 256>>>(a, key);
}
