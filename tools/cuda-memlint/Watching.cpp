//===- Watching.cpp - A report after each change --------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Watching.h"

#include "LintRun.h"
#include "Output.h"

#include "cuda-memlint/Frontend/SourceFileSystem.h"
#include "cuda-memlint/Hardware/Toolchain/WorkFolder.h"
#include "cuda-memlint/Process/ChildRun.h"
#include "cuda-memlint/Report/SourceText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <map>
#include <set>

using namespace llvm;
using std::chrono::milliseconds;

namespace memlint {

namespace {

/// What can be seen of a file without reading it. Of a folder only that it is there: what is in it
/// and matters is asked for by itself.
struct FileState {
  sys::fs::file_type Type = sys::fs::file_type::file_not_found;
  uint64_t Size = 0;
  sys::TimePoint<> Modified;
  uint64_t Number = 0;

  bool operator==(const FileState &) const = default;
};

// LLVM's watcher of folders runs two threads for each, which copies of a process cannot have, and
// sees nothing on file systems of other machines.
class Watch {
public:
  Watch(const LintCommand &Command, ArrayRef<const char *> Arguments, WorkFolder Work)
      : Command(Command), Arguments(Arguments), Work(std::move(Work)) {}

  int run();

private:
  int runOnce();
  int runHere() const;
  void learnInputs(sys::TimePoint<> Start);
  std::set<std::string> sources() const;
  std::string findChange() const;
  std::string findOtherSource() const;
  std::string waitForChange();
  bool settle() const;
  void beginReport(StringRef Changed) const;
  bool wasInterrupted(milliseconds Within) const;

  const LintCommand &Command;
  const ArrayRef<const char *> Arguments;
  const WorkFolder Work;
  /// All that has ever decided a result, as it was when the last one was made.
  std::map<std::string, FileState> Inputs;
  std::set<std::string> Sources;
};

} // namespace

static FileState stateOf(const std::string &Path) {
  sys::fs::file_status Status;
  if (sys::fs::status(Path, Status))
    return {};
  if (!sys::fs::is_regular_file(Status))
    return {Status.type(), 0, {}, 0};
  return {Status.type(), Status.getSize(), Status.getLastModificationTime(),
          Status.getUniqueID().getFile()};
}

static sigset_t interruptionOnly() {
  sigset_t Result;
  sigemptyset(&Result);
  sigaddset(&Result, SIGINT);
  return Result;
}

/// Takes an interruption that has come, or comes in this time.
bool Watch::wasInterrupted(milliseconds Within) const {
  sigset_t Interruption = interruptionOnly();
  timespec Time = {Within.count() / 1000, Within.count() % 1000 * 1000000};
  return sigtimedwait(&Interruption, nullptr, &Time) == SIGINT;
}

int Watch::runHere() const {
  sigset_t Interruption = interruptionOnly();
  sigprocmask(SIG_UNBLOCK, &Interruption, nullptr);
  Expected<memlint::Command> Given = readCommandLine(int(Arguments.size()), Arguments.data());
  if (!Given) {
    printError(toString(Given.takeError()));
    return Failed;
  }
  auto Lint = std::get<LintCommand>(std::move(*Given));
  Lint.InputList = Work.file("inputs");
  return runLint(Lint);
}

/// Takes over what the last run has read. What has changed since \p Start may have done so after it
/// was read.
void Watch::learnInputs(sys::TimePoint<> Start) {
  Expected<std::unique_ptr<MemoryBuffer>> List = readText(Work.file("inputs"));
  if (!List)
    // The run has come to nothing, and said why.
    return consumeError(List.takeError());
  for (StringRef Path : split((*List)->getBuffer(), '\0')) {
    auto [Entry, IsNew] = Inputs.try_emplace(Path.str());
    if (!IsNew)
      continue;
    FileState Now = stateOf(Entry->first);
    if (Now.Type != sys::fs::file_type::regular_file || Now.Modified < Start)
      Entry->second = Now;
  }
}

int Watch::runOnce() {
  for (auto &[Path, State] : Inputs)
    State = stateOf(Path);
  Sources = sources();
  sys::TimePoint<> Start = std::chrono::system_clock::now();
  Expected<int> Code = runInChild([this] { return runHere(); });
  learnInputs(Start);
  if (Code)
    return *Code;
  std::string Message = toString(Code.takeError());
  sigset_t Pending;
  sigpending(&Pending);
  if (!sigismember(&Pending, SIGINT))
    printError(Message);
  return Failed;
}

/// The files that the command line stands for now.
std::set<std::string> Watch::sources() const {
  std::set<std::string> Result;
  Expected<std::vector<SourceFile>> Found = findSourceFiles(
      Command.Paths, Command.Driver.Frontend.CompilationDatabase, *sourceFileSystem());
  if (!Found) {
    // The run says so.
    consumeError(Found.takeError());
    return Result;
  }
  for (const SourceFile &Each : *Found)
    if (Each.Problem.empty())
      Result.insert(Each.Path);
  return Result;
}

/// The path of something that has changed; empty: nothing has.
std::string Watch::findChange() const {
  for (const auto &[Path, State] : Inputs)
    if (stateOf(Path) != State)
      return Path;
  return "";
}

/// Waits until nothing has changed for a moment: whoever writes a file may do so in several steps.
/// False: this was interrupted.
bool Watch::settle() const {
  constexpr milliseconds Moment(50);
  constexpr unsigned MostMoments = 40;
  auto StatesNow = [this] {
    std::vector<FileState> Result;
    for (const auto &[Path, State] : Inputs)
      Result.push_back(stateOf(Path));
    return Result;
  };
  std::vector<FileState> Before = StatesNow();
  for (unsigned Count = 0; Count != MostMoments; ++Count) {
    if (wasInterrupted(Moment))
      return false;
    std::vector<FileState> Now = StatesNow();
    if (Now == Before)
      return true;
    Before = std::move(Now);
  }
  return true;
}

/// The path of a source that the command line stands for only now, or no longer; empty: none.
std::string Watch::findOtherSource() const {
  std::vector<std::string> Others;
  std::set<std::string> Now = sources();
  std::set_symmetric_difference(Now.begin(), Now.end(), Sources.begin(), Sources.end(),
                                std::back_inserter(Others));
  return Others.empty() ? "" : Others.front();
}

/// The path of what has changed; empty: this was interrupted.
std::string Watch::waitForChange() {
  constexpr milliseconds Interval(100);
  // Folders are searched less often than files are looked at, and looking takes a small part of
  // the time, however many there are.
  constexpr unsigned SearchEvery = 10, Idleness = 20;
  milliseconds Wait = Interval;
  for (unsigned Count = 1;; ++Count) {
    if (wasInterrupted(Wait))
      return "";
    auto Start = std::chrono::steady_clock::now();
    std::string Changed = findChange();
    if (Changed.empty() && Count % SearchEvery == 0)
      Changed = findOtherSource();
    if (!Changed.empty())
      return settle() ? Changed : "";
    auto Taken = std::chrono::steady_clock::now() - Start;
    Wait = std::max(Interval, std::chrono::duration_cast<milliseconds>(Idleness * Taken));
  }
}

/// Makes room for a report on a terminal; elsewhere it follows the one before.
void Watch::beginReport(StringRef Changed) const {
  if (outs().is_displayed())
    outs() << "\033[H\033[2J";
  else if (!Changed.empty())
    outs() << "---- " << printableText(Changed) << " changed ----\n";
  outs().flush();
}

int Watch::run() {
  // It comes to the run as well, which reports what it has; then it ends the waiting.
  sigset_t Interruption = interruptionOnly();
  sigprocmask(SIG_BLOCK, &Interruption, nullptr);
  std::string Changed;
  int Code = NothingFound;
  do {
    beginReport(Changed);
    Code = runOnce();
    if (outs().is_displayed() && sys::Process::StandardErrIsDisplayed())
      errs() << "cuda-memlint: watching for changes; Ctrl-C ends\n";
    Changed = waitForChange();
  } while (!Changed.empty());
  return Code;
}

int runWatch(const LintCommand &Command, int ArgumentCount, const char *const *Arguments) {
  Expected<WorkFolder> Work = WorkFolder::create();
  if (!Work) {
    printError(toString(Work.takeError()));
    return Failed;
  }
  return Watch(Command, ArrayRef(Arguments, size_t(ArgumentCount)), std::move(*Work)).run();
}

} // namespace memlint
