//===- DiagnosticPrinter.h - One message in the style of a compiler ---*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_REPORT_DIAGNOSTICPRINTER_H
#define CUDA_MEMLINT_LIB_REPORT_DIAGNOSTICPRINTER_H

#include "cuda-memlint/Model/Finding.h"
#include "cuda-memlint/Report/SourceText.h"
#include "cuda-memlint/Report/TextReport.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace memlint {

/// Prints `path:line:column: level: message [check]`, the line of source, and a
/// caret with tildes below it, as clang does.
class DiagnosticPrinter {
public:
  DiagnosticPrinter(llvm::raw_ostream &Stream, SourceTexts &Sources,
                    const TextReportOptions &Options)
      : Stream(Stream), Sources(Sources), Options(Options) {}

  void printFinding(FindingLevel Level, const SourcePosition &Position, llvm::StringRef Message,
                    llvm::StringRef Check);
  /// The same without the source.
  void printFindingLine(FindingLevel Level, const SourcePosition &Position, llvm::StringRef Message,
                        llvm::StringRef Check);
  /// Without a line in \p Position: no location and no source.
  void printNote(const SourcePosition &Position, llvm::StringRef Message);
  /// One line: the source of \p Position is not shown.
  void printHelp(const SourcePosition &Position, llvm::StringRef Message);

private:
  void printLine(const SourcePosition &Position, llvm::StringRef Label,
                 llvm::raw_ostream::Colors Color, llvm::StringRef Message, llvm::StringRef Check,
                 bool BoldMessage);
  void print(const SourcePosition &Position, llvm::StringRef Label, llvm::raw_ostream::Colors Color,
             llvm::StringRef Message, llvm::StringRef Check, bool BoldMessage);
  void printSource(const SourcePosition &Position);
  void printLink(llvm::StringRef Path, llvm::StringRef Text);

  llvm::raw_ostream &Stream;
  SourceTexts &Sources;
  const TextReportOptions &Options;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_REPORT_DIAGNOSTICPRINTER_H
