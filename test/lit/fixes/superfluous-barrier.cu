// RUN: rm -rf %t && mkdir %t && cp %s %t/steps.cu
// RUN: echo "levels: {cuda-redundant-barrier: warning}" > %t/levels.yaml
// RUN: cd %t && %cuda-memlint --fix-dry-run --config=levels.yaml --fail-on=none steps.cu | FileCheck %s --check-prefix=ASKED --allow-empty
// RUN: cd %t && %cuda-memlint --config=levels.yaml --export-fixes=fixes.yaml --fail-on=none steps.cu | FileCheck %s --check-prefix=REASON
// RUN: cd %t && %cuda-memlint --fix --fail-on=none steps.cu
// RUN: sed -e '/^ *\/\//d' %t/steps.cu | FileCheck %s

// The barrier that a loop lacks orders what the one behind the loop did, which may stay: that this is superfluous then is no
// reason against the mend of a race.

// Where superfluous barriers are warned of, one warning would take the place of the other.
// ASKED-NOT: __syncthreads
// REASON: not offered as an edit: it would cause a new finding of cuda-redundant-barrier

#include <cuda_runtime.h>

// CHECK: bitonicSteps
__global__ void bitonicSteps(int *data) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = data[blockIdx.x * 256 + t];
  __syncthreads();
  for (int k = 2; k <= 256; k <<= 1)
    for (int j = k >> 1; j > 0; j >>= 1) {
      int p = t ^ j;
      if (p > t) {
        int a = s[t], b = s[p];
        if ((a > b) == ((t & k) == 0)) {
          // CHECK: s[t] = b;
          s[t] = b;
          s[p] = a;
        }
      }
      // CHECK:      {{^      }}__syncthreads();
      // CHECK-NEXT: {{^    }}}
    }
  // CHECK-NEXT: __syncthreads();
  __syncthreads();
  data[blockIdx.x * 256 + t] = s[t];
}

// CHECK: exchangeSteps
__global__ void exchangeSteps(int *data) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = data[blockIdx.x * 256 + t];
  __syncthreads();
  for (int r = 0; r < 256; ++r) {
    int p = 2 * t + (r & 1);
    if (p + 1 < 256) {
      int a = s[p], b = s[p + 1];
      if (a > b) {
        // CHECK: s[p] = b;
        s[p] = b;
        s[p + 1] = a;
      }
    }
    // CHECK:      {{^    }}__syncthreads();
    // CHECK-NEXT: {{^  }}}
  }
  // CHECK-NEXT: __syncthreads();
  __syncthreads();
  data[blockIdx.x * 256 + t] = s[t];
}

// CHECK: sumSteps
__global__ void sumSteps(int *data) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = data[blockIdx.x * 256 + t];
  __syncthreads();
  for (int d = 1; d < 256; d *= 2) {
    int i = (t + 1) * d * 2 - 1;
    if (i < 256)
      // CHECK: s[i] += s[i - d];
      s[i] += s[i - d];
    // CHECK:      {{^    }}__syncthreads();
    // CHECK-NEXT: {{^  }}}
  }
  // CHECK-NEXT: __syncthreads();
  __syncthreads();
  data[blockIdx.x * 256 + t] = s[t];
}

void run(int *data) {
  bitonicSteps<<<4, 256>>>(data);
  exchangeSteps<<<4, 256>>>(data);
  sumSteps<<<4, 256>>>(data);
}
