//===- AttachedProcess.cpp - A program in this one's place ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Process/AttachedProcess.h"

#include "cuda-memlint/Process/SignalCleanup.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Errno.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <spawn.h>
#include <sys/wait.h>
#include <vector>

extern char **environ;

using namespace llvm;

namespace memlint {

/// The program, for the handler.
static std::atomic<pid_t> Attached = 0;

/// A terminal sends its signals to the program as well.
static void passToAttached(int Signal) {
  if (pid_t Program = Attached; Program > 0 && Signal != SIGINT && Signal != SIGQUIT)
    kill(Program, Signal);
}

namespace {

/// While it lives, EndingSignals go to the program. Those that are ignored stay so.
class SignalsPassedOn {
public:
  SignalsPassedOn() {
    for (auto [Signal, Before] : zip(EndingSignals, Previous)) {
      sigaction(Signal, nullptr, &Before);
      struct sigaction Passing = {};
      Passing.sa_handler = passToAttached;
      Passing.sa_flags = SA_RESTART;
      if (Before.sa_handler != SIG_IGN)
        sigaction(Signal, &Passing, nullptr);
    }
  }
  ~SignalsPassedOn() {
    for (auto [Signal, Before] : zip(EndingSignals, Previous))
      sigaction(Signal, &Before, nullptr);
  }

private:
  std::array<struct sigaction, 4> Previous = {};
};

} // namespace

Expected<int> runAttached(ArrayRef<std::string> Command,
                          ArrayRef<std::pair<std::string, std::string>> Environment) {
  std::vector<std::string> Set;
  for (const auto &[Name, Value] : Environment)
    Set.push_back(Name + "=" + Value);
  std::vector<char *> Arguments, Variables;
  for (const std::string &Each : Command)
    Arguments.push_back(const_cast<char *>(Each.c_str()));
  for (char **Entry = environ; *Entry; ++Entry)
    if (none_of(Environment,
                [&](const auto &Each) { return StringRef(*Entry).starts_with(Each.first + "="); }))
      Variables.push_back(*Entry);
  for (std::string &Each : Set)
    Variables.push_back(Each.data());
  Arguments.push_back(nullptr);
  Variables.push_back(nullptr);

  SignalsPassedOn Passing;
  pid_t Program = 0;
  if (int Code = posix_spawnp(&Program, Arguments.front(), nullptr, nullptr, Arguments.data(),
                              Variables.data()))
    return createStringError("cannot run '" + Command.front() + "': " + sys::StrError(Code));
  Attached = Program;
  int Status = 0;
  pid_t Ended = 0;
  do
    Ended = waitpid(Program, &Status, 0);
  while (Ended < 0 && errno == EINTR);
  Attached = 0;
  if (Ended < 0)
    return createStringError("cannot wait for '" + Command.front() + "': " + sys::StrError(errno));
  constexpr int SignalBase = 128;
  return WIFSIGNALED(Status) ? SignalBase + WTERMSIG(Status) : WEXITSTATUS(Status);
}

} // namespace memlint
