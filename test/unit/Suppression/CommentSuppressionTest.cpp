//===- CommentSuppressionTest.cpp -----------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Suppression/CommentSuppression.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "gtest/gtest.h"

using namespace memlint;

namespace {

FileAnalysis fileWithFindingAt(const std::string &Path, unsigned Line) {
  FileAnalysis File;
  File.Path = Path;
  Finding &Item = File.Kernels.emplace_back().Findings.emplace_back();
  Item.Check = "cuda-shared-race";
  Item.Position.Path = Path;
  Item.Position.Line = Line;
  Item.Position.Column = 1;
  return File;
}

TEST(CommentSuppression, ReadsTheOverlay) {
  FileAnalysis Silenced = fileWithFindingAt("/nowhere/a.cu", 1);
  suppressByComments(Silenced, {{"/nowhere/a.cu", "a // NOLINT\nb\n"}});
  EXPECT_EQ(Silenced.Kernels[0].Findings[0].Suppressed, Suppression::Comment);
  FileAnalysis Other = fileWithFindingAt("/nowhere/x/../a.cu", 2);
  suppressByComments(Other, {{"/nowhere/a.cu", "a // NOLINT\nb\n// NOLINTBEGIN"}});
  EXPECT_EQ(Other.Kernels[0].Findings[0].Suppressed, Suppression::None);
  ASSERT_EQ(Other.Errors.size(), 1u);
  EXPECT_EQ(Other.Errors[0].Position.Line, 3u);
  // A comment is not an error in the source.
  EXPECT_EQ(Other.ErrorCount, 0u);
}

TEST(CommentSuppression, UnknownChecksAreSaidWithoutFindings) {
  FileAnalysis File;
  File.Path = "/nowhere/c.cu";
  suppressByComments(File, {{"/nowhere/c.cu", "a // NOLINT(cuda-x, shared-race, bugprone-x)\n"}});
  ASSERT_EQ(File.Errors.size(), 2u);
  EXPECT_EQ(File.Errors[0].Message, "unknown check 'cuda-x' in a NOLINT comment");
  EXPECT_EQ(File.Errors[1].Message,
            "unknown check 'shared-race' in a NOLINT comment; did you mean 'cuda-shared-race'?");
  EXPECT_EQ(File.ErrorCount, 0u);
}

TEST(CommentSuppression, OfAFileThatIsGoneIsNothing) {
  FileAnalysis File = fileWithFindingAt("/nowhere/b.cu", 1);
  suppressByComments(File, {});
  EXPECT_EQ(File.Kernels[0].Findings[0].Suppressed, Suppression::None);
  EXPECT_TRUE(File.Errors.empty());
}

} // namespace
