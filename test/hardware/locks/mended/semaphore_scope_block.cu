// A semaphore for all threads of the device guards what all blocks share.
#include "../trials.h"
#include <cuda/semaphore>

using Gate = cuda::binary_semaphore<cuda::thread_scope_device>;

__global__ void openGate(Gate *gate) { new (gate) Gate(1); }

__global__ void addParts(Gate *gate, float *sum, const float *in) {
  float part = in[blockIdx.x];
  if (threadIdx.x == 0) {
    for (int k = 0; k < 4; ++k) {
      gate->acquire();
      *sum += part;
      gate->release();
    }
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv, 500);
  Gate *gate;
  cudaMalloc(&gate, sizeof(Gate));
  float *in = numbers<float>(64), *sum = zeros<float>(1);
  float wanted = 0;
  for (int i = 0; i < 64; ++i)
    wanted += 4 * number(i);
  openGate<<<1, 1>>>(gate);
  while (trials.next()) {
    clear(sum, 1);
    addParts<<<64, 32>>>(gate, sum, in);
    trials.expect(first(sum) == wanted);
  }
  return trials.end();
}
