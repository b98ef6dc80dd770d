//===- ChangedLinesTest.cpp - Which findings have to do with changes ------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/ChangedLines/ChangedLines.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

namespace {

/// Not there, so that no link is followed.
constexpr char Folder[] = "/no-such-folder";

DiffedFile change(std::string Path, std::vector<LineChange> Changes) {
  DiffedFile Result;
  Result.Path = std::move(Path);
  Result.Changes = std::move(Changes);
  return Result;
}

TEST(ChangedLines, RangesTouch) {
  ChangedLines Lines;
  Lines.add(Folder, change("k.cu", {{3, 1, 3, 2}, {9, 0, 10, 1}}));
  auto Touches = [&](unsigned First, unsigned Last) {
    return Lines.touches("/no-such-folder/k.cu", First, Last);
  };
  EXPECT_FALSE(Touches(1, 2));
  EXPECT_TRUE(Touches(1, 3));
  EXPECT_TRUE(Touches(4, 4));
  EXPECT_FALSE(Touches(5, 9));
  EXPECT_TRUE(Touches(10, 10));
  EXPECT_FALSE(Touches(11, 99));
  EXPECT_FALSE(Lines.touches("/no-such-folder/other.cu", 1, 99));
}

TEST(ChangedLines, TakenAwayBetweenTwoLines) {
  ChangedLines Lines;
  // Lines were between what is now 7 and 8.
  Lines.add(Folder, change("k.cu", {{8, 2, 8, 0}}));
  EXPECT_TRUE(Lines.touches("/no-such-folder/k.cu", 7, 8));
  EXPECT_FALSE(Lines.touches("/no-such-folder/k.cu", 7, 7));
  EXPECT_FALSE(Lines.touches("/no-such-folder/k.cu", 8, 9));
}

TEST(ChangedLines, FilesThatAreNotKnown) {
  llvm::StringSet<> Known, KnownInside;
  Known.insert("known.cu");
  KnownInside.insert("inner.cu");
  ChangedLines Lines;
  Lines.addFolder("/no-such-folder", std::move(Known));
  Lines.addFolder("/no-such-folder/module", std::move(KnownInside));
  EXPECT_FALSE(Lines.touches("/no-such-folder/known.cu", 1, 1));
  EXPECT_TRUE(Lines.touches("/no-such-folder/new.cu", 1, 1));
  EXPECT_FALSE(Lines.touches("/no-such-folder/module/inner.cu", 1, 1));
  EXPECT_TRUE(Lines.touches("/no-such-folder/module/known.cu", 1, 1));
  EXPECT_FALSE(Lines.touches("/no-such-folder-2/new.cu", 1, 1));
}

Finding finding(std::string Check, unsigned Line, std::optional<unsigned> Access) {
  Finding Result;
  Result.Check = std::move(Check);
  Result.Position.Path = "/no-such-folder/k.cu";
  Result.Position.Line = Result.Position.EndLine = Line;
  Result.Access = Access;
  return Result;
}

/// A kernel on lines 10 to 20 with an access on each of the two, and findings about
/// the first access, about the kernel, and about a race.
std::vector<std::string> keptWith(LineChange Change) {
  std::vector<FileAnalysis> Files(1);
  KernelAnalysis &Kernel = Files[0].Kernels.emplace_back();
  Kernel.Program.Position = finding("", 10, {}).Position;
  for (unsigned Line : {10, 20})
    Kernel.Program.Accesses.emplace_back().Position = finding("", Line, {}).Position;
  Kernel.Findings = {finding("cuda-uncoalesced-access", 10, 0),
                     finding("cuda-divergent-barrier", 12, {}), finding("cuda-shared-race", 20, 1)};
  Kernel.Findings[1].Subject = FindingSubject::Order;
  Kernel.Findings[2].Subject = FindingSubject::Order;
  ChangedLines Lines;
  Lines.add(Folder, change("k.cu", {Change}));
  keepFindingsOnChangedLines(Files, Lines);
  std::vector<std::string> Kept;
  for (const Finding &Item : Kernel.Findings)
    Kept.push_back(Item.Check);
  return Kept;
}

TEST(ChangedLines, CostsBelongToLinesAndTheRestToKernels) {
  EXPECT_THAT(keptWith({10, 1, 10, 1}),
              ElementsAre("cuda-uncoalesced-access", "cuda-divergent-barrier", "cuda-shared-race"));
  EXPECT_THAT(keptWith({15, 1, 15, 1}), ElementsAre("cuda-divergent-barrier", "cuda-shared-race"));
  // A barrier that was taken away.
  EXPECT_THAT(keptWith({15, 1, 15, 0}), ElementsAre("cuda-divergent-barrier", "cuda-shared-race"));
  EXPECT_THAT(keptWith({21, 1, 21, 1}), IsEmpty());
  EXPECT_THAT(keptWith({9, 1, 9, 1}), IsEmpty());
}

FindingNote note(unsigned Line) { return {"", finding("", Line, {}).Position}; }

SourcePosition at(unsigned Line) { return finding("", Line, {}).Position; }

/// Whether the finding about the first access of \p Kernel stays when line \p Line is changed.
bool staysWith(const KernelAnalysis &Kernel, unsigned Line) {
  std::vector<FileAnalysis> Files(1);
  Files[0].Kernels = {Kernel};
  ChangedLines Lines;
  Lines.add(Folder, change("k.cu", {{Line, 1, Line, 1}}));
  keepFindingsOnChangedLines(Files, Lines);
  return !Files[0].Kernels[0].Findings.empty();
}

TEST(ChangedLines, BudgetsBelongToKernelsTheirCallsAndTheirLaunch) {
  KernelAnalysis Kernel;
  Kernel.Program.Position = at(10);
  Kernel.Program.Accesses.resize(2);
  Kernel.Program.Accesses[0].Position = at(12);
  Kernel.Program.Accesses[1].Position = at(50);
  Kernel.Program.Accesses[1].InlinedThrough.emplace_back().CallSite = at(14);
  Kernel.Launches.resize(2);
  Kernel.Launches[0].Position = at(30);
  Kernel.Launches[1].Position = at(31);
  Finding &Item = Kernel.Findings.emplace_back(finding("cuda-exceeded-budget", 10, {}));
  Item.Subject = FindingSubject::Budget;
  Item.Budget.emplace();
  Item.Launch = 1;
  for (unsigned Line : {10, 13, 31, 50})
    EXPECT_TRUE(staysWith(Kernel, Line)) << Line;
  for (unsigned Line : {9, 15, 30, 49})
    EXPECT_FALSE(staysWith(Kernel, Line)) << Line;
}

/// A kernel on lines 10 to 20: `tile[threadIdx.y * n]` on line 15, the array on line 12, launched
/// on the lines 30 and 31.
class CausesTest : public ::testing::Test {
protected:
  CausesTest() {
    Kernel.Program.Position = at(10);
    MemoryObject &Array = Kernel.Program.Objects.emplace_back();
    Array.Position = at(12);
    Array.Extents = {32, 32};
    Access &Site = Kernel.Program.Accesses.emplace_back();
    Site.Position = at(15);
    Site.Offset = parameter();
    Kernel.Program.Accesses.emplace_back().Position = at(20);
    for (unsigned Line : {30, 31})
      Kernel.Launches.emplace_back().Position = at(Line);
    Kernel.Verdicts = {{{0, cost(4, 4)}, {1, cost(32, 4)}}, {}};
    Kernel.Findings = {finding("cuda-uncoalesced-access", 15, 0)};
  }

  ExprRef parameter() {
    LeafInfo Info;
    Info.Kind = LeafKind::Parameter;
    Info.Name = "n";
    return Expressions.leaf(Info);
  }

  static AccessCost cost(uint32_t Cost, uint32_t Ideal) {
    AccessCost Result;
    Result.Known = Knowledge::Proved;
    Result.Worst.Cost = Cost;
    Result.Worst.Ideal = Ideal;
    return Result;
  }

  ExprContext Expressions;
  KernelAnalysis Kernel;
};

TEST_F(CausesTest, TheDeclarationOfTheArray) {
  EXPECT_TRUE(staysWith(Kernel, 12));
  EXPECT_FALSE(staysWith(Kernel, 10));
  EXPECT_FALSE(staysWith(Kernel, 20));
  // That of a pointer says nothing of its layout.
  Kernel.Program.Objects[0].Extents.clear();
  EXPECT_FALSE(staysWith(Kernel, 12));
}

TEST_F(CausesTest, WhatANoteNames) {
  EXPECT_FALSE(staysWith(Kernel, 5));
  Kernel.Findings[0].Notes = {note(5), {"without a place", {}}};
  EXPECT_TRUE(staysWith(Kernel, 5));
}

TEST_F(CausesTest, TheLaunchThatIsAtFault) {
  EXPECT_TRUE(staysWith(Kernel, 31));
  EXPECT_FALSE(staysWith(Kernel, 30));
  // Both are: it was so before either was changed.
  Kernel.Verdicts[0][0].Cost = cost(8, 4);
  EXPECT_FALSE(staysWith(Kernel, 31));
}

TEST_F(CausesTest, NotALaunchThatChangesNothing) {
  LeafInfo Info;
  Info.Kind = LeafKind::ThreadIndex;
  Kernel.Program.Accesses[0].Offset = Expressions.leaf(Info);
  EXPECT_FALSE(staysWith(Kernel, 31));
  Info.Dimension = 1;
  Kernel.Program.Accesses[0].Offset = Expressions.leaf(Info);
  EXPECT_TRUE(staysWith(Kernel, 31));
}

TEST_F(CausesTest, TheLaunchOfARace) {
  Kernel.Findings[0].Race = {1, 0};
  EXPECT_TRUE(staysWith(Kernel, 31));
  EXPECT_FALSE(staysWith(Kernel, 30));
}

} // namespace
