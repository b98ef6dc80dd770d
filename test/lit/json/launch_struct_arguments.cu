// RUN: %json %s | %query | FileCheck %s
// RUN: %cuda-memlint --fail-on=none --explain=18 %s | FileCheck %s --check-prefix=EXPLAIN

// Structs as arguments: what the host puts into their fields, bases and arrays is known,
// numbers as well as where pointers begin. One warp each; 32 floats that begin on a
// sector are 4 sectors, others 5.

#include <cuda_runtime.h>

struct View {
  float *data;
  int pitch;
  int starts[2];
};

// 33 floats are 132 bytes: the second row begins 4 bytes past a sector: 5.
__global__ void row(View view) {
  view.data[view.pitch + threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=5 ideal=4 worst=5; proved; kernel=row
  // EXPLAIN: view.pitch: kernel parameter, 33 in this launch
  // Row 8 at 1056 bytes, 33 sectors; 8 floats further is on a sector too: 4.
  view.data[8 * view.pitch + view.starts[1] + threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=4 worst=4; proved; kernel=row
}

// The struct holds a pointer to the second float: 5. To the ninth: 4.
__global__ void shifted(View view) {
  view.data[threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=5 ideal=4 worst=5; proved; kernel=shifted
  // CHECK: line [[#@LINE-2]]: global store requests=1 cost=4 ideal=4 worst=4; proved; kernel=shifted
}

// Two launches, strides of 2 and 4 floats.
__global__ void strided(View view) {
  view.data[view.starts[0] * threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=8 ideal=4 worst=8; proved; kernel=strided
  // CHECK: line [[#@LINE-2]]: global store requests=1 cost=16 ideal=4 worst=16; proved; kernel=strided
}

// An accessor with a constructor and a base, both of which have a field of one name.
struct Shape {
  int stride;
};
template <class T> struct Accessor : Shape {
  T *first;
  int stride;
  Accessor(T *first, int inner, int outer) : Shape{outer}, first(first), stride(inner) {}
  __device__ T &operator()(int y, int x) const { return first[y * Shape::stride + x * stride]; }
};

// Along x 2 floats apart: 8; along y 32 floats apart: 32.
__global__ void accessed(Accessor<float> values) {
  values(1, threadIdx.x) = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=8 ideal=4 worst=8; proved; kernel=accessed
  values(threadIdx.x, 1) = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=32 ideal=4 worst=32; proved; kernel=accessed
}

// A function object among the arguments of a wrapper: 3 floats apart: 12.
struct Scale {
  float *data;
  int stride;
  __device__ void operator()(int i) const { data[i * stride] *= 2; }
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=12 ideal=4 worst=12; proved; kernel=forEach<Scale>
  // CHECK: line [[#@LINE-2]]: global store requests=1 cost=12 ideal=4 worst=12; proved; kernel=forEach<Scale>
};
template <class Operation> __global__ void forEach(Operation operation) { operation(threadIdx.x); }
template <class Operation> void launchForEach(Operation operation) {
  forEach<<<1, 32>>>(operation);
}

// A lambda that the host makes holds what its captures were then: 4 floats apart: 16, and
// a pointer to the second float: 5.
template <class Operation> __global__ void applied(Operation operation) { operation(threadIdx.x); }
void lambdas(float *out) {
  int stride = 4;
  auto spread = [=] __device__(int i) { out[stride * i] = 1; };
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=16 ideal=4 worst=16; proved;
  stride = 1;
  applied<<<1, 32>>>(spread);
  float *second = out + 1;
  applied<<<1, 32>>>([second, stride] __device__(int i) { second[stride * i] = 1; });
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=5 ideal=4 worst=5; proved;
}

// Of a field that is not known, what it is a multiple of: rows of whole sectors: 4.
__global__ void rounded(View view) {
  view.data[view.pitch + threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=4 worst=4; proved; kernel=rounded
}

// What is not known of a struct stays so.
__global__ void open(View view) {
  view.data[view.starts[1] * threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=null {{.*}} worst=32; assumed; kernel=open
}

void launch(float *out, View given, int n) {
  View view;
  view.data = out;
  view.pitch = 33;
  view.starts[1] = 8;
  row<<<1, 32>>>(view);
  shifted<<<1, 32>>>(View{out + 1, 1, {0, 0}});
  view.data += 8;
  shifted<<<1, 32>>>(view);
  strided<<<1, 32>>>(View{out, 0, {2, 0}});
  strided<<<1, 32>>>(View{out, 0, {4, 0}});
  accessed<<<1, 32>>>(Accessor<float>(out, 2, 32));
  launchForEach(Scale{out, 3});
  rounded<<<1, 32>>>(View{out, (n + 7) / 8 * 8, {0, 0}});
  open<<<1, 32>>>(given);
}
