//===- EmbeddedFileSystemTest.cpp - Embedded files as a file system -------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../../lib/Frontend/EmbeddedFileSystem.h"

#include "llvm/Support/MemoryBuffer.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace memlint;
using ::testing::ElementsAre;

namespace {

constexpr EmbeddedFile First[] = {{"c/stdio.h", "first", 5}, {"c/sys/types.h", "types", 5}};
constexpr EmbeddedFile Second[] = {{"stdio.h", "second", 6}, {"errno.h", "errors", 6}};

class EmbeddedFileSystemTest : public ::testing::Test {
protected:
  EmbeddedFileSystemTest() {
    Files->add("/root", First);
    Files->add("/root/c", Second);
  }

  std::string text(StringRef Path) {
    ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = Files->getBufferForFile(Path);
    return Buffer ? (*Buffer)->getBuffer().str() : Buffer.getError().message();
  }

  IntrusiveRefCntPtr<EmbeddedFileSystem> Files = makeIntrusiveRefCnt<EmbeddedFileSystem>("/root");
};

TEST_F(EmbeddedFileSystemTest, HasTheFirstOfTwoFilesAtOneLocation) {
  EXPECT_EQ(text("/root/c/stdio.h"), "first");
  EXPECT_EQ(text("/root/c/errno.h"), "errors");
  EXPECT_FALSE(Files->exists("/root/c/stdlib.h"));
  EXPECT_FALSE(Files->exists("/other/c/stdio.h"));
  EXPECT_FALSE(Files->exists("c/stdio.h"));
}

TEST_F(EmbeddedFileSystemTest, KnowsItsFolders) {
  for (StringRef Folder : {"/root", "/root/c", "/root/c/sys"}) {
    ErrorOr<vfs::Status> Status = Files->status(Folder);
    ASSERT_TRUE(bool(Status)) << Folder.str();
    EXPECT_TRUE(Status->isDirectory());
    EXPECT_FALSE(bool(Files->openFileForRead(Folder)));
  }
  std::vector<std::string> Paths;
  std::error_code Code;
  for (vfs::directory_iterator Entry = Files->dir_begin("/root/c", Code), End;
       !Code && Entry != End; Entry.increment(Code))
    Paths.push_back(Entry->path().str());
  EXPECT_THAT(Paths, ElementsAre("/root/c/errno.h", "/root/c/stdio.h", "/root/c/sys"));
  Files->dir_begin("/root/c/stdio.h", Code);
  EXPECT_TRUE(bool(Code));
}

TEST_F(EmbeddedFileSystemTest, TakesPathsWithDotsForTheSameFile) {
  ErrorOr<vfs::Status> Direct = Files->status("/root/c/stdio.h");
  ErrorOr<vfs::Status> Around = Files->status("/root/c/sys/.././stdio.h");
  ASSERT_TRUE(Direct && Around);
  EXPECT_TRUE(Direct->equivalent(*Around));
  EXPECT_EQ(Around->getName(), "/root/c/sys/.././stdio.h");
  EXPECT_EQ(Around->getSize(), 5u);
  EXPECT_FALSE(Direct->equivalent(*Files->status("/root/c/errno.h")));
}

} // namespace
