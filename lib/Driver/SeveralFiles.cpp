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
#include "OtherDevices.h"
#include "TaskKey.h"

#include "cuda-memlint/Cache/ResultCache.h"
#include "cuda-memlint/Checks/Analysis.h"
#include "cuda-memlint/Checks/DeviceDifferences.h"
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
#include "llvm/ADT/StringMap.h"
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
      : Files(Files), Options(Options), Threads(Threads),
        // Other texts than those on the disk are few, and the same for all.
        Runs(Files, Threads, Isolated, Options.Frontend.Overlay.empty()),
        Disk(overlayTexts(sourceFileSystem(), Options.Frontend.Overlay)), Results(Files.size()) {
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
  void noteMentionsElsewhere();

  NamedFunctions findNames(StringRef Path) const;
  bool isReachedByNone(size_t File, const HostLinks &Links) const;
  Expected<FileAnalysis> analyse(size_t File, const OutsideFacts &Facts, WantsKernels Wanted,
                                 WorkTeller TellKernel) const;
  bool findKnown(FileTask Task, size_t File, const OutsideFacts &Facts, FileAnalysis &Found);
  void runTasks(ArrayRef<size_t> Chosen, FileRuns::FileWork Work,
                MutableArrayRef<FileAnalysis> Found,
                function_ref<const OutsideFacts &(size_t File)> FactsOf,
                function_ref<bool(size_t File, const HostLinks &Links)> Wanted);

  ArrayRef<SourceFile> Files;
  DriverOptions Options;
  unsigned Threads;
  FileRuns Runs;
  FileLinker Linker;
  FileStates Disk;
  // By file
  std::vector<UsesElsewhere> Forecast;
  /// In how many files a function is named.
  StringMap<unsigned> FilesNaming;
  std::vector<FileAnalysis> Results;
};

} // namespace

/// Whether all of the file that can be known without others is known.
static bool isAnalysed(const FileAnalysis &File) {
  return File.Expressions || File.Parsed == ParseState::Not;
}

/// Whether nothing can come to the file from outside, or seems to.
bool SeveralFiles::isReachedByNone(size_t File, const HostLinks &Links) const {
  return Links.MissingConstants.empty() && (Links.Launchers.empty() || !Forecast[File].AreCalled) &&
         (Links.Kernels.empty() || !Forecast[File].AreLaunched);
}

/// Whether the next run may take the result for what it would find itself.
static bool isWorthKeeping(const FileAnalysis &File) {
  return none_of(File.Kernels, [](const KernelAnalysis &Each) { return Each.RacesDeferred; });
}

Expected<FileAnalysis> SeveralFiles::analyse(size_t File, const OutsideFacts &Facts,
                                             WantsKernels Wanted, WorkTeller TellKernel) const {
  FileReads Reads;
  DriverOptions Telling = Options;
  Telling.AtKernel = TellKernel;
  if (Options.Cache)
    Telling.Frontend.Reads = &Reads;
  Expected<FileAnalysis> Analysis = analyseGuarded(Files[File].Path, Telling, Facts, Wanted);
  if (Options.Cache && Analysis && isWorthKeeping(*Analysis)) {
    FileTask Done = isAnalysed(*Analysis) ? FileTask::Kernels : FileTask::Links;
    bool ReadsOverlay =
        !Options.Frontend.Overlay.empty() && !FileStates(sourceFileSystem()).agreeWith(Reads.all());
    Options.Cache->store(keyOfTask(Done, Files[File].Path, Options, Facts, ReadsOverlay), Reads,
                         saveAnalysis(*Analysis));
  }
  return Analysis;
}

bool SeveralFiles::findKnown(FileTask Task, size_t File, const OutsideFacts &Facts,
                             FileAnalysis &Found) {
  auto Find = [&](bool ReadsOverlay) {
    return Options.Cache->find(keyOfTask(Task, Files[File].Path, Options, Facts, ReadsOverlay),
                               Disk);
  };
  std::optional<std::string> Bytes = Find(/*ReadsOverlay=*/false);
  if (!Bytes && !Options.Frontend.Overlay.empty())
    Bytes = Find(/*ReadsOverlay=*/true);
  if (!Bytes)
    return false;
  Expected<FileAnalysis> Restored = restoreAnalysis(*Bytes);
  if (Restored)
    Found = std::move(*Restored);
  else
    consumeError(Restored.takeError());
  return bool(Restored);
}

/// Stores in \p Found what earlier runs found of \p Chosen with the facts that come to them, and
/// of the others what \p Work finds. Where kernels are not \p Wanted, they may be there all the
/// same.
void SeveralFiles::runTasks(ArrayRef<size_t> Chosen, FileRuns::FileWork Work,
                            MutableArrayRef<FileAnalysis> Found,
                            function_ref<const OutsideFacts &(size_t File)> FactsOf,
                            function_ref<bool(size_t File, const HostLinks &Links)> Wanted) {
  if (!Options.Cache)
    return Runs.run(Chosen, Work, Found);
  // Not bits: each is written by a thread of its own.
  std::vector<char> IsKnown(Files.size());
  {
    DefaultThreadPool Pool(hardware_concurrency(Threads));
    for (size_t File : Chosen)
      if (Files[File].Problem.empty())
        Pool.async([&, File] {
          IsKnown[File] = findKnown(FileTask::Kernels, File, FactsOf(File), Found[File]) ||
                          (findKnown(FileTask::Links, File, FactsOf(File), Found[File]) &&
                           !Wanted(File, Found[File].Links));
        });
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
  std::vector<UsesElsewhere> OfAll = forecastUses(All, Names);
  for (const NamedFunctions &Each : Names) {
    StringSet<> Named = Each.Called;
    for (StringRef Name : Each.Defined.keys())
      Named.insert(Name);
    for (StringRef Name : Named.keys())
      ++FilesNaming[Name];
  }
  // Files are in the order of all.
  size_t Next = 0;
  for (size_t File = 0; File != All.size() && Next != Files.size(); ++File)
    if (All[File].Path == Files[Next].Path)
      Forecast[Next++] = OfAll[File];
}

FileAnalysis SeveralFiles::start(size_t File, WorkTeller TellKernel) const {
  StringRef Path = Files[File].Path;
  if (!Files[File].Problem.empty())
    return failedFile(Path, Files[File].Problem);
  HostLinks Links;
  auto IsReachedByNone = [&](const HostLinks &Found) {
    Links = Found;
    return isReachedByNone(File, Found);
  };
  Expected<FileAnalysis> Analysis = analyse(File, OutsideFacts(), IsReachedByNone, TellKernel);
  if (Analysis)
    return std::move(*Analysis);
  // If it was the kernels that broke down, other files are called all the same.
  FileAnalysis Result = failedFile(Path, toString(Analysis.takeError()));
  Result.Links = std::move(Links);
  return Result;
}

void SeveralFiles::exchangeLinks() {
  for (std::vector<size_t> Chosen = Linker.next(Results); !Chosen.empty();
       Chosen = Linker.next(Results)) {
    std::vector<FileAnalysis> Found(Files.size());
    auto FindLinks = [&](size_t File, WorkTeller TellKernel) {
      Expected<FileAnalysis> Analysis =
          analyse(File, Linker.factsOf(File), wantsLinksOnly, TellKernel);
      return Analysis ? std::move(*Analysis)
                      : failedFile(Files[File].Path, toString(Analysis.takeError()));
    };
    runTasks(
        Chosen, FindLinks, Found,
        [&](size_t File) -> const OutsideFacts & { return Linker.factsOf(File); },
        [](size_t, const HostLinks &) { return false; });
    for (size_t File : Chosen)
      // Else what was found without the others stands.
      if (Found[File].Parsed != ParseState::Not)
        Results[File].Links = std::move(Found[File].Links);
  }
}

FileAnalysis SeveralFiles::finish(size_t File, WorkTeller TellKernel) const {
  Expected<FileAnalysis> Analysis = analyse(File, Linker.factsOf(File), wantsKernels, TellKernel);
  if (!Analysis && !isAnalysed(Results[File])) {
    consumeError(Analysis.takeError());
    Analysis = analyse(File, OutsideFacts(), wantsKernels, TellKernel);
  }
  return Analysis ? std::move(*Analysis)
                  : failedFile(Files[File].Path, toString(Analysis.takeError()));
}

void SeveralFiles::finishFiles() {
  SmallVector<size_t> Chosen;
  for (size_t File = 0; File != Files.size(); ++File)
    if (!isAnalysed(Results[File]) || !Linker.factsOf(File).isEmpty())
      Chosen.push_back(File);
  std::vector<FileAnalysis> Found(Files.size());
  runTasks(
      Chosen, [&](size_t File, WorkTeller TellKernel) { return finish(File, TellKernel); }, Found,
      [&](size_t File) -> const OutsideFacts & { return Linker.factsOf(File); },
      [](size_t, const HostLinks &) { return true; });
  for (size_t File : Chosen)
    // Else what was found without the others stands.
    if (Found[File].Parsed != ParseState::Not || !isAnalysed(Results[File]))
      Results[File] = std::move(Found[File]);
}

/// A kernel that another file names may be launched there, after a declaration of its own.
void SeveralFiles::noteMentionsElsewhere() {
  for (FileAnalysis &File : Results)
    for (KernelAnalysis &Kernel : File.Kernels) {
      StringRef Name = Kernel.Program.Name;
      if (FilesNaming.lookup(Name.substr(Name.rfind(':') + 1)) > 1)
        Kernel.IsNeverNamed = false;
    }
}

std::vector<FileAnalysis> SeveralFiles::run() {
  Forecast.resize(Files.size());
  if (Options.SeveralFiles)
    forecast();
  const OutsideFacts Nothing;
  runTasks(
      to_vector(seq(Files.size())),
      [&](size_t File, WorkTeller TellKernel) { return start(File, TellKernel); }, Results,
      [&](size_t) -> const OutsideFacts & { return Nothing; },
      [&](size_t File, const HostLinks &Links) { return isReachedByNone(File, Links); });
  if (Options.SeveralFiles) {
    exchangeLinks();
    finishFiles();
    noteMentionsElsewhere();
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

/// analyseFiles(), for one device.
static std::vector<FileAnalysis> analyseForDevice(ArrayRef<SourceFile> Files,
                                                  const DriverOptions &Given, unsigned Threads,
                                                  const Isolation *Isolated) {
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
  findFaultsOfFiles(Results, Options);
  agreeOnFindings(Results);
  withholdFixes(Results);
  refineFindings(Results, Options);
  return Results;
}

std::vector<FileAnalysis> analyseFiles(ArrayRef<SourceFile> Files, const DriverOptions &Options,
                                       unsigned Threads, const Isolation *Isolated) {
  std::vector<FileAnalysis> Results = analyseForDevice(Files, Options, Threads, Isolated);
  for (const OtherDevice &Device : otherDevicesOf(Files, Options)) {
    std::vector<SourceFile> Wanted;
    for (size_t Index : Device.Files)
      Wanted.push_back(Files[Index]);
    DriverOptions OfDevice = optionsForDevice(Device.Name, Options);
    OfDevice.SeveralFiles |= Files.size() > 1;
    std::vector<FileAnalysis> Found = analyseForDevice(Wanted, OfDevice, Threads, Isolated);
    for (auto [Index, File] : zip(Device.Files, Found))
      addDeviceDifferences(Results[Index], File);
  }
  // A file may be read whole for the first device only.
  withholdFixes(Results);
  return Results;
}

} // namespace memlint
