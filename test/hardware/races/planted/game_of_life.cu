// Generations of cells in one array of bytes: neighbours may be of this generation or the next.
#include "../buffers.h"

__global__ void live(unsigned char *world, int generations) {
  __shared__ unsigned char cells[18][18];
  int x = threadIdx.x + 1, y = threadIdx.y + 1, t = threadIdx.y * 16 + threadIdx.x;
  for (int i = t; i < 18 * 18; i += 256)
    cells[i / 18][i % 18] = 0;
  __syncthreads();
  cells[y][x] = world[t] & 1;
  __syncthreads();
  for (int generation = 0; generation < generations; ++generation) {
    int alive = cells[y - 1][x - 1] + cells[y - 1][x] + cells[y - 1][x + 1] + // planted 1: cuda-shared-race, seen by racecheck
                cells[y][x - 1] + cells[y][x + 1] +                           // planted 1
                cells[y + 1][x - 1] + cells[y + 1][x] + cells[y + 1][x + 1];  // planted 1
    bool next = alive == 3 || (alive == 2 && cells[y][x]);
#ifdef FIXED
    __syncthreads();
#endif
    cells[y][x] = next; // planted 1
    __syncthreads();
  }
  world[t] = cells[y][x];
}

int main() {
  unsigned char *world = numbers<unsigned char>(256);
  live<<<1, dim3(16, 16)>>>(world, 4);
  return finish();
}
