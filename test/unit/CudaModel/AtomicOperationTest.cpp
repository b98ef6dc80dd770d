//===- AtomicOperationTest.cpp - What an atomic does to memory ------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/CudaModel/AtomicOperation.h"

#include "gtest/gtest.h"

using namespace memlint;

namespace {

class AtomicOperationTest : public testing::Test {
protected:
  ExprContext Exprs;
  ExprRef One = Exprs.constant(1);
  ExprRef Most = Exprs.constant(UINT32_MAX);
};

TEST_F(AtomicOperationTest, SharedMemoryHasInstructionsForWords) {
  EXPECT_EQ((AtomicUse{.Operation = AtomicOperation::Maximum}).form(), RequestForm::NativeAtomic);
  EXPECT_EQ((AtomicUse{.Operation = AtomicOperation::Maximum, .Bytes = 8}).form(),
            RequestForm::AtomicLoop);
  EXPECT_EQ((AtomicUse{.Operation = AtomicOperation::Add, .IsInteger = false}).form(),
            RequestForm::AtomicLoop);
  EXPECT_EQ((AtomicUse{.Operation = AtomicOperation::Exchange, .Bytes = 8}).form(),
            RequestForm::NativeAtomic);
  EXPECT_EQ((AtomicUse{.Operation = AtomicOperation::CompareAndSwap, .Bytes = 8}).form(),
            RequestForm::CompareAndSwap);
  EXPECT_EQ((AtomicUse{.Operation = AtomicOperation::CompareAndSwap, .Bytes = 2}).form(),
            RequestForm::AtomicLoop);
}

TEST_F(AtomicOperationTest, AddingOneIsAnIncrementWhereNobodyUsesTheResult) {
  AtomicUse Add = {.Operation = AtomicOperation::Add, .ResultIsUsed = false, .Operand = One};
  EXPECT_EQ(Add.form(), RequestForm::Increment);
  Add.ResultIsUsed = true;
  EXPECT_EQ(Add.form(), RequestForm::NativeAtomic);
  AtomicUse OfSystem = {.Operation = AtomicOperation::Add,
                        .Scope = ThreadScope::System,
                        .ResultIsUsed = false,
                        .Operand = One};
  EXPECT_EQ(OfSystem.form(), RequestForm::NativeAtomic);
  AtomicUse Count = {
      .Operation = AtomicOperation::Increment, .ResultIsUsed = false, .Operand = Most};
  EXPECT_EQ(Count.form(), RequestForm::Increment);
  Count.Operand = One;
  EXPECT_EQ(Count.form(), RequestForm::NativeAtomic);
}

TEST_F(AtomicOperationTest, WhatIsAdded) {
  EXPECT_EQ((AtomicUse{.Operation = AtomicOperation::Add, .Operand = Most}).addend(Exprs), Most);
  EXPECT_EQ((AtomicUse{.Operation = AtomicOperation::Increment, .Operand = Most}).addend(Exprs),
            One);
  EXPECT_EQ((AtomicUse{.Operation = AtomicOperation::Increment, .Operand = One}).addend(Exprs),
            nullptr);
  EXPECT_EQ((AtomicUse{.Operation = AtomicOperation::Exchange, .Operand = One}).addend(Exprs),
            nullptr);
}

TEST_F(AtomicOperationTest, UpdatesThatMayComeInAnyOrder) {
  AtomicUse Least = {.Operation = AtomicOperation::Minimum, .ResultIsUsed = false};
  EXPECT_EQ(Least.update(), AtomicUpdate::Minimum);
  Least.IsUnsigned = true;
  EXPECT_EQ(Least.update(), AtomicUpdate::UnsignedMinimum);
  Least.IsInteger = false;
  EXPECT_EQ(Least.update(), AtomicUpdate::Other);
  AtomicUse Subtract = {.Operation = AtomicOperation::Subtract, .ResultIsUsed = false};
  EXPECT_EQ(Subtract.update(), AtomicUpdate::Add);
  Subtract.ResultIsUsed = true;
  EXPECT_EQ(Subtract.update(), AtomicUpdate::Other);
}

// The table in docs/hardware-rules.md.
TEST_F(AtomicOperationTest, WhatTheCompilerCombines) {
  ExprRef OfLane = Exprs.opaque(OpaqueReason::DataDependent, Uniformity::Lane, "x");
  AtomicUse Use = {.Operation = AtomicOperation::Add, .Operand = OfLane};
  EXPECT_EQ(Use.combining(), AtomicCombining::ByCompiler);
  Use.Bytes = 8;
  EXPECT_EQ(Use.combining(), AtomicCombining::Never);
  Use.ResultIsUsed = false;
  EXPECT_EQ(Use.combining(), AtomicCombining::BySource);
  Use.Operand = One;
  EXPECT_EQ(Use.combining(), AtomicCombining::ByCompiler);
  Use.Operation = AtomicOperation::Maximum;
  EXPECT_EQ(Use.combining(), AtomicCombining::BySource);
  Use.Bytes = 4;
  EXPECT_EQ(Use.combining(), AtomicCombining::ByCompiler);
  Use.ResultIsUsed = true;
  EXPECT_EQ(Use.combining(), AtomicCombining::Never);
  AtomicUse Float = {.Operation = AtomicOperation::Add, .IsInteger = false, .ResultIsUsed = false};
  EXPECT_EQ(Float.combining(), AtomicCombining::BySource);
  Float.ResultIsUsed = true;
  EXPECT_EQ(Float.combining(), AtomicCombining::Never);
  AtomicUse Swap = {.Operation = AtomicOperation::CompareAndSwap, .ResultIsUsed = false};
  EXPECT_EQ(Swap.combining(), AtomicCombining::Never);
}

TEST_F(AtomicOperationTest, NamesInPtx) {
  EXPECT_EQ(atomicOperationInPtx("exch"), AtomicOperation::Exchange);
  EXPECT_FALSE(atomicOperationInPtx("u32"));
}

} // namespace
