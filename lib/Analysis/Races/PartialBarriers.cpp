//===- PartialBarriers.cpp - Barriers of a part of the block --------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartialBarriers.h"

#include "NumberedBarriers.h"

#include "cuda-memlint/Target/BlockShape.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace llvm;

namespace memlint {

/// More sets than this are not distinguished.
static constexpr size_t MostSets = 8;
static constexpr size_t MostClasses = 6;

PartialBarriers::PartialBarriers(const RaceSetting &Setting, unsigned Threads)
    : Setting(Setting), Threads(Threads), SetOfBarrier(Setting.Kernel.Barriers.size()),
      WithinWarps(Setting.Kernel.Barriers.size()) {
  addNamed();
  addMasks();
  partition();
}

std::optional<unsigned> PartialBarriers::setOf(unsigned Barrier) const {
  return SetOfBarrier[Barrier];
}

/// Its only leaves are indices of threads.
static bool isOfThreads(ExprRef Root) {
  return allLeaves(Root, [&](ExprRef Leaf) { return Leaf->leaf().Kind == LeafKind::ThreadIndex; });
}

/// The same for all threads of a block that come to where it is evaluated.
static bool isOfBlock(ExprRef Root) {
  return Root->varies() <= Uniformity::Block &&
         allLeaves(Root, [&](ExprRef Leaf) { return Leaf->leaf().Kind != LeafKind::ThreadIndex; });
}

/// The threads that come to \p Each if any do; empty: not known.
std::optional<ThreadSet> PartialBarriers::comersOf(const Barrier &Each) const {
  ThreadSet Comers(Threads, true);
  for (unsigned Loop : Each.Loops)
    for (ExprRef Exit : Setting.Kernel.Loops[Loop].Exits)
      if (!isOfBlock(Setting.specialise(Exit)))
        return std::nullopt;
  for (ExprRef Guard : Each.Guards) {
    ExprRef Known = Setting.specialise(Guard);
    if (isOfBlock(Known))
      continue;
    if (!isOfThreads(Known))
      return std::nullopt;
    for (unsigned Thread = 0; Thread != Threads; ++Thread) {
      std::array<int64_t, 3> Index = BlockShape{Setting.Block}.indexOf(Thread);
      if (evaluate(Known, [&](ExprRef Leaf) { return Index[Leaf->leaf().Dimension]; }) == 0)
        Comers.reset(Thread);
    }
  }
  return Comers;
}

void PartialBarriers::addSet(unsigned Barrier, const ThreadSet &Members) {
  auto Known = find(Sets, Members);
  if (Known == Sets.end()) {
    if (Sets.size() == MostSets)
      return;
    Known = Sets.insert(Sets.end(), Members);
  }
  SetOfBarrier[Barrier] = unsigned(Known - Sets.begin());
}

/// PTX ISA, `bar`/`barrier`: a barrier counts the threads of whole warps, and is complete when
/// as many have arrived as its second operand says.
void PartialBarriers::addNamed() {
  std::map<int64_t, SmallVector<unsigned, 4>> ByNumber;
  for (auto [Number, Each] : enumerate(Setting.Kernel.Barriers)) {
    if (Each.Scope != BarrierScope::Named)
      continue;
    ExprRef Id = Each.Id ? Setting.specialise(Each.Id) : nullptr;
    // Any of them may be meant.
    if (!Id || !Id->isConstant())
      return;
    ByNumber[Id->constantTerm()].push_back(unsigned(Number));
  }
  for (const auto &[Id, Sites] : ByNumber) {
    // Those of the whole block, such as __syncthreads with the number 0, count others.
    bool IsOfBlockToo = any_of(Setting.Kernel.Barriers, [&](const Barrier &Each) {
      return Each.Scope == BarrierScope::Block &&
             mayHaveOneNumber(Setting, Each, Setting.Kernel.Barriers[Sites.front()]);
    });
    if (Id == 0 || IsOfBlockToo)
      continue;
    std::optional<ThreadSet> Members;
    std::optional<int64_t> Count;
    bool Known = all_of(Sites, [&](unsigned Number) {
      const Barrier &Each = Setting.Kernel.Barriers[Number];
      ExprRef Asked = Each.Count ? Setting.specialise(Each.Count) : Setting.Context.constant(0);
      std::optional<ThreadSet> Comers = comersOf(Each);
      if (Each.IsArrival || Each.IsUncertain || !Asked->isConstant() || !Comers ||
          (Members && *Members != *Comers) || (Count && *Count != Asked->constantTerm()))
        return false;
      Members = std::move(Comers);
      Count = Asked->constantTerm();
      return true;
    });
    if (!Known)
      continue;
    int64_t Counted = 0;
    unsigned WarpLanes = Setting.Kernel.Device.WarpLanes;
    for (unsigned First = 0; First < Threads; First += WarpLanes) {
      unsigned End = std::min(First + WarpLanes, Threads);
      bool Any = Members->find_first_in(First, End) != -1;
      Known &= !Any || Members->find_first_unset_in(First, End) == -1;
      Counted += Any ? WarpLanes : 0;
    }
    // With a block that is guessed, it is the guess that does not fit.
    bool TooMany = Counted > *Count;
    bool IsGuess = Setting.Launch.Origin == LaunchOrigin::Default ||
                   Setting.Launch.Origin == LaunchOrigin::Inferred;
    if (!Known || Counted < *Count || (TooMany && IsGuess))
      continue;
    for (unsigned Number : Sites) {
      addSet(Number, *Members);
      WithinWarps[Number] = TooMany;
    }
  }
}

void PartialBarriers::addMasks() {
  unsigned WarpLanes = Setting.Kernel.Device.WarpLanes;
  for (auto [Number, Each] : enumerate(Setting.Kernel.Barriers)) {
    ExprRef Mask = Each.Mask ? Setting.specialise(Each.Mask) : nullptr;
    if (Each.Scope != BarrierScope::Warp || Each.GroupSize != WarpLanes || Each.IsUncertain ||
        !Mask || !Mask->isConstant() || uint32_t(Mask->constantTerm()) == UINT32_MAX)
      continue;
    ThreadSet Members(Threads);
    for (unsigned Thread = 0; Thread != Threads; ++Thread)
      if (uint32_t(Mask->constantTerm()) >> (Thread % WarpLanes) & 1)
        Members.set(Thread);
    addSet(unsigned(Number), Members);
  }
}

void PartialBarriers::partition() {
  std::map<uint32_t, ThreadSet> ByMembership;
  for (unsigned Thread = 0; Thread != Threads; ++Thread) {
    uint32_t Memberships = 0;
    for (auto [Number, Members] : enumerate(Sets))
      Memberships |= uint32_t(Members.test(Thread)) << Number;
    ByMembership.try_emplace(Memberships, Threads).first->second.set(Thread);
  }
  // Each two classes are looked at by themselves.
  if (ByMembership.size() > MostClasses) {
    SetOfBarrier.assign(SetOfBarrier.size(), std::nullopt);
    Classes.push_back({ThreadSet(Threads, true), 0});
    return;
  }
  for (auto &[Memberships, Members] : ByMembership)
    Classes.push_back({std::move(Members), Memberships});
}

} // namespace memlint
