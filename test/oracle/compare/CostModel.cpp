//===- CostModel.cpp - What hardware charges for a request ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CostModel.h"

#include <algorithm>
#include <set>

namespace oracle {

namespace {

using LaneAddresses = std::map<unsigned, uint64_t>;

uint64_t sectors(unsigned Bytes, const LaneAddresses &Lanes) {
  std::set<uint64_t> Touched;
  for (auto [Lane, Address] : Lanes)
    for (unsigned Byte = 0; Byte != Bytes; ++Byte)
      Touched.insert((Address + Byte) / 32);
  return Touched.size();
}

/// Each active lane whose partner is active has its partner's address.
bool isPaired(const LaneAddresses &Lanes, unsigned Distance) {
  return std::all_of(Lanes.begin(), Lanes.end(), [&](const auto &Each) {
    auto Partner = Lanes.find(Each.first ^ Distance);
    return Partner == Lanes.end() || Partner->second == Each.second;
  });
}

uint64_t wavefronts(Kind What, unsigned Bytes, const LaneAddresses &Lanes) {
  unsigned LanesPerPhase = Bytes == 16 ? 8 : Bytes == 8 ? 16 : 32;
  if (What == Kind::Load && Bytes >= 8 && (isPaired(Lanes, 1) || isPaired(Lanes, 2)))
    LanesPerPhase *= 2;
  uint64_t Total = 0;
  for (unsigned First = 0; First != 32; First += LanesPerPhase) {
    std::set<uint64_t> Words;
    for (auto [Lane, Address] : Lanes)
      if (Lane >= First && Lane < First + LanesPerPhase)
        for (unsigned Byte = 0; Byte != Bytes; ++Byte)
          Words.insert((Address + Byte) / 4);
    std::map<uint64_t, uint64_t> InBank;
    uint64_t Most = 0;
    for (uint64_t Word : Words)
      Most = std::max(Most, ++InBank[Word % 32]);
    Total += Most;
  }
  return Total;
}

/// Lanes in one bank follow each other, also those at one address; comparing costs
/// as much again.
uint64_t atomicWavefronts(Kind What, unsigned Bytes, const LaneAddresses &Lanes) {
  unsigned LanesPerPhase = Bytes == 8 ? 16 : 32;
  uint64_t Total = 0;
  for (unsigned First = 0; First != 32; First += LanesPerPhase) {
    std::map<uint64_t, uint64_t> InBank;
    uint64_t Most = 0;
    for (auto [Lane, Address] : Lanes)
      if (Lane >= First && Lane < First + LanesPerPhase)
        Most = std::max(Most, ++InBank[Address / Bytes % (128 / Bytes)]);
    Total += Most;
  }
  return What == Kind::CompareAndSwap ? 2 * Total : Total;
}

uint64_t distinctAddresses(const LaneAddresses &Lanes) {
  std::set<uint64_t> Distinct;
  for (auto [Lane, Address] : Lanes)
    Distinct.insert(Address);
  return Distinct.size();
}

uint64_t roundedUp(uint64_t Count, uint64_t Unit) { return (Count + Unit - 1) / Unit; }

} // namespace

Charge chargeFor(Space Where, Kind What, unsigned Bytes, const LaneAddresses &Lanes) {
  if (Where == Space::Global) {
    uint64_t Cost = sectors(Bytes, Lanes);
    return {Cost, std::min(Cost, roundedUp(Lanes.size() * Bytes, 32))};
  }
  if (Where == Space::Shared) {
    uint64_t Ideal = roundedUp(Lanes.size() * Bytes, 128) * (What == Kind::CompareAndSwap ? 2 : 1);
    uint64_t Cost = What == Kind::Atomic || What == Kind::CompareAndSwap
                        ? atomicWavefronts(What, Bytes, Lanes)
                        : wavefronts(What, Bytes, Lanes);
    return {Cost, std::min(Cost, Ideal)};
  }
  return {distinctAddresses(Lanes), 1};
}

} // namespace oracle
