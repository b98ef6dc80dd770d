//===- LibraryFunctionTest.cpp - Groups, barriers and copies of libraries -===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/CudaModel/LibraryFunction.h"
#include "cuda-memlint/CudaModel/GroupMethod.h"

#include "gtest/gtest.h"

using namespace memlint;

namespace {

TEST(GroupMethodTest, OneNameMeansSomethingElseInAnotherGroup) {
  EXPECT_EQ(groupMethod(GroupKind::Block, "group_dim"), GroupMethod::BlockExtents);
  EXPECT_EQ(groupMethod(GroupKind::Grid, "group_dim"), GroupMethod::GridExtents);
  EXPECT_EQ(groupMethod(GroupKind::Tile, "group_dim"), GroupMethod::Other);
  EXPECT_EQ(groupMethod(GroupKind::Tile, "size"), GroupMethod::Size);
  EXPECT_EQ(groupMethod(GroupKind::Cluster, "size"), GroupMethod::ClusterPlace);
}

TEST(GroupMethodTest, NamesOutsideOfTheTable) {
  EXPECT_EQ(groupMethod(GroupKind::Tile, "shfl_xor"), GroupMethod::Shuffle);
  EXPECT_EQ(groupMethod(GroupKind::Block, "block_rank"), GroupMethod::OtherPlace);
  EXPECT_EQ(groupMethod(GroupKind::Block, "is_valid"), GroupMethod::Other);
}

TEST(LibraryFunctionTest, NamespacesTellCopiesApart) {
  EXPECT_EQ(libraryFunction("cuda", "memcpy_async"), LibraryFunction::Copy);
  EXPECT_EQ(libraryFunction("cooperative_groups", "memcpy_async"), LibraryFunction::CopyByGroup);
  EXPECT_EQ(libraryFunction("nvcuda::experimental", "memcpy_async"), LibraryFunction::CopyObject);
  EXPECT_EQ(libraryFunction("", "memcpy_async"), LibraryFunction::Other);
  EXPECT_EQ(libraryFunction("", "pipeline_consumer_wait_prior"), LibraryFunction::AwaitPipeline);
}

TEST(LibraryFunctionTest, BulkCopiesAreKnownByHowTheirNamesBegin) {
  EXPECT_EQ(libraryFunction("cuda::device::experimental", "cp_async_bulk_commit_group"),
            LibraryFunction::CopyBulk);
  EXPECT_EQ(libraryFunction("cuda::ptx", "cp_async_bulk_wait_group_read"),
            LibraryFunction::AwaitBulkCopies);
  EXPECT_EQ(libraryFunction("cuda", "cp_async_bulk"), LibraryFunction::Other);
}

TEST(LibraryFunctionTest, WaitsThatMayGiveUpAreNone) {
  LibraryClass Barrier = libraryClass("cuda", "barrier");
  EXPECT_EQ(libraryMethod(Barrier, "wait"), LibraryMethod::Wait);
  EXPECT_EQ(libraryMethod(Barrier, "try_wait"), LibraryMethod::Other);
  LibraryClass Pipeline = libraryClass("nvcuda::experimental", "pipeline");
  EXPECT_EQ(libraryMethod(Pipeline, "commit_and_wait"), LibraryMethod::WaitOtherwise);
  EXPECT_EQ(libraryMethod(Pipeline, "consumer_wait_for"), LibraryMethod::Other);
  EXPECT_EQ(libraryMethod(Pipeline, "consumer_wait_until"), LibraryMethod::Other);
}

} // namespace
