//===- AtomicSlots.cpp - Addresses from atomic additions ------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AtomicSlots.h"

#include "Distance.h"
#include "SelectedAccesses.h"

#include "cuda-memlint/Model/BarrierFreePaths.h"
#include "cuda-memlint/Model/SharedAllocations.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace llvm;

namespace memlint {

namespace {

/// An address: Bytes times the number drawn, and the rest.
struct Slot {
  const Access *Draw = nullptr;
  /// The leaf for the number, and the factor that it is in the address.
  ExprRef Drawn = nullptr, Factor = nullptr;
  int64_t Bytes = 0;
};

class SlotFinder {
public:
  SlotFinder(const RaceSetting &Setting, ThreadPair Relation)
      : Setting(Setting), Context(Setting.Context), Relation(Relation) {}

  std::optional<AtomicSlots> run(const PlacedSite &First, const PlacedSite &Second) {
    std::optional<Slot> Left = slotOf(First), Right = slotOf(Second);
    if (!Left || !Right || Left->Bytes != Right->Bytes || !drawFromOneCounter(*Left, *Right))
      return std::nullopt;
    AtomicSlots Result;
    Result.Draw = Left->Draw;
    Result.AreDistinct =
        isOnlyAddedTo(*Left->Draw, *Right->Draw) && staysInSlots({First, Second}, {*Left, *Right});
    if (Left->Drawn == Right->Drawn && Left->Draw == Right->Draw)
      letMeet(First, Second, *Left, Result);
    return Result;
  }

private:
  /// Values that separateIterations() has distinguished belong to one draw.
  static constexpr uint32_t OtherIteration = 1u << 28;
  static constexpr uint32_t CommonNumber = 1u << 27;

  const Access *drawOf(ExprRef Leaf) const {
    const LeafInfo &Info = Leaf->leaf();
    for (const Access &Each : Setting.Kernel.Accesses)
      if (Each.Result && Each.Addend && Each.Result->leaf().Kind == Info.Kind &&
          Each.Result->leaf().Id == (Info.Id & ~OtherIteration))
        return &Each;
    return nullptr;
  }

  /// The number, also as another integer type of no fewer bits.
  static bool stands(ExprRef Factor, ExprRef Leaf) {
    return Factor == Leaf || (Factor->kind() == ExprKind::Wrap && Factor->wrapBits() >= 32 &&
                              Factor->operands()[0] == Leaf);
  }

  std::optional<Slot> slotOf(const PlacedSite &Site) const {
    Slot Result;
    bool IsOther = false;
    forEachLeaf(Site.Offset, [&](ExprRef Leaf) {
      if (!RaceSetting::isThreadUnknown(Leaf->leaf()))
        return;
      IsOther |= Result.Drawn != nullptr;
      Result.Drawn = Leaf;
    });
    if (!Result.Drawn || IsOther || Site.Offset->kind() != ExprKind::Polynomial)
      return std::nullopt;
    Result.Draw = drawOf(Result.Drawn);
    for (const Monomial &Part : Site.Offset->terms())
      if (Part.Factors.size() == 1 && stands(Part.Factors.front(), Result.Drawn)) {
        Result.Factor = Part.Factors.front();
        Result.Bytes = Part.Coefficient;
      }
    if (!Result.Draw || Result.Bytes <= 0 || RaceSetting::hasThreadUnknown(rest(Site, Result)))
      return std::nullopt;
    return Result;
  }

  ExprRef rest(const PlacedSite &Site, const Slot &Taken) const {
    return Context.subtract(Site.Offset,
                            Context.multiply(Context.constant(Taken.Bytes), Taken.Factor));
  }

  /// One location for all threads of the relation, in all iterations.
  bool drawFromOneCounter(const Slot &Left, const Slot &Right) const {
    const Access &One = *Left.Draw, &Other = *Right.Draw;
    if (!isSameObject(Setting, One, Other, Relation) || One.Bytes != Other.Bytes || !One.Offset ||
        !Other.Offset)
      return false;
    bool Between = Relation == ThreadPair::DifferentBlocks;
    if (Between && One.Space != MemorySpace::Global)
      return false;
    for (const Access *Draw : {&One, &Other})
      if (Between ? Draw->Scope < ThreadScope::Device : Draw->Scope < ThreadScope::Block)
        return false;
    ExprRef OwnOffset = Setting.specialise(One.Offset);
    bool IsOne = OwnOffset == Setting.specialise(Other.Offset);
    forEachLeaf(OwnOffset,
                [&](ExprRef Leaf) { IsOne &= Leaf->leaf().Kind == LeafKind::Parameter; });
    return IsOne;
  }

  static bool isNamed(const MemoryObject &Object) {
    return Object.OneOf.empty() &&
           (Object.Kind == ObjectKind::Parameter || Object.Kind == ObjectKind::StaticShared ||
            Object.Kind == ObjectKind::DynamicShared || Object.Kind == ObjectKind::DeviceVariable);
  }

  /// Whatever else the kernel does to the counter is done before the first draw.
  bool isOnlyAddedTo(const Access &One, const Access &Other) const {
    const KernelProgram &Kernel = Setting.Kernel;
    if (!isNamed(Kernel.Objects[One.Object]))
      return false;
    return all_of(Kernel.Accesses, [&](const Access &Each) {
      if (Each.Space != One.Space || Each.Kind == AccessKind::Load)
        return true;
      const MemoryObject &Object = Kernel.Objects[Each.Object];
      if (Each.Object != One.Object && isNamed(Object))
        return !mayOverlap(Object, Kernel.Objects[One.Object], Setting.Launch);
      if (Each.Object != One.Object)
        return false;
      if (liesBeside(Each, One))
        return true;
      if (Each.Kind == AccessKind::Atomic && Each.Addend &&
          Setting.specialise(Each.Addend)->range().Low >= 1)
        return true;
      // Other blocks do so at any time.
      return One.Space == MemorySpace::Shared && comesBefore(Each, One) && comesBefore(Each, Other);
    });
  }

  static bool liesBeside(const Access &Each, const Access &Counter) {
    if (!Each.Offset || !Each.Offset->isConstant() || !Counter.Offset->isConstant())
      return false;
    int64_t There = Each.Offset->constantTerm(), Here = Counter.Offset->constantTerm();
    return There + int64_t(Each.Bytes) <= Here || Here + int64_t(Counter.Bytes) <= There;
  }

  /// All threads of the block have made \p Each before any comes to \p Draw: no way leads from one
  /// to the other without a barrier of the block.
  bool comesBefore(const Access &Each, const Access &Draw) const {
    const KernelProgram &Kernel = Setting.Kernel;
    if (Each.NodeId >= Draw.NodeId ||
        any_of(Each.Loops, [&](unsigned Loop) { return is_contained(Draw.Loops, Loop); }))
      return false;
    BarrierFreePaths Paths(Kernel, [&](unsigned Number) {
      const Barrier &At = Kernel.Barriers[Number];
      return At.Scope >= BarrierScope::Block && !At.IsArrival && !At.IsUncertain;
    });
    return !Paths.from(Each.NodeId)[Draw.NodeId];
  }

  /// Each address lies in the Bytes for each number that its draw has added.
  bool staysInSlots(std::array<PlacedSite, 2> Sites, const std::array<Slot, 2> &Slots) const {
    for (unsigned Side : {0, 1})
      Sites[Side].Offset = rest(Sites[Side], Slots[Side]);
    dropCommonPart(Context, Sites[0], Sites[1], Relation);
    int64_t Start = std::min(Sites[0].Offset->range().Low, Sites[1].Offset->range().Low);
    for (unsigned Side : {0, 1}) {
      Interval Range = Sites[Side].Offset->range();
      int64_t Added = Setting.specialise(Slots[Side].Draw->Addend)->range().Low;
      __int128 End = __int128(Range.High) + Sites[Side].Site->Bytes;
      if (End > __int128(Start) + __int128(Slots[Side].Bytes) * Added)
        return false;
    }
    return true;
  }

  void letMeet(const PlacedSite &First, const PlacedSite &Second, const Slot &Taken,
               AtomicSlots &Result) const {
    LeafInfo Info = Taken.Drawn->leaf();
    Info.Id |= CommonNumber;
    Info.Varies = Relation == ThreadPair::DifferentBlocks ? Uniformity::Grid : Uniformity::Block;
    ExprRef Common = Context.leaf(Info);
    auto Replace = [&](ExprRef Root) {
      return Context.substitute(
          Root, [&](ExprRef Leaf) { return Leaf == Taken.Drawn ? Common : nullptr; });
    };
    ExprRef Addend = Setting.specialise(Taken.Draw->Addend);
    bool ByIteration = false;
    forEachLeaf(Addend,
                [&](ExprRef Leaf) { ByIteration |= Leaf->leaf().Kind == LeafKind::LoopCounter; });
    ExprRef Nothing = Context.equal(Addend, Context.constant(0));
    if (ByIteration || Nothing->isConstant(0))
      return;
    Result.First = Replace(First.Offset);
    Result.Second = Replace(Second.Offset);
    Result.AddsNothing = Nothing;
  }

  const RaceSetting &Setting;
  ExprContext &Context;
  ThreadPair Relation;
};

} // namespace

std::optional<AtomicSlots> drawnSlots(const RaceSetting &Setting, const PlacedSite &First,
                                      const PlacedSite &Second, ThreadPair Relation) {
  return SlotFinder(Setting, Relation).run(First, Second);
}

} // namespace memlint
