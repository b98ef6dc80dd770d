// Both sides of a flag between blocks have a cuda::atomic_thread_fence for one block only.
#include "../trials.h"
#include <cuda/atomic>

constexpr auto SCOPE = cuda::thread_scope_block;

struct Cell {
  int sender; // set by the host
  int value;
};

__device__ volatile int flags[64];

__global__ void exchange(Cell *cells, int *out, int epoch) {
  int me = blockIdx.x, partner = me ^ 1;
  if (threadIdx.x == 0) {
    int sender = cells[partner].sender;
    cells[me].value = me * 10 + epoch;
    cuda::atomic_thread_fence(cuda::memory_order_seq_cst, SCOPE);
    flags[me] = epoch;
    while (flags[partner] != epoch) {
    }
    cuda::atomic_thread_fence(cuda::memory_order_seq_cst, SCOPE);
    out[me] = cells[partner].value - sender * 10;
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv);
  std::vector<Cell> start(64);
  for (int i = 0; i < 64; ++i)
    start[i].sender = i;
  Cell *cells = zeros<Cell>(64);
  cudaMemcpy(cells, start.data(), 64 * sizeof(Cell), cudaMemcpyHostToDevice);
  int *out = zeros<int>(64);
  for (int epoch = 1; trials.next(); ++epoch) {
    exchange<<<64, 32>>>(cells, out, epoch);
    trials.expect(fetch(out, 64) == std::vector<int>(64, epoch));
  }
  return trials.end();
}
