// What no main can be made for, beside a kernel that one can be made for.
//
// RUN: %harness %s %t.cu | FileCheck %s
// RUN: %if nvcc %{ %nvcc -std=c++17 -arch=sm_90 -Werror all-warnings -c %t.cu -o %t.o %}
//
// CHECK: {{^}}fine<<<64, 256, 0>>>
// CHECK: not launched: lists: what `rows[threadIdx.x][0]` points to is unknown
// CHECK: not launched: texture: `image` is a texture, a surface or a tensor map
// CHECK: not launched: shapes: `shape` has virtual functions

__global__ void lists(float **rows, float *out) { out[threadIdx.x] = rows[threadIdx.x][0]; }
__global__ void texture(cudaTextureObject_t image, float *out) {
  out[threadIdx.x] = tex2D<float>(image, threadIdx.x, 0);
}
struct Shape {
  virtual __device__ float area() const { return 1; }
};
__global__ void shapes(Shape shape, float *out) { out[threadIdx.x] = 1; }
__global__ void fine(float *out) { out[threadIdx.x] = 1; }
