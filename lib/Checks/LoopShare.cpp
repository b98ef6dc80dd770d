//===- LoopShare.cpp - What accesses matter beside loops ------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopShare.h"

#include "cuda-memlint/Analysis/Bounds/AccessWalk.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace llvm;

namespace memlint {

/// Whether what ends \p Around is loaded, or else not understood, in its body. A bound of its
/// counter may be loaded anew in each iteration, but from one place.
static bool endsByData(const KernelProgram &Kernel, const Loop &Around) {
  auto IsSameEachTime = [&](ExprRef Value) {
    return any_of(Kernel.Accesses, [&](const Access &Load) {
      return Load.Result == Value && Load.Offset && !Load.IsVolatile &&
             Load.Order == AccessOrder::Weak &&
             !anyLeaf(Load.Offset, [&](ExprRef Leaf) { return Around.makes(Leaf); });
    });
  };
  return any_of(Around.Exits, [&](ExprRef Exit) {
    bool IsBound = anyLeaf(Exit, [&](ExprRef Leaf) { return Leaf == Around.Counter; });
    return anyLeaf(Exit, [&](ExprRef Leaf) {
      LeafKind Kind = Leaf->leaf().Kind;
      return (Kind == LeafKind::Loaded || Kind == LeafKind::Opaque) && Around.makes(Leaf) &&
             !(IsBound && IsSameEachTime(Leaf));
    });
  });
}

/// Whether lanes that execute \p Site execute \p Other, too, except for conditions that a loop
/// around
/// \p Other decides anew in each iteration.
static bool isUnderNoMoreGuards(const KernelProgram &Kernel, const Access &Other,
                                const Access &Site) {
  auto IsOfLoop = [&](ExprRef Guard) {
    return anyLeaf(Guard, [&](ExprRef Leaf) {
      return any_of(Other.Loops, [&](unsigned Number) {
        const Loop &Around = Kernel.Loops[Number];
        return Leaf == Around.Counter && !is_contained(Site.Loops, Number);
      });
    });
  };
  return all_of(Other.Guards,
                [&](ExprRef Guard) { return is_contained(Site.Guards, Guard) || IsOfLoop(Guard); });
}

std::optional<unsigned> findLoopBeside(const KernelAnalysis &Kernel, const Access &Site,
                                       unsigned Launch, ArrayRef<MemorySpace> Spaces) {
  const std::vector<unsigned> &Around = Kernel.Verdicts[Site.Id][Launch].Cost.OpenLoops;
  for (const Access &Other : Kernel.Program.Accesses) {
    const AccessCost &Cost = Kernel.Verdicts[Other.Id][Launch].Cost;
    if (!is_contained(Spaces, Other.Space) || Other.IsUnused || Cost.NeverExecuted ||
        !isUnderNoMoreGuards(Kernel.Program, Other, Site) ||
        !all_of(Around, [&](unsigned Loop) { return is_contained(Cost.OpenLoops, Loop); }))
      continue;
    for (unsigned Inner : Cost.OpenLoops)
      if (!is_contained(Around, Inner) && !endsByData(Kernel.Program, Kernel.Program.Loops[Inner]))
        return Inner;
  }
  return std::nullopt;
}

/// Whether the first thread stays in \p Around for so many \p Iterations. Nothing: something else
/// than the iteration and the thread decides.
static std::optional<bool> isLong(LaunchWalk &Walk, const Loop &Around, int64_t Iterations) {
  std::vector<ExprRef> Exits;
  for (ExprRef Exit : Around.Exits) {
    Exits.push_back(Walk.specialise(Exit));
    if (!allLeaves(Exits.back(), [&](ExprRef Leaf) {
          LeafKind Kind = Leaf->leaf().Kind;
          return Leaf == Around.Counter || Kind == LeafKind::ThreadIndex ||
                 Kind == LeafKind::BlockIndex;
        }))
      return std::nullopt;
  }
  for (int64_t Iteration = 0; Iteration != Iterations; ++Iteration)
    for (ExprRef Exit : Exits)
      if (evaluate(Exit, [&](ExprRef Leaf) { return Leaf == Around.Counter ? Iteration : 0; }) != 0)
        return false;
  return true;
}

std::optional<ComputingLoop> findComputingLoop(ExprContext &Context, const KernelAnalysis &Kernel,
                                               const Access &Site, unsigned Launch,
                                               int64_t Iterations) {
  LaunchWalk Walk(Context, Kernel.Program, Kernel.Launches[Launch]);
  for (const Loop &Each : Kernel.Program.Loops) {
    bool IsBeside = !is_contained(Site.Loops, Each.Id) &&
                    (!Each.Parent || is_contained(Site.Loops, *Each.Parent));
    bool HasAccesses = any_of(Kernel.Program.Accesses, [&](const Access &Other) {
      return is_contained(Other.Loops, Each.Id);
    });
    if (!IsBeside || HasAccesses)
      continue;
    std::optional<bool> IsCounted = isLong(Walk, Each, Iterations);
    if (IsCounted.value_or(true))
      return ComputingLoop{Each.Id, IsCounted.has_value()};
  }
  return std::nullopt;
}

/// How many requests a block makes in one iteration of the loops of unknown trip count.
static std::optional<double> requestsOfBlock(const AccessCost &Cost) {
  if (!Cost.Iterations)
    return std::nullopt;
  return Cost.RequestsPerBlock * *Cost.Iterations;
}

/// Of a request in the mean, also where the address depends on data.
static double leastCost(const AccessCost &Cost) {
  if (Cost.Known != Knowledge::Unknown)
    return Cost.MeanCost;
  return Cost.Bounds ? Cost.Bounds->Lowest : 0;
}

/// What a request of \p Cost takes at the least, be its lanes as they may.
static double leastIdeal(const AccessCost &Cost) {
  return Cost.Known != Knowledge::Unknown ? Cost.MeanIdeal : leastCost(Cost);
}

/// Whether \p Guard ends the grid where the data do: it compares an index of the grid with a number
/// that is not known.
static bool endsGrid(ExprRef Guard) {
  auto Has = [&](LeafKind Kind) {
    return anyLeaf(Guard, [&](ExprRef Leaf) { return Leaf->leaf().Kind == Kind; });
  };
  return Has(LeafKind::BlockIndex) && Has(LeafKind::ThreadIndex) && Has(LeafKind::Parameter);
}

/// Whether lanes that execute \p Site execute \p Other, too, which costs \p Cost; that all threads
/// of the grid are within its bounds is assumed of its cost.
static bool isExecutedWith(const KernelProgram &Kernel, const Access &Other, const AccessCost &Cost,
                           const Access &Site) {
  if (isUnderNoMoreGuards(Kernel, Other, Site))
    return true;
  return !Cost.MayNotExecute && all_of(Other.Guards, [&](ExprRef Guard) {
    return is_contained(Site.Guards, Guard) || endsGrid(Guard);
  });
}

std::optional<double> excessShare(const KernelAnalysis &Kernel, const Access &Site,
                                  unsigned Launch) {
  const AccessCost &Own = Kernel.Verdicts[Site.Id][Launch].Cost;
  double Requests = Own.RequestsPerBlock * Own.MostIterations;
  double All = 0;
  for (const Access &Other : Kernel.Program.Accesses) {
    const AccessCost &Cost = Kernel.Verdicts[Other.Id][Launch].Cost;
    bool IsBeside = Site.Space == MemorySpace::Shared && Other.Space == MemorySpace::Global;
    if ((Other.Space == Site.Space || IsBeside) && !Cost.NeverExecuted && !Cost.GuardUnknown &&
        Cost.OpenLoops == Own.OpenLoops && isExecutedWith(Kernel.Program, Other, Cost, Site))
      All += (IsBeside ? leastIdeal(Cost) : leastCost(Cost)) * requestsOfBlock(Cost).value_or(0);
  }
  // With all iterations that there may be, its share is the largest.
  if (!Own.Iterations)
    All += Own.MeanCost * Requests;
  double Excess = std::max(Own.MeanCost - Own.MeanIdeal, 0.0) * Requests;
  return All > 0 ? std::optional(Excess / All) : std::nullopt;
}

/// Cycles of a request in the mean, also where the address depends on data.
static double usualCycles(const AccessCost &Cost) {
  constexpr double SectorsPerCycle = 4;
  double Sectors = Cost.Known != Knowledge::Unknown ? Cost.MeanCost
                   : Cost.Bounds                    ? Cost.Bounds->Consecutive
                                                    : 0;
  return std::max(1.0, Sectors / SectorsPerCycle);
}

std::optional<double> cycleShare(const KernelAnalysis &Kernel, const Access &Site,
                                 unsigned Launch) {
  if (findLoopBeside(Kernel, Site, Launch, MemorySpace::Global))
    return 0;
  const AccessCost &Own = Kernel.Verdicts[Site.Id][Launch].Cost;
  std::optional<double> Requests = requestsOfBlock(Own);
  if (!Requests)
    return std::nullopt;
  double All = 0;
  for (const Access &Other : Kernel.Program.Accesses) {
    const AccessCost &Cost = Kernel.Verdicts[Other.Id][Launch].Cost;
    if (Other.Space == MemorySpace::Global && !Other.IsUnused && !Cost.NeverExecuted &&
        Cost.OpenLoops == Own.OpenLoops)
      All += usualCycles(Cost) * requestsOfBlock(Cost).value_or(0);
  }
  return All > 0 ? std::optional(usualCycles(Own) * *Requests / All) : std::nullopt;
}

} // namespace memlint
