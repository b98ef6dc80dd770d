//===- HoistedLoads.cpp - Loads that compilers make before a loop ---------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Aliasing/HoistedLoads.h"

#include "LoopCycles.h"

#include "cuda-memlint/Analysis/Aliasing/ForwardedLoads.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

/// Whether \p Root has one value in all iterations of \p In, whatever they load.
static bool isSameThroughout(ExprRef Root, const Loop &In) {
  return isInvariant(Root, In, [](ExprRef) { return false; });
}

/// Whether \p Passed keeps compilers from making \p Load before it instead of behind it.
static bool keepsInPlace(const KernelProgram &Kernel, const Node &Passed, const Access &Load) {
  if (Passed.Kind != NodeKind::Access)
    return isMemoryClobber(Kernel, Passed);
  const Access &Site = Kernel.Accesses[Passed.Index];
  if (Site.Kind == AccessKind::Load)
    return Site.IsVolatile || Site.Order != AccessOrder::Weak;
  return Site.Kind != AccessKind::Store || mayChange(Kernel, Site, Load);
}

HoistedLoads::HoistedLoads(ExprContext &Expressions, const KernelProgram &Kernel)
    : Expressions(Expressions), Kernel(Kernel) {}

HoistedLoads::~HoistedLoads() = default;

const LoopCycle *HoistedLoads::cycleOf(unsigned Loop) {
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

std::optional<Access> HoistedLoads::find(const Access &Load) {
  bool IsOfArray = Load.Space == MemorySpace::Global || Load.Space == MemorySpace::Shared;
  if (Load.Kind != AccessKind::Load || !isPlainAccess(Load) || !IsOfArray || Load.IsUnused ||
      Load.Loops.empty() || Load.NodeId >= Kernel.Nodes.size() || !Kernel.Unseen.empty() ||
      !Kernel.Objects[Load.Object].OneOf.empty())
    return std::nullopt;
  const Loop &Around = Kernel.Loops[Load.Loops.back()];
  if (!isSameThroughout(Load.Offset, Around))
    return std::nullopt;
  const LoopCycle *Body = cycleOf(Around.Id);
  if (!Body || !Body->Nodes.test(Load.NodeId) || !Ways->isDoneEachTime(Load.NodeId, *Body) ||
      any_of(Body->Nodes.set_bits(),
             [&](unsigned Id) { return keepsInPlace(Kernel, Kernel.Nodes[Id], Load); }))
    return std::nullopt;
  Access Hoisted = Load;
  Hoisted.Loops.pop_back();
  // What lets a thread into the first iteration lets it make the load.
  for (ExprRef &Guard : Hoisted.Guards)
    Guard = Expressions.substitute(Guard, [&](ExprRef Leaf) {
      return Leaf == Around.Counter ? Expressions.constant(0) : nullptr;
    });
  if (any_of(Hoisted.Guards, [&](ExprRef Guard) { return !isSameThroughout(Guard, Around); }))
    return std::nullopt;
  return Hoisted;
}

} // namespace memlint
