//===- LoopMotion.cpp - Accesses that compilers move out of loops ---------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Aliasing/LoopMotion.h"

#include "LoopCycles.h"

#include "cuda-memlint/Analysis/Aliasing/ForwardedLoads.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

/// Whether \p Root has one value in all iterations of \p In, whatever they load.
static bool isSameThroughout(ExprRef Root, const Loop &In) {
  return isInvariant(Root, In, [](ExprRef) { return false; });
}

/// Whether \p Other is the store that leaves its value in a register for \p Site, or takes it from
/// there: both are to the same bytes, in whatever iteration.
static bool isOfSamePlace(const Access &Other, const Access &Site) {
  return isPlainAccess(Other) && Other.Object == Site.Object && Other.Offset == Site.Offset &&
         Other.Bytes == Site.Bytes && Other.Loops == Site.Loops;
}

bool LoopMotion::keepsInPlace(const Node &Passed, const LoopCycle &Body, const Access &Site) {
  // What others do at a barrier, they do not do to what one pointer alone leads to.
  if (Passed.Kind == NodeKind::Barrier && Kernel.Objects[Site.Object].IsRestrict)
    return false;
  if (Passed.Kind != NodeKind::Access)
    return isMemoryClobber(Kernel, Passed);
  const Access &Other = Kernel.Accesses[Passed.Index];
  if (&Other == &Site)
    return false;
  bool IsLoad = Other.Kind == AccessKind::Load;
  if (isOfSamePlace(Other, Site))
    return !IsLoad && (Site.Kind == AccessKind::Store || !Ways->isDoneEachTime(Other.NodeId, Body));
  if (IsLoad)
    return Other.IsVolatile || Other.Order != AccessOrder::Weak ||
           (Site.Kind == AccessKind::Store && mayChange(Kernel, Site, Other));
  return Other.Order > AccessOrder::Relaxed || mayChange(Kernel, Other, Site);
}

LoopMotion::LoopMotion(ExprContext &Expressions, const KernelProgram &Kernel)
    : Expressions(Expressions), Kernel(Kernel) {}

LoopMotion::~LoopMotion() = default;

const LoopCycle *LoopMotion::cycleOf(unsigned Loop) {
  if (auto Known = Cycles.find(Loop); Known != Cycles.end())
    return Known->second ? &*Known->second : nullptr;
  auto Head = find_if(Kernel.Nodes, [&](const Node &Each) {
    return Each.Kind == NodeKind::LoopHead && Each.Index == Loop;
  });
  std::optional<LoopCycle> &New = Cycles[Loop];
  if (Head == Kernel.Nodes.end())
    return nullptr;
  if (!Ways)
    Ways = std::make_unique<LoopCycles>(Kernel);
  New = Ways->cycleOf(unsigned(Head - Kernel.Nodes.begin()));
  return &*New;
}

std::optional<Access> LoopMotion::find(const Access &Site) {
  bool IsOfArray = Site.Space == MemorySpace::Global || Site.Space == MemorySpace::Shared;
  if (!isPlainAccess(Site) || !IsOfArray || Site.IsUnused || Site.Loops.empty() ||
      Site.NodeId >= Kernel.Nodes.size() || !Kernel.Unseen.empty() ||
      !Kernel.Objects[Site.Object].OneOf.empty())
    return std::nullopt;
  const Loop &Around = Kernel.Loops[Site.Loops.back()];
  if (!isSameThroughout(Site.Offset, Around))
    return std::nullopt;
  const LoopCycle *Body = cycleOf(Around.Id);
  if (!Body || !Body->Nodes.test(Site.NodeId) || !Ways->isDoneEachTime(Site.NodeId, *Body) ||
      any_of(Body->Nodes.set_bits(),
             [&](unsigned Id) { return keepsInPlace(Kernel.Nodes[Id], *Body, Site); }))
    return std::nullopt;
  Access Moved = Site;
  Moved.Loops.pop_back();
  // What lets a thread into the first iteration lets it make the access.
  for (ExprRef &Guard : Moved.Guards)
    Guard = Expressions.substitute(Guard, [&](ExprRef Leaf) {
      return Leaf == Around.Counter ? Expressions.constant(0) : nullptr;
    });
  if (any_of(Moved.Guards, [&](ExprRef Guard) { return !isSameThroughout(Guard, Around); }))
    return std::nullopt;
  return Moved;
}

} // namespace memlint
