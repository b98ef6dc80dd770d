//===- AddressQueries.cpp - CUDA's functions on addresses -----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Intrinsics.h"

using namespace clang;

namespace memlint {

Value Intrinsics::addressInSpace(const CallExpr *Call) {
  Value Pointer = Code.evaluate(Call->getArg(0));
  if (Pointer.isPointer() && Pointer.Target.isMemory())
    return Value::scalar(Objects.addressNumber(Pointer.Target));
  return Code.unknownValue(Call, uniformity(Pointer), OpaqueReason::NotUnderstood);
}

Value Intrinsics::genericAddress(const CallExpr *Call) {
  ExprRef Address = Code.number(Call->getArg(0));
  if (std::optional<Lvalue> At = Objects.lvalueAt(Address))
    return Value::pointer(*At);
  return Code.unknownValue(Call, Address->varies(), OpaqueReason::NotUnderstood);
}

Value Intrinsics::isInSpace(const DeviceFunction &Known, const CallExpr *Call) {
  Value Pointer = Code.evaluate(Call->getArg(0));
  MemorySpace Space = Pointer.isPointer() && Pointer.Target.isMemory()
                          ? Objects[Pointer.Target.Object].Space
                          : MemorySpace::Generic;
  if (Space == MemorySpace::Generic)
    return unknown(Call, Uniformity::Lane);
  return Value::scalar(Exprs.constant(Space == Known.Space));
}

} // namespace memlint
