// Additions of 1 in shared memory whose result is not used: lanes at one word are counted
// together, by 8.0 and later. Other atomics of shared memory serve one lane of a bank at a time.
//
// RUN: %json %s | %query | FileCheck %s
// RUN: %json --arch=sm_75 %s | %query | FileCheck --check-prefix=TURING %s

// Of count(): 16 words, in 16 banks.
// CHECK: line [[@LINE+2]]: shared atomic requests=1 cost=1 ideal=1
// TURING: line [[@LINE+1]]: shared atomic requests=1 cost=2 ideal=1
__device__ void count(int *bin, int amount) { atomicAdd(bin, amount); }

__global__ void increments(int *out, const int *in, int amount) {
  __shared__ int bins[1024];
  __shared__ unsigned counts[32];
  int t = threadIdx.x;

  // Four lanes at each of 8 words, which are in 8 banks: 1 wavefront, and 4 where lanes take
  // turns.
  // CHECK: line [[@LINE+2]]: shared atomic requests=1 cost=1 ideal=1
  // TURING: line [[@LINE+1]]: shared atomic requests=1 cost=4 ideal=1
  atomicAdd(&bins[t / 4], 1);

  // 4 words in one bank, 8 lanes at each.
  // CHECK: line [[@LINE+2]]: shared atomic requests=1 cost=4 ideal=1
  // TURING: line [[@LINE+1]]: shared atomic requests=1 cost=32 ideal=1
  atomicAdd(&bins[t % 4 * 32], 1);

  // All lanes at one word: where there is no such instruction, the compiler may combine them.
  // CHECK: line [[@LINE+2]]: shared atomic requests=1 cost=1 ideal=1
  // TURING: line [[@LINE+1]]: shared atomic {{.*}}unknown
  atomicAdd(&bins[0], 1);

  // Up to the largest number, or only to 9.
  // CHECK: line [[@LINE+1]]: shared atomic requests=1 cost=1 ideal=1
  atomicInc(&counts[t / 4], 0xffffffffu);
  // CHECK: line [[@LINE+1]]: shared atomic requests=1 cost=4 ideal=1
  atomicInc(&counts[t / 4], 9u);

  // Other amounts, one that the compiler does not know, and another operation.
  // CHECK: line [[@LINE+1]]: shared atomic requests=1 cost=4 ideal=1
  atomicAdd(&bins[t / 4], 2);
  // CHECK: line [[@LINE+1]]: shared atomic requests=1 cost=4 ideal=1
  atomicAdd(&bins[t / 4], amount);
  // CHECK: line [[@LINE+1]]: shared atomic requests=1 cost=4 ideal=1
  atomicSub(&bins[t / 4], 1);

  // A result that is used: 8 lanes at each word.
  // CHECK: line [[@LINE+2]]: global store
  // CHECK: line [[@LINE+1]]: shared atomic requests=1 cost=8 ideal=1
  out[t] = atomicAdd(&bins[t / 8], 1);

  // The amount is read once.
  // CHECK: line [[@LINE+3]]: global load
  // CHECK-NOT: global load
  // CHECK: line [[@LINE+1]]: shared atomic requests=1 cost=1 ideal=1
  (void)atomicAdd(&bins[t], in[t + 64]);
  count(&bins[t / 2], 1);

  // 2 words.
  // CHECK: line [[@LINE+2]]: shared atomic requests=1 cost=1 ideal=1
  // TURING: line [[@LINE+1]]: shared atomic requests=1 cost=16 ideal=1
  asm volatile("red.shared.add.u32 [%0], 1;" ::"r"(unsigned(__cvta_generic_to_shared(&bins[t / 16]))));
}

void launch(int *out, const int *in) { increments<<<1, 32>>>(out, in, 1); }
