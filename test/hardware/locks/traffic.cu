// Stores and atomics all over a large array, on a stream of their own: stores of the launch beside
// it then take longer to some parts of the second-level cache than to others.
#include <cuda_runtime.h>

namespace {

constexpr unsigned WORDS = 16u << 20;

__global__ void scatter(unsigned *words, unsigned seed) {
  unsigned state = seed + (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u;
  for (int i = 0; i < 64; ++i) {
    state = state * 1664525u + 1013904223u;
    unsigned place = (state >> 8) % WORDS;
    if (i % 4)
      words[place] = state;
    else
      atomicAdd(&words[place & ~0xffffu], 1u); // every block meets the others in a few lines
  }
}

} // namespace

void startTraffic() {
  static cudaStream_t stream = nullptr;
  static unsigned *words = nullptr;
  static unsigned seed = 0;
  if (!stream) {
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaMalloc(&words, WORDS * sizeof(unsigned));
  }
  if (cudaStreamQuery(stream) == cudaSuccess)
    for (int k = 0; k < 4; ++k)
      scatter<<<66, 512, 0, stream>>>(words, ++seed);
}
