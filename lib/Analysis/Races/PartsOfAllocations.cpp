//===- PartsOfAllocations.cpp - Arrays within one allocation --------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartsOfAllocations.h"

#include "cuda-memlint/Model/SharedAllocations.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <tuple>

using namespace llvm;

namespace memlint {

bool areParts(const MemoryObject &One, const MemoryObject &Other, const LaunchContext &Launch) {
  std::optional<PositionInAllocation> Here = positionInAllocation(One, Launch),
                                      There = positionInAllocation(Other, Launch);
  return Here && There && Here->Offset != There->Offset;
}

/// The launch passes the two as pointers into one allocation, and is not known to pass one pointer
/// for both.
static bool mayBeParts(const MemoryObject &One, const MemoryObject &Other,
                       const LaunchContext &Launch) {
  const LaunchArgument *Here = argumentOf(One, Launch), *There = argumentOf(Other, Launch);
  return Here && There && Here->SharedAllocation != 0 &&
         Here->SharedAllocation == There->SharedAllocation &&
         (!Here->SharedOffset || Here->SharedOffset != There->SharedOffset);
}

/// The kernel writes what may overlap with \p Object, but no more of it than other parts of its
/// allocation.
static bool isPartBesideWritten(const RaceSetting &Setting, const MemoryObject &Object) {
  const KernelProgram &Kernel = Setting.Kernel;
  const LaunchArgument *Argument = argumentOf(Object, Setting.Launch);
  // Most arrays have their allocations to themselves.
  if (!Argument || Argument->SharedAllocation == 0)
    return false;
  bool IsBeside = false;
  auto IsApart = [&](const MemoryObject &Written) {
    bool MayOverlap = mayOverlap(Object, Written, Setting.Launch);
    IsBeside |= MayOverlap;
    return &Written != &Object && (!MayOverlap || mayBeParts(Object, Written, Setting.Launch));
  };
  return all_of(Kernel.Accesses,
                [&](const Access &Each) {
                  return Each.Kind == AccessKind::Load ||
                         all_of(Kernel.basesOf(Each.Object),
                                [&](unsigned Number) { return IsApart(Kernel.Objects[Number]); });
                }) &&
         IsBeside;
}

static void replaceReads(Access &Site, function_ref<void(ExprRef &)> Replace) {
  for (ExprRef *Each : {&Site.Offset, &Site.OffsetInSelected, &Site.Selector, &Site.Value,
                        &Site.Addend, &Site.Expected})
    if (*Each)
      Replace(*Each);
  for (ExprRef &Guard : Site.Guards)
    Replace(Guard);
}

PartsOfAllocations::PartsOfAllocations(const RaceSetting &Of, DenseMap<ExprRef, ExprRef> Equal)
    : Equal(std::move(Equal)), Reads(Of.Context), Kernel(copyOf(Of, Reads, this->Equal)),
      Setting(Of.Context, Kernel, Of.Launch, Of.Case), Waiting(Of.Context, Kernel),
      Sections(Of.Context, Kernel, Waiting) {}

KernelProgram PartsOfAllocations::copyOf(const RaceSetting &Of, Substitution &Reads,
                                         const DenseMap<ExprRef, ExprRef> &Equal) {
  KernelProgram Result = Of.Kernel;
  auto Replace = [&](ExprRef &Root) {
    Root = Reads.apply(Root, [&](ExprRef Leaf) { return Equal.lookup(Leaf); });
  };
  for (Access &Each : Result.Accesses)
    replaceReads(Each, Replace);
  for (Barrier &Each : Result.Barriers)
    for (ExprRef &Guard : Each.Guards)
      Replace(Guard);
  for (Node &Each : Result.Nodes)
    if (Each.Condition)
      Replace(Each.Condition);
  for (Loop &Each : Result.Loops) {
    for (ExprRef &Exit : Each.Exits)
      Replace(Exit);
    for (CarriedValue &Variable : Each.Carried)
      for (ExprRef *Value : {&Variable.Initial, &Variable.End})
        if (*Value)
          Replace(*Value);
  }
  return Result;
}

const Access &PartsOfAllocations::with(const Access &Site) {
  auto [Result, IsNew] = Known.try_emplace(&Site, Site);
  if (IsNew)
    replaceReads(Result->second, [&](ExprRef &Root) {
      Root = Reads.apply(Root, [&](ExprRef Leaf) { return Equal.lookup(Leaf); });
    });
  return Result->second;
}

std::unique_ptr<PartsOfAllocations> findParts(const RaceSetting &Setting) {
  const KernelProgram &Kernel = Setting.Kernel;
  SmallVector<bool> IsPart;
  for (const MemoryObject &Each : Kernel.Objects)
    IsPart.push_back(isPartBesideWritten(Setting, Each));
  if (!is_contained(IsPart, true))
    return nullptr;
  DenseMap<ExprRef, ExprRef> Equal;
  using Place = std::tuple<unsigned, unsigned, ExprRef, int64_t, int64_t>;
  std::map<Place, ExprRef> First;
  for (const Access &Each : Kernel.Accesses) {
    if (!IsPart[Each.Object] || Each.Kind != AccessKind::Load || Each.IsVolatile || !Each.Result ||
        !Each.Offset)
      continue;
    ExprRef At =
        Setting.Context.substitute(Each.Offset, [&](ExprRef Leaf) { return Equal.lookup(Leaf); });
    Interval Range = Each.Result->range();
    ExprRef Result =
        First.try_emplace({Each.Object, Each.Bytes, At, Range.Low, Range.High}, Each.Result)
            .first->second;
    if (Result != Each.Result)
      Equal.try_emplace(Each.Result, Result);
  }
  return Equal.empty() ? nullptr : std::make_unique<PartsOfAllocations>(Setting, std::move(Equal));
}

} // namespace memlint
