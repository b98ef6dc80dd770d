//===- PassedArguments.h - Arguments on their way to a file -----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The arguments of a call from one translation unit into another, and the names
/// of functions that both know.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LAUNCH_PASSEDARGUMENTS_H
#define CUDA_MEMLINT_LAUNCH_PASSEDARGUMENTS_H

#include "cuda-memlint/Launch/HostValue.h"
#include "cuda-memlint/Model/HostLinks.h"

namespace clang {
class ASTContext;
class FunctionDecl;
class NamedDecl;
} // namespace clang

namespace memlint {

/// One argument: a value, or what a reference or a pointer to a variable leads to.
struct PassedValue {
  HostValue Value;
  bool IsPointee = false;

  friend bool operator==(const PassedValue &, const PassedValue &) = default;
};

struct PassedArguments {
  std::vector<PassedValue> Values;

  /// Gives allocations numbers in the order in which the arguments mention them,
  /// so that equal calls have equal arguments.
  void numberAllocations();

  friend bool operator==(const PassedArguments &, const PassedArguments &) = default;
};

/// The name that the linker knows a function or variable by; empty when it has none,
/// and for constructors and destructors.
std::string linkerName(clang::ASTContext &Ast, const clang::NamedDecl *Declaration);

/// The name that another file links the kernel \p Kernel by; empty when none can. Where the name
/// for the linker says nothing of the parameters, this one does: a file that declares others
/// launches another kernel.
std::string kernelLinkName(clang::ASTContext &Ast, const clang::FunctionDecl *Kernel);

/// \p Value without what only means something in its translation unit: functions,
/// and locations in variables.
HostValue withoutLocations(HostValue Value);

} // namespace memlint

#endif // CUDA_MEMLINT_LAUNCH_PASSEDARGUMENTS_H
