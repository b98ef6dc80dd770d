//===- RowPadding.cpp - Longer rows of a shared array, as edits -----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowPadding.h"

#include "CheckList.h"
#include "LaunchDoubts.h"
#include "cuda-memlint/Analysis/Layout/RowKeeping.h"
#include "cuda-memlint/Checks/PaddingAgreement.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Target/CommonLimits.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cstdlib>
#include <tuple>

using namespace llvm;

namespace memlint {

/// Why \p Array must not become larger or smaller by \p More elements a row; nothing: it may.
static std::optional<MissingFix::Reason> findSizeLimit(const KernelAnalysis &Kernel,
                                                       const MemoryObject &Array, int64_t More) {
  using Reason = MissingFix::Reason;
  const RowsInSource &Rows = *Array.Rows;
  uint64_t Declared = 0, Dynamic = 0;
  for (const MemoryObject &Each : Kernel.Program.Objects)
    if (Each.Kind == ObjectKind::StaticShared)
      Declared += Each.SizeBytes.value_or(0);
  bool IsDynamic = Array.Kind == ObjectKind::DynamicShared;
  // A function that is not seen may know the same memory.
  if (IsDynamic &&
      !all_of(Kernel.Program.Unseen, [](const UnseenEffect &Each) { return Each.OnlyPrints; }))
    return Reason::BytesElsewhere;
  for (const LaunchContext &Launch : Kernel.Launches) {
    // The bytes that a launch in another file counts stay as they are.
    bool IsElsewhere =
        Launch.Position.Line != 0 && Launch.Position.Path != Kernel.Program.Position.Path;
    if (IsDynamic && (IsElsewhere || !Launch.DynamicSharedBytes))
      return Reason::BytesElsewhere;
    Dynamic = std::max(Dynamic, Launch.DynamicSharedBytes.value_or(0));
  }
  uint64_t RowCount =
      IsDynamic ? divideCeil(Dynamic, Rows.Length * Array.ElementBytes) : Rows.MostRows;
  uint64_t Added = RowCount * std::max(Rows.MostElementBytes, Array.ElementBytes) *
                   uint64_t(std::max<int64_t>(More, 0));
  if (std::max(Declared, Rows.MostSharedBytes) + Dynamic + Added >
      CommonLimits::SharedBytesPerBlock)
    return Reason::SharedBytes;
  return std::nullopt;
}

static FindingFix replace(SourcePosition Position, std::string Text) {
  return {std::move(Position), std::move(Text)};
}

static SourcePosition startPosition(SourcePosition Position) {
  Position.EndLine = Position.Line;
  Position.EndColumn = Position.Column;
  return Position;
}

static SourcePosition endOf(SourcePosition Position) {
  Position.Line = Position.EndLine;
  Position.Column = Position.EndColumn;
  return Position;
}

/// Makes \p Number larger by what \p More elements a row take, or smaller.
static void change(const RowNumber &Number, int64_t More, std::vector<FindingFix> &Edits) {
  uint64_t Elements = uint64_t(std::abs(More));
  uint64_t By = Number.PerElement * Elements;
  if (Number.Literal) {
    Edits.push_back(
        replace(Number.Position, utostr(More < 0 ? *Number.Literal - By : *Number.Literal + By)));
    return;
  }
  std::string Text = utostr(By);
  if (!Number.PerElementText.empty())
    Text = Number.PerElementText + (Elements == 1 ? "" : " * " + utostr(Elements));
  if (Number.IsLoose || Number.IsFactor)
    Edits.push_back(replace(startPosition(Number.Position), "("));
  Edits.push_back(replace(endOf(Number.Position), std::string(Number.IsLoose ? ")" : "") +
                                                      (More < 0 ? " - " : " + ") + Text +
                                                      (Number.IsFactor ? ")" : "")));
}

static std::vector<FindingFix> paddingEdits(const RowsInSource &Rows, int64_t More) {
  std::vector<FindingFix> Edits;
  for (const RowNumber &Each : Rows.Numbers)
    change(Each, More, Edits);
  return Edits;
}

/// Why \p Array, one of \p Kernel that has Rows, must not get \p More elements a row.
static std::optional<MissingFix::Reason> findHindrance(ExprContext &Expressions,
                                                       const KernelAnalysis &Kernel,
                                                       const MemoryObject &Array, int64_t More) {
  if (std::optional<MissingFix::Reason> Limit = findSizeLimit(Kernel, Array, More))
    return Limit;
  uint64_t Length = Array.Rows->Length;
  if (!keepsRows(Expressions, Kernel, Array.Id, Length * Array.ElementBytes,
                 uint64_t(int64_t(Length) + More) * Array.ElementBytes))
    return MissingFix::Reason::RowsLeft;
  return std::nullopt;
}

/// The elements that each row gets for no access to be in conflict, or loses; nothing: neither
/// does.
static std::optional<int64_t> freeingElements(const LayoutAdvice &Advice) {
  if (Advice.ShorterRow)
    return int64_t(*Advice.ShorterRow) - int64_t(Advice.RowBytes / Advice.ElementBytes);
  return Advice.FreeingPadding ? std::optional<int64_t>(*Advice.FreeingPadding) : std::nullopt;
}

std::optional<UnsafeFix> findPaddingHazard(const KernelAnalysis &Kernel,
                                           const MemoryObject &Array) {
  if (Array.Kind == ObjectKind::DynamicShared)
    return UnsafeFix{UnsafeFix::Reason::LaunchConfiguration, Kernel.Program.Name, {}};
  if (Array.Position.InHeader)
    return UnsafeFix{UnsafeFix::Reason::SharedLayout, Array.Name, {}};
  return findUnseenBlocks(Kernel);
}

/// Why what \p Advice says of \p Array is not done; nothing where it advises nothing, or where a
/// note says so already.
static std::optional<MissingFix> findObstacle(ExprContext &Expressions,
                                              const KernelAnalysis &Kernel,
                                              const MemoryObject &Array,
                                              const LayoutAdvice &Advice) {
  using Reason = MissingFix::Reason;
  std::optional<int64_t> More = freeingElements(Advice);
  if (!More) {
    if (Advice.helpsToSkew() ||
        (Advice.SwizzleLeaves && *Advice.SwizzleLeaves < Advice.BestPaddingLeaves))
      return MissingFix{Reason::Swizzle, Array.Name, {}};
    if (Advice.BestPadding)
      return MissingFix{Reason::PartialPadding, Array.Name, {}};
    return std::nullopt;
  }
  if (!Array.Rows)
    return MissingFix{Reason::Rows, Array.Name, Array.RowsObstacle.At, Array.RowsObstacle.Why};
  if (Array.Rows->Length * Array.ElementBytes != Advice.RowBytes)
    return MissingFix{Reason::Rows, Array.Name, {}, RowObstacle::Reason::Length};
  std::optional<Reason> Why = findHindrance(Expressions, Kernel, Array, *More);
  if (!Why || (*Why == Reason::RowsLeft && findAccessByData(Kernel, Array.Id)))
    return std::nullopt;
  return MissingFix{*Why, Array.Name, {}};
}

void addRowPadding(ExprContext &Expressions, const KernelAnalysis &Kernel, unsigned Object,
                   const LayoutAdvice &Advice, Finding &Result) {
  const MemoryObject &Array = Kernel.Program.Objects[Object];
  std::optional<int64_t> More = freeingElements(Advice);
  if (!Array.Rows || !More || Array.Rows->Length * Array.ElementBytes != Advice.RowBytes ||
      findHindrance(Expressions, Kernel, Array, *More)) {
    Result.NoFix = findObstacle(Expressions, Kernel, Array, Advice);
    return;
  }
  Result.Fixes = paddingEdits(*Array.Rows, *More);
  Result.FixTitle = std::string(*More < 0 ? "shorten" : "pad") + " the rows of `" + Array.Name +
                    "` from " + utostr(Array.Rows->Length) + " to " +
                    utostr(uint64_t(int64_t(Array.Rows->Length) + *More)) + " elements";
  Result.Unsafe = findPaddingHazard(Kernel, Array);
}

const MemoryObject *paddedArray(const KernelAnalysis &Kernel, const Finding &Item) {
  if (Item.Check != SharedBankConflict.Name || Item.Fixes.empty() || !Item.Access)
    return nullptr;
  return &Kernel.Program.Objects[Kernel.Program.Accesses[*Item.Access].Object];
}

/// One header may be spelled in several ways.
static bool areSame(const FindingFix &One, const FindingFix &Other) {
  auto StartOf = [](const SourcePosition &At) {
    return std::tie(At.Line, At.Column, At.EndLine, At.EndColumn);
  };
  return StartOf(One.Position) == StartOf(Other.Position) && One.Replacement == Other.Replacement;
}

bool allowsPadding(ExprContext &Expressions, const KernelAnalysis &Kernel,
                   const MemoryObject &Array, ArrayRef<FindingFix> Edits) {
  if (!Array.Rows)
    return false;
  int64_t Most = MostPaddingBytes;
  for (int64_t More = -std::min(Most, int64_t(Array.Rows->Length) - 1); More <= Most; ++More)
    if (std::vector<FindingFix> Own = paddingEdits(*Array.Rows, More);
        More != 0 && std::equal(Own.begin(), Own.end(), Edits.begin(), Edits.end(), areSame))
      return !findHindrance(Expressions, Kernel, Array, More);
  // It declares other numbers there.
  return false;
}

} // namespace memlint
