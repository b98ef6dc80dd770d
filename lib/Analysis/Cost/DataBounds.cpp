//===- DataBounds.cpp - What an access costs that data decide -------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Bounds of the cost of an access whose address depends on data that differ by lane, or on hashes
/// and random numbers of unknown values. The requests
/// are those of the launch; only where their lanes lie is replaced by the best and the worst that
/// data can make of it.
///
//===----------------------------------------------------------------------===//

#include "AccessEvaluator.h"

#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/STLExtras.h"

#include <bit>

using namespace llvm;

namespace memlint {

/// A value read from memory, or computed from such values.
static bool isData(ExprRef Leaf) {
  if (!Leaf->isLeaf() || Leaf->varies() != Uniformity::Lane)
    return false;
  const LeafInfo &Info = Leaf->leaf();
  return Info.Kind == LeafKind::Loaded ||
         (Info.Kind == LeafKind::Opaque && Info.Reason == OpaqueReason::DataDependent);
}

/// Whether \p Leaf is the state of a random number generator: each iteration of a loop around
/// \p Site multiplies it by a large number, or combines its bits with other bits of it.
static bool isGenerator(const KernelProgram &Kernel, const Access &Site, ExprRef Leaf) {
  auto IsOfLeaf = [&](ExprRef Operand) {
    return anyLeaf(Operand, [&](ExprRef Each) { return Each == Leaf; });
  };
  return any_of(Site.Loops, [&](unsigned Id) {
    return any_of(Kernel.Loops[Id].Carried, [&](const CarriedValue &Value) {
      return Value.Start == Leaf && Value.End && IsOfLeaf(Value.End) &&
             (isScattered(Value.End) || anyNode(Value.End, [&](ExprRef Node) {
                return Node->kind() == ExprKind::BitXor && all_of(Node->operands(), IsOfLeaf);
              }));
    });
  });
}

/// The number of the thread within its block.
ExprRef AccessEvaluator::linearThread() const {
  ExprRef Row = Context.add(
      Context.multiply(Threads[2], Context.constant(int64_t(Block.Extent[1]))), Threads[1]);
  return Context.add(Context.multiply(Row, Context.constant(int64_t(Block.Extent[0]))), Threads[0]);
}

/// Lanes of a shared access want different rows of banks, and banks that the part of \p Offset
/// which is known leaves to data: terms that are multiples of a power of two, at most a row of
/// banks, keep its remainder.
ExprRef AccessEvaluator::worstBanks(ExprRef Offset) const {
  uint64_t Row = Target.wavefrontBytes();
  uint64_t Step = Row;
  ExprRef Known = Context.constant(Offset->constantTerm());
  auto AddTerm = [&](int64_t Coefficient, ArrayRef<ExprRef> Factors) {
    ExprRef Term = Context.constant(Coefficient);
    for (ExprRef Factor : Factors)
      Term = Context.multiply(Term, Factor);
    if (ingredientsOf(Term, Leaves).isKnown())
      Known = Context.add(Known, Term);
    else
      Step = std::min(Step, uint64_t(1) << std::min(Term->congruence().LogModulus, 32u));
  };
  if (Offset->kind() == ExprKind::Polynomial)
    for (const Monomial &Part : Offset->terms())
      AddTerm(Part.Coefficient, Part.Factors);
  else
    AddTerm(1, {Offset});
  ExprRef InRow = Step < Site.Bytes ? Context.constant(0)
                                    : Context.bitAnd(Known, Context.constant(int64_t(Step) - 1));
  return Context.add(InRow, Context.multiply(linearThread(), Context.constant(int64_t(Row))));
}

void AccessEvaluator::boundCost(ExprRef Offset, ExprRef Obstacle) {
  bool IsShared = Site.Space == MemorySpace::Shared;
  bool IsScattered = isData(Obstacle) || isScattered(Offset) || isGenerator(Kernel, Site, Obstacle);
  if (!IsScattered || (Site.Space != MemorySpace::Global && !IsShared))
    return;
  // Rows of shared memory, or sectors, that no two lanes share.
  constexpr int64_t FarApart = 1024;
  ExprRef Thread = linearThread();
  RequestTally Same = tally(Context.constant(0));
  RequestTally Consecutive = tally(Context.multiply(Thread, Context.constant(Site.Bytes)));
  RequestTally Spread =
      tally(IsShared ? worstBanks(Offset) : Context.multiply(Thread, Context.constant(FarApart)));
  for (const RequestTally *Each : {&Same, &Consecutive, &Spread})
    if (Each->Result != RequestTally::Outcome::Complete || Each->Sum.Requests == 0)
      return;
  Result.RequestsPerBlock = Spread.RequestsPerBlock;
  // A counter deals out consecutive numbers, which lanes of one warp mostly get together.
  if (any_of(Kernel.Accesses, [&](const Access &Each) {
        return Each.Kind == AccessKind::Atomic && Each.Result == Obstacle;
      }))
    return;
  CostBounds Bounds;
  Bounds.Lowest = std::min(Same.Worst.Cost, Consecutive.Worst.Cost);
  Bounds.Highest = std::max({Same.Worst.Cost, Consecutive.Worst.Cost, Spread.Worst.Cost});
  Bounds.Consecutive = Consecutive.Worst.Cost;
  Bounds.DependsOn = quantityOf(Obstacle->leaf());
  if (whyNoTotals().empty())
    Bounds.Requests = Spread.Sum.Requests;
  Result.Bounds = std::move(Bounds);
}

} // namespace memlint
