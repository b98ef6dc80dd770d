//===- OtherBlocks.cpp - Races that depend on a guessed block -------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Races/RaceAnalysis.h"
#include "cuda-memlint/Model/ChosenBlock.h"
#include "cuda-memlint/Model/LaunchContext.h"
#include "cuda-memlint/Model/StaticArrayBounds.h"
#include "cuda-memlint/Model/UnwrittenShared.h"

#include <set>

using namespace llvm;

namespace memlint {

namespace {

using Shape = std::array<uint64_t, 3>;
using AccessPair = std::pair<unsigned, unsigned>;

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
  bool OwnCovers = !readsUnwrittenShared(Kernel, Own);
  RaceOptions OfRacing = Options;
  OfRacing.Only = &Racing;
  for (const Shape &Block : Launch.OtherBlocks) {
    if (indexesStaticArrayOutOfBounds(Kernel, Block) ||
        (OwnCovers && readsUnwrittenShared(Kernel, Block)))
      continue;
    std::set<AccessPair> Left = pairsWithBlock(Context, Kernel, Launch, OfRacing, Block);
    for (RaceVerdict &Verdict : Report.Verdicts)
      if (Verdict.Outcome == RaceOutcome::Race && !Verdict.NotFoundWithBlock &&
          !Left.contains({Verdict.First, Verdict.Second}))
        Verdict.NotFoundWithBlock = Block;
  }
}

} // namespace memlint
