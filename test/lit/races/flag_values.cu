// RUN: %json %s | %python %S/../Inputs/verdicts.py | FileCheck %s

// The values of flags tell which store a wait has seen: blocks are run, with what they wait for.

#include <cuda_runtime.h>

// Firing: the reader of row k goes on as soon as k rows are there.
// CHECK-LABEL: {{^}}epochTooEarly:
// CHECK: race different-blocks line [[#@LINE+7]] line [[#@LINE+18]]
__global__ void epochTooEarly(int *rows, volatile int *epochs, int *out) {
  int pair = blockIdx.x / 2;
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x % 2 == 0) {
    for (int k = 0; k < 8; ++k) {
      rows[pair * 8 + k] = k;
      __threadfence();
      epochs[pair] = k + 1;
    }
    return;
  }
  int sum = 0;
  for (int k = 0; k < 8; ++k) {
    while (epochs[pair] < k) {
    }
    __threadfence();
    sum += rows[pair * 8 + k];
  }
  out[pair] = sum;
}

// The fixed code.
// CHECK-LABEL: {{^}}epoch:
// CHECK: undecided different-blocks line [[#@LINE+7]] line [[#@LINE+18]]: a polled flag may order the two
__global__ void epoch(int *rows, volatile int *epochs, int *out) {
  int pair = blockIdx.x / 2;
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x % 2 == 0) {
    for (int k = 0; k < 8; ++k) {
      rows[pair * 8 + k] = k;
      __threadfence();
      epochs[pair] = k + 1;
    }
    return;
  }
  int sum = 0;
  for (int k = 0; k < 8; ++k) {
    while (epochs[pair] < k + 1) {
    }
    __threadfence();
    sum += rows[pair * 8 + k];
  }
  out[pair] = sum;
}

__device__ void post(int *letter, int *isFull, int number) {
  while (atomicAdd(isFull, 0) == 1) {
  }
  __threadfence();
  *letter = number;
  __threadfence();
  atomicExch(isFull, 1);
}

// Firing: the box is marked empty before it is read.
// CHECK-LABEL: {{^}}emptiedEarly:
// CHECK: race different-blocks line [[#@LINE-7]] line [[#@LINE+13]]
__global__ void emptiedEarly(int *letter, int *isFull, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    for (int k = 1; k < 8; ++k)
      post(letter, isFull, k);
  } else if (blockIdx.x == 1) {
    int sum = 0;
    for (int k = 1; k < 8; ++k) {
      while (atomicCAS(isFull, 1, 0) != 1) {
      }
      __threadfence();
      sum += *letter;
    }
    *out = sum;
  }
}

// The fixed code.
// CHECK-LABEL: {{^}}emptied:
// CHECK-NOT: : race
// CHECK: undecided different-blocks line [[#@LINE-29]] line [[#@LINE+13]]: a polled flag may order the two
__global__ void emptied(int *letter, int *isFull, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    for (int k = 1; k < 8; ++k)
      post(letter, isFull, k);
  } else if (blockIdx.x == 1) {
    int sum = 0;
    for (int k = 1; k < 8; ++k) {
      while (atomicAdd(isFull, 0) != 1) {
      }
      __threadfence();
      sum += *letter;
      __threadfence();
      atomicExch(isFull, 0);
    }
    *out = sum;
  }
}

// Near-miss: what the flag holds before the launch is not known. It may be 1, so that the first wait is one.
// CHECK-LABEL: {{^}}setByHost:
// CHECK: undecided different-blocks line [[#@LINE+5]] line [[#@LINE+12]]: a polled flag may order the two
__global__ void setByHost(int *data, volatile int *isBusy, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    *data = 1;
    __threadfence();
    *isBusy = 0;
  } else if (blockIdx.x == 1) {
    while (*isBusy != 0) {
    }
    __threadfence();
    *out = *data;
  }
}

// Firing: the block in the middle has no fence, and data say how much there is.
// CHECK-LABEL: {{^}}passedOn:
// CHECK: data-race different-blocks line [[#@LINE+6]] line [[#@LINE+18]]: a flag orders the two threads, but not their accesses: a fence is missing
__global__ void passedOn(int *data, const int *length, volatile int *flags, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    for (int k = 0; k < *length; ++k)
      data[k] = k;
    __threadfence();
    flags[0] = 1;
  } else if (blockIdx.x == 1) {
    while (flags[0] == 0) {
    }
    flags[1] = 1;
  } else if (blockIdx.x == 2) {
    while (flags[1] == 0) {
    }
    __threadfence();
    for (int k = *length - 1; k >= 0; --k)
      *out = data[k];
  }
}

// The fixed code.
// CHECK-LABEL: {{^}}passedOnBehindFence:
// CHECK-NOT: race
__global__ void passedOnBehindFence(int *data, const int *length, volatile int *flags, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    for (int k = 0; k < *length; ++k)
      data[k] = k;
    __threadfence();
    flags[0] = 1;
  } else if (blockIdx.x == 1) {
    while (flags[0] == 0) {
    }
    __threadfence();
    flags[1] = 1;
  } else if (blockIdx.x == 2) {
    while (flags[1] == 0) {
    }
    __threadfence();
    for (int k = *length - 1; k >= 0; --k)
      *out = data[k];
  }
}

void launch(int *data, int *lengths, int *flags, int *out) {
  epochTooEarly<<<64, 32>>>(data, flags, out);
  epoch<<<64, 32>>>(data, flags, out);
  emptiedEarly<<<2, 32>>>(data, flags, out);
  emptied<<<2, 32>>>(data, flags, out);
  setByHost<<<2, 32>>>(data, flags, out);
  passedOn<<<3, 32>>>(data, lengths, flags, out);
  passedOnBehindFence<<<3, 32>>>(data, lengths, flags, out);
}

// Near-miss: how many the latch waits for, the host says.
// CHECK-LABEL: {{^}}latch:
// CHECK-NOT: {{: race|data-race}}
__global__ void latch(int *data, int *left, int *out) {
  if (threadIdx.x != 0)
    return;
  data[blockIdx.x] = blockIdx.x;
  __threadfence();
  atomicSub(left, 1);
  while (atomicAdd(left, 0) > 0) {
  }
  __threadfence();
  out[blockIdx.x] = data[gridDim.x - 1 - blockIdx.x];
}

void launchLatch(int *data, int *left, int *out) { latch<<<4, 32>>>(data, left, out); }

// Near-miss: the flag is polled by plain loads, which the fence makes the compiler repeat.
// CHECK-LABEL: {{^}}plainPoll:
// CHECK-NOT: {{: race|data-race}}
__global__ void plainPoll(int *data, int *flag, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    *data = 1;
    __threadfence();
    *flag = 1;
  } else {
    while (*flag == 0)
      __threadfence();
    __threadfence();
    out[blockIdx.x] = *data;
  }
}

// Near-miss: the host says whose turn is first.
// CHECK-LABEL: {{^}}turns:
// CHECK-NOT: {{: race|data-race}}
__global__ void turns(int *data, volatile int *turn) {
  if (threadIdx.x != 0)
    return;
  while (*turn != blockIdx.x) {
  }
  __threadfence();
  *data += 1;
  __threadfence();
  *turn = *turn - 1;
}

// Near-miss: each thread has had a fence of its own before the barrier.
// CHECK-LABEL: {{^}}fencesOfAll:
// CHECK-NOT: {{: race|data-race}}
__global__ void fencesOfAll(int *data, volatile int *flag, int *out) {
  if (blockIdx.x == 0) {
    data[threadIdx.x] = 1;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
      *flag = 1;
  } else {
    while (*flag == 0) {
    }
    __syncthreads();
    out[threadIdx.x] = data[31 - threadIdx.x];
  }
}

void launchOthers(int *data, int *flag, int *out) {
  plainPoll<<<4, 32>>>(data, flag, out);
  turns<<<8, 32>>>(data, flag);
  fencesOfAll<<<2, 32>>>(data, flag, out);
}
