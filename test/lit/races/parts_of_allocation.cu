// RUN: not %cuda-memlint --checks=-*,cuda-global-race %s 2>&1 | FileCheck %s --implicit-check-not=warning:
//
// Sums behind the points in one allocation: what data choose of the sums is none of the points.

#include <cuda_runtime.h>

__global__ void sumUp(const float2 *points, const float2 *centres, float *x, float *y, int n,
                      int clusters) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int best = 0;
  float least = 1e30f;
  for (int j = 0; j < clusters; ++j) {
    float dx = points[i].x - centres[j].x, dy = points[i].y - centres[j].y;
    if (dx * dx + dy * dy < least) {
      least = dx * dx + dy * dy;
      best = j;
    }
  }
  atomicAdd(&x[best], points[i].x);
  // CHECK: :[[#@LINE+1]]:23: warning: global memory race on `points`
  atomicAdd(&y[best], points[i].y);
  // CHECK: note: for sumUp<<<4096, 256>>> at line [[#@LINE+8]]
}

int main() {
  float *all;
  int n = 1 << 20;
  cudaMalloc(&all, 1 << 28);
  sumUp<<<n / 256, 256>>>((float2 *)all, (float2 *)all + n, all + 4 * n, all + 5 * n, n, 16);
  sumUp<<<n / 256, 256>>>((float2 *)all, (float2 *)all + n, all, all + 5 * n, n, 16);
  return cudaDeviceSynchronize();
}
