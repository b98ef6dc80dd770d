//===- SharedAllocations.h - Arguments into one allocation ------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Pointers among the arguments of a launch that may lead into one allocation.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_MODEL_SHAREDALLOCATIONS_H
#define CUDA_MEMLINT_MODEL_SHAREDALLOCATIONS_H

#include "cuda-memlint/Model/LaunchArguments.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace memlint {

/// Where a pointer argument leads in an allocation that the launch passes twice.
struct PositionInAllocation {
  /// LaunchArgument::SharedAllocation.
  unsigned Allocation = 0;
  int64_t Offset = 0;
};

/// Where the pointer to \p Object leads in a shared allocation; empty: it leads into none, or the
/// offset is unknown.
inline std::optional<PositionInAllocation> positionInAllocation(const MemoryObject &Object,
                                                                const LaunchContext &Launch) {
  const LaunchArgument *Argument = argumentOf(Object, Launch);
  if (!Argument || Argument->SharedAllocation == 0 || !Argument->SharedOffset)
    return std::nullopt;
  return PositionInAllocation{Argument->SharedAllocation, *Argument->SharedOffset};
}

/// On some path to the launch the two may lead into one allocation.
inline bool areAliased(const MemoryObject &First, const MemoryObject &Second,
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

/// The source states that the kernel writes nothing that \p Object is: a pointer to `const` that is
/// `restrict`.
inline bool isStatedUnwritten(const MemoryObject &Object) {
  return Object.IsConst && Object.IsRestrict && Object.ParameterIndex;
}

/// One of the two reads what the source states to be unwritten, through another pointer than the
/// other.
inline bool areStatedApart(const KernelProgram &Kernel, const Access &First, const Access &Second) {
  auto IsStated = [&](const Access &Site) {
    return Site.Kind == AccessKind::Load && isStatedUnwritten(Kernel.Objects[Site.Object]);
  };
  return First.Object != Second.Object && (IsStated(First) || IsStated(Second));
}

/// \p Launch may make \p First and \p Second, two objects, overlap. Where the launch itself shows
/// it, `restrict` alone does not exclude it.
inline bool mayOverlap(const MemoryObject &First, const MemoryObject &Second,
                       const LaunchContext &Launch) {
  if (First.Id == Second.Id || First.Space != MemorySpace::Global ||
      Second.Space != MemorySpace::Global || isStatedUnwritten(First) || isStatedUnwritten(Second))
    return false;
  auto AllocationOf = [&](const MemoryObject &Object) {
    const LaunchArgument *Argument = argumentOf(Object, Launch);
    return Argument ? Argument->SharedAllocation : 0;
  };
  unsigned Allocation = AllocationOf(First);
  if (Allocation != 0 && Allocation == AllocationOf(Second))
    return true;
  return !First.IsRestrict && !Second.IsRestrict && areAliased(First, Second, Launch);
}

/// The two may overlap, and how far apart they start is unknown.
inline bool mayOverlapAnywhere(const MemoryObject &First, const MemoryObject &Second,
                               const LaunchContext &Launch) {
  if (!mayOverlap(First, Second, Launch))
    return false;
  auto Here = positionInAllocation(First, Launch), There = positionInAllocation(Second, Launch);
  return !Here || !There || Here->Allocation != There->Allocation;
}

} // namespace memlint

#endif // CUDA_MEMLINT_MODEL_SHAREDALLOCATIONS_H
