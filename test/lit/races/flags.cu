// RUN: %json %s | %python %S/../Inputs/verdicts.py | FileCheck %s

// A flag orders what threads have done before they give it and what others do after they have seen it; a barrier
// passes that on to the rest of the block.

#include <cuda/semaphore>
#include <cuda_runtime.h>

__device__ void await(volatile int *flag) {
  while (*flag == 0)
    ;
  __threadfence();
}

__device__ void await(int *state, int wanted) {
  while (atomicAdd(state, 0) < wanted)
    ;
  __threadfence();
}

__device__ void meet(unsigned *count, unsigned wanted) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(count, 1u);
    while (*(volatile unsigned *)count < wanted)
      ;
    __threadfence();
  }
  __syncthreads();
}

// Firing: the other threads do not wait for the first one.
// CHECK-LABEL: {{^}}waitsAlone:
// CHECK: race different-blocks line [[#@LINE+4]] line [[#@LINE+13]]
__global__ void waitsAlone(int *data, volatile int *flag, int *out) {
  int t = threadIdx.x;
  if (blockIdx.x == 0) {
    data[t] = t;
    __syncthreads();
    if (t == 0) {
      __threadfence();
      *flag = 1;
    }
  } else {
    if (t == 0)
      await(flag);
    out[blockIdx.x * 256 + t] = data[t];
  }
}

// Firing: the first thread gives the signal before the others have stored.
// CHECK-LABEL: {{^}}signalsEarly:
// CHECK: race different-blocks line [[#@LINE+4]] line [[#@LINE+13]]
__global__ void signalsEarly(int *data, volatile int *flag, int *out) {
  int t = threadIdx.x;
  if (blockIdx.x == 0) {
    data[t] = t;
    if (t == 0) {
      __threadfence();
      *flag = 1;
    }
  } else {
    if (t == 0)
      await(flag);
    __syncthreads();
    out[blockIdx.x * 256 + t] = data[t];
  }
}

// The fixed code.
// CHECK-LABEL: {{^}}inOrder:
// CHECK: undecided different-blocks line [[#@LINE+4]] line [[#@LINE+14]]: a polled flag may order the two
__global__ void inOrder(int *data, volatile int *flag, int *out) {
  int t = threadIdx.x;
  if (blockIdx.x == 0) {
    data[t] = t;
    __syncthreads();
    if (t == 0) {
      __threadfence();
      *flag = 1;
    }
  } else {
    if (t == 0)
      await(flag);
    __syncthreads();
    out[blockIdx.x * 256 + t] = data[t];
  }
}

// Firing: a barrier of the block orders nothing for other blocks, and the thread that raises the flag has no fence.
// CHECK-LABEL: {{^}}noRelease:
// CHECK: race different-blocks line [[#@LINE+4]] line [[#@LINE+12]]: a flag orders the two threads, but not their accesses: a fence is missing
__global__ void noRelease(int *data, volatile int *flag, int *out) {
  int t = threadIdx.x;
  if (blockIdx.x == 0) {
    data[t] = t;
    __syncthreads();
    if (t == 0)
      *flag = 1;
  } else {
    if (t == 0)
      await(flag);
    __syncthreads();
    out[blockIdx.x * 256 + t] = data[t];
  }
}

// Firing: one thread arrives at the barrier of the grid before others of its block have stored.
// CHECK-LABEL: {{^}}arrivesEarly:
// CHECK: race different-blocks line [[#@LINE+3]] line [[#@LINE+12]]
__global__ void arrivesEarly(int *data, unsigned *count, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] = i;
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(count, 1u);
    while (atomicAdd(count, 0u) < gridDim.x)
      ;
    __threadfence();
  }
  __syncthreads();
  out[i] = data[1023 - i];
}

// The fixed code.
// CHECK-LABEL: {{^}}arrives:
// CHECK: undecided different-blocks line [[#@LINE+3]] line [[#@LINE+13]]: a polled flag may order the two
__global__ void arrives(int *data, unsigned *count, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] = i;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(count, 1u);
    while (atomicAdd(count, 0u) < gridDim.x)
      ;
    __threadfence();
  }
  __syncthreads();
  out[i] = data[1023 - i];
}

// Firing: within a block, too, a flag needs fences; a barrier of the warp is none.
// CHECK-LABEL: {{^}}inBlock:
// CHECK: race same-block line [[#@LINE+8]] line [[#@LINE+16]]: a flag orders the two threads, but not their accesses: a fence is missing
__global__ void inBlock(int *out) {
  __shared__ int data[32];
  __shared__ volatile int full;
  if (threadIdx.x == 0)
    full = 0;
  __syncthreads();
  if (threadIdx.x < 32) {
    data[threadIdx.x] = threadIdx.x;
    __syncwarp();
    if (threadIdx.x == 0)
      full = 1;
  } else {
    while (full == 0)
      ;
    __threadfence_block();
    out[blockIdx.x * 64 + threadIdx.x] = data[63 - threadIdx.x];
  }
}

// The fixed code. Two stores to the flag do not race: they are what threads poll.
// CHECK-LABEL: {{^}}passedOn:
// CHECK-NOT: {{^}}passedOn: race
// CHECK: undecided same-block line [[#@LINE+8]] line [[#@LINE+23]]: a polled flag may order the two
__global__ void passedOn(int *out) {
  __shared__ int data[32];
  __shared__ volatile int step;
  if (threadIdx.x == 0)
    step = 0;
  __syncthreads();
  if (threadIdx.x < 32) {
    data[threadIdx.x] = threadIdx.x;
    __syncwarp();
    __threadfence_block();
    if (threadIdx.x == 0)
      step = 1;
  } else if (threadIdx.x < 64) {
    while (step != 1)
      ;
    __threadfence_block();
    if (threadIdx.x == 32)
      step = 2;
  } else {
    while (step != 2)
      ;
    __threadfence_block();
    out[blockIdx.x * 96 + threadIdx.x] = data[95 - threadIdx.x];
  }
}

// Firing: the second wait is for a count that the first one has seen.
// CHECK-LABEL: {{^}}sameCount:
// CHECK: race different-blocks line [[#@LINE+5]] line [[#@LINE+7]]
__global__ void sameCount(int *data, int *next, unsigned *count, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] = i;
  meet(count, gridDim.x);
  next[i] = data[1023 - i];
  meet(count, gridDim.x);
  out[i] = next[1023 - i];
}

// The fixed code.
// CHECK-LABEL: {{^}}otherCount:
// CHECK-NOT: {{^}}otherCount: race
// CHECK: undecided different-blocks line [[#@LINE+5]] line [[#@LINE+7]]: a polled flag may order the two
__global__ void otherCount(int *data, int *next, unsigned *count, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] = i;
  meet(count, gridDim.x);
  next[i] = data[1023 - i];
  meet(count, 2 * gridDim.x);
  out[i] = next[1023 - i];
}

// Firing: the state that is waited for comes before the second half.
// CHECK-LABEL: {{^}}tooEarly:
// CHECK: race different-blocks line [[#@LINE+8]] line [[#@LINE+13]]
__global__ void tooEarly(int *data, int *state, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    data[0] = 1;
    __threadfence();
    atomicExch(state, 1);
    data[1] = 2;
    __threadfence();
    atomicExch(state, 2);
  } else {
    await(state, 1);
    out[blockIdx.x] = data[0] + data[1];
  }
}

// The fixed code.
// CHECK-LABEL: {{^}}late:
// CHECK-NOT: {{^}}late: race
// CHECK: undecided different-blocks line [[#@LINE+8]] line [[#@LINE+13]]: a polled flag may order the two
__global__ void late(int *data, int *state, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    data[0] = 1;
    __threadfence();
    atomicExch(state, 1);
    data[1] = 2;
    __threadfence();
    atomicExch(state, 2);
  } else {
    await(state, 2);
    out[blockIdx.x] = data[0] + data[1];
  }
}

// A semaphore may order its threads, but not those of other blocks if its scope is one.
// CHECK-LABEL: {{^}}narrowGate:
// CHECK: race different-blocks line [[#@LINE+4]] line [[#@LINE+4]]: a flag orders the two threads, but not their accesses: a fence is missing
__global__ void narrowGate(cuda::binary_semaphore<cuda::thread_scope_block> *gate, int *sum) {
  if (threadIdx.x == 0) {
    gate->acquire();
    *sum += 1;
    gate->release();
  }
}

// CHECK-LABEL: {{^}}gate:
// CHECK-NOT: {{^}}gate: race
__global__ void gate(cuda::binary_semaphore<cuda::thread_scope_device> *gate, int *sum) {
  if (threadIdx.x == 0) {
    gate->acquire();
    *sum += 1;
    gate->release();
  }
}

// Firing: a bisection ends by itself, and the missing barrier is another one.
// CHECK-LABEL: {{^}}bisects:
// CHECK: race same-block line [[#@LINE+6]] line [[#@LINE+11]]
__global__ void bisects(const int *in, const float *bounds, int *counts) {
  __shared__ int s[256];
  __shared__ int found[64];
  int t = threadIdx.x;
  for (int k = 0; k < 4; ++k) {
    s[t] = in[k * 256 + t];
    __syncthreads();
    int low = 0, high = 64;
    while (high > low + 1) {
      int middle = (low + high) / 2;
      if (bounds[middle] < s[255 - t])
        low = middle;
      else
        high = middle;
    }
    atomicAdd(&found[low], 1);
  }
}

int main() {
  int *a, *b, *c;
  cudaMalloc(&a, 1 << 20);
  cudaMalloc(&b, 1 << 20);
  cudaMalloc(&c, 1 << 20);
  waitsAlone<<<4, 256>>>(a, b, c);
  signalsEarly<<<4, 256>>>(a, b, c);
  inOrder<<<4, 256>>>(a, b, c);
  noRelease<<<4, 256>>>(a, b, c);
  arrivesEarly<<<4, 256>>>(a, (unsigned *)b, c);
  arrives<<<4, 256>>>(a, (unsigned *)b, c);
  inBlock<<<4, 64>>>(c);
  passedOn<<<4, 96>>>(c);
  int *d;
  cudaMalloc(&d, 1 << 20);
  sameCount<<<4, 256>>>(a, d, (unsigned *)b, c);
  otherCount<<<4, 256>>>(a, d, (unsigned *)b, c);
  tooEarly<<<4, 32>>>(a, b, c);
  late<<<4, 32>>>(a, b, c);
  narrowGate<<<4, 32>>>((cuda::binary_semaphore<cuda::thread_scope_block> *)b, a);
  gate<<<4, 32>>>((cuda::binary_semaphore<cuda::thread_scope_device> *)b, a);
  bisects<<<1, 256>>>(a, (const float *)b, c);
}
