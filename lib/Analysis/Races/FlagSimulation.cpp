//===- FlagSimulation.cpp - Blocks that wait for each other, run ----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlagSimulation.h"

#include "FlagExecution.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

constexpr uint64_t MostThreads = 256;
/// Sets of blocks that are run for one kernel, and blocks of one that is not asked for.
constexpr size_t MostBlockSets = 4;
constexpr int64_t MostBlocks = 4;

FlagSimulation::FlagSimulation(const RaceSetting &Setting, const WaitingLoops &Waiting)
    : Setting(Setting), Waiting(Waiting) {
  const KernelProgram &Kernel = Setting.Kernel;
  bool Waits = any_of(Waiting.all(),
                      [](const WaitingLoops::Wait &Each) { return Each.waits() && Each.Polls; });
  bool IsUnseen = any_of(Kernel.Unseen, [](const UnseenEffect &Each) { return !Each.OnlyPrints; });
  IsOfUse = Waits && !IsUnseen && Setting.Launch.gridKnown() && !Setting.Case &&
            Setting.threadsPerBlock() * 2 <= MostThreads;
}

/// The blocks that \p Possible names; empty: it names one for threads of two.
FlagSimulation::Blocks FlagSimulation::blocksOf(const RaceVerdict &Possible) {
  Blocks Result = {Possible.FirstThread.Block};
  if (Possible.Threads != ThreadPair::DifferentBlocks)
    return Result;
  Result.push_back(Possible.SecondThread.Block);
  llvm::sort(Result);
  return Result[0] != Result[1] ? Result : Blocks();
}

/// Empty: the grid has one block, or a second one has too many threads.
FlagSimulation::Blocks FlagSimulation::firstBlocks() const {
  int64_t Threads = int64_t(Setting.threadsPerBlock());
  int64_t Count =
      std::min({int64_t(*Setting.Launch.Grid[0]), MostBlocks, int64_t(MostThreads) / Threads});
  Blocks Result;
  for (int64_t Block = 0; Count > 1 && Block != Count; ++Block)
    Result.push_back({Block, 0, 0});
  return Result;
}

static constexpr Schedule AllSchedules[] = {Schedule::AtWrites, Schedule::AtFlags,
                                            Schedule::AtRandom};

/// Keeps of \p Found, races with the flag in \p Flags at 0, those that are races for other numbers
/// as well and ordered for none; some may keep threads from one of the accesses. Where all others
/// keep them from both, 0 is what the flag is to begin with.
void FlagSimulation::keepForAnyStart(const Blocks &Of, std::set<SimulatedLocation> &Flags,
                                     Races &Found) const {
  std::set<Races::key_type> Confirmed;
  DenseSet<const Access *> Made;
  // A latch holds how many it waits for.
  for (int64_t Start :
       {int64_t(-1), int64_t(1), int64_t(2), int64_t(3), MostBlocks, int64_t(1000)}) {
    std::map<Races::key_type, bool> IsRace;
    for (Schedule Order : AllSchedules)
      if (!executeFlags(Setting, Waiting, Of, Flags, {Order, /*InventsData=*/false, Start, &Made},
                        [&](const SimulatedVisit &One, const SimulatedVisit &Other, ThreadPair Kind,
                            SimulatedOrder Seen) {
                          auto [First, Second] = std::minmax(One.first->Id, Other.first->Id);
                          IsRace[{First, Second, Kind}] |= Seen >= SimulatedOrder::Unordered;
                        }))
        return Found.clear();
    for (const auto &[Pair, IsRacing] : IsRace)
      if (IsRacing)
        Confirmed.insert(Pair);
      else
        Found.erase(Pair);
  }
  auto IsMade = [&](unsigned Id) { return Made.contains(&Setting.Kernel.Accesses[Id]); };
  for (auto Each = Found.begin(); Each != Found.end();) {
    const auto &[First, Second, Kind] = Each->first;
    bool IsKept = Confirmed.contains(Each->first) || (!IsMade(First) && !IsMade(Second));
    Each = IsKept ? std::next(Each) : Found.erase(Each);
  }
}

FlagSimulation::Races FlagSimulation::run(const Blocks &Of) const {
  Races Result, SoFar;
  std::set<SimulatedLocation> Flags;
  auto Run = [&](Schedule Order, bool InventsData, bool IsCounted) {
    executeFlags(
        Setting, Waiting, Of, Flags, {Order, InventsData},
        [&](SimulatedVisit One, SimulatedVisit Other, ThreadPair Kind, SimulatedOrder Seen) {
          if (!IsCounted || Seen == SimulatedOrder::Ordered)
            return;
          if (One.first->Id > Other.first->Id)
            std::swap(One, Other);
          bool LacksFence = Seen == SimulatedOrder::LacksFence;
          SimulatedRace New{One.second, Other.second, LacksFence, InventsData};
          Races &To = Seen == SimulatedOrder::UnorderedSoFar ? SoFar : Result;
          auto [Known, IsNew] = To.try_emplace({One.first->Id, Other.first->Id, Kind}, New);
          if (!IsNew && Known->second.LacksFence && !LacksFence)
            Known->second = New;
        });
  };
  for (bool InventsData : {false, true}) {
    // The first one tells which locations are flags.
    Run(Schedule::AtFlags, InventsData, /*IsCounted=*/false);
    for (Schedule Order : AllSchedules)
      Run(Order, InventsData, /*IsCounted=*/true);
  }
  if (!SoFar.empty() && Flags.size() == 1) {
    keepForAnyStart(Of, Flags, SoFar);
    Result.merge(SoFar);
  }
  return Result;
}

const SimulatedRace *FlagSimulation::findAmong(const Blocks &Of, const Access &First,
                                               const Access &Second, ThreadPair Kind) {
  auto Found = Known.find(Of);
  if (Found == Known.end()) {
    if (Known.size() == MostBlockSets)
      return nullptr;
    Found = Known.emplace(Of, run(Of)).first;
  }
  auto Race = Found->second.find({First.Id, Second.Id, Kind});
  return Race == Found->second.end() ? nullptr : &Race->second;
}

const SimulatedRace *FlagSimulation::find(const Access &First, const Access &Second,
                                          const RaceVerdict &Possible) {
  if (!IsOfUse)
    return nullptr;
  Blocks Named = blocksOf(Possible);
  if (!Named.empty())
    if (const SimulatedRace *Race = findAmong(Named, First, Second, Possible.Threads))
      return Race;
  if (Possible.Threads != ThreadPair::DifferentBlocks)
    return nullptr;
  // One of the two may wait for a third block.
  Blocks Others = firstBlocks();
  return Others.empty() ? nullptr : findAmong(Others, First, Second, Possible.Threads);
}

} // namespace memlint
