// Structures that one kernel gathers stay as they are in all: with an array for each member, a lane
// would touch a sector for each of them.
//
// RUN: not %cuda-memlint --remarks --no-fixes --checks=-*,cuda-uncoalesced-access %s \
// RUN:     | FileCheck %s --implicit-check-not=help: --implicit-check-not='no advice'

#include <cuda_runtime.h>

struct Sample {
  float real, imaginary, x, y, z, density;
};

__global__ void positions(float *out, const Sample *samples) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: warning: uncoalesced load
  // CHECK: help: declare `Sample` with `__align__(8)`: 2,432 -> 1,664 sectors for the kernel; a warp touches the same sectors in all, by fewer requests{{$}}
  Sample sample = samples[i];
  out[i] = sample.x + sample.y + sample.z;
}

__global__ void reorder(float2 *out, const Sample *samples, const int *index) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Sample sample = samples[index[i]];
  out[i] = make_float2(sample.real, sample.imaginary);
}

// No alignment helps structures of 12 bytes.
struct Point {
  float x, y, z;
};

__global__ void heights(float *out, const Point *points) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: uncoalesced load
  // CHECK: note: no advice: `neighbours` gathers elements of `Point`, whose members an array for each would spread over as many sectors
  out[i] = points[i].z;
}

__global__ void neighbours(float *out, const Point *points, const int *index) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Point point = points[index[i]];
  out[i] = point.x + point.y + point.z;
}

// Near miss: a gather of one member touches one sector either way, or a part of one.
struct Cell {
  float mass, x, y;
};

__global__ void masses(float *out, const Cell *cells) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: uncoalesced load
  // CHECK: help: use an array for each member of `Cell` (structure of arrays)
  out[i] = cells[i].mass;
}

__global__ void massOf(float *out, const Cell *cells, const int *index) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = cells[index[i]].mass;
}

void launch(float *out, float2 *sorted, Sample *samples, Point *points, Cell *cells, int *index) {
  positions<<<4, 256>>>(out, samples);
  reorder<<<4, 256>>>(sorted, samples, index);
  heights<<<4, 256>>>(out, points);
  neighbours<<<4, 256>>>(out, points, index);
  masses<<<4, 256>>>(out, cells);
  massOf<<<4, 256>>>(out, cells, index);
}
