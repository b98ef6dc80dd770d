// RUN: %json %s | %query | FileCheck %s

// Textures and surfaces are not counted as accesses, and leave others as they are.

#include <cuda_runtime.h>

// One warp.
__global__ void fetches(float *out, float4 *vectors, cudaTextureObject_t texture,
                        cudaSurfaceObject_t surface, const float *in) {
  int t = threadIdx.x;
  // 2 floats apart: 8 of 4; the read itself is none.
  out[t] = tex2D<float>(texture, in[2 * t], 0.5f);
  // CHECK-NOT: line [[#@LINE-1]]: generic
  // CHECK: line [[#@LINE-2]]: global load requests=1 cost=8 ideal=4 worst=8; proved;
  // CHECK: line [[#@LINE-3]]: global store requests=1 cost=4 ideal=4 worst=4; proved;
  // Which float4 depends on the texture, the same for all lanes: one sector.
  vectors[tex1Dfetch<int>(texture, 3)].x = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=1 ideal=1 worst=1; proved;
  surf2Dwrite<float>(in[t], surface, 4 * t, 0);
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=4 ideal=4 worst=4; proved;
  float read;
  surf2Dread<float>(&read, surface, 4 * t, 0);
  out[2 * t] = read;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=8 ideal=4 worst=8; proved;
}

void launch(float *out, float4 *vectors, cudaTextureObject_t texture, cudaSurfaceObject_t surface,
            const float *in) {
  fetches<<<1, 32>>>(out, vectors, texture, surface, in);
}
