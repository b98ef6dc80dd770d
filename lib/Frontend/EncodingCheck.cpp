//===- EncodingCheck.cpp - Files that are not source text -----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EncodingCheck.h"

#include "cuda-memlint/Support/LineTable.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

static bool startsWithAny(StringRef Contents, ArrayRef<StringRef> Marks) {
  return any_of(Marks, [&](StringRef Mark) { return Contents.starts_with(Mark); });
}

static bool isUtf32(StringRef Contents) {
  return startsWithAny(Contents, {StringRef("\xff\xfe\0\0", 4), StringRef("\0\0\xfe\xff", 4)});
}

/// Whether \p Contents begin with the byte order mark of UTF-16, or look like it: most letters of
/// a program are in Latin-1, so that one of the two bytes of each is null and the other never is.
static bool isUtf16(StringRef Contents) {
  if (startsWithAny(Contents, {"\xff\xfe", "\xfe\xff"}))
    return true;
  if (!Contents.contains('\0'))
    return false;
  size_t Nulls[2] = {};
  for (auto [Index, Byte] : enumerate(Contents))
    Nulls[Index % 2] += Byte == '\0';
  size_t Letters = Contents.size() / 2;
  return (Nulls[0] == 0 || Nulls[1] == 0) && Nulls[0] + Nulls[1] > Letters / 2;
}

std::optional<ParseDiagnostic> findEncodingError(StringRef Path, StringRef Contents,
                                                 bool HasErrors) {
  ParseDiagnostic Error;
  Error.Path = Path.str();
  bool HasWideUnits = isUtf32(Contents);
  if (HasWideUnits || isUtf16(Contents)) {
    Error.Message =
        (HasWideUnits ? "UTF-32" : "UTF-16") + std::string(" text: convert the file to UTF-8");
    return Error;
  }
  size_t Null = Contents.find('\0');
  bool HasText = Contents.find_first_not_of(StringRef("\0 \t\r\n", 5)) != StringRef::npos;
  if (Null == StringRef::npos || (HasText && !HasErrors))
    return std::nullopt;
  std::tie(Error.Line, Error.Column) = LineTable(Contents).positionOf(Null);
  Error.Message = "not a source text: null byte";
  return Error;
}

} // namespace memlint
