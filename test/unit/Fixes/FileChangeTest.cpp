//===- test/unit/Fixes/FileChangeTest.cpp - Files that are written, and those that are not ===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FixesTestFolder.h"

#include "gmock/gmock.h"

using namespace memlint;
using testing::HasSubstr;

namespace {

class FileChangeTest : public FixesTestFolder {
protected:
  static std::string apply(const FileChange &Change) { return llvm::toString(applyChange(Change)); }

  unsigned filesInFolder() const {
    std::error_code Code;
    unsigned Count = 0;
    for (llvm::sys::fs::directory_iterator At(Folder, Code), End; At != End && !Code;
         At.increment(Code))
      ++Count;
    return Count;
  }
};

TEST_F(FileChangeTest, TheTextIsReplacedAndThePermissionsStay) {
  std::string Path = write("a.cu", "old\r\n");
  auto Mode = llvm::sys::fs::perms(0750);
  ASSERT_FALSE(llvm::sys::fs::setPermissions(Path, Mode));
  EXPECT_EQ(apply({Path, "old\r\n", "new\r\n"}), "");
  EXPECT_EQ(read(Path), "new\r\n");
  EXPECT_EQ(*llvm::sys::fs::getPermissions(Path), Mode);
  EXPECT_EQ(filesInFolder(), 1u);
}

TEST_F(FileChangeTest, AFileThatHasChangedIsLeftAlone) {
  std::string Path = write("a.cu", "of another");
  EXPECT_THAT(apply({Path, "old", "new"}), HasSubstr("changed since it was read"));
  EXPECT_EQ(read(Path), "of another");
  EXPECT_EQ(filesInFolder(), 1u);
}

TEST_F(FileChangeTest, AReadOnlyFileIsLeftAlone) {
  std::string Path = write("a.cu", "old");
  ASSERT_FALSE(llvm::sys::fs::setPermissions(Path, llvm::sys::fs::perms(0444)));
  EXPECT_THAT(apply({Path, "old", "new"}), HasSubstr("read-only"));
  EXPECT_EQ(read(Path), "old");
}

TEST_F(FileChangeTest, WhatHasBecomeALinkIsLeftAlone) {
  std::string Path = write("a.cu", "old");
  ASSERT_FALSE(llvm::sys::fs::create_link(Path, path("link.cu")));
  EXPECT_THAT(apply({path("link.cu"), "old", "new"}), HasSubstr("no longer a regular file"));
  EXPECT_THAT(apply({path("none.cu"), "old", "new"}), HasSubstr("was not changed: No such file"));
  EXPECT_EQ(read(Path), "old");
}

} // namespace
