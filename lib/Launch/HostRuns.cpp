//===- HostRuns.cpp - What host code is run with --------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// From where the interpretation starts, how often, and what is kept of what several runs find.
///
//===----------------------------------------------------------------------===//

#include "HostEvaluator.h"
#include "cuda-memlint/Model/LaunchContexts.h"
#include "cuda-memlint/Target/TargetModel.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/iterator_range.h"

using namespace clang;

namespace memlint {

/// Runs the functions that other files call; returns them.
llvm::DenseSet<const FunctionDecl *> HostEvaluator::runCalledFromOutside() {
  llvm::StringMap<std::vector<const OutgoingCall *>> CallsOf;
  for (const OutgoingCall &Call : FromOutside.Calls)
    CallsOf[Call.Function].push_back(&Call);
  llvm::DenseSet<const FunctionDecl *> Called;
  if (CallsOf.empty())
    return Called;
  for (const FunctionDecl *Function : Program.functions()) {
    if (!Program.reachesLaunch(Function))
      continue;
    auto Found = CallsOf.find(linkerName(Ast, Function));
    if (Found == CallsOf.end())
      continue;
    Called.insert(Function);
    for (const OutgoingCall *Call : Found->second) {
      Conditions = Call->Conditions;
      FoundCounts Before = foundSoFar();
      runFromStart(Function, Call->Arguments.get());
      runForDevice(Function, Call->Arguments.get(), MainArguments::NotKnown, Before);
    }
    Conditions.clear();
  }
  return Called;
}

void HostEvaluator::run() {
  llvm::DenseSet<const FunctionDecl *> Called = runCalledFromOutside();
  for (const FunctionDecl *Function : Program.roots()) {
    FoundCounts Before = foundSoFar();
    if (Function->isMain())
      runMain(Function);
    else if (!Called.contains(Function)) {
      runFromStart(Function);
      runForDevice(Function, nullptr, MainArguments::NotKnown, Before);
    }
  }
  // Recursion without a start, or calls in code that is not understood.
  for (const FunctionDecl *Function : Program.launchingFunctions())
    if (!Executed.contains(Function))
      Skipped.insert(Function);
  // Running one may add others.
  for (size_t Index = 0; Index != Skipped.size(); ++Index)
    runFromStart(Skipped[Index]);
}

namespace {

/// Merges what two runs found at one source location: the \p First, which knows less,
/// and the \p Second, which knows more under a condition. Keeps of the first what
/// is all known or met by both, and of the second what is new, if there is anything;
/// else all of the first. Calls \p Replace for what is kept of the second in place of the first.
template <typename T, typename KeyOf, typename Alike, typename Replacement>
void mergeRuns(std::vector<T> &All, size_t FirstBegin, size_t SecondBegin, KeyOf Key,
               Alike SayTheSame, Replacement Replace) {
  ArrayRef<T> First = ArrayRef(All).slice(FirstBegin, SecondBegin - FirstBegin);
  ArrayRef<T> Second = ArrayRef(All).drop_front(SecondBegin);
  std::vector<T> Kept(All.begin(), All.begin() + FirstBegin);
  for (const T &Each : First) {
    bool MetAgain = false, MetOther = false;
    for (const T &Other : Second)
      if (Key(Each) == Key(Other))
        (SayTheSame(Each, Other) ? MetAgain : MetOther) = true;
    if (Each.AllKnown || MetAgain || !MetOther)
      Kept.push_back(Each);
  }
  for (const T &Each : Second) {
    auto Same = [&](const T &Other) { return Key(Each) == Key(Other) && SayTheSame(Each, Other); };
    bool IsAllKnown = llvm::all_of(
        First, [&](const T &Other) { return Key(Each) != Key(Other) || Other.AllKnown; });
    if (IsAllKnown || llvm::any_of(First, Same))
      continue;
    Kept.push_back(Each);
    for (const T &Other : First)
      if (Key(Each) == Key(Other) && !Other.AllKnown)
        Replace(Kept.back(), Other);
  }
  All = std::move(Kept);
}

} // namespace

bool HostEvaluator::isAllKnownSince(const FoundCounts &Before) const {
  auto IsAllKnown = [](const auto &Each) { return Each.AllKnown; };
  return llvm::all_of(ArrayRef(Launches).drop_front(Before.Launches), IsAllKnown) &&
         llvm::all_of(ArrayRef(OutgoingCalls).drop_front(Before.Calls), IsAllKnown);
}

/// Merges what runs found since \p First with what one that knows more found since \p Second.
void HostEvaluator::mergeSecondRun(const FoundCounts &First, const FoundCounts &Second) {
  mergeRuns(
      Launches, First.Launches, Second.Launches,
      [](const RecordedLaunch &Launch) { return std::pair(Launch.Kernel, Launch.Where); },
      [](const RecordedLaunch &Left, const RecordedLaunch &Right) {
        return Left.IsAlternative == Right.IsAlternative &&
               sayTheSame(Left.Context, Right.Context, /*WithConditions=*/false);
      },
      [](RecordedLaunch &Kept, const RecordedLaunch &Replaced) {
        const LaunchContext &Context = Replaced.Context;
        Kept.Context.Unconditional = Context.Unconditional
                                         ? Context.Unconditional
                                         : std::make_shared<const LaunchContext>(Context);
      });
  mergeRuns(
      OutgoingCalls, First.Calls, Second.Calls,
      [](const RecordedCall &Call) { return std::pair(Call.Call.Function, Call.Where); },
      [](const RecordedCall &Left, const RecordedCall &Right) {
        return *Left.Call.Arguments == *Right.Call.Arguments;
      },
      [](RecordedCall &, const RecordedCall &) {});
}

/// Drops the launches since \p Before, met by a run under a condition, whose grids are empty there:
/// what they pass is not what happens, and the run without the condition says more of them. A place
/// that the run comes to with another grid, too, as in a loop or a helper, keeps all of its
/// launches: the others would stand for them.
void HostEvaluator::dropEmptyLaunches(const FoundCounts &Before) {
  auto First = Launches.begin() + long(Before.Launches);
  llvm::DenseSet<std::pair<const FunctionDecl *, unsigned>> Executed;
  auto PlaceOf = [](const RecordedLaunch &Launch) {
    return std::pair(Launch.Kernel, Launch.Where.getRawEncoding());
  };
  for (const RecordedLaunch &Each : llvm::make_range(First, Launches.end()))
    if (!Each.IsEmpty)
      Executed.insert(PlaceOf(Each));
  Launches.erase(std::remove_if(First, Launches.end(),
                                [&](const RecordedLaunch &Each) {
                                  return Each.IsEmpty && !Executed.contains(PlaceOf(Each));
                                }),
                 Launches.end());
}

/// Runs \p Function once more for the device of the analysis, where the runs since \p Before leave
/// something of a launch unknown and host code asks what the device is.
void HostEvaluator::runForDevice(const FunctionDecl *Function, const PassedArguments *FromFile,
                                 MainArguments OfMain, const FoundCounts &Before) {
  if (!Device || !AsksForDevice)
    return;
  // The device may decide between them.
  for (RecordedLaunch &Launch : MutableArrayRef(Launches).drop_front(Before.Launches))
    Launch.AllKnown &= !Launch.IsAlternative;
  if (isAllKnownSince(Before))
    return;
  FoundCounts Between = foundSoFar();
  Conditions.push_back("the device has compute capability " +
                       std::to_string(Device->Capability / 10) + "." +
                       std::to_string(Device->Capability % 10));
  KnowsDevice = true;
  runFromStart(Function, FromFile, OfMain);
  dropEmptyLaunches(Between);
  KnowsDevice = false;
  Conditions.pop_back();
  mergeSecondRun(Before, Between);
}

/// Once for all arguments, and once for those that are given, or, where the first run leaves
/// something of a launch unknown, without any, and for the device.
void HostEvaluator::runMain(const FunctionDecl *Main) {
  if (Arguments && Main->getNumParams() != 0)
    return runMainAsGiven(Main);
  FoundCounts Before = foundSoFar();
  runFromStart(Main);
  if (Main->getNumParams() == 0 || isAllKnownSince(Before))
    return runForDevice(Main, nullptr, MainArguments::NotKnown, Before);
  FoundCounts Between = foundSoFar();
  Conditions = {"main is called without arguments"};
  runFromStart(Main, nullptr, MainArguments::None);
  dropEmptyLaunches(Between);
  mergeSecondRun(Before, Between);
  runForDevice(Main, nullptr, MainArguments::None, Before);
  Conditions.clear();
}

/// Merges what a run for all arguments of main found, up to \p SecondBegin, and one for those that
/// are given: of each \p Subject that the second run came to, only what it found, and what both
/// found as the first did, who needs no condition; of others what the first run found.
template <typename T, typename SubjectOf, typename Alike>
static void keepWhatIsGiven(std::vector<T> &All, size_t FirstBegin, size_t SecondBegin,
                            SubjectOf Subject, Alike IsSame) {
  ArrayRef<T> First = ArrayRef(All).slice(FirstBegin, SecondBegin - FirstBegin);
  ArrayRef<T> Second = ArrayRef(All).drop_front(SecondBegin);
  std::vector<T> Kept(All.begin(), All.begin() + FirstBegin);
  for (const T &Each : First)
    if (llvm::none_of(Second, [&](const T &Other) { return Subject(Each) == Subject(Other); }))
      Kept.push_back(Each);
  for (const T &Each : Second) {
    const T *Same = llvm::find_if(First, [&](const T &Other) { return IsSame(Each, Other); });
    Kept.push_back(Same == First.end() ? Each : *Same);
  }
  All = std::move(Kept);
}

/// \p Arguments as they are shown with each launch; those behind are left out of long ones.
static std::string shownArguments(ArrayRef<std::string> Arguments) {
  constexpr size_t MaximumShown = 200;
  std::string Text;
  for (const std::string &Each : Arguments) {
    std::string Word = argumentsText(Each);
    if (Text.size() + Word.size() > MaximumShown) {
      Text += " ...";
      break;
    }
    Text += (Text.empty() ? "" : " ") + Word;
  }
  // A terminal would obey them.
  for (char &Letter : Text)
    if (llvm::isASCII(Letter) && !llvm::isPrint(Letter))
      Letter = '?';
  return Text;
}

/// A kernel that is not launched with the arguments that are given is analysed as it is launched
/// with any.
void HostEvaluator::runMainAsGiven(const FunctionDecl *Main) {
  FoundCounts Before = foundSoFar();
  runFromStart(Main);
  FoundCounts Between = foundSoFar();
  Conditions = {Arguments->empty()
                    ? "main is called without arguments"
                    : "main is called with the arguments " + shownArguments(*Arguments)};
  runFromStart(Main, nullptr, MainArguments::Given);
  dropEmptyLaunches(Between);
  keepWhatIsGiven(
      Launches, Before.Launches, Between.Launches,
      [](const RecordedLaunch &Launch) { return Launch.Kernel; },
      [](const RecordedLaunch &Left, const RecordedLaunch &Right) {
        return Left.Kernel == Right.Kernel && Left.Where == Right.Where && Right.AllKnown &&
               sayTheSame(Left.Context, Right.Context, /*WithConditions=*/false);
      });
  keepWhatIsGiven(
      OutgoingCalls, Before.Calls, Between.Calls,
      [](const RecordedCall &Call) { return StringRef(Call.Call.Function); },
      [](const RecordedCall &Left, const RecordedCall &Right) {
        return Left.Call.Function == Right.Call.Function && Left.Where == Right.Where &&
               *Left.Call.Arguments == *Right.Call.Arguments;
      });
  runForDevice(Main, nullptr, MainArguments::Given, Before);
  Conditions.clear();
}

} // namespace memlint
