//===- ProfilerReportTest.cpp - Reading what Nsight Compute prints --------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Hardware/Measure/ProfilerReport.h"

#include "cuda-memlint/Hardware/Toolchain/KernelName.h"

#include "llvm/Support/MemoryBuffer.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

namespace memlint {
void PrintTo(const SourceLine &Line, std::ostream *Stream) {
  *Stream << Line.Path << ":" << Line.Line;
}
} // namespace memlint

namespace {

std::string input(llvm::StringRef Name) {
  std::string Path = (MEMLINT_TEST_DATA_DIR "/unit/Hardware/Inputs/" + Name).str();
  return llvm::cantFail(llvm::errorOrToExpected(llvm::MemoryBuffer::getFile(Path)))
      ->getBuffer()
      .str();
}

Measurement parse(llvm::StringRef Source, llvm::StringRef Raw) {
  llvm::Expected<Measurement> Result = parseProfilerReport(Source, Raw);
  if (Result)
    return std::move(*Result);
  ADD_FAILURE() << llvm::toString(Result.takeError());
  Measurement Empty;
  Empty.Launches.resize(10);
  return Empty;
}

std::string errorOf(llvm::StringRef Source, llvm::StringRef Raw) {
  llvm::Expected<Measurement> Result = parseProfilerReport(Source, Raw);
  return Result ? "no error" : llvm::toString(Result.takeError());
}

/// A raw page of launches of \p Kernel and the total of instructions of each.
std::string rawPage(std::vector<std::pair<std::string, unsigned>> Kernels) {
  std::string Page =
      "==PROF== remark\n"
      "\"ID\",\"Kernel Name\",\"Block Size\",\"Grid Size\",\"CC\",\"inst_executed\"\n"
      "\"\",\"\",\"\",\"\",\"\",\"inst\"\n";
  for (const auto &[Kernel, Warps] : Kernels)
    Page += "\"0\",\"" + Kernel + "\",\"(32, 1, 1)\",\"(1, 1, 1)\",\"9.0\",\"" +
            std::to_string(Warps) + "\"\n";
  return Page;
}

std::string table(const std::string &Path, const std::string &Function, const std::string &Rows) {
  return "\"File Path\",\"" + Path + "\"\n\"Function Name\",\"" + Function +
         "\"\n\"Line No\",\"Source\",\"Address\",\"Source\",\"inst_executed\","
         "\"memory_access_size_type\",\"memory_l1_wavefronts_shared\","
         "\"memory_l1_wavefronts_shared_ideal\",\"memory_l2_theoretical_sectors_global\","
         "\"memory_l2_theoretical_sectors_global_ideal\",\"thread_inst_executed_true\"\n"
         "\"7\",\"text\",\"-\",\"-\",\"1\",\"-\",\"0\",\"0\",\"0\",\"0\",\"32\"\n" +
         Rows;
}

/// A row of a table: one warp, of 32 bits per lane.
std::string row(const std::string &Address, const std::string &Instruction,
                const std::string &Wavefronts = "0", const std::string &Sectors = "0",
                const std::string &Lanes = "32") {
  return "\"\",\"\",\"" + Address + "\",\"      " + Instruction + "\",\"1\",\"32\",\"" +
         Wavefronts + "\",\"1\",\"" + Sectors + "\",\"1\",\"" + Lanes + "\"\n";
}

TEST(ProfilerReportTest, ReadsLaunches) {
  Measurement Result = parse(input("inlined.source.csv"), input("inlined.raw.csv"));
  EXPECT_EQ(Result.Device, "NVIDIA H200");
  EXPECT_EQ(Result.ComputeCapability, "9.0");
  std::vector<std::string> Names;
  for (const LaunchMeasurement &Launch : Result.Launches)
    Names.push_back(Launch.Kernel + " " + std::to_string(Launch.Number));
  EXPECT_THAT(Names, ElementsAre("twice 1", "twice 2", "tile<float, 4> 1", "look 1", "hot 1",
                                 "space::generic 1"));
  EXPECT_THAT(Result.Launches[0].Grid, ElementsAre(8, 1, 1));
  EXPECT_THAT(Result.Launches[0].Block, ElementsAre(96, 1, 1));
  EXPECT_THAT(Result.Launches[1].Grid, ElementsAre(4, 1, 1));
  EXPECT_THAT(Result.Launches[2].Block, ElementsAre(32, 32, 1));
  EXPECT_EQ(Result.Launches[0].ConstantReplays, std::nullopt);
}

TEST(ProfilerReportTest, CountsAnInstructionOnceAndCollectsItsLines) {
  Measurement Result = parse(input("inlined.source.csv"), input("inlined.raw.csv"));
  const LaunchMeasurement &Launch = Result.Launches[0];
  ASSERT_EQ(Launch.Instructions.size(), 3u);
  // 700 lanes are 21 full warps and one of 28. in[i]: 4 sectors a warp. in[i + 700] lies
  // 16 bytes into a sector: 5 for each full warp, 4 for the last. out[2 * i]: 8 sectors,
  // and 27 * 8 + 4 bytes, 7 sectors, in the last. The ideal of each is 4 a warp.
  const InstructionCount &First = Launch.Instructions[0];
  EXPECT_EQ(First.Opcode, "LDG.E");
  EXPECT_EQ(First.Address, 0xd0u);
  EXPECT_EQ(First.Space, MemorySpace::Global);
  EXPECT_EQ(First.Kind, AccessKind::Load);
  EXPECT_EQ(First.Bytes, 4u);
  EXPECT_EQ(First.Warps, 22u);
  EXPECT_EQ(First.Lanes, 700u);
  EXPECT_EQ(First.Cost, 22u * 4);
  EXPECT_EQ(First.Ideal, 22u * 4);
  EXPECT_THAT(First.Lines,
              UnorderedElementsAre(SourceLine{"/src/inl.cu", 6}, SourceLine{"/src/inl.cuh", 3}));
  EXPECT_EQ(Launch.Instructions[1].Cost, 21u * 5 + 4);
  EXPECT_EQ(Launch.Instructions[1].Ideal, 22u * 4);
  const InstructionCount &Store = Launch.Instructions[2];
  EXPECT_EQ(Store.Kind, AccessKind::Store);
  EXPECT_EQ(Store.Cost, 21u * 8 + 7);
  EXPECT_THAT(Store.Lines, ElementsAre(SourceLine{"/src/inl.cu", 6}));
  EXPECT_EQ(Launch.UnlistedSectors, 0u);

  // 100 lanes: three warps of 32, one of 4.
  EXPECT_EQ(Result.Launches[1].Instructions[0].Lanes, 100u);
  EXPECT_EQ(Result.Launches[1].Instructions[0].Cost, 3u * 4 + 1);
}

TEST(ProfilerReportTest, TellsTheSpaces) {
  Measurement Result = parse(input("inlined.source.csv"), input("inlined.raw.csv"));
  // tile: the column of the tile is 32 wavefronts for each of 32 warps.
  const auto &Tile = Result.Launches[2].Instructions;
  ASSERT_EQ(Tile.size(), 7u);
  EXPECT_EQ(Tile[1].Opcode, "STS");
  EXPECT_EQ(Tile[1].Space, MemorySpace::Shared);
  EXPECT_EQ(Tile[1].Cost, 32u);
  EXPECT_EQ(Tile[2].Opcode, "LDS");
  EXPECT_EQ(Tile[2].Cost, 32u * 32);
  EXPECT_EQ(Tile[2].Ideal, 32u);
  // look: a constant load, whose size is in its opcode.
  const auto &Look = Result.Launches[3].Instructions;
  ASSERT_EQ(Look.size(), 2u);
  EXPECT_EQ(Look[0].Opcode, "LDC");
  EXPECT_EQ(Look[0].Space, MemorySpace::Constant);
  EXPECT_EQ(Look[0].Bytes, 4u);
  EXPECT_EQ(Look[0].Lanes, 128u);
  EXPECT_EQ(Look[0].Cost, std::nullopt);
  // hot: each of 4 warps adds to 8 ints, one sector.
  const auto &Hot = Result.Launches[4].Instructions;
  ASSERT_EQ(Hot.size(), 1u);
  EXPECT_EQ(Hot[0].Opcode, "REDG.E.ADD.STRONG.GPU");
  EXPECT_EQ(Hot[0].Kind, AccessKind::Atomic);
  EXPECT_EQ(Hot[0].Cost, 4u);
  // generic: a load whose address is shared in this launch.
  const auto &Generic = Result.Launches[5].Instructions;
  ASSERT_EQ(Generic.size(), 4u);
  EXPECT_EQ(Generic[2].Opcode, "LD.E");
  EXPECT_EQ(Generic[2].Space, MemorySpace::Shared);
  EXPECT_EQ(Generic[2].Cost, 1u);
}

TEST(ProfilerReportTest, ReadsConstantReplays) {
  // look reads every other float: 32 addresses, 31 replays, in each of 4 warps.
  Measurement Result = parse("", input("replays.raw.csv"));
  ASSERT_EQ(Result.Launches.size(), 1u);
  EXPECT_EQ(Result.Launches[0].Kernel, "look");
  EXPECT_EQ(Result.Launches[0].ConstantReplays, 4u * 31);
  EXPECT_THAT(Result.Launches[0].Instructions, IsEmpty());
  EXPECT_EQ(Result.Launches[0].UnlistedSectors, 16u);
}

TEST(ProfilerReportTest, GivesCalledFunctionsToTheirLaunch) {
  // atomicAdd stands between look and hot, and is called by hot. The atomic itself is
  // in a function without line information.
  Measurement Result = parse(input("debug.source.csv"), input("debug.raw.csv"));
  ASSERT_EQ(Result.Launches.size(), 2u);
  const LaunchMeasurement &Look = Result.Launches[0], &Hot = Result.Launches[1];
  ASSERT_EQ(Look.Instructions.size(), 2u);
  // Debug builds read constants as global memory: 32 lanes, 256 bytes, 8 sectors.
  EXPECT_EQ(Look.Instructions[0].Opcode, "LD.E");
  EXPECT_EQ(Look.Instructions[0].Space, MemorySpace::Global);
  EXPECT_EQ(Look.Instructions[0].Cost, 4u * 8);
  ASSERT_EQ(Hot.Instructions.size(), 10u);
  for (const InstructionCount &Spill : Hot.Instructions)
    EXPECT_EQ(Spill.Space, MemorySpace::Local);
  EXPECT_EQ(Hot.UnlistedSectors, 4u);
}

TEST(ProfilerReportTest, PassesOverKernelsWithoutLines) {
  std::string Page = "==WARNING== No source for kernel 'library'\n" +
                     table("/a.cu", "mine(int *)", row("0x10", "LDG.E R2, [R2]", "0", "4"));
  Measurement Result =
      parse(Page, rawPage({{"library(int)", 5}, {"mine(int *)", 1}, {"library(int)", 5}}));
  ASSERT_EQ(Result.Launches.size(), 3u);
  EXPECT_THAT(Result.Launches[0].Instructions, IsEmpty());
  EXPECT_EQ(Result.Launches[1].Instructions.size(), 1u);
  EXPECT_EQ(Result.Launches[2].Number, 2u);
  EXPECT_EQ(Result.Launches[1].UnlistedSectors, std::nullopt);
}

TEST(ProfilerReportTest, ReadsLaunchesThatAccessNoMemory) {
  // Such a launch has no columns of memory.
  std::string Page = "\"File Path\",\"/a.cu\"\n\"Function Name\",\"empty()\"\n"
                     "\"Line No\",\"Source\",\"Address\",\"Source\",\"inst_executed\","
                     "\"thread_inst_executed_true\"\n\"1\",\"text\",\"-\",\"-\",\"1\",\"32\"\n"
                     "\"\",\"\",\"0x0\",\"EXIT\",\"1\",\"32\"\n" +
                     table("/a.cu", "mine()", row("0x10", "LDS R2, [R2]", "3"));
  Measurement Result = parse(Page, rawPage({{"empty()", 1}, {"mine()", 1}}));
  EXPECT_THAT(Result.Launches[0].Instructions, IsEmpty());
  ASSERT_EQ(Result.Launches[1].Instructions.size(), 1u);
  EXPECT_EQ(Result.Launches[1].Instructions[0].Cost, 3u);
}

TEST(ProfilerReportTest, TellsKernelsOfOneNameByTheirTotals) {
  // Two static kernels of one name, in two files: each completes its own launch.
  std::string Page = table("/a.cu", "k()", row("0x100", "LDG.E R2, [R2]", "0", "4")) +
                     table("/b.cu", "k()", row("0x200", "STG.E [R2], R2", "0", "4"));
  Measurement Result = parse(Page, rawPage({{"k()", 1}, {"k()", 1}}));
  EXPECT_EQ(Result.Launches[0].Instructions.size(), 1u);
  EXPECT_EQ(Result.Launches[1].Instructions.size(), 1u);
  // And one kernel with code from two files.
  Result = parse(Page, rawPage({{"k()", 2}}));
  EXPECT_EQ(Result.Launches[0].Instructions.size(), 2u);
}

TEST(ProfilerReportTest, ReadsInstructionsOfAllKinds) {
  std::string Rows =
      row("0x00", "LDGSTS.E.BYPASS.128 [R2], desc[UR4][R4.64]", "4", "16") +
      row("0x10", "ATOMG.E.ADD.STRONG.GPU PT, R2, [R2.64], R5", "0", "1") +
      row("0x20", "RED.E.ADD.STRONG.GPU [R2.64], R5", "0", "1") +
      row("0x30", "ATOMS.POPC.INC.32 RZ, [UR4]", "1") + row("0x40", "LDSM.16.M88.4 R4, [R8]", "4") +
      row("0x50", "STSM.16.M88 [R8], R4", "1") +
      row("0x60", "ATOM.E.ADD PT, R2, [R2.64], R3", "7") +
      row("0x70", "LD.E R2, [R4.64]", "1", "1") + row("0x80", "ST.E [R4.64], R2") +
      row("0x90", "@!P0 ST.E [R4.64], R2", "0", "0", "0") +
      row("0xa0", "ULDC.64 UR4, c[0x3][0x10]") + row("0xb0", "LDC.U16 R4, c[0x3][R2]") +
      row("0xc0", "LDGDEPBAR") + row("0xd0", "LDC.64 R2, c[0x0][R2+0x210]") +
      row("0xe0", "@UP1 LDC R2, c[0x2][R2]");
  Measurement Result = parse(table("/a.cu", "k()", Rows), rawPage({{"k()", 15}}));
  std::vector<std::string> Found;
  constexpr const char *Spaces[] = {"global", "shared", "constant", "local", "generic"};
  constexpr const char *Kinds[] = {"load", "store", "atomic", "copy"};
  for (const InstructionCount &Count : Result.Launches[0].Instructions)
    Found.push_back(std::string(Spaces[int(Count.Space)]) + " " + Kinds[int(Count.Kind)] + " " +
                    std::to_string(Count.Bytes));
  EXPECT_THAT(Found, ElementsAre("global copy 4", "global atomic 4", "global atomic 4",
                                 "shared atomic 4", "shared load 4", "shared store 4",
                                 "shared atomic 4", "generic load 4", "local store 4",
                                 "generic store 4", "constant load 8", "constant load 2"));
}

TEST(ProfilerReportTest, ReadsQuotesAndCommasOfTheSource) {
  // However they are marked: not at all, doubled, or by a backslash.
  for (std::string Text :
       {R"(f("a","b", 'c'); // ","-")", R"(f(""a"",""b"");)", R"(f(\"a\",\"b\", ",");)", R"(")",
        R"(",)", R"(f("a",)", R"("a", "b")"}) {
    std::string Page = table("/a,b \"c\".cu", "void k<S<(char)34, (int)-2>>(const char *)",
                             row("0x10", "LDG.E R2, [R2]", "0", "4"));
    std::string Old = "\"text\"";
    Page.replace(Page.find(Old), Old.size(), "\"" + Text + "\"");
    Measurement Result = parse(Page, rawPage({{"void k<S<34, -2>>(const char *)", 1}}));
    ASSERT_EQ(Result.Launches[0].Instructions.size(), 1u) << Text;
    EXPECT_EQ(Result.Launches[0].Kernel, "k<S<34, -2>>");
    EXPECT_THAT(Result.Launches[0].Instructions[0].Lines,
                ElementsAre(SourceLine{"/a,b \"c\".cu", 7}));
  }
}

TEST(ProfilerReportTest, WritesKernelsAsTheSourceDoes) {
  EXPECT_EQ(kernelNameOf("void tile<float, (int)4>(T1 *, const T1 *)"), "tile<float, 4>");
  EXPECT_EQ(kernelNameOf("twice(float *, const float *, int)"), "twice");
  EXPECT_EQ(kernelNameOf("void a::b<(bool)1, (bool)0, (unsigned long)7, (int)-3>(int)"),
            "a::b<true, false, 7, -3>");
  EXPECT_EQ(kernelNameOf("void k<(Mode)1>(int)"), "k<(Mode)1>");
  EXPECT_EQ(kernelNameOf("<unnamed>::k(int (*)(int))"), "(anonymous namespace)::k");
  EXPECT_EQ(kernelNameOf("void k<S<T<(int)1> >, float *(*)(int)>(T1)"),
            "k<S<T<1>>, float *(*)(int)>");
  EXPECT_EQ(kernelNameOf(""), "");
  EXPECT_EQ(kernelNameOf("k<("), "k<(");
}

TEST(ProfilerReportTest, MatchesNamesOfBothPages) {
  std::string Page =
      table("/a.cu", "void k<(bool)1, (ns::Mode)2>(T1 *)", row("0x10", "LDS R2, [R2]"));
  Measurement Result = parse(Page, rawPage({{"void k<0, 2>(T1 *)", 1}, {"void k<1, 2>(T1 *)", 1}}));
  EXPECT_EQ(Result.Launches[1].Kernel, "k<true, (ns::Mode)2>");
  EXPECT_EQ(Result.Launches[1].Instructions.size(), 1u);
}

// The profiler lists the code of the children under the launch of their parent, in front of its own
// code, and here the host launches the same kernel, too. Each launch has its own counts only: the
// stores of `parent` take 4 sectors, those of `leaf` 32 in each of its 2 or 3 blocks.
TEST(ProfilerReportTest, CodeOfChildrenIsNotThatOfTheirParent) {
  Measurement Result = parse(input("children.source.csv"), input("children.raw.csv"));
  ASSERT_EQ(Result.Launches.size(), 4u);
  std::vector<std::string> Found;
  for (const LaunchMeasurement &Launch : Result.Launches) {
    Found.push_back(Launch.Kernel);
    for (const InstructionCount &Each : Launch.Instructions)
      if (Each.Lanes >= 32)
        Found.back() += " " + std::to_string(Each.Lines.at(0).Line) + ":" +
                        std::to_string(Each.Cost.value_or(0));
  }
  EXPECT_THAT(Found, ElementsAre("parent 3:4", "leaf 1:64", "parent 3:4", "leaf 1:96"));
}

TEST(ProfilerReportTest, SaysWhatIsWrongWithAReport) {
  std::string Row = row("0x10", "LDG.E R2, [R2]");
  std::string Raw = rawPage({{"k()", 1}}), Source = table("/a.cu", "k()", Row);
  EXPECT_EQ(errorOf(Source, Raw), "no error");
  EXPECT_EQ(errorOf("", ""), "the profiler's report holds no launches");
  EXPECT_THAT(errorOf(Source, "\"a\",\"b\"\n"),
              HasSubstr("line 1 of the raw page: no columns ID, Kernel Name"));
  EXPECT_THAT(errorOf(Source + Row.substr(0, 30), Raw),
              HasSubstr("line 6 of the source page: a row of quoted fields was expected; the "
                        "report is truncated or corrupt"));
  EXPECT_THAT(errorOf(Source + "\"\",\"\",\"0x20\"\n", Raw),
              HasSubstr("line 6 of the source page: a row has 3 columns instead of 11"));
  EXPECT_THAT(errorOf(Source + row("ten", "NOP"), Raw), HasSubstr("'ten' is not an address"));
  EXPECT_THAT(errorOf(Source + row("0x20", "NOP", "1.5"), Raw), HasSubstr("'1.5' is not a count"));
  EXPECT_THAT(errorOf(Source + row("0x20", "NOP", "99999999999999999999"), Raw),
              HasSubstr("is not a count"));
  EXPECT_THAT(errorOf(Source + row("0x10", "STG.E [R2], R2"), Raw),
              HasSubstr("the counts of one instruction of 'k()' differ between two lines"));
  EXPECT_THAT(errorOf(Source + row("0x20", "NOP"), Raw),
              HasSubstr("the instructions of 'k()' do not agree with the counts of its launch"));
  EXPECT_THAT(errorOf(Source + Source, Raw),
              HasSubstr("its source page lists more launches of 'k()' than its raw page"));
  EXPECT_THAT(errorOf("\"1\",\"2\"\n", Raw), HasSubstr("a row before the names of the columns"));
  std::string WithoutLanes = Source;
  WithoutLanes.replace(WithoutLanes.find("thread_inst"), 6, "wthout");
  EXPECT_THAT(errorOf(WithoutLanes, Raw), HasSubstr("no column 'thread_inst_executed_true'"));
  std::string Shape = Raw;
  Shape.replace(Shape.find("(32, 1, 1)"), 10, "(32, 1, x)");
  EXPECT_THAT(errorOf(Source, Shape), HasSubstr("'(32, 1, x)' is not a grid or block shape"));
}

TEST(ProfilerReportTest, OutlivesDamage) {
  std::string Source = input("inlined.source.csv"), Raw = input("inlined.raw.csv");
  for (size_t Size = 0; Size < Source.size(); Size += 13)
    EXPECT_THAT(errorOf(llvm::StringRef(Source).take_front(Size), Raw), Not(HasSubstr("\n")));
  for (size_t Size = 0; Size < Raw.size(); ++Size)
    EXPECT_THAT(errorOf(Source, llvm::StringRef(Raw).take_front(Size)), Not(HasSubstr("\n")));
  // Each character in turn made another one.
  for (char New : {'"', ',', '\n', '(', '<', '\0'}) {
    for (size_t Index = 0; Index < Source.size(); Index += 29) {
      std::string Damaged = Source;
      Damaged[Index] = New;
      EXPECT_THAT(errorOf(Damaged, Raw), Not(HasSubstr("\n")));
    }
    for (size_t Index = 0; Index != Raw.size(); ++Index) {
      std::string Damaged = Raw;
      Damaged[Index] = New;
      EXPECT_THAT(errorOf(Source, Damaged), Not(HasSubstr("\n")));
    }
  }
}

} // namespace
