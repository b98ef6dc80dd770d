//===- TextReport.cpp - Findings in the style of a compiler ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Report/TextReport.h"

#include "DiagnosticPrinter.h"
#include "Explanation.h"
#include "SummaryTable.h"

#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Report/Statistics.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <array>
#include <map>
#include <set>
#include <tuple>

using namespace llvm;

namespace memlint {

namespace {

/// A finding with the kernel it was made in.
struct Placed {
  const FileAnalysis *File;
  const KernelAnalysis *Kernel;
  const Finding *Item;
};

class TextReport {
public:
  TextReport(raw_ostream &Stream, const TextReportOptions &Options)
      : Stream(Stream), Options(Options), Printer(Stream, Sources) {}

  void print(ArrayRef<FileAnalysis> Files);

private:
  void printSourceErrors(const FileAnalysis &File);
  void printFindings(const FileAnalysis &File);
  void printMerged(ArrayRef<Placed> Same);
  void printExplainedLine(const FileAnalysis &File);
  void printUnknown(const FileAnalysis &File);
  void printCounts(ArrayRef<FileAnalysis> Files);

  raw_ostream &Stream;
  const TextReportOptions &Options;
  SourceTexts Sources;
  DiagnosticPrinter Printer;
  std::array<unsigned, 3> CountByLevel = {};
  std::set<const KernelAnalysis *> KernelsAtFault;
};

} // namespace

using PlaceAndText = std::tuple<StringRef, unsigned, unsigned, StringRef, StringRef>;

static PlaceAndText placeAndText(const Finding &Item) {
  const SourcePosition &Position = Item.Position;
  return {Position.Path, Position.Line, Position.Column, Item.Check, Item.Message};
}

void TextReport::printSourceErrors(const FileAnalysis &File) {
  constexpr size_t MostShown = 10;
  for (const SourceError &Error : ArrayRef(File.Errors).take_front(MostShown))
    Printer.printNote(Error.Position, "error in the source: " + Error.Message);
  if (File.Errors.size() > MostShown)
    Printer.printNote({}, formatNumberOf(File.Errors.size() - MostShown, "further error") +
                              " in the source of '" + File.Path + "'");
}

/// One place in the source can be reached in several ways: by instantiations of a
/// template, by calls that were inlined. What reads alike is shown once, with the
/// notes of all.
void TextReport::printFindings(const FileAnalysis &File) {
  std::map<PlaceAndText, std::vector<Placed>> Findings;
  for (const KernelAnalysis &Kernel : File.Kernels)
    for (const Finding &Item : Kernel.Findings)
      Findings[placeAndText(Item)].push_back({&File, &Kernel, &Item});
  for (const auto &[Key, Same] : Findings)
    printMerged(Same);
}

void TextReport::printMerged(ArrayRef<Placed> Same) {
  FindingLevel Level = FindingLevel::Remark;
  for (const Placed &Entry : Same)
    Level = std::max(Level, Entry.Item->Level);
  ++CountByLevel[size_t(Level)];
  if (Level == FindingLevel::Remark && !Options.Remarks)
    return;
  const Finding &First = *Same.front().Item;
  Printer.printFinding(Level, First.Position, First.Message, First.Check);
  std::set<std::tuple<std::string, std::string, unsigned>> Shown;
  for (const Placed &Entry : Same) {
    KernelsAtFault.insert(Entry.Kernel);
    for (const FindingNote &Note : Entry.Item->Notes)
      if (Shown.insert({Note.Message, Note.Position.Path, Note.Position.Line}).second)
        Printer.printNote(Note.Position, Note.Message);
  }
  if (Options.Explain && First.Access)
    printExplanation(Stream, *Same.front().File->Expressions, *Same.front().Kernel, *First.Access);
}

void TextReport::printExplainedLine(const FileAnalysis &File) {
  bool Any = false;
  for (const KernelAnalysis &Kernel : File.Kernels)
    for (auto [Index, Site] : enumerate(Kernel.Kernel.Accesses)) {
      if (Site.Position.Line != *Options.ExplainLine)
        continue;
      Any = true;
      Printer.printNote(Site.Position,
                        kindName(Site.Kind).str() + " in '" + Kernel.Kernel.Name + "'");
      printExplanation(Stream, *File.Expressions, Kernel, unsigned(Index));
    }
  if (!Any)
    Printer.printNote({}, "no memory access of a kernel begins on line " +
                              utostr(*Options.ExplainLine) + " of '" + File.Path + "'");
}

void TextReport::printUnknown(const FileAnalysis &File) {
  for (const KernelAnalysis &Kernel : File.Kernels) {
    if (!Kernel.Kernel.Analysed)
      Printer.printNote(Kernel.Kernel.Position, "kernel '" + Kernel.Kernel.Name +
                                                    "' is not analysed: " + Kernel.Kernel.Reason);
    for (auto [Site, Verdicts] : zip(Kernel.Kernel.Accesses, Kernel.Verdicts)) {
      if (Verdicts.empty() || any_of(Verdicts, [](const AccessVerdict &Verdict) {
            return Verdict.Cost.Known != Knowledge::Unknown;
          }))
        continue;
      const std::string &Reason = Site.Reason.empty() ? Verdicts.front().Cost.Reason : Site.Reason;
      Printer.printNote(Site.Position, "the cost of this " + kindName(Site.Kind).str() + " in '" +
                                           Kernel.Kernel.Name + "' is not known: " + Reason + " (" +
                                           addressClassName(classifyAddress(Site)).str() + ")");
    }
  }
}

/// The last line, which other programs may read.
void TextReport::printCounts(ArrayRef<FileAnalysis> Files) {
  Statistics Numbers = collectStatistics(Files);
  size_t Errors = 0;
  for (const FileAnalysis &File : Files)
    if (File.Parsed == ParseState::WithErrors)
      Errors += File.ErrorCount;
  auto Count = [&](FindingLevel Level) { return CountByLevel[size_t(Level)]; };

  std::string Line;
  if (Count(FindingLevel::Error))
    Line += formatNumberOf(Count(FindingLevel::Error), "error") + ", ";
  Line += formatNumberOf(Count(FindingLevel::Warning), "warning");
  if (unsigned Remarks = Count(FindingLevel::Remark))
    Line += ", " + formatNumberOf(Remarks, "remark") +
            (Options.Remarks ? "" : " (--show-remarks shows them)");
  Line += " in " + formatCount(KernelsAtFault.size()) + " of " +
          formatNumberOf(Numbers.Kernels, "kernel") + "; " +
          formatNumberOf(Numbers.Accesses, "access") + ": " + formatCount(Numbers.Proved) +
          " proved, " + formatCount(Numbers.Assumed) + " assumed, " + formatCount(Numbers.Unknown) +
          " unknown";
  if (Numbers.KernelsNotAnalysed)
    Line += "; " + formatNumberOf(Numbers.KernelsNotAnalysed, "kernel") + " not analysed";
  if (Errors)
    Line += "; " + formatNumberOf(Errors, "error") + " in the source";
  if (Numbers.FilesNotParsed)
    Line += "; " + formatNumberOf(Numbers.FilesNotParsed, "file") + " not read";
  Stream << Line << '\n';
}

void TextReport::print(ArrayRef<FileAnalysis> Files) {
  for (const FileAnalysis &File : Files) {
    if (File.Parsed == ParseState::Not)
      continue;
    printSourceErrors(File);
    printFindings(File);
    if (Options.ExplainLine)
      printExplainedLine(File);
    if (Options.Unknown)
      printUnknown(File);
  }
  if (!KernelsAtFault.empty())
    Printer.printNote({}, "pointer parameters are taken to be 256-byte aligned, and different ones "
                          "not to overlap");
  if (Options.Summary)
    for (const FileAnalysis &File : Files)
      for (const KernelAnalysis &Kernel : File.Kernels)
        printSummaryTable(Stream, Kernel);
  if (Options.Statistics)
    printStatistics(Stream, collectStatistics(Files));
  printCounts(Files);
}

void printTextReport(raw_ostream &Stream, ArrayRef<FileAnalysis> Files,
                     const TextReportOptions &Options) {
  TextReport(Stream, Options).print(Files);
}

} // namespace memlint
