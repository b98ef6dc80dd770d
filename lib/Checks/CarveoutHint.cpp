//===- CarveoutHint.cpp - Hints that keep blocks out ------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CarveoutHint.h"

#include "CheckList.h"
#include "FindingParts.h"
#include "SharedBytes.h"

#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Model/LaunchContexts.h"
#include "cuda-memlint/Model/RefusedLaunches.h"
#include "cuda-memlint/Target/Occupancy.h"
#include "cuda-memlint/Target/SharedCapacities.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace llvm;

namespace memlint {

/// More than any device has: with so many blocks for each, all multiprocessors have more than they
/// hold at a time.
static constexpr uint64_t Multiprocessors = 256;

namespace {

/// What a hint makes of the blocks of a launch that a multiprocessor holds at a time.
struct HintEffect {
  /// As far as threads and shared memory decide; the source does not say how many registers a
  /// thread has.
  uint64_t AtMost = 0;
  uint64_t WithHint = 0;
  /// Of shared memory, static, dynamic and reserved.
  uint64_t BlockBytes = 0;
  uint64_t HintedBytes = 0;
  uint64_t Capacity = 0;

  bool keepsBlocksOut() const { return WithHint < AtMost; }
};

} // namespace

/// Nothing: the launch is not one of the source, it uses no shared memory, it fails, or its limits
/// are not known.
static std::optional<HintEffect> effectOf(const KernelProgram &Kernel, const LaunchContext &Launch,
                                          const TargetModel &Target, unsigned Percent) {
  if (Launch.Origin != LaunchOrigin::Call || isGuessed(Launch) || !Launch.hasUsableBlock() ||
      !Launch.DynamicSharedBytes)
    return std::nullopt;
  uint64_t Bytes = *Launch.DynamicSharedBytes + staticSharedBytes(Kernel);
  if (Bytes == 0 || Bytes > Target.MaxSharedBytes)
    return std::nullopt;
  BlockNeeds Needs;
  Needs.Threads = *Launch.threadsPerBlock();
  Needs.SharedBytes = Bytes;
  HintEffect Result;
  Result.BlockBytes = Bytes + Target.reservedSharedBytes();
  std::optional<uint64_t> Hinted = capacityForHint(Target, Percent, 0);
  std::optional<uint64_t> Capacity = capacityForHint(Target, Percent, Result.BlockBytes);
  if (!Hinted || !Capacity)
    return std::nullopt;
  std::optional<uint64_t> AtMost = blocksPerMultiprocessor(Target.name(), Needs);
  std::optional<uint64_t> WithHint = blocksPerMultiprocessor(Target.name(), Needs, *Capacity);
  if (!AtMost || !WithHint)
    return std::nullopt;
  Result.AtMost = *AtMost;
  Result.WithHint = *WithHint;
  Result.HintedBytes = *Hinted;
  Result.Capacity = *Capacity;
  return Result;
}

static std::string formatCapacity(uint64_t Bytes) { return formatCount(Bytes / 1024) + " KB"; }

static std::string describe(const std::string &Kernel, const HintEffect &Effect, unsigned Percent) {
  std::string Gets = formatCapacity(Effect.Capacity) + " of shared memory per multiprocessor, " +
                     formatNumberOf(Effect.WithHint, "block") + " instead of up to " +
                     formatCount(Effect.AtMost);
  std::string Hint = "carve-out limits occupancy: the hint of " + formatCount(Percent) + " %";
  if (Effect.HintedBytes < Effect.BlockBytes)
    return Hint + " (" + formatCapacity(Effect.HintedBytes) + ") cannot hold a block of `" +
           Kernel + "`, which gets " + Gets;
  return Hint + " gives `" + Kernel + "` " + Gets;
}

void checkCarveouts(const CheckRun &In) {
  for (auto [Number, Launch] : enumerate(In.Kernel.Launches)) {
    if (isRefused(In.Kernel, unsigned(Number)))
      continue;
    std::optional<HintEffect> Effect = effectOf(In.Kernel.Program, Launch, In.Target, 0);
    if (!Effect || !Effect->keepsBlocksOut())
      continue;
    Finding &Result = In.report(Launch.Position, describe(In.Kernel.Program.Name, *Effect, 0));
    Result.Launch = unsigned(Number);
    Result.Level = FindingLevel::Remark;
    addLaunchNote(Result, In.Kernel, unsigned(Number));
  }
}

bool isOfCarveout(const Finding &Item) {
  // What the check says of limits is a warning, if it was not lowered.
  return Item.Check == SharedOptin.Name && Item.Launch && Item.Level == FindingLevel::Remark &&
         !Item.LoweredFrom;
}

/// The least hint, in per cent, that keeps no block of \p Effect out.
static unsigned sufficientPercent(const TargetModel &Target, const HintEffect &Effect) {
  ArrayRef<unsigned> Capacities = sharedCapacities(Target);
  for (unsigned Each : Capacities)
    if (uint64_t(Each) * 1024 >= Effect.AtMost * Effect.BlockBytes)
      return Each * 100 / Capacities.back();
  return 100;
}

/// So many blocks, or so few of them at a time, that it matters whatever the registers are.
static bool mattersMuch(const LaunchContext &Launch, const HintEffect &Effect) {
  constexpr uint64_t FewOfAll = 4;
  if (!Launch.gridKnown() || FewOfAll * Effect.WithHint > Effect.AtMost)
    return false;
  uint64_t Blocks = *Launch.Grid[0] * *Launch.Grid[1] * *Launch.Grid[2];
  return Blocks > Multiprocessors * Effect.WithHint;
}

/// \p Call is made when \p Launch is over.
static bool comesLater(const CarveoutCall &Call, const LaunchContext &Launch) {
  return any_of(Call.LaunchesBefore, [&](const SourcePosition &Each) {
    return Each.Line == Launch.Position.Line && Each.Path == Launch.Position.Path;
  });
}

/// One hint for \p Launch of a kernel; null: there is none, or which one counts is not known.
static const CarveoutCall *hintFor(ArrayRef<CarveoutCall> Calls, StringRef Kernel,
                                   const LaunchContext &Launch) {
  const CarveoutCall *Hint = nullptr;
  for (const CarveoutCall &Each : Calls) {
    if (!isCallFor(Each.Kernel, Kernel) || comesLater(Each, Launch))
      continue;
    constexpr uint64_t Most = 100;
    if (!Each.Percent || *Each.Percent > Most || (Hint && Hint->Percent != Each.Percent))
      return nullptr;
    Hint = &Each;
  }
  return Hint;
}

/// False: nothing is left of \p Item.
static bool holdsWithHint(Finding &Item, const KernelAnalysis &Kernel, const TargetModel &Target,
                          const CarveoutCall &Hint) {
  const LaunchContext &Launch = Kernel.Launches[*Item.Launch];
  auto Percent = unsigned(*Hint.Percent);
  std::optional<HintEffect> Effect = effectOf(Kernel.Program, Launch, Target, Percent);
  // All blocks of the grid fit one multiprocessor.
  bool IsSmall = Launch.gridKnown() && Effect &&
                 *Launch.Grid[0] * *Launch.Grid[1] * *Launch.Grid[2] <= Effect->WithHint;
  if (!Effect || !Effect->keepsBlocksOut() || IsSmall)
    return false;
  Item.Message = describe(Kernel.Program.Name, *Effect, Percent);
  if (mattersMuch(Launch, *Effect))
    Item.Level = SharedOptin.Level;
  addNote(Item, "the hint is given here", Hint.Position);
  std::string Reserved = formatCount(Target.reservedSharedBytes());
  addNote(Item, "a block takes " + formatCount(Effect->BlockBytes) + " B of shared memory" +
                    (Target.reservedSharedBytes() != 0
                         ? ", " + Reserved + " B of them for the device itself"
                         : ""));
  setHelp(Item, "ask for " + formatCount(sufficientPercent(Target, *Effect)) +
                    " %, unless the cache is worth more than the blocks");
  return true;
}

void agreeOnCarveouts(MutableArrayRef<FileAnalysis> Files) {
  std::vector<CarveoutCall> Calls;
  for (const FileAnalysis &File : Files)
    append_range(Calls, File.Facts.Carveouts);
  for (FileAnalysis &File : Files) {
    Expected<const TargetModel *> Target = findTarget(File.Target);
    if (!Target) {
      consumeError(Target.takeError());
      continue;
    }
    for (KernelAnalysis &Kernel : File.Kernels) {
      // One launch is enough to see.
      bool IsSaid = false;
      erase_if(Kernel.Findings, [&](Finding &Item) {
        if (!isOfCarveout(Item))
          return false;
        if (IsSaid)
          return true;
        const CarveoutCall *Hint =
            hintFor(Calls, Kernel.Program.Name, Kernel.Launches[*Item.Launch]);
        if (!Hint || !holdsWithHint(Item, Kernel, **Target, *Hint))
          return true;
        IsSaid = true;
        return false;
      });
    }
  }
}

} // namespace memlint
