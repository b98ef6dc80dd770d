// One thread raises the flag for its block, after a barrier.
#include "../trials.h"

template <typename T> class Event {
public:
  __device__ explicit Event(T *word) : word(word) {}
  __device__ void set() {
    __threadfence();
    *word = 1;
  }
  __device__ void wait() {
    while (*word != 1)
      __nanosleep(8);
    __threadfence();
  }

private:
  volatile T *word;
};

__global__ void shift(int *rows, int *events, int *out) {
  int t = threadIdx.x, pair = blockIdx.x / 2;
  Event<int> event(&events[pair]);
  if (blockIdx.x % 2 == 0) {
    __nanosleep(t * 8); // the last warps have the most to do
    rows[pair * 512 + t] = t + 1;
    __syncthreads();
    if (t == 0)
      event.set();
  } else {
    if (t == 0)
      event.wait();
    __syncthreads();
    out[pair * 512 + t] = rows[pair * 512 + (t + 256) % 512];
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv);
  int *rows = zeros<int>(40 * 512), *events = zeros<int>(40), *out = zeros<int>(40 * 512);
  std::vector<int> wanted(40 * 512);
  for (int i = 0; i < 40 * 512; ++i)
    wanted[i] = (i + 256) % 512 + 1;
  while (trials.next()) {
    clear(rows, 40 * 512);
    clear(events, 40);
    shift<<<80, 512>>>(rows, events, out);
    trials.expect(fetch(out, 40 * 512) == wanted);
  }
  return trials.end();
}
