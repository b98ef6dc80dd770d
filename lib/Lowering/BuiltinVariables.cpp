//===- BuiltinVariables.cpp - Variables of the CUDA language --*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BuiltinVariables.h"

#include "cuda-memlint/Target/CommonLimits.h"

#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace memlint {

ExprRef BuiltinVariables::leaf(LeafKind Kind, unsigned Dimension) {
  static constexpr const char *Names[] = {"threadIdx", "blockIdx", "blockDim", "gridDim"};
  LeafInfo Info;
  Info.Kind = Kind;
  Info.Dimension = uint8_t(Dimension);
  Info.Varies = Kind == LeafKind::ThreadIndex  ? Uniformity::Lane
                : Kind == LeafKind::BlockIndex ? Uniformity::Block
                                               : Uniformity::Grid;
  switch (Kind) {
  case LeafKind::ThreadIndex:
    Info.Range = {0, CommonLimits::blockExtents(Program.Device)[Dimension] - 1};
    break;
  case LeafKind::BlockIndex:
    Info.Range = {0, CommonLimits::gridExtents(Program.Device)[Dimension] - 1};
    break;
  case LeafKind::BlockDimension:
    Info.Range = {1, CommonLimits::blockExtents(Program.Device)[Dimension]};
    break;
  default:
    Info.Range = {1, CommonLimits::gridExtents(Program.Device)[Dimension]};
    break;
  }
  Info.Name = std::string(Names[unsigned(Kind)]) + "." + "xyz"[Dimension];
  return Exprs.leaf(Info);
}

void BuiltinVariables::noteDimension(llvm::StringRef Variable, unsigned Dimension) {
  if (Dimension < 3 && (Variable == "threadIdx" || Variable == "blockDim"))
    Program.DimensionsUsed = std::max(Program.DimensionsUsed, Dimension + 1);
}

ExprRef BuiltinVariables::threadRank() {
  ExprRef Linear = leaf(LeafKind::ThreadIndex, 0);
  ExprRef Row =
      Exprs.add(Exprs.multiply(leaf(LeafKind::ThreadIndex, 2), leaf(LeafKind::BlockDimension, 1)),
                leaf(LeafKind::ThreadIndex, 1));
  return Exprs.add(Linear, Exprs.multiply(Row, leaf(LeafKind::BlockDimension, 0)));
}

ExprRef BuiltinVariables::laneId() {
  return Exprs.remainder(threadRank(), Exprs.constant(warpLanes()));
}

Value BuiltinVariables::variable(llvm::StringRef Name) {
  std::optional<LeafKind> Kind = llvm::StringSwitch<std::optional<LeafKind>>(Name)
                                     .Case("threadIdx", LeafKind::ThreadIndex)
                                     .Case("blockIdx", LeafKind::BlockIndex)
                                     .Case("blockDim", LeafKind::BlockDimension)
                                     .Case("gridDim", LeafKind::GridDimension)
                                     .Default(std::nullopt);
  if (!Kind)
    return {};
  std::vector<Value> Parts;
  for (unsigned Dimension = 0; Dimension != 3; ++Dimension)
    Parts.push_back(Value::scalar(leaf(*Kind, Dimension)));
  return Value::aggregate(std::move(Parts));
}

} // namespace memlint
