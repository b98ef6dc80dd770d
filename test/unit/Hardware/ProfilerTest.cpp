//===- ProfilerTest.cpp - Building and measuring with fake tools ----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Hardware/Measure/Profiler.h"

#include "FakeTools.h"

#include "cuda-memlint/Hardware/Measure/ProfilerRun.h"
#include "cuda-memlint/Process/MachineLock.h"

#include "llvm/Support/Regex.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <atomic>
#include <thread>

using namespace memlint;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

namespace {

using Cause = MeasurementError::Cause;

/// An nvcc that "compiles" to a program which prints its arguments.
constexpr const char *WorkingNvcc = R"(
if [ "$1" = --version ]; then
  echo 'Cuda compilation tools, release 13.0, V13.0.88'; exit 0
fi
for a; do echo "$a"; done > FOLDER/nvcc.arguments
echo "$TMPDIR" > FOLDER/nvcc.tmpdir
while [ "$1" != -o ]; do shift; done
printf '#!/bin/sh\necho "program runs with $*"\n' > "$2"; chmod +x "$2")";

/// An ncu that runs the program and has a report to print.
constexpr const char *WorkingNcu = R"(
if [ "$1" = --version ]; then echo 'Version 2025.3.1.0 (build 36398880)'; exit 0; fi
if [ "$1" = --import ]; then
  test -f "$2" || exit 1
  case "$*" in
  *"--page source --print-source cuda,sass"*) cat INPUTS/inlined.source.csv;;
  *"--page raw"*) cat INPUTS/inlined.raw.csv;;
  esac
  exit 0
fi
for a; do echo "$a"; done > FOLDER/ncu.arguments
while [ "$1" != -o ]; do shift; done
report=$2; shift 2
"$@" && echo report > "$report.EXTENSION")";

class ProfilerTest : public ::testing::Test {
protected:
  ProfilerTest() : Folder(llvm::cantFail(WorkFolder::create())) {
    Search.Path = {Tools.path("bin")};
    Search.DeviceFiles = {Tools.write("device", "")};
    makeTool("nvcc", WorkingNvcc);
    makeTool("ncu", WorkingNcu);
    Build.Source = Tools.write("sources/some program.cu", "");
    Build.Architecture = "sm_90";
    Run.Program.Path = Tools.script("bin/program", "exit 0");
  }

  void makeTool(const std::string &Name, std::string Body,
                const std::string &Extension = "ncu-rep") {
    auto Replace = [&](const std::string &From, const std::string &To) {
      for (size_t At; (At = Body.find(From)) != std::string::npos;)
        Body.replace(At, From.size(), To);
    };
    Replace("FOLDER", Tools.path());
    Replace("INPUTS", MEMLINT_TEST_DATA_DIR "/unit/Hardware/Inputs");
    Replace("EXTENSION", Extension);
    Tools.script("bin/" + Name, Body);
  }

  /// An ncu that prints \p Text and exits with \p Code.
  void makeFailingNcu(const std::string &Text, int Code) {
    makeTool("ncu", "cat <<'END'\n" + Text + "\nEND\nexit " + std::to_string(Code));
  }

  llvm::Expected<BuiltProgram> build() { return buildProgram(Toolchain(Search), Build, Folder); }
  llvm::Expected<Measurement> profile() { return profileProgram(Toolchain(Search), Run, Folder); }

  /// Checks the cause, and returns the message.
  template <typename T> std::string errorOf(llvm::Expected<T> Result, Cause Why) {
    if (Result)
      return "no error";
    std::string Message;
    llvm::handleAllErrors(
        Result.takeError(),
        [&](const MeasurementError &Error) {
          EXPECT_EQ(Error.cause(), Why);
          Message = Error.message();
        },
        [&](const llvm::ErrorInfoBase &Error) {
          ADD_FAILURE() << "not a measurement error";
          Message = Error.message();
        });
    return Message;
  }

  FakeTools Tools;
  WorkFolder Folder;
  ToolSearch Search;
  BuildRequest Build;
  ProfileRequest Run;
};

TEST_F(ProfilerTest, BuildsOptimisedWithLines) {
  BuiltProgram Program = llvm::cantFail(build());
  EXPECT_EQ(Program.Path, Folder.file("some program.optimised"));
  EXPECT_EQ(Program.Toolkit, "13.0.88");
  EXPECT_EQ(Program.Command, "nvcc -O3 -lineinfo -arch=sm_90 " + Build.Source);
  EXPECT_EQ(Tools.read("nvcc.arguments"),
            "-O3\n-lineinfo\n-arch=sm_90\n" + Build.Source + "\n-o\n" + Program.Path + "\n");
  EXPECT_EQ(Tools.read("nvcc.tmpdir"), Folder.path().str() + "\n");
}

TEST_F(ProfilerTest, TakesTheOptionsOfTheUser) {
  Build.Options = {"-c", "-O1", "-o",       "else.o",
                   "-I", "a b", "-gencode", "arch=compute_80,code=sm_80"};
  BuiltProgram Program = llvm::cantFail(build());
  EXPECT_EQ(Tools.read("nvcc.arguments"),
            "-lineinfo\n-O1\n-I\na b\n-gencode\narch=compute_80,code=sm_80\n" + Build.Source +
                "\n-o\n" + Program.Path + "\n");
}

TEST_F(ProfilerTest, BuildsForDebugging) {
  Build.Debug = true;
  BuiltProgram Program = llvm::cantFail(build());
  EXPECT_EQ(Program.Path, Folder.file("some program.debug"));
  EXPECT_THAT(Tools.read("nvcc.arguments"), StartsWith("-G\n-arch=sm_90\n"));
}

TEST_F(ProfilerTest, SaysThatThereIsNoNvcc) {
  llvm::sys::fs::remove(Tools.path("bin/nvcc"));
  EXPECT_THAT(
      llvm::toString(build().takeError()),
      ::testing::MatchesRegex("nvcc was not found .looked in .*: install the CUDA toolkit.*"));
}

TEST_F(ProfilerTest, ShowsWhatNvccSays) {
  makeTool("nvcc", "echo 'a.cu(1): error: identifier \"y\" is undefined' >&2\necho\n"
                   "for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21; do\n"
                   "echo \"remark $i\" >&2; done; exit 2");
  std::string Message = errorOf(build(), Cause::BuildFailed);
  EXPECT_THAT(Message, StartsWith("nvcc failed to compile '" + Build.Source +
                                  "': it exited with code 2\n"
                                  "  a.cu(1): error: identifier \"y\" is undefined\n  remark 1\n"));
  EXPECT_THAT(Message, HasSubstr("\n  remark 19\n  (2 more lines)"));
  EXPECT_THAT(Message, Not(HasSubstr("remark 20")));
}

TEST_F(ProfilerTest, SaysThatNvccMadeNoProgram) {
  makeTool("nvcc", "exit 0");
  EXPECT_EQ(errorOf(build(), Cause::ProgramMissing),
            "nvcc produced no program from '" + Build.Source +
                "'; omit options that stop it before linking");
}

TEST_F(ProfilerTest, Measures) {
  for (std::string Extension : {"ncu-rep", "ncu-repz"}) {
    makeTool("ncu", WorkingNcu, Extension);
    WorkFolder Own = llvm::cantFail(WorkFolder::create());
    Run.Program = llvm::cantFail(buildProgram(Toolchain(Search), Build, Own));
    Run.Arguments = {"two words", "-c"};
    Run.Launches = 7;
    Measurement Result = llvm::cantFail(profileProgram(Toolchain(Search), Run, Own));
    EXPECT_EQ(Result.Launches.size(), 6u);
    EXPECT_EQ(Result.Device, "NVIDIA H200");
    EXPECT_EQ(Result.Profiler, "2025.3.1.0");
    EXPECT_EQ(Result.Toolkit, "13.0.88");
    EXPECT_EQ(Result.Build, Run.Program.Command);
    std::string Arguments = Tools.read("ncu.arguments");
    EXPECT_THAT(Arguments, StartsWith("--clock-control\nnone\n--metrics\nmemory_l2_theoretical_"));
    EXPECT_THAT(
        Arguments,
        HasSubstr("\n--filter-mode\nper-launch-config\n--kernel-id\n:::^([1-6]|7)$\n-f\n-o\n" +
                  Own.path().str() + "/"));
    EXPECT_THAT(Arguments, ::testing::EndsWith(Run.Program.Path + "\ntwo words\n-c\n"));
  }
}

TEST(ProfilerArgumentsTest, NumbersAreMatchedUpToTheLast) {
  for (unsigned Last : {1u, 2u, 4u, 9u, 10u, 11u, 19u, 20u, 99u, 100u, 101u, 345u, 1000u}) {
    llvm::Regex Numbers(numbersUpTo(Last));
    EXPECT_FALSE(Numbers.match("0"));
    for (unsigned Number = 1; Number != 1200; ++Number)
      EXPECT_EQ(Numbers.match(std::to_string(Number)), Number <= Last) << Last << ": " << Number;
  }
}

TEST(ProfilerArgumentsTest, AllLaunchesBetweenMarksAreMeasured) {
  EXPECT_THAT(profilerArguments(4, "r", /*BetweenMarks=*/true),
              Not(::testing::Contains("--kernel-id")));
}

TEST_F(ProfilerTest, SaysThatThereIsNoProfiler) {
  llvm::sys::fs::remove(Tools.path("bin/ncu"));
  EXPECT_THAT(llvm::toString(profile().takeError()), StartsWith("ncu was not found (looked in "));
}

TEST_F(ProfilerTest, SaysThatThereIsNoProgram) {
  Run.Program.Path = Tools.path("nothing");
  EXPECT_EQ(errorOf(profile(), Cause::ProgramMissing),
            "the program '" + Run.Program.Path + "' does not exist or is not an executable");
}

TEST_F(ProfilerTest, SaysWhatToDoForThePermission) {
  makeFailingNcu("==PROF== Connected to process 36055 (/a)\n"
                 "==ERROR== ERR_NVGPUCTRPERM - The user does not have permission to access NVIDIA "
                 "GPU Performance Counters on the target device 0.",
                 1);
  std::string Message = errorOf(profile(), Cause::NoPermission);
  EXPECT_THAT(Message, HasSubstr("NVreg_RestrictProfilingToAdminUsers=0"));
  EXPECT_THAT(Message, Not(HasSubstr("\n")));
}

TEST_F(ProfilerTest, TellsTheExitCodeOfTheProgram) {
  makeFailingNcu("==PROF== Connected to process 5 (/a)\n1\n2\n3\n4\n5\nwrong input\n"
                 "==ERROR== The application returned an error code (3).",
                 3);
  EXPECT_EQ(errorOf(profile(), Cause::ProgramFailed),
            "the program ended with code 3: it must run to its end with code 0 to be measured"
            "\n  2\n  3\n  4\n  5\n  wrong input");
}

TEST_F(ProfilerTest, TellsTheSignalThatEndedTheProgram) {
  makeFailingNcu("==ERROR== The application returned an error code (11).", 11);
  std::string Rest = ": it must run to its end with code 0 to be measured";
  EXPECT_EQ(errorOf(profile(), Cause::ProgramFailed),
            "the program ended with code 11, or was terminated by signal 11 (Segmentation fault), "
            "which the profiler reports in the same way" +
                Rest);
  // A run without the profiler has shown which.
  Run.Signal = SIGSEGV;
  EXPECT_EQ(errorOf(profile(), Cause::ProgramFailed),
            "the program was terminated by signal 11 (Segmentation fault)" + Rest);
  makeFailingNcu("==ERROR== The application returned an error code (139).", 139);
  EXPECT_EQ(errorOf(profile(), Cause::ProgramFailed),
            "the program was terminated by signal 11 (Segmentation fault)" + Rest);
  Run.Signal = SIGABRT;
  makeFailingNcu("==ERROR== The application returned an error code (3).", 3);
  EXPECT_EQ(errorOf(profile(), Cause::ProgramFailed), "the program ended with code 3" + Rest);
}

TEST_F(ProfilerTest, EndsAProgramThatHangs) {
  Run.Program.Path = Tools.script("bin/program", "echo begun; exec sleep 1000");
  Run.TimeLimit = std::chrono::seconds(1);
  EXPECT_EQ(errorOf(profile(), Cause::TimeLimit),
            "the program ran longer than 1 s under the profiler: let it run longer with "
            "--verify-timeout, or reduce its work with --args\n  begun");
}

/// An ncu that writes its report when the program has ended, however that was.
constexpr const char *StubbornNcu = R"(
if [ "$1" = --version ]; then echo 'Version 2025.3.1.0 (build 36398880)'; exit 0; fi
if [ "$1" = --import ]; then
  case "$*" in
  *"--page source --print-source cuda,sass"*) cat INPUTS/inlined.source.csv;;
  *"--page raw"*) cat INPUTS/inlined.raw.csv;;
  esac
  exit 0
fi
while [ "$1" != -o ]; do shift; done
report=$2; shift 2
trap 'kill $child; interrupted=1' INT
"$@" & child=$!
wait $child; code=$?
test $code -le 128 || { wait $child; code=$?; }
echo report > "$report.ncu-rep"
test -z "$interrupted" || { echo '==PROF== Trying to shutdown target application'; exit 130; }
test $code = 0 || echo "==ERROR== The application returned an error code ($code)."
exit $code)";

TEST_F(ProfilerTest, KeepsWhatWasMeasuredBeforeTheTimeWasUp) {
  makeTool("ncu", StubbornNcu);
  Run.Program.Path = Tools.script("bin/program", "echo begun; exec sleep 1000");
  Run.TimeLimit = std::chrono::seconds(1);
  Measurement Result = llvm::cantFail(profile());
  EXPECT_EQ(Result.Launches.size(), 6u);
  EXPECT_THAT(
      Result.CutShort,
      StartsWith("the program ran longer than 1 s under the profiler: let it run longer with "
                 "--verify-timeout, or reduce its work with --args\n  begun"));
}

TEST_F(ProfilerTest, EndsAProgramThatGoesOnWhenAllIsMeasured) {
  makeTool("ncu", StubbornNcu);
  Run.Program.Path = Tools.script(
      "bin/program",
      "echo '==PROF== Profiling \"1:7:a:1\": 0%....50%....100% - 1 pass'\n"
      "printf '==PROF== Profiling \"1:7:b:1\": 0%%'; sleep 1; echo '....100% - 2 passes'\n"
      "exec sleep 1000");
  Run.TimeLimit = std::chrono::hours(1);
  Run.Expected = 2;
  Measurement Result = llvm::cantFail(profile());
  EXPECT_EQ(Result.Launches.size(), 6u);
  EXPECT_EQ(Result.CutShort, "");
  // Not when another was to come.
  Run.Expected = 3;
  Run.TimeLimit = std::chrono::seconds(2);
  EXPECT_THAT(llvm::cantFail(profile()).CutShort, StartsWith("the program ran longer than 2 s"));
}

TEST_F(ProfilerTest, TimeInWhichAnotherMeasuresDoesNotCount) {
  std::atomic<bool> Waits = false;
  std::optional<MachineLock> Other(std::in_place, "cuda-memlint-profiler", [] {});
  Run.TimeLimit = std::chrono::seconds(1);
  Run.Waiting = [&] { Waits = true; };
  std::thread Ends([&] {
    for (int Count = 0; Count != 600 && !Waits; ++Count)
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    std::this_thread::sleep_for(std::chrono::milliseconds(1500));
    Other.reset();
  });
  llvm::Expected<Measurement> Result = profile();
  Ends.join();
  EXPECT_TRUE(Waits);
  EXPECT_EQ(llvm::cantFail(std::move(Result)).CutShort, "");
}

TEST_F(ProfilerTest, KeepsWhatWasMeasuredBeforeTheProgramFailed) {
  makeTool("ncu", StubbornNcu);
  Run.Program.Path = Tools.script("bin/program", "echo wrong result; exit 3");
  Measurement Result = llvm::cantFail(profile());
  EXPECT_EQ(Result.Launches.size(), 6u);
  EXPECT_EQ(Result.CutShort, "the program ended with code 3: it must run to its end with code 0 to "
                             "be measured\n  wrong result");
}

TEST_F(ProfilerTest, SaysThatNoKernelWasProfiled) {
  makeFailingNcu("==PROF== Connected to process 5326 (/a)\nPASS\n"
                 "==PROF== Disconnected from process 5326\n==WARNING== No kernels were profiled.",
                 0);
  EXPECT_EQ(errorOf(profile(), Cause::NothingProfiled),
            "no kernels were profiled: either the program launched none, or none that this GPU "
            "can run (--arch must name its architecture)\n  PASS");
}

TEST_F(ProfilerTest, SaysThatThereIsNoDevice) {
  Search.DeviceFiles.clear();
  makeFailingNcu("==ERROR== The application returned an error code (1).", 1);
  EXPECT_THAT(errorOf(profile(), Cause::NoDevice), StartsWith("no NVIDIA GPU, or its driver"));
  makeFailingNcu("==WARNING== No kernels were profiled.", 0);
  EXPECT_THAT(errorOf(profile(), Cause::NoDevice), StartsWith("no NVIDIA GPU, or its driver"));
}

TEST_F(ProfilerTest, ShowsErrorsOfTheProfiler) {
  makeFailingNcu("==ERROR== An error was reported by the driver:\n"
                 "==ERROR== Cuda driver is not compatible with Nsight Compute.\n"
                 "==ERROR== The application returned an error code (11).",
                 11);
  EXPECT_EQ(errorOf(profile(), Cause::ProfilerFailed),
            "Nsight Compute failed: ncu exited with code 11\n"
            "  An error was reported by the driver:\n"
            "  Cuda driver is not compatible with Nsight Compute.\n"
            "  The application returned an error code (11).");
  makeTool("ncu", "exit 0");
  EXPECT_EQ(errorOf(profile(), Cause::ProfilerFailed), "Nsight Compute wrote no report");
}

TEST_F(ProfilerTest, SaysThatAReportCannotBeRead) {
  std::string Body = WorkingNcu;
  Body.replace(Body.find("cat INPUTS/inlined.source.csv"), 3, "head -c 3000");
  makeTool("ncu", Body);
  EXPECT_THAT(errorOf(profile(), Cause::ProfilerFailed),
              StartsWith("cannot read the profiler's report, line "));
  Body = WorkingNcu;
  Body.replace(Body.find("test -f"), 7, "test -d");
  makeTool("ncu", Body);
  EXPECT_EQ(errorOf(profile(), Cause::ProfilerFailed),
            "Nsight Compute cannot print its report: ncu exited with code 1");
}

TEST(GeneratedMainTest, AProgramThatFailsIsToldWhatCanBeSaid) {
  using Cause = MeasurementError::Cause;
  llvm::Error Failed = explainGeneratedMain(llvm::make_error<MeasurementError>(
      Cause::ProgramFailed, "it ended with code 1\n  scan: failed"));
  EXPECT_EQ(toString(std::move(Failed)),
            "it ended with code 1; pass what its generated main had to invent with --launch, as in "
            "--launch='kernel<<<64, 256>>>(_, _, 1024)'\n  scan: failed");
  llvm::Error Other =
      explainGeneratedMain(llvm::make_error<MeasurementError>(Cause::NoDevice, "no GPU"));
  EXPECT_EQ(toString(std::move(Other)), "no GPU");
}

} // namespace
