// Nothing rests on a launch that the device refuses.
// RUN: not %cuda-memlint --remarks %s 2>&1 | FileCheck %s --implicit-check-not=race: --implicit-check-not=conflict --implicit-check-not=uncoalesced --implicit-check-not=barrier
// RUN: not %cuda-memlint --remarks --arch=sm_13 %s -- -DTHREADS=1024 2>&1 | FileCheck %s --check-prefix=TESLA --implicit-check-not=race: --implicit-check-not=conflict --implicit-check-not=uncoalesced --implicit-check-not=barrier
// With as many threads as the device takes, the kernel runs.
// RUN: not %cuda-memlint %s -- -DTHREADS=1024 2>&1 | FileCheck %s --check-prefix=RUNS

#ifndef THREADS
#define THREADS 2048
#endif

__global__ void reverse(float *out, const float *in) {
  __shared__ float s[THREADS * 2];
  int t = threadIdx.x;
  s[t * 2] = in[t * 32];
  if (t < 1000)
    __syncthreads();
  // RUNS: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}} [cuda-shared-race]
  out[t] = s[2 * (THREADS - 1 - t)];
}

int main() {
  float *out, *in;
  cudaMalloc(&out, THREADS * 4);
  cudaMalloc(&in, THREADS * 128);
  // CHECK: :[[#@LINE+2]]:3: warning: launch fails: a block of 2048 x 1 x 1 has 2,048 threads (1,024 at most)
  // TESLA: :[[#@LINE+1]]:3: warning: launch fails: a block of 1024 x 1 x 1 has 1,024 threads (512 at most)
  reverse<<<1, THREADS>>>(out, in);
  return cudaGetLastError() != cudaSuccess;
}
