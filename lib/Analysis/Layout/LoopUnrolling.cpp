//===- LoopUnrolling.cpp - Indices that unrolling makes constant ----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Layout/LoopUnrolling.h"

#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"

#include <algorithm>
#include <limits>

using namespace llvm;

namespace memlint {

/// Iterations, those of loops within each other multiplied, above which nvcc leaves any body in
/// its loop unless a pragma asks for more.
static constexpr uint64_t MostUnrolled = 767;

/// How many iterations \p Unrolled has at most; empty: no constant bounds it.
static std::optional<uint64_t> boundOf(const Loop &Unrolled) {
  int64_t Most =
      Unrolled.Counter ? Unrolled.Counter->range().High : std::numeric_limits<int64_t>::max();
  if (Most < 0 || Most >= std::numeric_limits<int32_t>::max())
    return std::nullopt;
  return uint64_t(Most);
}

/// It is one of two values in turns, from one iteration of a loop to the next.
static bool alternates(ExprRef Node) {
  bool OfTwo = (Node->kind() == ExprKind::Remainder && Node->operands()[1]->isConstant(2)) ||
               (Node->kind() == ExprKind::BitAnd && Node->operands()[1]->isConstant(1));
  return OfTwo && allLeaves(Node->operands()[0], [](ExprRef Leaf) {
           return Leaf->leaf().Kind == LeafKind::LoopCounter;
         });
}

/// A choice between a constant and something else may be the bound that a number has; what is not
/// understood may be a constant.
static bool mayHaveBound(const Loop &Unrolled) {
  return any_of(Unrolled.Exits, [&](ExprRef Exit) {
    return anyNode(Exit, [&](ExprRef Node) {
      return (Node->isLeaf() && Node->leaf().Reason == OpaqueReason::NotUnderstood) ||
             (Node->kind() == ExprKind::Select &&
              (Node->operands()[1]->isConstant() || Node->operands()[2]->isConstant()));
    });
  });
}

namespace {

/// The loops that must be unrolled for an index to become a constant.
class VaryingIndexSearch {
public:
  VaryingIndexSearch(const KernelProgram &Kernel, ArrayRef<unsigned> Around)
      : Kernel(Kernel), Around(Around) {}

  std::optional<VaryingIndex> run(ExprRef Index) {
    require(Index);
    if (!Found && Iterations > MostUnrolled && Undirected) {
      Found.emplace();
      Found->Why = VaryingIndex::Cause::TooMany;
      Found->Loop = *Undirected;
      Found->Iterations = Iterations;
    }
    return Found;
  }

private:
  /// The leaves of \p Root must become constants.
  void require(ExprRef Root) {
    forEachLeaf(Root, [&](ExprRef Leaf) {
      const LeafInfo &Info = Leaf->leaf();
      if (Found)
        return;
      if (Info.Kind == LeafKind::LoopCounter) {
        if (Info.Id < Kernel.Loops.size())
          require(Kernel.Loops[Info.Id]);
        return;
      }
      std::optional<unsigned> Carrier;
      if (Info.Kind == LeafKind::Opaque && Info.Reason != OpaqueReason::DataDependent) {
        // What is merely not followed may be a constant all the same.
        Carrier = Info.Reason == OpaqueReason::ControlFlow ? carrierOf(Leaf) : std::nullopt;
        if (!Carrier)
          return;
      }
      Found.emplace();
      Found->Leaf = Leaf;
      if (Carrier) {
        Found->Why = VaryingIndex::Cause::Carried;
        Found->Loop = *Carrier;
      }
    });
  }

  /// The loop that hands \p Leaf from one iteration to the next, where that stays a loop: the
  /// innermost of those around in whose iterations it is another value.
  std::optional<unsigned> carrierOf(ExprRef Leaf) const {
    for (unsigned Number : llvm::reverse(Around))
      if (const Loop &Each = Kernel.Loops[Number]; Each.makes(Leaf))
        return boundOf(Each) || mayHaveBound(Each) ? std::nullopt : std::optional(Number);
    return std::nullopt;
  }

  void require(const Loop &Unrolled) {
    if (!Seen.insert(Unrolled.Id).second)
      return;
    std::optional<uint64_t> Bound = boundOf(Unrolled);
    if (!Bound && mayHaveBound(Unrolled))
      return;
    if (!Bound) {
      stop(Unrolled, VaryingIndex::Cause::TripCount, 0);
      return;
    }
    if (Unrolled.UnrollCount && *Unrolled.UnrollCount != 0 && *Unrolled.UnrollCount < *Bound) {
      stop(Unrolled, VaryingIndex::Cause::Pragma, *Bound);
      return;
    }
    if (!Unrolled.UnrollCount && (!Undirected || Unrolled.Id < *Undirected))
      Undirected = Unrolled.Id;
    Iterations = std::min(Iterations, MostUnrolled + 1) * std::max<uint64_t>(*Bound, 1);
    // The bounds of an inner loop that depend on an outer one are constants once that is
    // unrolled; of the iterations of both together, half are left.
    for (ExprRef Exit : Unrolled.Exits) {
      bool OnlyCounters =
          allLeaves(Exit, [](ExprRef Leaf) { return Leaf->leaf().Kind == LeafKind::LoopCounter; });
      if (!OnlyCounters)
        continue;
      bool OnOthers = anyLeaf(Exit, [&](ExprRef Leaf) { return Leaf != Unrolled.Counter; });
      if (OnOthers) {
        Iterations = (Iterations + 1) / 2;
        require(Exit);
      }
    }
  }

  void stop(const Loop &At, VaryingIndex::Cause Why, uint64_t Bound) {
    if (Found)
      return;
    Found.emplace();
    Found->Why = Why;
    Found->Loop = At.Id;
    Found->Iterations = Bound;
  }

  const KernelProgram &Kernel;
  ArrayRef<unsigned> Around;
  SmallSet<unsigned, 4> Seen;
  std::optional<VaryingIndex> Found;
  uint64_t Iterations = 1;
  /// The outermost of the loops that no pragma is about.
  std::optional<unsigned> Undirected;
};

} // namespace

std::optional<VaryingIndex> findVarying(const KernelProgram &Kernel, const Site &At,
                                        ExprRef Index) {
  if (anyNode(Index, alternates))
    return std::nullopt;
  return VaryingIndexSearch(Kernel, At.Loops).run(Index);
}

bool becomesConstant(const KernelProgram &Kernel, const Site &At, ExprRef Index) {
  bool OnlyBoundCounters = allLeaves(Index, [&](ExprRef Leaf) {
    const LeafInfo &Info = Leaf->leaf();
    return Info.Kind == LeafKind::LoopCounter && Info.Id < Kernel.Loops.size() &&
           boundOf(Kernel.Loops[Info.Id]);
  });
  return OnlyBoundCounters && !VaryingIndexSearch(Kernel, At.Loops).run(Index);
}

std::optional<uint64_t> copiesOf(const KernelProgram &Kernel, const Site &At) {
  uint64_t Copies = 1;
  for (unsigned Number : At.Loops) {
    const Loop &Around = Kernel.Loops[Number];
    if (findVarying(Kernel, At, Around.Counter))
      return std::nullopt;
    Copies = std::min<uint64_t>(Copies, MostUnrolled) *
             std::max<uint64_t>(boundOf(Around).value_or(1), 1);
  }
  return Copies;
}

} // namespace memlint
