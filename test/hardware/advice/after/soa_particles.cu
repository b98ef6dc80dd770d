// Particles with an array for each member: one kernel moves them along x, another one computes
// energies, a third one charges.
#include "../program.h"

struct Particles {
  float *x, *y, *z, *vx, *vy, *vz, *mass, *charge;
};

constexpr int Count = 1 << 20;

__global__ void advance(Particles particles, float step) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  particles.x[i] += step * particles.vx[i];
}

__global__ void energy(float *energies, Particles particles) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float vx = particles.vx[i], vy = particles.vy[i], vz = particles.vz[i];
  energies[i] = 0.5f * particles.mass[i] * (vx * vx + vy * vy + vz * vz);
}

__global__ void recharge(Particles particles, const float *charges) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  particles.charge[i] = charges[i] * particles.mass[i];
}

int main() {
  std::vector<float> hostCharges(Count);
  std::vector<float> members[8];
  for (int member = 0; member != 8; ++member) {
    members[member].resize(Count);
    for (int i = 0; i != Count; ++i)
      members[member][i] = float(numberAt(8 * i + member));
  }
  for (int i = 0; i != Count; ++i)
    hostCharges[i] = float(numberAt(i));
  float *arrays[8];
  float *energies, *charges;
  for (int member = 0; member != 8; ++member) {
    require(cudaMalloc(&arrays[member], Count * sizeof(float)));
    require(cudaMemcpy(arrays[member], members[member].data(), Count * sizeof(float),
                       cudaMemcpyHostToDevice));
  }
  Particles particles = {arrays[0], arrays[1], arrays[2], arrays[3],
                         arrays[4], arrays[5], arrays[6], arrays[7]};
  require(cudaMalloc(&energies, Count * sizeof(float)));
  require(cudaMalloc(&charges, Count * sizeof(float)));
  require(cudaMemcpy(charges, hostCharges.data(), Count * sizeof(float), cudaMemcpyHostToDevice));
  for (int run = 0; run != Runs; ++run) {
    advance<<<Count / 256, 256>>>(particles, 0.5f);
    energy<<<Count / 256, 256>>>(energies, particles);
    recharge<<<Count / 256, 256>>>(particles, charges);
  }
  for (int member = 0; member != 8; ++member)
    require(cudaMemcpy(members[member].data(), arrays[member], Count * sizeof(float),
                       cudaMemcpyDeviceToHost));
  uint64_t hash = 0;
  for (int i = 0; i != Count; ++i)
    for (int member = 0; member != 8; ++member)
      hash = hashOf(&members[member][i], sizeof(float), hash);
  std::printf("particles %016llx\n", (unsigned long long)hash);
  printChecksum("energies", energies, Count);
}
