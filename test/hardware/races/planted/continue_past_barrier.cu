// A round that one thread after the other sits out, its barrier too.
#include "../buffers.h"

__global__ void play(int *out, const int *in) {
  __shared__ int cards[32];
  int t = threadIdx.x, hand = 0;
  for (int round = 0; round < 8; ++round) {
    __syncthreads();
    cards[t] = in[round * 32 + t];
#ifdef FIXED
    __syncthreads();
    if (t == round)
      continue;
#else
    if (t == round)
      continue;
    __syncthreads(); // planted 1: cuda-divergent-barrier, seen by synccheck
#endif
    hand += cards[31 - t];
  }
  out[t] = hand;
}

int main() {
  int *in = numbers<int>(8 * 32), *out = zeros<int>(32);
  play<<<1, 32>>>(out, in);
  return finish();
}
