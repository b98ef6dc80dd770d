//===- SharedOptin.cpp - Launches with more shared memory than allowed ----===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckList.h"
#include "FindingParts.h"

#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Model/LaunchContexts.h"
#include "cuda-memlint/Target/TargetModel.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <set>
#include <tuple>

using namespace llvm;

namespace memlint {

/// Bytes of the shared arrays that \p Kernel declares and reads: the compiler may leave out others.
static uint64_t staticSharedBytes(const KernelProgram &Kernel) {
  std::map<std::tuple<std::string, unsigned, unsigned>, uint64_t> Arrays;
  for (const Access &Site : Kernel.Accesses) {
    const MemoryObject &Object = Kernel.Objects[Site.Object];
    if (Object.Kind == ObjectKind::StaticShared && Object.SizeBytes && !Site.IsUnused &&
        (Site.Kind == AccessKind::Load || Site.Kind == AccessKind::Atomic))
      Arrays[{Object.Position.Path, Object.Position.Line, Object.Position.Column}] =
          *Object.SizeBytes;
  }
  uint64_t Bytes = 0;
  for (const auto &[Position, OfArray] : Arrays)
    Bytes += OfArray;
  return Bytes;
}

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

static void checkSharedOptin(const CheckRun &In) {
  for (auto [Number, Launch] : enumerate(In.Kernel.Launches)) {
    std::optional<uint64_t> Bytes = sharedBytes(In.Kernel.Program, Launch);
    if (!Bytes || *Bytes <= In.Target.StaticSharedBytes)
      continue;
    // What an option states says nothing of the host code around it.
    if (*Bytes > In.Target.MaxSharedBytes || Launch.Origin == LaunchOrigin::Call)
      report(In, unsigned(Number), *Bytes);
  }
}

/// The name that a call may have for an instance of a kernel.
static StringRef simpleName(StringRef Name) {
  Name = Name.take_until([](char Each) { return Each == '<'; });
  return Name.substr(Name.rfind(':') + 1);
}

/// A call in another file may raise the limit, too.
static void agreeOnSharedOptin(MutableArrayRef<FileAnalysis> Files) {
  std::set<StringRef> Raised;
  for (const FileAnalysis &File : Files)
    Raised.insert(File.RaisedSharedLimits.begin(), File.RaisedSharedLimits.end());
  if (Raised.empty())
    return;
  for (FileAnalysis &File : Files) {
    Expected<const TargetModel *> Target = findTarget(File.Target);
    if (!Target) {
      consumeError(Target.takeError());
      continue;
    }
    for (KernelAnalysis &Kernel : File.Kernels) {
      if (!Raised.contains(FileAnalysis::AnyKernel) &&
          !Raised.contains(simpleName(Kernel.Program.Name)))
        continue;
      erase_if(Kernel.Findings, [&](const Finding &Item) {
        return Item.Check == SharedOptin.Name &&
               sharedBytes(Kernel.Program, Kernel.Launches[*Item.Launch]).value_or(0) <=
                   (*Target)->MaxSharedBytes;
      });
    }
  }
}

const Check SharedOptin = {
    .Name = "cuda-shared-optin",
    .Summary = "a launch asks for more shared memory than the kernel is allowed, or the device has",
    .Level = FindingLevel::Warning,
    .Subject = FindingSubject::MemoryFault,
    .Run = checkSharedOptin,
    .Agree = agreeOnSharedOptin};

} // namespace memlint
