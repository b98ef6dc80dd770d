//===- InsertionPointsTest.cpp - Where statements can be put in -----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoweringFixture.h"

#include "gmock/gmock.h"

using namespace memlint;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

namespace {

using Kind = InsertionPoint::Kind;

class InsertionPoints : public LoweringFixture {
protected:
  /// Points of \p At on \p Line.
  std::vector<const InsertionPoint *> points(unsigned Line, Kind At = Kind::BeforeStatement) const {
    std::vector<const InsertionPoint *> Found;
    for (const InsertionPoint &Each : Kernel.InsertionPoints)
      if (Each.Position.Line == Line && Each.At == At)
        Found.push_back(&Each);
    return Found;
  }

  bool holds(const InsertionPoint &Around, const Site &At) const {
    return Around.FirstNode <= At.NodeId && At.NodeId < Around.EndNode;
  }
};

TEST_F(InsertionPoints, StatementsAndTheEndsOfTheirBlocks) {
  lower("__global__ void k(int *out) {\n"   // 1
        "  out[0] = 1;\n"                   // 2
        "  for (int i = 0; i < 4; ++i) {\n" // 3
        "    out[i] = 2; out[i + 1] = 3;\n" // 4
        "  }\n"                             // 5
        "  if (threadIdx.x < 3)\n"          // 6
        "    out[5] = 4;\n"                 // 7
        "}\n");                             // 8
  ASSERT_THAT(Kernel.Accesses, SizeIs(4));
  ASSERT_THAT(points(2), SizeIs(1));
  EXPECT_TRUE(holds(*points(2)[0], Kernel.Accesses[0]));
  EXPECT_FALSE(holds(*points(2)[0], Kernel.Accesses[1]));
  EXPECT_TRUE(points(2)[0]->StartsLine);
  EXPECT_EQ(points(2)[0]->Indentation, "  ");

  // Before the loop is not in it.
  ASSERT_THAT(points(3), SizeIs(1));
  EXPECT_THAT(points(3)[0]->Loops, IsEmpty());
  EXPECT_TRUE(holds(*points(3)[0], Kernel.Accesses[2]));
  ASSERT_THAT(points(4), SizeIs(2));
  EXPECT_TRUE(points(4)[0]->StartsLine);
  EXPECT_FALSE(points(4)[1]->StartsLine);
  EXPECT_EQ(points(4)[1]->Position.Column, 17u);
  EXPECT_THAT(points(4)[1]->Loops, SizeIs(1));

  // The way from the end of the loop's body leads back to its head.
  ASSERT_THAT(points(5, Kind::BeforeBrace), SizeIs(1));
  const InsertionPoint &End = *points(5, Kind::BeforeBrace)[0];
  EXPECT_EQ(End.Indentation, "    ");
  ASSERT_THAT(End.Edges, SizeIs(1));
  EXPECT_EQ(End.Edges[0].first, Kernel.Accesses[2].NodeId);
  unsigned Head = Kernel.Nodes[End.Edges[0].first].Successors[End.Edges[0].second];
  EXPECT_EQ(Kernel.Nodes[Head].Kind, NodeKind::LoopHead);

  // Nothing can be put before the statement on line 7 without braces.
  EXPECT_THAT(points(7), IsEmpty());
  ASSERT_THAT(points(8, Kind::BeforeBrace), SizeIs(1));
  EXPECT_THAT(points(8, Kind::BeforeBrace)[0]->Edges, SizeIs(2));
}

TEST_F(InsertionPoints, ABodyWithoutBracesEndsBehindItsSemicolon) {
  lower("__global__ void k(int *out) {\n"
        "  for (int i = 0; i < 4; ++i)\n"
        "    out[i] = 2;\n"
        "}\n");
  ASSERT_THAT(points(3, Kind::BeforeBody), SizeIs(1));
  ASSERT_THAT(points(3, Kind::AfterBody), SizeIs(1));
  EXPECT_EQ(points(3, Kind::AfterBody)[0]->Position.EndColumn, 16u);
  EXPECT_THAT(points(3, Kind::AfterBody)[0]->Loops, SizeIs(1));
}

TEST_F(InsertionPoints, BodiesWithoutBracesThatEndInOtherStatements) {
  lower("__global__ void k(int *out) {\n"
        "  for (int i = 0; i < 4; ++i)\n"
        "    if (i > 1) out[i] = 2; else out[i] = 3; // or not\n"
        "  for (int i = 0; i < 4; ++i)\n"
        "    if (i > 1) { out[i] = 2; }\n"
        "  for (int i = 0; i < 4; ++i)\n"
        "    do out[i] = 2; while (out[i] < 1) ;\n"
        "}\n");
  ASSERT_THAT(points(3, Kind::AfterBody), SizeIs(1));
  EXPECT_EQ(points(3, Kind::AfterBody)[0]->Position.EndColumn, 44u);
  ASSERT_THAT(points(5, Kind::AfterBody), SizeIs(1));
  EXPECT_EQ(points(5, Kind::AfterBody)[0]->Position.EndColumn, 31u);
  ASSERT_THAT(points(7, Kind::AfterBody), SizeIs(2));
  EXPECT_EQ(points(7, Kind::AfterBody)[1]->Position.EndColumn, 40u);
}

/// "LINE:COLUMN-LINE:COLUMN".
std::string rangeOf(const SourcePosition &At) {
  return std::to_string(At.Line) + ":" + std::to_string(At.Column) + "-" +
         std::to_string(At.EndLine) + ":" + std::to_string(At.EndColumn);
}

TEST_F(InsertionPoints, BarriersThatCanBeTakenOut) {
  lower("#define SYNC __syncthreads()\n"         // 1
        "__global__ void k(int *out, int n) {\n" // 2
        "  __syncthreads();\n"                   // 3
        "  out[0] = 1; __syncthreads();\n"       // 4
        "  __syncthreads() ; out[1] = 2;\n"      // 5
        "  __syncthreads(); // wait\n"           // 6
        "  out[2] = 3; __syncthreads(); // 3\n"  // 7
        "  if (n > 1) __syncthreads();\n"        // 8
        "  if (n > 2) { __syncthreads(); }\n"    // 9
        "  SYNC;\n"                              // 10
        "}\n");
  std::vector<std::string> Ranges;
  for (const Barrier &Each : Kernel.Barriers)
    Ranges.push_back(rangeOf(Each.Statement));
  EXPECT_THAT(Ranges, ElementsAre("3:1-4:1", "4:14-4:31", "5:3-5:21", "6:1-7:1", "7:14-7:31",
                                  "0:0-0:0", "0:0-0:0", "0:0-0:0"));
}

// Between a pragma and its loop nothing may stand.
TEST_F(InsertionPoints, PragmasBelongToTheirLoop) {
  lower("__global__ void k(int *out) {\n"
        "#pragma unroll\n"
        "  for (int i = 0; i < 4; ++i)\n"
        "    out[i] = 2;\n"
        "}\n");
  EXPECT_THAT(points(3), IsEmpty());
  ASSERT_THAT(points(2), SizeIs(1));
  EXPECT_TRUE(points(2)[0]->StartsLine);
  EXPECT_EQ(points(2)[0]->Indentation, "  ");
}

// Early returns are guards of what comes after them; each call is a way of its own.
TEST_F(InsertionPoints, GuardsAndCalls) {
  lower("__device__ void put(int *out) {\n"
        "  *out = 1;\n"
        "}\n"
        "__global__ void k(int *out, int n) {\n"
        "  put(out);\n"
        "  if (threadIdx.x >= n) return;\n"
        "  put(out + 1);\n"
        "}\n");
  ASSERT_THAT(points(2), SizeIs(2));
  EXPECT_EQ(points(2)[0]->CallDepth, 1u);
  EXPECT_THAT(points(2)[0]->Guards, IsEmpty());
  EXPECT_THAT(points(2)[1]->Guards, SizeIs(1));
  ASSERT_THAT(points(7), SizeIs(1));
  EXPECT_EQ(points(7)[0]->CallDepth, 0u);
  EXPECT_THAT(points(7)[0]->Guards, SizeIs(1));
}

// What a macro expands to is changed at the macro, or not at all.
TEST_F(InsertionPoints, Macros) {
  lower("#define BOTH out[0] = 1; out[1] = 2\n"
        "__global__ void k(int *out) {\n"
        "  BOTH;\n"
        "}\n");
  ASSERT_THAT(points(3), SizeIs(1));
  EXPECT_TRUE(holds(*points(3)[0], Kernel.Accesses[0]));
  EXPECT_FALSE(holds(*points(3)[0], Kernel.Accesses[1]));
}

TEST_F(InsertionPoints, MembersOfStructures) {
  lower("struct Pair { short left; float right[2][3]; };\n"
        "struct State { int count; Pair pairs[4]; };\n"
        "__global__ void k(int *out) {\n"
        "  __shared__ State state;\n"
        "  state.pairs[1].right[1][2] = 0;\n"
        "}\n");
  ASSERT_FALSE(Kernel.Objects.empty());
  const std::vector<MemberLayout> &Members = Kernel.Objects.back().Members;
  ASSERT_THAT(Members, SizeIs(2));
  EXPECT_EQ(Members[1].Name, "pairs");
  EXPECT_EQ(Members[1].FirstByte, 4u);
  // 2 bytes, 2 of padding, 6 floats.
  EXPECT_EQ(Members[1].ElementBytes, 28u);
  EXPECT_THAT(Members[1].Extents, ElementsAre(4u));
  ASSERT_THAT(Members[1].Members, SizeIs(2));
  EXPECT_EQ(Members[1].Members[1].Name, "right");
  EXPECT_EQ(Members[1].Members[1].FirstByte, 4u);
  EXPECT_THAT(Members[1].Members[1].Extents, ElementsAre(2u, 3u));
}

} // namespace
