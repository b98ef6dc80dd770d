//===- PtxInstruction.cpp - The instructions of inline assembly -----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/CudaModel/PtxInstruction.h"

#include "NamesInText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using llvm::StringRef;

namespace memlint {

static constexpr std::pair<PtxKind, llvm::StringLiteral> OpcodesByKind[] = {
    {PtxKind::Load, "ld ldu"},
    {PtxKind::Store, "st"},
    {PtxKind::Atomic, "atom red"},
    {PtxKind::MatrixRows, "ldmatrix stmatrix"},
    {PtxKind::Copy, "cp"},
    {PtxKind::BarrierInMemory, "mbarrier"},
    {PtxKind::Barrier, "bar barrier"},
    {PtxKind::Fence, "membar fence"},
    {PtxKind::Vote, "activemask redux vote"},
    {PtxKind::Match, "match"},
    {PtxKind::Shuffle, "shfl"},
    {PtxKind::Exit, "exit"},
    {PtxKind::Trap, "trap"},
    {PtxKind::Arithmetic,
     "abs add addc and bfe bfi bfind bmsk brev clz cnot copysign cos createpolicy "
     "cvt cvta div dp2a dp4a ex2 fma fns isspacep lg2 lop3 mad mad24 madc max min "
     "mov mul mul24 neg not or popc prmt rcp rem rsqrt sad selp set setp shf shl shr "
     "sin slct sqrt sub subc szext tanh testp vabsdiff vabsdiff2 vabsdiff4 vadd "
     "vadd2 vadd4 vset vset2 vset4 xor"},
    {PtxKind::Opaque, "mma suq tex tld4 txq"},
    {PtxKind::Nothing,
     "applypriority bra brkpt brx discard nanosleep pmevent prefetch prefetchu ret "
     "setmaxnreg"},
    {PtxKind::Unseen, "griddepcontrol suld sured sust"},
};

PtxKind PtxInstruction::kind() const {
  static const auto Kinds = namesInText(llvm::ArrayRef(OpcodesByKind));
  auto Found = Kinds.find(opcode());
  return Found == Kinds.end() ? PtxKind::Unknown : Found->second;
}

ThreadScope PtxInstruction::scope() const {
  return has("cta")       ? ThreadScope::Block
         : has("cluster") ? ThreadScope::Cluster
         : has("sys")     ? ThreadScope::System
                          : ThreadScope::Device;
}

MemoryOrdering PtxInstruction::ordering() const {
  AccessOrder Order = has("acq_rel")              ? AccessOrder::AcquireRelease
                      : has("acquire")            ? AccessOrder::Acquire
                      : has("release")            ? AccessOrder::Release
                      : has("relaxed")            ? AccessOrder::Relaxed
                      : has("mmio")               ? AccessOrder::Relaxed
                      : has("volatile")           ? AccessOrder::Volatile
                      : kind() == PtxKind::Atomic ? AccessOrder::Relaxed
                                                  : AccessOrder::Weak;
  if (Order == AccessOrder::Weak)
    return {};
  return {Order, Order == AccessOrder::Volatile ? ThreadScope::System : scope()};
}

MemorySpace PtxInstruction::space() const {
  for (StringRef Part : Parts) {
    std::optional<MemorySpace> Space = llvm::StringSwitch<std::optional<MemorySpace>>(Part)
                                           .Case("global", MemorySpace::Global)
                                           .Cases("shared", "shared::cta", MemorySpace::Shared)
                                           .Case("const", MemorySpace::Constant)
                                           .Cases("local", "param", MemorySpace::Local)
                                           .Default(std::nullopt);
    if (Space)
      return *Space;
  }
  return MemorySpace::Generic;
}

unsigned PtxInstruction::accessedBytes() const {
  unsigned Elements = has("v2") ? 2 : has("v4") ? 4 : has("v8") ? 8 : 1;
  return ptxTypeBits(type()) / 8 * Elements;
}

bool PtxInstruction::has(StringRef Modifier) const {
  return llvm::is_contained(llvm::drop_begin(Parts), Modifier);
}

unsigned ptxTypeBits(StringRef Type) {
  unsigned Times = 1;
  if (auto [Element, Packed] = Type.split('x'); !Packed.empty()) {
    if (Packed.getAsInteger(10, Times) || Times > 8)
      return 0;
    Type = Element;
  }
  unsigned Bits = 0;
  if (!(Type.consume_front("bf") || Type.consume_front("tf") || Type.consume_front("b") ||
        Type.consume_front("u") || Type.consume_front("s") || Type.consume_front("f")) ||
      Type.getAsInteger(10, Bits))
    return 0;
  bool Known = Bits == 8 || Bits == 16 || Bits == 32 || Bits == 64 || Bits == 128;
  return Known ? Bits * Times : 0;
}

bool isPtxFloat(StringRef Type) {
  return ptxTypeBits(Type) != 0 &&
         (Type.starts_with("f") || Type.starts_with("bf") || Type.starts_with("tf"));
}

std::vector<std::string> splitPtxList(StringRef List) {
  std::vector<std::string> Result;
  int Depth = 0;
  size_t Start = 0;
  for (size_t At = 0; At <= List.size(); ++At) {
    char C = At < List.size() ? List[At] : ',';
    if (C == '{' || C == '[' || C == '(')
      ++Depth;
    else if (C == '}' || C == ']' || C == ')')
      --Depth;
    if (At != List.size() && (C != ',' || Depth > 0))
      continue;
    StringRef Part = List.slice(Start, At).trim();
    if (!Part.empty())
      Result.push_back(Part.str());
    Start = At + 1;
  }
  return Result;
}

std::vector<std::string> splitPtxGroup(StringRef Group) {
  StringRef Inside = Group.drop_front();
  return splitPtxList(Inside.drop_back(Inside.empty() ? 0 : 1));
}

/// \p Text without comments, and with single blanks only.
static std::string withoutComments(StringRef Text) {
  std::string Result;
  for (size_t At = 0; At < Text.size(); ++At) {
    StringRef Rest = Text.substr(At);
    if (Rest.starts_with("//")) {
      At = std::min(Text.find('\n', At), Text.size());
    } else if (Rest.starts_with("/*")) {
      size_t End = Text.find("*/", At + 2);
      At = End == StringRef::npos ? Text.size() : End + 1;
    } else if (!llvm::isSpace(Text[At])) {
      Result += Text[At];
      continue;
    }
    if (!Result.empty() && Result.back() != ' ')
      Result += ' ';
  }
  return Result;
}

/// A name and a colon at the start of \p Text.
static bool consumeLabel(StringRef &Text) {
  size_t End = Text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                      "0123456789_$%=");
  if (End == StringRef::npos || End == 0 || Text[End] != ':' || Text.substr(End).starts_with("::"))
    return false;
  Text = Text.drop_front(End + 1).ltrim();
  return true;
}

PtxText parsePtx(StringRef Written) {
  PtxText Result;
  std::string Clean = withoutComments(Written);
  llvm::SmallVector<StringRef, 8> Statements;
  StringRef(Clean).split(Statements, ';');
  for (StringRef Statement : Statements) {
    Statement = Statement.trim();
    // Braces around statements; those of operands never come first.
    for (bool Changed = true; Changed;) {
      Changed = Statement.consume_front("{") || Statement.consume_front("}");
      if (consumeLabel(Statement = Statement.ltrim()))
        Result.HasBranches = Changed = true;
    }
    if (Statement.empty() || Statement.starts_with("."))
      continue;
    PtxInstruction New;
    if (Statement.consume_front("@")) {
      Statement = Statement.ltrim();
      New.PredicateNegated = Statement.consume_front("!");
      auto [Predicate, Rest] = Statement.ltrim().split(' ');
      New.Predicate = Predicate.str();
      Statement = Rest.trim();
    }
    New.Text = Statement.str();
    auto [Opcode, Operands] = Statement.split(' ');
    llvm::SmallVector<StringRef, 8> Parts;
    Opcode.split(Parts, '.');
    for (StringRef Part : Parts)
      New.Parts.push_back(Part.str());
    New.Operands = splitPtxList(Operands);
    Result.HasBranches |= New.opcode() == "bra" || New.opcode() == "brx";
    if (!New.opcode().empty())
      Result.Instructions.push_back(std::move(New));
  }
  return Result;
}

std::vector<std::string> ptxDestinations(StringRef Operand) {
  if (Operand.consume_front("{") && Operand.consume_back("}"))
    return splitPtxList(Operand);
  auto [First, Second] = Operand.split('|');
  std::vector<std::string> Result = {First.trim().str()};
  if (!Second.empty())
    Result.push_back(Second.trim().str());
  return Result;
}

} // namespace memlint
