// A mask of 32 bits names all lanes of a warp of 32, and half of those of 64: what it may order
// there is not followed, so that nothing is said of its barrier.
// RUN: %cuda-memlint --arch=sm_80 --remarks --checks=-*,cuda-redundant-barrier %s 2>&1 | FileCheck %s
// RUN: %cuda-memlint --arch=gfx1030 --remarks --checks=-*,cuda-redundant-barrier %s 2>&1 | FileCheck %s
// RUN: %cuda-memlint --arch=gfx90a --remarks --checks=-*,cuda-redundant-barrier %s 2>&1 | FileCheck %s --check-prefix=WIDE --implicit-check-not=remark:

__global__ void masked(int *out) {
  out[threadIdx.x] = 1;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: redundant barrier
  __syncwarp(0xffffffff);
}
// WIDE: 0 warnings in 0 of 1 kernel

int main() {
  masked<<<1, 64>>>(nullptr);
  return cudaDeviceSynchronize();
}
