//===- DriverTest.cpp - Files that cannot be analysed, and several -----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Driver/Driver.h"
#include "cuda-memlint/Driver/Isolation.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Report/JsonReport.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <csignal>
#include <map>
#include <mutex>

using namespace memlint;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using testing::SizeIs;

namespace {

TEST(DriverTest, WhatCannotBeReadIsAnError) {
  auto Message = [](llvm::StringRef Path) {
    return llvm::toString(analyseFile(Path, DriverOptions()).takeError());
  };
  EXPECT_THAT(Message("/nonexistent.cu"), HasSubstr("cannot read '/nonexistent.cu': No such file"));
  EXPECT_THAT(Message("/"), HasSubstr("cannot read '/': is a directory"));
}

/// Files in a folder of their own, which goes when the test is done.
class SeveralFilesTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("memlint", Folder));
    Options.Frontend.Toolkit = ToolkitMode::Embedded;
    Options.Checks = llvm::cantFail(selectChecks(""));
  }
  void TearDown() override { llvm::sys::fs::remove_directories(Folder); }

  std::string write(llvm::StringRef Name, llvm::StringRef Contents) {
    std::string Path = (Folder + "/" + Name).str();
    std::error_code Code;
    llvm::raw_fd_ostream(Path, Code) << Contents;
    EXPECT_FALSE(Code);
    return Path;
  }

  /// What is found in two files that include this header.
  std::vector<FileAnalysis> analyse(llvm::StringRef Header, llvm::StringRef First,
                                    llvm::StringRef Second, unsigned Threads = 2) {
    write("kernel.cuh", Header);
    std::string FirstPath = write("first.cu", First), SecondPath = write("second.cu", Second);
    return analyseFiles({{FirstPath, ""}, {SecondPath, ""}}, Options, Threads);
  }

  llvm::SmallString<128> Folder;
  DriverOptions Options;
};

TEST_F(SeveralFilesTest, HostCodeIsSearchedIfACheckReadsIt) {
  std::string Path = write("launch.cu", "__global__ void k(int *out) { out[threadIdx.x] = 1; }\n"
                                        "int main() {\n"
                                        "  int *out;\n"
                                        "  cudaMalloc(&out, 128);\n"
                                        "  k<<<1, 32>>>(out);\n"
                                        "  cudaThreadSynchronize();\n"
                                        "}\n");
  auto FactsFor = [&](llvm::StringRef Checks) {
    Options.Checks = llvm::cantFail(selectChecks(Checks));
    return llvm::cantFail(analyseFile(Path, Options)).Facts;
  };
  FileFacts Read = FactsFor("-*,cuda-unchecked-launch");
  ASSERT_THAT(Read.HostFaults, SizeIs(1));
  EXPECT_EQ(Read.HostFaults.front().Position.Line, 5U);
  FileFacts Outdated = FactsFor("-*,cuda-removed-call");
  EXPECT_THAT(Outdated.HostFaults, IsEmpty());
  ASSERT_THAT(Outdated.OutdatedCalls, SizeIs(1));
  EXPECT_EQ(Outdated.OutdatedCalls.front().Name, "cudaThreadSynchronize");
}

TEST_F(SeveralFilesTest, LaunchesOfAHeadersKernelAreBroughtTogether) {
  std::vector<FileAnalysis> Files =
      analyse("static __global__ void k(float *p) { p[threadIdx.x * 2] = 0; }\n",
              "#include \"kernel.cuh\"\nvoid a(float *p) { k<<<1, 32>>>(p); }\n",
              "#include \"kernel.cuh\"\nvoid b(float *p) { k<<<1, 64>>>(p); }\n");
  ASSERT_THAT(Files, SizeIs(2));
  ASSERT_THAT(Files[0].Kernels, SizeIs(1));
  EXPECT_THAT(Files[1].Kernels, IsEmpty());
  ASSERT_THAT(Files[1].KernelsElsewhere, SizeIs(1));
  EXPECT_EQ(Files[1].KernelsElsewhere[0].Name, "k");
  EXPECT_EQ(Files[1].KernelsElsewhere[0].File, Files[0].Path);

  const KernelAnalysis &Kernel = Files[0].Kernels[0];
  ASSERT_THAT(Kernel.Launches, SizeIs(2));
  EXPECT_EQ(Kernel.Launches[0].Block[0], 32u);
  EXPECT_EQ(Kernel.Launches[1].Block[0], 64u);
  // 32 lanes 8 bytes apart touch 8 sectors; one warp and two.
  ASSERT_THAT(Kernel.Verdicts, SizeIs(1));
  ASSERT_THAT(Kernel.Verdicts[0], SizeIs(2));
  EXPECT_EQ(Kernel.Verdicts[0][0].Cost.Totals->Cost, 8u);
  EXPECT_EQ(Kernel.Verdicts[0][1].Cost.Totals->Cost, 16u);
  EXPECT_THAT(Kernel.Findings, SizeIs(1));
}

/// Names its file's kernels, and ends the process in that of first.cu.
template <int Signal>
static void endFirst(ParsedFile &, FileAnalysis &File,
                     llvm::ArrayRef<const clang::FunctionDecl *>) {
  if (!llvm::StringRef(File.Path).ends_with("first.cu"))
    return;
  // What was set to handle crashes in this process is not asked.
  std::signal(Signal, SIG_DFL);
  std::raise(Signal);
}

TEST_F(SeveralFilesTest, AProcessThatEndsLosesItsFileOnly) {
  Isolation Isolated;
  std::string First = write("first.cu", "__global__ void doomed(float *p) { p[0] = 1; }\n"),
              Second =
                  write("second.cu", "__global__ void k(float *p) { p[2 * threadIdx.x] = 0; }\n");
  auto MessageBy = [&](auto End) {
    Options.ReadTree = End;
    std::vector<FileAnalysis> Files =
        analyseFiles({{First, ""}, {Second, ""}}, Options, /*Threads=*/2, &Isolated);
    EXPECT_THAT(Files, SizeIs(2));
    EXPECT_EQ(Files[0].Parsed, ParseState::Not);
    EXPECT_THAT(Files[1].Kernels, SizeIs(1));
    EXPECT_THAT(Files[1].Kernels[0].Findings, SizeIs(1));
    return Files[0].Errors.front().Message;
  };
  EXPECT_THAT(
      MessageBy(endFirst<SIGSEGV>),
      HasSubstr("first.cu' crashed in kernel 'doomed' (Segmentation fault); this is a bug"));
  // As the system does where memory runs out.
  EXPECT_THAT(MessageBy(endFirst<SIGKILL>),
              HasSubstr("first.cu' was killed in kernel 'doomed', as by a system"));
}

TEST_F(SeveralFilesTest, ProcessesFindWhatThreadsFind) {
  write("kernel.cuh", "static __global__ void k(float *p, int n) { p[threadIdx.x * n] = 0; }\n"
                      "void launch(float *p, int n);\n");
  std::vector<SourceFile> Sources = {
      {write("first.cu",
             "#include \"kernel.cuh\"\nvoid launch(float *p, int n) { k<<<1, 32>>>(p, n); }\n"),
       ""},
      {write("second.cu", "#include \"kernel.cuh\"\nint main() { launch(nullptr, 3); k<<<2, "
                          "64>>>(nullptr, 5); }\n"),
       ""},
      {(Folder + "/missing.cu").str(), ""}};
  Isolation Isolated;
  std::vector<FileAnalysis> OnThreads = analyseFiles(Sources, Options, /*Threads=*/2),
                            InProcesses = analyseFiles(Sources, Options, /*Threads=*/2, &Isolated);
  ASSERT_THAT(InProcesses, SizeIs(3));
  auto ReportOf = [](llvm::ArrayRef<FileAnalysis> Files) {
    std::string Text;
    llvm::raw_string_ostream Stream(Text);
    printJsonReport(Stream, Files);
    return Text;
  };
  EXPECT_EQ(ReportOf(InProcesses), ReportOf(OnThreads));
  ASSERT_THAT(InProcesses[0].Kernels, SizeIs(1));
  EXPECT_THAT(InProcesses[0].Kernels[0].Launches, SizeIs(2));
  EXPECT_THAT(InProcesses[2].Errors.front().Message, HasSubstr("cannot read"));
}

TEST_F(SeveralFilesTest, WhatIsNotDoneWhenARunEndsIsSaid) {
  Isolation Isolated;
  Isolated.GoOn = [](const AnalysisProgress &Progress) { return Progress.FilesDone == 0; };
  std::string Text = "__global__ void k(float *p) { p[2 * threadIdx.x] = 0; }\n";
  std::vector<FileAnalysis> Files =
      analyseFiles({{write("first.cu", Text), ""}, {write("second.cu", Text), ""}}, Options,
                   /*Threads=*/1, &Isolated);
  ASSERT_THAT(Files, SizeIs(2));
  EXPECT_THAT(Files[0].Kernels, SizeIs(1));
  EXPECT_EQ(Files[1].Errors.front().Effect, ErrorEffect::Interrupted);
}

TEST_F(SeveralFilesTest, AGuessGivesWayToALaunchInAnotherFile) {
  std::vector<FileAnalysis> Files = analyse(
      "static __global__ void k(float *p) { p[threadIdx.x] = 0; }\n", "#include \"kernel.cuh\"\n",
      "#include \"kernel.cuh\"\nvoid b(float *p) { k<<<1, 64>>>(p); }\n");
  ASSERT_THAT(Files[0].Kernels, SizeIs(1));
  ASSERT_THAT(Files[0].Kernels[0].Launches, SizeIs(1));
  EXPECT_EQ(Files[0].Kernels[0].Launches[0].Origin, LaunchOrigin::Call);
  EXPECT_EQ(Files[0].Kernels[0].Verdicts[0][0].Cost.Totals->Requests, 2u);
}

TEST_F(SeveralFilesTest, WhatMacrosMakeDifferentStaysApart) {
  std::vector<FileAnalysis> Files = analyse(
      "static __global__ void k(float *p) { p[threadIdx.x * STRIDE] = 0; }\n",
      "#define STRIDE 1\n#include \"kernel.cuh\"\n", "#define STRIDE 2\n#include \"kernel.cuh\"\n");
  ASSERT_THAT(Files[0].Kernels, SizeIs(1));
  ASSERT_THAT(Files[1].Kernels, SizeIs(1));
  EXPECT_THAT(Files[0].Kernels[0].Findings, IsEmpty());
  EXPECT_THAT(Files[1].Kernels[0].Findings, SizeIs(1));
}

TEST_F(SeveralFilesTest, InstantiationsAreKernelsOfTheirOwn) {
  std::vector<FileAnalysis> Files =
      analyse("template <int N> __global__ void k(float *p) { p[threadIdx.x * N] = 0; }\n",
              "#include \"kernel.cuh\"\nvoid a(float *p) { k<1><<<1, 32>>>(p); }\n",
              "#include \"kernel.cuh\"\nvoid b(float *p) { k<1><<<1, 32>>>(p); "
              "k<2><<<1, 32>>>(p); }\n");
  ASSERT_THAT(Files[0].Kernels, SizeIs(1));
  EXPECT_EQ(Files[0].Kernels[0].Program.Name, "k<1>");
  EXPECT_THAT(Files[0].Kernels[0].Launches, SizeIs(1));
  ASSERT_THAT(Files[1].Kernels, SizeIs(1));
  EXPECT_EQ(Files[1].Kernels[0].Program.Name, "k<2>");
}

TEST_F(SeveralFilesTest, ResultsAreInTheOrderOfTheFiles) {
  std::string Big = write("big.cu", "__global__ void k(float *p, int n) { for (int i = 0; i < 999; "
                                    "++i) p[i * n + threadIdx.x] = 0; }\n");
  std::string Small = write("small.cu", "\n");
  std::vector<FileAnalysis> Files =
      analyseFiles({{Big, ""}, {"none.cu", ""}, {Small, ""}, {"*.x", "no file"}}, Options, 4);
  ASSERT_THAT(Files, SizeIs(4));
  EXPECT_EQ(Files[0].Path, Big);
  EXPECT_THAT(Files[0].Kernels, SizeIs(1));
  EXPECT_EQ(Files[1].Parsed, ParseState::Not);
  EXPECT_THAT(Files[1].Errors[0].Message, HasSubstr("none.cu"));
  EXPECT_EQ(Files[2].Parsed, ParseState::Whole);
  EXPECT_EQ(Files[3].Parsed, ParseState::Not);
  EXPECT_EQ(Files[3].Errors[0].Message, "no file");
}

/// Counts how often the kernels of each file are analysed, by its name.
class LinkedFilesTest : public SeveralFilesTest {
protected:
  void SetUp() override {
    SeveralFilesTest::SetUp();
    Options.ReadTree = [this](ParsedFile &, FileAnalysis &File, auto) {
      {
        std::lock_guard<std::mutex> Guard(Lock);
        ++Analyses[llvm::sys::path::filename(File.Path).str()];
      }
      if (CrashesIf && CrashesIf(File))
        __builtin_trap();
    };
  }

  using Text = std::pair<llvm::StringRef, llvm::StringRef>;
  std::vector<FileAnalysis> analyseAll(std::initializer_list<Text> Texts) {
    std::vector<SourceFile> Sources;
    for (auto [Name, Contents] : Texts)
      Sources.push_back({write(Name, Contents), ""});
    // What a crash does not give back goes with its process.
    Isolation Isolated;
    return analyseFiles(Sources, Options, 2, CrashesIf ? &Isolated : nullptr);
  }

  std::mutex Lock;
  std::map<std::string, unsigned> Analyses;
  std::function<bool(const FileAnalysis &)> CrashesIf;
};

constexpr llvm::StringLiteral Launcher = "extern const int Size;\n"
                                         "__global__ void k(float *p) { p[threadIdx.x] = 0; }\n"
                                         "void launch(float *p, int n) { k<<<n, Size>>>(p); }\n";
constexpr llvm::StringLiteral Forwarder = "void launch(float *p, int n);\n"
                                          "__global__ void f(float *p) { p[threadIdx.x] = 0; }\n"
                                          "void forward(float *p, int n) { launch(p, n * 2); }\n";
constexpr llvm::StringLiteral Main =
    "void forward(float *p, int n);\n"
    "extern const int Size = 64;\n"
    "__global__ void m(float *p) { p[threadIdx.x] = 0; }\n"
    "int main() { float *p; cudaMalloc(&p, 4096); forward(p, 3); m<<<1, 32>>>(p); }\n";

TEST_F(LinkedFilesTest, EachIsAnalysedOnceWithAllThatOthersContribute) {
  std::vector<FileAnalysis> Files =
      analyseAll({{"launcher.cu", Launcher}, {"forwarder.cu", Forwarder}, {"main.cu", Main}});
  EXPECT_THAT(Analyses,
              ElementsAre(Pair("forwarder.cu", 1), Pair("launcher.cu", 1), Pair("main.cu", 1)));
  ASSERT_THAT(Files[0].Kernels, SizeIs(1));
  ASSERT_THAT(Files[0].Kernels[0].Launches, SizeIs(1));
  EXPECT_EQ(Files[0].Kernels[0].Launches[0].Grid[0], 6u);
  EXPECT_EQ(Files[0].Kernels[0].Launches[0].Block[0], 64u);
}

TEST_F(LinkedFilesTest, ACallThatAMacroHidesIsFollowed) {
  std::vector<FileAnalysis> Files =
      analyseAll({{"launcher.cu", "__global__ void k(float *p) { p[threadIdx.x] = 0; }\n"
                                  "void launch(float *p, int n) { k<<<n, 64>>>(p); }\n"},
                  {"main.cu", "#define JOIN(a, b) a##b\n"
                              "void JOIN(lau, nch)(float *p, int n);\n"
                              "int main() { float *p; cudaMalloc(&p, 4096); JOIN(lau, nch)(p, 6); "
                              "}\n"}});
  ASSERT_THAT(Files[0].Kernels, SizeIs(1));
  ASSERT_THAT(Files[0].Kernels[0].Launches, SizeIs(1));
  EXPECT_EQ(Files[0].Kernels[0].Launches[0].Grid[0], 6u);
}

constexpr llvm::StringLiteral KernelAlone =
    "extern \"C\" __global__ void c(float *p) {\n"
    "  p[threadIdx.x] = 0;\n"
    "}\n"
    "template <typename T> __global__ void t(T *p, int n) {\n"
    "  p[threadIdx.x] = n;\n"
    "}\n"
    "template __global__ void t<float>(float *, int);\n"
    "template __global__ void t<int>(int *, int);\n";
constexpr llvm::StringLiteral KernelUser =
    "#include <cuda_runtime.h>\n"
    "extern \"C\" __global__ void c(float *p);\n"
    "template <typename T> __global__ void t(T *p, int n);\n"
    "__global__ void own(float *p) { p[threadIdx.x] = 0; }\n"
    "int main() {\n"
    "  float *p;\n"
    "  cudaMalloc(&p, 4096);\n"
    "  void *arguments[] = {&p};\n"
    "  cudaLaunchKernel((const void *)c, dim3(5), dim3(96), arguments, 8, 0);\n"
    "  for (int n = 1; n < 3; ++n)\n"
    "    t<float><<<n, 64>>>(p, n);\n"
    "  own<<<1, 32>>>(p);\n"
    "}\n";

TEST_F(LinkedFilesTest, AKernelIsLaunchedFromAnotherFile) {
  std::vector<FileAnalysis> Files =
      analyseAll({{"kernel.cu", KernelAlone}, {"main.cpp", KernelUser}});
  EXPECT_THAT(Analyses, ElementsAre(Pair("kernel.cu", 1), Pair("main.cpp", 1)));
  ASSERT_THAT(Files[0].Kernels, SizeIs(3));
  const std::vector<LaunchContext> &OfC = Files[0].Kernels[0].Launches;
  ASSERT_THAT(OfC, SizeIs(1));
  EXPECT_EQ(OfC[0].Grid[0], 5u);
  EXPECT_EQ(OfC[0].Block[0], 96u);
  EXPECT_EQ(OfC[0].DynamicSharedBytes, 8u);
  EXPECT_EQ(OfC[0].Origin, LaunchOrigin::Call);
  EXPECT_EQ(OfC[0].Position.Line, 9u);
  EXPECT_THAT(OfC[0].Position.Path, EndsWith("main.cpp"));
  // One of the two instances is launched, twice.
  const std::vector<LaunchContext> &OfFloat = Files[0].Kernels[1].Launches;
  ASSERT_THAT(OfFloat, SizeIs(2));
  EXPECT_EQ(OfFloat[1].Grid[0], 2u);
  EXPECT_EQ(OfFloat[1].Arguments[1].Value, 2);
  ASSERT_THAT(Files[0].Kernels[2].Launches, SizeIs(1));
  EXPECT_EQ(Files[0].Kernels[2].Launches[0].Origin, LaunchOrigin::Default);
}

TEST_F(LinkedFilesTest, AKernelWithOtherParametersIsAnother) {
  std::vector<FileAnalysis> Files = analyseAll(
      {{"kernel.cu", KernelAlone},
       {"main.cu", "extern \"C\" __global__ void c(int n, float *p);\n"
                   "int main() { float *p; cudaMalloc(&p, 4096); c<<<1, 32>>>(7, p); }\n"}});
  ASSERT_THAT(Files[0].Kernels[0].Launches, SizeIs(1));
  EXPECT_EQ(Files[0].Kernels[0].Launches[0].Origin, LaunchOrigin::Default);
}

TEST_F(LinkedFilesTest, OfSeveralDefinitionsTheOneInTheFolderIsLaunched) {
  constexpr llvm::StringLiteral Kernel = "__global__ void k(float *p) { p[threadIdx.x] = 0; }\n";
  constexpr llvm::StringLiteral User =
      "__global__ void k(float *p);\n"
      "int main() { float *p; cudaMalloc(&p, 4096); k<<<2, 32>>>(p); }\n";
  std::vector<FileAnalysis> Files =
      analyseAll({{"a.cu", Kernel}, {"b.cu", Kernel}, {"m.cu", User}});
  for (unsigned File : {0, 1})
    EXPECT_EQ(Files[File].Kernels[0].Launches[0].Origin, LaunchOrigin::Default);
}

/// What a wrapper is called with decides a launch of a kernel in a third file.
TEST_F(LinkedFilesTest, AWrapperLaunchesAKernelOfAnotherFile) {
  std::vector<FileAnalysis> Files =
      analyseAll({{"kernel.cu", "__global__ void k(float *p, int n) { p[threadIdx.x + n] = 0; }\n"},
                  {"wrapper.cu", "__global__ void k(float *p, int n);\n"
                                 "void run(float *p, int n) { k<<<n / 64, 64>>>(p, n); }\n"},
                  {"main.cpp", "void run(float *p, int n);\n"
                               "int main() { run(nullptr, 640); run(nullptr, 64); }\n"}});
  EXPECT_THAT(Analyses,
              ElementsAre(Pair("kernel.cu", 1), Pair("main.cpp", 1), Pair("wrapper.cu", 1)));
  const std::vector<LaunchContext> &Launches = Files[0].Kernels[0].Launches;
  ASSERT_THAT(Launches, SizeIs(2));
  EXPECT_EQ(Launches[0].Grid[0], 10u);
  EXPECT_EQ(Launches[0].Arguments[1].Value, 640);
  EXPECT_EQ(Launches[1].Grid[0], 1u);
}

/// Terms of a launch go with it: the grid is one for all sizes.
TEST_F(LinkedFilesTest, LaunchesKeepTheirTerms) {
  std::vector<FileAnalysis> Files =
      analyseAll({{"kernel.cu", "__global__ void k(float *p, int n) { p[threadIdx.x + n] = 0; }\n"},
                  {"wrapper.cu", "__global__ void k(float *p, int n);\n"
                                 "void run(float *p, int n) { k<<<n / 64, 64>>>(p, n); }\n"}});
  const std::vector<LaunchContext> &Launches = Files[0].Kernels[0].Launches;
  ASSERT_THAT(Launches, SizeIs(1));
  EXPECT_EQ(Launches[0].Block[0], 64u);
  EXPECT_NE(Launches[0].Arguments[1].Term, nullptr);
  EXPECT_NE(Launches[0].Terms.Grid[0], nullptr);
}

TEST_F(LinkedFilesTest, WhereTheFactsOfOthersCrashItTheFileIsAnalysedWithoutThem) {
  CrashesIf = [](const FileAnalysis &File) {
    return File.Kernels[0].Program.Name == "k" && File.Kernels[0].Launches[0].gridKnown();
  };
  std::vector<FileAnalysis> Files =
      analyseAll({{"launcher.cu", Launcher}, {"forwarder.cu", Forwarder}, {"main.cu", Main}});
  ASSERT_THAT(Files[0].Kernels, SizeIs(1));
  EXPECT_FALSE(Files[0].Kernels[0].Launches[0].gridKnown());
}

TEST_F(LinkedFilesTest, AFileWhoseKernelsCrashCallsOthersAllTheSame) {
  CrashesIf = [](const FileAnalysis &File) { return File.HasMain; };
  std::vector<FileAnalysis> Files =
      analyseAll({{"launcher.cu", Launcher}, {"forwarder.cu", Forwarder}, {"main.cu", Main}});
  EXPECT_EQ(Files[2].Parsed, ParseState::Not);
  EXPECT_THAT(Files[2].Errors[0].Message, HasSubstr("crashed"));
  ASSERT_THAT(Files[0].Kernels, SizeIs(1));
  EXPECT_EQ(Files[0].Kernels[0].Launches[0].Grid[0], 6u);
}

} // namespace
