//===- TextReport.cpp - Findings in the style of a compiler ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Report/TextReport.h"
#include "cuda-memlint/Checks/CostReasonWording.h"

#include "DiagnosticPrinter.h"
#include "Explanation.h"
#include "FindingOrder.h"
#include "KernelTotals.h"
#include "NotAnalysed.h"
#include "RaceDrawing.h"
#include "SummaryTable.h"

#include "cuda-memlint/Analysis/Layout/LocalArrays.h"
#include "cuda-memlint/Checks/FixSafety.h"
#include "cuda-memlint/Checks/RaceWording.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Frontend/Architecture.h"
#include "cuda-memlint/Hardware/Code/CodeGeneration.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Model/RefusedLaunches.h"
#include "cuda-memlint/Report/ShownFindings.h"
#include "cuda-memlint/Report/SourceErrors.h"
#include "cuda-memlint/Report/Statistics.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <set>
#include <tuple>

using namespace llvm;

namespace memlint {

namespace {

/// Of drawings, as of explanations.
constexpr unsigned RaceIndent = 8;

class TextReport {
public:
  TextReport(raw_ostream &Stream, const TextReportOptions &Options, ArrayRef<FileCode> Code)
      : Stream(Stream), Options(Options), Code(Code), Printer(Stream, Sources, Options) {}

  void print(ArrayRef<FileAnalysis> Files);

private:
  void printSourceErrors(const FileAnalysis &File);
  void printByCost(ArrayRef<FileAnalysis> Files);
  std::vector<FindingNote> notesWithShare(const ShownFinding &Entry, const ShownFinding &First);
  void printNotes(ArrayRef<ShownFinding> Same);
  void printMerged(ArrayRef<ShownFinding> Same);
  void printKernelTotals(const FileAnalysis &File);
  void printExplainedLine(const FileAnalysis &File);
  void printUnknown(const FileAnalysis &File);
  void printImpossibleLaunches(const FileAnalysis &File);
  void printFixes(ArrayRef<FileAnalysis> Files);
  void printCounts(ArrayRef<FileAnalysis> Files);

  raw_ostream &Stream;
  const TextReportOptions &Options;
  ArrayRef<FileCode> Code;
  SourceTexts Sources;
  DiagnosticPrinter Printer;
  ShownFindings Findings;
  std::set<PositionAndText> ErrorsShown;
  /// Of the compiler, in all files.
  size_t ErrorCount = 0;
  /// Path, line and text.
  std::set<std::tuple<std::string, unsigned, std::string>> RefusedShown;
  std::array<unsigned, 3> CountByLevel = {};
  /// Of all files; set when they are printed.
  std::optional<RunTraffic> Traffic;
  bool SomeHidden = false;
  std::set<const KernelAnalysis *> KernelsAtFault;
  /// A finding says of two parameters that they do alias.
  bool NamesOverlap = false;
  /// With a finding about what an access costs, since their totals were last printed.
  SetVector<const KernelAnalysis *> CostlyKernels;
  /// On what the costs of findings rest where they were not measured.
  std::set<std::string> Evidence;
};

} // namespace

/// Empty for findings that are not about the cost of an access, and where it was measured.
static std::string describeEvidence(const FileAnalysis &File, const KernelAnalysis &Kernel,
                                    const Finding &Item) {
  if (!Item.Access || Item.Race)
    return "";
  bool IsCostly = any_of(Kernel.Verdicts[*Item.Access], [](const AccessVerdict &Verdict) {
    return Verdict.Cost.Known == Knowledge::Assumed;
  });
  StringRef Target = Item.Devices.empty() ? File.Target : Item.Devices.front();
  return IsCostly ? describeEvidence(Target, Kernel.Program.Accesses[*Item.Access]) : "";
}

/// An error in a header is shown and counted for the first file that includes it. Of those of the
/// compiler, a cause stands for what follows from it.
void TextReport::printSourceErrors(const FileAnalysis &File) {
  constexpr size_t MostShown = 10;
  size_t New = 0;
  const SourceError *Cause = firstCause(File);
  bool IsSaid = File.Parsed == ParseState::Incomplete && !Options.IncompleteCauses;
  for (const SourceError &Error : File.Errors) {
    if (!ErrorsShown.insert(positionAndText(Error.Position, "", Error.Message)).second)
      continue;
    if (Error.Effect == ErrorEffect::None) {
      // About a comment, which says by itself what is wrong.
      Printer.printNote(Error.Position, Error.Message);
      continue;
    }
    ++ErrorCount;
    if (!Options.Unknown) {
      if (&Error == Cause && !IsSaid)
        Printer.printNote(Error.Position, "error in the source: " + describeCause(File, Error));
    } else if (++New <= MostShown) {
      Printer.printNote(Error.Position, "error in the source: " + Error.Message);
    }
  }
  if (New > MostShown)
    Printer.printNote({}, formatNumberOf(New - MostShown, "more error") + " in the source of '" +
                              File.Path + "'");
}

/// Whether a note of the finding says that two pointers lead into one allocation.
static bool namesOverlap(const ShownFinding &Entry) {
  if (!Entry.Item->Race)
    return false;
  const KernelProgram &Program = Entry.Kernel->Program;
  const RaceVerdict &Verdict =
      Entry.Kernel->Races[Entry.Item->Race->first].Verdicts[Entry.Item->Race->second];
  return !describeOverlap(Program, Program.Accesses[Verdict.First],
                          Program.Accesses[Verdict.Second])
              .empty();
}

/// What is to be known of one of several findings that are shown as one with \p First.
std::vector<FindingNote> TextReport::notesWithShare(const ShownFinding &Entry,
                                                    const ShownFinding &First) {
  std::vector<FindingNote> Notes = notesOf(Entry, First);
  if (Entry.Item->Message != First.Item->Message)
    return Notes;
  if (std::string Share = Traffic->describeShare(*Entry.Kernel, *Entry.Item); !Share.empty())
    Notes.push_back({Share, {}});
  return Notes;
}

namespace {

/// Counts the notes of one kind that one kernel has to one finding.
class NotesOfOneKind {
public:
  explicit NotesOfOneKind(DiagnosticPrinter &Printer) : Printer(Printer) {}

  void print(const FindingNote &Note) {
    constexpr size_t MostShown = 4;
    if (!Note.IsOneOfSeveral)
      finish();
    else if (++Count > MostShown) {
      ++Left;
      return;
    }
    Printer.printNote(Note.Position, Note.Message);
  }

  /// Says how many were not shown.
  void finish() {
    if (Left != 0)
      Printer.printNote({},
                        "and " + formatNumberOf(Left, "more such note") + ": see --format=json");
    Count = Left = 0;
  }

private:
  DiagnosticPrinter &Printer;
  size_t Count = 0, Left = 0;
};

} // namespace

/// Each note once; notes of one kind, and kernels, that are more than a reader wants to compare are
/// counted.
void TextReport::printNotes(ArrayRef<ShownFinding> Same) {
  constexpr size_t MostKernels = 4;
  const Finding &First = *Same.front().Item;
  std::set<std::tuple<std::string, std::string, unsigned>> Shown;
  std::set<const KernelAnalysis *> Kernels, Left;
  for (const ShownFinding &Entry : Same) {
    NamesOverlap |= Entry.Item->Message == First.Message && namesOverlap(Entry);
    if (std::string Basis = describeEvidence(*Entry.File, *Entry.Kernel, *Entry.Item);
        !Basis.empty())
      Evidence.insert(std::move(Basis));
    NotesOfOneKind Notes(Printer);
    for (const FindingNote &Note : notesWithShare(Entry, Same.front())) {
      if (!Shown.insert({Note.Message, Note.Position.Path, Note.Position.Line}).second)
        continue;
      if (Kernels.size() == MostKernels && !Kernels.contains(Entry.Kernel)) {
        Left.insert(Entry.Kernel);
        continue;
      }
      Kernels.insert(Entry.Kernel);
      Notes.print(Note);
    }
    Notes.finish();
  }
  if (!Left.empty())
    Printer.printNote({}, "and in " + formatNumberOf(Left.size(), "more kernel"));
}

void TextReport::printMerged(ArrayRef<ShownFinding> Same) {
  FindingLevel Level = Same.front().Item->Level;
  ++CountByLevel[size_t(Level)];
  if (!isShown(Same, Options)) {
    SomeHidden = true;
    return;
  }
  for (const ShownFinding &Entry : Same)
    KernelsAtFault.insert(Entry.Kernel);
  if (Options.Top)
    return;
  const Finding &First = *Same.front().Item;
  if (First.Subject == FindingSubject::AccessCost && First.Access)
    CostlyKernels.insert(Same.front().Kernel);
  Printer.printFinding(Level, First.Position, First.Message, First.Check);
  printNotes(Same);
  if (std::optional<FindingNote> Advice = adviceOf(Same))
    Printer.printHelp(Advice->Position, Advice->Message);
  if (!Options.Explain || !First.Access)
    return;
  const KernelAnalysis &Kernel = *Same.front().Kernel;
  if (First.Race) {
    const RaceVerdict &Verdict = Kernel.Races[First.Race->first].Verdicts[First.Race->second];
    if (Verdict.Form == DataRaceForm::None)
      drawRace(Stream, Kernel.Program, Verdict, RaceIndent);
  }
  printExplanation(Stream, *Same.front().File->Expressions, Kernel, *First.Access);
}

/// A line for each kernel with findings about cost; --summary has the same in full.
void TextReport::printKernelTotals(const FileAnalysis &File) {
  constexpr size_t MostShown = 5;
  SmallVector<std::string> Lines;
  for (const KernelAnalysis *Kernel : CostlyKernels)
    if (std::string Line = describeKernelTotals(File, *Kernel, codeOf(Kernel->Program, File, Code));
        !Line.empty())
      Lines.push_back(std::move(Line));
  CostlyKernels.clear();
  for (const std::string &Line : ArrayRef(Lines).take_front(MostShown))
    Printer.printNote({}, Line);
  if (Lines.size() > MostShown)
    Printer.printNote({}, "and " + formatNumberOf(Lines.size() - MostShown, "more kernel") +
                              ": see --summary");
}

void TextReport::printExplainedLine(const FileAnalysis &File) {
  bool Any = false;
  for (const KernelAnalysis &Kernel : File.Kernels)
    for (auto [Index, Site] : enumerate(Kernel.Program.Accesses)) {
      if (Site.Position.Line != *Options.ExplainLine)
        continue;
      Any = true;
      Printer.printNote(Site.Position,
                        kindName(Site.Kind).str() + " in '" + Kernel.Program.Name + "'");
      printExplanation(Stream, *File.Expressions, Kernel, unsigned(Index));
    }
  if (Any)
    return;
  unsigned Number = *Options.ExplainLine;
  std::string Line = "line " + utostr(Number);
  bool IsBehindEnd = Sources.line(File.Path, 1) && !Sources.line(File.Path, Number);
  Printer.printNote({}, IsBehindEnd ? "there is no " + Line + " in '" + File.Path + "'"
                                    : "no memory access of a kernel starts on " + Line + " of '" +
                                          File.Path + "'");
}

void TextReport::printUnknown(const FileAnalysis &File) {
  for (const KernelAnalysis &Kernel : File.Kernels) {
    if (!Kernel.Program.Analysed)
      Printer.printNote(Kernel.Program.Position,
                        "kernel '" + Kernel.Program.Name +
                            "' was not analysed: " + Kernel.Program.Reason);
    if (std::string Reason = whyNotCompared(Kernel); !Reason.empty())
      Printer.printNote(Kernel.Program.Position, "not all races were looked for in '" +
                                                     Kernel.Program.Name + "': " + Reason);
    std::vector<bool> InRegisters = findAccessesInRegisters(Kernel.Program);
    for (auto [Site, Verdicts] : zip(Kernel.Program.Accesses, Kernel.Verdicts)) {
      if (InRegisters[Site.Id] || Verdicts.empty() ||
          any_of(Verdicts, [](const AccessVerdict &Verdict) {
            return Verdict.Cost.Known != Knowledge::Unknown;
          }))
        continue;
      std::string Reason =
          Site.Reason.empty() ? describe(Verdicts.front().Cost.Reason) : Site.Reason;
      Printer.printNote(Site.Position, "the cost of this " + kindName(Site.Kind).str() + " in '" +
                                           Kernel.Program.Name + "' is unknown: " + Reason + " (" +
                                           addressClassName(classifyAddress(Site)).str() + ")");
    }
  }
}

/// Launches in the source, or asked for, that the device refuses.
void TextReport::printImpossibleLaunches(const FileAnalysis &File) {
  for (const KernelAnalysis &Kernel : File.Kernels)
    for (auto [Index, Launch] : enumerate(Kernel.Launches)) {
      bool IsCall = Launch.Origin == LaunchOrigin::Call;
      if (!IsCall && Launch.Origin != LaunchOrigin::Option && Launch.Origin != LaunchOrigin::Config)
        continue;
      const SourcePosition &At = IsCall ? Launch.Position : Kernel.Program.Position;
      if (!isRefused(Kernel, unsigned(Index)))
        continue;
      std::string Text =
          (IsCall ? "this launch of '" : "the given launch of '") + Kernel.Program.Name +
          "' cannot run on the device: " + describe(Kernel.Verdicts.front()[Index].Cost.Reason) +
          "; the cost of its accesses is unknown";
      if (RefusedShown.emplace(At.Path, At.Line, Text).second)
        Printer.printNote(At, Text);
    }
}

/// The checks whose findings countFixes() counts: the last finding need not be of one.
static std::string checksWithFixes(ArrayRef<FileAnalysis> Files, FindingLevel Least) {
  std::set<StringRef> Names;
  for (const FileAnalysis &File : Files)
    for (const KernelAnalysis &Kernel : File.Kernels)
      for (const Finding &Item : Kernel.Findings)
        if (!Item.Fixes.empty() && Item.Suppressed == Suppression::None && Item.Level >= Least)
          Names.insert(Item.Check);
  return join(Names, ", ");
}

/// Says that there are fixes, and not how many: they are not verified here, and some will not hold.
void TextReport::printFixes(ArrayRef<FileAnalysis> Files) {
  FindingLevel Least = Options.Remarks ? FindingLevel::Remark : FindingLevel::Warning;
  FixCounts Fixes = countFixes(Files, Least);
  if (Fixes.Safe + Fixes.Unsafe == 0)
    return;
  StringRef Command = Fixes.Safe == 0 ? "--fix --unsafe-fixes" : "--fix";
  StringRef More = Fixes.Safe != 0 && Fixes.Unsafe != 0 ? "; others need --unsafe-fixes" : "";
  Printer.printNote({}, ("there may be fixes for " + checksWithFixes(Files, Least) + ": " +
                         Command + " verifies them and applies those that hold" + More)
                            .str());
}

/// The last line, which other programs may read.
void TextReport::printCounts(ArrayRef<FileAnalysis> Files) {
  Statistics Numbers = collectStatistics(Files);
  size_t Errors = ErrorCount;
  auto Count = [&](FindingLevel Level) { return CountByLevel[size_t(Level)]; };

  std::string Line;
  if (Count(FindingLevel::Error))
    Line += formatNumberOf(Count(FindingLevel::Error), "error") + ", ";
  Line += formatNumberOf(Count(FindingLevel::Warning), "warning");
  if (unsigned Remarks = Count(FindingLevel::Remark))
    Line +=
        ", " + formatNumberOf(Remarks, "remark") + (SomeHidden ? " (--remarks shows them)" : "");
  Line += " in " + formatCount(KernelsAtFault.size()) + " of " +
          formatNumberOf(Numbers.Kernels, "kernel") + "; " +
          formatNumberOf(Numbers.Accesses, "access") + ": " + formatCount(Numbers.Proved) +
          " proved, " + formatCount(Numbers.Assumed) + " assumed, " + formatCount(Numbers.Unknown) +
          " unknown";
  if (Numbers.KernelsNotAnalysed)
    Line += "; " + formatNumberOf(Numbers.KernelsNotAnalysed, "kernel") + " not analysed";
  if (Errors)
    Line += "; " + formatNumberOf(Errors, "error") + " in the source";
  if (!Findings.Suppressed.empty())
    Line += "; " + formatNumberOf(Findings.Suppressed.size(), "finding") + " suppressed";
  if (Numbers.FilesIncomplete)
    Line += "; " + formatNumberOf(Numbers.FilesIncomplete, "file") + " incomplete";
  if (Numbers.FilesNotParsed)
    Line += "; " + formatNumberOf(Numbers.FilesNotParsed, "file") + " not read";
  Stream << Line << '\n';
}

/// Of findings that cost the same, in the order of the files.
void TextReport::printByCost(ArrayRef<FileAnalysis> Files) {
  std::vector<std::pair<FindingWeight, ArrayRef<ShownFinding>>> All;
  for (const FileAnalysis &File : Files)
    for (const std::vector<ShownFinding> &Same : Findings.OfFile[&File])
      All.push_back({weigh(*Same.front().Kernel, *Same.front().Item), Same});
  std::vector<size_t> Order(All.size());
  std::iota(Order.begin(), Order.end(), size_t(0));
  sort(Order, [&](size_t Left, size_t Right) {
    if (All[Left].first > All[Right].first)
      return true;
    return !(All[Right].first > All[Left].first) && Left < Right;
  });
  for (size_t Index : Order)
    printMerged(All[Index].second);
}

void TextReport::print(ArrayRef<FileAnalysis> Files) {
  Sources.addTextsOf(Files);
  Traffic.emplace(Files);
  Findings = mergeFindings(Files, Options);
  if (Options.ByCost)
    printByCost(Files);
  for (const FileAnalysis &File : Files) {
    if (File.Parsed == ParseState::Not)
      continue;
    printSourceErrors(File);
    if (!Options.ByCost)
      for (const std::vector<ShownFinding> &Same : Findings.OfFile[&File])
        printMerged(Same);
    if (!Options.ByCost && !Options.Summary)
      printKernelTotals(File);
    printImpossibleLaunches(File);
    if (Options.ExplainLine)
      printExplainedLine(File);
    if (Options.Unknown)
      printUnknown(File);
  }
  std::set<std::string> StandIns;
  auto AddStandIn = [&](StringRef Asked, StringRef Target) {
    StandIns.insert(("no cost rules for " + Asked + ": it counts as " + Target).str());
  };
  for (const FileAnalysis &File : Files) {
    if (!File.AskedTarget.empty())
      AddStandIn(File.AskedTarget, File.Target);
    for (const std::string &Other : File.OtherTargets)
      if (Expected<Architecture> Device = parseArchitecture(Other); !Device)
        consumeError(Device.takeError());
      else if (!Device->Asked.empty())
        AddStandIn(Device->Asked, Device->name());
  }
  for (const std::string &Note : StandIns)
    Printer.printNote({}, Note);
  for (const std::string &Note : Evidence)
    Printer.printNote({}, Note);
  if (!KernelsAtFault.empty())
    Printer.printNote(
        {}, std::string("assuming pointer parameters are 256-byte aligned and do not alias") +
                (NamesOverlap ? ", other than those said to point into one allocation" : ""));
  if (Options.Summary)
    for (const FileAnalysis &File : Files)
      for (const KernelAnalysis &Kernel : File.Kernels)
        printSummaryTable(Stream, File, Kernel, codeOf(Kernel.Program, File, Code));
  if (Options.Top)
    printTopKernels(Stream, Files, *Options.Top);
  if (Options.Statistics)
    printStatistics(Stream, collectStatistics(Files));
  if (std::string Names = namesNotAnalysed(Files); !Names.empty() && !Options.Unknown)
    Printer.printNote({}, "not analysed: " + Names);
  if (std::string Names = namesNotCompared(Files); !Names.empty() && !Options.Unknown)
    Printer.printNote({}, "not all races were looked for in " + Names);
  printFixes(Files);
  printCounts(Files);
}

void printTextReport(raw_ostream &Stream, ArrayRef<FileAnalysis> Files,
                     const TextReportOptions &Options, ArrayRef<FileCode> Code) {
  TextReport(Stream, Options, Code).print(Files);
}

} // namespace memlint
