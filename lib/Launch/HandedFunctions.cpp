//===- HandedFunctions.cpp - What functions that libraries call change ----===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HandedFunctions.h"

#include "HostProgram.h"
#include "UnfollowedChanges.h"
#include "cuda-memlint/Frontend/Statements.h"
#include "cuda-memlint/Interpreter/Closures.h"
#include "cuda-memlint/Interpreter/TypeFacts.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace clang;

namespace memlint {

namespace {

bool isLibraryFunction(const FunctionDecl *Callee) {
  return Callee && (Callee->getBuiltinID() != 0 || inSystemHeader(*Callee));
}

/// The variable that \p Lvalue is, or is a part of; null where it is what a pointer or a reference
/// leads to.
const VarDecl *variableAround(const clang::Expr *Lvalue) {
  Lvalue = Lvalue->IgnoreParenCasts();
  if (const auto *Name = dyn_cast<DeclRefExpr>(Lvalue)) {
    const auto *Variable = dyn_cast<VarDecl>(Name->getDecl());
    return Variable && !Variable->getType()->isReferenceType() ? Variable : nullptr;
  }
  if (const auto *Member = dyn_cast<MemberExpr>(Lvalue))
    return Member->isArrow() || Member->getMemberDecl()->getType()->isReferenceType()
               ? nullptr
               : variableAround(Member->getBase());
  const auto *Element = dyn_cast<ArraySubscriptExpr>(Lvalue);
  return Element && Element->getBase()->IgnoreParenCasts()->getType()->isArrayType()
             ? variableAround(Element->getBase())
             : nullptr;
}

/// The member functions that \p Class itself has, instances of templates included.
void addMethods(const CXXRecordDecl &Class, llvm::SmallVectorImpl<const FunctionDecl *> &Found) {
  for (const Decl *Each : Class.getDefinition()->decls())
    if (const auto *Template = dyn_cast<FunctionTemplateDecl>(Each))
      llvm::append_range(Found, Template->specializations());
    else if (const auto *Method = dyn_cast<CXXMethodDecl>(Each))
      Found.push_back(Method);
}

/// A library may call \p Method of an object that it is given or makes. Of those that have a name
/// of their own, the ones whose code is elsewhere hardly are what a library expects.
bool mayBeCalledByLibraries(const FunctionDecl &Method) {
  // Destructors are among what is called unseen.
  return !isa<CXXDestructorDecl>(Method) && !Method.isDeleted() &&
         (!Method.getIdentifier() || Method.hasBody());
}

/// It is one of the run time's, or is known to the compiler: it calls nothing of an object's class.
bool callsNoMethods(const FunctionDecl &Callee) {
  return Callee.getBuiltinID() != 0 ||
         (Callee.getIdentifier() && Callee.getName().starts_with("cuda"));
}

/// One that copies or moves each part as the part's class says.
bool copiesParts(const FunctionDecl &Function) {
  const auto *Constructor = dyn_cast<CXXConstructorDecl>(&Function);
  const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
  bool Copies =
      (Constructor && Constructor->isCopyOrMoveConstructor()) ||
      (Method && (Method->isCopyAssignmentOperator() || Method->isMoveAssignmentOperator()));
  return Copies && Function.isDefaulted() && !Function.isTrivial();
}

/// \p Is holds for the class of \p Type, or for that of one of its parts.
bool anyClass(QualType Type, llvm::function_ref<bool(const CXXRecordDecl &)> Is) {
  const CXXRecordDecl *Class = Type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (!Class || !Class->hasDefinition())
    return false;
  return Is(*Class->getDefinition()) ||
         llvm::any_of(Class->bases(),
                      [&](const CXXBaseSpecifier &Base) { return anyClass(Base.getType(), Is); }) ||
         llvm::any_of(Class->fields(),
                      [&](const FieldDecl *Field) { return anyClass(Field->getType(), Is); });
}

/// The member, of what a pointer or a reference leads to, that \p Lvalue is a part of; null: none.
const MemberExpr *memberThatLeads(const clang::Expr &Lvalue) {
  const clang::Expr *Part = Lvalue.IgnoreParenCasts();
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(Part)) {
    const clang::Expr *Array = Element->getBase()->IgnoreParenCasts();
    return Array->getType()->isArrayType() ? memberThatLeads(*Array) : nullptr;
  }
  const auto *Member = dyn_cast<MemberExpr>(Part);
  if (!Member || Member->isArrow() || Member->getMemberDecl()->getType()->isReferenceType())
    return Member;
  const MemberExpr *Around = memberThatLeads(*Member->getBase());
  return Around ? Around : Member;
}

/// By the rules of C++ on aliasing: an object of \p Type may be of type \p Written, or have a part
/// that is.
bool mayHold(const ASTContext &Ast, QualType Type, QualType Written) {
  if (Type->isDependentType() || Written->isDependentType() || Written->isVoidType() ||
      Written->isAnyCharacterType())
    return true;
  if (Type->isArrayType() || Written->isArrayType())
    return mayHold(Ast, Ast.getBaseElementType(Type), Ast.getBaseElementType(Written));
  const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
  const CXXRecordDecl *WrittenClass = Written->getAsCXXRecordDecl();
  if (Class && WrittenClass)
    return anyClass(Type,
                    [&](const auto &Part) { return declaresSameEntity(&Part, WrittenClass); }) ||
           anyClass(Written, [&](const auto &Part) { return declaresSameEntity(&Part, Class); });
  if (Class)
    return anyClass(Type, [&](const CXXRecordDecl &Part) {
      return llvm::any_of(Part.fields(), [&](const FieldDecl *Field) {
        return !Field->getType()->isRecordType() && mayHold(Ast, Field->getType(), Written);
      });
    });
  if (WrittenClass)
    return mayHold(Ast, Written, Type);
  return (Type->isAnyPointerType() && Written->isAnyPointerType()) ||
         (Type->isIntegralOrEnumerationType() && Written->isIntegralOrEnumerationType() &&
          sizeOf(Ast, Type) == sizeOf(Ast, Written)) ||
         Ast.hasSameUnqualifiedType(Type, Written);
}

} // namespace

/// \p Argument without what only makes its value another one's.
static const clang::Expr *withoutConversions(const clang::Expr *Argument) {
  for (const clang::Expr *Last = nullptr; Argument != Last;) {
    Last = Argument;
    Argument = Argument->IgnoreParenCasts()->IgnoreImplicit();
    if (const auto *Unary = dyn_cast<UnaryOperator>(Argument);
        Unary && (Unary->getOpcode() == UO_AddrOf || Unary->getOpcode() == UO_Plus))
      Argument = Unary->getSubExpr();
  }
  return Argument;
}

const FunctionDecl *namedFunction(const clang::Expr *Argument) {
  Argument = withoutConversions(Argument);
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(Argument))
    if (const auto *Conversion = dyn_cast_or_null<CXXConversionDecl>(Call->getMethodDecl()))
      return Conversion->getParent()->isLambda() ? operatorBehind(*Conversion) : nullptr;
  const auto *Name = dyn_cast<DeclRefExpr>(Argument);
  const auto *Function = Name ? dyn_cast<FunctionDecl>(Name->getDecl()) : nullptr;
  bool IsOfHost = Function && !Function->hasAttr<CUDAGlobalAttr>() && !isLibraryFunction(Function);
  return IsOfHost ? Function : nullptr;
}

bool handsUnknownFunction(const FunctionDecl *Callee, const clang::Expr *Argument) {
  QualType Type = Argument->getType();
  bool IsPointer = !Type.isNull() && (Type.getNonReferenceType()->isFunctionPointerType() ||
                                      Type.getNonReferenceType()->isMemberFunctionPointerType());
  if (!IsPointer || (Callee && Callee->hasBody() && !isLibraryFunction(Callee)) ||
      (Callee && Callee->getPrimaryTemplate() && callsNoMethods(*Callee)))
    return false;
  const clang::Expr *Plain = withoutConversions(Argument);
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(Plain))
    if (isa_and_nonnull<CXXConversionDecl>(Call->getMethodDecl()))
      return !namedFunction(Argument);
  const auto *Name = dyn_cast<DeclRefExpr>(Plain);
  bool IsNamed = Name && isa<FunctionDecl>(Name->getDecl());
  return !IsNamed && !isa<CXXNullPtrLiteralExpr, GNUNullExpr, IntegerLiteral>(Plain);
}

bool keepsAddresses(const FunctionDecl &Callee) {
  return isa<CXXMethodDecl>(Callee) || Callee.getReturnType()->isRecordType();
}

namespace {

class HandedFunctionSearch {
public:
  explicit HandedFunctionSearch(const HostProgram &Program) : Program(Program) {}

  llvm::DenseSet<const VarDecl *> run() {
    for (const FunctionDecl *Function : Program.functions()) {
      visit(Function->getBody());
      if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(Function))
        for (const CXXCtorInitializer *Initializer : Constructor->inits())
          visit(Initializer->getInit());
    }
    for (const VarDecl *Global : Program.mutableGlobals()) {
      Variables.insert(Global);
      for (const VarDecl *Each : Global->redecls())
        visit(Each->getInit());
    }
    for (const FunctionDecl *Function : Program.calledUnseen())
      if (isAllocationOperator(*Function))
        addMember(*Function);
    for (const FunctionDecl *Function : Program.functions())
      if (isFoundByClasses(*Function))
        addMember(*Function);
    for (const VarDecl *Variable : Referred)
      if (IsAnyWritten || holdsOneOf(*Variable, ChangedClasses) ||
          llvm::any_of(WrittenTypes, [&](QualType Written) {
            return mayHold(Variable->getASTContext(), Variable->getType(), Written);
          }))
        add(*Variable);
    for (const VarDecl *Variable : Variables)
      if (holdsOneOf(*Variable, WrittenClasses))
        add(*Variable);
    return std::move(Found);
  }

private:
  using Classes = llvm::SmallPtrSet<const CXXRecordDecl *, 4>;

  static bool holdsOneOf(const VarDecl &Variable, const Classes &Some) {
    return anyClass(Variable.getType(), [&](const CXXRecordDecl &Part) {
      return Some.contains(Part.getCanonicalDecl());
    });
  }

  /// An operator, or an exchange, that libraries find by the classes of its arguments; or a member
  /// of one of the library's templates that the program specialises.
  bool isFoundByClasses(const FunctionDecl &Function) const {
    const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
    if (Method && Method->getParent()->isInStdNamespace())
      return true;
    bool IsFound = Function.isOverloadedOperator() ||
                   (Function.getIdentifier() && Function.getName() == "swap");
    return IsFound && !Method &&
           llvm::any_of(Function.parameters(), [&](const ParmVarDecl *Parameter) {
             const CXXRecordDecl *Class =
                 Parameter->getType().getNonReferenceType()->getAsCXXRecordDecl();
             return Class && !inSystemHeader(*Class) &&
                    SeenClasses.contains(Class->getCanonicalDecl());
           });
  }

  void add(const VarDecl &Variable) {
    const VarDecl &One = Variable.hasGlobalStorage() ? *Variable.getCanonicalDecl() : Variable;
    // What a reference is bound to.
    if (Found.insert(&One).second && One.getType()->isReferenceType() && One.getInit())
      addNamed(One.getInit());
  }

  void addNamed(const Stmt *Code) {
    forEachPart(Code, [&](const Stmt &Part) {
      if (const auto *Name = dyn_cast<DeclRefExpr>(&Part))
        if (const auto *Variable = dyn_cast<VarDecl>(Name->getDecl()))
          add(*Variable);
    });
  }

  /// Finds what is handed to libraries, which variables there are, and what pointers and references
  /// lead to them.
  void visit(const Stmt *Code) {
    if (!Code)
      return;
    if (const auto *Unary = dyn_cast<UnaryOperator>(Code); Unary && Unary->getOpcode() == UO_AddrOf)
      addReferred(Unary->getSubExpr());
    if (const auto *Declaration = dyn_cast<DeclStmt>(Code))
      for (const Decl *Each : Declaration->decls())
        if (const auto *Variable = dyn_cast<VarDecl>(Each)) {
          Variables.insert(Variable);
          if (Variable->isStaticLocal() && Variable->getInit() && !isConstant(*Variable))
            addInitializer(*Variable->getInit());
          if (isMutableReference(Variable->getType()) && Variable->getInit())
            addReferred(Variable->getInit());
        }
    if (const auto *List = dyn_cast<InitListExpr>(Code))
      for (const clang::Expr *Each : List->inits())
        if (Each && Each->isLValue())
          addReferred(Each);
    // Elements that are not written out are made, too.
    if (const auto *List = dyn_cast<InitListExpr>(Code))
      if (List->hasArrayFiller() || isLibraryClass(List->getType()))
        addClass(List->getType());
    if (const auto *Call = dyn_cast<CallExpr>(Code)) {
      bool HasObject =
          isa<CXXOperatorCallExpr>(Call) && isa_and_nonnull<CXXMethodDecl>(Call->getDirectCallee());
      visitArguments(Call->getDirectCallee(),
                     llvm::ArrayRef(Call->getArgs(), Call->getNumArgs()).drop_front(HasObject));
      addCopiedParts(Call->getDirectCallee());
    }
    if (const auto *Construction = dyn_cast<CXXConstructExpr>(Code)) {
      visitArguments(Construction->getConstructor(),
                     {Construction->getArgs(), Construction->getNumArgs()});
      addCopiedParts(Construction->getConstructor());
      // A deleter that is made with its pointer.
      if (isLibraryFunction(Construction->getConstructor()))
        addClass(Construction->getType());
    }
    for (const Stmt *Part : Code->children())
      visit(Part);
  }

  void addReferred(const clang::Expr *To) {
    if (const VarDecl *Variable = variableAround(To))
      Referred.insert(Variable);
  }

  void visitArguments(const FunctionDecl *Callee, llvm::ArrayRef<const clang::Expr *> Arguments) {
    if (!Callee)
      return;
    for (auto [Argument, Parameter] : llvm::zip(Arguments, Callee->parameters()))
      if (isMutableReference(Parameter->getType()))
        addReferred(Argument);
    if (isLibraryFunction(Callee))
      visitHanded(*Callee, Arguments);
  }

  void visitHanded(const FunctionDecl &Callee, llvm::ArrayRef<const clang::Expr *> Arguments) {
    bool IsReference =
        Callee.isInStdNamespace() && Callee.getIdentifier() && Callee.getName() == "ref";
    if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(&Callee))
      IsReference = Constructor->getParent()->isInStdNamespace() &&
                    Constructor->getParent()->getName() == "reference_wrapper";
    for (const clang::Expr *Argument : Arguments) {
      if (IsReference)
        addNamed(Argument);
      // Others call it now, or in another call that is seen.
      if (const FunctionDecl *Function = namedFunction(Argument);
          Function && keepsAddresses(Callee))
        addFunction(*Function);
      if (keepsAddresses(Callee) && handsUnknownFunction(&Callee, Argument))
        addAnyFunction();
    }
    addClassesOf(Callee, Arguments);
  }

  /// The classes whose members a library's \p Callee may call.
  void addClassesOf(const FunctionDecl &Callee, llvm::ArrayRef<const clang::Expr *> Arguments) {
    if (callsNoMethods(Callee))
      return;
    // An algorithm works on what it is pointed to; a container of pointers does not.
    bool IsAlgorithm = !isa<CXXMethodDecl>(Callee) && Callee.getPrimaryTemplate();
    auto Add = [&](QualType Type) {
      addClass(Type);
      if (IsAlgorithm && !Type.isNull() && Type.getNonReferenceType()->isPointerType())
        addClass(Type.getNonReferenceType()->getPointeeType());
    };
    for (const clang::Expr *Argument : Arguments)
      Add(Argument->getType());
    if (const TemplateArgumentList *Of = Callee.getTemplateSpecializationArgs())
      for (const TemplateArgument &Each : Of->asArray())
        if (Each.getKind() == TemplateArgument::Type)
          Add(Each.getAsType());
    addClass(Callee.getReturnType());
    if (const auto *Method = dyn_cast<CXXMethodDecl>(&Callee))
      addClass(Method->getASTContext().getRecordType(Method->getParent()));
  }

  static bool isLibraryClass(QualType Type) {
    const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
    return Class && inSystemHeader(*Class);
  }

  void addCopiedParts(const FunctionDecl *Function) {
    if (!Function || !copiesParts(*Function))
      return;
    const CXXRecordDecl &Class = *cast<CXXMethodDecl>(Function)->getParent();
    for (const CXXBaseSpecifier &Base : Class.bases())
      addClass(Base.getType());
    for (const FieldDecl *Field : Class.fields())
      addClass(Field->getType());
  }

  /// An object of \p Type, one of its parts, or one that is among the template arguments of its
  /// class, may be made, called, compared, or changed.
  void addClass(QualType Type) {
    // Code that does not compile may have no type.
    const CXXRecordDecl *Class =
        Type.isNull()
            ? nullptr
            : Type.getNonReferenceType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    if (!Class || !SeenClasses.insert(Class->getCanonicalDecl()).second)
      return;
    if (!inSystemHeader(*Class) && Class->hasDefinition())
      addMembers(*Class->getDefinition());
    if (const auto *Specialization = dyn_cast<ClassTemplateSpecializationDecl>(Class))
      for (const TemplateArgument &Each : Specialization->getTemplateArgs().asArray())
        if (Each.getKind() == TemplateArgument::Type)
          addClass(Each.getAsType());
  }

  void addMembers(const CXXRecordDecl &Class) {
    llvm::SmallVector<const FunctionDecl *, 8> Methods;
    addMethods(Class, Methods);
    for (const FunctionDecl *Each : Methods)
      if (Each->getOverloadedOperator() == OO_Call)
        addFunction(*Each);
      else if (!Class.isLambda() && mayBeCalledByLibraries(*Each))
        addMember(*Each);
    for (const CXXBaseSpecifier &Base : Class.bases())
      addClass(Base.getType());
    for (const FieldDecl *Field : Class.fields()) {
      // What a reference leads to is used by those functions alone.
      if (!Field->getType()->isReferenceType())
        addClass(Field->getType());
      if (const clang::Expr *Initializer = Field->getInClassInitializer())
        addInitializer(*Initializer);
    }
  }

  static bool isConstant(const VarDecl &Variable) {
    const clang::Expr &Initializer = *Variable.getInit();
    return !Initializer.isValueDependent() &&
           Initializer.isConstantInitializer(Variable.getASTContext(),
                                             Variable.getType()->isReferenceType());
  }

  /// What runs in constructors that nobody writes, or where a static variable is met first.
  void addInitializer(const clang::Expr &Initializer) {
    Modifications Modified = modificationsIn(&Initializer);
    for (const VarDecl *Variable : Modified.Variables)
      add(*Variable);
    for (const FunctionDecl *Callee : Modified.Callees)
      if (Callee && !isLibraryFunction(Callee))
        addMember(*Callee);
  }

  /// The object that a member is called of is the library's own, or its address is known.
  void addMember(const FunctionDecl &Function) {
    IsOfLibraryObject = true;
    addFunction(Function);
    IsOfLibraryObject = false;
  }

  void addAnyFunction() {
    IsAnyWritten = true;
    for (const VarDecl *Global : Program.globalsModifiedBy(nullptr))
      add(*Global);
  }

  void addFunction(const FunctionDecl &Function) {
    if (!isHostFunction(&Function) || !SeenFunctions.insert(Function.getCanonicalDecl()).second)
      return;
    for (const VarDecl *Global : Program.globalsModifiedBy(Function.getCanonicalDecl()))
      add(*Global);
    Program.reaches(Function.getCanonicalDecl(), [&](const FunctionDecl &Each) {
      const auto *Method = dyn_cast<CXXMethodDecl>(&Each);
      IsAnyWritten |= Method && Method->isVirtual();
      if (!isLibraryFunction(&Each))
        visitWritesOf(Each);
      if (Method && Method->getParent()->isLambda())
        addCaptures(*Method);
      return false;
    });
  }

  void addCaptures(const CXXMethodDecl &Lambda) {
    Modifications Modified = modificationsIn(Lambda.getBody());
    for (const VarDecl *Variable : Modified.Variables)
      if (Variable->hasGlobalStorage())
        add(*Variable);
    for (const LambdaCapture &Capture : Lambda.getParent()->captures())
      if (Capture.capturesVariable() && Capture.getCaptureKind() == LCK_ByRef)
        if (const auto *Captured = dyn_cast<VarDecl>(Capture.getCapturedVar());
            Captured && Modified.Variables.contains(Captured))
          add(*Captured);
  }

  void visitWritesOf(const FunctionDecl &Function) {
    const auto *Constructor = dyn_cast<CXXConstructorDecl>(&Function);
    // The object that is made is nobody else's yet.
    IsConstructing = Constructor != nullptr;
    if (const FunctionDecl *Definition = nullptr; Function.hasBody(Definition)) {
      visitWrites(Definition->getBody());
      if ((Constructor = dyn_cast<CXXConstructorDecl>(Definition)))
        for (const CXXCtorInitializer *Initializer : Constructor->inits())
          visitWrites(Initializer->getInit());
    } else if (IsOfLibraryObject && !Function.isImplicit()) {
      for (const ParmVarDecl *Parameter : Function.parameters())
        if (isMutablePointer(Parameter->getType()) || isMutableReference(Parameter->getType()))
          WrittenTypes.push_back(Parameter->getType()->getPointeeType());
    }
    IsConstructing = false;
  }

  /// What \p Code, of a function that is handed on, writes to that no variable in it is.
  void visitWrites(const Stmt *Code) {
    if (!Code)
      return;
    if (const auto *Binary = dyn_cast<BinaryOperator>(Code); Binary && Binary->isAssignmentOp())
      addWrite(*Binary->getLHS());
    if (const auto *Unary = dyn_cast<UnaryOperator>(Code); Unary && Unary->isIncrementDecrementOp())
      addWrite(*Unary->getSubExpr());
    if (const auto *Call = dyn_cast<CallExpr>(Code)) {
      const FunctionDecl *Callee = Call->getDirectCallee();
      IsAnyWritten |= !Callee;
      bool HasObject = isa<CXXOperatorCallExpr>(Call) && isa_and_nonnull<CXXMethodDecl>(Callee);
      if (HasObject && Callee->isDefaulted() && cast<CXXOperatorCallExpr>(Call)->isAssignmentOp())
        addWrite(*Call->getArg(0));
      for (unsigned Index = HasObject; Callee && Index != Call->getNumArgs(); ++Index)
        if (Index - HasObject < Callee->getNumParams())
          addHandedOn(*Call->getArg(Index), Callee->getParamDecl(Index - HasObject)->getType());
    }
    for (const Stmt *Part : Code->children())
      visitWrites(Part);
  }

  void addHandedOn(const clang::Expr &Argument, QualType Parameter) {
    if (isMutableReference(Parameter))
      addWrite(Argument);
    const clang::Expr *Pointer = Argument.IgnoreParenCasts();
    if (!isMutablePointer(Parameter) || !Pointer->getType()->isAnyPointerType())
      return;
    const auto *Unary = dyn_cast<UnaryOperator>(Pointer);
    if (Unary && Unary->getOpcode() == UO_AddrOf)
      addWrite(*Unary->getSubExpr());
    else
      WrittenTypes.push_back(Pointer->getType()->getPointeeType());
  }

  void addWrite(const clang::Expr &Target) {
    if (variableAround(&Target) || Target.getType().isNull())
      return;
    const MemberExpr *Member = memberThatLeads(Target);
    const auto *Field = Member ? dyn_cast<FieldDecl>(Member->getMemberDecl()) : nullptr;
    if (!Field || Field->getType()->isReferenceType()) {
      WrittenTypes.push_back(Target.getType());
      return;
    }
    if (IsConstructing && isa<CXXThisExpr>(Member->getBase()->IgnoreParenCasts()))
      return;
    if (const auto *Class = dyn_cast<CXXRecordDecl>(Field->getParent()))
      (IsOfLibraryObject ? ChangedClasses : WrittenClasses).insert(Class->getCanonicalDecl());
  }

  const HostProgram &Program;
  llvm::SmallPtrSet<const CXXRecordDecl *, 16> SeenClasses;
  llvm::SmallPtrSet<const FunctionDecl *, 16> SeenFunctions;
  /// Objects of these are changed: all, or only those whose address is known.
  Classes WrittenClasses, ChangedClasses;
  llvm::SmallVector<QualType, 8> WrittenTypes;
  bool IsAnyWritten = false, IsOfLibraryObject = false, IsConstructing = false;
  llvm::SetVector<const VarDecl *> Variables;
  /// Their address is taken, or a reference is bound to them.
  llvm::SetVector<const VarDecl *> Referred;
  llvm::DenseSet<const VarDecl *> Found;
};

} // namespace

llvm::DenseSet<const VarDecl *> findHandedChanges(const HostProgram &Program) {
  return HandedFunctionSearch(Program).run();
}

} // namespace memlint
