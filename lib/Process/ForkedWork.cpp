//===- ForkedWork.cpp - Work in copies of this process --------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Process/ForkedWork.h"

#include "Pipe.h"

#include "cuda-memlint/Process/SignalCleanup.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <vector>

using namespace llvm;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

namespace memlint {

namespace {

/// How often limits are looked at.
constexpr milliseconds Tick(100);

/// What a child sends: frames of a kind, the number of bytes, and the bytes.
enum class FrameKind : uint8_t { At, Result };

struct FrameHead {
  FrameKind Kind;
  uint64_t Bytes;
};

/// One piece of work under way.
struct RunningChild {
  size_t Index = 0;
  pid_t Id = 0;
  Pipe Output;
  std::string Received;
  steady_clock::time_point Start;
  /// Why it was ended from here.
  std::optional<WorkResult::Ending> EndedFor;
};

class ForkedRun {
public:
  ForkedRun(const WorkLimits &Limits, function_ref<std::string(size_t, WorkTeller)> Work,
            function_ref<void(size_t, WorkResult)> Take)
      : Limits(Limits), Work(Work), Take(Take) {}

  void run(size_t Count, unsigned Jobs, function_ref<bool(const WorkState &)> GoOn);

private:
  bool start(size_t Index);
  [[noreturn]] void beChild(size_t Index, int Output, pid_t Parent);
  void wait();
  bool receive(RunningChild &Child);
  void holdToLimits(RunningChild &Child);
  void finish(RunningChild &Child);
  void take(size_t Index, WorkResult Result);
  WorkState state() const;
  void endAll();

  const WorkLimits &Limits;
  function_ref<std::string(size_t, WorkTeller)> Work;
  function_ref<void(size_t, WorkResult)> Take;
  /// In the order in which they were started.
  std::vector<std::unique_ptr<RunningChild>> Running;
  size_t Ended = 0;
};

} // namespace

static void writeAll(int To, const void *Bytes, size_t Size) {
  const char *Next = static_cast<const char *>(Bytes);
  while (Size != 0) {
    ssize_t Written = write(To, Next, Size);
    if (Written < 0 && errno == EINTR)
      continue;
    // Nobody reads any more.
    if (Written < 0)
      _exit(EXIT_FAILURE);
    Next += Written;
    Size -= size_t(Written);
  }
}

static void writeFrame(int To, FrameKind Kind, StringRef Bytes) {
  FrameHead Head = {Kind, Bytes.size()};
  writeAll(To, &Head, sizeof(Head));
  writeAll(To, Bytes.data(), Bytes.size());
}

void ForkedRun::beChild(size_t Index, int Output, pid_t Parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != Parent)
    _exit(EXIT_FAILURE);
  for (const auto &Each : Running)
    Each->Output.Read.close();
  // The handlers are the parent's; what is ignored stays so.
  for (int Signal : EndingSignals)
    if (signal(Signal, SIG_DFL) == SIG_IGN)
      signal(Signal, SIG_IGN);
  std::string Bytes =
      Work(Index, [&](StringRef Where) { writeFrame(Output, FrameKind::At, Where); });
  writeFrame(Output, FrameKind::Result, Bytes);
  // What the parent had begun is for the parent to end.
  _exit(EXIT_SUCCESS);
}

/// False if the system permits no further process while others run.
bool ForkedRun::start(size_t Index) {
  auto Child = std::make_unique<RunningChild>();
  Child->Index = Index;
  pid_t Parent = getpid();
  int Problem = 0;
  if (Error Failure = Child->Output.open()) {
    Problem = errno;
    consumeError(std::move(Failure));
  } else if ((Child->Id = fork()) < 0) {
    Problem = errno;
  }
  if (Problem && !Running.empty())
    return false;
  if (Problem) {
    take(Index, {WorkResult::Ending::NotStarted, Problem, "", ""});
    return true;
  }
  if (Child->Id == 0)
    beChild(Index, Child->Output.Write.get(), Parent);
  Child->Output.Write.close();
  Child->Start = steady_clock::now();
  Running.push_back(std::move(Child));
  return true;
}

/// Reads what is there; false at the end.
bool ForkedRun::receive(RunningChild &Child) {
  char Buffer[1 << 16];
  ssize_t Size = read(Child.Output.Read.get(), Buffer, sizeof(Buffer));
  if (Size > 0)
    Child.Received.append(Buffer, size_t(Size));
  return Size > 0 || (Size < 0 && errno == EINTR);
}

/// Bytes of memory that the process \p Id has; 0 where the system does not say.
static uint64_t residentMemory(pid_t Id) {
  std::string Path = "/proc/" + std::to_string(Id) + "/statm";
  int File = open(Path.c_str(), O_RDONLY | O_CLOEXEC);
  if (File < 0)
    return 0;
  char Buffer[128] = {};
  ssize_t Size = read(File, Buffer, sizeof(Buffer) - 1);
  close(File);
  // All pages, and those that are resident.
  unsigned long long Pages = 0;
  StringRef Second = StringRef(Buffer, Size > 0 ? size_t(Size) : 0).split(' ').second;
  if (Second.consumeInteger(10, Pages))
    return 0;
  return Pages * uint64_t(sysconf(_SC_PAGESIZE));
}

void ForkedRun::holdToLimits(RunningChild &Child) {
  if (Child.EndedFor)
    return;
  if (Limits.Time && steady_clock::now() - Child.Start >= *Limits.Time)
    Child.EndedFor = WorkResult::Ending::OutOfTime;
  else if (Limits.Memory && residentMemory(Child.Id) > *Limits.Memory)
    Child.EndedFor = WorkResult::Ending::OutOfMemory;
  if (Child.EndedFor)
    kill(Child.Id, SIGKILL);
}

/// Takes what a child sent apart; false where it did not come to its result.
static bool readFrames(StringRef Received, WorkResult &Result) {
  FrameHead Head;
  while (Received.size() >= sizeof(Head)) {
    std::memcpy(&Head, Received.data(), sizeof(Head));
    Received = Received.drop_front(sizeof(Head));
    if (Received.size() < Head.Bytes)
      return false;
    StringRef Bytes = Received.take_front(Head.Bytes);
    Received = Received.drop_front(Head.Bytes);
    if (Head.Kind == FrameKind::Result) {
      Result.Bytes = Bytes.str();
      return true;
    }
    Result.At = Bytes.str();
  }
  return false;
}

void ForkedRun::finish(RunningChild &Child) {
  int Status = 0;
  while (waitpid(Child.Id, &Status, 0) < 0 && errno == EINTR)
    ;
  WorkResult Result;
  if (!readFrames(Child.Received, Result)) {
    bool Signalled = WIFSIGNALED(Status);
    Result.Code = Signalled ? WTERMSIG(Status) : WEXITSTATUS(Status);
    bool IsStopped = Signalled && is_contained(EndingSignals, Result.Code);
    Result.How = Child.EndedFor.value_or(IsStopped   ? WorkResult::Ending::Stopped
                                         : Signalled ? WorkResult::Ending::Signalled
                                                     : WorkResult::Ending::Exited);
  }
  take(Child.Index, std::move(Result));
}

void ForkedRun::take(size_t Index, WorkResult Result) {
  ++Ended;
  Take(Index, std::move(Result));
}

/// Waits until a child says something, or a tick has passed.
void ForkedRun::wait() {
  SmallVector<pollfd, 16> Polled;
  for (const auto &Child : Running)
    Polled.push_back({Child->Output.Read.get(), POLLIN, 0});
  int Ready = poll(Polled.data(), Polled.size(), int(Tick.count()));
  std::vector<std::unique_ptr<RunningChild>> Ended;
  for (auto [Child, State] : zip_equal(Running, Polled)) {
    if (Ready > 0 && State.revents && !receive(*Child))
      Ended.push_back(std::move(Child));
    else
      holdToLimits(*Child);
  }
  erase_if(Running, [](const auto &Child) { return !Child; });
  for (const auto &Child : Ended)
    finish(*Child);
}

WorkState ForkedRun::state() const {
  WorkState State;
  State.Ended = Ended;
  if (!Running.empty()) {
    State.Longest = Running.front()->Index;
    State.LongestTime =
        std::chrono::duration_cast<milliseconds>(steady_clock::now() - Running.front()->Start);
  }
  return State;
}

void ForkedRun::endAll() {
  for (const auto &Child : Running) {
    Child->EndedFor = WorkResult::Ending::Stopped;
    kill(Child->Id, SIGKILL);
  }
  while (!Running.empty())
    wait();
}

void ForkedRun::run(size_t Count, unsigned Jobs, function_ref<bool(const WorkState &)> GoOn) {
  // What is buffered would be written by both.
  outs().flush();
  size_t Next = 0;
  while (Next != Count || !Running.empty()) {
    if (!GoOn(state())) {
      endAll();
      for (; Next != Count; ++Next)
        take(Next, {WorkResult::Ending::Stopped, 0, "", ""});
      return;
    }
    while (Next != Count && Running.size() < Jobs && start(Next))
      ++Next;
    if (!Running.empty())
      wait();
  }
}

void runForked(size_t Count, unsigned Jobs, const WorkLimits &Limits,
               function_ref<std::string(size_t Index, WorkTeller TellWhere)> Work,
               function_ref<void(size_t Index, WorkResult Result)> Take,
               function_ref<bool(const WorkState &State)> GoOn) {
  ForkedRun(Limits, Work, Take).run(Count, std::max(Jobs, 1u), GoOn);
}

} // namespace memlint
