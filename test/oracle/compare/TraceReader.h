//===- TraceReader.h - What a measured program left -------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ORACLE_TRACEREADER_H
#define CUDA_MEMLINT_ORACLE_TRACEREADER_H

#include "Trace.h"

#include "llvm/Support/Error.h"

#include <map>
#include <string>
#include <vector>

namespace oracle {

struct Place {
  unsigned Line = 0, Column = 0;
  Kind What = Kind::Load;
  unsigned Bytes = 0;
  std::string File;
};

struct Argument {
  uint32_t Form = 0, Bytes = 0;
  std::vector<uint64_t> Words;

  /// At most 64 of the argument's bits, the rest zeros.
  uint64_t bits(uint64_t First, uint64_t Count) const;
  /// The same of a number with a sign.
  int64_t signedBits(uint64_t First, uint64_t Count) const;
};

struct Object {
  Space Where = Space::Other;
  uint64_t Start = 0, Bytes = 0;
  std::string Name;
};

struct MeasuredRequest {
  uint32_t Place = 0;
  Space Where = Space::Other;
  uint32_t Block = 0, Warp = 0, Mask = 0;
  /// Of the active lanes, by lane.
  std::vector<uint64_t> Addresses;
};

struct Launch {
  std::string Kernel;
  unsigned Line = 0;
  uint32_t Grid[3] = {}, Block[3] = {};
  std::vector<Argument> Arguments;
  std::vector<Object> Objects;
  std::vector<MeasuredRequest> Requests;
};

struct TraceFile {
  std::map<uint32_t, Place> Places;
  std::vector<Launch> Launches;
};

llvm::Expected<TraceFile> readTrace(llvm::StringRef Path);

} // namespace oracle

#endif // CUDA_MEMLINT_ORACLE_TRACEREADER_H
