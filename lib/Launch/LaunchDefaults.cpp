//===- LaunchDefaults.cpp - Contexts of kernels nobody launches -----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Contexts for kernels without a visible launch: the block that their indices imply,
/// else the common shapes of the CUDA literature: 256 threads, as 256, 32x8, 16x16 or 8x8x4.
///
//===----------------------------------------------------------------------===//

#include "BlockInference.h"
#include "OneWarpBlock.h"
#include "cuda-memlint/Launch/LaunchInference.h"
#include "cuda-memlint/Model/StaticArrayBounds.h"
#include "cuda-memlint/Model/UnwrittenShared.h"
#include "cuda-memlint/Symbolic/Rewriting.h"
#include "cuda-memlint/Target/CommonLimits.h"
#include "cuda-memlint/Target/TargetModel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace memlint {

namespace {

using Shape = std::array<uint64_t, 3>;

uint64_t threadsOf(const Shape &Block) { return Block[0] * Block[1] * Block[2]; }

/// What the kernel itself, and the launch, say of its block.
class BlockConstraints {
public:
  /// \p Known: the extents that the launch gives.
  BlockConstraints(const KernelProgram &Kernel, const TargetModel &Target,
                   const std::array<std::optional<uint64_t>, 3> &Known)
      : Kernel(Kernel), MaximumThreads(Target.MaxThreadsPerBlock), Fixed(Known) {
    if (Kernel.Attributes.MaximumThreadsPerBlock)
      MaximumThreads =
          std::min<uint64_t>(MaximumThreads, *Kernel.Attributes.MaximumThreadsPerBlock);
    for (ExprRef Fact : Kernel.Facts)
      for (ExprRef Part : partsOf(Fact, ExprKind::And))
        if (isAboutBlock(Part))
          Facts.push_back(Part);
    addSharedGuards();
    for (ExprRef Fact : Facts)
      readFixedDimension(Fact);
  }

  /// A fact is about one of the first \p Dimensions dimensions.
  bool hasFacts(unsigned Dimensions) const {
    return any_of(Facts, [&](ExprRef Fact) {
      return !allLeaves(Fact, [&](ExprRef Leaf) { return Leaf->leaf().Dimension >= Dimensions; });
    });
  }

  /// \p Dimensions without the last ones that have one thread only.
  unsigned withoutSingleThreads(unsigned Dimensions) const {
    while (Dimensions > 1 && Fixed[Dimensions - 1] == 1)
      --Dimensions;
    return Dimensions;
  }

  /// Neither the launch nor the kernel states anything that \p Block is against.
  bool permit(const Shape &Block) const {
    return threadsOf(Block) <= MaximumThreads && withFixedDimensions(Block) == Block &&
           all_of(Facts, [&](ExprRef Fact) { return holds(Fact, Block); });
  }

  bool allow(const Shape &Block) const {
    return permit(Block) && !indexesStaticArrayOutOfBounds(Kernel, Block);
  }

  bool isFixed(unsigned Dimension) const { return Fixed[Dimension].has_value(); }

  /// What \p Shapes has for as many of \p Dimensions as are not fixed at one thread, along these: a
  /// block of `dim3(1, n)` is a column of as many threads as others have in a row.
  SmallVector<Shape, 5> along(ArrayRef<Shape> Shapes(unsigned), unsigned Dimensions) const {
    SmallVector<unsigned, 3> Open;
    for (unsigned Dimension = 0; Dimension != Dimensions; ++Dimension)
      if (Fixed[Dimension] != 1)
        Open.push_back(Dimension);
    SmallVector<Shape, 5> Result;
    for (const Shape &Each : Shapes(unsigned(Open.size()))) {
      Shape &Block = Result.emplace_back(Shape{1, 1, 1});
      for (auto [Number, Dimension] : enumerate(Open))
        Block[Dimension] =
            std::min(Each[Number], uint64_t(CommonLimits::blockExtents(Kernel.Device)[Dimension]));
    }
    return Result;
  }

  /// \p Block with the extents that are fixed, and with smaller ones in the place of others where
  /// there would be too many threads.
  Shape withFixedDimensions(Shape Block) const {
    for (unsigned Dimension = 0; Dimension != 3; ++Dimension)
      Block[Dimension] = Fixed[Dimension].value_or(Block[Dimension]);
    bool IsAnyFixed = any_of(Fixed, [](std::optional<uint64_t> Each) { return Each.has_value(); });
    while (IsAnyFixed && threadsOf(Block) > MaximumThreads && halveAGuess(Block))
      ;
    return Block;
  }

private:
  /// With a block that does not meet what all accesses are guarded by, `if (blockDim.x != 64)
  /// return;`, the kernel accesses nothing.
  void addSharedGuards() {
    if (Kernel.Accesses.empty())
      return;
    for (ExprRef Guard : Kernel.Accesses.front().Guards)
      if (isAboutBlock(Guard) && all_of(Kernel.Accesses, [&](const Access &Each) {
            return is_contained(Each.Guards, Guard);
          }))
        Facts.push_back(Guard);
  }

  /// Halves the largest extent that is not fixed; false if there is none above 1.
  bool halveAGuess(Shape &Block) const {
    uint64_t *Largest = nullptr;
    for (unsigned Dimension = 0; Dimension != 3; ++Dimension)
      if (!Fixed[Dimension] && Block[Dimension] > 1 && (!Largest || Block[Dimension] > *Largest))
        Largest = &Block[Dimension];
    if (Largest)
      *Largest /= 2;
    return Largest != nullptr;
  }

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
    if (Only && !Fixed[*Dimension])
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

/// Shapes that a guess is held against.
ArrayRef<Shape> comparedBlocks(unsigned Dimensions) {
  static const Shape Linear[] = {{64, 1, 1}, {128, 1, 1}, {256, 1, 1}, {512, 1, 1}, {1024, 1, 1}};
  static const Shape Planar[] = {{8, 8, 1}, {32, 4, 1}, {32, 8, 1}, {16, 16, 1}, {32, 16, 1}};
  static const Shape Spatial[] = {{4, 4, 4}, {8, 8, 2}, {8, 8, 4}, {32, 4, 2}};
  if (Dimensions <= 1)
    return Linear;
  return Dimensions == 2 ? ArrayRef<Shape>(Planar) : ArrayRef<Shape>(Spatial);
}

/// What the indices of a kernel imply for its block, in the dimensions that it uses and that
/// nothing else fixes.
class InferredBlock {
public:
  InferredBlock(const KernelProgram &Kernel, const BlockConstraints &Constraints,
                unsigned Dimensions)
      : Extents(inferBlock(Kernel)), Constraints(Constraints), Dimensions(Dimensions),
        WarpLanes(Kernel.Device.WarpLanes) {
    for (unsigned Dimension = 0; Dimension != 3; ++Dimension)
      if (Dimension >= Dimensions || Constraints.isFixed(Dimension))
        Extents[Dimension] = {};
  }

  /// The shapes to try, as far as defaults that fill them up make warps that are whole or stores
  /// that meet no others.
  SmallVector<Shape, 2> shapes() const {
    SmallVector<Shape, 2> Shapes;
    if (none_of(Extents, [](const InferredExtent &Each) { return Each.Extent.has_value(); }))
      return Shapes;
    auto UsualShapes = Constraints.along(usualBlocks, Dimensions);
    for (const Shape &Usual : UsualShapes) {
      Shape Block = Constraints.withFixedDimensions(Usual);
      bool IsFromStore = false;
      for (unsigned Dimension = 0; Dimension != Dimensions; ++Dimension)
        if (const InferredExtent &Each = Extents[Dimension]; Each.Extent) {
          Block[Dimension] = *Each.Extent;
          IsFromStore |= Each.IsFromStore;
        }
      if (IsFromStore || threadsOf(Block) % WarpLanes == 0)
        Shapes.push_back(Block);
    }
    // Defaults that agree with what is known are likelier than others made to.
    SmallVector<Shape, 2> Agreeing;
    copy_if(Shapes, std::back_inserter(Agreeing),
            [&](const Shape &Each) { return is_contained(UsualShapes, Each); });
    return Agreeing.empty() ? Shapes : Agreeing;
  }

  /// The indices in words: "blockIdx.x * 16 + threadIdx.x` and `…".
  std::string indices() const {
    SmallVector<StringRef, 3> Texts;
    for (const InferredExtent &Each : Extents)
      if (Each.Extent && !is_contained(Texts, Each.Index))
        Texts.push_back(Each.Index);
    return join(Texts, "` and `");
  }

  /// \p Block with each extent that any index implies.
  void addVariants(const Shape &Block, function_ref<void(const Shape &)> Add) const {
    for (unsigned Dimension = 0; Dimension != 3; ++Dimension)
      for (uint64_t Extent : Extents[Dimension].Mentioned) {
        Shape Variant = Block;
        Variant[Dimension] = Extent;
        Add(Variant);
      }
  }

private:
  std::array<InferredExtent, 3> Extents;
  const BlockConstraints &Constraints;
  unsigned Dimensions;
  unsigned WarpLanes;
};

} // namespace

/// With all \p Blocks threads read shared memory that no thread writes: the first of \p Others, if
/// there is one, without that.
static std::optional<Shape> writtenBlock(ArrayRef<Shape> Blocks, ArrayRef<Shape> Others,
                                         const KernelProgram &Program,
                                         const BlockConstraints &Constraints) {
  if (!all_of(Blocks, [&](const Shape &Each) { return readsUnwrittenShared(Program, Each); }))
    return std::nullopt;
  for (const Shape &Each : Others)
    if (Shape Block = Constraints.withFixedDimensions(Each);
        Constraints.allow(Block) && !readsUnwrittenShared(Program, Block))
      return Block;
  return std::nullopt;
}

std::vector<LaunchContext> defaultLaunches(const KernelProgram &Program, const TargetModel &Target,
                                           const std::array<std::optional<uint64_t>, 3> &Known) {
  BlockConstraints Constraints(Program, Target, Known);
  unsigned Dimensions = Constraints.withoutSingleThreads(Program.DimensionsUsed);
  bool HasFacts = Constraints.hasFacts(Dimensions);
  std::vector<Shape> Blocks;
  auto Try = [&](const Shape &Block) {
    if (Constraints.allow(Block) && !is_contained(Blocks, Block))
      Blocks.push_back(Block);
  };

  std::optional<unsigned> Bound = Program.Attributes.MaximumThreadsPerBlock;
  if (Bound && *Bound && Dimensions <= 1)
    Try(Constraints.withFixedDimensions({*Bound, 1, 1}));
  bool IsStated = !Blocks.empty() || (!Bound && HasFacts);
  InferredBlock Inferred(Program, Constraints, Dimensions);
  bool IsInferred = false;
  if (Blocks.empty()) {
    for_each(Inferred.shapes(), Try);
    IsInferred = !Blocks.empty();
  }
  auto Usual = Constraints.along(usualBlocks, Dimensions);
  auto Compared = Constraints.along(comparedBlocks, Dimensions);
  if (Blocks.empty())
    for_each(Usual, Try);
  if (Blocks.empty())
    for (const Shape &Block : Usual)
      Try(Constraints.withFixedDimensions(Block));
  if (Blocks.empty())
    for (const Shape &Block : Constraints.along(smallerBlocks, Dimensions)) {
      Try(Constraints.withFixedDimensions(Block));
      if (!Blocks.empty())
        break;
    }

  if (!IsStated && !IsInferred)
    if (auto Written = writtenBlock(Blocks, Compared, Program, Constraints))
      Blocks = {*Written};

  LaunchContext Unknown;
  Unknown.Origin = IsInferred ? LaunchOrigin::Inferred
                   : Bound    ? LaunchOrigin::LaunchBounds
                   : HasFacts ? LaunchOrigin::Assert
                              : LaunchOrigin::Default;
  if (IsInferred)
    Unknown.InferredFrom = Inferred.indices();
  if (Blocks.empty())
    return {Unknown};
  if (!IsStated || IsInferred) {
    auto AddOther = [&](const Shape &Block) {
      if (Constraints.permit(Block) && !is_contained(Blocks, Block) &&
          !is_contained(Unknown.OtherBlocks, Block))
        Unknown.OtherBlocks.push_back(Block);
    };
    for (const Shape &Block : Compared)
      AddOther(Constraints.withFixedDimensions(Block));
    if (Dimensions <= 1 && mayMeanOneWarp(Program))
      AddOther(Constraints.withFixedDimensions({Program.Device.WarpLanes, 1, 1}));
    for (const Shape &Block : Blocks)
      Inferred.addVariants(Block, AddOther);
  }
  std::vector<LaunchContext> Contexts;
  for (const Shape &Block : Blocks) {
    LaunchContext &Context = Contexts.emplace_back(Unknown);
    std::copy(Block.begin(), Block.end(), Context.Block.begin());
  }
  return Contexts;
}

} // namespace memlint
