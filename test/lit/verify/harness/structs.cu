// Structures by value: pointers, numbers of all widths, bit-fields, arrays, bases, closed ones.
//
// RUN: %harness %s %t.cu | FileCheck %s
// RUN: %if nvcc %{ %nvcc -std=c++17 -arch=sm_90 -Werror all-warnings -c %t.cu -o %t.o %}
//
// Parts at their places: the base first (bytes 0 and 4), pointers at 8 and 16, then a double,
// two shorts and the bit-fields, which hold no more than 7 and 127. 0x3FF0000000000000 is 1.0.
// CHECK: paint<<<(8,8,1), (32,8,1), 0>>>
// CHECK-NEXT: buffer at byte 8 of argument 0: 0 + 65536 bytes, elements of 4
// CHECK-NEXT: buffer at byte 16 of argument 0: 0 + 16384 bytes, elements of 1
// CHECK-DAG: bits 192 to 255 of argument 0: 4607182418800017408
// CHECK-DAG: bits 256 to 271 of argument 0: 256
// CHECK-DAG: bits 288 to 290 of argument 0: 7
// CHECK-DAG: bits 291 to 297 of argument 0: 127
// CHECK-DAG: bits 0 to 31 of argument 0: 256
// CHECK-DAG: bits 32 to 63 of argument 0: 64
// CHECK-DAG: bits 0 to 7 of argument 1: 1
// Nothing says what the stride is: 1,024 halves between 16,384 of them, 2 * (16,383 * 1,024 + 1)
// bytes, which is 33,552,386, rounded up to 256.
// CHECK: widen<<<64, 256, 0>>>
// CHECK-NEXT: buffer at byte 0 of argument 0: 0 + 33552640 bytes, elements of 2 with 1 numbers
// CHECK: bits 64 to 95 of argument 0: 1024

#include <cuda_fp16.h>

struct Extent {
  int width, height;
};

struct View : Extent {
  float *data;
  const unsigned char *mask;
  double scale;
  short steps[2];
  unsigned flags : 3;
  unsigned rest : 7;
};

class Closed {
public:
  Closed() = delete;
  __device__ __half at(int i) const { return values[i * stride]; }

private:
  explicit Closed(const __half *from) : values(from), stride(1) {}
  const __half *values;
  int stride;
};

__global__ void paint(View view, bool invert) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < view.width && y < view.height)
    if ((view.mask[y * view.width + x] != 0) != invert)
      view.data[y * view.width + x] *= float(view.scale) + view.steps[1] + view.flags;
}

__global__ void widen(Closed from, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = __half2float(from.at(i));
}
