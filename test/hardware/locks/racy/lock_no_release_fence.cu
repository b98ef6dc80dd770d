// Nothing orders the stores inside the lock before its release: the next block may not see them.
#include "../trials.h"

constexpr int PARTS = 8, STRIDE = 1024;

// All parts of the version go up by one; a block that finds them unequal counts a failure.
__global__ void advance(int *mutex, int *version, int *failures) {
  if (threadIdx.x != 0)
    return;
  for (int round = 0; round < 20; ++round) {
    while (atomicCAS(mutex, 0, 1) != 0) {
    }
    __threadfence();
    int old = version[0];
    for (int part = 1; part < PARTS; ++part)
      if (version[part * STRIDE] != old)
        atomicAdd(failures, 1);
    for (int part = 0; part < PARTS; ++part)
      version[part * STRIDE] = old + 1;
    atomicExch(mutex, 0);
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv);
  int *mutex = zeros<int>(1), *failures = zeros<int>(1), *version = zeros<int>(PARTS * STRIDE);
  while (trials.next()) {
    clear(failures, 1);
    clear(version, PARTS * STRIDE);
    advance<<<96, 32>>>(mutex, version, failures);
    trials.expect(first(failures) == 0 && first(version) == 96 * 20);
  }
  return trials.end();
}
