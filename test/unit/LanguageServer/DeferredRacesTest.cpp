//===- DeferredRacesTest.cpp - Races that there was too little time for ---===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/LanguageServer/DeferredRaces.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint::lsp;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

ReportKernel kernel(std::string Name, bool RacesDeferred = false) {
  ReportKernel Result;
  Result.Name = std::move(Name);
  Result.RacesDeferred = RacesDeferred;
  return Result;
}

ReportFinding finding(std::string Check, std::string Kernel, std::string Message) {
  ReportFinding Result;
  Result.Check = std::move(Check);
  Result.Kernel = std::move(Kernel);
  Result.Message = std::move(Message);
  return Result;
}

std::vector<std::string> messagesOf(const FileReport &Report) {
  std::vector<std::string> Result;
  for (const ReportFinding &Each : Report.Findings)
    Result.push_back(Each.Message);
  return Result;
}

TEST(DeferredRaces, AreThoseOfOneKernel) {
  FileReport Report;
  Report.Kernels = {kernel("a"), kernel("b")};
  EXPECT_FALSE(hasDeferredRaces(Report));
  Report.Kernels.push_back(kernel("c", true));
  EXPECT_TRUE(hasDeferredRaces(Report));
}

TEST(DeferredRaces, KeepsWhatWasKnownOfTheKernelsRacesOnly) {
  FileReport Before, Report;
  Before.Kernels = {kernel("decided"), kernel("deferred")};
  Before.Findings = {finding("cuda-shared-race", "decided", "gone"),
                     finding("cuda-shared-race", "deferred", "kept"),
                     finding("cuda-global-race", "deferred", "kept, too"),
                     finding("cuda-uncoalesced-access", "deferred", "old cost")};
  Report.Kernels = {kernel("decided"), kernel("deferred", true)};
  Report.Findings = {finding("cuda-uncoalesced-access", "deferred", "new cost"),
                     finding("cuda-shared-race", "deferred", "of some pairs")};
  keepDeferredRaces(Report, Before);
  EXPECT_THAT(messagesOf(Report), ElementsAre("new cost", "kept", "kept, too"));
}

TEST(DeferredRaces, ShowsWhatItHasOfNewKernels) {
  FileReport Before, Report;
  Report.Kernels = {kernel("new", true)};
  Report.Findings = {finding("cuda-shared-race", "new", "of some pairs")};
  keepDeferredRaces(Report, Before);
  EXPECT_THAT(messagesOf(Report), ElementsAre("of some pairs"));
}

TEST(DeferredRaces, AreNotShownWhereNoneWere) {
  FileReport Before, Report;
  Before.Kernels = {kernel("k")};
  Report.Kernels = {kernel("k", true)};
  keepDeferredRaces(Report, Before);
  EXPECT_THAT(messagesOf(Report), IsEmpty());
}

} // namespace
