//===- KernelTotals.cpp - A kernel as a whole -----------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelTotals.h"

#include "LaunchSummary.h"
#include "TextTable.h"

#include "cuda-memlint/Checks/CompiledCosts.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Report/SourceText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cmath>

using namespace llvm;

namespace memlint {

/// "cuda-uncoalesced-access 90.0 %, no finding 10.0 %": to which findings the excess falls.
static std::string describeCauses(const LaunchSummary &Summary, MemorySpace Space,
                                  uint64_t Excess) {
  return join(map_range(Summary.Causes.at(Space),
                        [&](const auto &Cause) {
                          return (Cause.first.empty() ? "no finding" : Cause.first) + " " +
                                 formatShare(double(Cause.second) / double(Excess));
                        }),
              ", ");
}

static std::string describeTraffic(const DeviceShape &Device, const LaunchSummary &Summary,
                                   MemorySpace Space, const SpaceTraffic &Sum) {
  std::string Unit = costUnit(Space, Device).str();
  std::string Unseen = formatNumberOf(Sum.Unknown, "access") + " of unknown total";
  if (Sum.Requests == 0 && !Sum.isWhole())
    return spaceName(Space).str() + ": " + Unseen;
  std::string Text = spaceName(Space).str() + ": " + (Sum.IsMost ? "at most " : "") +
                     formatNumberOf(Sum.Requests, "request") + ", " +
                     formatNumberOf(Sum.Cost, Unit);
  if (Sum.Excess != 0)
    Text += ", " + formatCount(Sum.Excess) + " in excess (" +
            formatShare(double(Sum.Excess) / double(Sum.Cost)) +
            "): " + describeCauses(Summary, Space, Sum.Excess);
  if (!Sum.isWhole())
    Text += "; without " + Unseen;
  return Text;
}

/// Two digits that count: "0.17", "12", "1,365".
static std::string formatIntensity(double Number) {
  if (Number >= 10)
    return formatCount(uint64_t(Number + 0.5));
  int Digits = Number > 0 ? std::max(1, 1 - int(std::floor(std::log10(Number)))) : 1;
  std::string Text;
  raw_string_ostream(Text) << format("%.*f", Digits, Number);
  return Text;
}

/// "arithmetic: 2,097,152 floating-point operations, 0.17 per byte of global memory"; empty: none
/// are counted.
static std::string describeArithmetic(const LaunchSummary &Summary) {
  const LaunchArithmetic &Own = Summary.Arithmetic;
  if (Own.operations() == 0)
    return "";
  std::string AtLeast = Own.IsWhole ? "" : "at least ";
  std::string Text = "arithmetic: " + AtLeast + formatCount(Own.operations()) +
                     (Own.Single == 0 ? " double-precision" : " floating-point") +
                     (Own.operations() == 1 ? " operation" : " operations");
  if (Own.Single != 0 && Own.Double != 0)
    Text += " (" + formatCount(Own.Double) + " in double precision)";
  if (Summary.PerByte) {
    bool IsLeast = !Own.IsWhole || Summary.Traffic.at(MemorySpace::Global).IsMost;
    Text += std::string(", ") + (IsLeast ? "at least " : "") + formatIntensity(*Summary.PerByte) +
            " per byte of global memory";
  }
  return Text;
}

static std::string describeOccupancy(const LaunchSummary &Summary) {
  if (!Summary.Blocks)
    return "";
  const BlockNeeds &Block = Summary.Block;
  std::string Text = "at most " + formatNumberOf(*Summary.Blocks, "block") + " of " +
                     formatNumberOf(Block.Threads, "thread");
  if (Block.Registers != 0)
    return Text + ", " + formatNumberOf(Block.Registers, "register") + " each, and " +
           formatCount(Block.SharedBytes) + " B shared memory fit a multiprocessor";
  return Text + " and " + formatCount(Block.SharedBytes) +
         " B shared memory fit a multiprocessor, fewer where registers limit them";
}

void printKernelTotals(raw_ostream &Stream, const CompiledCosts &Costs, const FileAnalysis &File,
                       const KernelAnalysis &Kernel, unsigned Launch, const KernelCode *Code) {
  LaunchSummary Summary = summariseLaunch(Costs, File, Kernel, Launch, Code);
  for (const auto &[Space, Sum] : Summary.Traffic)
    printIndented(Stream, describeTraffic(Kernel.Program.Device, Summary, Space, Sum), 2);
  if (std::string Arithmetic = describeArithmetic(Summary); !Arithmetic.empty())
    printIndented(Stream, Arithmetic, 2);
  if (std::string Occupancy = describeOccupancy(Summary); !Occupancy.empty())
    printIndented(Stream, Occupancy, 2);
  if (Summary.Bound)
    printIndented(Stream, describe(*Summary.Bound), 2);
}

/// The launch that loses most; nothing where no total is known.
static std::optional<unsigned> findWorstLaunch(const CompiledCosts &Costs,
                                               const KernelAnalysis &Kernel) {
  std::optional<unsigned> Worst;
  uint64_t Most = 0;
  for (unsigned Launch : seq<unsigned>(0, unsigned(Kernel.Launches.size()))) {
    LaunchTraffic Traffic = trafficOf(Costs, Kernel, Launch);
    uint64_t Excess = excessBytes(Traffic, Kernel.Program.Device);
    if (none_of(Traffic, [](const auto &Each) { return Each.second.Requests != 0; }) ||
        (Worst && Excess <= Most))
      continue;
    Worst = Launch;
    Most = Excess;
  }
  return Worst;
}

static std::string boundOf(const SpaceTraffic &Sum) {
  if (Sum.IsMost)
    return Sum.isWhole() ? "at most " : "about ";
  return Sum.isWhole() ? "" : "at least ";
}

/// "at least 73,728 sectors, 57,344 in excess (77.8 %)": at least where some totals are not known,
/// at most where compilers may leave out some of them, and about where both is so.
static std::string describeShort(const DeviceShape &Device, MemorySpace Space,
                                 const SpaceTraffic &Sum) {
  std::string Text = boundOf(Sum) + formatNumberOf(Sum.Cost, costUnit(Space, Device));
  if (Sum.Excess == 0)
    return Text;
  return Text + ", " + formatCount(Sum.Excess) + " in excess (" +
         formatShare(double(Sum.Excess) / double(Sum.Cost)) + ")";
}

std::string describeKernelTotals(const FileAnalysis &File, const KernelAnalysis &Kernel,
                                 const KernelCode *Code) {
  CompiledCosts Costs(File, Kernel);
  std::optional<unsigned> Launch = findWorstLaunch(Costs, Kernel);
  if (!Launch)
    return "";
  LaunchSummary Summary = summariseLaunch(Costs, File, Kernel, *Launch, Code);
  SmallVector<std::string> Parts;
  for (const auto &[Space, Sum] : Summary.Traffic) {
    if (Sum.Requests == 0)
      continue;
    Parts.push_back(describeShort(Kernel.Program.Device, Space, Sum));
    if (Sum.Excess != 0 && Summary.Causes.at(Space).size() > 1)
      Parts.back() += ": " + describeCauses(Summary, Space, Sum.Excess);
  }
  if (Summary.Blocks)
    Parts.push_back("at most " + formatNumberOf(*Summary.Blocks, "block") + " per multiprocessor");
  if (Summary.Bound)
    Parts.push_back(describeLimit(*Summary.Bound));
  return describeLaunch(Kernel, *Launch) + " in all: " + join(Parts, "; ");
}

/// Adds what \p Site of \p Kernel, as compiled, moves in its recorded launches.
static void addBytes(const CompiledCosts &Costs, const KernelAnalysis &Kernel, const Access &Site,
                     RunBytes &Sum) {
  for (const AccessVerdict &Verdict : Kernel.Verdicts[Site.Id]) {
    uint64_t Count = Kernel.Launches[Verdict.Launch].Count;
    uint64_t OfUnit = unitBytes(Site.Space, Kernel.Program.Device);
    // In generic space, it may be any memory's.
    if (Count == 0 || (OfUnit == 0 && Site.Space != MemorySpace::Generic))
      continue;
    std::optional<AccessCost> Cost = Costs.costOf(Site, Verdict.Launch);
    if (!Cost)
      continue;
    if (OfUnit == 0 || Cost->Known == Knowledge::Unknown || !Cost->Totals) {
      Sum.IsComplete = false;
      continue;
    }
    auto Add = [&](uint64_t &Bytes, uint64_t Units) {
      Bytes = SaturatingMultiplyAdd(SaturatingMultiply(Units, OfUnit), Count, Bytes);
    };
    Add(Sum.Bytes, Cost->Totals->Cost);
    Add(Sum.Excess, Cost->Totals->Cost - std::min(Cost->Totals->Cost, Cost->Totals->Ideal));
  }
}

static bool isRecorded(const KernelAnalysis &Kernel) {
  return !Kernel.Verdicts.empty() &&
         any_of(Kernel.Launches, [](const LaunchContext &Each) { return Each.Count != 0; });
}

void RunBytes::add(const RunBytes &Other) {
  Bytes = SaturatingAdd(Bytes, Other.Bytes);
  Excess = SaturatingAdd(Excess, Other.Excess);
  IsComplete &= Other.IsComplete;
}

RunTraffic::RunTraffic(ArrayRef<FileAnalysis> Files) {
  for (const FileAnalysis &File : Files)
    for (const KernelAnalysis &Kernel : File.Kernels) {
      if (!isRecorded(Kernel))
        continue;
      CompiledCosts Costs(File, Kernel);
      KernelBytes &Own = Kernels[&Kernel];
      for (const Access &Site : Kernel.Program.Accesses) {
        RunBytes &OfAccess = Own.ByAccess.emplace_back();
        addBytes(Costs, Kernel, Site, OfAccess);
        Own.All.add(OfAccess);
      }
      if (!Program)
        Program.emplace();
      Program->add(Own.All);
    }
}

std::optional<RunBytes> RunTraffic::ofKernel(const KernelAnalysis &Kernel) const {
  auto Known = Kernels.find(&Kernel);
  return Known == Kernels.end() ? std::nullopt : std::optional(Known->second.All);
}

std::optional<RunBytes> RunTraffic::ofFinding(const KernelAnalysis &Kernel,
                                              const Finding &Item) const {
  auto Known = Kernels.find(&Kernel);
  if (Item.Subject != FindingSubject::AccessCost || !Item.Access || Known == Kernels.end())
    return std::nullopt;
  const RunBytes &Own = Known->second.ByAccess[*Item.Access];
  return Own.IsComplete && Own.Bytes != 0 ? std::optional(Own) : std::nullopt;
}

std::string RunTraffic::describeShare(const KernelAnalysis &Kernel, const Finding &Item) const {
  std::optional<RunBytes> Own = ofFinding(Kernel, Item);
  if (!Own)
    return "";
  auto Share = [&](const RunBytes &All) {
    return (All.IsComplete ? "" : "at most ") + formatShare(double(Own->Bytes) / double(All.Bytes));
  };
  std::string Excess = Own->Excess == 0 ? "" : ", " + formatCount(Own->Excess) + " in excess";
  return "in all recorded launches, this access moves " + formatCount(Own->Bytes) + " B" + Excess +
         ": " + Share(*ofKernel(Kernel)) + " of what the kernel moves, " + Share(*Program) +
         " of what all recorded kernels in these files move";
}

} // namespace memlint
