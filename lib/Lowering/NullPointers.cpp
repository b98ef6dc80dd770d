//===- NullPointers.cpp - Whether pointers are null ------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Conditions on pointers: an optional argument is there or not in a launch, and a
/// pointer that only some branches set is null under the conditions of the others.
///
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"

using namespace clang;

namespace memlint {

bool KernelLowering::isNull(const Lvalue &At) const {
  if (!At.isMemory() || At.NotNull || !At.Offset->isConstant(0))
    return false;
  return Program.Objects[At.Object].IsNull;
}

ExprRef KernelLowering::notNull(const Lvalue &At) {
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

ExprRef KernelLowering::unknownNullness(Uniformity Varies) {
  ExprRef &Unknown = UnknownNullness[unsigned(Varies)];
  if (!Unknown)
    Unknown = Exprs.opaque(OpaqueReason::ControlFlow, Varies, "a pointer is not null", {0, 1});
  return Unknown;
}

ExprRef KernelLowering::joinNotNull(ExprRef Condition, const Lvalue &Left, const Lvalue &Right) {
  auto MayBeNull = [&](const Lvalue &At) {
    return At.NotNull || Program.Objects[At.Object].IsNull;
  };
  if (!MayBeNull(Left) && !MayBeNull(Right))
    return nullptr;
  auto NullnessOf = [&](const Lvalue &At) {
    if (ExprRef Known = notNull(At))
      return Known;
    return unknownNullness(MayBeNull(At) ? Uniformity::Lane : uniformity(Value::pointer(At)));
  };
  return joinNumbers(Condition, NullnessOf(Left), NullnessOf(Right));
}

std::optional<Value> KernelLowering::compareWithNull(BinaryOperatorKind Opcode, const Value &Left,
                                                     const Value &Right) {
  if ((Opcode != BO_EQ && Opcode != BO_NE) || !Left.isPointer() || !Right.isPointer())
    return std::nullopt;
  bool LeftIsNull = isNull(Left.Target);
  if (!LeftIsNull && !isNull(Right.Target))
    return std::nullopt;
  ExprRef Other = notNull((LeftIsNull ? Right : Left).Target);
  if (!Other)
    return std::nullopt;
  return Value::scalar(Opcode == BO_EQ ? Exprs.logicalNot(Other)
                                       : Exprs.logicalNot(Exprs.logicalNot(Other)));
}

} // namespace memlint
