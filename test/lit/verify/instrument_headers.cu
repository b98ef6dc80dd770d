// Headers below the source's folder are copied with it; those found through an include
// folder, or included more than once, are left alone.
//
// RUN: %instrument %s %t -- -I %S/Inputs/elsewhere > %t.list
// RUN: FileCheck %s --check-prefix=LIST --input-file=%t.list
// RUN: FileCheck %s --check-prefix=SCALE --input-file=%t/Inputs/scale.cuh
// RUN: FileCheck %s --check-prefix=INDEX --input-file=%t/Inputs/scale_index.cuh
// RUN: not ls %t/Inputs/step.inc %t/Inputs/elsewhere
// RUN: %if nvcc %{ %nvcc -std=c++17 -arch=sm_90 -I '"%S"' -I '"%S/Inputs/elsewhere"' -c %t/instrument_headers.cu -o %t/object.o %}

// SCALE: __global__ void scale(T *out, const T *in, T factor) { memlint_runtime::enter([[#]], __PRETTY_FUNCTION__);
// SCALE: memlint_runtime::store<[[#]]>(out[i]) = factor * memlint_runtime::load<[[#]]>(in[i]);
// INDEX: return threads > 64 ? memlint_runtime::load<[[#]]>(thread) : memlint_runtime::load<[[#]]>(order[thread]);
// LIST-DAG: site [[#]]: scale.cuh:8:3 store part 0 out[i]
// LIST-DAG: left alone: 3:{{.*}} load in[threadIdx.x]: it is in a header that is not copied
// LIST-DAG: left alone: 1:3 store out[threadIdx.x + STEP]: it is in a header that is not copied

#include "Inputs/scale.cuh"
#include "total.cuh"

__global__ void steps(float *out, const float *in) {
  addUp(out, in);
#define STEP 32
#include "Inputs/step.inc"
#undef STEP
#define STEP 64
#include "Inputs/step.inc"
}

int main() {
  float *values = nullptr;
  cudaMalloc(&values, 4096);
  scale<<<1, 32>>>(values + 64, values, 2.0f);
  steps<<<1, 32>>>(values + 64, values);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
