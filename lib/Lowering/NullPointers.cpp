//===- NullPointers.cpp - Whether pointers are null ------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Conditions on pointers: an optional argument is there or not in a launch.
///
//===----------------------------------------------------------------------===//

#include "KernelObjects.h"

using namespace clang;

namespace memlint {

bool KernelObjects::isNull(const Lvalue &At) {
  if (!At.isMemory() || At.NotNull || !At.Offset->isConstant(0))
    return false;
  return Program.Objects[At.Object].IsNull;
}

ExprRef KernelObjects::notNull(const Lvalue &At) {
  if (At.isVariable())
    return Exprs.constant(1);
  if (!At.isMemory())
    return nullptr;
  if (At.NotNull)
    return At.NotNull;
  if (isNull(At))
    return Exprs.constant(0);
  // Of a pointer that was moved, or that a loop changes, the object says nothing.
  if (!At.Offset->isConstant(0))
    return nullptr;
  const MemoryObject &Object = Program.Objects[At.Object];
  switch (Object.Kind) {
  case ObjectKind::Parameter: {
    if (!Object.ParameterIndex || *Object.ParameterIndex >= Program.Parameters.size())
      return nullptr;
    KernelParameter *Parameter = &Program.Parameters[*Object.ParameterIndex];
    for (unsigned Field : Object.ParameterFields) {
      if (Field >= Parameter->Fields.size())
        return nullptr;
      Parameter = &Parameter->Fields[Field];
    }
    if (!Parameter->Present)
      Parameter->Present =
          Exprs.opaque(OpaqueReason::DataDependent, Uniformity::Grid, Object.Name, {0, 1});
    return Parameter->Present;
  }
  case ObjectKind::StaticShared:
  case ObjectKind::DynamicShared:
  case ObjectKind::DeviceVariable:
  case ObjectKind::ConstantVariable:
  case ObjectKind::LocalVariable:
    return Exprs.constant(1);
  default:
    return nullptr;
  }
}

ExprRef KernelObjects::unknownNullness(Uniformity Varies) {
  ExprRef &Unknown = UnknownNullness[unsigned(Varies)];
  if (!Unknown)
    Unknown = Exprs.opaque(OpaqueReason::ControlFlow, Varies, "a pointer is not null", {0, 1});
  return Unknown;
}

} // namespace memlint
