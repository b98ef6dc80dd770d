//===- HeaderWordsTest.cpp - The words of headers -------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../../lib/Frontend/HeaderWords.h"

#include "llvm/Support/MemoryBuffer.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace memlint;

namespace {

HeaderWords wordsOf(std::initializer_list<std::pair<StringRef, StringRef>> Texts, StringRef Root) {
  auto Files = makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
  for (const auto &[Path, Text] : Texts)
    Files->addFile(Path, 0, MemoryBuffer::getMemBufferCopy(Text));
  HeaderWords Words(Files, {"/first", "/second"});
  Words.add(Root);
  return Words;
}

TEST(HeaderWordsTest, FollowsIncludesInAllFolders) {
  HeaderWords Words = wordsOf({{"/first/root.h", "#ifdef NEVER\n#include <sub/inner.h>\n#endif\n"},
                               {"/second/sub/inner.h", "#include \"beside.h\"\nint inner;\n"},
                               {"/second/sub/beside.h", "#define beside_macro 1\n"},
                               {"/second/other.h", "int other;\n"}},
                              "root.h");
  EXPECT_TRUE(Words.contains("inner"));
  EXPECT_TRUE(Words.contains("beside_macro"));
  EXPECT_FALSE(Words.contains("other"));
  EXPECT_FALSE(Words.contains("inne"));
}

TEST(HeaderWordsTest, FollowsIncludeNextAndCycles) {
  HeaderWords Words = wordsOf({{"/first/math.h", "#include_next <math.h>\nint here;\n"},
                               {"/second/math.h", "#include <math.h>\nint there;\n"}},
                              "math.h");
  EXPECT_TRUE(Words.contains("here"));
  EXPECT_TRUE(Words.contains("there"));
}

TEST(HeaderWordsTest, HasNothingOfWhatIsNotThere) {
  EXPECT_FALSE(wordsOf({}, "absent.h").contains("absent"));
}

} // namespace
