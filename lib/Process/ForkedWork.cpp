//===- ForkedWork.cpp - Work in copies of this process --------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Process/ForkedWork.h"

#include "Pipe.h"
#include "WorkFrames.h"
#include "Zygote.h"

#include "cuda-memlint/Process/ExceededLimit.h"
#include "cuda-memlint/Process/SignalCleanup.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <deque>
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

/// Pieces that have a beginning in common.
struct PieceGroup {
  enum class Stage : uint8_t { New, Beginning, Ready, GivenUp };

  llvm::ArrayRef<size_t> Pieces;
  Stage Now = Stage::New;
  /// Where the beginning is done, and when it was started.
  std::unique_ptr<Zygote> Common;
  steady_clock::time_point Start;
  /// Pieces that have been started, and those of them that run.
  size_t Started = 0, Running = 0;
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
  /// Whose copy it is; null: this process's.
  PieceGroup *Group = nullptr;
};

class ForkedRun {
public:
  ForkedRun(size_t Count, const WorkLimits &Limits,
            function_ref<std::string(size_t, WorkTeller)> Work,
            function_ref<void(size_t, WorkResult)> Take, const CommonWork *Common);

  void run(unsigned Jobs, function_ref<bool(const WorkState &)> GoOn);

private:
  bool hasRoom(unsigned Jobs) const;
  bool startNext();
  bool start(size_t Index);
  void begin(PieceGroup &Group);
  void startCopy(PieceGroup &Group);
  void giveUp(PieceGroup &Group);
  void leaveParent() const;
  [[noreturn]] void beChild(size_t Index, int Output) const;
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
  const CommonWork *Common;
  std::vector<PieceGroup> Groups;
  /// By piece; null: it is done by itself.
  std::vector<PieceGroup *> GroupOf;
  /// Pieces that nobody has come to.
  std::deque<size_t> Waiting;
  /// In the order in which they were started.
  std::vector<std::unique_ptr<RunningChild>> Running;
  std::vector<bool> IsTaken;
  size_t Ended = 0;
};

ForkedRun::ForkedRun(size_t Count, const WorkLimits &Limits,
                     function_ref<std::string(size_t, WorkTeller)> Work,
                     function_ref<void(size_t, WorkResult)> Take, const CommonWork *Common)
    : Limits(Limits), Work(Work), Take(Take), Common(Common), GroupOf(Count), IsTaken(Count) {
  for (size_t Index = 0; Index != Count; ++Index)
    Waiting.push_back(Index);
  if (!Common)
    return;
  Groups.resize(Common->Groups.size());
  for (auto [Group, Pieces] : zip_equal(Groups, Common->Groups)) {
    Group.Pieces = Pieces;
    for (size_t Index : Pieces)
      GroupOf[Index] = &Group;
  }
}

} // namespace

/// Closes what belongs to the parent, in a copy of it.
void ForkedRun::leaveParent() const {
  for (const auto &Each : Running)
    Each->Output.Read.close();
  for (const PieceGroup &Each : Groups)
    if (Each.Common)
      Each.Common->leave();
  // The handlers are the parent's; what is ignored stays so.
  for (int Signal : EndingSignals)
    if (signal(Signal, SIG_DFL) == SIG_IGN)
      signal(Signal, SIG_IGN);
}

static std::atomic<bool> IsPiece = false;

bool endsWithPiece() { return IsPiece; }

void ForkedRun::beChild(size_t Index, int Output) const {
  IsPiece = true;
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
  bool IsAlone = Running.empty() && none_of(Groups, [](const PieceGroup &Group) {
                   return Group.Now == PieceGroup::Stage::Beginning;
                 });
  if (Problem && !IsAlone)
    return false;
  if (Problem) {
    take(Index, {WorkResult::Ending::NotStarted, Problem, "", ""});
    return true;
  }
  if (Child->Id == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != Parent)
      _exit(EXIT_FAILURE);
    leaveParent();
    beChild(Index, Child->Output.Write.get());
  }
  Child->Output.Write.close();
  Child->Start = steady_clock::now();
  Running.push_back(std::move(Child));
  return true;
}

void ForkedRun::begin(PieceGroup &Group) {
  Group.Start = steady_clock::now();
  Group.Common =
      Zygote::start([this] { leaveParent(); },
                    [&](function_ref<void()> Copy) { Common->Begin(Group.Pieces.front(), Copy); },
                    [this](size_t Index, int Output) { beChild(Index, Output); });
  Group.Now = PieceGroup::Stage::Beginning;
  if (!Group.Common)
    giveUp(Group);
}

/// From now on the pieces of \p Group that have not been started are done by themselves.
void ForkedRun::giveUp(PieceGroup &Group) {
  Group.Now = PieceGroup::Stage::GivenUp;
  ArrayRef<size_t> Left = Group.Pieces.drop_front(Group.Started);
  llvm::erase_if(Waiting, [&](size_t Index) { return is_contained(Left, Index); });
  Waiting.insert(Waiting.begin(), Left.begin(), Left.end());
  Group.Started = Group.Pieces.size();
  for (size_t Index : Left)
    GroupOf[Index] = nullptr;
  if (Group.Running == 0)
    Group.Common.reset();
}

void ForkedRun::startCopy(PieceGroup &Group) {
  auto Child = std::make_unique<RunningChild>();
  Child->Index = Group.Pieces[Group.Started];
  Child->Group = &Group;
  if (Error Failure = Child->Output.open()) {
    consumeError(std::move(Failure));
    return giveUp(Group);
  }
  std::optional<pid_t> Id = Group.Common->copy(Child->Index, Child->Output.Write.get());
  if (!Id)
    return giveUp(Group);
  Child->Id = *Id;
  Child->Output.Write.close();
  Child->Start = steady_clock::now();
  ++Group.Started;
  ++Group.Running;
  Running.push_back(std::move(Child));
}

bool ForkedRun::hasRoom(unsigned Jobs) const {
  return Running.size() + size_t(count_if(Groups,
                                          [](const PieceGroup &Group) {
                                            return Group.Now == PieceGroup::Stage::Beginning;
                                          })) <
         Jobs;
}

/// Those whose beginning is there first, so that it can go. False: nothing can be started now.
bool ForkedRun::startNext() {
  for (PieceGroup &Group : Groups)
    if (Group.Now == PieceGroup::Stage::Ready && Group.Started != Group.Pieces.size()) {
      startCopy(Group);
      return true;
    }
  if (Waiting.empty())
    return false;
  size_t Index = Waiting.front();
  PieceGroup *Group = GroupOf[Index];
  if (!Group && !start(Index))
    return false;
  Waiting.pop_front();
  // The others of a group wait for its beginning.
  if (Group && Group->Now == PieceGroup::Stage::New)
    begin(*Group);
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

void ForkedRun::holdToLimits(RunningChild &Child) {
  if (Child.EndedFor)
    return;
  Child.EndedFor = findExceededLimit(Child.Id, Child.Start, Limits);
  if (Child.EndedFor)
    kill(Child.Id, SIGKILL);
}

void ForkedRun::finish(RunningChild &Child) {
  std::optional<int> Status = 0;
  if (Child.Group)
    Status = Child.Group->Common->await(Child.Id);
  else
    while (waitpid(Child.Id, &*Status, 0) < 0 && errno == EINTR)
      ;
  if (Child.Group) {
    PieceGroup &Group = *Child.Group;
    --Group.Running;
    if (!Status && Group.Now == PieceGroup::Stage::Ready)
      giveUp(Group);
    if (Group.Running == 0 && Group.Started == Group.Pieces.size())
      Group.Common.reset();
  }
  WorkResult Result;
  if (!readFrames(Child.Received, Result)) {
    bool Signalled = !Status || WIFSIGNALED(*Status);
    Result.Code = !Status ? SIGKILL : Signalled ? WTERMSIG(*Status) : WEXITSTATUS(*Status);
    bool IsStopped = Signalled && is_contained(EndingSignals, Result.Code);
    Result.How = Child.EndedFor.value_or(IsStopped   ? WorkResult::Ending::Stopped
                                         : Signalled ? WorkResult::Ending::Signalled
                                                     : WorkResult::Ending::Exited);
    // What the copy has besides its own may have been too much for it.
    if (Child.Group && Result.How != WorkResult::Ending::Stopped &&
        Result.How != WorkResult::Ending::OutOfTime) {
      GroupOf[Child.Index] = nullptr;
      Waiting.push_front(Child.Index);
      return;
    }
  }
  take(Child.Index, std::move(Result));
}

void ForkedRun::take(size_t Index, WorkResult Result) {
  ++Ended;
  IsTaken[Index] = true;
  Take(Index, std::move(Result));
}

/// Waits until a child says something, or a tick has passed.
void ForkedRun::wait() {
  SmallVector<pollfd, 16> Polled;
  for (const auto &Child : Running)
    Polled.push_back({Child->Output.Read.get(), POLLIN, 0});
  SmallVector<PieceGroup *> Beginning;
  for (PieceGroup &Group : Groups)
    if (Group.Now == PieceGroup::Stage::Beginning) {
      Beginning.push_back(&Group);
      Polled.push_back({Group.Common->channel(), POLLIN, 0});
    }
  int Ready = poll(Polled.data(), Polled.size(), int(Tick.count()));
  std::vector<std::unique_ptr<RunningChild>> Ended;
  ArrayRef<pollfd> OfChildren = ArrayRef(Polled).take_front(Running.size());
  ArrayRef<pollfd> OfGroups = ArrayRef(Polled).drop_front(Running.size());
  for (auto [Child, State] : zip_equal(Running, OfChildren)) {
    if (Ready > 0 && State.revents && !receive(*Child))
      Ended.push_back(std::move(Child));
    else
      holdToLimits(*Child);
  }
  erase_if(Running, [](const auto &Child) { return !Child; });
  for (auto [Group, State] : zip_equal(Beginning, OfGroups)) {
    if (Ready > 0 && State.revents && Group->Common->isReady())
      Group->Now = PieceGroup::Stage::Ready;
    else if ((Ready > 0 && State.revents) ||
             findExceededLimit(Group->Common->id(), Group->Start, Limits))
      giveUp(*Group);
  }
  for (const auto &Child : Ended)
    finish(*Child);
}

WorkState ForkedRun::state() const {
  WorkState State;
  State.Ended = Ended;
  std::optional<steady_clock::time_point> Start;
  auto Take = [&](size_t Index, steady_clock::time_point Its) {
    if (Start && *Start <= Its)
      return;
    Start = Its;
    State.Longest = Index;
  };
  if (!Running.empty())
    Take(Running.front()->Index, Running.front()->Start);
  for (const PieceGroup &Group : Groups)
    if (Group.Now == PieceGroup::Stage::Beginning)
      Take(Group.Pieces.front(), Group.Start);
  if (Start)
    State.LongestTime = std::chrono::duration_cast<milliseconds>(steady_clock::now() - *Start);
  return State;
}

void ForkedRun::endAll() {
  for (const auto &Child : Running) {
    Child->EndedFor = WorkResult::Ending::Stopped;
    kill(Child->Id, SIGKILL);
  }
  for (PieceGroup &Group : Groups)
    if (Group.Now == PieceGroup::Stage::Beginning)
      giveUp(Group);
  while (!Running.empty())
    wait();
  for (size_t Index = 0; Index != IsTaken.size(); ++Index)
    if (!IsTaken[Index])
      take(Index, {WorkResult::Ending::Stopped, 0, "", ""});
}

void ForkedRun::run(unsigned Jobs, function_ref<bool(const WorkState &)> GoOn) {
  // What is buffered would be written by both.
  outs().flush();
  while (Ended != IsTaken.size()) {
    if (!GoOn(state()))
      return endAll();
    while (hasRoom(Jobs) && startNext())
      ;
    if (Ended != IsTaken.size())
      wait();
  }
}

void runForked(size_t Count, unsigned Jobs, const WorkLimits &Limits,
               function_ref<std::string(size_t Index, WorkTeller TellWhere)> Work,
               function_ref<void(size_t Index, WorkResult Result)> Take,
               function_ref<bool(const WorkState &State)> GoOn, const CommonWork *Common) {
  ForkedRun(Count, Limits, Work, Take, Common).run(std::max(Jobs, 1u), GoOn);
}

} // namespace memlint
