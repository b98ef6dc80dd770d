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

#ifndef CUDA_MEMLINT_LAUNCH_LAUNCHCONTEXT_H
#define CUDA_MEMLINT_LAUNCH_LAUNCHCONTEXT_H

#include "cuda-memlint/MemoryProgram/MemoryProgram.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

namespace memlint {

/// Where a launch context comes from, the strongest first. Harness: a generated main, which
/// fills in what none of the others tells. Inferred: the kernel multiplies its block index by
/// a constant, which is then the block.
enum class LaunchOrigin : uint8_t {
  Option,
  Config,
  Call,
  Harness,
  LaunchBounds,
  Assert,
  Inferred,
  Default
};

/// What is known of one argument of a launch.
struct LaunchArgument {
  /// Integer arguments: the value.
  std::optional<int64_t> Value;
  /// Integer arguments of which no more is known: a power of two that they are a
  /// multiple of.
  uint64_t Multiple = 1;
  /// Pointer arguments: the byte address is AlignmentResidue modulo
  /// AlignmentBytes (a power of two). By standing assumption 0 modulo 256.
  uint64_t AlignmentBytes = 256;
  uint64_t AlignmentResidue = 0;
  /// Structs and arrays: their parts, as in KernelParameter::Fields; none where
  /// nothing is known of them.
  std::vector<LaunchArgument> Fields;
  /// Pointer arguments: whether it is a null pointer, where that is known.
  std::optional<bool> IsNull;

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

/// One way a kernel is launched. A dimension that cannot be known is empty; it
/// is never taken as 1.
struct LaunchContext {
  std::array<std::optional<uint64_t>, 3> Grid;
  std::array<std::optional<uint64_t>, 3> Block;
  std::optional<uint64_t> DynamicSharedBytes;
  /// By parameter index; shorter than the parameter list where nothing is known.
  std::vector<LaunchArgument> Arguments;
  /// Pairs of arguments, the lower index first, whose pointers may lead into one allocation.
  /// One twice: its own parts, or it and a variable of the device.
  std::vector<std::pair<unsigned, unsigned>> AliasedArguments;
  /// Pairs of which it is neither known that they may overlap nor that they do not.
  std::vector<DoubtfulPointers> DoubtfulArguments;
  LaunchOrigin Origin = LaunchOrigin::Default;
  /// Inferred: the indices that tell the block, "blockIdx.x * 128 + threadIdx.x".
  std::string InferredFrom;
  /// Where the block is a guess: others, as far as attributes and assertions permit them.
  std::vector<std::array<uint64_t, 3>> OtherBlocks;
  /// Under which the source launches the kernel so, each a part of a sentence that
  /// follows "when": "main is called without arguments".
  std::vector<std::string> Conditions;
  /// The launch in the source, also where the block comes from a weaker source
  /// because the call does not tell it.
  SourcePosition Position;

  bool blockKnown() const { return Block[0] && Block[1] && Block[2]; }
  bool gridKnown() const { return Grid[0] && Grid[1] && Grid[2]; }
};

/// Calls \p Visit for each integer among the parameters of a kernel and their parts,
/// as far as \p Arguments go.
inline void forEachNumber(llvm::ArrayRef<KernelParameter> Parameters,
                          llvm::ArrayRef<LaunchArgument> Arguments,
                          llvm::function_ref<void(ExprRef, const LaunchArgument &)> Visit) {
  for (const auto &[Parameter, Argument] : llvm::zip(Parameters, Arguments)) {
    if (Parameter.Value)
      Visit(Parameter.Value, Argument);
    forEachNumber(Parameter.Fields, Argument.Fields, Visit);
  }
}

/// The same for each pointer that the kernel compares with null: the leaf that says
/// whether it is, KernelParameter::Present.
inline void forEachPointer(llvm::ArrayRef<KernelParameter> Parameters,
                           llvm::ArrayRef<LaunchArgument> Arguments,
                           llvm::function_ref<void(ExprRef, const LaunchArgument &)> Visit) {
  for (const auto &[Parameter, Argument] : llvm::zip(Parameters, Arguments)) {
    if (Parameter.Present)
      Visit(Parameter.Present, Argument);
    forEachPointer(Parameter.Fields, Argument.Fields, Visit);
  }
}

/// What \p Launch tells of the arguments of \p Kernel as constants: the values of integers,
/// and whether pointers that are compared with null are it.
inline llvm::DenseMap<ExprRef, ExprRef>
knownArguments(ExprContext &Context, const KernelProgram &Kernel, const LaunchContext &Launch) {
  llvm::DenseMap<ExprRef, ExprRef> Known;
  forEachNumber(Kernel.Parameters, Launch.Arguments,
                [&](ExprRef Parameter, const LaunchArgument &Argument) {
                  if (Argument.Value)
                    Known[Parameter] = Context.constant(*Argument.Value);
                });
  forEachPointer(Kernel.Parameters, Launch.Arguments,
                 [&](ExprRef Present, const LaunchArgument &Argument) {
                   if (Argument.IsNull)
                     Known[Present] = Context.constant(!*Argument.IsNull);
                 });
  return Known;
}

/// What \p Launch tells of the pointer to \p Object; null: nothing.
inline const LaunchArgument *argumentOf(const MemoryObject &Object, const LaunchContext &Launch) {
  if (!Object.ParameterIndex || *Object.ParameterIndex >= Launch.Arguments.size())
    return nullptr;
  const LaunchArgument *Argument = &Launch.Arguments[*Object.ParameterIndex];
  for (unsigned Field : Object.ParameterFields) {
    if (Field >= Argument->Fields.size())
      return nullptr;
    Argument = &Argument->Fields[Field];
  }
  return Argument;
}

/// Adds \p Context unless one that differs at most in its position is there; of a
/// pointer, that one then keeps only what both know of its being null.
void addDistinct(std::vector<LaunchContext> &Contexts, const LaunchContext &Context);

/// Leaves MaximumLaunchContexts of \p Contexts. What the others say of pointers stays.
void capContexts(std::vector<LaunchContext> &Contexts);

} // namespace memlint

#endif // CUDA_MEMLINT_LAUNCH_LAUNCHCONTEXT_H
