// RUN: not %cuda-memlint --checks=-*,cuda-*-race,cuda-missing-fence --remarks %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

// A location is tested and set, all with one value. Whether a thread finds that value matters where it decides more than
// whether the same is stored once more.

#include <cuda_runtime.h>

// The number that is read is used.
__global__ void usesValue(int *state, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int mine = state[0];
  if (mine > 3)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `state[0]`: tested and set without an atomic; what a thread does depends on which of two comes first, when the data let two threads come here
    state[0] = 0;
  out[i] = mine;
}

__global__ void usesNothing(int *state) {
  int mine = state[0];
  if (mine > 3)
    // CHECK: :[[#@LINE+1]]:5: remark: benign global memory race on `state[0]`: tested and set without an atomic; all threads store the same value
    state[0] = 0;
}

// Who comes late leaves its element alone.
__global__ void ownElement(int *done, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (done[0] == 0) {
    out[i] = 7;
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `done[0]`: tested and set
    done[0] = 1;
  }
}

// All leave the same at one location, which nobody reads here.
__global__ void commonElement(int *done, int *changed) {
  if (done[0] == 0) {
    // CHECK: :[[#@LINE+1]]:5: remark: benign global memory race on `changed[0]`
    changed[0] = 7;
    // CHECK: :[[#@LINE+1]]:5: remark: benign global memory race on `done[0]`: tested and set
    done[0] = 1;
  }
}

__global__ void ownElementMended(int *done, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (atomicExch(done, 1) == 0)
    out[i] = 7;
}

// Of two neighbours that find one node, both are counted, whatever the sum is of.
__global__ void countsNodes(int *seen, float *sum, const int *to) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = to[i];
  if (!seen[v]) {
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `seen[v]`: tested and set without an atomic; what a thread does depends on which of two comes first, when two entries of `to` are equal
    seen[v] = 1;
    atomicAdd(sum, 0.5f);
  }
}

// Two threads find one free slot.
__global__ void findsSlot(int *used, int *slotOf, const int *key, int size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int slot = key[i] % size;
  while (used[slot])
    slot = (slot + 1) % size;
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `used[slot]`: tested and set
  used[slot] = 1;
  slotOf[i] = slot;
}

// Breadth first: whoever finds a node, it is in the next level, but its parent is of any of those who found it.
__global__ void findsNodes(int *level, int *parent, int *changed, const int *row, const int *to, int now, int n) {
  int u = blockIdx.x * blockDim.x + threadIdx.x;
  if (u < n && level[u] == now)
    for (int e = row[u]; e < row[u + 1]; ++e) {
      int v = to[e];
      if (level[v] == -1) {
        // CHECK: :[[#@LINE+1]]:9: warning: global memory race on `level[v]`: tested and set
        level[v] = now + 1;
        parent[v] = u;
        // CHECK: :[[#@LINE+1]]:9: remark: benign global memory race on `changed[0]`
        changed[0] = 1;
      }
    }
}

// The same with the level in a loop that the threads of a block go round together, and with what depends on a read
// behind the store: each thread knows by then that the node has a level.
__global__ void findsNodesInBlock(int *level, int *count, const int *row, const int *to) {
  int u = threadIdx.x;
  for (int now = 0; now < 20; ++now) {
    if (level[u] == now)
      for (int e = row[u]; e < row[u + 1]; ++e) {
        int v = to[e];
        if (level[v] == -1)
          // CHECK: :[[#@LINE+1]]:11: remark: benign global memory race on `level[v]`: tested and set
          level[v] = now + 1;
        if (level[v] == now + 1)
          atomicAdd(&count[v], 1);
      }
    __syncthreads();
  }
}

// A search ends when one thread has found it.
__global__ void searches(int *found, const int *in, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n && !*found; i += gridDim.x * blockDim.x)
    if (in[i] == 42)
      // CHECK: :[[#@LINE+1]]:7: remark: benign global memory race on `*found`: tested and set
      *found = 1;
}

//===--- Of one thread ------------------------------------------------------===//

// One thread clears what others have yet to test, or to read.
__global__ void clears(int *out, const int *in) {
  __shared__ int state;
  int t = threadIdx.x;
  if (t == 0)
    state = in[blockIdx.x];
  __syncthreads();
  if (state > 3) {
    out[blockIdx.x * blockDim.x + t] = state;
    if (t == 7)
      // CHECK: :[[#@LINE+1]]:7: warning: shared memory race on `state`: thread (7,0,0) writes it here while thread (32,0,0) reads it at line [[#@LINE-3]], with no barrier in between, when the data let both threads come here (`state > 3`)
      state = 0;
  }
}

__global__ void clearsMended(int *out, const int *in) {
  __shared__ int state;
  int t = threadIdx.x;
  if (t == 0)
    state = in[blockIdx.x];
  __syncthreads();
  int mine = state;
  __syncthreads();
  if (mine > 3) {
    out[blockIdx.x * blockDim.x + t] = mine;
    if (t == 7)
      state = 0;
  }
}

// The same where the read stands behind the store.
__global__ void clearsFirst(int *out, const int *in) {
  __shared__ int state;
  int t = threadIdx.x;
  if (t == 0)
    state = in[blockIdx.x];
  __syncthreads();
  if (state > 3) {
    if (t == 7)
      // CHECK: :[[#@LINE+1]]:7: warning: shared memory race on `state`: thread (7,0,0) writes it here
      state = 0;
    out[blockIdx.x * blockDim.x + t] = state;
  }
}

// Nothing depends on it.
__global__ void clearsOnly(const int *in) {
  __shared__ int state;
  int t = threadIdx.x;
  if (t == 0)
    state = in[blockIdx.x];
  __syncthreads();
  if (state > 3 && t == 7)
    // CHECK: :[[#@LINE+1]]:5: remark: benign shared memory race on `state`: tested and set
    state = 0;
}

// Threads that see the end early do not come to the barrier.
__global__ void goesOn(int *out, const int *in) {
  __shared__ int go;
  int t = threadIdx.x;
  if (t == 0)
    go = in[0];
  __syncthreads();
  while (go) {
    if (t == 0)
      // CHECK: :[[#@LINE+1]]:7: warning: shared memory race on `go`: thread (0,0,0) writes it here while thread (32,0,0) reads it at line [[#@LINE-2]], with no barrier in between
      go = 0;
    __syncthreads();
  }
}

__global__ void goesOnMended(int *out, const int *in) {
  __shared__ int go;
  int t = threadIdx.x;
  if (t == 0)
    go = in[0];
  __syncthreads();
  while (go) {
    __syncthreads();
    if (t == 0)
      go = 0;
    __syncthreads();
  }
}

//===--- Set up once --------------------------------------------------------===//

__device__ int ready;
__device__ int table[64];

// Who finds that all is ready may find none of it.
__global__ void setsUp(int *out) {
  if (!ready) {
    for (int k = 0; k < 64; ++k)
      table[k] = k * k;
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `ready`: tested and set without an atomic; what a thread does depends on which of two comes first
    ready = 1;
  }
  // CHECK: :[[#@LINE+1]]:22: warning: global memory race on `table[0]`: thread (0,0,0) reads it here while thread (32,0,0) writes it at line [[#@LINE-4]]
  out[threadIdx.x] = table[threadIdx.x & 63];
}

// The lock comes too late for those who do not take it.
__global__ void setsUpUnderLock(int *isSet, int *lock, int *value, int *out) {
  if (threadIdx.x == 0) {
    if (!*isSet) {
      while (atomicCAS(lock, 0, 1) != 0)
        ;
      __threadfence();
      if (!*isSet) {
        value[0] = 42;
        __threadfence();
        // CHECK: :[[#@LINE+1]]:9: warning: global memory race on `*isSet`: tested and set without an atomic
        *isSet = 1;
      }
      __threadfence();
      atomicExch(lock, 0);
    }
    out[blockIdx.x] = value[0];
  }
}

// The test under the lock decides, and nobody reads the value without it.
__global__ void setsUpForOthers(int *isSet, int *lock, int *value) {
  if (threadIdx.x == 0 && !*isSet) {
    while (atomicCAS(lock, 0, 1) != 0)
      ;
    __threadfence();
    if (!*isSet) {
      value[0] += 1;
      __threadfence();
      // CHECK: :[[#@LINE+1]]:7: remark: benign global memory race on `*isSet`: tested and set
      *isSet = 1;
    }
    __threadfence();
    atomicExch(lock, 0);
  }
}

__global__ void setsUpMended(int *isSet, int *lock, int *value, int *out) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0)
      ;
    __threadfence();
    if (!*isSet) {
      value[0] = 42;
      *isSet = 1;
    }
    out[blockIdx.x] = value[0];
    __threadfence();
    atomicExch(lock, 0);
  }
}

void launch(int *a, int *b, int *c, float *f, const int *row, const int *to, int n) {
  usesValue<<<8, 64>>>(a, b);
  usesNothing<<<8, 64>>>(a);
  ownElement<<<8, 64>>>(a, b);
  commonElement<<<8, 64>>>(a, b);
  ownElementMended<<<8, 64>>>(a, b);
  countsNodes<<<8, 64>>>(a, f, to);
  findsSlot<<<8, 64>>>(a, b, to, n);
  findsNodes<<<8, 64>>>(a, b, c, row, to, 3, n);
  findsNodesInBlock<<<1, 64>>>(a, b, row, to);
  searches<<<8, 64>>>(a, to, n);
  clears<<<8, 64>>>(a, to);
  clearsMended<<<8, 64>>>(a, to);
  clearsFirst<<<8, 64>>>(a, to);
  clearsOnly<<<8, 64>>>(to);
  goesOn<<<8, 64>>>(a, to);
  goesOnMended<<<8, 64>>>(a, to);
  setsUp<<<1, 64>>>(a);
  setsUpUnderLock<<<8, 64>>>(a, b, c, c + 1024);
  setsUpForOthers<<<8, 64>>>(a, b, c);
  setsUpMended<<<8, 64>>>(a, b, c, c + 1024);
}
