// Structures that are copied whole are aligned, so that wider accesses copy them, where an array for
// each member would save little more.
//
// RUN: not %cuda-memlint --remarks --no-fixes --checks=-*,cuda-uncoalesced-access %s \
// RUN:     | FileCheck %s --implicit-check-not=help:

#include <cuda_runtime.h>

struct Body {
  float x, y, z, mass;
};

// 32 warps make 4 loads and 4 stores of 16 sectors: 4,096. Aligned to 16 B, one of each: 1,024, as
// many as with an array for each member.
// CHECK: :[[#@LINE+4]]:3: warning: uncoalesced store (each of 4 parts)
// CHECK: help: declare `Body` with `__align__(16)`: 4,096 -> 1,024 sectors for the kernel; a warp touches the same sectors in all, by fewer requests{{$}}
__global__ void copy(Body *out, const Body *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}
// CHECK: :[[#@LINE-2]]:12: remark: uncoalesced load (each of 4 parts)
// CHECK: help: declare `Body` with `__align__(16)`: 4,096 -> 1,024 sectors for the kernel; a warp touches the same sectors in all, by fewer requests{{$}}

// 8 loads and 8 stores of 32 sectors: 16,384. Aligned to 16 B, 2 of 32 each, as every sector is half
// of a structure: 4,096. An array for each member would take 8 of 4, which is 2,048, but the same
// sectors of memory, and far more work.
struct Long {
  float x, y, z, u, v, w, mass, charge;
};

// CHECK: :[[#@LINE+4]]:3: warning: uncoalesced store (each of 8 parts)
// CHECK: help: declare `Long` with `__align__(16)`: 16,384 -> 4,096 sectors for the kernel; a warp touches the same sectors in all, by fewer requests{{$}}
__global__ void copyLong(Long *out, const Long *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}
// CHECK: :[[#@LINE-2]]:12: remark: uncoalesced load (each of 8 parts)
// CHECK: help: declare `Long` with `__align__(16)`: 16,384 -> 4,096 sectors for the kernel; a warp touches the same sectors in all, by fewer requests{{$}}

// Three accesses of four bytes are as wide as they can be: nothing else helps. 32 warps make 3 loads
// and 3 stores of 12 sectors, or 4.
struct Point {
  float x, y, z;
};

// CHECK: help: use an array for each member of `Point` (structure of arrays), in all kernels and host code that use it: 2,304 -> 768 sectors for the kernel
// CHECK: help: use an array for each member of `Point` (structure of arrays), in all kernels and host code that use it: 2,304 -> 768 sectors for the kernel
__global__ void copyPoints(Point *out, const Point *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}

// Half of each: 4 loads of 32 sectors and 4 stores of 32; with an array for each member 8 of 4.
struct Cell {
  float a, b, c, d, e, f, g, h;
};

// CHECK: help: use an array for each member of `Cell` (structure of arrays), in all kernels and host code that use it: 8,192 -> 1,024 sectors for the kernel
// CHECK: help: use an array for each member of `Cell` (structure of arrays), in all kernels and host code that use it: 8,192 -> 1,024 sectors for the kernel
__global__ void copyHalf(Cell *out, const Cell *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Cell all = in[i];
  out[i].a = all.a;
  out[i].c = all.c;
  out[i].e = all.e;
  out[i].g = all.g;
}

void launch(Body *bodies, Long *longs, Point *points, Cell *cells) {
  copy<<<4, 256>>>(bodies, bodies + 1024);
  copyLong<<<4, 256>>>(longs, longs + 1024);
  copyPoints<<<4, 256>>>(points, points + 1024);
  copyHalf<<<4, 256>>>(cells, cells + 1024);
}
