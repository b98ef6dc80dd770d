//===- cost_throughput.cpp - Requests costed per second -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Costs every measured global and shared request over and over, by the cost
/// functions and, in the same run, by the plainest code that follows the same
/// rules with std::set. Prints requests per second and the ratio of the two; the
/// ratio is what can be compared between machines.
///
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Calculator/RequestTable.h"
#include "cuda-memlint/Target/RequestCost.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <set>
#include <vector>

using namespace memlint;

static std::vector<WarpRequest> readRequests(llvm::StringRef File) {
  std::string Path = (llvm::Twine(MEMLINT_HARDWARE_DIR "/calibration/") + File).str();
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  if (!Buffer)
    llvm::report_fatal_error(llvm::Twine("cannot read ") + Path);
  RequestTable Table = llvm::cantFail(RequestTable::open((*Buffer)->getMemBufferRef()));
  std::vector<WarpRequest> Requests;
  for (RequestRow Row; llvm::cantFail(Table.next(Row));)
    Requests.push_back(Row.Request);
  return Requests;
}

static uint32_t plainGlobal(const WarpRequest &Request) {
  std::set<int64_t> Sectors;
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
    if ((Request.ActiveMask >> Lane) & 1)
      for (unsigned Byte = 0; Byte != Request.BytesPerLane; ++Byte)
        Sectors.insert((Request.ByteOffset[Lane] + Byte) >> 5);
  return Sectors.size();
}

static bool plainAgree(const WarpRequest &Request, unsigned Distance) {
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane) {
    unsigned Partner = Lane ^ Distance;
    if (((Request.ActiveMask >> Lane) & 1) && ((Request.ActiveMask >> Partner) & 1) &&
        Request.ByteOffset[Lane] != Request.ByteOffset[Partner])
      return false;
  }
  return true;
}

static uint32_t plainShared(const WarpRequest &Request) {
  unsigned Phases = Request.BytesPerLane <= 4 ? 1 : Request.BytesPerLane / 4;
  if (Phases > 1 && Request.Kind == AccessKind::Load &&
      (plainAgree(Request, 1) || plainAgree(Request, 2)))
    Phases /= 2;
  uint32_t Wavefronts = 0;
  for (unsigned Phase = 0; Phase != Phases; ++Phase) {
    std::set<int64_t> Words[32];
    unsigned Lanes = WarpSize / Phases;
    for (unsigned Lane = Phase * Lanes; Lane != (Phase + 1) * Lanes; ++Lane)
      if ((Request.ActiveMask >> Lane) & 1)
        for (unsigned Byte = 0; Byte != Request.BytesPerLane; ++Byte) {
          int64_t Word = (Request.ByteOffset[Lane] + Byte) >> 2;
          Words[Word & 31].insert(Word);
        }
    size_t Deepest = 0;
    for (const auto &Bank : Words)
      Deepest = std::max(Deepest, Bank.size());
    Wavefronts += Deepest;
  }
  return Wavefronts;
}

namespace {
struct Rate {
  double PerSecond;
  uint64_t CostOfOnePass;
};
} // namespace

/// Runs passes over \p Requests for at least half a second.
template <typename CostT>
static Rate measure(const std::vector<WarpRequest> &Requests, CostT Cost) {
  using Clock = std::chrono::steady_clock;
  uint64_t Sum = 0;
  uint64_t Passes = 0;
  double Seconds = 0;
  Clock::time_point Start = Clock::now();
  do {
    for (const WarpRequest &Request : Requests)
      Sum += Cost(Request);
    ++Passes;
    Seconds = std::chrono::duration<double>(Clock::now() - Start).count();
  } while (Seconds < 0.5);
  return {static_cast<double>(Passes * Requests.size()) / Seconds, Sum / Passes};
}

template <typename CostT, typename PlainT>
static bool compare(llvm::StringRef What, llvm::StringRef File, CostT Cost, PlainT Plain) {
  std::vector<WarpRequest> Requests = readRequests(File);
  Rate Ours = measure(Requests, Cost);
  Rate Theirs = measure(Requests, Plain);
  llvm::outs() << llvm::format("%-7s %5zu requests: %11.0f per second, plain %10.0f, ratio %5.1f\n",
                               What.str().c_str(), Requests.size(), Ours.PerSecond,
                               Theirs.PerSecond, Ours.PerSecond / Theirs.PerSecond);
  if (Ours.CostOfOnePass != Theirs.CostOfOnePass)
    llvm::errs() << "the two disagree: " << Ours.CostOfOnePass << " and " << Theirs.CostOfOnePass
                 << "\n";
  return Ours.CostOfOnePass == Theirs.CostOfOnePass;
}

int main() {
  const TargetModel &Target = defaultTarget();
  bool Agree = compare(
      "global", "h200_global_sectors.csv",
      [&](const WarpRequest &Request) { return globalCost(Target, Request).Cost; }, plainGlobal);
  Agree &= compare(
      "shared", "h200_shared_wavefronts.csv",
      [&](const WarpRequest &Request) { return sharedCost(Target, Request).Cost; }, plainShared);
  return Agree ? 0 : 1;
}
