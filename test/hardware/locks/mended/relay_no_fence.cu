// A block passes a signal on behind a fence, so what the first block stored reaches the third.
#include "../trials.h"

struct Station {
  int length; // set by the host
  int data[15];
  int first, second; // flags
};

__device__ void await(int *flag) {
  while (*(volatile int *)flag == 0) {
  }
}

__device__ void raise(int *flag) { *(volatile int *)flag = 1; }

__global__ void relay(Station *stations, int *out) {
  Station *station = &stations[blockIdx.x / 3];
  if (threadIdx.x != 0)
    return;
  switch (blockIdx.x % 3) {
  case 0:
    for (int k = 0; k < station->length; ++k)
      station->data[k] = k * k;
    __threadfence();
    raise(&station->first);
    break;
  case 1:
    await(&station->first);
    __threadfence();
    raise(&station->second);
    break;
  case 2:
    await(&station->second);
    __threadfence();
    int sum = 0;
    for (int k = station->length - 1; k >= 0; --k)
      sum += station->data[k];
    out[blockIdx.x / 3] = sum;
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv);
  std::vector<Station> empty(40);
  for (Station &station : empty)
    station = {15};
  Station *stations = zeros<Station>(40);
  int *out = zeros<int>(40);
  while (trials.next()) {
    cudaMemcpy(stations, empty.data(), 40 * sizeof(Station), cudaMemcpyHostToDevice);
    relay<<<120, 32>>>(stations, out);
    trials.expect(fetch(out, 40) == std::vector<int>(40, 1015));
  }
  return trials.end();
}
