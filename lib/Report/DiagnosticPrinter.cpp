//===- DiagnosticPrinter.cpp - One message in the style of a compiler -----===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DiagnosticPrinter.h"

#include "ReportPaths.h"
#include "TextTable.h"

#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Support/RealPaths.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <climits>
#include <limits>
#include <unistd.h>

using namespace llvm;

namespace memlint {

static raw_ostream::Colors levelColor(FindingLevel Level) {
  switch (Level) {
  case FindingLevel::Remark:
    return raw_ostream::BLUE;
  case FindingLevel::Warning:
    return raw_ostream::MAGENTA;
  case FindingLevel::Error:
    return raw_ostream::RED;
  }
  llvm_unreachable("covered switch");
}

void DiagnosticPrinter::printFinding(FindingLevel Level, const SourcePosition &Position,
                                     StringRef Message, StringRef Check) {
  print(Position, levelName(Level), levelColor(Level), Message, Check, /*BoldMessage=*/true);
}

void DiagnosticPrinter::printFindingLine(FindingLevel Level, const SourcePosition &Position,
                                         StringRef Message, StringRef Check) {
  printLine(Position, levelName(Level), levelColor(Level), Message, Check, /*BoldMessage=*/true);
}

void DiagnosticPrinter::printNote(const SourcePosition &Position, StringRef Message) {
  print(Position, "note", raw_ostream::CYAN, Message, "", /*BoldMessage=*/false);
}

void DiagnosticPrinter::printHelp(const SourcePosition &Position, StringRef Message) {
  printLine(Position, "help", raw_ostream::GREEN, Message, "", /*BoldMessage=*/false);
}

void DiagnosticPrinter::print(const SourcePosition &Position, StringRef Label,
                              raw_ostream::Colors Color, StringRef Message, StringRef Check,
                              bool BoldMessage) {
  printLine(Position, Label, Color, Message, Check, BoldMessage);
  if (Position.Column)
    printSource(Position);
}

void DiagnosticPrinter::printLine(const SourcePosition &Position, StringRef Label,
                                  raw_ostream::Colors Color, StringRef Message, StringRef Check,
                                  bool BoldMessage) {
  if (!Position.Path.empty() && Position.Line) {
    Stream.changeColor(raw_ostream::SAVEDCOLOR, /*Bold=*/true);
    std::string Place = printableText(Position.Path) + ":" + utostr(Position.Line);
    if (Position.Column)
      Place += ":" + utostr(Position.Column);
    printLink(Position.Path, Place);
    Stream << ": ";
    Stream.resetColor();
  }
  Stream.changeColor(Color, /*Bold=*/true) << Label << ": ";
  Stream.resetColor();
  if (BoldMessage)
    Stream.changeColor(raw_ostream::SAVEDCOLOR, /*Bold=*/true);
  Stream << printableText(Message);
  if (!Check.empty()) {
    Stream << " [";
    printLink(Options.PageFolder.empty() ? "" : Options.PageFolder + "/" + Check.str() + ".md",
              Check);
    Stream << ']';
  }
  if (BoldMessage)
    Stream.resetColor();
  Stream << '\n';
}

/// Terminals show files of this machine only.
static std::string hostName() {
  char Name[HOST_NAME_MAX + 1] = {};
  return gethostname(Name, HOST_NAME_MAX) == 0 ? percentEncoded(Name) : std::string();
}

/// A link by the escape sequence OSC 8, where the file is there. It takes no column.
void DiagnosticPrinter::printLink(StringRef Path, StringRef Text) {
  constexpr StringLiteral Begin = "\033]8;;", End = "\033\\";
  bool IsLink = Options.Hyperlinks && !Path.empty() && sys::fs::exists(Path);
  if (IsLink)
    Stream << Begin << "file://" << hostName() << percentEncoded(absolutePath(Path)) << End;
  Stream << Text;
  if (IsLink)
    Stream << Begin << End;
}

void DiagnosticPrinter::printSource(const SourcePosition &Position) {
  std::optional<StringRef> Line = Sources.line(Position.Path, Position.Line);
  if (!Line)
    return;
  bool OneLine = Position.EndLine <= Position.Line;
  unsigned EndColumn = OneLine ? Position.EndColumn : std::numeric_limits<unsigned>::max();
  // A line that a terminal breaks would part the marks from what they mark.
  constexpr unsigned Widest = 120, Narrowest = 24, Margin = 8;
  unsigned Columns = terminalColumns(Stream);
  unsigned Width =
      Columns ? std::clamp(Columns, Narrowest + Margin, Widest + Margin) - Margin : Widest;
  SourceSnippet Snippet = renderSnippet(*Line, Position.Column, EndColumn, Width);
  Stream << formatv("{0,5} | {1}\n", Position.Line, Snippet.Text);
  Stream << "      | ";
  Stream.changeColor(raw_ostream::GREEN, /*Bold=*/true) << Snippet.Marks;
  Stream.resetColor();
  Stream << '\n';
}

} // namespace memlint
