//===- DataTurns.cpp - Things that take turns by colour -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DataExclusion.h"

#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

/// Null: \p Load is not followed, as of a part of a vector.
bool DataExclusion::isOfThing(const Access &Colour, const Access *Load) {
  return !Load || areOfOneThing(Colour, *Load);
}

/// The thing that \p Colour is of has more than one location: \p Site, at \p Address, is made for
/// several, or another store to the array is at another entry of the thing.
bool DataExclusion::hasSeveralLocations(const Access &Colour, const Access &Site,
                                        const DataAddress &Address) const {
  auto IsNumberWithin = [&](ExprRef Leaf) {
    return (isIndex(Leaf) || Leaf->leaf().Kind == LeafKind::LoopCounter) &&
           !contains(Colour.Offset, Leaf);
  };
  if (any_of(Address.Loads,
             [&](const Access *Load) { return Load && anyLeaf(Load->Offset, IsNumberWithin); }))
    return true;
  return any_of(Kernel.Accesses, [&](const Access &Other) {
    if (Other.Kind != AccessKind::Store || Other.Object != Site.Object || !Other.Offset ||
        Setting.specialise(Other.Offset) == Address.Offset)
      return false;
    std::optional<DataAddress> There = dataAddress(Setting, Other);
    return There && any_of(There->Loads, [&](const Access *Load) {
             return isOfThing(Colour, Load) && (!Load || !is_contained(Address.Loads, Load));
           });
  });
}

/// Host code launches the kernel for one number after the other in \p Guard.
bool DataExclusion::isLaunchedInTurns(ExprRef Guard) const {
  auto ValueIn = [](const LaunchContext &Launch, unsigned Number) {
    return Number < Launch.Arguments.size() ? Launch.Arguments[Number].Value : std::nullopt;
  };
  auto IsAtCall = [&](const LaunchContext &Other) {
    const SourcePosition &Here = Setting.Launch.Position, &There = Other.Position;
    return There.Line != 0 && There.Path == Here.Path && There.Line == Here.Line &&
           There.Column == Here.Column;
  };
  for (auto [Number, Parameter] : enumerate(Kernel.Parameters)) {
    if (!Parameter.Value || !contains(Guard, Parameter.Value))
      continue;
    const LaunchArgument *Argument =
        Number < Setting.Launch.Arguments.size() ? &Setting.Launch.Arguments[Number] : nullptr;
    if (Argument && !Argument->Value && Argument->Term && anyLeaf(Argument->Term, [](ExprRef Leaf) {
          return Leaf->leaf().Reason == OpaqueReason::None;
        }))
      return true;
    std::optional<int64_t> Own = ValueIn(Setting.Launch, unsigned(Number));
    if (Own && Launches && any_of(*Launches, [&](const LaunchContext &Other) {
          std::optional<int64_t> Theirs = ValueIn(Other, unsigned(Number));
          return IsAtCall(Other) && Theirs && *Theirs != *Own;
        }))
      return true;
  }
  return false;
}

/// The two are read from one location that nobody writes, or are one anyway.
bool DataExclusion::areOneValue(ExprRef One, ExprRef Other) const {
  const Access *Here = Waiting.results()[One], *There = Waiting.results()[Other];
  return One == Other ||
         (Here && There && Here->Object == There->Object && Here->Offset &&
          Here->Offset == There->Offset && !isWritten(Kernel.Objects[Here->Object]));
}

/// \p Site is reached under \p Equal, too.
bool DataExclusion::hasTurn(const Access &Site, ExprRef Equal) const {
  ArrayRef<ExprRef> Own = Equal->operands();
  return any_of(Site.Guards, [&](ExprRef Guard) {
    return any_of(partsOf(Guard, ExprKind::And), [&](ExprRef Part) {
      if (Part->kind() != ExprKind::Equal)
        return false;
      ArrayRef<ExprRef> Sides = Part->operands();
      return (areOneValue(Sides[0], Own[0]) && areOneValue(Sides[1], Own[1])) ||
             (areOneValue(Sides[0], Own[1]) && areOneValue(Sides[1], Own[0]));
    });
  });
}

/// \p Leaf is another part of the vectors that choose the two locations of a thing, at \p Address
/// and elsewhere in the array of \p Site: which load has given it is not known.
static bool isPartOfEnds(const KernelProgram &Kernel, ExprRef Leaf, const Access &Site,
                         const DataAddress &Address) {
  auto IsPart = [&](ExprRef Value) {
    return Value->leaf().Kind == LeafKind::Opaque && !sourceOf(Kernel, Value) &&
           Value->leaf().Reason == OpaqueReason::DataDependent &&
           Value->varies() == Uniformity::Lane;
  };
  return IsPart(Leaf) && !is_contained(Address.Values, Leaf) && all_of(Address.Values, IsPart) &&
         any_of(Kernel.Accesses, [&](const Access &Other) {
           return Other.Kind == AccessKind::Store && Other.Object == Site.Object && Other.Offset &&
                  anyLeaf(Other.Offset, isData) && allLeaves(Other.Offset, [&](ExprRef Each) {
                    return !isData(Each) ||
                           (IsPart(Each) && Each != Leaf && !is_contained(Address.Values, Each));
                  });
         });
}

/// `colour[i] == current`, where no two things of one colour have a location in common. It is the
/// colour of the thing whose locations are updated, without an atomic; things that are counted at
/// one location each are rather selected by their kind, if nothing takes one colour after the
/// other. A number in the source is a colour, too, but 0 and 1 are mostly flags, and bytes are
/// text. Things of two colours may meet.
bool DataExclusion::isTurn(ExprRef Guard, const Access &Site, const DataAddress &Address,
                           const Access &Other, ThreadPair Kind) const {
  if (!Address.isByData() || Guard->kind() != ExprKind::Equal || Site.Kind == AccessKind::Atomic ||
      !hasTurn(Other, Guard))
    return false;
  ExprRef Left = Guard->operands()[0], Right = Guard->operands()[1];
  bool IsWritten = allLeaves(Left, isData) && Right->isConstant();
  // Of an instantiation it may be an argument.
  bool IsFlag = Kernel.Symbol.empty() && (Right->isConstant(0) || Right->isConstant(1));
  bool IsOfLoop =
      anyLeaf(Guard, [](ExprRef Leaf) { return Leaf->leaf().Kind == LeafKind::LoopCounter; });
  bool HasNumber = isCommonNumber(Left, Kind) || isCommonNumber(Right, Kind);
  if (!(HasNumber || anyLeaf(Guard, isParameter)) || (IsWritten && IsFlag))
    return false;
  bool Counts = isCount(Site) || isCount(Other);
  return anyLeaf(Guard, [&](ExprRef Leaf) {
    const Access *Source = Waiting.results()[Leaf];
    if (!Source && anyLeaf(Guard, isParameter) && isPartOfEnds(Kernel, Leaf, Site, Address))
      return true;
    return Source && !isWritten(Kernel.Objects[Source->Object]) &&
           !is_contained(Address.Loads, Source) && !(IsWritten && Source->Bytes == 1) &&
           any_of(Address.Loads, [&](const Access *Load) { return isOfThing(*Source, Load); }) &&
           (!Counts || IsOfLoop || isLaunchedInTurns(Guard) ||
            hasSeveralLocations(*Source, Site, Address));
  });
}

} // namespace memlint
