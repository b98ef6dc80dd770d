//===- KeptResultsTest.cpp - Which results of earlier runs are used -------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Cache/ResultCache.h"
#include "cuda-memlint/Driver/Driver.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Report/JsonReport.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

#include <map>
#include <mutex>

using namespace memlint;

namespace {

/// Counts what is written.
class CountingStore : public ResultStore {
public:
  std::unique_ptr<llvm::MemoryBuffer> read(const CacheKey &Key) const override {
    std::lock_guard Guard(Lock);
    auto Found = Entries.find(Key);
    return Found == Entries.end() ? nullptr : llvm::MemoryBuffer::getMemBufferCopy(Found->second);
  }
  void write(const CacheKey &Key, llvm::StringRef Entry) const override {
    std::lock_guard Guard(Lock);
    Entries[Key] = Entry.str();
    ++Written;
  }
  unsigned takeWritten() { return std::exchange(Written, 0); }

private:
  mutable std::mutex Lock;
  mutable std::map<CacheKey, std::string> Entries;
  mutable unsigned Written = 0;
};

/// Three programs, and one whose kernel another file of it launches.
class KeptResults : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("memlint", Folder));
    Options.Frontend.Toolkit = ToolkitMode::Embedded;
    Options.Checks = llvm::cantFail(selectChecks(""));
    Options.Cache =
        std::make_shared<const ResultCache>(std::vector<std::shared_ptr<const ResultStore>>{Store});
    write("a.cu", "__global__ void k(float *p, int n) { p[threadIdx.x * n] = 0; }\n"
                  "void call(float *p, int n) { k<<<1, 32>>>(p, n); }\n");
    for (llvm::StringRef Name : {"b.cu", "c.cu"})
      write(Name, "__global__ void alone(float *p) { p[threadIdx.x * 8] = 0; }\n");
    write("d.cu", "void call(float *p, int n);\nint main() { call(nullptr, 3); }\n");
  }
  void TearDown() override { llvm::sys::fs::remove_directories(Folder); }

  void write(llvm::StringRef Name, llvm::StringRef Contents) {
    std::error_code Code;
    llvm::raw_fd_ostream((Folder + "/" + Name).str(), Code) << Contents;
    Files.push_back({(Folder + "/" + Name).str(), ""});
  }
  std::string reportOf(llvm::ArrayRef<SourceFile> Part) {
    std::string Text;
    llvm::raw_string_ostream Stream(Text);
    printJsonReport(Stream, analyseFiles(Part, Options, /*Threads=*/2));
    return Text;
  }

  llvm::SmallString<128> Folder;
  std::vector<SourceFile> Files;
  std::shared_ptr<CountingStore> Store = std::make_shared<CountingStore>();
  DriverOptions Options;
};

TEST_F(KeptResults, ASecondRunAnalysesNothing) {
  std::string First = reportOf(Files);
  // All four, and the called one with its call: its links, and its kernel.
  EXPECT_EQ(Store->takeWritten(), 6u);
  EXPECT_EQ(reportOf(Files), First);
  EXPECT_EQ(Store->takeWritten(), 0u);
}

TEST_F(KeptResults, ALaunchInAnotherFileDecidesAResult) {
  write("e.cu", "__global__ void lone(float *p) { p[threadIdx.x] = 0; }\n");
  write("f.cu", "__global__ void lone(float *p);\nvoid go(float *p) { lone<<<2, 64>>>(p); }\n");
  std::string First = reportOf(Files);
  // The two launched ones twice: their links, and their kernels.
  EXPECT_EQ(Store->takeWritten(), 9u);
  EXPECT_EQ(reportOf(Files), First);
  EXPECT_EQ(Store->takeWritten(), 0u);
  Files.pop_back();
  write("f.cu", "__global__ void lone(float *p);\nvoid go(float *p) { lone<<<2, 32>>>(p); }\n");
  EXPECT_NE(reportOf(Files), First);
  // The file that launches, and the launched one.
  EXPECT_EQ(Store->takeWritten(), 2u);
}

TEST_F(KeptResults, PartsKnowAllButCallsFromOtherParts) {
  Options.SeveralFiles = true;
  Options.AllFiles = std::make_shared<const std::vector<SourceFile>>(Files);
  reportOf(llvm::ArrayRef(Files).take_front(2));
  reportOf(llvm::ArrayRef(Files).drop_front(2));
  Options.AllFiles = nullptr;
  Store->takeWritten();
  std::string Merged = reportOf(Files);
  EXPECT_EQ(Store->takeWritten(), 2u);
  Options.Cache = nullptr;
  EXPECT_EQ(reportOf(Files), Merged);
}

/// A tree is not kept.
TEST_F(KeptResults, WhoReadsTreesFindsNothing) {
  Options.ReadTree = [](auto &, auto &, auto) {};
  reportOf(Files);
  EXPECT_EQ(Store->takeWritten(), 0u);
}

} // namespace
