//===- Distance.cpp - Addresses that never meet ---------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Distance.h"

#include "cuda-memlint/Symbolic/Bounds.h"
#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <numeric>

using namespace llvm;

namespace memlint {

namespace {

using Wide = __int128;

/// Coefficient times a number between Low and High.
struct DistanceTerm {
  int64_t Coefficient = 0;
  Wide Low = 0, High = 0;
  /// The difference of a thread's or block's index in this dimension.
  std::optional<std::pair<LeafKind, unsigned>> Index;
};

using FactorList = std::vector<ExprRef>;

std::map<FactorList, int64_t> monomialsOf(ExprRef Sum, int64_t &Constant) {
  std::map<FactorList, int64_t> Result;
  Constant = 0;
  if (Sum->isConstant()) {
    Constant = Sum->constantTerm();
  } else if (Sum->kind() == ExprKind::Polynomial) {
    Constant = Sum->constantTerm();
    for (const Monomial &Part : Sum->terms())
      Result[FactorList(Part.Factors.begin(), Part.Factors.end())] = Part.Coefficient;
  } else {
    Result[{Sum}] = 1;
  }
  return Result;
}

Wide divideDown(Wide Left, Wide Right) {
  Wide Quotient = Left / Right;
  return Quotient * Right > Left ? Quotient - 1 : Quotient;
}

Wide divideUp(Wide Left, Wide Right) { return -divideDown(-Left, Right); }

class DistanceProof {
public:
  DistanceProof(const RaceSetting &Setting, const PlacedSite &First, const PlacedSite &Second,
                ThreadPair Relation)
      : Setting(Setting), First(First), Second(Second), Relation(Relation) {}

  bool run() {
    if (!collect())
      return false;
    Low = -Wide(First.Site->Bytes) + 1;
    High = Wide(Second.Site->Bytes) - 1;
    if (!isDivisible())
      return true;
    // Each round fixes at least one more term or is the last.
    for (size_t Round = 0; Round <= Terms.size(); ++Round)
      if (!tighten())
        return true;
    return isSameThread();
  }

private:
  /// The same value for both threads.
  bool isShared(ExprRef Factor) const {
    return allLeaves(Factor, [&](ExprRef Leaf) {
      const LeafInfo &Info = Leaf->leaf();
      bool OfStart = Info.Kind == LeafKind::LoopCounter && Info.Id < Setting.Kernel.Loops.size();
      return OfStart || RaceSetting::isCommon(Info, Relation);
    });
  }

  bool addIndependent(int64_t Coefficient, const FactorList &Factors) {
    Interval Range = constantInterval(1);
    for (ExprRef Factor : Factors)
      Range = multiplyIntervals(Range, Factor->range());
    if (Range.Low <= -(int64_t(1) << 40) || Range.High >= int64_t(1) << 40)
      return false;
    Terms.push_back({Coefficient, Range.Low, Range.High, std::nullopt});
    return true;
  }

  bool collect() {
    int64_t FirstConstant = 0, SecondConstant = 0;
    std::map<FactorList, int64_t> Left = monomialsOf(First.Offset, FirstConstant);
    std::map<FactorList, int64_t> Right = monomialsOf(Second.Offset, SecondConstant);
    Constant = Wide(FirstConstant) - SecondConstant;
    for (const auto &[Factors, Coefficient] : Left) {
      auto Found = Right.find(Factors);
      bool Shared = all_of(Factors, [&](ExprRef Factor) { return isShared(Factor); });
      if (Shared) {
        int64_t Rest = Coefficient - (Found == Right.end() ? 0 : Found->second);
        if (Found != Right.end())
          Right.erase(Found);
        if (Rest != 0 && !addIndependent(Rest, Factors))
          return false;
        continue;
      }
      bool IsOneLeaf = Factors.size() == 1 && Factors.front()->isLeaf();
      const LeafInfo *Info = IsOneLeaf ? &Factors.front()->leaf() : nullptr;
      if (Found != Right.end() && Found->second == Coefficient && Info &&
          (Info->Kind == LeafKind::ThreadIndex || Info->Kind == LeafKind::BlockIndex)) {
        Wide Span = Wide(Info->Range.High) - Info->Range.Low;
        Terms.push_back({Coefficient, -Span, Span, {{Info->Kind, Info->Dimension}}});
        Right.erase(Found);
        continue;
      }
      if (!addIndependent(Coefficient, Factors))
        return false;
    }
    for (const auto &[Factors, Coefficient] : Right)
      if (!addIndependent(-Coefficient, Factors))
        return false;
    joinCounters();
    return true;
  }

  /// Counters of one loop on both sides stay two terms with one coefficient: as good as
  /// their difference.
  void joinCounters() {
    llvm::sort(Terms, [](const DistanceTerm &Left, const DistanceTerm &Right) {
      return std::abs(Left.Coefficient) > std::abs(Right.Coefficient);
    });
    std::vector<DistanceTerm> Joined;
    for (const DistanceTerm &Each : Terms) {
      if (!Joined.empty() && !Joined.back().Index && !Each.Index &&
          std::abs(Joined.back().Coefficient) == std::abs(Each.Coefficient)) {
        DistanceTerm &Last = Joined.back();
        bool Same = Last.Coefficient == Each.Coefficient;
        Last.Low += Same ? Each.Low : -Each.High;
        Last.High += Same ? Each.High : -Each.Low;
      } else {
        Joined.push_back(Each);
      }
    }
    Terms = std::move(Joined);
  }

  /// Some distance that makes the bytes overlap is a multiple of what all terms are.
  bool isDivisible() const {
    uint64_t Divisor = 0;
    for (const DistanceTerm &Each : Terms)
      Divisor = std::gcd(Divisor, uint64_t(std::abs(Each.Coefficient)));
    if (Divisor <= 1)
      return true;
    return divideUp(Low - Constant, Wide(Divisor)) <= divideDown(High - Constant, Wide(Divisor));
  }

  /// False: no numbers make the distance small enough.
  bool tighten() {
    for (DistanceTerm &Each : Terms) {
      Wide RestLow = Constant, RestHigh = Constant;
      for (const DistanceTerm &Other : Terms) {
        if (&Other == &Each)
          continue;
        Wide One = Other.Coefficient * Other.Low, Two = Other.Coefficient * Other.High;
        RestLow += std::min(One, Two);
        RestHigh += std::max(One, Two);
      }
      Wide From = Low - RestHigh, To = High - RestLow;
      Wide Coefficient = Each.Coefficient;
      if (Coefficient < 0) {
        Coefficient = -Coefficient;
        std::swap(From, To);
        From = -From;
        To = -To;
      }
      Each.Low = std::max(Each.Low, divideUp(From, Coefficient));
      Each.High = std::min(Each.High, divideDown(To, Coefficient));
      if (Each.Low > Each.High)
        return false;
    }
    return true;
  }

  /// The two can only be one thread, or threads of one block where they must not be.
  bool isSameThread() const {
    auto IsFixed = [&](LeafKind Kind, unsigned Dimension) {
      return any_of(Terms, [&](const DistanceTerm &Each) {
        return Each.Index == std::pair(Kind, Dimension) && Each.Low == 0 && Each.High == 0;
      });
    };
    bool Blocks = Relation == ThreadPair::DifferentBlocks;
    for (unsigned Dimension = 0; Dimension != 3; ++Dimension) {
      uint64_t Extent = Blocks ? Setting.extentOfGrid(Dimension) : Setting.Block[Dimension];
      if (Extent > 1 && !IsFixed(Blocks ? LeafKind::BlockIndex : LeafKind::ThreadIndex, Dimension))
        return false;
    }
    return true;
  }

  const RaceSetting &Setting;
  const PlacedSite &First, &Second;
  ThreadPair Relation;
  std::vector<DistanceTerm> Terms;
  Wide Constant = 0, Low = 0, High = 0;
};

} // namespace

bool neverMeet(const RaceSetting &Setting, const PlacedSite &First, const PlacedSite &Second,
               ThreadPair Relation) {
  return DistanceProof(Setting, First, Second, Relation).run();
}

bool dropCommonPart(ExprContext &Context, PlacedSite &First, PlacedSite &Second,
                    ThreadPair Relation) {
  auto IsCommon = [&](ExprRef Factor) {
    return allLeaves(Factor,
                     [&](ExprRef Leaf) { return RaceSetting::isCommon(Leaf->leaf(), Relation); });
  };
  auto Common = [&](ExprRef Sum) {
    ExprRef Result = Context.constant(0);
    int64_t Constant = 0;
    for (const auto &[Factors, Coefficient] : monomialsOf(Sum, Constant)) {
      if (all_of(Factors, IsCommon))
        Result = Context.add(Result, product(Context, Coefficient, Factors));
    }
    return Result;
  };
  ExprRef Left = Common(First.Offset), Right = Common(Second.Offset);
  if (Left != Right || Left->isConstant(0))
    return false;
  First.Offset = Context.subtract(First.Offset, Left);
  Second.Offset = Context.subtract(Second.Offset, Right);
  return true;
}

} // namespace memlint
