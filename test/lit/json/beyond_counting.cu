// Sums over more requests than 64 bits count are not told: 2^31 * 2^16 * 2^16 blocks of 32 warps.
// RUN: %json --launch 'k<<<(2147483647,65535,65535),1024>>>(_,8)' %s | %query | FileCheck %s
// CHECK: line [[#@LINE+2]]: global store {{.*}}assumed
__global__ void k(float *p, int n) {
  p[(blockIdx.x * blockDim.x + threadIdx.x) * n] = 1;
}
