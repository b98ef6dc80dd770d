//===- SharedBankConflictTest.cpp - Conflicts and what would free them ----===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelBuilder.h"

#include "cuda-memlint/Checks/PaddingAgreement.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

namespace {

class SharedBankConflictTest : public testing::Test, public KernelBuilder {};

// tile[32][32]: a column is 32 words of one bank. Rows of 33 words put each lane on a
// bank of its own and leave the rows free. 32 rows of 4 B more: 128 B.
TEST_F(SharedBankConflictTest, ColumnOfASquareTileWantsOnePadding) {
  unsigned Tile = sharedArray("tile", 4, {32, 32});
  store(Tile, Ty * 128 + Tx * 4);
  load(Tile, Tx * 128 + Ty * 4);
  grid(8, 8);
  block(32, 32);
  std::vector<Finding> Findings = analyse().Findings;
  ASSERT_THAT(Findings, SizeIs(1));
  EXPECT_EQ(Findings[0].Check, "cuda-shared-bank-conflict");
  EXPECT_EQ(Findings[0].Message, "32-way shared memory bank conflict: lanes load `tile[i]` with a "
                                 "stride of 128 B (32 wavefronts per request, 1 needed)");
  EXPECT_THAT(notesOf(Findings[0]),
              AllOf(HasSubstr("2,048 requests, 65,536 wavefronts, 2,048 needed; 63,488 in "
                              "excess (96.9 %)"),
                    HasSubstr("pad `tile` to `[32][33]` to remove the bank conflicts of both "
                              "accesses (+128 B shared memory)")));
}

class PaddingAsEdit : public SharedBankConflictTest {
protected:
  /// A column of 'tile', of \p Rows rows of 32 numbers, at one place of the source.
  unsigned tile(uint64_t Rows = 32) {
    unsigned Tile = sharedArray("tile", 4, {Rows, 32});
    store(Tile, Ty * 128 + Tx * 4);
    load(Tile, Tx * 128 + Ty * 4);
    grid(1);
    block(32, 32);
    RowsInSource InSource;
    InSource.Length = 32;
    InSource.MostSharedBytes = Rows * 128;
    InSource.MostRows = Rows;
    InSource.MostElementBytes = 4;
    InSource.Numbers.resize(1);
    InSource.Numbers[0].Position = {"kernel.cu", 5, 30, 5, 34};
    Kernel.Objects[Tile].Rows = InSource;
    return Tile;
  }

  /// "COLUMN-COLUMN:TEXT" of each edit on line 5.
  std::vector<std::string> edits() {
    std::vector<std::string> Texts;
    for (const Finding &Each : analyse().Findings)
      for (const FindingFix &Fix : Each.Fixes)
        Texts.push_back(std::to_string(Fix.Position.Column) + "-" +
                        std::to_string(Fix.Position.EndColumn) + ":" + Fix.Replacement);
    return Texts;
  }
};

TEST_F(PaddingAsEdit, Forms) {
  RowNumber &Number = Kernel.Objects[tile()].Rows->Numbers[0];
  EXPECT_THAT(edits(), ElementsAre("34-34: + 1"));
  EXPECT_EQ(analyse().Findings[0].FixTitle, "pad the rows of `tile` from 32 to 33 elements");
  Number.IsLoose = true;
  EXPECT_THAT(edits(), ElementsAre("30-30:(", "34-34:) + 1"));
  Number.IsLoose = false;
  Number.IsFactor = true;
  EXPECT_THAT(edits(), ElementsAre("30-30:(", "34-34: + 1)"));
  Number.PerElement = 16;
  Number.Literal = 512;
  EXPECT_THAT(edits(), ElementsAre("30-34:528"));
}

// 383 rows of 132 bytes are 50,556; 48 KiB are 49,152, which 372 rows fill up to 48 bytes.
TEST_F(PaddingAsEdit, NoMoreThanAnyKernelHas) {
  unsigned Tile = tile(372);
  EXPECT_THAT(edits(), SizeIs(1));
  // Another instantiation of the template.
  Kernel.Objects[Tile].Rows->MostRows = 383;
  Kernel.Objects[Tile].Rows->MostSharedBytes = 383 * 128;
  EXPECT_THAT(edits(), IsEmpty());
}

TEST_F(PaddingAsEdit, OtherAccesses) {
  unsigned Tile = tile();
  // Which element is not known.
  access(AccessKind::Load, Tile, Tx * 4).Offset = nullptr;
  EXPECT_THAT(edits(), IsEmpty());
}

TEST_F(PaddingAsEdit, OtherLength) {
  Kernel.Objects[tile()].Rows->Length = 16;
  EXPECT_THAT(edits(), IsEmpty());
}

// An argument that is the length of a row leads to another row, whatever it is multiplied with.
TEST_F(PaddingAsEdit, WithinTheRowByAnArgument) {
  unsigned Tile = tile();
  Value Argument = parameter("n");
  argument(31);
  load(Tile, Argument * 4);
  EXPECT_THAT(edits(), SizeIs(1));
  argument(32);
  EXPECT_THAT(edits(), IsEmpty());
  Launch.Arguments.clear();
  EXPECT_THAT(edits(), IsEmpty());
}

TEST_F(PaddingAsEdit, WithinTheRowByTheBlock) {
  load(tile(), Bx * 4);
  grid(32);
  EXPECT_THAT(edits(), SizeIs(1));
  grid(33);
  EXPECT_THAT(edits(), IsEmpty());
  Launch.Grid = {};
  EXPECT_THAT(edits(), IsEmpty());
}

TEST_F(PaddingAsEdit, WithinTheRowByALoop) {
  unsigned Tile = tile();
  Value Bound = parameter("n");
  Value K = loop();
  // The loop is for the new access only.
  Kernel.Accesses.front().Loops.clear();
  leaveIf(K >= Bound);
  Access &Read = load(Tile, Ty * 128 + K * 4);
  Read.Loops = {0};
  Read.Guards = {(K < Bound).Node};
  argument(32);
  EXPECT_THAT(edits(), SizeIs(1));
  argument(33);
  EXPECT_THAT(edits(), IsEmpty());
  // As many iterations as the unknown grid has blocks.
  Kernel.Loops.back().Exits = {(K >= GridSize[0]).Node};
  Kernel.Accesses.back().Guards = {(K < GridSize[0]).Node};
  Launch.Grid = {};
  EXPECT_THAT(edits(), IsEmpty());
}

TEST_F(PaddingAsEdit, OtherKernelsWithTheArray) {
  unsigned Tile = tile();
  KernelAnalysis Padded = analyse();
  ASSERT_THAT(Padded.Findings, SizeIs(1));
  const Finding &Item = Padded.Findings.front();
  const MemoryObject *Array = paddedArray(Padded, Item);
  ASSERT_EQ(Array, &Padded.Program.Objects[Tile]);
  auto Allows = [&] {
    KernelAnalysis Other = analyse();
    return allowsPadding(Context, Other, Other.Program.Objects[Tile], Item.Fixes);
  };
  EXPECT_TRUE(Allows());
  KernelProgram Common = Kernel;
  // Four numbers at a time.
  load(Tile, Ty * 128 + (Tx % number(8)) * 16, 16);
  EXPECT_FALSE(Allows());
  Kernel = Common;
  load(Tile, (Ty * 32 + Tx) * 2);
  EXPECT_FALSE(Allows());
  // The same text stands for another place there.
  Kernel = Common;
  Kernel.Objects[Tile].Rows->Numbers[0].PerElement = 2;
  EXPECT_FALSE(Allows());
  Kernel = Common;
  Kernel.Objects[Tile].Rows.reset();
  EXPECT_FALSE(Allows());
  // It has as much shared memory as any kernel may have already.
  Kernel = Common;
  sharedArray("more", 4, {11 * 1024});
  EXPECT_FALSE(Allows());
}

TEST_F(SharedBankConflictTest, PaddedTileIsClean) {
  unsigned Tile = sharedArray("tile", 4, {32, 33});
  store(Tile, Ty * 132 + Tx * 4);
  load(Tile, Tx * 132 + Ty * 4);
  grid(1);
  block(32, 32);
  EXPECT_THAT(analyse().Findings, IsEmpty());
}

// tile[16][32] read with 16 rows to a half-warp: lane l at row l % 16, column 2 y + l / 16.
// Rows of 32 words: 16 words in each of 2 banks. Of 33: row 1 column 0 and row 0 column 1
// are both word 33 k mod 32 = 1: 2-way. Of 34: banks 2 (l % 16) + l / 16: all different.
TEST_F(SharedBankConflictTest, RectangularTileWantsTwo) {
  unsigned Tile = sharedArray("tile", 4, {16, 32});
  store(Tile, Ty * 128 + Tx * 4);
  load(Tile, (Tx % number(16)) * 128 + (Ty * 2 + Tx / number(16)) * 4);
  grid(1);
  block(32, 16);
  std::vector<Finding> Findings = analyse().Findings;
  ASSERT_THAT(Findings, SizeIs(1));
  EXPECT_THAT(notesOf(Findings[0]), HasSubstr("pad `tile` to `[16][34]` to remove the bank "
                                              "conflicts of both accesses (+128 B"));
}

// Rows of 32 floats are stored 16 B a lane, so rows must stay a multiple of 16 B, and
// read down a column 4 B a lane. Rows of 36 words: bank 4 l mod 32, 8 banks of 4 words
// each: 3 of the 31 wavefronts in excess remain, in 8 requests.
TEST_F(SharedBankConflictTest, WideAccessesLimitThePadding) {
  unsigned Tile = sharedArray("tile", 4, {32, 32});
  store(Tile, Ty * 128 + Tx * 16, 16);
  load(Tile, ((Ty % number(4)) * 8 + Tx) * 128 + (Ty / number(4)) * 4);
  grid(1);
  block(8, 32);
  std::vector<Finding> Findings = analyse().Findings;
  ASSERT_THAT(Findings, SizeIs(1));
  EXPECT_THAT(
      notesOf(Findings[0]),
      AllOf(
          HasSubstr(
              "padding `tile` to `[32][33]` would remove the bank conflicts of both accesses, "
              "but misalign its 16-byte accesses"),
          HasSubstr("help: pad `tile` to `[32][36]`, which leaves 24 of the 248 excess wavefronts "
                    "(+512 B shared memory)")));
}

// 16 B a lane down a column: phases of 8 lanes, 128 B apart, all on the same 4 banks.
// Rows of 36 words: 8 lanes on 4 banks each, all 32.
TEST_F(SharedBankConflictTest, WideColumnWantsFour) {
  unsigned Tile = sharedArray("tile", 4, {32, 32});
  load(Tile, Tx * 128, 16);
  grid(1);
  block(32);
  std::vector<Finding> Findings = analyse().Findings;
  ASSERT_THAT(Findings, SizeIs(1));
  EXPECT_THAT(Findings[0].Message, HasSubstr("8-way shared memory bank conflict"));
  EXPECT_THAT(notesOf(Findings[0]),
              HasSubstr("pad `tile` to `[32][36]` to remove the bank conflicts of the access"));
}

// Lane l reads row l at column 5, and row l at column l / 2. Rows of R words put the
// latter on bank l R + l / 2: lanes 2m and 2m + 1 on (2R + 1) m and (2R + 1) m + R. These
// are all different only if R is 16 modulo 32, and the former only if R is odd. Column
// c of row r at c ^ r puts them on 5 ^ l and on l ^ (l / 2), the Gray code: both all
// different.
TEST_F(SharedBankConflictTest, SwizzleWherePaddingFails) {
  unsigned Tile = sharedArray("tile", 4, {32, 32});
  load(Tile, Tx * 128 + number(20));
  load(Tile, Tx * 128 + (Tx / number(2)) * 4);
  grid(1);
  block(32);
  std::vector<Finding> Findings = analyse().Findings;
  ASSERT_THAT(Findings, SizeIs(2));
  EXPECT_THAT(
      notesOf(Findings[0]),
      AllOf(HasSubstr("no row padding up to 128 B makes both accesses conflict-free"),
            HasSubstr("help: store element c of row r at index c ^ (r & 31): removes the bank "
                      "conflicts of both accesses (no extra shared memory)")));
}

// The rows of a flat array are those of its subscripts.
TEST_F(SharedBankConflictTest, FlatArrayWithConstantRows) {
  unsigned Tile = sharedArray("s", 4, {1024});
  store(Tile, (Ty * 32 + Tx) * 4);
  load(Tile, (Tx * 32 + Ty) * 4);
  grid(1);
  block(32, 32);
  std::vector<Finding> Findings = analyse().Findings;
  ASSERT_THAT(Findings, SizeIs(1));
  EXPECT_THAT(
      notesOf(Findings[0]),
      HasSubstr("pad the rows of `s` from 32 to 33 elements to remove the bank conflicts of both "
                "accesses (+128 B shared memory)"));
}

// One access treats the tile as flat: padding would break it, so none is advised.
TEST_F(SharedBankConflictTest, NoAdviceWhereAnAccessIsFlat) {
  unsigned Tile = sharedArray("tile", 4, {32, 32});
  store(Tile, Tx * 4);
  load(Tile, (Tx % number(32)) * 128 + (Tx / number(32)) * 4);
  grid(1);
  block(1024);
  std::vector<Finding> Findings = analyse().Findings;
  ASSERT_THAT(Findings, SizeIs(1));
  EXPECT_THAT(notesOf(Findings[0]), Not(HasSubstr("padding")));
}

// double tile[32][32] down a column: 32 wavefronts; 2 are the least for 256 B.
TEST_F(SharedBankConflictTest, DoubleColumn) {
  unsigned Tile = sharedArray("tile", 8, {32, 32});
  load(Tile, Tx * 256 + Ty * 8, 8);
  grid(1);
  block(32, 32);
  std::vector<Finding> Findings = analyse().Findings;
  ASSERT_THAT(Findings, SizeIs(1));
  EXPECT_THAT(Findings[0].Message, HasSubstr("16-way shared memory bank conflict"));
  EXPECT_THAT(notesOf(Findings[0]), HasSubstr("pad `tile` to `[32][33]` to remove the bank "
                                              "conflicts of the access (+256 B"));
}

} // namespace
