//===- SystemFence.cpp - Data that the host waits for ---------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SystemFence.h"

#include "FindingParts.h"
#include "HostElement.h"

#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

static bool writes(const KernelProgram &Program, const Access &Site, unsigned Parameter) {
  return Site.Kind != AccessKind::Load && Program.Objects[Site.Object].ParameterIndex == Parameter;
}

bool mayOrderForSystem(const KernelProgram &Program) {
  return !Program.Unseen.empty() || any_of(Program.Fences, [](const Fence &Each) {
    return Each.Scope == ThreadScope::System;
  }) || any_of(Program.Accesses, [](const Access &Each) {
    return Each.Order > AccessOrder::Relaxed && Each.Scope == ThreadScope::System;
  }) || any_of(Program.Barriers, [](const Barrier &Each) {
    return Each.Scope == BarrierScope::Grid;
  });
}

static bool isConstant(const Access &Site) { return Site.Offset && Site.Offset->isConstant(); }

/// Whether \p Site, whose offset is constant, touches the byte at \p Offset.
static bool touches(const Access &Site, uint64_t Offset) {
  int64_t First = Site.Offset->constantTerm();
  return First <= int64_t(Offset) && int64_t(Offset) < First + int64_t(Site.Bytes);
}

/// Flag and data are in the memory of one parameter: only their offsets tell them apart.
static bool sharesMemory(const HostFault &Fault) {
  return Fault.OtherParameters.front() == *Fault.Parameter;
}

/// Whether \p Site writes what the host polls.
static bool signals(const KernelProgram &Program, const Access &Site, const HostFault &Fault) {
  if (!writes(Program, Site, *Fault.Parameter))
    return false;
  if (Fault.FlagOffset && isConstant(Site))
    return touches(Site, *Fault.FlagOffset);
  return !sharesMemory(Fault);
}

/// Whether some launch may write at \p Site what the host reads.
static bool mayStore(const CheckRun &In, const Access &Site, const HostFault &Fault) {
  ArrayRef<LaunchContext> Launches = In.Kernel.Launches;
  if (sharesMemory(Fault))
    return Fault.Offset && (isConstant(Site) ? touches(Site, *Fault.Offset)
                                             : any_of(Launches, [&](const LaunchContext &Each) {
                                                 return Site.Offset && Each.hasUsableBlock() &&
                                                        Each.gridKnown() &&
                                                        mayTouch(In, Site, Each, Fault);
                                               }));
  return Launches.empty() || any_of(Launches, [&](const LaunchContext &Each) {
           return mayTouch(In, Site, Each, Fault);
         });
}

/// No launch executes both: what all of its threads know alike decides which.
static bool excludeEachOther(const CheckRun &In, const Access &Left, const Access &Right) {
  return any_of(Left.Guards, [&](ExprRef Guard) {
    // Iterations of a loop may execute the one and then the other.
    return Guard->varies() == Uniformity::Grid &&
           !anyLeaf(Guard,
                    [](ExprRef Leaf) { return Leaf->leaf().Kind == LeafKind::LoopCounter; }) &&
           is_contained(Right.Guards, In.Expressions.logicalNot(Guard));
  });
}

/// The last store to the data before \p Flag; null: there is none.
static const Access *dataBefore(const CheckRun &In, const Access &Flag, const HostFault &Fault) {
  const KernelProgram &Program = In.Kernel.Program;
  const Access *Last = nullptr;
  for (const Access &Site : Program.Accesses)
    if (writes(Program, Site, Fault.OtherParameters.front()) && Site.NodeId < Flag.NodeId &&
        (!Last || Site.NodeId > Last->NodeId) && !excludeEachOther(In, Site, Flag) &&
        mayStore(In, Site, Fault))
      Last = &Site;
  return Last;
}

static const Fence *fenceBetween(const KernelProgram &Program, const Access &Data,
                                 const Access &Flag) {
  auto Found = find_if(Program.Fences, [&](const Fence &Each) {
    return Each.NodeId > Data.NodeId && Each.NodeId < Flag.NodeId;
  });
  return Found == Program.Fences.end() ? nullptr : &*Found;
}

/// For whom a fence of \p Scope, less than the system, orders.
static StringRef describeMembers(ThreadScope Scope) {
  switch (Scope) {
  case ThreadScope::Thread:
    return "thread";
  case ThreadScope::Block:
    return "block";
  case ThreadScope::Cluster:
    return "cluster";
  default:
    return "device";
  }
}

/// What orders the stores \p Data and \p Flag, less than a fence of the system.
static std::string describeOrder(const KernelProgram &Program, const Access &Data,
                                 const Access &Flag) {
  const Fence *Weaker = fenceBetween(Program, Data, Flag);
  return Weaker ? "`" + Weaker->Text + "` orders the two stores for the " +
                      describeMembers(Weaker->Scope).str() + " only"
                : "no fence orders the two stores";
}

Finding &reportMissingFence(const CheckRun &In, StringRef Polls, const Access &Data,
                            const Access &Flag) {
  Finding &Result = In.report(Flag.Position, "missing system fence: " + Polls.str() + " `" +
                                                 Flag.Text + "` for `" + Data.Text + "`, and " +
                                                 describeOrder(In.Kernel.Program, Data, Flag));
  Result.Access = Flag.Id;
  addCallNotes(Result, Flag);
  addNote(Result, "the data is stored here", Data.Position);
  setHelp(Result, "call `__threadfence_system()` between the two stores");
  return Result;
}

static void report(const CheckRun &In, const HostFault &Fault, const Access &Data,
                   const Access &Flag) {
  Finding &Result = reportMissingFence(In, "the host polls", Data, Flag);
  addNote(Result, "the host polls the flag here, while the kernel runs", Fault.Earlier);
  addNote(Result, "and reads the data here", Fault.Position);
}

void reportSystemFences(const CheckRun &In) {
  const KernelProgram &Program = In.Kernel.Program;
  if (mayOrderForSystem(Program))
    return;
  for (const HostFault &Fault : In.Kernel.HostFaults) {
    if (Fault.Kind != HostFaultKind::PolledFlag)
      continue;
    for (const Access &Flag : Program.Accesses)
      if (const Access *Data =
              signals(Program, Flag, Fault) ? dataBefore(In, Flag, Fault) : nullptr) {
        report(In, Fault, *Data, Flag);
        break;
      }
  }
}

} // namespace memlint
