//===- DynamicLocalArray.cpp - Arrays that land in local memory -----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckList.h"
#include "FindingParts.h"

#include "cuda-memlint/Analysis/Layout/LocalArrays.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Model/LaunchContexts.h"
#include "cuda-memlint/Target/CommonLimits.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace memlint {

static std::string describeValue(const VaryingIndex &Index) {
  const LeafInfo &Leaf = Index.Leaf->leaf();
  switch (Leaf.Kind) {
  case LeafKind::Parameter:
    return "by `" + Leaf.Name + "`, a kernel parameter";
  case LeafKind::Loaded:
    return "by `" + Leaf.Name + "`, which is read from memory";
  case LeafKind::Opaque:
    return "by a data-dependent value";
  default:
    return "by `" + toString(Index.Leaf) + "`";
  }
}

/// The threads of a block in the first launch that specifies them.

static std::string describeCause(const KernelProgram &Kernel, const VaryingIndex &Index) {
  if (Index.Why == VaryingIndex::Cause::Value)
    return describeValue(Index);
  const Loop &Around = Kernel.Loops[Index.Loop];
  std::string In = "the loop at line " + utostr(Around.Position.Line);
  if (Index.Why == VaryingIndex::Cause::Carried)
    return "by `" + Index.Leaf->leaf().Name + "`, which is carried by " + In +
           ", whose trip count is not constant";
  std::string Text = "by the counter of " + In + ", whose ";
  if (Index.Why == VaryingIndex::Cause::TripCount)
    return Text + "trip count is not constant";
  Text += formatCount(Index.Iterations) + " iterations ";
  if (Index.Why == VaryingIndex::Cause::TooMany)
    return Text + "are too many to be unrolled without a pragma";
  return Text + "`#pragma unroll " + utostr(*Around.UnrollCount) + "` does not unroll fully";
}

static std::optional<uint64_t> threadsPerBlock(const KernelAnalysis &Kernel) {
  for (const LaunchContext &Launch : Kernel.Launches)
    if (Launch.blockKnown() && !isGuessed(Launch))
      return Launch.threadsPerBlock();
  return std::nullopt;
}

/// What would keep \p Object out of local memory.
static std::string adviseOn(const KernelAnalysis &Kernel, const MemoryObject &Object,
                            const LocalArray &Use) {
  constexpr uint64_t LargestInRegisters = 256, LargestSelected = 64;
  uint64_t Bytes = *Object.SizeBytes;
  std::string Advice;
  if (!Use.Why.Leaf && Bytes <= LargestInRegisters)
    Advice = Use.Why.Why == VaryingIndex::Cause::TripCount
                 ? "a constant trip count under `#pragma unroll`, with the condition inside the "
                   "loop, makes the indices constant and keeps the elements in registers"
                 : "`#pragma unroll` without a number makes the indices constant and keeps the "
                   "elements in registers";
  else if (Use.Why.Leaf && Bytes <= LargestSelected)
    Advice =
        "an unrolled loop over all elements that selects the wanted one keeps them in registers";
  std::optional<uint64_t> Threads = threadsPerBlock(Kernel);
  if (Threads && *Threads * Bytes > CommonLimits::SharedBytesPerBlock)
    return Advice;
  std::string Shared =
      "shared memory, indexed as `[index][threadIdx.x]`, is faster and conflict-free";
  if (Threads)
    Shared += " (" + formatCount(*Threads * Bytes) + " B for the " + formatCount(*Threads) +
              " threads of a block)";
  return Advice.empty() ? Shared : Advice + "; " + Shared;
}

static void report(const CheckRun &In, const LocalArray &Use) {
  const KernelProgram &Program = In.Kernel.Program;
  const MemoryObject &Object = Program.Objects[Use.First->Object];
  bool IsCertain = Use.Where == Residence::LocalMemory;
  Finding &Result = In.report(
      Object.Position,
      "dynamically indexed array: `" + Object.Name + "` (" + formatCount(*Object.SizeBytes) +
          " B per thread) is placed in local memory" +
          (IsCertain ? "" : ", unless the compiler selects among its elements in registers,") +
          " because it is indexed " + describeCause(Program, Use.Why));
  Result.Access = Use.First->Id;
  std::string Here = "indexed dynamically in `" + Use.First->Text + "`";
  if (Use.AccessCount > 1)
    Here += " and " + formatNumberOf(Use.AccessCount - 1, "other access");
  addNote(Result, Here, Use.First->Position);
  addCallNotes(Result, *Use.First);
  if (std::string Advice = adviseOn(In.Kernel, Object, Use); !Advice.empty()) {
    setHelp(Result, Advice);
    Result.NoFix = MissingFix{MissingFix::Reason::LoopsAndIndices, "", {}};
  }
}

static void checkDynamicLocalArray(const CheckRun &In) {
  if (!In.Kernel.Assumption.empty())
    return;
  for (const LocalArray &Each : findLocalArrays(In.Kernel.Program))
    if (Each.Where != Residence::Registers)
      report(In, Each);
}

const Check DynamicLocalArray = {
    .Name = "cuda-dynamic-local-array",
    .Summary = "a per-thread array is indexed dynamically and is therefore placed in local memory",
    .Level = FindingLevel::Remark,
    .Subject = FindingSubject::GeneratedCode,
    .Run = checkDynamicLocalArray,
    .Basis = FindingBasis::Nvidia,
    .ConfirmedBy = Confirmation::StackFrame};

} // namespace memlint
