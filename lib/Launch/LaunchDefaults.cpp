//===- LaunchDefaults.cpp - Contexts of kernels nobody launches -----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Contexts for kernels that nobody is seen to launch. The shapes are the common
/// ones of the CUDA literature: 256 threads, as 256, 32x8, 16x16 or 8x8x4.
///
//===----------------------------------------------------------------------===//

#include "StaticArrayBounds.h"
#include "cuda-memlint/Launch/LaunchInference.h"
#include "cuda-memlint/Target/TargetModel.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

namespace {

using Shape = std::array<uint64_t, 3>;

uint64_t threadsOf(const Shape &Block) { return Block[0] * Block[1] * Block[2]; }

/// What the kernel itself says of its block.
class BlockConstraints {
public:
  BlockConstraints(const KernelProgram &Kernel, const TargetModel &Target)
      : Kernel(Kernel), MaximumThreads(Target.MaxThreadsPerBlock) {
    if (Kernel.Attributes.MaximumThreadsPerBlock)
      MaximumThreads =
          std::min<uint64_t>(MaximumThreads, *Kernel.Attributes.MaximumThreadsPerBlock);
    for (ExprRef Fact : Kernel.Facts)
      if (isAboutBlock(Fact))
        Facts.push_back(Fact);
    for (ExprRef Fact : Facts)
      readFixedDimension(Fact);
  }

  bool hasFacts() const { return !Facts.empty(); }

  bool allow(const Shape &Block) const {
    return threadsOf(Block) <= MaximumThreads &&
           all_of(Facts, [&](ExprRef Fact) { return holds(Fact, Block); }) &&
           !indexesStaticArrayOutOfBounds(Kernel, Block);
  }

  Shape withFixedDimensions(Shape Block) const {
    for (unsigned Dimension = 0; Dimension != 3; ++Dimension)
      Block[Dimension] = Fixed[Dimension].value_or(Block[Dimension]);
    return Block;
  }

private:
  static bool isAboutBlock(ExprRef Fact) {
    bool Leaves = false, Others = false;
    forEachLeaf(Fact, [&](ExprRef Leaf) {
      (Leaf->leaf().Kind == LeafKind::BlockDimension ? Leaves : Others) = true;
    });
    return Leaves && !Others;
  }

  static bool holds(ExprRef Fact, const Shape &Block) {
    return evaluate(Fact, [&](ExprRef Leaf) -> int64_t { return Block[Leaf->leaf().Dimension]; }) !=
           0;
  }

  /// A fact about one dimension that a single extent satisfies fixes it, however
  /// it is written.
  void readFixedDimension(ExprRef Fact) {
    std::optional<unsigned> Dimension;
    bool Several = false;
    forEachLeaf(Fact, [&](ExprRef Leaf) {
      Several |= Dimension.has_value();
      Dimension = Leaf->leaf().Dimension;
    });
    if (Several)
      return;
    std::optional<uint64_t> Only;
    for (uint64_t Extent = 1; Extent <= MaximumThreads; ++Extent) {
      if (!holds(Fact, {Extent, Extent, Extent}))
        continue;
      if (Only)
        return;
      Only = Extent;
    }
    Fixed[*Dimension] = Only;
  }

  const KernelProgram &Kernel;
  uint64_t MaximumThreads;
  std::vector<ExprRef> Facts;
  std::array<std::optional<uint64_t>, 3> Fixed;
};

ArrayRef<Shape> usualBlocks(unsigned Dimensions) {
  static const Shape Linear[] = {{256, 1, 1}};
  static const Shape Planar[] = {{32, 8, 1}, {16, 16, 1}};
  static const Shape Spatial[] = {{8, 8, 4}};
  if (Dimensions <= 1)
    return Linear;
  return Dimensions == 2 ? ArrayRef<Shape>(Planar) : ArrayRef<Shape>(Spatial);
}

ArrayRef<Shape> smallerBlocks(unsigned Dimensions) {
  static const Shape Linear[] = {{128, 1, 1}, {64, 1, 1}, {32, 1, 1}};
  static const Shape Planar[] = {{8, 8, 1}, {4, 4, 1}};
  static const Shape Spatial[] = {{4, 4, 4}};
  if (Dimensions <= 1)
    return Linear;
  return Dimensions == 2 ? ArrayRef<Shape>(Planar) : ArrayRef<Shape>(Spatial);
}

} // namespace

std::vector<LaunchContext> defaultLaunches(const KernelProgram &Program, const TargetModel &Target,
                                           std::optional<unsigned> WantedDimensions) {
  BlockConstraints Constraints(Program, Target);
  unsigned Dimensions = WantedDimensions.value_or(Program.DimensionsUsed);
  std::vector<Shape> Blocks;
  auto Try = [&](const Shape &Block) {
    if (Constraints.allow(Block) && !is_contained(Blocks, Block))
      Blocks.push_back(Block);
  };

  std::optional<unsigned> Bound = Program.Attributes.MaximumThreadsPerBlock;
  if (Bound && *Bound && Dimensions <= 1)
    Try({*Bound, 1, 1});
  if (Blocks.empty())
    for_each(usualBlocks(Dimensions), Try);
  if (Blocks.empty())
    for (const Shape &Block : usualBlocks(Dimensions))
      Try(Constraints.withFixedDimensions(Block));
  if (Blocks.empty())
    for (const Shape &Block : smallerBlocks(Dimensions)) {
      Try(Constraints.withFixedDimensions(Block));
      if (!Blocks.empty())
        break;
    }

  LaunchContext Unknown;
  Unknown.Origin = Bound                    ? LaunchOrigin::LaunchBounds
                   : Constraints.hasFacts() ? LaunchOrigin::Assert
                                            : LaunchOrigin::Default;
  if (Blocks.empty())
    return {Unknown};
  std::vector<LaunchContext> Contexts;
  for (const Shape &Block : Blocks) {
    LaunchContext &Context = Contexts.emplace_back(Unknown);
    std::copy(Block.begin(), Block.end(), Context.Block.begin());
  }
  return Contexts;
}

} // namespace memlint
