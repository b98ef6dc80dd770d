// The maximum is exchanged by a compare-and-swap that is repeated until nobody came in between.
#include "../trials.h"

__device__ void atomicMaxFloat(float *address, float value) {
  int *bits = (int *)address;
  int seen = atomicAdd(bits, 0);
  while (value > __int_as_float(seen)) {
    int old = atomicCAS(bits, seen, __float_as_int(value));
    if (old == seen)
      break;
    seen = old;
  }
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
