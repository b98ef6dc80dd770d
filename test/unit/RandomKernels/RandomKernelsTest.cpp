//===- RandomKernelsTest.cpp - No proof is wrong on random kernels --------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Random small kernels are executed thread by thread, for several arguments and data, by
/// an interpreter of their own (Execution.cpp). Accesses of two threads that meet in one
/// element without a barrier between must not be a pair that the race analysis calls absent.
///
/// MEMLINT_RANDOM_KERNELS specifies how many kernels are tried, MEMLINT_RANDOM_SEED the number of
/// the first. What fails is printed with its number, reduced to what is needed.
///
//===----------------------------------------------------------------------===//

#include "../FromEnvironment.h"
#include "Execution.h"

#include "cuda-memlint/Analysis/Races/RaceAnalysis.h"
#include "cuda-memlint/Frontend/Frontend.h"
#include "cuda-memlint/Lowering/Lowering.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Model/SharedAllocations.h"

#include "gtest/gtest.h"

#include "clang/AST/Decl.h"

#include "llvm/ADT/STLExtras.h"

using namespace memlint;
using namespace memlint::random_kernels;

namespace {

/// Kernels that are parsed at once.
constexpr unsigned KernelsOfBatch = 125;
/// Kernels with more accesses are passed over: their many pairs would take most of the time.
constexpr size_t MostAccesses = 20;
/// Values that the analysis may compute for a kernel: small blocks need few.
constexpr uint64_t ValuesOfKernel = 1'000'000;
/// Executions for one launch that specifies no arguments.
constexpr unsigned ExecutionsOfLaunch = 4;

class Choices {
public:
  explicit Choices(uint64_t Seed) : State(Seed * 0xD1342543DE82EF95u + 7) {}
  uint64_t next() {
    State = State * 6364136223846793005u + 1442695040888963407u;
    return State >> 33;
  }
  int64_t among(llvm::ArrayRef<int64_t> Values) { return Values[next() % Values.size()]; }

private:
  uint64_t State;
};

/// What is counted over all kernels.
struct Counts {
  unsigned Kernels = 0, PassedOver = 0, Executions = 0, Undefined = 0;
  unsigned Meetings = 0, Pairs = 0, Absent = 0;
};

class Trial {
public:
  Trial(ExprContext &Context, const KernelProgram &Program, const Kernel &Source, uint64_t Seed,
        Counts &Count)
      : Context(Context), Program(Program), Source(Source), Random(Seed), Count(Count) {
    for (const Access &Each : Program.Accesses) {
      std::vector<unsigned> Calls;
      for (const InlineFrame &Frame : Each.InlinedThrough)
        Calls.push_back(Frame.CallSite.Line);
      AccessName::Kind Does = Each.Kind == AccessKind::Load    ? AccessName::Kind::Load
                              : Each.Kind == AccessKind::Store ? AccessName::Kind::Store
                                                               : AccessName::Kind::Atomic;
      ByName[{Each.Position.Line, Does, std::move(Calls)}].push_back(&Each);
    }
    for (const Access &Each : Program.Accesses) {
      auto Look = [&](ExprRef Leaf) { AsksForBlock |= Leaf->leaf().Kind == LeafKind::BlockIndex; };
      if (Each.Offset)
        forEachLeaf(Each.Offset, Look);
      for (ExprRef Guard : Each.Guards)
        forEachLeaf(Guard, Look);
    }
  }

  /// What is wrong; empty: nothing.
  std::string run() {
    if (!Program.Analysed || Program.Accesses.size() > MostAccesses) {
      ++Count.PassedOver;
      return "";
    }
    ++Count.Kernels;
    for (bool ArgumentsAreKnown : {false, true}) {
      Situation In;
      In.Block = shape();
      In.Blocks = unsigned(Random.among({1, 1, 2}));
      LaunchContext Launch;
      Launch.Block = {In.Block[0], In.Block[1], 1};
      bool GridIsKnown = ArgumentsAreKnown || Random.next() % 2;
      if (GridIsKnown)
        Launch.Grid = {In.Blocks, 1, 1};
      else
        Launch.Grid = {std::nullopt, 1, 1};
      chooseArguments(In);
      if (Source.IsAliased)
        passOneTwice(Launch);
      if (ArgumentsAreKnown) {
        Launch.Arguments.resize(6);
        Launch.Arguments[4].Value = In.Arguments[0];
        Launch.Arguments[5].Value = In.Arguments[1];
      }
      RaceOptions Options;
      Options.Budget = ValuesOfKernel;
      Report = analyseRaces(Context, Program, Launch, Options);
      if (!Report.Reason.empty())
        continue;
      Count.Pairs += Report.Pairs;
      Count.Absent += Report.Absent;
      unsigned Executions = ArgumentsAreKnown ? 2 : ExecutionsOfLaunch;
      for (unsigned Number = 0; Number != Executions; ++Number) {
        In.Data = Random.next();
        std::string Wrong = check(In, GridIsKnown);
        if (!Wrong.empty())
          return Wrong + (ArgumentsAreKnown ? ", all known" : ", arguments not known") +
                 (GridIsKnown ? "" : ", grid not known");
        if (!ArgumentsAreKnown)
          chooseArguments(In);
      }
    }
    return "";
  }

  /// What a launch that passes one array for A and C is.
  static void passOneTwice(LaunchContext &Launch) {
    Launch.Arguments.resize(6);
    for (unsigned Index : {0u, 1u}) {
      Launch.Arguments[Index].SharedAllocation = 1;
      Launch.Arguments[Index].SharedOffset = 0;
    }
    Launch.AliasedArguments = {{0, 1}};
  }

private:
  std::array<unsigned, 2> shape() {
    bool UsesRows = Program.DimensionsUsed > 1;
    static constexpr std::array<unsigned, 2> Rows[] = {{8, 4}, {4, 4}, {16, 3}, {8, 8}};
    static constexpr unsigned Lines[] = {4, 8, 16, 32, 33, 48, 64};
    if (UsesRows)
      return Rows[Random.next() % 4];
    return {Lines[Random.next() % 7], 1};
  }

  void chooseArguments(Situation &In) {
    for (int64_t &Each : In.Arguments)
      Each = Random.among({-2, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 16, 20, 31, 32, 40});
  }

  std::string check(const Situation &In, bool GridIsKnown) {
    ++Count.Executions;
    std::optional<std::set<Meeting>> Met = execute(Source, In);
    if (!Met) {
      ++Count.Undefined;
      return "";
    }
    for (const Meeting &Each : *Met) {
      if (Each.Relation == Nearness::SameGrid && !GridIsKnown && !AsksForBlock)
        continue;
      ++Count.Meetings;
      if (isCalledAbsent(Each))
        return "lines " + name(Each.First) + " and " + name(Each.Second) + " meet, " +
               (Each.Relation == Nearness::SameWarp    ? "in a warp"
                : Each.Relation == Nearness::SameBlock ? "in a block"
                                                       : "in different blocks") +
               ": block (" + std::to_string(In.Block[0]) + ", " + std::to_string(In.Block[1]) +
               "), " + std::to_string(In.Blocks) +
               " blocks, n = " + std::to_string(In.Arguments[0]) +
               ", m = " + std::to_string(In.Arguments[1]);
    }
    return "";
  }

  static std::string name(const AccessName &Named) {
    return std::to_string(Named.Line) + (Named.Does == AccessName::Kind::Load    ? " (load)"
                                         : Named.Does == AccessName::Kind::Store ? " (store)"
                                                                                 : " (atomic)");
  }

  bool isCalledAbsent(const Meeting &Seen) const {
    auto First = ByName.find(Seen.First), Second = ByName.find(Seen.Second);
    if (First == ByName.end() || Second == ByName.end())
      return true;
    for (const Access *One : First->second)
      for (const Access *Other : Second->second)
        if (One->IsUnused || Other->IsUnused || hasVerdict(*One, *Other, Seen.Relation))
          return false;
    return true;
  }

  bool hasVerdict(const Access &One, const Access &Other, Nearness Relation) const {
    ThreadPair Kind = Relation == Nearness::SameWarp    ? ThreadPair::SameWarp
                      : Relation == Nearness::SameBlock ? ThreadPair::DifferentWarps
                                                        : ThreadPair::DifferentBlocks;
    return llvm::any_of(Report.Verdicts, [&](const RaceVerdict &Each) {
      bool IsPair =
          Each.First == std::min(One.Id, Other.Id) && Each.Second == std::max(One.Id, Other.Id);
      // Of an access to one of several objects no more is said, nor of others than whom data let
      // meet there.
      bool IsAny =
          Each.Reason.Why == PairReason::Kind::Object ||
          (Each.Outcome == RaceOutcome::DataRace && !Program.Objects[One.Object].OneOf.empty());
      return IsPair && (Each.Threads == Kind || IsAny);
    });
  }

  ExprContext &Context;
  const KernelProgram &Program;
  const Kernel &Source;
  Choices Random;
  Counts &Count;
  std::map<AccessName, std::vector<const Access *>> ByName;
  bool AsksForBlock = false;
  RaceReport Report;
};

std::string nameFor(uint64_t Seed) { return "k" + std::to_string(Seed); }

/// By kernel, what is wrong with it.
std::vector<std::string> tryAll(std::vector<Kernel> &Kernels, llvm::ArrayRef<uint64_t> Seeds,
                                Counts &Count, std::string &Source) {
  Source.clear();
  unsigned Line = 1;
  for (size_t Number = 0; Number != Kernels.size(); ++Number)
    Source += print(Kernels[Number], nameFor(Seeds[Number]), Line);
  auto Parsed = parseCudaSource("kernel.cu", Source, FrontendOptions());
  if (!Parsed)
    return {llvm::toString(Parsed.takeError())};
  for (const ParseDiagnostic &Error : (*Parsed)->errors())
    return {"line " + std::to_string(Error.Line) + " does not compile: " + Error.Message};
  ExprContext Context;
  LaunchContext Aliased;
  Trial::passOneTwice(Aliased);
  auto MayOverlap = [&](const clang::FunctionDecl &Function, const MemoryObject &One,
                        const MemoryObject &Other) {
    for (size_t Number = 0; Number != Kernels.size(); ++Number)
      if (Function.getName() == nameFor(Seeds[Number]))
        return Kernels[Number].IsAliased && mayOverlap(One, Other, Aliased);
    return false;
  };
  std::vector<LoweredKernel> Lowered =
      lowerKernels((*Parsed)->context(), Context, nullptr, MayOverlap);
  std::vector<std::string> Wrong;
  for (size_t Number = 0; Number != Lowered.size(); ++Number)
    Wrong.push_back(
        Trial(Context, Lowered[Number].Program, Kernels[Number], Seeds[Number], Count).run());
  return Wrong;
}

/// All lists of statements in \p List, also those of functions.
void forEachList(std::vector<Statement> &List,
                 llvm::function_ref<void(std::vector<Statement> &)> Visit) {
  Visit(List);
  for (Statement &Each : List)
    for (std::vector<Statement> *Inner : {&Each.Initial, &Each.Updates, &Each.Body, &Each.Else})
      if (!Inner->empty())
        forEachList(*Inner, Visit);
}

/// \p Failing without its statement of number \p Which, counted through all lists, or with the
/// statement's body in its place; false: there is none.
bool shrink(Kernel &Failing, unsigned Which, bool KeepBody) {
  bool Done = false;
  unsigned Seen = 0;
  auto Visit = [&](std::vector<Statement> &List) {
    if (Done || Which - Seen >= List.size()) {
      Seen += Done ? 0 : unsigned(List.size());
      return;
    }
    Done = true;
    auto At = List.begin() + long(Which - Seen);
    std::vector<Statement> Body = std::move(At->Body);
    At = List.erase(At);
    if (KeepBody)
      List.insert(At, Body.begin(), Body.end());
  };
  forEachList(Failing.Main.Body, Visit);
  for (Function &Each : Failing.Functions)
    forEachList(Each.Body, Visit);
  return Done;
}

using ExpressionVisit = llvm::function_ref<void(ExpressionPointer &)>;

void forEachWithin(ExpressionPointer &Root, ExpressionVisit Visit) {
  if (!Root)
    return;
  // What was a copy of a kernel shares its expressions with it.
  Root = std::make_shared<Expression>(*Root);
  Visit(Root);
  for (ExpressionPointer &Each : Root->Operands)
    forEachWithin(Each, Visit);
}

/// All expressions of \p Failing, outer ones first, which may be replaced.
void forEachExpression(Kernel &Failing, ExpressionVisit Visit) {
  auto VisitList = [&](std::vector<Statement> &List) {
    for (Statement &Each : List) {
      for (ExpressionPointer *Part : {&Each.Pointer, &Each.Index, &Each.Column, &Each.Value})
        forEachWithin(*Part, Visit);
      for (ExpressionPointer &Argument : Each.Arguments)
        forEachWithin(Argument, Visit);
    }
  };
  forEachList(Failing.Main.Body, VisitList);
  for (Function &Each : Failing.Functions) {
    forEachList(Each.Body, VisitList);
    forEachWithin(Each.Result, Visit);
  }
}

/// \p Failing with one of its operands instead of the expression of number \p Which, or, behind the
/// last operand, with 0; false: there is none.
bool shrinkExpression(Kernel &Failing, unsigned Which, unsigned Operand) {
  bool Done = false;
  unsigned Seen = 0;
  forEachExpression(Failing, [&](ExpressionPointer &Each) {
    if (Seen++ != Which || Each->ValueType == Type::Long || Operand > Each->Operands.size() ||
        (Operand == Each->Operands.size() && Each->What == Expression::Kind::Number))
      return;
    Done = true;
    ExpressionPointer Zero = std::make_shared<Expression>();
    Each = Operand == Each->Operands.size() ? Zero : ExpressionPointer(Each->Operands[Operand]);
  });
  return Done;
}

/// The smallest kernel that still fails, as text.
std::string reduce(Kernel Failing, uint64_t Seed) {
  Counts Ignored;
  std::string Source, Wrong;
  auto StillFails = [&](Kernel Candidate) {
    std::vector<Kernel> One = {std::move(Candidate)};
    Wrong = tryAll(One, {Seed}, Ignored, Source).front();
    return Wrong.find(" meet, ") != std::string::npos;
  };
  for (bool Any = true; Any;) {
    Any = false;
    for (bool KeepBody : {false, true})
      for (unsigned Which = 0;;) {
        Kernel Smaller = Failing;
        if (!shrink(Smaller, Which, KeepBody))
          break;
        if (StillFails(Smaller)) {
          Failing = std::move(Smaller);
          Any = true;
        } else {
          ++Which;
        }
      }
  }
  unsigned Expressions = 0;
  Kernel Counted = Failing;
  forEachExpression(Counted, [&](ExpressionPointer &) { ++Expressions; });
  for (unsigned Which = 0; Which < Expressions; ++Which)
    for (unsigned Operand = 0; Operand != 4; ++Operand)
      if (Kernel Smaller = Failing;
          shrinkExpression(Smaller, Which, Operand) && StillFails(Smaller))
        Failing = std::move(Smaller);
  StillFails(Failing);
  return Wrong + "\n" + Source;
}

TEST(RandomKernels, WhatMeetsIsNotCalledAbsent) {
  uint64_t First = fromEnvironment("MEMLINT_RANDOM_SEED", 1);
  uint64_t Last = First + fromEnvironment("MEMLINT_RANDOM_KERNELS", 500);
  Counts Count;
  for (uint64_t Seed = First; Seed < Last;) {
    std::vector<Kernel> Kernels;
    std::vector<uint64_t> Seeds;
    for (; Seed < Last && Kernels.size() != KernelsOfBatch; ++Seed) {
      Kernels.push_back(makeKernel(Seed));
      Seeds.push_back(Seed);
    }
    std::string Source;
    std::vector<std::string> Wrong = tryAll(Kernels, Seeds, Count, Source);
    ASSERT_EQ(Wrong.size(), Kernels.size()) << Wrong.front() << "\n" << Source;
    for (size_t Number = 0; Number != Kernels.size(); ++Number)
      if (!Wrong[Number].empty())
        ADD_FAILURE() << "kernel " << Seeds[Number] << ": " << Wrong[Number]
                      << "\nreduced: " << reduce(Kernels[Number], Seeds[Number]);
  }
  std::printf("%u kernels, %u passed over; %u executions, %u of no defined meaning; %u times "
              "accesses met; %u of %u pairs absent\n",
              Count.Kernels, Count.PassedOver, Count.Executions, Count.Undefined, Count.Meetings,
              Count.Absent, Count.Pairs);
}

} // namespace
