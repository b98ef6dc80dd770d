//===- Zygote.cpp - A process to make copies of ---------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zygote.h"

#include "llvm/Support/thread.h"

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>

using namespace llvm;

namespace memlint {

namespace {

/// What a zygote is asked for: a copy, whose output comes with the request, or the status of one.
struct Request {
  uint64_t Index;
  uint64_t Ended;
};

/// A copy, 0 where none could be made; or a status.
struct Answer {
  int Value;
};

} // namespace

template <typename T> static bool receive(int Channel, T &Message) {
  ssize_t Size = 0;
  while ((Size = recv(Channel, &Message, sizeof(Message), 0)) < 0 && errno == EINTR)
    ;
  return Size == ssize_t(sizeof(Message));
}

template <typename T> static bool write(int Channel, const T &Message) {
  ssize_t Size = 0;
  while ((Size = ::send(Channel, &Message, sizeof(Message), MSG_NOSIGNAL)) < 0 && errno == EINTR)
    ;
  return Size == ssize_t(sizeof(Message));
}

/// Room for one descriptor that goes with a message.
union DescriptorRoom {
  char Bytes[CMSG_SPACE(sizeof(int))];
  cmsghdr Aligned;
};

static msghdr messageOf(iovec &Part, DescriptorRoom &Room) {
  msghdr Message = {};
  Message.msg_iov = &Part;
  Message.msg_iovlen = 1;
  Message.msg_control = Room.Bytes;
  Message.msg_controllen = sizeof(Room.Bytes);
  return Message;
}

static bool sendWith(int Channel, Request Given, int Output) {
  iovec Part = {&Given, sizeof(Given)};
  DescriptorRoom Room = {};
  msghdr Message = messageOf(Part, Room);
  cmsghdr *Head = CMSG_FIRSTHDR(&Message);
  Head->cmsg_level = SOL_SOCKET;
  Head->cmsg_type = SCM_RIGHTS;
  Head->cmsg_len = CMSG_LEN(sizeof(Output));
  std::memcpy(CMSG_DATA(Head), &Output, sizeof(Output));
  ssize_t Size = 0;
  while ((Size = sendmsg(Channel, &Message, MSG_NOSIGNAL)) < 0 && errno == EINTR)
    ;
  return Size == ssize_t(sizeof(Given));
}

/// The next request; \p Output: the descriptor that came with it.
static bool receiveWith(int Channel, Request &Given, Descriptor &Output) {
  iovec Part = {&Given, sizeof(Given)};
  DescriptorRoom Room = {};
  msghdr Message = messageOf(Part, Room);
  ssize_t Size = 0;
  while ((Size = recvmsg(Channel, &Message, MSG_CMSG_CLOEXEC)) < 0 && errno == EINTR)
    ;
  if (Size != ssize_t(sizeof(Given)))
    return false;
  if (cmsghdr *Head = CMSG_FIRSTHDR(&Message); Head && Head->cmsg_type == SCM_RIGHTS) {
    int Number = -1;
    std::memcpy(&Number, CMSG_DATA(Head), sizeof(Number));
    Output.reset(Number);
  }
  return true;
}

static int statusOf(pid_t Child) {
  int Status = 0;
  while (waitpid(Child, &Status, 0) < 0 && errno == EINTR)
    ;
  return Status;
}

/// Copies the zygote as it is asked to; returns in the copies only.
static void copyOnRequest(Descriptor &Channel, Zygote::PieceWork Work) {
  if (!write(Channel.get(), Answer{0}))
    _exit(EXIT_FAILURE);
  Request Next;
  for (Descriptor Output; receiveWith(Channel.get(), Next, Output); Output.close()) {
    if (!Output.isOpen()) {
      if (!write(Channel.get(), Answer{statusOf(pid_t(Next.Ended))}))
        break;
      continue;
    }
    pid_t Parent = getpid(), Child = fork();
    if (Child == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (getppid() != Parent)
        _exit(EXIT_FAILURE);
      Channel.close();
      // With the stack of a main thread at least.
      llvm::thread Piece(
          std::optional<unsigned>(8u << 20),
          [Work, Index = size_t(Next.Index), To = Output.release()] { Work(Index, To); });
      Piece.detach();
      return;
    }
    if (!write(Channel.get(), Answer{std::max(Child, 0)}))
      break;
  }
  _exit(EXIT_SUCCESS);
}

std::unique_ptr<Zygote> Zygote::start(function_ref<void()> InCopy, CommonWork Begin,
                                      PieceWork Work) {
  // Messages are kept apart.
  int Ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, Ends) != 0)
    return nullptr;
  Descriptor Its;
  Its.reset(Ends[1]);
  std::unique_ptr<Zygote> Result(new Zygote);
  Result->Channel.reset(Ends[0]);
  pid_t Parent = getpid();
  Result->Id = fork();
  if (Result->Id == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != Parent)
      _exit(EXIT_FAILURE);
    Result->Channel.close();
    InCopy();
    Begin([&] { copyOnRequest(Its, Work); });
    _exit(EXIT_FAILURE);
  }
  return Result->Id < 0 ? nullptr : std::move(Result);
}

Zygote::~Zygote() {
  if (Id <= 0)
    return;
  kill(Id, SIGKILL);
  statusOf(Id);
}

bool Zygote::isReady() {
  Answer Given;
  return receive(Channel.get(), Given);
}

std::optional<pid_t> Zygote::copy(size_t Index, int Output) {
  Answer Given;
  if (!sendWith(Channel.get(), {uint64_t(Index), 0}, Output) || !receive(Channel.get(), Given) ||
      Given.Value == 0)
    return std::nullopt;
  return Given.Value;
}

std::optional<int> Zygote::await(pid_t Copy) {
  Answer Given;
  if (!write(Channel.get(), Request{0, uint64_t(Copy)}) || !receive(Channel.get(), Given))
    return std::nullopt;
  return Given.Value;
}

} // namespace memlint
