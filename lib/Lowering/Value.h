//===- Value.h - What the interpreter computes with -------------- -*- C++
//-*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LOWERING_VALUE_H
#define CUDA_MEMLINT_LIB_LOWERING_VALUE_H

#include "cuda-memlint/Symbolic/Expression.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <memory>
#include <vector>

namespace memlint {

/// A variable of one activation of a function.
using SlotId = unsigned;

/// Where an lvalue lives: in a variable that is followed by value (with the
/// path of field and element numbers inside it), or in memory.
struct Place {
  enum class Kind : uint8_t { Unknown, Variable, Memory };
  Kind Where = Kind::Unknown;
  SlotId Slot = 0;
  llvm::SmallVector<unsigned, 2> Path;
  /// Memory: index into KernelProgram::Objects and byte offset from its start.
  unsigned Object = 0;
  ExprRef Offset = nullptr;

  static Place variable(SlotId Slot) {
    Place Result;
    Result.Where = Kind::Variable;
    Result.Slot = Slot;
    return Result;
  }
  static Place memory(unsigned Object, ExprRef Offset) {
    Place Result;
    Result.Where = Kind::Memory;
    Result.Object = Object;
    Result.Offset = Offset;
    return Result;
  }
  bool isVariable() const { return Where == Kind::Variable; }
  bool isMemory() const { return Where == Kind::Memory; }
  friend bool operator==(const Place &, const Place &) = default;
};

/// An rvalue. Floating-point values are scalars of which only the uniformity is
/// known. References are pointers that are dereferenced where they are named.
struct Value {
  enum class Kind : uint8_t { Empty, Scalar, Pointer, Aggregate };
  Kind What = Kind::Empty;
  ExprRef Number = nullptr;
  Place Target;
  /// Base classes, then fields; or the elements of an array. Shared: never
  /// changed in place.
  std::shared_ptr<const std::vector<Value>> Parts;

  static Value scalar(ExprRef Number) {
    Value Result;
    Result.What = Kind::Scalar;
    Result.Number = Number;
    return Result;
  }
  static Value pointer(Place Target) {
    Value Result;
    Result.What = Kind::Pointer;
    Result.Target = std::move(Target);
    return Result;
  }
  static Value aggregate(std::vector<Value> Parts) {
    Value Result;
    Result.What = Kind::Aggregate;
    Result.Parts = std::make_shared<const std::vector<Value>>(std::move(Parts));
    return Result;
  }
  bool isEmpty() const { return What == Kind::Empty; }
  bool isScalar() const { return What == Kind::Scalar; }
  bool isPointer() const { return What == Kind::Pointer; }
  bool isAggregate() const { return What == Kind::Aggregate; }
};

/// Structural equality: true only when both are the same for every thread.
bool sameValue(const Value &Left, const Value &Right);

/// A dangling edge of the graph under construction: successor number
/// Successor of node Node.
struct OpenEdge {
  unsigned Node;
  unsigned Successor;
};

/// What is known at one point of the program.
struct State {
  llvm::DenseMap<SlotId, Value> Variables;
  /// All non-zero for a thread that is here.
  std::vector<ExprRef> Guards;
  std::vector<OpenEdge> Edges;
  bool Reachable = true;
  /// Not reachable since a call that never returns (a failed assertion): the
  /// program's author says that no thread comes this way.
  bool Impossible = false;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LOWERING_VALUE_H
