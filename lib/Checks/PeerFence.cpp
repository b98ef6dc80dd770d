//===- PeerFence.cpp - Data that other devices wait for -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SystemFence.h"

#include "FindingParts.h"

#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

namespace {

/// How one kernel on several devices hands on data.
class PeerExchange {
public:
  PeerExchange(const KernelProgram &Program, const HostFault &Fault)
      : Program(Program), Fault(Fault) {}

  /// Where a launch waits for what others write; null: nowhere.
  const Access *findPoll() const {
    return findAccess([&](const Access &Site) {
      return isShared(Site) && Site.Kind == AccessKind::Load && Site.Result && !differs(Site) &&
             any_of(Site.Loops, [&](unsigned Loop) {
               return any_of(Program.Loops[Loop].Exits, [&](ExprRef Exit) {
                 return anyLeaf(Exit, [&](ExprRef Leaf) { return Leaf == Site.Result; });
               });
             });
    });
  }

  /// What others wait for at \p Poll: it does not wait for itself.
  const Access *findFlag(const Access &Poll) const {
    return findAccess([&](const Access &Site) {
      return Site.Kind != AccessKind::Load && isOfOne(Site, Poll) && Site.NodeId < Poll.NodeId &&
             (differs(Site) || Site.Kind == AccessKind::Atomic);
    });
  }

  /// The last store before \p Flag to other memory, which is read behind \p Poll for all launches.
  const Access *findData(const Access &Flag, const Access &Poll) const {
    const Access *Last = nullptr;
    for (const Access &Site : Program.Accesses)
      if (Site.Kind == AccessKind::Store && isShared(Site) && !isOfOne(Site, Flag) &&
          Site.NodeId < Flag.NodeId && (!Last || Site.NodeId > Last->NodeId) &&
          findAccess([&](const Access &Read) {
            return Read.Kind == AccessKind::Load && isOfOne(Read, Site) && !differs(Read) &&
                   Read.NodeId > Poll.NodeId;
          }))
        Last = &Site;
    return Last;
  }

private:
  template <typename Predicate> const Access *findAccess(Predicate Holds) const {
    auto Found = find_if(Program.Accesses, Holds);
    return Found == Program.Accesses.end() ? nullptr : &*Found;
  }

  bool isOfOne(const Access &Left, const Access &Right) const {
    return Program.Objects[Left.Object].ParameterIndex ==
           Program.Objects[Right.Object].ParameterIndex;
  }

  bool isShared(const Access &Site) const {
    const MemoryObject &Object = Program.Objects[Site.Object];
    return Object.ParameterIndex && Object.ParameterFields.empty() && Site.Offset &&
           is_contained(Fault.OtherParameters, *Object.ParameterIndex);
  }

  /// Each launch has its own address.
  bool differs(const Access &Site) const {
    return !Site.Offset || any_of(Fault.VaryingParameters, [&](unsigned Index) {
      ExprRef Value = Program.Parameters[Index].Value;
      return Value && anyLeaf(Site.Offset, [&](ExprRef Leaf) { return Leaf == Value; });
    });
  }

  const KernelProgram &Program;
  const HostFault &Fault;
};

} // namespace

void reportPeerFences(const CheckRun &In) {
  const KernelProgram &Program = In.Kernel.Program;
  if (mayOrderForSystem(Program))
    return;
  for (const HostFault &Fault : In.Kernel.HostFaults) {
    if (Fault.Kind != HostFaultKind::PeerLaunch)
      continue;
    PeerExchange Exchange(Program, Fault);
    const Access *Poll = Exchange.findPoll();
    const Access *Flag = Poll ? Exchange.findFlag(*Poll) : nullptr;
    const Access *Data = Flag ? Exchange.findData(*Flag, *Poll) : nullptr;
    if (!Data)
      continue;
    Finding &Result = reportMissingFence(In, "other devices poll", *Data, *Flag);
    addNote(Result, "launches on other devices poll the flag here", Poll->Position);
    addNote(Result, "one of the launches on several devices", Fault.Position);
    return;
  }
}

} // namespace memlint
