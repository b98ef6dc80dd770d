//===- PtxInstructionTest.cpp - The instructions of inline assembly -------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/CudaModel/PtxInstruction.h"

#include "gtest/gtest.h"

using namespace memlint;

namespace {

PtxInstruction parsed(llvm::StringRef Text) { return parsePtx(Text).Instructions.at(0); }

TEST(PtxInstructionTest, OpcodesHaveKinds) {
  EXPECT_EQ(parsed("ld.global.f32 %0, [%1];").kind(), PtxKind::Load);
  EXPECT_EQ(parsed("red.add.u32 [%0], 1;").kind(), PtxKind::Atomic);
  EXPECT_EQ(parsed("@p bra done;").kind(), PtxKind::Nothing);
  EXPECT_EQ(parsed("vadd2.u32.u32.u32 %0, %1, %2, %3;").kind(), PtxKind::Arithmetic);
  EXPECT_EQ(parsed("frobnicate.u32 %0;").kind(), PtxKind::Unknown);
}

TEST(PtxInstructionTest, ModifiersSayWhatIsAccessed) {
  PtxInstruction Load = parsed("ld.shared::cta.v4.f32 {%0, %1, %2, %3}, [%4];");
  EXPECT_EQ(Load.space(), MemorySpace::Shared);
  EXPECT_EQ(Load.accessedBytes(), 16u);
  EXPECT_EQ(Load.ordering().Order, AccessOrder::Weak);
  EXPECT_EQ(parsed("ld.f32 %0, [%1];").space(), MemorySpace::Generic);
}

TEST(PtxInstructionTest, PredicatesMayHaveBlanks) {
  for (llvm::StringRef Text : {"@!p bra done;", "@ ! p bra done;", "@! p  bra done;"}) {
    PtxInstruction Jump = parsed(Text);
    EXPECT_EQ(Jump.Predicate, "p");
    EXPECT_TRUE(Jump.PredicateNegated);
    EXPECT_EQ(Jump.opcode(), "bra");
  }
}

TEST(PtxInstructionTest, GroupsMayBeOpen) {
  EXPECT_EQ(splitPtxGroup("{%0, [%1]}"), (std::vector<std::string>{"%0", "[%1]"}));
  EXPECT_EQ(splitPtxGroup("[]"), std::vector<std::string>());
  EXPECT_EQ(splitPtxGroup("{"), std::vector<std::string>());
}

TEST(PtxInstructionTest, OrdersAndScopes) {
  MemoryOrdering Atomic = parsed("atom.cta.add.u32 %0, [%1], 1;").ordering();
  EXPECT_EQ(Atomic.Order, AccessOrder::Relaxed);
  EXPECT_EQ(Atomic.Scope, ThreadScope::Block);
  MemoryOrdering Volatile = parsed("ld.volatile.u32 %0, [%1];").ordering();
  EXPECT_EQ(Volatile.Order, AccessOrder::Volatile);
  EXPECT_EQ(Volatile.Scope, ThreadScope::System);
  EXPECT_EQ(parsed("ld.acquire.gpu.u32 %0, [%1];").ordering().Order, AccessOrder::Acquire);
  EXPECT_EQ(parsed("membar.gl;").scope(), ThreadScope::Device);
}

} // namespace
