// RUN: %cuda-memlint --checks=-*,cuda-struct-layout --show-remarks %s 2>&1 | FileCheck %s --implicit-check-not=remark:
// RUN: %cuda-memlint --checks=-*,cuda-struct-layout %s 2>&1 | FileCheck %s --check-prefix=QUIET --implicit-check-not=remark:
// QUIET: 0 warnings

#include <cuda_runtime.h>

//===--- Alignment ----------------------------------------------------------===//

struct Body {
  float x, y, z, mass;
};
struct __align__(16) AlignedBody {
  float x, y, z, mass;
};

// Lanes 16 bytes apart: each of four requests touches all 16 sectors of the 512 bytes.
// CHECK: :[[#@LINE+6]]:{{[0-9]+}}: remark: inefficient structure layout: loading 16 of the 16 B of `Body`, aligned to 4 B, takes 4 requests and 64 sectors per warp [cuda-struct-layout]
// CHECK: note: one array per field: 4 requests and 16 sectors per warp
// CHECK: note: for fields<<<4, 256>>>
// CHECK: :[[#@LINE-11]]:8: help: declare `Body` with `__align__(16)`, which does not change its size: 1 request and 16 sectors per warp
__global__ void fields(float *out, const Body *bodies) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = bodies[i].x * bodies[i].y * bodies[i].z * bodies[i].mass;
}
__global__ void fieldsAligned(float *out, const AlignedBody *bodies) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = bodies[i].x * bodies[i].y * bodies[i].z * bodies[i].mass;
}

// Copied as a whole.
// CHECK: remark: inefficient structure layout: {{loading|storing}} 16 of the 16 B of `Body`, aligned to 4 B, takes 4 requests and 64 sectors per warp
// CHECK: note: 1 other access of this kernel would gain as well
__global__ void copies(Body *out, const Body *bodies) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = bodies[i];
}
__global__ void copiesAligned(AlignedBody *out, const AlignedBody *bodies) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = bodies[i];
}

// All lanes at one element: 4 requests of 1 sector against 1.
// CHECK: remark: inefficient structure layout: loading 16 of the 16 B of `Body`, aligned to 4 B, takes 4 requests and 4 sectors per warp
// CHECK: help: declare `Body` with `__align__(16)`, which does not change its size: 1 request and 1 sector per warp
__global__ void allPairs(float *out, const Body *bodies, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += bodies[i].x * bodies[i].y * bodies[i].z * bodies[i].mass;
  out[blockIdx.x * 256 + threadIdx.x] = sum;
}

// One structure for all is not an array.
__global__ void settings(float *out, const Body *of) {
  out[blockIdx.x * 256 + threadIdx.x] = of->x * of->y * of->z * of->mass;
}

// 8 bytes, of a type that has no name of its own.
typedef struct {
  float re, im;
} Complex;
// CHECK: remark: inefficient structure layout: loading 8 of the 8 B of `Complex`, aligned to 4 B, takes 2 requests and 16 sectors per warp
// CHECK: help: declare `Complex` with `__align__(8)`, which does not change its size: 1 request and 8 sectors per warp
__global__ void norms(float *out, const Complex *values) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = values[i].re * values[i].re + values[i].im * values[i].im;
}
__global__ void normsOfFloat2(float *out, const float2 *values) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = values[i].x * values[i].x + values[i].y * values[i].y;
}

//===--- Padding ------------------------------------------------------------===//

// 3 requests of 12 sectors each; 16 if the 32 lanes had 16 bytes each; 3 times 4 at best.
// CHECK: remark: inefficient structure layout: loading 12 of the 12 B of `float3`, aligned to 4 B, takes 3 requests and 36 sectors per warp
// CHECK: note: padding to 16 B with `__align__(16)`: 1 request and 16 sectors per warp; its arrays take 33.3 % more memory
// CHECK: help: use one array per field: 3 requests and 12 sectors per warp
__global__ void lengths(float *out, const float3 *points) {
  int i = blockIdx.x * 256 + threadIdx.x;
  float3 p = points[i];
  out[i] = p.x * p.x + p.y * p.y + p.z * p.z;
}
__global__ void lengthsOfFloat4(float *out, const float4 *points) {
  int i = blockIdx.x * 256 + threadIdx.x;
  float4 p = points[i];
  out[i] = p.x * p.x + p.y * p.y + p.z * p.z;
}

//===--- One field of many --------------------------------------------------===//

struct __align__(16) Particle {
  float4 position;
  float4 velocity;
};
// Of each sector half: 32 sectors, 16 needed.
// CHECK: remark: inefficient structure layout: loading 16 of the 32 B of `Particle`, aligned to 16 B, takes 1 request and 32 sectors per warp
// CHECK-NEXT: float4 p =
// CHECK: help: use one array per field: 1 request and 16 sectors per warp
__global__ void positions(float *out, const Particle *particles) {
  int i = blockIdx.x * 256 + threadIdx.x;
  float4 p = particles[i].position;
  out[i] = p.x + p.y;
}
// The structure of arrays.
struct Particles {
  float4 *positions;
  float4 *velocities;
};
__global__ void positionsOfArrays(float *out, Particles particles) {
  int i = blockIdx.x * 256 + threadIdx.x;
  float4 p = particles.positions[i];
  out[i] = p.x + p.y;
}

// Which is cuda-uncoalesced-access's where the type is one of CUDA's.
__global__ void realParts(float *out, const float2 *values) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = values[i].x;
}

//===--- Little of what the kernel does -------------------------------------===//

struct Particle7 {
  float x, y, z, vx, vy, vz, m;
};

// 28 sectors for each of 32 warps, which load one sector 2 * 4096 times.
// CHECK: remark: inefficient structure layout: loading 4 of the 28 B of `Particle7`, aligned to 4 B, takes 1 request and 28 sectors per warp
// CHECK: note: for allParticles<<<4, 256>>>
// CHECK-NEXT: note: minor: these accesses take 0.3 % of the kernel's sectors
__global__ void allParticles(float *__restrict__ out, const Particle7 *__restrict__ particles) {
  int i = blockIdx.x * 256 + threadIdx.x;
  float sum = 0, mine = particles[i].x;
  for (int j = 0; j < 4096; ++j)
    sum += (particles[j].x - mine) * particles[j].m;
  out[i] = sum;
}

// Near miss: as many iterations as matter.
// CHECK: remark: inefficient structure layout: loading 4 of the 28 B of `Particle7`
// CHECK-NEXT: mine =
// CHECK-NEXT: {{\^}}
// CHECK-NEXT: note: for fewParticles<<<4, 256>>>
// CHECK-NEXT: note: no automatic fix
__global__ void fewParticles(float *__restrict__ out, const Particle7 *__restrict__ particles) {
  int i = blockIdx.x * 256 + threadIdx.x;
  float sum = 0, mine = particles[i].x;
  for (int j = 0; j < 64; ++j)
    sum += (particles[j].x - mine) * particles[j].m;
  out[i] = sum;
}

//===--- Nothing to gain, or not known --------------------------------------===//

// What the lanes access lies anywhere.
__global__ void gathered(float *out, const AlignedBody *bodies, const int *order) {
  int i = blockIdx.x * 256 + threadIdx.x;
  AlignedBody one = bodies[order[i]];
  out[i] = one.x + one.y + one.z + one.mass;
}

// In shared memory a stride of three words is conflict-free.
__global__ void shared(float *out, const float *in) {
  __shared__ float3 points[256];
  points[threadIdx.x] = {in[threadIdx.x], in[threadIdx.x + 256], in[threadIdx.x + 512]};
  __syncthreads();
  out[threadIdx.x] = points[255 - threadIdx.x].x + points[255 - threadIdx.x].y;
}

int main() {
  fields<<<4, 256>>>(nullptr, nullptr);
  fieldsAligned<<<4, 256>>>(nullptr, nullptr);
  copies<<<4, 256>>>(nullptr, nullptr);
  copiesAligned<<<4, 256>>>(nullptr, nullptr);
  allPairs<<<4, 256>>>(nullptr, nullptr, 100);
  settings<<<4, 256>>>(nullptr, nullptr);
  norms<<<4, 256>>>(nullptr, nullptr);
  normsOfFloat2<<<4, 256>>>(nullptr, nullptr);
  lengths<<<4, 256>>>(nullptr, nullptr);
  lengthsOfFloat4<<<4, 256>>>(nullptr, nullptr);
  positions<<<4, 256>>>(nullptr, nullptr);
  allParticles<<<4, 256>>>(nullptr, nullptr);
  fewParticles<<<4, 256>>>(nullptr, nullptr);
  positionsOfArrays<<<4, 256>>>(nullptr, {});
  realParts<<<4, 256>>>(nullptr, nullptr);
  gathered<<<4, 256>>>(nullptr, nullptr, nullptr);
  shared<<<4, 256>>>(nullptr, nullptr);
  return 0;
}
