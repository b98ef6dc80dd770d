//===- MissingRestrictTest.cpp - Pointers that may mean one memory --------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelBuilder.h"

#include "cuda-memlint/Checks/FixSafety.h"
#include "cuda-memlint/Model/FileAnalysis.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include "llvm/ADT/STLExtras.h"

using namespace memlint;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

namespace {

/// Kernels `out, in` on floats, in one block of 64 threads. Parameter number i is on line i + 1:
/// its type at column 10, its name at column 20.
class MissingRestrictTest : public testing::Test, public KernelBuilder {
public:
  MissingRestrictTest() {
    grid(1), block(64);
    Out = pointer("out", /*IsConst=*/false);
    In = pointer("in", /*IsConst=*/true);
    node(NodeKind::Entry, 0);
  }

  unsigned pointer(const std::string &Name, bool IsConst) {
    unsigned Object = global(Name);
    unsigned Index = unsigned(Kernel.Parameters.size());
    Kernel.Objects[Object].ParameterIndex = Index;
    KernelParameter &Parameter = Kernel.Parameters.emplace_back();
    Parameter.Name = Name;
    Parameter.IsPointer = true;
    PointerDeclaration Declared;
    Declared.Pointee = at(Index + 1, 10), Declared.Name = at(Index + 1, 20);
    Declared.IsConst = IsConst;
    Parameter.Declaration = Declared;
    return Object;
  }

  static SourcePosition at(unsigned Line, unsigned Column) {
    return {"kernel.cu", Line, Column, Line, Column + 4, false};
  }

  Access &get(unsigned Object, Value Element) {
    Access &Site = load(Object, Element * 4);
    Site.NodeId = node(NodeKind::Access, Site.Id);
    Site.Loops = Around;
    return Site;
  }
  Access &put(unsigned Object, Value Element) {
    Access &Site = store(Object, Element * 4);
    Site.NodeId = node(NodeKind::Access, Site.Id);
    Site.Loops = Around;
    return Site;
  }
  void barrier() {
    unsigned Number = unsigned(Kernel.Barriers.size());
    unsigned NodeId = node(NodeKind::Barrier, Number);
    Kernel.Barriers.emplace_back().NodeId = NodeId;
  }

  /// A loop on line 50, of its head and a condition.
  Value beginLoop() {
    Value Counter = loop();
    Kernel.Loops.back().Position.Line = 50;
    Around.push_back(Kernel.Loops.back().Id);
    Head = node(NodeKind::LoopHead, Around.back());
    Condition = node(NodeKind::Branch, 0);
    return Counter;
  }
  void endLoop() {
    Kernel.Nodes.back().Successors = {Head};
    Around.pop_back();
    unsigned Behind = unsigned(Kernel.Nodes.size());
    Kernel.Nodes.emplace_back().Kind = NodeKind::Join;
    Kernel.Nodes[Condition].Successors.push_back(Behind);
  }

  std::vector<Finding> findings(std::vector<LaunchContext> Launches = {}) {
    node(NodeKind::Exit, 0);
    KernelAnalysis Result = analyse(std::move(Launches));
    llvm::erase_if(Result.Findings,
                   [](const Finding &Item) { return Item.Check != "cuda-missing-restrict"; });
    return Result.Findings;
  }

  /// "line:column text" of each edit.
  static std::vector<std::string> editsOf(const Finding &Item) {
    std::vector<std::string> Result;
    for (const FindingFix &Fix : Item.Fixes)
      Result.push_back(std::to_string(Fix.Position.Line) + ":" +
                       std::to_string(Fix.Position.Column) + " " + Fix.Replacement);
    return Result;
  }

  unsigned Out = 0, In = 0;
  unsigned Head = 0, Condition = 0;
  std::vector<unsigned> Around;
};

TEST_F(MissingRestrictTest, ReadOnlyPath) {
  get(In, Tx), put(Out, Tx);
  std::vector<Finding> Found = findings();
  ASSERT_THAT(Found, SizeIs(1));
  EXPECT_EQ(Found[0].Level, FindingLevel::Remark);
  EXPECT_EQ(Found[0].Position.Line, 2u);
  EXPECT_EQ(Found[0].Position.Column, 20u);
  EXPECT_EQ(
      Found[0].Message,
      "missing `__restrict__`: the compiler must assume that stores to `out` may modify `in`, "
      "so its loads do not take the read-only path");
  EXPECT_THAT(editsOf(Found[0]), ElementsAre("1:20 __restrict__ ", "2:20 __restrict__ "));
  EXPECT_EQ(Found[0].FixTitle, "declare `out` and `in` `__restrict__`");
}

TEST_F(MissingRestrictTest, ConstIsPutInWhereItCompiles) {
  Kernel.Parameters[1].Declaration->IsConst = false;
  get(In, Tx), put(Out, Tx);
  std::vector<Finding> Found = findings();
  ASSERT_THAT(Found, SizeIs(1));
  EXPECT_THAT(editsOf(Found[0]),
              ElementsAre("1:20 __restrict__ ", "2:10 const ", "2:20 __restrict__ "));
  EXPECT_EQ(Found[0].FixTitle,
            "declare `out` and `in` `__restrict__` and `in` as pointers to const");
}

TEST_F(MissingRestrictTest, TypesOfOtherDeclarationsMustMatch) {
  Kernel.Parameters[1].Declaration->IsConst = false;
  Kernel.HasOtherDeclarations = true;
  get(In, Tx), put(Out, Tx);
  EXPECT_THAT(editsOf(findings().at(0)), ElementsAre("1:20 __restrict__ ", "2:20 __restrict__ "));
}

TEST_F(MissingRestrictTest, NoConstWhereItWouldNotCompile) {
  Kernel.Parameters[1].Declaration->IsConst = false;
  Kernel.Parameters[1].Declaration->Pointee = {};
  get(In, Tx), put(Out, Tx);
  EXPECT_THAT(editsOf(findings().at(0)), ElementsAre("1:20 __restrict__ ", "2:20 __restrict__ "));
}

// The second load of one place, with a store between.
TEST_F(MissingRestrictTest, LoadedAgain) {
  get(In, Tx), put(Out, Tx), get(In, Tx), put(Out, Tx + 64);
  std::vector<Finding> Found = findings();
  ASSERT_THAT(Found, SizeIs(1));
  EXPECT_EQ(Found[0].Level, FindingLevel::Warning);
  EXPECT_THAT(Found[0].Message, HasSubstr(", so `in[i]` is reloaded at line 3"));
}

TEST_F(MissingRestrictTest, LoadedTwiceWithNothingBetween) {
  get(In, Tx), get(In, Tx), put(Out, Tx);
  EXPECT_THAT(findings().at(0).Message, HasSubstr("read-only path"));
}

TEST_F(MissingRestrictTest, AnotherPlaceIsLoaded) {
  get(In, Tx), put(Out, Tx), get(In, Tx + 1);
  EXPECT_THAT(findings().at(0).Message, HasSubstr("read-only path"));
}

// Barriers count as stores do, even where what is written is restricted.
TEST_F(MissingRestrictTest, LoadedAgainBehindABarrier) {
  Kernel.Objects[Out].IsRestrict = true;
  Kernel.Parameters[0].Declaration->IsRestrict = true;
  get(In, Tx), barrier(), get(In, Tx), put(Out, Tx);
  std::vector<Finding> Found = findings();
  ASSERT_THAT(Found, SizeIs(1));
  EXPECT_EQ(Found[0].Level, FindingLevel::Warning);
  EXPECT_THAT(editsOf(Found[0]), ElementsAre("2:20 __restrict__ "));
}

TEST_F(MissingRestrictTest, WhatIsWrittenIsRestricted) {
  Kernel.Objects[Out].IsRestrict = true;
  get(In, Tx), put(Out, Tx);
  EXPECT_THAT(findings(), IsEmpty());
}

// A load on one of two ways is not known on the other.
TEST_F(MissingRestrictTest, LoadedOnOneOfTwoWays) {
  unsigned Branch = node(NodeKind::Branch, 0);
  get(In, Tx);
  unsigned Join = node(NodeKind::Join, 0);
  Kernel.Nodes[Branch].Successors.push_back(Join);
  put(Out, Tx), get(In, Tx);
  EXPECT_THAT(findings().at(0).Message, HasSubstr("read-only path"));
}

TEST_F(MissingRestrictTest, OnePlaceInEachIteration) {
  Value K = beginLoop();
  get(In, Tx), put(Out, Tx + K * 64);
  endLoop();
  std::vector<Finding> Found = findings();
  ASSERT_THAT(Found, SizeIs(1));
  EXPECT_EQ(Found[0].Level, FindingLevel::Warning);
  EXPECT_THAT(Found[0].Message,
              HasSubstr("`in[i]` is reloaded in each iteration of the loop at line 50"));
}

TEST_F(MissingRestrictTest, OtherPlacesInEachIteration) {
  Value K = beginLoop();
  get(In, Tx + K), put(Out, Tx + K * 64);
  endLoop();
  EXPECT_EQ(findings().at(0).Level, FindingLevel::Remark);
}

TEST_F(MissingRestrictTest, LoopWithoutStores) {
  beginLoop();
  get(In, Tx);
  endLoop();
  put(Out, Tx);
  EXPECT_EQ(findings().at(0).Level, FindingLevel::Remark);
}

// No compiler moves what some iterations do not do.
TEST_F(MissingRestrictTest, NotInEachIteration) {
  Value K = beginLoop();
  unsigned Branch = node(NodeKind::Branch, 0);
  get(In, Tx);
  unsigned Join = node(NodeKind::Join, 0);
  Kernel.Nodes[Branch].Successors.push_back(Join);
  put(Out, Tx + K * 64);
  endLoop();
  EXPECT_EQ(findings().at(0).Level, FindingLevel::Remark);
}

TEST_F(MissingRestrictTest, SumThatGoesThroughMemory) {
  Value K = beginLoop();
  get(Out, Tx), get(In, Tx + K), put(Out, Tx);
  endLoop();
  std::vector<Finding> Found = findings();
  ASSERT_THAT(Found, SizeIs(1));
  EXPECT_EQ(Found[0].Level, FindingLevel::Warning);
  EXPECT_THAT(Found[0].Message, HasSubstr("`out[i]` is loaded and stored in each iteration"));
}

// It has to be in memory when threads meet.
TEST_F(MissingRestrictTest, SumBesideABarrier) {
  Value K = beginLoop();
  get(Out, Tx), get(In, Tx + K), put(Out, Tx), barrier();
  endLoop();
  EXPECT_EQ(findings().at(0).Level, FindingLevel::Remark);
}

TEST_F(MissingRestrictTest, WrittenByWayOfAnotherName) {
  get(In, Tx), put(Out, Tx);
  MemoryObject Either = Kernel.Objects[Out];
  Either.Id = unsigned(Kernel.Objects.size());
  Either.OneOf = {Out, In};
  Kernel.Objects.push_back(Either);
  put(Either.Id, Tx + 64);
  EXPECT_THAT(findings(), IsEmpty());
}

TEST_F(MissingRestrictTest, NothingIsWritten) {
  get(In, Tx);
  EXPECT_THAT(findings(), IsEmpty());
}

TEST_F(MissingRestrictTest, StoresThroughPointersThatAreLoaded) {
  unsigned Far = global("far");
  Kernel.Objects[Far].Kind = ObjectKind::LoadedPointer;
  get(In, Tx), put(Out, Tx), put(Far, Tx);
  EXPECT_THAT(findings(), IsEmpty());
}

TEST_F(MissingRestrictTest, WhatIsNotSeenMayWrite) {
  get(In, Tx), put(Out, Tx);
  Kernel.Unseen.push_back({{}, "act(in)"});
  EXPECT_THAT(findings(), IsEmpty());
}

TEST_F(MissingRestrictTest, PrintingWritesNothing) {
  get(In, Tx), put(Out, Tx);
  Kernel.Unseen.push_back({{}, "printf(\"here\")", /*OnlyPrints=*/true});
  EXPECT_THAT(findings(), SizeIs(1));
}

TEST_F(MissingRestrictTest, VolatileAndHintedLoads) {
  get(In, Tx), put(Out, Tx);
  Access &Hinted = get(In, Tx + 1);
  Hinted.Written = SourceForm::Call;
  EXPECT_THAT(findings(), IsEmpty());
}

// Whatever it is called.
TEST_F(MissingRestrictTest, NamesDecideNothing) {
  get(In, Tx).Text = "__ldplasma[asm]", put(Out, Tx);
  EXPECT_THAT(findings(), SizeIs(1));
  Kernel.Unseen.push_back({{}, "printf(in)"});
  EXPECT_THAT(findings(), IsEmpty());
}

TEST_F(MissingRestrictTest, AcquiringLoad) {
  get(In, Tx).Order = AccessOrder::Acquire;
  put(Out, Tx);
  EXPECT_THAT(findings(), IsEmpty());
}

TEST_F(MissingRestrictTest, LaunchWithOneArrayTwice) {
  get(In, Tx), put(Out, Tx);
  LaunchContext Overlapping = Launch;
  Overlapping.AliasedArguments = {{0, 1}};
  EXPECT_THAT(findings({Launch, Overlapping}), IsEmpty());
}

// A parameter that may be a variable of the device: that matters where the kernel writes one.
TEST_F(MissingRestrictTest, LaunchWithAVariableOfTheDevice) {
  get(In, Tx), put(Out, Tx);
  LaunchContext Overlapping = Launch;
  Overlapping.AliasedArguments = {{1, 1}};
  EXPECT_THAT(findings({Overlapping}), SizeIs(1));
}

TEST_F(MissingRestrictTest, LaunchWithAVariableOfTheDeviceThatIsWritten) {
  Kernel.Objects[Out].Kind = ObjectKind::DeviceVariable;
  Kernel.Objects[Out].ParameterIndex.reset();
  get(In, Tx), put(Out, Tx);
  LaunchContext Overlapping = Launch;
  Overlapping.AliasedArguments = {{1, 1}};
  EXPECT_THAT(findings({Overlapping}), IsEmpty());
}

// Two that are only read may be one array.
TEST_F(MissingRestrictTest, LaunchWithOneArrayTwiceToRead) {
  unsigned Other = pointer("other", /*IsConst=*/true);
  get(In, Tx), get(Other, Tx), put(Out, Tx);
  LaunchContext Overlapping = Launch;
  Overlapping.AliasedArguments = {{1, 2}};
  std::vector<Finding> Found = findings({Overlapping});
  ASSERT_THAT(Found, SizeIs(1));
  EXPECT_THAT(Found[0].Message, HasSubstr("may modify `in` and `other`, so their loads"));
  EXPECT_THAT(notesOf(Found[0]), HasSubstr("`other` is also only read\n"));
  EXPECT_THAT(editsOf(Found[0]), SizeIs(3));
}

// Two that are written, and overlap, are left as they are.
TEST_F(MissingRestrictTest, LaunchWithOneArrayTwiceToWrite) {
  unsigned Other = pointer("other", /*IsConst=*/false);
  get(In, Tx), put(Other, Tx), put(Out, Tx);
  LaunchContext Overlapping = Launch;
  Overlapping.AliasedArguments = {{0, 2}};
  EXPECT_THAT(editsOf(findings({Overlapping}).at(0)), ElementsAre("2:20 __restrict__ "));
}

// Safe where all launches are visible and pass allocations of their own.
TEST_F(MissingRestrictTest, SafeAndUnsafe) {
  unsigned Other = pointer("other", /*IsConst=*/true);
  get(In, Tx), get(Other, Tx), put(Out, Tx);
  auto WhyUnsafe = [&](const LaunchContext &Launch) {
    std::string Why;
    KernelAnalysis Result = analyse({Launch});
    for (const Finding &Item : Result.Findings)
      if (Item.Check == "cuda-missing-restrict")
        Why = fixSafetyName(Item).str() + " " + fixReasonName(Item).str();
    return Why;
  };
  node(NodeKind::Exit, 0);
  EXPECT_EQ(WhyUnsafe(Launch), "safe ");
  LaunchContext Doubtful = Launch;
  Doubtful.DoubtfulArguments = {{0, 1, ""}};
  EXPECT_EQ(WhyUnsafe(Doubtful), "unsafe unknown-origin");
  Doubtful.DoubtfulArguments = {{0, 1, "go"}};
  EXPECT_EQ(WhyUnsafe(Doubtful), "unsafe unseen-callers");
  // Two that are only read may be one array; no variable of the device is written.
  Doubtful.DoubtfulArguments = {{1, 1, ""}, {1, 2, ""}};
  EXPECT_EQ(WhyUnsafe(Doubtful), "safe ");
  LaunchContext Guess = Launch;
  Guess.Position = {};
  EXPECT_EQ(WhyUnsafe(Guess), "unsafe no-launch");
  Kernel.IsInHeader = true;
  EXPECT_EQ(WhyUnsafe(Launch), "unsafe other-launches");
}

// Callers that are not seen may pass what overlaps.
TEST_F(MissingRestrictTest, NoLaunchIsSeen) {
  get(In, Tx), put(Out, Tx), get(In, Tx);
  LaunchContext Guess = Launch;
  Guess.Origin = LaunchOrigin::Default;
  Guess.Position = {};
  std::vector<Finding> Found = findings({Guess});
  ASSERT_THAT(Found, SizeIs(1));
  EXPECT_EQ(Found[0].Level, FindingLevel::Remark);
  EXPECT_THAT(notesOf(Found[0]),
              HasSubstr("no launch is visible: callers must not pass overlapping arrays"));
}

// `while (!*in) {}`: somebody else writes it.
TEST_F(MissingRestrictTest, WaitsForSomebodyElse) {
  beginLoop();
  Value Flag = loaded("*in", Uniformity::Grid);
  get(In, Tx * 0).Result = Flag.Node;
  Kernel.Loops.back().Exits = {(!Flag).Node};
  endLoop();
  put(Out, Tx);
  EXPECT_THAT(findings(), IsEmpty());
}

// A number of iterations is read.
TEST_F(MissingRestrictTest, LoadedBound) {
  Value K = beginLoop();
  Value Bound = loaded("*in", Uniformity::Grid);
  get(In, Tx * 0).Result = Bound.Node;
  Kernel.Loops.back().Exits = {(K >= Bound).Node};
  put(Out, Tx + K);
  endLoop();
  EXPECT_EQ(findings().at(0).Level, FindingLevel::Warning);
}

/// Two kernels at one place, of two instantiations.
class Agreement : public MissingRestrictTest {
public:
  std::vector<FileAnalysis> twice(unsigned Reads) {
    FileAnalysis File;
    for (unsigned Index = 0; Index != 2; ++Index) {
      KernelAnalysis &Kernel = File.Kernels.emplace_back();
      if (Index < Reads)
        Kernel.Findings = Found;
    }
    return {File};
  }
  static size_t left(std::vector<FileAnalysis> Files) {
    agreeOnFindings(Files);
    size_t Number = 0;
    for (const KernelAnalysis &Kernel : Files[0].Kernels)
      Number += Kernel.Findings.size();
    return Number;
  }

  std::vector<Finding> Found;
};

TEST_F(Agreement, AllInstantiationsMustAgree) {
  get(In, Tx), put(Out, Tx);
  Found = findings();
  EXPECT_EQ(left(twice(2)), 2u);
  EXPECT_EQ(left(twice(1)), 0u);
  std::vector<FileAnalysis> MadeUp = twice(1);
  MadeUp[0].Kernels[1].Assumption = "T is float";
  EXPECT_EQ(left(MadeUp), 1u);
  std::vector<FileAnalysis> Broken = twice(2);
  Broken[0].Parsed = ParseState::WithErrors;
  EXPECT_EQ(left(Broken), 0u);
}

} // namespace
