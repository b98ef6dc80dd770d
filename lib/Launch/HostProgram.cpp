//===- HostProgram.cpp - Host functions and what they modify --------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostProgram.h"

#include "HandedFunctions.h"
#include "UnfollowedChanges.h"

#include "cuda-memlint/CudaModel/RuntimeFunction.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclFriend.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace memlint {

namespace {

/// Records what one expression that is written to, or whose address is taken,
/// lets be modified.
void addWrite(const clang::Expr *Lvalue, Modifications &Found) {
  Lvalue = Lvalue->IgnoreParenCasts();
  if (const auto *Reference = dyn_cast<DeclRefExpr>(Lvalue)) {
    if (const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl()))
      Found.Variables.insert(Variable);
    return;
  }
  auto AddPointee = [&](const clang::Expr *Pointer) {
    Pointer = Pointer->IgnoreParenCasts();
    if (isa<CXXThisExpr>(Pointer))
      Found.Members = true;
    else if (const auto *Reference = dyn_cast<DeclRefExpr>(Pointer))
      if (const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl()))
        (Variable->getType()->isArrayType() ? Found.Variables : Found.Pointees).insert(Variable);
    if (Pointer->getType()->isArrayType())
      addWrite(Pointer, Found);
    else if (!isa<CXXThisExpr, DeclRefExpr>(Pointer))
      Found.BehindMemory = true;
  };
  const auto *Member = dyn_cast<MemberExpr>(Lvalue);
  if (Member && Member->getMemberDecl()->getType()->isReferenceType())
    Found.BehindMemory = true;
  if (Member)
    return Member->isArrow() ? AddPointee(Member->getBase()) : addWrite(Member->getBase(), Found);
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Lvalue))
    return AddPointee(Subscript->getBase());
  if (const auto *Binary = dyn_cast<BinaryOperator>(Lvalue); Binary && Binary->isPtrMemOp())
    return Binary->getOpcode() == BO_PtrMemI ? AddPointee(Binary->getLHS())
                                             : addWrite(Binary->getLHS(), Found);
  if (const auto *Unary = dyn_cast<UnaryOperator>(Lvalue)) {
    if (Unary->getOpcode() == UO_Deref)
      AddPointee(Unary->getSubExpr());
    else
      addWrite(Unary->getSubExpr(), Found);
  }
}

/// A pointer variable that is advanced, unlike one that is given another's value.
void addMove(const clang::Expr *Lvalue, Modifications &Found) {
  const auto *Reference = dyn_cast<DeclRefExpr>(Lvalue->IgnoreParens());
  if (!Reference || !Reference->getType()->isPointerType())
    return;
  if (const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl()))
    Found.Moved.insert(Variable);
}

void addCall(const CallExpr *Call, Modifications &Found) {
  const FunctionDecl *Callee = Call->getDirectCallee();
  Found.Callees.insert(Callee ? Callee->getCanonicalDecl() : nullptr);
  if (const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee))
    if (Method->getParent()->isLambda() && Found.LambdaBodies.insert(Method->getBody()).second)
      addModifications(Method->getBody(), Found);
  if (const auto *Method = dyn_cast<CXXMemberCallExpr>(Call)) {
    const CXXMethodDecl *Declaration = Method->getMethodDecl();
    if (const clang::Expr *Object = Method->getImplicitObjectArgument();
        Object && (!Declaration || !Declaration->isConst())) {
      if (isa<CXXThisExpr>(Object->IgnoreParenCasts()))
        Found.Members = true;
      addWrite(Object, Found);
    }
  }
  // A pointer from memory to what the callee may write to.
  auto HandsOn = [&](unsigned Index) {
    const clang::Expr *Argument = Call->getArg(Index)->IgnoreParenCasts();
    return Callee && Index < Callee->getNumParams() &&
           isMutablePointer(Callee->getParamDecl(Index)->getType()) &&
           !isa<DeclRefExpr, UnaryOperator>(Argument) && !Argument->getType()->isArrayType();
  };
  for (unsigned Index = 0; Index != Call->getNumArgs(); ++Index)
    Found.BehindMemory |= HandsOn(Index);
  // An operator that is a member takes its object as the first argument.
  bool HasObject = isa<CXXOperatorCallExpr>(Call) && isa_and_nonnull<CXXMethodDecl>(Callee);
  for (unsigned Index = 0; Index != Call->getNumArgs(); ++Index) {
    const clang::Expr *Argument = Call->getArg(Index);
    if (HasObject && Index == 0) {
      if (!cast<CXXMethodDecl>(Callee)->isConst())
        addWrite(Argument, Found);
      continue;
    }
    unsigned Parameter = Index - HasObject;
    if (Callee && Parameter < Callee->getNumParams() &&
        isMutableReference(Callee->getParamDecl(Parameter)->getType()))
      addWrite(Argument, Found);
    // A call that depends on template parameters may take anything by reference.
    if (!Callee && Argument->isGLValue())
      addWrite(Argument, Found);
    const clang::Expr *Plain = Argument->IgnoreParenCasts();
    if (const auto *Reference = dyn_cast<DeclRefExpr>(Plain))
      if (const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl())) {
        QualType Type = Variable->getType();
        if (Type->isPointerType())
          Found.Pointees.insert(Variable);
        else if (Type->isArrayType() &&
                 !Type->getBaseElementTypeUnsafe()->getCanonicalTypeInternal().isConstQualified())
          Found.Variables.insert(Variable);
      }
  }
}

void addHanded(const FunctionDecl *Callee, llvm::ArrayRef<const clang::Expr *> Arguments,
               Modifications &Found) {
  for (const clang::Expr *Argument : Arguments)
    if (const FunctionDecl *Function = namedFunction(Argument))
      Found.Handed.insert(Function->getCanonicalDecl());
    else if (handsUnknownFunction(Callee, Argument))
      Found.Handed.insert(nullptr);
}

bool isHostVariable(const VarDecl *Variable) {
  // Clang itself lets device code read constants of the host.
  const auto *Constant = Variable->getAttr<CUDAConstantAttr>();
  return !Variable->hasAttr<CUDADeviceAttr>() && (!Constant || Constant->isImplicit());
}

} // namespace

bool isHostFunction(const FunctionDecl *Function) {
  if (Function->hasAttr<CUDAGlobalAttr>())
    return false;
  return !Function->hasAttr<CUDADeviceAttr>() || Function->hasAttr<CUDAHostAttr>();
}

bool inSystemHeader(const Decl &Declared) {
  const SourceManager &Sources = Declared.getASTContext().getSourceManager();
  return Sources.isInSystemHeader(Sources.getExpansionLoc(Declared.getLocation()));
}

void addModifications(const Stmt *Code, Modifications &Found) {
  if (!Code)
    return;
  if (const auto *Binary = dyn_cast<BinaryOperator>(Code)) {
    if (Binary->isAssignmentOp()) {
      addWrite(Binary->getLHS(), Found);
      if (Binary->isCompoundAssignmentOp() ||
          isa<BinaryOperator>(Binary->getRHS()->IgnoreParenCasts()))
        addMove(Binary->getLHS(), Found);
    }
  } else if (const auto *Unary = dyn_cast<UnaryOperator>(Code)) {
    if (Unary->isIncrementDecrementOp() || Unary->getOpcode() == UO_AddrOf)
      addWrite(Unary->getSubExpr(), Found);
    if (Unary->isIncrementDecrementOp())
      addMove(Unary->getSubExpr(), Found);
  } else if (const auto *Call = dyn_cast<CallExpr>(Code)) {
    addCall(Call, Found);
    addHanded(Call->getDirectCallee(), {Call->getArgs(), Call->getNumArgs()}, Found);
  } else if (const auto *Asm = dyn_cast<GCCAsmStmt>(Code)) {
    for (const clang::Expr *Output : Asm->outputs())
      addWrite(Output, Found);
    for (unsigned Index = 0; Index != Asm->getNumClobbers(); ++Index)
      if (Asm->getClobber(Index) == "memory") {
        Found.BehindMemory = true;
        Found.Callees.insert(nullptr);
      }
  } else if (const auto *Construction = dyn_cast<CXXConstructExpr>(Code)) {
    const CXXConstructorDecl *Constructor = Construction->getConstructor();
    Found.Callees.insert(Constructor->getCanonicalDecl());
    addHanded(Constructor, {Construction->getArgs(), Construction->getNumArgs()}, Found);
    for (unsigned Index = 0; Index != Construction->getNumArgs(); ++Index)
      if (Index < Constructor->getNumParams() &&
          isMutableReference(Constructor->getParamDecl(Index)->getType()))
        addWrite(Construction->getArg(Index), Found);
  } else if (const auto *Declaration = dyn_cast<DeclStmt>(Code)) {
    for (const Decl *Each : Declaration->decls())
      if (const auto *Variable = dyn_cast<VarDecl>(Each)) {
        Found.Variables.insert(Variable);
        if (Variable->getInit() && isMutableReference(Variable->getType()))
          addWrite(Variable->getInit(), Found);
      }
  } else if (const auto *Lambda = dyn_cast<LambdaExpr>(Code)) {
    addModifications(Lambda->getBody(), Found);
    return;
  } else if (const auto *Default = dyn_cast<CXXDefaultInitExpr>(Code)) {
    addModifications(Default->getExpr(), Found);
  }
  for (const Stmt *Child : Code->children())
    addModifications(Child, Found);
}

bool isMutableReference(QualType Type) {
  return Type->isReferenceType() && !Type.getNonReferenceType().isConstQualified();
}

bool isMutablePointer(QualType Type) {
  return Type->isPointerType() && !Type->getPointeeType().isConstQualified();
}

Modifications modificationsIn(const Stmt *Code) {
  Modifications Found;
  addModifications(Code, Found);
  return Found;
}

LaunchForm launchForm(const CallExpr *Call) {
  if (isa<CUDAKernelCallExpr>(Call))
    return LaunchForm::Chevrons;
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (!Callee || !Callee->getIdentifier())
    return LaunchForm::None;
  switch (runtimeKind(Callee->getName())) {
  case RuntimeKind::Launch:
    return LaunchForm::Function;
  case RuntimeKind::LaunchConfigured:
  case RuntimeKind::LaunchConfiguredArray:
    return LaunchForm::FunctionWithConfiguration;
  default:
    return LaunchForm::None;
  }
}

static bool changesEnvironment(const FunctionDecl *Callee) {
  if (!Callee || !Callee->getIdentifier())
    return false;
  return llvm::StringSwitch<bool>(Callee->getName())
      .Cases("setenv", "putenv", "unsetenv", "clearenv", true)
      .Default(false);
}

HostProgram::HostProgram(ASTContext &Ast, bool SeveralFiles) : SeveralFiles(SeveralFiles) {
  addDeclarations(Ast.getTranslationUnitDecl());

  llvm::DenseMap<const FunctionDecl *, std::vector<const FunctionDecl *>> CallersOf;
  for (const FunctionDecl *Function : Functions)
    for (const FunctionDecl *Callee : FactsOf[Function].Callees)
      CallersOf[Callee].push_back(Function);
  std::vector<const FunctionDecl *> Pending = Launching;
  while (!Pending.empty()) {
    const FunctionDecl *Function = Pending.back();
    Pending.pop_back();
    if (Reaching.insert(Function).second)
      Pending.insert(Pending.end(), CallersOf[Function].begin(), CallersOf[Function].end());
  }
  ChangedUnseen = findUnfollowedChanges(*this);
  llvm::DenseSet<const VarDecl *> Handed = findHandedChanges(*this);
  ChangedUnseen.insert(Handed.begin(), Handed.end());
}

void HostProgram::addDeclarations(const DeclContext *Context) {
  for (const Decl *Each : Context->decls()) {
    if (inSystemHeader(*Each))
      continue;
    if (const auto *Function = dyn_cast<FunctionDecl>(Each)) {
      addFunction(Function);
    } else if (const auto *Template = dyn_cast<FunctionTemplateDecl>(Each)) {
      bool Instantiated = false;
      for (const FunctionDecl *Specialization : Template->specializations()) {
        Instantiated = true;
        // An explicit one is found where it is written.
        if (Specialization->getTemplateSpecializationKind() != TSK_ExplicitSpecialization)
          addFunction(Specialization);
      }
      if (!Instantiated)
        addFunction(Template->getTemplatedDecl());
    } else if (const auto *Friend = dyn_cast<FriendDecl>(Each)) {
      // A function that is defined in the class.
      const NamedDecl *Named = Friend->getFriendDecl();
      if (const auto *Function = dyn_cast_or_null<FunctionDecl>(Named);
          Function && Function->isThisDeclarationADefinition())
        addFunction(Function);
    } else if (const auto *Template = dyn_cast<ClassTemplateDecl>(Each)) {
      if (Template->isThisDeclarationADefinition())
        for (const ClassTemplateSpecializationDecl *Specialization : Template->specializations())
          if (Specialization->getSpecializationKind() != TSK_ExplicitSpecialization)
            addDeclarations(Specialization);
    } else if (const auto *Variable = dyn_cast<VarDecl>(Each)) {
      if (Variable->hasGlobalStorage() && !Variable->getType().isConstQualified() &&
          !Variable->getType()->isDependentType())
        Globals.push_back(Variable->getCanonicalDecl());
      else if (Variable->hasGlobalStorage() && Variable->isExternallyVisible() &&
               !Variable->getType()->isDependentType() && Variable->isCanonicalDecl() &&
               // Each file makes its own from the template.
               Variable->getTemplateSpecializationKind() != TSK_ImplicitInstantiation &&
               isHostVariable(Variable))
        Constants.push_back(Variable);
    } else if (const auto *Nested = dyn_cast<DeclContext>(Each)) {
      if (isa<NamespaceDecl, LinkageSpecDecl, CXXRecordDecl, ExportDecl>(Each))
        addDeclarations(Nested);
    }
  }
}

void HostProgram::addFunction(const FunctionDecl *Function) {
  const Stmt *Body = Function->getBody();
  const FunctionDecl *Key = Function->getCanonicalDecl();
  if (Function->hasAttr<CUDAGlobalAttr>())
    (Body ? Kernels : DeclaredKernels).insert(Key);
  if (isHostFunction(Function) && isCalledUnseen(*Function))
    CalledUnseen.insert(Key);
  if (const auto *Method = dyn_cast<CXXMethodDecl>(Function))
    for (const CXXMethodDecl *Base : Method->overridden_methods())
      OverridersOf[Base->getCanonicalDecl()].insert(Key);
  if (!Body || !isHostFunction(Function) || FactsOf.count(Key))
    return;
  Functions.push_back(Key);
  Facts Found;
  addCode(Body, Found);
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(Function))
    for (const CXXCtorInitializer *Initializer : Constructor->inits())
      addCode(Initializer->getInit(), Found);
  Modifications Modified = modificationsIn(Body);
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(Function))
    for (const CXXCtorInitializer *Initializer : Constructor->inits())
      addModifications(Initializer->getInit(), Modified);
  for (const VarDecl *Variable : Modified.Variables)
    if (Variable->hasGlobalStorage()) {
      if (Variable->isStaticLocal() && !Variable->getType().isConstQualified() &&
          !llvm::is_contained(StaticLocals, Variable))
        StaticLocals.push_back(Variable);
      ModifiedGlobals.insert(Variable->getCanonicalDecl());
      Found.Globals.insert(Variable->getCanonicalDecl());
    }
  Found.Callees.insert(Modified.Callees.begin(), Modified.Callees.end());
  Found.Handed.insert(Modified.Handed.begin(), Modified.Handed.end());
  Found.WritesBehindMemory = Modified.BehindMemory;
  if (Found.Launches)
    Launching.push_back(Key);
  FactsOf[Key] = std::move(Found);
}

void HostProgram::addCode(const Stmt *Code, Facts &Found) {
  if (!Code)
    return;
  if (const auto *Call = dyn_cast<CallExpr>(Code)) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (Callee)
      Found.Callees.insert(Callee->getCanonicalDecl());
    SetsEnvironment |= changesEnvironment(Callee);
    Found.Launches |= launchForm(Call) != LaunchForm::None;
    Found.Launches |= SeveralFiles && Callee && isDefinedElsewhere(Callee);
  } else if (const auto *Construction = dyn_cast<CXXConstructExpr>(Code)) {
    Found.Callees.insert(Construction->getConstructor()->getCanonicalDecl());
  } else if (const auto *Declaration = dyn_cast<DeclStmt>(Code)) {
    for (const Decl *Each : Declaration->decls())
      if (const auto *Class = dyn_cast<CXXRecordDecl>(Each))
        addDeclarations(Class);
  } else if (const auto *Lambda = dyn_cast<LambdaExpr>(Code)) {
    const CXXMethodDecl *Operator = Lambda->getCallOperator();
    if (const CXXRecordDecl *Class = Lambda->getLambdaClass(); Class->isGenericLambda()) {
      for (const FunctionDecl *Specialization :
           Class->getLambdaCallOperator()->getDescribedFunctionTemplate()->specializations())
        addFunction(Specialization);
    } else {
      addFunction(Operator);
    }
    return;
  }
  for (const Stmt *Child : Code->children())
    addCode(Child, Found);
}

std::vector<const FunctionDecl *> HostProgram::roots() const {
  llvm::DenseSet<const FunctionDecl *> Called;
  for (const FunctionDecl *Function : Functions)
    for (const FunctionDecl *Callee : FactsOf.find(Function)->second.Callees)
      if (Callee != Function)
        Called.insert(Callee);
  std::vector<const FunctionDecl *> Roots;
  for (bool IsMain : {true, false})
    for (const FunctionDecl *Function : Functions)
      if (Function->isMain() == IsMain && Reaching.contains(Function) && !Called.contains(Function))
        Roots.push_back(Function);
  return Roots;
}

bool HostProgram::addReached(const FunctionDecl *Function,
                             llvm::SmallSetVector<const FunctionDecl *, 16> &Reached) const {
  if (auto Overriders = OverridersOf.find(Function); Overriders != OverridersOf.end())
    Reached.insert(Overriders->second.begin(), Overriders->second.end());
  auto Seen = FactsOf.find(Function);
  if (!Function || Seen == FactsOf.end())
    return false;
  Reached.insert(Seen->second.Callees.begin(), Seen->second.Callees.end());
  Reached.insert(Seen->second.Handed.begin(), Seen->second.Handed.end());
  return true;
}

const llvm::DenseSet<const VarDecl *> &
HostProgram::globalsModifiedBy(const FunctionDecl *Function) const {
  auto [Known, Inserted] = ModifiedBy.try_emplace(Function);
  if (!Inserted)
    return Known->second;
  llvm::DenseSet<const VarDecl *> Found;
  llvm::SmallSetVector<const FunctionDecl *, 16> Reached;
  Reached.insert(Function);
  for (size_t Index = 0; Index != Reached.size(); ++Index) {
    const FunctionDecl *Callee = Reached[Index];
    if (addReached(Callee, Reached)) {
      const Facts &Seen = FactsOf.find(Callee)->second;
      Found.insert(Seen.Globals.begin(), Seen.Globals.end());
      continue;
    }
    // Libraries know nothing of this program's variables.
    if (Callee && (Callee->getBuiltinID() != 0 || Callee->isImplicit() || inSystemHeader(*Callee)))
      continue;
    for (const VarDecl *Global : Globals)
      if (Global->isExternallyVisible() || (!Callee && ModifiedGlobals.contains(Global)))
        Found.insert(Global);
    const llvm::DenseSet<const VarDecl *> &ByCallingBack = globalsModifiedFromOutside();
    Found.insert(ByCallingBack.begin(), ByCallingBack.end());
  }
  return ModifiedBy[Function] = std::move(Found);
}

const llvm::DenseSet<const VarDecl *> &HostProgram::globalsModifiedFromOutside() const {
  if (ModifiedFromOutside)
    return *ModifiedFromOutside;
  llvm::SmallSetVector<const FunctionDecl *, 16> Reached;
  for (const FunctionDecl *Each : Functions) {
    const auto *Method = dyn_cast<CXXMethodDecl>(Each);
    if (!Each->isMain() && (Each->isExternallyVisible() || (Method && Method->isVirtual())))
      Reached.insert(Each);
    // A pointer to them may be kept.
    const Facts &Seen = FactsOf.find(Each)->second;
    Reached.insert(Seen.Handed.begin(), Seen.Handed.end());
  }
  ModifiedFromOutside.emplace();
  for (size_t Index = 0; Index != Reached.size(); ++Index) {
    const FunctionDecl *Callee = Reached[Index];
    if (!addReached(Callee, Reached))
      continue;
    const Facts &Seen = FactsOf.find(Callee)->second;
    ModifiedFromOutside->insert(Seen.Globals.begin(), Seen.Globals.end());
  }
  return *ModifiedFromOutside;
}

bool HostProgram::writesBehindMemory(const FunctionDecl *Function) const {
  return reaches(Function, [&](const FunctionDecl &Each) {
    auto Seen = FactsOf.find(&Each);
    return Seen != FactsOf.end() && Seen->second.WritesBehindMemory;
  });
}

bool HostProgram::reaches(const FunctionDecl *Function,
                          llvm::function_ref<bool(const FunctionDecl &)> Holds) const {
  llvm::SmallSetVector<const FunctionDecl *, 16> Reached;
  Reached.insert(Function);
  for (size_t Index = 0; Index != Reached.size(); ++Index) {
    const FunctionDecl *Each = Reached[Index];
    if (Each && Holds(*Each))
      return true;
    addReached(Each, Reached);
  }
  return false;
}

bool HostProgram::isDefinedElsewhere(const FunctionDecl *Function) const {
  return !Function->hasBody() && !Function->isInvalidDecl() && Function->isExternallyVisible() &&
         Function->getBuiltinID() == 0 && !Function->isImplicit() && !Function->isDeleted() &&
         !Function->isDependentContext() && isHostFunction(Function) && !inSystemHeader(*Function);
}

bool HostProgram::reachesLaunch(const FunctionDecl *Function) const {
  return Reaching.contains(Function->getCanonicalDecl());
}

bool HostProgram::reachesLaunch(const Stmt *Code) const {
  if (!Code)
    return false;
  if (const auto *Call = dyn_cast<CallExpr>(Code)) {
    if (launchForm(Call) != LaunchForm::None)
      return true;
    if (const FunctionDecl *Callee = Call->getDirectCallee())
      if (reachesLaunch(Callee) || (SeveralFiles && isDefinedElsewhere(Callee)))
        return true;
  } else if (const auto *Construction = dyn_cast<CXXConstructExpr>(Code)) {
    if (reachesLaunch(Construction->getConstructor()))
      return true;
  }
  return llvm::any_of(Code->children(), [this](const Stmt *Child) { return reachesLaunch(Child); });
}

} // namespace memlint
