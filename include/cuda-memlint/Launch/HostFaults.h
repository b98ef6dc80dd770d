//===- HostFaults.h - Faults in the order of host code ----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds what host code does wrong with memory and time around its launches, from the control flow
/// of each of its functions.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LAUNCH_HOSTFAULTS_H
#define CUDA_MEMLINT_LAUNCH_HOSTFAULTS_H

#include "cuda-memlint/Model/HostFault.h"

#include <vector>

namespace clang {
class ASTContext;
class FunctionDecl;
} // namespace clang

namespace memlint {

class LaunchCalls;

struct FoundHostFault {
  /// The kernel of the launch that it is about; null: of the whole file.
  const clang::FunctionDecl *Kernel = nullptr;
  HostFault Fault;
};

/// Each location has at most one of a kind. \p Calls are those of \p Ast.
std::vector<FoundHostFault> findHostFaults(clang::ASTContext &Ast, const LaunchCalls &Calls);

} // namespace memlint

#endif // CUDA_MEMLINT_LAUNCH_HOSTFAULTS_H
