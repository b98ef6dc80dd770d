// RUN: not %cuda-memlint --checks=-*,cuda-global-race,cuda-shared-race %s --remarks 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark: --implicit-check-not=insert
//
// The plain read before a loop of compare-and-swaps is a guess only, which the swap validates.

__device__ double addDouble(double *address, double value) {
  auto *bits = reinterpret_cast<unsigned long long *>(address);
  unsigned long long old = *bits, assumed;
  do {
    assumed = old;
    // CHECK: :[[#@LINE+2]]:11: remark: benign global memory race on `sum`: a plain read at line [[#@LINE-3]] precedes the atomic update, which alone decides
    // CHECK: :[[#@LINE+1]]:11: remark: benign shared memory race on `sum`: a plain read at line [[#@LINE-4]] precedes
    old = atomicCAS(bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
  } while (assumed != old);
  return __longlong_as_double(old);
}

__global__ void ofAll(double *sum, const double *in) { addDouble(sum, in[threadIdx.x]); }

__global__ void shared(double *out, const double *in) {
  __shared__ double sum;
  if (threadIdx.x == 0)
    sum = 0;
  __syncthreads();
  addDouble(&sum, in[threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = sum;
}

__global__ void readAgain(float *most, float value) {
  float seen;
  do {
    seen = *most;
    // CHECK: :[[#@LINE+1]]:12: remark: benign global memory race on `most`
  } while (atomicCAS((int *)most, __float_as_int(seen), __float_as_int(seen + value)) !=
           __float_as_int(seen));
}

// What is read is used without the swap.
__global__ void usedElsewhere(int *next, int *out) {
  int old = *next, assumed;
  out[blockIdx.x * blockDim.x + threadIdx.x] = old;
  do {
    assumed = old;
    // CHECK: :[[#@LINE+2]]:11: warning: global memory race on `next[0]`
    // CHECK: note: insert `__syncthreads();`
    old = atomicCAS(next, assumed, assumed * 2);
  } while (assumed != old);
}

void launch(double *sum, int *next, float *most, int *out) {
  ofAll<<<4, 256>>>(sum, sum + 1000);
  shared<<<4, 256>>>(sum, sum + 1000);
  readAgain<<<4, 256>>>(most, 1);
  usedElsewhere<<<4, 256>>>(next, out);
}
