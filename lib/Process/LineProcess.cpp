//===- LineProcess.cpp - A process that is talked to ----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Process/LineProcess.h"

#include "llvm/Support/Errno.h"

#include <cerrno>
#include <csignal>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;

extern char **environ;

namespace memlint {

Expected<std::unique_ptr<LineProcess>> LineProcess::start(const std::string &Program,
                                                          std::vector<std::string> Arguments,
                                                          const std::string &Folder) {
  // One socket for both directions: writing to one that is closed is an error and not a signal.
  int Ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, Ends) != 0)
    return createStringError("cannot create a socket: " + sys::StrError(errno));
  std::vector<char *> Pointers = {const_cast<char *>(Program.c_str())};
  for (std::string &Each : Arguments)
    Pointers.push_back(Each.data());
  Pointers.push_back(nullptr);
  posix_spawn_file_actions_t Actions;
  posix_spawn_file_actions_init(&Actions);
  posix_spawn_file_actions_adddup2(&Actions, Ends[1], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&Actions, Ends[1], STDOUT_FILENO);
  if (!Folder.empty())
    posix_spawn_file_actions_addchdir_np(&Actions, Folder.c_str());
  pid_t Child = 0;
  int Code = posix_spawn(&Child, Program.c_str(), &Actions, nullptr, Pointers.data(), environ);
  posix_spawn_file_actions_destroy(&Actions);
  close(Ends[1]);
  if (Code == 0)
    return std::unique_ptr<LineProcess>(new LineProcess(Ends[0], Child));
  close(Ends[0]);
  return createStringError("cannot start '" + Program + "': " + sys::StrError(Code));
}

LineProcess::~LineProcess() {
  close(Channel);
  kill(Child, SIGKILL);
  while (waitpid(Child, nullptr, 0) < 0 && errno == EINTR)
    ;
}

bool LineProcess::write(StringRef Line) {
  std::string Whole = (Line + "\n").str();
  for (StringRef Left = Whole; !Left.empty() && !Ended;) {
    ssize_t Size = send(Channel, Left.data(), Left.size(), MSG_NOSIGNAL);
    if (Size >= 0)
      Left = Left.drop_front(size_t(Size));
    else if (errno != EINTR)
      Ended = true;
  }
  return !Ended;
}

std::optional<std::string> LineProcess::read(std::chrono::milliseconds Time) {
  while (true) {
    if (size_t End = Pending.find('\n'); End != std::string::npos) {
      std::string Line = Pending.substr(0, End);
      Pending.erase(0, End + 1);
      return Line;
    }
    pollfd Polled = {Channel, POLLIN, 0};
    if (Ended || poll(&Polled, 1, int(Time.count())) <= 0)
      return std::nullopt;
    char Buffer[256];
    ssize_t Size = recv(Channel, Buffer, sizeof(Buffer), 0);
    if (Size > 0)
      Pending.append(Buffer, size_t(Size));
    else if (Size == 0 || errno != EINTR)
      Ended = true;
  }
}

} // namespace memlint
