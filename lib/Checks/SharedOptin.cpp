//===- SharedOptin.cpp - Launches with more shared memory than allowed ----===//
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
#include "cuda-memlint/Model/FileFacts.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Model/LaunchContexts.h"
#include "cuda-memlint/Target/TargetModel.h"

#include "llvm/ADT/STLExtras.h"

#include <vector>

using namespace llvm;

namespace memlint {

/// What \p Launch takes of the shared memory of a block; empty: it is not stated, or the launch has
/// been made.
static std::optional<uint64_t> sharedBytes(const KernelProgram &Kernel,
                                           const LaunchContext &Launch) {
  if (!Launch.DynamicSharedBytes || *Launch.DynamicSharedBytes == 0 || isGuessed(Launch) ||
      Launch.Origin == LaunchOrigin::Recorded)
    return std::nullopt;
  return *Launch.DynamicSharedBytes + staticSharedBytes(Kernel);
}

static void report(const CheckRun &In, unsigned Number, uint64_t Bytes) {
  const LaunchContext &Launch = In.Kernel.Launches[Number];
  bool IsBeyondDevice = Bytes > In.Target.MaxSharedBytes;
  std::string Text =
      IsBeyondDevice
          ? "launch exceeds the shared memory of " + In.Target.name() + ": "
          : "launch exceeds the default limit of shared memory, and no host code raises it: ";
  Text += "it asks for " + formatCount(*Launch.DynamicSharedBytes) + " B of dynamic shared memory";
  if (uint64_t Static = Bytes - *Launch.DynamicSharedBytes)
    Text += ", and `" + In.Kernel.Program.Name + "` declares " + formatCount(Static) + " B";
  Text += " (" +
          formatCount(IsBeyondDevice ? In.Target.MaxSharedBytes : In.Target.StaticSharedBytes) +
          " B per block at most)";
  Finding &Result =
      In.report(Launch.Position.Line != 0 ? Launch.Position : In.Kernel.Program.Position, Text);
  Result.Launch = Number;
  addNote(Result, "the launch fails with an error, and the kernel does not run");
  addLaunchNote(Result, In.Kernel, Number);
  if (!IsBeyondDevice)
    setHelp(Result, "call `cudaFuncSetAttribute(" + In.Kernel.Program.Name +
                        ", cudaFuncAttributeMaxDynamicSharedMemorySize, " +
                        Twine(*Launch.DynamicSharedBytes) + ")` before the launch");
}

/// Fixed arrays of a block that are more than any block may have.
static void checkStaticBytes(const CheckRun &In) {
  const KernelProgram &Kernel = In.Kernel.Program;
  uint64_t Bytes = staticSharedBytes(Kernel);
  // Arguments of a template that are made up may be larger than any that are meant.
  if (Bytes <= In.Target.StaticSharedBytes || !In.Kernel.Assumption.empty())
    return;
  Finding &Result = In.report(
      Kernel.Position, "static shared memory exceeds the limit: `" + Kernel.Name + "` declares " +
                           formatCount(Bytes) + " B (" + formatCount(In.Target.StaticSharedBytes) +
                           " B per block at most)");
  addNote(Result, In.Target.Shape.IsAmd
                      ? "the compiler refuses the kernel"
                      : "ptxas refuses the kernel: \"uses too much shared data\"");
  if (In.Target.MaxSharedBytes > In.Target.StaticSharedBytes)
    setHelp(Result, "use dynamic shared memory: " + In.Target.name() + " has up to " +
                        formatCount(In.Target.MaxSharedBytes) + " B per block");
}

static void checkSharedOptin(const CheckRun &In) {
  checkStaticBytes(In);
  checkCarveouts(In);
  for (auto [Number, Launch] : enumerate(In.Kernel.Launches)) {
    std::optional<uint64_t> Bytes = sharedBytes(In.Kernel.Program, Launch);
    if (!Bytes || *Bytes <= In.Target.StaticSharedBytes)
      continue;
    // What an option states says nothing of the host code around it.
    if (*Bytes > In.Target.MaxSharedBytes || Launch.Origin == LaunchOrigin::Call)
      report(In, unsigned(Number), *Bytes);
  }
}

/// Calls with more bytes than the device has.
static void checkSharedLimits(const FileCheckRun &In) {
  // Whoever has several devices may ask which one it is before.
  uint64_t MostOfAny = 0;
  for (const TargetModel &Each : nvidiaTargets())
    MostOfAny = std::max<uint64_t>(MostOfAny, Each.MaxSharedBytes);
  for (const SharedLimitCall &Call : In.Facts.SharedLimits) {
    if (!Call.Bytes || *Call.Bytes <= In.Target.MaxSharedBytes || In.Target.Shape.IsAmd)
      continue;
    Finding &Result =
        In.report(Call.Position, "limit of shared memory exceeds what " + In.Target.name() +
                                     " has: " + formatCount(*Call.Bytes) + " B of dynamic shared " +
                                     "memory (" + formatCount(In.Target.MaxSharedBytes) +
                                     " B per block at most)");
    if (*Call.Bytes <= MostOfAny)
      Result.Level = FindingLevel::Remark;
    addNote(Result, "the call returns cudaErrorInvalidValue, and the limit stays as it was");
  }
}

/// The calls in host code that raise limits.
using SharedLimits = std::vector<SharedLimitCall>;

static SharedLimits raisedLimits(ArrayRef<FileAnalysis> Files) {
  SharedLimits Raised;
  for (const FileAnalysis &File : Files)
    append_range(Raised, File.Facts.SharedLimits);
  return Raised;
}

/// The most of \p Calls that succeeds for a kernel with \p Static bytes in arrays of fixed size;
/// 0: none does. What exceeds the device by itself is another finding.
static uint64_t largestThatSucceeds(ArrayRef<std::optional<uint64_t>> Calls, uint64_t Static,
                                    const TargetModel &Target) {
  uint64_t Largest = 0;
  for (std::optional<uint64_t> Each : Calls)
    if (*Each > Target.MaxSharedBytes || *Each + Static <= Target.MaxSharedBytes)
      Largest = std::max(Largest, *Each);
  return Largest;
}

/// What the calls of the host code make of \p Item, which was found without them; false: nothing
/// is left of it.
static bool holdsWithCalls(Finding &Item, const KernelAnalysis &Kernel, const SharedLimits &Raised,
                           const TargetModel &Target) {
  if (Item.Check != SharedOptin.Name || !Item.Launch || isOfCarveout(Item))
    return true;
  const LaunchContext &Launch = Kernel.Launches[*Item.Launch];
  if (sharedBytes(Kernel.Program, Launch).value_or(0) > Target.MaxSharedBytes)
    return true;
  SmallVector<std::optional<uint64_t>, 1> Own;
  for (const SharedLimitCall &Call : Raised) {
    if (Call.Kernel == SharedLimitCall::AnyKernel)
      return false;
    if (isCallFor(Call.Kernel, Kernel.Program.Name))
      Own.push_back(Call.Bytes);
  }
  if (Own.empty())
    return true;
  if (is_contained(Own, std::nullopt))
    return false;
  uint64_t Static = staticSharedBytes(Kernel.Program);
  uint64_t Limit = largestThatSucceeds(Own, Static, Target);
  if (Limit >= *Launch.DynamicSharedBytes)
    return false;
  std::string Asks =
      "it asks for " + formatCount(*Launch.DynamicSharedBytes) + " B of dynamic shared memory";
  if (Limit != 0) {
    Item.Message = "launch exceeds the limit of shared memory that the host code sets: " + Asks +
                   " (" + formatCount(Limit) + " B at most)";
    return true;
  }
  Item.Message = "launch exceeds the default limit of shared memory, and the call that is to raise "
                 "it fails: " +
                 Asks + " (" + formatCount(Target.StaticSharedBytes) + " B per block at most)";
  addNote(Item, "the call asks for " + formatCount(**llvm::max_element(Own)) + " B, and `" +
                    Kernel.Program.Name + "` declares " + formatCount(Static) +
                    " B: together more than " + Target.name() + " has (" +
                    formatCount(Target.MaxSharedBytes) + " B per block)");
  return true;
}

/// A call in another file may raise the limit, too.
static void agreeOnLimits(MutableArrayRef<FileAnalysis> Files) {
  SharedLimits Raised = raisedLimits(Files);
  if (Raised.empty())
    return;
  for (FileAnalysis &File : Files) {
    Expected<const TargetModel *> Target = findTarget(File.Target);
    if (!Target) {
      consumeError(Target.takeError());
      continue;
    }
    for (KernelAnalysis &Kernel : File.Kernels)
      erase_if(Kernel.Findings,
               [&](Finding &Item) { return !holdsWithCalls(Item, Kernel, Raised, **Target); });
  }
}

static void agreeOnSharedOptin(MutableArrayRef<FileAnalysis> Files) {
  agreeOnLimits(Files);
  agreeOnCarveouts(Files);
}

const Check SharedOptin = {
    .Name = "cuda-shared-optin",
    .Summary = "a launch asks for more shared memory than the kernel is allowed, or the device has",
    .Level = FindingLevel::Warning,
    .Subject = FindingSubject::MemoryFault,
    .Run = checkSharedOptin,
    .RunOnFile = checkSharedLimits,
    .Agree = agreeOnSharedOptin};

} // namespace memlint
