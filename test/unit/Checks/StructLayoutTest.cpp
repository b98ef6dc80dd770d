//===- StructLayoutTest.cpp -----------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelBuilder.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

namespace {

class StructLayoutTest : public testing::Test, public KernelBuilder {
protected:
  StructLayoutTest() {
    grid(4);
    block(256);
    Kernel.Position.Path = "kernel.cu";
    I = Bx * 256 + Tx;
    // Where structures are to be taken apart, what the accesses cost is said instead.
    Enabled = llvm::cantFail(selectChecks("-*,cuda-struct-layout"));
  }

  /// An array of records of \p Count fields of 4 bytes.
  unsigned records(unsigned Count, unsigned Alignment) {
    unsigned Object = global("of" + std::to_string(Count));
    MemoryObject &Array = Kernel.Objects[Object];
    Array.ElementBytes = 4 * Count;
    Array.ElementAlignment = Alignment;
    Array.ElementType = "Record" + std::to_string(Count);
    Array.ElementTypeNumber = Count;
    for (unsigned Field = 0; Field != Count; ++Field) {
      MemberLayout Member;
      Member.Name = "f" + std::to_string(Field);
      Member.FirstByte = 4 * Field;
      Member.Bytes = Member.ElementBytes = 4;
      Array.Members.push_back(Member);
    }
    Array.ElementRecord.Path = "kernel.cu";
    Array.ElementRecord.Line = Array.ElementRecord.EndLine = 2;
    Array.ElementRecord.Column = 8;
    Array.ElementRecord.EndColumn = 15;
    return Object;
  }

  Access &field(AccessKind Kind, unsigned Object, Value Element, unsigned Number) {
    const MemoryObject &Array = Kernel.Objects[Object];
    Access &Site =
        access(Kind, Object, Element * int64_t(Array.ElementBytes) + 4 * int64_t(Number));
    Site.RecordAlignment = unsigned(Array.ElementAlignment);
    Site.OffsetInRecord = 4 * Number;
    Site.NodeId = node(NodeKind::Access, Site.Id);
    return Site;
  }

  std::vector<Finding> findings() { return analyse().Findings; }

  Value I{};
};

// 32 lanes 16 B apart touch the 16 sectors of 512 B, with each of four fields.
TEST_F(StructLayoutTest, AlignmentMakesOneAccessOfFour) {
  unsigned Array = records(4, 4);
  for (unsigned Number = 0; Number != 4; ++Number)
    field(AccessKind::Load, Array, I, Number);
  std::vector<Finding> Findings = findings();
  ASSERT_THAT(Findings, SizeIs(1));
  EXPECT_EQ(Findings[0].Level, FindingLevel::Remark);
  EXPECT_EQ(Findings[0].Access, 0u);
  EXPECT_EQ(Findings[0].Message,
            "inefficient structure layout: loading 16 of the 16 B of `Record4`, aligned to 4 B, "
            "takes 4 requests and 64 sectors per warp");
  EXPECT_THAT(
      notesOf(Findings[0]),
      AllOf(HasSubstr("one array per field: 4 requests and 16 sectors per warp\n"),
            HasSubstr(
                "help: declare `Record4` with `__align__(16)`, which does not change its size: 1 "
                "request and 16 sectors per warp\n")));
  EXPECT_EQ(Findings[0].FixTitle, "align `Record4` to 16 B");
  ASSERT_THAT(Findings[0].Fixes, SizeIs(1));
  const FindingFix &Fix = Findings[0].Fixes[0];
  EXPECT_EQ(Fix.Replacement, "__align__(16) ");
  EXPECT_EQ(Fix.Position.Line, 2u);
  EXPECT_EQ(Fix.Position.Column, 8u);
  EXPECT_EQ(Fix.Position.EndLine, 2u);
  EXPECT_EQ(Fix.Position.EndColumn, 8u);
}

TEST_F(StructLayoutTest, AlignedFieldsAreOneAccess) {
  unsigned Array = records(4, 16);
  for (unsigned Number = 0; Number != 4; ++Number)
    field(AccessKind::Load, Array, I, Number);
  EXPECT_THAT(findings(), IsEmpty());
}

// A store needs all of its bytes: of three, two are joined.
TEST_F(StructLayoutTest, StoresOfSomeFields) {
  unsigned Array = records(4, 4);
  for (unsigned Number = 0; Number != 3; ++Number)
    field(AccessKind::Store, Array, I, Number);
  std::vector<Finding> Findings = findings();
  ASSERT_THAT(Findings, SizeIs(1));
  EXPECT_THAT(notesOf(Findings[0]), HasSubstr("2 requests and 32 sectors per warp"));
}

// 384 B are 12 sectors; 16 padded, 3 times 4 as arrays.
TEST_F(StructLayoutTest, ThreeFields) {
  unsigned Array = records(3, 4);
  for (unsigned Number = 0; Number != 3; ++Number)
    field(AccessKind::Load, Array, I, Number);
  std::vector<Finding> Findings = findings();
  ASSERT_THAT(Findings, SizeIs(1));
  EXPECT_THAT(Findings[0].Message, HasSubstr("3 requests and 36 sectors per warp"));
  EXPECT_THAT(notesOf(Findings[0]), HasSubstr("padding to 16 B with `__align__(16)`: 1 request and "
                                              "16 sectors per warp; its arrays take 33.3 % more"));
  EXPECT_THAT(notesOf(Findings[0]), HasSubstr("help: use one array per field: 3 requests and 12"));
  EXPECT_THAT(Findings[0].Fixes, IsEmpty());
}

// One of 8 fields: each lane a sector of its own, 4 in an array of its own.
TEST_F(StructLayoutTest, OneFieldOfMany) {
  field(AccessKind::Load, records(8, 16), I, 5);
  std::vector<Finding> Findings = findings();
  ASSERT_THAT(Findings, SizeIs(1));
  EXPECT_THAT(Findings[0].Message, HasSubstr("loading 4 of the 32 B"));
  EXPECT_THAT(Findings[0].Message, HasSubstr("1 request and 32 sectors per warp"));
  EXPECT_THAT(notesOf(Findings[0]), HasSubstr("one array per field: 1 request and 4 "));
}

// The barrier keeps the two accesses from being one.
TEST_F(StructLayoutTest, BarrierBetween) {
  unsigned Array = records(2, 4);
  field(AccessKind::Load, Array, I, 0);
  unsigned Between = node(NodeKind::Join);
  field(AccessKind::Load, Array, I, 1);
  ASSERT_THAT(findings(), SizeIs(1));
  EXPECT_THAT(notesOf(findings()[0]), HasSubstr("`__align__(8)`"));
  Kernel.Nodes[Between].Kind = NodeKind::Barrier;
  Kernel.Barriers.emplace_back().NodeId = Between;
  ASSERT_THAT(findings(), SizeIs(1));
  EXPECT_THAT(notesOf(findings()[0]), Not(HasSubstr("`__align__(8)`")));
}

TEST_F(StructLayoutTest, OneRecordForAllIsNoArray) {
  unsigned Array = records(4, 4);
  for (unsigned Number = 0; Number != 4; ++Number)
    field(AccessKind::Load, Array, number(0), Number);
  EXPECT_THAT(findings(), IsEmpty());
}

TEST_F(StructLayoutTest, AllLanesAtOneElementOfALoop) {
  unsigned Array = records(4, 4);
  Value K = loop();
  for (unsigned Number = 0; Number != 4; ++Number)
    field(AccessKind::Load, Array, K, Number).Loops = {0};
  std::vector<Finding> Findings = findings();
  ASSERT_THAT(Findings, SizeIs(1));
  EXPECT_THAT(Findings[0].Message, HasSubstr("4 requests and 4 sectors per warp"));
  EXPECT_THAT(notesOf(Findings[0]), HasSubstr("1 request and 1 sector per warp\n"));
}

TEST_F(StructLayoutTest, UnknownElementsAreSilent) {
  unsigned Array = records(4, 4);
  for (unsigned Number = 0; Number != 4; ++Number)
    field(AccessKind::Load, Array, loaded("order[i]", Uniformity::Lane), Number);
  EXPECT_THAT(findings(), IsEmpty());
}

TEST_F(StructLayoutTest, NoFixInMacrosHeadersAndWhereItIsNotKnown) {
  unsigned Array = records(2, 4);
  field(AccessKind::Load, Array, I, 0);
  field(AccessKind::Load, Array, I, 1);
  ASSERT_THAT(findings(), SizeIs(1));
  EXPECT_THAT(findings()[0].Fixes, SizeIs(1));
  SourcePosition &Name = Kernel.Objects[Array].ElementRecord;
  Name.InMacro = true;
  EXPECT_THAT(findings()[0].Fixes, IsEmpty());
  Name.InMacro = false;
  Name.Path = "records.h";
  EXPECT_THAT(findings()[0].Fixes, IsEmpty());
  Name = {};
  EXPECT_THAT(findings()[0].Fixes, IsEmpty());
}

// Behind the keyword, where the record has no name.
TEST_F(StructLayoutTest, RecordWithoutAName) {
  unsigned Array = records(2, 4);
  field(AccessKind::Load, Array, I, 0);
  field(AccessKind::Load, Array, I, 1);
  SourcePosition &Name = Kernel.Objects[Array].ElementRecord;
  Name.Column = Name.EndColumn;
  ASSERT_THAT(findings(), SizeIs(1));
  ASSERT_THAT(findings()[0].Fixes, SizeIs(1));
  EXPECT_EQ(findings()[0].Fixes[0].Replacement, " __align__(8)");
}

} // namespace
