//===- RowKeeping.cpp - Accesses that stay in their rows ------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Layout/RowKeeping.h"

#include "cuda-memlint/Analysis/Cost/LaunchValues.h"
#include "cuda-memlint/Analysis/Cost/OffsetRange.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Model/LaunchContexts.h"
#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <limits>

using namespace llvm;

namespace memlint {

RowSplit splitAtRows(ExprContext &Expressions, ExprRef Offset, int64_t RowBytes, TermRows Rows) {
  int64_t Constant = constantOf(Offset);
  int64_t ConstantInRow = Constant % RowBytes;
  if (ConstantInRow < 0)
    ConstantInRow += RowBytes;
  RowSplit Split = {Expressions.constant((Constant - ConstantInRow) / RowBytes),
                    Expressions.constant(ConstantInRow)};
  for (const Term &Part : termsOf(Offset)) {
    ExprRef Product = product(Expressions, 1, Part.Factors);
    // tile[k][k] goes to the next row and one element on.
    auto AddTo = [&](ExprRef &Sum, int64_t Coefficient) {
      Sum = Expressions.add(Sum, Expressions.multiply(Expressions.constant(Coefficient), Product));
    };
    int64_t Moved = Rows == TermRows::Whole
                        ? Part.Coefficient / RowBytes
                        : divideFloorSigned(Part.Coefficient + RowBytes / 2, RowBytes);
    AddTo(Split.Row, Moved);
    AddTo(Split.InRow, Part.Coefficient - Moved * RowBytes);
  }
  return Split;
}

std::optional<RowSplit> splitAtSubscripts(ExprContext &Expressions, const KernelProgram &Kernel,
                                          const Access &Site) {
  const MemoryObject &Array = Kernel.Objects[Site.Object];
  // The last is first.
  ArrayRef<BoundedSubscript> Subscripts = Site.Subscripts;
  if (!Site.Offset || Array.Extents.size() < 2 || Subscripts.size() != Array.Extents.size() ||
      Array.ElementBytes == 0)
    return std::nullopt;
  for (auto [Subscript, Extent] : zip_equal(Subscripts, reverse(Array.Extents)))
    if (!Subscript.Index || Subscript.Extent != Extent)
      return std::nullopt;
  ExprRef Row = Expressions.constant(0);
  for (const BoundedSubscript &Each : reverse(Subscripts.drop_front()))
    Row = Expressions.add(Expressions.multiply(Row, Expressions.constant(int64_t(Each.Extent))),
                          Each.Index);
  ExprRef InRow = Expressions.multiply(Subscripts.front().Index,
                                       Expressions.constant(int64_t(Array.ElementBytes)));
  int64_t RowBytes = int64_t(Array.Extents.back() * Array.ElementBytes);
  ExprRef InElement = Expressions.subtract(
      Site.Offset,
      Expressions.add(Expressions.multiply(Row, Expressions.constant(RowBytes)), InRow));
  if (!InElement->isConstant() ||
      !Interval{0, int64_t(Array.ElementBytes) - 1}.contains(InElement->range()))
    return std::nullopt;
  return RowSplit{Row, Expressions.add(InRow, InElement)};
}

namespace {

/// The row constraints that the accesses of one launch with a known block respect.
class LaunchedRows {
public:
  LaunchedRows(ExprContext &Expressions, const KernelProgram &Kernel, const LaunchContext &Launch)
      : Expressions(Expressions), Kernel(Kernel), Launch(Launch) {}

  /// The split comes before the launch's values: what an argument is multiplied with moves
  /// within the row, whatever the argument is.
  /// \p Site lies in the first \p UsedBytes of rows of \p RowBytes.
  bool keeps(const Access &Site, uint64_t RowBytes, uint64_t UsedBytes) const {
    ExprRef InRow = splitAtRows(Expressions, Site.Offset, int64_t(RowBytes)).InRow;
    if (liesInRow(Site, InRow, UsedBytes))
      return true;
    bool IsDeclared = Kernel.Objects[Site.Object].Extents.size() >= 2;
    if (IsDeclared && liesInRow(Site, dividedByRows(InRow, int64_t(RowBytes)), UsedBytes))
      return true;
    std::optional<RowSplit> Written = splitAtSubscripts(Expressions, Kernel, Site);
    return Written && liesInRow(Site, Written->InRow, UsedBytes);
  }

private:
  bool liesInRow(const Access &Site, ExprRef Offset, uint64_t UsedBytes) const {
    Access InRow = Site;
    InRow.Offset = Offset;
    if (needsUnknownGrid(Offset))
      return false;
    erase_if(InRow.Guards, [this](ExprRef Guard) { return needsUnknownGrid(Guard); });
    std::optional<Interval> Range = rangeOf(std::move(InRow));
    return Range && Interval{0, int64_t(UsedBytes) - int64_t(Site.Bytes)}.contains(*Range);
  }

  /// Where the offset is a multiple of a quotient, by way of what is divided: that is what loops
  /// and guards bound.
  std::optional<Interval> rangeOf(Access InRow) const {
    SmallVector<Term> Terms = termsOf(InRow.Offset);
    int64_t Factor = 1, Divisor = 1;
    if (Terms.size() == 1 && constantOf(InRow.Offset) == 0 && Terms.front().Coefficient > 0 &&
        Terms.front().Factors.size() == 1 &&
        Terms.front().Factors.front()->kind() == ExprKind::Divide) {
      ArrayRef<ExprRef> Operands = Terms.front().Factors.front()->operands();
      if (Operands[1]->isConstant() && Operands[1]->constantTerm() > 0) {
        Factor = Terms.front().Coefficient;
        Divisor = Operands[1]->constantTerm();
        InRow.Offset = Operands[0];
      }
    }
    auto Anything = [](ExprRef) -> std::optional<Interval> { return std::nullopt; };
    std::optional<Interval> Range = offsetRange(Expressions, Kernel, InRow, Launch, Anything);
    if (!Range)
      return std::nullopt;
    return Interval{Range->Low / Divisor * Factor, Range->High / Divisor * Factor};
  }

  /// Of `tile[k / 2][k % 2 * 16]` the offset is one product of k. Where the last subscript alone
  /// leads a counter with known bounds out of the row, the array has no Rows.
  ExprRef dividedByRows(ExprRef InRow, int64_t RowBytes) const {
    constexpr int64_t Endless = std::numeric_limits<int32_t>::max() - 1;
    ExprRef Divided = InRow;
    for (const Term &Part : termsOf(InRow)) {
      ExprRef Counter = Part.Factors.front();
      if (Part.Factors.size() != 1 || !Counter->isLeaf() ||
          Counter->leaf().Kind != LeafKind::LoopCounter || Counter->range().High >= Endless ||
          Part.Coefficient <= 0 || RowBytes % Part.Coefficient)
        continue;
      ExprRef Length = Expressions.constant(RowBytes / Part.Coefficient);
      ExprRef Rest = Expressions.subtract(Expressions.remainder(Counter, Length), Counter);
      Divided = Expressions.add(Divided,
                                Expressions.multiply(Expressions.constant(Part.Coefficient), Rest));
    }
    return Divided;
  }

  /// Dimensions of the grid that are not known decide what \p Root may be, be it by the number of
  /// iterations of a loop.
  bool needsUnknownGrid(ExprRef Root) const {
    bool Needs = false;
    SmallVector<ExprRef> Left = {Root};
    DenseSet<ExprRef> Seen;
    while (!Left.empty())
      forEachLeaf(Left.pop_back_val(), [&](ExprRef Leaf) {
        const LeafInfo &Info = Leaf->leaf();
        if (Info.Kind == LeafKind::BlockIndex || Info.Kind == LeafKind::GridDimension)
          Needs |= !Launch.Grid[Info.Dimension];
        if (Info.Kind != LeafKind::LoopCounter || !Seen.insert(Leaf).second)
          return;
        for (const Loop &Each : Kernel.Loops)
          if (Each.Counter == Leaf)
            append_range(Left, Each.Exits);
      });
    return Needs;
  }

  ExprContext &Expressions;
  const KernelProgram &Kernel;
  const LaunchContext &Launch;
};

} // namespace

const Access *findAccessByData(const KernelAnalysis &Kernel, unsigned Object) {
  auto IsData = [](ExprRef Leaf) {
    LeafKind Kind = Leaf->leaf().Kind;
    return (Kind == LeafKind::Loaded || Kind == LeafKind::Opaque) &&
           Leaf->leaf().Varies == Uniformity::Lane;
  };
  for (const Access &Site : Kernel.Program.Accesses)
    if (Site.Object == Object && (!Site.Offset || anyLeaf(Site.Offset, IsData)) &&
        any_of(Kernel.Verdicts[Site.Id],
               [](const AccessVerdict &Verdict) { return !Verdict.Cost.NeverExecuted; }))
      return &Site;
  return nullptr;
}

bool fitRows(ExprContext &Expressions, const KernelAnalysis &Kernel, ArrayRef<const Access *> Sites,
             uint64_t RowBytes, uint64_t NewRowBytes) {
  if (any_of(Sites, [&](const Access *Site) { return NewRowBytes % Site->Bytes; }))
    return false;
  auto FitIn = [&](const LaunchContext &Launch) {
    size_t Number = size_t(&Launch - Kernel.Launches.data());
    LaunchedRows Rows(Expressions, Kernel.Program, Launch);
    return Launch.blockKnown() && all_of(Sites, [&](const Access *Site) {
             return Kernel.Verdicts[Site->Id][Number].Cost.NeverExecuted ||
                    Rows.keeps(*Site, RowBytes, std::min(RowBytes, NewRowBytes));
           });
  };
  if (all_of(Kernel.Launches, isGuessed))
    return any_of(Kernel.Launches, FitIn);
  return all_of(Kernel.Launches,
                [&](const LaunchContext &Launch) { return isGuessed(Launch) || FitIn(Launch); });
}

bool keepsRows(ExprContext &Expressions, const KernelAnalysis &Kernel, unsigned Object,
               uint64_t RowBytes, uint64_t NewRowBytes) {
  std::vector<const Access *> Sites;
  for (const Access &Site : Kernel.Program.Accesses) {
    if (Site.Object == Object)
      Sites.push_back(&Site);
    else if (is_contained(Kernel.Program.basesOf(Site.Object), Object))
      return false;
  }
  return !findAccessByData(Kernel, Object) &&
         fitRows(Expressions, Kernel, Sites, RowBytes, NewRowBytes);
}

} // namespace memlint
