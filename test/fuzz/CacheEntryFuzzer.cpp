//===- CacheEntryFuzzer.cpp - Kept results --------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An entry of the cache behind a hash that is right: paths, hashes and a result.
///
//===----------------------------------------------------------------------===//

#include "FuzzTarget.h"

#include "cuda-memlint/Cache/CacheEntry.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace memlint;

MEMLINT_FUZZ_TARGET(CacheEntry, 1000) {
  const CacheKey Key = {};
  ContentHash Hash = hashContents(toStringRef(ArrayRef(Key)).str() + Input.str());
  // What is read refers to it.
  std::string Hashed = toStringRef(ArrayRef(Hash)).str() + Input.str();
  std::optional<CacheEntry> Read = readEntry(Key, Hashed);
  if (!Read)
    return;
  std::string Written = writeEntry(Key, Read->Reads, Read->Result);
  std::optional<CacheEntry> Again = readEntry(Key, Written);
  fuzz::require(Again.has_value(), "what is written is not read", Written);
  fuzz::require(writeEntry(Key, Again->Reads, Again->Result) == Written,
                "what is written is read as something else", Input);
}
