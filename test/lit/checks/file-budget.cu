// RUN: not %cuda-memlint --checks=-*,cuda-uncoalesced-access %s 2>&1 | FileCheck %s --implicit-check-not="not analysed"

// Loops whose length depends on the thread are counted request by request, each access up to a
// limit, which is a quarter of what the file may take: the kernels behind are analysed all the same.

#include <cuda_runtime.h>

struct Arrays {
  const float *a, *b, *c, *d, *e, *f;
};

__global__ void sumsOfPairs(float *out, Arrays in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float sum = 0;
  for (int j = i + 1; j < n; ++j)
    sum += in.a[j] * in.b[j] + in.c[j] * in.d[j] + in.e[j] * in.f[j];
  out[i] = sum;
}

// More accesses: it comes later.
__global__ void columns(float *out, Arrays in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = in.a[i] + in.b[i] + in.c[i] + in.d[i] + in.e[i] + in.f[i];
  sum += in.a[i + 32] + in.b[i + 32] + in.c[i + 32] + in.d[i + 32] + in.e[i + 32] + in.f[i + 32];
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: uncoalesced store
  out[i * 32] = sum;
}
// CHECK: in 1 of 2 kernels;

void launch(float *out, Arrays in) {
  sumsOfPairs<<<176, 128>>>(out, in, 22464);
  columns<<<1024, 256>>>(out, in);
}
