// Each thread that finds a match increments the number of matches by an atomic.
#include "../trials.h"

struct Result {
  int matches;
  int lastTile;
};

__global__ void search(Result *result, const int *in, int key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] == key)
    atomicAdd(&result->matches, 1);
}

int main(int argc, char **argv) {
  Trials trials(argc, argv);
  int *in = numbers<int>(1 << 14);
  Result *result = zeros<Result>(1);
  int wanted = 0;
  for (int i = 0; i < 1 << 14; ++i)
    wanted += number(i) == 17;
  while (trials.next()) {
    clear(result, 1);
    search<<<64, 256>>>(result, in, 17, 1 << 14);
    trials.expect(first(result).matches == wanted);
  }
  return trials.end();
}
