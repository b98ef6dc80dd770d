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
#include "llvm/Support/MathExtras.h"

#include <cstdlib>
#include <numeric>
#include <utility>

using namespace llvm;

namespace memlint {

/// Whether \p Root has one value in all iterations of \p In, whatever they load.
static bool isSameThroughout(ExprRef Root, const Loop &In) {
  return isInvariant(Root, In, [](ExprRef) { return false; });
}

/// Whether both access the same bytes, in whatever iteration.
static bool isOfSameBytes(const Access &Other, const Access &Site) {
  return isPlainAccess(Other) && Other.Object == Site.Object && Other.Offset == Site.Offset &&
         Other.Bytes == Site.Bytes;
}

/// Whether \p Other is the store that leaves its value in a register for \p Site, or takes it from
/// there: both are to the same bytes, in one loop.
static bool isOfSamePlace(const Access &Other, const Access &Site) {
  return isOfSameBytes(Other, Site) && Other.Loops == Site.Loops;
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

/// Whether \p Condition is about nothing but numbers of iterations, which compilers know as well.
static bool isOfCountersOnly(ExprRef Condition) {
  return allLeaves(Condition,
                   [](ExprRef Leaf) { return Leaf->leaf().Kind == LeafKind::LoopCounter; });
}

/// \p Around has so few iterations that compilers may make a copy of the body for each.
static bool isShort(const Loop &Around) {
  constexpr int64_t LongLoop = 128;
  return Around.UnrollCount || (Around.Counter && Around.Counter->range().High < LongLoop);
}

LoopMotion::Motion LoopMotion::entersEachTime(const Loop &Inner, const Loop &Outer,
                                              const Access &Inside) {
  auto AtStart = [&](ExprRef Condition, const Loop &In) {
    return Expressions.substitute(Condition, [&](ExprRef Leaf) {
      return Leaf == In.Counter ? Expressions.constant(0) : nullptr;
    });
  };
  Motion Result = Motion::Moves;
  for (ExprRef Guard : Inside.Guards) {
    bool IsOfInner = anyLeaf(Guard, [&](ExprRef Leaf) { return Leaf == Inner.Counter; }) ||
                     is_contained(Inner.Exits, Expressions.logicalNot(Guard));
    if (!IsOfInner)
      continue;
    // What compilers make of a bound that depends on the outer loop is known where both count up.
    bool IsKnown = (Inner.CountsUp && Outer.CountsUp) ||
                   !anyLeaf(Guard, [&](ExprRef Leaf) { return Leaf == Outer.Counter; });
    ExprRef Enters = AtStart(Guard, Inner);
    if (IsKnown && Enters->range().Low > 0 && isOfCountersOnly(Guard))
      continue;
    // An iteration that is known not to enter the loop keeps the access behind the condition.
    if (AtStart(Enters, Outer)->range().High == 0 && !isShort(Outer))
      return Motion::Stays;
    Result = Motion::Unclear;
  }
  return Result;
}

SmallVector<const Access *, 4> LoopMotion::sharingRegister(const Access &Site) {
  SmallVector<const Access *, 4> Found;
  copy_if(accessesAt(Site.Offset), std::back_inserter(Found),
          [&](const Access *Each) { return !Each->IsUnused && isOfSamePlace(*Each, Site); });
  return Found;
}

LoopMotion::Motion LoopMotion::motionOutOf(const Loop &Inner, const Loop &Outer,
                                           const Access &Inside, ArrayRef<const Access *> Kept) {
  const Access &Site = *Kept.front();
  const LoopCycle *Body = cycleOf(Outer.Id), *OfInner = cycleOf(Inner.Id);
  const LoopCycle *Innermost = cycleOf(Site.Loops.back());
  if (!isSameThroughout(Site.Offset, Outer) || !Body || !OfInner || !Innermost ||
      !Body->Nodes.test(OfInner->Head) || !Ways->isDoneEachTime(OfInner->Head, *Body))
    return Motion::Stays;
  Motion Result = entersEachTime(Inner, Outer, Inside);
  for (unsigned Id : Body->Nodes.set_bits()) {
    const Node &Passed = Kernel.Nodes[Id];
    if (none_of(Kept, [&](const Access *Each) { return keepsInPlace(Passed, *Innermost, *Each); }))
      continue;
    // What another loop or the outer one does to the same bytes may share the register.
    if (Passed.Kind != NodeKind::Access || !isOfSameBytes(Kernel.Accesses[Passed.Index], Site) ||
        Kernel.Accesses[Passed.Index].Loops == Site.Loops)
      return Motion::Stays;
    if (Result == Motion::Moves)
      Result = Motion::Unclear;
  }
  return Result;
}

bool LoopMotion::isMovable(const Access &Site) const {
  bool IsOfArray = Site.Space == MemorySpace::Global || Site.Space == MemorySpace::Shared;
  return isPlainAccess(Site) && IsOfArray && !Site.IsUnused && !Site.Loops.empty() &&
         Site.NodeId < Kernel.Nodes.size() && Kernel.Unseen.empty() &&
         Kernel.Objects[Site.Object].OneOf.empty();
}

std::optional<PromotedAccess> LoopMotion::find(const Access &Site) {
  if (!isMovable(Site))
    return std::nullopt;
  const Loop &Around = Kernel.Loops[Site.Loops.back()];
  if (!isSameThroughout(Site.Offset, Around))
    return std::nullopt;
  const LoopCycle *Body = cycleOf(Around.Id);
  if (!Body || !Body->Nodes.test(Site.NodeId) || !Ways->isDoneEachTime(Site.NodeId, *Body) ||
      any_of(Body->Nodes.set_bits(),
             [&](unsigned Id) { return keepsInPlace(Kernel.Nodes[Id], *Body, Site); }))
    return std::nullopt;
  std::optional<Access> Once = inFirstIteration(Site, Around);
  if (!Once)
    return std::nullopt;
  PromotedAccess Found = outOfFurtherLoops(Site, std::move(*Once));
  auto StaysInLoop = [&](const Access *Each) {
    return Each->Kind == AccessKind::Store && !find(*Each);
  };
  if (Site.Kind == AccessKind::Load && any_of(sharingRegister(Site), StaysInLoop))
    Found.StoredIn = &Around;
  return Found;
}

PromotedAccess LoopMotion::outOfFurtherLoops(const Access &Site, Access Once) {
  SmallVector<const Access *, 4> Kept = sharingRegister(Site);
  Access Inside = Site;
  while (!Once.Loops.empty()) {
    const Loop &Inner = Kernel.Loops[Site.Loops[Once.Loops.size()]];
    const Loop &Outer = Kernel.Loops[Once.Loops.back()];
    Motion Next = motionOutOf(Inner, Outer, Inside, Kept);
    std::optional<Access> Outside =
        Next == Motion::Moves ? inFirstIteration(Once, Outer) : std::nullopt;
    if (!Outside)
      return {std::move(Once), Next != Motion::Stays};
    Inside = std::exchange(Once, std::move(*Outside));
  }
  return {std::move(Once)};
}

/// How far apart two iterations of \p Around are that follow each other; null where that depends on
/// which they are.
static ExprRef strideIn(ExprContext &Expressions, ExprRef Offset, const Loop &Around) {
  ExprRef Following = Expressions.add(Around.Counter, Expressions.constant(1));
  ExprRef Next = Expressions.substitute(
      Offset, [&](ExprRef Leaf) { return Leaf == Around.Counter ? Following : nullptr; });
  ExprRef Stride = Expressions.subtract(Next, Offset);
  return isSameThroughout(Stride, Around) ? Stride : nullptr;
}

/// Whether some iterations of \p Inner in one of \p Outer are at the address of others in another
/// one, as with `a[i + j]`, and compilers may know that: they may make a copy of the body for each
/// iteration, or of the inner loop only, whose last iterations leave what the first ones load in
/// the next outer iteration.
static bool comesBack(ExprContext &Expressions, ExprRef Offset, const Loop &Outer,
                      const Loop &Inner) {
  constexpr int64_t MostSteps = 16;
  if (!isShort(Inner))
    return false;
  ExprRef OfOuter = strideIn(Expressions, Offset, Outer);
  ExprRef OfInner = strideIn(Expressions, Offset, Inner);
  if (!OfOuter || !OfInner || !OfOuter->isConstant() || !OfInner->isConstant())
    return false;
  int64_t Far = std::abs(OfOuter->constantTerm()), Near = std::abs(OfInner->constantTerm());
  if (Far == 0 || Near == 0)
    return false;
  if (!isShort(Outer))
    // With its last value the counter leaves the loop.
    return Far % Near == 0 && Inner.Counter && Far / Near < Inner.Counter->range().High;
  return Near / std::gcd(Far, Near) <= MostSteps && Far / std::gcd(Far, Near) <= MostSteps;
}

/// Whether \p Load reads in iterations of \p Around what \p Other accesses a few iterations before.
static bool readsWhatWasAccessed(ExprContext &Expressions, const Access &Load, const Access &Other,
                                 const Loop &Around) {
  // Compilers make few copies of a loop's body, unless they make one for each iteration.
  constexpr int64_t MostCopies = 16;
  if (Load.Object != Other.Object || Load.Bytes != Other.Bytes || Load.Loops != Other.Loops ||
      !isPlainAccess(Other))
    return false;
  ExprRef Stride = strideIn(Expressions, Other.Offset, Around);
  ExprRef Apart = Expressions.subtract(Other.Offset, Load.Offset);
  for (int64_t Back = 1; Stride && Back <= MostCopies; ++Back)
    if (Expressions.multiply(Stride, Expressions.constant(Back)) == Apart)
      return true;
  return false;
}

bool LoopMotion::mayKeepValue(const Access &Load) {
  const Loop &Around = Kernel.Loops[Load.Loops.back()];
  const LoopCycle *Body = Around.Counter ? cycleOf(Around.Id) : nullptr;
  if (Load.Kind != AccessKind::Load || !Body || isSameThroughout(Load.Offset, Around))
    return false;
  bool IsKept = false;
  for (unsigned Id : Body->Nodes.set_bits()) {
    const Node &Passed = Kernel.Nodes[Id];
    if (Passed.Kind != NodeKind::Access) {
      if (keepsInPlace(Passed, *Body, Load))
        return false;
      continue;
    }
    const Access &Other = Kernel.Accesses[Passed.Index];
    if (&Other != &Load && readsWhatWasAccessed(Expressions, Load, Other, Around))
      IsKept = true;
    else if (Other.Kind != AccessKind::Load && mayChange(Kernel, Other, Load))
      return false;
  }
  return IsKept;
}

bool LoopMotion::mayStayInRegister(const Access &Site, const Loop &Around) {
  // Of a short loop inside, there is a copy of the body for each iteration, with an address each.
  ExprRef Offset = Expressions.substitute(Site.Offset, [&](ExprRef Leaf) -> ExprRef {
    bool IsOfCopy = Leaf != Around.Counter && any_of(Site.Loops, [&](unsigned Id) {
                      return Kernel.Loops[Id].Counter == Leaf && isShort(Kernel.Loops[Id]);
                    });
    return IsOfCopy ? Expressions.constant(0) : nullptr;
  });
  const LoopCycle *Body = cycleOf(Around.Id);
  bool IsRepeated = isSameThroughout(Offset, Around) || any_of(Site.Loops, [&](unsigned Id) {
                      return Id != Around.Id && Around.Counter && Kernel.Loops[Id].Counter &&
                             comesBack(Expressions, Site.Offset, Around, Kernel.Loops[Id]);
                    });
  return Body && IsRepeated && none_of(Body->Nodes.set_bits(), [&](unsigned Id) {
           const Node &Passed = Kernel.Nodes[Id];
           bool IsKnown = Passed.Kind == NodeKind::Access &&
                          isAtKnownDistance(Kernel.Accesses[Passed.Index], Site);
           return !IsKnown && keepsInPlace(Passed, *Body, Site);
         });
}

bool LoopMotion::isAtKnownDistance(const Access &Other, const Access &Site) const {
  if (!isPlainAccess(Other) || Other.Object != Site.Object || Other.Bytes != Site.Bytes)
    return false;
  ExprRef Apart = Expressions.subtract(Other.Offset, Site.Offset);
  return allLeaves(Apart, [&](ExprRef Leaf) {
    return any_of(Kernel.Loops,
                  [&](const Loop &Each) { return Each.Counter == Leaf && isShort(Each); });
  });
}

/// Whether \p Other is in some of the loops around \p Site, but not in the innermost ones.
static bool isInOuterLoop(const Access &Other, const Access &Site) {
  return Other.Loops.size() < Site.Loops.size() &&
         ArrayRef(Site.Loops).take_front(Other.Loops.size()) == ArrayRef(Other.Loops);
}

ArrayRef<const Access *> LoopMotion::accessesAt(ExprRef Offset) {
  if (ByOffset.empty())
    for (const Access &Each : Kernel.Accesses)
      ByOffset[Each.Offset].push_back(&Each);
  return ByOffset[Offset];
}

bool LoopMotion::isAccessedBefore(const Access &Site) {
  return any_of(accessesAt(Site.Offset), [&](const Access *Other) {
    return isOfSameBytes(*Other, Site) && isInOuterLoop(*Other, Site);
  });
}

bool LoopMotion::isOverwritten(const Access &Store, const Access &By) const {
  return By.Kind == AccessKind::Store && !By.Loops.empty() && Store.Kind == AccessKind::Store &&
         isOfSameBytes(By, Store) && isInOuterLoop(By, Store) &&
         isSameThroughout(Store.Offset, Kernel.Loops[By.Loops.back()]);
}

ArrayRef<LoopMotion::Overwriting> LoopMotion::overwritings() {
  if (Overwritings)
    return *Overwritings;
  Overwritings.emplace();
  for (const Access &By : Kernel.Accesses)
    for (const Access *Store : accessesAt(By.Offset))
      if (isOverwritten(*Store, By))
        Overwritings->push_back({Store, &By});
  return *Overwritings;
}

bool LoopMotion::mayBeOverwritten(const Access &Site) {
  return any_of(overwritings(), [&](const Overwriting &Each) {
    return Each.Store->Loops == Site.Loops || Each.By == &Site;
  });
}

bool LoopMotion::mayBeFewer(const Access &Site, const std::optional<PromotedAccess> &Found) {
  if (!isMovable(Site))
    return false;
  return (Found && Found->IsMost) || mayKeepValue(Site) ||
         (!Found && Site.Kind == AccessKind::Load && isAccessedBefore(Site)) ||
         mayBeOverwritten(Site) || any_of(Found ? Found->Once.Loops : Site.Loops, [&](unsigned Id) {
           return mayStayInRegister(Site, Kernel.Loops[Id]);
         });
}

/// Whether \p Around has as many iterations, whenever a thread comes to it.
static bool hasFixedCount(const Loop &Around) {
  return all_of(Around.Exits, [&](ExprRef Exit) {
    return Exit->varies() <= Uniformity::Grid && allLeaves(Exit, [&](ExprRef Leaf) {
             return Leaf == Around.Counter || Leaf->leaf().Kind != LeafKind::LoopCounter;
           });
  });
}

PromotedCost::PromotedCost(const PromotedAccess &Moved, AccessCost Once, const AccessCost &EachTime)
    : Cost(std::move(Once)), IsMost(Moved.IsMost) {
  // nvcc makes four copies of a body of this kind at most, or one for each iteration.
  constexpr uint64_t MostCopies = 4;
  if (!Moved.StoredIn || !Cost.Totals || !EachTime.Totals || Cost.Totals->Requests == 0)
    return;
  uint64_t Loads = Cost.Totals->Requests, OfSource = EachTime.Totals->Requests;
  if (OfSource <= Loads || (hasFixedCount(*Moved.StoredIn) && OfSource % (Loads * MostCopies) == 0))
    return;
  IsMost = true;
  for (uint64_t *Total :
       {&Cost.Totals->Requests, &Cost.Totals->Lanes, &Cost.Totals->Cost, &Cost.Totals->Ideal})
    *Total = SaturatingMultiply<uint64_t>(*Total, 2);
}

} // namespace memlint
