// Entries of a table that are put together from three arrays and stored whole.
#include "../program.h"

struct __align__(16) Entry {
  unsigned key, first, count, flags;
};

constexpr int Count = 1 << 21;

__global__ void fill(Entry *entries, const unsigned *keys, const unsigned *firsts,
                     const unsigned *counts) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Entry entry;
  entry.key = keys[i];
  entry.first = firsts[i];
  entry.count = counts[i];
  entry.flags = i & 7;
  entries[i] = entry;
}

int main() {
  std::vector<unsigned> host(3 * Count);
  for (int i = 0; i != 3 * Count; ++i)
    host[i] = numberAt(i);
  Entry *entries;
  unsigned *keys, *firsts, *counts;
  require(cudaMalloc(&entries, Count * sizeof(Entry)));
  require(cudaMalloc(&keys, Count * sizeof(unsigned)));
  require(cudaMalloc(&firsts, Count * sizeof(unsigned)));
  require(cudaMalloc(&counts, Count * sizeof(unsigned)));
  require(cudaMemcpy(keys, &host[0], Count * sizeof(unsigned), cudaMemcpyHostToDevice));
  require(cudaMemcpy(firsts, &host[Count], Count * sizeof(unsigned), cudaMemcpyHostToDevice));
  require(cudaMemcpy(counts, &host[2 * Count], Count * sizeof(unsigned), cudaMemcpyHostToDevice));
  for (int run = 0; run != Runs; ++run)
    fill<<<Count / 256, 256>>>(entries, keys, firsts, counts);
  require(cudaDeviceSynchronize());
  printChecksum("entries", entries, Count);
}
