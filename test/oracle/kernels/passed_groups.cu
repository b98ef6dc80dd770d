// Groups of threads behind their base class, in parameters, variables and classes.
// ORACLE: 27 accesses, 27 costs

#include <cooperative_groups.h>

#include "buffers.h"

namespace cg = cooperative_groups;

// A sum over the group: who takes part halves from step to step.
__device__ float sumIn(cg::thread_group group, float *work, float value) {
  int rank = group.thread_rank();
  for (int i = group.size() / 2; i > 0; i /= 2) {
    work[rank] = value;
    group.sync();
    if (rank < i)
      value += work[rank + i];
    group.sync();
  }
  return group.thread_rank() == 0 ? value : -1;
}

__global__ void sums(float *out) {
  __shared__ float work[128];
  cg::thread_block block = cg::this_thread_block();
  out[block.thread_rank()] = sumIn(block, work, 1);
  block.sync();
  auto tile = cg::tiled_partition<16>(block);
  int first = block.thread_rank() - tile.thread_rank();
  out[block.thread_rank()] = sumIn(tile, work + first, 2);
}

// The last part of the block may be smaller than the others.
__global__ void parts(float *out) {
  cg::thread_group part = cg::tiled_partition(cg::this_thread_block(), 16);
  cg::thread_group inner = cg::tiled_partition(part, 4);
  out[part.thread_rank() * 3] = 1;
  out[part.size() * threadIdx.x] = 2;
  out[inner.thread_rank() * 40 + part.thread_rank()] = 3;
  out[inner.size() * part.thread_rank()] = 4;
}

struct Team {
  cg::thread_group group;
  float *out;
  __device__ void put(int stride) const { out[group.thread_rank() * stride] = group.size(); }
};

__global__ void teams(float *out) {
  cg::thread_block block = cg::this_thread_block();
  Team all = {block, out}, few = {cg::tiled_partition<8>(block), out + 64};
  all.put(2);
  few.put(5);
  Team copy = few;
  copy.put(9);
}

int main() {
  float *a = zeros<float>(8192);
  sums<<<1, 128>>>(a);
  sums<<<1, dim3(8, 8)>>>(a);
  parts<<<1, 64>>>(a);
  parts<<<1, 40>>>(a);
  parts<<<1, dim3(10, 7)>>>(a);
  teams<<<2, 48>>>(a);
  return 0;
}
