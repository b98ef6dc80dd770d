//===- Value.h - What the interpreter computes with -------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_INTERPRETER_VALUE_H
#define CUDA_MEMLINT_INTERPRETER_VALUE_H

#include "cuda-memlint/Symbolic/Expression.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <memory>
#include <optional>
#include <vector>

namespace clang {
class FunctionDecl;
}

namespace memlint {

/// A variable of one activation of a function.
using SlotId = unsigned;

/// One step into a variable: the number of a base class, field or element, or an
/// element chosen at run time.
struct PathStep {
  int64_t Number = 0;
  /// Not null: the element's number as an expression; Number is not used.
  ExprRef Index = nullptr;

  PathStep() = default;
  PathStep(int64_t Number) : Number(Number) {}
  explicit PathStep(ExprRef Index)
      : Number(Index->isConstant() ? Index->constantTerm() : 0),
        Index(Index->isConstant() ? nullptr : Index) {}
  friend bool operator==(const PathStep &, const PathStep &) = default;
};

struct LvalueChoice;

/// An lvalue: in a variable that is followed by value (with the
/// path of field and element numbers inside it), in memory, or in one of several
/// lvalues, among them a variable.
struct Lvalue {
  enum class Kind : uint8_t { Unknown, Variable, Memory, Choice };
  Kind Where = Kind::Unknown;
  SlotId Slot = 0;
  llvm::SmallVector<PathStep, 2> Path;
  /// Variable: bytes from the start of the part that Path leads to. Not 0 only
  /// where a part is read or written as if it had another type.
  int64_t ByteOffset = 0;
  /// Memory: index into KernelProgram::Objects and byte offset from its start.
  unsigned Object = 0;
  ExprRef Offset = nullptr;
  /// Memory, one of several objects: which, by number, and the byte offset from its start;
  /// null where that is not known.
  ExprRef Selector = nullptr;
  ExprRef OffsetInSelected = nullptr;
  /// Memory: 0 where this is a null pointer after all; not set where only the
  /// object decides.
  ExprRef NotNull = nullptr;
  /// Choice: the first whose condition holds; the last one's is constant 1.
  std::shared_ptr<const std::vector<LvalueChoice>> Choices;

  static Lvalue variable(SlotId Slot) {
    Lvalue Result;
    Result.Where = Kind::Variable;
    Result.Slot = Slot;
    return Result;
  }
  static Lvalue memory(unsigned Object, ExprRef Offset) {
    Lvalue Result;
    Result.Where = Kind::Memory;
    Result.Object = Object;
    Result.Offset = Offset;
    return Result;
  }
  static Lvalue choice(std::vector<LvalueChoice> Choices);
  /// Memory: \p Bytes further on.
  Lvalue movedBy(ExprContext &Exprs, ExprRef Bytes) const;
  bool isVariable() const { return Where == Kind::Variable; }
  bool isMemory() const { return Where == Kind::Memory; }
  bool isChoice() const { return Where == Kind::Choice; }
  friend bool operator==(const Lvalue &, const Lvalue &) = default;
};

/// One of the lvalues that an Lvalue may be.
struct LvalueChoice {
  ExprRef Condition = nullptr;
  Lvalue At;
};

inline Lvalue Lvalue::choice(std::vector<LvalueChoice> Choices) {
  Lvalue Result;
  Result.Where = Kind::Choice;
  Result.Choices = std::make_shared<const std::vector<LvalueChoice>>(std::move(Choices));
  return Result;
}

/// An rvalue. Floating-point values are scalars with a known uniformity and nothing else, or
/// constants where the client asks for that. References are pointers that are
/// dereferenced where they are named.
struct Value {
  enum class Kind : uint8_t { Empty, Scalar, Pointer, Aggregate, Function };
  Kind What = Kind::Empty;
  ExprRef Number = nullptr;
  /// Scalar: a floating-point constant.
  std::optional<double> Floating;
  Lvalue Target;
  /// Base classes, then fields; or the elements of an array. Of a union: the
  /// fields that hold the union's bytes as of their type, the others Empty.
  /// Shared: never changed in place.
  std::shared_ptr<const std::vector<Value>> Parts;
  /// Function: what a function pointer points to.
  const clang::FunctionDecl *Callee = nullptr;

  static Value scalar(ExprRef Number) {
    Value Result;
    Result.What = Kind::Scalar;
    Result.Number = Number;
    return Result;
  }
  static Value pointer(Lvalue Target) {
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
  static Value function(const clang::FunctionDecl *Callee) {
    Value Result;
    Result.What = Kind::Function;
    Result.Callee = Callee;
    return Result;
  }
  bool isEmpty() const { return What == Kind::Empty; }
  bool isScalar() const { return What == Kind::Scalar; }
  bool isPointer() const { return What == Kind::Pointer; }
  bool isAggregate() const { return What == Kind::Aggregate; }
  bool isFunction() const { return What == Kind::Function; }
};

/// Structural equality: true only when both are the same for every thread.
bool sameValue(const Value &Left, const Value &Right);

/// \p At with each of its expressions replaced by what \p Change makes of it.
Lvalue mapExpressions(const Lvalue &At, llvm::function_ref<ExprRef(ExprRef)> Change);
Value mapExpressions(const Value &In, llvm::function_ref<ExprRef(ExprRef)> Change);

/// A floating-point value: only its uniformity is known.
bool isFloat(const Value &Held);
Value floatValue(ExprContext &Exprs, Uniformity Varies);
/// The constant \p Number.
Value floatConstant(ExprContext &Exprs, double Number);

Uniformity uniformity(const Value &Held);

/// A choice between the two, or, where there are too many alternatives in it, one opaque value.
ExprRef joinNumbers(ExprContext &Exprs, ExprRef Condition, ExprRef IfTrue, ExprRef IfFalse);

/// All of \p Guards.
ExprRef conjunction(ExprContext &Exprs, llvm::ArrayRef<ExprRef> Guards);

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

  State() = default;
  State(const State &) = default;
  State &operator=(const State &) = default;
  // Not to throw lets vectors of states move them.
  State(State &&) noexcept = default;
  State &operator=(State &&) noexcept = default;
};

} // namespace memlint

#endif // CUDA_MEMLINT_INTERPRETER_VALUE_H
