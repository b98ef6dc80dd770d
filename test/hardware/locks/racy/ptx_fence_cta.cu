// Fences in PTX between the data and the flag have the scope of a block, but blocks communicate.
#include "../trials.h"

__device__ void fence() { asm volatile("fence.acq_rel.cta;" ::: "memory"); }

__device__ int peek(const int *p) {
  int value;
  asm volatile("ld.relaxed.gpu.b32 %0, [%1];" : "=r"(value) : "l"(p) : "memory");
  return value;
}

__device__ void poke(int *p, int value) {
  asm volatile("st.relaxed.gpu.b32 [%0], %1;" ::"l"(p), "r"(value) : "memory");
}

// Blocks in a ring: each adds one to what it gets from the left, four rounds long.
__global__ void ring(int *tokens, int *turns, int rounds) {
  int me = blockIdx.x, left = (me + gridDim.x - 1) % gridDim.x;
  if (threadIdx.x)
    return;
  for (int round = 1; round <= rounds; ++round) {
    if (me != 0 || round > 1) {
      int wanted = me == 0 ? round - 1 : round;
      while (peek(&turns[left]) < wanted) {
      }
      fence();
    }
    tokens[me * 32] = tokens[left * 32] + 1;
    fence();
    poke(&turns[me], round);
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv, 500);
  int *tokens = zeros<int>(32 * 32), *turns = zeros<int>(32);
  while (trials.next()) {
    clear(tokens, 32 * 32);
    clear(turns, 32);
    ring<<<32, 32>>>(tokens, turns, 4);
    trials.expect(fetch(tokens, 32 * 32)[31 * 32] == 32 * 4);
  }
  return trials.end();
}
