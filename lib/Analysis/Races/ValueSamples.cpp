//===- ValueSamples.cpp - Numbers for what is not known -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueSamples.h"

#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace llvm;

namespace memlint {

namespace {

/// Larger than what the threads of a block, times an element, can span.
constexpr int64_t FarApart = int64_t(1) << 20;
/// Constants of the source that are tried; more say little.
constexpr size_t MostConstants = 16;

class Sampler {
public:
  Sampler(const RaceSetting &Setting, ThreadPair Kind, ArrayRef<ExprRef> Unknowns,
          ArrayRef<ExprRef> Roots)
      : Setting(Setting), Kind(Kind), Unknowns(Unknowns) {
    for (ExprRef Root : Roots) {
      collectConstants(Root);
      collectDivisors(Root);
    }
    for (ExprRef Fact : Setting.Facts)
      collectConstants(Fact);
    // What moves one thread's location to where another one is.
    for (int64_t One : Compared)
      for (int64_t Other : Compared)
        if (One < Other && Constants.size() < 2 * MostConstants)
          Constants.insert(Other - One);
  }

  std::vector<ValueSample> run() {
    int64_t InBlock = int64_t(Setting.threadsPerBlock());
    int64_t InGrid = InBlock;
    for (unsigned Dimension = 0; Dimension != 3; ++Dimension) {
      bool HasSeveral = Dimension == 0 || Setting.AsksForBlock[Dimension];
      InGrid *=
          int64_t(Setting.Launch.Grid[Dimension].value_or(HasSeveral ? BlocksOfUnknownGrid : 1));
    }
    auto Same = [](int64_t Value) { return [Value](size_t) { return Value; }; };
    auto Distant = [](size_t Number) { return FarApart + int64_t(Number) * FarApart / 16; };
    // The other way round, as of the bounds of a row either may be the first to be named.
    auto Descending = [](size_t Number) { return 2 * FarApart - int64_t(Number) * FarApart / 16; };
    // The first with a race is what is shown: threads of one block meet in the smallest launch.
    bool AreBlocks = Kind == ThreadPair::DifferentBlocks;
    add(SampleKind::Usual, Same(AreBlocks ? InGrid : InBlock));
    add(SampleKind::Usual, Same(AreBlocks ? InBlock : InGrid));
    add(SampleKind::Usual, Distant);
    if (Unknowns.size() > 1)
      add(SampleKind::Usual, Descending);
    for (int64_t Other : {1, 0, -1, 1021, 5003})
      add(SampleKind::Probe, Same(Other));
    // Different ones, in both orders.
    add(SampleKind::Probe, [](size_t Number) { return 1001 + 2 * int64_t(Number); });
    add(SampleKind::Probe, [](size_t Number) { return 1001 - 2 * int64_t(Number); });
    for (int64_t Small : {int64_t(Setting.Block[0]), int64_t(2), int64_t(32)})
      add(SampleKind::Special, Same(Small));
    // Likely ones come before odd ones.
    auto TryConstants = [&](auto Others, bool Negative) {
      for (size_t Chosen = 0; Chosen != Unknowns.size() && Chosen < 4; ++Chosen)
        for (int64_t Constant : Constants)
          if ((Constant < 0) == Negative)
            add(SampleKind::Special,
                [&](size_t Number) { return Number == Chosen ? Constant : Others(Number); });
    };
    TryConstants(Same(InGrid), /*Negative=*/false);
    TryConstants(Distant, /*Negative=*/false);
    TryConstants(Distant, /*Negative=*/true);
    return std::move(Samples);
  }

private:
  void collectConstants(ExprRef Root) {
    if (!Seen.insert(Root).second || Constants.size() >= MostConstants)
      return;
    auto Note = [&](int64_t Value) {
      for (int64_t Near : {Value - 1, Value, Value + 1})
        Constants.insert(Near);
    };
    ArrayRef<ExprRef> Operands = Root->operands();
    if (Root->kind() == ExprKind::Less || Root->kind() == ExprKind::LessUnsigned ||
        Root->kind() == ExprKind::Equal)
      for (ExprRef Operand : Operands) {
        int64_t Value = Operand->isConstant()                     ? Operand->constantTerm()
                        : Operand->kind() == ExprKind::Polynomial ? -Operand->constantTerm()
                                                                  : 1;
        Note(Value);
        if (Root->kind() == ExprKind::Equal && !Operand->isLeaf())
          Compared.insert(Value);
      }
    forEachOperand(Root, [&](ExprRef Operand) { collectConstants(Operand); });
  }

  void collectDivisors(ExprRef Root) {
    if (!SeenForDivisors.insert(Root).second)
      return;
    ArrayRef<ExprRef> Operands = Root->operands();
    if ((Root->kind() == ExprKind::Divide || Root->kind() == ExprKind::Remainder) &&
        !Operands[1]->isConstant())
      Divisors.push_back(Operands[1]);
    forEachOperand(Root, [&](ExprRef Operand) { collectDivisors(Operand); });
  }

  /// \p Wanted, or the nearest that the type and what is known of the divisors allow.
  static int64_t fit(int64_t Wanted, const LeafInfo &Info) {
    int64_t Value = std::clamp(Wanted, Info.Range.Low, Info.Range.High);
    if (Info.Modulus.LogModulus == 0 || Info.Modulus.LogModulus > 30)
      return Value;
    int64_t Step = int64_t(1) << Info.Modulus.LogModulus;
    int64_t Below =
        (((Value - int64_t(Info.Modulus.Residue)) / Step) * Step) + int64_t(Info.Modulus.Residue);
    return Below < Info.Range.Low ? Below + Step : Below;
  }

  /// Makes facts that say what an unknown is equal to hold: of `n == m + 1` the sample has m.
  void satisfyEquations(ValueSample &Sample) const {
    auto IsKnown = [&](ExprRef Leaf) { return Sample.Values.contains(Leaf); };
    for (ExprRef Fact : Setting.Facts)
      if (Fact->kind() == ExprKind::Equal && allLeaves(Fact, IsKnown))
        for (unsigned Side : {0, 1}) {
          ExprRef Unknown = Fact->operands()[Side], Other = Fact->operands()[1 - Side];
          if (!Unknown->isLeaf() || anyLeaf(Other, [&](ExprRef Leaf) { return Leaf == Unknown; }))
            continue;
          int64_t Value = evaluate(Other, [&](ExprRef Leaf) { return Sample.Values.lookup(Leaf); });
          const LeafInfo &Info = Unknown->leaf();
          if (fit(Value, Info) == Value)
            Sample.Values[Unknown] = Value;
          break;
        }
  }

  /// What a leaf that is not among the unknowns is, as far as a fact speaks of it: facts
  /// that hold for thread 0 are facts here. Nobody divides by zero.
  bool agrees(const ValueSample &Sample) const {
    auto IsNotZero = [&](ExprRef Root) {
      bool IsAbout = allLeaves(Root, [&](ExprRef Leaf) { return Sample.Values.contains(Leaf); });
      return !IsAbout ||
             evaluate(Root, [&](ExprRef Leaf) { return Sample.Values.lookup(Leaf); }) != 0;
    };
    return all_of(Setting.Facts, IsNotZero) && all_of(Divisors, IsNotZero);
  }

  /// \p ValueOf returns the value of the unknown with a number.
  template <typename Function> void add(SampleKind Kind, Function ValueOf) {
    ValueSample New;
    New.Kind = Kind;
    for (auto [Number, Leaf] : enumerate(Unknowns)) {
      bool IsGrid = Leaf->leaf().Kind == LeafKind::GridDimension;
      New.Values[Leaf] = IsGrid ? BlocksOfUnknownGrid : fit(ValueOf(Number), Leaf->leaf());
    }
    satisfyEquations(New);
    std::vector<int64_t> Key;
    for (ExprRef Leaf : Unknowns)
      Key.push_back(New.Values.lookup(Leaf));
    if (agrees(New) && Known.insert(Key).second)
      Samples.push_back(std::move(New));
  }

  const RaceSetting &Setting;
  ThreadPair Kind;
  ArrayRef<ExprRef> Unknowns;
  std::set<int64_t> Constants;
  /// Those that something must be equal to.
  std::set<int64_t> Compared;
  DenseSet<ExprRef> Seen, SeenForDivisors;
  SmallVector<ExprRef, 2> Divisors;
  std::set<std::vector<int64_t>> Known;
  std::vector<ValueSample> Samples;
};

} // namespace

std::vector<ValueSample> sampleValues(const RaceSetting &Setting, ThreadPair Kind,
                                      ArrayRef<ExprRef> Unknowns, ArrayRef<ExprRef> Roots) {
  return Sampler(Setting, Kind, Unknowns, Roots).run();
}

} // namespace memlint
