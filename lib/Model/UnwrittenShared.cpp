//===- UnwrittenShared.cpp - Shared memory that is never written ----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Model/UnwrittenShared.h"

#include "cuda-memlint/Model/FirstIteration.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

#include <map>
#include <set>

using namespace llvm;

namespace memlint {

namespace {

/// Finds shared memory that threads read and none writes.
class WrittenMemory {
public:
  WrittenMemory(const KernelProgram &Kernel, const std::array<uint64_t, 3> &Block)
      : Kernel(Kernel), Block(Block) {
    for (const Access &Site : Kernel.Accesses)
      if (isAsked(Site))
        Asked.insert(keyOf(Site.Object));
    for (const Access &Site : Kernel.Accesses)
      if (Site.Kind != AccessKind::Load && !Asked.empty())
        addStore(Site);
  }

  bool coversLoads() const {
    return all_of(Kernel.Accesses,
                  [&](const Access &Site) { return !isAsked(Site) || covers(Site); });
  }

private:
  /// More than any device has (CUDA C++ Programming Guide, technical specifications per compute
  /// capability: 227 KB).
  static constexpr uint64_t MostBytes = 1 << 20;

  /// Dynamic shared arrays all begin at one address.
  unsigned keyOf(unsigned Object) const {
    if (Kernel.Objects[Object].Kind == ObjectKind::DynamicShared)
      for (const MemoryObject &Each : Kernel.Objects)
        if (Each.Kind == ObjectKind::DynamicShared)
          return Each.Id;
    return Object;
  }

  void addStore(const Access &Site) {
    bool IsOneArray = Kernel.Objects[Site.Object].OneOf.empty();
    if (!IsOneArray || Site.IsDivided || !Site.Offset || !isFixed(Site.Offset)) {
      for (unsigned Base : Kernel.basesOf(Site.Object))
        WrittenSomewhere.insert(keyOf(Base));
      return;
    }
    unsigned Key = keyOf(Site.Object);
    if (!Asked.contains(Key))
      return;
    BitVector &Bytes = Written[Key];
    forEachThreadAt(Kernel, Site, Block, Site.Offset, [&](const FirstIteration &At) {
      int64_t Offset = evaluate(Site.Offset, At);
      if (Offset < 0 || uint64_t(Offset) + Site.Bytes > MostBytes)
        return true;
      unsigned First = unsigned(Offset);
      if (Bytes.size() < First + Site.Bytes)
        Bytes.resize(First + Site.Bytes);
      Bytes.set(First, First + Site.Bytes);
      return true;
    });
  }

  /// A load from shared memory at a location that indices decide.
  bool isAsked(const Access &Site) const {
    return Site.Kind == AccessKind::Load && !Site.IsUnused && Site.Space == MemorySpace::Shared &&
           Kernel.Objects[Site.Object].OneOf.empty() && Site.Offset &&
           FirstIteration::decides(Site.Offset);
  }

  bool covers(const Access &Site) const {
    unsigned Key = keyOf(Site.Object);
    if (WrittenSomewhere.contains(Key))
      return true;
    auto Known = Written.find(Key);
    if (Known == Written.end())
      return true;
    const BitVector &Bytes = Known->second;
    bool Covered = true;
    forEachThreadAt(Kernel, Site, Block, Site.Offset, [&](const FirstIteration &At) {
      int64_t Offset = evaluate(Site.Offset, At);
      unsigned First = unsigned(Offset);
      Covered = Offset >= 0 && uint64_t(Offset) + Site.Bytes <= Bytes.size() &&
                Bytes.find_first_unset_in(First, First + Site.Bytes) == -1;
      return Covered;
    });
    return Covered;
  }

  /// The same in every iteration.
  static bool isFixed(ExprRef Offset) {
    return FirstIteration::decides(Offset) && !anyLeaf(Offset, [](ExprRef Leaf) {
             return Leaf->leaf().Kind == LeafKind::LoopCounter;
           });
  }

  const KernelProgram &Kernel;
  const std::array<uint64_t, 3> &Block;
  std::set<unsigned> Asked;
  /// By object, the first of those that begin at one address.
  std::map<unsigned, BitVector> Written;
  std::set<unsigned> WrittenSomewhere;
};

} // namespace

bool readsUnwrittenShared(const KernelProgram &Kernel, const std::array<uint64_t, 3> &Block) {
  return !WrittenMemory(Kernel, Block).coversLoads();
}

} // namespace memlint
