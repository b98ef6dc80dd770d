// RUN: %json %s | %query | FileCheck %s
// RUN: %json %s | FileCheck --check-prefix=ASSUMED %s

// Pointers that a loop of unknown length hands around. A warp reads 32 floats side by side:
// 4 sectors from a sector boundary on, 5 from anywhere else.

#include <cuda_runtime.h>

#define COPIES(kernel)                                                                             \
  __global__ void kernel(float *out, const float *in) { out[threadIdx.x + 4] = in[threadIdx.x + 4]; }

// Both 28 floats into their buffers, so 4 floats on they are 128 B in.
COPIES(swapped)
// CHECK-DAG: global load requests=1 cost=4 ideal=4 worst=4; proved; kernel=swapped grid
// CHECK-DAG: global store requests=1 cost=4 ideal=4 worst=4; proved; kernel=swapped grid
// One 1 float in, the other 2: where each is now is not known, but that some start suits is.
COPIES(unequal)
// CHECK-DAG: global load {{.*}}worst=4; assumed; kernel=unequal grid
// An unknown number of floats in.
COPIES(padded)
// CHECK-DAG: global load {{.*}}worst=4; assumed; kernel=padded grid
// Changed by code that is not seen.
COPIES(changed)
// CHECK-DAG: global load {{.*}}worst=4; assumed; kernel=changed grid
// From the start of the buffers: 16 B on.
COPIES(plain)
// CHECK-DAG: global load requests=1 cost=5 ideal=4 worst=5; proved; kernel=plain grid

// ASSUMED: `in` starts 16 bytes past a 32-byte boundary

void change(float **pointer);

void launches(int pad, int count) {
  float *a, *b;
  cudaMalloc(&a, 4096);
  cudaMalloc(&b, 4096);
  float *from = a + 28, *to = b + 28;
  for (int i = 0; i < count; ++i) {
    swapped<<<1, 32>>>(to, from);
    float *t = to;
    to = from;
    from = t;
  }
  from = a + 1;
  to = b + 2;
  for (int i = 0; i < count; ++i) {
    unequal<<<1, 32>>>(to, from);
    float *t = to;
    to = from;
    from = t;
  }
  from = a + pad;
  to = b + pad;
  for (int i = 0; i < count; ++i) {
    padded<<<1, 32>>>(to, from);
    float *t = to;
    to = from;
    from = t;
  }
  from = a + 28;
  change(&from);
  changed<<<1, 32>>>(b, from);
  from = a;
  to = b;
  for (int i = 0; i < count; ++i) {
    plain<<<1, 32>>>(to, from);
    float *t = to;
    to = from;
    from = t;
  }
}
