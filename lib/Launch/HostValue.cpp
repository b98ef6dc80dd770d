//===- HostValue.cpp - Values of host code --------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostValue.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace memlint {

namespace {}

HostLocation HostLocation::at(unsigned Index) const {
  HostLocation Result = *this;
  if (known())
    Result.Path.push_back(Index);
  return Result;
}

HostValue HostValue::unknown(uint64_t Multiple) {
  HostValue Value;
  Value.Multiple = Multiple;
  return Value;
}

HostValue HostValue::integer(int64_t Integer) {
  HostValue Value;
  Value.Is = Kind::Integer;
  Value.Integer = Integer;
  return Value;
}

HostValue HostValue::floating(double Floating) {
  HostValue Value;
  Value.Is = Kind::Floating;
  Value.Floating = Floating;
  return Value;
}

HostValue HostValue::function(const clang::FunctionDecl *Function) {
  HostValue Value;
  Value.Is = Kind::Function;
  Value.Function = Function;
  return Value;
}

HostValue HostValue::aggregate(std::vector<HostValue> Elements) {
  HostValue Value;
  Value.Is = Kind::Aggregate;
  Value.Elements = std::move(Elements);
  return Value;
}

HostValue HostValue::pointerTo(HostLocation Target) {
  HostValue Value;
  if (!Target.known())
    return Value;
  Value.Is = Kind::Pointer;
  Value.Target = std::move(Target);
  return Value;
}

HostValue HostValue::pointerInto(unsigned Allocation, std::optional<int64_t> ByteOffset,
                                 uint64_t Multiple) {
  HostValue Value;
  Value.Is = Kind::Pointer;
  Value.Allocation = Allocation;
  Value.ByteOffset = ByteOffset;
  Value.Multiple = ByteOffset ? 1 : Multiple;
  return Value;
}

std::optional<bool> HostValue::isNull() const {
  if (isInteger())
    return Integer == 0;
  if (isPointer() && (NotNull || Target.known()))
    return false;
  return std::nullopt;
}

uint64_t HostValue::knownMultiple() const {
  return isInteger() ? powerOfTwoFactor(Integer) : Multiple;
}

namespace {

/// Pointers to memory outside host variables, one of them perhaps not known,
/// which then points to an allocation's start by standing assumption.
HostValue joinLocations(const HostValue &Left, const HostValue &Right) {
  auto OffsetOf = [](const HostValue &Value) -> std::optional<int64_t> {
    return Value.isUnknown() ? 0 : Value.ByteOffset;
  };
  auto LeftOffset = OffsetOf(Left), RightOffset = OffsetOf(Right);
  unsigned Allocation = Left.Allocation == Right.Allocation ? Left.Allocation : 0;
  if (LeftOffset && LeftOffset == RightOffset)
    return Allocation         ? HostValue::pointerInto(Allocation, LeftOffset)
           : *LeftOffset == 0 ? HostValue::unknown()
                              : HostValue::pointerInto(0, LeftOffset);
  uint64_t Multiple = std::min(LeftOffset ? powerOfTwoFactor(*LeftOffset) : Left.Multiple,
                               RightOffset ? powerOfTwoFactor(*RightOffset) : Right.Multiple);
  return HostValue::pointerInto(Allocation, std::nullopt, Multiple);
}

HostValue joinPointers(const HostValue &Left, const HostValue &Right) {
  HostValue Joined = joinLocations(Left, Right);
  Joined.NotNull = Joined.isPointer() && Left.NotNull && Right.NotNull;
  return Joined;
}

} // namespace

HostValue join(const HostValue &Left, const HostValue &Right) {
  if (Left == Right)
    return Left;
  if (Left.isAggregate() && Right.isAggregate() && Left.Elements.size() == Right.Elements.size()) {
    HostValue Result = Left;
    for (size_t Index = 0; Index != Result.Elements.size(); ++Index)
      Result.Elements[Index] = join(Left.Elements[Index], Right.Elements[Index]);
    return Result;
  }
  auto PointsOutside = [](const HostValue &Value) {
    return Value.isPointer() && !Value.Target.known();
  };
  if (PointsOutside(Left) && PointsOutside(Right))
    return joinPointers(Left, Right);
  // Where a null pointer is used, its alignment does not matter.
  if (PointsOutside(Left) && (Right.isUnknown() || Right.isInteger()))
    return joinPointers(Left, HostValue::unknown());
  if (PointsOutside(Right) && (Left.isUnknown() || Left.isInteger()))
    return joinPointers(HostValue::unknown(), Right);
  auto IsNumber = [](const HostValue &Value) { return Value.isInteger() || Value.isUnknown(); };
  if (IsNumber(Left) && IsNumber(Right))
    return HostValue::unknown(std::min(Left.knownMultiple(), Right.knownMultiple()));
  return HostValue::unknown();
}

bool HostState::contains(const HostRoot &Root) const {
  auto Found = Frames.find(Root.Frame);
  return Found != Frames.end() && Found->second->count(Root.Entity);
}

HostState::Variables &HostState::writable(unsigned Frame) {
  std::shared_ptr<Variables> &Shared = Frames[Frame];
  if (!Shared)
    Shared = std::make_shared<Variables>();
  else if (Shared.use_count() > 1)
    Shared = std::make_shared<Variables>(*Shared);
  return *Shared;
}

HostValue HostState::load(const HostLocation &Location) const {
  if (!Location.known() || !contains(Location.Root))
    return HostValue::unknown();
  const HostValue *Value = &Frames.at(Location.Root.Frame)->at(Location.Root.Entity);
  for (unsigned Index : Location.Path) {
    if (!Value->isAggregate() || Index >= Value->Elements.size())
      return HostValue::unknown();
    Value = &Value->Elements[Index];
  }
  return *Value;
}

void HostState::store(const HostLocation &Location, HostValue Value) {
  if (!Location.known())
    return;
  HostValue *Whole = &writable(Location.Root.Frame)[Location.Root.Entity];
  for (unsigned Index : Location.Path) {
    if (Index >= MaximumTrackedElements)
      return;
    // Nothing is known of the siblings of the first field that is written.
    if (!Whole->isAggregate())
      *Whole = HostValue::aggregate({});
    if (Index >= Whole->Elements.size())
      Whole->Elements.resize(Index + 1);
    Whole = &Whole->Elements[Index];
  }
  *Whole = std::move(Value);
}

void HostState::forget(const HostLocation &Location) {
  bool MayLeadInside = load(Location).isInsideAllocation();
  store(Location, MayLeadInside ? HostValue::somewhere() : HostValue::unknown());
}

void HostState::forgetEscaped() {
  for (const HostRoot &Root : Escaped)
    forget({Root, {}});
}

static bool mentions(const HostValue &Value, unsigned Name) {
  return (Value.isUnknown() && Value.Name == Name) ||
         llvm::any_of(Value.Elements, [&](const HostValue &Part) { return mentions(Part, Name); });
}

static void substituteIn(HostValue &Value, unsigned Name, int64_t Number) {
  if (Value.isUnknown() && Value.Name == Name)
    Value = HostValue::integer(Number);
  for (HostValue &Part : Value.Elements)
    substituteIn(Part, Name, Number);
}

void HostState::substitute(unsigned Name, int64_t Value) {
  for (auto &[Frame, Shared] : Frames)
    if (llvm::any_of(*Shared, [&](const auto &Entry) { return mentions(Entry.second, Name); }))
      for (auto &Entry : writable(Frame))
        substituteIn(Entry.second, Name, Value);
}

void HostState::dropFrame(unsigned Frame) {
  Frames.erase(Frame);
  Escaped.erase(Escaped.lower_bound({Frame, nullptr}), Escaped.lower_bound({Frame + 1, nullptr}));
}

void HostState::joinWith(const HostState &Other) {
  if (!Other.Reachable)
    return;
  if (!Reachable) {
    *this = Other;
    return;
  }
  for (auto Entry = Frames.begin(); Entry != Frames.end();) {
    auto Found = Other.Frames.find(Entry->first);
    if (Found == Other.Frames.end()) {
      Entry = Frames.erase(Entry);
      continue;
    }
    if (Entry->second != Found->second) {
      auto Joined = std::make_shared<Variables>();
      for (const auto &[Entity, Value] : *Entry->second)
        if (auto Same = Found->second->find(Entity); Same != Found->second->end())
          Joined->emplace_hint(Joined->end(), Entity, join(Value, Same->second));
      Entry->second = std::move(Joined);
    }
    ++Entry;
  }
  Escaped.insert(Other.Escaped.begin(), Other.Escaped.end());
}

} // namespace memlint
