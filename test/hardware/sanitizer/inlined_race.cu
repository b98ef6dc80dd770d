// The same within functions that are inlined, of a kernel template in a namespace.
#include <cuda_runtime.h>

namespace steps {

template <typename T> __device__ void put(T *values, T value) {
  values[threadIdx.x] = value; // hazard 1: racecheck race
}

template <typename T> __device__ T takeFromEnd(const T *values, int size) {
  return values[size - 1 - threadIdx.x]; // hazard 1: racecheck race
}

template <typename T, int Size> __global__ void reverse(T *out) {
  __shared__ T values[Size];
  put(values, T(threadIdx.x));
  out[threadIdx.x] = takeFromEnd(values, Size);
}

} // namespace steps

int main() {
  float *out;
  cudaMalloc(&out, 96 * sizeof(float));
  steps::reverse<float, 96><<<1, 96>>>(out);
  cudaDeviceSynchronize();
}
