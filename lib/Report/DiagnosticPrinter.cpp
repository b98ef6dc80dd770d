//===- DiagnosticPrinter.cpp - One message in the style of a compiler -----===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DiagnosticPrinter.h"

#include "cuda-memlint/Checks/Wording.h"

#include "llvm/Support/FormatVariadic.h"

#include <limits>

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
    Stream << printableText(Position.Path) << ':' << Position.Line << ':';
    if (Position.Column)
      Stream << Position.Column << ':';
    Stream << ' ';
    Stream.resetColor();
  }
  Stream.changeColor(Color, /*Bold=*/true) << Label << ": ";
  Stream.resetColor();
  if (BoldMessage)
    Stream.changeColor(raw_ostream::SAVEDCOLOR, /*Bold=*/true);
  Stream << printableText(Message);
  if (!Check.empty())
    Stream << " [" << Check << ']';
  if (BoldMessage)
    Stream.resetColor();
  Stream << '\n';
}

void DiagnosticPrinter::printSource(const SourcePosition &Position) {
  std::optional<StringRef> Line = Sources.line(Position.Path, Position.Line);
  if (!Line)
    return;
  bool OneLine = Position.EndLine <= Position.Line;
  unsigned EndColumn = OneLine ? Position.EndColumn : std::numeric_limits<unsigned>::max();
  SourceSnippet Snippet = renderSnippet(*Line, Position.Column, EndColumn);
  Stream << formatv("{0,5} | {1}\n", Position.Line, Snippet.Text);
  Stream << "      | ";
  Stream.changeColor(raw_ostream::GREEN, /*Bold=*/true) << Snippet.Marks;
  Stream.resetColor();
  Stream << '\n';
}

} // namespace memlint
