//===- HostHeadersTest.cpp - The machine's C and C++ headers --------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Frontend/HostHeaders.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

namespace {

HostHeaders findAmong(std::initializer_list<llvm::StringRef> Paths,
                      llvm::StringRef Triple = "x86_64-pc-linux-gnu") {
  llvm::vfs::InMemoryFileSystem Files;
  for (llvm::StringRef Path : Paths)
    Files.addFile(Path, 0, llvm::MemoryBuffer::getMemBuffer(""));
  return findHostHeaders(Files, Triple);
}

TEST(HostHeadersTest, FindsTheNewestVersionAsDebianLaysItOut) {
  HostHeaders Found = findAmong(
      {"/usr/include/c++/9/vector", "/usr/include/x86_64-linux-gnu/c++/9/bits/c++config.h",
       "/usr/include/c++/12/vector", "/usr/include/x86_64-linux-gnu/c++/12/bits/c++config.h",
       "/usr/include/stdio.h"});
  EXPECT_THAT(Found.CxxFolders,
              ElementsAre("/usr/include/c++/12", "/usr/include/x86_64-linux-gnu/c++/12",
                          "/usr/include/c++/12/backward"));
  EXPECT_THAT(Found.CFolders, ElementsAre("/usr/include/x86_64-linux-gnu", "/usr/include"));
}

TEST(HostHeadersTest, FindsTheFolderOfTheTargetWithinTheVersion) {
  HostHeaders Found = findAmong({"/usr/include/c++/13/vector",
                                 "/usr/include/c++/13/x86_64-redhat-linux/bits/c++config.h",
                                 "/usr/include/stdio.h"});
  EXPECT_THAT(Found.CxxFolders,
              ElementsAre("/usr/include/c++/13", "/usr/include/c++/13/x86_64-redhat-linux",
                          "/usr/include/c++/13/backward"));
}

TEST(HostHeadersTest, SkipsAVersionThatIsNotWhole) {
  HostHeaders Found = findAmong({"/usr/include/c++/13/vector", "/usr/include/c++/12/vector",
                                 "/usr/include/aarch64-linux-gnu/c++/12/bits/c++config.h"},
                                "aarch64-unknown-linux-gnu");
  EXPECT_THAT(Found.CxxFolders,
              ElementsAre("/usr/include/c++/12", "/usr/include/aarch64-linux-gnu/c++/12",
                          "/usr/include/c++/12/backward"));
}

TEST(HostHeadersTest, TakesLibcxxWhereThereIsNoLibstdcxx) {
  EXPECT_THAT(findAmong({"/usr/include/c++/v1/vector"}).CxxFolders,
              ElementsAre("/usr/include/c++/v1"));
}

TEST(HostHeadersTest, SaysSoWhereThereIsNothing) {
  HostHeaders Found = findAmong({"/usr/include/other.h"});
  EXPECT_THAT(Found.CxxFolders, IsEmpty());
  EXPECT_THAT(Found.CFolders, IsEmpty());
}

} // namespace
