//===- InlineAssembly.cpp - PTX in the device module ----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InlineAssembly.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;

namespace {

/// One instruction of PTX: `ld.global.v4.f32 {$0, $1, $2, $3}, [$4+16];`
struct Statement {
  std::string Opcode;
  SmallVector<std::string> Operands;
};

class AssemblyCall {
public:
  explicit AssemblyCall(CallInst &Call)
      : Call(Call), Code(cast<InlineAsm>(Call.getCalledOperand())), Builder(&Call),
        Pointer(PointerType::getUnqual(Call.getContext())) {
    if (auto *Several = dyn_cast<StructType>(Call.getType()))
      Results.resize(Several->getNumElements());
    else if (!Call.getType()->isVoidTy())
      Results.resize(1);
  }

  void lower() {
    for (Statement &Each : statements())
      if (!lower(Each))
        report_fatal_error(Twine("inline PTX that the oracle does not know: ") +
                           Code->getAsmString());
    if (Call.getType()->isStructTy()) {
      Value *Whole = PoisonValue::get(Call.getType());
      for (unsigned Index = 0; Index != Results.size(); ++Index)
        Whole = Builder.CreateInsertValue(Whole, Results[Index], Index);
      Call.replaceAllUsesWith(Whole);
    } else if (!Results.empty()) {
      Call.replaceAllUsesWith(Results[0]);
    }
    Call.eraseFromParent();
  }

private:
  SmallVector<Statement> statements() {
    SmallVector<Statement> List;
    SmallVector<StringRef> Pieces;
    std::string Text = Code->getAsmString();
    StringRef(Text).split(Pieces, ';');
    for (StringRef Piece : Pieces) {
      Piece = Piece.trim(" \t\n{}");
      if (Piece.empty())
        continue;
      Statement Each;
      auto [Opcode, Rest] = Piece.split(' ');
      Each.Opcode = Opcode.trim().str();
      SmallVector<StringRef> Operands;
      Rest.split(Operands, ',');
      for (StringRef Operand : Operands)
        Each.Operands.push_back(Operand.trim(" \t\n{}").str());
      List.push_back(std::move(Each));
    }
    return List;
  }

  static bool isOperand(StringRef Text, unsigned &Number) {
    return Text.consume_front("$") && !Text.getAsInteger(10, Number);
  }

  Value *input(StringRef Text) {
    unsigned Number;
    if (isOperand(Text, Number))
      return Call.getArgOperand(Number - Results.size());
    int64_t Constant;
    return Text.getAsInteger(0, Constant) ? nullptr : Builder.getInt64(Constant);
  }

  bool setResult(StringRef Text, Value *Computed) {
    unsigned Number;
    if (!isOperand(Text, Number) || Number >= Results.size())
      return false;
    Type *Wanted = Call.getType();
    if (auto *Several = dyn_cast<StructType>(Wanted))
      Wanted = Several->getElementType(Number);
    if (Wanted->isIntegerTy() && Computed->getType()->isIntegerTy())
      Computed = Builder.CreateZExtOrTrunc(Computed, Wanted);
    else if (Wanted != Computed->getType())
      Computed = Builder.CreateBitCast(Computed, Wanted);
    Results[Number] = Computed;
    return true;
  }

  /// `[$1]`, `[$1+16]`
  Value *address(StringRef Text) {
    if (!Text.consume_front("[") || !Text.consume_back("]"))
      return nullptr;
    auto [Base, Rest] = Text.split('+');
    Value *Start = input(Base.trim());
    if (!Start)
      return nullptr;
    int64_t Offset = 0;
    if (!Rest.trim().empty() && Rest.trim().getAsInteger(0, Offset))
      return nullptr;
    if (Start->getType()->isIntegerTy(32))
      Start = Builder.CreateCall(
          module().getOrInsertFunction("oracleSharedPointer", Pointer, Builder.getInt32Ty()),
          Start);
    else if (Start->getType()->isIntegerTy())
      Start = Builder.CreateIntToPtr(Start, Pointer);
    return Builder.CreatePtrAdd(Start, Builder.getInt64(Offset));
  }

  /// Its number and how many threads it is for; 0: all.
  static std::array<StringRef, 2> namedBarrier(const Statement &Each) {
    return {Each.Operands[0], Each.Operands.size() > 1 ? StringRef(Each.Operands[1]) : "0"};
  }

  bool callRuntime(StringRef Name, ArrayRef<StringRef> Operands) {
    SmallVector<Value *> Arguments;
    SmallVector<Type *> Types;
    for (StringRef Operand : Operands) {
      Value *Given = input(Operand);
      if (!Given)
        return false;
      Arguments.push_back(Builder.CreateZExtOrTrunc(Given, Builder.getInt32Ty()));
      Types.push_back(Builder.getInt32Ty());
    }
    FunctionType *Form = FunctionType::get(Builder.getVoidTy(), Types, false);
    Builder.CreateCall(module().getOrInsertFunction(Name, Form), Arguments);
    return true;
  }

  Module &module() { return *Call.getModule(); }

  bool lower(const Statement &Each) {
    StringRef Opcode = Each.Opcode;
    if (Opcode.starts_with("mov.")) {
      StringRef Source = Each.Operands[1];
      if (Source.consume_front("%")) {
        std::string Name = "nvvm_read_ptx_sreg_";
        for (char Letter : Source)
          Name += Letter == '.' ? '_' : Letter;
        return setResult(Each.Operands[0], Builder.CreateCall(module().getOrInsertFunction(
                                               Name, Builder.getInt32Ty())));
      }
      Value *Copied = input(Source);
      return Copied && setResult(Each.Operands[0], Copied);
    }
    if (Opcode.starts_with("fence.") || Opcode.starts_with("membar."))
      return true;
    if (Opcode == "bar.warp.sync")
      return callRuntime("oracleWarpBarrier", {Each.Operands[0]});
    if (Opcode == "bar.sync" || Opcode == "barrier.sync" || Opcode == "barrier.sync.aligned")
      return callRuntime("oracleNamedBarrier", namedBarrier(Each));
    if (Opcode == "bar.arrive" || Opcode == "barrier.arrive" || Opcode == "barrier.arrive.aligned")
      return callRuntime("oracleNamedArrival", namedBarrier(Each));
    SmallVector<StringRef> Parts;
    Opcode.split(Parts, '.');
    unsigned Bits = 0;
    if (Parts.back().size() < 2 || Parts.back().drop_front(1).getAsInteger(10, Bits))
      Bits = 0;
    Type *Element = Bits == 0 ? nullptr
                    : Parts.back()[0] == 'f'
                        ? (Bits == 64 ? Builder.getDoubleTy() : Builder.getFloatTy())
                        : (Type *)Builder.getIntNTy(Bits);
    unsigned Lanes = Opcode.contains(".v4.") ? 4 : Opcode.contains(".v2.") ? 2 : 1;
    if (Parts[0] == "ld" && Element && Each.Operands.size() == Lanes + 1) {
      Value *Address = address(Each.Operands.back());
      if (!Address)
        return false;
      Type *Whole = Lanes == 1 ? Element : FixedVectorType::get(Element, Lanes);
      Value *Loaded = Builder.CreateAlignedLoad(Whole, Address, Align(1));
      for (unsigned Lane = 0; Lane != Lanes; ++Lane)
        if (!setResult(Each.Operands[Lane],
                       Lanes == 1 ? Loaded : Builder.CreateExtractElement(Loaded, Lane)))
          return false;
      return true;
    }
    if (Parts[0] == "st" && Element && Each.Operands.size() == Lanes + 1) {
      Value *Address = address(Each.Operands[0]);
      if (!Address)
        return false;
      Type *Whole = Lanes == 1 ? Element : FixedVectorType::get(Element, Lanes);
      Value *Stored = PoisonValue::get(Whole);
      for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
        Value *Part = input(Each.Operands[Lane + 1]);
        if (!Part)
          return false;
        if (Element->isIntegerTy() && Part->getType()->isIntegerTy())
          Part = Builder.CreateZExtOrTrunc(Part, Element);
        else if (Part->getType() != Element)
          Part = Builder.CreateBitCast(Part, Element);
        Stored = Lanes == 1 ? Part : Builder.CreateInsertElement(Stored, Part, Lane);
      }
      Builder.CreateAlignedStore(Stored, Address, Align(1));
      return true;
    }
    return false;
  }

  CallInst &Call;
  InlineAsm *Code;
  IRBuilder<> Builder;
  PointerType *Pointer;
  SmallVector<Value *> Results;
};

} // namespace

void lowerInlineAssembly(Module &Device) {
  SmallVector<CallInst *> Calls;
  for (Function &Body : Device)
    for (Instruction &Each : instructions(Body))
      if (auto *Call = dyn_cast<CallInst>(&Each); Call && Call->isInlineAsm())
        Calls.push_back(Call);
  for (CallInst *Call : Calls)
    AssemblyCall(*Call).lower();
}
