//===- CopyingBody.h - Loop bodies that only copy ---------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LAUNCH_COPYINGBODY_H
#define CUDA_MEMLINT_LIB_LAUNCH_COPYINGBODY_H

#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace clang {
class ASTContext;
class CallExpr;
class Stmt;
} // namespace clang

namespace memlint {

class DeviceWaits;

/// The copies that each iteration makes, if \p Body makes nothing but unconditional copies, checks
/// of their errors, and computations of variables; else empty. What happens once a copy has failed
/// does not count, unless it goes on with the loop.
std::optional<llvm::SmallVector<const clang::CallExpr *, 4>>
copiesIn(const clang::Stmt *Body, const clang::ASTContext &Ast, DeviceWaits &Waits);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LAUNCH_COPYINGBODY_H
