//===- HostConditions.h - What statements of host code depend on *- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LAUNCH_HOSTCONDITIONS_H
#define CUDA_MEMLINT_LIB_LAUNCH_HOSTCONDITIONS_H

namespace clang {
class Stmt;
}

namespace memlint {

/// Whether \p Later, which control flow reaches both with and without \p Earlier, may only run
/// where \p Earlier has not: a condition around it may be the contrary of what decides about
/// \p Earlier, be it by numbers that loops count. Both are in \p Body.
bool mayExclude(const clang::Stmt &Body, const clang::Stmt &Earlier, const clang::Stmt &Later);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LAUNCH_HOSTCONDITIONS_H
