//===- ChangedKernel.cpp - A kernel with a change in place ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Mends/ChangedKernel.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

bool allCostExpressions(const KernelProgram &Kernel, function_ref<bool(ExprRef)> Holds) {
  auto HoldsIfAny = [&](ExprRef Root) { return !Root || Holds(Root); };
  return all_of(Kernel.Accesses,
                [&](const Access &Site) {
                  return HoldsIfAny(Site.Offset) && HoldsIfAny(Site.Selector) &&
                         HoldsIfAny(Site.OffsetInSelected) && all_of(Site.Guards, HoldsIfAny);
                }) &&
         all_of(Kernel.Loops, [&](const Loop &Each) { return all_of(Each.Exits, HoldsIfAny); });
}

void mapAccess(Access &Site, function_ref<ExprRef(ExprRef)> Map) {
  for (ExprRef *Root : {&Site.Offset, &Site.Selector, &Site.OffsetInSelected})
    if (*Root)
      *Root = Map(*Root);
  for (ExprRef &Guard : Site.Guards)
    Guard = Map(Guard);
}

bool canExchangeThreads(const KernelProgram &Kernel) {
  auto IsOfWarp = [](const Barrier &Each) {
    return Each.Scope == BarrierScope::Warp || Each.Scope == BarrierScope::Named ||
           Each.IsUncertain;
  };
  auto IsByWarp = [](const Access &Site) {
    return Site.Form == RequestForm::WarpMatrix || Site.Form == RequestForm::MatrixRows;
  };
  if (!Kernel.WarpOperations.empty() || any_of(Kernel.Barriers, IsOfWarp) ||
      any_of(Kernel.Accesses, IsByWarp))
    return false;
  // A value that is not followed would be another one in another thread.
  return allCostExpressions(Kernel, [](ExprRef Root) {
    return allLeaves(Root, [](ExprRef Leaf) {
      return Leaf->leaf().Kind == LeafKind::ThreadIndex || Leaf->varies() < Uniformity::Warp;
    });
  });
}

/// \p Root with dimensions x and \p Other of leaves of \p Kinds exchanged.
static ExprRef exchangeLeaves(ExprContext &Expressions, ExprRef Root, unsigned Other,
                              ArrayRef<LeafKind> Kinds) {
  return Expressions.substitute(Root, [&](ExprRef Leaf) -> ExprRef {
    LeafInfo Info = Leaf->leaf();
    if (!is_contained(Kinds, Info.Kind) || (Info.Dimension != 0 && Info.Dimension != Other))
      return nullptr;
    Info.Dimension = uint8_t(Other - Info.Dimension);
    Info.Name.back() = "xyz"[Info.Dimension];
    return Expressions.leaf(Info);
  });
}

ExprRef exchangeWithX(ExprContext &Expressions, ExprRef Root, unsigned Other) {
  return exchangeLeaves(Expressions, Root, Other,
                        {LeafKind::ThreadIndex, LeafKind::BlockDimension});
}

/// \p Kernel with \p Map applied to all expressions that decide what accesses cost.
static ChangedKernel mapKernel(const KernelProgram &Kernel, const LaunchContext &Launch,
                               function_ref<ExprRef(ExprRef)> Map) {
  ChangedKernel Result{Kernel, Launch};
  for (Access &Site : Result.Program.Accesses)
    mapAccess(Site, Map);
  for (Loop &Each : Result.Program.Loops)
    for (ExprRef &Exit : Each.Exits)
      Exit = Map(Exit);
  for (ExprRef &Fact : Result.Program.Facts)
    Fact = Map(Fact);
  return Result;
}

ChangedKernel exchangeThreads(ExprContext &Expressions, const KernelProgram &Kernel,
                              const LaunchContext &Launch, unsigned Other) {
  ChangedKernel Result = mapKernel(
      Kernel, Launch, [&](ExprRef Root) { return exchangeWithX(Expressions, Root, Other); });
  std::swap(Result.Launch.Block[0], Result.Launch.Block[Other]);
  return Result;
}

/// Whether \p Blocks, of \p Extent threads each, are as many as cover a number of threads that the
/// host knows: `(n + 15) / 16`.
static bool coversThreads(ExprRef Blocks, uint64_t Extent) {
  auto Unwrapped = [](ExprRef Root) {
    while (Root && Root->kind() == ExprKind::Wrap)
      Root = Root->operands()[0];
    return Root;
  };
  Blocks = Unwrapped(Blocks);
  if (!Blocks || Blocks->kind() != ExprKind::Divide ||
      !Blocks->operands()[1]->isConstant(int64_t(Extent)))
    return false;
  ExprRef Rounded = Unwrapped(Blocks->operands()[0]);
  return Rounded->kind() == ExprKind::Polynomial && Rounded->constantTerm() == int64_t(Extent) - 1;
}

std::optional<LaunchContext> withBlock(const LaunchContext &Launch,
                                       const std::array<uint64_t, 3> &Block) {
  if (!Launch.blockKnown())
    return std::nullopt;
  LaunchContext Result = Launch;
  for (unsigned Dimension = 0; Dimension != 3; ++Dimension) {
    uint64_t Extent = *Launch.Block[Dimension];
    if (Block[Dimension] == Extent)
      continue;
    Result.Block[Dimension] = Block[Dimension];
    if (!Launch.Grid[Dimension]) {
      // The host computes it from the block, and so it would from another one.
      if (!coversThreads(Launch.Terms.Grid[Dimension], Extent))
        return std::nullopt;
      Result.Terms.Grid[Dimension] = nullptr;
      continue;
    }
    uint64_t Threads = Extent * *Launch.Grid[Dimension];
    if (Threads % Block[Dimension] != 0)
      return std::nullopt;
    Result.Grid[Dimension] = Threads / Block[Dimension];
  }
  return Result;
}

/// The leaves of \p Root of one kind, by dimension; null where it has none.
static std::array<ExprRef, 3> leavesOf(ExprRef Root, LeafKind Kind) {
  std::array<ExprRef, 3> Found = {};
  forEachLeaf(Root, [&](ExprRef Leaf) {
    if (Leaf->leaf().Kind == Kind)
      Found[Leaf->leaf().Dimension] = Leaf;
  });
  return Found;
}

/// The extent of blocks in the dimension of \p Thread, an index of threads.
static ExprRef extentBeside(ExprContext &Expressions, ExprRef Thread) {
  LeafInfo Info = Thread->leaf();
  Info.Kind = LeafKind::BlockDimension;
  Info.Varies = Uniformity::Grid;
  Info.Range = {1, Info.Range.High + 1};
  Info.Name = std::string("blockDim.") + "xyz"[Info.Dimension];
  return Expressions.leaf(Info);
}

StatedBlock withBlockDimensions(ExprContext &Expressions, const KernelProgram &Kernel,
                                const LaunchContext &Launch) {
  StatedBlock Result;
  auto Map = [&](ExprRef Root) -> ExprRef {
    if (!Root)
      return nullptr;
    std::array<ExprRef, 3> Block = leavesOf(Root, LeafKind::BlockIndex);
    std::array<ExprRef, 3> Extent = leavesOf(Root, LeafKind::BlockDimension);
    return Expressions.substitute(Root, [&](ExprRef Leaf) -> ExprRef {
      unsigned Dimension = Leaf->leaf().Dimension;
      if (Leaf->leaf().Kind != LeafKind::ThreadIndex || !Block[Dimension] || Extent[Dimension] ||
          !Launch.Block[Dimension])
        return nullptr;
      Result.IsConstant[Dimension] = true;
      // Together with the constant, this leaves blockIdx * blockDim.
      ExprRef More = Expressions.subtract(extentBeside(Expressions, Leaf),
                                          Expressions.constant(int64_t(*Launch.Block[Dimension])));
      return Expressions.add(Leaf, Expressions.multiply(Block[Dimension], More));
    });
  };
  Result.Program = mapKernel(Kernel, Launch, Map).Program;
  for (Access &Site : Result.Program.Accesses) {
    Site.Value = Map(Site.Value);
    Site.Addend = Map(Site.Addend);
  }
  for (Node &Each : Result.Program.Nodes)
    Each.Condition = Map(Each.Condition);
  for (ExprRef &Use : Result.Program.UnfollowedUses)
    Use = Map(Use);
  return Result;
}

std::optional<ChangedKernel> exchangeAxes(ExprContext &Expressions, const KernelProgram &Kernel,
                                          const LaunchContext &Launch) {
  LaunchContext Exchanged = Launch;
  std::swap(Exchanged.Grid[0], Exchanged.Grid[1]);
  std::swap(Exchanged.Block[0], Exchanged.Block[1]);
  std::swap(Exchanged.Terms.Grid[0], Exchanged.Terms.Grid[1]);
  std::swap(Exchanged.Terms.Block[0], Exchanged.Terms.Block[1]);
  if (!Launch.blockKnown())
    return std::nullopt;
  std::optional<LaunchContext> Reshaped =
      withBlock(Exchanged, {*Launch.Block[0], *Launch.Block[1], *Launch.Block[2]});
  if (!Reshaped)
    return std::nullopt;
  return mapKernel(Kernel, *Reshaped, [&](ExprRef Root) {
    return exchangeLeaves(Expressions, Root, 1,
                          {LeafKind::ThreadIndex, LeafKind::BlockIndex, LeafKind::BlockDimension,
                           LeafKind::GridDimension});
  });
}

ExprRef withoutResults(ExprContext &Expressions, const KernelProgram &Kernel, ExprRef Root) {
  return Expressions.substitute(Root, [&](ExprRef Leaf) {
    bool IsResult = any_of(Kernel.Accesses, [&](const Access &Site) {
      return Site.Kind == AccessKind::Load && Site.Result == Leaf;
    });
    return IsResult ? Expressions.constant(0) : nullptr;
  });
}

static bool isExtent(LeafKind Kind) {
  return Kind == LeafKind::BlockDimension || Kind == LeafKind::GridDimension;
}

bool usesGlobalIndicesOnly(ExprContext &Expressions, const KernelProgram &Kernel) {
  std::array<ExprRef, 3> Global = {};
  for (unsigned Dimension = 0; Dimension != 3; ++Dimension)
    Global[Dimension] = Expressions.opaque(OpaqueReason::ControlFlow, Uniformity::Lane,
                                           "global index", {0, INT32_MAX});
  auto IsGlobal = [&](ExprRef Root) {
    if (!Root)
      return true;
    // What is left of a block's own numbers after threadIdx is written as the difference.
    std::array<ExprRef, 3> Block = leavesOf(Root, LeafKind::BlockIndex);
    std::array<ExprRef, 3> Extent = leavesOf(Root, LeafKind::BlockDimension);
    ExprRef Written = Expressions.substitute(Root, [&](ExprRef Leaf) -> ExprRef {
      unsigned Dimension = Leaf->leaf().Dimension;
      if (Leaf->leaf().Kind != LeafKind::ThreadIndex || !Block[Dimension] || !Extent[Dimension])
        return nullptr;
      return Expressions.subtract(Global[Dimension],
                                  Expressions.multiply(Block[Dimension], Extent[Dimension]));
    });
    return allLeaves(Written, [&](ExprRef Leaf) {
      LeafKind Kind = Leaf->leaf().Kind;
      // A value that blocks or lanes differ in may come from their own indices.
      return Kind == LeafKind::LoopCounter || Kind == LeafKind::Parameter ||
             is_contained(Global, Leaf) || (Leaf->varies() == Uniformity::Grid && !isExtent(Kind));
    });
  };
  auto IsGlobalBesideLoads = [&](ExprRef Root) {
    return !Root || IsGlobal(withoutResults(Expressions, Kernel, Root));
  };
  return allCostExpressions(Kernel, IsGlobal) &&
         all_of(Kernel.UnfollowedUses, IsGlobalBesideLoads) &&
         all_of(Kernel.Nodes, [&](const Node &Each) { return IsGlobal(Each.Condition); }) &&
         all_of(Kernel.Accesses, [&](const Access &Site) {
           // The accesses that give loaded values are among those that are looked at.
           return all_of(std::array{Site.Value, Site.Addend}, IsGlobalBesideLoads);
         });
}

} // namespace memlint
