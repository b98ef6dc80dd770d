//===- Emission.cpp - Accesses and the control-flow graph -------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessedElements.h"
#include "DecayedArrays.h"
#include "Emitter.h"
#include "Reductions.h"

#include "cuda-memlint/CudaModel/DeviceFunction.h"
#include "cuda-memlint/Frontend/Position.h"
#include "cuda-memlint/Interpreter/TypeFacts.h"
#include "cuda-memlint/SourceEdits/InsertionPoints.h"

#include "clang/AST/RecordLayout.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/BitVector.h"

#include <algorithm>

using namespace clang;

namespace memlint {

QualType typeOfBytes(const ASTContext &Ast, uint64_t Bytes) {
  switch (Bytes) {
  case 1:
    return Ast.UnsignedCharTy;
  case 2:
    return Ast.UnsignedShortTy;
  case 4:
    return Ast.UnsignedIntTy;
  case 8:
    return Ast.UnsignedLongLongTy;
  default:
    return Ast.getExtVectorType(Ast.UnsignedIntTy, 4);
  }
}

AccessKey Emitter::keyOf(const Stmt *Where) const {
  AccessKey Key;
  Key.first = Where;
  for (const Frame &Active : Run.Frames)
    if (Active.CallSite)
      Key.second.push_back(Active.CallSite);
  return Key;
}

const clang::Type *Emitter::typeOf(unsigned Access) const {
  auto Known = AccessTypes.find(Access);
  return Known == AccessTypes.end() ? nullptr : Known->second;
}

void Emitter::noteUnseen(const clang::Stmt *Where, bool OnlyPrints) {
  // As many as say that there are any.
  constexpr size_t MostUnseen = 8;
  if (!Run.isRecorded() || Program.Unseen.size() >= MostUnseen)
    return;
  size_t Depth = 0;
  SourceRange Shown = Run.shownRange(Where->getSourceRange(), Depth);
  Program.Unseen.push_back({positionOf(Shown, Ast), textOf(Shown, Ast), OnlyPrints});
}

void Emitter::addFact(ExprRef Fact, llvm::ArrayRef<ExprRef> Guards) {
  if (!Run.Recording || Fact->isConstant())
    return;
  // A fact about the launch that is stated by some threads holds for all of them; where
  // nobody states it, nobody needs it.
  bool OfLaunch = Fact->varies() == Uniformity::Grid;
  ExprRef Applies = Exprs.constant(1);
  for (ExprRef Guard : Guards)
    if (!OfLaunch || Guard->varies() == Uniformity::Grid)
      Applies = Exprs.logicalAnd(Applies, Guard);
  Fact = Exprs.logicalOr(Exprs.logicalNot(Applies), Fact);
  if (!Fact->isConstant())
    Program.Facts.push_back(Fact);
}

void Emitter::addUnfollowedUse(ExprRef Number) {
  bool Differs = Number->varies() > Uniformity::Grid || anyLeaf(Number, [](ExprRef Leaf) {
                   return Leaf->leaf().Kind == LeafKind::LoopCounter;
                 });
  if (Run.Recording && Differs && !llvm::is_contained(Program.UnfollowedUses, Number))
    Program.UnfollowedUses.push_back(Number);
}

static bool isLeafOf(ExprRef Number, LeafKind Kind) {
  return Number && Number->isLeaf() && Number->leaf().Kind == Kind;
}

void Emitter::addBlockUse(ExprRef Number, ExprRef Factor, SourceLocation Where) {
  if (!Run.isRecorded() || !isLeafOf(Number, LeafKind::BlockIndex))
    return;
  // It follows the block by itself.
  if (isLeafOf(Factor, LeafKind::BlockDimension) &&
      Factor->leaf().Dimension == Number->leaf().Dimension)
    return;
  bool IsOfKernelAlone = Run.Frames.size() == 1 && !Where.isMacroID();
  if (IsOfKernelAlone && Factor && Factor->isConstant())
    Number = Exprs.multiply(Number, Factor);
  if (!llvm::is_contained(Program.BlockUses, Number))
    Program.BlockUses.push_back(Number);
}

unsigned Emitter::emitNode(NodeKind Kind, unsigned Index, ExprRef Condition,
                           const clang::Stmt *Written) {
  Node New;
  New.Kind = Kind;
  New.Index = Index;
  New.Condition = Condition;
  if (Written) {
    size_t Depth = 0;
    SourceRange Shown = Run.shownRange(Written->getSourceRange(), Depth);
    New.Position = positionOf(Shown, Ast);
    if (Kind == NodeKind::Branch)
      New.Text = textOf(Shown, Ast);
  }
  unsigned Id = unsigned(Program.Nodes.size());
  Program.Nodes.push_back(std::move(New));
  closeEdges(Run.Current.Edges, Id);
  Run.Current.Edges = {{Id, 0}};
  return Id;
}

/// What \p Function, an instantiation perhaps, is in the source.
static const FunctionDecl *inSource(const FunctionDecl &Function) {
  const FunctionDecl *Written = Function.getTemplateInstantiationPattern();
  return (Written ? Written : &Function)->getCanonicalDecl();
}

void Emitter::emitSite(Site &At, const clang::Stmt *Where, NodeKind Kind, unsigned Index) {
  size_t Depth = 0;
  SourceRange Shown = Run.shownRange(Where->getSourceRange(), Depth);
  At.Position = positionOf(Shown, Ast);
  for (const Frame &Active : llvm::ArrayRef(Run.Frames).take_front(Depth))
    if (Active.CallSite)
      At.InlinedThrough.push_back(
          {positionOf(Active.CallSite->getSourceRange(), Ast),
           Active.Function->getQualifiedNameAsString(),
           Callees.try_emplace(inSource(*Active.Function), unsigned(Callees.size()))
               .first->second});
  for (ExprRef Guard : Run.Current.Guards)
    if (!Guard->isConstant())
      At.Guards.push_back(Guard);
  At.Loops = Run.LoopStack;
  At.NodeId = emitNode(Kind, Index, nullptr);
}

namespace {

/// One hardware access out of a larger object.
struct Chunk {
  uint64_t Offset;
  unsigned Bytes;
};

/// The bytes of an object that its scalars occupy; padding stays clear.
struct UsedBytes {
  llvm::BitVector Used;
  /// Where scalars begin, in ascending order, and how long each is.
  std::vector<Chunk> Scalars;
};

void markUsedBytes(ASTContext &Ast, QualType Type, uint64_t Offset, UsedBytes &Used) {
  if (const auto *Array = Ast.getAsConstantArrayType(Type)) {
    uint64_t Size = uint64_t(Ast.getTypeSizeInChars(Array->getElementType()).getQuantity());
    for (uint64_t Element = 0; Element != Array->getZExtSize(); ++Element)
      markUsedBytes(Ast, Array->getElementType(), Offset + Element * Size, Used);
    return;
  }
  const RecordDecl *Record = Type->getAsRecordDecl();
  Record = Record ? Record->getDefinition() : nullptr;
  if (!Record || Record->isUnion()) {
    uint64_t End = Offset + uint64_t(Ast.getTypeSizeInChars(Type).getQuantity());
    Used.Used.set(unsigned(std::min<uint64_t>(Offset, Used.Used.size())),
                  unsigned(std::min<uint64_t>(End, Used.Used.size())));
    Used.Scalars.push_back({Offset, unsigned(End - Offset)});
    return;
  }
  const ASTRecordLayout &Layout = Ast.getASTRecordLayout(Record);
  if (const auto *Class = dyn_cast<CXXRecordDecl>(Record))
    for (const CXXBaseSpecifier &Base : Class->bases())
      if (!Base.isVirtual() && !Base.getType()->getAsCXXRecordDecl()->isEmpty())
        markUsedBytes(
            Ast, Base.getType(),
            Offset +
                uint64_t(
                    Layout.getBaseClassOffset(Base.getType()->getAsCXXRecordDecl()).getQuantity()),
            Used);
  for (const FieldDecl *Field : Record->fields())
    markUsedBytes(Ast, Field->getType(), Offset + Layout.getFieldOffset(Field->getFieldIndex()) / 8,
                  Used);
}

/// Several scalars of one size from the start of a piece of 8 or 16 bytes on: nvcc reads
/// padding between and behind them as well, as it does fields that nobody asks for.
bool isFilledUp(const UsedBytes &Used, uint64_t Offset, unsigned Bytes) {
  if (Bytes < 8)
    return false;
  const Chunk *First = nullptr, *Last = nullptr;
  for (const Chunk &Scalar : Used.Scalars) {
    if (Scalar.Offset + Scalar.Bytes <= Offset || Scalar.Offset >= Offset + Bytes)
      continue;
    if (First ? Scalar.Bytes != First->Bytes : Scalar.Offset != Offset)
      return false;
    if (!First)
      First = &Scalar;
    Last = &Scalar;
  }
  return First != Last && Last->Offset >= Offset + Bytes / 2;
}

/// The compiler reads or writes the widest aligned pieces that hold no padding, or, where
/// \p FillUp says so, none but what it fills up with.
void splitChunk(const UsedBytes &UsedMask, uint64_t Offset, unsigned Bytes, bool FillUp,
                std::vector<Chunk> &Chunks) {
  const llvm::BitVector &Used = UsedMask.Used;
  unsigned First = unsigned(Offset);
  unsigned Last = unsigned(std::min<uint64_t>(Offset + Bytes, Used.size()));
  if (First >= Last || Used.find_first_in(First, Last) == -1)
    return;
  bool Full = Last - First == Bytes && Used.find_first_unset_in(First, Last) == -1;
  if (Full || Bytes == 1 || (FillUp && isFilledUp(UsedMask, Offset, Bytes))) {
    Chunks.push_back({Offset, Bytes});
    return;
  }
  splitChunk(UsedMask, Offset, Bytes / 2, FillUp, Chunks);
  splitChunk(UsedMask, Offset + Bytes / 2, Bytes / 2, FillUp, Chunks);
}

/// Past this a copy is a loop or a call, not a row of accesses.
constexpr uint64_t MaximumBytes = 1024;

/// The accesses of 1 to 16 bytes that an object of this size becomes.
std::vector<Chunk> chunksOf(ASTContext &Ast, QualType Type, uint64_t Size, uint64_t Alignment,
                            bool FillUp) {
  if (Size == 0 || Size > MaximumBytes)
    return {};
  unsigned Width = unsigned(std::min<uint64_t>(16, std::max<uint64_t>(1, Alignment)));
  UsedBytes Used{llvm::BitVector(unsigned(Size), false), {}};
  markUsedBytes(Ast, Type, 0, Used);
  std::vector<Chunk> Chunks;
  for (uint64_t Offset = 0; Offset < Size; Offset += Width)
    splitChunk(Used, Offset, Width, FillUp, Chunks);
  return Chunks;
}

} // namespace

namespace {

struct FieldOffset {
  unsigned RecordAlignment = 1;
  unsigned Offset = 0;
};

/// Where in the outermost record that \p Where names the lvalue lies; pointers, and
/// elements that are chosen at run time, begin anew.
FieldOffset fieldOffsetOf(ASTContext &Ast, const Stmt *Where) {
  FieldOffset Result;
  uint64_t Offset = 0;
  const auto *Operand = dyn_cast_or_null<clang::Expr>(Where);
  while (Operand) {
    std::optional<LvalueAround> Around = lvalueAround(Ast, *Operand->IgnoreParenImpCasts());
    if (!Around)
      break;
    Offset += Around->Offset;
    if (!Around->Record.isNull()) {
      Result.RecordAlignment = unsigned(Ast.getTypeAlignInChars(Around->Record).getQuantity());
      Result.Offset = unsigned(Offset);
    }
    Operand = Around->IsPointer ? nullptr : Around->Lvalue;
  }
  return Result;
}

} // namespace

/// The construct that keeps an address from being understood, in words.
static std::string whyNotUnderstood(const Access &Site) {
  if (classifyAddress(Site) != AddressClass::NotUnderstood)
    return {};
  std::string Reason;
  forEachLeaf(Site.Offset, [&](ExprRef Leaf) {
    if (Reason.empty() && Leaf->leaf().Reason == OpaqueReason::NotUnderstood)
      Reason = "the address depends on `" + Leaf->leaf().Name + "`, which is not understood";
  });
  return Reason;
}

static bool isData(const LeafInfo &Leaf) {
  return Leaf.Kind == LeafKind::Loaded ||
         (Leaf.Kind == LeafKind::Opaque && Leaf.Reason == OpaqueReason::DataDependent);
}

/// \p Root is a function of threads, iterations and the values of a launch.
static bool isKnownToLaunch(ExprRef Root) {
  return allLeaves(Root, [](ExprRef Leaf) {
    return Leaf->leaf().Kind != LeafKind::Opaque && !isData(Leaf->leaf());
  });
}

/// \p Root is a function of these and of data.
static bool isKnownForData(ExprRef Root) {
  return allLeaves(Root, [](ExprRef Leaf) {
    return Leaf->leaf().Kind != LeafKind::Opaque || isData(Leaf->leaf());
  });
}

std::vector<BoundedSubscript> Emitter::subscriptsOf(const clang::Stmt *Where) const {
  std::vector<BoundedSubscript> Found;
  const auto *Operand = dyn_cast_or_null<clang::Expr>(Where);
  while (Operand) {
    Operand = Operand->IgnoreParenCasts();
    if (const auto *Operator = dyn_cast<UnaryOperator>(Operand)) {
      bool KeepsObject = Operator->getOpcode() == UO_Deref || Operator->getOpcode() == UO_AddrOf;
      Operand = KeepsObject ? Operator->getSubExpr() : nullptr;
    } else if (const auto *Member = dyn_cast<MemberExpr>(Operand)) {
      Operand = Member->getBase();
    } else if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Operand)) {
      const ConstantArrayType *Array = arrayBehind(Ast, Subscript->getBase());
      Operand = Array ? madeOf(Subscript->getBase()) : Subscript->getBase();
      ExprRef Index = SubscriptIndices.lookup(Subscript);
      if (Array && Index)
        Found.push_back({Index, Array->getZExtSize()});
    } else {
      break;
    }
  }
  return Found;
}

void Emitter::enterFunction(const FunctionDecl &Function) {
  HasConditionalText |= hasConditionalText(Function);
  if (const Stmt *Body = Function.getBody(); Body && BodiesSeen.insert(Body).second) {
    addUnusedAccesses(Body, Unused);
    addSwapUses(Function, Swaps);
    addReductions(Body, Ast, Reduced);
  }
}

/// An lvalue is read or written as such, even where a call names it.
static bool isCallOfCudas(const Stmt &Where) {
  const auto *Call = dyn_cast<CallExpr>(&Where);
  return Call && !Call->isGLValue();
}

static bool skipsL1(const Stmt &Where) {
  const auto *Call = isCallOfCudas(Where) ? dyn_cast<CallExpr>(&Where) : nullptr;
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee || !Callee->getIdentifier())
    return false;
  std::optional<DeviceFunction> Known = deviceFunction(Callee->getName());
  return Known && Known->SkipsL1;
}

SourceForm Emitter::formOf(const clang::Stmt *Where) const {
  if (isa<AsmStmt>(Where))
    return SourceForm::Assembly;
  size_t Depth = 0;
  Run.shownRange(Where->getSourceRange(), Depth);
  // The user sees a call of what a header of CUDA's does.
  return Depth != Run.Frames.size() || isCallOfCudas(*Where) ? SourceForm::Call
                                                             : SourceForm::Expression;
}

/// No field of \p Type, the structure that is copied at \p Where, is needed that has a part of
/// \p Piece.
static bool isInUnnamedField(const ASTContext &Ast, const UnusedAccesses &Unused, const Stmt *Where,
                             QualType Type, const Chunk &Piece) {
  auto Found = Unused.NamedFields.find(Where);
  const RecordDecl *Record = Type->getAsRecordDecl();
  if (Found == Unused.NamedFields.end() || !Record || Record->isUnion())
    return false;
  return none_of(Found->second, [&](const FieldDecl *Field) {
    if (Field->getParent()->getCanonicalDecl() != Record->getCanonicalDecl())
      return true;
    uint64_t First = Ast.getFieldOffset(Field) / 8;
    uint64_t End = First + std::max<uint64_t>(sizeOf(Ast, Field->getType()), 1);
    return First < Piece.Offset + Piece.Bytes && Piece.Offset < End;
  });
}

Access Emitter::accessTo(const AccessRequest &Request, uint64_t FirstByte, unsigned Bytes) {
  const Lvalue &At = Request.At;
  const Stmt *Where = Request.Where;
  Access New;
  New.Object = At.Object;
  New.Space = Program.Objects[At.Object].Space;
  New.Kind = Request.Kind;
  New.Form = Request.Form;
  New.Bytes = Bytes;
  auto Behind = [&](ExprRef Offset) {
    return Exprs.withoutAddressWraps(Exprs.add(Offset, Exprs.constant(int64_t(FirstByte))));
  };
  New.Offset = Behind(At.Offset);
  if (At.Selector && isKnownForData(At.Selector))
    New.Selector = At.Selector;
  // What data select, no launch knows: nothing is said of where in it the access is.
  if (At.Selector && isKnownToLaunch(At.Selector))
    New.OffsetInSelected = Behind(At.OffsetInSelected);
  New.Reason = whyNotUnderstood(New);
  if (New.Reason.empty())
    New.Reason = Objects.mixedSpaces(At.Object);
  New.Subscripts = subscriptsOf(Where);
  New.Text = Run.shownText(Where->getSourceRange());
  New.Written = formOf(Where);
  New.IsVolatile = Request.Type.isVolatileQualified();
  bool IsAtomic = Request.Kind == AccessKind::Atomic;
  if ((IsAtomic || New.IsVolatile) && Request.Ordering.Order != AccessOrder::Weak) {
    New.Order = Request.Ordering.Order;
    New.Scope = Request.Ordering.Scope;
  } else if (New.IsVolatile) {
    New.Order = AccessOrder::Volatile;
    New.Scope = ThreadScope::System;
  }
  New.SkipsL1 = Request.Kind == AccessKind::Load && skipsL1(*Where);
  if (auto Reduction = Reduced.find(Where);
      Request.Kind == AccessKind::Store && Reduction != Reduced.end()) {
    New.IsReduction = true;
    New.IsSum = Reduction->second == ReductionKind::Sum;
  }
  New.IsRetried = IsAtomic && Swaps.Retried.contains(Where);
  New.Use = Request.Kind == AccessKind::Load ? Swaps.Reads.lookup(Where) : ReadUse::Unknown;
  return New;
}

void Emitter::emitAccess(const AccessRequest &Request) {
  const auto &[At, Type, Kind, Where, Form, Ordering, Stored, StoresCopy] = Request;
  if (!At.isMemory() && !At.isVariable())
    noteUnseen(Where);
  if (!Run.isRecorded() || !At.isMemory())
    return;
  uint64_t Size = sizeOf(Ast, Type);
  if (Size > MaximumBytes) {
    emitBytes({At, Exprs.constant(int64_t(Size)), alignmentOf(Ast, Type), std::nullopt}, Kind,
              Where, "how the compiler splits a copy of this size is unknown");
    return;
  }
  std::vector<Chunk> Chunks =
      chunksOf(Ast, Type, Size, alignmentOf(Ast, Type), Kind == AccessKind::Load || StoresCopy);
  AccessedElement Named = accessedElement(Ast, Where);
  FieldOffset Field;
  if (Chunks.size() == 1)
    Field = fieldOffsetOf(Ast, Where);
  // A member that is a structure is copied with the alignment of its own type.
  if (Kind == AccessKind::Load && Type->isRecordType())
    Field.RecordAlignment =
        std::min(Field.RecordAlignment, unsigned(Ast.getTypeAlignInChars(Type).getQuantity()));
  for (size_t Part = 0; Part != Chunks.size(); ++Part) {
    Access New = accessTo(Request, Chunks[Part].Offset, Chunks[Part].Bytes);
    New.Id = unsigned(Program.Accesses.size());
    if (Kind == AccessKind::Store && Chunks.size() == 1)
      New.Value = Stored;
    New.IsUnused =
        !New.IsVolatile &&
        (Unused.Whole.contains(Where) ||
         (Kind == AccessKind::Load && isInUnnamedField(Ast, Unused, Where, Type, Chunks[Part])));
    New.Part = unsigned(Part);
    New.Parts = unsigned(Chunks.size());
    New.RecordAlignment = Field.RecordAlignment;
    New.OffsetInRecord = Field.Offset;
    emitSite(New, Where, NodeKind::Access, New.Id);
    AccessKeys[New.Id] = keyOf(Where);
    if (Unused.Calls.contains(Where))
      Discarded.insert(New.Id);
    AccessedElements[New.Id] = {Named.Type, Named.FirstByte + Chunks[Part].Offset};
    AccessTypes[New.Id] = Type.getNonReferenceType().getCanonicalType().getTypePtr();
    Program.Accesses.push_back(std::move(New));
  }
}

void Emitter::noteAtomic(size_t Before, const AtomicUse &Use, ExprRef Result) {
  for (Access &Emitted : accessesFrom(Before)) {
    Emitted.Update = Use.update();
    Emitted.Combining = Use.combining();
    Emitted.StartsAgain = Use.startsAgain();
  }
  if (Access *Atomic = oneAccessFrom(Before)) {
    Atomic->Addend = Use.addend(Exprs);
    Atomic->Value = Use.written();
    Atomic->Expected = Use.IsInteger ? Use.Expected : nullptr;
    // What nobody takes is not kept.
    Atomic->Result = Discarded.contains(Atomic->Id) ? nullptr : Result;
  }
}

} // namespace memlint
