// Names decide nothing: neither a parameter that is called like inline assembly, nor a method called like one of an atomic object,
// nor a function called like one of CUDA's. What a macro hides is seen.
// RUN: %cuda-memlint --fail-on=none --remarks %s | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

#include <cooperative_groups.h>

// CHECK: :[[#@LINE+1]]:46: warning: {{.*}}plasma{{.*}}gain{{.*}} [cuda-missing-restrict]
__global__ void gas(float *out, const float *plasma, const float *gain, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (int j = 0; j < 64; ++j)
    out[i + j * 4096] = plasma[i] + gain[j];
}

// __ldg takes the read-only path already.
__global__ void hinted(float *out, const float *plasma) { out[threadIdx.x] = __ldg(&plasma[threadIdx.x]); }

struct Box {
  int at;
  __device__ int load() const { return at; }
};
__global__ void publish(int *data, volatile int *flag, Box box) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    // CHECK: :[[#@LINE+1]]:5: warning: {{.*}} [cuda-missing-fence]
    data[0] = 1;
    flag[box.load()] = 1;
  } else {
    while (flag[box.load()] == 0)
      ;
    __threadfence();
    data[blockIdx.x] = data[0];
  }
}
__global__ void publishBehindFence(int *data, volatile int *flag, Box box) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    data[0] = 1;
    __threadfence();
    flag[box.load()] = 1;
  } else {
    while (flag[box.load()] == 0)
      ;
    __threadfence();
    data[blockIdx.x] = data[0];
  }
}

struct Pair {
  int first, second;
};
// CHECK: :[[#@LINE+1]]:46: warning: {{.*}} [cuda-global-race]
__device__ void atomicAdd(Pair *to, int n) { to->first += n; }
__global__ void count(Pair *pairs) { atomicAdd(pairs, 1); }
__global__ void countAtomically(Pair *pairs) { atomicAdd(&pairs->first, 1); }

__global__ void needless(float *__restrict__ out, const float *__restrict__ in) {
  auto asmBlock = cooperative_groups::this_thread_block();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
  // CHECK: :[[#@LINE+2]]:3: remark: redundant barrier: no conflicting accesses are ordered by it [cuda-redundant-barrier]
  // CHECK-NEXT: asmBlock.sync();
  asmBlock.sync();
  out[i] += 1;
}
// The result is needed.
#define ANY_OF(x) __syncthreads_or(x)
__global__ void voted(float *__restrict__ out, const float *__restrict__ in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (ANY_OF(in[i] > 0))
    out[i] += 1;
}

// bar.arrive is for whole warps, barrier.arrive for threads.
#define ARRIVE() asm volatile("bar.arrive 1, 64;")
#define WAIT() asm volatile("bar.sync 1, 64;")
__global__ void halves(float *out) {
  if (threadIdx.x < 40)
    // CHECK: :[[#@LINE+1]]:5: warning: {{.*}}ARRIVE(){{.*}} [cuda-divergent-barrier]
    ARRIVE();
  else
    WAIT();
  out[threadIdx.x] = 1;
}
__global__ void parts(float *out) {
  if (threadIdx.x < 40)
    asm volatile("barrier.arrive 1, 64;");
  else
    asm volatile("barrier.sync 1, 64;");
  out[threadIdx.x] = 1;
}

void launch(float *out, const float *in, int *data, volatile int *flag, Pair *pairs, int n) {
  gas<<<(n + 255) / 256, 256>>>(out, in, in + n, n);
  hinted<<<1, 64>>>(out, in);
  publish<<<8, 32>>>(data, flag, Box{1});
  publishBehindFence<<<8, 32>>>(data, flag, Box{1});
  count<<<1, 64>>>(pairs);
  countAtomically<<<1, 64>>>(pairs);
  needless<<<4, 64>>>(out, in);
  voted<<<4, 64>>>(out, in);
  halves<<<1, 64>>>(out);
  parts<<<1, 64>>>(out);
}
