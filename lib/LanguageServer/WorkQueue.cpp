//===- WorkQueue.cpp - Work on a thread of its own ------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/LanguageServer/WorkQueue.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint::lsp {

static bool never() { return false; }

WorkQueue::~WorkQueue() {
  {
    std::lock_guard<std::mutex> Lock(Mutex);
    IsClosing = true;
  }
  Changed.notify_one();
  Worker.join();
  for (auto &[Name, Left] : Items)
    Left.Item(never);
}

void WorkQueue::add(const std::string &Name, Waiting Item) {
  drop(Name);
  {
    std::lock_guard<std::mutex> Lock(Mutex);
    Items.insert_or_assign(Name, std::move(Item));
  }
  Changed.notify_one();
}

void WorkQueue::add(const std::string &Name, std::chrono::milliseconds Delay, Work Item) {
  add(Name, {Clock::now() + Delay, std::move(Item)});
}

void WorkQueue::addUrgent(const std::string &Name, std::chrono::milliseconds Delay, Work Item) {
  add(Name, {Clock::now() + Delay, std::move(Item), /*IsUrgent=*/true});
}

bool WorkQueue::hasUrgent() const {
  std::lock_guard<std::mutex> Lock(Mutex);
  return any_of(Items, [Now = Clock::now()](const auto &Each) {
    return Each.second.IsUrgent && Each.second.Due <= Now;
  });
}

void WorkQueue::drop(const std::string &Name) {
  std::map<std::string, Waiting>::node_type Dropped;
  {
    std::lock_guard<std::mutex> Lock(Mutex);
    if (Current == Name)
      Current.clear();
    Dropped = Items.extract(Name);
  }
  if (Dropped)
    Dropped.mapped().Item(never);
}

bool WorkQueue::isWaiting(const std::string &Name) const {
  std::lock_guard<std::mutex> Lock(Mutex);
  return Items.count(Name) != 0;
}

void WorkQueue::run() {
  std::unique_lock<std::mutex> Lock(Mutex);
  while (!IsClosing) {
    auto Next = min_element(Items, [](const auto &Left, const auto &Right) {
      return Left.second.Due < Right.second.Due;
    });
    if (Next == Items.end()) {
      Changed.wait(Lock);
      continue;
    }
    if (Clock::now() < Next->second.Due) {
      Changed.wait_until(Lock, Next->second.Due);
      continue;
    }
    Current = Next->first;
    Work Item = std::move(Next->second.Item);
    Items.erase(Next);
    std::string Name = Current;
    Lock.unlock();
    Item([&] {
      std::lock_guard<std::mutex> Again(Mutex);
      return !IsClosing && Current == Name;
    });
    Lock.lock();
    Current.clear();
  }
}

} // namespace memlint::lsp
