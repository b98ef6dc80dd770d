//===- GithubReport.cpp - Annotations of GitHub ---------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormatList.h"
#include "ReportPaths.h"

#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Report/ShownFindings.h"
#include "cuda-memlint/Report/SourceErrors.h"
#include "cuda-memlint/Report/SourceText.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace memlint {

/// What would end a command, or a property of it, is written as %XX.
static std::string escaped(StringRef Text, StringRef Special) {
  std::string Result;
  for (char Letter : Text)
    if (Special.contains(Letter))
      Result += "%" + utohexstr(uint8_t(Letter), /*LowerCase=*/false, /*Width=*/2);
    else
      Result += Letter;
  return Result;
}

static std::string escapedMessage(StringRef Text) { return escaped(Text, "%\r\n"); }

static std::string escapedProperty(StringRef Text) { return escaped(Text, "%\r\n:,"); }

static StringRef commandName(FindingLevel Level) {
  switch (Level) {
  case FindingLevel::Remark:
    return "notice";
  case FindingLevel::Warning:
    return "warning";
  case FindingLevel::Error:
    return "error";
  }
  llvm_unreachable("covered switch");
}

namespace {

class GithubReport {
public:
  GithubReport(raw_ostream &Stream, const ReportContents &Contents)
      : Stream(Stream), Contents(Contents) {
    Sources.addTextsOf(Contents.Files);
  }

  void print();

private:
  void printError(const FileAnalysis &File);
  void printCommand(StringRef Name, const SourcePosition &Position, StringRef Title,
                    StringRef Message);

  raw_ostream &Stream;
  const ReportContents &Contents;
  SourceTexts Sources;
  ReportPaths Paths;
};

} // namespace

void GithubReport::printCommand(StringRef Name, const SourcePosition &Position, StringRef Title,
                                StringRef Message) {
  Stream << "::" << Name << " file=" << escapedProperty(Paths.of(Position.Path));
  if (Position.Line != 0)
    Stream << ",line=" << Position.Line;
  // Columns are of one line: GitHub takes none of a range of lines.
  bool IsOneLine = Position.EndLine <= Position.Line;
  auto Character = [&](unsigned Column) {
    return Sources.characterAt(Position.Path, Position.Line, Column);
  };
  if (IsOneLine && Position.Column != 0)
    Stream << ",col=" << Character(Position.Column);
  if (Position.EndLine != 0)
    Stream << ",endLine=" << Position.EndLine;
  // The last character, not the one after it.
  if (IsOneLine && Position.EndColumn > Position.Column)
    Stream << ",endColumn=" << Character(Position.EndColumn) - 1;
  Stream << ",title=" << escapedProperty(Title) << "::" << escapedMessage(Message) << '\n';
}

/// Why \p File could not be analysed whole, if so.
void GithubReport::printError(const FileAnalysis &File) {
  const SourceError *Cause = whyIncomplete(File);
  if (!Cause)
    return;
  SourcePosition At = Cause->Position;
  if (At.Path.empty())
    At.Path = File.Path;
  bool IsFailure = File.Parsed == ParseState::Not || !Contents.Run.KernelsMayBeMissing;
  printCommand(IsFailure ? "error" : "warning", At, "cuda-memlint: error in the source",
               printableText(describeCause(File, *Cause)));
}

void GithubReport::print() {
  for (const FileAnalysis &File : Contents.Files)
    printError(File);
  ShownFindings Found = mergeFindings(Contents.Files, Contents.Text);
  for (ArrayRef<ShownFinding> Same : shownInOrder(Found, Contents.Files, Contents.Text)) {
    const Finding &Item = *Same.front().Item;
    std::vector<std::string> Lines = describeDetails(Same);
    Lines.insert(Lines.begin(), printableText(Item.Message));
    printCommand(commandName(Item.Level), Item.Position, Item.Check, join(Lines, "\n"));
  }
}

void printGithubReport(raw_ostream &Stream, const ReportContents &Contents) {
  GithubReport(Stream, Contents).print();
}

} // namespace memlint
