// RUN: %json --toolkit=embedded %s | FileCheck %s
// RUN: %if cuda-toolkit %{ %json --toolkit=%cuda-path %s | FileCheck %s %}
// RUN: %if nvcc %{ %nvcc -std=c++17 -arch=sm_90 -c -o %t.o %s %}

// CUDA's mathematics in host code, as far as nvcc accepts it there.

// CHECK: "parsed": "whole"

#include <cmath>

float overloads(float x) {
  static_assert(sizeof(rsqrt(x) + rcbrt(x) + sinpi(x) + cospi(x)) == sizeof(float));
  float sine, cosine, whole;
  sincos(x, &sine, &cosine);
  sincospi(x, &sine, &cosine);
  return sine + cosine + modf(x, &whole) + whole;
}

double doubles(double x) {
  double sine, cosine, whole;
  sincos(x, &sine, &cosine);
  sincospi(x, &sine, &cosine);
  return sine + cosine + modf(x, &whole) + std::modf(x, &whole) + normcdf(x) + erfcx(x);
}

unsigned long long limits(unsigned narrow, long long wide, unsigned long long widest) {
  return umin(narrow, 1) + umax(narrow, 1) + llmin(wide, 2) + llmax(wide, 2) + ullmin(widest, 3) +
         ullmax(widest, 3);
}

__global__ void kernel(float *values) {
  float sine, cosine, whole;
  sincospi(values[threadIdx.x], &sine, &cosine);
  values[threadIdx.x] = sine * cosine + modf(values[threadIdx.x], &whole) + umin(1u, 2u);
}
