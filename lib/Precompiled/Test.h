//===- Test.h - Precompiled: GoogleTest, Clang and LLVM ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What unit tests read besides our own headers, precompiled. The rules of Llvm.h
/// hold here, too.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_PRECOMPILED_TEST_H
#define CUDA_MEMLINT_LIB_PRECOMPILED_TEST_H

#include "Clang.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#endif // CUDA_MEMLINT_LIB_PRECOMPILED_TEST_H
