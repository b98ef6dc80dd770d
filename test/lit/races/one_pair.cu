// Two statements that race between warps of a block in one launch, and between lanes alone in
// another, are one finding: what orders the block orders its lanes.
//
// RUN: not %cuda-memlint --checks=-*,cuda-shared-race,cuda-missing-syncwarp %s | FileCheck %s --implicit-check-not=warning:
// RUN: not %cuda-memlint --checks=-*,cuda-missing-syncwarp %s | FileCheck %s --check-prefix=LANES --implicit-check-not=warning:
// LANES: warning: {{.*}} with no barrier between the two lanes [cuda-missing-syncwarp]
// LANES: warning: {{.*}} with no barrier between the two lanes [cuda-missing-syncwarp]

// CHECK: warning: shared memory race on `left[{{[0-9]+}}]`{{.*}} [cuda-shared-race]
__global__ void rounds(float *out, int repeat) {
  __shared__ float left[2048];
  int s = threadIdx.x;
  for (int j = 0; j < repeat; ++j) {
    left[s & 2047] = j;
    left[(s + 1) & 2047] = j + 1;
    left[(s + 2) & 2047] = j + 2;
    s = (s + 3) & 2047;
  }
  __syncthreads();
  out[threadIdx.x] = left[threadIdx.x];
}

// A block of one warp has lanes alone.
// CHECK: warning: shared memory race on `lanes[{{[0-9]+}}]`{{.*}} [cuda-missing-syncwarp]
__global__ void warp(float *out, int repeat) {
  __shared__ float lanes[2048];
  int s = threadIdx.x;
  for (int j = 0; j < repeat; ++j) {
    lanes[s & 2047] = j;
    lanes[(s + 1) & 2047] = j + 1;
    lanes[(s + 2) & 2047] = j + 2;
    s = (s + 3) & 2047;
  }
  __syncthreads();
  out[threadIdx.x] = lanes[threadIdx.x];
}

void run(float *out, int repeat) {
  rounds<<<1, 32>>>(out, repeat);
  rounds<<<1, 256>>>(out, repeat);
  warp<<<1, 32>>>(out, repeat);
}
