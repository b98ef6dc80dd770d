//===- UnifiedDiffTest.cpp - Diffs of git and of others -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/ChangedLines/UnifiedDiff.h"

#include "llvm/Testing/Support/Error.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

namespace {

std::vector<DiffedFile> parse(llvm::StringRef Diff) {
  return llvm::cantFail(parseUnifiedDiff(Diff));
}

std::string failureOf(llvm::StringRef Diff) {
  llvm::Expected<std::vector<DiffedFile>> Result = parseUnifiedDiff(Diff);
  return Result ? "" : llvm::toString(Result.takeError());
}

TEST(UnifiedDiff, LinesOfGit) {
  std::vector<DiffedFile> Files = parse("diff --git a/x/k.cu b/x/k.cu\n"
                                        "index 1234567..89abcde 100644\n"
                                        "--- a/x/k.cu\n"
                                        "+++ b/x/k.cu\n"
                                        "@@ -3,2 +3 @@ __global__ void k()\n"
                                        "-old\n"
                                        "-older\n"
                                        "+new\n"
                                        "@@ -10,0 +10,2 @@\n"
                                        "+one\n"
                                        "+two\n"
                                        "@@ -20 +21,0 @@\n"
                                        "-gone\n");
  ASSERT_THAT(Files, SizeIs(1));
  EXPECT_EQ(Files[0].Path, "x/k.cu");
  EXPECT_FALSE(Files[0].Whole);
  EXPECT_THAT(Files[0].Changes, ElementsAre(LineChange{3, 2, 3, 1}, LineChange{11, 0, 10, 2},
                                            LineChange{20, 1, 22, 0}));
}

TEST(UnifiedDiff, LinesInCommonAreNotChanged) {
  std::vector<DiffedFile> Files = parse("--- k.cu\t2026-01-01 00:00:00\n"
                                        "+++ k.cu\t2026-01-02 00:00:00\n"
                                        "@@ -1,5 +1,5 @@\n"
                                        " first\n"
                                        "-second\n"
                                        "+other\n"
                                        " third\n"
                                        "\n"
                                        "-fifth\n"
                                        "+last\n");
  ASSERT_THAT(Files, SizeIs(1));
  EXPECT_EQ(Files[0].Path, "k.cu");
  EXPECT_THAT(Files[0].Changes, ElementsAre(LineChange{2, 1, 2, 1}, LineChange{5, 1, 5, 1}));
}

TEST(UnifiedDiff, LinesThatLookLikeHeaders) {
  std::vector<DiffedFile> Files = parse("diff --git a/k.cu b/k.cu\n"
                                        "--- a/k.cu\n"
                                        "+++ b/k.cu\n"
                                        "@@ -1,2 +1,2 @@\n"
                                        "--- a/other.cu\n"
                                        "-@@ -1 +1 @@\n"
                                        "+++ b/other.cu\n"
                                        "+diff --git a/other.cu b/other.cu\n");
  ASSERT_THAT(Files, SizeIs(1));
  EXPECT_EQ(Files[0].Path, "k.cu");
  EXPECT_THAT(Files[0].Changes, ElementsAre(LineChange{1, 2, 1, 2}));
}

TEST(UnifiedDiff, NoNewlineAtTheEnd) {
  std::vector<DiffedFile> Files = parse("--- a/k.cu\n+++ b/k.cu\n"
                                        "@@ -1 +1 @@\n"
                                        "-old\n"
                                        "\\ No newline at end of file\n"
                                        "+new\n"
                                        "\\ No newline at end of file\n"
                                        "--- a/l.cu\n+++ b/l.cu\n"
                                        "@@ -0,0 +1 @@\n"
                                        "+l");
  ASSERT_THAT(Files, SizeIs(2));
  EXPECT_THAT(Files[0].Changes, ElementsAre(LineChange{1, 1, 1, 1}));
  EXPECT_EQ(Files[1].Path, "l.cu");
  EXPECT_THAT(Files[1].Changes, ElementsAre(LineChange{1, 0, 1, 1}));
}

TEST(UnifiedDiff, NewRenamedDeletedBinaryAndLinks) {
  std::vector<DiffedFile> Files = parse("diff --git a/new.cu b/new.cu\n"
                                        "new file mode 100644\n"
                                        "index 0000000..1234567\n"
                                        "--- /dev/null\n"
                                        "+++ b/new.cu\n"
                                        "@@ -0,0 +1,2 @@\n"
                                        "+a\n"
                                        "+b\n"
                                        "diff --git a/from.cu b/to.cu\n"
                                        "similarity index 90%\n"
                                        "rename from from.cu\n"
                                        "rename to to.cu\n"
                                        "--- a/from.cu\n"
                                        "+++ b/to.cu\n"
                                        "@@ -4 +4 @@\n"
                                        "-a\n"
                                        "+b\n"
                                        "diff --git a/same.cu b/moved.cu\n"
                                        "similarity index 100%\n"
                                        "rename from same.cu\n"
                                        "rename to moved.cu\n"
                                        "diff --git a/gone.cu b/gone.cu\n"
                                        "deleted file mode 100644\n"
                                        "--- a/gone.cu\n"
                                        "+++ /dev/null\n"
                                        "@@ -1 +0,0 @@\n"
                                        "-a\n"
                                        "diff --git a/picture.png b/picture.png\n"
                                        "index 1234567..89abcde 100644\n"
                                        "Binary files a/picture.png and b/picture.png differ\n"
                                        "diff --git a/link.cu b/link.cu\n"
                                        "index 1234567..89abcde 120000\n"
                                        "--- a/link.cu\n"
                                        "+++ b/link.cu\n"
                                        "@@ -1 +1 @@\n"
                                        "-new.cu\n"
                                        "\\ No newline at end of file\n"
                                        "+/etc/passwd\n"
                                        "\\ No newline at end of file\n");
  ASSERT_THAT(Files, SizeIs(2));
  EXPECT_EQ(Files[0].Path, "new.cu");
  EXPECT_THAT(Files[0].Changes, ElementsAre(LineChange{1, 0, 1, 2}));
  EXPECT_EQ(Files[1].Path, "to.cu");
  EXPECT_THAT(Files[1].Changes, ElementsAre(LineChange{4, 1, 4, 1}));
}

TEST(UnifiedDiff, QuotedNames) {
  auto PathOf = [](llvm::StringRef Name) {
    std::vector<DiffedFile> Files =
        parse(("diff --git a/x b/x\n--- /dev/null\n+++ " + Name + "\n@@ -0,0 +1 @@\n+x\n").str());
    return Files.size() == 1 ? Files[0].Path : "";
  };
  EXPECT_EQ(PathOf("\"b/new\\nline \\\"quoted\\\"\\t\\\\.cu\""), "new\nline \"quoted\"\t\\.cu");
  EXPECT_EQ(PathOf("\"b/\\303\\244.cu\""), "\xc3\xa4.cu");
  EXPECT_EQ(PathOf("b/two words.cu\t"), "two words.cu");
  EXPECT_EQ(PathOf("b/-dash.cu"), "-dash.cu");
}

TEST(UnifiedDiff, PrefixesAreGits) {
  auto PathOf = [](llvm::StringRef Old, llvm::StringRef New) {
    return parse(("--- " + Old + "\n+++ " + New + "\n@@ -1 +1 @@\n-x\n+y\n").str()).at(0).Path;
  };
  EXPECT_EQ(PathOf("a/k.cu", "b/k.cu"), "k.cu");
  EXPECT_EQ(PathOf("src/k.cu", "src/k.cu"), "src/k.cu");
  EXPECT_EQ(PathOf("b/k.cu", "b/k.cu"), "b/k.cu");
  EXPECT_EQ(PathOf("k.cu.orig", "k.cu"), "k.cu");
}

TEST(UnifiedDiff, MergesAreChangedAsAWhole) {
  std::vector<DiffedFile> Files = parse("diff --cc k.cu\n"
                                        "index 1234567,89abcde..0000000\n"
                                        "--- a/k.cu\n"
                                        "+++ b/k.cu\n"
                                        "@@@ -1,1 -1,1 +1,5 @@@\n"
                                        "++<<<<<<< ours\n");
  ASSERT_THAT(Files, SizeIs(1));
  EXPECT_EQ(Files[0].Path, "k.cu");
  EXPECT_TRUE(Files[0].Whole);
}

TEST(UnifiedDiff, WhatStandsAroundIsPassedOver) {
  EXPECT_THAT(parse(""), IsEmpty());
  EXPECT_THAT(parse("\n \n"), IsEmpty());
  EXPECT_THAT(parse("From 1234567\nSubject: x\n\n---\n k.cu | 2 +-\n\n"
                    "diff --git a/k.cu b/k.cu\n--- a/k.cu\n+++ b/k.cu\n@@ -1 +1 @@\n-x\n+y\n"
                    "-- \n2.39.5\n\n"),
              SizeIs(1));
}

TEST(UnifiedDiff, WhatCannotBeRead) {
  constexpr char Names[] = "--- a/k.cu\n+++ b/k.cu\n";
  auto After = [&](llvm::StringRef Text) { return failureOf((Names + Text).str()); };
  EXPECT_THAT(failureOf("hello\n"), HasSubstr("not a unified diff"));
  EXPECT_THAT(failureOf("@@ -1 +1 @@\n-x\n+y\n"), HasSubstr("line 1: no file name precedes"));
  EXPECT_THAT(After("@@ -1 +1\n"), HasSubstr("line 3: '@@ -1 +1' is not a line range"));
  EXPECT_THAT(After("@@ -1,99999999999999999999 +1 @@\n"), HasSubstr("is not a line range"));
  EXPECT_THAT(After("@@ -4294967295 +1,4294967295 @@\n"), HasSubstr("is not a line range"));
  EXPECT_THAT(After("@@ -1,2 +1,2 @@\n x\n"), HasSubstr("line 4: the diff ends within"));
  EXPECT_THAT(After("@@ -1,2 +1 @@\n+x\n+y\n"), HasSubstr("line 5: the lines do not match"));
  EXPECT_THAT(failureOf("--- a/k\n+++ \"b/k\n"), HasSubstr("line 2: unterminated quoted name"));
}

using Lines = std::vector<LineChange>;

TEST(MoveLines, ShiftedByWhatCameBefore) {
  EXPECT_EQ(moveLines(Lines{{5, 1, 5, 2}}, {}), (Lines{{5, 1, 5, 2}}));
  // Three lines more before line 2.
  EXPECT_EQ(moveLines(Lines{{5, 1, 5, 2}}, Lines{{2, 0, 2, 3}}), (Lines{{5, 1, 8, 2}}));
  // Nothing that comes later in the file matters.
  EXPECT_EQ(moveLines(Lines{{5, 1, 5, 2}}, Lines{{7, 4, 7, 0}}), (Lines{{5, 1, 5, 2}}));
  EXPECT_EQ(moveLines(Lines{{5, 1, 5, 1}, {9, 0, 9, 1}}, Lines{{1, 2, 1, 0}, {7, 0, 5, 1}}),
            (Lines{{5, 1, 3, 1}, {9, 0, 8, 1}}));
}

TEST(MoveLines, LinesThatWereChangedAgainAreLeftOut) {
  // Of lines 3 to 6, line 4 became two others.
  EXPECT_EQ(moveLines(Lines{{3, 0, 3, 4}}, Lines{{4, 1, 4, 2}}),
            (Lines{{3, 0, 3, 1}, {3, 0, 6, 2}}));
  EXPECT_EQ(moveLines(Lines{{3, 0, 3, 4}}, Lines{{2, 6, 2, 1}}), Lines());
}

TEST(MoveLines, PlacesWhereLinesWereTakenAway) {
  EXPECT_EQ(moveLines(Lines{{5, 1, 5, 0}}, Lines{{1, 0, 1, 2}}), (Lines{{5, 1, 7, 0}}));
  EXPECT_EQ(moveLines(Lines{{5, 1, 5, 0}}, Lines{{4, 3, 4, 1}}), (Lines{{5, 1, 4, 0}}));
}

} // namespace
