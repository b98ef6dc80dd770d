//===- SequentialLoops.cpp - Loops whose iterations keep their order ------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MendTrials.h"

#include "cuda-memlint/Analysis/Cost/LaunchValues.h"
#include "cuda-memlint/Symbolic/ConstantDistance.h"

#include "llvm/ADT/STLExtras.h"

#include <cstdlib>

using namespace llvm;

namespace memlint {

/// What \p Store writes is computed from a variable that an iteration of \p Around leaves to the
/// next one.
static bool storesCarried(const Access &Store, const Loop &Around) {
  return Store.Value && anyLeaf(Store.Value, [&](ExprRef Leaf) {
           return any_of(Around.Carried,
                         [&](const CarriedValue &Each) { return Each.Start == Leaf; });
         });
}

/// \p Load reads what \p Store wrote a few iterations before: `out[i - 1]` beside `out[i]`.
static bool readsBack(const Access &Load, const Access &Store, const Loop &Around,
                      unsigned Iterations) {
  if (Load.Object != Store.Object || !Load.Offset || !Store.Offset)
    return false;
  std::optional<int64_t> Apart = constantDistance(Store.Offset, Load.Offset);
  if (!Apart || *Apart == 0)
    return false;
  return any_of(termsOf(Store.Offset), [&](const Term &Part) {
    return Part.Factors.size() == 1 && Part.Factors.front() == Around.Counter &&
           *Apart % Part.Coefficient == 0 &&
           std::abs(*Apart / Part.Coefficient) < int64_t(Iterations);
  });
}

bool isSequential(const KernelProgram &Kernel, const Loop &Around) {
  // Of floating-point numbers no more is known than that a store needs what the iteration before
  // has left.
  if (any_of(Around.Carried, [](const CarriedValue &Each) { return Each.Start == Each.End; }))
    return true;
  auto IsInside = [&](const Access &Each) { return is_contained(Each.Loops, Around.Id); };
  return any_of(Kernel.Accesses, [&](const Access &Store) {
    if (Store.Kind != AccessKind::Store || !IsInside(Store))
      return false;
    return storesCarried(Store, Around) || any_of(Kernel.Accesses, [&](const Access &Load) {
             return Load.Kind == AccessKind::Load && IsInside(Load) &&
                    readsBack(Load, Store, Around, Kernel.Device.WarpLanes);
           });
  });
}

} // namespace memlint
