//===- LaneDrawing.cpp - Lanes against sectors and banks, drawn -----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Report/LaneDrawing.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <bitset>
#include <map>
#include <set>
#include <vector>

using namespace llvm;

namespace memlint {

static constexpr int64_t SectorBytes = 32;
static constexpr int64_t BankBytes = 4;
static constexpr unsigned Banks = 32;
static constexpr unsigned LabelWidth = 8;

static bool isActive(const WarpRequest &Request, unsigned Lane) {
  return Request.ActiveMask >> Lane & 1;
}

/// Rounds towards minus infinity, since offsets may be negative.
static int64_t floorDivide(int64_t Value, int64_t Unit) {
  return Value >= 0 ? Value / Unit : -((-Value + Unit - 1) / Unit);
}

static raw_ostream &label(raw_ostream &Stream, unsigned Indent, StringRef Text) {
  Stream.indent(Indent) << Text;
  return Stream.indent(LabelWidth - std::min<unsigned>(LabelWidth, Text.size()));
}

/// Two rows for every 16, 8 or 4 lanes: the lane, and below it its value.
static void drawLaneTable(raw_ostream &Stream, const WarpRequest &Request, unsigned Indent,
                          StringRef Name, function_ref<int64_t(unsigned)> Value,
                          function_ref<bool(unsigned)> Highlight) {
  std::array<std::string, NvidiaWarpLanes> Cells;
  size_t Width = 2;
  for (unsigned Lane = 0; Lane < NvidiaWarpLanes; ++Lane) {
    Cells[Lane] = isActive(Request, Lane) ? itostr(Value(Lane)) : "-";
    Width = std::max(Width, Cells[Lane].size());
  }
  unsigned PerRow = Width <= 4 ? 16 : Width <= 9 ? 8 : 4;
  for (unsigned First = 0; First < NvidiaWarpLanes; First += PerRow) {
    label(Stream, Indent, "lane");
    for (unsigned Lane = First; Lane < First + PerRow; ++Lane)
      Stream << ' ' << right_justify(utostr(Lane), Width);
    Stream << '\n';
    label(Stream, Indent, Name);
    for (unsigned Lane = First; Lane < First + PerRow; ++Lane) {
      bool Marked = isActive(Request, Lane) && Highlight(Lane);
      Stream << ' ';
      if (Marked)
        Stream.changeColor(raw_ostream::RED, /*Bold=*/true);
      Stream << right_justify(Cells[Lane], Width);
      if (Marked)
        Stream.resetColor();
    }
    Stream << '\n';
  }
}

void drawSectors(raw_ostream &Stream, const WarpRequest &Request, unsigned Indent) {
  std::map<int64_t, std::bitset<SectorBytes>> Wanted;
  for (unsigned Lane = 0; Lane < NvidiaWarpLanes; ++Lane)
    if (isActive(Request, Lane))
      for (unsigned Byte = 0; Byte < Request.BytesPerLane; ++Byte) {
        int64_t Address = Request.ByteOffset[Lane] + Byte;
        int64_t Sector = floorDivide(Address, SectorBytes);
        Wanted[Sector].set(size_t(Address - Sector * SectorBytes));
      }
  if (Wanted.empty())
    return;
  int64_t Lowest = Wanted.begin()->first;
  drawLaneTable(
      Stream, Request, Indent, "sector",
      [&](unsigned Lane) { return floorDivide(Request.ByteOffset[Lane], SectorBytes) - Lowest; },
      [](unsigned) { return false; });

  constexpr unsigned MostBars = 8;
  unsigned Bars = 0;
  for (const auto &[Sector, Bytes] : Wanted) {
    if (++Bars > MostBars)
      break;
    label(Stream, Indent, "sector") << ' ' << right_justify(itostr(Sector - Lowest), 5) << " |";
    for (unsigned Byte = 0; Byte < SectorBytes; ++Byte)
      Stream << (Bytes[Byte] ? '#' : '.');
    Stream << formatv("| {0} of 32 B used\n", Bytes.count());
  }
  if (Wanted.size() > MostBars)
    label(Stream, Indent, "") << formatv(" ... and {0} more\n", Wanted.size() - MostBars);
}

/// Atomics at one word take turns.
static bool lanesTakeTurns(const WarpRequest &Request) {
  return Request.Form == RequestForm::NativeAtomic || Request.Form == RequestForm::CompareAndSwap;
}

/// For each phase and bank, the different words wanted; where lanes take turns at a
/// word, each with its lane.
using BankWords = std::set<std::pair<int64_t, unsigned>>;
using PhaseWords = std::vector<std::array<BankWords, Banks>>;

static PhaseWords wordsByPhase(const WarpRequest &Request, unsigned LanesPerPhase) {
  PhaseWords Phases(NvidiaWarpLanes / LanesPerPhase);
  for (unsigned Lane = 0; Lane < NvidiaWarpLanes; ++Lane) {
    if (!isActive(Request, Lane))
      continue;
    int64_t First = floorDivide(Request.ByteOffset[Lane], BankBytes);
    int64_t Last = floorDivide(Request.ByteOffset[Lane] + Request.BytesPerLane - 1, BankBytes);
    for (int64_t Word = First; Word <= Last; ++Word)
      Phases[Lane / LanesPerPhase][uint64_t(Word) % Banks].insert(
          {Word, lanesTakeTurns(Request) ? Lane : 0});
  }
  return Phases;
}

static size_t wavefronts(const PhaseWords &Phases) {
  size_t Sum = 0;
  for (const auto &Words : Phases) {
    size_t Most = 0;
    for (const BankWords &Bank : Words)
      Most = std::max(Most, Bank.size());
    Sum += Most;
  }
  return Sum;
}

/// '.', 1 to 9, then a = 10 up to w = 32.
static char countMark(size_t Count) {
  if (Count == 0)
    return '.';
  return Count < 10 ? char('0' + Count) : char('a' + std::min<size_t>(Count, 35) - 10);
}

void drawBanks(raw_ostream &Stream, const WarpRequest &Request, unsigned Wavefronts,
               unsigned Indent) {
  if (!Request.ActiveMask)
    return;
  unsigned LanesPerPhase = Request.BytesPerLane <= 4 ? 32 : Request.BytesPerLane == 8 ? 16 : 8;
  PhaseWords Phases = wordsByPhase(Request, LanesPerPhase);
  // Lanes that agree in pairs are served in phases of twice as many.
  if (LanesPerPhase < 32 && Request.Form == RequestForm::Plain && wavefronts(Phases) != Wavefronts)
    if (PhaseWords Paired = wordsByPhase(Request, 2 * LanesPerPhase);
        wavefronts(Paired) == Wavefronts) {
      Phases = std::move(Paired);
      LanesPerPhase *= 2;
    }
  auto BankOf = [&](unsigned Lane) {
    return int64_t(uint64_t(floorDivide(Request.ByteOffset[Lane], BankBytes)) % Banks);
  };
  drawLaneTable(Stream, Request, Indent, "bank", BankOf, [&](unsigned Lane) {
    return Phases[Lane / LanesPerPhase][size_t(BankOf(Lane))].size() > 1;
  });

  label(Stream, Indent, "bank") << " 0         1         2         3\n";
  label(Stream, Indent, "") << " 01234567890123456789012345678901\n";
  bool Turns = lanesTakeTurns(Request);
  for (size_t Phase = 0; Phase < Phases.size(); ++Phase) {
    size_t Most = 0;
    label(Stream, Indent, Turns ? "lanes" : "words") << ' ';
    for (const BankWords &Words : Phases[Phase]) {
      bool Marked = Words.size() > 1;
      if (Marked)
        Stream.changeColor(raw_ostream::RED, /*Bold=*/true);
      Stream << countMark(Words.size());
      if (Marked)
        Stream.resetColor();
      Most = std::max(Most, Words.size());
    }
    Stream << "  ";
    if (Phases.size() > 1)
      Stream << formatv("lanes {0}-{1}: ", Phase * LanesPerPhase, (Phase + 1) * LanesPerPhase - 1);
    // A compare-and-swap brings its words twice: to compare with, and to swap in.
    if (Request.Form == RequestForm::CompareAndSwap)
      Most *= 2;
    Stream << formatv("{0} wavefront{1}\n", Most, Most == 1 ? "" : "s");
  }
  label(Stream, Indent, "") << (Turns ? " lanes per bank" : " distinct words per bank")
                            << " (. = none, a = 10, ..., w = 32)\n";
}

void drawAddresses(raw_ostream &Stream, const WarpRequest &Request, unsigned Indent) {
  drawLaneTable(
      Stream, Request, Indent, "offset", [&](unsigned Lane) { return Request.ByteOffset[Lane]; },
      [](unsigned) { return false; });
}

} // namespace memlint
