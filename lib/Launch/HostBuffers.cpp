//===- HostBuffers.cpp - Memory that variables of host code lead to -------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostBuffers.h"

#include "HostProgram.h"
#include "RuntimeCalls.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace memlint {

/// A vector of the standard library, with the library's allocator.
static bool isPlainVector(QualType Type) {
  const auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(Type->getAsCXXRecordDecl());
  if (!Class || !Class->isInStdNamespace() || Class->getName() != "vector" ||
      Class->getTemplateArgs().size() < 2)
    return false;
  const CXXRecordDecl *Allocator = Class->getTemplateArgs()[1].getAsType()->getAsCXXRecordDecl();
  return Allocator && Allocator->isInStdNamespace() && Allocator->getName() == "allocator";
}

static bool isBuffer(const VarDecl &Variable) {
  QualType Type = Variable.getType();
  return Variable.isLocalVarDecl() && Variable.hasLocalStorage() && !Type->isDependentType() &&
         (Type->isPointerType() || Type->isConstantArrayType() || isPlainVector(Type));
}

/// What a function of CUDA's runtime, or of the C library, stores at its first argument.
static BufferMemory memoryFrom(StringRef Name) {
  if (Name == "posix_memalign")
    return BufferMemory::Pageable;
  const RuntimeFunction *Known = findRuntimeFunction(Name);
  if (Known && Known->Kind == RuntimeKind::MapMemory)
    return BufferMemory::Mapped;
  if (!allocates(Known))
    return BufferMemory::Unknown;
  switch (Known->Memory) {
  case RuntimeMemory::Device:
    return BufferMemory::Device;
  case RuntimeMemory::Managed:
    return BufferMemory::Managed;
  case RuntimeMemory::PageLocked:
    return BufferMemory::PageLocked;
  case RuntimeMemory::Other:
    return BufferMemory::Unknown;
  }
  llvm_unreachable("memory without a kind");
}

static bool isHostAllocation(const FunctionDecl *Callee) {
  return Callee && inSystemHeader(*Callee) &&
         llvm::StringSwitch<bool>(plainNameOf(Callee))
             .Cases("malloc", "calloc", "aligned_alloc", "memalign", "valloc", "_mm_malloc", true)
             .Cases("__builtin_malloc", "__builtin_calloc", true)
             .Default(false);
}

const DeclRefExpr *HostBuffers::baseOf(const clang::Expr *Pointer) {
  while (Pointer) {
    Pointer = Pointer->IgnoreParenCasts();
    if (const auto *Reference = dyn_cast<DeclRefExpr>(Pointer))
      return isa<VarDecl>(Reference->getDecl()) ? Reference : nullptr;
    if (const auto *Sum = dyn_cast<BinaryOperator>(Pointer);
        Sum && Sum->isAdditiveOp() && Sum->getLHS()->getType()->isPointerType()) {
      Pointer = Sum->getLHS();
    } else if (const auto *Row = dyn_cast<ArraySubscriptExpr>(Pointer);
               Row && Row->getType()->isArrayType()) {
      Pointer = Row->getBase();
    } else if (const auto *Address = dyn_cast<UnaryOperator>(Pointer);
               Address && Address->getOpcode() == UO_AddrOf) {
      const clang::Expr *Element = Address->getSubExpr()->IgnoreParens();
      if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Element)) {
        Pointer = Subscript->getBase();
      } else if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(Element);
                 Call && Call->getOperator() == OO_Subscript && Call->getNumArgs() == 2 &&
                 isPlainVector(Call->getArg(0)->getType())) {
        Pointer = Call->getArg(0);
      } else {
        return nullptr;
      }
    } else if (const auto *Call = dyn_cast<CXXMemberCallExpr>(Pointer);
               Call && plainNameOf(Call->getMethodDecl()) == "data" &&
               isPlainVector(Call->getImplicitObjectArgument()->getType())) {
      Pointer = Call->getImplicitObjectArgument();
    } else {
      return nullptr;
    }
  }
  return nullptr;
}

/// Looks at each use of each variable, with the expressions around it.
class HostBuffers::Walk {
public:
  Walk(HostBuffers &Of, ASTContext &Ast) : Of(Of), Ast(Ast) {}

  void visit(const Stmt *Code) {
    if (!Code)
      return;
    if (const auto *Declaration = dyn_cast<DeclStmt>(Code))
      for (const Decl *Each : Declaration->decls())
        if (const auto *Variable = dyn_cast<VarDecl>(Each))
          declare(*Variable);
    if (const auto *Reference = dyn_cast<DeclRefExpr>(Code))
      if (const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl());
          Variable && isBuffer(*Variable))
        use(*Variable, *Reference);
    if (isa<UnaryExprOrTypeTraitExpr>(Code))
      return;
    Around.push_back(Code);
    for (const Stmt *Child : Code->children())
      visit(Child);
    Around.pop_back();
  }

private:
  void declare(const VarDecl &Variable) {
    if (!isBuffer(Variable))
      return;
    HostBuffer &Buffer = Of.Buffers[&Variable];
    if (!Variable.getType()->isPointerType())
      give(Buffer, BufferMemory::Pageable, Variable.getSourceRange(),
           Variable.getType()->isArrayType() ? "a local array" : "a `std::vector`");
    else if (const clang::Expr *Value = Variable.getInit())
      assign(Buffer, *Value);
  }

  static void give(HostBuffer &Buffer, BufferMemory Memory, SourceRange At, std::string From,
                   const VarDecl *OnHost = nullptr) {
    if (Buffer.Memory == BufferMemory::None) {
      Buffer.Memory = Memory;
      Buffer.Allocation = At;
      Buffer.From = std::move(From);
      Buffer.OnHost = OnHost;
    } else if (Buffer.Memory != Memory) {
      Buffer.Memory = BufferMemory::Unknown;
    } else if (Buffer.OnHost != OnHost) {
      Buffer.OnHost = nullptr;
    }
  }

  void assign(HostBuffer &Buffer, const clang::Expr &Value) const {
    const clang::Expr *Plain = Value.IgnoreParenCasts();
    if (isa<CXXNullPtrLiteralExpr, GNUNullExpr>(Plain) ||
        Plain->isNullPointerConstant(Ast, clang::Expr::NPC_ValueDependentIsNotNull))
      return;
    if (const auto *Call = dyn_cast<CallExpr>(Plain);
        Call && isHostAllocation(Call->getDirectCallee()))
      return give(Buffer, BufferMemory::Pageable, Plain->getSourceRange(),
                  ("`" + plainNameOf(Call->getDirectCallee()) + "`").str());
    if (const auto *New = dyn_cast<CXXNewExpr>(Plain);
        New && New->getNumPlacementArgs() == 0 && New->getOperatorNew() &&
        New->getOperatorNew()->isReplaceableGlobalAllocationFunction() &&
        !New->getOperatorNew()->hasBody())
      return give(Buffer, BufferMemory::Pageable, Plain->getSourceRange(), "`new`");
    Buffer.Memory = BufferMemory::Unknown;
  }

  /// The statement around the last one, from \p Depth outwards; parentheses and casts are skipped.
  const Stmt *beyondCasts(size_t &Depth) const {
    while (Depth != 0 && isa<ParenExpr, CastExpr, ExprWithCleanups>(Around[Depth - 1]))
      --Depth;
    return Depth != 0 ? Around[Depth - 1] : nullptr;
  }

  void use(const VarDecl &Variable, const DeclRefExpr &Reference) {
    HostBuffer &Buffer = Of.Buffers[&Variable];
    if (Reference.refersToEnclosingVariableOrCapture() || Around.empty())
      return forget(Buffer);
    size_t Depth = Around.size();
    while (Depth != 0 && isa<ParenExpr>(Around[Depth - 1]))
      --Depth;
    const Stmt *Parent = Depth != 0 ? Around[Depth - 1] : nullptr;
    if (isPlainVector(Variable.getType()))
      return useVector(Buffer);
    if (const auto *Cast = dyn_cast_or_null<CastExpr>(Parent);
        Cast &&
        (Cast->getCastKind() == CK_LValueToRValue || Cast->getCastKind() == CK_ArrayToPointerDecay))
      return useValue(Buffer, Depth, Parent);
    if (const auto *Assignment = dyn_cast_or_null<BinaryOperator>(Parent);
        Assignment && Assignment->getOpcode() == BO_Assign &&
        Assignment->getLHS()->IgnoreParens() == &Reference)
      return assign(Buffer, *Assignment->getRHS());
    if (const auto *Address = dyn_cast_or_null<UnaryOperator>(Parent);
        Address && Address->getOpcode() == UO_AddrOf && Variable.getType()->isPointerType()) {
      --Depth;
      return useAddress(Buffer, Depth, *Address);
    }
    // A range of a loop over an array.
    if (Variable.getType()->isArrayType())
      Buffer.IsShared = true;
    else
      forget(Buffer);
  }

  static void forget(HostBuffer &Buffer) {
    Buffer.Memory = BufferMemory::Unknown;
    Buffer.IsShared = true;
  }

  void useAddress(HostBuffer &Buffer, size_t Depth, const UnaryOperator &Address) const {
    const auto *Call = dyn_cast_or_null<CallExpr>(beyondCasts(Depth));
    if (!Call || Call->getNumArgs() == 0 || Call->getArg(0)->IgnoreParenCasts() != &Address)
      return forget(Buffer);
    const FunctionDecl *Callee = Call->getDirectCallee();
    StringRef Name = plainNameOf(Callee);
    BufferMemory Memory = memoryFrom(Name);
    if (Memory == BufferMemory::Unknown || !inSystemHeader(*Callee))
      forget(Buffer);
    else
      give(Buffer, Memory, Call->getSourceRange(), ("`" + Name + "`").str(),
           Memory == BufferMemory::Mapped ? mappedVariable(*Call) : nullptr);
  }

  static const VarDecl *mappedVariable(const CallExpr &Call) {
    const DeclRefExpr *Base = Call.getNumArgs() > 1 ? baseOf(Call.getArg(1)) : nullptr;
    bool IsWhole = Base && Call.getArg(1)->IgnoreParenCasts() == Base;
    return IsWhole ? dyn_cast<VarDecl>(Base->getDecl()) : nullptr;
  }

  /// Members of a vector keep its address to themselves, but for data().
  void useVector(HostBuffer &Buffer) const {
    size_t Depth = Around.size();
    const Stmt *Parent = beyondCasts(Depth);
    if (const auto *Member = dyn_cast_or_null<MemberExpr>(Parent)) {
      StringRef Name = plainNameOf(dyn_cast<FunctionDecl>(Member->getMemberDecl()));
      Depth -= Depth > 1 ? 2 : 1;
      if (Name == "data")
        return useValue(Buffer, Depth, Member);
      Buffer.IsShared |= Name == "swap";
      return;
    }
    if (const auto *Call = dyn_cast_or_null<CXXOperatorCallExpr>(Parent);
        Call && Call->getOperator() == OO_Subscript) {
      --Depth;
      const Stmt *Outer = beyondCasts(Depth);
      if (const auto *Address = dyn_cast_or_null<UnaryOperator>(Outer);
          Address && Address->getOpcode() == UO_AddrOf)
        useValue(Buffer, Depth - 1, Address);
      return;
    }
    useValue(Buffer, Depth, nullptr);
  }

  /// Follows the address in \p Buffer outwards from \p Depth until something takes it.
  void useValue(HostBuffer &Buffer, size_t Depth, const Stmt *Value) const {
    for (;;) {
      const Stmt *User = beyondCasts(Depth);
      if (!User) {
        Buffer.IsShared = true;
        return;
      }
      if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(User)) {
        // An element, unless its address is taken, or it is an array itself.
        bool IsRow = Subscript->getType()->isArrayType();
        --Depth;
        const Stmt *Outer = beyondCasts(Depth);
        const auto *Address = dyn_cast_or_null<UnaryOperator>(Outer);
        if (Address && Address->getOpcode() == UO_AddrOf)
          --Depth;
        else if (!IsRow)
          return;
        continue;
      }
      if (const auto *Operator = dyn_cast<BinaryOperator>(User)) {
        if (Operator->isComparisonOp() || Operator->isLogicalOp())
          return;
        if (!Operator->isAdditiveOp()) {
          Buffer.IsShared = true;
          return;
        }
        --Depth;
        continue;
      }
      if (const auto *Unary = dyn_cast<UnaryOperator>(User);
          Unary && (Unary->getOpcode() == UO_Deref || Unary->getOpcode() == UO_LNot))
        return;
      if (isa<MemberExpr, CXXDeleteExpr, IfStmt, WhileStmt, ForStmt, DoStmt>(User) || User == Value)
        return;
      if (const auto *Call = dyn_cast<CallExpr>(User); Call && seesCode(*Call))
        return;
      Buffer.IsShared = true;
      return;
    }
  }

  /// What \p Call does with an address is seen or known.
  static bool seesCode(const CallExpr &Call) {
    const FunctionDecl *Callee = Call.getDirectCallee();
    return Callee && !isa<CUDAKernelCallExpr>(Call) &&
           (inSystemHeader(*Callee) || Callee->hasBody());
  }

  HostBuffers &Of;
  ASTContext &Ast;
  std::vector<const Stmt *> Around;
};

HostBuffers::HostBuffers(const FunctionDecl &Function, ASTContext &Ast) {
  Walk(*this, Ast).visit(Function.getBody());
}

const HostBuffer *HostBuffers::of(const VarDecl *Variable) const {
  auto Found = Buffers.find(Variable);
  return Found == Buffers.end() ? nullptr : &Found->second;
}

} // namespace memlint
