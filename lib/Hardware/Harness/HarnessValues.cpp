//===- HarnessValues.cpp - What a harness passes to a kernel --------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HarnessValues.h"

#include "HarnessNumbers.h"

#include "cuda-memlint/Analysis/Cost/OffsetRange.h"
#include "cuda-memlint/Model/MemoryProgram.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace llvm;

namespace memlint {

/// Blocks along each dimension where nothing specifies them, by the number of dimensions used.
static constexpr std::array<std::array<uint64_t, 3>, 3> UsualGrids = {
    {{64, 1, 1}, {8, 8, 1}, {4, 4, 4}}};

static const MemoryObject &objectOf(const KernelProgram &Kernel, const Access &Site) {
  return Kernel.Objects[Site.Object];
}

static bool isTextureType(StringRef Type) {
  static constexpr llvm::StringLiteral Names[] = {"cudaTextureObject_t", "cudaSurfaceObject_t",
                                                  "CUtexObject", "CUsurfObject", "CUtensorMap"};
  return any_of(Names, [&](StringRef Name) { return Type.contains(Name); });
}

static const KernelParameter *textureAmong(ArrayRef<KernelParameter> Parameters) {
  for (const KernelParameter &Each : Parameters) {
    if (isTextureType(Each.Type))
      return &Each;
    if (const KernelParameter *Inner = textureAmong(Each.Fields))
      return Inner;
  }
  return nullptr;
}

std::string whyNotLaunched(const KernelProgram &Kernel) {
  if (!Kernel.Analysed)
    return Kernel.Reason;
  if (const KernelParameter *Texture = textureAmong(Kernel.Parameters))
    return "`" + Texture->Name + "` is a texture, a surface or a tensor map";
  for (const Access &Site : Kernel.Accesses) {
    if (Site.Space != MemorySpace::Global && Site.Space != MemorySpace::Generic)
      continue;
    const MemoryObject &Object = objectOf(Kernel, Site);
    if (Object.Kind == ObjectKind::LoadedPointer)
      return "it follows a pointer that it reads from memory (`" + Object.Name + "`)";
    if (Object.Kind == ObjectKind::Unknown && Object.OneOf.empty() && !Object.IsNull &&
        !Object.IsStringLiteral)
      return "what `" + Site.Text + "` points to is unknown";
  }
  return "";
}

/// Calls \p Visit for the object of \p Site, or for each that it may be.
static void forEachTarget(const KernelProgram &Kernel, unsigned Object,
                          function_ref<void(const MemoryObject &)> Visit) {
  const MemoryObject &Target = Kernel.Objects[Object];
  if (Target.OneOf.empty())
    return Visit(Target);
  for (unsigned Each : Target.OneOf)
    if (Each != Object)
      forEachTarget(Kernel, Each, Visit);
}

static std::optional<ParameterPath> pathOf(const MemoryObject &Object) {
  if (Object.Kind != ObjectKind::Parameter || !Object.ParameterIndex)
    return std::nullopt;
  ParameterPath Path = {*Object.ParameterIndex};
  append_range(Path, Object.ParameterFields);
  return Path;
}

namespace {

class ExtentFinder {
public:
  ExtentFinder(ExprContext &Expressions, const KernelProgram &Kernel, const LaunchContext &Launch,
               Assumptions &Made)
      : Expressions(Expressions), Kernel(Kernel), Launch(Launch), Made(Made) {
    for (const MemoryObject &Object : Kernel.Objects)
      if (auto Path = pathOf(Object))
        Extents.try_emplace(*Path);
  }

  PointerExtents run() {
    findDeciding();
    limitIntegers();
    for (const Access &Site : Kernel.Accesses)
      extend(Site);
    return std::move(Extents);
  }

private:
  /// Of the pointers that \p Leaf may be read through.
  void forEachSource(ExprRef Leaf, function_ref<void(PointerExtent &)> Visit) {
    if (Leaf->leaf().Kind != LeafKind::Loaded)
      return;
    for (const Access &Site : Kernel.Accesses)
      if (Site.Result == Leaf)
        forEachTarget(Kernel, Site.Object, [&](const MemoryObject &Object) {
          if (auto Path = pathOf(Object))
            Visit(Extents[*Path]);
        });
  }

  void findDeciding() {
    uint64_t Threads = 1;
    for (unsigned Dimension = 0; Dimension != 3; ++Dimension)
      Threads *= Launch.Grid[Dimension].value_or(1) * Launch.Block[Dimension].value_or(1);
    auto Decides = [&](ExprRef Root) {
      forEachLeaf(Root, [&](ExprRef Leaf) {
        forEachSource(Leaf, [&](PointerExtent &Source) {
          if (!Source.DecidesAddresses)
            Source.LargestInteger = std::max<uint64_t>(Source.LargestInteger, Threads - 1);
          Source.DecidesAddresses = true;
        });
      });
    };
    for (const Access &Site : Kernel.Accesses)
      if (Site.Offset)
        Decides(Site.Offset);
    for (const Loop &Each : Kernel.Loops)
      for (ExprRef Exit : Each.Exits)
        Decides(Exit);
    for (const Access &Site : Kernel.Accesses)
      if (Site.Kind != AccessKind::Store)
        forEachTarget(Kernel, Site.Object, [&](const MemoryObject &Object) {
          if (auto Path = pathOf(Object))
            Extents[*Path].WidestLoad = std::max(Extents[*Path].WidestLoad, Site.Bytes);
        });
  }

  std::optional<Interval> reach(const Access &Site) {
    auto Range = offsetRange(Expressions, Kernel, Site, Launch,
                             [&](ExprRef Leaf) -> std::optional<Interval> {
                               std::optional<Interval> Values;
                               forEachSource(Leaf, [&](PointerExtent &Source) {
                                 Interval Own = {0, int64_t(Source.LargestInteger)};
                                 Values = Values ? joinIntervals(*Values, Own) : Own;
                               });
                               return Values;
                             });
    // Where each lane has an object of its own, offsets in the others are put far away.
    if (Range && Range->High > LargestExtent && !objectOf(Kernel, Site).OneOf.empty())
      return std::nullopt;
    if (Range)
      Range->High += Site.Bytes;
    return Range;
  }

  /// Whether \p Site stays within what its object has, or within what may be made for it.
  bool fits(const Access &Site) {
    std::optional<Interval> Range = reach(Site);
    if (!Range)
      return false;
    bool Fits = true;
    forEachTarget(Kernel, Site.Object, [&](const MemoryObject &Object) {
      int64_t Most = DefaultExtent;
      if (!pathOf(Object) && Object.SizeBytes)
        Most = int64_t(*Object.SizeBytes);
      else if (Object.Kind == ObjectKind::DynamicShared)
        Most = int64_t(Launch.DynamicSharedBytes.value_or(DefaultExtent));
      Fits &= Range->High <= Most;
    });
    return Fits;
  }

  /// Makes the integers that decide addresses so small that the addresses stay within what
  /// is there.
  void limitIntegers() {
    for (const Access &Site : Kernel.Accesses) {
      if (!Site.Offset)
        continue;
      SmallVector<PointerExtent *> Sources;
      auto Collect = [&](ExprRef Root) {
        forEachLeaf(Root, [&](ExprRef Leaf) {
          forEachSource(Leaf, [&](PointerExtent &Source) {
            if (!is_contained(Sources, &Source))
              Sources.push_back(&Source);
          });
        });
      };
      Collect(Site.Offset);
      for (unsigned Number : Site.Loops)
        for (ExprRef Exit : Kernel.Loops[Number].Exits)
          Collect(Exit);
      auto Largest = [&] {
        uint64_t Most = 0;
        for (PointerExtent *Source : Sources)
          Most = std::max(Most, Source->LargestInteger);
        return Most;
      };
      while (Largest() != 0 && !fits(Site))
        for (PointerExtent *Source : Sources)
          Source->LargestInteger /= 2;
    }
  }

  void extend(const Access &Site) {
    std::optional<Interval> Range = reach(Site);
    forEachTarget(Kernel, Site.Object, [&](const MemoryObject &Object) {
      auto Path = pathOf(Object);
      if (!Path)
        return;
      PointerExtent &Extent = Extents[*Path];
      if (Range) {
        Extent.Low = std::min(Extent.Low, Range->Low);
        Extent.High = std::max(Extent.High, Range->High);
      } else {
        Extent.High = std::max(Extent.High, DefaultExtent);
        std::string Words = "`" + Object.Name + "` has " + utostr(DefaultExtent >> 20) +
                            " MiB, since how far `" + Site.Text + "` reaches is unknown";
        if (!is_contained(Made, Words))
          Made.push_back(std::move(Words));
      }
      // What the kernel itself puts there may be anything later.
      if (Site.Kind != AccessKind::Load && Extent.DecidesAddresses && Extent.LargestInteger != 0) {
        Extent.LargestInteger = 0;
        Made.push_back(
            "`" + Object.Name +
            "`, which the kernel changes and takes addresses from, holds zeros at first");
      }
    });
  }

  ExprContext &Expressions;
  const KernelProgram &Kernel;
  const LaunchContext &Launch;
  Assumptions &Made;
  PointerExtents Extents;
};

} // namespace

PointerExtents pointerExtents(ExprContext &Expressions, const KernelProgram &Kernel,
                              const LaunchContext &Launch, Assumptions &Made) {
  return ExtentFinder(Expressions, Kernel, Launch, Made).run();
}

/// As many as the kernel needs, if that is known.
static std::optional<uint64_t> dynamicSharedBytes(ExprContext &Expressions,
                                                  const KernelProgram &Kernel,
                                                  const LaunchContext &Launch) {
  uint64_t Bytes = 0;
  for (const Access &Site : Kernel.Accesses) {
    if (objectOf(Kernel, Site).Kind != ObjectKind::DynamicShared)
      continue;
    std::optional<Interval> Range =
        offsetRange(Expressions, Kernel, Site, Launch,
                    [](ExprRef) -> std::optional<Interval> { return std::nullopt; });
    if (!Range || Range->High < 0)
      return std::nullopt;
    Bytes = std::max(Bytes, uint64_t(Range->High) + Site.Bytes);
  }
  return alignTo(Bytes, 16);
}

static void chooseGrid(const KernelProgram &Kernel, LaunchContext &Launch, Assumptions &Made) {
  if (Launch.gridKnown())
    return;
  const auto &Usual = UsualGrids[std::clamp(Kernel.DimensionsUsed, 1u, 3u) - 1];
  std::array<uint64_t, 3> Grid;
  for (unsigned Dimension = 0; Dimension != 3; ++Dimension) {
    uint64_t Blocks = Launch.Grid[Dimension].value_or(Usual[Dimension]);
    if (Kernel.Attributes.ClusterDimensions && !Launch.Grid[Dimension])
      Blocks = alignTo(Blocks, std::max(1u, (*Kernel.Attributes.ClusterDimensions)[Dimension]));
    Grid[Dimension] = Blocks;
    Launch.Grid[Dimension] = Blocks;
  }
  Made.push_back("a grid of (" +
                 join(map_range(Grid, [](uint64_t Extent) { return utostr(Extent); }), ",") +
                 ") blocks");
}

std::string completeLaunch(ExprContext &Expressions, const KernelProgram &Kernel,
                           const TargetModel &Target, LaunchContext &Launch, Assumptions &Made) {
  if (!Launch.blockKnown())
    return "no suitable block size is known: pass one with --launch";
  chooseGrid(Kernel, Launch, Made);
  chooseNumbers(Expressions, Kernel, Launch, Made);
  bool UsesDynamic = any_of(Kernel.Accesses, [&](const Access &Site) {
    return objectOf(Kernel, Site).Kind == ObjectKind::DynamicShared;
  });
  if (!Launch.DynamicSharedBytes || (UsesDynamic && *Launch.DynamicSharedBytes == 0)) {
    // Half of what a block may have by default, which leaves room for static arrays.
    uint64_t Usual = Target.StaticSharedBytes / 2;
    std::optional<uint64_t> Needed = dynamicSharedBytes(Expressions, Kernel, Launch);
    Launch.DynamicSharedBytes = Needed && *Needed <= Target.MaxSharedBytes ? *Needed : Usual;
    if (UsesDynamic)
      Made.push_back(utostr(*Launch.DynamicSharedBytes) + " bytes of dynamic shared memory");
  }
  if (*Launch.DynamicSharedBytes > Target.MaxSharedBytes)
    return "it needs more dynamic shared memory than a block can get";
  return "";
}

} // namespace memlint
