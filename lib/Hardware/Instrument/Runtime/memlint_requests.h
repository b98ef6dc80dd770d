//===- memlint_requests.h - What a warp's request costs ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The rules by which an instrumented program counts its own requests, once, for the
/// device and for the tests of the host: C++14, no library. They are those that
/// docs/hardware-rules.md gives for compute capability 5.0 and later, on addresses
/// that are multiples of the access's size, since hardware takes no others.
///
/// A WarpT is 32 lanes, each with an address. It runs what it is given for each of
/// them: in a loop on the host, by the lanes themselves on the device.
///
///   using Value               an unsigned number for each lane
///   Value each(Function)      Function(lane) for each lane
///   unsigned atLeast(V, n)    the lanes whose number is n or more, as a mask
///   own(lane)                 the address of the lane that asks
///   other(lane)               the address of any lane; all lanes must ask alike
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_RUNTIME_MEMLINT_REQUESTS_H
#define CUDA_MEMLINT_RUNTIME_MEMLINT_REQUESTS_H

#ifdef __CUDACC__
#define MEMLINT_BOTH __host__ __device__
#else
#define MEMLINT_BOTH
#endif

namespace memlint_runtime {

constexpr unsigned WarpLanes = 32;

/// What a site does, where that decides its cost. An Increment costs what a store does: lanes
/// at one word are counted together (by compute capability 8.0 and later). An AtomicLoop is built
/// of retried compare-and-swaps, for which shared memory has no rule.
enum SiteKind : unsigned { Load, Store, NativeAtomic, Increment, CompareAndSwap, AtomicLoop };

struct CountedCost {
  unsigned Cost;
  unsigned Ideal;
};

MEMLINT_BOTH inline unsigned lanesIn(unsigned Mask) {
  unsigned Count = 0;
  for (; Mask; Mask &= Mask - 1)
    ++Count;
  return Count;
}

MEMLINT_BOTH inline CountedCost atMost(unsigned Cost, unsigned Ideal) {
  return CountedCost{Cost, Ideal < Cost ? Ideal : Cost};
}

MEMLINT_BOTH inline unsigned atomsOf(unsigned Lanes, unsigned Bytes, unsigned AtomBytes) {
  return (lanesIn(Lanes) * Bytes + AtomBytes - 1) / AtomBytes;
}

/// Of the lanes in \p Lanes, those that are the first of their phase to touch their
/// unit of \p UnitBytes.
template <class WarpT>
MEMLINT_BOTH unsigned firstLanes(const WarpT &Warp, unsigned Lanes, unsigned PhaseLanes,
                                 unsigned UnitBytes) {
  return Lanes & Warp.atLeast(Warp.each([&](unsigned Lane) {
    unsigned First = 1;
    for (unsigned Other = 0; Other != WarpLanes; ++Other) {
      if (!(Lanes >> Other & 1))
        continue;
      bool Same = Warp.other(Other) / UnitBytes == Warp.own(Lane) / UnitBytes;
      if (Same && Other < Lane && Other / PhaseLanes == Lane / PhaseLanes)
        First = 0;
    }
    return First;
  }),
                              1);
}

/// Phase by phase, the most lanes of \p Lanes whose words share a bank; summed.
/// Access of more than a word keep as many neighbouring banks busy.
template <class WarpT>
MEMLINT_BOTH unsigned lanesOfBusiestBanks(const WarpT &Warp, unsigned Lanes, unsigned PhaseLanes,
                                          unsigned UnitBytes) {
  const unsigned Banks = 128 / UnitBytes;
  typename WarpT::Value Depth = Warp.each([&](unsigned Lane) {
    unsigned Count = 0;
    for (unsigned Other = 0; Other != WarpLanes; ++Other) {
      if (!(Lanes >> Other & 1))
        continue;
      bool Same = Warp.other(Other) / UnitBytes % Banks == Warp.own(Lane) / UnitBytes % Banks;
      if (Same && Other / PhaseLanes == Lane / PhaseLanes)
        ++Count;
    }
    return Count;
  });
  unsigned Sum = 0;
  for (unsigned Wavefront = 1; Wavefront <= WarpLanes; ++Wavefront) {
    unsigned Waiting = Lanes & Warp.atLeast(Depth, Wavefront);
    if (!Waiting)
      break;
    for (unsigned First = 0; First != WarpLanes; First += PhaseLanes)
      if (Waiting >> First & (PhaseLanes == WarpLanes ? ~0u : (1u << PhaseLanes) - 1))
        ++Sum;
  }
  return Sum;
}

/// Whether each lane has the address of lane xor \p Distance, where that is active.
template <class WarpT>
MEMLINT_BOTH bool lanesAgree(const WarpT &Warp, unsigned Lanes, unsigned Distance) {
  return !(Lanes & Warp.atLeast(Warp.each([&](unsigned Lane) {
    unsigned Partner = Lane ^ Distance;
    bool Same = Warp.other(Partner) == Warp.own(Lane);
    return unsigned((Lanes >> Partner & 1) && !Same);
  }),
                                1));
}

/// Distinct sectors of 32 bytes.
template <class WarpT>
MEMLINT_BOTH CountedCost globalRequest(const WarpT &Warp, unsigned Lanes, unsigned Bytes) {
  return atMost(lanesIn(firstLanes(Warp, Lanes, WarpLanes, 32)), atomsOf(Lanes, Bytes, 32));
}

/// Wavefronts: 32 banks of 4 bytes, the warp, its halves or its quarters at a time.
template <class WarpT>
MEMLINT_BOTH CountedCost sharedRequest(const WarpT &Warp, unsigned Lanes, unsigned Bytes,
                                       SiteKind Kind) {
  unsigned Phases = Bytes <= 4 ? 1 : Bytes <= 8 ? 2 : 4;
  unsigned Unit = Bytes <= 4 ? 4 : Bytes;
  unsigned Ideal = atomsOf(Lanes, Bytes, 128);
  if (Kind == NativeAtomic || Kind == CompareAndSwap) {
    unsigned Turns = lanesOfBusiestBanks(Warp, Lanes, WarpLanes / Phases, Unit);
    return Kind == NativeAtomic ? atMost(Turns, Ideal) : atMost(2 * Turns, 2 * Ideal);
  }
  // Both are asked for in any case: all lanes must ask alike.
  bool Pairs = lanesAgree(Warp, Lanes, 1), Quads = lanesAgree(Warp, Lanes, 2);
  if (Phases > 1 && Kind == Load && (Pairs || Quads))
    Phases /= 2;
  unsigned First = firstLanes(Warp, Lanes, WarpLanes / Phases, Unit);
  return atMost(lanesOfBusiestBanks(Warp, First, WarpLanes / Phases, Unit), Ideal);
}

/// Distinct byte addresses.
template <class WarpT> MEMLINT_BOTH CountedCost constantRequest(const WarpT &Warp, unsigned Lanes) {
  return atMost(lanesIn(firstLanes(Warp, Lanes, WarpLanes, 1)), 1);
}

} // namespace memlint_runtime

#endif // CUDA_MEMLINT_RUNTIME_MEMLINT_REQUESTS_H
