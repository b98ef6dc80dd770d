//===- UnitSet.h - Counting distinct things of one request ------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The two small sets that costs are counted with. Both live on the stack and
/// are sized for one request: 64 lanes of at most 16 bytes at any offset.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_TARGET_UNITSET_H
#define CUDA_MEMLINT_LIB_TARGET_UNITSET_H

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>

namespace memlint {

/// Counts distinct numbers. Cheapest when they come in rising order or close
/// together, which most requests do.
class UnitSet {
public:
  void insert(int64_t Unit) {
    if (Size && Unit == Units[Size - 1])
      return;
    assert(Size < Units.size() && "more units than one request can touch");
    Rising &= !Size || Unit > Units[Size - 1];
    Units[Size++] = Unit;
  }

  unsigned count() {
    if (Rising)
      return Size;
    auto End = Units.begin() + Size;
    auto [Lowest, Highest] = std::minmax_element(Units.begin(), End);
    uint64_t Base = *Lowest;
    if (static_cast<uint64_t>(*Highest) - Base < 64) {
      uint64_t Seen = 0;
      for (auto Unit = Units.begin(); Unit != End; ++Unit)
        Seen |= uint64_t(1) << (static_cast<uint64_t>(*Unit) - Base);
      return std::popcount(Seen);
    }
    std::sort(Units.begin(), End);
    return std::unique(Units.begin(), End) - Units.begin();
  }

private:
  /// Two units per lane: 16 bytes straddle at most one boundary of units that
  /// are at least as large.
  std::array<int64_t, 128> Units;
  unsigned Size = 0;
  bool Rising = true;
};

/// Counts, bank by bank, the distinct rows that are asked for.
class BankRows {
public:
  BankRows() { Newest.fill(Nothing); }

  void insert(unsigned Bank, int64_t Row) {
    for (uint8_t Entry = Newest[Bank]; Entry != Nothing; Entry = Older[Entry])
      if (Rows[Entry] == Row)
        return;
    assert(Size < Rows.size() && "more words than one phase can touch");
    Rows[Size] = Row;
    Older[Size] = Newest[Bank];
    Newest[Bank] = Size++;
    Deepest = std::max<unsigned>(Deepest, ++Depth[Bank]);
  }

  /// The most distinct rows that any one bank is asked for.
  unsigned deepestBank() const { return Deepest; }

private:
  static constexpr uint8_t Nothing = 0xff;
  /// At most two words for each of 64 lanes, three for each of 32, or five for each of 16.
  std::array<int64_t, 128> Rows;
  std::array<uint8_t, 128> Older;
  std::array<uint8_t, 64> Newest;
  std::array<uint8_t, 64> Depth = {};
  uint8_t Size = 0;
  unsigned Deepest = 0;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_TARGET_UNITSET_H
