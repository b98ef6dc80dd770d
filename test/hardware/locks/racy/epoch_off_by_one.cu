// Epoch k means that k rows are there, but the reader of row k goes on as soon as the epoch is k.
#include "../trials.h"

__global__ void stream(int *rows, volatile int *epochs, int *out, int count) {
  int pair = blockIdx.x / 2, t = threadIdx.x;
  int *own = rows + pair * 8 * 32;
  if (blockIdx.x % 2 == 0) {
    for (int k = 0; k < count; ++k) {
      own[k * 32 + t] = k + t;
      __syncwarp();
      if (t == 0) {
        __threadfence();
        epochs[pair] = k + 1;
      }
    }
  } else {
    int sum = 0;
    for (int k = 0; k < count; ++k) {
      while (epochs[pair] < k) {
      }
      __threadfence();
      sum += own[k * 32 + t];
    }
    out[pair * 32 + t] = sum;
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv);
  int *rows = zeros<int>(32 * 8 * 32), *epochs = zeros<int>(32), *out = zeros<int>(32 * 32);
  std::vector<int> wanted(32 * 32);
  for (int i = 0; i < 32 * 32; ++i)
    wanted[i] = 28 + 8 * (i % 32);
  while (trials.next()) {
    clear(rows, 32 * 8 * 32);
    clear(epochs, 32);
    stream<<<64, 32>>>(rows, epochs, out, 8);
    trials.expect(fetch(out, 32 * 32) == wanted);
  }
  return trials.end();
}
