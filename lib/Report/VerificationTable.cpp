//===- VerificationTable.cpp - Predicted beside counted -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Report/VerificationTable.h"

#include "TextTable.h"

#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Hardware/Harness/Harness.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Report/SourceText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace memlint {

/// Pairs of columns: what was predicted, and what was counted.
static constexpr TextColumn VerificationColumns[] = {
    {"line", false},    {"access", true, true}, {"space", true},    {"kind", true},
    {"B", false},       {"lanes", false},       {"counted", false}, {"cost", false},
    {"counted", false}, {"ideal", false},       {"counted", false}, {"known", true},
    {"verdict", true}};

static std::vector<std::string> verificationCells(const Access &Site,
                                                  const AccessOutcome &Outcome) {
  std::vector<std::string> Cells = {utostr(Site.Position.Line), shortSourceText(Site.Text),
                                    spaceName(Site.Space).str(), kindName(Site.Kind).str(),
                                    utostr(Site.Bytes)};
  std::string None = "-";
  const std::optional<CostTotals> &Totals = Outcome.Predicted.Totals;
  const std::optional<MeasuredTotals> &Counted = Outcome.Measured;
  Cells.push_back(Totals ? formatCount(Totals->Lanes) : None);
  Cells.push_back(Counted ? formatCount(Counted->Lanes) : None);
  Cells.push_back(Totals ? formatCount(Totals->Cost) : None);
  Cells.push_back(Counted ? formatCount(Counted->Cost) : None);
  Cells.push_back(Totals ? formatCount(Totals->Ideal) : None);
  Cells.push_back(Counted ? formatCount(Counted->Ideal) : None);
  Cells.push_back(knowledgeName(Outcome.Predicted.Known).str());
  std::string Word = statusName(Outcome.Status).str();
  if (Counted && Outcome.Sharing > 1)
    Word += " (" + utostr(Outcome.Sharing) + " accesses counted together)";
  if (!Outcome.Reason.empty())
    Word += ": " + printableText(Outcome.Reason);
  Cells.push_back(std::move(Word));
  return Cells;
}

static std::string describeInstruction(const InstructionCount &Item) {
  std::string Text = Item.Opcode + ": " + spaceName(Item.Space).str() + " " +
                     kindName(Item.Kind).str() + " of " + utostr(Item.Bytes) + " B, " +
                     formatNumberOf(Item.Lanes, "lane");
  if (Item.Cost && Item.Ideal)
    Text += ", cost " + formatCount(*Item.Cost) + ", ideal " + formatCount(*Item.Ideal);
  return Text;
}

static std::string shapeText(const std::array<uint64_t, 3> &Shape) {
  return "(" + utostr(Shape[0]) + "," + utostr(Shape[1]) + "," + utostr(Shape[2]) + ")";
}

namespace {

/// Launches that look the same.
struct SameLaunches {
  const LaunchComparison *First;
  std::vector<unsigned> Numbers;
  std::vector<std::vector<std::string>> Rows;
};

} // namespace

static std::string launchNumbers(ArrayRef<unsigned> Numbers) {
  if (Numbers.size() == 1)
    return "launch " + utostr(Numbers.front());
  constexpr size_t Most = 6;
  std::string Text = "launches " + join(map_range(Numbers.take_front(Most),
                                                  [](unsigned Number) { return utostr(Number); }),
                                        ", ");
  return Numbers.size() <= Most ? Text : Text + ", ... (" + utostr(Numbers.size()) + " in all)";
}

static std::vector<SameLaunches> gather(const FileAnalysis &File, const FileComparison &Compared) {
  std::vector<SameLaunches> Groups;
  for (const LaunchComparison &Launch : Compared.Launches) {
    std::vector<std::vector<std::string>> Rows;
    for (const AccessOutcome &Outcome : Launch.Accesses)
      Rows.push_back(
          verificationCells(File.Kernels[Launch.Kernel].Program.Accesses[Outcome.Access], Outcome));
    auto Same = find_if(Groups, [&](const SameLaunches &Other) {
      return Other.First->Kernel == Launch.Kernel && Other.First->Grid == Launch.Grid &&
             Other.First->Block == Launch.Block && Other.Rows == Rows &&
             Other.First->Unpredicted.size() == Launch.Unpredicted.size();
    });
    if (Same != Groups.end())
      Same->Numbers.push_back(Launch.Number);
    else
      Groups.push_back({&Launch, {Launch.Number}, std::move(Rows)});
  }
  return Groups;
}

void printGeneratedMain(raw_ostream &Stream, const FileAnalysis &File) {
  if (!File.GeneratedMain)
    return;
  Stream << '\n' << printableText(File.Path) << ": launched by a generated main\n";
  for (const std::string &Each : File.GeneratedMain->Assumptions)
    Stream << "  assumed for " << printableText(Each) << '\n';
  for (const HarnessRefusal &Each : File.GeneratedMain->NotLaunched)
    Stream << "  not launched: " << printableText(Each.Kernel) << ": " << printableText(Each.Reason)
           << '\n';
}

void printVerificationTable(raw_ostream &Stream, const FileAnalysis &File,
                            const FileComparison &Compared) {
  const Measurement &Run = Compared.Run;
  bool ByCounters = Run.Method == MeasuringMethod::Counters;
  Stream << printableText(File.Path) << ": compared with what "
         << (ByCounters ? "" : "an instrumented copy counted on ") << printableText(Run.Device)
         << (ByCounters ? " counted" : "") << " (compute capability "
         << printableText(Run.ComputeCapability);
  if (ByCounters)
    Stream << ", " << printableText(Run.Profiler);
  Stream << ")\n";
  if (Run.Command.empty())
    Stream << "built with: " << printableText(Run.Build) << '\n';
  else
    Stream << "command: " << printableText(Run.Command) << '\n';
  if (!Run.CutShort.empty())
    Stream << "incomplete: " << printableText(StringRef(Run.CutShort).split('\n').first) << '\n';
  Stream << '\n';
  for (const SameLaunches &Group : gather(File, Compared)) {
    const LaunchComparison &Launch = *Group.First;
    Stream << printableText(File.Kernels[Launch.Kernel].Program.Name) << ", grid "
           << shapeText(Launch.Grid) << ", block " << shapeText(Launch.Block) << ", "
           << launchNumbers(Group.Numbers) << '\n';
    if (!Launch.Context && !Launch.IsRecorded)
      Stream << "  no launch in the source has this shape; its arguments are unknown\n";
    printTextTable(Stream, VerificationColumns, Group.Rows);
    for (const InstructionCount &Item : Launch.Unpredicted) {
      Stream << "  not predicted at ";
      for (auto [Index, Line] : enumerate(Item.Lines))
        Stream << (Index ? ", " : "") << printableText(Line.Path) << ':' << Line.Line;
      Stream << ": " << printableText(describeInstruction(Item)) << '\n';
    }
    Stream << '\n';
  }
  for (const std::string &Kernel : Compared.OtherKernels)
    Stream << "kernel " << printableText(Kernel) << " ran but was not analysed\n";
  std::vector<std::string> Words;
  for (VerifyStatus Status :
       {VerifyStatus::Confirmed, VerifyStatus::ConfirmedPerRequest, VerifyStatus::Refuted,
        VerifyStatus::Merged, VerifyStatus::OptimisedAway, VerifyStatus::NotExecuted,
        VerifyStatus::NoCounter, VerifyStatus::NotPredicted})
    if (unsigned Number = countOutcomes(Compared, Status);
        Number != 0 || Status == VerifyStatus::Confirmed || Status == VerifyStatus::Refuted)
      Words.push_back(utostr(Number) + " " + statusName(Status).str());
  Stream << join(Words, ", ") << '\n';
}

} // namespace memlint
