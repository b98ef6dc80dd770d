//===- FileReportTest.cpp - Reading reports -------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/LanguageServer/FileReport.h"

#include "llvm/Support/Error.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace memlint::lsp;

namespace {

/// A report with \p Files and \p Findings.
std::string report(StringRef Files, StringRef Findings = "") {
  return (R"({"version": 1, "files": [)" + Files + R"(], "findings": [)" + Findings + "]}").str();
}

constexpr char File[] =
    R"({"path": "a.cu", "complete": true, "remarks_shown": false, "kernels": []})";

/// What every finding has, and \p More.
std::string finding(StringRef More) {
  return (R"({"check": "cuda-x", "level": "warning", "path": "a.cu", "line": 3, "column": 4,
              "kernel": "k", "access": null, "race_outcome": null, "message": "m", "notes": [],
              "help": null, "fix_title": null, "fix_safety": null, "fix_reason": null,
              "excess_time": null, "fixes": [])" +
          More + "}")
      .str();
}

TEST(FileReportTest, NullsAreNothing) {
  Expected<FileReport> Report = readFileReport(report(File, finding("")), "/src");
  ASSERT_TRUE(bool(Report)) << toString(Report.takeError());
  EXPECT_TRUE(Report->IsComplete);
  ASSERT_EQ(Report->Findings.size(), 1u);
  const ReportFinding &Item = Report->Findings.front();
  EXPECT_EQ(Item.At.Line, 3u);
  EXPECT_EQ(Item.Access, "");
  EXPECT_FALSE(Item.Help);
  EXPECT_FALSE(Item.IsHidden);
}

TEST(FileReportTest, PathsBeginInTheFolder) {
  Expected<FileReport> Report = readFileReport(
      report(
          R"({"path": "a.cu", "complete": false, "remarks_shown": false, "kernels": [],
              "incomplete_because": {"path": "./b.h", "line": 1, "column": 2, "message": "m"}})",
          finding("")),
      "/src");
  ASSERT_TRUE(bool(Report)) << toString(Report.takeError());
  EXPECT_EQ(Report->Findings.front().At.Path, "/src/a.cu");
  ASSERT_TRUE(Report->IncompleteBecause.has_value());
  EXPECT_EQ(Report->IncompleteBecause->At.Path, "/src/b.h");
  EXPECT_EQ(Report->IncompleteBecause->Message, "m");
}

TEST(FileReportTest, OneFindingOfACauseStandsForAll) {
  Expected<FileReport> Report =
      readFileReport(report(File, finding(R"(, "same_cause_as": 0)") + "," +
                                      finding(R"(, "suppressed": "comment")")),
                     "/src");
  ASSERT_TRUE(bool(Report)) << toString(Report.takeError());
  EXPECT_TRUE(Report->Findings[0].IsHidden);
  EXPECT_TRUE(Report->Findings[1].IsHidden);
}

TEST(FileReportTest, AnIgnoredFileIsNotAmongThem) {
  Expected<FileReport> Report = readFileReport(report(""), "/src");
  ASSERT_TRUE(bool(Report)) << toString(Report.takeError());
  EXPECT_TRUE(Report->IsIgnored);
  EXPECT_TRUE(Report->IsComplete);
  EXPECT_TRUE(Report->Findings.empty());
}

TEST(FileReportTest, WhatIsNoReportIsAnError) {
  for (const std::string &Text :
       {std::string(), std::string("{"), std::string("[]"), std::string(R"({"files": []})"),
        report(R"({"path": "a.cu"})"), report((Twine(File) + "," + File).str())}) {
    Expected<FileReport> Report = readFileReport(Text, "/src");
    EXPECT_FALSE(bool(Report)) << Text;
    EXPECT_NE(toString(Report.takeError()), "") << Text;
  }
}

} // namespace
