//===- WorkQueue.h - Work on a thread of its own ----------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LANGUAGESERVER_WORKQUEUE_H
#define CUDA_MEMLINT_LANGUAGESERVER_WORKQUEUE_H

#include "llvm/ADT/FunctionExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <string>
#include <thread>

namespace memlint::lsp {

/// Does pieces of work one after the other, on one thread, each when its time has come. Work that
/// is added under a name takes the place of what was to be done under it, or is being done. All
/// work that is added is called once: what is not wanted any more, with a GoOn that is false.
class WorkQueue {
public:
  using Work = llvm::unique_function<void(llvm::function_ref<bool()> GoOn)>;

  WorkQueue() : Worker([this] { run(); }) {}
  /// Ends what is being done, and what is left.
  ~WorkQueue();

  void add(const std::string &Name, std::chrono::milliseconds Delay, Work Item);
  void drop(const std::string &Name);
  /// Whether something is to be done under \p Name that has not begun.
  bool isWaiting(const std::string &Name) const;
  /// What is waited for: other work may be put off for it.
  void addUrgent(const std::string &Name, std::chrono::milliseconds Delay, Work Item);
  /// Whether such work is to be done now.
  bool hasUrgent() const;

private:
  using Clock = std::chrono::steady_clock;

  struct Waiting {
    Clock::time_point Due;
    Work Item;
    bool IsUrgent = false;
  };

  void add(const std::string &Name, Waiting Item);

  void run();

  mutable std::mutex Mutex;
  std::condition_variable Changed;
  std::map<std::string, Waiting> Items;
  /// Of what is being done; empty: nothing is, or it is not wanted any more.
  std::string Current;
  bool IsClosing = false;
  /// Last, since it uses the others.
  std::thread Worker;
};

} // namespace memlint::lsp

#endif // CUDA_MEMLINT_LANGUAGESERVER_WORKQUEUE_H
