// Findings for AMD's devices use the vendor's word for warps, but not in code.
// RUN: not %cuda-memlint --arch=gfx90a --checks=-*,cuda-divergent-branch %s 2>&1 | FileCheck %s --check-prefix=AMD
// RUN: not %cuda-memlint --arch=sm_90 --checks=-*,cuda-divergent-branch %s 2>&1 | FileCheck %s --check-prefix=NVIDIA
// Where both are asked for, a word makes no difference.
// RUN: not %cuda-memlint --arch=sm_90,gfx90a --checks=-*,cuda-misaligned-access,cuda-shared-race %s 2>&1 | FileCheck %s --check-prefix=BOTH --implicit-check-not="note: for gfx90a: shared memory race"

__global__ void halves(float *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // AMD: warning: divergent branch: `i % 2 == 0` leaves 32 of 64 lanes active in each wavefront that executes it (4 wavefronts executed in each of 16 blocks, 2 if the active threads were consecutive)
  // NVIDIA: warning: divergent branch: {{.*}} leaves 16 of 32 lanes active in each warp that executes it (8 warps executed in each of 16 blocks, 4 if
  if (i % 2 == 0)
    for (int k = 0; k < 8; ++k)
      data[i + k * 4096] += 1;
}

__global__ void race(float *out) {
  __shared__ float s[256];
  s[threadIdx.x] = out[threadIdx.x];
  // BOTH: warning: shared memory race
  out[threadIdx.x] = s[255 - threadIdx.x];
}

int main() {
  float *d;
  cudaMalloc(&d, 1 << 20);
  halves<<<16, 256>>>(d);
  race<<<1, 256>>>(d);
}
