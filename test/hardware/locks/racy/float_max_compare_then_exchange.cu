// The maximum is compared by an ordinary read and then exchanged, so a smaller value may win.
#include "../trials.h"

__device__ void atomicMaxFloat(float *address, float value) {
  if (value > *address)
    atomicExch(address, value);
}

__global__ void maximum(float *out, const float *in, int n) {
  float mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    mine = fmaxf(mine, in[i] + i);
  atomicMaxFloat(out, mine);
}

int main(int argc, char **argv) {
  Trials trials(argc, argv);
  float *in = numbers<float>(1 << 14), *out = zeros<float>(1);
  float wanted = 0;
  for (int i = 0; i < 1 << 14; ++i)
    wanted = std::max(wanted, float(number(i) + i));
  while (trials.next()) {
    clear(out, 1);
    maximum<<<64, 64>>>(out, in, 1 << 14);
    trials.expect(first(out) == wanted);
  }
  return trials.end();
}
