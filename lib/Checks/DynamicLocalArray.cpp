//===- DynamicLocalArray.cpp - Arrays that cannot be registers ------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckList.h"
#include "cuda-memlint/Analysis/Layout/LoopUnrolling.h"

#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <map>

using namespace llvm;

namespace memlint {

namespace {

/// Where the compiler puts an array that is indexed at run time. ptxas writes accesses to small
/// arrays of 4-byte scalars as selections among registers: the limits below are those seen in
/// what ptxas 13.0 makes of small kernels, with a distance to them on both sides.
enum class Residence : uint8_t { Registers, Either, LocalMemory };

/// Of an array, what is accessed under indices that vary.
struct VaryingUse {
  const Access *First = nullptr;
  VaryingIndex Why;
  /// Accesses in the source.
  unsigned AccessCount = 0;
  /// Instructions outside of loops, after unrolling.
  uint64_t Straight = 0;
  /// An element is accessed by several.
  bool InParts = false;
  /// In loops that stay loops.
  bool LoopLoads = false, LoopStores = false;
  /// One of the loads there is by something else than the counters of loops.
  bool LoadsByValue = false;
};

} // namespace

/// Bytes of all scalars of \p Object where they are alike, else 0.
static uint64_t scalarBytes(ArrayRef<MemberLayout> Members) {
  uint64_t Common = 0;
  for (const MemberLayout &Member : Members) {
    uint64_t Bytes = Member.Members.empty() ? Member.ElementBytes : scalarBytes(Member.Members);
    if (Bytes == 0 || (Common != 0 && Bytes != Common))
      return 0;
    Common = Bytes;
  }
  return Common;
}

static uint64_t scalarBytes(const MemoryObject &Object) {
  if (!Object.Members.empty())
    return scalarBytes(Object.Members);
  return Object.ElementAlignment == Object.ElementBytes ? Object.ElementBytes : 0;
}

static Residence residenceOf(const MemoryObject &Object, const VaryingUse &Use) {
  constexpr uint64_t RegisterBytes = 4;
  constexpr uint64_t LargestElement = 16;
  uint64_t Count = *Object.SizeBytes / std::max<uint64_t>(Object.ElementBytes, 1);
  if (Count >= 96 || *Object.SizeBytes >= 96 * LargestElement)
    return Residence::LocalMemory;
  uint64_t Scalar = scalarBytes(Object);
  if (Scalar == 1 || Scalar == 8 || (Scalar == 2 && Count % 2 == 0))
    return Residence::LocalMemory;
  if (Scalar != RegisterBytes)
    return Residence::Either;
  if (!Use.LoopLoads && !Use.LoopStores)
    return !Use.InParts && *Object.SizeBytes / RegisterBytes * Use.Straight <= 80
               ? Residence::Registers
               : Residence::Either;
  if (Use.LoopLoads && Use.LoopStores)
    return Count >= 12 ? Residence::LocalMemory : Residence::Either;
  if (Count <= 3)
    return Residence::Registers;
  unsigned Least = Use.LoopStores ? 48 : Use.LoadsByValue ? 16 : 64;
  return Count >= Least ? Residence::LocalMemory : Residence::Either;
}

static std::string describeLoop(const KernelProgram &Kernel, unsigned Number) {
  return "the loop at line " + utostr(Kernel.Loops[Number].Position.Line);
}

static std::string describeCause(const KernelProgram &Kernel, const VaryingIndex &Index) {
  switch (Index.Why) {
  case VaryingIndex::Cause::TripCount:
    return "by the counter of " + describeLoop(Kernel, Index.Loop) +
           ", whose trip count is not constant";
  case VaryingIndex::Cause::Pragma: {
    std::string Pragma = "`#pragma unroll " + utostr(*Kernel.Loops[Index.Loop].UnrollCount) + "`";
    return "by the counter of " + describeLoop(Kernel, Index.Loop) + ", whose " +
           formatCount(Index.Iterations) + " iterations " + Pragma + " does not unroll fully";
  }
  case VaryingIndex::Cause::TooMany:
    return "by the counter of " + describeLoop(Kernel, Index.Loop) + ", whose " +
           formatCount(Index.Iterations) +
           " iterations are too many to be unrolled without a pragma";
  case VaryingIndex::Cause::Carried:
    return "by `" + Index.Leaf->leaf().Name + "`, which is carried by " +
           describeLoop(Kernel, Index.Loop) + ", whose trip count is not constant";
  case VaryingIndex::Cause::Value:
    break;
  }
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
static std::optional<uint64_t> threadsPerBlock(const KernelAnalysis &Kernel) {
  for (const LaunchContext &Launch : Kernel.Launches)
    if (Launch.blockKnown() && !isGuessed(Launch))
      return *Launch.Block[0] * *Launch.Block[1] * *Launch.Block[2];
  return std::nullopt;
}

/// What would keep \p Object out of local memory.
static std::string adviseOn(const KernelAnalysis &Kernel, const MemoryObject &Object,
                            const VaryingUse &Use) {
  constexpr uint64_t LargestInRegisters = 256, LargestSelected = 64;
  // What every device gives to a block without being asked (CUDA C++ Programming Guide,
  // technical specifications per compute capability).
  constexpr uint64_t SharedPerBlock = 48 * 1024;
  uint64_t Bytes = *Object.SizeBytes;
  std::string Advice;
  if (!Use.Why.Leaf && Bytes <= LargestInRegisters)
    Advice = Use.Why.Why == VaryingIndex::Cause::TripCount
                 ? "a constant trip count under `#pragma unroll`, with the condition inside the "
                   "loop, makes "
                   "the indices constant and keeps the elements in registers"
                 : "`#pragma unroll` without a number makes the indices constant and keeps the "
                   "elements in "
                   "registers";
  else if (Use.Why.Leaf && Bytes <= LargestSelected)
    Advice =
        "an unrolled loop over all elements that selects the wanted one keeps them in registers";
  std::optional<uint64_t> Threads = threadsPerBlock(Kernel);
  if (Threads && *Threads * Bytes > SharedPerBlock)
    return Advice;
  std::string Shared =
      "shared memory, indexed as `[index][threadIdx.x]`, is faster and conflict-free";
  if (Threads)
    Shared += " (" + formatCount(*Threads * Bytes) + " B for the " + formatCount(*Threads) +
              " threads of a block)";
  return Advice.empty() ? Shared : Advice + "; " + Shared;
}

static void report(const KernelAnalysis &Kernel, const VaryingUse &Use,
                   std::vector<Finding> &Findings) {
  const MemoryObject &Object = Kernel.Program.Objects[Use.First->Object];
  Residence Where = residenceOf(Object, Use);
  if (Where == Residence::Registers)
    return;
  Finding Result;
  Result.Check = DynamicLocalArray.Name.str();
  Result.Level = DynamicLocalArray.Level;
  Result.Position = Object.Position;
  Result.Access = Use.First->Id;
  Result.Message = "dynamically indexed array: `" + Object.Name + "` (" +
                   formatCount(*Object.SizeBytes) + " B per thread) is placed in local memory";
  if (Where == Residence::Either)
    Result.Message += ", unless the compiler selects among its elements in registers,";
  Result.Message += " because it is indexed " + describeCause(Kernel.Program, Use.Why);
  std::string Here = "indexed dynamically in `" + Use.First->Text + "`";
  if (Use.AccessCount > 1)
    Here += " and " + formatNumberOf(Use.AccessCount - 1, "other access");
  Result.Notes.push_back({Here, Use.First->Position});
  for (const InlineFrame &Frame : Use.First->InlinedThrough)
    Result.Notes.push_back({describeInlining(Frame), Frame.CallSite});
  if (std::string Advice = adviseOn(Kernel, Object, Use); !Advice.empty()) {
    Result.Notes.push_back({std::move(Advice), {}});
    Result.NoFix = MissingFix{MissingFix::Reason::LoopsAndIndices, "", {}};
  }
  Findings.push_back(std::move(Result));
}

static void checkDynamicLocalArray(const KernelAnalysis &Kernel, const TargetModel &, ExprContext &,
                                   std::vector<Finding> &Findings) {
  if (!Kernel.Assumption.empty())
    return;
  // By declaration: a function that is called twice declares its variables once.
  std::map<std::tuple<std::string, unsigned, unsigned, std::string>, VaryingUse> Arrays;
  for (const Access &Site : Kernel.Program.Accesses) {
    const MemoryObject &Object = Kernel.Program.Objects[Site.Object];
    // Accesses to arrays in CUDA's own functions are reported at the call. Parameters, which
    // have no position here, stay in their own memory space.
    if (Object.Kind != ObjectKind::LocalVariable || !Object.SizeBytes || !Site.Offset ||
        Site.IsUnused || Object.IsVolatile || Object.Position.Line == 0 ||
        Object.Position.Path != Site.Position.Path)
      continue;
    std::optional<VaryingIndex> Varying = findVarying(Kernel.Program, Site, Site.Offset);
    if (!Varying)
      continue;
    VaryingUse &Use =
        Arrays[{Object.Position.Path, Object.Position.Line, Object.Position.Column, Object.Name}];
    if (!Use.First) {
      Use.First = &Site;
      Use.Why = *Varying;
    }
    Use.InParts |= Site.Parts > 1;
    if (Site.Part == 0)
      ++Use.AccessCount;
    if (std::optional<uint64_t> Copies = copiesOf(Kernel.Program, Site)) {
      Use.Straight += *Copies;
      continue;
    }
    Use.LoopLoads |= Site.Kind == AccessKind::Load;
    Use.LoopStores |= Site.Kind == AccessKind::Store;
    Use.LoadsByValue |= Site.Kind == AccessKind::Load && Varying->Leaf;
  }
  for (const auto &[Where, Use] : Arrays)
    report(Kernel, Use, Findings);
}

const Check DynamicLocalArray = {
    "cuda-dynamic-local-array",
    "a per-thread array is indexed dynamically and is therefore placed in local memory",
    FindingLevel::Remark, FindingSubject::LocalArray, checkDynamicLocalArray};

} // namespace memlint
