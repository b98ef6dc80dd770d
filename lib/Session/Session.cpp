//===- Session.cpp - One run over sources ---------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Session/Session.h"

#include "FileRun.h"

#include "cuda-memlint/Checks/FixSafety.h"
#include "cuda-memlint/Hardware/Instrument/Instrumentation.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

using namespace llvm;

namespace memlint {

/// Which findings of text that fixes have changed are on changed lines is not known: they wait.
static void suppressAll(MutableArrayRef<FileAnalysis> Files) {
  for (FileAnalysis &File : Files)
    for (KernelAnalysis &Kernel : File.Kernels)
      for (Finding &Item : Kernel.Findings)
        Item.Suppressed = Suppression::Elsewhere;
}

Session::Session(std::vector<SourceFile> Sources, SessionOptions Given)
    : Sources(std::move(Sources)), Options(std::move(Given)) {
  Options.Fixing.Threads = Options.Threads;
  if (Options.Changed)
    Options.Fixing.Suppress = suppressAll;
  if (Options.Known)
    Options.Driver.SuppressKnown = [this](MutableArrayRef<FileAnalysis> Found) {
      Options.Known->suppressIn(Found);
    };
  if (Options.Programs.any() || Options.Imported)
    Options.Driver.ReadTree = keepForPrograms;
}

Session::~Session() = default;

void Session::analyse() {
  std::vector<FileAnalysis> Found = analyseFiles(Sources, Options.Driver, Options.Threads,
                                                 isolatesFiles() ? &*Options.Isolated : nullptr);
  // Programs refer to their files.
  Files.resize(Found.size());
  std::move(Found.begin(), Found.end(), Files.begin());
  if (Options.Changed)
    suppressFindingsElsewhere(Files, *Options.Changed);
}

void Session::offerFixes() { memlint::offerFixes(Files, Options.Driver, Options.Fixing); }

void Session::omitFixes() { memlint::omitFixes(Files); }

FixPlan Session::planFixes() { return memlint::planFixes(Files, Options.Driver, Options.Fixing); }

FixOutcome Session::tryFixes() const {
  std::vector<FileAnalysis> Copy = Files;
  FixPlan Plan = fixFiles(Copy, Options.Driver, Options.Fixing);
  return {std::move(Plan), countFixes(Copy, Options.Fixing.Least).Unsafe};
}

FixOutcome Session::fix() {
  std::vector<FileAnalysis> Before = Files;
  FixPlan Plan = fixFiles(Files, Options.Driver, Options.Fixing);
  if (Options.Fixing.GoOn && !Options.Fixing.GoOn()) {
    std::move(Before.begin(), Before.end(), Files.begin());
    return {FixPlan(), /*Unsafe=*/0, /*IsStopped=*/true};
  }
  return {std::move(Plan), countFixes(Files, Options.Fixing.Least).Unsafe};
}

void Session::keepChangedLines() {
  if (Options.Changed)
    keepFindingsOnChangedLines(Files, *Options.Changed);
}

Baseline Session::acceptFindings(StringRef Path) {
  Baseline Now = Baseline::of(Files, Path);
  Now.suppressIn(Files);
  return Now;
}

} // namespace memlint
