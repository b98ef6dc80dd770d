// Cells of a gas in an array of structures: one kernel computes their pressure, another one the
// speed of sound.
#include "../program.h"

struct Cell {
  double density, energy, pressure;
};

constexpr int Count = 1 << 20;

__global__ void updatePressure(Cell *cells) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  cells[i].pressure = 0.4 * cells[i].density * cells[i].energy;
}

__global__ void speedOfSound(double *speeds, const Cell *cells) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  speeds[i] = sqrt(1.4 * cells[i].pressure / cells[i].density);
}

int main() {
  std::vector<Cell> host(Count);
  for (int i = 0; i != Count; ++i)
    host[i] = {1.0 + numberAt(2 * i), double(numberAt(2 * i + 1)), 0.0};
  Cell *cells;
  double *speeds;
  require(cudaMalloc(&cells, Count * sizeof(Cell)));
  require(cudaMalloc(&speeds, Count * sizeof(double)));
  require(cudaMemcpy(cells, host.data(), Count * sizeof(Cell), cudaMemcpyHostToDevice));
  for (int run = 0; run != Runs; ++run) {
    updatePressure<<<Count / 128, 128>>>(cells);
    speedOfSound<<<Count / 128, 128>>>(speeds, cells);
  }
  require(cudaDeviceSynchronize());
  printChecksum("speeds", speeds, Count);
}
