//===- IndexProgram.h - Index expressions, compiled for lanes ---*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Index expressions as a straight list of steps, operands before their users,
/// evaluated for the 32 lanes of a warp at a time, or for ranges of block
/// indices and loop counters. Internal to the cost library.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_COST_INDEXPROGRAM_H
#define CUDA_MEMLINT_LIB_ANALYSIS_COST_INDEXPROGRAM_H

#include "cuda-memlint/Symbolic/Expression.h"
#include "cuda-memlint/Target/WarpRequest.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <array>
#include <vector>

namespace memlint {

using LaneValues = std::array<int64_t, WarpSize>;

/// Extents of a block, and how its threads are dealt to warps: by linear index
/// (z * extent y + y) * extent x + x.
struct BlockShape {
  std::array<uint64_t, 3> Extent = {1, 1, 1};

  uint64_t threads() const { return Extent[0] * Extent[1] * Extent[2]; }
  unsigned warps() const { return unsigned((threads() + WarpSize - 1) / WarpSize); }
};

/// threadIdx of the lanes of one warp.
struct WarpThreads {
  /// Lanes that exist; the last warp of a block may be partial.
  uint32_t Mask = 0;
  std::array<LaneValues, 3> Index = {};
};

WarpThreads threadsOfWarp(const BlockShape &Block, unsigned Warp);

/// A product within a sum.
struct SumTerm {
  int64_t Coefficient;
  llvm::SmallVector<unsigned, 2> UniformFactors;
  llvm::SmallVector<unsigned, 2> LaneFactors;
};

/// One step of the program.
struct IndexStep {
  enum class Form : uint8_t { Constant, Thread, Dimension, Sum, Operation };
  Form Kind = Form::Constant;
  /// The value differs among the lanes of a warp.
  bool Lane = false;
  /// Bit d is set when the value depends on dimension d.
  uint64_t Dimensions = 0;
  /// Constant: the value. Sum: its constant. Thread and Dimension: which.
  int64_t Number = 0;
  llvm::SmallVector<SumTerm, 2> Terms;
  llvm::SmallVector<unsigned, 3> Operands;
  ExprRef Source = nullptr;

  /// Calls \p Visit for the index of each step that this one reads.
  template <typename Function> void forEachOperand(Function Visit) const {
    for (unsigned Operand : Operands)
      Visit(Operand);
    for (const SumTerm &Part : Terms) {
      for (unsigned Factor : Part.UniformFactors)
        Visit(Factor);
      for (unsigned Factor : Part.LaneFactors)
        Visit(Factor);
    }
  }
};

/// Expressions over threadIdx and dimensions: block indices and loop counters.
class IndexProgram {
public:
  explicit IndexProgram(const BlockShape &Block) : Block(Block) {}

  /// The number of dimension \p Leaf, a block index or loop counter. At most 64.
  unsigned addDimension(ExprRef Leaf);

  /// The step that computes \p Root, whose leaves must all be thread indices or
  /// dimensions.
  unsigned add(ExprRef Root);

  /// All leaves of \p Root are thread indices or dimensions added so far.
  bool covers(ExprRef Root) const;

  llvm::ArrayRef<IndexStep> steps() const { return Steps; }

  /// Bounds of each step's value over all threads of a block when each dimension
  /// is within \p Box.
  void intervals(llvm::ArrayRef<Interval> Box, llvm::SmallVectorImpl<Interval> &Values) const;

  /// Values of the steps that no lane changes, at one point of the dimensions.
  /// Of a sum that does vary, the value of its uniform part.
  void uniformValues(llvm::ArrayRef<int64_t> Point, llvm::SmallVectorImpl<int64_t> &Values) const;

  /// Values of \p Needed (ascending steps that vary by lane), given the others.
  void laneValues(const WarpThreads &Threads, llvm::ArrayRef<unsigned> Needed,
                  llvm::ArrayRef<int64_t> Uniform, std::vector<LaneValues> &Values) const;

  /// The steps that vary by lane and that \p Roots need, ascending.
  llvm::SmallVector<unsigned, 32> neededLanes(llvm::ArrayRef<unsigned> Roots) const;

private:
  Interval interval(const IndexStep &Step, llvm::ArrayRef<Interval> Box,
                    llvm::ArrayRef<Interval> Values) const;

  BlockShape Block;
  std::vector<IndexStep> Steps;
  llvm::DenseMap<ExprRef, unsigned> Index;
  unsigned DimensionCount = 0;
};

/// The dimension repeats: when dimension \p Dimension grows by the result, the
/// steps \p Exact keep their values for every thread, and \p Offset grows by
/// one multiple of \p Modulus for all lanes together (0: it may grow by any
/// amount that is the same for all lanes). \p Bounds are those of all steps in
/// the region looked at. 0 when no period of at most \p Limit was found.
uint64_t findPeriod(const IndexProgram &Program, unsigned Dimension,
                    llvm::ArrayRef<Interval> Bounds, llvm::ArrayRef<unsigned> Exact,
                    unsigned Offset, uint64_t Modulus, uint64_t Limit);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_COST_INDEXPROGRAM_H
