//===- CrashGuard.cpp - Outlive a crash -----------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Frontend/CrashGuard.h"

#include "cuda-memlint/Support/ProvidedPages.h"

#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/Threading.h"

#include <csignal>
#include <memory>

using namespace llvm;

namespace memlint {

/// Deep expressions and template instantiations recurse deeply in Clang. Memory
/// is taken only as far as the stack is used.
static constexpr unsigned StackBytes = 256u << 20;

namespace {

/// A stack for the signal handler of this thread, which on an overflow has none
/// left to run on.
class SignalStack {
public:
  SignalStack() {
    stack_t Stack = {};
    Stack.ss_sp = Memory.get();
    Stack.ss_size = Bytes;
    sigaltstack(&Stack, &Previous);
  }
  ~SignalStack() { sigaltstack(&Previous, nullptr); }
  SignalStack(const SignalStack &) = delete;
  SignalStack &operator=(const SignalStack &) = delete;

private:
  static constexpr size_t Bytes = 1u << 16;

  /// Its pages are taken only when a handler uses them.
  std::unique_ptr<char[]> Memory = std::make_unique_for_overwrite<char[]>(Bytes);
  stack_t Previous = {};
};

} // namespace

/// LLVM's recovery handles the signals; it has only to do so on the other stack.
static void handleOnSignalStack() {
  for (int Signal : {SIGSEGV, SIGBUS}) {
    struct sigaction Action;
    if (sigaction(Signal, nullptr, &Action) == 0) {
      Action.sa_flags |= SA_ONSTACK;
      sigaction(Signal, &Action, nullptr);
    }
  }
}

/// Whether this thread has a large stack, and one for signals.
static thread_local bool IsPrepared = false;

bool runGuarded(function_ref<void()> Work) {
  // Guarded work within guarded work goes on where it is.
  if (IsPrepared)
    return CrashRecoveryContext().RunSafely(Work);
  // The handlers belong to the process. They stay, since other threads may be
  // guarded when this one is done; a thread that is not dies as ever.
  static llvm::once_flag Installed;
  llvm::call_once(Installed, [] {
    CrashRecoveryContext::Enable();
    handleOnSignalStack();
  });
  CrashRecoveryContext Guard;
  bool Finished = false;
  Guard.RunSafelyOnThread(
      [&] {
        // RunSafely is entered anew on this thread, so that the alternative
        // stack is there before and after what may crash.
        SignalStack Stack;
        provideStack();
        IsPrepared = true;
        Finished = CrashRecoveryContext().RunSafely(Work);
      },
      StackBytes);
  return Finished;
}

} // namespace memlint
