//===- FrontendTest.cpp - From source to tree -----------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Frontend/Frontend.h"

#include "ParsedKernels.h"
#include "cuda-memlint/Frontend/FileReads.h"
#include "cuda-memlint/Frontend/HostHeaders.h"
#include "cuda-memlint/Frontend/Toolkit.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;
using ::testing::HasSubstr;

namespace {

std::unique_ptr<ParsedFile> parse(llvm::StringRef Source, FrontendOptions Options = {}) {
  if (Options.Toolkit == ToolkitMode::Auto)
    Options.Toolkit = ToolkitMode::Embedded;
  // The machine's own headers are the business of other tests.
  Options.ForceEmbeddedHostHeaders = true;
  return llvm::cantFail(parseCudaSource("kernel.cu", Source, Options));
}

std::string failure(llvm::StringRef Path, const FrontendOptions &Options) {
  llvm::Expected<std::unique_ptr<ParsedFile>> Result = parseCudaFile(Path, Options);
  return Result ? "" : llvm::toString(Result.takeError());
}

TEST(FrontendTest, FindsKernelsAndLaunchesInOneTree) {
  auto File = parse(R"(
    __global__ void scale(float *p, float f) { p[blockIdx.x * blockDim.x + threadIdx.x] *= f; }
    int main() {
      float *p;
      cudaMalloc(&p, 1024);
      scale<<<dim3(4, 2), 256>>>(p, 2.0f);
    })");
  EXPECT_EQ(errorText(*File), "");
  EXPECT_TRUE(File->wholeParsed());
  ParsedKernels Found(*File);
  ASSERT_EQ(Found.Kernels.size(), 1u);
  ASSERT_EQ(Found.Launches.size(), 1u);
  EXPECT_EQ(Found.Launches[0]->getDirectCallee(), Found.Kernels[0]);
  EXPECT_TRUE(File->context().getLangOpts().CUDAIsDevice);
}

std::unique_ptr<ParsedFile> parseAs(llvm::StringRef Path, llvm::StringRef Source,
                                    std::vector<std::string> Arguments = {}) {
  FrontendOptions Options;
  Options.Toolkit = ToolkitMode::Embedded;
  Options.ForceEmbeddedHostHeaders = true;
  Options.CompileArguments = std::move(Arguments);
  return llvm::cantFail(parseCudaSource(Path, Source, Options));
}

TEST(FrontendTest, ReadsFilesOfCAsC) {
  constexpr llvm::StringLiteral Source = "int twice(a) int a; { int new = a; return new * 2; }\n";
  EXPECT_EQ(errorText(*parseAs("host.c", Source)), "");
  EXPECT_EQ(errorText(*parseAs("host.c", Source, {"-std=c++14"})), "");
  EXPECT_FALSE(parseAs("host.c", Source)->context().getLangOpts().CPlusPlus);
  EXPECT_NE(errorText(*parseAs("host.c", Source, {"-std=c23"})), "");
  EXPECT_NE(errorText(*parseAs("host.c", Source, {"-x", "cu"})), "");
  EXPECT_NE(errorText(*parseAs("host.cpp", Source)), "");
}

TEST(FrontendTest, WhatCppRefusesInAFileOfCIsNoError) {
  auto File = parseAs("host.c", "#include <cuda_runtime.h>\n"
                                "#include <stdlib.h>\n"
                                "int main(void) { float *p = malloc(4); return !p; }\n");
  EXPECT_EQ(errorText(*File), "");
}

TEST(FrontendTest, NoKernelIsInAFileOfTheHost) {
  constexpr llvm::StringLiteral Source = "#include <nobodys.h>\nint a = nobodys;\n";
  for (llvm::StringRef Path : {"host.c", "host.cpp", "host.cc"}) {
    auto File = parseAs(Path, Source);
    EXPECT_FALSE(File->wholeParsed());
    EXPECT_TRUE(File->kernelsParsed()) << Path.str();
  }
  EXPECT_FALSE(parseAs("kernel.cu", Source)->kernelsParsed());
  EXPECT_FALSE(parseAs("host.cpp", Source, {"-x", "cu"})->kernelsParsed());
  EXPECT_FALSE(parseAs("host.cpp", (Source + "__global__ void k() {}\n").str())->kernelsParsed());
}

TEST(FrontendTest, InstantiatesTheTemplatesThatAreLaunched) {
  auto File = parse(R"(
    template <class T, int N> __global__ void fill(T *p) { p[threadIdx.x * N] = T(); }
    void run(float *f, double *d) { fill<float, 2><<<1, 32>>>(f); fill<double, 1><<<1, 32>>>(d); })");
  EXPECT_EQ(errorText(*File), "");
  EXPECT_EQ(ParsedKernels(*File).Kernels.size(), 2u);
}

TEST(FrontendTest, GoesOnAfterAMissingInclude) {
  auto File = parse(R"(
    #include "no_such_header.h"
    template <class T> __device__ T twice(T x) { return x + x; }
    template <class T> __global__ void kernel(T *p) { p[threadIdx.x] = twice(p[threadIdx.x]); }
    void run(float *p) { kernel<<<1, 32>>>(p); })");
  ASSERT_EQ(File->errorCount(), 1u) << errorText(*File);
  EXPECT_FALSE(File->wholeParsed());
  EXPECT_THAT(File->errors()[0].Message, HasSubstr("'no_such_header.h' file not found"));
  EXPECT_EQ(File->errors()[0].Path, "kernel.cu");
  EXPECT_EQ(File->errors()[0].Line, 2u);
  EXPECT_EQ(File->errors()[0].Column, 14u);
  ParsedKernels Found(*File);
  ASSERT_EQ(Found.Kernels.size(), 1u);
  EXPECT_TRUE(Found.Kernels[0]->isTemplateInstantiation());
  EXPECT_EQ(Found.Launches.size(), 1u);
}

TEST(FrontendTest, InstantiatesCodeThatNeedsABuiltinAfterAnError) {
  // The assignment of the array is a call of __builtin_memcpy, which nothing else mentions.
  auto File = parse(R"(
    struct Start { int at; __device__ Start &operator=(const Start &from) { at = from.at; return *this; } };
    struct Row { Start start; int values[64]; };
    template <class T> __global__ void kernel(T *rows) { rows[0] = rows[threadIdx.x]; }
    void run(Row *rows) { kernel<<<1, 32>>>(rows); int error = "text"; })");
  ASSERT_EQ(File->errorCount(), 1u) << errorText(*File);
  EXPECT_EQ(ParsedKernels(*File).Kernels.size(), 1u);
}

TEST(FrontendTest, InstantiatesRangeBasedLoopsAfterAnError) {
  auto File = parse(R"(
    template <class T> __global__ void kernel(T *rows) { T values[4]; for (T &each : values) each = rows[0]; }
    void run(float *rows) { kernel<<<1, 32>>>(rows); int error = "text"; })");
  ASSERT_EQ(File->errorCount(), 1u) << errorText(*File);
  EXPECT_EQ(ParsedKernels(*File).Kernels.size(), 1u);
}

TEST(FrontendTest, CountsAllErrorsAndKeepsTheKernelsBesideThem) {
  std::string Source = "__global__ void first(int *p) { p[0] = unknown_name; p[1] = 2; }\n";
  for (int Index = 0; Index < 100; ++Index)
    Source += "int bad" + std::to_string(Index) + " = missing" + std::to_string(Index) + ";\n";
  Source += "__global__ void last(int *p) { p[threadIdx.x] = 1; }\n";
  auto File = parse(Source);
  EXPECT_EQ(File->errorCount(), 101u);
  ParsedKernels Found(*File);
  ASSERT_EQ(Found.Kernels.size(), 2u);
  EXPECT_FALSE(Found.Kernels[0]->isInvalidDecl());
  EXPECT_FALSE(Found.Kernels[1]->isInvalidDecl());
}

/// How many texts of the disk are read for \p Source: headers of other attempts than the first,
/// which needs none.
size_t textsReadFor(llvm::StringRef Source) {
  FileReads Reads;
  FrontendOptions Options;
  Options.Reads = &Reads;
  auto File = llvm::cantFail(parseCudaSource("kernel.cu", Source, Options));
  EXPECT_FALSE(File->wholeParsed()) << Source.str();
  return size_t(
      llvm::count_if(Reads.all(), [](const FileRead &Each) { return Each.Contents.has_value(); }));
}

TEST(FrontendTest, ReadsATextWithErrorsOfSyntaxOnce) {
  for (llvm::StringRef Statement :
       {"int r = (;", "p[q = 3;", "if (q > ) p[q] = 1;", "p[threadIdx.x + ] = q;", "float r",
        "for (int i = 0; i < q; i++ { p[i] = 1; }", "__syncthreads(", "p[q] = 1"})
    EXPECT_EQ(textsReadFor(("__global__ void k(int *p, int q) { " + Statement + "\n}\n").str()), 0u)
        << Statement.str();
}

TEST(FrontendTest, LooksForHeadersWhereAMacroMayBeMissing) {
  if (installedHostHeaders().CxxFolders.empty())
    GTEST_SKIP() << "no headers on this machine that could be read";
  for (StringRef Text :
       {"__global__ void BOUNDS(256) k(int *p) { p[0] = 1; }", "__device__ int f() EXPECTED;",
        "__device__ int x ALIGNED = 3;", "__global__ void k(int *p) { int q\nALIGNED; }"})
    EXPECT_NE(textsReadFor(Text), 0u) << Text.str();
}

TEST(FrontendTest, CountsAnErrorInATemplateOnce) {
  auto File = parse(R"(
    template <class T> __global__ void kernel(T *p) { p[0] = (int *)p->field; }
    void run(int *i, float *f) { kernel<<<1, 1>>>(i); kernel<<<1, 1>>>(f); kernel<<<1, 1>>>(i); })");
  // Once for int and once for float, whose messages differ.
  EXPECT_EQ(File->errorCount(), 2u) << errorText(*File);
}

TEST(FrontendTest, IsSilentAboutWarnings) {
  auto File = parse("__global__ void k(int *p) { register int i = 0; int unused; p[i]; return; }");
  EXPECT_EQ(errorText(*File), "");
}

TEST(FrontendTest, AcceptsWhatNvccAccepts) {
  auto File = parse(R"(
    __global__ void child(int *p) { p[0] = 1; }
    __global__ void parent(int *p) {
      __shared__ alignas(16) float tile[64];
      tile[0] = p[0];
      child<<<1, 1>>>(p);
    })");
  // The launch from device code is not an error, though Clang leaves it out of the tree.
  EXPECT_EQ(errorText(*File), "");
  EXPECT_EQ(ParsedKernels(*File).Kernels.size(), 2u);
}

TEST(FrontendTest, AcceptsRegistersOfPtxWithOneSign) {
  EXPECT_EQ(errorText(*parse(R"(
    __global__ void k(unsigned long long *p) {
      unsigned long long now;
      asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
      p[threadIdx.x] = now;
    })")),
            "");
}

TEST(FrontendTest, AcceptsTemplatesThatAreLaunchedFromDeviceCode) {
  EXPECT_EQ(errorText(*parse(R"(
    template <class T> __global__ void child(T *p) { p[0] = 1; }
    __global__ void parent(int *p) { child<int><<<1, 1>>>(p); child<<<1, 1>>>(p); })")),
            "");
  EXPECT_THAT(errorText(*parse(R"(
    template <class T> __global__ void child(T *p) { p[0] = 1; }
    __global__ void parent(int *p) { child<int><<<1, 1>>>(p, p, p); })")),
              HasSubstr("no matching function for call to 'child'"));
}

// Nvcc warns of it.
TEST(FrontendTest, AcceptsHostFunctionsCalledFromBothSides) {
  EXPECT_EQ(errorText(*parse(R"(
    int onlyHost(int x);
    __host__ __device__ int both(int x) { return onlyHost(x); }
    template <class T> __host__ __device__ int bothOf(T x) { return onlyHost(x); }
    __global__ void k(int *p) { p[0] = both(1) + bothOf(2); })")),
            "");
  EXPECT_THAT(errorText(*parse(R"(
    int onlyHost(int x);
    __global__ void k(int *p) { p[0] = onlyHost(1); })")),
              HasSubstr("no matching function for call to 'onlyHost'"));
}

/// What each error reaches, in their order: h for host code, k for kernels, m for a header.
static std::string reachOf(llvm::StringRef Source) {
  std::string Result;
  auto File = parse(Source);
  for (const ParseDiagnostic &Error : File->errors())
    Result += "hkm"[size_t(Error.Reach)];
  EXPECT_EQ(File->kernelsParsed(),
            llvm::StringRef(Result).find_first_of("km") == std::string::npos);
  return Result;
}

TEST(FrontendTest, ErrorsInHostCodeReachNoKernel) {
  EXPECT_EQ(reachOf("__global__ void k(float *p) { p[0] = 1; }"), "");
  EXPECT_EQ(reachOf("void run() { missing(); }"), "h");
  EXPECT_EQ(reachOf("template <class T> void run(T x) { x = missing; }"), "h");
  EXPECT_EQ(reachOf("struct S { void run() { missing(); } };"), "h");
  EXPECT_EQ(reachOf("int x = missing;"), "h");
  EXPECT_EQ(reachOf("namespace n { extern \"C\" { int x = missing; } }"), "h");
}

TEST(FrontendTest, OtherErrorsReachKernels) {
  EXPECT_EQ(reachOf("__global__ void k(float *p) { p[0] = missing; }"), "k");
  EXPECT_EQ(reachOf("__global__ void k(missing *p) { p[0] = 1; }"), "k");
  EXPECT_EQ(reachOf("__device__ int f() { return missing; }"), "k");
  EXPECT_EQ(reachOf("__host__ __device__ int f() { return missing; }"), "k");
  EXPECT_EQ(reachOf("struct S { missing m; };"), "k");
  EXPECT_EQ(reachOf("const int size = missing;"), "k");
  EXPECT_EQ(reachOf("__device__ int x = missing;"), "k");
  EXPECT_EQ(reachOf("void run() { auto f = [=] __device__(int i) { return missing; }; }"), "k");
  EXPECT_EQ(reachOf("#error no"), "k");
  EXPECT_EQ(reachOf("#include \"missing.h\"\n"), "m");
}

TEST(FrontendTest, AnErrorInHostCodeMaySwallowAKernel) {
  EXPECT_EQ(reachOf("void run() { missing();\n__global__ void k(float *p) { p[0] = 1; }").find('h'),
            std::string::npos);
  EXPECT_EQ(reachOf("void run() { missing();\n"
                    "template <int N> __global__ void k(float *p) { p[0] = 1; }")
                .find('h'),
            std::string::npos);
  EXPECT_EQ(reachOf("#define KERNEL __global__ void\nvoid run() { missing(); }\n"
                    "KERNEL k(float *p);\nKERNEL k(float *p) { p[0] = 1; }"),
            "h");
}

TEST(FrontendTest, AnErrorInADeclarationMayHideThatItIsAKernel) {
  // An unknown macro in the place of `__global__`, or of more.
  EXPECT_EQ(reachOf("KERNEL void k(float *p) { p[threadIdx.x] = 1; }"), "k");
  EXPECT_EQ(reachOf("KERNEL void k(float *p) { p[0] = 1; return; }"), "k");
  EXPECT_EQ(reachOf("__global void k(float *p) { p[0] = 1; }"), "k");
  EXPECT_EQ(reachOf("KERNEL(k)(float *p) { p[0] = 1; }"), "k");
  EXPECT_EQ(reachOf("template <class T> KERNEL void k(T *p) { p[0] = 1; }"), "k");
  EXPECT_EQ(reachOf("namespace n { extern \"C\" KERNEL void k(float *p) { p[0] = 1; } }"), "k");
  EXPECT_EQ(reachOf("struct S { KERNEL static void k(float *p) { p[0] = 1; } };"), "k");
  EXPECT_EQ(reachOf("#define DEFINE(name) KERNEL void name(float *p) { p[0] = 1; }\nDEFINE(k)"),
            "k");
  for (llvm::StringRef Source :
       {"DEFINE_KERNEL(k, int *p) { p[0] = 1; }", "void KERNEL(k)(float *p) { p[0] = 1; }",
        "void KERNEL k(float *p) { p[threadIdx.x] = 1; }",
        "int x = 1 KERNEL k(float *p) { p[0] = 1; }", "void k(float *p) KERNEL { p[0] = 1; }"})
    EXPECT_NE(reachOf(Source).find('k'), std::string::npos) << Source.str();
}

TEST(FrontendTest, OtherErrorsInDeclarationsHideNoKernel) {
  EXPECT_EQ(reachOf("void run(missing x) { }"), "h");
  EXPECT_EQ(reachOf("missing run(int x);"), "h");
  EXPECT_EQ(reachOf("missing x;"), "h");
  EXPECT_EQ(reachOf("missing x = 3;"), "h");
  // A kernel returns nothing.
  EXPECT_EQ(reachOf("missing run(int x) { if (x) return x; return 2; }"), "h");
  EXPECT_EQ(reachOf("template <class T> missing run(T x) { return x; }"), "h");
  EXPECT_EQ(reachOf("missing run(int x) { return 3; }\n__global__ void k(float *p) { p[0] = 1; }"),
            "h");
  EXPECT_EQ(reachOf("#define RUN(name) void name() { missing(); }\nRUN(run)"), "h");
  EXPECT_EQ(reachOf("#define RUN(name, body) void name() { body; }\nRUN(run, missing())"), "h");
  // Nor what stands in a function of the host.
  EXPECT_EQ(reachOf("void run(int x) { int y = (x; }"), "h");
  EXPECT_EQ(reachOf("void run(int x) { undeclared x; DEFINE(k); }").find('k'), std::string::npos);
  EXPECT_EQ(reachOf("void run() { struct S { missing f() { } }; }"), "h");
}

/// The place and message of the one error of a file that is not text; else empty.
static std::string notText(llvm::StringRef Source) {
  auto File = parse(Source);
  if (File->errorCount() != 1 || File->kernelsParsed())
    return "";
  const ParseDiagnostic &Error = File->errors()[0];
  return std::to_string(Error.Line) + ":" + std::to_string(Error.Column) + ": " + Error.Message;
}

TEST(FrontendTest, FilesThatAreNotText) {
  EXPECT_EQ(notText(llvm::StringRef("\x7f"
                                    "ELF\2\1\n\0\0a\0\0\xff\xfe",
                                    14)),
            "2:1: not a source text: null byte");
  EXPECT_EQ(notText(llvm::StringRef("\0\0\0", 3)), "1:1: not a source text: null byte");
  EXPECT_EQ(notText(llvm::StringRef("int x;\n\0\0\0missing y;", 20)),
            "2:1: not a source text: null byte");
  // As nvcc does, which ignores them.
  EXPECT_TRUE(parse(llvm::StringRef("int x;\0\n", 8))->wholeParsed());
}

TEST(FrontendTest, TextOfOtherEncodings) {
  llvm::StringRef Convert = "0:0: UTF-16 text: convert the file to UTF-8";
  EXPECT_EQ(notText(llvm::StringRef("\xff\xfei\0n\0t\0 \0x\0;\0", 14)), Convert);
  EXPECT_EQ(notText(llvm::StringRef("\xfe\xff\0i\0n\0t\0 \0x\0;", 14)), Convert);
  // Without a byte order mark.
  EXPECT_EQ(notText(llvm::StringRef("i\0n\0t\0 \0x\0;\0", 12)), Convert);
  EXPECT_EQ(notText(llvm::StringRef("\0i\0n\0t\0 \0x\0;", 12)), Convert);
  EXPECT_EQ(notText(llvm::StringRef("\xff\xfe\0\0i\0\0\0", 8)),
            "0:0: UTF-32 text: convert the file to UTF-8");
  EXPECT_EQ(notText(llvm::StringRef("\0\0\xfe\xff\0\0\0i", 8)),
            "0:0: UTF-32 text: convert the file to UTF-8");
  // Latin-1 in comments and literals changes no kernel.
  EXPECT_TRUE(parse("// caf\xe9\nconst char *s = \"caf\xe9\";")->wholeParsed());
  EXPECT_TRUE(parse("\xef\xbb\xbf"
                    "int x;")
                  ->wholeParsed());
}

TEST(FrontendTest, HeadersOfTheHostMayBeCalledFromTheDevice) {
  auto File = parse(R"(
    #include <cmath>
    #include <cstdio>
    #include <algorithm>
    __global__ void k(float *p) { p[0] = std::max(std::sqrt(p[1]), 1.0f); printf("%f", p[0]); })");
  EXPECT_EQ(errorText(*File), "");
}

TEST(FrontendTest, TemplatesThatOurHeadersDeclareTakeLambdas) {
  auto File = parse(R"(
    #include <cooperative_groups.h>
    #include <cooperative_groups/reduce.h>
    namespace cg = cooperative_groups;
    __global__ void k(int *p) {
      auto tile = cg::tiled_partition<32>(cg::this_thread_block());
      cg::invoke_one(tile, [] { });
      p[0] = cg::reduce(tile, p[1], [](int a, int b) { return a + b; });
    })");
  EXPECT_EQ(errorText(*File), "");
  // Those of the source are another matter.
  EXPECT_EQ(reachOf("template <class F> __device__ void call(F f);\n"
                    "__global__ void k(int *p) { call([] { }); }"),
            "k");
}

TEST(FrontendTest, ReadsForTheDeviceAskedFor) {
  llvm::StringRef Source = R"(
    #if defined(__CUDA_ARCH__) && __CUDA_ARCH__ == EXPECTED && defined(__CUDACC__) && __NVCC__
    __global__ void k() {}
    #endif
  )";
  FrontendOptions Options;
  auto CountKernels = [&] { return ParsedKernels(*parse(Source, Options)).Kernels.size(); };
  Options.CompileArguments = {"-DEXPECTED=900"};
  EXPECT_EQ(CountKernels(), 1u);
  Options.CompileArguments = {"-DEXPECTED=860", "-arch=sm_86"};
  EXPECT_EQ(CountKernels(), 1u);
  Options.CompileArguments = {"-DEXPECTED=1200", "-arch=sm_86"};
  Options.Architecture = "sm_120";
  EXPECT_EQ(CountKernels(), 1u);
  Options.Architecture = "";
  Options.CompileArguments = {"-DEXPECTED=890", "-gencode", "arch=compute_75,code=sm_75",
                              "-gencode", "arch=compute_89,code=sm_89"};
  EXPECT_EQ(CountKernels(), 1u);
  EXPECT_EQ(parse(Source, Options)->architecture(), "sm_89");
}

TEST(FrontendTest, ReadsDeeplyNestedCode) {
  std::string Sum = std::string(2000, '(') + "1" + std::string(2000, ')');
  auto File = parse("__global__ void k(int *p) { p[" + Sum + "] = 1; }");
  EXPECT_EQ(errorText(*File), "");
}

TEST(FrontendTest, SurvivesAnything) {
  for (llvm::StringRef Source : std::initializer_list<llvm::StringRef>{
           "", "\n", "}", "{", "\"", "/*", "#include", "#if 1", "__global__", "__global__ void k(",
           "template <class", "template <class T> struct A : A<T*> {}; A<int> a;",
           "__global__ void k() { k<<<", "void f() { undeclared",
           "#define UNDECLARED undeclared\nvoid f() { 1 + UNDECLARED",
           "template <class T> void f() { undeclared<T, 256>",
           llvm::StringRef("\xff\xfe\0garbage", 10), "#include \"kernel.cu\"",
           "template <int N> struct R { static const int v = R<N + 1>::v; }; int x = R<0>::v;"}) {
    auto File = parse(Source);
    EXPECT_NE(File, nullptr);
  }
}

TEST(FrontendTest, SaysInOneLineWhatCannotBeRead) {
  EXPECT_THAT(failure("/no/such/kernel.cu", {}),
              HasSubstr("cannot read '/no/such/kernel.cu': No such file"));
  EXPECT_THAT(failure("/", {}), HasSubstr("cannot read '/'"));

  FrontendOptions Options;
  std::string Input = MEMLINT_TEST_DATA_DIR "/unit/Frontend/Inputs/device_functions.cu";
  Options.Architecture = "volta";
  EXPECT_THAT(failure(Input, Options), HasSubstr("'volta' is not an architecture"));
  Options = {};
  Options.Toolkit = ToolkitMode::Path;
  Options.ToolkitPath = "/no/such/toolkit";
  EXPECT_THAT(failure(Input, Options), HasSubstr("no CUDA toolkit at '/no/such/toolkit'"));
  Options = {};
  Options.CompilationDatabase = "/no/such/folder";
  EXPECT_THAT(failure(Input, Options), HasSubstr("cannot read the compilation database"));
}

// With an installed toolkit, for what the embedded headers do not have.

class ToolkitFrontendTest : public ::testing::Test {
protected:
  void SetUp() override {
    std::optional<Toolkit> Found = discoverToolkit(*llvm::vfs::getRealFileSystem());
    if (!Found)
      GTEST_SKIP() << "no CUDA toolkit on this machine";
    Path = Found->Path;
  }
  std::string Path;
};

TEST_F(ToolkitFrontendTest, IsUsedWhenAFileNeedsMore) {
  auto File = llvm::cantFail(parseCudaSource("kernel.cu", R"(
    #include <cuda_occupancy.h>
    #include <cuda_fp16.h>
    #include <cooperative_groups.h>
    __global__ void k(half *p) {
      cooperative_groups::this_thread_block().sync();
      p[threadIdx.x] = __float2half(min(1.0f, 2.0f));
    }
    void run(half *p) { k<<<max(1, 2), 32>>>(p); })",
                                             {}));
  EXPECT_EQ(errorText(*File), "");
  EXPECT_EQ(File->toolkitPath(), Path);
  EXPECT_EQ(ParsedKernels(*File).Launches.size(), 1u);
}

TEST_F(ToolkitFrontendTest, IsLeftAloneWhenNot) {
  auto File = llvm::cantFail(parseCudaSource("kernel.cu", R"(
    #include <cuda_runtime.h>
    #include <cuda_fp16.h>
    __global__ void k(half *p) { p[threadIdx.x] = __float2half(1.0f); })",
                                             {}));
  EXPECT_EQ(errorText(*File), "");
  EXPECT_EQ(File->toolkitPath(), "");
}

TEST_F(ToolkitFrontendTest, ReadsThrustAndCub) {
  auto File = llvm::cantFail(parseCudaSource("kernel.cu", R"(
    #include <cub/cub.cuh>
    #include <thrust/device_vector.h>
    #include <thrust/sort.h>
    __global__ void k(int *p) {
      typedef cub::BlockReduce<int, 128> Reduce;
      __shared__ typename Reduce::TempStorage storage;
      int sum = Reduce(storage).Sum(p[threadIdx.x]);
      if (threadIdx.x == 0) p[0] = sum;
    }
    void run() {
      thrust::device_vector<int> v(128);
      thrust::sort(v.begin(), v.end());
      k<<<1, 128>>>(thrust::raw_pointer_cast(v.data()));
    })",
                                             {}));
  EXPECT_EQ(errorText(*File), "");
  EXPECT_EQ(File->toolkitPath(), Path);
}

TEST_F(ToolkitFrontendTest, HasTheSameBuiltinVariablesInTheTree) {
  llvm::StringRef Source = "__global__ void k(unsigned *p) { p[0] = threadIdx.x; }";
  FrontendOptions Options;
  Options.Toolkit = ToolkitMode::Path;
  Options.ToolkitPath = Path;
  auto File = llvm::cantFail(parseCudaSource("kernel.cu", Source, Options));
  EXPECT_EQ(errorText(*File), "");
  struct Finder : clang::RecursiveASTVisitor<Finder> {
    bool VisitMemberExpr(clang::MemberExpr *Member) {
      auto *Base = llvm::dyn_cast<clang::DeclRefExpr>(Member->getBase()->IgnoreParenImpCasts());
      Found |= Base && Base->getDecl()->getName() == "threadIdx" &&
               llvm::isa<clang::FieldDecl>(Member->getMemberDecl());
      return true;
    }
    bool Found = false;
  } Search;
  ParsedKernels Kernels(*File);
  auto Kernel =
      llvm::find_if(Kernels.Kernels, [](clang::FunctionDecl *F) { return F->getName() == "k"; });
  ASSERT_NE(Kernel, Kernels.Kernels.end());
  Search.TraverseDecl(*Kernel);
  EXPECT_TRUE(Search.Found);
}

} // namespace
