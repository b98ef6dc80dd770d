//===- SourceFilesTest.cpp - Which files are meant ------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Driver/SourceFiles.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

class SourceFilesTest : public testing::Test {
protected:
  SourceFilesTest() { Files.setCurrentWorkingDirectory("/project"); }

  void add(std::initializer_list<llvm::StringRef> Paths) {
    for (llvm::StringRef Path : Paths)
      Files.addFile(Path, 0, llvm::MemoryBuffer::getMemBuffer(""));
  }
  void addDatabase(llvm::StringRef Contents) {
    Files.addFile("/project/build/compile_commands.json", 0,
                  llvm::MemoryBuffer::getMemBufferCopy(Contents));
  }

  /// The paths; problems in parentheses.
  std::vector<std::string> find(std::vector<std::string> Arguments, llvm::StringRef Database = "") {
    std::vector<std::string> Found;
    for (const SourceFile &File : llvm::cantFail(findSourceFiles(Arguments, Database, Files)))
      Found.push_back(File.Problem.empty() ? File.Path : "(" + File.Problem + ")");
    return Found;
  }

  llvm::vfs::InMemoryFileSystem Files;
};

TEST_F(SourceFilesTest, FilesAreTakenAsTheyAre) {
  add({"/project/b.cu", "/project/a.cuh"});
  EXPECT_THAT(find({"b.cu", "a.cuh", "missing.cu"}), ElementsAre("b.cu", "a.cuh", "missing.cu"));
}

TEST_F(SourceFilesTest, FoldersAreSearchedAndSorted) {
  add({"/project/src/z.cu", "/project/src/a/k.cu", "/project/src/a-b.cu", "/project/src/main.cpp",
       "/project/src/.git/x.cu"});
  // By the names of the folders: "a" is before "a-b.cu".
  EXPECT_THAT(find({"src"}), ElementsAre("src/a/k.cu", "src/a-b.cu", "src/z.cu"));
}

TEST_F(SourceFilesTest, EachFileOnce) {
  add({"/project/src/k.cu", "/project/src/l.cu"});
  EXPECT_THAT(find({"src/l.cu", "src", "./src/../src/k.cu", "/project/src/k.cu"}),
              ElementsAre("src/l.cu", "src/k.cu"));
}

TEST_F(SourceFilesTest, GlobsStandForWhatTheyMatch) {
  add({"/project/a1.cu", "/project/a2.cu", "/project/b1.cu", "/project/.a3.cu",
       "/project/x/y/a4.cu", "/project/x/a5.cu"});
  EXPECT_THAT(find({"a*.cu"}), ElementsAre("a1.cu", "a2.cu"));
  EXPECT_THAT(find({"?1.cu"}), ElementsAre("a1.cu", "b1.cu"));
  EXPECT_THAT(find({"[!a]*.cu"}), ElementsAre("b1.cu"));
  EXPECT_THAT(find({"**/a*.cu"}), ElementsAre("a1.cu", "a2.cu", "x/a5.cu", "x/y/a4.cu"));
  EXPECT_THAT(find({"/project/x/*/*.cu"}), ElementsAre("/project/x/y/a4.cu"));
  // A folder that a glob matches is searched.
  EXPECT_THAT(find({"x*"}), ElementsAre("x/a5.cu", "x/y/a4.cu"));
}

TEST_F(SourceFilesTest, ANameWithAStarIsAFileIfThereIsOne) {
  add({"/project/a*.cu", "/project/ab.cu"});
  EXPECT_THAT(find({"a*.cu"}), ElementsAre("a*.cu"));
}

TEST_F(SourceFilesTest, WhatStandsForNothingSaysSo) {
  add({"/project/src/main.cpp"});
  EXPECT_THAT(find({"src", "*.cu"}),
              ElementsAre("(no .cu or .hip files in folder 'src')", "(no file matches '*.cu')"));
}

TEST_F(SourceFilesTest, TheDatabaseNamesCudaSources) {
  addDatabase(R"([
    {"directory": "/project", "file": "src/b.cu", "command": "nvcc -c src/b.cu"},
    {"directory": "/project", "file": "src/a.cpp", "command": "nvcc -x cu -c src/a.cpp"},
    {"directory": "/project", "file": "src/c.cc", "command": "clang++ -xcuda -c src/c.cc"},
    {"directory": "/project", "file": "src/d.cpp", "command": "g++ -c src/d.cpp"},
    {"directory": "/project", "file": "other/e.cu", "arguments": ["nvcc", "other/e.cu"]}])");
  add({"/project/src/a.cpp", "/project/src/b.cu", "/project/src/c.cc", "/project/src/d.cpp",
       "/project/src/unlisted.cu", "/project/other/e.cu"});
  EXPECT_THAT(find({}, "build"), ElementsAre("/project/other/e.cu", "/project/src/a.cpp",
                                             "/project/src/b.cu", "/project/src/c.cc"));
  EXPECT_THAT(find({"src"}, "build"),
              ElementsAre("src/a.cpp", "src/b.cu", "src/c.cc", "src/unlisted.cu"));
  EXPECT_THAT(find({"src/d.cpp"}, "build"), ElementsAre("src/d.cpp"));
}

TEST_F(SourceFilesTest, ADatabaseWithoutCudaSaysSo) {
  addDatabase("[]");
  ASSERT_THAT(find({}, "build"), testing::SizeIs(1));
  EXPECT_THAT(find({}, "build")[0], HasSubstr("names no CUDA source"));
}

TEST_F(SourceFilesTest, ADatabaseThatCannotBeReadIsAnError) {
  EXPECT_THAT(llvm::toString(findSourceFiles({}, "nowhere", Files).takeError()),
              HasSubstr("cannot read the compilation database"));
}

} // namespace
