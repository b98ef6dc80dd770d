//===- AtomicOperation.cpp - What an atomic does to memory ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/CudaModel/AtomicOperation.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

namespace memlint {

std::optional<AtomicOperation> atomicOperationInPtx(llvm::StringRef Modifier) {
  return llvm::StringSwitch<std::optional<AtomicOperation>>(Modifier)
      .Case("add", AtomicOperation::Add)
      .Case("min", AtomicOperation::Minimum)
      .Case("max", AtomicOperation::Maximum)
      .Case("inc", AtomicOperation::Increment)
      .Case("dec", AtomicOperation::Decrement)
      .Case("and", AtomicOperation::And)
      .Case("or", AtomicOperation::Or)
      .Case("xor", AtomicOperation::Xor)
      .Case("exch", AtomicOperation::Exchange)
      .Case("cas", AtomicOperation::CompareAndSwap)
      .Default(std::nullopt);
}

/// Compilers have an instruction for that, where nobody uses the result.
bool AtomicUse::addsOne() const {
  if (!Operand || !Operand->isConstant() || Scope == ThreadScope::System)
    return false;
  auto Number = uint32_t(Operand->constantTerm());
  // Counting up to the largest number never starts again at 0.
  return Operation == AtomicOperation::Add
             ? Number == 1
             : Operation == AtomicOperation::Increment && Number == UINT32_MAX;
}

/// There are instructions for 32-bit integers, for exchanges and for compare-and-swaps.
RequestForm AtomicUse::form() const {
  bool IsWord = Bytes == 4, IsOneOrTwo = IsWord || Bytes == 8;
  if (Operation == AtomicOperation::CompareAndSwap && IsOneOrTwo)
    return RequestForm::CompareAndSwap;
  if (Operation == AtomicOperation::Exchange && IsOneOrTwo)
    return RequestForm::NativeAtomic;
  if (!IsWord || !IsInteger)
    return RequestForm::AtomicLoop;
  return !ResultIsUsed && addsOne() ? RequestForm::Increment : RequestForm::NativeAtomic;
}

AtomicUpdate AtomicUse::update() const {
  if (!IsInteger || ResultIsUsed)
    return AtomicUpdate::Other;
  switch (Operation) {
  case AtomicOperation::Add:
  case AtomicOperation::Subtract:
    return AtomicUpdate::Add;
  case AtomicOperation::Minimum:
    return IsUnsigned ? AtomicUpdate::UnsignedMinimum : AtomicUpdate::Minimum;
  case AtomicOperation::Maximum:
    return IsUnsigned ? AtomicUpdate::UnsignedMaximum : AtomicUpdate::Maximum;
  case AtomicOperation::And:
    return AtomicUpdate::And;
  case AtomicOperation::Or:
    return AtomicUpdate::Or;
  case AtomicOperation::Xor:
    return AtomicUpdate::Xor;
  case AtomicOperation::Increment:
  case AtomicOperation::Decrement:
  case AtomicOperation::Exchange:
  case AtomicOperation::CompareAndSwap:
    return AtomicUpdate::Other;
  }
  llvm_unreachable("not an atomic operation");
}

/// As nvcc 13.0 does for 7.5 to 12.0; docs/hardware-rules.md has the table.
AtomicCombining AtomicUse::combining() const {
  bool IsSum =
      Operation == AtomicOperation::Add || Operation == AtomicOperation::Subtract || addsOne();
  bool IsWord = IsInteger && Bytes == 4;
  bool IsLongOfWarp = IsInteger && Bytes == 8 && Operand && Operand->varies() < Uniformity::Lane;
  // What a lane gets then follows from the sum of those before it.
  if (IsSum && (IsWord || IsLongOfWarp))
    return AtomicCombining::ByCompiler;
  if (ResultIsUsed)
    return AtomicCombining::Never;
  switch (Operation) {
  case AtomicOperation::Add:
  case AtomicOperation::Subtract:
  case AtomicOperation::Minimum:
  case AtomicOperation::Maximum:
  case AtomicOperation::And:
  case AtomicOperation::Or:
  case AtomicOperation::Xor:
    return IsWord ? AtomicCombining::ByCompiler : AtomicCombining::BySource;
  case AtomicOperation::Increment:
  case AtomicOperation::Decrement:
  case AtomicOperation::Exchange:
  case AtomicOperation::CompareAndSwap:
    return AtomicCombining::Never;
  }
  llvm_unreachable("not an atomic operation");
}

bool AtomicUse::startsAgain() const {
  return Operation == AtomicOperation::Decrement ||
         (Operation == AtomicOperation::Increment && !addsOne());
}

/// Whatever the integer in memory is, it stays.
bool AtomicUse::changesNothing() const {
  if (Operation == AtomicOperation::CompareAndSwap)
    return Expected && Expected == Replacement;
  if (!IsInteger || !Operand || !Operand->isConstant())
    return false;
  unsigned Bits = Bytes * 8;
  int64_t Number = llvm::SignExtend64(uint64_t(Operand->constantTerm()), Bits);
  switch (Operation) {
  case AtomicOperation::Add:
  case AtomicOperation::Subtract:
  case AtomicOperation::Or:
  case AtomicOperation::Xor:
    return Number == 0;
  case AtomicOperation::And:
    return Number == -1;
  case AtomicOperation::Minimum:
    return Number == (IsUnsigned ? -1 : llvm::maxIntN(Bits));
  case AtomicOperation::Maximum:
    return Number == (IsUnsigned ? 0 : llvm::minIntN(Bits));
  case AtomicOperation::Increment:
  case AtomicOperation::Decrement:
  case AtomicOperation::Exchange:
  case AtomicOperation::CompareAndSwap:
    return false;
  }
  llvm_unreachable("not an atomic operation");
}

ExprRef AtomicUse::addend(ExprContext &Exprs) const {
  if (changesNothing())
    return Exprs.constant(0);
  if (Operand && Operation == AtomicOperation::Add)
    return Operand;
  if (Operand && Operation == AtomicOperation::Subtract)
    return Exprs.negate(Operand);
  return addsOne() ? Exprs.constant(1) : nullptr;
}

ExprRef AtomicUse::written() const {
  if (!IsInteger)
    return nullptr;
  return Operation == AtomicOperation::Exchange         ? Operand
         : Operation == AtomicOperation::CompareAndSwap ? Replacement
                                                        : nullptr;
}

} // namespace memlint
