//===- StandardHeadersTest.cpp - Files that do with our standard headers --===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../../lib/Frontend/StandardHeaders.h"

#include "ParsedKernels.h"

#include "cuda-memlint/Frontend/FileReads.h"
#include "cuda-memlint/Frontend/HostHeaders.h"

#include "llvm/ADT/STLExtras.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace memlint;

namespace {

bool suffice(StringRef Contents) {
  return sufficeEmbeddedStandardHeaders(findIncludes(Contents), Contents);
}

TEST(StandardHeadersTest, SufficeForFunctionsOfC) {
  EXPECT_TRUE(suffice("#include <cstdio>\n# include <stdlib.h>\n#include \"cuda_runtime.h\"\n"));
  EXPECT_TRUE(suffice("#include <cstdio>\n#ifndef TILE\n#define TILE 32\n#endif\n"
                      "#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800\n#endif\n"));
}

TEST(StandardHeadersTest, AreNotWhatAFileWithoutThemNeeds) {
  EXPECT_FALSE(suffice("__global__ void kernel() {}\n"));
  EXPECT_FALSE(suffice("#include <cuda_runtime.h>\n"));
}

TEST(StandardHeadersTest, DoNotSufficeWhereOthersAreIncluded) {
  EXPECT_FALSE(suffice("#include <vector>\n"));
  EXPECT_FALSE(suffice("#include <cstdio>\n#include \"helper.h\"\n"));
  // It may be one beside the file.
  EXPECT_FALSE(suffice("#include \"string.h\"\n"));
}

TEST(StandardHeadersTest, DoNotSufficeWhereTheHostsMayMeanSomethingElse) {
  EXPECT_FALSE(suffice("#include <cstdio>\n#ifdef __GLIBC__\n#endif\n"));
  EXPECT_FALSE(suffice("#include <cstdlib>\n#if BYTE_ORDER == LITTLE_ENDIAN\n#endif\n"));
  EXPECT_FALSE(
      suffice("#include <cstdio>\n#if defined(ONE) || \\\n    defined(_STDIO_H)\n#endif\n"));
  EXPECT_FALSE(suffice("#include <cstdlib>\n__device__ long f(long i) { return std::abs(i); }\n"));
}

/// Whether the host's C headers were read for \p Source, which parses.
bool readsHostHeaders(StringRef Source) {
  FileReads Reads;
  FrontendOptions Options;
  Options.Toolkit = ToolkitMode::Embedded;
  Options.Reads = &Reads;
  std::unique_ptr<ParsedFile> File = cantFail(parseCudaSource("kernel.cu", Source, Options));
  EXPECT_EQ(errorText(*File), "");
  return any_of(Reads.all(), [](const FileRead &Read) {
    return Read.Contents && any_of(installedHostHeaders().CFolders, [&](StringRef Folder) {
             return StringRef(Read.Path).starts_with(Folder);
           });
  });
}

TEST(StandardHeadersTest, AreReadInsteadOfTheHosts) {
  EXPECT_FALSE(readsHostHeaders("#include <cstdio>\n#include <cstdlib>\n"
                                "int main() { std::printf(\"\"); std::exit(EXIT_FAILURE); }\n"));
}

TEST(StandardHeadersTest, AreFollowedByTheHostsWhereAFileNeedsMore) {
  if (installedHostHeaders().CFolders.empty())
    GTEST_SKIP() << "this machine has no C headers";
  EXPECT_TRUE(readsHostHeaders("#include <stdlib.h>\n"
                               "int create(char *name) { return mkstemp(name); }\n"));
}

} // namespace
