//===- SharedAllocations.cpp - Arguments into one allocation --------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedAllocations.h"

#include "cuda-memlint/Launch/LaunchArguments.h"

#include "llvm/ADT/STLExtras.h"

namespace memlint {

static unsigned allocationOf(const MemoryObject &Object, const LaunchContext &Launch) {
  const LaunchArgument *Argument = argumentOf(Object, Launch);
  return Argument ? Argument->SharedAllocation : 0;
}

std::optional<PositionInAllocation> positionInAllocation(const MemoryObject &Object,
                                                         const LaunchContext &Launch) {
  const LaunchArgument *Argument = argumentOf(Object, Launch);
  if (!Argument || Argument->SharedAllocation == 0 || !Argument->SharedOffset)
    return std::nullopt;
  return PositionInAllocation{Argument->SharedAllocation, *Argument->SharedOffset};
}

/// On some path to the launch the two may lead into one allocation.
static bool areAliased(const MemoryObject &First, const MemoryObject &Second,
                       const LaunchContext &Launch) {
  auto IsVariable = [](const MemoryObject &Object) {
    return Object.Kind == ObjectKind::DeviceVariable;
  };
  std::pair<unsigned, unsigned> Pair;
  if (First.ParameterIndex && Second.ParameterIndex)
    Pair = std::minmax(*First.ParameterIndex, *Second.ParameterIndex);
  else if (First.ParameterIndex && IsVariable(Second))
    Pair = {*First.ParameterIndex, *First.ParameterIndex};
  else if (Second.ParameterIndex && IsVariable(First))
    Pair = {*Second.ParameterIndex, *Second.ParameterIndex};
  else
    return false;
  return llvm::is_contained(Launch.AliasedArguments, Pair);
}

bool mayOverlap(const MemoryObject &First, const MemoryObject &Second,
                const LaunchContext &Launch) {
  if (First.Id == Second.Id || First.Space != MemorySpace::Global ||
      Second.Space != MemorySpace::Global)
    return false;
  unsigned Allocation = allocationOf(First, Launch);
  if (Allocation != 0 && Allocation == allocationOf(Second, Launch))
    return true;
  return !First.IsRestrict && !Second.IsRestrict && areAliased(First, Second, Launch);
}

bool mayOverlapAnywhere(const MemoryObject &First, const MemoryObject &Second,
                        const LaunchContext &Launch) {
  if (!mayOverlap(First, Second, Launch))
    return false;
  auto Here = positionInAllocation(First, Launch), There = positionInAllocation(Second, Launch);
  return !Here || !There || Here->Allocation != There->Allocation;
}

} // namespace memlint
