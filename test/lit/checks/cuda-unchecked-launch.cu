// RUN: not %cuda-memlint --remarks --checks=-*,cuda-unchecked-launch %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:
// Whatever may read an error ends the remark, and only that.
// RUN: not %cuda-memlint --remarks --checks=-*,cuda-unchecked-launch %s -- -DREADER=1 2>&1 | FileCheck %s --check-prefix=READ --implicit-check-not=remark: --implicit-check-not="fails: a block of 2048"
// RUN: not %cuda-memlint --remarks --checks=-*,cuda-unchecked-launch %s -- -DREADER=2 2>&1 | FileCheck %s --check-prefix=READ --implicit-check-not=remark: --implicit-check-not="fails: a block of 2048"
// RUN: not %cuda-memlint --remarks --checks=-*,cuda-unchecked-launch %s -- -DREADER=3 2>&1 | FileCheck %s --check-prefix=READ --implicit-check-not=remark: --implicit-check-not="fails: a block of 2048"
// RUN: not %cuda-memlint --remarks --checks=-*,cuda-unchecked-launch %s -- -DREADER=4 2>&1 | FileCheck %s --check-prefix=READ --implicit-check-not=remark: --implicit-check-not="fails: a block of 2048"
// RUN: not %cuda-memlint --remarks --checks=-*,cuda-unchecked-launch %s -- -DREADER=5 2>&1 | FileCheck %s --check-prefix=READ --implicit-check-not=remark: --implicit-check-not="fails: a block of 2048"
// RUN: not %cuda-memlint --remarks --checks=-*,cuda-unchecked-launch %s -- -DREADER=6 2>&1 | FileCheck %s --check-prefix=READ --implicit-check-not=remark: --implicit-check-not="fails: a block of 2048"
// RUN: not %cuda-memlint --remarks --checks=-*,cuda-unchecked-launch %s -- -DREADER=7 2>&1 | FileCheck %s --check-prefix=READ --implicit-check-not=remark: --implicit-check-not="fails: a block of 2048"

#include <thrust/device_vector.h>
#include <thrust/reduce.h>

__global__ void scale(float *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    data[i] *= 2;
}

void launch(float *data, int n) {
  // CHECK: :[[#@LINE+2]]:3: remark: unchecked launch: nothing in this file reads the error of a launch or of a later call [cuda-unchecked-launch]
  // CHECK: help: check `cudaGetLastError()` after the launch, and the result of the next synchronisation
  scale<<<n / 256, 256>>>(data, n);
  cudaDeviceSynchronize();
}

void refused(float *data) {
  // CHECK: :[[#@LINE+3]]:3: warning: launch fails: a block of 64 x 32 x 1 has 2,048 threads (1,024 at most) [cuda-unchecked-launch]
  // CHECK: note: the launch returns an error, and `scale` does not run
  // READ: :[[#@LINE+1]]:3: warning: launch fails: a block of 64 x 32 x 1
  scale<<<16, dim3(64, 32)>>>(data, 4096);
  // CHECK: :[[#@LINE+1]]:3: warning: launch fails: a block of 1 x 1 x 128 exceeds the limit of dimension z (64 threads)
  scale<<<16, dim3(1, 1, 128)>>>(data, 4096);
  // CHECK: :[[#@LINE+1]]:3: warning: launch fails: a grid of 1 x 65536 x 1 exceeds the limit of dimension y (65,535 blocks)
  scale<<<dim3(1, 65536), 256>>>(data, 4096);
  scale<<<dim3(65536, 65535, 65535), dim3(16, 1, 64)>>>(data, 4096);
}

#ifdef READER
// Another launch takes its place.
void replaced(float *data) {
  scale<<<16, 2048>>>(data, 4096);
  if (cudaGetLastError() == cudaErrorInvalidConfiguration)
    scale<<<16, 256>>>(data, 4096);
}

// It is meant to fail; the second one is not.
void expected(float *data) {
  scale<<<16, 2048>>>(data, 4096);
  if (cudaError_t error = cudaDeviceSynchronize(); error != cudaErrorInvalidConfiguration)
    data = nullptr;
  // READ: :[[#@LINE+1]]:3: warning: launch fails: a block of 4096 x 1 x 1
  scale<<<16, 4096>>>(data, 4096);
}
#endif

extern bool outside(cudaError_t);

void reads(float *data) {
#if READER == 1
  outside(cudaGetLastError());
#elif READER == 2
  cudaError_t error = cudaDeviceSynchronize();
#elif READER == 3
  if (cudaFree(data))
    return;
#elif READER == 4
  auto check = [] { return cudaPeekAtLastError(); };
#elif READER == 5
  outside(cudaSuccess);
#elif READER == 6
  // It throws.
  thrust::reduce(data, data + 1);
#elif READER == 7
  thrust::device_vector<float> copy(1);
#endif
}

int main(int argc, char **argv) {
  float *data;
  cudaMalloc(&data, 16384);
  launch(data, 4096);
  refused(data);
#ifdef READER
  expected(data);
#endif
}
