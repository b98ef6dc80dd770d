//===- DataAddress.h - Locations that data choose ---------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Addresses in which values from memory take part: `sum[group[i]]`. Internal to the race
/// analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_DATAADDRESS_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_DATAADDRESS_H

#include "PlacedSite.h"

namespace memlint {

/// What data contribute to an address.
struct DataAddress {
  /// The whole, and the terms that no data take part in.
  ExprRef Offset = nullptr, Rest = nullptr;
  /// Values that were read or computed from what was read.
  llvm::SmallVector<ExprRef, 2> Values;
  /// By value: the load that gave it, perhaps in the iteration before; null: not one load alone.
  llvm::SmallVector<const Access *, 2> Loads;
  /// The address is a multiple of one value, beside the rest.
  bool IsValueItself = false;

  bool isByData() const { return !Values.empty(); }
};

/// The load or atomic of \p Kernel that \p Leaf is the value of; null: none.
const Access *sourceOf(const KernelProgram &Kernel, ExprRef Leaf);

/// \p Leaf is an element of an array of the thread's own that a loop fills by one load: that; else
/// null.
const Access *loadFilling(const KernelProgram &Kernel, ExprRef Leaf);

/// Of \p Leaf, whether it is read from memory, or computed from what is not known before launch.
bool isData(ExprRef Leaf);

/// Of \p Leaf, whether it is read from global memory that the kernel does not write.
bool isFromOutside(const KernelProgram &Kernel, ExprRef Leaf);

/// Of \p Leaf, whether it is an index of the thread in its block, or of the block.
bool isIndex(ExprRef Leaf);
/// It is an argument of the kernel.
bool isParameter(ExprRef Leaf);

/// What \p Condition is the negation of, or else itself.
ExprRef withoutNot(ExprRef Condition);
/// \p Test compares two integers by their order.
bool isOrder(ExprRef Test);

/// \p Root depends on \p Leaf.
bool contains(ExprRef Root, ExprRef Leaf);

/// Takes the address of \p Site, in terms of the launch, apart. None: it is not known at all.
std::optional<DataAddress> dataAddress(const RaceSetting &Setting, const Access &Site);

/// What data must be like for two threads to come to one such address.
DataNeed needToMeet(const KernelProgram &Kernel, const DataAddress &Address);
/// The same, where data choose the location at \p One by other loads than at \p Other.
DataNeed needOfOneIndex(const KernelProgram &Kernel, const DataAddress &One,
                        const DataAddress &Other);
/// What they must be like for a thread to come to \p Address where another one has one of its own.
DataNeed needOfChoice(const KernelProgram &Kernel, const DataAddress &Address);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_DATAADDRESS_H
