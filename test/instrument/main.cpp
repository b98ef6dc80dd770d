//===- main.cpp - Instruments a file, for tests ---------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
///   memlint-instrument FILE.cu FOLDER [-- compile options]
///
/// writes FOLDER/FILE.cu, the instrumented copy, and what it includes, and prints its
/// sites and the accesses that are left alone.
///
///   memlint-instrument --read COUNTS.json FILE.cu [-- compile options]
///
/// prints what the copy counted, a line for each site and launch, beside what the
/// analysis says of that launch.
///
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Driver/Driver.h"
#include "cuda-memlint/Hardware/Instrument/InstrumentationReport.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace memlint;

static int fail(const Twine &Message) {
  errs() << "memlint-instrument: " << Message << '\n';
  return 2;
}

static StringRef kindName(AccessKind Kind) {
  switch (Kind) {
  case AccessKind::Load:
    return "load";
  case AccessKind::Store:
    return "store";
  case AccessKind::Atomic:
    return "atomic";
  case AccessKind::AsyncCopy:
    return "async-copy";
  }
  return "";
}

static bool write(StringRef Folder, StringRef Name, StringRef Text) {
  SmallString<128> Path(Folder);
  sys::path::append(Path, Name);
  sys::fs::create_directories(sys::path::parent_path(Path));
  std::error_code Code;
  raw_fd_ostream Stream(Path, Code);
  Stream << Text;
  return !Code;
}

static int printSource(const InstrumentedSource &Source, StringRef Folder) {
  if (sys::fs::create_directories(Folder) ||
      !write(Folder, sys::path::filename(Source.Path), Source.Text))
    return fail("cannot write to " + Folder);
  for (const InstrumentedHeader &Each : Source.Headers)
    if (!write(Folder, Each.Name, Each.Text))
      return fail("cannot write to " + Folder);
  for (const EmbeddedFile &Each : instrumentationRuntime())
    if (!write(Folder, Each.Path, StringRef(Each.Contents, Each.Size)))
      return fail("cannot write to " + Folder);
  for (const InstrumentedSite &Site : Source.Sites)
    outs() << "site " << Site.Number << ": "
           << (Site.Position.Path == Source.Path
                   ? ""
                   : sys::path::filename(Site.Position.Path).str() + ":")
           << Site.Position.Line << ":" << Site.Position.Column << " " << kindName(Site.Kind)
           << " part " << Site.Part << " " << Site.Text << '\n';
  for (const UninstrumentedAccess &Each : Source.LeftAlone)
    outs() << "left alone: " << Each.Position.Line << ":" << Each.Position.Column << " "
           << kindName(Each.Kind) << " " << Each.Text << ": " << Each.Reason << '\n';
  return 0;
}

static std::string text(std::optional<uint64_t> Number) {
  return Number ? std::to_string(*Number) : "-";
}

/// Whether \p Context may be the launch \p Launch.
static bool fits(const LaunchContext &Context, const CountedLaunch &Launch) {
  auto Same = [](const auto &Known, const std::array<uint64_t, 3> &Seen) {
    for (unsigned Axis = 0; Axis != 3; ++Axis)
      if (Known[Axis] != Seen[Axis])
        return false;
    return true;
  };
  return Same(Context.Grid, Launch.Grid) && Same(Context.Block, Launch.Block);
}

/// What the analysis says of all accesses that share \p Site in the launch context of
/// number \p Context; empty when one of them is not proved there.
static std::optional<CostTotals> predicted(const KernelAnalysis &Kernel,
                                           const InstrumentedSource &Source, const SiteCounts &Site,
                                           unsigned Context) {
  CostTotals Sum;
  for (const Access &Each : Kernel.Program.Accesses) {
    if (Source.siteOf(Each) != Site.Site)
      continue;
    for (const AccessVerdict &Verdict : Kernel.Verdicts[Each.Id]) {
      if (Verdict.Launch != Context)
        continue;
      if (Verdict.Cost.Known != Knowledge::Proved || !Verdict.Cost.Totals)
        return std::nullopt;
      Sum.Requests += Verdict.Cost.Totals->Requests;
      Sum.Lanes += Verdict.Cost.Totals->Lanes;
      Sum.Cost += Verdict.Cost.Totals->Cost;
      Sum.Ideal += Verdict.Cost.Totals->Ideal;
    }
  }
  return Sum;
}

/// "equal", "DIFFERENT" with the prediction, or "not proved".
static std::string compare(const FileAnalysis &File, const InstrumentedSource &Source,
                           const CountedLaunch &Launch, const SiteCounts &Site) {
  std::string Verdict = "not proved";
  for (const KernelAnalysis &Kernel : File.Kernels) {
    if (Kernel.Program.Name != Launch.Kernel)
      continue;
    for (unsigned Context = 0; Context != Kernel.Launches.size(); ++Context) {
      if (!fits(Kernel.Launches[Context], Launch))
        continue;
      std::optional<CostTotals> Totals = predicted(Kernel, Source, Site, Context);
      if (!Totals)
        continue;
      if (Totals->Requests == Site.Requests && Totals->Lanes == Site.Lanes &&
          (!Site.Cost || (Totals->Cost == *Site.Cost && Totals->Ideal == *Site.Ideal)))
        return "equal";
      Verdict = "DIFFERENT, predicted " + std::to_string(Totals->Requests) + " " +
                std::to_string(Totals->Lanes) + " " + std::to_string(Totals->Cost) + " " +
                std::to_string(Totals->Ideal);
    }
  }
  return Verdict;
}

static int printCounts(const FileAnalysis &File, const InstrumentedSource &Source, StringRef Path) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer)
    return fail("cannot read '" + Path + "': " + Buffer.getError().message());
  Expected<AccessCounts> Counts = readAccessCounts((*Buffer)->getBuffer(), Source);
  if (!Counts)
    return fail(toString(Counts.takeError()));
  if (Counts->DroppedBlocks)
    outs() << Counts->DroppedBlocks << " blocks dropped\n";
  unsigned Different = 0;
  for (const CountedLaunch &Launch : Counts->Launches) {
    outs() << (Launch.Kernel.empty() ? "?" : Launch.Kernel) << " launch " << Launch.Number
           << " grid " << Launch.Grid[0] << "," << Launch.Grid[1] << "," << Launch.Grid[2]
           << " block " << Launch.Block[0] << "," << Launch.Block[1] << "," << Launch.Block[2]
           << (Launch.Whole ? "" : " NOT WHOLE") << '\n';
    for (const SiteCounts &Site : Launch.Sites) {
      const InstrumentedSite &Where = Source.Sites[Site.Site];
      std::string Verdict = compare(File, Source, Launch, Site);
      Different += StringRef(Verdict).starts_with("DIFFERENT");
      outs() << "  " << Where.Position.Line << ":" << Where.Position.Column << " "
             << kindName(Where.Kind) << " " << Where.Text << ": requests " << Site.Requests
             << " lanes " << Site.Lanes << " cost " << text(Site.Cost) << " ideal "
             << text(Site.Ideal) << ": " << Verdict << '\n';
    }
  }
  return Different ? 1 : 0;
}

int main(int Count, char **Values) {
  std::vector<StringRef> Arguments(Values + 1, Values + Count);
  DriverOptions Options;
  if (auto Dashes = llvm::find(Arguments, "--"); Dashes != Arguments.end()) {
    for (StringRef Each : make_range(std::next(Dashes), Arguments.end()))
      Options.Frontend.CompileArguments.push_back(Each.str());
    Arguments.erase(Dashes, Arguments.end());
  }
  bool Reads = !Arguments.empty() && Arguments.front() == "--read";
  if (Arguments.size() != (Reads ? 3u : 2u))
    return fail("usage: memlint-instrument FILE.cu FOLDER | --read COUNTS.json FILE.cu");
  Options.ReadTree = keepForPrograms;
  Expected<FileAnalysis> File = analyseFile(Arguments[Reads ? 2 : 0], Options);
  if (!File)
    return fail(toString(File.takeError()));
  Expected<InstrumentedSource> Source = instrumentedCopy(*File);
  if (!Source)
    return fail(toString(Source.takeError()));
  return Reads ? printCounts(*File, *Source, Arguments[1]) : printSource(*Source, Arguments[1]);
}
