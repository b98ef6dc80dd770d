//===- RecordMends.cpp - Other layouts of structures ----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MendTrials.h"

#include "cuda-memlint/Analysis/Cost/LaunchValues.h"
#include "cuda-memlint/Analysis/Cost/OffsetRange.h"
#include "cuda-memlint/Analysis/Layout/RecordVisits.h"
#include "cuda-memlint/Analysis/Layout/RowKeeping.h"
#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

/// The arrays of two members lie so far apart that they have nothing in common.
static constexpr int64_t BetweenArrays = int64_t(1) << 36;

/// Where in its structure \p Site begins; nothing: the offset does not say it.
static std::optional<int64_t> offsetInRecord(const Access &Site, int64_t RecordBytes) {
  if (!Site.Offset || any_of(termsOf(Site.Offset),
                             [&](const Term &Part) { return Part.Coefficient % RecordBytes != 0; }))
    return std::nullopt;
  int64_t InRecord = ((constantOf(Site.Offset) % RecordBytes) + RecordBytes) % RecordBytes;
  return InRecord + int64_t(Site.Bytes) <= RecordBytes ? std::optional(InRecord) : std::nullopt;
}

bool areOfOneType(const KernelProgram &Kernel, unsigned Left, unsigned Right) {
  const MemoryObject &One = Kernel.Objects[Left], &Other = Kernel.Objects[Right];
  return Left == Right ||
         (One.ElementTypeNumber != 0 && One.ElementTypeNumber == Other.ElementTypeNumber &&
          One.ElementBytes == Other.ElementBytes);
}

std::optional<ChangedKernel> splitRecord(ExprContext &Expressions, const KernelProgram &Kernel,
                                         const LaunchContext &Launch, unsigned Object) {
  auto RecordBytes = int64_t(Kernel.Objects[Object].ElementBytes);
  ChangedKernel Result{Kernel, Launch};
  auto IsSplit = [&](unsigned Each) {
    return Kernel.Objects[Each].Space == Kernel.Objects[Object].Space &&
           areOfOneType(Kernel, Each, Object);
  };
  for (Access &Site : Result.Program.Accesses) {
    if (none_of(Kernel.basesOf(Site.Object), IsSplit) || Site.IsUnused)
      continue;
    std::optional<int64_t> InRecord = offsetInRecord(Site, RecordBytes);
    if (!InRecord || !Kernel.Objects[Site.Object].OneOf.empty())
      return std::nullopt;
    std::optional<MembersInPart> Members =
        membersIn(Kernel.Objects[Object], uint64_t(*InRecord), Site.Bytes);
    if (!Members)
      return std::nullopt;
    uint64_t Bytes = Members->Bytes;
    Site.Bytes = unsigned(Bytes);
    if (Members->Count > 1)
      Result.StandsFor[Site.Id] = Members->Count;
    ExprRef Offset =
        Expressions.constant((constantOf(Site.Offset) - *InRecord) / RecordBytes * int64_t(Bytes) +
                             *InRecord * BetweenArrays);
    for (const Term &Part : termsOf(Site.Offset))
      Offset = Expressions.add(
          Offset,
          product(Expressions, Part.Coefficient / RecordBytes * int64_t(Bytes), Part.Factors));
    Site.Offset = Offset;
    Site.RecordAlignment = 1;
    Site.OffsetInRecord = 0;
  }
  return Result;
}

std::optional<KernelProgram> splitRows(ExprContext &Expressions, const KernelProgram &Kernel,
                                       const LaunchContext &Launch, ArrayRef<unsigned> Objects,
                                       uint64_t Columns) {
  auto Bytes = int64_t(Kernel.Objects[Objects.front()].ElementBytes);
  int64_t RowBytes = Bytes * int64_t(Columns);
  auto Anything = [](ExprRef) -> std::optional<Interval> { return std::nullopt; };
  KernelProgram Result = Kernel;
  for (Access &Site : Result.Accesses) {
    auto IsSplit = [&](unsigned Each) { return is_contained(Objects, Each); };
    if (none_of(Kernel.basesOf(Site.Object), IsSplit) || Site.IsUnused)
      continue;
    if (!IsSplit(Site.Object) || !isPlainGlobal(Kernel, Site) || Site.Bytes != Bytes)
      return std::nullopt;
    RowSplit Split = splitAtRows(
        Expressions, withLaunchValues(Expressions, Site.Offset, Kernel, Launch), RowBytes);
    Access InRow = Site;
    InRow.Offset = Split.InRow;
    std::optional<Interval> Range = offsetRange(Expressions, Kernel, InRow, Launch, Anything);
    bool IsColumn = constantOf(Split.InRow) % Bytes == 0 &&
                    all_of(termsOf(Split.InRow),
                           [&](const Term &Part) { return Part.Coefficient % Bytes == 0; });
    if (!IsColumn || !Range || !Interval{0, RowBytes - Bytes}.contains(*Range))
      return std::nullopt;
    ExprRef Column = Expressions.constant(constantOf(Split.InRow) / Bytes);
    for (const Term &Part : termsOf(Split.InRow))
      Column =
          Expressions.add(Column, product(Expressions, Part.Coefficient / Bytes, Part.Factors));
    Site.Offset =
        Expressions.add(Expressions.multiply(Split.Row, Expressions.constant(Bytes)),
                        Expressions.multiply(Column, Expressions.constant(BetweenArrays)));
  }
  return Result;
}

std::optional<uint64_t> onlyColumnOf(ExprContext &Expressions, const KernelProgram &Kernel,
                                     const LaunchContext &Launch, unsigned Object,
                                     uint64_t Columns) {
  auto Bytes = int64_t(Kernel.Objects[Object].ElementBytes);
  std::optional<int64_t> Only;
  for (const Access &Site : Kernel.Accesses) {
    if (Site.Object != Object || Site.IsUnused)
      continue;
    ExprRef InRow =
        splitAtRows(Expressions, withLaunchValues(Expressions, Site.Offset, Kernel, Launch),
                    Bytes * int64_t(Columns))
            .InRow;
    if (!InRow->isConstant() || Only.value_or(constantOf(InRow)) != constantOf(InRow))
      return std::nullopt;
    Only = constantOf(InRow);
  }
  return Only ? std::optional(uint64_t(*Only / Bytes)) : std::nullopt;
}

std::optional<KernelProgram> alignRecord(const KernelProgram &Kernel, unsigned Object,
                                         unsigned Alignment) {
  auto RecordBytes = int64_t(Kernel.Objects[Object].ElementBytes);
  if (RecordBytes % Alignment != 0)
    return std::nullopt;
  KernelProgram Result = Kernel;
  for (Access &Site : Result.Accesses) {
    if (!areOfOneType(Kernel, Site.Object, Object) || Site.IsUnused)
      continue;
    if (std::optional<int64_t> InRecord = offsetInRecord(Site, RecordBytes)) {
      Site.RecordAlignment = std::max(Site.RecordAlignment, Alignment);
      Site.OffsetInRecord = unsigned(*InRecord);
    }
  }
  return Result;
}

} // namespace memlint
