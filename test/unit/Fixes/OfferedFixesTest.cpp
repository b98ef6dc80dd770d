//===- test/unit/Fixes/OfferedFixesTest.cpp - Fixes that hold, and others -===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FixesTestFolder.h"

#include "gmock/gmock.h"

using namespace memlint;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

namespace {

constexpr const char *Uncoalesced = "cuda-uncoalesced-access";

class OfferedFixesTest : public FixesTestFolder {
protected:
  /// The outcome for the suggestion: "offered", or the last note.
  std::string offer(std::vector<FileAnalysis> &Files, Finding &Item) const {
    offerFixes(Files, Options, {/*Threads=*/1});
    if (!Item.Fixes.empty())
      return "offered";
    EXPECT_THAT(Item.FixTitle, IsEmpty());
    return Item.Notes.empty() ? "" : Item.Notes.back().Message;
  }

  /// The same for a file whose only uncoalesced access is to be fixed this way.
  std::string offer(llvm::StringRef Text, llvm::StringRef Old, llvm::StringRef New) const {
    write("a.cu", Text);
    std::vector<FileAnalysis> Files = analyse({"a.cu"});
    Finding &Item = findingOf(Files, Uncoalesced);
    suggest(Item, "a.cu", Old, New);
    return offer(Files, Item);
  }
};

TEST_F(OfferedFixesTest, WhatMendsTheFinding) {
  EXPECT_EQ(offer("__global__ void k(float *p) { p[threadIdx.x * 2] = 0; }\n", " * 2", ""),
            "offered");
}

TEST_F(OfferedFixesTest, NotOnceTrialsHaveTakenTheirTime) {
  write("a.cu", "__global__ void k(float *p) { p[threadIdx.x * 2] = 0; }\n");
  std::vector<FileAnalysis> Files = analyse({"a.cu"});
  Finding &Item = findingOf(Files, Uncoalesced);
  suggest(Item, "a.cu", " * 2", "");
  FixOptions Settings{/*Threads=*/1};
  Settings.TimeLimit = std::chrono::milliseconds(0);
  offerFixes(Files, Options, Settings);
  EXPECT_THAT(Item.Fixes, IsEmpty());
  EXPECT_EQ(Item.Notes.back().Message, "write  (not offered as an edit: trying the edits before it "
                                       "took longer than 0 s: raise --file-timeout)");
}

TEST_F(OfferedFixesTest, LinesEndAsTheirNeighboursDo) {
  write("a.cu", "__global__ void k(float *p) {\r\n p[threadIdx.x * 2] = 0;\r\n}\r\n");
  std::vector<FileAnalysis> Files = analyse({"a.cu"});
  Finding &Item = findingOf(Files, Uncoalesced);
  suggest(Item, "a.cu", " * 2] = 0;", "]\n= 0;");
  EXPECT_EQ(offer(Files, Item), "offered");
  EXPECT_EQ(Item.Fixes.front().Replacement, "]\r\n= 0;");
}

TEST_F(OfferedFixesTest, NotWhatLeavesIt) {
  constexpr const char *Text = "__global__ void k(float *p) { p[threadIdx.x * 2] = 0; }\n";
  EXPECT_EQ(offer(Text, "= 0", "= 1"),
            "write = 1 (not offered as an edit: the finding would remain)");
  EXPECT_THAT(offer(Text, " * 2", " * 8"), HasSubstr("not offered as an edit"));
}

TEST_F(OfferedFixesTest, NotWhatDoesNotCompile) {
  EXPECT_EQ(offer("__global__ void k(float *p) { p[threadIdx.x * 2] = 0; }\n", " * 2", " +"),
            "write  + (not offered as an edit: the source would have new errors)");
}

TEST_F(OfferedFixesTest, NotWhatMovesTheFaultElsewhere) {
  // Both strides come from one constant: mending one kernel spoils the other.
  EXPECT_EQ(offer("constexpr int s = 2;\n"
                  "__global__ void k(float *p) { p[threadIdx.x * s] = 0; }\n"
                  "__global__ void l(float *p) { p[threadIdx.x * (3 - s)] = 0; }\n",
                  "s = 2", "s = 1"),
            "write s = 1 (not offered as an edit: it would cause a new finding of "
            "cuda-uncoalesced-access)");
}

TEST_F(OfferedFixesTest, NotWhatHidesTheFault) {
  // The index is read from memory then, and nothing is known of it.
  EXPECT_EQ(
      offer("__global__ void k(float *p, int *q) { p[threadIdx.x * 2] = 0; }\n", "threadIdx.x * 2",
            "q[threadIdx.x]"),
      "write q[threadIdx.x] (not offered as an edit: less of the kernel would be understood)");
}

TEST_F(OfferedFixesTest, AllInstantiationsMustBeMended) {
  constexpr const char *Text =
      "template <int N> __global__ void k(float *p) { p[threadIdx.x * 2 * N] = 0; }\n"
      "void f(float *p) { k<1><<<1, 32>>>(p); k<2><<<1, 32>>>(p); }\n";
  write("a.cu", Text);
  std::vector<FileAnalysis> Files = analyse({"a.cu"});
  ASSERT_THAT(Files[0].Kernels, SizeIs(2));
  Finding &First = Files[0].Kernels[0].Findings.at(0);
  Finding &Second = Files[0].Kernels[1].Findings.at(0);
  for (Finding *Item : {&First, &Second})
    suggest(*Item, "a.cu", "threadIdx.x * 2 * N", "threadIdx.x * (N == 1 ? 1 : 4)");
  EXPECT_THAT(offer(Files, First), HasSubstr("the finding would remain"));
  EXPECT_THAT(Second.Fixes, IsEmpty());

  for (Finding *Item : {&First, &Second})
    suggest(*Item, "a.cu", "threadIdx.x * 2 * N", "threadIdx.x");
  EXPECT_EQ(offer(Files, First), "offered");
  EXPECT_THAT(Second.Fixes, SizeIs(1));
}

TEST_F(OfferedFixesTest, WhatOthersThatIncludeTheFileMakeOfItCounts) {
  write("stride.cuh", "#pragma once\nconstexpr int s = 2;\n");
  write("a.cu", "#include \"stride.cuh\"\n"
                "__global__ void k(float *p) { p[threadIdx.x * s] = 0; }\n");
  write("b.cu", "#include \"stride.cuh\"\n"
                "__global__ void l(float *p) { p[threadIdx.x * (3 - s)] = 0; }\n");
  std::vector<FileAnalysis> Alone = analyse({"a.cu"});
  Finding &Mended = findingOf(Alone, Uncoalesced);
  suggest(Mended, "stride.cuh", "s = 2", "s = 1");
  EXPECT_EQ(offer(Alone, Mended), "offered");

  std::vector<FileAnalysis> Both = analyse({"a.cu", "b.cu"});
  Finding &Item = findingOf(Both, Uncoalesced);
  suggest(Item, "stride.cuh", "s = 2", "s = 1");
  EXPECT_THAT(offer(Both, Item), HasSubstr("a new finding of cuda-uncoalesced-access"));
}

TEST_F(OfferedFixesTest, LaunchesOfOtherFilesStillCount) {
  // In a file by itself the stride is not known.
  write("kernel.cu", "__global__ void k(float *p, int s) { p[threadIdx.x * s] = 0; }\n"
                     "void run(float *p, int s) { k<<<1, 32>>>(p, s); }\n");
  write("main.cu", "void run(float *p, int s);\nvoid f(float *p) { run(p, 2); }\n");
  std::vector<FileAnalysis> Files = analyse({"kernel.cu", "main.cu"});
  Finding &Item = findingOf(Files, Uncoalesced);
  suggest(Item, "kernel.cu", "= 0", "= 1");
  EXPECT_THAT(offer(Files, Item), HasSubstr("the finding would remain"));
}

TEST_F(OfferedFixesTest, NotWhatLiesOutsideOfTheFolders) {
  ASSERT_FALSE(llvm::sys::fs::create_directory(path("sub")));
  write("stride.cuh", "constexpr int s = 2;\n");
  write("sub/a.cu", "#include \"../stride.cuh\"\n"
                    "__global__ void k(float *p) { p[threadIdx.x * s] = 0; }\n");
  std::vector<FileAnalysis> Files = analyse({"sub/a.cu"});
  Finding &Item = findingOf(Files, Uncoalesced);
  suggest(Item, "stride.cuh", "s = 2", "s = 1");
  EXPECT_THAT(offer(Files, Item), HasSubstr("is outside the folders of the given files"));
  // Unless the user names more.
  suggest(Item, "stride.cuh", "s = 2", "s = 1");
  offerFixes(Files, Options, {/*Threads=*/1, {Folder.str().str()}});
  EXPECT_THAT(Item.Fixes, SizeIs(1));
}

TEST_F(OfferedFixesTest, SuppressedFindingsAskForNothing) {
  write("a.cu", "__global__ void k(float *p) { p[threadIdx.x * 2] = 0; }\n");
  std::vector<FileAnalysis> Files = analyse({"a.cu"});
  Finding &Item = findingOf(Files, Uncoalesced);
  suggest(Item, "a.cu", " * 2", "");
  Item.Suppressed = Suppression::Comment;
  size_t Notes = Item.Notes.size();
  offerFixes(Files, Options);
  EXPECT_THAT(Item.Fixes, IsEmpty());
  EXPECT_THAT(Item.Notes, SizeIs(Notes));
}

TEST_F(OfferedFixesTest, NotWhatPartsAnotherFindingFromItsComment) {
  EXPECT_THAT(offer("__global__ void k(float *p, float *q) {\n"
                    "  p[threadIdx.x * 2] = 0;\n"
                    "  // NOLINTNEXTLINE(cuda-misaligned-access)\n"
                    "  q[threadIdx.x + 1] = 0;\n"
                    "}\n",
                    " * 2] = 0;\n  // NOLINTNEXTLINE(cuda-misaligned-access)\n",
                    "] = 0;\n  // NOLINTNEXTLINE(cuda-misaligned-access)\n\n"),
              HasSubstr("it would cause a new finding of cuda-misaligned-access"));
}

TEST_F(OfferedFixesTest, TextsThatAreNotOnDiskAreEdited) {
  write("a.cu", "nothing that compiles\n");
  Options.Frontend.Overlay[path("a.cu")] =
      "__global__ void k(float *p) { p[threadIdx.x * 2] = 0; }\n";
  std::vector<FileAnalysis> Files = analyse({"a.cu"});
  Finding &Item = findingOf(Files, Uncoalesced);
  FindingFix Fix;
  Fix.Position = Item.Position;
  Fix.Position.Path = path("a.cu");
  Fix.Replacement = "p[threadIdx.x]";
  Fix.Position.Line = Fix.Position.EndLine = 1;
  Fix.Position.Column = 31;
  Fix.Position.EndColumn = 49;
  Item.Fixes = {Fix};
  Item.FixTitle = "no stride";
  EXPECT_EQ(offer(Files, Item), "offered");
}

} // namespace
