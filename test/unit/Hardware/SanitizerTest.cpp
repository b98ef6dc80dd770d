//===- SanitizerTest.cpp --------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Hardware/Sanitizer/Sanitizer.h"

#include "FakeTools.h"

#include "cuda-memlint/Hardware/Toolchain/MeasurementError.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace memlint;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using Cause = MeasurementError::Cause;

namespace {

std::string report(StringRef Records) {
  return ("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<ComputeSanitizerOutput>\n" + Records +
          "</ComputeSanitizerOutput>\n")
      .str();
}

std::string where(StringRef Function, StringRef Path, unsigned Line, StringRef Offset = "0x80") {
  return ("<where><func>" + Function + "</func><path>" + Path + "</path><line>" + Twine(Line) +
          "</line><pc>" + Offset + "</pc></where>")
      .str();
}

/// A store out of bounds of thread \p Thread, to \p Address.
std::string store(unsigned Thread, StringRef Address) {
  return ("<record><kind>Precise</kind><level>Error</level><who><threadIdx><x>" + Twine(Thread) +
          "</x><y>0</y><z>2</z></threadIdx><blockIdx><x>5</x><y>6</y><z>7</z></blockIdx></who>"
          "<what><text>Invalid __shared__ write of size 8 bytes is out of bounds</text>"
          "<space>__shared__</space><size>8</size><direction>write</direction>"
          "<error>out of bounds</error><address>" +
          Address + "</address></what>" + where("fill", "/src/a.cu", 30) +
          "<hostStack><frame><func>main</func></frame></hostStack></record>\n")
      .str();
}

std::string race(StringRef Level, StringRef Destinations) {
  return ("<record><kind>Analysis</kind><level>" + Level +
          "</level><what><text>Race condition</text><source><direction>Write</direction>" +
          where("ns::sum&lt;(int)4&gt;", "/src/a.cu", 7, "0xa0") + "</source>" + Destinations +
          "</what></record>\n")
      .str();
}

std::string destination(StringRef Direction, unsigned Line, unsigned Count) {
  return ("<destination><direction>" + Direction + "</direction>" +
          where("ns::sum&lt;(int)4&gt;", "/src/b.cuh", Line, "0xb0") + "<count>" + Twine(Count) +
          "</count></destination>")
      .str();
}

std::vector<Hazard> parse(SanitizerTool Tool, StringRef Records) {
  return cantFail(parseSanitizerReport(Tool, report(Records)));
}

std::string failure(StringRef Report) {
  Expected<std::vector<Hazard>> Result = parseSanitizerReport(SanitizerTool::Memcheck, Report);
  if (!Result)
    return toString(Result.takeError());
  return "no failure";
}

TEST(SanitizerReport, NothingSeen) {
  EXPECT_THAT(cantFail(parseSanitizerReport(
                  SanitizerTool::Racecheck,
                  "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<ComputeSanitizerOutput/>\n")),
              IsEmpty());
  EXPECT_THAT(parse(SanitizerTool::Racecheck, ""), IsEmpty());
}

TEST(SanitizerReport, RaceHasTwoSides) {
  std::vector<Hazard> Hazards =
      parse(SanitizerTool::Racecheck, race("Warning", destination("Read", 8, 256)));
  ASSERT_THAT(Hazards, SizeIs(1));
  const Hazard &Race = Hazards[0];
  EXPECT_EQ(Race.Kind, HazardKind::Race);
  EXPECT_EQ(Race.Severity, HazardSeverity::Warning);
  EXPECT_EQ(Race.Space, "shared");
  EXPECT_EQ(Race.Count, 256u);
  EXPECT_THAT(Race.Sides, ElementsAre(HazardSide{"ns::sum<4>", {"/src/a.cu", 7}, 0xa0, "write"},
                                      HazardSide{"ns::sum<4>", {"/src/b.cuh", 8}, 0xb0, "read"}));
}

TEST(SanitizerReport, EachPartnerOfARaceIsAHazard) {
  std::vector<Hazard> Hazards =
      parse(SanitizerTool::Racecheck,
            race("Error", destination("Read", 8, 3) + destination("Write", 9, 4)));
  ASSERT_THAT(Hazards, SizeIs(2));
  EXPECT_EQ(Hazards[0].Sides[1].Source.Line, 8u);
  EXPECT_EQ(Hazards[1].Sides[1].Source.Line, 9u);
  EXPECT_EQ(Hazards[1].Count, 4u);
}

TEST(SanitizerReport, StoreOutOfBounds) {
  std::vector<Hazard> Hazards = parse(SanitizerTool::Memcheck, store(24, "0x7f00"));
  ASSERT_THAT(Hazards, SizeIs(1));
  const Hazard &Store = Hazards[0];
  EXPECT_EQ(Store.Kind, HazardKind::OutOfBounds);
  EXPECT_EQ(Store.Space, "shared");
  EXPECT_EQ(Store.Bytes, 8u);
  EXPECT_EQ(Store.Address, 0x7f00u);
  EXPECT_EQ(Store.Thread, (ThreadIndex{24, 0, 2}));
  EXPECT_EQ(Store.Block, (ThreadIndex{5, 6, 7}));
  EXPECT_THAT(Store.Sides, ElementsAre(HazardSide{"fill", {"/src/a.cu", 30}, 0x80, "write"}));
}

TEST(SanitizerReport, OtherKinds) {
  std::vector<Hazard> Hazards =
      parse(SanitizerTool::Initcheck,
            "<record><kind>Initcheck</kind><what><text>Uninitialized __global__ memory read of "
            "size 4 bytes</text><size>4</size></what>" +
                where("_Z4readPi", "x.cu", 3) + "</record>");
  ASSERT_THAT(Hazards, SizeIs(1));
  EXPECT_EQ(Hazards[0].Kind, HazardKind::Uninitialised);
  EXPECT_EQ(Hazards[0].Space, "global");
  EXPECT_EQ(Hazards[0].Sides[0].Function, "read");
  EXPECT_EQ(Hazards[0].Sides[0].Direction, "read");

  Hazards = parse(SanitizerTool::Synccheck,
                  "<record><kind>Synccheck</kind><what><text>Barrier error</text>"
                  "<type>Divergent thread(s) in warp</type></what></record>");
  ASSERT_THAT(Hazards, SizeIs(1));
  EXPECT_EQ(Hazards[0].Kind, HazardKind::Barrier);
  EXPECT_EQ(Hazards[0].Message, "Barrier error: Divergent thread(s) in warp");
  EXPECT_THAT(Hazards[0].Sides, IsEmpty());

  Hazards = parse(SanitizerTool::Memcheck,
                  "<record><kind>Api</kind><what><text>Program hit &quot;x&quot; &#38; "
                  "&#x3c;y&gt;</text></what></record>"
                  "<record><kind>Precise</kind><what><text>Invalid __global__ read of size 16 "
                  "bytes is misaligned</text></what></record>"
                  "<record><kind>Something new</kind></record>");
  ASSERT_THAT(Hazards, SizeIs(3));
  EXPECT_EQ(Hazards[0].Kind, HazardKind::FailedCall);
  EXPECT_EQ(Hazards[0].Message, "Program hit \"x\" & <y>");
  EXPECT_EQ(Hazards[1].Kind, HazardKind::Misaligned);
  EXPECT_EQ(Hazards[2].Kind, HazardKind::Other);
  EXPECT_EQ(Hazards[2].Message, "Something new");
}

TEST(SanitizerReport, WithoutLineInformation) {
  std::vector<Hazard> Hazards =
      parse(SanitizerTool::Memcheck, "<record><kind>Precise</kind><what><text>bad</text></what>"
                                     "<where><func>k</func><pc>0x10</pc></where></record>");
  ASSERT_THAT(Hazards, SizeIs(1));
  EXPECT_EQ(Hazards[0].Sides[0].Source, SourceLine());
}

TEST(SanitizerReport, CutOffAnywhereIsAnError) {
  std::string Whole = report(store(24, "0x7f00"));
  for (size_t Size = 0; Size + 2 < Whole.size(); ++Size)
    EXPECT_THAT(failure(StringRef(Whole).take_front(Size)),
                HasSubstr("the report of memcheck cannot be read: line"))
        << Size;
}

TEST(SanitizerReport, OddReports) {
  EXPECT_EQ(failure(""), "the report of memcheck cannot be read: line 1: the document is empty");
  EXPECT_THAT(failure("Segmentation fault"), HasSubstr("line 1: text outside of all elements"));
  EXPECT_THAT(failure("<html></html>"), HasSubstr("not compute-sanitizer output but <html>"));
  EXPECT_THAT(failure("<a></b>"), HasSubstr("</b> closes no element that is open"));
  EXPECT_EQ(failure("<a></b\n<c>"), "the report of memcheck cannot be read: line 1: </b> closes no "
                                    "element that is open");
  EXPECT_THAT(failure("<a/><b/>"), HasSubstr("a second outermost element"));
  EXPECT_THAT(failure("<!DOCTYPE a [<!ENTITY b \"c\">]><a/>"), HasSubstr("a definition"));
  EXPECT_THAT(failure("<a>&b;</a>"), HasSubstr("'&' begins nothing"));
  EXPECT_THAT(failure("<a>&"), HasSubstr("'&' begins nothing"));
  EXPECT_THAT(failure(report("\n<record></record>")), HasSubstr("line 4: an empty record"));
  EXPECT_THAT(failure(report("<record><kind>x</kind><what><size>four</size></what></record>")),
              HasSubstr("<size> holds 'four', not a number"));
  EXPECT_THAT(failure(report(race("Error", ""))), HasSubstr("a race with one access only"));
  std::string Deep;
  for (int Index = 0; Index != 100000; ++Index)
    Deep += "<a>";
  EXPECT_THAT(failure(Deep), HasSubstr("nested deeper than"));
}

TEST(SanitizerReport, CommentsAttributesAndUnknownElementsAreSkipped) {
  EXPECT_EQ(failure("<ComputeSanitizerOutput version=\"1>2\"><!-- <a> --><summary/>"
                    "</ComputeSanitizerOutput>"),
            "no failure");
}

TEST(HazardGroups, ThreadsAreMerged) {
  std::vector<Hazard> Hazards =
      parse(SanitizerTool::Memcheck, store(3, "0x40") + store(1, "0x20") + store(2, "0x60"));
  std::vector<HazardGroup> Groups = mergeHazards(Hazards);
  ASSERT_THAT(Groups, SizeIs(1));
  EXPECT_EQ(Groups[0].Records, 3u);
  EXPECT_EQ(Groups[0].First.Count, 3u);
  EXPECT_EQ(Groups[0].First.Thread, (ThreadIndex{3, 0, 2}));
  EXPECT_EQ(Groups[0].LowestAddress, 0x20u);
  EXPECT_EQ(Groups[0].HighestAddress, 0x60u);
}

TEST(HazardGroups, AreFoundByTheirLines) {
  std::vector<HazardGroup> Groups =
      mergeHazards(parse(SanitizerTool::Racecheck,
                         race("Error", destination("Read", 8, 3) + destination("Write", 9, 4)) +
                             race("Error", destination("Read", 8, 5))));
  ASSERT_THAT(Groups, SizeIs(2));
  EXPECT_EQ(Groups[0].First.Count, 8u);
  SourceLine Store{"/src/a.cu", 7}, Load{"/src/b.cuh", 8};
  EXPECT_TRUE(Groups[0].concerns(Store));
  EXPECT_TRUE(Groups[0].concerns(Load));
  EXPECT_TRUE(Groups[0].concerns(Store, Load));
  EXPECT_TRUE(Groups[0].concerns(Load, Store));
  EXPECT_TRUE(Groups[0].concerns({"b.cuh", 8}, SourceLine{"src/a.cu", 7}));
  EXPECT_FALSE(Groups[0].concerns(Store, Store));
  EXPECT_FALSE(Groups[0].concerns({"c/a.cu", 7}));
  EXPECT_FALSE(Groups[0].concerns({".cu", 7}));
  EXPECT_FALSE(Groups[0].concerns({"", 7}));
  EXPECT_FALSE(Groups[1].concerns(Load));
}

TEST(SanitizerTools, AreReadFromAList) {
  EXPECT_THAT(cantFail(parseSanitizerTools("")), SizeIs(4));
  EXPECT_THAT(cantFail(parseSanitizerTools("memcheck,racecheck,memcheck")),
              ElementsAre(SanitizerTool::Racecheck, SanitizerTool::Memcheck));
  for (StringRef Wrong : {"leakcheck", "memcheck,", "Memcheck"}) {
    Expected<std::vector<SanitizerTool>> Result = parseSanitizerTools(Wrong);
    ASSERT_FALSE(Result) << Wrong.str();
    EXPECT_THAT(toString(Result.takeError()), HasSubstr("is not a compute-sanitizer tool"));
  }
  EXPECT_THAT(toString(parseSanitizerTools("memchek").takeError()),
              HasSubstr("did you mean 'memcheck'?"));
}

/// A toolkit whose compute-sanitizer a test writes, and a program.
class SanitizerRunTest : public testing::Test {
protected:
  SanitizerRunTest() {
    Request.Program.Path = Tools.script("program", "exit 0");
    Request.Program.Command = "nvcc x.cu";
    Request.Tools = {SanitizerTool::Memcheck};
    Search.Toolkits = {Tools.path("cuda")};
    Search.DeviceFiles = {Tools.write("nvidiactl", "")};
  }

  /// A script that finds its report's path in $out, then runs \p Body.
  void writeSanitizer(StringRef Body) {
    Tools.script("cuda/bin/compute-sanitizer",
                 ("if [ \"$1\" = --version ]; then echo 'Version 2025.3.1.0 (build 1)'; exit; fi\n"
                  "echo \"$@\" > " +
                  Tools.path("arguments") +
                  "\nwhile [ \"$1\" != --save ]; do shift; done\nout=$2\nshift 2\n" + Body)
                     .str());
  }

  Expected<SanitizerReport> run() { return sanitizeProgram(Toolchain(Search), Request, Folder); }

  /// What run() fails with.
  std::pair<Cause, std::string> failing() {
    Expected<SanitizerReport> Result = run();
    if (Result) {
      ADD_FAILURE() << "run() did not fail";
      return {};
    }
    std::pair<Cause, std::string> Found;
    handleAllErrors(Result.takeError(), [&](const MeasurementError &Failure) {
      Found = {Failure.cause(), Failure.message()};
    });
    EXPECT_EQ(StringRef(Found.second).split('\n').first.count('\n'), 0u);
    return Found;
  }

  FakeTools Tools;
  ToolSearch Search;
  SanitizerRequest Request;
  WorkFolder Folder = cantFail(WorkFolder::create());
};

TEST_F(SanitizerRunTest, ReadsTheReport) {
  Tools.write("report.xml", report(store(24, "0x7f00")));
  writeSanitizer("cp " + Tools.path("report.xml") + " \"$out\"\n\"$@\"");
  Request.Arguments = {"a b", "--tool"};
  Expected<SanitizerReport> Result = run();
  ASSERT_TRUE(bool(Result)) << toString(Result.takeError());
  EXPECT_EQ(Result->Version, "2025.3.1.0");
  EXPECT_EQ(Result->Build, "nvcc x.cu");
  ASSERT_THAT(Result->Runs, SizeIs(1));
  EXPECT_THAT(Result->Runs[0].Hazards, SizeIs(1));
  EXPECT_FALSE(Result->Runs[0].LimitReached);
  EXPECT_EQ(Result->Runs[0].Ending, "");
  std::string Arguments = Tools.read("arguments");
  EXPECT_THAT(Arguments, HasSubstr("--tool memcheck"));
  EXPECT_THAT(Arguments, HasSubstr(Request.Program.Path + " a b --tool"));
}

TEST_F(SanitizerRunTest, AsManyRecordsAsMayBe) {
  Tools.write("report.xml", report(store(1, "0x10") + store(2, "0x20")));
  writeSanitizer("cp " + Tools.path("report.xml") + " \"$out\"");
  Request.MaximumRecords = 2;
  Expected<SanitizerReport> Result = run();
  ASSERT_TRUE(bool(Result)) << toString(Result.takeError());
  EXPECT_TRUE(Result->Runs[0].LimitReached);
}

TEST_F(SanitizerRunTest, AProgramMayFailOverAHazard) {
  Tools.write("report.xml", report(store(24, "0x7f00")));
  writeSanitizer("cp " + Tools.path("report.xml") + " \"$out\"\nexit 7");
  Expected<SanitizerReport> Result = run();
  ASSERT_TRUE(bool(Result)) << toString(Result.takeError());
  EXPECT_EQ(Result->Runs[0].Ending, "exited with code 7");
}

TEST_F(SanitizerRunTest, NoSanitizer) {
  Expected<SanitizerReport> Result = run();
  ASSERT_FALSE(Result);
  EXPECT_THAT(toString(Result.takeError()), HasSubstr("compute-sanitizer was not found"));
}

TEST_F(SanitizerRunTest, NoProgram) {
  writeSanitizer("exit 0");
  Request.Program.Path = Tools.path("absent");
  EXPECT_EQ(failing().first, Cause::ProgramMissing);
}

TEST_F(SanitizerRunTest, ProgramFails) {
  writeSanitizer("echo '<ComputeSanitizerOutput/>' > \"$out\"\necho no such file\n"
                 "echo '========= Target application returned an error'\nexit 3");
  auto [Why, Message] = failing();
  EXPECT_EQ(Why, Cause::ProgramFailed);
  EXPECT_THAT(Message, HasSubstr("exited with code 3"));
  EXPECT_THAT(Message, HasSubstr("\n  no such file"));
}

TEST_F(SanitizerRunTest, SanitizerFails) {
  writeSanitizer("echo '========= Internal Sanitizer Error'\nexit 255");
  auto [Why, Message] = failing();
  EXPECT_EQ(Why, Cause::ProfilerFailed);
  EXPECT_THAT(Message, HasSubstr("Internal Sanitizer Error"));
}

/// With nothing seen and exit code 0, but not in order.
TEST_F(SanitizerRunTest, SanitizerComplains) {
  for (auto [Line, Expected] : {std::pair("Error: Device not supported", Cause::ProfilerFailed),
                                {"Internal Sanitizer Error: something", Cause::ProfilerFailed},
                                {"Target application returned an error", Cause::ProgramFailed}}) {
    writeSanitizer(("echo '<ComputeSanitizerOutput/>' > \"$out\"\necho '========= " + Twine(Line) +
                    "'\necho 'Error: of the program'")
                       .str());
    auto [Why, Message] = failing();
    EXPECT_EQ(Why, Expected) << Line;
    EXPECT_THAT(Message, HasSubstr(Line));
  }
}

TEST_F(SanitizerRunTest, RacesAreNoComplaints) {
  Tools.write("report.xml", report(race("Error", destination("Read", 8, 3))));
  writeSanitizer("cp " + Tools.path("report.xml") +
                 " \"$out\"\necho '========= Error: Race reported between Write access at k'");
  Request.Tools = {SanitizerTool::Racecheck};
  Expected<SanitizerReport> Result = run();
  ASSERT_TRUE(bool(Result)) << toString(Result.takeError());
  EXPECT_EQ(Result->Runs[0].Ending, "");
}

TEST_F(SanitizerRunTest, NoReport) {
  writeSanitizer("exit 0");
  auto [Why, Message] = failing();
  EXPECT_EQ(Why, Cause::ProfilerFailed);
  EXPECT_THAT(Message, HasSubstr("compute-sanitizer wrote no report of memcheck"));
}

TEST_F(SanitizerRunTest, ReportCutOff) {
  writeSanitizer("echo '<ComputeSanitizerOutput><record>' > \"$out\"");
  auto [Why, Message] = failing();
  EXPECT_EQ(Why, Cause::ProfilerFailed);
  EXPECT_THAT(Message, HasSubstr("the document ends within <record>"));
}

TEST_F(SanitizerRunTest, TimeLimit) {
  writeSanitizer("sleep 60");
  Request.TimeLimit = std::chrono::milliseconds(200);
  auto [Why, Message] = failing();
  EXPECT_EQ(Why, Cause::TimeLimit);
  EXPECT_THAT(Message, HasSubstr("--verify-timeout"));
}

TEST_F(SanitizerRunTest, NoDevice) {
  writeSanitizer("echo '<ComputeSanitizerOutput/>' > \"$out\"\nexit 1");
  Search.DeviceFiles = {Tools.path("absent")};
  EXPECT_EQ(failing().first, Cause::NoDevice);

  // The runtime says so, whatever the driver's files are, and the program goes on.
  Search.DeviceFiles = {Tools.path("nvidiactl")};
  Tools.write("report.xml",
              report("<record><kind>Api</kind><what><text>Program hit cudaErrorNoDevice (error "
                     "100)</text></what></record>"));
  writeSanitizer("cp " + Tools.path("report.xml") + " \"$out\"");
  EXPECT_EQ(failing().first, Cause::NoDevice);
}

TEST_F(SanitizerRunTest, ProgramUsesNoDevice) {
  writeSanitizer("echo '<ComputeSanitizerOutput/>' > \"$out\"\n"
                 "echo '========= Error: Target application terminated before first instrumented "
                 "API call'\nexit 0");
  EXPECT_EQ(failing().first, Cause::NothingProfiled);
}

} // namespace
