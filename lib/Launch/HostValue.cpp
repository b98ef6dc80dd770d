//===- HostValue.cpp - Values of host code --------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Launch/HostValue.h"

namespace memlint {

HostValue HostValue::unknown(uint64_t Multiple) {
  HostValue Value;
  Value.Multiple = Multiple;
  return Value;
}

HostValue HostValue::integer(int64_t Integer) {
  HostValue Value;
  Value.Is = Kind::Integer;
  Value.Integer = Integer;
  return Value;
}

HostValue HostValue::floating(double Floating) {
  HostValue Value;
  Value.Is = Kind::Floating;
  Value.Floating = Floating;
  return Value;
}

HostValue HostValue::function(const clang::FunctionDecl *Function) {
  HostValue Value;
  Value.Is = Kind::Function;
  Value.Function = Function;
  return Value;
}

HostValue HostValue::aggregate(std::vector<HostValue> Elements) {
  HostValue Value;
  Value.Is = Kind::Aggregate;
  Value.Elements = std::move(Elements);
  return Value;
}

HostValue HostValue::pointerInto(unsigned Allocation, std::optional<int64_t> ByteOffset,
                                 uint64_t Multiple) {
  HostValue Value;
  Value.Is = Kind::Pointer;
  Value.Allocation = Allocation;
  Value.ByteOffset = ByteOffset;
  Value.Multiple = ByteOffset ? 1 : Multiple;
  return Value;
}

std::optional<bool> HostValue::isNull() const {
  if (isInteger())
    return Integer == 0;
  if (isPointer() && NotNull)
    return false;
  return std::nullopt;
}

} // namespace memlint
