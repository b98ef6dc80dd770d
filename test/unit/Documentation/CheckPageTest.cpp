//===- CheckPageTest.cpp --------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Documentation/CheckPage.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;
using testing::HasSubstr;

namespace {

TEST(CheckPage, EveryCheckHasOne) {
  for (const Check *Item : allChecks()) {
    EXPECT_TRUE(pageOf(*Item).starts_with(("# " + Item->Name + "\n").str())) << Item->Name.str();
    std::string Introduction = introductionOf(*Item);
    EXPECT_EQ(llvm::StringRef(Introduction).back(), '.') << Item->Name.str();
    EXPECT_THAT(Introduction, testing::Not(HasSubstr("#"))) << Item->Name.str();
    EXPECT_THAT(Introduction, testing::Not(HasSubstr("\n"))) << Item->Name.str();
  }
}

TEST(CheckPage, IsFoundByName) {
  llvm::Expected<const Check *> Found = findCheck("cuda-shared-race");
  ASSERT_TRUE(bool(Found));
  EXPECT_EQ((*Found)->Name, "cuda-shared-race");
}

TEST(CheckPage, OfAMistypedNameIsGuessed) {
  EXPECT_THAT(llvm::toString(findCheck("shared-race").takeError()),
              HasSubstr("did you mean 'cuda-shared-race'?"));
  EXPECT_THAT(llvm::toString(findCheck("cuda-shard-bank-conflicts").takeError()),
              HasSubstr("did you mean 'cuda-shared-bank-conflict'?"));
  EXPECT_THAT(llvm::toString(findCheck("cuda-shared-bank").takeError()),
              HasSubstr("did you mean 'cuda-shared-bank-conflict'?"));
  EXPECT_THAT(llvm::toString(findCheck("cuda-shared-r").takeError()),
              HasSubstr("did you mean 'cuda-shared-race'?"));
  EXPECT_THAT(llvm::toString(findCheck("cuda").takeError()), HasSubstr("--list-checks"));
  EXPECT_THAT(llvm::toString(findCheck("zzz").takeError()), HasSubstr("--list-checks"));
}

} // namespace
