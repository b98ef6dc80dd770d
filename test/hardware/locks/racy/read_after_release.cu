// A block enters its number under the lock, and reads the length of the list after the release.
#include "../trials.h"

struct Roster {
  int lock;
  int length;
  int blocks[128];
};

__device__ int enroll(Roster *roster) {
  while (atomicCAS(&roster->lock, 0, 1) != 0)
    __nanosleep(30);
  __threadfence();
  roster->blocks[roster->length] = blockIdx.x;
  roster->length += 1;
  __threadfence();
  atomicExch(&roster->lock, 0);
  int length = roster->length;
  return length;
}

__global__ void enrollAll(Roster *roster, int *places) {
  if (threadIdx.x == 0)
    places[blockIdx.x] = enroll(roster);
}

int main(int argc, char **argv) {
  Trials trials(argc, argv);
  Roster *roster = zeros<Roster>(1);
  int *places = zeros<int>(128);
  while (trials.next()) {
    clear(roster, 1);
    enrollAll<<<128, 32>>>(roster, places);
    auto got = fetch(places, 128);
    std::sort(got.begin(), got.end());
    bool isRight = first(roster).length == 128;
    for (int k = 0; k < 128; ++k)
      isRight &= got[k] == k + 1;
    trials.expect(isRight);
  }
  return trials.end();
}
