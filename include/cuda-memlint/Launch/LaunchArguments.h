//===- LaunchArguments.h - What a launch passes to a kernel -----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The arguments of a launch beside the parameters of the kernel.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LAUNCH_LAUNCHARGUMENTS_H
#define CUDA_MEMLINT_LAUNCH_LAUNCHARGUMENTS_H

#include "cuda-memlint/Launch/LaunchContext.h"
#include "cuda-memlint/MemoryProgram/MemoryProgram.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace memlint {

/// Calls \p Visit for each integer among the parameters of a kernel and their parts,
/// as far as \p Arguments go.
inline void forEachNumber(llvm::ArrayRef<KernelParameter> Parameters,
                          llvm::ArrayRef<LaunchArgument> Arguments,
                          llvm::function_ref<void(ExprRef, const LaunchArgument &)> Visit) {
  for (const auto &[Parameter, Argument] : llvm::zip(Parameters, Arguments)) {
    if (Parameter.Value)
      Visit(Parameter.Value, Argument);
    forEachNumber(Parameter.Fields, Argument.Fields, Visit);
  }
}

/// The same for each pointer that the kernel compares with null: the leaf that says
/// whether it is, KernelParameter::Present.
inline void forEachPointer(llvm::ArrayRef<KernelParameter> Parameters,
                           llvm::ArrayRef<LaunchArgument> Arguments,
                           llvm::function_ref<void(ExprRef, const LaunchArgument &)> Visit) {
  for (const auto &[Parameter, Argument] : llvm::zip(Parameters, Arguments)) {
    if (Parameter.Present)
      Visit(Parameter.Present, Argument);
    forEachPointer(Parameter.Fields, Argument.Fields, Visit);
  }
}

/// What \p Launch tells of the arguments of \p Kernel as constants: the values of integers,
/// and whether pointers that are compared with null are it.
inline llvm::DenseMap<ExprRef, ExprRef>
knownArguments(ExprContext &Context, const KernelProgram &Kernel, const LaunchContext &Launch) {
  llvm::DenseMap<ExprRef, ExprRef> Known;
  forEachNumber(Kernel.Parameters, Launch.Arguments,
                [&](ExprRef Parameter, const LaunchArgument &Argument) {
                  if (Argument.Value)
                    Known[Parameter] = Context.constant(*Argument.Value);
                });
  forEachPointer(Kernel.Parameters, Launch.Arguments,
                 [&](ExprRef Present, const LaunchArgument &Argument) {
                   if (Argument.IsNull)
                     Known[Present] = Context.constant(!*Argument.IsNull);
                 });
  return Known;
}

/// What \p Launch tells of the pointer to \p Object; null: nothing.
inline const LaunchArgument *argumentOf(const MemoryObject &Object, const LaunchContext &Launch) {
  if (!Object.ParameterIndex || *Object.ParameterIndex >= Launch.Arguments.size())
    return nullptr;
  const LaunchArgument *Argument = &Launch.Arguments[*Object.ParameterIndex];
  for (unsigned Field : Object.ParameterFields) {
    if (Field >= Argument->Fields.size())
      return nullptr;
    Argument = &Argument->Fields[Field];
  }
  return Argument;
}

} // namespace memlint

#endif // CUDA_MEMLINT_LAUNCH_LAUNCHARGUMENTS_H
