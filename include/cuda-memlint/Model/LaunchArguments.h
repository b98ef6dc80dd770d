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

#ifndef CUDA_MEMLINT_MODEL_LAUNCHARGUMENTS_H
#define CUDA_MEMLINT_MODEL_LAUNCHARGUMENTS_H

#include "cuda-memlint/Model/LaunchContext.h"
#include "cuda-memlint/Model/MemoryProgram.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/bit.h"

#include <algorithm>

namespace memlint {

/// Calls \p Visit for each parameter of a kernel and each part of one that has the leaf \p Leaf, as
/// far as \p Arguments go: KernelParameter::Value, the integers, or KernelParameter::Present, the
/// pointers that the kernel compares with null.
inline void forEachArgument(llvm::ArrayRef<KernelParameter> Parameters,
                            llvm::ArrayRef<LaunchArgument> Arguments,
                            ExprRef KernelParameter::*Leaf,
                            llvm::function_ref<void(ExprRef, const LaunchArgument &)> Visit) {
  for (const auto &[Parameter, Argument] : llvm::zip(Parameters, Arguments)) {
    if (Parameter.*Leaf)
      Visit(Parameter.*Leaf, Argument);
    forEachArgument(Parameter.Fields, Argument.Fields, Leaf, Visit);
  }
}

/// What \p Launch specifies for the arguments of \p Kernel as constants: the values of integers,
/// and whether pointers that are compared with null are it.
inline llvm::DenseMap<ExprRef, ExprRef>
knownArguments(ExprContext &Context, const KernelProgram &Kernel, const LaunchContext &Launch) {
  llvm::DenseMap<ExprRef, ExprRef> Known;
  forEachArgument(Kernel.Parameters, Launch.Arguments, &KernelParameter::Value,
                  [&](ExprRef Parameter, const LaunchArgument &Argument) {
                    if (Argument.Value)
                      Known[Parameter] = Context.constant(*Argument.Value);
                  });
  forEachArgument(Kernel.Parameters, Launch.Arguments, &KernelParameter::Present,
                  [&](ExprRef Present, const LaunchArgument &Argument) {
                    if (Argument.IsNull)
                      Known[Present] = Context.constant(!*Argument.IsNull);
                  });
  return Known;
}

/// What an argument with an unknown value is modulo a power of two: `4 * f + 2` is 2 modulo 4.
inline Congruence congruenceOf(const LaunchArgument &Argument) {
  unsigned Log =
      std::min<unsigned>(llvm::countr_zero(Argument.Multiple), Congruence::MaxLogModulus);
  if (Argument.Term && Argument.Term->congruence().LogModulus > Log)
    return Argument.Term->congruence();
  return {Log, 0};
}

/// The argument of \p Launch, const or not, for the parameter of that number, or for the part of it
/// that \p Fields lead to; null: nothing is known of it.
template <typename Context>
auto *argumentAt(Context &Launch, unsigned Parameter, llvm::ArrayRef<unsigned> Fields) {
  auto *Argument = Parameter < Launch.Arguments.size() ? &Launch.Arguments[Parameter] : nullptr;
  for (unsigned Field : Fields)
    if (Argument)
      Argument = Field < Argument->Fields.size() ? &Argument->Fields[Field] : nullptr;
  return Argument;
}

/// What \p Launch says of the pointer to \p Object; null: nothing.
inline const LaunchArgument *argumentOf(const MemoryObject &Object, const LaunchContext &Launch) {
  return Object.ParameterIndex ? argumentAt(Launch, *Object.ParameterIndex, Object.ParameterFields)
                               : nullptr;
}

} // namespace memlint

#endif // CUDA_MEMLINT_MODEL_LAUNCHARGUMENTS_H
