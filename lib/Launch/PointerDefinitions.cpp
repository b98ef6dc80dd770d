//===- PointerDefinitions.cpp - What host code stores pointers in ---------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PointerDefinitions.h"

#include "cuda-memlint/CudaModel/RuntimeFunction.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace memlint {

/// Nothing at all, which is what globals hold before main anyway.
static bool isNullPointer(const clang::Expr *Value) {
  Value = Value ? Value->IgnoreParens() : nullptr;
  const auto *Cast = dyn_cast_or_null<CastExpr>(Value);
  return Cast && Cast->getCastKind() == CK_NullToPointer;
}

PointerDefinitions::PointerDefinitions(PointerLvalues &Lvalues, const HostProgram &Program)
    : Lvalues(Lvalues) {
  unsigned Start = open(CodePosition::Nowhere);
  for (const VarDecl *Global : Program.mutableGlobals())
    if (const VarDecl *Definition = Global->getDefinition();
        Definition && !isNullPointer(Definition->getInit()))
      addDeclaration(Definition, Start);
  for (const FunctionDecl *Function : Program.functions())
    walkFunction(Function);
}

/// It is looked at where it is written, since it uses variables from around it.
static bool isInsideAnother(const FunctionDecl *Function) {
  const auto *Method = dyn_cast<CXXMethodDecl>(Function);
  return Method && Method->getParent()->isLambda();
}

void PointerDefinitions::walkFunction(const FunctionDecl *Function) {
  const FunctionDecl *Definition = nullptr;
  const Stmt *Body = Function->getBody(Definition);
  if (!Body || isInsideAnother(Function))
    return;
  Active = Function->getCanonicalDecl();
  unsigned Whole = open(CodePosition::Nowhere);
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(Definition))
    for (const CXXCtorInitializer *Initializer : Constructor->inits())
      if (const FieldDecl *Field = Initializer->getMember()) {
        walk(Initializer->getInit(), Whole);
        define(PointerLvalue().with(reinterpret_cast<uintptr_t>(Field->getCanonicalDecl())),
               Initializer->getInit(), Whole, /*IsCertain=*/true);
      }
  walk(Body, Whole);
}

unsigned PointerDefinitions::open(unsigned Parent, bool IsLoop, bool IsCertain) {
  Scopes.push_back({Parent, IsLoop, IsCertain});
  return unsigned(Scopes.size()) - 1;
}

/// An owner or a handle that is made of one pointer has that pointer. Made of two it has a copy
/// of what lies between them.
static const clang::Expr *solePointer(const clang::Expr *Value) {
  const auto *Construction = dyn_cast<CXXConstructExpr>(PointerLvalues::strip(Value));
  if (!Construction)
    return nullptr;
  const clang::Expr *Pointer = nullptr;
  for (const clang::Expr *Argument : Construction->arguments()) {
    const clang::Expr *Plain = Argument->IgnoreParenCasts();
    if (!Argument->getType()->isPointerType() || Argument->getType()->isFunctionPointerType() ||
        isa<CXXNullPtrLiteralExpr>(Plain))
      continue;
    if (Pointer)
      return nullptr;
    Pointer = Argument;
  }
  return Pointer;
}

void PointerDefinitions::define(const PointerLvalue &Lvalue, const clang::Expr *Value,
                                unsigned Scope, bool IsCertain, bool IsAllocation) {
  if (Value)
    if (const clang::Expr *Pointer = solePointer(Value))
      Value = Pointer;
  Definitions[Lvalue.Root].push_back(
      {Lvalue, Value, next(Scope), IsCertain, IsAllocation, nullptr});
}

void PointerDefinitions::define(const clang::Expr *Operand, const clang::Expr *Value,
                                unsigned Scope, bool IsCertain, bool IsAllocation) {
  if (std::optional<PointerLvalue> Known = Lvalues.lvalueOf(Operand))
    define(*Known, Value, Scope, IsCertain, IsAllocation);
}

/// Whether both held their values before is not asked: they may have others afterwards.
void PointerDefinitions::swap(const clang::Expr *Left, const clang::Expr *Right, unsigned Scope) {
  for (auto [Operand, Other] : {std::pair(Left, Right), std::pair(Right, Left)})
    if (std::optional<PointerLvalue> Known = Lvalues.lvalueOf(Operand))
      Definitions[Known->Root].push_back(
          {*Known, nullptr, next(Scope), /*IsCertain=*/false, /*IsAllocation=*/false, Other});
}

void PointerDefinitions::expose(const clang::Expr *Operand) {
  if (std::optional<PointerLvalue> Known = Lvalues.lvalueOf(Operand); Known && Known->Root)
    Exposed.insert(Known->Root);
}

static StringRef nameOf(const FunctionDecl *Function) {
  return Function && Function->getIdentifier() ? Function->getName() : StringRef();
}

static bool isOfLibrary(const FunctionDecl *Function) {
  const SourceManager &Sources = Function->getASTContext().getSourceManager();
  return Sources.isInSystemHeader(Sources.getExpansionLoc(Function->getLocation()));
}

static bool swapsPointers(const CallExpr *Call) {
  const FunctionDecl *Callee = Call->getDirectCallee();
  return nameOf(Callee) == "swap" && isOfLibrary(Callee) && Call->getNumArgs() == 2 &&
         llvm::all_of(Call->arguments(), [](const clang::Expr *Argument) {
           return Argument->isGLValue() && Argument->getType()->isPointerType();
         });
}

/// What \p Code takes the address of, binds to a reference, or calls a method of, that may change
/// it.
void PointerDefinitions::exposeOperands(const Stmt *Code) {
  if (const auto *Address = dyn_cast<UnaryOperator>(Code)) {
    if (Address->getOpcode() == UO_AddrOf && !HandedToRuntime.contains(Address))
      expose(Address->getSubExpr());
    return;
  }
  if (const auto *Method = dyn_cast<CXXMemberCallExpr>(Code)) {
    const CXXMethodDecl *Callee = Method->getMethodDecl();
    if (!Callee || (!Callee->isConst() && !isOfLibrary(Callee)))
      expose(Method->getImplicitObjectArgument());
  }
  auto ExposeReferences = [&](const FunctionDecl *Callee, ArrayRef<const clang::Expr *> Arguments) {
    for (auto [Index, Argument] : llvm::enumerate(Arguments)) {
      bool IsUnknown = !Callee || Index >= Callee->getNumParams();
      QualType Type = IsUnknown ? QualType() : Callee->getParamDecl(Index)->getType();
      if (Argument->isGLValue() && (IsUnknown || (Type->isReferenceType() &&
                                                  !Type.getNonReferenceType().isConstQualified())))
        expose(Argument);
    }
  };
  if (const auto *Construction = dyn_cast<CXXConstructExpr>(Code))
    ExposeReferences(Construction->getConstructor(),
                     ArrayRef(Construction->getArgs(), Construction->getNumArgs()));
  else if (const auto *Call = dyn_cast<CallExpr>(Code);
           Call && launchForm(Call) == LaunchForm::None && !isa<CXXOperatorCallExpr>(Call) &&
           !swapsPointers(Call))
    ExposeReferences(Call->getDirectCallee(), ArrayRef(Call->getArgs(), Call->getNumArgs()));
}

static bool mayHoldPointers(QualType Type) {
  if (Type.isNull() || Type->isDependentType())
    return false;
  Type = Type.getNonReferenceType();
  return Type->isPointerType() || Type->isRecordType() || Type->isArrayType();
}

void PointerDefinitions::addDeclaration(const VarDecl *Variable, unsigned Scope) {
  const clang::Expr *Value = Variable->getInit();
  if (!Value)
    return;
  walk(Value, Scope);
  if (Variable->getType()->isReferenceType())
    expose(Value);
  // A static variable is given its value once.
  if (mayHoldPointers(Variable->getType()))
    define({Variable->getCanonicalDecl(), {}}, Value, Scope, !Variable->isStaticLocal());
}

void PointerDefinitions::walkChildren(const Stmt *Code, unsigned Scope) {
  for (const Stmt *Child : Code->children())
    walk(Child, Scope);
}

void PointerDefinitions::walkLambda(const LambdaExpr *Lambda, unsigned Scope) {
  const FunctionDecl *Around = std::exchange(Active, Lambda->getCallOperator()->getCanonicalDecl());
  // Nobody says when and how often it is called.
  walk(Lambda->getBody(), open(Scope, /*IsLoop=*/true));
  Active = Around;
}

void PointerDefinitions::walkSwitch(const SwitchStmt *Switch, unsigned Scope) {
  walk(Switch->getInit(), Scope);
  walk(Switch->getCond(), Scope);
  unsigned Case = open(Scope);
  const auto *Body = dyn_cast<CompoundStmt>(Switch->getBody());
  if (!Body)
    return walk(Switch->getBody(), Case);
  for (const Stmt *Child : Body->body()) {
    if (isa<SwitchCase>(Child))
      Case = open(Scope);
    walk(Child, Case);
  }
}

/// False: \p Code has neither branches nor loops.
bool PointerDefinitions::walkBranches(const Stmt *Code, unsigned Scope) {
  if (const auto *If = dyn_cast<IfStmt>(Code)) {
    for (const Stmt *Always :
         {If->getInit(), static_cast<const Stmt *>(If->getConditionVariableDeclStmt()),
          static_cast<const Stmt *>(If->getCond())})
      walk(Always, Scope);
    walk(If->getThen(), open(Scope));
    walk(If->getElse(), open(Scope));
  } else if (const auto *Loop = dyn_cast<ForStmt>(Code)) {
    walk(Loop->getInit(), Scope);
    unsigned Repeated = open(Scope, /*IsLoop=*/true);
    for (const Stmt *Part : {static_cast<const Stmt *>(Loop->getCond()), Loop->getBody(),
                             static_cast<const Stmt *>(Loop->getInc())})
      walk(Part, Repeated);
  } else if (isa<WhileStmt, DoStmt, CXXForRangeStmt>(Code)) {
    walkChildren(Code, open(Scope, /*IsLoop=*/true, /*IsCertain=*/isa<DoStmt>(Code)));
  } else if (const auto *Switch = dyn_cast<SwitchStmt>(Code)) {
    walkSwitch(Switch, Scope);
  } else if (isa<CXXTryStmt>(Code)) {
    for (const Stmt *Part : Code->children())
      walk(Part, open(Scope));
  } else if (const auto *Conditional = dyn_cast<ConditionalOperator>(Code)) {
    walk(Conditional->getCond(), Scope);
    walk(Conditional->getTrueExpr(), open(Scope));
    walk(Conditional->getFalseExpr(), open(Scope));
  } else if (const auto *Logical = dyn_cast<BinaryOperator>(Code);
             Logical && Logical->isLogicalOp()) {
    walk(Logical->getLHS(), Scope);
    walk(Logical->getRHS(), open(Scope));
  } else {
    return false;
  }
  return true;
}

void PointerDefinitions::walk(const Stmt *Code, unsigned Scope) {
  if (!Code || walkBranches(Code, Scope))
    return;
  if (const auto *Declaration = dyn_cast<DeclStmt>(Code)) {
    for (const Decl *Each : Declaration->decls())
      if (const auto *Variable = dyn_cast<VarDecl>(Each))
        addDeclaration(Variable, Scope);
    return;
  }
  if (const auto *Lambda = dyn_cast<LambdaExpr>(Code))
    return walkLambda(Lambda, Scope);
  if (const auto *Call = dyn_cast<CallExpr>(Code);
      Call && nameOf(Call->getDirectCallee()).starts_with("cuda") &&
      isOfLibrary(Call->getDirectCallee()))
    for (const clang::Expr *Argument : Call->arguments())
      HandedToRuntime.insert(Argument->IgnoreParenCasts());
  exposeOperands(Code);
  walkChildren(Code, Scope);
  if (const auto *Return = dyn_cast<ReturnStmt>(Code)) {
    if (const clang::Expr *Value = Return->getRetValue())
      Results[Active].push_back({Value, next(Scope)});
  } else if (const auto *Binary = dyn_cast<BinaryOperator>(Code)) {
    if (Binary->getOpcode() == BO_Assign && mayHoldPointers(Binary->getLHS()->getType()))
      define(Binary->getLHS(), Binary->getRHS(), Scope);
  } else if (const auto *Call = dyn_cast<CallExpr>(Code)) {
    addCall(Call, Scope);
  }
}

/// Through \p Call's argument number \p Index a pointer may be written. What a function of the
/// run time does with it is known; others may leave it as it is.
void PointerDefinitions::addOutput(const FunctionDecl *Callee, const CallExpr *Call, unsigned Index,
                                   unsigned Scope) {
  const clang::Expr *Argument = Call->getArg(Index);
  const auto *Address = dyn_cast<UnaryOperator>(Argument->IgnoreParenCasts());
  bool IsAddress = Address && Address->getOpcode() == UO_AddrOf;
  bool IsReference =
      Callee && Index < Callee->getNumParams() && !isa<CXXOperatorCallExpr>(Call) &&
      Callee->getParamDecl(Index)->getType()->isLValueReferenceType() &&
      !Callee->getParamDecl(Index)->getType().getNonReferenceType().isConstQualified();
  if (!IsAddress && !IsReference)
    return;
  const clang::Expr *Written = IsAddress ? Address->getSubExpr() : Argument;
  if (Written->getType().isNull() || !Written->getType()->isPointerType())
    return;
  StringRef Name = nameOf(Callee);
  bool IsSymbol =
      runtimeKind(Name) == RuntimeKind::SymbolAddress && Call->getNumArgs() == 2 && Index == 0;
  bool IsOfRunTime = Name.starts_with("cuda") && !Callee->isDefined();
  define(Written, IsSymbol ? Call->getArg(1) : nullptr, Scope, IsOfRunTime,
         Index == 0 && allocates(findRuntimeFunction(Name)) && isOfLibrary(Callee));
}

void PointerDefinitions::addCall(const CallExpr *Call, unsigned Scope) {
  if (launchForm(Call) != LaunchForm::None) {
    Launches[Call] = next(Scope);
    return;
  }
  const FunctionDecl *Callee = Call->getDirectCallee();
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call);
  if (Operator && Operator->getOperator() == OO_Equal && Call->getNumArgs() == 2) {
    const auto *Assignment = dyn_cast_or_null<CXXMethodDecl>(Callee);
    if (!Assignment || !Assignment->isCopyAssignmentOperator() ||
        PointerLvalues::sharesMemory(Assignment))
      define(Call->getArg(0), Call->getArg(1), Scope);
    return;
  }
  const auto *Method = dyn_cast<CXXMemberCallExpr>(Call);
  if (Method && nameOf(Callee) == "reset" && Call->getNumArgs() != 0 &&
      !Method->getImplicitObjectArgument()->getType()->isPointerType())
    define(Method->getImplicitObjectArgument(), Call->getArg(0), Scope);
  if (swapsPointers(Call))
    return swap(Call->getArg(0), Call->getArg(1), Scope);
  for (unsigned Index = 0; Index != Call->getNumArgs(); ++Index)
    addOutput(Callee, Call, Index, Scope);
}

ArrayRef<PointerDefinitions::Result>
PointerDefinitions::resultsOf(const FunctionDecl *Function) const {
  auto Found = Results.find(Function->getCanonicalDecl());
  if (Found == Results.end())
    return {};
  return Found->second;
}

bool PointerDefinitions::encloses(unsigned Outer, unsigned Inner) const {
  while (Inner != CodePosition::Nowhere && Inner != Outer)
    Inner = Scopes[Inner].Parent;
  return Inner == Outer && Outer != CodePosition::Nowhere;
}

/// Whoever comes to \p Then has come through \p First.
bool PointerDefinitions::dominates(const CodePosition &First, const CodePosition &Then) const {
  unsigned Scope = First.Scope;
  while (Scope != CodePosition::Nowhere && Scopes[Scope].IsCertain)
    Scope = Scopes[Scope].Parent;
  return First.Order < Then.Order && encloses(Scope, Then.Scope);
}

bool PointerDefinitions::isOfSameFunction(unsigned Left, unsigned Right) const {
  if (Left == CodePosition::Nowhere || Right == CodePosition::Nowhere)
    return false;
  while (Scopes[Left].Parent != CodePosition::Nowhere)
    Left = Scopes[Left].Parent;
  return encloses(Left, Right);
}

/// A loop leads from \p From to \p At, without \p Last on the way.
bool PointerDefinitions::comesAgain(const PointerDefinition &From, const CodePosition &At,
                                    const PointerDefinition *Last) const {
  for (unsigned Around = From.At.Scope; Around != CodePosition::Nowhere;
       Around = Scopes[Around].Parent)
    if (Scopes[Around].IsLoop && encloses(Around, At.Scope) &&
        (!Last || !encloses(Around, Last->At.Scope)))
      return true;
  return false;
}

std::vector<const PointerDefinition *> PointerDefinitions::reaching(const PointerLvalue &Lvalue,
                                                                    const CodePosition &At) const {
  std::vector<const PointerDefinition *> Reaching;
  auto Found = Definitions.find(Lvalue.Root);
  if (Found == Definitions.end())
    return {nullptr};
  const PointerDefinition *Last = nullptr;
  for (const PointerDefinition &Each : Found->second)
    if (Each.IsCertain && Lvalue.isPartOf(Each.Lvalue) && dominates(Each.At, At))
      Last = &Each;
  if (!Last)
    Reaching.push_back(nullptr);
  for (const PointerDefinition &Each : Found->second) {
    if (!Lvalue.isPartOf(Each.Lvalue))
      continue;
    bool IsHere = isOfSameFunction(Each.At.Scope, At.Scope);
    bool IsBefore = IsHere && Each.At.Order < At.Order;
    bool Reaches = &Each == Last || comesAgain(Each, At, Last);
    if (!Last)
      Reaches |= IsBefore || !IsHere || Lvalue.isLasting();
    else
      Reaches |= IsBefore && Each.At.Order > Last->At.Order;
    if (Reaches)
      Reaching.push_back(&Each);
  }
  return Reaching;
}

} // namespace memlint
