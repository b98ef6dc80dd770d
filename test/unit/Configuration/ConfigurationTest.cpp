//===- ConfigurationTest.cpp ----------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Configuration/Configuration.h"
#include "cuda-memlint/Configuration/FileSettings.h"
#include "cuda-memlint/Configuration/NewConfiguration.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <random>

using namespace memlint;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

namespace {

constexpr llvm::StringLiteral Path = "/p/.cuda-memlint.yaml";

Configuration parsed(llvm::StringRef Text) {
  llvm::Expected<Configuration> Result = parseConfiguration(Path, Text);
  if (Result)
    return std::move(*Result);
  ADD_FAILURE() << llvm::toString(Result.takeError());
  return {};
}

std::string errorOf(llvm::StringRef Text) {
  llvm::Expected<Configuration> Result = parseConfiguration(Path, Text);
  return Result ? "" : llvm::toString(Result.takeError());
}

std::vector<std::string> namesOf(const FileSettings &Settings) {
  std::vector<std::string> Names;
  for (const Check *Item : Settings.Checks)
    Names.push_back(Item->Name.str());
  return Names;
}

TEST(Configuration, MayBeEmpty) {
  for (const char *Text : {"", "\n", "# nothing\n", "---\n", "{}"}) {
    FileSettings Settings = settingsFor(parsed(Text));
    EXPECT_EQ(Settings.Checks.size(), allChecks().size()) << Text;
    EXPECT_EQ(Settings.FailOn, FindingLevel::Warning);
    EXPECT_FALSE(Settings.Remarks);
  }
}

TEST(Configuration, TakesTextsAndLists) {
  for (const char *Text : {"checks: -*,cuda-*-race", "checks: ['-*', 'cuda-*-race']",
                           "checks: >\n  -*,\n  cuda-*-race\n", "checks:\n- '-*'\n- cuda-*-race\n"})
    EXPECT_THAT(namesOf(settingsFor(parsed(Text))),
                ElementsAre("cuda-global-race", "cuda-shared-race"))
        << Text;
}

TEST(Configuration, TakesChecksWithoutALevelAway) {
  EXPECT_THAT(namesOf(settingsFor(parsed("levels: {cuda-shared-race: none}\n"
                                         "checks: '-*,cuda-*-race'"))),
              ElementsAre("cuda-global-race"));
}

TEST(Configuration, OnTopOfAnotherIsStronger) {
  Configuration Whole = parsed("checks: '-*'\narch: sm_80\nfail-on: none\nremarks: true\n"
                               "launches: ['k<<<1,1>>>', 'l<<<1,1>>>']\ncompile-options: [-DA]\n");
  Whole.add(parsed("checks: cuda-shared-race\nfail-on: error\nlaunches: ['k<<<2,2>>>']\n"
                   "compile-options: [-UA]\n"));
  FileSettings Settings = settingsFor(Whole);
  EXPECT_THAT(namesOf(Settings), ElementsAre("cuda-shared-race"));
  EXPECT_EQ(Settings.Architecture, "sm_80");
  EXPECT_EQ(Settings.FailOn, FindingLevel::Error);
  EXPECT_TRUE(Settings.Remarks);
  ASSERT_EQ(Settings.Launches.size(), 2u);
  EXPECT_EQ(Settings.Launches[0].Kernel, "l");
  EXPECT_EQ(Settings.Launches[1].Grid[0], 2u);
  EXPECT_THAT(Settings.CompileArguments, ElementsAre("-D", "A", "-U", "A"));
}

TEST(Configuration, ReplacesLimitsOfTheSameKernel) {
  Configuration Whole = parsed("budgets: [{kernel: 'k*', global-sectors: 1, shared-excess: 2%}]");
  Whole.add(parsed("budgets: [{kernel: 'k*', global-sectors: 3}, {kernel: l, shared-excess: 4}]"));
  std::vector<KernelBudget> OfKernel = settingsFor(Whole).budgetsOf("k1");
  ASSERT_EQ(OfKernel.size(), 2u);
  EXPECT_EQ(OfKernel[0].Space, MemorySpace::Shared);
  EXPECT_EQ(OfKernel[0].Measure, BudgetMeasure::Excess);
  EXPECT_EQ(OfKernel[0].Most, 2);
  EXPECT_EQ(OfKernel[1].Space, MemorySpace::Global);
  EXPECT_EQ(OfKernel[1].Measure, BudgetMeasure::Units);
  EXPECT_EQ(OfKernel[1].Most, 3);
}

TEST(Configuration, LowersAndRaisesLevels) {
  FileSettings Settings =
      settingsFor(parsed("levels: {'cuda-*': error, cuda-shared-race: remark}"));
  FileAnalysis File;
  std::vector<Finding> &Findings = File.Kernels.emplace_back().Findings;
  for (auto [Check, Level] : {std::pair("cuda-shared-race", FindingLevel::Warning),
                              std::pair("cuda-shared-bank-conflict", FindingLevel::Warning),
                              std::pair("cuda-shared-bank-conflict", FindingLevel::Remark)}) {
    Findings.emplace_back().Check = Check;
    Findings.back().Level = Level;
  }
  Settings.applyTo(File);
  EXPECT_EQ(Findings[0].Level, FindingLevel::Remark);
  EXPECT_EQ(Findings[1].Level, FindingLevel::Error);
  EXPECT_EQ(Findings[2].Level, FindingLevel::Remark) << "lowered by the analysis";
}

TEST(Configuration, MakesPathsAbsolute) {
  EXPECT_THAT(
      parsed("compile-options: ['-Ix,/y', -isystem, z, -include=q.h, -imacros, ./m]")
          .CompileOptions,
      ElementsAre("-I", "/p/x,/y", "-isystem", "/p/z", "-include", "q.h", "-imacros", "./m"));
  EXPECT_EQ(parsed("toolkit: cuda").Toolkit, "/p/cuda");
  EXPECT_EQ(parsed("toolkit: embedded").Toolkit, "embedded");
}

TEST(Configuration, ReadsWhatItPrints) {
  Configuration Given = parsed("compile-options: [-D, \"A='\\t\\\\'\", '-DB=\u00e4: # x']\n"
                               "levels: {cuda-shared-race: error}\nfail-on: remark\n"
                               "assumptions: {'a: b': assume n > 3}\nignore: [\"it's\"]");
  std::string First, Second;
  llvm::raw_string_ostream FirstStream(First), SecondStream(Second);
  printConfiguration(FirstStream, Given);
  Configuration Again = parsed(First);
  EXPECT_THAT(Again.CompileOptions, ElementsAre("-D", "A='\t\\'", "-D", "B=\u00e4: # x"));
  printConfiguration(SecondStream, Again);
  EXPECT_EQ(First, Second);
}

TEST(Configuration, ToBeginWithIsValidWhateverFoldersAreCalled) {
  ProjectFacts Facts;
  Facts.Database = "it's\n#build";
  Facts.ForeignFolders = {"a: #b/", "it's/", "\xc3\xa4\n/"};
  Facts.Outer = "/\narch: none";
  std::string Text;
  llvm::raw_string_ostream Stream(Text);
  printNewConfiguration(Stream, Facts);
  Configuration Plain = parsed(Text);
  EXPECT_TRUE(Plain.InheritParent);
  EXPECT_TRUE(Plain.Architecture.empty());
  size_t Suggestion = Text.find("#ignore:");
  ASSERT_NE(Suggestion, std::string::npos);
  Configuration Ignoring = parsed(Text.erase(Suggestion, 1));
  ASSERT_EQ(Ignoring.Ignored.size(), 3u);
  EXPECT_TRUE(Ignoring.Ignored[0].matches("/p/a: #b/c.cu"));
  EXPECT_TRUE(Ignoring.Ignored[2].matches("/p/\xc3\xa4\n/c.cu"));
}

TEST(Configuration, TakesNoOptionThatDoesMoreThanReading) {
  for (const char *Option : {"-fplugin=x.so",
                             "-load",
                             "-Xclang",
                             "-mllvm",
                             "-o",
                             "-ofile",
                             "-MF",
                             "-MFx",
                             "-MD",
                             "-save-temps",
                             "--keep",
                             "@file",
                             "-optf",
                             "--options-file=x",
                             "-ccbin",
                             "-ccbin=sh",
                             "--compiler-bindir=x",
                             "-Xcompiler",
                             "-Xcompiler=-fplugin=x",
                             "-Xlinker",
                             "-lx",
                             "-L.",
                             "-Wl,x",
                             "-B.",
                             "-specs=x",
                             "--config=x",
                             "-fpass-plugin=x",
                             "-fmodules",
                             "-run",
                             "kernel.cu",
                             "-Wp,-MDx",
                             "-ivfsoverlay",
                             "-include-pch",
                             "-includex",
                             "-dependency-file",
                             "-gencode"})
    EXPECT_THAT(errorOf("compile-options: ['" + std::string(Option) + "', x]"),
                HasSubstr("is not allowed among compile-options"))
        << Option;
}

TEST(Configuration, HasNoAliases) {
  EXPECT_THAT(errorOf("launches: [&a 'k<<<1,1>>>', *a]"), HasSubstr(":1:29: YAML aliases are not"));
  std::string Bomb = "a: &a [x,x,x,x,x,x,x,x,x]\n";
  for (char Name = 'b'; Name != 'z'; ++Name) {
    Bomb += std::string(1, Name) + ": &" + Name + " [";
    for (int Times = 0; Times != 9; ++Times)
      Bomb += std::string(Times ? "," : "") + "*" + char(Name - 1);
    Bomb += "]\n";
  }
  EXPECT_THAT(errorOf(Bomb), StartsWith("/p/.cuda-memlint.yaml:1:1: unknown setting 'a'"));
  EXPECT_THAT(errorOf("levels:\n  a: &a [x]\n  b: [*a,*a]"), HasSubstr(":2:3: "));
}

TEST(Configuration, HasBounds) {
  std::string Many = "ignore:\n";
  for (int Times = 0; Times != 1001; ++Times)
    Many += "- x\n";
  EXPECT_THAT(errorOf(Many), HasSubstr(":1002:3: a list has at most 1000 entries"));
  EXPECT_THAT(errorOf(std::string(65537, '#')), HasSubstr("at most 64 KiB"));
  for (const char *Bracket : {"[", "{", "- ", "? ", "!", "[{", "a: [", "levels: {", "- [ "}) {
    std::string Deep = "checks: ";
    for (int Times = 0; Times != 20000; ++Times)
      Deep += Bracket;
    EXPECT_THAT(errorOf(Deep), StartsWith("/p/.cuda-memlint.yaml:")) << Bracket;
  }
}

TEST(Configuration, ErrorsNameTheFirstPlace) {
  EXPECT_EQ(errorOf("arch: sm_90\nremark: true\nfail: none\n"),
            "/p/.cuda-memlint.yaml:2:1: unknown setting 'remark'; did you mean 'remarks'?");
  EXPECT_THAT(errorOf("a: b: c"), StartsWith("/p/.cuda-memlint.yaml:1:"));
  EXPECT_EQ(llvm::StringRef(errorOf("\tarch: [")).count('\n'), 0u);
}

/// Whatever is in the file, the outcome is a configuration or one line with its place.
TEST(Configuration, MayBeAnything) {
  const llvm::StringRef Seed =
      "checks: '-*,cuda-shared-*'\nlevels:\n  cuda-shared-race: error\narch: sm_90\nlaunches:\n"
      "  - 'k<<<(64,64),(32,8)>>>(_, 2048)'\nassumptions:\n  k: [assume n > 3, distinct x]\n"
      "ignore: [a/**, '*.cu']\ncompile-options: [-Ix, -D, \"Y=\\x41\"]\n...\n";
  const llvm::StringRef Pieces = "[]{}:,-&*!|>'\"%@`#?\n\t \\0x~<.";
  std::mt19937 Random(19);
  unsigned Good = 0;
  for (int Times = 0; Times != 1000; ++Times) {
    std::string Text = Seed.str();
    for (unsigned Edits = 1 + Random() % 6; Edits != 0; --Edits) {
      size_t At = Random() % Text.size();
      switch (Random() % 4) {
      case 0:
        Text[At] = char(Random());
        break;
      case 1:
        Text.insert(At, 1, Pieces[Random() % Pieces.size()]);
        break;
      case 2:
        Text.erase(At, 1 + Random() % 8);
        break;
      case 3:
        Text.insert(At, Text.substr(Random() % Text.size(), Random() % 40));
        break;
      }
    }
    std::string Problem = errorOf(Text);
    Good += Problem.empty();
    if (!Problem.empty()) {
      EXPECT_THAT(Problem, StartsWith("/p/.cuda-memlint.yaml:")) << Text;
      EXPECT_THAT(Problem, testing::Not(HasSubstr("unreadable YAML"))) << Text;
    }
  }
  EXPECT_GT(Good, 10u);
}

} // namespace
