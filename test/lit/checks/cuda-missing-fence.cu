// RUN: not %cuda-memlint --checks=-*,cuda-missing-fence %s 2>&1 | FileCheck %s --implicit-check-not=warning:

#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda_runtime.h>

__device__ unsigned tickets;

//===--- The last block ----------------------------------------------------===//

__global__ void lastBlock(int *out, int *parts, const int *in) {
  __shared__ bool isLast;
  if (threadIdx.x == 0) {
    // CHECK: :[[#@LINE+1]]:5: warning: missing fence: `parts` is published to other blocks without a `__threadfence()` between the store and `atomicAdd(&tickets, 1)` at line [[#@LINE+2]]; thread (0,0,0) of block (0,0,0) may read a stale value instead of the one stored by thread (0,0,0) of block (1,0,0) [cuda-missing-fence]
    parts[blockIdx.x] = in[blockIdx.x];
    isLast = atomicAdd(&tickets, 1) == gridDim.x - 1;
    // CHECK: :[[#@LINE-1]]:14: note: published here
  }
  __syncthreads();
  if (isLast && threadIdx.x == 0) {
    int total = 0;
    for (unsigned i = 0; i < gridDim.x; ++i)
      total += parts[i];
    // CHECK: :[[#@LINE-1]]:16: note: and then read `parts` here
    // CHECK: :[[#@LINE-9]]:5: note: insert `__threadfence();` before this statement
    *out = total;
    tickets = 0;
  }
}

__global__ void lastBlockFixed(int *out, int *parts, const int *in) {
  __shared__ bool isLast;
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = in[blockIdx.x];
    __threadfence();
    isLast = atomicAdd(&tickets, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (isLast && threadIdx.x == 0) {
    int total = 0;
    for (unsigned i = 0; i < gridDim.x; ++i)
      total += parts[i];
    *out = total;
    tickets = 0;
  }
}

// One signal that two calls give: one finding, with the fence that mends both.
__device__ volatile int arrived;

__device__ void meet(int goal) {
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd((int *)&arrived, 1);
    // CHECK: :[[#@LINE+13]]:7: warning: missing fence: `size` is published to other blocks without a `__threadfence()` between the store and `atomicAdd((int *)&arrived, 1)` at line [[#@LINE-1]]
    // CHECK-NOT: no automatic fix
    // CHECK: :[[#@LINE+12]]:5: note: insert `__threadfence();` before this statement
    while (arrived < goal)
      ;
  }
  __syncthreads();
}

__global__ void calledTwice(int *size, int *out, int n) {
  for (int i = 0, goal = gridDim.x; i < n; ++i, goal += gridDim.x) {
    meet(goal);
    if (blockIdx.x * blockDim.x + threadIdx.x == 0)
      size[0] = out[i];
    meet(goal += gridDim.x);
    if (size[0] < 7)
      break;
  }
}

// Threads that have returned early do not matter, nor that the ticket stays in the thread.
__global__ void blockFence(int *out, int *parts, unsigned *count) {
  if (threadIdx.x != 0)
    return;
  // CHECK: :[[#@LINE+1]]:3: warning: missing fence: `parts` is published to other blocks without a `__threadfence()` between the store and `atomicInc(count, gridDim.x)`
  parts[blockIdx.x] = blockIdx.x;
  __threadfence_block();
  // CHECK: :[[#@LINE-1]]:3: note: this fence orders them only for threads of the same block
  unsigned ticket = atomicInc(count, gridDim.x);
  if (ticket != gridDim.x - 1)
    return;
  for (unsigned i = 0; i < gridDim.x; ++i)
    *out += parts[i];
}

// All threads store, one of them fences behind the barrier.
__global__ void fenceOfOneThread(int *out, int *parts, unsigned *count) {
  __shared__ unsigned ticket;
  parts[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    ticket = atomicAdd(count, 1);
  }
  __syncthreads();
  if (ticket == gridDim.x - 1)
    out[threadIdx.x] = parts[(gridDim.x - 1) * blockDim.x - threadIdx.x];
}

__global__ void releasingCounter(int *out, int *parts, unsigned *count) {
  if (threadIdx.x != 0)
    return;
  parts[blockIdx.x] = blockIdx.x;
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> counter(*count);
  if (counter.fetch_add(1, cuda::memory_order_acq_rel) == gridDim.x - 1)
    for (unsigned i = 0; i < gridDim.x; ++i)
      *out += parts[i];
}

// A block's own element, the first to come, and a limit: nobody waits for anybody.
__global__ void otherCounters(int *out, int *parts, unsigned *count) {
  if (threadIdx.x != 0)
    return;
  parts[blockIdx.x] = blockIdx.x;
  unsigned ticket = atomicAdd(count, 1);
  if (ticket == gridDim.x - 1)
    out[0] = parts[blockIdx.x];
  if (ticket == 0)
    out[1] = parts[0];
  if (ticket < 3)
    out[2] = parts[1];
}

//===--- Flags -------------------------------------------------------------===//

__global__ void flagWithoutFence(int *out, int *data, volatile int *flag) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      // CHECK: :[[#@LINE+1]]:7: warning: missing fence: `data` is published to other blocks without a `__threadfence()` between the store and the store to `*flag` at line [[#@LINE+2]]
      data[0] = 42;
      *flag = 1;
    }
  } else if (threadIdx.x == 0) {
    while (*flag == 0) {
    }
    // CHECK: :[[#@LINE-2]]:12: note: other blocks observe it here
    __threadfence();
    out[0] = data[0];
  }
}

__global__ void waiterWithoutFence(int *out, int *data, volatile int *flag) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      data[0] = 42;
      __threadfence();
      *flag = 1;
    }
  } else if (threadIdx.x == 0) {
    while (*flag == 0) {
    }
    // CHECK: :[[#@LINE+1]]:14: warning: missing fence: `data` is loaded without a `__threadfence()` after the loop that waits for `*flag`; thread
    out[0] = data[0];
  }
}

__global__ void flagWithFences(int *out, int *data, volatile int *flag) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      data[0] = 42;
      __threadfence();
      *flag = 1;
    }
  } else if (threadIdx.x == 0) {
    while (*flag == 0) {
    }
    __threadfence();
    out[0] = data[0];
  }
}

__global__ void flagReleased(int *out, int *data, int *flag) {
  cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      data[0] = 42;
      ready.store(1, cuda::memory_order_release);
    }
  } else if (threadIdx.x == 0) {
    while (ready.load(cuda::memory_order_acquire) == 0) {
    }
    out[0] = data[0];
  }
}

__global__ void plainFlag(int *out, volatile int *data, int *flag) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      data[0] = 42;
      __threadfence();
      *flag = 1;
    }
  } else if (threadIdx.x == 0) {
    // CHECK: :[[#@LINE+1]]:12: warning: endless wait: the loop polls `*flag` by a plain load, which the compiler may hoist out of it
    while (*flag == 0) {
    }
    __threadfence();
    out[0] = data[0];
  }
}

// A loop that goes where the value leads does not wait for another thread, whoever stores there.
__global__ void followed(int *parent, int *data, int n, int key) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int p = parent[i];
  while (p != parent[p])
    p = parent[p];
  parent[i] = p;
  int low = 0, high = n;
  while (data[low] < data[high - 1]) {
    int middle = (low + high) / 2;
    if (data[middle] < key + i)
      low = middle + 1;
    else
      high = middle;
  }
  data[n + i] = low;
}

// Fences and atomics make the compiler read again, and a list is walked, not waited for.
__global__ void otherLoops(int *out, int *flag, const int *next, int *mark) {
  if (threadIdx.x == 0) {
    while (*flag == 0)
      __threadfence();
    while (atomicAdd(mark, 0) == 0) {
    }
    int i = 0;
    while (next[i] != 0)
      i = next[i];
    out[0] = i;
    *flag = 0;
    atomicExch(mark, 0);
  }
}

//===--- Barriers and locks made by hand -----------------------------------===//

__global__ void handMadeBarrier(int *out, int *data, volatile unsigned *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+1]]:3: warning: missing fence: `data` is published to other blocks without a `__threadfence()` between the store and `atomicAdd((unsigned *)count, 1)`
  data[i] = i;
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd((unsigned *)count, 1);
    while (*count < gridDim.x) {
    }
  }
  __syncthreads();
  out[i] = data[gridDim.x * blockDim.x - 1 - i];
}

__global__ void handMadeBarrierFixed(int *out, int *data, volatile unsigned *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] = i;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd((unsigned *)count, 1);
    while (*count < gridDim.x) {
    }
  }
  __syncthreads();
  out[i] = data[gridDim.x * blockDim.x - 1 - i];
}

__global__ void gridBarrier(int *out, int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] = i;
  cooperative_groups::this_grid().sync();
  out[i] = data[gridDim.x * blockDim.x - 1 - i];
}

__global__ void lock(int *mutex, int *total) {
  if (threadIdx.x == 0) {
    while (atomicCAS(mutex, 0, 1) != 0) {
    }
    // CHECK: :[[#@LINE+2]]:5: warning: missing fence: `total` is loaded without a `__threadfence()` after `atomicCAS(mutex, 0, 1)` has taken the lock
    // CHECK: :[[#@LINE+1]]:5: warning: missing fence: `total` is published to other blocks without a `__threadfence()` between the store and `atomicExch(mutex, 0)`
    *total += 1;
    atomicExch(mutex, 0);
  }
}

__global__ void lockFixed(int *mutex, int *total) {
  if (threadIdx.x == 0) {
    while (atomicCAS(mutex, 0, 1) != 0) {
    }
    __threadfence();
    *total += 1;
    __threadfence();
    atomicExch(mutex, 0);
  }
}

__global__ void lockInLoop(int *mutex, int *total) {
  bool done = false;
  while (!done)
    if (atomicCAS(mutex, 0, 1) == 0) {
      // CHECK: :[[#@LINE+2]]:7: warning: missing fence: `total` is loaded without a `__threadfence()` after `atomicCAS(mutex, 0, 1)` has taken the lock
      // CHECK: :[[#@LINE+1]]:7: warning: missing fence: `total` is published to other blocks without a `__threadfence()` between the store and `atomicExch(mutex, 0)`
      *total += 1;
      atomicExch(mutex, 0);
      done = true;
    }
}

__global__ void lockWithoutFenceBehindIt(int *mutex, int *total) {
  if (threadIdx.x == 0) {
    while (atomicExch(mutex, 1) != 0) {
    }
    // CHECK: :[[#@LINE+1]]:5: warning: missing fence: `total` is loaded without a `__threadfence()` after `atomicExch(mutex, 1)` has taken the lock
    *total += 1;
    __threadfence();
    atomicExch(mutex, 0);
  }
}

// The holder reads what no other thread writes.
__global__ void lockForOutput(int *mutex, int *next, const int *in) {
  if (threadIdx.x == 0) {
    while (atomicExch(mutex, 1) != 0) {
    }
    atomicAdd(next, in[0]);
    __threadfence();
    atomicExch(mutex, 0);
  }
}

__global__ void ticketLock(unsigned *drawn, volatile unsigned *turn, int *total) {
  if (threadIdx.x == 0) {
    unsigned mine = atomicAdd(drawn, 1u);
    while (*turn != mine) {
    }
    __threadfence();
    // CHECK: :[[#@LINE+1]]:5: warning: missing fence: `total` is published to other blocks without a `__threadfence()` between the store and the store to `*turn`
    *total += 1;
    *turn = mine + 1;
  }
}

// Who is first takes what nobody else has promised to have stored.
__global__ void claim(int *out, int *data, int *taken) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] = i;
  if (atomicCAS(taken, 0, 1) == 0)
    out[0] = data[0];
}

//===--- Atomics of a block ------------------------------------------------===//

__global__ void blockAtomic(int *total) {
  // CHECK: :[[#@LINE+1]]:3: warning: insufficient scope: `atomicAdd_block(total, 1)` is atomic only within a block, but
  atomicAdd_block(total, 1);
}

__global__ void blockAtomicOfEach(int *totals) { atomicAdd_block(&totals[blockIdx.x], 1); }

void launch(int *out, int *data, int *flag, unsigned *count) {
  lastBlock<<<8, 64>>>(out, data, flag);
  lastBlockFixed<<<8, 64>>>(out, data, flag);
  calledTwice<<<8, 64>>>(out, data, 100);
  blockFence<<<8, 64>>>(out, data, count);
  fenceOfOneThread<<<8, 64>>>(out, data, count);
  releasingCounter<<<8, 64>>>(out, data, count);
  otherCounters<<<8, 64>>>(out, data, count);
  flagWithoutFence<<<2, 64>>>(out, data, flag);
  waiterWithoutFence<<<2, 64>>>(out, data, flag);
  flagWithFences<<<2, 64>>>(out, data, flag);
  flagReleased<<<2, 64>>>(out, data, flag);
  plainFlag<<<2, 64>>>(out, data, flag);
  otherLoops<<<2, 64>>>(out, flag, data, flag);
  handMadeBarrier<<<8, 64>>>(out, data, count);
  handMadeBarrierFixed<<<8, 64>>>(out, data, count);
  gridBarrier<<<8, 64>>>(out, data);
  lock<<<8, 64>>>(flag, data);
  lockFixed<<<8, 64>>>(flag, data);
  lockInLoop<<<8, 64>>>(flag, data);
  claim<<<8, 64>>>(out, data, flag);
  blockAtomic<<<8, 64>>>(data);
  blockAtomicOfEach<<<8, 64>>>(data);
}
