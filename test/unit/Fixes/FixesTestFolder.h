//===- FixesTestFolder.h - A folder for the files of a test -----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TEST_UNIT_FIXES_FIXESTESTFOLDER_H
#define CUDA_MEMLINT_TEST_UNIT_FIXES_FIXESTESTFOLDER_H

#include "cuda-memlint/Fixes/FixPlan.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

namespace memlint {

/// Tests with files in a folder of their own, which goes when the test is done.
class FixesTestFolder : public testing::Test {
protected:
  void SetUp() override {
    llvm::SmallString<128> Made;
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("memlint", Made));
    ASSERT_FALSE(llvm::sys::fs::real_path(Made, Folder));
    Options.Frontend.Toolkit = ToolkitMode::Embedded;
    Options.Checks = llvm::cantFail(selectChecks(""));
  }
  void TearDown() override { llvm::sys::fs::remove_directories(Folder); }

  std::string path(llvm::StringRef Name) const { return (Folder + "/" + Name).str(); }

  std::string write(llvm::StringRef Name, llvm::StringRef Contents) const {
    std::error_code Code;
    llvm::raw_fd_ostream(path(Name), Code) << Contents;
    EXPECT_FALSE(Code);
    return path(Name);
  }

  static std::string read(const std::string &Path) {
    auto Buffer = llvm::MemoryBuffer::getFile(Path);
    return Buffer ? (*Buffer)->getBuffer().str() : "cannot be read";
  }

  /// The files of these names.
  std::vector<FileAnalysis> analyse(llvm::ArrayRef<std::string> Names) const {
    std::vector<SourceFile> Sources;
    for (const std::string &Name : Names)
      Sources.push_back({path(Name), ""});
    return analyseFiles(Sources, Options, /*Threads=*/1);
  }

  /// The only finding of \p Check.
  static Finding &findingOf(std::vector<FileAnalysis> &Files, llvm::StringRef Check) {
    static Finding None;
    Finding *Found = nullptr;
    for (FileAnalysis &File : Files)
      for (KernelAnalysis &Kernel : File.Kernels)
        for (Finding &Item : Kernel.Findings)
          if (Item.Check == Check) {
            EXPECT_EQ(Found, nullptr) << "there are several";
            Found = &Item;
          }
    EXPECT_NE(Found, nullptr) << "there is none";
    return Found ? *Found : None;
  }

  /// Lets \p Item ask for \p New in the place of the first \p Old in the file \p Name.
  void suggest(Finding &Item, llvm::StringRef Name, llvm::StringRef Old,
               llvm::StringRef New) const {
    std::string Text = read(path(Name));
    size_t At = Text.find(Old);
    ASSERT_NE(At, std::string::npos);
    llvm::StringRef Before = llvm::StringRef(Text).take_front(At);
    FindingFix Fix;
    Fix.Position.Path = path(Name);
    Fix.Position.Line = unsigned(Before.count('\n')) + 1;
    Fix.Position.Column = unsigned(At - (Before.rfind('\n') + 1)) + 1;
    llvm::StringRef Through = llvm::StringRef(Text).take_front(At + Old.size());
    Fix.Position.EndLine = unsigned(Through.count('\n')) + 1;
    Fix.Position.EndColumn = unsigned(Through.size() - (Through.rfind('\n') + 1)) + 1;
    Fix.Replacement = New.str();
    Item.Fixes = {Fix};
    Item.FixTitle = ("write " + New).str();
  }

  llvm::SmallString<128> Folder;
  DriverOptions Options;
};

} // namespace memlint

#endif // CUDA_MEMLINT_TEST_UNIT_FIXES_FIXESTESTFOLDER_H
