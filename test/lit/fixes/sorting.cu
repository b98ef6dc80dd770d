// RUN: rm -rf %t && mkdir %t && cp %s %t/sorting.cu
// RUN: cd %t && %cuda-memlint --checks=-*,cuda-shared-race,cuda-missing-syncwarp,cuda-divergent-barrier --fail-on=none sorting.cu | FileCheck %s --check-prefix=FOUND
// RUN: cd %t && %cuda-memlint --checks=-*,cuda-shared-race,cuda-missing-syncwarp,cuda-divergent-barrier --fix sorting.cu | FileCheck %s --check-prefix=LEFT
// RUN: sed -e '/^ *\/\//d' %t/sorting.cu | FileCheck %s

// A sort whose steps lack a barrier gets one, where all threads come to it, and nothing is left.

// FOUND: 5 warnings in 5 of 6 kernels
// LEFT: 0 warnings in 0 of 6 kernels

#include <cuda_runtime.h>

// CHECK: inPlace
__global__ void inPlace(int *data) {
  __shared__ int s[512];
  unsigned t = threadIdx.x;
  s[t] = data[blockIdx.x * 512 + t];
  __syncthreads();
  for (unsigned k = 2; k <= 512; k <<= 1) {
    for (unsigned j = k >> 1; j > 0; j >>= 1) {
      unsigned ixj = t ^ j;
      if (ixj > t) {
        // CHECK: for (unsigned j
        // CHECK-NOT: sync
        // CHECK: if ((t & k)
        if ((t & k) == 0 ? s[t] > s[ixj] : s[t] < s[ixj]) {
          int other = s[t];
          s[t] = s[ixj];
          s[ixj] = other;
        }
      }
      // CHECK-NOT: sync
      // CHECK:      {{^      }}__syncthreads();
      // CHECK-NEXT: {{^    }}}
    }
  }
  // CHECK: __syncthreads();
  // CHECK-NOT: sync
  __syncthreads();
  data[blockIdx.x * 512 + t] = s[t];
}

// CHECK: throughRegisters
__global__ void throughRegisters(int *data) {
  __shared__ int s[512];
  unsigned t = threadIdx.x;
  s[t] = data[blockIdx.x * 512 + t];
  __syncthreads();
  for (unsigned k = 2; k <= 512; k <<= 1) {
    for (unsigned j = k >> 1; j > 0; j >>= 1) {
      unsigned ixj = t ^ j;
      if (ixj > t) {
        int a = s[t], b = s[ixj];
        // CHECK: for (unsigned j
        // CHECK-NOT: sync
        bool swap = (t & k) == 0 ? a > b : a < b;
        // CHECK: if (swap
        if (swap) {
          s[t] = b;
          s[ixj] = a;
        }
      }
      // CHECK-NOT: sync
      // CHECK:      {{^      }}__syncthreads();
      // CHECK-NEXT: {{^    }}}
    }
  }
  // CHECK: __syncthreads();
  // CHECK-NOT: sync
  __syncthreads();
  data[blockIdx.x * 512 + t] = s[t];
}

// The number of threads is not known.
__device__ void exchange(int &a, int &b) {
  int other = a;
  a = b;
  b = other;
}
// CHECK: unknownLength
__global__ void unknownLength(int *data, int n) {
  extern __shared__ int values[];
  const int t = threadIdx.x;
  values[t] = data[t];
  __syncthreads();
  for (int k = 2; k <= n; k *= 2) {
    for (int j = k / 2; j > 0; j /= 2) {
      int ixj = t ^ j;
      if (ixj > t) {
        // CHECK: for (int j
        // CHECK-NOT: sync
        // CHECK: if ((t & k)
        if ((t & k) == 0) {
          if (values[t] > values[ixj])
            exchange(values[t], values[ixj]);
        } else {
          if (values[t] < values[ixj])
            exchange(values[t], values[ixj]);
        }
      }
      // CHECK-NOT: sync
      // CHECK:      {{^      }}__syncthreads();
      // CHECK-NEXT: {{^    }}}
    }
  }
  // CHECK: __syncthreads();
  // CHECK-NOT: sync
  __syncthreads();
  data[t] = values[t];
}

// One barrier for both arrays.
// CHECK: keysAndValues
__global__ void keysAndValues(unsigned *keys, unsigned *values) {
  __shared__ unsigned k[1024], v[1024];
  unsigned t = threadIdx.x;
  k[t] = keys[t];
  v[t] = values[t];
  k[t + 512] = keys[t + 512];
  v[t + 512] = values[t + 512];
  __syncthreads();
  for (unsigned size = 2; size <= 1024; size <<= 1) {
    unsigned up = (t & (size / 2)) != 0;
    for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
      unsigned at = 2 * t - (t & (stride - 1));
      // CHECK: for (unsigned stride
      // CHECK-NOT: sync
      // CHECK: if ((k[at]
      if ((k[at] > k[at + stride]) == up) {
        unsigned key = k[at], value = v[at];
        k[at] = k[at + stride];
        v[at] = v[at + stride];
        k[at + stride] = key;
        v[at + stride] = value;
      }
      // CHECK-NOT: sync
      // CHECK:      {{^      }}__syncthreads();
      // CHECK-NEXT: {{^    }}}
    }
  }
  // CHECK: __syncthreads();
  // CHECK-NOT: sync
  __syncthreads();
  keys[t] = k[t];
  values[t] = v[t];
  keys[t + 512] = k[t + 512];
  values[t + 512] = v[t + 512];
}

// Neighbours are compared to exchange them: nothing says that they are sorted.
// CHECK: oddAndEven
__global__ void oddAndEven(int *data) {
  __shared__ int s[512];
  int t = threadIdx.x;
  s[t] = data[t];
  s[t + 256] = data[t + 256];
  __syncthreads();
  for (int i = 0; i < 256; ++i) {
    if (s[2 * t] > s[2 * t + 1]) {
      int other = s[2 * t];
      s[2 * t] = s[2 * t + 1];
      s[2 * t + 1] = other;
    }
    // CHECK: s[2 * t + 1] = other;
    // CHECK-NOT: sync
    // CHECK:      {{^    }}__syncthreads();
    // CHECK-NEXT: if (t < 255
    if (t < 255 && s[2 * t + 1] > s[2 * t + 2]) {
      int other = s[2 * t + 1];
      s[2 * t + 1] = s[2 * t + 2];
      s[2 * t + 2] = other;
    }
    // CHECK: __syncthreads();
    // CHECK-NOT: sync
    __syncthreads();
  }
  data[t] = s[t];
  data[t + 256] = s[t + 256];
}

// The ends of runs of equal keys belong to one thread each.
// CHECK: endsOfRuns
__global__ void endsOfRuns(int *out, const int *keys) {
  __shared__ int key[257], last[16];
  int t = threadIdx.x;
  key[t] = keys[t];
  if (t == 0)
    key[256] = -1;
  __syncthreads();
  if (key[t] != key[t + 1])
    last[key[t] & 15] = t;
  __syncthreads();
  if (t < 16)
    out[t] = last[t];
}

void run(int *data, int n, unsigned *keys, unsigned *values) {
  inPlace<<<4, 512>>>(data);
  throughRegisters<<<4, 512>>>(data);
  unknownLength<<<1, n, n * sizeof(int)>>>(data, n);
  keysAndValues<<<1, 512>>>(keys, values);
  oddAndEven<<<1, 256>>>(data);
  endsOfRuns<<<1, 256>>>(data, data);
}
