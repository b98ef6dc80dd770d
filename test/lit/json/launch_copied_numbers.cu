// RUN: %json %s | %query | FileCheck %s

// What a condition implies for a number holds for its copies as well: the block was made
// from `threads` before the switch looked at it.

#include <cuda_runtime.h>

template <int Size> __global__ void shifted(float *out) {
  // 2 threads at 8 * blockIdx.x bytes from the start: one request of 1 sector a block.
  // 64 threads at 256 * blockIdx.x bytes: two requests of 4 sectors a block.
  out[blockIdx.x * Size + threadIdx.x] = 1;
}
// CHECK-DAG: line [[#@LINE-2]]: global store requests=16 cost=16 ideal=16 worst=1; proved; kernel=shifted<2> grid=16,1,1 block=2,1,1
// CHECK-DAG: line [[#@LINE-3]]: global store requests=32 cost=128 ideal=128 worst=4; proved; kernel=shifted<64> grid=16,1,1 block=64,1,1

void bySwitch(int threads, float *out) {
  dim3 block(threads, 1, 1);
  switch (threads) {
  case 64:
    shifted<64><<<16, block>>>(out);
    break;
  case 2:
    shifted<2><<<16, block>>>(out);
    break;
  }
}

__global__ void byField(float *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
// CHECK-DAG: line [[#@LINE-1]]: global store requests=8 cost=32 ideal=32 worst=4; proved; kernel=byField grid=4,1,1 block=64,1,1

struct Config {
  unsigned threads, blocks;
};

void byCondition(Config config, float *out) {
  unsigned size = config.threads;
  if (config.threads == 64)
    byField<<<4, size>>>(out);
}

__global__ void changed(float *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
// The copy is another number since: 65.
// CHECK-DAG: line [[#@LINE-2]]: global store requests=12 cost=42 ideal=36 worst=5; proved; kernel=changed grid=4,1,1 block=65,1,1

void byChangedCopy(int threads, float *out) {
  int copy = threads;
  copy += 1;
  if (threads == 64)
    changed<<<4, copy>>>(out);
}

__global__ void negative(float *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
// CHECK-DAG: line [[#@LINE-1]]: global store requests=null {{.*}} kernel=negative grid=4,1,1 block=4294967295,1,1 why_null=a block of 4294967295 x 1 x 1 threads cannot be launched

void byNegative(int threads, float *out) {
  unsigned copy = threads;
  if (threads == -1)
    negative<<<4, copy>>>(out);
}
