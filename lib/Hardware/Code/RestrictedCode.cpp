//===- RestrictedCode.cpp - What __restrict__ comes to --------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Hardware/Code/RestrictedCode.h"

#include "cuda-memlint/Checks/Check.h"
#include "cuda-memlint/Hardware/Measure/LaunchPairing.h"
#include "cuda-memlint/Hardware/Toolchain/NvccOptions.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Target/Occupancy.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

#include <map>

using namespace llvm;

namespace memlint {

static bool isRestriction(const Finding &Item) {
  return confirmationOf(Item) == Confirmation::GeneratedLoads;
}

static std::string change(const char *What, uint64_t Before, uint64_t After) {
  return std::string(What) + " " + utostr(Before) + " -> " + utostr(After);
}

std::string describeRestriction(const KernelCodeChange &Change, ArrayRef<LaunchContext> Launches,
                                StringRef Target) {
  const KernelCode &Before = Change.Before, &After = Change.After;
  std::string Text = change("ld.global.nc", Before.readOnlyLoads(), After.readOnlyLoads()) + ", " +
                     change("loads from global memory", Before.globalLoads(), After.globalLoads()) +
                     ", " + change("registers", Before.Registers, After.Registers);
  for (const LaunchContext &Launch : Launches) {
    if (!Launch.blockKnown())
      continue;
    uint64_t Threads = *Launch.threadsPerBlock();
    auto Blocks = [&](const KernelCode &Code) {
      return blocksPerMultiprocessor(
          Target,
          {Threads, Code.Registers, Code.SharedBytes + Launch.DynamicSharedBytes.value_or(0)});
    };
    std::optional<uint64_t> Old = Blocks(Before), New = Blocks(After);
    if (Old && New && *New < *Old)
      return Text + "; " + utostr(*New) + " instead of " + utostr(*Old) + " blocks of " +
             utostr(Threads) + " threads fit a multiprocessor, which may cost more than it saves";
  }
  return Text;
}

std::string withRestrictions(StringRef Text, StringRef Path, ArrayRef<KernelAnalysis> Kernels) {
  // By location; instantiations of one template ask for the same.
  std::map<std::tuple<unsigned, unsigned, std::string>, FindingFix> Edits;
  for (const KernelAnalysis &Kernel : Kernels)
    for (const Finding &Item : Kernel.Findings)
      for (const FindingFix &Fix : Item.Fixes)
        if (isRestriction(Item) && Fix.Position.Path == Path)
          Edits[{Fix.Position.Line, Fix.Position.Column, Fix.Replacement}] = Fix;
  std::string Result;
  unsigned Number = 0;
  auto Next = Edits.begin();
  while (!Text.empty()) {
    size_t Size = std::min(Text.find('\n'), Text.size() - 1) + 1;
    StringRef Line = Text.take_front(Size);
    Text = Text.drop_front(Size);
    size_t Done = 0;
    for (++Number; Next != Edits.end() && Next->second.Position.Line == Number; ++Next) {
      const FindingFix &Fix = Next->second;
      size_t Begin = std::min<size_t>(Fix.Position.Column - 1, Line.size());
      Result += (Line.slice(Done, Begin) + Fix.Replacement).str();
      Done = Begin + (Fix.Position.EndColumn - Fix.Position.Column);
    }
    Result += Line.drop_front(std::min(Done, Line.size()));
  }
  return Result;
}

Error noteRestrictedCode(FileAnalysis &File, const FilePrograms &Programs) {
  auto Text = readText(File.Path);
  if (!Text)
    return Text.takeError();
  std::string Changed = withRestrictions((*Text)->getBuffer(), File.Path, File.Kernels);
  if (Changed == (*Text)->getBuffer())
    return Error::success();
  Expected<BuildRequest> Build = requestBuild(File, Programs.options());
  if (!Build)
    return Build.takeError();
  Expected<CodeComparison> Compared = compareGeneratedCode(Programs.tools(), *Build, Changed);
  if (!Compared) {
    std::string Why = toString(Compared.takeError());
    for (KernelAnalysis &Kernel : File.Kernels)
      for (Finding &Item : Kernel.Findings)
        if (isRestriction(Item)) {
          Item.Fixes.clear();
          Item.Notes.push_back(
              {"with the fixes in this file applied: " + StringRef(Why).split('\n').first.str(),
               {}});
        }
    return Error::success();
  }
  for (const KernelCodeChange &Change : Compared->Kernels) {
    std::optional<unsigned> Index = findKernel(File, Change.Before.Name);
    if (!Index)
      continue;
    KernelAnalysis &Kernel = File.Kernels[*Index];
    for (Finding &Item : Kernel.Findings)
      if (isRestriction(Item))
        Item.Notes.push_back(
            {"with nvcc: " + describeRestriction(Change, Kernel.Launches, File.Target), {}});
  }
  return Error::success();
}

} // namespace memlint
