//===- LaunchContext.h - With what a kernel is launched ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A launch context: grid, block, dynamic shared bytes and arguments, as far as
/// they are known, and where that knowledge comes from.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_MODEL_LAUNCHCONTEXT_H
#define CUDA_MEMLINT_MODEL_LAUNCHCONTEXT_H

#include "cuda-memlint/Model/SourcePosition.h"
#include "cuda-memlint/Symbolic/Expression.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace memlint {

/// Where a launch context comes from, the strongest first. Recorded: a program made the launch
/// under `cuda-memlint record`. Harness: a generated main, which
/// fills in what none of the others specifies. Inferred: the kernel multiplies its block index by
/// a constant, which is then the block.
enum class LaunchOrigin : uint8_t {
  Option,
  Config,
  Recorded,
  Call,
  Harness,
  LaunchBounds,
  Assert,
  Inferred,
  Default
};

/// Memory that host code asks `cudaMalloc` for.
struct DeviceAllocation {
  /// How much, where that is known and the pointer is the one that it gave.
  std::optional<uint64_t> Bytes;
  /// Host code copied to it, and nothing that was seen before the launch may have written it on
  /// the device.
  bool IsHostData = false;

  friend bool operator==(const DeviceAllocation &, const DeviceAllocation &) = default;
};

/// What is known of one argument of a launch.
struct LaunchArgument {
  /// Integer arguments: the value.
  std::optional<int64_t> Value;
  /// Integer arguments with an unknown value: a power of two that they are a
  /// multiple of.
  uint64_t Multiple = 1;
  /// Integer arguments whose value the host code leaves open: it in terms of the launch's unknowns
  /// (see LaunchTerms); null: nothing more is known of it.
  ExprRef Term = nullptr;
  /// Integer arguments with an unknown value: the range that the host code leaves it.
  Interval Range;
  /// Pointer arguments: the byte address is AlignmentResidue modulo
  /// AlignmentBytes (a power of two). By standing assumption 0 modulo 256.
  uint64_t AlignmentBytes = 256;
  uint64_t AlignmentResidue = 0;
  /// Structs and arrays: their parts, as in KernelParameter::Fields; none where
  /// nothing is known of them.
  std::vector<LaunchArgument> Fields;
  /// Pointer arguments: whether it is a null pointer, where that is known.
  std::optional<bool> IsNull;
  /// Pointer arguments: pointers of the launch that lead into one allocation have one number here,
  /// 1 or more. 0: no other one is known to lead there.
  unsigned SharedAllocation = 0;
  /// With SharedAllocation: bytes from where the first of these pointers leads, where that is
  /// known.
  std::optional<int64_t> SharedOffset;
  /// Pointer arguments: what it leads into, where the host code is seen to allocate that.
  std::optional<DeviceAllocation> Allocation;
  /// Pointer arguments: host code is seen to fill what it leads to with numbers that are all
  /// different. Evidence that threads which read them are apart, and no proof: how many there are
  /// is not compared.
  bool IsPermutation = false;

  friend bool operator==(const LaunchArgument &, const LaunchArgument &) = default;
};

/// Pointers of a launch that are not seen to lead into different allocations.
struct DoubtfulPointers {
  /// Parameters, the lower index first. One twice: what it points to may be a variable of the
  /// device, or anything else.
  unsigned First = 0;
  unsigned Second = 0;
  /// The host function whose callers, which are not all visible, decide; empty: the origin of
  /// the pointers is not followed.
  std::string Caller;

  friend bool operator==(const DoubtfulPointers &, const DoubtfulPointers &) = default;
};

/// Numbers of a launch that the host code leaves open, in terms of what is unknown where it
/// launches the kernel: with `n` from a file, a grid of `(n + 255) / 256` blocks and an argument
/// `n`. Leaves are unknowns, the same leaf the same value within one launch. Launches of one file
/// share the context of their terms, in which equal terms are one expression. The numbers
/// themselves may be known all the same, from a block that was chosen; see ChosenBlock.
struct LaunchTerms {
  /// Owns the terms; null: there are none.
  std::shared_ptr<const ExprContext> Owner;
  /// Blocks, in each dimension; null: the extent is known, or nothing more is known of it.
  std::array<ExprRef, 3> Grid = {};
  /// Threads, likewise.
  std::array<ExprRef, 3> Block = {};
  /// Likewise.
  ExprRef DynamicSharedBytes = nullptr;
};

/// How long a launch took.
struct LaunchTime {
  uint64_t Nanoseconds = 0;
  /// The device that it ran on, as CUDA's driver names it: "NVIDIA H200".
  std::string Device;

  friend bool operator==(const LaunchTime &, const LaunchTime &) = default;
};

/// One way a kernel is launched. A dimension that cannot be known is empty; it
/// is never taken as 1.
struct LaunchContext {
  std::array<std::optional<uint64_t>, 3> Grid;
  std::array<std::optional<uint64_t>, 3> Block;
  /// Blocks of a cluster in each dimension. Absent: the launch sets none, or that is not known.
  std::optional<std::array<uint64_t, 3>> Cluster;
  std::optional<uint64_t> DynamicSharedBytes;
  LaunchTerms Terms;
  /// By parameter index; shorter than the parameter list where nothing is known.
  std::vector<LaunchArgument> Arguments;
  /// Pairs of arguments, the lower index first, whose pointers may lead into one allocation.
  /// One twice: its own parts, or it and a variable of the device.
  std::vector<std::pair<unsigned, unsigned>> AliasedArguments;
  /// Pairs whose pointers lead into one allocation at different times, as far as it is seen: in
  /// other iterations, or in other launches of the kernel.
  std::vector<std::pair<unsigned, unsigned>> ExchangedArguments;
  /// Pairs that are neither known to overlap nor known to be disjoint.
  std::vector<DoubtfulPointers> DoubtfulArguments;
  LaunchOrigin Origin = LaunchOrigin::Default;
  /// Recorded: how often the program made the launch; of several that are one here, how often it
  /// made any of them. 0: that is not known.
  uint64_t Count = 0;
  /// Call: how often one run of main makes the launch, where the loops around it are followed; of
  /// several that are one here, how often it makes any of them. 0: that is not known.
  uint64_t TimesInMain = 0;
  /// Call: host code makes it in a loop of unknown trip count, with the same grid and block in each
  /// iteration.
  bool IsInOpenLoop = false;
  /// Call: device code makes it, once for each thread that comes to it.
  bool IsMadeByThreads = false;
  /// Recorded with times: how long one of them took, in the mean.
  std::optional<LaunchTime> Time;
  /// Inferred: the indices that imply the block, "blockIdx.x * 128 + threadIdx.x".
  std::string InferredFrom;
  /// Where the block is a guess: others, as far as attributes and assertions permit them.
  std::vector<std::array<uint64_t, 3>> OtherBlocks;
  /// Under which the source launches the kernel so, each a part of a sentence that
  /// follows "when": "main is called without arguments".
  std::vector<std::string> Conditions;
  /// With Conditions: the same launch as it is known without them, which counts where the kernel
  /// accesses nothing under them. Null: there is none.
  std::shared_ptr<const LaunchContext> Unconditional;
  /// The launch in the source, also where the block comes from a weaker source
  /// because the call does not specify it.
  SourcePosition Position;

  bool blockKnown() const { return Block[0] && Block[1] && Block[2]; }
  bool gridKnown() const { return Grid[0] && Grid[1] && Grid[2]; }
  /// Empty: that is not known.
  std::optional<uint64_t> threadsPerBlock() const {
    return blockKnown() ? std::optional(*Block[0] * *Block[1] * *Block[2]) : std::nullopt;
  }
  /// The blocks in the dimensions that are known: they may be more than 64 bits hold.
  double leastBlocks() const;
  /// Of all blocks. Empty: that is not known.
  std::optional<double> threads() const;
  /// The block is known, and some device runs it.
  bool hasUsableBlock() const;
};

} // namespace memlint

#endif // CUDA_MEMLINT_MODEL_LAUNCHCONTEXT_H
