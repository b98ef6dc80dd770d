// Sums beside keys that a compare-and-swap puts: each thread with the key adds, so that the one that has
// put it must not store plainly. Each racy kernel, and the same one mended, whose name ends in Mended.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

__global__ void winnerStores(const int *in, int *key, int *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int k = in[i], s = k & 1023;
  while (true) {
    int old = atomicCAS(&key[s], -1, k);
    if (old == -1) {
      sum[s] = i;
      return;
    }
    if (old == k) {
      // CHECK: :[[#@LINE+2]]:7: warning: global memory race on `sum`: one thread updates it here while another one writes it at line 13
      // CHECK: note: others update it by atomics meanwhile, and no barrier orders blocks: set it to a start value, such as 0, in an earlier kernel, and let the thread that stores update it by an atomic, too
      atomicAdd(&sum[s], i);
      return;
    }
    s = (s + 1) & 1023;
  }
}
__global__ void allAddPlainly(const int *in, int *key, int *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int k = in[i], s = k & 1023;
  while (true) {
    int old = atomicCAS(&key[s], -1, k);
    if (old == -1 || old == k) {
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `sum[s]`: read and written without an atomic; an update is lost
      sum[s] += i;
      return;
    }
    s = (s + 1) & 1023;
  }
}
__global__ void allAddMended(const int *in, int *key, int *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int k = in[i], s = k & 1023;
  while (true) {
    int old = atomicCAS(&key[s], -1, k);
    if (old == -1 || old == k) {
      atomicAdd(&sum[s], i);
      return;
    }
    s = (s + 1) & 1023;
  }
}
// Near miss: the one that has put the key alone goes on.
__global__ void winnerAlone(const int *in, int *key, int *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int s = in[i];
  if (atomicCAS(&key[s], -1, s) == -1)
    sum[s] += i;
}

void launch(const int *in, int *key, int *sum) {
  winnerStores<<<32, 256>>>(in, key, sum);
  allAddPlainly<<<32, 256>>>(in, key, sum);
  allAddMended<<<32, 256>>>(in, key, sum);
  winnerAlone<<<32, 256>>>(in, key, sum);
}
