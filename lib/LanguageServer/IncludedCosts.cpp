//===- IncludedCosts.cpp - Costs in headers -------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReportFeatures.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;

namespace memlint::lsp {

/// Without arguments, which an invented instantiation has others of.
static StringRef templateName(StringRef Kernel) { return Kernel.split('<').first; }

bool hasCostsAt(const ReportedText &Part, unsigned Line) {
  return any_of(Part.Report.Kernels, [&](const ReportKernel &Kernel) {
    return any_of(Kernel.Accesses, [&](const ReportAccess &Site) {
      return Site.At.Path == Part.Path && Site.At.Line == Line;
    });
  });
}

/// Adds \p Kernel to \p Kernels, or its accesses to the one that is the same.
static void addKernel(std::vector<ReportKernel> &Kernels, const ReportKernel &Kernel) {
  auto Same = find_if(Kernels, [&](const ReportKernel &Known) {
    return Known.Name == Kernel.Name && Known.At.Path == Kernel.At.Path &&
           Known.At.Line == Kernel.At.Line;
  });
  if (Same == Kernels.end())
    Kernels.push_back(Kernel);
  else
    append_range(Same->Accesses, Kernel.Accesses);
}

std::shared_ptr<const ReportedText> shownCosts(const ShownReports &Of) {
  if (!Of.Own || Of.OfIncluders.empty())
    return Of.Own;
  std::vector<ReportKernel> Kernels;
  StringSet<> Launched;
  for (const auto &Part : Of.OfIncluders)
    for (const ReportKernel &Kernel : Part->Report.Kernels)
      if (!Kernel.Accesses.empty()) {
        addKernel(Kernels, Kernel);
        if (Kernel.At.Path == Of.Own->Path)
          Launched.insert(templateName(Kernel.Name));
      }
  if (Kernels.empty())
    return Of.Own;
  auto Result = std::make_shared<ReportedText>(*Of.Own);
  erase_if(Result->Report.Kernels, [&](const ReportKernel &Kernel) {
    return Kernel.At.Path == Of.Own->Path && Launched.contains(templateName(Kernel.Name));
  });
  append_range(Result->Report.Kernels, Kernels);
  return Result;
}

} // namespace memlint::lsp
