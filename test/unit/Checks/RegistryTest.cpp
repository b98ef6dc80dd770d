//===- RegistryTest.cpp - Picking checks by name --------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Checks/Check.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

std::vector<std::string> select(llvm::StringRef Globs) {
  std::vector<std::string> Names;
  for (const Check *Item : llvm::cantFail(selectChecks(Globs)))
    Names.push_back(Item->Name.str());
  return Names;
}

TEST(RegistryTest, NamesAreSortedAndBeginAlike) {
  EXPECT_TRUE(llvm::is_sorted(
      allChecks(), [](const Check *Left, const Check *Right) { return Left->Name < Right->Name; }));
  for (const Check *Item : allChecks())
    EXPECT_TRUE(Item->Name.starts_with("cuda-")) << Item->Name.str();
}

TEST(RegistryTest, EachCheckHasItsPage) {
  for (const Check *Item : allChecks())
    EXPECT_TRUE(llvm::sys::fs::exists(MEMLINT_TEST_DATA_DIR "/../docs/" + Item->page()))
        << Item->page();
}

TEST(RegistryTest, AllAreOnAtTheStart) { EXPECT_EQ(select("").size(), allChecks().size()); }

TEST(RegistryTest, GlobsAddAndTakeAwayFromLeftToRight) {
  EXPECT_THAT(select("-*,cuda-shared-*"),
              ElementsAre("cuda-shared-bank-conflict", "cuda-shared-optin",
                          "cuda-shared-out-of-bounds", "cuda-shared-race"));
  EXPECT_THAT(select("-*, cuda-*access, -cuda-mis*, -*constant*, -*data*"),
              ElementsAre("cuda-uncoalesced-access"));
}

TEST(RegistryTest, WhatMatchesNothingIsAnError) {
  auto Message = [](llvm::StringRef Globs) {
    return llvm::toString(selectChecks(Globs).takeError());
  };
  EXPECT_THAT(Message("cuda-uncoalesced"), HasSubstr("no check matches 'cuda-uncoalesced'"));
  EXPECT_THAT(Message("-*,cuda-["), HasSubstr("not a valid pattern"));
}

} // namespace
