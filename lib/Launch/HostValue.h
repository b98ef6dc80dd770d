//===- HostValue.h - Values of host code ------------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the host interpreter knows of a value: a number, where a pointer points,
/// a function, or the elements of a struct or array. What it does not know, it
/// says so of; every operation on such a value is again not known.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LAUNCH_HOSTVALUE_H
#define CUDA_MEMLINT_LIB_LAUNCH_HOSTVALUE_H

#include "cuda-memlint/Model/LaunchContexts.h"

#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace clang {
class FunctionDecl;
}

namespace memlint {

/// A variable (its declaration) or temporary (its expression), in one call of
/// the function that owns it; frame 0 is that of globals.
struct HostRoot {
  unsigned Frame = 0;
  const void *Entity = nullptr;

  friend auto operator<=>(const HostRoot &, const HostRoot &) = default;
};

/// A location in a variable: which field or element, outermost first. A null root
/// is a location that is not known.
struct HostLocation {
  HostRoot Root;
  llvm::SmallVector<unsigned, 4> Path;

  bool known() const { return Root.Entity; }
  HostLocation at(unsigned Index) const;
  friend bool operator==(const HostLocation &, const HostLocation &) = default;
};

struct HostValue {
  enum class Kind : uint8_t { Unknown, Integer, Floating, Pointer, Function, Aggregate };

  Kind Is = Kind::Unknown;
  int64_t Integer = 0;
  double Floating = 0;
  const clang::FunctionDecl *Function = nullptr;
  /// Aggregate: fields in order of declaration, or elements.
  std::vector<HostValue> Elements;

  /// Pointer into host variables; not known for all others.
  HostLocation Target;
  /// Pointer to other memory: a number for the allocation. 0: some allocation.
  unsigned Allocation = 0;
  /// Bytes from the allocation's start; empty when not known.
  std::optional<int64_t> ByteOffset;
  /// Integer or byte offset that is not known: a power of two it is known to be
  /// a multiple of.
  uint64_t Multiple = 1;
  /// Pointer: it is not null. Null pointers are the integer 0.
  bool NotNull = false;
  /// Integer that is not known: which one. Two of one name are the same number. 0: no name.
  unsigned Name = 0;

  static HostValue unknown(uint64_t Multiple = 1);
  static HostValue integer(int64_t Value);
  static HostValue floating(double Value);
  static HostValue function(const clang::FunctionDecl *Function);
  static HostValue aggregate(std::vector<HostValue> Elements);
  static HostValue pointerTo(HostLocation Target);
  static HostValue pointerInto(unsigned Allocation, std::optional<int64_t> ByteOffset,
                               uint64_t Multiple = 1);

  /// A pointer with an unknown alignment.
  static HostValue somewhere() { return pointerInto(0, std::nullopt); }

  bool isUnknown() const { return Is == Kind::Unknown; }
  bool isInteger() const { return Is == Kind::Integer; }
  bool isFloating() const { return Is == Kind::Floating; }
  bool isPointer() const { return Is == Kind::Pointer; }
  bool isAggregate() const { return Is == Kind::Aggregate; }
  /// A pointer that may lead elsewhere than to the start of what was allocated.
  bool isInsideAllocation() const {
    return isPointer() && !Target.known() && ByteOffset != std::optional<int64_t>(0);
  }
  /// The largest power of two an integer is known to be a multiple of.
  uint64_t knownMultiple() const;
  /// Of a pointer's value: whether it is null, where that is known.
  std::optional<bool> isNull() const;

  friend bool operator==(const HostValue &, const HostValue &) = default;
};

/// Arrays with more elements are not followed.
inline constexpr unsigned MaximumTrackedElements = 256;

/// What holds of both.
HostValue join(const HostValue &Left, const HostValue &Right);

/// The variables of all active calls at one point of the program.
class HostState {
public:
  bool Reachable = true;

  HostValue load(const HostLocation &Location) const;
  void store(const HostLocation &Location, HostValue Value);
  bool contains(const HostRoot &Root) const;
  /// A pointer that led into the middle of an allocation may do so afterwards.
  void forget(const HostLocation &Location);
  /// The variable's address is known to code that is not seen.
  void markEscaped(const HostRoot &Root) { Escaped.insert(Root); }
  void forgetEscaped();
  /// The integer that is called \p Name is seen to be \p Value, which is not negative.
  void substitute(unsigned Name, int64_t Value);
  /// Drops all variables of one call.
  void dropFrame(unsigned Frame);

  void joinWith(const HostState &Other);

private:
  using Variables = std::map<const void *, HostValue>;

  /// The variables of one call, not shared with other states.
  Variables &writable(unsigned Frame);

  /// By frame. A branch seldom writes to more than one, so states share the rest.
  std::map<unsigned, std::shared_ptr<Variables>> Frames;
  std::set<HostRoot> Escaped;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LAUNCH_HOSTVALUE_H
