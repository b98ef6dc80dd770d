//===- UncertainMerges.cpp - Accesses that compilers may merge ------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Aliasing/UncertainMerges.h"

#include "cuda-memlint/Analysis/Aliasing/ForwardedLoads.h"
#include "cuda-memlint/Analysis/Aliasing/LeftOutAccesses.h"
#include "cuda-memlint/Analysis/Aliasing/StraightCode.h"
#include "cuda-memlint/Symbolic/ConstantDistance.h"
#include "cuda-memlint/Symbolic/Expression.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <tuple>
#include <utility>

using namespace llvm;

namespace memlint {

namespace {

/// Accesses of one kind and width that are made under the same conditions in the same iteration.
struct Conditions {
  AccessKind Kind;
  unsigned Bytes;
  std::vector<unsigned> Loops;
  std::vector<ExprRef> Guards;

  bool operator<(const Conditions &Other) const {
    return std::tie(Kind, Bytes, Loops, Guards) <
           std::tie(Other.Kind, Other.Bytes, Other.Loops, Other.Guards);
  }
};

/// The same bytes in the same iteration.
struct Place {
  unsigned Object;
  ExprRef Offset;
  unsigned Bytes;
  std::vector<unsigned> Loops;

  bool operator<(const Place &Other) const {
    return std::tie(Object, Offset, Bytes, Loops) <
           std::tie(Other.Object, Other.Offset, Other.Bytes, Other.Loops);
  }
};

Conditions conditionsOf(const Access &Site) {
  return {Site.Kind, Site.Bytes, Site.Loops, Site.Guards};
}

/// \p Side where its last condition does not hold.
Conditions otherSideOf(ExprContext &Expressions, Conditions Side) {
  Side.Guards.back() = Expressions.logicalNot(Side.Guards.back());
  return Side;
}

class MergeFinder {
public:
  MergeFinder(ExprContext &Expressions, const KernelProgram &Kernel,
              const std::vector<bool> &IsLeftOut)
      : Expressions(Expressions), Kernel(Kernel), Found(Kernel.Accesses.size()) {
    for (const Access &Site : Kernel.Accesses)
      if (!IsLeftOut[Site.Id] && isPlainGlobalAccess(Kernel, Site))
        Sites.push_back(&Site);
  }

  std::vector<bool> run() {
    findByConditions();
    findByPlaces();
    findInUnrolledLoops();
    for (const Access *Site : Sites)
      Found[Site->Id] = Found[Site->Id] || mayBeForwarded(Kernel, *Site);
    return std::move(Found);
  }

private:
  /// Of accesses that are compared with each other.
  static constexpr size_t MostSites = 64;

  void findByConditions() {
    std::map<Conditions, std::vector<const Access *>> Under;
    for (const Access *Site : Sites)
      if (!Site->Guards.empty())
        Under[conditionsOf(*Site)].push_back(Site);
    for (const auto &[When, Alike] : Under) {
      if (When.Guards.back()->varies() >= Uniformity::Lane &&
          Under.count(otherSideOf(Expressions, When)))
        mark(Alike);
      findUnderTwoTests(ArrayRef(Alike).take_front(MostSites));
    }
  }

  /// Marks those of \p Alike whose bytes, or neighbours in the same aligned piece, others access
  /// under a test of the same conditions of its own.
  void findUnderTwoTests(ArrayRef<const Access *> Alike) {
    constexpr int64_t MostJoinedBytes = 16;
    for (auto [Index, Later] : enumerate(Alike))
      for (const Access *Earlier : Alike.take_front(Index)) {
        if (Earlier->Object != Later->Object)
          continue;
        std::optional<int64_t> Apart = constantDistance(Later->Offset, Earlier->Offset);
        if (Apart && std::abs(*Apart) < MostJoinedBytes &&
            areUnderSameTests(Kernel, *Earlier, *Later) &&
            !areInStraightCode(Kernel, *Earlier, *Later))
          mark({Earlier, Later});
      }
  }

  /// Marks the accesses of one place that two loads, or two stores, make under different
  /// conditions, and one whenever the other is.
  void findByPlaces() {
    std::map<Place, std::vector<const Access *>> At;
    for (const Access *Site : Sites)
      At[{Site->Object, Site->Offset, Site->Bytes, Site->Loops}].push_back(Site);
    for (const auto &[Where, Same] : At)
      if (hasConditionalRepetition(ArrayRef(Same).take_front(MostSites)))
        mark(Same);
  }

  bool hasConditionalRepetition(ArrayRef<const Access *> Same) const {
    return any_of(Same, [&](const Access *Site) {
      return any_of(Same, [&](const Access *Other) {
        return Other->Kind == Site->Kind && Other->Guards.size() < Site->Guards.size() &&
               std::equal(Other->Guards.begin(), Other->Guards.end(), Site->Guards.begin()) &&
               isKeptBetween(*Site, *Other);
      });
    });
  }

  /// Whether nothing between the two accesses of one place may change it but others of that place.
  bool isKeptBetween(const Access &Left, const Access &Right) const {
    auto [First, Last] = std::minmax(Left.NodeId, Right.NodeId);
    if (Last - First > MostNodesBetween)
      return false;
    size_t End = std::min<size_t>(Last, Kernel.Nodes.size());
    for (size_t Id = First + 1; Id < End; ++Id) {
      const Node &At = Kernel.Nodes[Id];
      bool IsSame = At.Kind == NodeKind::Access &&
                    Kernel.Accesses[At.Index].Object == Left.Object &&
                    Kernel.Accesses[At.Index].Offset == Left.Offset;
      if (!IsSame && mayBeChangedBy(Kernel, At, Left))
        return false;
    }
    return true;
  }

  /// Marks loads of what one of the first iterations of an unrolled loop loads, outside of that
  /// one.
  void findInUnrolledLoops() {
    using Loads = std::map<std::pair<unsigned, ExprRef>, SmallVector<const Access *, 2>>;
    Loads Written, Unrolled;
    for (const Access *Site : Sites) {
      if (Site->Kind != AccessKind::Load)
        continue;
      Written[{Site->Object, Site->Offset}].push_back(Site);
      if (!Site->Loops.empty() && isUnrolled(Kernel.Loops[Site->Loops.back()]))
        for (ExprRef Offset : firstOffsets(*Site))
          Unrolled[{Site->Object, Offset}].push_back(Site);
    }
    for (auto &[Where, Same] : Unrolled) {
      if (auto Others = Written.find(Where); Others != Written.end())
        append_range(Same, Others->second);
      if (any_of(Same, [&](const Access *Each) { return Each != Same.front(); }))
        mark(Same);
    }
  }

  SmallVector<ExprRef, 8> firstOffsets(const Access &Site) {
    ExprRef Counter = Kernel.Loops[Site.Loops.back()].Counter;
    SmallVector<ExprRef, 8> Offsets;
    constexpr int64_t MostIterations = 8;
    for (int64_t Iteration = 0; Iteration != MostIterations; ++Iteration) {
      ExprRef Offset = Expressions.substitute(Site.Offset, [&](ExprRef Leaf) {
        return Leaf == Counter ? Expressions.constant(Iteration) : nullptr;
      });
      if (Offset != Site.Offset)
        Offsets.push_back(Offset);
    }
    return Offsets;
  }

  void mark(ArrayRef<const Access *> Merged) {
    for (const Access *Site : Merged)
      Found[Site->Id] = true;
  }

  ExprContext &Expressions;
  const KernelProgram &Kernel;
  std::vector<const Access *> Sites;
  std::vector<bool> Found;
};

} // namespace

std::vector<bool> findUncertainMerges(ExprContext &Expressions, const KernelProgram &Kernel,
                                      const std::vector<bool> &IsLeftOut) {
  return MergeFinder(Expressions, Kernel, IsLeftOut).run();
}

std::vector<bool> findSunkLoads(ExprContext &Expressions, const KernelProgram &Kernel,
                                const std::vector<bool> &IsLeftOut) {
  std::vector<bool> Found(Kernel.Accesses.size());
  std::set<Conditions> Made;
  auto IsLoad = [&](const Access &Site) {
    return Site.Kind == AccessKind::Load && !Site.Guards.empty() &&
           isPlainGlobalAccess(Kernel, Site);
  };
  for (const Access &Site : Kernel.Accesses)
    if (IsLoad(Site) && !IsLeftOut[Site.Id])
      Made.insert(conditionsOf(Site));
  for (const Access &Site : Kernel.Accesses)
    Found[Site.Id] = IsLoad(Site) && IsLeftOut[Site.Id] &&
                     Made.contains(otherSideOf(Expressions, conditionsOf(Site)));
  return Found;
}

} // namespace memlint
