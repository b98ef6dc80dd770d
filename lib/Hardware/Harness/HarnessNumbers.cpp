//===- HarnessNumbers.cpp - Integers that fit a launch --------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HarnessNumbers.h"

#include "cuda-memlint/Analysis/Cost/OffsetRange.h"
#include "cuda-memlint/Model/MemoryProgram.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace llvm;

namespace memlint {

void forEachExpression(const KernelProgram &Kernel, function_ref<void(ExprRef)> Visit) {
  auto OfSite = [&](const Site &Each) {
    for (ExprRef Guard : Each.Guards)
      Visit(Guard);
  };
  for (const Loop &Each : Kernel.Loops)
    for (ExprRef Exit : Each.Exits)
      Visit(Exit);
  for (const Access &Each : Kernel.Accesses) {
    OfSite(Each);
    if (Each.Offset)
      Visit(Each.Offset);
  }
  for (const Barrier &Each : Kernel.Barriers)
    OfSite(Each);
}

namespace {

/// The largest number for which loops are taken to run that far.
constexpr int64_t LargestGuess = 1024;
/// What something is shifted by.
constexpr int64_t Shift = 2;

class NumberChooser {
public:
  NumberChooser(ExprContext &Expressions, const KernelProgram &Kernel, LaunchContext &Launch,
                Assumptions &Made)
      : Expressions(Expressions), Kernel(Kernel), Launch(Launch), Made(Made) {}

  void run() {
    collect(Kernel.Parameters, Launch.Arguments);
    if (Open.empty())
      return;
    forEachExpression(Kernel, [&](ExprRef Root) { note(Root); });
    // First those that the launch decides by itself, then those that it decides given others.
    chooseByComparisons();
    for (auto &[Parameter, Argument] : Open)
      if (!Argument->Value && !ComparedWithIndex.contains(Parameter))
        choose(Parameter, *Argument, guess(Parameter));
    chooseByComparisons();
    for (auto &[Parameter, Argument] : Open)
      if (!Argument->Value)
        choose(Parameter, *Argument, guess(Parameter));
  }

private:
  void collect(ArrayRef<KernelParameter> Parameters, std::vector<LaunchArgument> &Arguments) {
    Arguments.resize(Parameters.size());
    for (auto [Parameter, Argument] : zip(Parameters, Arguments)) {
      if (Parameter.Value && !Argument.Value) {
        Open[Parameter.Value] = &Argument;
        // A bit-field holds less than its type.
        Interval &Range = Ranges[Parameter.Value] = Parameter.Value->leaf().Range;
        if (Parameter.Bits && Parameter.Bits < 63)
          Range.High =
              std::min(Range.High, (int64_t(1) << (Parameter.Bits - (Range.Low < 0 ? 1 : 0))) - 1);
      }
      collect(Parameter.Fields, Argument.Fields);
    }
  }

  void note(ExprRef Root) {
    if (!Seen.insert(Root).second)
      return;
    for (ExprRef Operand : Root->operands())
      note(Operand);
    for (const Monomial &Term : Root->terms())
      for (ExprRef Factor : Term.Factors)
        note(Factor);
    switch (Root->kind()) {
    case ExprKind::Less:
    case ExprKind::LessUnsigned:
      noteComparison(Root->operands()[0], Root->operands()[1]);
      break;
    case ExprKind::ShiftLeft:
    case ExprKind::ShiftRight:
      forEachLeaf(Root->operands()[1], [&](ExprRef Leaf) { Shifts.insert(Leaf); });
      break;
    default:
      break;
    }
  }

  static bool hasIndex(ExprRef Root) {
    return anyLeaf(Root, [&](ExprRef Leaf) {
      LeafKind Kind = Leaf->leaf().Kind;
      return Kind == LeafKind::ThreadIndex || Kind == LeafKind::BlockIndex;
    });
  }

  /// Each integer that is a term of the difference by itself is compared with the rest.
  void noteComparison(ExprRef Smaller, ExprRef Larger) {
    ExprRef Difference = Expressions.subtract(Larger, Smaller);
    if (Difference->kind() != ExprKind::Polynomial || !hasIndex(Difference))
      return;
    for (const Monomial &Term : Difference->terms()) {
      if (Term.Factors.size() != 1 || (Term.Coefficient != 1 && Term.Coefficient != -1) ||
          !Open.count(Term.Factors.front()))
        continue;
      ExprRef Parameter = Term.Factors.front();
      ExprRef Rest = Term.Coefficient == 1 ? Expressions.subtract(Parameter, Difference)
                                           : Expressions.add(Difference, Parameter);
      // All pass `rest < parameter` above the rest, and `!(parameter < rest)` from it on.
      if (Term.Coefficient == 1)
        Rest = Expressions.add(Rest, Expressions.constant(1));
      Comparisons.push_back({Parameter, Rest});
      ComparedWithIndex.insert(Parameter);
    }
  }

  void chooseByComparisons() {
    // What one is decided by may be decided in the same turn.
    for (size_t Turn = 0; Turn != Open.size(); ++Turn) {
      MapVector<ExprRef, int64_t> Least;
      for (auto [Parameter, Rest] : Comparisons) {
        if (Open[Parameter]->Value || !isDecided(Rest))
          continue;
        Interval Range = valueInFirstIterations(Expressions, Kernel, Rest, Launch);
        if (Range.High == std::numeric_limits<int64_t>::max())
          continue;
        int64_t &Known = Least.insert({Parameter, 1}).first->second;
        Known = std::max(Known, Range.High);
      }
      if (Least.empty())
        return;
      for (auto [Parameter, Value] : Least)
        choose(Parameter, *Open[Parameter], Value);
    }
  }

  bool isDecided(ExprRef Root) {
    bool Decided = true;
    forEachLeaf(Root, [&](ExprRef Leaf) {
      switch (Leaf->leaf().Kind) {
      case LeafKind::Parameter: {
        auto Known = Open.find(Leaf);
        Decided &= Known == Open.end() || Known->second->Value.has_value();
        return;
      }
      case LeafKind::Loaded:
      case LeafKind::Opaque:
        Decided = false;
        return;
      default:
        return;
      }
    });
    return Decided;
  }

  int64_t guess(ExprRef Parameter) const {
    if (Shifts.contains(Parameter))
      return Shift;
    uint64_t Threads = Launch.Grid[0].value_or(1) * Launch.Block[0].value_or(1);
    return int64_t(std::min<uint64_t>(Threads, LargestGuess));
  }

  void choose(ExprRef Parameter, LaunchArgument &Argument, int64_t Value) {
    Interval Range = Ranges.lookup(Parameter);
    uint64_t Multiple = std::max<uint64_t>(1, Argument.Multiple);
    uint64_t Rounded = (uint64_t(Value) + Multiple - 1) / Multiple * Multiple;
    Value = std::clamp(int64_t(Rounded), Range.Low, Range.High);
    Argument.Value = Value;
    Argument.Multiple = 1;
    Made.push_back("`" + Parameter->leaf().Name + "` = " + std::to_string(Value));
  }

  ExprContext &Expressions;
  const KernelProgram &Kernel;
  LaunchContext &Launch;
  Assumptions &Made;
  /// Those that the launch does not specify, in the order of the parameters.
  MapVector<ExprRef, LaunchArgument *> Open;
  DenseMap<ExprRef, Interval> Ranges;
  DenseSet<ExprRef> Seen;
  DenseSet<ExprRef> Shifts;
  DenseSet<ExprRef> ComparedWithIndex;
  std::vector<std::pair<ExprRef, ExprRef>> Comparisons;
};

} // namespace

void chooseNumbers(ExprContext &Expressions, const KernelProgram &Kernel, LaunchContext &Launch,
                   Assumptions &Made) {
  NumberChooser(Expressions, Kernel, Launch, Made).run();
}

} // namespace memlint
