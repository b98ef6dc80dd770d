//===- LanePattern.cpp - What a request looks like, in words ----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Cost/LanePattern.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

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
};

std::string bytes(int64_t Number, ArrayRef<UnknownScale> Scales = {}) {
  for (const UnknownScale &Scale : llvm::reverse(Scales)) {
    // Rounded, so that what is added to the multiple may be negative.
    int64_t Half = Number < 0 ? -Scale.Example / 2 : Scale.Example / 2;
    int64_t Multiple = (Number + Half) / Scale.Example;
    if (Multiple == 0)
      continue;
    int64_t Rest = Number - Multiple * Scale.Example;
    std::string Words = "`" + Scale.Text + "`";
    if (Multiple != 1)
      Words += " * " + std::to_string(Multiple);
    if (Rest == 0)
      return Words + " B";
    return Words + (Rest < 0 ? " - " : " + ") + bytes(Rest < 0 ? -Rest : Rest, Scales);
  }
  return std::to_string(Number) + " B";
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
  // Two rows of which one is a single lane are no pattern.
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

std::string describe(ArrayRef<int64_t> Offsets, int64_t Bytes, ArrayRef<UnknownScale> Scales) {
  if (Offsets.size() == 1)
    return "one lane";
  if (auto Stride = strideOf(Offsets)) {
    if (*Stride == 0)
      return "all lanes at one address";
    if (*Stride == Bytes)
      return "consecutive lanes " + bytes(Bytes) + " apart (contiguous)";
    if (*Stride == -Bytes)
      return "consecutive lanes " + bytes(Bytes) + " apart, descending (contiguous)";
    return "lane stride " + bytes(*Stride, Scales);
  }
  if (auto Rows = rowsOf(Offsets)) {
    std::string Within = Rows->WithinRow == 0 ? std::string("one address")
                                              : bytes(Rows->WithinRow, Scales) + " apart";
    return "lanes in " + std::to_string(Rows->rows(Offsets.size())) + " rows of " +
           std::to_string(Rows->Length) + ": " + Within + " within a row, rows " +
           bytes(Rows->BetweenRows, Scales) + " apart";
  }
  return "no regular pattern";
}

} // namespace

std::string describeLanePattern(const WarpRequest &Request, ArrayRef<UnknownScale> Scales) {
  SmallVector<int64_t, WarpSize> Offsets;
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
    if (Request.ActiveMask >> Lane & 1)
      Offsets.push_back(Request.ByteOffset[Lane]);
  if (Offsets.empty())
    return "no active lanes";
  std::string Words = describe(Offsets, int64_t(Request.BytesPerLane), Scales);
  if (Offsets.size() != WarpSize)
    Words += ", " + std::to_string(Offsets.size()) + " of 32 lanes active";
  return Words;
}

} // namespace memlint
