//===- HandedFunctions.h - What functions that libraries call do -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A lambda, a function or an object with a call operator that is handed to a library may be called
/// there at any time: a thread does so, `std::function`, or the deleter of a smart pointer where
/// the pointer's scope ends. So may the members of a class that a library's template is made for:
/// containers make, copy and compare their elements.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LAUNCH_HANDEDFUNCTIONS_H
#define CUDA_MEMLINT_LIB_LAUNCH_HANDEDFUNCTIONS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

#include "llvm/ADT/DenseSet.h"

namespace memlint {

class HostProgram;

/// A function of this program's host code that \p Argument names, or the call operator of the
/// lambda that it makes a pointer of; null: none.
const clang::FunctionDecl *namedFunction(const clang::Expr *Argument);

/// \p Callee, whose code is not seen, is handed a pointer to a function that \p Argument does not
/// name. Functions of CUDA's run time that are templates are given kernels.
bool handsUnknownFunction(const clang::FunctionDecl *Callee, const clang::Expr *Argument);

/// \p Callee, of a library, makes or changes an object, which may keep what it is given. The run
/// time and the C library do not keep addresses of the caller's variables.
bool keepsAddresses(const clang::FunctionDecl &Callee);

/// The variables of \p Program that such a function may change: what it captures by reference and
/// globals that it assigns to; objects whose members it assigns to; where it assigns to what a
/// pointer leads to, all variables whose address is taken and that hold such a type; and what
/// `std::ref` refers to.
llvm::DenseSet<const clang::VarDecl *> findHandedChanges(const HostProgram &Program);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LAUNCH_HANDEDFUNCTIONS_H
