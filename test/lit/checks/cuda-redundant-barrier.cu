// RUN: %cuda-memlint --checks=-*,cuda-redundant-barrier --show-remarks %s 2>&1 | FileCheck %s --implicit-check-not=remark:
// RUN: %cuda-memlint --checks=-*,cuda-redundant-barrier %s 2>&1 | FileCheck %s --check-prefix=QUIET --implicit-check-not=redundant:
// QUIET: 0 warnings

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>
#include <stdio.h>

namespace cg = cooperative_groups;

//===--- Own elements ------------------------------------------------------===//

__global__ void ownElement(int *out, const int *in) {
  __shared__ int values[256];
  int t = threadIdx.x;
  values[t] = in[t];
  // CHECK: :[[#@LINE+3]]:3: remark: redundant barrier: no conflicting accesses are ordered by it [cuda-redundant-barrier]
  // CHECK: note: proved for ownElement<<<1, 256>>>
  // CHECK: help: remove `__syncthreads();`{{$}}
  __syncthreads();
  out[t] = values[t];
}

// Another thread's.
__global__ void otherElement(int *out, const int *in) {
  __shared__ int values[256];
  int t = threadIdx.x;
  values[t] = in[t];
  __syncthreads();
  out[t] = values[255 - t];
}

// Only the first thread of 256 stores for another one.
__global__ void oneOtherElement(int *out, const int *in) {
  __shared__ int values[256];
  int t = threadIdx.x;
  values[t == 0 ? 1 : t == 1 ? 0 : t] = in[t];
  __syncthreads();
  out[t] = values[t];
}

// Two bytes of another thread's four.
__global__ void neighbourBytes(int *out, const int *in) {
  __shared__ int values[257];
  int t = threadIdx.x;
  ((short *)values)[2 * t + 1] = in[t];
  ((short *)values)[2 * t + 2] = in[t];
  __syncthreads();
  out[t] = values[t];
}

// For the block of one launch only: with 64 threads each has its own.
__global__ void ownInSmallBlocks(int *out, const int *in) {
  __shared__ int values[256];
  int t = threadIdx.x;
  values[t] = in[t];
  __syncthreads();
  out[t] = values[t % 64];
}

// The same, launched with 64 threads alone: which is what the notes say.
__global__ void ownInThatBlock(int *out, const int *in) {
  __shared__ int values[256];
  int t = threadIdx.x;
  values[t] = in[t];
  // CHECK: :[[#@LINE+2]]:3: remark: redundant barrier: no conflicting accesses are ordered by it
  // CHECK-NEXT: {{^  +[0-9]+ \|   __syncthreads}}
  __syncthreads();
  // CHECK: note: proved for ownInThatBlock<<<1, 64>>>
  // CHECK: help: remove `__syncthreads();`; this rests on the block size that the launch states{{$}}
  out[t] = values[t % 64];
}

// In the launch's blocks of one row: the threads of others load what those of the first store.
__global__ void ownInOneRow(int *__restrict__ out, const int *__restrict__ in) {
  __shared__ int values[256];
  if (threadIdx.y == 0)
    values[threadIdx.x] = in[threadIdx.x];
  // CHECK: :[[#@LINE+1]]:3: remark: redundant barrier: no conflicting accesses are ordered by it
  __syncthreads();
  // CHECK: note: proved for ownInOneRow<<<1, 256>>>
  // CHECK: help: remove `__syncthreads();`; this rests on the block size that the launch states{{$}}
  out[threadIdx.y * blockDim.x + threadIdx.x] = values[threadIdx.x];
}

// The same in depth.
__global__ void ownInOneLayer(int *__restrict__ out, const int *__restrict__ in) {
  __shared__ int values[256];
  if (threadIdx.z == 0)
    values[threadIdx.x] = in[threadIdx.x];
  // CHECK: :[[#@LINE+1]]:3: remark: redundant barrier: no conflicting accesses are ordered by it
  __syncthreads();
  // CHECK: help: remove `__syncthreads();`; this rests on the block size that the launch states{{$}}
  out[threadIdx.z * blockDim.x + threadIdx.x] = values[threadIdx.x];
}

// Each thread's own in as many rows, or layers, as there may be.
__global__ void ownInAnyRow(int *__restrict__ out, const int *__restrict__ in) {
  __shared__ int values[1024];
  int t = threadIdx.y * blockDim.x + threadIdx.x;
  values[t] = in[t];
  // CHECK: :[[#@LINE+1]]:3: remark: redundant barrier: no conflicting accesses are ordered by it
  __syncthreads();
  // CHECK: help: remove `__syncthreads();`{{$}}
  out[t] = values[t];
}

__global__ void ownInAnyLayer(int *__restrict__ out, const int *__restrict__ in) {
  __shared__ int values[1024];
  int t = threadIdx.z * blockDim.x + threadIdx.x;
  values[t] = in[t];
  // CHECK: :[[#@LINE+1]]:3: remark: redundant barrier: no conflicting accesses are ordered by it
  __syncthreads();
  // CHECK: help: remove `__syncthreads();`{{$}}
  out[t] = values[t];
}

// Each thread's own where the argument is 0, as in the launch.
__global__ void ownForThatArgument(int *out, const int *in, int shift) {
  __shared__ int values[256];
  int t = threadIdx.x;
  values[t] = in[t];
  // CHECK: :[[#@LINE+1]]:3: remark: redundant barrier: no conflicting accesses are ordered by it
  __syncthreads();
  // CHECK: note: proved for ownForThatArgument<<<1, 256>>>
  // CHECK: help: remove `__syncthreads();`; this rests on the arguments that the launch states{{$}}
  out[t] = values[t + shift];
}

// In a grid of one block.
__global__ void ownInThatGrid(int *__restrict__ out, const int *__restrict__ in) {
  __shared__ int values[256];
  int t = threadIdx.x;
  values[t / gridDim.x] = in[t];
  // CHECK: :[[#@LINE+1]]:3: remark: redundant barrier: no conflicting accesses are ordered by it
  __syncthreads();
  // CHECK: note: proved for ownInThatGrid<<<1, 256>>>
  // CHECK: help: remove `__syncthreads();`; this rests on the grid size that the launch states{{$}}
  out[t] = values[t / gridDim.x];
}

// The same, and in that block alone.
__global__ void ownInThatGridAndBlock(int *__restrict__ out, const int *__restrict__ in) {
  __shared__ int values[1024];
  int t = threadIdx.x;
  values[t] = in[t];
  // CHECK: :[[#@LINE+1]]:3: remark: redundant barrier: no conflicting accesses are ordered by it
  __syncthreads();
  // CHECK: help: remove `__syncthreads();`; this rests on the block size and the grid size that the launch states{{$}}
  out[t] = values[t % 64 + gridDim.x - 1];
}

// It is enough that one of the factors is 0, and both are.
__global__ void ownForEither(int *__restrict__ out, const int *__restrict__ in, int shift) {
  __shared__ int values[256];
  int t = threadIdx.x;
  values[t] = in[t];
  // CHECK: :[[#@LINE+1]]:3: remark: redundant barrier: no conflicting accesses are ordered by it
  __syncthreads();
  // CHECK: help: remove `__syncthreads();`; this rests on what the launch states{{$}}
  out[t] = values[t + shift * int(gridDim.x - 1)];
}

// The grid's size does not decide where it is seen elsewhere.
__global__ void ownInAnyGrid(int *__restrict__ out, const int *__restrict__ in) {
  __shared__ int values[256];
  int t = threadIdx.x;
  values[t] = in[t * gridDim.x + blockIdx.x];
  // CHECK: :[[#@LINE+1]]:3: remark: redundant barrier: no conflicting accesses are ordered by it
  __syncthreads();
  // CHECK: help: remove `__syncthreads();`{{$}}
  out[t] = values[t];
}

// Nobody launches it: any block may.
__global__ void ownInAnyBlock(int *out, const int *in) {
  extern __shared__ int any[];
  int t = threadIdx.x;
  any[t] = in[t];
  // CHECK: :[[#@LINE+1]]:3: remark: redundant barrier: no conflicting accesses are ordered by it
  __syncthreads();
  // CHECK: note: proved for ownInAnyBlock if blocks have 256 threads (no visible launch of the kernel){{$}}
  // CHECK: note: also proved for other block sizes, because the source does not specify one
  out[t] = any[t];
}

__global__ void ownInGuessedBlock(int *out, const int *in) {
  extern __shared__ int any[];
  int t = threadIdx.x;
  any[t] = in[t];
  __syncthreads();
  out[t] = any[t % 512];
}

// In none of the launches does anybody come to it.
__global__ void notInThisBlock(int *out, const int *in) {
  __shared__ int values[1024];
  int t = threadIdx.x;
  values[t] = in[t];
  if (blockDim.x > 512)
    __syncthreads();
  out[t] = values[t];
}

//===--- Loops -------------------------------------------------------------===//

// The second barrier keeps the loads apart from the next stores.
__global__ void bothNeeded(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  for (int k = 0; k < 8; ++k) {
    values[t] = in[k * 128 + t];
    __syncthreads();
    out[k * 128 + t] = values[127 - t];
    __syncthreads();
  }
}

// Not where there are two buffers.
__global__ void twoBuffers(int *out, const int *in) {
  __shared__ int values[2][128];
  int t = threadIdx.x;
  for (int k = 0; k < 8; ++k) {
    values[k % 2][t] = in[k * 128 + t];
    __syncthreads();
    out[k * 128 + t] = values[k % 2][127 - t];
    // CHECK: :[[#@LINE+1]]:5: remark: redundant barrier: no conflicting accesses are ordered by it
    __syncthreads();
  }
}

// Nobody stores what is loaded before the barrier of the same iteration, but of the next one.
__global__ void nextIteration(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  values[t] = in[t];
  __syncthreads();
  for (int k = 0; k < 8; ++k) {
    int x = values[127 - t];
    __syncthreads();
    if (k % 2 == 1)
      values[t] = x;
    __syncthreads();
  }
  out[t] = values[t];
}

//===--- Several barriers --------------------------------------------------===//

// Either may go, not both: the first is reported, and then the second is needed.
__global__ void twoInARow(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  values[t] = in[t];
  // CHECK: :[[#@LINE+1]]:3: remark: redundant barrier: no conflicting accesses are ordered by it
  __syncthreads();
  __syncthreads();
  out[t] = values[127 - t];
}

__global__ void threeInARow(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  values[t] = in[t];
  // CHECK: :[[#@LINE+1]]:3: remark: redundant barrier: no conflicting accesses are ordered by it
  __syncthreads();
  // CHECK: :[[#@LINE+2]]:3: remark: redundant barrier: no conflicting accesses are ordered by it
  // CHECK: note: even without the barrier at line [[#@LINE-2]]
  __syncthreads();
  __syncthreads();
  out[t] = values[127 - t];
}

__global__ void warpWithinBlock(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  values[t] = in[t];
  // CHECK: :[[#@LINE+1]]:3: remark: redundant barrier: no conflicting accesses are ordered by it
  __syncwarp();
  __syncthreads();
  out[t] = values[127 - t];
}

__global__ void warpIsEnough(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  values[t] = in[t];
  __syncwarp();
  // CHECK: :[[#@LINE+1]]:3: remark: redundant barrier: no conflicting accesses are ordered by it
  __syncthreads();
  out[t] = values[t ^ 31];
}

//===--- Atomics -----------------------------------------------------------===//

// Sums are the same in any order.
__global__ void sums(int *out, const int *in) {
  __shared__ int total;
  int t = threadIdx.x;
  if (t == 0)
    total = 0;
  __syncthreads();
  atomicAdd(&total, in[t]);
  // CHECK: :[[#@LINE+1]]:3: remark: redundant barrier: no conflicting accesses are ordered by it
  __syncthreads();
  atomicSub(&total, in[t] % 7);
  __syncthreads();
  if (t == 0)
    out[0] = total;
}

// Not sums that somebody sees.
__global__ void tickets(int *out, const int *in) {
  __shared__ int total;
  int t = threadIdx.x;
  if (t == 0)
    total = 0;
  __syncthreads();
  atomicAdd(&total, in[t]);
  __syncthreads();
  out[t] = atomicAdd(&total, 1);
}

// Nor sums and other things.
__global__ void sumAndMaximum(int *out, const int *in) {
  __shared__ int total;
  int t = threadIdx.x;
  if (t == 0)
    total = 0;
  __syncthreads();
  atomicAdd(&total, in[t]);
  __syncthreads();
  atomicMax(&total, 100);
  __syncthreads();
  if (t == 0)
    out[0] = total;
}

// Nor sums of floating-point numbers, which are rounded.
__global__ void floatSums(float *out, const float *in) {
  __shared__ float total;
  int t = threadIdx.x;
  if (t == 0)
    total = 0;
  __syncthreads();
  atomicAdd(&total, in[t]);
  __syncthreads();
  atomicAdd(&total, 1.0f);
  __syncthreads();
  if (t == 0)
    out[0] = total;
}

//===--- Other blocks ------------------------------------------------------===//

// All threads have stored before the block says so.
__global__ void publish(int *data, unsigned *ready) {
  data[blockIdx.x * 128 + threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(ready, 1u);
  }
}

// No thread reads before the block has been signalled.
__global__ void await(int *out, const int *data, volatile int *flag) {
  if (threadIdx.x == 0)
    while (*flag == 0) {
    }
  __syncthreads();
  out[blockIdx.x * 128 + threadIdx.x] = data[threadIdx.x];
}

//===--- Global memory -----------------------------------------------------===//

// In place: the two pointers may be one.
__global__ void reverseInPlace(int *out, const int *in) {
  int t = threadIdx.x, x = in[127 - t];
  __syncthreads();
  out[t] = x;
}

__global__ void reverseElsewhere(int *__restrict__ out, const int *__restrict__ in) {
  int t = threadIdx.x, x = in[127 - t];
  // CHECK: :[[#@LINE+1]]:3: remark: redundant barrier: no conflicting accesses are ordered by it
  __syncthreads();
  out[t] = x;
}

// Which memory a pointer that is read from memory points to is not known.
__global__ void tableOfRows(int **rows) {
  int t = threadIdx.x;
  rows[0][t] = t;
  __syncthreads();
  rows[1][127 - t] += 1;
}

// Nor which of two arrays one that is led on in a loop points to.
__global__ void ledOn(int *out, const int *in) {
  __shared__ int even[128], odd[128];
  int t = threadIdx.x, *from = even, *to = odd;
  from[t] = in[t];
  __syncthreads();
  for (int distance = 1; distance < 128; distance *= 2) {
    int x = from[t] + (t >= distance ? from[t - distance] : 0);
    __syncthreads();
    to[t] = x;
    from = to;
    __syncthreads();
  }
  out[t] = from[t];
}

//===--- What is not seen --------------------------------------------------===//

__device__ void elsewhere(int *values);
__device__ int next();

__global__ void callsWhatIsNotSeen(int *out) {
  __shared__ int values[128];
  elsewhere(values);
  __syncthreads();
  out[threadIdx.x] = values[threadIdx.x];
}

__global__ void callsWithoutPointers(int *out) {
  int mine = next();
  __syncthreads();
  out[threadIdx.x] = mine + next();
}

__global__ void callsThroughPointer(int *out, int (*function)(int)) {
  int mine = function(1);
  __syncthreads();
  out[threadIdx.x] = mine + function(2);
}

struct Shape {
  __device__ virtual void draw() const = 0;
};

__global__ void callsVirtually(const Shape *shape) {
  shape->draw();
  __syncthreads();
  shape->draw();
}

struct Stack {
  int top;
  int *data;
  __device__ void push(int x) { data[atomicAdd(&top, 1)] = x; }
  __device__ int pop() { return top > 0 ? data[--top] : 0; }
};

__global__ void objectInShared(int *out) {
  __shared__ int data[256];
  __shared__ Stack buffer;
  __shared__ Stack *stack;
  if (threadIdx.x == 0) {
    buffer.top = 0;
    buffer.data = data;
    stack = &buffer;
  }
  __syncthreads();
  stack->push(threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = stack->pop();
}

__global__ void prints() {
  printf("%d of the first\n", threadIdx.x);
  __syncthreads();
  printf("%d of the second\n", threadIdx.x);
}

__global__ void givesBack(int *out) {
  __shared__ int *list;
  if (threadIdx.x == 0)
    list = (int *)malloc(1024);
  __syncthreads();
  int *mine = list;
  __syncthreads();
  if (threadIdx.x == 0)
    free(list);
  out[threadIdx.x] = mine != nullptr;
}

__global__ void measures(long long *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  long long start = clock64();
  values[t] = in[t];
  __syncthreads();
  out[t] = clock64() - start + values[t];
}

__global__ void destroys(int *out) {
  struct Guard {
    int *place;
    __device__ ~Guard() { *place = 1; }
  };
  int t = threadIdx.x;
  {
    Guard guard{out + 127 - t};
    out[128 + t] = 1;
  }
  __syncthreads();
  out[t] = 2;
}

__global__ void assembly(int *out) {
  asm volatile("unheard.of %0, %1;" ::"r"(1), "r"(2));
  __syncthreads();
  asm volatile("unheard.of %0, %1;" ::"r"(1), "r"(2));
}

__global__ void surfaces(cudaSurfaceObject_t surface, int *out) {
  surf2Dwrite(1, surface, threadIdx.x * 4, 0);
  __syncthreads();
  surf2Dread(&out[threadIdx.x], surface, (127 - threadIdx.x) * 4, 0);
}

//===--- Barriers that do more ---------------------------------------------===//

__global__ void counts(int *out, const int *in) {
  out[threadIdx.x] = __syncthreads_count(in[threadIdx.x] > 0);
}

// Arrived copies are those of one's own until the barrier.
__global__ void copies(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&values[t], &in[t], sizeof(int));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[t] = values[127 - t];
}

__global__ void groupCopies(int *out, const int *in) {
  __shared__ int values[128];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, values, in, sizeof(values));
  cg::wait(block);
  block.sync();
  out[threadIdx.x] = values[threadIdx.x];
}

// Who is in a group that forms at run time may be up to a barrier before.
__global__ void forms(int *out, const int *in) {
  if (in[threadIdx.x] > 0)
    out[threadIdx.x] = 1;
  __syncwarp();
  auto active = cg::coalesced_threads();
  out[128 + threadIdx.x] = active.size();
}

//===--- Functions and templates -------------------------------------------===//

// Another kernel may need it.
__device__ int wait(int x) {
  __syncthreads();
  return x;
}

__global__ void inFunction(int *out) { out[threadIdx.x] = wait(1); }

// One instance needs it.
template <int Other> __global__ void instances(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  values[t] = in[t];
  __syncthreads();
  out[t] = values[t ^ Other];
}

// One array for all threads, as a __device__ variable is.
__global__ void staticArray(int *out, const int *in) {
  static int values[128];
  values[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = values[127 - threadIdx.x];
}

void launch(int *out, const int *in, float *floats, cudaSurfaceObject_t surface) {
  ownElement<<<1, 256>>>(out, in);
  otherElement<<<1, 256>>>(out, in);
  oneOtherElement<<<1, 256>>>(out, in);
  neighbourBytes<<<1, 256>>>(out, in);
  ownInSmallBlocks<<<1, 64>>>(out, in);
  ownInSmallBlocks<<<1, 256>>>(out, in);
  ownForThatArgument<<<1, 256>>>(out, in, 0);
  ownInThatBlock<<<1, 64>>>(out, in);
  ownInThatGrid<<<1, 256>>>(out, in);
  ownInThatGridAndBlock<<<1, 64>>>(out, in);
  ownForEither<<<1, 256>>>(out, in, 0);
  ownInAnyGrid<<<1, 256>>>(out, in);
  ownInOneRow<<<1, 256>>>(out, in);
  ownInOneLayer<<<1, 256>>>(out, in);
  ownInAnyRow<<<1, 256>>>(out, in);
  ownInAnyLayer<<<1, 256>>>(out, in);
  notInThisBlock<<<1, 256>>>(out, in);
  bothNeeded<<<1, 128>>>(out, in);
  twoBuffers<<<1, 128>>>(out, in);
  nextIteration<<<1, 128>>>(out, in);
  twoInARow<<<1, 128>>>(out, in);
  threeInARow<<<1, 128>>>(out, in);
  warpWithinBlock<<<1, 128>>>(out, in);
  warpIsEnough<<<1, 128>>>(out, in);
  sums<<<1, 128>>>(out, in);
  tickets<<<1, 128>>>(out, in);
  sumAndMaximum<<<1, 128>>>(out, in);
  floatSums<<<1, 128>>>(floats, floats);
  publish<<<4, 128>>>(out, (unsigned *)out);
  await<<<4, 128>>>(out, in, out);
  reverseInPlace<<<1, 128>>>(out, in);
  reverseElsewhere<<<1, 128>>>(out, in);
  ledOn<<<1, 128>>>(out, in);
  callsWhatIsNotSeen<<<1, 128>>>(out);
  callsWithoutPointers<<<1, 128>>>(out);
  callsThroughPointer<<<1, 128>>>(out, nullptr);
  objectInShared<<<1, 128>>>(out);
  prints<<<1, 128>>>();
  givesBack<<<1, 128>>>(out);
  measures<<<1, 128>>>((long long *)out, in);
  destroys<<<1, 128>>>(out);
  assembly<<<1, 128>>>(out);
  surfaces<<<1, 128>>>(surface, out);
  counts<<<1, 128>>>(out, in);
  copies<<<1, 128>>>(out, in);
  groupCopies<<<1, 128>>>(out, in);
  forms<<<1, 128>>>(out, in);
  inFunction<<<1, 128>>>(out);
  staticArray<<<1, 128>>>(out, in);
  instances<0><<<1, 128>>>(out, in);
  instances<1><<<1, 128>>>(out, in);
}
