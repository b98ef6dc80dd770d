// RUN: %cuda-memlint --checks=-*,cuda-uninitialised-shared --launch 'upsweep<<<1,32>>>()' %s 2>&1 | FileCheck %s

// An offset that doubles in each iteration of a loop whose trip count is not known may be any
// number: the end of the element that is stored then has no number of 64 bits.

// CHECK: 0 warnings
__global__ void upsweep(float *out, const float *in, int n) {
  __shared__ float values[64];
  int t = threadIdx.x, offset = 1;
  __builtin_assume((n & (n - 1)) == 0 && n > 0);
  values[2 * t] = in[2 * t];
  values[2 * t + 1] = in[2 * t + 1];
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    offset *= 2;
    if (t < d)
      values[offset / 2 * (2 * t + 2) - 1] += values[offset / 2 * (2 * t + 1) - 1];
  }
  for (int d = 1; d < n; d *= 2) {
    offset /= 2;
    __syncthreads();
    if (t < d) {
      float saved = values[offset * (2 * t + 1) - 1];
      values[offset * (2 * t + 1) - 1] = values[offset * (2 * t + 2) - 1];
      values[offset * (2 * t + 2) - 1] += saved;
    }
  }
  __syncthreads();
  out[t] = values[t];
}
