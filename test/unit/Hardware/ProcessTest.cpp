//===- ProcessTest.cpp - Starting and ending programs ---------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Process/Process.h"

#include "FakeTools.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <csignal>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace memlint;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

namespace {

using Ending = ProcessResult::Ending;

class ProcessTest : public ::testing::Test {
protected:
  ProcessRequest request(llvm::StringRef Body) {
    ProcessRequest Result;
    Result.Program = Tools.script("program", Body);
    return Result;
  }

  ProcessResult run(const ProcessRequest &Request) { return llvm::cantFail(runProcess(Request)); }

  FakeTools Tools;
};

/// Whether a process runs; one that ended and that nobody asked for does not.
bool isRunning(const std::string &Id) {
  auto Buffer = llvm::MemoryBuffer::getFileAsStream("/proc/" + Id + "/stat");
  if (!Buffer)
    return false;
  llvm::StringRef State = (*Buffer)->getBuffer().rsplit(") ").second;
  return !State.starts_with("Z") && !State.starts_with("X");
}

/// Waits for something that another process is about to do.
template <typename Condition> bool becomesTrue(Condition &&IsTrue) {
  for (int Tries = 0; Tries != 3000; ++Tries) {
    if (IsTrue())
      return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

TEST_F(ProcessTest, PassesArgumentsAsTheyAre) {
  ProcessRequest Request = request("for a; do printf '<%s>' \"$a\"; done; echo problem >&2");
  Request.Arguments = {"two words", "$HOME;`id`", "", "*"};
  ProcessResult Result = run(Request);
  EXPECT_TRUE(Result.succeeded());
  EXPECT_EQ(Result.Output, "<two words><$HOME;`id`><><*>");
  EXPECT_EQ(Result.Errors, "problem\n");
}

TEST_F(ProcessTest, TellsExitCodesAndSignalsApart) {
  ProcessResult Result = run(request("exit 3"));
  EXPECT_EQ(Result.Outcome, Ending::Exited);
  EXPECT_EQ(Result.Code, 3);
  EXPECT_FALSE(Result.succeeded());
  EXPECT_EQ(describeEnding(Result, std::nullopt), "exited with code 3");

  Result = run(request("kill -SEGV $$"));
  EXPECT_EQ(Result.Outcome, Ending::Signalled);
  EXPECT_EQ(Result.Code, SIGSEGV);
  EXPECT_EQ(describeEnding(Result, std::nullopt),
            "was terminated by signal 11 (Segmentation fault)");
}

TEST_F(ProcessTest, SetsFolderEnvironmentAndInput) {
  ProcessRequest Request = request("pwd -P; echo \"$NEW,$TMPDIR\"; cat");
  Tools.write("inner/file", "");
  Request.WorkingDirectory = Tools.path("inner");
  Request.Environment = {{"NEW", "value"}, {"TMPDIR", "/else where"}};
  llvm::SmallString<128> Real;
  llvm::sys::fs::real_path(Tools.path("inner"), Real);
  EXPECT_EQ(run(Request).Output, (Real + "\nvalue,/else where\n").str());
}

TEST_F(ProcessTest, KeepsBothEndsOfLongOutput) {
  ProcessRequest Request = request("echo first; for i in 1 2 3 4 5 6 7 8 9; do echo "
                                   "0123456789012345678901234567890123456789; done; echo last");
  Request.MaximumBytes = 40;
  ProcessResult Result = run(Request);
  EXPECT_TRUE(Result.OutputTruncated);
  EXPECT_FALSE(Result.ErrorsTruncated);
  EXPECT_THAT(Result.Output, StartsWith("first\n01234567890123"));
  EXPECT_THAT(Result.Output, EndsWith("last\n"));
  // 6 + 9 * 41 + 5 bytes were printed.
  EXPECT_THAT(Result.Output, HasSubstr("[340 bytes omitted]"));
}

TEST_F(ProcessTest, WritesOutputToAFile) {
  ProcessRequest Request = request("echo one; echo two >&2");
  Request.OutputFile = Tools.path("output");
  ProcessResult Result = run(Request);
  EXPECT_EQ(Result.Output, "");
  EXPECT_EQ(Result.Errors, "two\n");
  EXPECT_EQ(Tools.read("output"), "one\n");

  Request.MaximumFileBytes = 2;
  EXPECT_TRUE(run(Request).OutputTruncated);
  EXPECT_EQ(Tools.read("output"), "on");

  Request.OutputFile = Tools.path("missing/output");
  EXPECT_THAT(llvm::toString(runProcess(Request).takeError()),
              ::testing::MatchesRegex("cannot write '.*/missing/output': No such file.*"));
}

TEST_F(ProcessTest, SaysWhatCannotBeStarted) {
  ProcessRequest Request;
  Request.Program = Tools.path("nothing");
  EXPECT_EQ(llvm::toString(runProcess(Request).takeError()),
            "cannot start '" + Tools.path("nothing") + "': No such file or directory");
  Request.Program = Tools.script("program", "exit 0");
  Request.WorkingDirectory = Tools.path("nowhere");
  EXPECT_EQ(llvm::toString(runProcess(Request).takeError()),
            "cannot start '" + Tools.path("program") + "' in '" + Tools.path("nowhere") +
                "': No such file or directory");
}

TEST_F(ProcessTest, EndsTheWholeGroupAtTheTimeLimit) {
  ProcessRequest Request =
      request("echo begun; sleep 1000 & echo $! > " + Tools.path("inner") + "; wait");
  Request.TimeLimit = std::chrono::seconds(1);
  ProcessResult Result = run(Request);
  EXPECT_EQ(Result.Outcome, Ending::TimedOut);
  EXPECT_EQ(Result.Output, "begun\n");
  EXPECT_EQ(describeEnding(Result, Request.TimeLimit), "ran longer than 1 s");
  std::string Inner = llvm::StringRef(Tools.read("inner")).trim().str();
  ASSERT_NE(Inner, "");
  EXPECT_TRUE(becomesTrue([&] { return !isRunning(Inner); }));
}

TEST_F(ProcessTest, InterruptsBeforeItTerminates) {
  ProcessRequest Request = request("trap 'echo saved; exit 5' INT; sleep 1000 & wait");
  Request.TimeLimit = std::chrono::seconds(1);
  EXPECT_EQ(run(Request).Output, "");
  Request.InterruptGrace = std::chrono::seconds(60);
  ProcessResult Result = run(Request);
  EXPECT_EQ(Result.Outcome, Ending::TimedOut);
  EXPECT_EQ(Result.Output, "saved\n");
  // One that heeds no interrupt is terminated.
  Request = request("trap '' INT; trap 'echo terminated; exit' TERM; sleep 1000 & wait");
  Request.TimeLimit = Request.InterruptGrace = std::chrono::milliseconds(500);
  EXPECT_EQ(run(Request).Output, "terminated\n");
}

TEST_F(ProcessTest, WhatItPrintsDecidesHowLongItMayRun) {
  ProcessRequest Request = request("echo waiting; sleep 1; echo begun; sleep 1000");
  Request.TimeLimit = std::chrono::milliseconds(500);
  EXPECT_EQ(run(Request).Output, "waiting\n");
  Request.TimeLeft = [](llvm::StringRef Text) -> std::optional<std::chrono::milliseconds> {
    if (Text.contains("waiting"))
      return std::chrono::hours(1);
    return std::chrono::milliseconds(100);
  };
  ProcessResult Result = run(Request);
  EXPECT_EQ(Result.Outcome, Ending::TimedOut);
  EXPECT_EQ(Result.Output, "waiting\nbegun\n");
}

TEST_F(ProcessTest, EndsWhatIsNotWantedAnyMore) {
  ProcessRequest Request = request("echo begun; sleep 1000");
  bool Wanted = true;
  Request.TimeLeft = [&](llvm::StringRef) {
    Wanted = false;
    return std::nullopt;
  };
  Request.GoOn = [&] { return Wanted; };
  ProcessResult Result = run(Request);
  EXPECT_EQ(Result.Outcome, Ending::Stopped);
  EXPECT_EQ(Result.Output, "begun\n");
  EXPECT_EQ(describeEnding(Result, std::nullopt), "was stopped");
}

TEST_F(ProcessTest, EndsWhatTakesTooMuchMemory) {
  // A line that never ends, all of which is kept.
  ProcessRequest Request = request("exec sort /dev/zero");
  Request.MemoryLimit = uint64_t(32) << 20;
  ProcessResult Result = run(Request);
  EXPECT_EQ(Result.Outcome, Ending::OutOfMemory);
  EXPECT_EQ(describeEnding(Result, std::nullopt), "took more memory than it may");
}

TEST_F(ProcessTest, ReadsAFile) {
  ProcessRequest Request = request("cat");
  EXPECT_EQ(run(Request).Output, "");
  Request.InputFile = Tools.path("input");
  EXPECT_THAT(llvm::toString(runProcess(Request).takeError()),
              ::testing::MatchesRegex("cannot open '.*/input': No such file.*"));
  Tools.write("input", "text\n");
  EXPECT_EQ(run(Request).Output, "text\n");
}

TEST_F(ProcessTest, KillsWhatWillNotEnd) {
  ProcessRequest Request = request("trap '' TERM; sleep 1000 & wait; sleep 1000");
  Request.TimeLimit = std::chrono::seconds(1);
  EXPECT_EQ(run(Request).Outcome, Ending::TimedOut);
}

TEST_F(ProcessTest, EndsWhatTheProgramLeftRunning) {
  // The one left running holds the output open.
  ProcessResult Result =
      run(request("sleep 1000 & echo $! > " + Tools.path("inner") + "; echo done"));
  EXPECT_TRUE(Result.succeeded());
  EXPECT_EQ(Result.Output, "done\n");
  std::string Inner = llvm::StringRef(Tools.read("inner")).trim().str();
  ASSERT_NE(Inner, "");
  EXPECT_TRUE(becomesTrue([&] { return !isRunning(Inner); }));
}

/// Runs a program that never ends and a work folder in a process of their own, and
/// ends that one by \p Signal.
void expectNothingLeft(const FakeTools &Tools, int Signal) {
  ProcessRequest Request;
  Request.Program = Tools.script("program", "trap '' TERM INT HUP QUIT\nsleep 1000 & echo $! > " +
                                                Tools.path("new") + "\nmv " + Tools.path("new") +
                                                " " + Tools.path("inner") + "\nwait");
  pid_t Owner = fork();
  if (Owner == 0) {
    WorkFolder Folder = llvm::cantFail(WorkFolder::create());
    Tools.write("folder", Folder.path());
    std::error_code Failure;
    llvm::sys::fs::create_directories(Folder.file("deep/deeper"));
    llvm::raw_fd_ostream(Folder.file("deep/deeper/file"), Failure) << "text";
    llvm::consumeError(runProcess(Request).takeError());
    _exit(0);
  }
  ASSERT_TRUE(becomesTrue([&] { return llvm::sys::fs::exists(Tools.path("inner")); }));
  std::string Inner = llvm::StringRef(Tools.read("inner")).trim().str();
  EXPECT_TRUE(isRunning(Inner));
  kill(Owner, Signal);
  int Status = 0;
  ASSERT_EQ(waitpid(Owner, &Status, 0), Owner);
  EXPECT_TRUE(WIFSIGNALED(Status));
  EXPECT_EQ(WTERMSIG(Status), Signal);
  EXPECT_NE(Tools.read("folder"), "");
  EXPECT_FALSE(llvm::sys::fs::exists(Tools.read("folder")));
  EXPECT_TRUE(becomesTrue([&] { return !isRunning(Inner); }));
}

TEST_F(ProcessTest, LeavesNothingWhenTerminated) { expectNothingLeft(Tools, SIGTERM); }
TEST_F(ProcessTest, LeavesNothingWhenInterrupted) { expectNothingLeft(Tools, SIGINT); }
TEST_F(ProcessTest, LeavesNothingWhenAborted) { expectNothingLeft(Tools, SIGABRT); }

TEST(WorkFolderTest, IsRemovedWithWhatItHolds) {
  std::string Path;
  {
    WorkFolder Folder = llvm::cantFail(WorkFolder::create());
    WorkFolder Moved = std::move(Folder);
    Path = Moved.path().str();
    llvm::sys::fs::create_directories(Moved.file("inner"));
    std::error_code Failure;
    llvm::raw_fd_ostream(Moved.file("inner/file"), Failure) << "text";
    EXPECT_TRUE(llvm::sys::fs::exists(Path + "/inner/file"));
    EXPECT_EQ(llvm::cantFail(llvm::errorOrToExpected(llvm::sys::fs::getPermissions(Path))),
              llvm::sys::fs::owner_all);
  }
  EXPECT_FALSE(llvm::sys::fs::exists(Path));
}

TEST(WorkFolderTest, StaysOnRequest) {
  std::string Path;
  {
    WorkFolder Folder = llvm::cantFail(WorkFolder::create(/*Keep=*/true));
    Path = Folder.path().str();
  }
  EXPECT_TRUE(llvm::sys::fs::exists(Path));
  llvm::sys::fs::remove_directories(Path);
}

} // namespace
