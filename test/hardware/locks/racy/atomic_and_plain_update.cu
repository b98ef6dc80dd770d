// Most threads add by an atomic, but those with a remainder add to the same sum without one.
#include "../trials.h"

__global__ void volume(unsigned long long *sum, const int *in, int n) {
  int pairs = n / 2;
  for (int p = blockIdx.x * blockDim.x + threadIdx.x; p < pairs; p += gridDim.x * blockDim.x) {
    unsigned area = in[2 * p] * in[2 * p + 1];
    if (area % 4 == 0)
      atomicAdd(sum, area / 4ull);
    else
      *sum += area;
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv);
  int *in = numbers<int>(1 << 13);
  auto *sum = zeros<unsigned long long>(1);
  unsigned long long wanted = 0;
  for (int i = 0; i < 1 << 13; i += 2) {
    int area = number(i) * number(i + 1);
    wanted += area % 4 == 0 ? area / 4 : area;
  }
  while (trials.next()) {
    clear(sum, 1);
    volume<<<32, 64>>>(sum, in, 1 << 13);
    trials.expect(first(sum) == wanted);
  }
  return trials.end();
}
