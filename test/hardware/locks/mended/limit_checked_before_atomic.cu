// A thread takes a place by a compare-and-swap that fails if there is no more room.
#include "../trials.h"

__device__ bool reserve(int *used, int limit) {
  int seen = atomicAdd(used, 0);
  while (seen < limit) {
    int old = atomicCAS(used, seen, seen + 1);
    if (old == seen)
      return true;
    seen = old;
  }
  return false;
}

__global__ void seat(int *used, int *refused) {
  if (!reserve(used, 500))
    atomicAdd(refused, 1);
}

int main(int argc, char **argv) {
  Trials trials(argc, argv);
  int *used = zeros<int>(1), *refused = zeros<int>(1);
  while (trials.next()) {
    clear(used, 1);
    clear(refused, 1);
    seat<<<32, 64>>>(used, refused);
    trials.expect(first(used) == 500 && first(refused) == 32 * 64 - 500);
  }
  return trials.end();
}
