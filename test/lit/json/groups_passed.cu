// RUN: %json %s | %query | FileCheck %s
// RUN: %json --toolkit=embedded %s | %query | FileCheck %s

// A group of threads that is passed or kept as a thread_group stays the group that it is.
// Two warps of 64 threads in a row, where nothing else is said.

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__device__ unsigned rankIn(cg::thread_group group) { return group.thread_rank(); }
__device__ unsigned rankBy(const cg::thread_group &group) { return group.thread_rank(); }
__device__ unsigned passedOn(cg::thread_group group) { return rankBy(group); }
__device__ cg::thread_group same(cg::thread_group group) { return group; }
__device__ unsigned byPointer(const cg::thread_group *group) { return group->thread_rank(); }
template <class Group> __device__ unsigned rankOfAny(Group group) { return group.thread_rank(); }

__global__ void passed() {
  __shared__ float s[4096];
  cg::thread_block block = cg::this_thread_block();
  auto half = cg::tiled_partition<16>(block);
  // 2 words apart, 32 lanes: 2 each.
  s[2 * rankIn(block)] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=2 cost=4 ideal=2 worst=2; proved;
  s[2 * rankBy(cg::this_thread_block())] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=2 cost=4 ideal=2 worst=2; proved;
  s[2 * passedOn(same(block))] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=2 cost=4 ideal=2 worst=2; proved;
  s[2 * byPointer(&block)] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=2 cost=4 ideal=2 worst=2; proved;
  // Ranks 0 to 15 twice: 16 words of one bank.
  s[32 * rankIn(half)] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=2 cost=32 ideal=2 worst=16; proved;
  s[32 * passedOn(cg::tiled_partition<16>(block))] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=2 cost=32 ideal=2 worst=16; proved;
  // What the type does not specify follows from the group it was made from: groups 0 and 1 in the
  // first warp, 2 and 3 in the other; 2 words of one bank.
  cg::thread_block_tile<16> kept = half;
  s[32 * kept.meta_group_rank()] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=2 cost=4 ideal=2 worst=2; proved;
}

struct Team {
  cg::thread_group group;
  __device__ unsigned rank() const { return group.thread_rank(); }
};

__global__ void kept(int n) {
  __shared__ float s[4096];
  cg::thread_block block = cg::this_thread_block();
  cg::thread_group whole = block;
  cg::thread_group part = cg::tiled_partition(block, 8);
  Team team = {part};
  s[2 * whole.thread_rank()] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=2 cost=4 ideal=2 worst=2; proved;
  // 64 threads: words that are multiples of 64, all of one bank.
  s[whole.size() * threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=2 cost=64 ideal=2 worst=32; proved;
  // Ranks 0 to 7 four times: 8 words of one bank.
  s[32 * part.thread_rank()] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=2 cost=16 ideal=2 worst=8; proved;
  s[32 * rankOfAny(cg::tiled_partition(block, 8))] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=2 cost=16 ideal=2 worst=8; proved;
  s[32 * team.rank()] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=2 cost=16 ideal=2 worst=8; proved;
  // 8 words apart: 32 lanes on 4 banks.
  s[part.size() * threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=2 cost=16 ideal=2 worst=8; proved;
  // Parts of 4 of parts of 8: ranks 0 to 3.
  s[32 * cg::tiled_partition(part, 4).thread_rank()] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=2 cost=8 ideal=2 worst=4; proved;
  s[32 * cg::tiled_partition(cg::tiled_partition<32>(block), 4).thread_rank()] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=2 cost=8 ideal=2 worst=4; proved;
  // One of two groups, a size that is not known, lanes that meet at run time.
  cg::thread_group either = n > 3 ? whole : part;
  s[32 * either.thread_rank()] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=null {{.*}} unknown;
  s[32 * cg::tiled_partition(block, n).thread_rank()] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=null {{.*}} unknown;
  // 16 ranks twice, parts of the one or the other.
  cg::thread_block_tile<16> ofBlock = cg::tiled_partition<16>(block);
  cg::thread_block_tile<16> ofWarp = cg::tiled_partition<16>(cg::tiled_partition<32>(block));
  cg::thread_block_tile<16> half = n > 3 ? ofBlock : ofWarp;
  s[32 * half.thread_rank()] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=2 cost=32 ideal=2 worst=16; proved;
  s[32 * half.meta_group_rank()] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=null {{.*}} unknown;
  s[32 * rankIn(cg::coalesced_threads())] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=null {{.*}} unknown;
}

// 40 threads: the last part has 8 of its 16 threads. First warp: 16 words apart, two
// banks with 16 words each. The second: 8 lanes, 8 words apart, on 4 banks, 2 each.
__global__ void smallerLastPart() {
  __shared__ float s[1024];
  cg::thread_group part = cg::tiled_partition(cg::this_thread_block(), 16);
  s[part.size() * threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=2 cost=18 ideal=2 worst=16; proved;
  // What a tile says of its size is what its type says: 16 there too, so 16 words apart in
  // the second warp as well, 4 words on each of two banks.
  s[rankIn(cg::this_thread_block()) * cg::tiled_partition<16>(cg::this_thread_block()).size()] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=2 cost=20 ideal=2 worst=16; proved;
}

// Another group in each iteration: none that is known.
__global__ void otherInLoop(int n) {
  __shared__ float s[4096];
  cg::thread_block block = cg::this_thread_block();
  cg::thread_group groups[2] = {block, cg::tiled_partition(block, 8)};
  for (int i = 0; i < n; ++i)
    s[32 * groups[i % 2].thread_rank()] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=null {{.*}} unknown;
  for (int i = 0; i < 2; ++i)
    s[2 * groups[0].thread_rank()] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=4 cost=8 ideal=4 worst=2; proved;
}

// A barrier for the block, by its base class: all lanes read what was set before it. A
// multiple of 128 bytes further, whatever was read: 4 sectors a warp.
__device__ void wait(cg::thread_group group) { group.sync(); }
__global__ void barrier(float *out, const float *in) {
  __shared__ int first;
  if (threadIdx.x == 0)
    first = int(in[0]);
  wait(cg::this_thread_block());
  out[32 * first + threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=2 cost=8 ideal=8 worst=4; proved;
}

// Of a part of a warp it is none: that all lanes read the same is assumed.
__global__ void smallBarrier(float *out, const float *in) {
  __shared__ int first;
  if (threadIdx.x == 0)
    first = int(in[0]);
  wait(cg::tiled_partition<16>(cg::this_thread_block()));
  out[32 * first + threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=2 cost=8 ideal=8 worst=4; assumed;
}

// The size of a part is at least 1, so that halving it comes to 0. Of 16 threads, 8, 4, 2
// and 1 read their partner: 4 passes of 2 warps, each word in a bank of its own.
__device__ void halve(cg::thread_group group, int *words) {
  for (int half = group.size() / 2; half > 0; half /= 2) {
    words[group.thread_rank()] = 1;
    // CHECK: line [[#@LINE-1]]: shared store requests=8 cost=8 ideal=8 worst=1; proved;
    group.sync();
    if (group.thread_rank() < half)
      words[group.thread_rank()] += words[group.thread_rank() + half];
    // CHECK: line [[#@LINE-1]]: shared load requests=8 cost=8 ideal=8 worst=1; proved;
    group.sync();
  }
}
__global__ void halving() {
  __shared__ int words[64];
  cg::thread_group part = cg::tiled_partition(cg::this_thread_block(), 16);
  halve(part, words + threadIdx.x / part.size() * part.size());
}

void launch(float *out, const float *in, int n) {
  halving<<<1, 64>>>();
  passed<<<1, 64>>>();
  kept<<<1, 64>>>(n);
  smallerLastPart<<<1, 40>>>();
  otherInLoop<<<1, 64>>>(n);
  barrier<<<1, 64>>>(out, in);
  smallBarrier<<<1, 64>>>(out, in);
}
