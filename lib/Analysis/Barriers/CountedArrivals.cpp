//===- CountedArrivals.cpp - Who comes to barriers that count -------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Barriers/CountedArrivals.h"

#include "cuda-memlint/Analysis/Cost/LaunchValues.h"
#include "cuda-memlint/Model/LaunchContext.h"
#include "cuda-memlint/Model/MemoryProgram.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace llvm;

namespace memlint {

namespace {

/// Who comes to one site.
struct SiteArrivals {
  const Barrier *At = nullptr;
  /// By thread.
  std::vector<Truth> Comes;
  /// By warp: some thread may come.
  std::vector<bool> MayCome;
  /// Who comes is known, but for conditions that are the same for the whole block: whole warps.
  bool IsKnown = true;
  /// Those conditions.
  SmallVector<ExprRef, 2> Shared;
};

/// The sites of one number.
struct Arrivals {
  std::vector<SiteArrivals> Sites;
  int64_t Number = 0;
  /// Warps that complete the barrier.
  int64_t Count = 0;
};

class MiscountSearch {
public:
  MiscountSearch(ExprContext &Expressions, const KernelProgram &Kernel, const LaunchContext &Launch,
                 function_ref<bool(const Barrier &, const ArrivalSplit &)> HasExited)
      : Expressions(Expressions), Kernel(Kernel), Launch(Launch), HasExited(HasExited),
        Values({*Launch.Block[0], *Launch.Block[1], *Launch.Block[2]}, {}),
        Lanes(Kernel.Device.WarpLanes), Warps((Values.threads() + Lanes - 1) / Lanes) {
    Values.setBlock({});
  }

  std::vector<MiscountedBarrier> find() {
    std::vector<MiscountedBarrier> Found;
    for (const auto &[Number, Sites] : sitesByNumber()) {
      std::optional<Arrivals> Group = arrivalsAt(Number, Sites);
      std::optional<MiscountedBarrier> Fault = Group ? judge(*Group) : std::nullopt;
      if (Fault)
        Found.push_back(std::move(*Fault));
    }
    return Found;
  }

private:
  using BarrierList = SmallVector<const Barrier *, 4>;

  ExprRef inLaunch(ExprRef Written) {
    return withLaunchValues(Expressions, Written, Kernel, Launch);
  }

  /// Barriers that count, by number; none where it is not known of all that wait which number they
  /// have. Numbers that barriers without a count have, too, are left out.
  std::map<int64_t, BarrierList> sitesByNumber() {
    std::map<int64_t, BarrierList> Result;
    SmallVector<int64_t, 4> Uncounted;
    for (const Barrier &Each : Kernel.Barriers) {
      // A function that is not seen.
      if (Each.Scope == BarrierScope::Cluster && Each.IsUncertain)
        return {};
      if (Each.Scope != BarrierScope::Named && Each.Scope != BarrierScope::Block)
        continue;
      ExprRef Number = Each.Id ? inLaunch(Each.Id) : Expressions.constant(0);
      if (!Number->isConstant())
        return {};
      if (Each.Scope == BarrierScope::Named)
        Result[Number->constantTerm()].push_back(&Each);
      else
        Uncounted.push_back(Number->constantTerm());
    }
    for (int64_t Number : Uncounted)
      Result.erase(Number);
    return Result;
  }

  std::optional<Arrivals> arrivalsAt(int64_t Number, const BarrierList &Sites) {
    Arrivals Group;
    Group.Number = Number;
    for (const Barrier *Each : Sites) {
      ExprRef Count = Each->Count ? inLaunch(Each->Count) : nullptr;
      if (!Count || !Count->isConstant() || Count->constantTerm() <= 0 ||
          Count->constantTerm() % Lanes != 0 ||
          (Group.Count != 0 && Group.Count != Count->constantTerm() / Lanes))
        return std::nullopt;
      Group.Count = Count->constantTerm() / Lanes;
      Group.Sites.push_back(arrivalsAt(*Each));
    }
    return Group;
  }

  SiteArrivals arrivalsAt(const Barrier &At) {
    SiteArrivals Result;
    Result.At = &At;
    Result.Comes.assign(Values.threads(), Truth::Yes);
    for (ExprRef Guard : At.Guards) {
      ExprRef Known = inLaunch(Guard);
      unsigned Root = Values.add(Known);
      ArrayRef<Truth> Holds = Values.truths(Root);
      if (!Values.variesByThread(Root) && Known->varies() <= Uniformity::Block &&
          Holds.front() == Truth::Maybe) {
        Result.Shared.push_back(Known);
        continue;
      }
      Result.IsKnown &= !is_contained(Holds, Truth::Maybe);
      for (auto [Comes, Each] : zip(Result.Comes, Holds))
        Comes = std::min(Comes, Each);
    }
    for (unsigned Loop : At.Loops)
      for (ExprRef Exit : Kernel.Loops[Loop].Exits)
        Result.IsKnown &= inLaunch(Exit)->varies() <= Uniformity::Block;
    for (unsigned Warp = 0; Warp != Warps; ++Warp) {
      auto OfWarp = ArrayRef(Result.Comes)
                        .slice(Warp * Lanes, std::min(Lanes, Values.threads() - Warp * Lanes));
      bool AnyMissing = is_contained(OfWarp, Truth::No);
      Result.MayCome.push_back(any_of(OfWarp, [](Truth Each) { return Each != Truth::No; }));
      Result.IsKnown &= !AnyMissing || !Result.MayCome.back();
    }
    return Result;
  }

  std::optional<MiscountedBarrier> judge(const Arrivals &Group) {
    MiscountedBarrier Fault;
    Fault.Number = Group.Number;
    Fault.Count = Group.Count * Lanes;
    bool AllWait =
        none_of(Group.Sites, [](const SiteArrivals &Each) { return Each.At->IsArrival; });
    // By warp, at how many sites it arrives.
    std::vector<int64_t> Times(Warps);
    int64_t InAll = 0;
    for (const SiteArrivals &Each : Group.Sites)
      for (unsigned Warp = 0; Warp != Warps; ++Warp)
        Times[Warp] += Each.MayCome[Warp];
    for (int64_t Each : Times)
      InAll += Each;
    int64_t Coming = Warps - count(Times, 0);
    if (InAll == 0)
      return std::nullopt;
    if (AllWait && Coming < Group.Count) {
      if (Coming == int64_t(Warps) &&
          all_of(Group.Sites, [&](const SiteArrivals &Each) { return isConditional(Each); }))
        return std::nullopt;
      Fault.Form = MiscountedBarrier::Fault::TooFew;
      Fault.Arriving = Coming * Lanes;
      return withSplit(std::move(Fault), Group, Times);
    }
    if (!areTogether(Group))
      return std::nullopt;
    bool IsUneven =
        InAll % Group.Count > arrivalsAtEnd(Group) && Group.Sites.front().At->Loops.empty();
    int64_t Most = *max_element(Times);
    if (AllWait && (Most * Group.Count > InAll || (IsUneven && !all_equal(Times)))) {
      Fault.Form = MiscountedBarrier::Fault::Unequal;
      return withSplit(std::move(Fault), Group, Times);
    }
    Fault.Form = MiscountedBarrier::Fault::Remainder;
    Fault.Arriving = InAll * Lanes;
    Fault.At = firstWaiting(Group);
    return IsUneven && Fault.At ? std::optional(std::move(Fault)) : std::nullopt;
  }

  /// A condition on what is unknown, beside those of its loops, decides whether the block comes to
  /// \p Site: it may hold for larger blocks only.
  bool isConditional(const SiteArrivals &Site) {
    return any_of(Site.Shared, [&](ExprRef Condition) {
      return none_of(Site.At->Loops, [&](unsigned Loop) {
        return any_of(Kernel.Loops[Loop].Exits, [&](ExprRef Exit) {
          return Expressions.logicalNot(inLaunch(Exit)) == Condition;
        });
      });
    });
  }

  /// Who comes is known of all sites, and if threads come to one, they come to the others.
  static bool areTogether(const Arrivals &Group) {
    return all_of(Group.Sites, [&](const SiteArrivals &Each) {
      return Each.IsKnown && Each.Shared == Group.Sites.front().Shared &&
             Each.At->Loops == Group.Sites.front().At->Loops;
    });
  }

  /// How often warps arrive that do not wait there any more: with these left, nobody waits for
  /// ever.
  int64_t arrivalsAtEnd(const Arrivals &Group) const {
    int64_t Result = 0;
    for (unsigned Warp = 0; Warp != Warps; ++Warp)
      for (const SiteArrivals &Each : reverse(Group.Sites)) {
        if (Each.MayCome[Warp] && !Each.At->IsArrival)
          break;
        Result += Each.MayCome[Warp];
      }
    return Result;
  }

  static const Barrier *firstWaiting(const Arrivals &Group) {
    auto Found = find_if(Group.Sites, [](const SiteArrivals &Each) { return !Each.At->IsArrival; });
    return Found == Group.Sites.end() ? nullptr : Found->At;
  }

  /// \p Fault at the first site to which warps that come most often come, and others do not; of
  /// these, the one that comes most rarely. Nothing where one of them exits.
  std::optional<MiscountedBarrier> withSplit(MiscountedBarrier Fault, const Arrivals &Group,
                                             ArrayRef<int64_t> Times) {
    int64_t Most = *max_element(Times);
    for (const SiteArrivals &Each : Group.Sites) {
      std::optional<unsigned> Coming, Missing;
      for (unsigned Warp = 0; Warp != Warps; ++Warp) {
        if (Each.MayCome[Warp]) {
          if (Times[Warp] == Most && !Coming)
            Coming = Warp;
          continue;
        }
        if (HasExited(*Each.At, split(Each, Warp, Warp)))
          return std::nullopt;
        if (!Missing || Times[Warp] < Times[*Missing])
          Missing = Warp;
      }
      if (!Coming)
        continue;
      if (Fault.Form == MiscountedBarrier::Fault::TooFew && !Fault.At)
        Fault.At = Each.At;
      if (!Missing)
        continue;
      Fault.At = Each.At;
      Fault.Split = split(Each, *Coming, *Missing);
      break;
    }
    return Fault.At ? std::optional(std::move(Fault)) : std::nullopt;
  }

  ArrivalSplit split(const SiteArrivals &At, unsigned Coming, unsigned Missing) {
    ArrivalSplit Result;
    unsigned First = Coming * Lanes;
    while (First + 1 < Values.threads() && At.Comes[First] == Truth::No)
      ++First;
    Result.Coming = {{}, Values.threadIndex(First)};
    Result.Missing = {{}, Values.threadIndex(Missing * Lanes)};
    for (auto [Number, Guard] : enumerate(At.At->Guards))
      if (Values.truth(Values.add(inLaunch(Guard)), Missing * Lanes) == Truth::No) {
        Result.Guard = unsigned(Number);
        break;
      }
    return Result;
  }

  ExprContext &Expressions;
  const KernelProgram &Kernel;
  const LaunchContext &Launch;
  function_ref<bool(const Barrier &, const ArrivalSplit &)> HasExited;
  ThreadValues Values;
  unsigned Lanes, Warps;
};

} // namespace

std::vector<MiscountedBarrier>
findMiscounted(ExprContext &Expressions, const KernelProgram &Kernel, const LaunchContext &Launch,
               function_ref<bool(const Barrier &, const ArrivalSplit &)> HasExited) {
  return MiscountSearch(Expressions, Kernel, Launch, HasExited).find();
}

} // namespace memlint
