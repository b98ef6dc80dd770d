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

/// \p Site as the first iteration of \p Around makes it, once for all; nothing if its conditions
/// change in the loop.
std::optional<Access> LoopMotion::inFirstIteration(const Access &Site, const Loop &Around) {
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

/// The loads and stores to the bytes of \p Site in its loop, itself included, if both are there:
/// then a register has what is there in the meantime. Else none.
SmallVector<const Access *, 4> LoopMotion::keptInRegister(const Access &Site) const {
  SmallVector<const Access *, 4> Found;
  bool IsLoaded = false, IsStored = false;
  for (const Access &Each : Kernel.Accesses)
    if (!Each.IsUnused && isOfSamePlace(Each, Site)) {
      (Each.Kind == AccessKind::Load ? IsLoaded : IsStored) = true;
      Found.push_back(&Each);
    }
  return IsLoaded && IsStored ? Found : SmallVector<const Access *, 4>();
}

/// \p Moved, which is \p Site outside of its loop with \p Inner, outside of the next one, too: what
/// a register has from one iteration to the next it has through several loops.
std::optional<Access> LoopMotion::findOutside(const Access &Site, const Access &Moved,
                                              const LoopCycle &Inner) {
  if (Moved.Loops.empty())
    return std::nullopt;
  const Loop &Around = Kernel.Loops[Moved.Loops.back()];
  SmallVector<const Access *, 4> Kept = keptInRegister(Site);
  const LoopCycle *Body = isSameThroughout(Site.Offset, Around) ? cycleOf(Around.Id) : nullptr;
  if (Kept.empty() || !Body || !Body->Nodes.test(Inner.Head) ||
      !Ways->isDoneEachTime(Inner.Head, *Body))
    return std::nullopt;
  for (unsigned Id : Body->Nodes.set_bits())
    if (any_of(Kept,
               [&](const Access *Each) { return keepsInPlace(Kernel.Nodes[Id], Inner, *Each); }))
      return std::nullopt;
  return inFirstIteration(Moved, Around);
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
  std::optional<Access> Moved = inFirstIteration(Site, Around);
  std::optional<Access> Outside = Moved ? findOutside(Site, *Moved, *Body) : std::nullopt;
  return Outside ? Outside : Moved;
}

} // namespace memlint
