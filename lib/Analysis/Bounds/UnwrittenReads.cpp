//===- UnwrittenReads.cpp - Shared elements that nobody wrote -------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Bounds/UnwrittenReads.h"

#include "StatedLaunches.h"

#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <set>

using namespace llvm;

namespace memlint {

namespace {

/// Steps that the accesses of a kernel may take together in one launch.
constexpr uint64_t StepsOfReads = uint64_t(1) << 24;
/// More bytes than the shared memory of any block (CUDA C++ Programming Guide, technical
/// specifications per compute capability: 227 KB).
constexpr int64_t MostBytes = 1 << 18;

/// By byte of a piece of shared memory: the thread that one store may write it by.
class StoredBytes {
public:
  static constexpr uint32_t Nobody = 0, Several = 1;

  void add(int64_t Offset, unsigned Bytes, uint32_t Thread) {
    // The end may not be a number of 64 bits.
    if (Offset < 0 || Offset > MostBytes - int64_t(Bytes))
      return;
    if (Writers.size() < size_t(Offset) + Bytes)
      Writers.resize(size_t(Offset) + Bytes, Nobody);
    for (unsigned Byte = 0; Byte != Bytes; ++Byte) {
      uint32_t &Writer = Writers[size_t(Offset) + Byte];
      Writer = Writer == Nobody || Writer == Thread ? Thread : Several;
    }
  }

  /// Whether a thread, if \p ButFor is not 0 another one, may write one of the bytes.
  bool touches(int64_t Offset, unsigned Bytes, uint32_t ButFor) const {
    for (size_t Byte = size_t(Offset); Byte < std::min(size_t(Offset) + Bytes, Writers.size());
         ++Byte)
      if (Writers[Byte] != Nobody && Writers[Byte] != ButFor)
        return true;
    return false;
  }

private:
  std::vector<uint32_t> Writers;
};

/// Which nodes come before a load that is in the first iteration of all loops around it.
struct EarlierNodes {
  /// By node: the thread of the load may have been there before it.
  std::vector<bool> OfThread;
  /// By node: another thread may have been there before the load.
  std::vector<bool> OfOthers;
};

/// All threads of the block wait for each other.
bool separatesBlock(const Barrier &Each) {
  return Each.Scope == BarrierScope::Block && !Each.IsUncertain && !Each.IsArrival && !Each.Mask &&
         !Each.Id && !Each.Count;
}

class OrderFinder {
public:
  explicit OrderFinder(const KernelProgram &Kernel)
      : Kernel(Kernel), Heads(Kernel.Loops.size(), 0) {
    for (auto [Number, Each] : enumerate(Kernel.Nodes))
      if (Each.Kind == NodeKind::LoopHead)
        Heads[Each.Index] = unsigned(Number);
  }

  EarlierNodes before(const Access &Load) const {
    EarlierNodes Earlier;
    Earlier.OfThread = reachingFirst(Load);
    // A thread that has passed a barrier that the load's thread comes to after the load knows it
    // behind the load.
    std::vector<bool> Ends(Kernel.Nodes.size());
    for (const Barrier &Each : Kernel.Barriers)
      Ends[Each.NodeId] = separatesBlock(Each) && !Earlier.OfThread[Each.NodeId];
    Earlier.OfOthers.resize(Kernel.Nodes.size());
    std::vector<unsigned> Pending;
    for (auto [Number, Each] : enumerate(Kernel.Nodes))
      if (Each.Kind == NodeKind::Entry)
        Pending.push_back(unsigned(Number));
    while (!Pending.empty()) {
      unsigned Number = Pending.back();
      Pending.pop_back();
      if (Earlier.OfOthers[Number] || Ends[Number])
        continue;
      Earlier.OfOthers[Number] = true;
      append_range(Pending, Kernel.Nodes[Number].Successors);
    }
    return Earlier;
  }

private:
  /// The nodes that lead to \p Load without going round a loop that it is in.
  std::vector<bool> reachingFirst(const Access &Load) const {
    std::vector<std::vector<unsigned>> Backward(Kernel.Nodes.size());
    for (auto [Number, Each] : enumerate(Kernel.Nodes))
      for (unsigned Next : Each.Successors)
        if (!goesRound(unsigned(Number), Next, Load))
          Backward[Next].push_back(unsigned(Number));
    std::vector<bool> Reaching(Kernel.Nodes.size());
    std::vector<unsigned> Pending = Backward[Load.NodeId];
    while (!Pending.empty()) {
      unsigned Number = Pending.back();
      Pending.pop_back();
      if (Reaching[Number])
        continue;
      Reaching[Number] = true;
      append_range(Pending, Backward[Number]);
    }
    return Reaching;
  }

  /// Nodes of a loop follow its head.
  bool goesRound(unsigned From, unsigned To, const Access &Load) const {
    return From >= To && any_of(Load.Loops, [&](unsigned Loop) { return Heads[Loop] == To; });
  }

  const KernelProgram &Kernel;
  std::vector<unsigned> Heads;
};

class UnwrittenSearch {
public:
  UnwrittenSearch(ExprContext &Context, const KernelAnalysis &Kernel)
      : Context(Context), Kernel(Kernel), Program(Kernel.Program), Order(Program),
        IsFound(Program.Accesses.size()) {}

  std::vector<UnwrittenRead> run() {
    if (!mayBeDecided())
      return {};
    forEachStatedLaunch(Kernel, [&](const LaunchContext &Launch, unsigned Number) {
      if (!Launch.Cluster)
        searchIn(Launch, Number);
    });
    llvm::sort(Found, [](const UnwrittenRead &Left, const UnwrittenRead &Right) {
      return Left.Access < Right.Access;
    });
    return std::move(Found);
  }

  std::vector<unsigned> updates() {
    std::vector<unsigned> Result;
    if (!mayBeDecided())
      return Result;
    std::set<unsigned> Seen;
    for (const Access &Site : Program.Accesses)
      if (dependsOnOldValue(Site) && isShared(Program.Objects[Site.Object]) &&
          Program.Objects[Site.Object].Members.empty() &&
          Seen.insert(pieceOf(Site.Object)).second && isOnlyUpdated(pieceOf(Site.Object)))
        Result.push_back(Site.Id);
    return Result;
  }

  std::optional<UnwrittenRead> behind(const Site &Barrier, unsigned Number,
                                      const std::array<int64_t, 3> &Block) {
    const LaunchContext &Launch = Kernel.Launches[Number];
    if (!mayBeDecided() || !Launch.blockKnown() || Launch.Cluster)
      return std::nullopt;
    LaunchWalk Walk(Context, Program, Launch);
    uint64_t Budget = StepsOfReads;
    for (const Access &Site : Program.Accesses) {
      if (Site.NodeId < Barrier.NodeId || !isLookedAt(Site))
        continue;
      StoresOfPiece Stores = storesOf(Walk, pieceOf(Site.Object), Block, Budget);
      if (!Stores || none_of(*Stores, [&](const auto &Each) {
            return Program.Accesses[Each.first].NodeId < Barrier.NodeId;
          }))
        continue;
      std::optional<UnwrittenRead> Result;
      Walk.forEachExecution(
          Site, WalkedExecutions::Possible, Block, Budget, [&](const AccessExecution &At) {
            if (At.Offset < 0 || any_of(
                                     *Stores,
                                     [&](const auto &Each) {
                                       return Each.second.touches(At.Offset, Site.Bytes, 0);
                                     }))
              return true;
            Result = UnwrittenRead{Site.Id, Number, At, std::nullopt, false};
            return false;
          });
      if (Result)
        return Result;
    }
    return std::nullopt;
  }

private:
  static bool isShared(const MemoryObject &Object) {
    return Object.Kind == ObjectKind::StaticShared || Object.Kind == ObjectKind::DynamicShared;
  }

  /// The last warp of a reduction reads volatile elements for lanes whose sums nobody looks at.
  bool isLookedAt(const Access &Site) const {
    return Site.Kind == AccessKind::Load && Site.Order != AccessOrder::Volatile &&
           isShared(Program.Objects[Site.Object]) && !Site.IsUnused && !hasUnknownExtent(Site);
  }

  /// The order of the accesses is known, and nothing that is not an access with a known array
  /// writes shared memory.
  bool mayBeDecided() const {
    if (Program.Nodes.empty() || Program.Attributes.ClusterDimensions ||
        any_of(Program.Unseen, [](const UnseenEffect &Each) { return !Each.OnlyPrints; }))
      return false;
    return all_of(Program.Accesses, [&](const Access &Site) {
      if (Site.Kind == AccessKind::Load || Site.Space == MemorySpace::Global ||
          Site.Space == MemorySpace::Local)
        return true;
      return all_of(Program.basesOf(Site.Object), [&](unsigned Base) {
        const MemoryObject &Object = Program.Objects[Base];
        return isShared(Object) || Object.Space == MemorySpace::Global ||
               Object.Space == MemorySpace::Local;
      });
    });
  }

  /// Dynamic shared arrays all begin at one address.
  unsigned pieceOf(unsigned Object) const {
    if (Program.Objects[Object].Kind == ObjectKind::DynamicShared)
      for (const MemoryObject &Each : Program.Objects)
        if (Each.Kind == ObjectKind::DynamicShared)
          return Each.Id;
    return Object;
  }

  bool mayWrite(const Access &Site, unsigned Piece) const {
    return Site.Kind != AccessKind::Load &&
           any_of(Program.basesOf(Site.Object),
                  [&](unsigned Base) { return pieceOf(Base) == Piece; });
  }

  /// A sum, a minimum, a maximum or a bit operation; not an exchange, nor a compare-and-swap, whose
  /// loop may begin with anything.
  static bool dependsOnOldValue(const Access &Site) {
    return Site.Kind == AccessKind::Atomic &&
           (Site.Update != AtomicUpdate::Other || Site.Combining != AtomicCombining::Never);
  }

  /// A sum of integers whose result is used.
  static bool givesPlaces(const Access &Site) {
    return Site.Kind == AccessKind::Atomic && Site.Update == AtomicUpdate::Other &&
           Site.Combining == AtomicCombining::ByCompiler;
  }

  /// All that may write \p Piece are atomics that depend on what is there, and something reads it,
  /// be it one of them.
  bool isOnlyUpdated(unsigned Piece) const {
    return all_of(Program.Accesses,
                  [&](const Access &Site) {
                    return !mayWrite(Site, Piece) ||
                           (dependsOnOldValue(Site) && Program.Objects[Site.Object].OneOf.empty());
                  }) &&
           any_of(Program.Accesses, [&](const Access &Site) {
             return (Site.Kind == AccessKind::Load ? !Site.IsUnused : givesPlaces(Site)) &&
                    pieceOf(Site.Object) == Piece;
           });
  }

  /// What each store may write in one block; empty where that is not known of one of them.
  using StoresOfPiece = std::optional<std::map<unsigned, StoredBytes>>;

  StoresOfPiece storesOf(LaunchWalk &Walk, unsigned Piece, const std::array<int64_t, 3> &Block,
                         uint64_t &Budget) const {
    std::map<unsigned, StoredBytes> Stores;
    for (const Access &Site : Program.Accesses) {
      if (!mayWrite(Site, Piece))
        continue;
      if (!Program.Objects[Site.Object].OneOf.empty() || hasUnknownExtent(Site))
        return std::nullopt;
      StoredBytes &Bytes = Stores[Site.Id];
      if (!Walk.forEachExecution(Site, WalkedExecutions::Possible, Block, Budget,
                                 [&](const AccessExecution &At) {
                                   Bytes.add(At.Offset, Site.Bytes, numberOf(Walk, At));
                                   return true;
                                 }))
        return std::nullopt;
    }
    return Stores;
  }

  /// The number that stands for the thread in StoredBytes: those of threads start behind Several.
  static uint32_t numberOf(const LaunchWalk &Walk, const AccessExecution &At) {
    const std::array<uint64_t, 3> &Extent = Walk.block().Extent;
    return uint32_t(At.Thread[0] +
                    int64_t(Extent[0]) * (At.Thread[1] + int64_t(Extent[1]) * At.Thread[2])) +
           StoredBytes::Several + 1;
  }

  void searchIn(const LaunchContext &Launch, unsigned Number) {
    std::optional<LaunchWalk> Walk;
    std::map<unsigned, StoresOfPiece> ByPiece;
    uint64_t Budget = StepsOfReads;
    for (const Access &Site : Program.Accesses) {
      if (IsFound[Site.Id] || !isLookedAt(Site))
        continue;
      if (!Walk)
        Walk.emplace(Context, Program, Launch);
      unsigned Piece = pieceOf(Site.Object);
      auto [Known, IsNew] = ByPiece.try_emplace(Piece);
      if (IsNew)
        Known->second = storesOf(*Walk, Piece, Walk->blocks().front(), Budget);
      if (Known->second)
        searchAt(*Walk, Site, Number, *Known->second, Budget);
    }
  }

  void searchAt(LaunchWalk &Walk, const Access &Site, unsigned Launch,
                const std::map<unsigned, StoredBytes> &Stores, uint64_t &Budget) {
    EarlierNodes Earlier = Order.before(Site);
    auto MayHaveWritten = [&](unsigned Store, const AccessExecution &At) {
      unsigned Node = Program.Accesses[Store].NodeId;
      return Earlier.OfOthers[Node] &&
             Stores.at(Store).touches(At.Offset, Site.Bytes,
                                      Earlier.OfThread[Node] ? 0 : numberOf(Walk, At));
    };
    Walk.forEachExecution(
        Site, WalkedExecutions::Certain, Walk.blocks().front(), Budget,
        [&](const AccessExecution &At) {
          // What is outside of the array is another fault.
          const std::optional<uint64_t> &Size = Program.Objects[Site.Object].SizeBytes;
          if (At.Offset < 0 ||
              At.Offset > int64_t(Size.value_or(MostBytes)) - int64_t(Site.Bytes) ||
              any_of(At.Iterations, [](const auto &Each) { return Each.second != 0; }) ||
              any_of(Stores, [&](const auto &Each) { return MayHaveWritten(Each.first, At); }) ||
              !Walk.isCertain(Site, At))
            return true;
          UnwrittenRead &New = Found.emplace_back();
          New.Access = Site.Id;
          New.Launch = Launch;
          New.Execution = At;
          New.IsNeverWritten = Stores.empty();
          for (const auto &[Store, Bytes] : Stores)
            if (!New.LaterStore && Bytes.touches(At.Offset, Site.Bytes, 0))
              New.LaterStore = Store;
          IsFound[Site.Id] = true;
          return false;
        });
  }

  ExprContext &Context;
  const KernelAnalysis &Kernel;
  const KernelProgram &Program;
  OrderFinder Order;
  std::vector<bool> IsFound;
  std::vector<UnwrittenRead> Found;
};

} // namespace

std::vector<UnwrittenRead> findUnwrittenReads(ExprContext &Context, const KernelAnalysis &Kernel) {
  return UnwrittenSearch(Context, Kernel).run();
}

std::vector<unsigned> findUnwrittenUpdates(ExprContext &Context, const KernelAnalysis &Kernel) {
  return UnwrittenSearch(Context, Kernel).updates();
}

std::optional<UnwrittenRead> findUnwrittenBehind(ExprContext &Context, const KernelAnalysis &Kernel,
                                                 const Site &Barrier, unsigned Launch,
                                                 const std::array<int64_t, 3> &Block) {
  return UnwrittenSearch(Context, Kernel).behind(Barrier, Launch, Block);
}

} // namespace memlint
