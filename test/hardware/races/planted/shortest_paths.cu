// All shortest paths in a small graph, one intermediate node after the other, without waiting.
#include "../buffers.h"

__global__ void shorten(int *lengths) {
  __shared__ int path[16][16];
  int x = threadIdx.x, y = threadIdx.y;
  path[y][x] = lengths[y * 16 + x];
  __syncthreads();
  for (int via = 0; via < 16; ++via) {
    int detour = path[y][via] + path[via][x]; // planted 1: cuda-shared-race, seen by racecheck
#ifdef FIXED
    __syncthreads();
#endif
    path[y][x] = min(path[y][x], detour); // planted 1
#ifdef FIXED
    __syncthreads();
#endif
  }
  lengths[y * 16 + x] = path[y][x];
}

int main() {
  int *lengths = numbers<int>(256);
  shorten<<<1, dim3(16, 16)>>>(lengths);
  return finish();
}
