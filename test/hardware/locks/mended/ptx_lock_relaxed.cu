// A lock in PTX that is taken by an acquiring atomic and released by a releasing store.
#include "../trials.h"

__device__ bool tryLock(int *mutex) {
  int old;
  asm volatile("atom.acquire.gpu.global.cas.b32 %0, [%1], 0, 1;"
               : "=r"(old)
               : "l"(__cvta_generic_to_global(mutex))
               : "memory");
  return old == 0;
}

__device__ void unlock(int *mutex) {
  asm volatile("st.release.gpu.b32 [%0], 0;" ::"l"(mutex) : "memory");
}

__global__ void smooth(int *mutex, float *state, int rounds) {
  if (threadIdx.x != 0)
    return;
  for (int round = 0; round < rounds; ++round) {
    while (!tryLock(mutex))
      __nanosleep(10);
    float left = state[0], right = state[64];
    state[0] = left + 1;
    state[64] = right + 2;
    unlock(mutex);
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv, 500);
  int *mutex = zeros<int>(1);
  float *state = zeros<float>(128);
  while (trials.next()) {
    clear(state, 128);
    smooth<<<64, 32>>>(mutex, state, 12);
    auto got = fetch(state, 128);
    trials.expect(got[0] == 64 * 12 && got[64] == 2 * 64 * 12);
  }
  return trials.end();
}
