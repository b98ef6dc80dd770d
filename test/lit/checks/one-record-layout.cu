// Structures have one layout in all kernels: what is advised saves most over all, or nothing is.
//
// RUN: not %cuda-memlint --remarks --no-fixes --checks=-*,cuda-uncoalesced-access %s \
// RUN:     | FileCheck %s --implicit-check-not=help: --implicit-check-not='no advice'

#include <cuda_runtime.h>

struct __align__(16) Quad {
  float x, y, z, w;
};

// 32 warps make 4 loads of 16 sectors and 4 stores of 4: 2,560. One load of the whole takes 16, and
// so do 4 of an array for each member: 1,024 either way.
__global__ void separate(float *out, const Quad *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+2]]:12: {{.*}}: uncoalesced load
  // CHECK: help: use an array for each member of `Quad` (structure of arrays), in all kernels and host code that use it: 2,560 -> 1,024 sectors for the kernel
  out[i] = in[i].x;
  out[i + 1024] = in[i].y;
  out[i + 2048] = in[i].z;
  out[i + 3072] = in[i].w;
}

// 16 sectors and 4. The whole is of no use here; an array for each member takes 4.
__global__ void first(float *out, const Quad *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+2]]:12: {{.*}}: uncoalesced load
  // CHECK: help: use an array for each member of `Quad` (structure of arrays), in all kernels and host code that use it: 640 -> 256 sectors for the kernel
  out[i] = in[i].x;
}

// Alone, each kernel has the advice that is best for it.
struct __align__(16) Alone {
  float x, y, z, w;
};

__global__ void separateAlone(float *out, const Alone *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+2]]:12: {{.*}}: uncoalesced load
  // CHECK: help: load each element of `in` whole, into a local `Alone`, by 16-byte loads: 2,560 -> 1,024 sectors for the kernel
  out[i] = in[i].x;
  out[i + 1024] = in[i].y;
  out[i + 2048] = in[i].z;
  out[i + 3072] = in[i].w;
}

// What the gather would lose with an array for each member depends on data: the whole is what helps
// here, and it does not help the other kernel.
struct __align__(16) Both {
  float x, y, z, w;
};

__global__ void separateBoth(float *out, const Both *in, const Both *others, const int *index) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+2]]:12: {{.*}}: uncoalesced load
  // CHECK: no advice: some kernels need the members of `Both` together and others apart
  out[i] = in[i].x;
  out[i + 1024] = in[i].y;
  out[i + 2048] = in[i].z;
  out[i + 3072] = in[i].w;
  out[i + 4096] = others[index[i]].x;
}

__global__ void firstOfBoth(float *out, const Both *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+2]]:12: {{.*}}: uncoalesced load
  // CHECK: no advice: some kernels need the members of `Both` together and others apart
  out[i] = in[i].x;
}

void launch(float *out, Quad *quads, Alone *alone, Both *both, int *index) {
  separate<<<4, 256>>>(out, quads);
  first<<<4, 256>>>(out, quads);
  separateAlone<<<4, 256>>>(out, alone);
  separateBoth<<<4, 256>>>(out, both, both, index);
  firstOfBoth<<<4, 256>>>(out, both);
}
