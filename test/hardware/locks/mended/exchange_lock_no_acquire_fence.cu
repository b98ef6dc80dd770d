// Each thread takes the lock by an atomic exchange, and a fence follows.
#include "../trials.h"

__global__ void enumerate(int *mutex, int *next, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (bool isWaiting = true; isWaiting;) {
    if (atomicExch(mutex, 1) == 0) {
      __threadfence();
      int mine = *next;
      *next = mine + 1;
      out[mine] = i;
      isWaiting = false;
      __threadfence();
      atomicExch(mutex, 0);
    }
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv, 500);
  int *mutex = zeros<int>(1), *next = zeros<int>(1), *out = zeros<int>(48 * 32);
  while (trials.next()) {
    clear(next, 1);
    enumerate<<<48, 32>>>(mutex, next, out);
    auto got = fetch(out, 48 * 32);
    std::vector<bool> isThere(48 * 32);
    for (int i : got)
      isThere[i] = true;
    trials.expect(std::find(isThere.begin(), isThere.end(), false) == isThere.end());
  }
  return trials.end();
}
