// The lock is released by an atomic exchange.
#include "../trials.h"

__device__ int mutex;
__device__ int balance;

__global__ void deposit(const int *amounts) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool isDone = false;
  while (!isDone) {
    if (atomicCAS(&mutex, 0, 1) == 0) {
      __threadfence();
      balance += amounts[i];
      __threadfence();
      atomicExch(&mutex, 0);
      isDone = true;
    }
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv, 500);
  int *amounts = numbers<int>(32 * 32);
  int wanted = 0;
  for (int i = 0; i < 32 * 32; ++i)
    wanted += number(i);
  while (trials.next()) {
    int zero = 0, got;
    cudaMemcpyToSymbol(balance, &zero, sizeof(int));
    deposit<<<32, 32>>>(amounts);
    cudaMemcpyFromSymbol(&got, balance, sizeof(int));
    trials.expect(got == wanted);
  }
  return trials.end();
}
