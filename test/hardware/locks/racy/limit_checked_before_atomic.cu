// A thread looks whether there is room, and then takes it: several may find the same last place.
#include "../trials.h"

__device__ bool reserve(int *used, int limit) {
  if (*used < limit) {
    atomicAdd(used, 1);
    return true;
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
