//===- SourceText.h - Lines of source files, made fit to print --*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Source text is not trusted: a file may hold control characters, broken UTF-8
/// or characters that reverse the direction of text. Nothing of a source, of its
/// names or of its path reaches a terminal but through these functions.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_REPORT_SOURCETEXT_H
#define CUDA_MEMLINT_REPORT_SOURCETEXT_H

#include "cuda-memlint/Support/LineTable.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace memlint {

/// \p Text with each character that a terminal might act upon, and each byte
/// that is not UTF-8, written as <1B> or <U+202E>.
std::string printableText(llvm::StringRef Text);

/// A line as it is printed, and the marks to print below it.
struct SourceSnippet {
  std::string Text;
  std::string Marks;
};

/// Renders \p Line with a caret under byte column \p Column (from 1) and tildes
/// up to, not including, \p EndColumn. Tabs become spaces, and a long line is cut
/// to at most \p MaximumWidth columns about the caret.
SourceSnippet renderSnippet(llvm::StringRef Line, unsigned Column, unsigned EndColumn,
                            unsigned MaximumWidth = 120);

struct FileAnalysis;

/// Reads source files on demand and keeps them.
class SourceTexts {
public:
  /// Takes the texts of those of \p Files that are not on disk.
  void addTextsOf(llvm::ArrayRef<FileAnalysis> Files);

  /// Line \p Number (from 1) of the file at \p Path without its end; nothing
  /// when there is no such file or line.
  std::optional<llvm::StringRef> line(llvm::StringRef Path, unsigned Number);
  /// The whole file; nothing when there is none.
  std::optional<llvm::StringRef> text(llvm::StringRef Path);

  /// The number of the character at byte \p Column of a line, both from 1; \p Column where there is
  /// no such line.
  unsigned characterAt(llvm::StringRef Path, unsigned Line, unsigned Column);

private:
  struct File {
    std::unique_ptr<llvm::MemoryBuffer> Buffer;
    LineTable Lines;

    void take(std::unique_ptr<llvm::MemoryBuffer> From);
  };
  const File &file(llvm::StringRef Path);

  llvm::StringMap<File> Files;
};

} // namespace memlint

#endif // CUDA_MEMLINT_REPORT_SOURCETEXT_H
