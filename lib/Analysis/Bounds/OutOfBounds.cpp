//===- OutOfBounds.cpp - Threads that leave an array ----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Bounds/OutOfBounds.h"

#include "StatedLaunches.h"

#include "cuda-memlint/Analysis/Cost/OffsetRange.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

namespace {

/// Steps that the accesses of a kernel may take together in one launch.
constexpr uint64_t StepsOfBounds = uint64_t(1) << 23;

class BoundsSearch {
public:
  BoundsSearch(ExprContext &Context, const KernelAnalysis &Kernel)
      : Context(Context), Kernel(Kernel), Program(Kernel.Program),
        IsFound(Program.Accesses.size()) {}

  std::vector<OutOfBoundsAccess> run() {
    forEachStatedLaunch(
        Kernel, [&](const LaunchContext &Launch, unsigned Number) { searchIn(Launch, Number); });
    llvm::sort(Found, [](const OutOfBoundsAccess &Left, const OutOfBoundsAccess &Right) {
      return Left.Access < Right.Access;
    });
    return std::move(Found);
  }

private:
  /// How many bytes the object of \p Site has in \p Launch, where that is known.
  std::optional<uint64_t> bytesOf(const Access &Site, const LaunchContext &Launch) const {
    const MemoryObject &Object = Program.Objects[Site.Object];
    switch (Object.Kind) {
    case ObjectKind::StaticShared:
    case ObjectKind::ConstantVariable:
    case ObjectKind::LocalVariable:
      return Object.SizeBytes;
    case ObjectKind::DynamicShared:
      return Launch.DynamicSharedBytes;
    default:
      return std::nullopt;
    }
  }

  /// The estimate, which is never too narrow, stays within the object.
  bool staysInside(const Access &Site, const LaunchContext &Launch, uint64_t Bytes) {
    if (!Launch.gridKnown() || Bytes < Site.Bytes)
      return false;
    auto Anything = [](ExprRef) -> std::optional<Interval> { return std::nullopt; };
    std::optional<Interval> Range = offsetRange(Context, Program, Site, Launch, Anything);
    return Range && Range->Low >= 0 && uint64_t(Range->High) <= Bytes - Site.Bytes;
  }

  void searchIn(const LaunchContext &Launch, unsigned Number) {
    std::optional<LaunchWalk> Walk;
    uint64_t Budget = StepsOfBounds;
    for (const Access &Site : Program.Accesses) {
      std::optional<uint64_t> Bytes = bytesOf(Site, Launch);
      if (!Bytes || IsFound[Site.Id] || Site.IsUnused || hasUnknownExtent(Site) ||
          staysInside(Site, Launch, *Bytes))
        continue;
      if (!Walk)
        Walk.emplace(Context, Program, Launch);
      searchAt(*Walk, Site, Number, *Bytes, Budget);
    }
  }

  void searchAt(LaunchWalk &Walk, const Access &Site, unsigned Launch, uint64_t Bytes,
                uint64_t &Budget) {
    bool IsDynamic = Program.Objects[Site.Object].Kind == ObjectKind::DynamicShared;
    std::optional<AccessExecution> Worst;
    Walk.forEachExecution(
        Site, WalkedExecutions::Certain, Walk.blocks(), Budget, [&](const AccessExecution &At) {
          bool IsInside = At.Offset >= 0 && uint64_t(At.Offset) + Site.Bytes <= Bytes;
          if (IsInside || (Worst && At.Offset <= Worst->Offset) || !Walk.isCertain(Site, At))
            return true;
          Worst = At;
          return IsDynamic;
        });
    if (!Worst)
      return;
    IsFound[Site.Id] = true;
    Found.push_back({Site.Id, Launch, *Worst, Bytes});
  }

  ExprContext &Context;
  const KernelAnalysis &Kernel;
  const KernelProgram &Program;
  std::vector<bool> IsFound;
  std::vector<OutOfBoundsAccess> Found;
};

} // namespace

std::vector<OutOfBoundsAccess> findOutOfBounds(ExprContext &Context, const KernelAnalysis &Kernel) {
  return BoundsSearch(Context, Kernel).run();
}

} // namespace memlint
