//===- UnknownObjects.cpp - Pairs whose objects are not known -------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnknownObjects.h"

#include "Conflicts.h"
#include "SelectedAccesses.h"

#include "cuda-memlint/Model/SharedAllocations.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"

#include <tuple>

using namespace llvm;

namespace memlint {

namespace {

class UnknownObjects {
public:
  UnknownObjects(const RaceSetting &Setting, const RaceOptions &Options, RaceReport &Report)
      : Setting(Setting), Kernel(Setting.Kernel), Options(Options), Report(Report) {
    for (const Access &Site : Kernel.Accesses)
      if ((!Site.IsUnused || writes(Site)) && isDoubtful(Site) &&
          (isLookedAt(Site.Space) || Site.Space == MemorySpace::Generic))
        Doubtful.push_back(&Site);
  }

  uint64_t run() {
    decideDoubtful();
    decideOverlapping();
    return PairsLeft;
  }

private:
  static bool mayShareSpace(const Access &First, const Access &Second) {
    return First.Space == Second.Space ||
           (First.Space == MemorySpace::Generic && isLookedAt(Second.Space)) ||
           (Second.Space == MemorySpace::Generic && isLookedAt(First.Space));
  }

  bool isDoubtful(const Access &Site) const {
    return isAmbiguous(Kernel, Site) || hasLoadedBase(Kernel, Site);
  }

  /// The two may access one object, but which one either accesses is not known.
  bool mayMeetUnknown(const Access &First, const Access &Second) const {
    if (isAmbiguous(Kernel, First) || isAmbiguous(Kernel, Second))
      return mayShareObject(Kernel, First, Second);
    return mayAliasThroughLoaded(Kernel, First, Second);
  }

  bool isAsked(const Access &First, const Access &Second) const {
    return !Options.Only || Options.Only->contains({First.Id, Second.Id});
  }

  /// Nothing is said of an access to an unknown object, but that it is not decided.
  void decideDoubtful() {
    for (const Access *Site : Doubtful)
      for (const Access &Other : Kernel.Accesses) {
        if (!isAsked(Site->Id < Other.Id ? *Site : Other, Site->Id < Other.Id ? Other : *Site) ||
            Other.IsUnused || !mayShareSpace(*Site, Other) || (!writes(*Site) && !writes(Other)) ||
            !mayMeetUnknown(*Site, Other) || (Other.Id < Site->Id && isDoubtful(Other)))
          continue;
        leaveUndecided(*Site, Other, {PairReason::Kind::Object, {Site->Text}});
      }
  }

  /// Of how the threads that come to the two are related, nothing is said.
  void leaveUndecided(const Access &One, const Access &Other, PairReason Reason) {
    if (Report.Verdicts.size() == MostUnknownPairs) {
      ++PairsLeft;
      return;
    }
    ++Report.Pairs;
    RaceVerdict Verdict;
    std::tie(Verdict.First, Verdict.Second) = std::minmax(One.Id, Other.Id);
    Verdict.Reason = std::move(Reason);
    Report.Verdicts.push_back(std::move(Verdict));
  }

  /// The launch may pass one array twice, and where one pointer leads beside the other is unknown.
  void decideOverlapping() {
    if (Setting.Launch.AliasedArguments.empty() || Options.Removal)
      return;
    for (const Access &First : Kernel.Accesses)
      for (const Access &Second : ArrayRef(Kernel.Accesses).drop_front(First.Id)) {
        if ((!writes(First) && !writes(Second)) || !isAsked(First, Second) ||
            (First.IsUnused && !writes(First)) || (Second.IsUnused && !writes(Second)))
          continue;
        if (const PairReason &Reason = whyOverlapping(First, Second); !Reason.empty())
          leaveUndecided(First, Second, Reason);
      }
  }

  /// None: they do not. Only their objects count, which are few.
  const PairReason &whyOverlapping(const Access &First, const Access &Second) {
    bool IsFirstUnknown = isAmbiguous(Kernel, First), IsSecondUnknown = isAmbiguous(Kernel, Second);
    auto [Known, IsNew] = Overlapping.try_emplace(
        {2 * First.Object + IsFirstUnknown, 2 * Second.Object + IsSecondUnknown});
    if (!IsNew || ((isDoubtful(First) || isDoubtful(Second)) && mayMeetUnknown(First, Second)))
      return Known->second;
    bool IsObjectUnknown = IsFirstUnknown || IsSecondUnknown;
    anyBases(Kernel, First, Second, [&](const MemoryObject &Left, const MemoryObject &Right) {
      if (!(IsObjectUnknown ? mayOverlap : mayOverlapAnywhere)(Left, Right, Setting.Launch))
        return false;
      Known->second = {PairReason::Kind::OneArray, {Left.Name, Right.Name}};
      return true;
    });
    return Known->second;
  }

  const RaceSetting &Setting;
  const KernelProgram &Kernel;
  const RaceOptions &Options;
  RaceReport &Report;
  /// Those whose object is unknown, or may have another name.
  std::vector<const Access *> Doubtful;
  /// By the two objects, and whether either access may be to another one.
  DenseMap<std::pair<unsigned, unsigned>, PairReason> Overlapping;
  uint64_t PairsLeft = 0;
};

} // namespace

uint64_t addUnknownObjects(const RaceSetting &Setting, const RaceOptions &Options,
                           RaceReport &Report) {
  return UnknownObjects(Setting, Options, Report).run();
}

} // namespace memlint
