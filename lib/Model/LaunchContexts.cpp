//===- LaunchContexts.cpp - Sets of launch contexts -----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Model/LaunchContexts.h"

#include "cuda-memlint/Model/MeanTime.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

namespace memlint {

namespace {

template <typename T> void keepIfEqual(std::optional<T> &Value, const std::optional<T> &Other) {
  if (Value != Other)
    Value.reset();
}

void keepIfEqual(ExprRef &Term, ExprRef Other) {
  if (Term != Other)
    Term = nullptr;
}

void keepSharedTerms(LaunchTerms &Terms, const LaunchTerms &Other) {
  for (unsigned Dimension = 0; Dimension != 3; ++Dimension) {
    keepIfEqual(Terms.Grid[Dimension], Other.Grid[Dimension]);
    keepIfEqual(Terms.Block[Dimension], Other.Block[Dimension]);
  }
  keepIfEqual(Terms.DynamicSharedBytes, Other.DynamicSharedBytes);
}

uint64_t multipleOf(const LaunchArgument &Argument) {
  return Argument.Value ? powerOfTwoFactor(*Argument.Value) : Argument.Multiple;
}

Interval rangeOf(const LaunchArgument &Argument) {
  return Argument.Value ? Interval{*Argument.Value, *Argument.Value} : Argument.Range;
}

/// The range of both together.
void widenRange(LaunchArgument &Argument, const LaunchArgument &Other) {
  Interval Range = rangeOf(Argument), OfOther = rangeOf(Other);
  Argument.Range = {std::min(Range.Low, OfOther.Low), std::max(Range.High, OfOther.High)};
}

void keepAllocation(LaunchArgument &Argument, const LaunchArgument &Other) {
  if (!Other.Allocation)
    Argument.Allocation.reset();
  if (!Argument.Allocation)
    return;
  keepIfEqual(Argument.Allocation->Bytes, Other.Allocation->Bytes);
  Argument.Allocation->IsHostData &= Other.Allocation->IsHostData;
}

void keepShared(LaunchArgument &Argument, const LaunchArgument &Other) {
  uint64_t Multiple = std::min(multipleOf(Argument), multipleOf(Other));
  widenRange(Argument, Other);
  keepIfEqual(Argument.Value, Other.Value);
  Argument.Multiple = Argument.Value ? 1 : Multiple;
  keepIfEqual(Argument.Term, Other.Term);
  uint64_t Alignment = std::min(Argument.AlignmentBytes, Other.AlignmentBytes);
  while (Argument.AlignmentResidue % Alignment != Other.AlignmentResidue % Alignment)
    Alignment /= 2;
  Argument.AlignmentBytes = Alignment;
  Argument.AlignmentResidue %= Alignment;
  keepIfEqual(Argument.IsNull, Other.IsNull);
  if (Argument.SharedAllocation != Other.SharedAllocation)
    Argument.SharedAllocation = 0;
  keepIfEqual(Argument.SharedOffset, Other.SharedOffset);
  keepAllocation(Argument, Other);
  Argument.Fields.resize(std::min(Argument.Fields.size(), Other.Fields.size()));
  for (size_t Index = 0; Index != Argument.Fields.size(); ++Index)
    keepShared(Argument.Fields[Index], Other.Fields[Index]);
}

/// Whether a pointer is null, an allocation, a term, and a range may be known of one only.
bool sayTheSameOf(const LaunchArgument &Left, const LaunchArgument &Right) {
  LaunchArgument Expected = Right;
  if (!Left.IsNull || !Right.IsNull)
    Expected.IsNull = Left.IsNull;
  Expected.Allocation = Left.Allocation;
  Expected.Term = Left.Term;
  Expected.Range = Left.Range;
  Expected.Fields = Left.Fields;
  return Left == Expected && llvm::equal(Left.Fields, Right.Fields, sayTheSameOf);
}

/// Of arguments that say the same, what may be known of one only.
void keepWhatBothKnow(LaunchArgument &Argument, const LaunchArgument &Other) {
  keepIfEqual(Argument.IsNull, Other.IsNull);
  keepAllocation(Argument, Other);
  keepIfEqual(Argument.Term, Other.Term);
  widenRange(Argument, Other);
  for (auto [Field, OtherField] : llvm::zip(Argument.Fields, Other.Fields))
    keepWhatBothKnow(Field, OtherField);
}

/// An aliased pair in one of them is reason enough not to rely on distinctness.
void addAliases(LaunchContext &Shared, const LaunchContext &Other) {
  for (std::pair<unsigned, unsigned> Pair : Other.AliasedArguments)
    if (!llvm::is_contained(Shared.AliasedArguments, Pair))
      Shared.AliasedArguments.push_back(Pair);
}

void addDoubts(LaunchContext &Shared, const LaunchContext &Other) {
  for (const DoubtfulPointers &Pair : Other.DoubtfulArguments)
    if (!llvm::is_contained(Shared.DoubtfulArguments, Pair))
      Shared.DoubtfulArguments.push_back(Pair);
}

/// A loop that makes one of them makes both, which are one then.
void addTimes(LaunchContext &Shared, const LaunchContext &Other) {
  bool AreKnown = Shared.TimesInMain != 0 && Other.TimesInMain != 0;
  Shared.TimesInMain = AreKnown ? llvm::SaturatingAdd(Shared.TimesInMain, Other.TimesInMain) : 0;
  Shared.IsInOpenLoop |= Other.IsInOpenLoop;
  Shared.IsMadeByThreads |= Other.IsMadeByThreads;
}

} // namespace

bool isGuessed(const LaunchContext &Launch) {
  return Launch.Origin == LaunchOrigin::Default || Launch.Origin == LaunchOrigin::Inferred ||
         Launch.Origin == LaunchOrigin::LaunchBounds || Launch.Origin == LaunchOrigin::Harness;
}

uint64_t powerOfTwoFactor(int64_t Number) {
  if (Number == 0)
    return LargestMultiple;
  return std::min(LargestMultiple, uint64_t(1) << llvm::countr_zero(uint64_t(Number)));
}

bool sayTheSame(const LaunchContext &Left, const LaunchContext &Right, bool WithConditions) {
  return Left.Origin == Right.Origin && Left.Grid == Right.Grid && Left.Block == Right.Block &&
         Left.Cluster == Right.Cluster && Left.DynamicSharedBytes == Right.DynamicSharedBytes &&
         llvm::equal(Left.Arguments, Right.Arguments, sayTheSameOf) &&
         Left.AliasedArguments == Right.AliasedArguments &&
         (!WithConditions || Left.Conditions == Right.Conditions);
}

void addDistinct(std::vector<LaunchContext> &Contexts, const LaunchContext &Context) {
  auto Same = llvm::find_if(Contexts,
                            [&](const LaunchContext &Known) { return sayTheSame(Known, Context); });
  if (Same == Contexts.end()) {
    Contexts.push_back(Context);
    return;
  }
  for (auto [Argument, Other] : llvm::zip(Same->Arguments, Context.Arguments))
    keepWhatBothKnow(Argument, Other);
  keepSharedTerms(Same->Terms, Context.Terms);
  addDoubts(*Same, Context);
  addTimes(*Same, Context);
}

void capContexts(std::vector<LaunchContext> &Contexts) {
  if (Contexts.size() <= MaximumLaunchContexts)
    return;
  // What is left out must not count as known.
  LaunchContext &Last = Contexts[MaximumLaunchContexts - 1];
  for (const LaunchContext &Each : llvm::ArrayRef(Contexts).drop_front(MaximumLaunchContexts)) {
    addAliases(Last, Each);
    addDoubts(Last, Each);
    addTimes(Last, Each);
  }
  Contexts.resize(MaximumLaunchContexts);
}

/// The mean time of all launches, where all have been timed on one device.
static std::optional<LaunchTime> timeTogether(const LaunchContext &Left,
                                              const LaunchContext &Right) {
  if (!Left.Time || !Right.Time || Left.Time->Device != Right.Time->Device)
    return std::nullopt;
  if (Left.Count == 0 && Right.Count == 0)
    return std::nullopt;
  return LaunchTime{
      meanTime({Left.Time->Nanoseconds, Left.Count}, {Right.Time->Nanoseconds, Right.Count}),
      Left.Time->Device};
}

LaunchContext whatAllShare(llvm::ArrayRef<LaunchContext> Contexts) {
  LaunchContext Shared = Contexts.front();
  for (const LaunchContext &Context : Contexts.drop_front()) {
    Shared.Time = timeTogether(Shared, Context);
    Shared.Count = llvm::SaturatingAdd(Shared.Count, Context.Count);
    for (unsigned Dimension = 0; Dimension != 3; ++Dimension) {
      keepIfEqual(Shared.Grid[Dimension], Context.Grid[Dimension]);
      keepIfEqual(Shared.Block[Dimension], Context.Block[Dimension]);
    }
    keepIfEqual(Shared.Cluster, Context.Cluster);
    keepIfEqual(Shared.DynamicSharedBytes, Context.DynamicSharedBytes);
    keepSharedTerms(Shared.Terms, Context.Terms);
    Shared.Arguments.resize(std::min(Shared.Arguments.size(), Context.Arguments.size()));
    for (size_t Index = 0; Index != Shared.Arguments.size(); ++Index)
      keepShared(Shared.Arguments[Index], Context.Arguments[Index]);
    for (const std::string &Condition : Context.Conditions)
      if (!llvm::is_contained(Shared.Conditions, Condition))
        Shared.Conditions.push_back(Condition);
    addAliases(Shared, Context);
    addDoubts(Shared, Context);
    addTimes(Shared, Context);
  }
  return Shared;
}

} // namespace memlint
