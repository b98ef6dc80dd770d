//===- TraceReader.cpp - What a measured program left ---------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TraceReader.h"

#include "llvm/ADT/bit.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cstring>

using namespace llvm;

namespace oracle {

namespace {

/// Reads numbers and strings; past the end everything is zero and Short is set.
struct Bytes {
  StringRef Rest;
  bool Short = false;

  template <class T> T take() {
    T Value = {};
    if (Rest.size() < sizeof Value)
      Short = true;
    else
      std::memcpy(&Value, Rest.data(), sizeof Value);
    Rest = Rest.drop_front(std::min(Rest.size(), sizeof Value));
    return Value;
  }
  uint32_t number() { return take<uint32_t>(); }
  uint64_t address() { return take<uint64_t>(); }
  std::string text() {
    size_t Length = number();
    Short |= Length > Rest.size();
    StringRef Words = Rest.take_front(Length);
    Rest = Rest.drop_front(Words.size());
    return Words.str();
  }
};

} // namespace

uint64_t Argument::bits(uint64_t First, uint64_t Count) const {
  uint64_t Result = 0;
  for (uint64_t Bit = 0; Bit != std::min<uint64_t>(Count, 64); ++Bit) {
    uint64_t From = First + Bit;
    if (From / 64 < Words.size())
      Result |= (Words[From / 64] >> From % 64 & 1) << Bit;
  }
  return Result;
}

int64_t Argument::signedBits(uint64_t First, uint64_t Count) const {
  unsigned Unused = 64 - unsigned(std::clamp<uint64_t>(Count, 1, 64));
  return int64_t(bits(First, Count) << Unused) >> Unused;
}

Expected<TraceFile> readTrace(StringRef Path) {
  auto File = MemoryBuffer::getFile(Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!File)
    return createStringError("cannot read '" + Path + "': " + File.getError().message());
  Bytes Input = {(*File)->getBuffer()};
  TraceFile Trace;
  while (!Input.Rest.empty() && !Input.Short) {
    Tag Which = Tag(Input.number());
    if (Which == Tag::Place) {
      Place &Each = Trace.Places[Input.number()];
      Each.Line = Input.number();
      Each.Column = Input.number();
      Each.What = Kind(Input.number());
      Each.Bytes = Input.number();
      Each.File = Input.text();
      continue;
    }
    if (Which == Tag::Launch) {
      Launch &Each = Trace.Launches.emplace_back();
      Each.Kernel = Input.text();
      Each.Line = Input.number();
      for (uint32_t &Extent : Each.Grid)
        Extent = Input.number();
      for (uint32_t &Extent : Each.Block)
        Extent = Input.number();
      uint32_t Count = Input.number();
      for (uint32_t Index = 0; Index != Count && !Input.Short; ++Index) {
        Argument &Given = Each.Arguments.emplace_back();
        Given.Form = Input.number();
        Given.Bytes = Input.number();
        for (uint32_t Byte = 0; Byte < Given.Bytes && !Input.Short; Byte += 8)
          Given.Words.push_back(Input.address());
      }
      continue;
    }
    if (Trace.Launches.empty())
      return createStringError("'" + Path + "' is not a trace");
    Launch &Last = Trace.Launches.back();
    if (Which == Tag::Object) {
      Input.number();
      Object &Each = Last.Objects.emplace_back();
      Each.Where = Space(Input.number());
      Each.Start = Input.address();
      Each.Bytes = Input.address();
      Each.Name = Input.text();
    } else {
      MeasuredRequest &Each = Last.Requests.emplace_back();
      Each.Place = Input.number();
      Each.Where = Space(Input.number());
      Each.Block = Input.number();
      Each.Warp = Input.number();
      Each.Mask = Input.number();
      for (int Lane = 0; Lane != popcount(Each.Mask); ++Lane)
        Each.Addresses.push_back(Input.address());
    }
  }
  if (Input.Short)
    return createStringError("'" + Path + "' ends too early");
  return Trace;
}

} // namespace oracle
