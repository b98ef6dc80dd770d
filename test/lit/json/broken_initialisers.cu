// RUN: %json --keep-going --toolkit=embedded %s | FileCheck %s --check-prefix=ERRORS
// RUN: %json --keep-going --toolkit=embedded %s | %query | FileCheck %s

// A variable whose initialiser does not compile, in parentheses or not, is not known; what does
// not use it is.

// ERRORS: "parsed": "with-errors"
// ERRORS-NOT: crashed

struct Sphere {
  float3 centre;
  float radius;
};

__device__ float distance(float3 a, float3 b) {
  float3 difference(a - b);
  const float3 &same(a - b);
  int big[100](a - b);
  return difference.x + same.y;
}

// 32 lanes, 4 bytes each: 128 bytes, 4 sectors.
__global__ void trace(float *out, const Sphere *spheres) {
  Sphere sphere(spheres[0]);
  out[threadIdx.x] = distance(sphere.centre, sphere.centre);
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=4 worst=4; proved;
}

void run(float *out, const Sphere *spheres) { trace<<<1, 32>>>(out, spheres); }
