// A sort by exchanges with the left and the right neighbour in turn, without waiting between.
#include "../buffers.h"

__global__ void sort(int *values) {
  __shared__ int cells[128];
  int t = threadIdx.x;
  cells[2 * t] = values[2 * t];         // planted 1: cuda-shared-race, seen by racecheck
  cells[2 * t + 1] = values[2 * t + 1]; // planted 1
  for (int round = 0; round < 128; ++round) {
#ifdef FIXED
    __syncthreads();
#endif
    int left = 2 * t + round % 2;
    if (left < 127) {
      int a = cells[left], b = cells[left + 1]; // planted 1
      cells[left] = min(a, b);                  // planted 1
      cells[left + 1] = max(a, b);              // planted 1
    }
  }
  __syncthreads();
  values[2 * t] = cells[2 * t];
  values[2 * t + 1] = cells[2 * t + 1];
}

int main() {
  int *values = numbers<int>(128);
  sort<<<1, 64>>>(values);
  return finish();
}
