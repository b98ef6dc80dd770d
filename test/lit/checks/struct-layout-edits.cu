// Structures that are aligned in the source, and those on whose layout more depends than arrays.
// RUN: %json --remarks --checks=-*,cuda-struct-layout %s -- -isystem %S/Inputs | %python %S/../Inputs/apply_fixes.py %s > %t.cu
// RUN: grep -v -e CHECK %t.cu | FileCheck %s
// RUN: %cuda-memlint --remarks --checks=-*,cuda-struct-layout %s -- -isystem %S/Inputs | FileCheck %s --check-prefix=FOUND
// All of them are found.
// FOUND-COUNT-7: remark: inefficient structure layout: loading 16 of the 16 B of

#include <cuda_runtime.h>
#include <holder.h>

// CHECK: struct __align__(16) Free { float x, y, z, w; };
struct Free { float x, y, z, w; };

// Another instance would grow.
template <class T> struct Vector {
  // CHECK: struct Item { T x, y, z, w; };
  struct Item { T x, y, z, w; };
};

// A part of a structure, as the element of a library's array.
// CHECK: struct Held { float x, y, z, w; };
struct Held { float x, y, z, w; };
struct Pair {
  int id;
  Holder<Held> values;
};

// A part of another, and a base.
// CHECK: struct Inner { float x, y, z, w; };
struct Inner { float x, y, z, w; };
struct Outer {
  int id;
  Inner inner;
};
// CHECK: struct Base { float x, y, z, w; };
struct Base { float x, y, z, w; };
struct Derived : Base {
  int id;
};

// Seen at an address that is a multiple of 4 only: by reference, and by a pointer's pointer.
// CHECK: struct Seen { float x, y, z, w; };
struct Seen { float x, y, z, w; };
// CHECK: struct Pointed { float x, y, z, w; };
struct Pointed { float x, y, z, w; };

template <class Element> __device__ float sum(const Element &of) {
  return of.x + of.y + of.z + of.w;
}

__global__ void ofFree(float *out, const Free *in) { out[threadIdx.x] = sum(in[threadIdx.x]); }
__global__ void ofItem(float *out, const Vector<float>::Item *in) {
  out[threadIdx.x] = sum(in[threadIdx.x]);
}
__global__ void ofHeld(float *out, const Held *in) { out[threadIdx.x] = sum(in[threadIdx.x]); }
__global__ void ofInner(float *out, const Inner *in) { out[threadIdx.x] = sum(in[threadIdx.x]); }
__global__ void ofBase(float *out, const Base *in) { out[threadIdx.x] = sum(in[threadIdx.x]); }
__global__ void ofSeen(float *out, const Seen *in, const float *raw) {
  const Seen &first = reinterpret_cast<const Seen &>(raw[1]);
  out[threadIdx.x] = sum(in[threadIdx.x]) + first.x;
}
__global__ void ofPointed(float *out, const Pointed *in) {
  out[threadIdx.x] = sum(in[threadIdx.x]);
}

void host(float *raw) {
  Pair pair;
  pair.id = 1;
  float *at = raw + 1;
  Pointed *pointed = *(Pointed **)&at;
  ofFree<<<1, 256>>>(raw, nullptr);
  ofItem<<<1, 256>>>(raw, nullptr);
  ofHeld<<<1, 256>>>(raw, nullptr);
  ofInner<<<1, 256>>>(raw, nullptr);
  ofBase<<<1, 256>>>(raw, nullptr);
  ofSeen<<<1, 256>>>(raw, nullptr, raw);
  ofPointed<<<1, 256>>>(raw, pointed);
}
