//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compilation at run time, in outline.

#ifndef __MEMLINT_HIPRTC_H
#define __MEMLINT_HIPRTC_H

#include "hip_runtime_api.h"

enum hiprtcResult {
  HIPRTC_SUCCESS = 0, HIPRTC_ERROR_OUT_OF_MEMORY = 1, HIPRTC_ERROR_PROGRAM_CREATION_FAILURE = 2,
  HIPRTC_ERROR_INVALID_INPUT = 3, HIPRTC_ERROR_INVALID_PROGRAM = 4,
  HIPRTC_ERROR_INVALID_OPTION = 5, HIPRTC_ERROR_COMPILATION = 6, HIPRTC_ERROR_INTERNAL_ERROR = 11
};
typedef struct __memlint_hiprtc_program *hiprtcProgram;

const char *hiprtcGetErrorString(hiprtcResult);
// All other functions: see OpaqueFunctions.h.
hiprtcResult __memlint_rest_of_hiprtc(...);

#endif
