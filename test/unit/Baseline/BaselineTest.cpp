//===- BaselineTest.cpp ---------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Baseline/Baseline.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;
using testing::HasSubstr;

namespace {

Finding &addFinding(FileAnalysis &File, const std::string &Path, llvm::StringRef Check) {
  Finding &Item = File.Kernels.front().Findings.emplace_back();
  Item.Check = Check.str();
  Item.Position.Path = Path;
  Item.Position.Line = 1;
  Item.Position.Column = 1;
  return Item;
}

FileAnalysis sample() {
  FileAnalysis File;
  File.Kernels.emplace_back().Program.Name = "kernel";
  addFinding(File, "/nowhere/src/a.cu", "cuda-x");
  addFinding(File, "/nowhere/src/a.cu", "cuda-x");
  addFinding(File, "/elsewhere/b.cuh", "cuda-y").Suppressed = Suppression::Comment;
  addFinding(File, "/elsewhere/b.cuh", "cuda-x");
  return File;
}

std::string textOf(const Baseline &Printed) {
  std::string Text;
  llvm::raw_string_ostream Stream(Text);
  Printed.print(Stream);
  return Text;
}

std::string errorOf(llvm::StringRef Text) {
  llvm::Expected<Baseline> Result = Baseline::parse("base.json", Text);
  return Result ? "" : llvm::toString(Result.takeError());
}

TEST(Baseline, NamesWhatCommentsDoNotSuppress) {
  Baseline Made = Baseline::of(sample(), "/nowhere/base.json");
  EXPECT_EQ(Made.size(), 3u);
  std::string Text = textOf(Made);
  EXPECT_THAT(Text, HasSubstr("\"path\": \"src/a.cu\", \"check\": \"cuda-x\", "
                              "\"kernel\": \"kernel\", \"fingerprint\": \""));
  EXPECT_THAT(Text, HasSubstr("\"path\": \"../elsewhere/b.cuh\""));
  EXPECT_THAT(Text, testing::Not(HasSubstr("cuda-y")));
  EXPECT_LT(Text.find("../elsewhere"), Text.find("src/a.cu")) << "sorted";
}

TEST(Baseline, ReadsWhatItPrints) {
  std::string Text = textOf(Baseline::of(sample(), "/nowhere/base.json"));
  Baseline Again = llvm::cantFail(Baseline::parse("/nowhere/base.json", Text));
  EXPECT_EQ(textOf(Again), Text);
  FileAnalysis Empty;
  std::string Nothing = textOf(Baseline::of(Empty, "base.json"));
  EXPECT_EQ(llvm::cantFail(Baseline::parse("base.json", Nothing)).size(), 0u);
}

TEST(Baseline, SuppressesWhatItNames) {
  FileAnalysis File = sample();
  Baseline Made = Baseline::of(File, "/nowhere/base.json");
  // A third of a kind, another check, another file.
  addFinding(File, "/nowhere/src/a.cu", "cuda-x");
  addFinding(File, "/nowhere/src/a.cu", "cuda-z");
  Made.suppressIn(File);
  std::vector<Suppression> Marks;
  for (const Finding &Item : File.Kernels.front().Findings)
    Marks.push_back(Item.Suppressed);
  EXPECT_THAT(Marks, testing::ElementsAre(Suppression::Baseline, Suppression::Baseline,
                                          Suppression::Comment, Suppression::Baseline,
                                          Suppression::None, Suppression::None));
  FileAnalysis Moved = sample();
  llvm::cantFail(Baseline::parse("/other/base.json", textOf(Made))).suppressIn(Moved);
  EXPECT_EQ(Moved.Kernels.front().Findings[0].Suppressed, Suppression::None)
      << "paths are from the baseline's folder";
}

TEST(Baseline, MayBeBroken) {
  EXPECT_THAT(errorOf("{"), HasSubstr("'base.json' is not a baseline: "));
  EXPECT_THAT(errorOf("[]"), HasSubstr("its \"tool\" is not \"cuda-memlint\""));
  EXPECT_THAT(errorOf(R"({"tool": "cuda-memlint", "version": 2, "findings": []})"),
              HasSubstr("its \"version\" is not 1"));
  EXPECT_THAT(errorOf(R"({"tool": "cuda-memlint", "version": 1})"), HasSubstr("no list"));
  EXPECT_THAT(errorOf(R"({"tool": "cuda-memlint", "version": 1, "findings": [
                          {"path": "a", "check": "b", "kernel": 3, "fingerprint": "d"}]})"),
              HasSubstr("finding 1 has no text \"kernel\""));
  EXPECT_THAT(errorOf(R"({"tool": "cuda-memlint", "version": 1, "findings": [3]})"),
              HasSubstr("finding 1 has no text \"path\""));
  EXPECT_THAT(errorOf(std::string(1000000, '[')), HasSubstr("nested too deeply"));
  EXPECT_THAT(errorOf("\"" + std::string(1000, '[') + "\""), HasSubstr("its \"tool\""));
}

} // namespace
