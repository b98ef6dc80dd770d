// One thread stores a field of a struct that another one copies as a whole.
#include "../buffers.h"

struct Particle {
  float position, speed;
};

__global__ void mirror(Particle *out, const float *positions) {
  __shared__ Particle particles[64];
  int t = threadIdx.x;
  particles[t].speed = 0;               // planted 1: cuda-shared-race, seen by racecheck
  particles[t].position = positions[t]; // planted 1
#ifdef FIXED
  __syncthreads();
#endif
  out[t] = particles[63 - t]; // planted 1
}

int main() {
  float *positions = numbers<float>(64);
  Particle *out = zeros<Particle>(64);
  mirror<<<1, 64>>>(out, positions);
  return finish();
}
