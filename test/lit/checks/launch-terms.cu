// A grid that is not a number is known in terms of arguments.
// RUN: not %cuda-memlint %s | FileCheck %s --implicit-check-not=warning:
// RUN: %json %s | FileCheck %s --check-prefix=JSON

#include <cuda_runtime.h>

// All threads of n / 256 blocks of 256 have an element: 256 * (n / 256) <= n. The stride of 8
// bytes needs 8 sectors for 128 bytes, which fit into 4, whatever n is.
// CHECK: :[[#@LINE+7]]:5: warning: uncoalesced store: lanes are 8 B apart (8 sectors per request, 4 needed; 2.0x)
// CHECK: note: proved for whole<<<n / 256, 256>>> at line {{[0-9]+}}: no totals: unknown value of `n`
// JSON: "grid_in_arguments": [
// JSON-NEXT: "n / 256",
__global__ void whole(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[2 * i] = 1;
}

// Of (n + 255) / 256 blocks the last one may have threads without an element.
// CHECK: :[[#@LINE+6]]:5: warning: uncoalesced store
// CHECK: note: assumed for ragged<<<(n + 255) / 256, 256>>> at line {{[0-9]+}}
// CHECK: note: assumed: all threads satisfy `blockIdx.x * blockDim.x + threadIdx.x < n`
__global__ void ragged(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[2 * i] = 1;
}

// A shift is a division; blocks that reach past n are none of them.
// CHECK: :[[#@LINE+6]]:5: warning: uncoalesced store
// CHECK: note: proved for shifted<<<n >> 7, 128>>>
// CHECK-NOT: note: assumed: all
__global__ void shifted(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[2 * i] = 1;
}

// n / 128 blocks of 256 threads are twice too many.
// CHECK: :[[#@LINE+5]]:5: warning: uncoalesced store
// CHECK: note: assumed: all threads satisfy
__global__ void tooMany(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[2 * i] = 1;
}

// The grid depends on what the kernel is not given.
// CHECK: :[[#@LINE+5]]:5: warning: uncoalesced store
// CHECK: note: assumed for elsewhere with block 256 at line {{[0-9]+}}: no totals: unknown grid size and value of `n`
__global__ void elsewhere(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[2 * i] = 1;
}

// With rows of pitch = 8 * n floats, 32 bytes times n, each row begins with a sector.
__global__ void rows(float *a, int n, int pitch) { a[blockIdx.x * pitch + threadIdx.x] = 1; }

void run(int n, int m) {
  float *a;
  cudaMalloc(&a, 1 << 30);
  whole<<<n / 256, 256>>>(a, n);
  ragged<<<(n + 255) / 256, 256>>>(a, n);
  shifted<<<n >> 7, 128>>>(a, n);
  tooMany<<<n / 128, 256>>>(a, n);
  elsewhere<<<m / 256, 256>>>(a, n);
  rows<<<4, 256>>>(a, n, 8 * n);
}
