//===- IncludeScanTest.cpp - Which headers a file will ask for ------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../../lib/Frontend/IncludeScan.h"

#include "llvm/Support/MemoryBuffer.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace memlint;

namespace {

/// Whether /main.cu, one of \p Texts, misses the header sought.h.
bool missesSought(std::initializer_list<std::pair<StringRef, StringRef>> Texts) {
  auto Files = makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
  for (const auto &[Path, Text] : Texts)
    Files->addFile(Path, 0, MemoryBuffer::getMemBufferCopy(Text));
  return missesHeader("/main.cu",
                      {"-triple", "nvptx64-nvidia-cuda", "-aux-triple", "x86_64-linux-gnu",
                       "-fsyntax-only", "-fcuda-is-device", "-x", "cuda", "-nostdsysteminc",
                       "-nobuiltininc", "-I", "/include"},
                      Files, [](StringRef Name) { return Name == "sought.h"; });
}

TEST(IncludeScanTest, FollowsHeadersAndTheirMacros) {
  EXPECT_TRUE(missesSought({{"/main.cu", "#include \"first.h\"\n__global__ void kernel() {}\n"},
                            {"/first.h", "#define WITH 2\n#include <second.h>\n"},
                            {"/include/second.h", "#if WITH > 1\n#include <sought.h>\n#endif\n"}}));
}

TEST(IncludeScanTest, LeavesOutWhatIsNotCompiled) {
  EXPECT_FALSE(missesSought({{"/main.cu", "#include \"first.h\"\n"},
                             {"/first.h", "#ifdef WITH\n#include <sought.h>\n#endif\n"}}));
  EXPECT_FALSE(missesSought({{"/main.cu", "#if __has_include(<sought.h>)\n"
                                          "#include <sought.h>\n#endif\n"}}));
}

TEST(IncludeScanTest, FindsAHeaderBehindOthersThatAreMissing) {
  EXPECT_TRUE(missesSought({{"/main.cu", "#include <absent.h>\n#include <sought.h>\n"}}));
}

TEST(IncludeScanTest, MissesNothingThatIsThere) {
  EXPECT_FALSE(
      missesSought({{"/main.cu", "#include <sought.h>\n"}, {"/include/sought.h", "int there;\n"}}));
}

TEST(IncludeScanTest, KnowsNothingOfAFileThatCannotBeRead) { EXPECT_FALSE(missesSought({})); }

} // namespace
