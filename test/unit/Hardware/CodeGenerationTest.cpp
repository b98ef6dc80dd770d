//===- CodeGenerationTest.cpp ---------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Hardware/Code/CodeGeneration.h"

#include "FakeTools.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace memlint;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

namespace {

constexpr StringRef Ptx = R"(// made by a compiler
.version 9.0
.target sm_90
.address_size 64
	// .globl	_Z4callPKfi
.extern .func  (.param .b32 result) _Z5otherv
()
;
.global .align 4 .b8 table[8] = {1, 2, 3, 4, 5, 6, 7, 8};
.func  (.param .b32 func_retval0) _Z4callPKfi(
	.param .b64 _Z4callPKfi_param_0
)
{
	ld.param.u64 	%rd1, [_Z4callPKfi_param_0];
	ld.f32 	%f1, [%rd1];
	ret;
}
.visible .entry _Z4tileIfLi4EEvPT_PKS0_(
	.param .u64 .ptr .global .align 4 _Z4tile_param_0
)
.maxntid 256, 1, 1
{
	.reg .pred 	%p<2>;
	.shared .align 4 .b8 buffer[256];
	ld.param::entry.u64 	%rd1, [_Z4tile_param_0];
	.loc 1 7 3
	ld.global.nc.v4.f32 	{%f1, %f2, %f3, %f4}, [%rd1];
	@%p1 ld.global.nc.v4.f32 	{%f1, %f2, %f3, %f4}, [%rd1+16];
	@!%p1 bra 	$L__BB0_2;
	{ // begin inline asm
	{ .reg .b32 t; ld.shared.u8 t, [%r1]; st.volatile.shared::cta.v2.u16 [%r1], {t, t}; }
	} // end inline asm
$L__BB0_2: ld.local.b64 	%rd2, [%SP];
	atom.global.add.f32 	%f5, [%rd1], 0f3F800000;
	red.shared.add.noftz.f16x2 	[%r1], %r2;
	ld.const.u32 	%r5, [table];
	/* st.global.f32 [%rd1], %f1; */
	cp.async.cg.shared.global [%r1], [%rd1], 16;
	cp.async.ca.shared.global [%r1], [%rd1], 4, %r3;
	cp.async.commit_group;
	cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd1], 64, [%r2];
	st.global.L1::no_allocate.b128 	[%rd1], %q1;
	ret;
}
)";

std::vector<KernelCode> read(StringRef Text) { return cantFail(readPtxCode(Text)); }

/// The instruction \p Opcode of \p Bytes in \p Code.
const CodeInstruction *instructionOf(const KernelCode &Code, StringRef Opcode) {
  for (const CodeInstruction &Item : Code.Ptx)
    if (Item.Opcode == Opcode)
      return &Item;
  return nullptr;
}

TEST(PtxCode, FunctionsAndKernels) {
  std::vector<KernelCode> Kernels = read(Ptx);
  ASSERT_THAT(Kernels, SizeIs(2));
  EXPECT_EQ(Kernels[0].Name, "call");
  EXPECT_FALSE(Kernels[0].IsKernel);
  EXPECT_EQ(Kernels[1].Name, "tile<float, 4>");
  EXPECT_EQ(Kernels[1].Symbol, "_Z4tileIfLi4EEvPT_PKS0_");
  EXPECT_TRUE(Kernels[1].IsKernel);

  ASSERT_THAT(Kernels[0].Ptx, SizeIs(1));
  EXPECT_EQ(Kernels[0].Ptx[0].Opcode, "ld.f32");
  EXPECT_EQ(Kernels[0].Ptx[0].Space, MemorySpace::Generic);
}

TEST(PtxCode, Instructions) {
  KernelCode Code = read(Ptx)[1];
  EXPECT_THAT(Code.Ptx, SizeIs(10));
  struct Row {
    StringRef Opcode;
    MemorySpace Space;
    AccessKind Kind;
    unsigned Elements, Bytes, Count;
  };
  constexpr Row Rows[] = {
      {"ld.global.nc.v4.f32", MemorySpace::Global, AccessKind::Load, 4, 16, 2},
      {"ld.shared.u8", MemorySpace::Shared, AccessKind::Load, 1, 1, 1},
      {"st.volatile.shared::cta.v2.u16", MemorySpace::Shared, AccessKind::Store, 2, 4, 1},
      {"ld.local.b64", MemorySpace::Local, AccessKind::Load, 1, 8, 1},
      {"atom.global.add.f32", MemorySpace::Global, AccessKind::Atomic, 1, 4, 1},
      {"red.shared.add.noftz.f16x2", MemorySpace::Shared, AccessKind::Atomic, 1, 4, 1},
      {"ld.const.u32", MemorySpace::Constant, AccessKind::Load, 1, 4, 1},
      {"cp.async.cg.shared.global", MemorySpace::Global, AccessKind::AsyncCopy, 1, 16, 1},
      {"cp.async.ca.shared.global", MemorySpace::Global, AccessKind::AsyncCopy, 1, 4, 1},
      {"st.global.L1::no_allocate.b128", MemorySpace::Global, AccessKind::Store, 1, 16, 1}};
  for (const Row &Each : Rows) {
    const CodeInstruction *Item = instructionOf(Code, Each.Opcode);
    ASSERT_TRUE(Item) << Each.Opcode.str();
    EXPECT_EQ(Item->Space, Each.Space) << Each.Opcode.str();
    EXPECT_EQ(Item->Kind, Each.Kind) << Each.Opcode.str();
    EXPECT_EQ(Item->Elements, Each.Elements) << Each.Opcode.str();
    EXPECT_EQ(Item->Bytes, Each.Bytes) << Each.Opcode.str();
    EXPECT_EQ(Item->Count, Each.Count) << Each.Opcode.str();
  }
  EXPECT_EQ(Code.readOnlyLoads(), 2u);
  EXPECT_EQ(Code.globalLoads(), 2u);
  EXPECT_EQ(Code.localAccesses(), 1u);
  EXPECT_EQ(Code.vectorAccesses(), 3u);
}

TEST(PtxCode, OddTexts) {
  EXPECT_THAT(read(".version 9.0\n.target sm_90\n"), IsEmpty());
  Expected<std::vector<KernelCode>> None = readPtxCode("Segmentation fault");
  ASSERT_FALSE(None);
  EXPECT_EQ(toString(None.takeError()), "not PTX: no version directive");
  Expected<std::vector<KernelCode>> Cut = readPtxCode(Ptx.rsplit('}').first);
  ASSERT_FALSE(Cut);
  EXPECT_EQ(toString(Cut.takeError()), "truncated PTX: it ends within a function");
  Expected<std::vector<KernelCode>> Nameless = readPtxCode(".version 9.0 .entry (\n) { ret; }");
  ASSERT_FALSE(Nameless);
  EXPECT_EQ(toString(Nameless.takeError()), "the PTX has a function without a name");
  Nameless = readPtxCode(".version 9.0 .func (.param .b32 result { ret; }");
  ASSERT_FALSE(Nameless);
  EXPECT_EQ(toString(Nameless.takeError()), "the PTX has a function without a name");
}

/// Cut anywhere, a text is read or refused.
TEST(PtxCode, CutAnywhere) {
  for (size_t Size = 0; Size != Ptx.size(); ++Size) {
    Expected<std::vector<KernelCode>> Result = readPtxCode(Ptx.take_front(Size));
    if (!Result)
      EXPECT_FALSE(toString(Result.takeError()).empty());
  }
}

constexpr StringRef Usage = R"(ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function '_Z4tileIfLi4EEvPT_PKS0_' for 'sm_90'
ptxas info    : Function properties for _Z4tileIfLi4EEvPT_PKS0_
    48 bytes stack frame, 20 bytes spill stores, 24 bytes spill loads
ptxas info    : Used 168 registers, used 1 barriers, 48 bytes cumulative stack size, 4096 bytes smem, 352 bytes cmem[0]
ptxas info    : Compile time = 2.257 ms
ptxas info    : Function properties for _Z4callPKfi
    8 bytes stack frame, 4 bytes spill stores, 0 bytes spill loads
ptxas info    : Function properties for _Z9forgottenv
    1 bytes stack frame, 1 bytes spill stores, 1 bytes spill loads
)";

TEST(ResourceUsage, IsReadOfEachKernel) {
  std::vector<KernelCode> Kernels = read(Ptx);
  ASSERT_FALSE(errorToBool(addResourceUsage(Usage, Kernels)));
  EXPECT_EQ(Kernels[1].Registers, 168u);
  EXPECT_EQ(Kernels[1].SharedBytes, 4096u);
  EXPECT_EQ(Kernels[1].StackFrame, 48u);
  EXPECT_EQ(Kernels[1].SpillStores, 20u);
  EXPECT_EQ(Kernels[1].SpillLoads, 24u);
  EXPECT_EQ(Kernels[0].StackFrame, 8u);
  EXPECT_EQ(Kernels[0].SpillStores, 4u);
}

TEST(ResourceUsage, OddTexts) {
  std::vector<KernelCode> Kernels = read(Ptx);
  EXPECT_EQ(toString(addResourceUsage("", Kernels)),
            "ptxas reports nothing on kernel 'tile<float, 4>'");
  EXPECT_EQ(toString(addResourceUsage(Usage.split("    48").first, Kernels)),
            "ptxas reports nothing on kernel 'tile<float, 4>'");
  EXPECT_EQ(toString(addResourceUsage(
                "ptxas info : Compiling entry function '_Z4tileIfLi4EEvPT_PKS0_' for 'sm_90'\n"
                "ptxas info : Used some registers\n",
                Kernels)),
            "ptxas does not say how many registers 'tile<float, 4>' uses");
}

TEST(MachineCode, IsReadOfEachKernel) {
  std::vector<KernelCode> Kernels = read(Ptx);
  ASSERT_FALSE(errorToBool(addMachineCode(R"(
	code for sm_90
		Function : _Z4tileIfLi4EEvPT_PKS0_
	.headerflags	@"EF_CUDA_SM90"
        /*0000*/                   LDC R1, c[0x0][0x28] ;                 /* 0x00000a00ff017b82 */
                                                                          /* 0x000fe20000000800 */
        /*0010*/                   LDG.E.128.CONSTANT R4, desc[UR4][R2.64] ; /* 0x0000000602047981 */
        /*0020*/              @!P0 LDG.E.128.CONSTANT R8, desc[UR4][R2.64+0x10] ; /* 0x0 */
        /*0030*/                   STL.64 [R1+0x8], R2 ;                  /* 0x0000000402007986 */
        /*0040*/                   REDG.E.ADD.STRONG.GPU desc[UR4][R2.64], R9 ; /* 0x0 */
		..........
)",
                                          Kernels)));
  EXPECT_THAT(Kernels[0].Machine, IsEmpty());
  const std::vector<CodeInstruction> &Items = Kernels[1].Machine;
  ASSERT_THAT(Items, SizeIs(3));
  EXPECT_EQ(Items[0].Opcode, "LDG.E.128.CONSTANT");
  EXPECT_EQ(Items[0].Count, 2u);
  EXPECT_EQ(Items[0].Bytes, 16u);
  EXPECT_TRUE(Items[0].ReadOnly);
  EXPECT_EQ(Items[1].Opcode, "REDG.E.ADD.STRONG.GPU");
  EXPECT_EQ(Items[1].Bytes, 0u);
  EXPECT_EQ(Items[2].Opcode, "STL.64");
  EXPECT_EQ(Items[2].Space, MemorySpace::Local);
  EXPECT_EQ(Items[2].Bytes, 8u);

  EXPECT_EQ(toString(addMachineCode("", Kernels)),
            "cuobjdump shows no code of kernel 'tile<float, 4>'");
}

KernelCode kernel(StringRef Symbol, StringRef Name, unsigned Registers) {
  KernelCode Code;
  Code.Symbol = Symbol.str();
  Code.Name = Name.str();
  Code.Registers = Registers;
  return Code;
}

TEST(CodeComparison, KernelsAreBroughtTogether) {
  CodeReport Before, After;
  Before.Kernels = {kernel("_Z1aPf", "a", 1), kernel("_Z1bPf", "b", 2), kernel("_Z1bPi", "b", 3),
                    kernel("_Z1dv", "d", 4)};
  After.Kernels = {kernel("_Z1ev", "e", 13), kernel("_Z1bPi", "b", 12), kernel("_Z1bPKf", "b", 11),
                   kernel("_Z1aPKf", "a", 10)};
  CodeComparison Result = compareCode(Before, After);
  ASSERT_THAT(Result.Kernels, SizeIs(2));
  EXPECT_EQ(Result.Kernels[0].Before.Registers, 1u);
  EXPECT_EQ(Result.Kernels[0].After.Registers, 10u);
  EXPECT_EQ(Result.Kernels[1].Before.Registers, 3u);
  EXPECT_EQ(Result.Kernels[1].After.Registers, 12u);
  // Which of two overloads the other became is not known.
  EXPECT_THAT(Result.OnlyBefore, testing::ElementsAre("b", "d"));
  EXPECT_THAT(Result.OnlyAfter, testing::ElementsAre("e", "b"));
}

/// A toolkit whose nvcc copies what a test wrote.
class CodeGenerationTest : public testing::Test {
protected:
  CodeGenerationTest() {
    Search.Toolkits = {Tools.path("cuda")};
    Request.Source = Tools.write("x.cu", "");
    Request.Architecture = "sm_90";
    Tools.write("code.ptx", Ptx);
    Tools.write("usage.txt", Usage);
  }

  void writeNvcc(StringRef Body) {
    Tools.script("cuda/bin/nvcc",
                 ("if [ \"$1\" = --version ]; then echo 'release 13.0, "
                  "V13.0.88'; exit; fi\necho \"$@\" >> " +
                  Tools.path("arguments") +
                  "\nstage=$1\nwhile [ \"$1\" != -o ]; do shift; done\nout=$2\n" + Body)
                     .str());
  }
  void writeWorkingNvcc() {
    writeNvcc("case $stage in\n-ptx) cp " + Tools.path("code.ptx") + " $out ;;\n-cubin) cat " +
              Tools.path("usage.txt") + " >&2; echo > $out ;;\nesac");
  }

  Expected<CodeReport> run() { return generateCode(Toolchain(Search), Request, Folder, "x"); }
  std::string failing() {
    Expected<CodeReport> Result = run();
    return Result ? "no failure" : toString(Result.takeError());
  }

  FakeTools Tools;
  ToolSearch Search;
  BuildRequest Request;
  WorkFolder Folder = cantFail(WorkFolder::create());
};

TEST_F(CodeGenerationTest, TwoStages) {
  writeWorkingNvcc();
  Request.Options = {
      "-gencode", "arch=compute_80,code=sm_80", "-DA=1", "-c", "-arch=sm_80", "helper.o", "-I",
      "include"};
  Expected<CodeReport> Result = run();
  ASSERT_TRUE(bool(Result)) << toString(Result.takeError());
  EXPECT_EQ(Result->Command,
            "nvcc -ptx -O3 -lineinfo -arch=sm_90 -DA=1 -I include " + Request.Source);
  EXPECT_EQ(Result->Toolkit, "13.0.88");
  ASSERT_THAT(Result->Kernels, SizeIs(2));
  EXPECT_EQ(Result->Kernels[1].Registers, 168u);
  EXPECT_THAT(Result->WhyNoMachineCode, HasSubstr("cuobjdump was not found"));
  EXPECT_THAT(Tools.read("arguments"), HasSubstr("-cubin -O3 -lineinfo -arch=sm_90 -DA=1 -I "
                                                 "include -Xptxas -v"));
}

TEST_F(CodeGenerationTest, Disassembly) {
  writeWorkingNvcc();
  Tools.script("cuda/bin/cuobjdump",
               "printf 'Function : _Z4tileIfLi4EEvPT_PKS0_\\n/*0000*/ LDG.E R0, [R2] ;\\n'");
  Expected<CodeReport> Result = run();
  ASSERT_TRUE(bool(Result)) << toString(Result.takeError());
  EXPECT_EQ(Result->WhyNoMachineCode, "");
  ASSERT_THAT(Result->Kernels[1].Machine, SizeIs(1));
  EXPECT_EQ(Result->Kernels[1].Machine[0].Opcode, "LDG.E");

  Tools.script("cuda/bin/cuobjdump", "exit 3");
  Result = run();
  ASSERT_TRUE(bool(Result)) << toString(Result.takeError());
  EXPECT_EQ(Result->WhyNoMachineCode, "cuobjdump exited with code 3");
}

TEST_F(CodeGenerationTest, Failures) {
  EXPECT_THAT(failing(), HasSubstr("nvcc was not found"));
  writeNvcc("echo 'x.cu(1): error: broken' >&2; exit 2");
  EXPECT_THAT(failing(), HasSubstr("it exited with code 2\n  x.cu(1): error: broken"));
  writeNvcc("exit 0");
  EXPECT_THAT(failing(), HasSubstr("it wrote nothing"));
  writeNvcc("echo nonsense > $out");
  EXPECT_THAT(failing(), HasSubstr("cannot be read: not PTX"));
  writeNvcc("cp " + Tools.path("code.ptx") + " $out");
  EXPECT_THAT(failing(), HasSubstr("ptxas reports nothing on kernel 'tile<float, 4>'"));
  writeNvcc("sleep 60");
  Request.TimeLimit = std::chrono::milliseconds(200);
  EXPECT_THAT(failing(), HasSubstr("it ran longer than"));
}

/// The compiler itself: a kernel whose pointers may alias, and the same with the promise
/// that they do not.
TEST(RealCompiler, ReadOnlyLoadsComeWithRestrict) {
  Toolchain Real(ToolSearch::fromEnvironment());
  Expected<std::string> Nvcc = Real.nvcc();
  if (!Nvcc) {
    consumeError(Nvcc.takeError());
    GTEST_SKIP() << "no nvcc";
  }
  FakeTools Sources;
  BuildRequest Request;
  Request.Architecture = "sm_90";
  Request.Source = Sources.write("plain.cu", "__global__ void scale(float *out, float *in) {\n"
                                             "  out[threadIdx.x] = 2.0f * in[threadIdx.x];\n}\n");
  Sources.write("factor.h", "constexpr float Factor = 2;\n");
  std::string Changed =
      "#include \"factor.h\"\n"
      "__global__ void scale(float *__restrict__ out, const float *__restrict__ in) {\n"
      "  out[threadIdx.x] = Factor * in[threadIdx.x];\n}\n";
  Expected<CodeComparison> Result = compareGeneratedCode(Real, Request, Changed);
  ASSERT_TRUE(bool(Result)) << toString(Result.takeError());
  ASSERT_THAT(Result->Kernels, SizeIs(1));
  const KernelCodeChange &Change = Result->Kernels[0];
  EXPECT_EQ(Change.Before.Name, "scale");
  EXPECT_EQ(Change.Before.globalLoads(), 1u);
  EXPECT_EQ(Change.Before.readOnlyLoads(), 0u);
  EXPECT_EQ(Change.After.globalLoads(), 1u);
  EXPECT_EQ(Change.After.readOnlyLoads(), 1u);
  EXPECT_GT(Change.Before.Registers, 0u);
  EXPECT_THAT(Result->OnlyBefore, IsEmpty());
  EXPECT_THAT(Result->OnlyAfter, IsEmpty());
}

} // namespace
