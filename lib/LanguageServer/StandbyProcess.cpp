//===- StandbyProcess.cpp - Analyses of one document, ahead ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StandbyProcess.h"

#include "cuda-memlint/Hardware/Toolchain/WorkFolder.h"
#include "cuda-memlint/LanguageServer/StandbyRequest.h"
#include "cuda-memlint/Process/ExceededLimit.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using std::chrono::milliseconds;

namespace memlint::lsp {

static std::string lineOf(const CommandRun &Run, const std::string &OutputFile,
                          uint64_t Skipped = 0, uint64_t Unchanged = 0) {
  StandbyRequest Request{Run.Arguments, Run.InputFile, OutputFile, Skipped, Unchanged};
  return formatv("{0}", toJSON(Request)).str();
}

/// The length of the text that both begin with.
static size_t commonBeginning(StringRef One, StringRef Other) {
  size_t Shorter = std::min(One.size(), Other.size());
  return size_t(std::mismatch(One.begin(), One.begin() + Shorter, Other.begin()).first -
                One.begin());
}

void StandbyProcess::prepare(const CommandRun &Run) {
  bool IsSame = Path == Run.Path && Folder == Run.Folder;
  // Somebody types there, and is likely to go on.
  size_t Typed = IsSame ? commonBeginning(Text, Run.Text) : Run.Text.size();
  Text = Run.Text;
  // There is more to read ahead, once typing is behind further inclusions.
  bool IsBehindMore = Text.size() > Unchanged && Typed > Unchanged &&
                      StringRef(Text).slice(Unchanged, Typed).contains("include");
  if (Process && !Process->hasEnded() && IsSame && !IsBehindMore)
    return;
  Process.reset();
  Unchanged = Typed;
  // Nothing to read ahead: such a process would analyse the text and end, while the next one waits.
  if (!StringRef(Run.Text).contains("include"))
    return;
  Expected<std::unique_ptr<LineProcess>> Started =
      LineProcess::start(Run.Program, {StandbyRequest::Word.str()}, Run.Folder);
  // Without it, each analysis takes longer.
  if (!Started)
    return consumeError(Started.takeError());
  if (Path != Run.Path)
    Skipped = 0;
  Path = Run.Path;
  Folder = Run.Folder;
  CommandRun Begin = Run;
  Begin.InputFile += "-ahead";
  if (Error Failure = writeText(Begin.InputFile, Run.Text))
    return consumeError(std::move(Failure));
  Process = std::move(*Started);
  Process->write(lineOf(Begin, OutputFile, Skipped, Unchanged));
}

Expected<std::optional<std::optional<FileReport>>> StandbyProcess::run(const CommandRun &Run,
                                                                       function_ref<bool()> GoOn) {
  using Done = std::optional<std::optional<FileReport>>;
  const Done NotHere = std::nullopt, Nothing = Done(std::in_place);
  if (!Process || Path != Run.Path || Folder != Run.Folder)
    return NotHere;
  if (Error Failure = writeText(Run.InputFile, Run.Text)) {
    consumeError(std::move(Failure));
    return NotHere;
  }
  bool IsStopped = false, IsAsked = Process->write(lineOf(Run, OutputFile));
  std::optional<std::string> Answer;
  auto Start = std::chrono::steady_clock::now();
  // Until it has copied itself, the process itself is at work.
  pid_t Working = Process->id();
  while (IsAsked && !Process->hasEnded() && !Answer) {
    if (!IsStopped && !GoOn())
      IsStopped = Process->write(StandbyRequest::Stop);
    Answer = Process->read(milliseconds(5));
    StringRef Line = Answer ? StringRef(*Answer) : StringRef();
    if (Line == "ready" || (Line.consume_front("started ") && !Line.getAsInteger(10, Working)))
      Answer.reset();
    if (Answer)
      break;
    if (auto How = findExceededLimit(Working, Start, Run.Limits)) {
      // Its copy ends with it.
      Process.reset();
      return exceeded(*How, Run.Limits);
    }
  }
  int Code = 0;
  StringRef Said = Answer ? StringRef(*Answer) : StringRef();
  bool IsDone = Said.consume_front("ended ") && !Said.getAsInteger(10, Code);
  if (IsStopped || !GoOn())
    return IsDone || Answer == "lost" ? Nothing : NotHere;
  // The next one is to begin with the headers of today, in the last attempt of today.
  if (!IsDone || (Code & StandbyRequest::NotAhead)) {
    Process.reset();
    Skipped = 0;
  } else if (Code & StandbyRequest::OneMoreAttempt) {
    Process.reset();
    ++Skipped;
  }
  // It says nowhere what is wrong.
  if (!IsDone ||
      (Code & ~(StandbyRequest::NotAhead | StandbyRequest::OneMoreAttempt)) == FailedCode)
    return NotHere;
  ErrorOr<std::unique_ptr<MemoryBuffer>> Text = MemoryBuffer::getFile(OutputFile);
  if (!Text)
    return NotHere;
  Expected<FileReport> Report = readFileReport((*Text)->getBuffer(), Run.Folder);
  if (Report)
    return Done(std::move(*Report));
  consumeError(Report.takeError());
  return NotHere;
}

} // namespace memlint::lsp
