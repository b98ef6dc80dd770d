//===- SeveralFiles.cpp - Files that are analysed together ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallForecast.h"
#include "FileRuns.h"
#include "HeaderKernels.h"
#include "OneFile.h"
#include "TaskKey.h"

#include "cuda-memlint/Cache/ResultCache.h"
#include "cuda-memlint/Checks/Analysis.h"
#include "cuda-memlint/Driver/FileLinker.h"
#include "cuda-memlint/Frontend/CrashGuard.h"
#include "cuda-memlint/Frontend/FileReads.h"
#include "cuda-memlint/Frontend/SourceFileSystem.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Snapshot/Snapshot.h"
#include "cuda-memlint/Support/RegularFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/ThreadPool.h"

using namespace llvm;

namespace memlint {

namespace {

/// Analyses each file once, with what others contribute. A file that nothing can come to from
/// outside, or seems to, is analysed in the parse that finds its links. Of the others the links
/// are exchanged until nothing new appears; then they are parsed again and analysed. No tree is
/// kept in between.
class SeveralFiles {
public:
  SeveralFiles(ArrayRef<SourceFile> Files, const DriverOptions &Options, unsigned Threads,
               const Isolation *Isolated)
      : Files(Files), Options(Options), Threads(Threads), Runs(Files, Threads, Isolated),
        Results(Files.size()) {
    // A tree is not kept.
    if (Options.ReadTree)
      this->Options.Cache = nullptr;
  }

  std::vector<FileAnalysis> run();

private:
  void forecast();
  FileAnalysis start(size_t File, WorkTeller TellKernel) const;
  void exchangeLinks();
  FileAnalysis finish(size_t File, WorkTeller TellKernel) const;
  void finishFiles();

  NamedFunctions findNames(StringRef Path) const;
  Expected<FileAnalysis> analyse(FileTask Task, size_t File, const OutsideFacts &Facts,
                                 WantsKernels Wanted, WorkTeller TellKernel) const;
  CacheKey keyOf(FileTask Task, size_t File, const OutsideFacts &Facts) const;
  bool findKnown(FileTask Task, size_t File, FileAnalysis &Found);
  void runTasks(FileTask Task, ArrayRef<size_t> Chosen, FileRuns::FileWork Work,
                MutableArrayRef<FileAnalysis> Found);

  ArrayRef<SourceFile> Files;
  DriverOptions Options;
  unsigned Threads;
  FileRuns Runs;
  FileLinker Linker;
  FileStates Disk;
  // By file
  std::vector<bool> SeemsCalled;
  std::vector<FileAnalysis> Results;
};

} // namespace

/// Whether all of the file that can be known without others is known.
static bool isAnalysed(const FileAnalysis &File) {
  return File.Expressions || File.Parsed == ParseState::Not;
}

Expected<FileAnalysis> SeveralFiles::analyse(FileTask Task, size_t File, const OutsideFacts &Facts,
                                             WantsKernels Wanted, WorkTeller TellKernel) const {
  FileReads Reads;
  DriverOptions Telling = Options;
  Telling.AtKernel = TellKernel;
  if (Options.Cache)
    Telling.Frontend.Reads = &Reads;
  Expected<FileAnalysis> Analysis = analyseGuarded(Files[File].Path, Telling, Facts, Wanted);
  if (Options.Cache && Analysis)
    Options.Cache->store(keyOf(Task, File, Facts), Reads, saveAnalysis(*Analysis));
  return Analysis;
}

CacheKey SeveralFiles::keyOf(FileTask Task, size_t File, const OutsideFacts &Facts) const {
  bool IsCalled = Task == FileTask::Begin && SeemsCalled[File];
  return keyOfTask(IsCalled ? FileTask::BeginCalled : Task, Files[File].Path, Options, Facts);
}

bool SeveralFiles::findKnown(FileTask Task, size_t File, FileAnalysis &Found) {
  OutsideFacts Facts = Task == FileTask::Begin ? OutsideFacts() : Linker.factsOf(File);
  std::optional<std::string> Bytes = Options.Cache->find(keyOf(Task, File, Facts), Disk);
  if (!Bytes)
    return false;
  Expected<FileAnalysis> Restored = restoreAnalysis(*Bytes);
  if (Restored)
    Found = std::move(*Restored);
  else
    consumeError(Restored.takeError());
  return bool(Restored);
}

/// Stores in \p Found what earlier runs made of \p Chosen, and of the others what \p Work makes.
void SeveralFiles::runTasks(FileTask Task, ArrayRef<size_t> Chosen, FileRuns::FileWork Work,
                            MutableArrayRef<FileAnalysis> Found) {
  if (!Options.Cache)
    return Runs.run(Chosen, Work, Found);
  // Not bits: each is written by a thread of its own.
  std::vector<char> IsKnown(Files.size());
  {
    DefaultThreadPool Pool(hardware_concurrency(Threads));
    for (size_t File : Chosen)
      if (Files[File].Problem.empty())
        Pool.async([&, File] { IsKnown[File] = findKnown(Task, File, Found[File]); });
  }
  SmallVector<size_t> Others(
      make_filter_range(Chosen, [&](size_t File) { return !IsKnown[File]; }));
  Runs.run(Others, Work, Found);
}

NamedFunctions SeveralFiles::findNames(StringRef Path) const {
  if (const std::string *Text = textInOverlay(Path, Options.Frontend))
    return findNamedFunctions(*Text);
  auto Text = readRegularFile(Path, "file", MaximumSourceBytes);
  if (Text)
    return findNamedFunctions((*Text)->getBuffer());
  // Its analysis says so.
  consumeError(Text.takeError());
  return {};
}

void SeveralFiles::forecast() {
  ArrayRef<SourceFile> All = Options.AllFiles ? ArrayRef(*Options.AllFiles) : Files;
  std::vector<NamedFunctions> Names(All.size());
  DefaultThreadPool Pool(hardware_concurrency(Threads));
  for (size_t File = 0; File != All.size(); ++File)
    Pool.async([this, &Names, &All, File] { Names[File] = findNames(All[File].Path); });
  Pool.wait();
  std::vector<bool> IsCalled = forecastCalls(All, Names);
  // Files are in the order of all.
  size_t Next = 0;
  for (size_t File = 0; File != All.size() && Next != Files.size(); ++File)
    if (All[File].Path == Files[Next].Path)
      SeemsCalled[Next++] = IsCalled[File];
}

FileAnalysis SeveralFiles::start(size_t File, WorkTeller TellKernel) const {
  StringRef Path = Files[File].Path;
  if (!Files[File].Problem.empty())
    return failedFile(Path, Files[File].Problem);
  HostLinks Links;
  auto IsReachedByNone = [&](const HostLinks &Found) {
    Links = Found;
    return Found.MissingConstants.empty() && (Found.Launchers.empty() || !SeemsCalled[File]);
  };
  Expected<FileAnalysis> Analysis =
      analyse(FileTask::Begin, File, OutsideFacts(), IsReachedByNone, TellKernel);
  if (Analysis)
    return std::move(*Analysis);
  // If it was the kernels that broke down, other files are called all the same.
  FileAnalysis Result = failedFile(Path, toString(Analysis.takeError()));
  Result.Links = std::move(Links);
  return Result;
}

void SeveralFiles::exchangeLinks() {
  for (std::vector<LinkedFile> Again = Linker.next(Results); !Again.empty();
       Again = Linker.next(Results)) {
    SmallVector<size_t> Chosen(map_range(Again, [](const LinkedFile &Each) { return Each.File; }));
    std::vector<FileAnalysis> Found(Files.size());
    auto FindLinks = [&](size_t File, WorkTeller TellKernel) {
      Expected<FileAnalysis> Analysis =
          analyse(FileTask::Links, File, Linker.factsOf(File), wantsLinksOnly, TellKernel);
      return Analysis ? std::move(*Analysis)
                      : failedFile(Files[File].Path, toString(Analysis.takeError()));
    };
    runTasks(FileTask::Links, Chosen, FindLinks, Found);
    for (size_t File : Chosen)
      // Else what was found without the others stands.
      if (Found[File].Parsed != ParseState::Not)
        Results[File].Links = std::move(Found[File].Links);
  }
}

FileAnalysis SeveralFiles::finish(size_t File, WorkTeller TellKernel) const {
  Expected<FileAnalysis> Analysis =
      analyse(FileTask::Kernels, File, Linker.factsOf(File), wantsKernels, TellKernel);
  if (!Analysis && !isAnalysed(Results[File])) {
    consumeError(Analysis.takeError());
    Analysis = analyse(FileTask::Kernels, File, OutsideFacts(), wantsKernels, TellKernel);
  }
  return Analysis ? std::move(*Analysis)
                  : failedFile(Files[File].Path, toString(Analysis.takeError()));
}

void SeveralFiles::finishFiles() {
  SmallVector<size_t> Chosen;
  for (size_t File = 0; File != Files.size(); ++File)
    if (!isAnalysed(Results[File]) || !(Linker.factsOf(File) == OutsideFacts()))
      Chosen.push_back(File);
  std::vector<FileAnalysis> Found(Files.size());
  runTasks(
      FileTask::Kernels, Chosen,
      [&](size_t File, WorkTeller TellKernel) { return finish(File, TellKernel); }, Found);
  for (size_t File : Chosen)
    // Else what was found without the others stands.
    if (Found[File].Parsed != ParseState::Not || !isAnalysed(Results[File]))
      Results[File] = std::move(Found[File]);
}

std::vector<FileAnalysis> SeveralFiles::run() {
  SeemsCalled.resize(Files.size());
  if (Options.SeveralFiles)
    forecast();
  runTasks(
      FileTask::Begin, to_vector(seq(Files.size())),
      [&](size_t File, WorkTeller TellKernel) { return start(File, TellKernel); }, Results);
  if (Options.SeveralFiles) {
    exchangeLinks();
    finishFiles();
  }
  return std::move(Results);
}

/// What an edit would have to agree with may be in the part of the file that was not understood.
static void withholdFixes(MutableArrayRef<FileAnalysis> Files) {
  for (FileAnalysis &File : Files) {
    if (File.Parsed != ParseState::Incomplete)
      continue;
    for (KernelAnalysis &Kernel : File.Kernels)
      for (Finding &Item : Kernel.Findings) {
        Item.Fixes.clear();
        Item.FixTitle.clear();
      }
  }
}

std::vector<FileAnalysis> analyseFiles(ArrayRef<SourceFile> Files, const DriverOptions &Given,
                                       unsigned Threads, const Isolation *Isolated) {
  DriverOptions Options = Given;
  Options.SeveralFiles |= Files.size() > 1;
  std::vector<FileAnalysis> Results = SeveralFiles(Files, Options, Threads, Isolated).run();
  // Expressions may be as deep as when they were made.
  if (!runGuarded([&] { mergeHeaderKernels(Results, Options); }))
    for (auto [File, Result] : zip(Files, Results))
      Result = failedFile(File.Path,
                          "comparing '" + File.Path +
                              "' with other files crashed; this is a bug in cuda-memlint, please "
                              "report it");
  agreeOnFindings(Results);
  withholdFixes(Results);
  refineFindings(Results, Options);
  return Results;
}

} // namespace memlint
