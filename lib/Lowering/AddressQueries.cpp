//===- AddressQueries.cpp - CUDA's functions on addresses -----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Intrinsics.h"

#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace memlint {

std::optional<Value> Intrinsics::evaluateAddressQuery(llvm::StringRef Name, const CallExpr *Call) {
  if (Call->getNumArgs() == 0)
    return std::nullopt;
  const clang::Expr *Argument = Call->getArg(0);
  if (Name == "__builtin_assume_aligned")
    return Code.evaluate(Argument);
  if (Name.starts_with("__cvta_generic_to_")) {
    Value Pointer = Code.evaluate(Argument);
    if (Pointer.isPointer() && Pointer.Target.isMemory())
      return Value::scalar(Objects.addressNumber(Pointer.Target));
    return Code.unknownValue(Call, uniformity(Pointer), OpaqueReason::NotUnderstood);
  }
  if (Name.starts_with("__cvta_") && Name.ends_with("_to_generic")) {
    ExprRef Address = Code.number(Argument);
    if (std::optional<Lvalue> At = Objects.lvalueAt(Address))
      return Value::pointer(*At);
    return Code.unknownValue(Call, Address->varies(), OpaqueReason::NotUnderstood);
  }
  std::optional<MemorySpace> Asked = llvm::StringSwitch<std::optional<MemorySpace>>(Name)
                                         .Case("__isShared", MemorySpace::Shared)
                                         .Case("__isGlobal", MemorySpace::Global)
                                         .Case("__isConstant", MemorySpace::Constant)
                                         .Case("__isLocal", MemorySpace::Local)
                                         .Default(std::nullopt);
  if (!Asked)
    return std::nullopt;
  Value Pointer = Code.evaluate(Argument);
  MemorySpace Space = Pointer.isPointer() && Pointer.Target.isMemory()
                          ? Objects[Pointer.Target.Object].Space
                          : MemorySpace::Generic;
  if (Space == MemorySpace::Generic)
    return Code.unknownValue(Call, Uniformity::Lane, OpaqueReason::DataDependent);
  return Value::scalar(Exprs.constant(Space == *Asked));
}

} // namespace memlint
