//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Complex numbers of CUDA.

#ifndef __MEMLINT_CUCOMPLEX_H
#define __MEMLINT_CUCOMPLEX_H

#include "cuda_runtime.h"

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

#define __MEMLINT_HDI inline __MEMLINT_HD
__MEMLINT_HDI float cuCrealf(cuFloatComplex a) { return a.x; }
__MEMLINT_HDI float cuCimagf(cuFloatComplex a) { return a.y; }
__MEMLINT_HDI double cuCreal(cuDoubleComplex a) { return a.x; }
__MEMLINT_HDI double cuCimag(cuDoubleComplex a) { return a.y; }
__MEMLINT_HDI cuFloatComplex make_cuFloatComplex(float r, float i) { return make_float2(r, i); }
__MEMLINT_HDI cuDoubleComplex make_cuDoubleComplex(double r, double i) {
  return make_double2(r, i);
}
__MEMLINT_HDI cuComplex make_cuComplex(float r, float i) { return make_float2(r, i); }
__MEMLINT_HDI cuFloatComplex cuConjf(cuFloatComplex a) { return make_float2(a.x, -a.y); }
__MEMLINT_HDI cuDoubleComplex cuConj(cuDoubleComplex a) { return make_double2(a.x, -a.y); }
__MEMLINT_HDI cuFloatComplex cuCaddf(cuFloatComplex a, cuFloatComplex b) {
  return make_float2(a.x + b.x, a.y + b.y);
}
__MEMLINT_HDI cuDoubleComplex cuCadd(cuDoubleComplex a, cuDoubleComplex b) {
  return make_double2(a.x + b.x, a.y + b.y);
}
__MEMLINT_HDI cuFloatComplex cuCsubf(cuFloatComplex a, cuFloatComplex b) {
  return make_float2(a.x - b.x, a.y - b.y);
}
__MEMLINT_HDI cuDoubleComplex cuCsub(cuDoubleComplex a, cuDoubleComplex b) {
  return make_double2(a.x - b.x, a.y - b.y);
}
__MEMLINT_HDI cuFloatComplex cuCmulf(cuFloatComplex a, cuFloatComplex b) {
  return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
__MEMLINT_HDI cuDoubleComplex cuCmul(cuDoubleComplex a, cuDoubleComplex b) {
  return make_double2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
__MEMLINT_HD cuFloatComplex cuCdivf(cuFloatComplex, cuFloatComplex);
__MEMLINT_HD cuDoubleComplex cuCdiv(cuDoubleComplex, cuDoubleComplex);
__MEMLINT_HD float cuCabsf(cuFloatComplex);
__MEMLINT_HD double cuCabs(cuDoubleComplex);
__MEMLINT_HDI cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex a) {
  return make_double2(a.x, a.y);
}
__MEMLINT_HDI cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex a) {
  return make_float2((float)a.x, (float)a.y);
}
__MEMLINT_HDI cuComplex cuCfmaf(cuComplex a, cuComplex b, cuComplex c) {
  return cuCaddf(cuCmulf(a, b), c);
}
__MEMLINT_HDI cuDoubleComplex cuCfma(cuDoubleComplex a, cuDoubleComplex b, cuDoubleComplex c) {
  return cuCadd(cuCmul(a, b), c);
}
#undef __MEMLINT_HDI

#endif
