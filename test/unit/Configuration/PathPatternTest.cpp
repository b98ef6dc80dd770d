//===- PathPatternTest.cpp ------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Configuration/PathPattern.h"

#include "gtest/gtest.h"

using namespace memlint;

namespace {

bool matches(llvm::StringRef Pattern, llvm::StringRef Path, llvm::StringRef Folder = "/p") {
  return llvm::cantFail(PathPattern::create(Folder, Pattern)).matches(Path);
}

TEST(PathPattern, NamesFilesAtAnyDepth) {
  EXPECT_TRUE(matches("a.cu", "/p/a.cu"));
  EXPECT_TRUE(matches("a.cu", "/p/x/y/a.cu"));
  EXPECT_TRUE(matches("*.gen.cu", "/p/x/b.gen.cu"));
  EXPECT_FALSE(matches("a.cu", "/p/ba.cu"));
  EXPECT_FALSE(matches("a.cu", "/q/a.cu"));
  EXPECT_FALSE(matches("a.cu", "/pa.cu"));
}

TEST(PathPattern, WithASlashStartsAtTheFolder) {
  EXPECT_TRUE(matches("x/a.cu", "/p/x/a.cu"));
  EXPECT_TRUE(matches("./x/a.cu", "/p/x/a.cu"));
  EXPECT_FALSE(matches("x/a.cu", "/p/y/x/a.cu"));
  EXPECT_FALSE(matches("x/*", "/p/y/x"));
}

TEST(PathPattern, OfAFolderMeansAllInIt) {
  EXPECT_TRUE(matches("third_party/", "/p/third_party/x/a.cu"));
  EXPECT_TRUE(matches("third_party", "/p/src/third_party/a.cu"));
  EXPECT_TRUE(matches("src/gen", "/p/src/gen/x/a.cu"));
  EXPECT_FALSE(matches("src/gen", "/p/src/general/a.cu"));
}

TEST(PathPattern, TakesAnyFolders) {
  EXPECT_TRUE(matches("src/**/gen/*.cu", "/p/src/gen/a.cu"));
  EXPECT_TRUE(matches("src/**/gen/*.cu", "/p/src/x/y/gen/a.cu"));
  EXPECT_FALSE(matches("src/**/gen/*.cu", "/p/src/x/gen/y/a.cu"));
  EXPECT_TRUE(matches("src/**", "/p/src/x/a.cu"));
  EXPECT_FALSE(matches("src/**", "/p/lib/src/a.cu"));
}

TEST(PathPattern, TakesNoLongForManyStars) {
  std::string Pattern, Path = "/p";
  for (int Times = 0; Times != 200; ++Times) {
    Pattern += "**/a/";
    Path += "/a";
  }
  EXPECT_FALSE(matches(Pattern + "b", Path));
  EXPECT_TRUE(matches(Pattern, Path));
}

TEST(PathPattern, AsAnAbsoluteOneMeansTheSame) {
  PathPattern Pattern = llvm::cantFail(PathPattern::create("/od[d/fo*der", "x/*.cu"));
  EXPECT_EQ(Pattern.absolute(), "/od\\[d/fo\\*der/x/*.cu");
  for (llvm::StringRef Folder : {"/", "/elsewhere"}) {
    EXPECT_TRUE(matches(Pattern.absolute(), "/od[d/fo*der/x/a.cu", Folder));
    EXPECT_FALSE(matches(Pattern.absolute(), "/odd/folder/x/a.cu", Folder));
  }
  EXPECT_TRUE(matches("*.cu", "/a.cu", "/"));
}

TEST(PathPattern, MayBeNone) {
  for (const char *Text : {"", "/", ".", "..", "x/../../y", "[", "x/[a"}) {
    llvm::Expected<PathPattern> Pattern = PathPattern::create("/p", Text);
    EXPECT_FALSE(bool(Pattern)) << Text;
    llvm::consumeError(Pattern.takeError());
  }
}

} // namespace
