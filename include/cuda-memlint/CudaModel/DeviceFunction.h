//===- DeviceFunction.h - The functions that CUDA gives a meaning -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What CUDA's functions do, by their names, whichever header declares them. Everybody who asks
/// what a call does reads it here.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CUDAMODEL_DEVICEFUNCTION_H
#define CUDA_MEMLINT_CUDAMODEL_DEVICEFUNCTION_H

#include "cuda-memlint/CudaModel/AtomicOperation.h"

namespace memlint {

enum class FunctionKind : uint8_t {
  // Barriers and fences.
  BlockBarrier,
  BlockVote,    ///< a barrier that reduces a number of each thread
  WarpBarrier,  ///< (mask), of all lanes where that is left out
  NamedBarrier, ///< (number, threads), of the block where the second is left out
  Fence,        ///< Scope
  // Accesses to what the first argument points to.
  Atomic,    ///< Operation, Scope
  Load,      ///< with a cache operator
  Store,     ///< with a cache operator; the second argument is what is stored
  CopyBytes, ///< (to, from, bytes)
  SetBytes,  ///< (to, byte, bytes)
  TextureRead,
  SurfaceWrite,
  // Asynchronous copies by threads on their own.
  StartCopy,     ///< (to, from, bytes), and how many of them are zeros instead
  CommitCopies,  ///< to a group
  WaitForCopies, ///< but the last so many groups
  TrackCopies,   ///< by a barrier in memory
  // Of the lanes of a warp: HasMask, Result.
  Shuffle, ///< Source
  Vote,    ///< anything else that depends on what other lanes give
  Ballot,
  // Numbers.
  Minimum,
  Maximum,
  Absolute,
  Integer, ///< Number, Bits
  Assume,  ///< the argument holds
  // Addresses.
  SameAddress,    ///< the first argument
  AddressInSpace, ///< a pointer's, as a number
  GenericAddress, ///< of such a number
  IsInSpace,      ///< Space
};

enum class ShuffleSource : uint8_t { Named, Below, Above, Exchanged };

/// An integer that depends on the arguments alone.
enum class IntegerFunction : uint8_t {
  PopulationCount,
  BitReverse,
  LeadingZeros,
  TrailingZeros,
  FindFirstSet,
  NthSetBit,
  Product24,         ///< of the lower 24 bits of both, whose highest one is the sign
  UnsignedProduct24, ///< the same without signs
  HighProduct,
  HighUnsignedProduct,
  Mean,
  RoundedMean,
  AbsoluteDifference, ///< of two, and a third added
  FunnelShiftLeft,
  FunnelShiftLeftClamped,
  FunnelShiftRight,
  FunnelShiftRightClamped,
  BytePermutation
};

/// A row of DeviceFunctions.def. What a kind does not name above means nothing for it.
struct DeviceFunction {
  llvm::StringLiteral Name;
  FunctionKind Kind;
  /// What is called with fewer arguments is another function.
  uint8_t Arguments = 0;
  /// The first argument is the mask of the lanes that meet.
  bool HasMask = false;
  AtomicOperation Operation = AtomicOperation::Exchange;
  ThreadScope Scope = ThreadScope::Device;
  ShuffleSource Source = ShuffleSource::Named;
  IntegerFunction Number = IntegerFunction::PopulationCount;
  uint8_t Bits = 32;
  MemorySpace Space = MemorySpace::Generic;
  /// Loads: the L1 cache does not keep what they read.
  bool SkipsL1 = false;
  /// How the result varies, where nothing else is known of it.
  Uniformity Result = Uniformity::Lane;

  /// It accesses what its first argument points to, at the place where it is called.
  bool isAccess() const {
    return Kind == FunctionKind::Atomic || Kind == FunctionKind::Load ||
           Kind == FunctionKind::Store;
  }
};

/// What the function \p Name does; empty where CUDA gives the name no meaning.
std::optional<DeviceFunction> deviceFunction(llvm::StringRef Name);

} // namespace memlint

#endif // CUDA_MEMLINT_CUDAMODEL_DEVICEFUNCTION_H
