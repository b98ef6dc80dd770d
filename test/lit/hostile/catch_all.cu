// An error in a function of the host that catches everything.
// RUN: %cuda-memlint --keep-going %s 2>&1 | FileCheck %s
// CHECK: 1 error in the source

__global__ void scale(float *data) { data[threadIdx.x] *= 2; }

template <class T> void run(T *data) {
  int wrong = undeclared();
  try {
    scale<<<1, 32>>>(data);
  } catch (...) {
    throw;
  }
}
