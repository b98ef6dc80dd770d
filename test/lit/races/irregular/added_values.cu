// What is added says nothing of where: a key that is looked up twice repeats whatever comes to it.
// Each racy kernel, the same one mended, whose name ends in Mended, and selected things.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

__global__ void ownNumber(const int *region, const int *customer, int *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `sum[region[customer[i]]]`: read and written without an atomic
    sum[region[customer[i]]] += i;
}
__global__ void ownNumberMended(const int *region, const int *customer, int *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&sum[region[customer[i]]], i);
}
__global__ void argument(const int *region, const int *customer, int *sum, int fee, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `sum[region[customer[i]]]`: read and written without an atomic
    sum[region[customer[i]]] -= fee;
}
__global__ void argumentMended(const int *region, const int *customer, int *sum, int fee, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicSub(&sum[region[customer[i]]], fee);
}
__global__ void half(const int *region, const int *customer, float *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `sum[region[customer[i]]]`: read and written without an atomic
    sum[region[customer[i]]] += 0.5f;
}
__global__ void halfMended(const int *region, const int *customer, float *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&sum[region[customer[i]]], 0.5f);
}
// What belongs to the elements that were selected: those of one colour have no node in common.
__global__ void selectedElements(const int *node, const int *element, const float *stress,
                                 float *force, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    force[node[element[i]]] += stress[element[i]];
}
