//===- PointerChasing.cpp - Loops that wait for each load -----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckList.h"
#include "FindingParts.h"

#include "cuda-memlint/Analysis/Aliasing/CarriedLoads.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace memlint {

/// Whether a chain begins at each element of the array that \p Link reads, so that chains run into
/// one another: a thread reads the one of its own number outside of the loop.
static bool beginsAtEachElement(const KernelProgram &Program, const Access &Link) {
  auto IsOfThread = [](ExprRef Leaf) {
    LeafKind Kind = Leaf->leaf().Kind;
    return Kind == LeafKind::ThreadIndex || Kind == LeafKind::BlockIndex ||
           Kind == LeafKind::BlockDimension;
  };
  return any_of(Program.Accesses, [&](const Access &Each) {
    return Each.Kind == AccessKind::Load && Each.Object == Link.Object && Each.Offset &&
           Each.OffsetInRecord == Link.OffsetInRecord && Each.Loops.size() < Link.Loops.size() &&
           Each.Offset->varies() == Uniformity::Lane && allLeaves(Each.Offset, IsOfThread);
  });
}

/// Whether a chain ends at an element that leads to itself (`parent[x] == x`), as in a forest, in
/// which chains run into one another.
static bool endsAtRoot(const KernelProgram &Program, const CarriedLoad &Found) {
  const Access &Link = Program.Accesses[Found.Load];
  auto IsRoot = [&](ExprRef Equality, const Access &Each) {
    auto IsResult = [&](ExprRef Operand) { return Operand == Each.Result; };
    auto IsIndex = [&](ExprRef Operand) {
      return Operand->isLeaf() &&
             anyLeaf(Each.Offset, [&](ExprRef Leaf) { return Leaf == Operand; });
    };
    return Equality->kind() == ExprKind::Equal && any_of(Equality->operands(), IsResult) &&
           any_of(Equality->operands(), IsIndex);
  };
  return any_of(Program.Loops[Found.Loop].Exits, [&](ExprRef Exit) {
    return any_of(partsOf(Exit, ExprKind::And), [&](ExprRef Part) {
      return any_of(Program.Accesses, [&](const Access &Each) {
        return Each.Kind == AccessKind::Load && Each.Object == Link.Object && Each.Result &&
               Each.Offset && Each.OffsetInRecord == Link.OffsetInRecord && IsRoot(Part, Each);
      });
    });
  });
}

static void checkPointerChasing(const CheckRun &In) {
  const KernelProgram &Program = In.Kernel.Program;
  for (const CarriedLoad &Found : findCarriedLoads(Program)) {
    const Access &Site = Program.Accesses[Found.Load];
    Finding &Result = In.report(
        Site.Position,
        "pointer chasing: `" + Site.Text +
            "` reads from an address that a load gave in the previous iteration of the loop "
            "at line " +
            utostr(Program.Loops[Found.Loop].Position.Line) +
            ", so that each iteration waits for memory");
    Result.Access = Site.Id;
    if (!Found.IsUnbounded || Found.HasAlternatives)
      Result.Level = FindingLevel::Remark;
    addCallNotes(Result, Site);
    addNote(Result, "a thread has one of these loads in flight at a time: the loop is bound by "
                    "latency, not by bandwidth");
    setHelp(Result, Found.HasAlternatives
                        ? "keep the first levels in shared memory, store the nodes of a path next "
                          "to each other, or walk several paths in one thread"
                    : beginsAtEachElement(Program, Site) || endsAtRoot(Program, Found)
                        ? "shorten the chains before: replace each link by that of the element it "
                          "leads to until none changes (pointer jumping), or walk several chains "
                          "in one thread"
                        : "store each chain as an array with a start and a length, walk several "
                          "chains in one thread, or stage the links in shared memory");
    Result.NoFix = MissingFix{MissingFix::Reason::LoopsAndIndices, "", {}};
  }
}

const Check PointerChasing = {
    .Name = "cuda-pointer-chasing",
    .Summary = "a loop loads from addresses that its previous iteration has loaded",
    .Level = FindingLevel::Warning,
    .Subject = FindingSubject::AccessCost,
    .Run = checkPointerChasing};

} // namespace memlint
