//===- TextPositions.h - Positions in the text of a document ----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LANGUAGESERVER_TEXTPOSITIONS_H
#define CUDA_MEMLINT_LANGUAGESERVER_TEXTPOSITIONS_H

#include "cuda-memlint/LanguageServer/FileReport.h"

#include "cuda-memlint/Support/LineTable.h"

#include "mlir/Tools/lsp-server-support/Protocol.h"

namespace memlint::lsp {

/// Converts between positions of reports (lines and bytes from 1) and of the protocol (lines and
/// UTF-16 code units from 0). The text lives longer.
class TextPositions {
public:
  explicit TextPositions(llvm::StringRef Text) : Text(Text), Lines(Text) {}

  /// Columns behind the end of the line are the end of the line.
  mlir::lsp::Position of(unsigned Line, unsigned Column) const;
  /// From \p At to the end of \p Spelling, if that stands there, else to the end of the line.
  mlir::lsp::Range range(const ReportPosition &At, llvm::StringRef Spelling) const;
  /// Without its end; empty if there is none.
  llvm::StringRef line(unsigned Line) const { return Lines.line(Text, Line).value_or(""); }

private:
  llvm::StringRef Text;
  LineTable Lines;
};

} // namespace memlint::lsp

#endif // CUDA_MEMLINT_LANGUAGESERVER_TEXTPOSITIONS_H
