//===- test/unit/Fixes/EditScopeTest.cpp - Files that may be edited, and others ===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FixesTestFolder.h"

#include "cuda-memlint/Fixes/EditScope.h"

#include "gmock/gmock.h"

using namespace memlint;
using testing::HasSubstr;

namespace {

class EditScopeTest : public FixesTestFolder {
protected:
  void SetUp() override {
    FixesTestFolder::SetUp();
    for (llvm::StringRef Name : {"inside", "inside/below", "outside"})
      ASSERT_FALSE(llvm::sys::fs::create_directory(path(Name)));
    write("inside/a.cu", "");
    write("inside/below/b.cuh", "");
    write("outside/c.cuh", "");
  }

  void link(llvm::StringRef To, llvm::StringRef Name) const {
    ASSERT_FALSE(llvm::sys::fs::create_link(path(To), path(Name)));
  }

  std::string check(llvm::StringRef Named, llvm::StringRef Name) const {
    llvm::Expected<std::string> Real = EditScope({path(Named)}).check(path(Name));
    return Real ? *Real : llvm::toString(Real.takeError());
  }
};

TEST_F(EditScopeTest, WhatLiesInAFolderThatIsNamed) {
  EXPECT_EQ(check("inside", "inside/a.cu"), path("inside/a.cu"));
  EXPECT_EQ(check("inside", "inside/below/b.cuh"), path("inside/below/b.cuh"));
  EXPECT_EQ(check("inside", "outside/../inside/a.cu"), path("inside/a.cu"));
  EXPECT_THAT(check("inside", "outside/c.cuh"), HasSubstr("outside the folders"));
  EXPECT_THAT(check("inside", "inside/../outside/c.cuh"), HasSubstr("outside the folders"));
  EXPECT_THAT(check("inside", "inside/none.cuh"), HasSubstr("no such file"));
  EXPECT_THAT(check("inside", "inside/below"), HasSubstr("no such file"));
}

TEST_F(EditScopeTest, AFileStandsForItsFolder) {
  EXPECT_EQ(check("inside/a.cu", "inside/below/b.cuh"), path("inside/below/b.cuh"));
  EXPECT_THAT(check("inside/below/b.cuh", "inside/a.cu"), HasSubstr("outside the folders"));
}

TEST_F(EditScopeTest, AFolderIsNoPrefixOfAnother) {
  ASSERT_FALSE(llvm::sys::fs::create_directory(path("inside2")));
  write("inside2/d.cu", "");
  EXPECT_THAT(check("inside", "inside2/d.cu"), HasSubstr("outside the folders"));
}

TEST_F(EditScopeTest, LinksBelowTheFolderAreNotFollowed) {
  link("outside/c.cuh", "inside/link.cuh");
  link("outside", "inside/folder");
  link("inside/a.cu", "inside/same.cu");
  EXPECT_THAT(check("inside", "inside/link.cuh"), HasSubstr("symbolic link"));
  EXPECT_THAT(check("inside", "inside/folder/c.cuh"), HasSubstr("symbolic link"));
  EXPECT_THAT(check("inside/link.cuh", "inside/link.cuh"), HasSubstr("symbolic link"));
  EXPECT_THAT(check("inside", "inside/same.cu"), HasSubstr("symbolic link"));
}

TEST_F(EditScopeTest, StandardInputMayStandAtALink) {
  link("outside/c.cuh", "inside/link.cuh");
  link("outside/c.cuh", "inside/other.cuh");
  EditScope Scope({path("inside/link.cuh")}, path("inside/./link.cuh"));
  llvm::Expected<std::string> Given = Scope.check(path("inside/link.cuh"));
  ASSERT_TRUE(bool(Given));
  EXPECT_EQ(*Given, path("outside/c.cuh"));
  EXPECT_THAT(llvm::toString(Scope.check(path("inside/other.cuh")).takeError()),
              HasSubstr("symbolic link"));
}

TEST_F(EditScopeTest, TheFolderItselfMayBeReachedThroughALink) {
  link("inside", "way");
  EXPECT_EQ(check("way", "way/a.cu"), path("inside/a.cu"));
  EXPECT_EQ(check("way/a.cu", "way/a.cu"), path("inside/a.cu"));
  EXPECT_EQ(check("way", "inside/a.cu"), path("inside/a.cu"));
}

TEST_F(EditScopeTest, ButNotWhenItIsNamedFromTheCurrentFolder) {
  link("outside", "inside/way");
  llvm::SmallString<128> Before;
  ASSERT_FALSE(llvm::sys::fs::current_path(Before));
  ASSERT_FALSE(llvm::sys::fs::set_current_path(path("inside")));
  llvm::Expected<std::string> Linked = EditScope({"way/c.cuh"}).check("way/c.cuh");
  llvm::Expected<std::string> Plain = EditScope({"below"}).check("below/b.cuh");
  llvm::Expected<std::string> Above = EditScope({"../outside"}).check("../outside/c.cuh");
  ASSERT_FALSE(llvm::sys::fs::set_current_path(Before));
  EXPECT_THAT(llvm::toString(Linked.takeError()), HasSubstr("symbolic link"));
  ASSERT_TRUE(bool(Plain));
  EXPECT_EQ(*Plain, path("inside/below/b.cuh"));
  ASSERT_TRUE(bool(Above));
  EXPECT_EQ(*Above, path("outside/c.cuh"));
}

} // namespace
