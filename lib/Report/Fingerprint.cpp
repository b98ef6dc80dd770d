//===- Fingerprint.cpp - Names for accesses that survive edits ------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Report/Fingerprint.h"

#include "cuda-memlint/Checks/Wording.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MD5.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace memlint {

static std::string withoutSpacing(StringRef Text) {
  std::string Result;
  for (char Character : Text)
    if (!isSpace(Character))
      Result += Character;
  return Result;
}

std::vector<std::string> fingerprintAccesses(const KernelProgram &Kernel) {
  std::vector<std::string> Result;
  StringMap<unsigned> Seen;
  for (const Access &Site : Kernel.Accesses) {
    // NUL separates the parts, so that no two lists of parts read alike.
    std::string Written = withoutSpacing(Site.Text);
    std::string Key = Kernel.Name;
    for (StringRef Part : {StringRef(Written), spaceName(Site.Space), kindName(Site.Kind)}) {
      Key += '\0';
      Key += Part;
    }
    unsigned Ordinal = Seen[Key]++;
    Key += '\0';
    Key += utostr(Ordinal);
    raw_string_ostream(Result.emplace_back()) << format_hex_no_prefix(MD5Hash(Key), 16);
  }
  return Result;
}

} // namespace memlint
