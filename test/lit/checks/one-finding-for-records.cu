// Another layout of a structure is proposed by one finding, not by two: with what the accesses cost, where that is found.
//
// RUN: not %cuda-memlint --remarks --no-fixes --checks=-*,cuda-struct-layout,cuda-uncoalesced-access %s \
// RUN:     | FileCheck %s --check-prefix=BOTH --implicit-check-not="[cuda-struct-layout]"
// RUN: %cuda-memlint --remarks --no-fixes --checks=-*,cuda-struct-layout %s \
// RUN:     | FileCheck %s --check-prefix=LAYOUT --implicit-check-not="[cuda-struct-layout]"
// RUN: cp %s %t.cu && %cuda-memlint --remarks --fix --checks=-*,cuda-struct-layout,cuda-uncoalesced-access --fail-on=none %t.cu
// RUN: FileCheck %s --check-prefix=EDITED --input-file=%t.cu

#include <cuda_runtime.h>

struct Particle {
  float x, y, z, vx, vy, vz, mass;
};

// BOTH: :[[#@LINE+5]]:3: warning: uncoalesced load:
// BOTH: help: use an array for each member of `Particle` (structure of arrays)
// LAYOUT: :[[#@LINE+3]]:3: remark: inefficient structure layout: {{.*}} [cuda-struct-layout]
__global__ void move(Particle *particles, float time) {
  Particle &p = particles[blockIdx.x * blockDim.x + threadIdx.x];
  p.x += p.vx * time;
  p.y += p.vy * time;
}

// An alignment that does not change the size, with its edit.
struct Four {
  float a, b, c, d;
};

// BOTH: :[[#@LINE+7]]:12: remark: uncoalesced load: lanes are 16 B apart {{.*}} [cuda-uncoalesced-access]
// BOTH: help: declare `Four` with `__align__(16)`: {{.*}} by fewer requests
// LAYOUT: remark: inefficient structure layout: loading 16 of the 16 B of `Four`, {{.*}} [cuda-struct-layout]
// LAYOUT: help: declare `Four` with `__align__(16)`
// EDITED: struct __align__(16) Four {
__global__ void sums(float *out, const Four *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i].a + in[i].b + in[i].c + in[i].d;
}

// One member of many that next to nothing of the kernel loads: the layout is all that there is to say.
struct Seven {
  float a, b, c, d, e, f, g;
};
// BOTH: :[[#@LINE+4]]:24: remark: inefficient structure layout: loading 4 of the 28 B of `Seven`, {{.*}} [cuda-struct-layout]
// BOTH: help: use one array per field: 1 request and 4 sectors per warp
// LAYOUT: of the 28 B of `Seven`, {{.*}} [cuda-struct-layout]
__global__ void force(float *__restrict__ out, const Seven *__restrict__ in, int n) {
  float sum = 0, own = in[blockIdx.x * blockDim.x + threadIdx.x].a;
  for (int j = 0; j < n; ++j)
    sum += (in[j].a - own) * in[j].g;
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// All lanes load one structure at a time: the alignment is about requests alone, and no lanes are apart.
struct Setting {
  float a, b, c, d;
};
// BOTH: remark: inefficient structure layout: loading 16 of the 16 B of `Setting`, {{.*}} [cuda-struct-layout]
// LAYOUT: of the 16 B of `Setting`, {{.*}} [cuda-struct-layout]
__global__ void ofAll(float *__restrict__ out, const Setting *__restrict__ in, int n) {
  float sum = 0;
  for (int j = 0; j < n; ++j)
    sum += in[j].a + in[j].b + in[j].c + in[j].d;
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Aligned: nothing is left to say.
struct __align__(16) Aligned {
  float a, b, c, d;
};
__global__ void sumsOfAligned(float *__restrict__ out, const Aligned *__restrict__ in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i].a + in[i].b + in[i].c + in[i].d;
}

void launch(float *out, Particle *particles, Four *fours, Seven *sevens, Setting *settings,
            Aligned *aligned) {
  move<<<4, 256>>>(particles, 1);
  sums<<<4, 256>>>(out, fours);
  force<<<256, 256>>>(out, sevens, 65536);
  ofAll<<<4, 256>>>(out, settings, 100);
  sumsOfAligned<<<4, 256>>>(out, aligned);
}
