//===- CompileArgumentsTest.cpp - nvcc's options --------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Frontend/CompileArguments.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

namespace {

TranslatedArguments translate(std::vector<std::string> Arguments, llvm::StringRef Folder = "") {
  llvm::vfs::InMemoryFileSystem Empty;
  return translateCompileArguments(Arguments, Folder, Empty);
}

TEST(CompileArgumentsTest, KeepsFoldersMacrosAndStandard) {
  EXPECT_THAT(translate({"-Iinclude", "-I", "more", "-DN=3", "-D", "M", "-UX", "-std=c++14",
                         "-isystem", "sys", "-include", "first.h"})
                  .ClangArguments,
              ElementsAre("-I", "include", "-I", "more", "-D", "N=3", "-D", "M", "-U", "X",
                          "-std=c++14", "-isystem", "sys", "-include", "first.h"));
}

TEST(CompileArgumentsTest, TheLanguageMayBeCuda) {
  EXPECT_TRUE(translate({"-x", "cu"}).SaysCuda);
  EXPECT_TRUE(translate({"-O2", "--language=cuda"}).SaysCuda);
  EXPECT_FALSE(translate({"-xc", "-DN"}).SaysCuda);
}

TEST(CompileArgumentsTest, ForcedIncludesAsEitherCompilerTakesThem) {
  EXPECT_THAT(
      translate({"-includea.h", "--include=b.h", "--include", "c.h", "-include=d.h"})
          .ClangArguments,
      ElementsAre("-include", "a.h", "-include", "b.h", "-include", "c.h", "-include", "d.h"));
  EXPECT_THAT(translate({"-include-pch", "a.pch", "-DN"}).ClangArguments, ElementsAre("-D", "N"));
}

TEST(CompileArgumentsTest, WhichOptionsWantAValue) {
  for (const char *Option : {"-include", "--include", "--pre-include", "-I", "-D", "-Xcompiler"})
    EXPECT_TRUE(wantsValue(Option)) << Option;
  // Clang's -Werror has none, nvcc's value concerns nobody.
  for (const char *Option : {"-Iinclude", "-include=a.h", "-G", "-Werror", "--", "a.cu", ""})
    EXPECT_FALSE(wantsValue(Option)) << Option;
}

TEST(CompileArgumentsTest, TranslatesLongNames) {
  EXPECT_THAT(
      translate({"--include-path=a,b", "--define-macro", "N=1", "--std", "c++20"}).ClangArguments,
      ElementsAre("-I", "a", "-I", "b", "-D", "N=1", "-std=c++20"));
}

TEST(CompileArgumentsTest, APathInQuotesMayHaveCommas) {
  TranslatedArguments Translated = translate({"-I\"a,b\",c", "-isystem", "\"/x,y\"", "-I", "\"d"});
  EXPECT_THAT(Translated.ClangArguments,
              ElementsAre("-I", "a,b", "-I", "c", "-isystem", "/x,y", "-I", "\"d"));
  EXPECT_THAT(Translated.NvccArguments,
              ElementsAre("-I", "\"a,b\"", "-I", "c", "-isystem", "\"/x,y\"", "-I", "\"d"));
}

// Of a database.
TEST(CompileArgumentsTest, AFolderWithACommaIsOneFolder) {
  TranslatedArguments Translated = translate({"-Iinc"}, "/a,b");
  EXPECT_THAT(Translated.ClangArguments, ElementsAre("-I", "/a,b/inc"));
  EXPECT_THAT(Translated.NvccArguments, ElementsAre("-I", "\"/a,b/inc\""));
}

TEST(CompileArgumentsTest, DropsWhatDoesNotConcernTheParse) {
  EXPECT_THAT(translate({"-c",
                         "-o",
                         "x.o",
                         "-O3",
                         "-lineinfo",
                         "-g",
                         "-MD",
                         "-MF",
                         "x.d",
                         "-MT",
                         "x.o",
                         "-ccbin",
                         "g++",
                         "-Xptxas",
                         "-v",
                         "-Xlinker=-rpath,/lib",
                         "-maxrregcount",
                         "32",
                         "-t",
                         "4",
                         "--default-stream",
                         "per-thread",
                         "-lm",
                         "-L/lib",
                         "-x",
                         "cu",
                         "--cudart=static",
                         "-m64",
                         "--never-heard-of",
                         "kernel.cu",
                         "-Wno-deprecated-gpu-targets"})
                  .ClangArguments,
              IsEmpty());
}

TEST(CompileArgumentsTest, ADroppedOptionDoesNotEatTheNextOption) {
  // nvcc's -Werror has a value, Clang's has none.
  EXPECT_THAT(translate({"-Werror", "-Iinclude"}).ClangArguments, ElementsAre("-I", "include"));
  EXPECT_THAT(translate({"-Werror", "all-warnings", "-DN"}).ClangArguments, ElementsAre("-D", "N"));
  // The value of -Xptxas is an option by intent.
  EXPECT_THAT(translate({"-Xptxas", "-DN"}).ClangArguments, IsEmpty());
}

TEST(CompileArgumentsTest, FindsTheDevices) {
  EXPECT_THAT(translate({"-arch=sm_80"}).Architectures, ElementsAre("sm_80"));
  EXPECT_THAT(translate({"-arch", "sm_75"}).Architectures, ElementsAre("sm_75"));
  EXPECT_THAT(translate({"-gencode", "arch=compute_80,code=sm_86",
                         "--generate-code=arch=compute_90,code=[sm_90,compute_90]"})
                  .Architectures,
              ElementsAre("compute_80", "compute_90"));
  EXPECT_THAT(translate({"--cuda-gpu-arch=sm_70"}).Architectures, ElementsAre("sm_70"));
  EXPECT_THAT(translate({"-arch=native", "-arch=all-major"}).Architectures, IsEmpty());
}

TEST(CompileArgumentsTest, SetsTheMacrosThatOptionsImply) {
  EXPECT_THAT(translate({"-dc", "--use_fast_math", "--expt-relaxed-constexpr", "--extended-lambda"})
                  .ClangArguments,
              ElementsAre("-D__CUDACC_RDC__=1", "-fgpu-rdc", "-D__USE_FAST_MATH__=1",
                          "-D__CUDACC_RELAXED_CONSTEXPR__=1", "-D__CUDACC_EXTENDED_LAMBDA__=1"));
  EXPECT_THAT(translate({"-rdc=true"}).ClangArguments,
              ElementsAre("-D__CUDACC_RDC__=1", "-fgpu-rdc"));
  EXPECT_THAT(translate({"-rdc", "false"}).ClangArguments, IsEmpty());
}

TEST(CompileArgumentsTest, LooksIntoTheHostCompilersOptions) {
  EXPECT_THAT(translate({"-Xcompiler", "-fPIC,-DHOST=1", "-Xcompiler=-Wall,-O3",
                         "--compiler-options", "-Iinclude"})
                  .ClangArguments,
              ElementsAre("-D", "HOST=1", "-I", "include"));
}

TEST(CompileArgumentsTest, AValueOfTheHostCompilersOptionsIsInTheNextOne) {
  TranslatedArguments Translated = translate({"-Xcompiler", "-include", "-Xcompiler", "a.h", "-DN",
                                              "-Xcompiler=-isystem", "--compiler-options", "b"});
  EXPECT_THAT(Translated.ClangArguments,
              ElementsAre("-include", "a.h", "-D", "N", "-isystem", "b"));
  EXPECT_THAT(Translated.NvccArguments,
              ElementsAre("-Xcompiler", "-include", "-Xcompiler", "a.h", "-D", "N", "-Xcompiler",
                          "-isystem", "-Xcompiler", "b"));
}

TEST(CompileArgumentsTest, DropsAStandardThatIsNone) {
  EXPECT_THAT(translate({"-std=c++99"}).ClangArguments, IsEmpty());
}

TEST(CompileArgumentsTest, TakesRelativePathsFromTheFolder) {
  EXPECT_THAT(translate({"-Iinclude", "-I/usr/include", "-DN"}, "/project").ClangArguments,
              ElementsAre("-I", "/project/include", "-I", "/usr/include", "-D", "N"));
}

TEST(CompileArgumentsTest, ReadsResponseFiles) {
  llvm::vfs::InMemoryFileSystem Files;
  Files.addFile("/project/a.rsp", 0, llvm::MemoryBuffer::getMemBuffer("-DA '-DB=x y' @b.rsp"));
  Files.addFile("/project/b.rsp", 0, llvm::MemoryBuffer::getMemBuffer("-Iinc @a.rsp"));
  std::vector<std::string> Arguments = {"--options-file", "a.rsp"};
  std::vector<std::string> Result =
      translateCompileArguments(Arguments, "/project", Files).ClangArguments;
  // The files name each other: the reading ends nevertheless.
  ASSERT_GE(Result.size(), 6u);
  EXPECT_THAT(llvm::ArrayRef(Result).take_front(6),
              ElementsAre("-D", "A", "-D", "B=x y", "-I", "/project/inc"));
}

TEST(CompileArgumentsTest, ReadsFewResponseFiles) {
  llvm::vfs::InMemoryFileSystem Files;
  Files.addFile("/a.rsp", 0, llvm::MemoryBuffer::getMemBuffer("-DA @/a.rsp @/a.rsp"));
  std::vector<std::string> Arguments = {"@/a.rsp"};
  // Read as often as they are named, 16 deep, the file would be read 65,536 times.
  EXPECT_LE(translateCompileArguments(Arguments, "", Files).ClangArguments.size(), 2000u);
}

std::vector<std::string> forNvcc(std::vector<std::string> Arguments, llvm::StringRef Folder = "") {
  return translate(std::move(Arguments), Folder).NvccArguments;
}

TEST(CompileArgumentsTest, KeepsForNvccWhatMakesTheProgram) {
  EXPECT_THAT(forNvcc({"-DN=3", "--define-macro=M", "-O2", "-rdc=true", "-lcublas", "-Xcompiler",
                       "-fopenmp,-Wall", "--expt-relaxed-constexpr", "-use_fast_math",
                       "-maxrregcount=32", "-ccbin", "g++-12", "-std=c++14"}),
              ElementsAre("-D", "N=3", "-D", "M", "-O2", "-rdc", "true", "-l", "cublas",
                          "-Xcompiler", "-fopenmp,-Wall", "--expt-relaxed-constexpr",
                          "-use_fast_math", "-maxrregcount", "32", "-ccbin", "g++-12",
                          "-std=c++14"));
}

TEST(CompileArgumentsTest, TellsNvccNeitherFilesNorDevices) {
  EXPECT_THAT(forNvcc({"-c", "a.cu", "-o", "a.o", "-x", "cu", "-MD", "-MF", "a.d", "-lineinfo",
                       "-gencode", "arch=compute_80,code=sm_80", "-arch=sm_90", "-keep"}),
              IsEmpty());
}

TEST(CompileArgumentsTest, SpellsClangsOptionsForNvcc) {
  EXPECT_THAT(forNvcc({"-Wall", "-fPIC", "--cuda-gpu-arch=sm_90", "-nocudalib", "-std=gnu++1z",
                       "-pthread", "-Xclang", "-foo", "-iquote", "own", "-fgpu-rdc"},
                      "/b"),
              ElementsAre("-std=c++17", "-Xcompiler", "-pthread", "-Xcompiler", "-iquote",
                          "-Xcompiler", "/b/own", "-rdc=true"));
}

TEST(CompileArgumentsTest, TakesRelativePathsForNvccFromTheFolder) {
  EXPECT_THAT(
      forNvcc({"-Iinc,more", "-isystem=/s", "-include", "vector", "-Llib", "-ccbin=t/g++"}, "/b"),
      ElementsAre("-I", "/b/inc", "-I", "/b/more", "-isystem", "/s", "-include", "vector", "-L",
                  "/b/lib", "-ccbin", "/b/t/g++"));
}

TEST(CompileArgumentsTest, SaysWhichOptionsWouldBeDropped) {
  llvm::vfs::InMemoryFileSystem Files;
  Files.addFile("/opts", 0, llvm::MemoryBuffer::getMemBufferCopy("@/inner -std=foo"));
  auto Problem = [&](std::vector<std::string> Arguments) {
    return llvm::toString(checkCompileArguments(Arguments, Files));
  };
  EXPECT_EQ(Problem({"-DN", "@/none", "-std=foo"}),
            "cannot read the options file '/none': No such file or directory");
  EXPECT_EQ(Problem({"-optf", "/opts,/more"}),
            "cannot read the options file '/more': No such file or directory");
  EXPECT_EQ(Problem({"--std", "c++99"}),
            "'c++99' is not a language standard (expected one such as c++17)");
  EXPECT_EQ(Problem({"-std=c++17", "@/opts", "-Xcompiler", "-std=foo", "-unknown"}), "");
}

TEST(CompileArgumentsTest, EndsWithAnOptionThatLacksItsValue) {
  EXPECT_THAT(translate({"-o"}).ClangArguments, IsEmpty());
  EXPECT_THAT(translate({"-gencode"}).Architectures, IsEmpty());
}

TEST(CompileArguments, AreToldFromOptionsOfOthers) {
  for (const char *Option : {"-I", "-Iinc", "-O3", "-gencode", "-arch=sm_90", "-Xcompiler", "-Wall",
                             "-fopenmp", "--expt-relaxed-constexpr", "-lineinfo"})
    EXPECT_TRUE(isCompileOption(Option)) << Option;
  for (const char *Option : {"--format=json", "-Z", "a.cu", "-", ""})
    EXPECT_FALSE(isCompileOption(Option)) << Option;
}

} // namespace
