//===- PlacementCache.cpp - Accesses placed once for all pairs ------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlacementCache.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

const PlacedSite &PlacementCache::place(const Access &Site, const BarrierInterval &Interval,
                                        const ReachedNode &Reached, unsigned Side) {
  Key Asked = {&Site,
               Interval.Start,
               Reached.Position,
               {Reached.Conditions.begin(), Reached.Conditions.end()},
               {Reached.Rounds.begin(), Reached.Rounds.end()},
               Side};
  auto [Known, IsNew] = Placements.try_emplace(std::move(Asked));
  if (IsNew)
    Known->second = Setting.place(Site, Interval, Reached, Side);
  return Known->second;
}

ExprRef PlacementCache::inOtherIterations(ExprRef Root, ArrayRef<unsigned> Differing) {
  auto Renaming = Renamed.try_emplace(Differing.vec(), Setting.Context).first;
  return Renaming->second.apply(Root, [&](ExprRef Leaf) -> ExprRef {
    LeafInfo Info = Leaf->leaf();
    if (Info.Kind != LeafKind::Loaded && Info.Kind != LeafKind::Opaque)
      return nullptr;
    if (none_of(Differing, [&](unsigned Loop) { return Setting.Kernel.Loops[Loop].makes(Leaf); }))
      return nullptr;
    Info.Id |= 1u << 28;
    return Setting.Context.leaf(Info);
  });
}

} // namespace memlint
