//===- StaticArrayBounds.cpp - Blocks that arrays exclude -----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Model/StaticArrayBounds.h"

#include "cuda-memlint/Model/FirstIteration.h"
#include "cuda-memlint/Symbolic/Bounds.h"
#include "cuda-memlint/Symbolic/Program.h"

#include "llvm/ADT/SmallVector.h"

using namespace llvm;

namespace memlint {

namespace {

/// A number that an access needs to be in [0, End).
struct BoundedNumber {
  ExprRef Number = nullptr;
  int64_t End = 0;
};

/// Of an access to \p Array, what can be computed for a thread of a block: the subscripts that
/// it is written with, and the first byte in the whole array.
SmallVector<BoundedNumber> boundedNumbers(const MemoryObject &Array, const Access &Where) {
  SmallVector<BoundedNumber> Numbers;
  for (const BoundedSubscript &Each : Where.Subscripts)
    Numbers.push_back({Each.Index, int64_t(Each.Extent)});
  if (Where.Offset)
    Numbers.push_back({Where.Offset, int64_t(*Array.SizeBytes) - int64_t(Where.Bytes) + 1});
  erase_if(Numbers, [](const BoundedNumber &Each) {
    return !FirstIteration::decides(Each.Number) ||
           Interval{0, Each.End - 1}.contains(Each.Number->range());
  });
  return Numbers;
}

/// Drops those of \p Numbers that the ranges of the thread indices keep within their bounds, in the
/// first iteration of every loop.
void dropBounded(SmallVectorImpl<BoundedNumber> &Numbers, const std::array<uint64_t, 3> &Block) {
  Program Code;
  SmallVector<unsigned> Steps;
  for (const BoundedNumber &Each : Numbers)
    Steps.push_back(Code.add(Each.Number));
  SmallVector<Interval> Box, Values;
  for (ExprRef Leaf : Code.variables())
    Box.push_back(constantInterval(FirstIteration{.Block = Block}(Leaf)));
  Code.intervals(Block, Box, Values);
  auto Step = Steps.begin();
  erase_if(Numbers, [&](const BoundedNumber &Each) {
    return Interval{0, Each.End - 1}.contains(Values[*Step++]);
  });
}

} // namespace

bool indexesStaticArrayOutOfBounds(const KernelProgram &Kernel,
                                   const std::array<uint64_t, 3> &Block) {
  for (const Access &Where : Kernel.Accesses) {
    const MemoryObject &Array = Kernel.Objects[Where.Object];
    if (Array.Kind != ObjectKind::StaticShared || !Array.SizeBytes)
      continue;
    SmallVector<BoundedNumber> Numbers = boundedNumbers(Array, Where);
    dropBounded(Numbers, Block);
    if (Numbers.empty())
      continue;
    SmallVector<ExprRef> Roots;
    for (const BoundedNumber &Each : Numbers)
      Roots.push_back(Each.Number);
    bool IsInBounds = true;
    forEachThreadAt(Kernel, Where, Block, Roots, [&](const FirstIteration &At) {
      IsInBounds = all_of(Numbers, [&](const BoundedNumber &Each) {
        int64_t Value = evaluate(Each.Number, At);
        return Value >= 0 && Value < Each.End;
      });
      return IsInBounds;
    });
    if (!IsInBounds)
      return true;
  }
  return false;
}

} // namespace memlint
