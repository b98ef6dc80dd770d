//===- test/unit/Fixes/UnifiedDiffTest.cpp - Diffs, as text ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Fixes/UnifiedDiff.h"

#include "gtest/gtest.h"

using namespace memlint;

namespace {

std::string diff(std::string Original, std::string Changed, llvm::StringRef Name = "f") {
  std::string Text;
  llvm::raw_string_ostream Stream(Text);
  printUnifiedDiff(Stream, {"/f", std::move(Original), std::move(Changed)}, Name);
  return Text;
}

TEST(UnifiedDiffTest, ALineThatIsPutInHasThreeLinesAround) {
  EXPECT_EQ(diff("1\n2\n3\n4\n5\n6\n7\n8\n", "1\n2\n3\n4\nx\n5\n6\n7\n8\n"),
            "--- a/f\n+++ b/f\n@@ -2,6 +2,7 @@\n 2\n 3\n 4\n+x\n 5\n 6\n 7\n");
}

TEST(UnifiedDiffTest, ALineThatIsReplaced) {
  EXPECT_EQ(diff("1\n2\n", "1\nx\n"), "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n 1\n-2\n+x\n");
  EXPECT_EQ(diff("1\n", "x\n"), "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-1\n+x\n");
}

TEST(UnifiedDiffTest, LinesThatAreTakenAway) {
  EXPECT_EQ(diff("1\n2\n3\n", "1\n3\n"), "--- a/f\n+++ b/f\n@@ -1,3 +1,2 @@\n 1\n-2\n 3\n");
  EXPECT_EQ(diff("1\n", ""), "--- a/f\n+++ b/f\n@@ -1 +0,0 @@\n-1\n");
}

TEST(UnifiedDiffTest, HunksWhoseLinesMeetAreOne) {
  std::string Old = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
  EXPECT_EQ(diff(Old, "a\n2\n3\n4\n5\n6\n7\nb\n9\n"),
            "--- a/f\n+++ b/f\n@@ -1,9 +1,9 @@\n-1\n+a\n 2\n 3\n 4\n 5\n 6\n 7\n-8\n+b\n 9\n");
  EXPECT_EQ(diff(Old, "a\n2\n3\n4\n5\n6\n7\n8\nb\n"),
            "--- a/f\n+++ b/f\n@@ -1,4 +1,4 @@\n-1\n+a\n 2\n 3\n 4\n"
            "@@ -6,4 +6,4 @@\n 6\n 7\n 8\n-9\n+b\n");
}

TEST(UnifiedDiffTest, ALastLineWithoutEnd) {
  EXPECT_EQ(diff("1\n2", "x\n2"),
            "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n-1\n+x\n 2\n\\ No newline at end of file\n");
  EXPECT_EQ(diff("1", "2"), "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-1\n\\ No newline at end of file\n+2\n"
                            "\\ No newline at end of file\n");
}

TEST(UnifiedDiffTest, NothingForWhatDoesNotChange) { EXPECT_EQ(diff("1\n", "1\n"), ""); }

TEST(UnifiedDiffTest, NamesAreQuotedAsPatchReadsThem) {
  EXPECT_EQ(diff("1\n", "2\n", "a b").substr(0, 16), "--- a/a b\t\n+++ b");
  EXPECT_EQ(diff("1\n", "2\n", "q\"\x1B\n").substr(0, 20), "--- \"a/q\\\"\\033\\012\"\n");
}

} // namespace
