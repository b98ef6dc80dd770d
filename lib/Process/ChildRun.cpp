//===- ChildRun.cpp - Outlive whatever ends a run -------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Process/ChildRun.h"

#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;

namespace memlint {

Expected<int> runInChild(function_ref<int()> Work) {
  // What is buffered would be written by both.
  outs().flush();
  pid_t Parent = getpid();
  pid_t Child = fork();
  if (Child < 0)
    return createStringError(std::string("cannot start a process: ") + std::strerror(errno));
  if (Child == 0) {
    // Who ends the parent means both.
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != Parent)
      _exit(EXIT_FAILURE);
    std::exit(Work());
  }
  int Status = 0;
  while (waitpid(Child, &Status, 0) < 0)
    if (errno != EINTR)
      return createStringError(std::string("cannot wait for a process: ") + std::strerror(errno));
  if (WIFEXITED(Status))
    return WEXITSTATUS(Status);
  return createStringError(std::string("terminated by a signal: ") + strsignal(WTERMSIG(Status)) +
                           "; not all files were analysed");
}

} // namespace memlint
