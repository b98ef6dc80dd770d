//===- WarpRequest.h - One warp-level memory request ------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The vocabulary every part shares: memory spaces, access kinds, and the one
/// thing hardware charges for, a request: what the lanes of one warp ask of one
/// memory space in one execution of one access.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TARGET_WARPREQUEST_H
#define CUDA_MEMLINT_TARGET_WARPREQUEST_H

#include <array>
#include <cstdint>

namespace memlint {

/// Lanes in a warp of NVIDIA's devices, on every compute capability so far (CUDA C++ Programming
/// Guide, table of technical specifications per compute capability).
inline constexpr unsigned NvidiaWarpLanes = 32;

/// The most lanes that a warp of any device has.
inline constexpr unsigned MostWarpLanes = 64;

/// Bit l stands for lane l.
using LaneMask = uint64_t;

/// The lanes of a warp of \p Lanes.
constexpr LaneMask allLanes(unsigned Lanes) { return ~LaneMask(0) >> (MostWarpLanes - Lanes); }

/// What a kernel and the words on it have to know of the device.
struct DeviceShape {
  /// Lanes in a warp; AMD calls it a wavefront.
  unsigned WarpLanes = NvidiaWarpLanes;
  /// The unit of cost of global memory, in bytes: NVIDIA's sector, AMD's cache line.
  unsigned UnitBytes = 32;
  bool IsAmd = false;

  friend bool operator==(const DeviceShape &, const DeviceShape &) = default;
};

/// The memory space an access goes to. Generic: the space is not known.
enum class MemorySpace : uint8_t { Global, Shared, Constant, Local, Generic };

/// What an access does to memory.
enum class AccessKind : uint8_t { Load, Store, Atomic, AsyncCopy };

/// By which instruction a lane's data is accessed, where that decides the cost.
enum class RequestForm : uint8_t {
  Plain,          ///< ordinary loads and stores
  NativeAtomic,   ///< an atomic that shared memory carries out by itself
  Increment,      ///< an atomic addition of 1 whose result is not used
  CompareAndSwap, ///< the compare-and-swap instruction
  AtomicLoop,     ///< an atomic built of compare-and-swaps, retried while lanes collide
  MatrixRows,     ///< each lane names a 16-byte row of an 8x8 matrix: ldmatrix, stmatrix
  WarpMatrix,     ///< an access that load_matrix_sync or store_matrix_sync is compiled to
  BypassingCopy   ///< asynchronous copy that leaves out the first-level cache: cp.async.cg
};

/// What the lanes of one warp ask for in one execution of one access.
struct WarpRequest {
  AccessKind Kind = AccessKind::Load;
  RequestForm Form = RequestForm::Plain;
  /// Bytes that each active lane reads or writes: 1, 2, 4, 8 or 16.
  unsigned BytesPerLane = 4;
  /// Bit l is set when lane l takes part.
  LaneMask ActiveMask = allLanes(NvidiaWarpLanes);
  /// Byte offset of each lane's first byte, from a base that is a multiple of
  /// the target's largest unit (128 bytes). Entries of inactive lanes are
  /// ignored. Negative offsets are allowed.
  std::array<int64_t, MostWarpLanes> ByteOffset = {};
};

/// What a request costs, and the least that the same number of active lanes of
/// the same size could have cost. Unit: 32-byte sectors (AMD: cache lines) for global memory,
/// wavefronts (AMD: cycles of the busiest bank) for shared memory, distinct byte addresses for
/// constant memory.
struct RequestCost {
  uint32_t Cost = 0;
  uint32_t Ideal = 0;

  friend bool operator==(const RequestCost &, const RequestCost &) = default;
};

} // namespace memlint

#endif // CUDA_MEMLINT_TARGET_WARPREQUEST_H
