// RUN: %json %s | %query | FileCheck %s
// RUN: %json %s | FileCheck %s --check-prefix=REASON

// Calls whose function is known from the values at hand. One warp each.

#include <cuda_runtime.h>

struct Layout {
  int stride;
  __device__ Layout(int stride) : stride(stride) {}
  __device__ virtual int at(int i) const { return i * stride; }
};
struct Doubled : Layout {
  int start = 8;
  __device__ Doubled() : Doubled(2) {}
  __device__ Doubled(int stride) : Layout(stride) {}
  __device__ int at(int i) const override { return 2 * i * stride + start; }
};

// The object's own class decides: 16 bytes apart.
__global__ void virtualCall(float *out) {
  Doubled doubled;
  const Layout &layout = doubled;
  out[layout.at(threadIdx.x)] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=16 ideal=4 worst=16; proved;
  // Asked for by name: 8 bytes apart.
  out[doubled.Layout::at(threadIdx.x)] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=8 ideal=4 worst=8; proved;
}

__global__ void unknownObject(float *out, const Layout *layout) {
  out[layout->at(threadIdx.x)] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=null {{.*}} unknown;
  // REASON: "reason": "the address depends on `virtual call of at`
}

__device__ int twice(int i) { return 2 * i; }
__device__ int apply(int (*function)(int), int i) { return function(i); }

__global__ void functionPointer(float *out) {
  int (*function)(int) = twice;
  out[function(threadIdx.x)] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=8 ideal=4 worst=8; proved;
  out[apply(&twice, 2 * threadIdx.x)] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=16 ideal=4 worst=16; proved;
}

// A table of functions that nobody writes. 12 and 8 bytes apart; which function it is
// must be known.
typedef int (*Function)(int);
__device__ int thrice(int i) { return 3 * i; }
__constant__ Function functions[2] = {twice, thrice};
__global__ void functionTables(float *out, int which) {
  static constexpr Function own[] = {thrice, twice};
  out[functions[1](threadIdx.x)] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=12 ideal=4 worst=12; proved;
  out[own[1](threadIdx.x)] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=8 ideal=4 worst=8; proved;
  out[own[which](threadIdx.x)] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=null {{.*}} unknown;{{.*}}`call of a function pointer`
}

__device__ int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }
__device__ int countDown(int n) { return n <= 1 ? 1 : 1 + countDown(n - 1); }

// 720 floats on, at a sector: 4.
__global__ void recursion(float *out, int n) {
  out[factorial(6) + threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=4 worst=4; proved;
  out[countDown(n) * threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=null {{.*}} unknown;
  // REASON: "reason": "the address depends on `recursion of countDown`
}

// The copy of an array that its names are bound to.
__global__ void boundArray(float *out) {
  int strides[2] = {2, 4};
  auto [two, four] = strides;
  strides[0] = 8;
  out[two * threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=8 ideal=4 worst=8; proved;
  out[four * threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=16 ideal=4 worst=16; proved;
}

inline __device__ void *operator new(size_t, void *place) { return place; }

struct Pair {
  float x, y;
};

// Constructed in shared memory: 8 bytes a thread, two phases of 16 lanes.
__global__ void placed(float *out) {
  __shared__ Pair pairs[32];
  Pair *mine = new (&pairs[threadIdx.x]) Pair{1, 2};
  // CHECK: line [[#@LINE-1]]: shared store {{.*}} proved;
  out[threadIdx.x] = mine->y;
  // CHECK: line [[#@LINE-1]]: shared load requests=1 cost=2 ideal=1 worst=2; proved;
}

// A kernel that takes a reference to managed memory: 12 and 8 bytes apart.
struct Item {
  int a, b, c;
};
__global__ void byReference(Item &item, float *out) {
  out[(&item)[threadIdx.x].b] = 1;
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=12 ideal=4 worst=12; proved;
}

void launch(float *out, const Layout *layout, Item &item, int n) {
  virtualCall<<<1, 32>>>(out);
  unknownObject<<<1, 32>>>(out, layout);
  functionPointer<<<1, 32>>>(out);
  functionTables<<<1, 32>>>(out, n);
  recursion<<<1, 32>>>(out, n);
  boundArray<<<1, 32>>>(out);
  placed<<<1, 32>>>(out);
  byReference<<<1, 32>>>(item, out);
}
