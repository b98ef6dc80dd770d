//===- TextPositions.cpp - Positions in the text of a document ------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/LanguageServer/TextPositions.h"

#include <algorithm>

using namespace llvm;

namespace memlint::lsp {

/// UTF-16 code units of the character whose first byte is \p First: two where UTF-8 takes four
/// bytes. Bytes that continue a character have none.
static unsigned codeUnits(char First) {
  auto Byte = static_cast<unsigned char>(First);
  return (Byte & 0xC0) == 0x80 ? 0 : Byte >= 0xF0 ? 2 : 1;
}

mlir::lsp::Position TextPositions::of(unsigned Line, unsigned Column) const {
  if (Line == 0)
    return {};
  unsigned Units = 0;
  for (char Each : line(Line).take_front(Column == 0 ? 0 : Column - 1))
    Units += codeUnits(Each);
  return {int(Line - 1), int(Units)};
}

mlir::lsp::Range TextPositions::range(const ReportPosition &At, StringRef Spelling) const {
  StringRef Whole = line(At.Line);
  StringRef Rest =
      Whole.drop_front(std::min<size_t>(At.Column == 0 ? 0 : At.Column - 1, Whole.size()));
  size_t Length =
      !Spelling.empty() && Rest.starts_with(Spelling) ? Spelling.size() : Rest.rtrim().size();
  return {of(At.Line, At.Column), of(At.Line, At.Column + unsigned(Length))};
}

} // namespace memlint::lsp
