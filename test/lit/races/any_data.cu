// Places that data choose among those that other threads write: a race whatever the data are, or
// for some data.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

// Thread 255 clears no bin, and counts in one that a thread of another warp clears.
__global__ void __launch_bounds__(256) histogram(unsigned *out, const unsigned *in) {
  __shared__ unsigned bins[64];
  int t = threadIdx.x;
  if (t < 64)
    bins[t] = 0;
  // CHECK: :[[#@LINE+1]]:3: warning: shared memory race on `bins[0]`: thread (255,0,0) updates it here while thread (0,0,0) writes it at line [[#@LINE-1]], with no barrier in between
  atomicAdd(&bins[in[t] & 63], 1u);
  // CHECK: note: for example, when `in[t]` is 0; the thread conflicts with another one for any value
  __syncthreads();
  if (t < 64)
    out[t] = bins[t];
}

__global__ void __launch_bounds__(256) histogramFixed(unsigned *out, const unsigned *in) {
  __shared__ unsigned bins[64];
  int t = threadIdx.x;
  if (t < 64)
    bins[t] = 0;
  __syncthreads();
  atomicAdd(&bins[in[t] & 63], 1u);
  __syncthreads();
  if (t < 64)
    out[t] = bins[t];
}

// The counts are read by threads of other warps too early: thread 255 again.
__global__ void __launch_bounds__(256) readTooEarly(unsigned *out, const unsigned *in) {
  __shared__ unsigned bins[64];
  int t = threadIdx.x;
  if (t < 64)
    bins[t] = 0;
  __syncthreads();
  atomicAdd(&bins[in[t] & 63], 1u);
  if (t < 64)
    // CHECK: :[[#@LINE+1]]:14: warning: shared memory race on `bins
    out[t] = bins[t];
}

// Each thread may count in the bin that it has cleared itself, but for other data it does not.
__global__ void __launch_bounds__(64) perhapsOwn(unsigned *out, const unsigned *in) {
  __shared__ unsigned bins[64];
  int t = threadIdx.x;
  bins[t] = 0;
  // CHECK: :[[#@LINE+1]]:3: warning: shared memory race on `bins`: one thread updates it here while another one writes it at line [[#@LINE-1]], with no barrier in between, when an entry of `in` gives one thread the index of the other
  atomicAdd(&bins[in[t] & 63], 1u);
  // CHECK: :[[#@LINE-1]]:3: note: insert `__syncthreads();` before this statement
  __syncthreads();
  out[t] = bins[t];
}

// 96 bins; 64 of them are cleared: data may lead elsewhere.
__global__ void __launch_bounds__(256) perhapsElsewhere(unsigned *out, const unsigned *in) {
  __shared__ unsigned bins[96];
  int t = threadIdx.x;
  if (t < 64)
    bins[t] = 0;
  // CHECK: :[[#@LINE+1]]:3: warning: shared memory race on `bins`: one thread updates it here
  atomicAdd(&bins[in[t] % 96], 1u);
  __syncthreads();
  if (t < 64)
    out[t] = bins[t];
}

// The thread may not count at all.
__global__ void __launch_bounds__(256) perhapsNot(unsigned *out, const unsigned *in) {
  __shared__ unsigned bins[64];
  int t = threadIdx.x;
  if (t < 64)
    bins[t] = 0;
  if (in[t] < 1000)
    // CHECK: :[[#@LINE+1]]:5: warning: shared memory race on `bins`: one thread updates it here
    atomicAdd(&bins[in[t] & 63], 1u);
  __syncthreads();
  if (t < 64)
    out[t] = bins[t];
}
