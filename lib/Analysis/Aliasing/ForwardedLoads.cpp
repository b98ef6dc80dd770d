//===- ForwardedLoads.cpp - Loads that compilers leave out ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Aliasing/ForwardedLoads.h"

#include "cuda-memlint/Analysis/Aliasing/StraightCode.h"
#include "cuda-memlint/Symbolic/ConstantDistance.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cstdlib>

using namespace llvm;

namespace memlint {

bool isPlainAccess(const Access &Site) {
  return (Site.Kind == AccessKind::Load || Site.Kind == AccessKind::Store) &&
         Site.Form == RequestForm::Plain && Site.Order == AccessOrder::Weak && !Site.IsVolatile &&
         Site.Offset && Site.Reason.empty();
}

bool mayChange(const KernelProgram &Kernel, const Access &Write, const Access &Load) {
  bool IsGeneric = Write.Space == MemorySpace::Generic || Load.Space == MemorySpace::Generic;
  if (Write.Space != Load.Space && !IsGeneric)
    return false;
  const MemoryObject &Its = Kernel.Objects[Write.Object], &Mine = Kernel.Objects[Load.Object];
  if (Write.Object != Load.Object) {
    bool IsOne = Its.OneOf.empty() && Mine.OneOf.empty();
    bool AreArrays = Its.Kind == ObjectKind::StaticShared && Mine.Kind == ObjectKind::StaticShared;
    return !(IsOne && (AreArrays || Its.IsRestrict || Mine.IsRestrict));
  }
  if (!isPlainAccess(Write))
    return true;
  std::optional<int64_t> Apart = constantDistance(Write.Offset, Load.Offset);
  return !Apart || std::abs(*Apart) < int64_t(std::max(Write.Bytes, Load.Bytes));
}

/// Whether a function or assembly has the address of \p Object: `__ldg` was seen to undo what
/// `__restrict__` does.
static bool isGivenAway(const KernelProgram &Kernel, unsigned Object) {
  return any_of(Kernel.Accesses, [&](const Access &Each) {
    return Each.Object == Object && Each.Kind == AccessKind::Load &&
           Each.Written != SourceForm::Expression;
  });
}

namespace {

/// Whether all that compilers do not always see through counts as a change.
enum class Certainty : uint8_t { Is, MayBe };

} // namespace

/// Whether \p At is an access under a condition that \p Load does not have: compilers may load
/// again where that holds, only.
static bool isUnderOthers(const KernelProgram &Kernel, const Node &At, const Access &Load) {
  return At.Kind == NodeKind::Access &&
         !all_of(Kernel.Accesses[At.Index].Guards,
                 [&](ExprRef Guard) { return is_contained(Load.Guards, Guard); });
}

namespace {

/// What may change the bytes of one access.
class ChangeFinder {
public:
  ChangeFinder(const KernelProgram &Kernel, const Access &Site, Certainty Trust)
      : Kernel(Kernel), Site(Site), Trust(Trust) {}

  bool mayChange(const Node &Passed) {
    if (Trust == Certainty::MayBe && Site.Written == SourceForm::Call)
      return false;
    switch (Passed.Kind) {
    case NodeKind::Barrier:
      return Kernel.Barriers[Passed.Index].Scope != BarrierScope::Thread && !isOwn();
    case NodeKind::Fence:
      return !isOwn();
    case NodeKind::WarpOperation:
      return Trust == Certainty::Is && !isOwn();
    case NodeKind::Access:
      return mayChange(Kernel.Accesses[Passed.Index]);
    default:
      return false;
    }
  }

private:
  bool mayChange(const Access &Other) const {
    if (Other.Kind == AccessKind::Load)
      return Trust == Certainty::Is && Other.Written != Site.Written && Other.Object == Site.Object;
    return memlint::mayChange(Kernel, Other, Site);
  }

  /// Nothing else means what a `__restrict__` pointer points to: nobody but the thread changes it.
  bool isOwn() {
    if (!IsOwn)
      IsOwn = Site.Space == MemorySpace::Global && Kernel.Objects[Site.Object].IsRestrict &&
              (Trust == Certainty::MayBe || !isGivenAway(Kernel, Site.Object));
    return *IsOwn;
  }

  const KernelProgram &Kernel;
  const Access &Site;
  Certainty Trust;
  /// Found when it is first asked for.
  std::optional<bool> IsOwn;
};

} // namespace

bool mayBeChangedBy(const KernelProgram &Kernel, const Node &Passed, const Access &Site) {
  return ChangeFinder(Kernel, Site, Certainty::Is).mayChange(Passed);
}

/// Whether the thread has made \p Other, which comes before \p Load, in the same iteration whenever
/// it makes the load. Conditions that only the load has do not matter where all paths to it pass by
/// the other.
static bool isMadeBefore(const KernelProgram &Kernel, const Access &Other, const Access &Load) {
  return Other.Loops == Load.Loops &&
         (areInStraightCode(Kernel, Other, Load) || dominates(Kernel, Other, Load));
}

/// Of two accesses to the same bytes, whether one gets its value from the other: what a function
/// such as `__ldg` loads is not taken for what an expression does.
static bool mayForward(const Access &Other, const Access &Load) {
  return isPlainAccess(Other) && !Other.IsUnused && Other.Written == Load.Written &&
         Other.Object == Load.Object && Other.Offset == Load.Offset && Other.Bytes == Load.Bytes;
}

static const Access *findSource(const KernelProgram &Kernel, const Access &Load, Certainty Trust) {
  bool MayDoAnything =
      any_of(Kernel.Unseen, [](const UnseenEffect &Each) { return !Each.OnlyPrints; });
  if (MayDoAnything || Load.Kind != AccessKind::Load || !isPlainAccess(Load) ||
      !Kernel.Objects[Load.Object].OneOf.empty())
    return nullptr;
  // Nodes are in the order of the program: what may happen between two of one iteration, on
  // whatever path, is numbered between them.
  // A program may have accesses and no graph.
  size_t Before = std::min<size_t>(Load.NodeId, Kernel.Nodes.size());
  size_t First = Before - std::min(Before, MostNodesBetween);
  ChangeFinder Changes(Kernel, Load, Trust);
  for (size_t Id = Before; Id-- != First;) {
    const Node &At = Kernel.Nodes[Id];
    if (At.Kind == NodeKind::Access) {
      const Access &Other = Kernel.Accesses[At.Index];
      if (mayForward(Other, Load) && isMadeBefore(Kernel, Other, Load))
        return &Other;
    }
    bool MayBePassedBy = Trust == Certainty::MayBe && isUnderOthers(Kernel, At, Load);
    if (!MayBePassedBy && Changes.mayChange(At))
      return nullptr;
  }
  return nullptr;
}

const Access *findForwarded(const KernelProgram &Kernel, const Access &Load) {
  return findSource(Kernel, Load, Certainty::Is);
}

bool mayBeForwarded(const KernelProgram &Kernel, const Access &Load) {
  return findSource(Kernel, Load, Certainty::MayBe);
}

} // namespace memlint
