//===- StandingBy.cpp - Analyses of a file to come ------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StandingBy.h"

#include "CommandLine.h"
#include "LintRun.h"

#include "cuda-memlint/Frontend/ParseAhead.h"
#include "cuda-memlint/LanguageServer/StandbyRequest.h"

#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/thread.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;
using memlint::lsp::StandbyRequest;

namespace memlint {

/// Where requests come from and answers go to, whatever standard input and output are.
static int Channel = -1;

/// The next line; nothing at the end of the input. A byte at a time, as copies of this process read
/// on from there.
static std::optional<std::string> readLine() {
  std::string Line;
  for (char Next = 0;;) {
    ssize_t Size = read(Channel, &Next, 1);
    if (Size < 0 && errno == EINTR)
      continue;
    if (Size != 1)
      return std::nullopt;
    if (Next == '\n')
      return Line;
    Line += Next;
  }
}

static void say(StringRef Line) {
  std::string Whole = (Line + "\n").str();
  if (write(Channel, Whole.data(), Whole.size()) != ssize_t(Whole.size()))
    _exit(Failed);
}

static bool redirect(const std::string &Path, int Flags, int To) {
  int File = open(Path.c_str(), Flags | O_CLOEXEC, 0600);
  bool Done = File >= 0 && dup2(File, To) == To;
  close(File);
  return Done;
}

static Expected<LintCommand> commandOf(const StandbyRequest &Request) {
  Expected<Command> Whole = readCommandLine(Request.Arguments);
  if (!Whole)
    return Whole.takeError();
  auto *Lint = std::get_if<LintCommand>(&*Whole);
  return Lint ? Expected<LintCommand>(std::move(*Lint)) : createStringError("not an analysis");
}

/// Analyses what \p Request asks for, and ends the process.
[[noreturn]] static void analyseAndExit(const StandbyRequest &Request) {
  int Code = Failed;
  if (redirect(Request.InputFile, O_RDONLY, STDIN_FILENO) &&
      redirect(Request.OutputFile, O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO)) {
    Expected<LintCommand> Lint = commandOf(Request);
    if (Lint)
      Code = runLint(*Lint);
    else
      consumeError(Lint.takeError());
  }
  outs().flush();
  // The destructors of what the waiting parse uses must not run.
  ParseAhead &Ahead = *ParseAhead::current();
  _exit(Code | (Ahead.isOutdated() ? StandbyRequest::NotAhead : 0) |
        (Ahead.furtherAttempts() != 0 ? StandbyRequest::OneMoreAttempt : 0));
}

/// Waits for the copy \p Child of this process, unless the next line asks to end it, or the input
/// ends. Says how it ended.
static void await(pid_t Child, int ClosedAtEnd) {
  pollfd Polled[] = {{Channel, POLLIN, 0}, {ClosedAtEnd, POLLIN, 0}};
  while (poll(Polled, 2, -1) < 0 && errno == EINTR)
    ;
  // A line that comes with the end asks for what has been done already.
  bool IsStopped = Polled[0].revents != 0;
  std::optional<std::string> Line = IsStopped ? readLine() : std::nullopt;
  if (IsStopped)
    kill(Child, SIGKILL);
  int Status = 0;
  while (waitpid(Child, &Status, 0) < 0 && errno == EINTR)
    ;
  if (IsStopped && !Line)
    _exit(Failed);
  say(WIFEXITED(Status) ? "ended " + std::to_string(WEXITSTATUS(Status)) : "lost");
}

/// Copies this process for each request, until there are no more; returns in the copies, where
/// another thread analyses.
static void copyForRequests() {
  say("ready");
  while (std::optional<std::string> Line = readLine()) {
    // It came too late.
    if (*Line == StandbyRequest::Stop)
      continue;
    Expected<StandbyRequest> Request = json::parse<StandbyRequest>(*Line);
    int Ends[2];
    if (!Request || pipe2(Ends, O_CLOEXEC) != 0)
      _exit(Failed);
    pid_t Parent = getpid(), Child = fork();
    if (Child == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (getppid() != Parent)
        _exit(Failed);
      close(Ends[0]);
      close(Channel);
      // With the stack of a main thread at least.
      llvm::thread Analysis(std::optional<unsigned>(8u << 20),
                            [Wanted = std::move(*Request)] { analyseAndExit(Wanted); });
      Analysis.detach();
      return;
    }
    close(Ends[1]);
    if (Child < 0) {
      say("lost");
    } else {
      say("started " + std::to_string(Child));
      await(Child, Ends[0]);
    }
    close(Ends[0]);
  }
  _exit(NothingFound);
}

int standBy() {
  Channel = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
  std::optional<std::string> Line = readLine();
  Expected<StandbyRequest> Request = json::parse<StandbyRequest>(Line.value_or(""));
  if (!Request || !redirect(Request->InputFile, O_RDONLY, STDIN_FILENO) ||
      !redirect("/dev/null", O_WRONLY, STDOUT_FILENO) ||
      !redirect("/dev/null", O_WRONLY, STDERR_FILENO))
    return Failed;
  Expected<LintCommand> Lint = commandOf(*Request);
  if (!Lint)
    return Failed;
  // What was found in it would spare the parse.
  Lint->CacheFolder.clear();
  ParseAhead Ahead(unsigned(Request->Skipped), size_t(Request->Unchanged), copyForRequests);
  ParseAhead::setCurrent(&Ahead);
  runLint(*Lint);
  return Failed;
}

} // namespace memlint
