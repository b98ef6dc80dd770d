// Data and flag are volatile, as if that ordered one before the other for another block.
#include "../trials.h"

constexpr int PAIRS = 60, WORDS = 8, FAR = 2048;

__global__ void send(volatile int *data, volatile int *flags, int *out) {
  int pair = blockIdx.x % PAIRS;
  if (threadIdx.x == 0) {
    if (blockIdx.x < PAIRS) {
      for (int k = 0; k < WORDS; ++k)
        data[k * FAR + pair] = pair + k;
      flags[pair] = 1;
    } else {
      while (flags[pair] == 0) {
      }
      int sum = 0;
      for (int k = WORDS - 1; k >= 0; --k)
        sum += data[k * FAR + pair];
      out[pair] = sum;
    }
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv, 2000);
  int *data = zeros<int>(WORDS * FAR), *flags = zeros<int>(PAIRS), *out = zeros<int>(PAIRS);
  std::vector<int> wanted(PAIRS);
  for (int pair = 0; pair < PAIRS; ++pair)
    wanted[pair] = 8 * pair + 28;
  while (trials.next()) {
    clear(data, WORDS * FAR);
    clear(flags, PAIRS);
    send<<<120, 32>>>(data, flags, out);
    trials.expect(fetch(out, PAIRS) == wanted);
  }
  return trials.end();
}
