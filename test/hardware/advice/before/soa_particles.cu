// Particles in an array of structures: one kernel moves them along x, another one computes
// energies, a third one charges.
#include "../program.h"

struct Particle {
  float x, y, z, vx, vy, vz, mass, charge;
};

constexpr int Count = 1 << 20;

__global__ void advance(Particle *particles, float step) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  particles[i].x += step * particles[i].vx;
}

__global__ void energy(float *energies, const Particle *particles) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float vx = particles[i].vx, vy = particles[i].vy, vz = particles[i].vz;
  energies[i] = 0.5f * particles[i].mass * (vx * vx + vy * vy + vz * vz);
}

__global__ void recharge(Particle *particles, const float *charges) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  particles[i].charge = charges[i] * particles[i].mass;
}

int main() {
  std::vector<Particle> host(Count);
  std::vector<float> hostCharges(Count);
  for (int i = 0; i != Count; ++i) {
    host[i] = {float(numberAt(8 * i)),     float(numberAt(8 * i + 1)), float(numberAt(8 * i + 2)),
               float(numberAt(8 * i + 3)), float(numberAt(8 * i + 4)), float(numberAt(8 * i + 5)),
               float(numberAt(8 * i + 6)), float(numberAt(8 * i + 7))};
    hostCharges[i] = float(numberAt(i));
  }
  Particle *particles;
  float *energies, *charges;
  require(cudaMalloc(&particles, Count * sizeof(Particle)));
  require(cudaMalloc(&energies, Count * sizeof(float)));
  require(cudaMalloc(&charges, Count * sizeof(float)));
  require(cudaMemcpy(particles, host.data(), Count * sizeof(Particle), cudaMemcpyHostToDevice));
  require(cudaMemcpy(charges, hostCharges.data(), Count * sizeof(float), cudaMemcpyHostToDevice));
  for (int run = 0; run != Runs; ++run) {
    advance<<<Count / 256, 256>>>(particles, 0.5f);
    energy<<<Count / 256, 256>>>(energies, particles);
    recharge<<<Count / 256, 256>>>(particles, charges);
  }
  require(cudaMemcpy(host.data(), particles, Count * sizeof(Particle), cudaMemcpyDeviceToHost));
  uint64_t hash = 0;
  for (const Particle &each : host)
    hash = hashOf(&each, sizeof(each), hash);
  std::printf("particles %016llx\n", (unsigned long long)hash);
  printChecksum("energies", energies, Count);
}
