//===- OtherBlocks.cpp - Races that depend on a guessed block -------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Races/RaceAnalysis.h"
#include "cuda-memlint/Model/ChosenBlock.h"
#include "cuda-memlint/Model/FirstIteration.h"
#include "cuda-memlint/Model/LaunchContext.h"
#include "cuda-memlint/Model/StaticArrayBounds.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace llvm;

namespace memlint {

namespace {

using Shape = std::array<uint64_t, 3>;
using AccessPair = std::pair<unsigned, unsigned>;

/// Finds shared memory that threads read and none writes.
class WrittenMemory {
public:
  WrittenMemory(const KernelProgram &Kernel, const Shape &Block) : Kernel(Kernel), Block(Block) {
    for (const Access &Site : Kernel.Accesses)
      if (Site.Kind != AccessKind::Load)
        addStore(Site);
  }

  bool coversLoads() const {
    return all_of(Kernel.Accesses, [&](const Access &Site) {
      return Site.Kind != AccessKind::Load || Site.IsUnused || covers(Site);
    });
  }

private:
  /// More than any device has (CUDA C++ Programming Guide, technical specifications per compute
  /// capability: 227 KB).
  static constexpr uint64_t MostBytes = 1 << 20;

  /// Dynamic shared arrays all begin at one address.
  unsigned keyOf(unsigned Object) const {
    if (Kernel.Objects[Object].Kind == ObjectKind::DynamicShared)
      for (const MemoryObject &Each : Kernel.Objects)
        if (Each.Kind == ObjectKind::DynamicShared)
          return Each.Id;
    return Object;
  }

  void addStore(const Access &Site) {
    bool IsOneArray = Kernel.Objects[Site.Object].OneOf.empty();
    if (!IsOneArray || Site.IsDivided || !Site.Offset || !isFixed(Site.Offset)) {
      for (unsigned Base : Kernel.basesOf(Site.Object))
        WrittenSomewhere.insert(keyOf(Base));
      return;
    }
    BitVector &Bytes = Written[keyOf(Site.Object)];
    forEachThreadAt(Kernel, Site, Block, Site.Offset, [&](const FirstIteration &At) {
      int64_t Offset = evaluate(Site.Offset, At);
      if (Offset < 0 || uint64_t(Offset) + Site.Bytes > MostBytes)
        return true;
      unsigned First = unsigned(Offset);
      if (Bytes.size() < First + Site.Bytes)
        Bytes.resize(First + Site.Bytes);
      Bytes.set(First, First + Site.Bytes);
      return true;
    });
  }

  bool covers(const Access &Site) const {
    bool IsOneArray = Kernel.Objects[Site.Object].OneOf.empty();
    unsigned Key = keyOf(Site.Object);
    if (Site.Space != MemorySpace::Shared || !IsOneArray || !Site.Offset ||
        !FirstIteration::decides(Site.Offset) || WrittenSomewhere.contains(Key))
      return true;
    auto Known = Written.find(Key);
    if (Known == Written.end())
      return true;
    const BitVector &Bytes = Known->second;
    bool Covered = true;
    forEachThreadAt(Kernel, Site, Block, Site.Offset, [&](const FirstIteration &At) {
      int64_t Offset = evaluate(Site.Offset, At);
      unsigned First = unsigned(Offset);
      Covered = Offset >= 0 && uint64_t(Offset) + Site.Bytes <= Bytes.size() &&
                Bytes.find_first_unset_in(First, First + Site.Bytes) == -1;
      return Covered;
    });
    return Covered;
  }

  /// The same in every iteration.
  static bool isFixed(ExprRef Offset) {
    return FirstIteration::decides(Offset) && !anyLeaf(Offset, [](ExprRef Leaf) {
             return Leaf->leaf().Kind == LeafKind::LoopCounter;
           });
  }

  const KernelProgram &Kernel;
  const Shape &Block;
  /// By object, the first of those that begin at one address.
  std::map<unsigned, BitVector> Written;
  std::set<unsigned> WrittenSomewhere;
};

} // namespace

/// Pairs that race when the block is \p Block.
static std::set<AccessPair> pairsWithBlock(ExprContext &Context, const KernelProgram &Kernel,
                                           LaunchContext Launch, const RaceOptions &Options,
                                           const Shape &Block) {
  ChosenBlock(Launch, Block).complete(Launch);
  std::set<AccessPair> Pairs;
  RaceReport Report = analyseRaces(Context, Kernel, Launch, Options);
  for (const RaceVerdict &Verdict : Report.Verdicts)
    if (Verdict.Outcome == RaceOutcome::Race)
      Pairs.insert({Verdict.First, Verdict.Second});
  return Pairs;
}

void compareWithOtherBlocks(ExprContext &Context, const KernelProgram &Kernel,
                            const LaunchContext &Launch, const RaceOptions &Options,
                            RaceReport &Report) {
  std::set<AccessPair> Racing;
  for (const RaceVerdict &Verdict : Report.Verdicts)
    if (Verdict.Outcome == RaceOutcome::Race)
      Racing.insert({Verdict.First, Verdict.Second});
  if (Racing.empty() || Launch.OtherBlocks.empty())
    return;
  Shape Own = {*Launch.Block[0], *Launch.Block[1], *Launch.Block[2]};
  bool OwnCovers = WrittenMemory(Kernel, Own).coversLoads();
  RaceOptions OfRacing = Options;
  OfRacing.Only = &Racing;
  for (const Shape &Block : Launch.OtherBlocks) {
    if (indexesStaticArrayOutOfBounds(Kernel, Block) ||
        (OwnCovers && !WrittenMemory(Kernel, Block).coversLoads()))
      continue;
    std::set<AccessPair> Left = pairsWithBlock(Context, Kernel, Launch, OfRacing, Block);
    for (RaceVerdict &Verdict : Report.Verdicts)
      if (Verdict.Outcome == RaceOutcome::Race && !Verdict.NotFoundWithBlock &&
          !Left.contains({Verdict.First, Verdict.Second}))
        Verdict.NotFoundWithBlock = Block;
  }
}

} // namespace memlint
