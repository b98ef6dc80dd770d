// Cells of a gas with an array for each member: one kernel computes their pressure, another one the
// speed of sound.
#include "../program.h"

constexpr int Count = 1 << 20;

__global__ void updatePressure(double *pressure, const double *density, const double *energy) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  pressure[i] = 0.4 * density[i] * energy[i];
}

__global__ void speedOfSound(double *speeds, const double *pressure, const double *density) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  speeds[i] = sqrt(1.4 * pressure[i] / density[i]);
}

int main() {
  std::vector<double> hostDensity(Count), hostEnergy(Count);
  for (int i = 0; i != Count; ++i) {
    hostDensity[i] = 1.0 + numberAt(2 * i);
    hostEnergy[i] = double(numberAt(2 * i + 1));
  }
  double *density, *energy, *pressure, *speeds;
  require(cudaMalloc(&density, Count * sizeof(double)));
  require(cudaMalloc(&energy, Count * sizeof(double)));
  require(cudaMalloc(&pressure, Count * sizeof(double)));
  require(cudaMalloc(&speeds, Count * sizeof(double)));
  require(cudaMemcpy(density, hostDensity.data(), Count * sizeof(double), cudaMemcpyHostToDevice));
  require(cudaMemcpy(energy, hostEnergy.data(), Count * sizeof(double), cudaMemcpyHostToDevice));
  for (int run = 0; run != Runs; ++run) {
    updatePressure<<<Count / 128, 128>>>(pressure, density, energy);
    speedOfSound<<<Count / 128, 128>>>(speeds, pressure, density);
  }
  require(cudaDeviceSynchronize());
  printChecksum("speeds", speeds, Count);
}
