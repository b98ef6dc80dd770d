//===- UnfollowedChanges.h - What runs where no code says so ----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Destructors, the program's own `operator new` and `operator delete`, and functions that the
/// loader calls before main run where no statement calls them. The interpretation of host code does
/// not follow them: what they may change is not known at all.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LAUNCH_UNFOLLOWEDCHANGES_H
#define CUDA_MEMLINT_LIB_LAUNCH_UNFOLLOWEDCHANGES_H

#include "clang/AST/Decl.h"

#include "llvm/ADT/DenseSet.h"

namespace memlint {

class HostProgram;

/// An `operator new` or `operator delete`.
bool isAllocationOperator(const clang::FunctionDecl &Function);

/// It runs where no statement of the program calls it.
bool isCalledUnseen(const clang::FunctionDecl &Function);

/// The variables of \p Program that such a function may change: globals that it, or what it calls,
/// assigns to; and, where it assigns to what a pointer or a reference leads to, the variables that
/// are named where objects of its class are made or given to.
llvm::DenseSet<const clang::VarDecl *> findUnfollowedChanges(const HostProgram &Program);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LAUNCH_UNFOLLOWEDCHANGES_H
