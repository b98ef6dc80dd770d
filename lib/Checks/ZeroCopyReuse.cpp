//===- ZeroCopyReuse.cpp - Memory of the host that is read again ----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckList.h"
#include "FindingParts.h"

#include "cuda-memlint/Analysis/Bounds/AccessWalk.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

#include <algorithm>
#include <set>

using namespace llvm;

namespace memlint {

/// Of so few bytes it does not matter where they are: a flag, or a few settings.
static constexpr uint64_t FewBytes = 4096;

/// Whether data decides \p Value: another launch may find other data.
static bool isOfData(ExprRef Value) {
  return anyLeaf(Value, [](ExprRef Leaf) {
    return Leaf->leaf().Kind == LeafKind::Loaded || Leaf->leaf().Kind == LeafKind::Opaque;
  });
}

/// The accesses to what the parameter \p Number points to, if the kernel does nothing but read it,
/// each at an address and under conditions that depend on nothing but indices. Others may change
/// what is read as volatile memory.
static std::vector<const Access *> readsThrough(const KernelProgram &Program, unsigned Number) {
  std::vector<const Access *> Reads;
  for (const Access &Site : Program.Accesses) {
    const MemoryObject &Object = Program.Objects[Site.Object];
    bool IsOfIt = any_of(Program.basesOf(Site.Object), [&](unsigned Base) {
      return Program.Objects[Base].ParameterIndex == Number &&
             Program.Objects[Base].ParameterFields.empty();
    });
    if (!IsOfIt || Site.IsUnused)
      continue;
    if (Site.Kind != AccessKind::Load || Site.IsVolatile || Site.Order != AccessOrder::Weak ||
        !Object.OneOf.empty() || !Site.Offset || isOfData(Site.Offset) ||
        any_of(Site.Guards, isOfData))
      return {};
    Reads.push_back(&Site);
  }
  return Reads;
}

static bool mentionsCounter(ExprRef Value) {
  return anyLeaf(Value, [](ExprRef Leaf) { return Leaf->leaf().Kind == LeafKind::LoopCounter; });
}

/// All threads of a warp read one element at \p Site at a time, and just a few in all iterations.
static bool readsFewElements(const KernelAnalysis &Kernel, const Access &Site, unsigned Launch) {
  if (Site.Offset->varies() >= Uniformity::Warp)
    return false;
  const AccessCost &Cost = Kernel.Verdicts[Site.Id][Launch].Cost;
  return !mentionsCounter(Site.Offset) ||
         (Cost.OpenLoops.empty() && Cost.MostIterations * Site.Bytes < double(FewBytes));
}

/// The blocks that differ in the dimension \p Dimension alone read the same elements at \p Site.
static bool isReadByAllBlocks(const KernelProgram &Program, const Access &Site,
                              unsigned Dimension) {
  auto Mentions = [&](ExprRef Value) {
    return anyLeaf(Value, [&](ExprRef Leaf) {
      LeafKind Kind = Leaf->leaf().Kind;
      return (Kind == LeafKind::BlockIndex && Leaf->leaf().Dimension == Dimension) ||
             Kind == LeafKind::Loaded || Kind == LeafKind::Opaque;
    });
  };
  return !Mentions(Site.Offset) && none_of(Site.Guards, Mentions) &&
         all_of(Site.Loops,
                [&](unsigned Number) { return none_of(Program.Loops[Number].Exits, Mentions); });
}

/// Bytes of an L1 cache, and multiprocessors that have one: no device has more.
static constexpr uint64_t MostOfL1 = 256 << 10;
static constexpr uint64_t MostMultiprocessors = 160;

/// What \p Site reads in one pass may still be in the L1 caches in the next one. The L2 cache keeps
/// nothing of the host's memory.
static bool mayStayInL1(const Access &Site, const LaunchContext &Launch, const HostFault &Fault,
                        std::optional<uint64_t> BytesOfBlock) {
  if (Site.SkipsL1)
    return false;
  if (BytesOfBlock && *BytesOfBlock <= MostOfL1)
    return true;
  uint64_t Caches = MostMultiprocessors;
  if (Launch.gridKnown())
    Caches = std::min(Caches, *Launch.Grid[0] * *Launch.Grid[1] * *Launch.Grid[2]);
  return !Fault.Bytes || *Fault.Bytes <= Caches * MostOfL1;
}

static bool isCounterOf(ExprRef Leaf, const Loop &Around) {
  return Leaf->leaf().Kind == LeafKind::LoopCounter && Leaf->leaf().Id == Around.Id;
}

static bool mentions(ExprRef Value, const Loop &Around) {
  return anyLeaf(Value, [&](ExprRef Leaf) { return isCounterOf(Leaf, Around); });
}

namespace {

/// A loop that goes over memory again and again.
struct Passes {
  unsigned Loop = 0;
  /// None: not known.
  std::optional<uint64_t> Count;
};

/// Finds the loop of a kernel in a launch that reads the same elements in each iteration.
class PassSearch {
public:
  PassSearch(const CheckRun &In, const LaunchContext &Launch)
      : Context(In.Expressions), Program(In.Kernel.Program),
        Walk(In.Expressions, In.Kernel.Program, Launch) {}

  std::optional<Passes> passesOver(const Access &Site) {
    ExprRef Offset = Walk.specialise(Site.Offset);
    for (auto [Depth, Number] : enumerate(Site.Loops)) {
      const Loop &Outer = Program.Loops[Number];
      ArrayRef<unsigned> Inner = ArrayRef(Site.Loops).drop_front(Depth + 1);
      bool CoversMemory = any_of(Inner, [&](unsigned Each) {
        return mentions(Offset, Program.Loops[Each]) && !mayUnroll(Program.Loops[Each]);
      });
      if (!CoversMemory || mentions(Offset, Outer) || any_of(Inner, [&](unsigned Each) {
            return any_of(Program.Loops[Each].Exits,
                          [&](ExprRef Exit) { return mentions(Exit, Outer) || isOfData(Exit); });
          }))
        continue;
      std::optional<Passes> Found = countPasses(Site, Outer);
      if (Found && Found->Count.value_or(2) > 1)
        return Found;
    }
    return std::nullopt;
  }

  /// The bytes that one block reads at \p Site; none: not known.
  std::optional<uint64_t> bytesOfBlock(const Access &Site) {
    uint64_t Budget = 1 << 18;
    std::optional<int64_t> First, Last;
    auto Add = [&](const AccessExecution &At) {
      First = std::min(First.value_or(At.Offset), At.Offset);
      Last = std::max(Last.value_or(At.Offset), At.Offset);
      return true;
    };
    if (!Walk.forEachExecution(Site, WalkedExecutions::Possible, Walk.blocks().take_front(), Budget,
                               Add) ||
        !First)
      return std::nullopt;
    return uint64_t(*Last - *First) + Site.Bytes;
  }

private:
  /// The source alone says that there are few iterations: the compiler may keep all that they read
  /// in registers.
  static bool mayUnroll(const Loop &Around) {
    constexpr int64_t Few = 64;
    return any_of(Around.Exits, [&](ExprRef Exit) {
      return allLeaves(Exit, [&](ExprRef Leaf) { return isCounterOf(Leaf, Around); }) &&
             any_of(seq(Few), [&](int64_t Iteration) {
               return evaluate(Exit, [&](ExprRef) { return Iteration; }) != 0;
             });
    });
  }

  /// None: other threads, or other elements, are in other iterations of \p Outer.
  std::optional<Passes> countPasses(const Access &Site, const Loop &Outer) {
    Access Pass = Site;
    Pass.Loops = {Outer.Id};
    Pass.Offset = Context.constant(0);
    Pass.Guards.clear();
    for (ExprRef Guard : Site.Guards)
      for (ExprRef Part : partsOf(Walk.specialise(Guard), ExprKind::And)) {
        if (!mentions(Part, Outer))
          continue;
        if (anyLeaf(Part, [&](ExprRef Leaf) {
              return !isCounterOf(Leaf, Outer) && Leaf->leaf().Kind != LeafKind::Parameter;
            }))
          return std::nullopt;
        Pass.Guards.push_back(Part);
      }
    Passes Found{Outer.Id, std::nullopt};
    uint64_t Budget = 1 << 20;
    std::set<int64_t> Iterations;
    bool IsComplete =
        Walk.forEachExecution(Pass, WalkedExecutions::Certain, Walk.blocks().take_front(), Budget,
                              [&](const AccessExecution &At) {
                                Iterations.insert(At.Iterations.front().second);
                                return true;
                              });
    if (IsComplete)
      Found.Count = Iterations.size();
    // The loop may be left after the first pass.
    else if (Outer.Exits.size() != 1)
      return std::nullopt;
    return Found;
  }

  ExprContext &Context;
  const KernelProgram &Program;
  LaunchWalk Walk;
};

} // namespace

static std::string describeMemory(const HostFault &Fault) {
  return "`" + Fault.Variable + "` lies in host memory" +
         (Fault.Bytes ? " (" + formatCount(*Fault.Bytes) + " B)" : std::string());
}

static Finding &report(const CheckRun &In, const HostFault &Fault, const Access &Read,
                       const Twine &HowOften) {
  Finding &Result =
      In.report(Fault.Position, ("repeated reads over the bus: " + describeMemory(Fault) +
                                 ", and `" + In.Kernel.Program.Name + "` reads it " + HowOften)
                                    .str());
  addNote(Result, "read here", Read.Position);
  setHelp(Result, "copy it to device memory once, and pass that");
  return Result;
}

/// Whether a loop of the kernel that \p Launch starts passes over the memory again and again.
static bool reportPasses(const CheckRun &In, const HostFault &Fault, const LaunchContext &Launch,
                         ArrayRef<const Access *> Reads) {
  if (!Launch.hasUsableBlock())
    return false;
  PassSearch Search(In, Launch);
  for (const Access *Read : Reads) {
    std::optional<Passes> Found = Search.passesOver(*Read);
    if (!Found || mayStayInL1(*Read, Launch, Fault, Search.bytesOfBlock(*Read)))
      continue;
    Finding &Result = report(In, Fault, *Read,
                             Found->Count ? formatCount(*Found->Count) + " times over"
                                          : std::string("in each iteration of a loop"));
    addNote(Result, "in each iteration of this loop",
            In.Kernel.Program.Loops[Found->Loop].Position);
    return true;
  }
  return false;
}

static void reportBlocks(const CheckRun &In, const HostFault &Fault,
                         ArrayRef<const Access *> Reads) {
  for (auto [Number, Launch] : enumerate(In.Kernel.Launches)) {
    if (Launch.Position.Line != Fault.Position.Line)
      continue;
    if (reportPasses(In, Fault, Launch, Reads))
      return;
    for (const Access *Read : Reads) {
      if (readsFewElements(In.Kernel, *Read, unsigned(Number)))
        continue;
      for (unsigned Dimension = 0; Dimension != 3; ++Dimension)
        if (Launch.Grid[Dimension] && *Launch.Grid[Dimension] > 1 &&
            isReadByAllBlocks(In.Kernel.Program, *Read, Dimension)) {
          report(In, Fault, *Read,
                 "in each of " + formatCount(*Launch.Grid[Dimension]) +
                     " blocks that differ in `blockIdx." + Twine("xyz"[Dimension]) + "`");
          return;
        }
    }
  }
}

static void checkZeroCopyReuse(const CheckRun &In) {
  for (const HostFault &Fault : In.Kernel.HostFaults) {
    if (Fault.Kind != HostFaultKind::MappedArgument || (Fault.Bytes && *Fault.Bytes < FewBytes))
      continue;
    std::vector<const Access *> Reads = readsThrough(In.Kernel.Program, *Fault.Parameter);
    if (Reads.empty())
      continue;
    if (Fault.Earlier.Line == 0) {
      reportBlocks(In, Fault, Reads);
      continue;
    }
    bool IsLoop = !Fault.Copies;
    Finding &Result =
        report(In, Fault, *Reads.front(), IsLoop ? "in each iteration of a loop" : "again");
    addNote(Result, IsLoop ? "the loop" : "it was read by this launch before", Fault.Earlier);
  }
}

const Check ZeroCopyReuse = {.Name = "cuda-zero-copy-reuse",
                             .Summary = "kernels read mapped host memory several times",
                             .Level = FindingLevel::Warning,
                             .Subject = FindingSubject::HostTransfer,
                             .Run = checkZeroCopyReuse,
                             .ReadsHostFaults = true};

} // namespace memlint
