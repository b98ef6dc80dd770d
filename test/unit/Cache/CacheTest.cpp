//===- CacheTest.cpp - Tests of results that are kept ---------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Cache/CacheEntry.h"
#include "cuda-memlint/Cache/ProgramIdentity.h"
#include "cuda-memlint/Cache/ResultCache.h"
#include "cuda-memlint/Cache/Shard.h"
#include "cuda-memlint/Frontend/FileReads.h"
#include "cuda-memlint/Frontend/SourceFileSystem.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/MsgPackWriter.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace memlint;

namespace {

class Cache : public testing::Test {
protected:
  void SetUp() override { ASSERT_FALSE(sys::fs::createUniqueDirectory("cache", Folder)); }
  void TearDown() override { sys::fs::remove_directories(Folder); }

  std::string path(StringRef Name) const { return (Folder + "/" + Name).str(); }
  void write(StringRef Name, StringRef Text) const {
    std::error_code Code;
    raw_fd_ostream(path(Name), Code) << Text;
  }
  /// Reads the files, as an analysis would.
  void read(FileReads &Reads, std::initializer_list<StringRef> Names) const {
    IntrusiveRefCntPtr<vfs::FileSystem> Files = recordReads(sourceFileSystem(), &Reads);
    for (StringRef Name : Names)
      (void)Files->getBufferForFile(path(Name));
  }
  static bool holds(const FileReads &Reads) {
    return FileStates(sourceFileSystem()).agreeWith(Reads.all());
  }

  SmallString<128> Folder;
};

} // namespace

TEST_F(Cache, AnswersOfTheDiskAreCompared) {
  write("a.h", "1");
  FileReads Reads;
  read(Reads, {"a.h", "none.h", "", "a.h/b.h"});
  EXPECT_TRUE(Reads.isComplete());
  EXPECT_TRUE(holds(Reads));
  write("a.h", "2");
  EXPECT_FALSE(holds(Reads));
  write("a.h", "1");
  EXPECT_TRUE(holds(Reads));
  write("none.h", "");
  EXPECT_FALSE(holds(Reads));
  sys::fs::remove(path("none.h"));
  sys::fs::create_directory(path("none.h"));
  EXPECT_FALSE(holds(Reads));
}

/// `#pragma once` asks whether two names are of one file.
TEST_F(Cache, TwoNamesOfOneFileAreNotTwoFiles) {
  write("a.h", "1");
  ASSERT_FALSE(sys::fs::create_link(path("a.h"), path("b.h")));
  FileReads Linked;
  read(Linked, {"a.h", "b.h"});
  EXPECT_TRUE(holds(Linked));
  sys::fs::remove(path("b.h"));
  write("b.h", "1");
  EXPECT_FALSE(holds(Linked));
  FileReads Separate;
  read(Separate, {"a.h", "b.h"});
  EXPECT_TRUE(holds(Separate));
  sys::fs::remove(path("b.h"));
  ASSERT_FALSE(sys::fs::create_link(path("a.h"), path("b.h")));
  EXPECT_FALSE(holds(Separate));
}

TEST_F(Cache, PathsWithoutLinksAreCompared) {
  write("a.h", "1");
  write("b.h", "1");
  ASSERT_FALSE(sys::fs::create_link(path("a.h"), path("link.h")));
  FileReads Reads;
  SmallString<128> Real;
  ASSERT_FALSE(recordReads(sourceFileSystem(), &Reads)->getRealPath(path("link.h"), Real));
  read(Reads, {"link.h"});
  EXPECT_TRUE(holds(Reads));
  sys::fs::remove(path("link.h"));
  ASSERT_FALSE(sys::fs::create_link(path("b.h"), path("link.h")));
  EXPECT_FALSE(holds(Reads));
}

/// The names of a folder are not noted.
TEST_F(Cache, WhoListsAFolderIsNotKept) {
  FileReads Reads;
  std::error_code Code;
  recordReads(sourceFileSystem(), &Reads)->dir_begin(Folder, Code);
  EXPECT_FALSE(Reads.isComplete());
}

TEST_F(Cache, EntriesAreReadAsTheyWereWritten) {
  FileReads Reads;
  write("a.h", "1");
  write("ab.h", "2");
  read(Reads, {"a.h", "ab.h", "none.h"});
  const CacheKey Key = {1}, Other = {2};
  std::string Bytes = writeEntry(Key, Reads.all(), "result");
  EXPECT_FALSE(readEntry(Other, Bytes));
  std::optional<CacheEntry> Entry = readEntry(Key, Bytes);
  ASSERT_TRUE(Entry);
  EXPECT_EQ(Entry->Result, "result");
  EXPECT_EQ(writeEntry(Key, Entry->Reads, Entry->Result), Bytes);
  for (size_t At = 0; At != Bytes.size(); ++At) {
    EXPECT_FALSE(readEntry(Key, StringRef(Bytes).take_front(At)));
    std::string Changed = Bytes;
    Changed[At] ^= 1;
    EXPECT_FALSE(readEntry(Key, Changed));
  }
}

TEST_F(Cache, ResultsAreFoundUnderTheirKeyAlone) {
  ResultCache Results({std::make_shared<const ResultFolder>(path("results"))});
  FileReads Reads;
  Results.store({1}, Reads, "first");
  Results.store({2}, Reads, "second");
  FileStates Now(sourceFileSystem());
  EXPECT_EQ(Results.find({1}, Now), "first");
  EXPECT_EQ(Results.find({2}, Now), "second");
  EXPECT_FALSE(Results.find({3}, Now));
  Reads.noteOther();
  Results.store({3}, Reads, "third");
  EXPECT_FALSE(Results.find({3}, Now));
}

/// The hash is right, and lists, numbers and texts stand where others should.
TEST_F(Cache, ShardsOfOtherShapesAreRefused) {
  for (StringRef Shape : {"\1\2\3\x91\4\x90\5\6", "\1\1\xa0\5\6", "\1\1\xa0\x90\x90\1\1",
                          "\1\1\xa0\x90\x90\xa1k\xc4\1x", "\xa0\1\xa0\x90\x90"}) {
    std::string Body;
    raw_string_ostream Stream(Body);
    msgpack::Writer(Stream).write(StringRef(programIdentity()));
    Stream << Shape;
    write("1.shard",
          "cuda-memlint shard\n" + toStringRef(ArrayRef(hashContents(Body))).str() + Body);
    EXPECT_EQ(toString(readShards({path("1.shard")}).takeError()),
              "the shard '" + path("1.shard") + "' is damaged");
  }
}

TEST(ProgramIdentity, IsThatOfTheLinker) { EXPECT_GE(programIdentity().size(), 20u); }
