//===- ProgramBuilder.h - Memory programs by hand ---------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A kernel of one access, written in a few lines of a test.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TEST_UNIT_COST_PROGRAMBUILDER_H
#define CUDA_MEMLINT_TEST_UNIT_COST_PROGRAMBUILDER_H

#include "cuda-memlint/Analysis/Cost/AccessEvaluation.h"
#include "cuda-memlint/Model/LaunchContext.h"
#include "cuda-memlint/Model/MemoryProgram.h"
#include "cuda-memlint/Target/TargetModel.h"

#include "llvm/ADT/DenseMap.h"

#include <string>

namespace memlint {

/// An expression with its context, so that tests can write operators.
struct Value {
  ExprContext *Context;
  ExprRef Node;
};

inline Value operator+(Value L, Value R) { return {L.Context, L.Context->add(L.Node, R.Node)}; }
inline Value operator-(Value L, Value R) {
  return {L.Context, L.Context->subtract(L.Node, R.Node)};
}
inline Value operator*(Value L, Value R) {
  return {L.Context, L.Context->multiply(L.Node, R.Node)};
}
inline Value operator/(Value L, Value R) { return {L.Context, L.Context->divide(L.Node, R.Node)}; }
inline Value operator%(Value L, Value R) {
  return {L.Context, L.Context->remainder(L.Node, R.Node)};
}
inline Value operator&(Value L, Value R) { return {L.Context, L.Context->bitAnd(L.Node, R.Node)}; }
inline Value operator|(Value L, Value R) { return {L.Context, L.Context->bitOr(L.Node, R.Node)}; }
inline Value operator^(Value L, Value R) { return {L.Context, L.Context->bitXor(L.Node, R.Node)}; }
inline Value operator<<(Value L, Value R) {
  return {L.Context, L.Context->shiftLeft(L.Node, R.Node)};
}
inline Value operator>>(Value L, Value R) {
  return {L.Context, L.Context->shiftRight(L.Node, R.Node)};
}
inline Value operator<(Value L, Value R) { return {L.Context, L.Context->less(L.Node, R.Node)}; }
inline Value operator==(Value L, Value R) { return {L.Context, L.Context->equal(L.Node, R.Node)}; }
inline Value operator!(Value L) { return {L.Context, L.Context->logicalNot(L.Node)}; }
inline Value operator&&(Value L, Value R) {
  return {L.Context, L.Context->logicalAnd(L.Node, R.Node)};
}
inline Value operator||(Value L, Value R) {
  return {L.Context, L.Context->logicalOr(L.Node, R.Node)};
}
inline Value operator!=(Value L, Value R) { return !(L == R); }
inline Value operator>=(Value L, Value R) { return !(L < R); }
inline Value operator>(Value L, Value R) { return R < L; }
inline Value operator<=(Value L, Value R) { return !(R < L); }

inline Value operator+(Value L, int64_t R) { return L + Value{L.Context, L.Context->constant(R)}; }
inline Value operator-(Value L, int64_t R) { return L - Value{L.Context, L.Context->constant(R)}; }
inline Value operator*(Value L, int64_t R) { return L * Value{L.Context, L.Context->constant(R)}; }
inline Value operator/(Value L, int64_t R) { return L / Value{L.Context, L.Context->constant(R)}; }
inline Value operator%(Value L, int64_t R) { return L % Value{L.Context, L.Context->constant(R)}; }
inline Value operator&(Value L, int64_t R) { return L & Value{L.Context, L.Context->constant(R)}; }
inline Value operator>>(Value L, int64_t R) {
  return L >> Value{L.Context, L.Context->constant(R)};
}
inline Value operator<(Value L, int64_t R) { return L < Value{L.Context, L.Context->constant(R)}; }
inline Value operator>(Value L, int64_t R) { return L > Value{L.Context, L.Context->constant(R)}; }
inline Value operator>=(Value L, int64_t R) {
  return L >= Value{L.Context, L.Context->constant(R)};
}
inline Value operator==(Value L, int64_t R) {
  return L == Value{L.Context, L.Context->constant(R)};
}

class ProgramBuilder {
public:
  ProgramBuilder() {
    for (uint8_t Dimension = 0; Dimension != 3; ++Dimension) {
      Thread[Dimension] =
          builtin(LeafKind::ThreadIndex, Dimension, Uniformity::Lane, "threadIdx", 1023);
      Block[Dimension] =
          builtin(LeafKind::BlockIndex, Dimension, Uniformity::Block, "blockIdx", 2147483646);
      BlockSize[Dimension] =
          builtin(LeafKind::BlockDimension, Dimension, Uniformity::Grid, "blockDim", 1024);
      GridSize[Dimension] =
          builtin(LeafKind::GridDimension, Dimension, Uniformity::Grid, "gridDim", 2147483647);
    }
    Tx = Thread[0], Ty = Thread[1], Tz = Thread[2];
    Bx = Block[0], By = Block[1];
    Kernel.Accesses.emplace_back();
    object(MemorySpace::Global);
  }

  Value number(int64_t Number) { return {&Context, Context.constant(Number)}; }

  /// An integer parameter of the kernel.
  Value parameter(const std::string &Name, Interval Range = {-2147483648LL, 2147483647LL}) {
    LeafInfo Info;
    Info.Kind = LeafKind::Parameter;
    Info.Varies = Uniformity::Grid;
    Info.Id = uint32_t(Kernel.Parameters.size());
    Info.Range = Range;
    Info.Name = Name;
    Value Leaf = {&Context, Context.leaf(Info)};
    memlint::KernelParameter Parameter;
    Parameter.Name = Name;
    Parameter.Type = "int";
    Parameter.Value = Leaf.Node;
    Kernel.Parameters.push_back(std::move(Parameter));
    return Leaf;
  }

  /// Specifies the value of the latest parameter.
  void argument(int64_t Number) {
    Launch.Arguments.resize(Kernel.Parameters.size());
    Launch.Arguments.back().Value = Number;
  }

  Value loaded(const std::string &Name, Uniformity Varies) {
    LeafInfo Info;
    Info.Kind = LeafKind::Loaded;
    Info.Varies = Varies;
    Info.Name = Name;
    return {&Context, Context.leaf(Info)};
  }

  /// The counter of a new loop inside the ones made before; an access that is there is in it.
  Value loop() {
    LeafInfo Info;
    Info.Kind = LeafKind::LoopCounter;
    Info.Varies = Uniformity::Grid;
    Info.Id = uint32_t(Kernel.Loops.size());
    Info.Range = {0, std::numeric_limits<int64_t>::max()};
    Info.Name = "k" + std::to_string(Info.Id);
    Loop New;
    New.Id = Info.Id;
    if (New.Id != 0)
      New.Parent = New.Id - 1;
    New.Counter = Context.leaf(Info);
    New.Position.Line = 10 + New.Id;
    Kernel.Loops.push_back(New);
    if (!Kernel.Accesses.empty())
      site().Loops.push_back(New.Id);
    return {&Context, New.Counter};
  }

  /// The latest loop is left where \p Condition holds.
  void leaveIf(Value Condition) { Kernel.Loops.back().Exits.push_back(Condition.Node); }

  /// The latest loop is `while (Condition)`, the access behind the condition.
  void loopWhile(Value Condition) {
    leaveIf(!Condition);
    guard(Condition);
  }

  void guard(Value Condition) { site().Guards.push_back(Condition.Node); }

  void object(MemorySpace Space, uint64_t AlignmentBytes = 256) {
    MemoryObject Object;
    Object.Id = unsigned(Kernel.Objects.size());
    Object.Space = Space;
    Object.Kind = ObjectKind::Parameter;
    Object.Name = "a";
    Object.AlignmentBytes = AlignmentBytes;
    Kernel.Objects.push_back(Object);
    site().Space = Space;
    site().Object = Object.Id;
  }

  void shared() { object(MemorySpace::Shared); }

  /// The access is at byte \p Offset.
  void access(Value Offset, unsigned Bytes = 4, AccessKind Kind = AccessKind::Load) {
    site().Offset = Offset.Node;
    site().Bytes = Bytes;
    site().Kind = Kind;
  }

  void block(uint64_t X, uint64_t Y = 1, uint64_t Z = 1) { Launch.Block = {X, Y, Z}; }
  void grid(uint64_t X, uint64_t Y = 1, uint64_t Z = 1) { Launch.Grid = {X, Y, Z}; }

  AccessCost evaluate(uint64_t Budget = DefaultCostBudget) {
    return evaluateAccess(Context, Kernel, site(), Launch, *Target, Budget);
  }

  Access &site() { return Kernel.Accesses.front(); }

  ExprContext Context;
  KernelProgram Kernel;
  LaunchContext Launch;
  const TargetModel *Target = &defaultTarget();
  std::array<Value, 3> Thread, Block, BlockSize, GridSize;
  Value Tx, Ty, Tz, Bx, By;

private:
  Value builtin(LeafKind Kind, uint8_t Dimension, Uniformity Varies, const char *Name,
                int64_t Highest) {
    LeafInfo Info;
    Info.Kind = Kind;
    Info.Dimension = Dimension;
    Info.Varies = Varies;
    bool IsIndex = Kind == LeafKind::ThreadIndex || Kind == LeafKind::BlockIndex;
    Info.Range = {IsIndex ? 0 : 1, Highest};
    Info.Name = std::string(Name) + "." + "xyz"[Dimension];
    return {&Context, Context.leaf(Info)};
  }
};

} // namespace memlint

#endif // CUDA_MEMLINT_TEST_UNIT_COST_PROGRAMBUILDER_H
