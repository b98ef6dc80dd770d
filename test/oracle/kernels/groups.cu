// Groups of threads, and inline PTX that reads and writes.
// ORACLE: 25 accesses, 25 costs

#include <cooperative_groups.h>

#include "buffers.h"

namespace cg = cooperative_groups;

__global__ void blocks(float *out, const float *in) {
  __shared__ float line[128];
  cg::thread_block block = cg::this_thread_block();
  line[block.thread_rank()] = in[block.group_index().x * block.size() + block.thread_rank()];
  block.sync();
  out[block.size() * 2 - 1 - block.thread_rank()] = line[127 - block.thread_rank()];
  out[block.thread_index().y * 40 + block.thread_index().x * block.group_dim().y] = 1;
}

__global__ void tiles(float *out) {
  __shared__ float rows[64][9];
  cg::thread_block block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  auto quarter = cg::tiled_partition<8>(warp);
  rows[warp.meta_group_rank() * 4 + quarter.meta_group_rank()][quarter.thread_rank()] = 1;
  warp.sync();
  out[warp.meta_group_rank() * 40 + warp.thread_rank()] =
      rows[quarter.thread_rank()][quarter.meta_group_rank()];
  out[quarter.meta_group_size() * warp.thread_rank() + warp.meta_group_size()] = 2;
  for (int distance = warp.size() / 2; distance > 0; distance /= 2) {
    if (warp.thread_rank() < distance)
      out[warp.thread_rank() + distance] = 3;
    warp.sync();
  }
  if (quarter.thread_rank() == 0)
    out[block.thread_rank() / quarter.size()] = 4;
}

template <class Group> __device__ void storeByRank(Group group, float *out, int stride) {
  out[group.thread_rank() * stride] = group.size();
  group.sync();
}

__global__ void anyGroup(float *out) {
  cg::thread_block block = cg::this_thread_block();
  storeByRank(block, out, 2);
  storeByRank(cg::tiled_partition<32>(block), out, 3);
  storeByRank(cg::tiled_partition<4>(block), out, 5);
}

__global__ void grids(float *out, int n) {
  cg::grid_group grid = cg::this_grid();
  for (unsigned long long i = grid.thread_rank(); i < n; i += grid.size())
    out[i] = 1;
  out[grid.block_rank() * 33 + cg::this_thread_block().thread_rank()] = 2;
}

__global__ void coalesced(float *out) {
  if (threadIdx.x % 3 == 0) {
    cg::coalesced_group active = cg::coalesced_threads();
    out[threadIdx.x * 2] = active.size();
    out[active.thread_rank()] = 1;
    active.sync();
  }
  out[threadIdx.x + 200] = 2;
}

__device__ unsigned sharedAddress(const void *place) {
  return static_cast<unsigned>(__cvta_generic_to_shared(place));
}

__global__ void assembly(float *out, const float *in, const float4 *vectors) {
  __shared__ float4 pieces[64];
  __shared__ float words[256];
  unsigned t = threadIdx.x;
  float a, b, c, d;
  asm volatile("ld.global.f32 %0, [%1];" : "=f"(a) : "l"(in + 3 * t));
  asm volatile("ld.global.nc.v4.f32 {%0, %1, %2, %3}, [%4+16];"
               : "=f"(a), "=f"(b), "=f"(c), "=f"(d)
               : "l"(vectors + t));
  asm volatile("st.shared.v4.f32 [%0], {%1, %2, %3, %4};" ::"r"(sharedAddress(&pieces[t ^ 1])),
               "f"(a), "f"(b), "f"(c), "f"(d));
  asm volatile("st.shared.f32 [%0+8], %1;" ::"r"(sharedAddress(words) + 8 * t), "f"(a));
  __syncthreads();
  asm volatile("ld.shared.v2.f32 {%0, %1}, [%2];"
               : "=f"(a), "=f"(b)
               : "r"(sharedAddress(&pieces[t / 2])));
  asm volatile("st.global.v2.f32 [%0], {%1, %2};" ::"l"(out + 4 * t), "f"(a), "f"(b));
  asm volatile("st.global.b16 [%0], %1;" ::"l"((short *)out + 3 * t), "h"((short)1));
}

int main() {
  float *a = zeros<float>(8192), *b = zeros<float>(8192);
  blocks<<<3, dim3(32, 4)>>>(a, b);
  tiles<<<2, 128>>>(a);
  anyGroup<<<1, 64>>>(a);
  grids<<<dim3(2, 2), 64>>>(a, 600);
  coalesced<<<1, 64>>>(a);
  assembly<<<1, 64>>>(a, b, zeros<float4>(128));
  return 0;
}
