// A barrier that counts, behind an operator that lanes do not all evaluate.
// not run: it never ends
#include "../buffers.h"

__global__ void vote(int *out, const int *in) {
  int t = threadIdx.x, value = in[t];
#ifdef FIXED
  int many = __syncthreads_count(value > 30) > 10;
  bool wins = t % 2 == 0 && many;
#else
  bool wins = t % 2 == 0 && __syncthreads_count(value > 30) > 10; // planted 1: cuda-divergent-barrier, not seen: it never ends
#endif
  out[t] = __popc(__ballot_sync(0xffffffff, wins));
}

int main() {
  int *in = numbers<int>(64), *out = zeros<int>(64);
  vote<<<1, 64>>>(out, in);
  return finish();
}
