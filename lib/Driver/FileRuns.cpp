//===- FileRuns.cpp - Doing something with several files ------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FileRuns.h"

#include "OneFile.h"
#include "SharedHeaders.h"

#include "cuda-memlint/Frontend/ParseAhead.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Snapshot/Snapshot.h"

#include "llvm/Support/Errno.h"
#include "llvm/Support/ThreadPool.h"

#include <csignal>
#include <cstring>

using namespace llvm;

namespace memlint {

FileAnalysis failedFile(StringRef Path, std::string Message, ErrorEffect Effect) {
  FileAnalysis File;
  File.Path = Path.str();
  File.Parsed = ParseState::Not;
  File.ErrorCount = 1;
  File.Errors.push_back({std::move(Message), {}, Effect});
  return File;
}

/// The file of a process that did not come to its result.
static FileAnalysis lostFile(StringRef Path, const WorkResult &Result, const WorkLimits &Limits) {
  std::string Place = Result.At.empty() ? "" : " in kernel '" + Result.At + "'";
  std::string Analysis = "the analysis of '" + Path.str() + "'";
  switch (Result.How) {
  case WorkResult::Ending::Signalled:
    // No process sends itself that one.
    if (Result.Code == SIGKILL)
      return failedFile(
          Path, Analysis + " was killed" + Place +
                    ", as by a system that lacks memory: use fewer -j or leave the file out");
    return failedFile(Path, describeCrash(Path, Place + " (" + strsignal(Result.Code) + ")"));
  case WorkResult::Ending::Done:
  case WorkResult::Ending::Exited:
    return failedFile(Path, describeCrash(Path, Place));
  case WorkResult::Ending::OutOfTime:
    return failedFile(Path, Analysis + " took longer than " +
                                std::to_string(Limits.Time->count() / 1000) + " s" + Place +
                                ": raise --file-timeout or leave the file out");
  case WorkResult::Ending::OutOfMemory:
    return failedFile(Path, Analysis + " took more than " + std::to_string(*Limits.Memory >> 20) +
                                " MB of memory" + Place +
                                ": raise --file-memory or leave the file out");
  case WorkResult::Ending::NotStarted:
    return failedFile(Path, "cannot start a process for '" + Path.str() +
                                "': " + sys::StrError(Result.Code));
  case WorkResult::Ending::Stopped:
    return failedFile(Path, "interrupted before '" + Path.str() + "' was analysed",
                      ErrorEffect::Interrupted);
  }
  llvm_unreachable("covered switch");
}

FileAnalysis FileRuns::take(StringRef Path, const WorkResult &Result) const {
  if (Result.How != WorkResult::Ending::Done)
    return lostFile(Path, Result, Isolated->Limits);
  Expected<FileAnalysis> Restored = restoreAnalysis(Result.Bytes);
  return Restored ? std::move(*Restored) : failedFile(Path, toString(Restored.takeError()));
}

void FileRuns::runOnThreads(ArrayRef<size_t> Chosen, FileWork Work,
                            MutableArrayRef<FileAnalysis> Results) const {
  if (Chosen.size() == 1) {
    Results[Chosen.front()] = Work(Chosen.front(), [](StringRef) {});
    return;
  }
  DefaultThreadPool Pool(hardware_concurrency(Jobs));
  for (size_t File : Chosen)
    Pool.async([=, &Result = Results[File]] { Result = Work(File, [](StringRef) {}); });
  Pool.wait();
}

void FileRuns::runInProcesses(ArrayRef<size_t> Chosen, FileWork Work,
                              MutableArrayRef<FileAnalysis> Results) const {
  auto Analyse = [&](size_t Index, WorkTeller TellKernel) {
    return saveAnalysis(Work(Chosen[Index], TellKernel));
  };
  auto Take = [&](size_t Index, const WorkResult &Result) {
    Results[Chosen[Index]] = take(Files[Chosen[Index]].Path, Result);
  };
  auto GoOn = [&](const WorkState &State) {
    if (!Isolated->GoOn)
      return true;
    AnalysisProgress Progress;
    Progress.FilesDone = Files.size() - Chosen.size() + State.Ended;
    Progress.Files = Files.size();
    if (State.Longest)
      Progress.Longest = Files[Chosen[*State.Longest]].Path;
    Progress.LongestTime = State.LongestTime;
    return Isolated->GoOn(Progress);
  };
  std::vector<std::vector<size_t>> Groups;
  if (SharesHeaders)
    Groups = groupByHeaders(Files, Chosen);
  auto Begin = [&](size_t Index, function_ref<void()> Copy) {
    ParseAhead Ahead(Copy);
    ParseAhead::setCurrent(&Ahead);
    Work(Chosen[Index], [](StringRef) {});
  };
  CommonWork Common = {Groups, Begin};
  runForked(Chosen.size(), hardware_concurrency(Jobs).compute_thread_count(), Isolated->Limits,
            Analyse, Take, GoOn, &Common);
}

void FileRuns::run(ArrayRef<size_t> Chosen, FileWork Work,
                   MutableArrayRef<FileAnalysis> Results) const {
  if (Isolated)
    runInProcesses(Chosen, Work, Results);
  else
    runOnThreads(Chosen, Work, Results);
}

} // namespace memlint
