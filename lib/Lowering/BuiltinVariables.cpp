//===- BuiltinVariables.cpp - Variables of the CUDA language --*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"

#include "clang/AST/Attr.h"

using namespace clang;

namespace memlint {

ExprRef KernelLowering::builtinLeaf(LeafKind Kind, unsigned Dimension) {
  static constexpr const char *Names[] = {"threadIdx", "blockIdx", "blockDim", "gridDim"};
  // CUDA C++ Programming Guide, technical specifications per compute
  // capability.
  static constexpr int64_t MaximumThreads[] = {1024, 1024, 64};
  static constexpr int64_t MaximumBlocks[] = {2147483647, 65535, 65535};
  LeafInfo Info;
  Info.Kind = Kind;
  Info.Dimension = uint8_t(Dimension);
  Info.Varies = Kind == LeafKind::ThreadIndex  ? Uniformity::Lane
                : Kind == LeafKind::BlockIndex ? Uniformity::Block
                                               : Uniformity::Grid;
  switch (Kind) {
  case LeafKind::ThreadIndex:
    Info.Range = {0, MaximumThreads[Dimension] - 1};
    break;
  case LeafKind::BlockIndex:
    Info.Range = {0, MaximumBlocks[Dimension] - 1};
    break;
  case LeafKind::BlockDimension:
    Info.Range = {1, MaximumThreads[Dimension]};
    break;
  default:
    Info.Range = {1, MaximumBlocks[Dimension]};
    break;
  }
  Info.Name = std::string(Names[unsigned(Kind)]) + "." + "xyz"[Dimension];
  return Exprs.leaf(Info);
}

bool KernelLowering::isBuiltinSlot(SlotId Slot) const {
  return llvm::any_of(BuiltinSlots, [&](const auto &Entry) { return Entry.second == Slot; });
}

void KernelLowering::noteDimension(llvm::StringRef Variable, unsigned Dimension) {
  if (Dimension < 3 && (Variable == "threadIdx" || Variable == "blockDim"))
    Program.DimensionsUsed = std::max(Program.DimensionsUsed, Dimension + 1);
}

ExprRef KernelLowering::threadRank() {
  ExprRef Linear = builtinLeaf(LeafKind::ThreadIndex, 0);
  ExprRef Row = Exprs.add(Exprs.multiply(builtinLeaf(LeafKind::ThreadIndex, 2),
                                         builtinLeaf(LeafKind::BlockDimension, 1)),
                          builtinLeaf(LeafKind::ThreadIndex, 1));
  return Exprs.add(Linear, Exprs.multiply(Row, builtinLeaf(LeafKind::BlockDimension, 0)));
}

ExprRef KernelLowering::laneId() { return Exprs.remainder(threadRank(), Exprs.constant(WarpSize)); }

Value KernelLowering::builtinVariable(llvm::StringRef Name) {
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
    Parts.push_back(Value::scalar(builtinLeaf(*Kind, Dimension)));
  return Value::aggregate(std::move(Parts));
}

} // namespace memlint
