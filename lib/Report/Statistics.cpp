//===- Statistics.cpp - How much of what was read is understood -----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Report/Statistics.h"

#include "cuda-memlint/Analysis/Layout/LocalArrays.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Report/SourceText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <tuple>
#include <vector>

using namespace llvm;

namespace memlint {

static void countAccess(Statistics &Numbers, const Access &Site, ArrayRef<AccessVerdict> Verdicts) {
  ++Numbers.Accesses;
  switch (classifyAddress(Site)) {
  case AddressClass::Exact:
    ++Numbers.Exact;
    break;
  case AddressClass::Parametric:
    ++Numbers.Parametric;
    break;
  case AddressClass::DataDependent:
    ++Numbers.DataDependent;
    break;
  case AddressClass::NotUnderstood:
    ++Numbers.NotUnderstood;
    ++Numbers.AccessReasons[Site.Reason.empty() ? "no reason given" : Site.Reason];
    break;
  }
  auto Any = [&](Knowledge Known) {
    return any_of(Verdicts,
                  [&](const AccessVerdict &Verdict) { return Verdict.Cost.Known == Known; });
  };
  if (Any(Knowledge::Proved))
    ++Numbers.Proved;
  else if (Any(Knowledge::Assumed))
    ++Numbers.Assumed;
  else
    ++Numbers.Unknown;
}

Statistics collectStatistics(ArrayRef<FileAnalysis> Files) {
  Statistics Numbers;
  for (const FileAnalysis &File : Files) {
    ++Numbers.Files;
    Numbers.FilesWithErrors +=
        File.Parsed == ParseState::WithErrors || File.Parsed == ParseState::Incomplete;
    Numbers.FilesIncomplete += File.Parsed == ParseState::Incomplete;
    Numbers.FilesNotParsed += File.Parsed == ParseState::Not;
    for (const KernelAnalysis &Kernel : File.Kernels) {
      ++Numbers.Kernels;
      if (!Kernel.Program.Analysed) {
        ++Numbers.KernelsNotAnalysed;
        ++Numbers.KernelReasons[Kernel.Program.Reason];
      }
      std::vector<bool> InRegisters = findAccessesInRegisters(Kernel.Program);
      for (auto [Site, Verdicts] : zip(Kernel.Program.Accesses, Kernel.Verdicts))
        if (!InRegisters[Site.Id])
          countAccess(Numbers, Site, Verdicts);
    }
  }
  return Numbers;
}

/// The reasons, the most frequent first.
static void printReasons(raw_ostream &Stream, const std::map<std::string, unsigned> &Reasons) {
  std::vector<std::pair<std::string, unsigned>> Sorted(Reasons.begin(), Reasons.end());
  llvm::sort(Sorted, [](const auto &Left, const auto &Right) {
    return std::tie(Right.second, Left.first) < std::tie(Left.second, Right.first);
  });
  for (const auto &[Reason, Count] : Sorted)
    Stream << formatv("{0,8}    {1}\n", Count, printableText(Reason));
}

void printStatistics(raw_ostream &Stream, const Statistics &Numbers) {
  auto Line = [&](unsigned Count, StringRef Text) {
    Stream << formatv("{0,8}  {1}\n", Count, Text);
  };
  Line(Numbers.Files, "files");
  Line(Numbers.FilesWithErrors, "  parsed with errors");
  Line(Numbers.FilesNotParsed, "  not parsed");
  Line(Numbers.Kernels, "kernels");
  Line(Numbers.KernelsNotAnalysed, "  not analysed");
  printReasons(Stream, Numbers.KernelReasons);
  Line(Numbers.Accesses, "accesses, by address");
  Line(Numbers.Exact, "  exact");
  Line(Numbers.Parametric, "  parametric");
  Line(Numbers.DataDependent, "  data-dependent");
  Line(Numbers.NotUnderstood, "  not understood");
  printReasons(Stream, Numbers.AccessReasons);
  Line(Numbers.Accesses, "accesses, by how their cost is known");
  Line(Numbers.Proved, "  proved");
  Line(Numbers.Assumed, "  assumed");
  Line(Numbers.Unknown, "  unknown");
}

} // namespace memlint
