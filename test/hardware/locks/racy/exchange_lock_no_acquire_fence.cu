// Each thread takes the lock by an atomic exchange and reads the counter with no fence in between.
#include "../trials.h"

struct Counter {
  int limit; // set by the host
  int next;
};

__global__ void enumerate(int *mutex, Counter *counter, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (bool isWaiting = i < counter->limit; isWaiting;) {
    if (atomicExch(mutex, 1) == 0) {
      int mine = counter->next;
      counter->next = mine + 1;
      out[mine] = i;
      isWaiting = false;
      __threadfence();
      atomicExch(mutex, 0);
    }
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv, 500);
  int *mutex = zeros<int>(1), *out = zeros<int>(48 * 32);
  Counter *counter = zeros<Counter>(1), start = {48 * 32, 0};
  while (trials.next()) {
    cudaMemcpy(counter, &start, sizeof(start), cudaMemcpyHostToDevice);
    enumerate<<<48, 32>>>(mutex, counter, out);
    auto got = fetch(out, 48 * 32);
    std::vector<bool> isThere(48 * 32);
    for (int i : got)
      isThere[i] = true;
    trials.expect(std::find(isThere.begin(), isThere.end(), false) == isThere.end());
  }
  return trials.end();
}
