// A message is published by a releasing store, and its reader waits with acquiring loads.
#include "../trials.h"
#include <cuda/atomic>

struct alignas(128) Message {
  int length; // set by the host
  int words[23];
  alignas(128) int flag;
};

using Flag = cuda::atomic_ref<int, cuda::thread_scope_device>;

__global__ void pass(Message *messages, int *out) {
  int half = gridDim.x / 2, t = threadIdx.x;
  Message &message = messages[blockIdx.x % half];
  int length = message.length;
  Flag flag(message.flag);
  if (t != 0)
    return;
  if (blockIdx.x < half) {
    for (int k = 0; k < length; ++k)
      message.words[k] = k + 1;
    flag.store(1, cuda::memory_order_release);
  } else {
    while (flag.load(cuda::memory_order_acquire) == 0) {
    }
    int sum = 0;
    for (int k = 0; k < length; ++k)
      sum += message.words[k];
    out[blockIdx.x - half] = sum;
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv);
  std::vector<Message> empty(64);
  for (Message &message : empty)
    message = {23};
  Message *messages = zeros<Message>(64);
  int *out = zeros<int>(64);
  while (trials.next()) {
    cudaMemcpy(messages, empty.data(), 64 * sizeof(Message), cudaMemcpyHostToDevice);
    pass<<<128, 32>>>(messages, out);
    trials.expect(fetch(out, 64) == std::vector<int>(64, 23 * 24 / 2));
  }
  return trials.end();
}
