//===- CompilationDatabaseTest.cpp - compile_commands.json ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Frontend/CompileArguments.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

namespace {

class CompilationDatabaseTest : public ::testing::Test {
protected:
  void write(llvm::StringRef Contents) {
    Files.addFile("/project/build/compile_commands.json", 0,
                  llvm::MemoryBuffer::getMemBufferCopy(Contents));
    Files.addFile("/project/kernel.cu", 0, llvm::MemoryBuffer::getMemBuffer(""));
  }
  std::string failure(llvm::StringRef Database) {
    llvm::Expected<std::optional<CompileCommand>> Result =
        findCompileCommand(Database, "/project/kernel.cu", Files);
    return Result ? "" : llvm::toString(Result.takeError());
  }

  llvm::vfs::InMemoryFileSystem Files;
};

TEST_F(CompilationDatabaseTest, FindsTheCommandOfAFile) {
  write(R"([{"directory": "/project/build", "file": "/project/other.cu", "command": "nvcc -DNO"},
            {"directory": "/project/build", "file": "../kernel.cu",
             "command": "/usr/bin/nvcc -DYES=\"a b\" -I inc -c ../kernel.cu"}])");
  std::optional<CompileCommand> Command =
      llvm::cantFail(findCompileCommand("/project/build", "/project/kernel.cu", Files));
  ASSERT_TRUE(Command);
  EXPECT_EQ(Command->Folder, "/project/build");
  EXPECT_THAT(Command->Arguments, ElementsAre("-DYES=a b", "-I", "inc", "-c", "../kernel.cu"));
}

TEST_F(CompilationDatabaseTest, ReadsListsOfArguments) {
  write(R"([{"directory": "/project", "file": "kernel.cu", "arguments": ["nvcc", "-DN=1"]}])");
  std::optional<CompileCommand> Command = llvm::cantFail(
      findCompileCommand("/project/build/compile_commands.json", "/project/kernel.cu", Files));
  ASSERT_TRUE(Command);
  EXPECT_THAT(Command->Arguments, ElementsAre("-DN=1"));
}

TEST_F(CompilationDatabaseTest, AFileThatIsNotListedHasNoCommand) {
  write(R"([{"directory": "/", "file": "/elsewhere/kernel.cu", "command": "nvcc"}])");
  EXPECT_FALSE(llvm::cantFail(findCompileCommand("/project/build", "/project/kernel.cu", Files)));
}

TEST_F(CompilationDatabaseTest, SaysWhatIsWrong) {
  EXPECT_THAT(failure("/nowhere"), HasSubstr("cannot read the compilation database"));
  write("[{");
  EXPECT_THAT(failure("/project/build"), HasSubstr("cannot read the compilation database"));
}

TEST_F(CompilationDatabaseTest, RefusesWhatIsNoList) {
  write(R"({"file": "kernel.cu"})");
  EXPECT_THAT(failure("/project/build"), HasSubstr("not a list of commands"));
}

} // namespace
