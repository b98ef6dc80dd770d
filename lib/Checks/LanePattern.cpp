//===- LanePattern.cpp - What a request looks like, in words ----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Checks/LanePattern.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ErrorHandling.h"

#include <cstdlib>
#include <optional>
#include <string>

using namespace llvm;

namespace memlint {

namespace {

/// Lanes that lie in rows; the first row may lack its first Phase lanes.
struct RowPattern {
  unsigned Length;
  unsigned Phase;
  int64_t WithinRow;
  int64_t BetweenRows;

  unsigned rows(size_t Lanes) const { return unsigned((Lanes + Phase + Length - 1) / Length); }

  /// The distance between the first lanes of neighbouring rows. If the first row lacks some lanes,
  /// its own distance differs; it counts only where there are two rows and so no other distance.
  int64_t betweenStarts(size_t Lanes) const {
    return rows(Lanes) == 2 ? BetweenRows - Phase * WithinRow : BetweenRows;
  }
};

/// A multiple of something unknown, or a constant, which has no words.
struct Summand {
  int64_t Multiple;
  std::string Unknown;
  bool MayBeNegative = false;
};

/// \p Number in terms of \p Scales, largest first, and the constant that is left: each takes the
/// nearest multiple, so that what is left for the next may be negative.
SmallVector<Summand, 4> summandsOf(int64_t Number, ArrayRef<UnknownScale> Scales) {
  SmallVector<Summand, 4> Parts;
  for (const UnknownScale &Scale : llvm::reverse(Scales)) {
    int64_t Half = Number < 0 ? -Scale.Example / 2 : Scale.Example / 2;
    int64_t Multiple = (Number + Half) / Scale.Example;
    if (Multiple == 0)
      continue;
    Parts.push_back({Multiple, Scale.Text, Scale.MayBeNegative});
    Number -= Multiple * (Scale.Example + Scale.Above);
  }
  if (Number != 0 || Parts.empty())
    Parts.push_back({Number, ""});
  return Parts;
}

/// The sum of \p Parts, the unknown ones between \p Quote.
std::string sumOf(ArrayRef<Summand> Parts, StringRef Quote) {
  std::string Words;
  for (const Summand &Part : Parts) {
    std::string Size = std::to_string(std::abs(Part.Multiple));
    Words += Words.empty() ? (Part.Multiple < 0 ? "-" : "") : (Part.Multiple < 0 ? " - " : " + ");
    if (Part.Unknown.empty())
      Words += Size;
    else
      Words += (Quote + Part.Unknown + Quote + (Size == "1" ? "" : " * " + Size)).str();
  }
  return Words;
}

/// What all unknown ones of \p Parts are multiplied with, if one of them is less another and the
/// constant is a multiple of it: 4 in `l * 4 - f * 4 + 12`, which is `l - f + 3` elements; else 1.
int64_t elementOf(ArrayRef<Summand> Parts) {
  // A constant, which may be 0.
  if (Parts.front().Unknown.empty())
    return 1;
  int64_t Element = std::abs(Parts.front().Multiple);
  bool IsLess = false;
  for (const Summand &Part : Parts) {
    if (Part.Unknown.empty() ? Part.Multiple % Element != 0 : std::abs(Part.Multiple) != Element)
      return 1;
    IsLess |= !Part.Unknown.empty() && Part.Multiple < 0;
  }
  return IsLess && Parts.front().Multiple > 0 ? Element : 1;
}

/// A distance in terms of \p Scales. What is added stands before what is subtracted, as in most
/// sources, and a constant last, where anything else is added.
std::string bytes(int64_t Number, ArrayRef<UnknownScale> Scales = {}) {
  SmallVector<Summand, 4> Found = summandsOf(Number, Scales), Parts;
  bool Adds = llvm::any_of(
      Found, [](const Summand &Part) { return Part.Multiple > 0 && !Part.Unknown.empty(); });
  auto Rank = [&](const Summand &Part) {
    return Part.Unknown.empty() && Adds ? 2 : Part.Multiple < 0 ? 1 : 0;
  };
  for (int Next : {0, 1, 2})
    llvm::copy_if(Found, std::back_inserter(Parts),
                  [&](const Summand &Part) { return Rank(Part) == Next; });
  int64_t Element = elementOf(Parts);
  if (Element == 1)
    return sumOf(Parts, "`") + " B";
  for (Summand &Part : Parts)
    Part.Multiple /= Element;
  return "`" + sumOf(Parts, "") + "` * " + std::to_string(Element) + " B";
}

std::optional<int64_t> strideOf(ArrayRef<int64_t> Offsets) {
  int64_t Stride = Offsets[1] - Offsets[0];
  for (size_t Lane = 1; Lane != Offsets.size(); ++Lane)
    if (Offsets[Lane] - Offsets[Lane - 1] != Stride)
      return std::nullopt;
  return Stride;
}

std::optional<RowPattern> rowsOf(ArrayRef<int64_t> Offsets, unsigned Length, unsigned Phase) {
  auto RowOf = [&](size_t Lane) { return (Lane + Phase) / Length; };
  std::optional<int64_t> Within, Between;
  // Of each row, where its first lane is or would be.
  for (size_t Lane = 1; Lane != Offsets.size(); ++Lane) {
    if (RowOf(Lane) != RowOf(Lane - 1))
      continue;
    int64_t Step = Offsets[Lane] - Offsets[Lane - 1];
    if (Within && *Within != Step)
      return std::nullopt;
    Within = Step;
  }
  if (!Within)
    return std::nullopt;
  auto StartOf = [&](size_t Lane) {
    return Offsets[Lane] - int64_t((Lane + Phase) % Length) * *Within;
  };
  unsigned Steps = 0;
  for (size_t Lane = 1; Lane != Offsets.size(); ++Lane) {
    if (RowOf(Lane) == RowOf(Lane - 1))
      continue;
    int64_t Step = StartOf(Lane) - StartOf(Lane - 1);
    if (Between && *Between != Step)
      return std::nullopt;
    Between = Step;
    ++Steps;
  }
  // Two rows are not a pattern if one of them is a single lane.
  bool LastIsSingle = (Offsets.size() + Phase) % Length == 1;
  if (!Between || (Steps == 1 && (LastIsSingle || Phase + 1 == Length)))
    return std::nullopt;
  return RowPattern{Length, Phase, *Within, *Between};
}

std::optional<RowPattern> rowsOf(ArrayRef<int64_t> Offsets) {
  for (unsigned Length = 2; Length < Offsets.size(); ++Length)
    for (unsigned Phase = 0; Phase != Length; ++Phase)
      if (auto Rows = rowsOf(Offsets, Length, Phase))
        return Rows;
  return std::nullopt;
}

/// What the words are made from; the two phrasings below differ in grammar only.
struct Pattern {
  enum class Kind : uint8_t {
    None,
    OneLane,
    OneAddress,
    Contiguous,
    Descending,
    Stride,
    Rows,
    Other
  };
  Kind Is = Kind::Other;
  unsigned Active = 0;
  int64_t Stride = 0;
  RowPattern Rows = {};
};

Pattern classify(const WarpRequest &Request) {
  SmallVector<int64_t, MostWarpLanes> Offsets;
  for (unsigned Lane = 0; Lane != MostWarpLanes; ++Lane)
    if (Request.ActiveMask >> Lane & 1)
      Offsets.push_back(Request.ByteOffset[Lane]);
  Pattern Result;
  Result.Active = unsigned(Offsets.size());
  if (Offsets.size() < 2) {
    Result.Is = Offsets.empty() ? Pattern::Kind::None : Pattern::Kind::OneLane;
  } else if (auto Stride = strideOf(Offsets)) {
    auto Bytes = int64_t(Request.BytesPerLane);
    Result.Stride = *Stride;
    Result.Is = *Stride == 0        ? Pattern::Kind::OneAddress
                : *Stride == Bytes  ? Pattern::Kind::Contiguous
                : *Stride == -Bytes ? Pattern::Kind::Descending
                                    : Pattern::Kind::Stride;
  } else if (auto Rows = rowsOf(Offsets)) {
    Result.Is = Pattern::Kind::Rows;
    Result.Rows = *Rows;
  }
  return Result;
}

/// "16 of 32 lanes active" where some are, and not all; of one lane the words say so.
std::string withActive(std::string Words, const Pattern &Lanes, unsigned WarpLanes) {
  if (Lanes.Active == 0 || Lanes.Active == WarpLanes || Lanes.Is == Pattern::Kind::OneLane)
    return Words;
  return Words + ", " + std::to_string(Lanes.Active) + " of " + std::to_string(WarpLanes) +
         " lanes active";
}

/// "8 groups of 4 lanes"; the first and the last group may lack some.
std::string groups(const Pattern &Lanes) {
  unsigned Count = Lanes.Rows.rows(Lanes.Active);
  bool AllWhole = Count * Lanes.Rows.Length == Lanes.Active;
  return std::to_string(Count) + " groups of " + (AllWhole ? "" : "up to ") +
         std::to_string(Lanes.Rows.Length) + " lanes";
}

/// "8 B apart", \p Where that is " apart"; which way they run where that is known: with a factor
/// that may be below zero it is not.
std::string directed(int64_t Stride, ArrayRef<UnknownScale> Scales, StringRef Where) {
  bool IsDirected =
      none_of(summandsOf(Stride, Scales), [](const Summand &Part) { return Part.MayBeNegative; });
  bool Descends = Stride < 0 && IsDirected;
  std::string Distance = bytes(std::abs(Stride), Scales);
  // The shorter of a sum and its negative; else that from each to the next.
  if (!IsDirected && bytes(Stride, Scales).size() <= Distance.size())
    Distance = bytes(Stride, Scales);
  return Distance + Where.str() + (Descends ? " in descending order" : "");
}

/// How far apart the lanes of a group are, and the groups.
std::string spacing(const Pattern &Lanes, AccessKind Access, ArrayRef<UnknownScale> Scales) {
  if (Lanes.Rows.BetweenRows == 0) {
    StringRef Verb = Access == AccessKind::Load    ? "read"
                     : Access == AccessKind::Store ? "write"
                                                   : "access";
    return "stride " + directed(Lanes.Rows.WithinRow, Scales, " within a group") + ", all groups " +
           Verb.str() + " the same addresses";
  }
  int64_t Apart = Lanes.Rows.betweenStarts(Lanes.Active);
  std::string Between =
      Apart == 0 ? "both groups start at one address" : directed(Apart, Scales, " between groups");
  if (Lanes.Rows.WithinRow == 0)
    return "the lanes of a group share one address, " + Between;
  return "stride " + directed(Lanes.Rows.WithinRow, Scales, " within a group") + ", " + Between;
}

/// One pattern, as a clause of its own and behind a verb.
struct PatternWords {
  std::string Clause;
  std::string Manner;
};

PatternWords wordsOf(const Pattern &Lanes, AccessKind Access, ArrayRef<UnknownScale> Scales) {
  switch (Lanes.Is) {
  case Pattern::Kind::None:
    return {"no active lanes", "in a single active lane"};
  case Pattern::Kind::OneLane:
    return {"a single active lane", "in a single active lane"};
  case Pattern::Kind::OneAddress:
    return {"all lanes access one address", "at one address"};
  case Pattern::Kind::Contiguous:
    return {"lanes are contiguous", "contiguously"};
  case Pattern::Kind::Descending:
    return {"lanes are contiguous in descending order", "contiguously in descending order"};
  case Pattern::Kind::Stride:
    return {"lanes are " + directed(Lanes.Stride, Scales, " apart"),
            "with a stride of " + directed(Lanes.Stride, Scales, "")};
  case Pattern::Kind::Rows: {
    std::string Groups = groups(Lanes), Spacing = spacing(Lanes, Access, Scales);
    return {Groups + ": " + Spacing, "in " + Groups + ", " + Spacing};
  }
  case Pattern::Kind::Other:
    return {"lanes access scattered addresses", "at scattered addresses"};
  }
  llvm_unreachable("covered switch");
}

} // namespace

bool hasRegularPattern(const WarpRequest &Request) {
  return classify(Request).Is != Pattern::Kind::Other;
}

std::string describeLanePattern(const WarpRequest &Request, unsigned WarpLanes,
                                ArrayRef<UnknownScale> Scales) {
  Pattern Lanes = classify(Request);
  return withActive(wordsOf(Lanes, Request.Kind, Scales).Clause, Lanes, WarpLanes);
}

std::string describeLaneManner(const WarpRequest &Request, unsigned WarpLanes,
                               ArrayRef<UnknownScale> Scales) {
  Pattern Lanes = classify(Request);
  return withActive(wordsOf(Lanes, Request.Kind, Scales).Manner, Lanes, WarpLanes);
}

} // namespace memlint
