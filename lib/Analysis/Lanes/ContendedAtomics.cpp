//===- ContendedAtomics.cpp - Lanes that update one address -------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Lanes/ContendedAtomics.h"

#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Model/RefusedLaunches.h"
#include "cuda-memlint/Target/AtomicTimes.h"
#include "cuda-memlint/Target/TargetModel.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <set>

using namespace llvm;

namespace memlint {

namespace {

/// Lanes at one address, in the mean, from which on they are many: where each waits for the others,
/// or for those of other warps; and where the memory does the updates of a warp by itself, in a few
/// cycles each (docs/hardware-rules.md).
constexpr uint64_t ManyLanes = 8;
constexpr uint64_t ManyLanesOfWarp = 16;

class ContentionSearch {
public:
  ContentionSearch(ExprContext &Context, const KernelAnalysis &Kernel)
      : Context(Context), Kernel(Kernel), Program(Kernel.Program) {}

  std::vector<ContendedAtomic> run() {
    std::vector<ContendedAtomic> Found;
    std::optional<unsigned> Number = largestLaunch();
    if (!Number)
      return Found;
    LaunchWalk Walk(Context, Program, Kernel.Launches[*Number]);
    for (const Access &Site : Program.Accesses)
      if (std::optional<ContendedAtomic> New = contentionOf(Walk, Site)) {
        New->Launch = *Number;
        Found.push_back(*New);
      }
    return Found;
  }

private:
  /// Of those with a known block; the extents of a grid that are not known are taken to be large.
  std::optional<unsigned> largestLaunch() const {
    constexpr double UnknownExtent = 1 << 16;
    std::optional<unsigned> Largest;
    double Most = 0;
    for (auto [Number, Launch] : enumerate(Kernel.Launches)) {
      if (!Launch.hasUsableBlock() || isRefused(Kernel, unsigned(Number)))
        continue;
      double Threads = double(*Launch.threadsPerBlock());
      for (std::optional<uint64_t> Extent : Launch.Grid)
        Threads *= Extent ? double(*Extent) : UnknownExtent;
      if (!Largest || Threads > Most) {
        Largest = unsigned(Number);
        Most = Threads;
      }
    }
    return Largest;
  }

  std::optional<ContendedAtomic> contentionOf(LaunchWalk &Walk, const Access &Site) {
    bool IsInMemory = Site.Space == MemorySpace::Global || Site.Space == MemorySpace::Shared;
    if (Site.Kind != AccessKind::Atomic || !IsInMemory || !Site.Offset || Site.Parts != 1 ||
        !isOneObject(Program.Objects[Site.Object]))
      return std::nullopt;
    ContendedAtomic New;
    New.Access = Site.Id;
    std::optional<unsigned> Retries = findRetries(Site);
    New.IsRetried = Retries.has_value();
    New.IsInTurn = !New.IsRetried && Site.Combining == AtomicCombining::Never;

    Access Once = Site;
    if (Retries) {
      llvm::erase(Once.Loops, *Retries);
      // Most threads fail at the first try.
      const Loop &Around = Program.Loops[*Retries];
      llvm::erase_if(Once.Guards, [&](ExprRef Guard) {
        return isAfterFailure(Guard, Site) || any_of(Around.Exits, [&](ExprRef Exit) {
                 return Guard == Context.logicalNot(Exit);
               });
      });
    }
    New.IsInLoop = !Once.Loops.empty();
    ExprRef Offset = Walk.specialise(Site.Offset);
    New.IsSameInGrid = Offset->varies() == Uniformity::Grid;
    New.IsSameInBlock = Offset->varies() <= Uniformity::Block;
    New.IsSameInLoops = !mentions(Offset, LeafKind::LoopCounter);
    SmallVector<ExprRef, 8> Conditions = conditionsOf(Walk, Once);
    New.IsUpperBound = any_of(Conditions, [&](ExprRef Condition) {
      return !Walk.isKnown(Condition, Once.Loops) || mentions(Condition, LeafKind::BlockIndex);
    });
    // What a block adds to the address is not needed to see which lanes share it.
    if (New.IsSameInBlock)
      Once.Offset = Context.constant(0);
    else if (!Walk.isKnown(Offset, Once.Loops))
      return std::nullopt;
    if (!isForKnownLanes(Walk, Once))
      return std::nullopt;
    New.CountsIterations =
        all_of(Once.Loops, [&](unsigned Loop) { return areIterationsCounted(Walk, Once, Loop); });
    std::optional<BlockActivity> OfBlock = activityOf(Walk, Once);
    if (OfBlock && New.IsUpperBound && New.IsInLoop && New.CountsIterations)
      OfBlock = mostActive(Walk, Once, Conditions, *OfBlock, New.IsUpperBound);
    if (!OfBlock || OfBlock->Addresses == 0)
      return std::nullopt;
    bool IsOfWarp = Site.Space == MemorySpace::Global && !New.IsRetried && !New.IsSameInBlock;
    bool IsOfMany = OfBlock->Lanes >= (IsOfWarp ? ManyLanesOfWarp : ManyLanes) * OfBlock->Addresses;
    bool IsOne = isCombined(Site, New);
    New.OfBlock = *OfBlock;
    New.Updates = IsOne && New.IsSameInBlock ? OfBlock->Addresses : OfBlock->Lanes;
    New.IsForTime = New.IsInTurn || IsOne || !IsOfMany;
    if (!New.IsForTime)
      return New;
    if (New.IsRetried || Site.Space != MemorySpace::Global || !isOfEachBlock(Walk, Once) ||
        !isInMiddle(Walk, Once))
      return std::nullopt;
    if (!New.IsSameInGrid) {
      std::set<int64_t> Addresses = gridAddresses(Walk, Once, Offset);
      if (Addresses.empty())
        return std::nullopt;
      New.GridAddresses = Addresses.size();
      std::set<int64_t> Sectors;
      for (int64_t Each : Addresses)
        Sectors.insert(Each / int64_t(TargetModel::SectorBytes));
      New.GridSectors = Sectors.size();
    }
    return New;
  }

  /// What decides in the launch of \p Walk which threads come to \p Site, and how often.
  SmallVector<ExprRef, 8> conditionsOf(LaunchWalk &Walk, const Access &Site) const {
    SmallVector<ExprRef, 8> Conditions;
    for (ExprRef Guard : Site.Guards)
      append_range(Conditions, partsOf(Walk.specialise(Guard), ExprKind::And));
    for (unsigned Loop : Site.Loops)
      for (ExprRef Exit : Program.Loops[Loop].Exits)
        append_range(Conditions, partsOf(Walk.specialise(Exit), ExprKind::Or));
    return Conditions;
  }

  /// The iterations of \p Loop differ in who comes to \p Site, or where: activityOf counts them
  /// all.
  bool areIterationsCounted(LaunchWalk &Walk, const Access &Site, unsigned Loop) const {
    auto IsOfCounter = [&](ExprRef Condition) {
      ExprRef Known = Walk.specialise(Condition);
      return mentionsCounter(Known, Loop) && Walk.isKnown(Known, Site.Loops);
    };
    return IsOfCounter(Site.Offset) || any_of(Site.Guards, [&](ExprRef Guard) {
             return any_of(partsOf(Guard, ExprKind::And), IsOfCounter);
           });
  }

  static bool mentionsCounter(ExprRef Root, unsigned Loop) {
    return anyLeaf(Root, [&](ExprRef Leaf) {
      return Leaf->leaf().Kind == LeafKind::LoopCounter && Leaf->leaf().Id == Loop;
    });
  }

  /// Of the blocks at either end of the grid the one with the most updates; \p Second is that of
  /// the second one. \p IsUpperBound becomes false if all blocks are alike.
  std::optional<BlockActivity> mostActive(LaunchWalk &Walk, const Access &Site,
                                          ArrayRef<ExprRef> Conditions, const BlockActivity &Second,
                                          bool &IsUpperBound) const {
    std::optional<BlockActivity> First = activityOf(Walk, Site, Walk.blocks().front());
    std::optional<BlockActivity> Last = activityOf(Walk, Site, Walk.blocks().back());
    if (!First || !Last)
      return std::nullopt;
    IsUpperBound = !(*First == Second && *First == *Last && changesOnce(Walk, Site, Conditions));
    return std::max({*First, Second, *Last},
                    [](const BlockActivity &Left, const BlockActivity &Right) {
                      return Left.Lanes < Right.Lanes;
                    });
  }

  /// One comparison alone is known to depend on the block, which has its index times a constant:
  /// from one end of the grid to the other, updates only become more, or only fewer.
  bool changesOnce(LaunchWalk &Walk, const Access &Site, ArrayRef<ExprRef> Conditions) const {
    std::optional<BlockShape> Grid = Walk.grid();
    if (!Grid || Grid->Extent[1] != 1 || Grid->Extent[2] != 1)
      return false;
    ExprRef Comparison = nullptr;
    return all_of(Conditions, [&](ExprRef Condition) {
      if (!Walk.isKnown(Condition, Site.Loops))
        return false;
      if (!mentions(Condition, LeafKind::BlockIndex))
        return true;
      // A guard is the contrary of the loop's end.
      ExprRef Contrary = Context.logicalNot(Condition);
      if (Comparison && Comparison != Condition && Comparison != Contrary)
        return false;
      Comparison = Condition;
      ExprRef Plain = Condition->kind() == ExprKind::Less ? Condition : Contrary;
      if (Plain->kind() != ExprKind::Less)
        return false;
      bool IsLinear = true;
      forEachOperand(Plain, [&](ExprRef Side) { IsLinear &= isLinearInBlock(Side); });
      return IsLinear;
    });
  }

  static bool isLinearInBlock(ExprRef Value) {
    if (Value->kind() != ExprKind::Polynomial)
      return Value->isLeaf() || !mentions(Value, LeafKind::BlockIndex);
    return all_of(Value->terms(), [](const Monomial &Part) {
      return Part.Factors.size() == 1 ? Part.Factors.front()->isLeaf() ||
                                            !mentions(Part.Factors.front(), LeafKind::BlockIndex)
                                      : none_of(Part.Factors, [](ExprRef Each) {
                                          return mentions(Each, LeafKind::BlockIndex);
                                        });
    });
  }

  /// Where the threads of a block update, if those of all blocks update the same addresses, equally
  /// often, and they are few; else none. \p Offset is that of \p Site in the launch of \p Walk.
  static std::set<int64_t> gridAddresses(LaunchWalk &Walk, const Access &Site, ExprRef Offset) {
    if (!allLeaves(Offset, [](ExprRef Leaf) { return Leaf->leaf().Kind == LeafKind::ThreadIndex; }))
      return {};
    std::map<int64_t, uint64_t> Updates;
    uint64_t Budget = 1 << 16;
    bool IsComplete =
        Walk.forEachExecution(Site, WalkedExecutions::Possible, Walk.blocks().take_front(), Budget,
                              [&](const AccessExecution &At) {
                                ++Updates[At.Offset];
                                return Updates.size() <= AtomicTimes::FewAddresses;
                              });
    std::set<int64_t> Addresses;
    if (!IsComplete || Updates.size() > AtomicTimes::FewAddresses ||
        any_of(Updates, [&](const auto &Each) { return Each.second != Updates.begin()->second; }))
      return Addresses;
    for (const auto &Each : Updates)
      Addresses.insert(Each.first);
    return Addresses;
  }

  /// Conditions on data or on the block's index do not decide whether a block comes to \p Site.
  bool isOfEachBlock(LaunchWalk &Walk, const Access &Site) const {
    return all_of(Site.Guards, [&](ExprRef Guard) {
      ExprRef Known = Walk.specialise(Guard);
      bool IsOfBlock = Known->varies() < Uniformity::Warp;
      return !mentions(Known, LeafKind::Loaded) && !mentions(Known, LeafKind::Opaque) &&
             !(IsOfBlock && mentions(Known, LeafKind::BlockIndex));
    });
  }

  /// Threads of a block far from the first one come to \p Site, too.
  static bool isInMiddle(LaunchWalk &Walk, const Access &Site) {
    ArrayRef<std::array<int64_t, 3>> Blocks = Walk.blocks();
    uint64_t Budget = 1 << 16;
    bool IsSeen = false;
    Walk.forEachExecution(Site, WalkedExecutions::Possible, Blocks.slice(Blocks.size() / 2, 1),
                          Budget, [&](const AccessExecution &) {
                            IsSeen = true;
                            return false;
                          });
    return IsSeen;
  }

  /// \p Guard depends on what another compare-and-swap of the location of \p Site gives.
  bool isAfterFailure(ExprRef Guard, const Access &Site) const {
    return any_of(Program.Accesses, [&](const Access &Other) {
      return Other.Form == RequestForm::CompareAndSwap && Other.Object == Site.Object &&
             Other.Offset == Site.Offset && Other.Id != Site.Id && Other.Result &&
             anyLeaf(Guard, [&](ExprRef Leaf) { return Leaf == Other.Result; });
    });
  }

  static bool mentions(ExprRef Root, LeafKind Kind) {
    return anyLeaf(Root, [&](ExprRef Leaf) { return Leaf->leaf().Kind == Kind; });
  }

  /// All threads mean the same one.
  static bool isOneObject(const MemoryObject &Object) {
    return Object.OneOf.empty() && Object.Kind != ObjectKind::Unknown &&
           (Object.Kind != ObjectKind::LoadedPointer || Object.PointerVaries < Uniformity::Warp);
  }

  /// nvcc sees that lanes share an address only where the threads of any block do. In shared memory
  /// a lane costs two cycles then (docs/hardware-rules.md). Who needs the result of each needs
  /// each.
  static bool isCombined(const Access &Site, const ContendedAtomic &New) {
    return !New.IsRetried && Site.Combining == AtomicCombining::ByCompiler &&
           (New.IsSameInBlock || Site.Space == MemorySpace::Shared ||
            Site.Update == AtomicUpdate::Other);
  }

  /// The loop that repeats \p Site, a compare-and-swap, until it succeeds: to replace the value
  /// that was read last by one computed of it. Not one that waits for a value, such as that of a
  /// free lock, nor one that has other effects.
  std::optional<unsigned> findRetries(const Access &Site) const {
    if (Site.Form != RequestForm::CompareAndSwap || Site.Loops.empty() ||
        (Site.Expected && Site.Expected->isConstant()))
      return std::nullopt;
    const Loop &Around = Program.Loops[Site.Loops.back()];
    // Success alone ends it: not a value that makes the swap needless, or that is waited for.
    if (Around.Exits.size() != 1 || partsOf(Around.Exits.front(), ExprKind::And).size() != 1)
      return std::nullopt;
    bool EndsBySwap = Site.Result && anyLeaf(Around.Exits.front(),
                                             [&](ExprRef Leaf) { return Leaf == Site.Result; });
    // What is expected is read anew, by the swap itself perhaps.
    bool ExpectsNew = !Site.Expected || anyLeaf(Site.Expected, [&](ExprRef Leaf) {
      return Around.makes(Leaf) ||
             any_of(Around.Carried, [&](const CarriedValue &Each) { return Each.Start == Leaf; });
    });
    if (!Site.IsRetried && !(EndsBySwap && ExpectsNew))
      return std::nullopt;
    bool HasOtherEffects = any_of(Program.Accesses, [&](const Access &Other) {
      return Other.Id != Site.Id && Other.Kind != AccessKind::Load &&
             is_contained(Other.Loops, Around.Id);
    });
    if (HasOtherEffects)
      return std::nullopt;
    return Around.Id;
  }

  /// No data decide which lanes come to \p Site.
  bool isForKnownLanes(LaunchWalk &Walk, const Access &Site) const {
    auto IsFree = [&](ExprRef Condition) {
      return all_of(partsOf(Walk.specialise(Condition), ExprKind::And), [](ExprRef Part) {
        return Part->varies() < Uniformity::Lane || !anyLeaf(
                                                        Part,
                                                        [](ExprRef Leaf) {
                                                          LeafKind Kind = Leaf->leaf().Kind;
                                                          return Kind == LeafKind::Loaded ||
                                                                 Kind == LeafKind::Opaque;
                                                        });
      });
    };
    return all_of(Site.Guards, IsFree) && all_of(Site.Loops, [&](unsigned Loop) {
             return all_of(Program.Loops[Loop].Exits, IsFree);
           });
  }

  ExprContext &Context;
  const KernelAnalysis &Kernel;
  const KernelProgram &Program;
};

} // namespace

std::vector<ContendedAtomic> findContendedAtomics(ExprContext &Context,
                                                  const KernelAnalysis &Kernel) {
  return ContentionSearch(Context, Kernel).run();
}

} // namespace memlint
