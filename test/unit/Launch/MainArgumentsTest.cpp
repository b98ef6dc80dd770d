//===- MainArgumentsTest.cpp - Tests of known arguments of main -----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What host code makes of the arguments that main is called with.
///
//===----------------------------------------------------------------------===//

#include "LaunchFixture.h"

#include "llvm/ADT/StringExtras.h"

using namespace memlint;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

using Words = std::vector<std::string>;

/// The number that \p Body, with \p Arguments, leaves in `n`; "_" where it is not known.
std::string numberAfter(const std::string &Body, const Words &Arguments,
                        const std::string &Declarations = "") {
  std::vector<std::string> All =
      launchesInMain("long n = -1; " + Body + " k<<<1, 32>>>(p, n);", Declarations, Arguments);
  if (All.size() != 1)
    return "launches: " + std::to_string(All.size());
  llvm::StringRef Text = All.front();
  return Text.split("args=_,").second.split(" when").first.str();
}

TEST(MainArguments, AreCounted) {
  EXPECT_EQ(numberAfter("n = argc;", {}), "1");
  EXPECT_EQ(numberAfter("n = argc;", {"a", "b"}), "3");
  EXPECT_EQ(numberAfter("n = argv[argc] == 0;", {"a"}), "1");
  EXPECT_EQ(numberAfter("n = argv[0] != 0;", {"a"}), "1");
}

/// Without known arguments these loops have no end.
TEST(MainArguments, EndLoops) {
  for (const char *Loop : {"int i = 1; while (1) { if (i == argc) break; n = atoi(argv[i]); ++i; }",
                           "for (int i = 1;;) { n = atoi(argv[i]); if (++i >= argc) break; }"})
    EXPECT_EQ(numberAfter(Loop, {"3", "5"}), "5") << Loop;
}

TEST(MainArguments, NameOfTheProgramIsNotKnown) {
  EXPECT_EQ(numberAfter("n = argv[0][0];", {"a"}), "_");
  EXPECT_EQ(numberAfter("n = strlen(argv[0]);", {"a"}), "_");
}

TEST(MainArguments, AreReadCharacterByCharacter) {
  EXPECT_EQ(numberAfter("n = argv[1][0] == '-' && argv[1][1] == 'n' && argv[1][2] == 0;", {"-n"}),
            "1");
  EXPECT_EQ(numberAfter("n = 0; for (char *c = argv[1]; *c; ++c) n = n * 10 + *c - '0';", {"1024"}),
            "1024");
  EXPECT_EQ(numberAfter("n = *argv[2];", {"", "A"}), "65");
  // A char is signed.
  EXPECT_EQ(numberAfter("n = argv[1][0];", {"\xff"}), "-1");
}

TEST(MainArguments, MayBeLong) {
  std::string Long(100000, 'x');
  EXPECT_EQ(numberAfter("n = strlen(argv[1]) + argc;", {Long}), "_");
  EXPECT_EQ(numberAfter("n = atoi(argv[2]);", {Long, "5"}), "5");
  EXPECT_EQ(numberAfter("n = argc;", Words(100000, "a")), "100001");
  EXPECT_THAT(launchesInMain("k<<<1, 32>>>(p, atoi(argv[1]));", "", Words{"7", Long, Long}),
              ElementsAre("grid=1,1,1 block=32,1,1 shared=0 args=_,7 when main is called with the "
                          "arguments 7 ..."));
}

TEST(MainArguments, SelectBranches) {
  std::string Usage = "if (argc < 2) { printf(\"usage: %s n\\n\", argv[0]); exit(1); } n = 7;";
  EXPECT_EQ(numberAfter(Usage, {"a"}), "7");
  EXPECT_EQ(numberAfter("if (argc > 1) n = 5; else n = 6;", {}), "6");
}

TEST(MainArguments, AreConvertedToNumbers) {
  EXPECT_EQ(numberAfter("n = atoi(argv[1]);", {"1024"}), "1024");
  EXPECT_EQ(numberAfter("n = atoi(argv[1]);", {" -12abc"}), "-12");
  EXPECT_EQ(numberAfter("n = atoi(argv[1]);", {"abc"}), "0");
  // Which number this is, the C standard does not say.
  EXPECT_EQ(numberAfter("n = atoi(argv[1]);", {"99999999999"}), "_");
  EXPECT_EQ(numberAfter("n = atoll(argv[1]) / 1000;", {"9000000000"}), "9000000");
  EXPECT_EQ(numberAfter("n = atof(argv[1]) * 4;", {"2.5e1"}), "100");
  EXPECT_EQ(numberAfter("n = strtod(argv[1], 0) * 2;", {"1.5"}), "3");
}

TEST(MainArguments, StrtolTakesTheNearestNumber) {
  EXPECT_EQ(numberAfter("n = strtol(argv[1], 0, 16);", {"0x20"}), "32");
  EXPECT_EQ(numberAfter("n = strtol(argv[1], 0, 0);", {"010"}), "8");
  EXPECT_EQ(
      numberAfter("n = strtol(argv[1], 0, 10) == 9223372036854775807;", {"99999999999999999999"}),
      "1");
  EXPECT_EQ(numberAfter("n = strtoul(argv[1], 0, 10) == ~0ul;", {"-1"}), "1");
  EXPECT_EQ(numberAfter("n = strtol(argv[1], 0, 1);", {"1"}), "_");
}

TEST(MainArguments, StrtolSaysWhereItEnds) {
  std::string Checked = "char *end; n = strtol(argv[1], &end, 10); if (*end != 0) n = -2;";
  EXPECT_EQ(numberAfter(Checked, {"64"}), "64");
  EXPECT_EQ(numberAfter(Checked, {"64k"}), "-2");
  EXPECT_EQ(numberAfter("char *end; n = strtol(argv[1], &end, 10); if (*end == 'x') "
                        "n += strtol(end + 1, &end, 10);",
                        {"64x32"}),
            "96");
}

TEST(MainArguments, AreCompared) {
  EXPECT_EQ(numberAfter("n = strcmp(argv[1], \"fast\") == 0;", {"fast"}), "1");
  EXPECT_EQ(numberAfter("n = strcmp(argv[1], \"fast\") == 0;", {"faster"}), "0");
  EXPECT_EQ(numberAfter("n = strcmp(argv[1], \"b\") < 0;", {"a"}), "1");
  EXPECT_EQ(numberAfter("n = !strncmp(argv[1], \"--n=\", 4) ? atoi(argv[1] + 4) : 0;", {"--n=9"}),
            "9");
  EXPECT_EQ(numberAfter("n = strcasecmp(argv[1], \"FAST\") == 0;", {"fasT"}), "1");
  // How much they differ by is not known.
  EXPECT_EQ(numberAfter("n = strcmp(argv[1], \"b\");", {"a"}), "_");
}

TEST(MainArguments, AreSearched) {
  EXPECT_EQ(numberAfter("n = strlen(argv[1]);", {"four"}), "4");
  EXPECT_EQ(numberAfter("n = atoi(strchr(argv[1], '=') + 1);", {"--n=12"}), "12");
  EXPECT_EQ(numberAfter("n = strchr(argv[1], '=') == 0;", {"n"}), "1");
  EXPECT_EQ(numberAfter("n = strrchr(argv[1], '.') - argv[1];", {"a.b.c"}), "3");
  EXPECT_EQ(numberAfter("n = strstr(argv[1], \"size\") != 0;", {"--size"}), "1");
  EXPECT_EQ(numberAfter("n = isdigit(argv[1][0]) ? toupper(argv[1][1]) : 0;", {"1a"}), "65");
}

TEST(MainArguments, OptionsInALoop) {
  std::string Loop = "int block = 0; for (int i = 1; i < argc; ++i) {"
                     "  if (!strcmp(argv[i], \"-n\") && i + 1 < argc) n = atoi(argv[++i]);"
                     "  else if (!strcmp(argv[i], \"--double\")) block = 2;"
                     "  else exit(1); }"
                     "n += block;";
  EXPECT_EQ(numberAfter(Loop, {"-n", "40", "--double"}), "42");
  EXPECT_EQ(numberAfter(Loop, {"--double"}), "1");
}

TEST(MainArguments, PrintingChangesNothing) {
  EXPECT_EQ(numberAfter("printf(\"%s %d\\n\", argv[1], argc); n = atoi(argv[1]);", {"5"}), "5");
  // This conversion stores how much was printed.
  EXPECT_EQ(numberAfter("int m = 3; printf(\"%d%n\", argc, &m); n = m;", {"5"}), "_");
}

TEST(MainArguments, AreChangedByTheProgram) {
  EXPECT_EQ(numberAfter("argv[1][1] = '7'; n = atoi(argv[1]);", {"123"}), "173");
  EXPECT_EQ(numberAfter("++argv; --argc; n = atoi(argv[1]) + argc;", {"x", "10"}), "12");
  EXPECT_EQ(numberAfter("strcpy(argv[1], \"9\"); n = atoi(argv[1]);", {"123"}), "_");
  EXPECT_EQ(numberAfter("shuffle(argv); n = atoi(argv[1]);", {"123"}, "void shuffle(char **);"),
            "_");
  EXPECT_EQ(numberAfter("char *s = strdup(argv[1]); s[0] = '9'; n = atoi(s);", {"123"}), "_");
  EXPECT_EQ(numberAfter("n = atoi(strdup(argv[1]));", {"123"}), "123");
  EXPECT_EQ(numberAfter("char *a = strdup(argv[1]), *b = strdup(argv[2]); scanf(\"%ld\", &n);"
                        "*(n ? a : b) = '9'; n = atoi(a);",
                        {"123", "4"}),
            "_");
}

TEST(MainArguments, AreScanned) {
  std::string Scan = "int m = 0; if (sscanf(argv[1], \"%d\", &m) != 1) exit(1); n = m;";
  EXPECT_EQ(numberAfter(Scan, {" 77x"}), "77");
  EXPECT_EQ(numberAfter("int a, b; if (sscanf(argv[1], \"%dx%d\", &a, &b) == 2) n = a * 100 + b;",
                        {"16x8"}),
            "1608");
  EXPECT_EQ(
      numberAfter("int a = 1, b = 2; n = 10 * sscanf(argv[1], \"%d,%d\", &a, &b) + b;", {"16;8"}),
      "12");
  EXPECT_EQ(numberAfter("int a = 1; n = sscanf(argv[1], \"%d\", &a);", {""}), "-1");
  EXPECT_EQ(numberAfter("float f; sscanf(argv[1], \"%f\", &f); n = f * 2;", {"1.5"}), "3");
  // A string that is read is not followed.
  EXPECT_EQ(numberAfter("char s[8]; int a = 1; sscanf(argv[1], \"%s %d\", s, &a); n = a;", {"x 3"}),
            "_");
}

TEST(MainArguments, Getopt) {
  std::string Loop =
      "int c, verbose = 0; n = 0; while ((c = getopt(argc, argv, \"n:vo::\")) != -1)"
      "  switch (c) { case 'n': n += atoi(optarg); break; case 'v': ++verbose; break;"
      "  case 'o': n += optarg ? 1000 * atoi(optarg) : 5000; break;"
      "  case '?': n = -7; } "
      "n = 10 * n + verbose; if (optind < argc) n += 100000 * atoi(argv[optind]);";
  EXPECT_EQ(numberAfter(Loop, {"-n", "12"}), "120");
  EXPECT_EQ(numberAfter(Loop, {"-n12", "-vv"}), "122");
  EXPECT_EQ(numberAfter(Loop, {"-vn4"}), "41");
  EXPECT_EQ(numberAfter(Loop, {"-o3", "-o"}), "80000");
  // What is not an option is moved behind those.
  EXPECT_EQ(numberAfter(Loop, {"8", "-n", "12", "-v"}), "800121");
  EXPECT_EQ(numberAfter(Loop, {"-v", "--", "-n"}), "1");
  EXPECT_EQ(numberAfter(Loop, {"-x"}), "-70");
  EXPECT_EQ(numberAfter(Loop, {"-n"}), "-70");
}

TEST(MainArguments, GetoptLong) {
  std::string Options = "static int fast; static struct option all[] = {{\"size\", 1, 0, 's'}, "
                        "{\"fast\", 0, &fast, 1}, {\"block\", 1, 0, 'b'}, {0, 0, 0, 0}};";
  std::string Loop = "int c; n = 0; while ((c = getopt_long(argc, argv, \"s:\", all, 0)) != -1)"
                     "  if (c == 's') n += atoi(optarg); else if (c == 'b') n += 1000 * "
                     "atoi(optarg); else if (c != 0) n = -7;"
                     "n = 10 * n + fast;";
  for (const std::string &Body : {Options + Loop, Loop}) {
    std::string Declarations = Body == Loop ? Options : "";
    EXPECT_EQ(numberAfter(Body, {"--size", "12"}, Declarations), "120");
    EXPECT_EQ(numberAfter(Body, {"--size=3", "-s4", "--fast"}, Declarations), "71");
    EXPECT_EQ(numberAfter(Body, {"--blo", "2"}, Declarations), "20000");
    EXPECT_EQ(numberAfter(Body, {"--unknown"}, Declarations), "-70");
  }
}

TEST(MainArguments, GetoptOfOthersIsNotKnown) {
  EXPECT_EQ(numberAfter("parse(argc, argv); n = optind;", {"-n"}, "void parse(int, char **);"),
            "_");
  EXPECT_EQ(numberAfter("n = getopt(argc, argv, \"-n:\"); n = optind;", {"-n", "3"}), "_");
}

TEST(MainArguments, StringObjects) {
  auto Number = [](const std::string &Body, const Words &Arguments) {
    std::vector<std::string> All =
        launchesOfK("#include <string>\n#include <vector>\n__global__ void k(long n) {}\n"
                    "int main(int argc, char **argv) { long n = -1; " +
                        Body + " k<<<1, 32>>>(n); }",
                    /*WithLibraryHeaders=*/true, Arguments);
    return llvm::join(All, "; ");
  };
  auto Known = [](const std::string &Value, const std::string &Text) {
    return "grid=1,1,1 block=32,1,1 shared=0 args=" + Value +
           " when main is called with the arguments " + Text;
  };
  EXPECT_EQ(
      Number("std::string s = argv[1]; n = s == \"fast\" ? 1 : s != std::string(\"slow\") ? 2 "
             ": 3;",
             {"slow"}),
      Known("3", "slow"));
  EXPECT_EQ(Number("std::string s(argv[1]), t; t = s; n = t.size() + atoi(t.c_str()) + "
                   "(t[0] == '1') + t.empty();",
                   {"12"}),
            Known("15", "12"));
  EXPECT_EQ(Number("n = std::stoi(argv[1]) + std::stoul(std::string(argv[2]));", {"12", "30"}),
            Known("42", "12 30"));
  EXPECT_EQ(Number("n = std::stod(argv[1]) * 2;", {"1.5"}), Known("3", "1.5"));
  EXPECT_EQ(Number("std::string s, t = argv[1]; s = std::string(argv[2]); n = std::stoi(s);"
                   "s = std::move(t); n += 10 * std::stoi(s);",
                   {"12", "3"}),
            Known("123", "12 3"));
  EXPECT_EQ(Number("std::string t = argv[1], s = std::move(t); n = t.size();", {"12"}),
            Known("_", "12"));
  EXPECT_EQ(Number("std::string s = argv[1]; if (s.rfind(\"--n=\", 0) == 0) n = "
                   "std::stoi(s.substr(4)); if (s.find(\"x\") == std::string::npos) n += 100;",
                   {"--n=12"}),
            Known("112", "--n=12"));
  EXPECT_EQ(
      Number("std::string s = argv[1]; size_t at = s.find('='); std::string a = s.substr(0, at)"
             ", b = s.substr(at + 1); n = b < a && a + '=' + b == s ? std::stoi(b, &at, 16) "
             "+ at * 1000 : 0;",
             {"n=1f"}),
      Known("2031", "n=1f"));
  EXPECT_EQ(Number("std::string s = argv[1]; s += \"0\"; s.push_back('1'); s = '4' + s + "
                   "std::to_string(argc); n = std::stoi(s);",
                   {"12"}),
            Known("412012", "12"));
  EXPECT_EQ(Number("std::string s = argv[1]; n = s.find_first_of(\",x\") * 10 + "
                   "s.find_last_not_of(\"0123456789\") + 100 * (s.find('z') == s.npos);",
                   {"16x8,4"}),
            Known("124", "16x8,4"));
  // What changes it otherwise is not followed.
  EXPECT_EQ(Number("std::string s = argv[1]; s.insert(0, \"9\"); n = std::stoi(s);", {"12"}),
            Known("_", "12"));
  EXPECT_EQ(Number("std::string s = argv[1]; s[0] = '9'; n = std::stoi(s);", {"12"}),
            Known("_", "12"));
  EXPECT_EQ(
      Number("std::vector<char *> v(argv, argv + argc); v[1][0] = '9'; n = atoi(argv[1]);", {"12"}),
      Known("_", "12"));
  // A container holds copies.
  EXPECT_EQ(Number("std::string s(argv[1], argv[1] + 1); n = atoi(argv[1]);", {"12"}),
            Known("12", "12"));
  // An exception ends the program: what is launched with other arguments remains.
  EXPECT_EQ(Number("n = std::stoi(argv[1]);", {"x"}), "grid=1,1,1 block=32,1,1 shared=0 args=_");
  EXPECT_EQ(Number("try { n = std::stoi(argv[1]); } catch (...) { n = 5; }", {"x"}),
            Known("5", "x"));
}

struct StreamCase {
  std::string Body, Text, Number;
};

/// What the bodies leave in `n`, each with a stream `in` of its text.
void expectNumbers(llvm::ArrayRef<StreamCase> Cases) {
  std::string Body;
  Words Texts, Expected, Found;
  for (const StreamCase &Case : Cases) {
    Texts.push_back(Case.Text);
    Body += "{ char *text = argv[" + std::to_string(Texts.size()) +
            "]; std::istringstream in(text); long n = -1; int m = -2; " + Case.Body + " k<<<" +
            std::to_string(Texts.size()) + ", 32>>>(n); }\n";
    Expected.push_back(Case.Number + ": " + Case.Body);
  }
  std::vector<std::string> All = launchesOfK("#include <sstream>\n__global__ void k(long n) {}\n"
                                             "int main(int argc, char **argv) {" +
                                                 Body + "}",
                                             /*WithLibraryHeaders=*/true, Texts);
  ASSERT_EQ(All.size(), Cases.size());
  for (const auto &[Launch, Case] : llvm::zip(All, Cases)) {
    llvm::StringRef Text = Launch;
    Found.push_back(Text.split("args=").second.split(" when").first.str() + ": " + Case.Body);
  }
  EXPECT_EQ(Found, Expected);
}

TEST(MainArguments, AreReadFromStreams) {
  expectNumbers({
      {"in >> n;", " \t12 ", "12"},
      {"in >> m >> n; n = n * 100 + m; if (in) n += 10000; if (in.eof()) n += 20000;", "+7 -08x",
       "9207"},
      {"in >> m >> n; n = n * 100 + m; if (in) n += 10000; if (in.eof()) n += 20000;", "7 8",
       "30807"},
      {"n = !(in >> m) ? m : 5;", "x", "0"},
      {"in >> n; if (!(in >> m)) n = n * 10 + m;", "12 ", "118"},
      {"in >> m; if (in.fail() && !in.eof()) n = m - 1 == 2147483646;", "3000000000 1", "1"},
      {"unsigned short u = 1; in >> u; n = u;", "99999999999999999999999", "65535"},
      {"char x; in >> n >> x >> m; n = n * m + x;", "16 x 8", "248"},
      {"float f; double d; in >> f >> d; n = f * 4 + d;", "1.5 2e1", "26"},
      {"std::string w; n = 0; while (std::getline(in, w, ',')) n = n * 10 + w.size();", "ab,,c,",
       "201"},
      {"std::string w; n = 0; while (in >> w) n = n * 10 + w.size();", " ab c ", "21"},
      {"std::stringstream s; s << text << ' ' << 2; s >> n >> m; n += m;", "40", "42"},
      {"n = std::istringstream(text) >> m ? m : 0;", "40", "40"},
      {"std::istream &other = in; other >> m; in >> n;", "1 2", "2"},
  });
}

TEST(MainArguments, OtherUsesOfStreamsAreNotFollowed) {
  expectNumbers({
      {"in >> std::hex >> n;", "12", "_"},
      {"in.setf(std::ios::hex, std::ios::basefield); in >> n;", "12", "_"},
      {"char x = in.get(); in >> n;", "12", "_"},
      {"in.rdbuf()->sbumpc(); in >> n;", "12", "_"},
      {"auto *buffer = in.rdbuf(); in >> m; buffer->pubseekpos(0); in >> n;", "1 2", "_"},
      {"std::istringstream moved = std::move(in); in >> n;", "12", "_"},
      {"std::stringstream s(text); s << \"9\"; s >> n;", "12", "_"},
      {"in.clear(); in >> n;", "12", "_"},
      {"unsigned u; in >> u; n = u;", "-1", "_"},
      {"float f; in >> f; n = f;", "1x", "_"},
  });
}

TEST(MainArguments, OfOtherKernelsAnyAreTaken) {
  std::string Source = "template <int N> __global__ void k(int n) {}\n"
                       "int main(int argc, char **argv) {\n"
                       "  if (argc > 2) k<2><<<2, 64>>>(atoi(argv[1]));\n"
                       "  else k<1><<<1, 32>>>(atoi(argv[1])); k<1><<<3, 96>>>(argc); }";
  // k<1> is launched twice, k<2> is not.
  EXPECT_THAT(launchesOfK(Source, /*WithLibraryHeaders=*/false, Words{"7"}),
              ElementsAre("grid=2,1,1 block=64,1,1 shared=0 args=_",
                          "grid=1,1,1 block=32,1,1 shared=0 args=7 when main is called with the "
                          "arguments 7",
                          "grid=3,1,1 block=96,1,1 shared=0 args=2 when main is called with the "
                          "arguments 7"));
  EXPECT_THAT(launchesOfK(Source, /*WithLibraryHeaders=*/false, Words{"7", "8"}),
              ElementsAre("grid=2,1,1 block=64,1,1 shared=0 args=7 when main is called with the "
                          "arguments 7 8",
                          "grid=3,1,1 block=96,1,1 shared=0 args=3 when main is called with the "
                          "arguments 7 8"));
}

TEST(MainArguments, ThatDecideNothingAreNotNamed) {
  EXPECT_THAT(launchesInMain("k<<<4, 64>>>(p, 3);", "", Words{"7"}),
              ElementsAre("grid=4,1,1 block=64,1,1 shared=0 args=_,3"));
}

} // namespace
