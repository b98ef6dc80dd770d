//===- HostValue.h - Values of host code ------------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is known of a value of host code, in terms that do not depend on the run
/// that found it: a number, where a pointer points, a function, or the elements of
/// a struct or array.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LAUNCH_HOSTVALUE_H
#define CUDA_MEMLINT_LAUNCH_HOSTVALUE_H

#include "cuda-memlint/Model/LaunchContexts.h"
#include "cuda-memlint/Symbolic/Expression.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace clang {
class FunctionDecl;
}

namespace memlint {

struct HostValue {
  enum class Kind : uint8_t { Unknown, Integer, Floating, Pointer, Function, Aggregate };

  Kind Is = Kind::Unknown;
  int64_t Integer = 0;
  double Floating = 0;
  const clang::FunctionDecl *Function = nullptr;
  /// Aggregate: fields in order of declaration, or elements.
  std::vector<HostValue> Elements;

  /// Pointer: a number for the allocation or variable that it leads into. 0: some allocation.
  unsigned Allocation = 0;
  /// Pointer: it leads into a variable.
  bool IsVariable = false;
  /// Bytes from the allocation's start; empty when not known.
  std::optional<int64_t> ByteOffset;
  /// Integer or byte offset that is not known: a power of two it is known to be
  /// a multiple of.
  uint64_t Multiple = 1;
  /// Pointer: it is not null. Null pointers are the integer 0.
  bool NotNull = false;
  /// Unknown: the integer in the expressions of the run that it is of; null: of no run, or not an
  /// integer.
  ExprRef Number = nullptr;

  static HostValue unknown(uint64_t Multiple = 1);
  static HostValue integer(int64_t Value);
  static HostValue floating(double Value);
  static HostValue function(const clang::FunctionDecl *Function);
  static HostValue aggregate(std::vector<HostValue> Elements);
  static HostValue pointerInto(unsigned Allocation, std::optional<int64_t> ByteOffset,
                               uint64_t Multiple = 1);

  bool isUnknown() const { return Is == Kind::Unknown; }
  bool isInteger() const { return Is == Kind::Integer; }
  bool isFloating() const { return Is == Kind::Floating; }
  bool isPointer() const { return Is == Kind::Pointer; }
  bool isAggregate() const { return Is == Kind::Aggregate; }
  /// Of a pointer's value: whether it is null, where that is known.
  std::optional<bool> isNull() const;

  friend bool operator==(const HostValue &, const HostValue &) = default;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LAUNCH_HOSTVALUE_H
