//===- JointObjects.cpp - Pointers to one of several objects --------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelObjects.h"

#include <algorithm>

using namespace clang;

namespace memlint {

bool KernelObjects::isAmong(unsigned Object, unsigned Joint) {
  std::vector<unsigned> Bases = Program.basesOf(Joint);
  return llvm::all_of(Program.basesOf(Object),
                      [&](unsigned Base) { return llvm::is_contained(Bases, Base); });
}

unsigned KernelObjects::jointObject(unsigned Left, unsigned Right) {
  if (Left == Right)
    return Left;
  const MemoryObject A = Program.Objects[Left], B = Program.Objects[Right];
  std::vector<unsigned> Bases = Program.basesOf(Left), Others = Program.basesOf(Right), All;
  std::set_union(Bases.begin(), Bases.end(), Others.begin(), Others.end(), std::back_inserter(All));
  if (All == Bases)
    return Left;
  if (All == Others)
    return Right;
  MemorySpace Space = A.Space == B.Space ? A.Space : MemorySpace::Generic;
  auto [Known, IsNew] = JointObjects.try_emplace({Space, All}, 0);
  if (!IsNew)
    return Known->second;
  MemoryObject Joint;
  Joint.Space = Space;
  for (unsigned Base : All)
    Joint.Name += (Joint.Name.empty() ? "" : " or ") + Program.Objects[Base].Name;
  Joint.AlignmentBytes = std::min(A.AlignmentBytes, B.AlignmentBytes);
  Joint.OneOf = std::move(All);
  unsigned Object = Known->second = addObject(std::move(Joint));
  if (A.Space != B.Space && A.Space != MemorySpace::Generic && B.Space != MemorySpace::Generic) {
    auto Named = [](const MemoryObject &One) {
      llvm::StringRef Words = One.Space == MemorySpace::Shared     ? "shared"
                              : One.Space == MemorySpace::Constant ? "constant"
                              : One.Space == MemorySpace::Local    ? "local"
                                                                   : "global";
      return "`" + One.Name + "` (" + Words.str() + ")";
    };
    MixedSpaces[Object] = "the pointer is to " + Named(A) + " or to " + Named(B);
  }
  return Object;
}

Lvalue KernelObjects::asOneOf(const Lvalue &At, unsigned Joint) {
  const MemoryObject &Own = Program.Objects[At.Object];
  Lvalue Result = Lvalue::memory(Joint, At.Offset);
  Result.NotNull = At.NotNull;
  if (!Own.OneOf.empty()) {
    Result.Selector = At.Selector;
    Result.OffsetInSelected = At.OffsetInSelected;
  } else if (Own.Kind != ObjectKind::Unknown) {
    Result.Selector = Exprs.constant(int64_t(Own.Id));
    Result.OffsetInSelected = At.Offset;
  }
  return Result;
}

Lvalue KernelObjects::joinPlaces(ExprRef Condition, const Lvalue &Left, const Lvalue &Right) {
  auto IsNull = [&](const Lvalue &At) { return Program.Objects[At.Object].IsNull; };
  bool OneObject = Left.Object == Right.Object;
  if (OneObject && Program.Objects[Left.Object].OneOf.empty())
    return Lvalue::memory(Left.Object, joinNumbers(Exprs, Condition, Left.Offset, Right.Offset));
  // Assigned in one branch only after a null initialisation.
  if (!OneObject && IsNull(Left))
    return Right;
  if (!OneObject && IsNull(Right))
    return Left;
  unsigned Object = jointObject(Left.Object, Right.Object);
  MemorySpace Space = Program.Objects[Object].Space;
  Lvalue Joined = Lvalue::memory(Object, nullptr);
  Lvalue First = asOneOf(Left, Object), Second = asOneOf(Right, Object);
  if (First.Selector && Second.Selector) {
    Joined.Selector = joinNumbers(Exprs, Condition, First.Selector, Second.Selector);
    Joined.OffsetInSelected =
        joinNumbers(Exprs, Condition, First.OffsetInSelected, Second.OffsetInSelected);
  }
  ExprRef LeftOffset = Left.Offset;
  if (!OneObject && Condition->varies() == Uniformity::Lane && Space == MemorySpace::Global) {
    // Lanes of one warp in different objects: no sector holds bytes of both.
    constexpr int64_t FarApart = int64_t(1) << 36;
    LeftOffset = Exprs.add(LeftOffset, Exprs.constant(FarApart * int64_t(Left.Object + 1)));
  } else if (!OneObject && Condition->varies() == Uniformity::Lane &&
             Space != MemorySpace::Generic) {
    Joined.Offset = Exprs.opaque(OpaqueReason::NotUnderstood, Uniformity::Lane,
                                 "how far " + Program.Objects[Left.Object].Name + " and " +
                                     Program.Objects[Right.Object].Name +
                                     " are apart, which lanes of one warp access");
    return Joined;
  }
  Joined.Offset = joinNumbers(Exprs, Condition, LeftOffset, Right.Offset);
  return Joined;
}

ExprRef KernelObjects::joinNotNull(ExprRef Condition, const Lvalue &Left, const Lvalue &Right) {
  auto MayBeNull = [&](const Lvalue &At) {
    return At.NotNull || Program.Objects[At.Object].IsNull;
  };
  if (!MayBeNull(Left) && !MayBeNull(Right))
    return nullptr;
  auto NullnessOf = [&](const Lvalue &At) {
    if (ExprRef Known = notNull(At))
      return Known;
    return unknownNullness(MayBeNull(At) ? Uniformity::Lane : uniformity(Value::pointer(At)));
  };
  return joinNumbers(Exprs, Condition, NullnessOf(Left), NullnessOf(Right));
}

Lvalue KernelObjects::joinMemory(ExprRef Condition, const Lvalue &Left, const Lvalue &Right) {
  ExprRef NotNull = joinNotNull(Condition, Left, Right);
  Lvalue Joined = joinPlaces(Condition, Left, Right);
  Joined.NotNull = NotNull;
  return Joined;
}

void KernelObjects::noteEquality(const Lvalue &Left, const Lvalue &Right, ExprRef Equal) {
  if (!Left.isMemory() || !Right.isMemory())
    return;
  bool LeftIsJoint = !Program.Objects[Left.Object].OneOf.empty();
  const Lvalue &Pointer = LeftIsJoint ? Left : Right, &Place = LeftIsJoint ? Right : Left;
  bool IsFixed = Place.Offset && Place.Offset->isConstant();
  if (IsFixed && isAmong(Place.Object, Pointer.Object) &&
      Program.Objects[Place.Object].OneOf.empty())
    Program.PlaceEqualities.push_back({Equal, Pointer.Object, Place.Object});
}

bool KernelObjects::mayPointToShared(const Value &Held) const {
  if (Held.isAggregate())
    return llvm::any_of(*Held.Parts, [&](const Value &Part) { return mayPointToShared(Part); });
  if (!Held.isPointer())
    return false;
  if (Held.Target.isChoice())
    return llvm::any_of(*Held.Target.Choices, [&](const LvalueChoice &One) {
      return mayPointToShared(Value::pointer(One.At));
    });
  return Held.Target.isMemory() &&
         llvm::any_of(Program.basesOf(Held.Target.Object), [&](unsigned Base) {
           return Program.Objects[Base].Space == MemorySpace::Shared;
         });
}

} // namespace memlint
