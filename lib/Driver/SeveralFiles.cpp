//===- SeveralFiles.cpp - Files that are analysed together ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallForecast.h"
#include "HeaderKernels.h"
#include "OneFile.h"

#include "cuda-memlint/Checks/Analysis.h"
#include "cuda-memlint/Driver/FileLinker.h"
#include "cuda-memlint/Frontend/CrashGuard.h"
#include "cuda-memlint/Frontend/SourceFileSystem.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Support/RegularFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ThreadPool.h"

using namespace llvm;

namespace memlint {

/// A file about which nothing is known.
static FileAnalysis failedFile(StringRef Path, std::string Message) {
  FileAnalysis File;
  File.Path = Path.str();
  File.Parsed = ParseState::Not;
  File.ErrorCount = 1;
  File.Errors.push_back({std::move(Message), {}});
  return File;
}

namespace {

/// Analyses each file once, with what others contribute. A file that nothing can come to from
/// outside, or seems to, is analysed in the parse that finds its links. Of the others the links
/// are exchanged until nothing new appears; then they are parsed again and analysed. No tree is
/// kept in between.
class SeveralFiles {
public:
  SeveralFiles(ArrayRef<SourceFile> Files, const DriverOptions &Options, unsigned Threads)
      : Files(Files), Options(Options), Pool(hardware_concurrency(Threads)), Names(Files.size()),
        IsAnalysed(Files.size()), Results(Files.size()) {}

  std::vector<FileAnalysis> run();

private:
  void forEachFile(void (SeveralFiles::*Do)(size_t));
  void findNames(size_t File);
  void start(size_t File);
  void exchangeLinks();
  void finish(size_t File);

  ArrayRef<SourceFile> Files;
  const DriverOptions &Options;
  DefaultThreadPool Pool;
  FileLinker Linker;
  // By file
  std::vector<NamedFunctions> Names;
  std::vector<bool> SeemsCalled;
  /// Without facts from outside. Not of bits: threads write to neighbours.
  std::vector<char> IsAnalysed;
  std::vector<FileAnalysis> Results;
};

} // namespace

void SeveralFiles::forEachFile(void (SeveralFiles::*Do)(size_t)) {
  for (size_t File = 0; File != Files.size(); ++File)
    Pool.async([this, Do, File] { (this->*Do)(File); });
  Pool.wait();
}

void SeveralFiles::findNames(size_t File) {
  StringRef Path = Files[File].Path;
  if (const std::string *Text = textInOverlay(Path, Options.Frontend)) {
    Names[File] = findNamedFunctions(*Text);
    return;
  }
  auto Text = readRegularFile(Path, "file", MaximumSourceBytes);
  if (Text)
    Names[File] = findNamedFunctions((*Text)->getBuffer());
  else // Its analysis says so.
    consumeError(Text.takeError());
}

void SeveralFiles::start(size_t File) {
  FileAnalysis &Result = Results[File];
  StringRef Path = Files[File].Path;
  IsAnalysed[File] = true;
  if (!Files[File].Problem.empty()) {
    Result = failedFile(Path, Files[File].Problem);
    return;
  }
  HostLinks Links;
  Expected<FileAnalysis> Analysis =
      analyseGuarded(Path, Options, OutsideFacts(), [&](const HostLinks &Found) {
        Links = Found;
        bool IsReached =
            !Found.MissingConstants.empty() || (!Found.Launchers.empty() && SeemsCalled[File]);
        IsAnalysed[File] = !IsReached;
        return !IsReached;
      });
  if (Analysis) {
    Result = std::move(*Analysis);
    return;
  }
  // If it was the kernels that broke down, other files are called all the same.
  Result = failedFile(Path, toString(Analysis.takeError()));
  Result.Links = std::move(Links);
  IsAnalysed[File] = true;
}

void SeveralFiles::exchangeLinks() {
  for (std::vector<LinkedFile> Again = Linker.next(Results); !Again.empty();
       Again = Linker.next(Results)) {
    for (const LinkedFile &Each : Again)
      Pool.async([&Each, this] {
        FileAnalysis &Result = Results[Each.File];
        Expected<FileAnalysis> Analysis =
            analyseGuarded(Result.Path, Options, Each.Facts, wantsLinksOnly);
        if (Analysis)
          Result.Links = std::move(Analysis->Links);
        else // What was found without the others stands.
          consumeError(Analysis.takeError());
      });
    Pool.wait();
  }
}

void SeveralFiles::finish(size_t File) {
  FileAnalysis &Result = Results[File];
  const OutsideFacts &Facts = Linker.factsOf(File);
  bool HasFacts = !(Facts == OutsideFacts());
  if (HasFacts) {
    Expected<FileAnalysis> Analysis = analyseGuarded(Result.Path, Options, Facts, wantsKernels);
    if (Analysis) {
      Result = std::move(*Analysis);
      return;
    }
    consumeError(Analysis.takeError());
  }
  // What is found without the others stands.
  if (IsAnalysed[File])
    return;
  Expected<FileAnalysis> Analysis =
      analyseGuarded(Result.Path, Options, OutsideFacts(), wantsKernels);
  Result = Analysis ? std::move(*Analysis)
                    : failedFile(Files[File].Path, toString(Analysis.takeError()));
}

std::vector<FileAnalysis> SeveralFiles::run() {
  if (Options.SeveralFiles) {
    forEachFile(&SeveralFiles::findNames);
    SeemsCalled = forecastCalls(Files, Names);
    Names.clear();
  }
  forEachFile(&SeveralFiles::start);
  if (Options.SeveralFiles) {
    exchangeLinks();
    forEachFile(&SeveralFiles::finish);
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
                                       unsigned Threads) {
  DriverOptions Options = Given;
  Options.SeveralFiles |= Files.size() > 1;
  std::vector<FileAnalysis> Results = SeveralFiles(Files, Options, Threads).run();
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
