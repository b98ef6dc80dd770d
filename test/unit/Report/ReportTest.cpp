//===- ReportTest.cpp - Reports of a kernel made by hand ------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Checks/KernelBuilder.h"

#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Report/Fingerprint.h"
#include "cuda-memlint/Report/JsonReport.h"
#include "cuda-memlint/Report/Statistics.h"
#include "cuda-memlint/Report/TextReport.h"

#include "llvm/Support/JSON.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

namespace {

/// A column read of tile[32][32] in 64 blocks of 32 x 32: a load of 65,536 wavefronts
/// where 2,048 would do, a clean store, and a load that is not understood.
class ReportTest : public testing::Test {
protected:
  ReportTest() {
    unsigned Tile = Builder.sharedArray("tile", 4, {32, 32});
    Builder.store(Tile, Builder.Ty * 128 + Builder.Tx * 4);
    Builder.load(Tile, Builder.Tx * 128 + Builder.Ty * 4);
    Access &Odd = Builder.load(Builder.global("in"), Builder.Tx);
    Odd.Offset = nullptr;
    Odd.Reason = "pointer from a union";
    Builder.grid(8, 8);
    Builder.block(32, 32);
  }

  FileAnalysis file() {
    FileAnalysis File;
    File.Path = "kernel.cu";
    File.Target = "sm_90";
    File.Kernels.push_back(Builder.analyse());
    // The builder owns the expressions.
    File.Expressions = {std::shared_ptr<ExprContext>(), &Builder.Context};
    return File;
  }

  static std::string text(const FileAnalysis &File, TextReportOptions Options = {}) {
    std::string Text;
    llvm::raw_string_ostream Stream(Text);
    printTextReport(Stream, File, Options);
    return Text;
  }

  static llvm::json::Value json(const FileAnalysis &File) {
    std::string Text;
    llvm::raw_string_ostream Stream(Text);
    printJsonReport(Stream, File);
    return llvm::cantFail(llvm::json::parse(Text));
  }

  KernelBuilder Builder;
};

TEST_F(ReportTest, FindingsReadLikeACompilersAndEndWithCounts) {
  std::string Text = text(file());
  EXPECT_THAT(Text, HasSubstr("kernel.cu:2:3: warning: 32-way shared memory bank conflict: lanes "
                              "load `tile[i]` with a stride of 128 B (32 wavefronts per request, 1 "
                              "needed) [cuda-shared-bank-conflict]\n"));
  EXPECT_THAT(Text, HasSubstr("note: assuming pointer parameters are 256-byte aligned"));
  EXPECT_THAT(Text, EndsWith("\n1 warning in 1 of 1 kernel; 3 accesses: 2 proved, 0 assumed, 1 "
                             "unknown\n"));
}

TEST_F(ReportTest, WithoutFindingsOnlyTheCounts) {
  FileAnalysis File = file();
  File.Kernels[0].Findings.clear();
  EXPECT_EQ(text(File),
            "0 warnings in 0 of 1 kernel; 3 accesses: 2 proved, 0 assumed, 1 unknown\n");
}

TEST_F(ReportTest, RemarksAreCountedAndShownOnDemand) {
  FileAnalysis File = file();
  File.Kernels[0].Findings[0].Level = FindingLevel::Remark;
  std::string Hidden = text(File);
  EXPECT_THAT(Hidden, Not(HasSubstr("remark: ")));
  EXPECT_THAT(Hidden, HasSubstr("0 warnings, 1 remark (--remarks shows them) in 0 of 1"));
  TextReportOptions Options;
  Options.Remarks = true;
  EXPECT_THAT(text(File, Options),
              HasSubstr("kernel.cu:2:3: remark: 32-way shared memory bank conflict"));
}

TEST_F(ReportTest, WhatReadsAlikeIsShownOnce) {
  FileAnalysis File = file();
  File.Kernels.push_back(File.Kernels[0]);
  EXPECT_THAT(text(File), HasSubstr("\n1 warning in 2 of 2 kernels;"));
}

TEST_F(ReportTest, UnknownAccessesWithTheirReason) {
  TextReportOptions Options;
  Options.Unknown = true;
  EXPECT_THAT(text(file(), Options),
              HasSubstr("kernel.cu:3:3: note: the cost of this load in 'kernel' is unknown: "
                        "pointer from a union (not-understood)\n"));
}

TEST_F(ReportTest, SummaryHasTheWorstFirst) {
  TextReportOptions Options;
  Options.Summary = true;
  EXPECT_THAT(
      text(file(), Options),
      HasSubstr("kernel<<<(8,8,1), (32,32,1)>>> at line 40\n"
                "  line  access   space   kind   B  requests    cost  ideal  ratio  worst  known\n"
                "     2  tile[i]  shared  load   4     2,048  65,536  2,048  32.0x   32/1  proved\n"
                "     1  tile[i]  shared  store  4     2,048   2,048  2,048   1.0x    1/1  proved\n"
                "     3  in[i]    global  load   4         -       -      -      -      -  "
                "unknown\n"));
}

TEST_F(ReportTest, ExplanationNamesThePartsAndDrawsTheBanks) {
  TextReportOptions Options;
  Options.Explain = true;
  std::string Text = text(file(), Options);
  EXPECT_THAT(Text, HasSubstr("address  threadIdx.x * 128 + threadIdx.y * 4\n"));
  EXPECT_THAT(Text, HasSubstr("threadIdx.x * 128: differs by lane; a multiple of 128\n"));
  EXPECT_THAT(Text,
              HasSubstr("threadIdx.y * 4: the same for all lanes of a warp; a multiple of 4\n"));
  EXPECT_THAT(Text, HasSubstr("threadIdx.x: 0 to 31 in this launch\n"));
  EXPECT_THAT(Text, HasSubstr("w...............................  32 wavefronts\n"));
}

TEST_F(ReportTest, ExplanationOfALine) {
  TextReportOptions Options;
  Options.ExplainLine = 1;
  EXPECT_THAT(text(file(), Options), HasSubstr("kernel.cu:1:3: note: store in 'kernel'\n"));
  Options.ExplainLine = 9;
  EXPECT_THAT(text(file(), Options), HasSubstr("no memory access of a kernel starts on line 9"));
}

TEST_F(ReportTest, NamesCannotReachTheTerminalRaw) {
  Builder.Kernel.Name = "k\x1b]0;title\a";
  EXPECT_THAT(text(file()), Not(HasSubstr("\x1b")));
}

TEST_F(ReportTest, ErrorsOfTheSourceAreNotes) {
  FileAnalysis File = file();
  File.Parsed = ParseState::WithErrors;
  File.ErrorCount = 1;
  File.Errors.push_back(
      {"unknown type name 'half2'", {"kernel.cu", 5, 2, 0, 0, false}, ErrorEffect::HostCode});
  std::string Text = text(File);
  EXPECT_THAT(Text, HasSubstr("kernel.cu:5:2: note: error in the source: unknown type name"));
  EXPECT_THAT(Text, EndsWith("; 1 error in the source\n"));
}

TEST_F(ReportTest, JsonHasEveryAccess) {
  llvm::json::Value Document = json(file());
  const llvm::json::Object &Root = *Document.getAsObject();
  EXPECT_EQ(Root.getInteger("version"), 1);
  const llvm::json::Object &Kernel =
      *(*(*Root.getArray("files"))[0].getAsObject()->getArray("kernels"))[0].getAsObject();
  const llvm::json::Array &Accesses = *Kernel.getArray("accesses");
  ASSERT_EQ(Accesses.size(), 3u);
  const llvm::json::Object &Load = *Accesses[1].getAsObject();
  EXPECT_EQ(Load.getString("address"), "threadIdx.x * 128 + threadIdx.y * 4");
  EXPECT_EQ(Load.getString("class"), "exact");
  const llvm::json::Object &Launch = *(*Load.getArray("launches"))[0].getAsObject();
  EXPECT_EQ(Launch.getString("target"), "sm_90");
  EXPECT_EQ(Launch.getInteger("requests"), 2048);
  EXPECT_EQ(Launch.getInteger("cost"), 65536);
  EXPECT_EQ(Launch.getInteger("ideal"), 2048);
  EXPECT_EQ(Launch.getInteger("worst_per_request"), 32);
  EXPECT_EQ(Launch.getString("known"), "proved");
  const llvm::json::Object &Unknown =
      *(*Accesses[2].getAsObject()->getArray("launches"))[0].getAsObject();
  EXPECT_EQ(*Unknown.get("cost"), nullptr);
  EXPECT_TRUE(Unknown.getString("why_null"));

  const llvm::json::Array &Findings = *Root.getArray("findings");
  ASSERT_EQ(Findings.size(), 1u);
  EXPECT_EQ(Findings[0].getAsObject()->getString("access"), Load.getString("fingerprint"));
}

TEST_F(ReportTest, JsonSurvivesBrokenUtf8) {
  FileAnalysis File = file();
  File.Path = "\xff.cu";
  File.Kernels[0].Program.Accesses[0].Text = "a\x80";
  llvm::json::Value Document = json(File);
  EXPECT_EQ((*Document.getAsObject()->getArray("files"))[0].getAsObject()->getString("path"),
            "\xef\xbf\xbd.cu");
}

TEST_F(ReportTest, FingerprintsOutliveLinesAndSpacing) {
  std::vector<std::string> Before = fingerprintAccesses(Builder.Kernel);
  for (Access &Site : Builder.Kernel.Accesses) {
    Site.Position.Line += 100;
    Site.Text = "\n " + Site.Text + "  ";
  }
  EXPECT_EQ(fingerprintAccesses(Builder.Kernel), Before);
  Builder.Kernel.Name = "other";
  EXPECT_NE(fingerprintAccesses(Builder.Kernel)[0], Before[0]);
}

TEST_F(ReportTest, FingerprintsOfEqualAccessesDiffer) {
  Builder.Kernel.Accesses.push_back(Builder.Kernel.Accesses[1]);
  std::vector<std::string> Names = fingerprintAccesses(Builder.Kernel);
  EXPECT_EQ(Names[1].size(), 16u);
  EXPECT_NE(Names[1], Names[3]);
}

TEST_F(ReportTest, StatisticsCountByClassAndReason) {
  Statistics Numbers = collectStatistics(file());
  EXPECT_EQ(Numbers.Accesses, 3u);
  EXPECT_EQ(Numbers.Exact, 2u);
  EXPECT_EQ(Numbers.NotUnderstood, 1u);
  EXPECT_EQ(Numbers.AccessReasons["pointer from a union"], 1u);
  EXPECT_EQ(Numbers.Unknown, 1u);
}

} // namespace
