// A queue: each thread that has something gets a place of its own by an atomic.
#include "../buffers.h"

__global__ void collect(int *out, int *size, const int *in) {
  int value = in[blockIdx.x * 128 + threadIdx.x];
  if (value % 3 == 0) {
    int place = atomicAdd(size, 1);
    out[place] = value;
  }
}

int main() {
  int *in = numbers<int>(512), *size = zeros<int>(1), *out = zeros<int>(512);
  collect<<<4, 128>>>(out, size, in);
  return finish();
}
