// Separate arrays for the members of a structure are proposed by one finding, not by two.
//
// RUN: not %cuda-memlint --remarks --no-fixes --checks=-*,cuda-struct-layout,cuda-uncoalesced-access %s \
// RUN:     | FileCheck %s --check-prefixes=CHECK,BOTH --implicit-check-not="[cuda-struct-layout]"
// RUN: %cuda-memlint --remarks --no-fixes --checks=-*,cuda-struct-layout %s \
// RUN:     | FileCheck %s --check-prefixes=CHECK,LAYOUT --implicit-check-not="[cuda-struct-layout]"

#include <cuda_runtime.h>

struct Particle {
  float x, y, z, vx, vy, vz, mass;
};

// BOTH: :[[#@LINE+5]]:3: warning: uncoalesced load:
// BOTH: help: use an array for each member of `Particle` (structure of arrays)
// LAYOUT: :[[#@LINE+3]]:3: remark: inefficient structure layout: {{.*}} [cuda-struct-layout]
__global__ void move(Particle *particles, float time) {
  Particle &p = particles[blockIdx.x * blockDim.x + threadIdx.x];
  p.x += p.vx * time;
  p.y += p.vy * time;
}

// An alignment that does not change the size has a fix of its own.
struct Four {
  float a, b, c, d;
};

// CHECK: remark: inefficient structure layout: loading 16 of the 16 B of `Four`, {{.*}} [cuda-struct-layout]
// CHECK: help: declare `Four` with `__align__(16)`
__global__ void sums(float *out, const Four *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i].a + in[i].b + in[i].c + in[i].d;
}

void launch(float *out, Particle *particles, Four *fours) {
  move<<<4, 256>>>(particles, 1);
  sums<<<4, 256>>>(out, fours);
}
