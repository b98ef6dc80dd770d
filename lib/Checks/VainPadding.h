//===- VainPadding.h - Parts of an index that pad nothing -------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_CHECKS_VAINPADDING_H
#define CUDA_MEMLINT_LIB_CHECKS_VAINPADDING_H

#include <string>

namespace memlint {

struct Access;
struct CheckRun;

/// What is wrong with the index of \p Site in launch number \p Launch, where a part of it that
/// would pad the array, as `i >> 5` does, is shifted by an amount in which lanes differ, and is 0
/// each time that a thread makes the access. Empty: no part is.
std::string describeVainPadding(const CheckRun &In, const Access &Site, unsigned Launch);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_CHECKS_VAINPADDING_H
