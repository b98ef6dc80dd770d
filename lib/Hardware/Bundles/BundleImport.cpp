//===- BundleImport.cpp - Reading the results of a bundle -----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BundleDescription.h"
#include "BundleLayout.h"

#include "cuda-memlint/Hardware/Measure/CutShortRun.h"
#include "cuda-memlint/Hardware/Measure/InstrumentedRun.h"
#include "cuda-memlint/Hardware/Measure/ProfilerRun.h"
#include "cuda-memlint/Hardware/Toolchain/ProgramBuild.h"
#include "cuda-memlint/Hardware/Toolchain/ToolText.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Support/RealPaths.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace memlint {

using Cause = MeasurementError::Cause;

/// What `timeout` exits with when it ended its program.
static constexpr int TimeoutCode = 124;

std::string pathOfSource(const Bundle &From, const BundleProgram &Program) {
  return joinPath(From.Folder, Program.Source);
}

Expected<Bundle> readBundle(StringRef Folder) {
  std::string Whole = absolutePath(Folder);
  auto Text = MemoryBuffer::getFile(joinPath(Whole, BundleDescription));
  if (!Text)
    return createStringError("'" + Folder + "' is not a bundle: its " + BundleDescription +
                             " cannot be read: " + Text.getError().message());
  Expected<Bundle> Result = parseDescription((*Text)->getBuffer());
  if (!Result)
    return createStringError("'" + Folder + "' is not a bundle: " + BundleDescription + ": " +
                             toString(Result.takeError()));
  Result->Folder = Whole;
  auto PutFolder = [&](std::vector<std::string> &Options) {
    for (std::string &Option : Options)
      Option = withFolder(Option, Whole);
  };
  FrontendOptions &Frontend = Result->Options.Frontend;
  PutFolder(Result->Options.CompileArguments);
  Frontend.CompileArguments = Result->Options.CompileArguments;
  for (BundleProgram &Program : Result->Programs) {
    PutFolder(Program.Options);
    Frontend.FileArguments[pathOfSource(*Result, Program)] = Program.Options;
  }
  return Result;
}

namespace {

class ResultReader {
public:
  ResultReader(const Bundle &From, const BundleProgram &Program, const FileAnalysis &File)
      : From(From), Program(Program), File(File), Root(text("root")) {}

  Expected<FileVerification> run() {
    if (!sys::fs::exists(pathOf("root")))
      return createStringError("the bundle '" + From.Folder + "' has no results: run its " +
                               BundleScript + " on a machine with a GPU and copy the folder back");
    return verifyByMethod(
        File, From.Options, [this](bool Debug) { return readCounters(Debug); },
        [this] { return readCopy(); });
  }

private:
  std::string pathOf(StringRef Name) const {
    return joinPath(joinPath(From.Folder, BundleResults), Name);
  }

  std::string text(const Twine &Name) const {
    auto Text = MemoryBuffer::getFile(pathOf(Name.str()));
    return Text ? (*Text)->getBuffer().str() : "";
  }

  bool hasDevice() const { return !text("device").empty(); }

  /// How \p Step of \p Name ended; empty when it was not run.
  std::optional<ProcessResult> ending(StringRef Name, StringRef Step) const {
    std::string Code = text(Name + "." + Step + ".code");
    ProcessResult Result;
    if (StringRef(Code).trim().getAsInteger(10, Result.Code))
      return std::nullopt;
    if (Result.Code == TimeoutCode)
      Result.Outcome = ProcessResult::Ending::TimedOut;
    Result.Output = text(Name + "." + Step + ".log");
    return Result;
  }

  std::chrono::milliseconds timeLimit() const {
    return std::chrono::seconds(From.Options.TimeoutSeconds);
  }

  Error notRun(StringRef Name) const {
    return createStringError("the results of '" + Program.Path + "' are incomplete: " + Name +
                             " was not run; run the bundle's " + BundleScript + " again");
  }

  Expected<BuiltProgram> readBuild(BundleBuild Build) const {
    std::string Name = resultName(Program, Build);
    std::optional<ProcessResult> Ended = ending(Name, "build");
    if (!Ended)
      return notRun(Name);
    if (Error Failure = judgeBuild(*Ended, timeLimit(), Program.Path))
      return std::move(Failure);
    BuildRequest Request = buildRequest(From, Program, Build, File.Target);
    BuiltProgram Result;
    Result.Path = Name;
    Result.Command =
        withFolder("nvcc " + join(buildArguments(Request), " ") + " " + Program.Path, From.Folder);
    Result.Toolkit = versionIn(text("nvcc.version"), ", V");
    return Result;
  }

  Expected<FileComparison> readCounters(bool Debug) const {
    Expected<BuiltProgram> Built = readBuild(Debug ? BundleBuild::Debug : BundleBuild::Optimised);
    if (!Built)
      return Built.takeError();
    std::string Name = Built->Path;
    std::optional<ProcessResult> Ended = ending(Name, "run");
    if (!Ended)
      return make_error<MeasurementError>(
          Cause::ProfilerMissing, "ncu was not found where the bundle was measured: install "
                                  "Nsight Compute there, or add its folder to PATH");
    Expected<CutShortRun> Judged =
        CutShortRun::of(judgeProfilerRun(*Ended, timeLimit(), Name, hasDevice()));
    if (!Judged)
      return Judged.takeError();
    Expected<Measurement> Measured = Judged->complete(
        measurementOf(text(Name + ".source.csv"), text(Name + ".raw.csv"), *Built,
                      driverVersionIn(text("driver")), versionIn(text("ncu.version"), "Version ")));
    if (!Measured)
      return Measured.takeError();
    for (LaunchMeasurement &Launch : Measured->Launches)
      for (InstructionCount &Item : Launch.Instructions)
        for (SourceLine &Line : Item.Lines)
          Line.Path = localPath(Line.Path);
    return compareWithMeasurement(File, *Measured);
  }

  /// A path of the other machine, here.
  std::string localPath(const std::string &Path) const {
    StringRef Rest = Path;
    bool Within = !Root.empty() && Rest.consume_front(Root) && Rest.starts_with("/");
    return Within ? From.Folder + Rest.str() : Path;
  }

  Expected<FileComparison> readCopy() const {
    Expected<BuiltProgram> Built = readBuild(BundleBuild::Instrumented);
    if (!Built)
      return Built.takeError();
    std::optional<ProcessResult> Ended = ending(Built->Path, "run");
    if (!Ended)
      return notRun(Built->Path);
    Expected<CutShortRun> Judged =
        CutShortRun::of(judgeInstrumentedRun(*Ended, timeLimit(), hasDevice()));
    if (!Judged)
      return Judged.takeError();
    return Judged->complete(readCounts(*Built));
  }

  Expected<FileComparison> readCounts(const BuiltProgram &Built) const {
    std::string Counts = text(Built.Path + ".counts.json");
    if (Counts.empty())
      return make_error<MeasurementError>(Cause::ProgramFailed, NoCountsMessage);
    Expected<InstrumentedSource> Source = instrumentedCopy(File);
    if (!Source)
      return Source.takeError();
    // The copy was made of the original, and says so.
    Source->Path = Program.Path;
    return compareWithCountsText(File, *Source, Counts, Built, /*Recorded=*/{});
  }

  const Bundle &From;
  const BundleProgram &Program;
  const FileAnalysis &File;
  const std::string Root;
};

} // namespace

Expected<FileVerification> importResults(const Bundle &From, const BundleProgram &Program,
                                         const FileAnalysis &File) {
  return ResultReader(From, Program, File).run();
}

} // namespace memlint
