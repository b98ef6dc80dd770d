// RUN: %json %s | %query | FileCheck %s

// memcpy_async and its relatives, pipelines and barriers: what a thread copies by itself
// is counted on the global side, the rest is listed with its reason.

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

// One warp.
__global__ void primitives(float *out, const float *in, const float4 *vectors) {
  __shared__ float s[64];
  __shared__ float4 v[64];
  unsigned t = threadIdx.x;
  // 2 floats apart: 8 of 4.
  __pipeline_memcpy_async(&s[t], &in[2 * t], sizeof(float));
  // CHECK: line [[#@LINE-1]]: global async-copy requests=1 cost=8 ideal=4 worst=8; proved;
  // CHECK: line [[#@LINE-2]]: shared async-copy requests=null {{.*}} unknown;
  // 8 bytes each, consecutive: 8 of 8.
  __pipeline_memcpy_async(&s[2 * t], &in[2 * t], 8);
  // CHECK: line [[#@LINE-1]]: global async-copy requests=1 cost=8 ideal=8 worst=8; proved;
  // CHECK: line [[#@LINE-2]]: shared async-copy requests=null {{.*}} unknown;
  // 16 bytes go past the first-level cache.
  __pipeline_memcpy_async(&v[t], &vectors[t], 16);
  // CHECK: line [[#@LINE-1]]: global async-copy requests=null {{.*}} unknown;{{.*}}no cost model for `cp.async.cg`
  // CHECK: line [[#@LINE-2]]: shared async-copy requests=null {{.*}} unknown;
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[t] = s[t];
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=4 worst=4; proved;
  // CHECK: line [[#@LINE-2]]: shared load requests=1 cost=1 ideal=1 worst=1; proved;
}

// One warp.
__global__ void pipelines(float *out, const float *in) {
  __shared__ float s[2][64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  unsigned t = threadIdx.x;
  cg::thread_block block = cg::this_thread_block();
  auto own = cuda::make_pipeline();
  own.producer_acquire();
  // 3 floats apart: bytes 0 to 375, 12 of 4.
  cuda::memcpy_async(&s[0][t], &in[3 * t], cuda::aligned_size_t<4>(4), own);
  // CHECK: line [[#@LINE-1]]: global async-copy requests=1 cost=12 ideal=4 worst=12; proved;
  // CHECK: line [[#@LINE-2]]: shared async-copy requests=null {{.*}} unknown;
  // Not one copy: 8 bytes that may lie at any float.
  cuda::memcpy_async(&s[0][2 * t], &in[2 * t], 8, own);
  // CHECK: line [[#@LINE-1]]: global async-copy requests=null {{.*}} unknown;{{.*}}why_null=how the library divides this copy is unknown
  // CHECK: line [[#@LINE-2]]: shared async-copy requests=null {{.*}} unknown;
  own.producer_commit();
  own.consumer_wait();
  out[t] = s[0][t];
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=4 worst=4; proved;
  // CHECK: line [[#@LINE-2]]: shared load requests=1 cost=1 ideal=1 worst=1; proved;
  own.consumer_release();
  auto shared = cuda::make_pipeline(block, &state);
  shared.producer_acquire();
  cuda::memcpy_async(block, &s[1][0], in, sizeof(float) * 64, shared);
  // CHECK: line [[#@LINE-1]]: global async-copy requests=null {{.*}} unknown;{{.*}}why_null=the library divides this copy among the threads of the group
  // CHECK: line [[#@LINE-2]]: shared async-copy requests=null {{.*}} unknown;
  shared.producer_commit();
  shared.consumer_wait();
  out[t] = s[1][2 * t];
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=4 worst=4; proved;
  // CHECK: line [[#@LINE-2]]: shared load requests=1 cost=2 ideal=1 worst=2; proved;
  shared.consumer_release();
  cg::memcpy_async(block, &s[1][0], in, sizeof(float) * 64);
  // CHECK: line [[#@LINE-1]]: global async-copy requests=null {{.*}} unknown;{{.*}}why_null=the library divides this copy among the threads of the group
  // CHECK: line [[#@LINE-2]]: shared async-copy requests=null {{.*}} unknown;
  cg::wait(block);
}

// One warp. Sizes that are kept or passed before they are used; 2 floats apart: 8 of 4.
using Bytes = cuda::aligned_size_t<4>;
constexpr Bytes oneFloat(4);
struct Shape {
  Bytes size;
};

__global__ void keptSizes(const float *in, int n) {
  __shared__ float s[64];
  unsigned t = threadIdx.x;
  auto own = cuda::make_pipeline();
  const auto kept = Bytes(sizeof(float));
  cuda::memcpy_async(&s[t], &in[2 * t], kept, own);
  // CHECK: line [[#@LINE-1]]: global async-copy requests=1 cost=8 ideal=4 worst=8; proved;
  cuda::memcpy_async(&s[t], &in[2 * t], oneFloat, own);
  // CHECK: line [[#@LINE-1]]: global async-copy requests=1 cost=8 ideal=4 worst=8; proved;
  const Bytes &named = kept;
  cuda::memcpy_async(&s[t], &in[2 * t], named, own);
  // CHECK: line [[#@LINE-1]]: global async-copy requests=1 cost=8 ideal=4 worst=8; proved;
  Shape shape = {kept};
  cuda::memcpy_async(&s[t], &in[2 * t], shape.size, own);
  // CHECK: line [[#@LINE-1]]: global async-copy requests=1 cost=8 ideal=4 worst=8; proved;
  // 4 or 8 bytes: no number is known.
  Bytes either = n > 3 ? Bytes(4) : Bytes(8);
  cuda::memcpy_async(&s[t], &in[2 * t], either, own);
  // CHECK: line [[#@LINE-1]]: global async-copy requests=null {{.*}} unknown;{{.*}}why_null=how the library divides this copy is unknown
}

// Two warps. The counter is set before a barrier in memory and read behind it: all
// lanes read the same.
__global__ void barriers(float *out, const float *in) {
  __shared__ cuda::barrier<cuda::thread_scope_block> arrived;
  __shared__ int first;
  unsigned t = threadIdx.x;
  if (t == 0)
    first = int(in[0]);
  arrived.arrive_and_wait();
  // A multiple of 128 bytes further, whatever was read: 4 sectors a warp.
  out[32 * first + t] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=2 cost=8 ideal=8 worst=4; proved;
  // CHECK: line [[#@LINE-2]]: shared load requests=2 cost=2 ideal=2 worst=1; proved;
}

void launch(float *out, const float *in, const float4 *vectors) {
  primitives<<<1, 32>>>(out, in, vectors);
  pipelines<<<1, 32>>>(out, in);
  keptSizes<<<1, 32>>>(in, 7);
  barriers<<<1, 64>>>(out, in);
}
