// Decoupled look-back: sums and their states are stored apart, with fences in between.
#include "../trials.h"

enum : int { NOTHING, AGGREGATE, PREFIX };

__global__ void scan(int *aggregates, int *prefixes, int *states, int *out, const int *in) {
  int tile = blockIdx.x;
  int sum = __syncthreads_count(in[tile * 128 + threadIdx.x] & 1);
  if (threadIdx.x != 0)
    return;
  aggregates[tile * 32] = sum;
  __threadfence();
  atomicExch(&states[tile], tile == 0 ? PREFIX : AGGREGATE);
  int before = 0;
  for (int k = tile - 1; k >= 0; --k) {
    int state;
    while ((state = *(volatile int *)&states[k]) == NOTHING) {
    }
    __threadfence();
    if (state == PREFIX) {
      before += k == 0 ? aggregates[0] : prefixes[k * 32];
      break;
    }
    before += aggregates[k * 32];
  }
  out[tile] = before + sum;
  if (tile > 0) {
    prefixes[tile * 32] = before + sum;
    __threadfence();
    atomicExch(&states[tile], PREFIX);
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv);
  int *in = numbers<int>(120 * 128), *out = zeros<int>(120), *states = zeros<int>(120);
  int *aggregates = zeros<int>(120 * 32), *prefixes = zeros<int>(120 * 32);
  std::vector<int> wanted(120);
  for (int i = 0, sum = 0; i < 120 * 128; ++i)
    wanted[i / 128] = sum += number(i) & 1;
  while (trials.next()) {
    clear(states, 120);
    clear(aggregates, 120 * 32);
    clear(prefixes, 120 * 32);
    scan<<<120, 128>>>(aggregates, prefixes, states, out, in);
    trials.expect(fetch(out, 120) == wanted);
  }
  return trials.end();
}
