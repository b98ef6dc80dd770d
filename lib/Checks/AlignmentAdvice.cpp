//===- AlignmentAdvice.cpp - What aligns an access --------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AlignmentAdvice.h"

#include "RowPitch.h"

#include "cuda-memlint/Analysis/Cost/LaunchValues.h"
#include "cuda-memlint/Checks/CostReasonWording.h"
#include "cuda-memlint/Checks/MendWording.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <numeric>
#include <optional>

using namespace llvm;

namespace memlint {

namespace {

/// Where an array lies: how many bytes later than it does, and whether its rows are as far apart as
/// sectors are.
struct Placement {
  int64_t Start = 0;
  bool HasWholeRows = false;
};

/// Tries where the array of an access could lie.
class AlignmentTrial {
public:
  AlignmentTrial(const CheckRun &In, const Access &Site, unsigned Launch, const RowPitches &Rows)
      : In(In), Site(Site), Launch(Launch), Rows(Rows), RowBytes(Rows.rowsOf(Site, Launch)) {}

  /// What \p Each costs where the array is placed as \p Where says; nothing where that is not
  /// known.
  std::optional<AccessCost> costOf(const Access &Each, Placement Where) const;
  /// What the access costs so, if that is ideal.
  std::optional<AccessCost> idealCost(Placement Where) const;
  /// The same from some start at which the accesses to the array together cost less than now.
  std::optional<AccessCost> idealFromSomeStart(bool HasWholeRows);
  /// Another access to the array: a start that suits the one costs there what it saves. Null: none
  /// was met.
  const Access *rival() const { return Rival; }

private:
  bool isWorthStarting(Placement Where);

  const CheckRun &In;
  const Access &Site;
  unsigned Launch;
  const RowPitches &Rows;
  /// Bytes from one row of the array to the next, where that is known.
  std::optional<int64_t> RowBytes;
  const Access *Rival = nullptr;
};

} // namespace

std::optional<AccessCost> AlignmentTrial::costOf(const Access &Each, Placement Where) const {
  ExprRef Offset = Where.HasWholeRows ? Rows.offsetWithWholeRows(Each, Launch, RowBytes)
                                      : Rows.offsetOf(Each, Launch);
  AccessCost Cost =
      Rows.costOf(Each, In.Expressions.add(Offset, In.Expressions.constant(Where.Start)), Launch);
  if (Cost.Known == Knowledge::Unknown)
    return std::nullopt;
  return Cost;
}

std::optional<AccessCost> AlignmentTrial::idealCost(Placement Where) const {
  std::optional<AccessCost> Cost = costOf(Site, Where);
  if (Cost && Cost->Worst.Cost != Cost->Worst.Ideal)
    return std::nullopt;
  return Cost;
}

static double sectorsOf(const AccessCost &Cost) {
  if (Cost.NeverExecuted)
    return 0;
  return Cost.Totals ? double(Cost.Totals->Cost) : Cost.MeanCost;
}

bool AlignmentTrial::isWorthStarting(Placement Where) {
  // Trying takes long for a kernel that accesses the array very often.
  constexpr size_t MostTried = 64;
  double Saved = 0, MostLost = 0;
  const Access *Loser = nullptr;
  size_t Tried = 0;
  for (const Access &Each : In.Kernel.Program.Accesses) {
    if (Each.Object != Site.Object || !Each.Offset || Each.IsUnused || ++Tried > MostTried)
      continue;
    std::optional<AccessCost> Now = costOf(Each, {0, Where.HasWholeRows});
    std::optional<AccessCost> Then = costOf(Each, Where);
    if (!Now || !Then || Now->Totals.has_value() != Then->Totals.has_value())
      continue;
    double Lost = sectorsOf(*Then) - sectorsOf(*Now);
    Saved -= Lost;
    if (Lost > MostLost) {
      MostLost = Lost;
      Loser = &Each;
    }
  }
  if (Loser && Saved <= 0)
    Rival = Loser;
  return !Loser || Saved > 0;
}

std::optional<AccessCost> AlignmentTrial::idealFromSomeStart(bool HasWholeRows) {
  for (int64_t Start = Site.Bytes; Start < int64_t(In.Target.Shape.UnitBytes); Start += Site.Bytes)
    if (std::optional<AccessCost> Cost = idealCost({Start, HasWholeRows});
        Cost && isWorthStarting({Start, HasWholeRows}))
      return Cost;
  return std::nullopt;
}

/// With a start that makes it cost \p Moved, as \p Saving says. Other arguments than assumed would
/// undo that: rows have to follow, and where a start is one of them, which is named last, it is
/// what it is.
static std::string adviseStart(const AccessCost &Moved, const OpenParts &Open,
                               const std::string &Unit, const std::string &Saving) {
  std::string Advice = "make the base offset a multiple of " + Unit + Saving;
  if (!Moved.Unaligned)
    return Advice;
  std::vector<std::string> Stated = describe(Moved.Unaligned->Unless);
  ArrayRef<std::string> Conditions = Stated;
  bool HasLength = Open.HasRows && !Open.HasOverlap;
  ArrayRef<std::string> OfRows =
      Conditions.take_front(HasLength ? Conditions.size() - size_t(Open.HasStart) : 0);
  if (!OfRows.empty())
    Advice += ", and lay the array out so that " + join(OfRows, " and ");
  ArrayRef<std::string> Others = Conditions.drop_front(OfRows.size());
  if (!Others.empty())
    Advice += ", if " + join(Others, " and ");
  return Advice;
}

/// \p Part of an offset, divided into what is known for a thread in an iteration and the rest.
static std::pair<ExprRef, ExprRef> divideByArguments(ExprContext &Expressions, const Term &Part) {
  ExprRef Index = Expressions.constant(1), Length = Expressions.constant(1);
  for (ExprRef Factor : Part.Factors) {
    bool IsArgument = Factor->isLeaf() && Factor->leaf().Kind == LeafKind::Parameter;
    ExprRef &Product = IsArgument ? Length : Index;
    Product = Expressions.multiply(Product, Factor);
  }
  return {Index, Length};
}

/// What an index of threads, blocks or iterations is multiplied by, in bytes: a number, and a sum
/// of products of arguments.
struct StepOfIndex {
  ExprRef Index;
  int64_t Number = 0;
  ExprRef OfArguments;
};

/// An offset of arguments alone, in bytes, and the steps from there.
struct StartAndSteps {
  ExprRef Start;
  SmallVector<StepOfIndex, 4> Steps;
};

static StartAndSteps divideOffset(ExprContext &Expressions, ExprRef Offset) {
  StartAndSteps Divided = {Expressions.constant(0), {}};
  for (const Term &Part : termsOf(Offset)) {
    auto [Index, OfArguments] = divideByArguments(Expressions, Part);
    ExprRef Bytes = Expressions.multiply(Expressions.constant(Part.Coefficient), OfArguments);
    if (Index->isConstant()) {
      Divided.Start = Expressions.add(Divided.Start, Bytes);
      continue;
    }
    auto Step = find_if(Divided.Steps,
                        [Index = Index](const StepOfIndex &Each) { return Each.Index == Index; });
    if (Step == Divided.Steps.end())
      Step = Divided.Steps.insert(Step, {Index, 0, Expressions.constant(0)});
    if (OfArguments->isConstant())
      Step->Number += Part.Coefficient;
    else
      Step->OfArguments = Expressions.add(Step->OfArguments, Bytes);
  }
  erase_if(Divided.Steps,
           [](const StepOfIndex &Each) { return termsOf(Each.OfArguments).empty(); });
  return Divided;
}

/// What \p Divisor has to be multiplied by for its first term to be \p Part; null: no product.
static ExprRef quotientOf(ExprContext &Expressions, const Term &Part, const Term &Divisor) {
  Term Quotient = Part;
  for (ExprRef Factor : Divisor.Factors) {
    auto *Found = find(Quotient.Factors, Factor);
    if (Found == Quotient.Factors.end())
      return nullptr;
    Quotient.Factors.erase(Found);
  }
  if (Part.Coefficient % Divisor.Coefficient != 0)
    return nullptr;
  Quotient.Coefficient = Part.Coefficient / Divisor.Coefficient;
  return productOf(Expressions, Quotient);
}

/// \p Length without the number that all of its terms have.
static ExprRef withoutNumber(ExprContext &Expressions, ExprRef Length) {
  int64_t Common = 0;
  for (const Term &Part : termsOf(Length))
    Common = std::gcd(Common, Part.Coefficient);
  ExprRef Reduced = Expressions.constant(0);
  for (const Term &Part : termsOf(Length))
    Reduced =
        Expressions.add(Reduced, productOf(Expressions, {Part.Coefficient / Common, Part.Factors}));
  return Reduced;
}

/// \p Start without the rows of \p Length in it, whatever their number is.
static ExprRef withoutRows(ExprContext &Expressions, ExprRef Start, ExprRef Length) {
  Length = withoutNumber(Expressions, Length);
  for (const Term &Part : SmallVector<Term>(termsOf(Start))) {
    ExprRef Number = quotientOf(Expressions, Part, termsOf(Length).front());
    if (!Number)
      continue;
    ExprRef Less = Expressions.subtract(Start, Expressions.multiply(Number, Length));
    if (termsOf(Less).size() < termsOf(Start).size())
      Start = Less;
  }
  return Start;
}

/// Arguments are subtracted from a number, as in `(256 - 2 * overlap) * blockIdx.x`.
static bool isLessThanNumber(const StepOfIndex &Step) {
  return Step.Number > 0 &&
         all_of(termsOf(Step.OfArguments), [](const Term &Part) { return Part.Coefficient < 0; });
}

/// Whether \p Step is rows by number. One of a column is beside it where the same index walks along
/// a diagonal, as in `(i - blockIdx.x) * width + blockIdx.x`: what else has rows of that length, or
/// a start of more than one step of them, tells it from blocks that overlap.
static bool isOfRows(ExprContext &Expressions, const StepOfIndex &Step,
                     const StartAndSteps &Offset) {
  if (!isLessThanNumber(Step))
    return true;
  auto IsInRows = [&](ExprRef Sum) {
    return termsOf(withoutRows(Expressions, Sum, Step.OfArguments)).empty();
  };
  auto IsManyRows = [&,
                     StepBytes = -termsOf(Step.OfArguments).front().Coefficient](const Term &Part) {
    return Part.Factors.size() > 1 || Part.Coefficient > StepBytes;
  };
  return any_of(Offset.Steps,
                [&](const StepOfIndex &Other) {
                  return !isLessThanNumber(Other) && IsInRows(Other.OfArguments);
                }) ||
         any_of(termsOf(Offset.Start), [&](const Term &Part) {
           return IsManyRows(Part) && IsInRows(productOf(Expressions, Part));
         });
}

OpenParts openPartsOf(const CheckRun &In, const Access &Site, unsigned Launch, size_t Conditions) {
  ExprContext &Expressions = In.Expressions;
  StartAndSteps Offset =
      divideOffset(Expressions, withLaunchValues(Expressions, Site.Offset, In.Kernel.Program,
                                                 In.Kernel.Launches[Launch]));
  OpenParts Open;
  ExprRef Start = Offset.Start;
  for (const StepOfIndex &Step : Offset.Steps) {
    if (!isOfRows(Expressions, Step, Offset)) {
      Open.HasOverlap = true;
      continue;
    }
    Open.HasRows = true;
    Start = withoutRows(Expressions, Start, Step.OfArguments);
  }
  bool IsOpen = any_of(termsOf(Start), [&](const Term &Part) {
    return Part.Coefficient % int64_t(In.Target.Shape.UnitBytes) != 0;
  });
  Open.HasStart = IsOpen && (Offset.Steps.empty() || Conditions > 1);
  return Open;
}

/// Lanes walk the array of \p Site from its end, as in `a[n - 1 - i]`: an argument decides where
/// they start, and no place for the beginning suits arrays of all lengths.
static bool walksFromEnd(const Access &Site) {
  auto IsOfArguments = [](const Term &Part) {
    return all_of(Part.Factors, [](ExprRef Factor) {
      return Factor->isLeaf() && Factor->leaf().Kind == LeafKind::Parameter;
    });
  };
  auto IsThreadBackwards = [](const Term &Part) {
    return Part.Coefficient < 0 && Part.Factors.size() == 1 && Part.Factors.front()->isLeaf() &&
           Part.Factors.front()->leaf().Kind == LeafKind::ThreadIndex;
  };
  return any_of(termsOf(Site.Offset), IsThreadBackwards) &&
         any_of(termsOf(Site.Offset), IsOfArguments);
}

AlignmentAdvice adviseAlignment(const CheckRun &In, const Access &Site, unsigned Launch,
                                RowPitches &Rows) {
  AlignmentTrial Trial(In, Site, Launch, Rows);
  std::string Unit = utostr(In.Target.Shape.UnitBytes) + " B";
  auto SavingWith = [&](const AccessCost &Then) {
    return ": " +
           describeChange(formatMean(In.Kernel.Verdicts[Site.Id][Launch].Cost.MeanCost),
                          formatMean(Then.MeanCost), costUnit(Site.Space, In.Target.Shape)) +
           " per request";
  };
  using Kind = MeantChange::Kind;
  bool CanStartElsewhere = !walksFromEnd(Site);
  if (CanStartElsewhere)
    if (std::optional<AccessCost> Moved = Trial.idealFromSomeStart(false))
      return {adviseStart(*Moved,
                          openPartsOf(In, Site, Launch,
                                      Moved->Unaligned ? Moved->Unaligned->Unless.size() : 0),
                          Unit, SavingWith(*Moved)),
              {Kind::Start}};
  if (std::optional<RowPitch> Longer = Rows.find(Site, Launch))
    return {Rows.advise(Site, Launch, *Longer) + SavingWith(Longer->Cost),
            {Kind::RowBytes, uint64_t(Longer->Longer)}};
  if (!Rows.rowsOf(Site, Launch) && !Rows.hasOpenRows(Site, Launch))
    return {"", {}, Trial.rival()};
  std::string Pitch =
      Rows.arePartsOfBlocks(Site, Launch) ? "length of each block's part" : "row pitch";
  if (std::optional<AccessCost> Apart = Trial.idealCost({0, true}))
    return {"make the " + Pitch + " a multiple of " + Unit + SavingWith(*Apart), {Kind::Rows}};
  if (CanStartElsewhere)
    if (std::optional<AccessCost> Moved = Trial.idealFromSomeStart(true))
      return {"make both the base offset and the " + Pitch + " multiples of " + Unit +
                  SavingWith(*Moved) + "; neither suffices by itself",
              {Kind::StartAndRows}};
  return {"", {}, Trial.rival()};
}

} // namespace memlint
