//===- SignalCleanup.cpp - What a fatal signal must not leave -------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Process/SignalCleanup.h"

#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/Threading.h"

#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

namespace memlint {

const std::array<int, 4> EndingSignals = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};

namespace {

/// Room for as many as work at a time; a handler can walk a plain array only.
constexpr int MaximumSlots = 64;

struct GroupSlot {
  std::atomic<pid_t> Group = 0;
  std::atomic<pid_t> Owner = 0;
};

/// Owner is the process that registered it: a fork of that one has a copy.
struct FolderSlot {
  std::atomic<bool> Taken = false;
  /// Set last and cleared first, so that a handler never reads a path half written.
  std::atomic<bool> Valid = false;
  std::atomic<pid_t> Owner = 0;
  char Path[PATH_MAX] = {};
};

struct HandledSignal {
  int Number;
  bool IsCrash;
  struct sigaction Previous = {};
};

} // namespace

static constinit GroupSlot Groups[MaximumSlots];
static constinit FolderSlot Folders[MaximumSlots];
static HandledSignal HandledSignals[] = {
    {SIGHUP, false}, {SIGINT, false}, {SIGQUIT, false}, {SIGTERM, false}, {SIGABRT, true},
    {SIGBUS, true},  {SIGFPE, true},  {SIGILL, true},   {SIGSEGV, true},  {SIGTRAP, true}};

/// Removes what is in \p Folder, which it closes. Calls only what a signal handler may
/// call: no memory is taken, and opendir() would.
static void removeContents(int Folder, unsigned Depth) {
  // Sources are checked out there, too. All levels fit a handler's stack, and any name the buffer.
  constexpr unsigned MaximumDepth = 64;
  alignas(dirent64) char Buffer[512];
  bool Removed = true;
  // Removing moves the entries that are still to be read: begin anew until a pass
  // removes nothing.
  while (Removed) {
    Removed = false;
    lseek(Folder, 0, SEEK_SET);
    for (ssize_t Size; (Size = getdents64(Folder, Buffer, sizeof(Buffer))) > 0;) {
      for (ssize_t Offset = 0; Offset < Size;) {
        auto *Entry = reinterpret_cast<dirent64 *>(Buffer + Offset);
        Offset += Entry->d_reclen;
        if (std::strcmp(Entry->d_name, ".") == 0 || std::strcmp(Entry->d_name, "..") == 0)
          continue;
        if (unlinkat(Folder, Entry->d_name, 0) == 0) {
          Removed = true;
          continue;
        }
        if (Depth == MaximumDepth)
          continue;
        int Inner = openat(Folder, Entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (Inner >= 0)
          removeContents(Inner, Depth + 1);
        Removed |= unlinkat(Folder, Entry->d_name, AT_REMOVEDIR) == 0;
      }
    }
  }
  close(Folder);
}

static void cleanUp() {
  pid_t Own = getpid();
  for (GroupSlot &Slot : Groups)
    if (pid_t Id = Slot.Group.exchange(0); Id && Slot.Owner == Own)
      kill(-Id, SIGKILL);
  for (FolderSlot &Folder : Folders) {
    if (!Folder.Valid.exchange(false) || Folder.Owner != Own)
      continue;
    int Descriptor = open(Folder.Path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (Descriptor >= 0)
      removeContents(Descriptor, 0);
    rmdir(Folder.Path);
  }
}

/// What was there before goes on: it ends the process, or does what the program that
/// embeds this library wants.
static void passOn(const HandledSignal &Handled) {
  void (*Previous)(int) = Handled.Previous.sa_handler;
  if (!(Handled.Previous.sa_flags & SA_SIGINFO) && Previous != SIG_DFL && Previous != SIG_IGN) {
    Previous(Handled.Number);
    return;
  }
  sigaction(Handled.Number, &Handled.Previous, nullptr);
  raise(Handled.Number);
}

static void handleSignal(int Signal) {
  int SavedError = errno;
  for (const HandledSignal &Handled : HandledSignals) {
    if (Handled.Number != Signal)
      continue;
    // A crash that is recovered from ends nothing.
    if (!Handled.IsCrash || !llvm::CrashRecoveryContext::GetCurrent())
      cleanUp();
    passOn(Handled);
  }
  errno = SavedError;
}

static void installHandlers() {
  static llvm::once_flag Installed;
  llvm::call_once(Installed, [] {
    for (HandledSignal &Handled : HandledSignals) {
      sigaction(Handled.Number, nullptr, &Handled.Previous);
      // Ignored signals (nohup) end nothing.
      if (Handled.Previous.sa_handler == SIG_IGN)
        continue;
      struct sigaction Action = {};
      Action.sa_handler = handleSignal;
      // A crash may be a stack overflow.
      Action.sa_flags = SA_ONSTACK;
      sigemptyset(&Action.sa_mask);
      sigaction(Handled.Number, &Action, nullptr);
    }
  });
}

int killGroupOnSignal(pid_t Group) {
  installHandlers();
  for (int Slot = 0; Slot != MaximumSlots; ++Slot) {
    pid_t Free = 0;
    if (!Groups[Slot].Group.compare_exchange_strong(Free, Group))
      continue;
    Groups[Slot].Owner = getpid();
    return Slot;
  }
  return -1;
}

void forgetGroup(int Slot) {
  if (Slot >= 0)
    Groups[Slot].Group = 0;
}

int removeFolderOnSignal(const std::string &Path) {
  installHandlers();
  if (Path.size() >= PATH_MAX)
    return -1;
  for (int Slot = 0; Slot != MaximumSlots; ++Slot) {
    if (Folders[Slot].Taken.exchange(true))
      continue;
    std::memcpy(Folders[Slot].Path, Path.c_str(), Path.size() + 1);
    Folders[Slot].Owner = getpid();
    Folders[Slot].Valid = true;
    return Slot;
  }
  return -1;
}

void forgetFolder(int Slot) {
  if (Slot < 0)
    return;
  Folders[Slot].Valid = false;
  Folders[Slot].Taken = false;
}

} // namespace memlint
