//===- AmbiguousSpace.cpp - Pointers to shared or global memory -----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckList.h"
#include "FindingParts.h"
#include "SourceStart.h"

#include "cuda-memlint/Checks/FindingGroups.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/CudaModel/DeviceFunction.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

/// Compilers copy the body of a loop for iterations that differ in a condition, and then know the
/// space in each copy.
static bool isDecidedOnce(ExprRef Selector) {
  return allLeaves(Selector, [](ExprRef Leaf) {
    const LeafInfo &Info = Leaf->leaf();
    return Info.Kind != LeafKind::LoopCounter &&
           (Info.Kind != LeafKind::Opaque || Info.Reason == OpaqueReason::DataDependent);
  });
}

/// \p Inner is part of \p Outer.
static bool isPartOf(const SourcePosition &Inner, const SourcePosition &Outer) {
  return Outer.Path == Inner.Path &&
         std::pair(Outer.Line, Outer.Column) <= std::pair(Inner.Line, Inner.Column) &&
         std::pair(Inner.EndLine, Inner.EndColumn) <= std::pair(Outer.EndLine, Outer.EndColumn);
}

/// The choice is between two elements, not between two pointers: compilers make a load of each.
static bool choosesElements(const KernelProgram &Program, const Access &Site) {
  return any_of(Program.Nodes, [&](const Node &Each) {
    return Each.Kind == NodeKind::Branch && Each.Position.Line != 0 &&
           isPartOf(Each.Position, Site.Position);
  });
}

/// One of several constants.
static bool isFixed(ExprRef Offset) {
  return Offset->isConstant() || (Offset->kind() == ExprKind::Select &&
                                  isFixed(Offset->operands()[1]) && isFixed(Offset->operands()[2]));
}

/// The compiler may load from each place before it knows which one is meant: variables, at fixed
/// places in them.
static bool mayLoadEach(const KernelProgram &Program, const Access &Site) {
  return Site.Kind == AccessKind::Load && !Site.IsVolatile && Site.Offset && isFixed(Site.Offset) &&
         all_of(Program.Objects[Site.Object].OneOf, [&](unsigned Base) {
           ObjectKind Kind = Program.Objects[Base].Kind;
           return Kind == ObjectKind::StaticShared || Kind == ObjectKind::DeviceVariable;
         });
}

/// \p Condition asks for the space of an address: `__isShared(p)`.
static bool asksForSpace(ExprRef Condition) {
  return anyLeaf(Condition, [](ExprRef Leaf) {
    std::optional<DeviceFunction> Called =
        deviceFunction(StringRef(Leaf->leaf().Name).split('(').first);
    return Called && Called->Kind == FunctionKind::IsInSpace;
  });
}

/// The compiler knows the space from a condition around \p Site, or from an assumption.
static bool isSpaceStated(const KernelProgram &Program, const Access &Site) {
  return any_of(Site.Guards, asksForSpace) || any_of(Program.Facts, asksForSpace);
}

static bool areOpposite(ExprRef One, ExprRef Other) {
  return (One->kind() == ExprKind::Not && One->operands()[0] == Other) ||
         (Other->kind() == ExprKind::Not && Other->operands()[0] == One);
}

/// Another access on the other side of the condition \p Guard, which keeps nvcc from the space: it
/// makes one load of two of the same element, before or after the branch; and two atomics stay
/// generic, whatever their elements.
static bool isOnBothSides(const KernelProgram &Program, const Access &Site, ExprRef Guard) {
  return Site.Kind != AccessKind::Store && any_of(Program.Accesses, [&](const Access &Other) {
           return Other.Object == Site.Object && Other.Kind == Site.Kind &&
                  (Other.Kind == AccessKind::Atomic ||
                   Other.OffsetInSelected == Site.OffsetInSelected) &&
                  any_of(Other.Guards, [&](ExprRef Each) { return areOpposite(Each, Guard); });
         });
}

/// The compiler knows the space from a comparison of the pointer around \p Site: of one that equals
/// an array in shared memory or an argument, but not a variable in global memory. One that differs
/// from shared memory leads to the other array, but one that differs from an argument may not.
static bool isSpaceCompared(const KernelProgram &Program, const Access &Site) {
  return any_of(Program.PlaceEqualities, [&](const PlaceEquality &Each) {
    const MemoryObject &Place = Program.Objects[Each.Place];
    bool IsShared = Place.Space == MemorySpace::Shared;
    if (Each.Pointer != Site.Object || (!IsShared && Place.Kind != ObjectKind::Parameter))
      return false;
    bool DecidesOther = IsShared && Program.Objects[Each.Pointer].OneOf.size() == 2;
    auto Decides = [&](ExprRef Part) {
      return (Part == Each.Holds || (DecidesOther && areOpposite(Part, Each.Holds))) &&
             !isOnBothSides(Program, Site, Part);
    };
    return any_of(Site.Guards,
                  [&](ExprRef Guard) { return any_of(partsOf(Guard, ExprKind::And), Decides); });
  });
}

/// The objects that \p Site accesses one of, where some are in shared memory and all others in
/// global memory; else none.
static std::vector<unsigned> mixedObjects(const KernelProgram &Program, const Access &Site) {
  const std::vector<unsigned> &Bases = Program.Objects[Site.Object].OneOf;
  auto IsIn = [&](MemorySpace Space) {
    return [&, Space](unsigned Base) { return Program.Objects[Base].Space == Space; };
  };
  bool IsMixed = any_of(Bases, IsIn(MemorySpace::Shared)) &&
                 any_of(Bases, IsIn(MemorySpace::Global)) && all_of(Bases, [&](unsigned Base) {
                   return Program.Objects[Base].Kind != ObjectKind::Unknown &&
                          (IsIn(MemorySpace::Shared)(Base) || IsIn(MemorySpace::Global)(Base));
                 });
  bool IsGeneric = Site.Selector && !Site.Selector->isConstant() && isDecidedOnce(Site.Selector) &&
                   Site.Written != SourceForm::Assembly && !Site.IsUnused;
  return IsMixed && IsGeneric && !choosesElements(Program, Site) && !mayLoadEach(Program, Site) &&
                 !isSpaceStated(Program, Site) && !isSpaceCompared(Program, Site)
             ? Bases
             : std::vector<unsigned>();
}

/// "generic load: `p[i]` reads `tile` (shared) or `in` (global)".
static std::string describeAmbiguity(const KernelProgram &Program, const Access &Site,
                                     ArrayRef<unsigned> Bases) {
  std::string Text;
  for (auto [Number, Base] : enumerate(Bases)) {
    const MemoryObject &Object = Program.Objects[Base];
    Text +=
        (Number == 0 ? " `" : " or `") + Object.Name + "` (" + spaceName(Object.Space).str() + ")";
  }
  return "generic " + kindName(Site.Kind).str() + ": `" + Site.Text + "` is in" + Text +
         ", which is known at run time only";
}

static void checkAmbiguousSpace(const CheckRun &In) {
  const KernelProgram &Program = In.Kernel.Program;
  MapVector<unsigned, SmallVector<const Access *>> ByObject;
  for (const Access &Site : Program.Accesses)
    if (!mixedObjects(Program, Site).empty())
      ByObject[Site.Object].push_back(&Site);
  for (const auto &[Object, Sites] : ByObject) {
    const Access &First = *Sites.front();
    Finding &Result =
        In.report(First.Position, describeAmbiguity(Program, First, Program.Objects[Object].OneOf));
    Result.Access = First.Id;
    addCallNotes(Result, First);
    std::vector<SourcePosition> Others;
    for (const Access *Each : ArrayRef(Sites).drop_front())
      if (startOf(Each->Position) != startOf(First.Position))
        Others.push_back(Each->Position);
    if (!Others.empty())
      addNote(Result, listOtherAccesses(First.Position, Others, Program.Objects[Object].Name));
    addNote(Result, "the compiler makes a generic instruction (LD, ST, ATOM), which finds out the "
                    "space of each address, in place of one for shared or global memory");
    setHelp(Result, "access each array in a branch of its own, or make the code a template that is "
                    "called with either pointer and inlined");
    Result.NoFix = MissingFix{MissingFix::Reason::Accesses, "", {}};
  }
}

const Check AmbiguousSpace = {
    .Name = "cuda-ambiguous-space",
    .Summary = "a pointer may lead to shared or to global memory, which takes generic accesses",
    .Level = FindingLevel::Warning,
    .Subject = FindingSubject::AccessCost,
    .Run = checkAmbiguousSpace,
    .Basis = FindingBasis::Nvidia};

} // namespace memlint
