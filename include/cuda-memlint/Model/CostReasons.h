//===- CostReasons.h - What a cost rests on, or why it is unknown -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the verdicts on costs say beside their numbers. Checks/CostReasonWording.h has the words.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_MODEL_COSTREASONS_H
#define CUDA_MEMLINT_MODEL_COSTREASONS_H

#include "cuda-memlint/Target/WarpRequest.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace memlint {

/// Something that a cost, or the number of requests, depends on and that is not known.
struct UnknownQuantity {
  enum class Kind : uint8_t {
    Value,         ///< of the argument, index or counter Name
    Loaded,        ///< values that Name reads from memory
    DataDependent, ///< values of Name, which data decide
    Expression,    ///< Name, which stands for itself
    GridSize,
    TripCount, ///< of the loop at Line
    Alignment  ///< of the object Name
  };
  Kind What = Kind::Value;
  /// In source terms.
  std::string Name = {};
  unsigned Line = 0;

  friend bool operator==(const UnknownQuantity &, const UnknownQuantity &) = default;
};

/// Why the cost of an access is not known.
struct UnknownCost {
  enum class Kind : uint8_t {
    None,
    // The device refuses the launch.
    BlockSize, ///< Numbers: the three extents of the block
    EmptyGrid,
    GridSize, ///< Numbers: the blocks in one dimension
    // The access is of a kind that has no cost model.
    Lowering, ///< Names: why the address was not followed, in words
    Address,  ///< not followed
    Space,
    LocalMemory,
    AtomicLoop,        ///< an atomic that is a loop of compare-and-swap
    AggregatedAtomics, ///< atomics of a warp on one address, which the compiler may make one
    BypassingCopy,
    NoModel, ///< Numbers: bytes; see Space and Access
    BlockDimensions,
    // The address depends on something.
    Quantity,    ///< DependsOn
    Quantities,  ///< too many of them
    Range,       ///< Names: a counter whose range is not known
    RowDistance, ///< Names: the length of the rows
    Banks        ///< Names: the factors that decide on bank conflicts
  };
  Kind Why = Kind::None;
  std::vector<std::string> Names = {};
  std::array<uint64_t, 3> Numbers = {};
  std::optional<UnknownQuantity> DependsOn = {};
  MemorySpace Space = MemorySpace::Global;
  AccessKind Access = AccessKind::Load;

  bool empty() const { return Why == Kind::None; }
};

/// Why requests were not counted over a whole launch.
struct MissingTotals {
  enum class Limit : uint8_t {
    None,
    Numbers, ///< counts above 2^56
    Steps    ///< more than Budget steps
  };
  /// What would have to be known.
  std::vector<UnknownQuantity> Unknown = {};
  Limit Reached = Limit::None;
  uint64_t Budget = 0;

  bool empty() const { return Unknown.empty() && Reached == Limit::None; }
};

/// What the costs of requests are counted in.
enum class CostUnit : uint8_t { Sector, CacheLine, Wavefront, Address };

/// What a verdict takes for granted.
struct CostAssumption {
  enum class Kind : uint8_t {
    // Rows: Names has their lengths in elements.
    DistinctRows,    ///< they do not overlap
    AlignedRows,     ///< they start on a boundary of Unit and are at least one apart
    DistantRows,     ///< they are at least a Unit apart
    WholeRowsNearby, ///< the same, and so many elements as the last of Names are whole Units
    NonzeroLength,   ///< Names: a length that is not 0
    // Alignment: Number is a boundary in bytes.
    Start,              ///< the object in Names starts Residue bytes past it
    Residue,            ///< the sum in Names is Residue bytes above a multiple of it
    MultipleOfBytes,    ///< the sum in Names is a multiple of it
    Multiple,           ///< the sum in Names is a multiple of Factor
    MultipleOfElements, ///< the same in elements, which are Number bytes
    // Guards and loops.
    AllPass,  ///< all threads satisfy the condition in Names
    AnyPass,  ///< any thread may satisfy it; the cost is that of all
    AllStay,  ///< all threads stay in the loop at line Number
    TwoLanes, ///< two lanes take part; each takes a Unit of its own
    // Values.
    SameInWarp, ///< the value in Names is the same for all lanes of a warp
    PowerOfTwo, ///< that in Names is one
    // What was looked at.
    Sample,  ///< of blocks and iterations
    Instance ///< Names: what the template was instantiated with, in words
  };
  Kind What = Kind::AllPass;
  /// In source terms.
  std::vector<std::string> Names = {};
  uint64_t Number = 0;
  uint64_t Residue = 0;
  uint64_t Factor = 0;
  CostUnit Unit = CostUnit::Sector;

  friend bool operator==(const CostAssumption &, const CostAssumption &) = default;
};

} // namespace memlint

#endif // CUDA_MEMLINT_MODEL_COSTREASONS_H
