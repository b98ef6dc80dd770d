// A lane that has the lock releases it within the turn of the loop in which it took it.
#include "../trials.h"

__device__ int mutex, total;

__global__ void add(const int *in) {
  int value = in[blockIdx.x * blockDim.x + threadIdx.x];
  bool isDone = false;
  while (!isDone) {
    if (atomicCAS(&mutex, 0, 1) == 0) {
      __threadfence();
      total += value;
      __threadfence();
      atomicExch(&mutex, 0);
      isDone = true;
    }
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv, 200);
  int *in = numbers<int>(16 * 64), wanted = 0, zero = 0, got;
  for (int i = 0; i < 16 * 64; ++i)
    wanted += number(i);
  while (trials.next()) {
    cudaMemcpyToSymbol(total, &zero, sizeof(int));
    add<<<16, 64>>>(in);
    cudaMemcpyFromSymbol(&got, total, sizeof(int));
    trials.expect(got == wanted);
  }
  return trials.end();
}
