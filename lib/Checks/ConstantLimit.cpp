//===- ConstantLimit.cpp - What fits into constant memory -----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckList.h"
#include "FindingParts.h"
#include "SourceStart.h"

#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Model/LaunchArguments.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <set>

using namespace llvm;

namespace memlint {

/// CUDA C++ Programming Guide, "Technical Specifications per Compute Capability": of all devices.
static constexpr uint64_t ConstantBytes = 65536;

/// A variable, by its declaration, which may declare several.
using Variable = std::pair<SourceStart, std::string>;

static Variable variableOf(const MemoryObject &Object) {
  return {startOf(Object.Position), Object.Name};
}

/// ptxas adds up all variables of a file, whichever kernels read them, if any.
static void checkLimit(const FileCheckRun &In) {
  for (const HostFault &Fault : In.Facts.HostFaults) {
    if (Fault.Kind != HostFaultKind::ConstantOverflow)
      continue;
    Finding &Result = In.report(
        Fault.Position, "constant memory exceeds " + formatCount(ConstantBytes) + " B: with `" +
                            Fault.Variable + "`, the constant variables of the file " + "have " +
                            formatCount(*Fault.Bytes) + " B in all, and ptxas refuses it");
    setHelp(Result, "keep the largest table, or the one that lanes index differently, in global "
                    "memory: `__device__ const`");
    Result.NoFix = MissingFix{MissingFix::Reason::MemorySpace, "", {}};
  }
}

/// The bytes of what a kernel gets a pointer to, if its only launch passes an allocation that host
/// code has filled, and nothing else.
static std::optional<uint64_t> bytesOfHostData(const KernelAnalysis &Kernel,
                                               const MemoryObject &Object) {
  if (Kernel.Launches.size() != 1)
    return std::nullopt;
  const LaunchArgument *Argument = argumentOf(Object, Kernel.Launches.front());
  bool IsHostData = Argument && Argument->Allocation && Argument->Allocation->IsHostData;
  return IsHostData ? Argument->Allocation->Bytes : std::nullopt;
}

/// The bytes of a table in global memory that nothing writes while a kernel reads it, where they
/// fit into constant memory.
static std::optional<uint64_t> bytesOfTable(const KernelAnalysis &Kernel,
                                            const MemoryObject &Object) {
  if (Object.Space != MemorySpace::Global || !Object.IsConst || Object.IsVolatile)
    return std::nullopt;
  std::optional<uint64_t> Bytes;
  if (Object.Kind == ObjectKind::DeviceVariable && !Object.Extents.empty())
    Bytes = Object.SizeBytes;
  else if (Object.Kind == ObjectKind::Parameter)
    Bytes = bytesOfHostData(Kernel, Object);
  return Bytes && *Bytes <= ConstantBytes ? Bytes : std::nullopt;
}

/// All lanes of a warp read one element.
static bool isUniformLoad(const Access &Site) {
  return Site.Kind == AccessKind::Load && Site.Offset && Site.Offset->varies() < Uniformity::Lane;
}

/// Tables of \p Kernel that some access does not read uniformly, or might not.
static std::set<Variable> otherwiseRead(const KernelProgram &Kernel) {
  std::set<Variable> Result;
  for (const Access &Site : Kernel.Accesses)
    if (!isUniformLoad(Site) || !Kernel.Objects[Site.Object].OneOf.empty())
      for (unsigned Base : Kernel.basesOf(Site.Object))
        Result.insert(variableOf(Kernel.Objects[Base]));
  return Result;
}

/// As often as a number in the source says, at most.
static bool hasConstantBound(const KernelProgram &Kernel, const Loop &Counted) {
  return any_of(Counted.Exits, [&](ExprRef Exit) {
    return !Exit->isConstant() && allLeaves(Exit, [&](ExprRef Leaf) {
      const LeafInfo &Info = Leaf->leaf();
      return Leaf == Counted.Counter ||
             (Info.Kind == LeafKind::LoopCounter && Info.Id < Counted.Id &&
              hasConstantBound(Kernel, Kernel.Loops[Info.Id]));
    });
  });
}

/// Compilers unroll the loops, and then the number of each element is known.
static bool isUnrolled(const KernelProgram &Kernel, const Access &Site) {
  return allLeaves(Site.Offset, [&](ExprRef Leaf) {
    const LeafInfo &Info = Leaf->leaf();
    return Info.Kind == LeafKind::LoopCounter && hasConstantBound(Kernel, Kernel.Loops[Info.Id]);
  });
}

/// Iterations may read different elements: an element that is the same in all of them is loaded
/// once, before the loop.
static bool mayChangeInLoops(const Access &Site) {
  return anyLeaf(Site.Offset, [](ExprRef Leaf) {
    LeafKind Kind = Leaf->leaf().Kind;
    return Kind == LeafKind::LoopCounter || Kind == LeafKind::Loaded || Kind == LeafKind::Opaque;
  });
}

/// Whether \p Site reads a table in a way that suits constant memory.
static bool suitsConstantMemory(const KernelProgram &Kernel, const Access &Site) {
  if (Site.IsUnused || Site.Loops.empty() || !Site.Offset || !mayChangeInLoops(Site))
    return false;
  // An element of a constant whose number is known is a number in the code. Where blocks read
  // different parts of an argument, it may as well be a matrix.
  return Kernel.Objects[Site.Object].Kind == ObjectKind::Parameter
             ? Site.Offset->varies() == Uniformity::Grid
             : !isUnrolled(Kernel, Site);
}

static void adviseConstant(const MemoryObject &Table, Finding &Result) {
  if (Table.Kind == ObjectKind::DeviceVariable)
    return setHelp(Result,
                   "declare `" + Table.Name +
                       "` as `__constant__`: constant memory serves one address to all lanes of a "
                       "warp",
                   Table.Position);
  addNote(Result, "minor: from compute capability 7.0 on the L1 cache broadcasts such loads, too; "
                  "constants save the instruction that loads");
  setHelp(Result, "copy it to a `__constant__` array instead, with `cudaMemcpyToSymbol`");
}

static void reportTables(const CheckRun &In) {
  const KernelProgram &Program = In.Kernel.Program;
  std::set<Variable> Others = otherwiseRead(Program), Reported;
  for (const Access &Site : Program.Accesses) {
    const MemoryObject &Object = Program.Objects[Site.Object];
    std::optional<uint64_t> Bytes = bytesOfTable(In.Kernel, Object);
    if (!Bytes || Others.contains(variableOf(Object)) || !suitsConstantMemory(Program, Site) ||
        !Reported.insert(variableOf(Object)).second)
      continue;
    Finding &Result = In.report(
        Site.Position, "warp-uniform reads of a constant table in global memory: all lanes of a "
                       "warp read one element of `" +
                           Object.Name + "` (" + formatCount(*Bytes) + " B)");
    Result.Level = FindingLevel::Remark;
    Result.Access = Site.Id;
    addCallNotes(Result, Site);
    adviseConstant(Object, Result);
    Result.NoFix = MissingFix{MissingFix::Reason::MemorySpace, "", {}};
  }
}

/// Bytes that are left for more constant variables; the limit is the file's.
static uint64_t bytesLeft(const FileAnalysis &File) {
  return ConstantBytes - std::min(ConstantBytes, File.Facts.ConstantBytes);
}

/// Another kernel may read a table by lane, or need the constant memory that it would take.
static void agreeOnConstantLimit(MutableArrayRef<FileAnalysis> Files) {
  std::set<Variable> Others;
  for (const FileAnalysis &File : Files)
    for (const KernelAnalysis &Kernel : File.Kernels)
      Others.merge(otherwiseRead(Kernel.Program));
  for (FileAnalysis &File : Files) {
    uint64_t Left = bytesLeft(File);
    std::set<Variable> Moved;
    for (KernelAnalysis &Kernel : File.Kernels)
      erase_if(Kernel.Findings, [&](const Finding &Item) {
        if (Item.Check != ConstantLimit.Name || !Item.Access)
          return false;
        const KernelProgram &Program = Kernel.Program;
        const MemoryObject &Table = Program.Objects[Program.Accesses[*Item.Access].Object];
        if (Others.contains(variableOf(Table)))
          return true;
        if (Moved.contains(variableOf(Table)))
          return false;
        uint64_t Bytes = *bytesOfTable(Kernel, Table);
        if (Bytes > Left)
          return true;
        Left -= Bytes;
        Moved.insert(variableOf(Table));
        return false;
      });
  }
}

const Check ConstantLimit = {
    .Name = "cuda-constant-limit",
    .Summary =
        "constant variables that do not fit into constant memory, and tables that would suit "
        "it",
    .Level = FindingLevel::Warning,
    .Subject = FindingSubject::SourceFile,
    .Run = reportTables,
    .RunOnFile = checkLimit,
    .Basis = FindingBasis::Cuda,
    .ReadsHostFaults = true,
    .Agree = agreeOnConstantLimit};

} // namespace memlint
