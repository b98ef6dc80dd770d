//===- RowsInSource.cpp - Where a source says how long rows are -----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/SourceEdits/RowsInSource.h"

#include "LaunchedBytes.h"
#include "NamesInText.h"
#include "RowNumbers.h"

#include "cuda-memlint/CudaModel/DeviceFunction.h"
#include "cuda-memlint/Frontend/AstVisitor.h"
#include "cuda-memlint/Frontend/Position.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/SmallVector.h"

#include <set>

using namespace clang;

namespace memlint {

namespace {

unsigned dimensionsOf(QualType Type, const ASTContext &Ast) {
  unsigned Count = 0;
  while (const ArrayType *Array = Ast.getAsArrayType(Type)) {
    ++Count;
    Type = Array->getElementType();
  }
  return Count;
}

/// Finds all that a function does with an array.
class ArrayUses : public AstVisitor {
public:
  ArrayUses(const VarDecl &Array, unsigned Dimensions) : Array(Array), Dimensions(Dimensions) {}

  bool TraverseStmt(Stmt *Statement) override {
    Parents.push_back(Statement);
    bool GoesOn = AstVisitor::TraverseStmt(Statement);
    Parents.pop_back();
    return GoesOn;
  }

  bool VisitDeclRefExpr(DeclRefExpr *Reference) override {
    if (Reference->getDecl() != &Array)
      return true;
    References.push_back(Reference->getLocation());
    if (Other.isInvalid() && !isElement())
      Other = Reference->getLocation();
    return true;
  }

  /// The first use that is not of one element; invalid: there is none.
  SourceLocation Other;
  std::vector<SourceLocation> References;
  /// The innermost ones of elements.
  std::vector<const ArraySubscriptExpr *> Subscripts;

private:
  /// The expression around number \p At of Parents; At is its number then.
  const Stmt *climb(size_t &At) const {
    while (At-- > 0)
      if (!isa<ParenExpr, ImplicitCastExpr>(Parents[At]))
        return Parents[At];
    return nullptr;
  }

  /// What was met last, a reference to the array, is the base of a subscript for each
  /// dimension, and what is done with the element cannot lead to its neighbours.
  bool isElement() {
    size_t At = Parents.size() - 1;
    const Stmt *Inner = Parents[At];
    for (unsigned Count = 0; Count != Dimensions; ++Count) {
      const auto *Subscript = dyn_cast_or_null<ArraySubscriptExpr>(climb(At));
      // Which side is the index is not known while types depend on a template's parameters.
      if (!Subscript || (Subscript->getLHS()->IgnoreParenImpCasts() != Inner &&
                         Subscript->getRHS()->IgnoreParenImpCasts() != Inner))
        return false;
      Inner = Subscript;
    }
    Subscripts.push_back(cast<ArraySubscriptExpr>(Inner));
    bool IsRead = false, IsMember = false;
    const Stmt *Around = nullptr;
    while (At-- > 0) {
      Around = Parents[At];
      if (const auto *Cast = dyn_cast<ImplicitCastExpr>(Around))
        IsRead |= Cast->getCastKind() == CK_LValueToRValue;
      else if (isa<MemberExpr, CXXDependentScopeMemberExpr>(Around))
        IsMember = true;
      else if (!isa<ParenExpr>(Around))
        break;
    }
    if (IsRead)
      return true;
    if (const auto *Address = dyn_cast_or_null<UnaryOperator>(Around))
      return Address->getOpcode() != UO_AddrOf || isOfElementOnly(At);
    // What a reference is made of is not followed.
    if (const auto *Declaration = dyn_cast_or_null<DeclStmt>(Around))
      return llvm::none_of(Declaration->decls(), [](const Decl *Each) {
        const auto *Declared = dyn_cast<ValueDecl>(Each);
        return Declared && Declared->getType()->isReferenceType();
      });
    if (isa_and_nonnull<CallExpr>(Around))
      return IsMember || isa<CXXOperatorCallExpr>(Around);
    return !isa_and_nonnull<ReturnStmt>(Around);
  }

  /// The address at number \p At of Parents is for one access, at once.
  bool isOfElementOnly(size_t At) const {
    const Stmt *Around = climb(At);
    while (isa_and_nonnull<ExplicitCastExpr>(Around))
      Around = climb(At);
    if (const auto *Access = dyn_cast_or_null<UnaryOperator>(Around))
      return Access->getOpcode() == UO_Deref;
    const auto *Call = dyn_cast_or_null<CallExpr>(Around);
    if (!Call)
      return false;
    const clang::Expr *Callee = Call->getCallee()->IgnoreParenImpCasts();
    if (const auto *Known = dyn_cast<DeclRefExpr>(Callee))
      return isAtomic(*Known->getDecl());
    const auto *Unresolved = dyn_cast<UnresolvedLookupExpr>(Callee);
    return Unresolved && Unresolved->getNumDecls() != 0 &&
           llvm::all_of(Unresolved->decls(), [](const NamedDecl *Each) { return isAtomic(*Each); });
  }

  /// One of CUDA's own, not a function of the user's that is called so.
  static bool isAtomic(const NamedDecl &Function) {
    const SourceManager &Sources = Function.getASTContext().getSourceManager();
    if (!Function.getIdentifier())
      return false;
    std::optional<DeviceFunction> Known = deviceFunction(Function.getName());
    return Known && Known->Kind == FunctionKind::Atomic &&
           Sources.isInSystemHeader(Sources.getExpansionLoc(Function.getLocation()));
  }

  const VarDecl &Array;
  unsigned Dimensions;
  std::vector<const Stmt *> Parents;
};

/// Finds the shared variables that a function declares.
class SharedVariables : public AstVisitor {
public:
  bool VisitVarDecl(VarDecl *Variable) override {
    if (Variable->hasAttr<CUDASharedAttr>() && !Variable->hasExternalStorage())
      Found.push_back(Variable);
    return true;
  }

  std::vector<VarDecl *> Found;
};

class RowFinder {
public:
  RowFinder(const VarDecl &Variable, const ASTContext &Ast, SharedDeclarations &Declarations,
            RowObstacle &Obstacle)
      : Variable(Variable), Ast(Ast), Sources(Ast.getSourceManager()), Numbers(Ast),
        Declarations(Declarations), Obstacle(Obstacle) {}

  std::optional<RowsInSource> run() {
    const auto *Function = dyn_cast<FunctionDecl>(Variable.getLexicalDeclContext());
    const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Function);
    if (!Function || dimensionsOf(Variable.getType(), Ast) == 0 || !Function->hasBody(Function) ||
        (Method && Method->getParent()->isLambda()) || !takePattern(*Function)) {
      refuse(Reason::Declaration, {});
      return std::nullopt;
    }
    if (!seesAllUses())
      return std::nullopt;
    // What is not refused for another reason below.
    refuse(Reason::Length, {});
    RowsInSource Result;
    if (Variable.hasExternalStorage()) {
      if (!findDynamicRows(*Function, Result))
        return std::nullopt;
      Obstacle = {};
      return Result;
    }
    ArrayTypeLoc Declared = declaredRows();
    const ConstantArrayType *Rows = Ast.getAsConstantArrayType(Variable.getType());
    if (!Declared || !Rows)
      return std::nullopt;
    if (Ast.getAsConstantArrayType(Rows->getElementType())) {
      std::optional<RowNumber> Length = Numbers.numberAt(*Declared.getSizeExpr());
      if (!Length)
        return std::nullopt;
      while (const auto *Inner = Ast.getAsConstantArrayType(Rows->getElementType()))
        Rows = Inner;
      Result.Length = Rows->getZExtSize();
      Result.Numbers.push_back(std::move(*Length));
    } else if (!findFlatRows(*Function, *Declared.getSizeExpr(), Rows->getZExtSize(), Result)) {
      return std::nullopt;
    }
    Obstacle = {};
    measure(*Function, Result);
    if (const FunctionTemplateDecl *Template = Pattern->getDescribedFunctionTemplate())
      for (const FunctionDecl *Instance : Template->specializations())
        measure(*Instance, Result);
    return Result;
  }

private:
  using Reason = RowObstacle::Reason;

  void refuse(Reason Why, SourceLocation At) const { Obstacle = {Why, positionOf(At, Ast)}; }

  /// What is written stands for all instantiations of a template.
  bool takePattern(const FunctionDecl &Function) {
    Pattern = Function.getTemplateInstantiationPattern();
    Written = &Variable;
    if (!Pattern) {
      Pattern = &Function;
      return true;
    }
    // Of a class template, the other instantiations are not looked for.
    if (!Pattern->getDescribedFunctionTemplate() || !Pattern->hasBody(Pattern))
      return false;
    Written = nullptr;
    for (const VarDecl *Each : Declarations.in(*Pattern))
      if (Each->getLocation() == Variable.getLocation())
        Written = Each;
    return Written != nullptr;
  }

  /// All locations that name the array are known, those in code that is not compiled too, and
  /// each is of one element.
  bool seesAllUses() {
    SourceRange Body = Pattern->getBody()->getSourceRange();
    if (!Body.getBegin().isFileID() || !Body.getEnd().isFileID() ||
        !Written->getLocation().isFileID() || Sources.isInSystemHeader(Body.getBegin())) {
      refuse(Reason::InMacro, {});
      return false;
    }
    ArrayUses Uses(*Written, dimensionsOf(Written->getType(), Ast));
    Uses.TraverseStmt(Pattern->getBody());
    if (Uses.Other.isValid()) {
      refuse(Reason::OtherUse, Uses.Other);
      return false;
    }
    NumberOfUses = Uses.References.size();
    llvm::DenseSet<SourceLocation> Known = {Written->getLocation()};
    for (SourceLocation At : Uses.References)
      Known.insert(Sources.getSpellingLoc(At));
    if (namesOnlyAt(Written->getName(), Known, Body, Ast))
      return true;
    refuse(Reason::InactiveCode, {});
    return false;
  }

  /// The declared array whose elements are not arrays; null where not all of it is written there.
  ArrayTypeLoc declaredRows() const {
    if (!Written->getTypeSourceInfo())
      return {};
    ArrayTypeLoc Rows;
    for (TypeLoc At = Written->getTypeSourceInfo()->getTypeLoc();
         ArrayTypeLoc Array = At.getAsAdjusted<ArrayTypeLoc>(); At = Array.getElementLoc())
      Rows = Array;
    // A name of a type may stand for more extents.
    if (!Rows || Ast.getAsArrayType(Rows.getElementLoc().getType()) || !Rows.getSizeExpr() ||
        !Rows.getLBracketLoc().isFileID() || !Rows.getRBracketLoc().isFileID())
      return {};
    return Rows;
  }

  /// Those of an array whose bytes the launches of a kernel count.
  bool findDynamicRows(const FunctionDecl &Function, RowsInSource &Result) const {
    std::set<std::string> Texts;
    QualType Element = Ast.getBaseElementType(Variable.getType());
    if (Pattern != &Function || Function.isTemplated() || !Function.hasAttr<CUDAGlobalAttr>() ||
        dimensionsOf(Variable.getType(), Ast) != 1 || !findLengths(Function, Texts, Result) ||
        Element->isIncompleteType())
      return false;
    std::vector<RowNumber> Bytes =
        launchedBytes(Function, Result.Length, Texts.size() == 1 ? *Texts.begin() : "",
                      uint64_t(Ast.getTypeSizeInChars(Element).getQuantity()), Ast);
    Result.Numbers.insert(Result.Numbers.end(), Bytes.begin(), Bytes.end());
    if (Bytes.empty())
      refuse(Reason::LaunchedBytes, {});
    return !Bytes.empty();
  }

  /// The length of rows that the subscripts show, in all locations; \p Texts are those. What the
  /// numbers are is asked of \p Function, an instantiation of the pattern.
  bool findLengths(const FunctionDecl &Function, std::set<std::string> &Texts,
                   RowsInSource &Result) const {
    ArrayUses Uses(Variable, 1);
    Uses.TraverseStmt(Function.getBody());
    if (Uses.Other.isValid() || Uses.References.size() != NumberOfUses)
      return false;
    std::set<std::pair<unsigned, unsigned>> Positions;
    for (const ArraySubscriptExpr *Each : Uses.Subscripts) {
      llvm::SmallVector<const BinaryOperator *> Products;
      llvm::SmallVector<const clang::Expr *> Factors;
      findProducts(*Each->getIdx(), Ast, Products, Factors);
      for (const clang::Expr *Factor : Factors) {
        uint64_t Value = Numbers.valueOf(*Factor);
        std::optional<RowNumber> Number = Numbers.factorAt(*Factor);
        if (!Number || (Result.Length && Value != Result.Length))
          return false;
        Result.Length = Value;
        Texts.insert(Numbers.textOf(*Factor).str());
        if (Positions.insert({Number->Position.Line, Number->Position.Column}).second)
          Result.Numbers.push_back(std::move(*Number));
      }
    }
    return Result.Length >= 2;
  }

  /// The rows that subscripts show of an array of \p Elements elements in one dimension, which
  /// \p Size declares.
  bool findFlatRows(const FunctionDecl &Function, const clang::Expr &Size, uint64_t Elements,
                    RowsInSource &Result) const {
    std::set<std::string> Texts;
    if (!findLengths(Function, Texts, Result) || Elements % Result.Length)
      return false;
    bool IsTemplate = Pattern->getDescribedFunctionTemplate() != nullptr;
    // In a template the texts must be the same.
    auto IsLength = [&](const clang::Expr &Factor) {
      return IsTemplate ? Texts.size() == 1 && Texts.count(Numbers.textOf(Factor).str())
                        : Numbers.valueOf(Factor) == Result.Length;
    };
    if (std::optional<RowNumber> Number = Numbers.factorOf(Size, IsLength)) {
      Result.Numbers.push_back(std::move(*Number));
      return true;
    }
    // How many rows there are may be another number in another instantiation.
    std::optional<RowNumber> Whole = Numbers.numberAt(Size);
    if (!Whole || IsTemplate)
      return false;
    Whole->PerElement = Elements / Result.Length;
    Result.Numbers.push_back(std::move(*Whole));
    return true;
  }

  /// What \p Function, an instantiation of the pattern, declares.
  void measure(const FunctionDecl &Function, RowsInSource &Result) const {
    const FunctionDecl *Defined = nullptr;
    if (!Function.hasBody(Defined) || Defined->isDependentContext())
      return;
    uint64_t Bytes = 0;
    for (const VarDecl *Each : Declarations.in(*Defined)) {
      QualType Type = Each->getType();
      std::optional<CharUnits> Size = Ast.getTypeSizeInCharsIfKnown(Type);
      if (!Size)
        continue;
      Bytes += uint64_t(Size->getQuantity());
      if (Each->getLocation() != Variable.getLocation())
        continue;
      bool IsFlat = dimensionsOf(Type, Ast) == 1;
      uint64_t Elements = 1, Length = 1;
      while (const auto *Array = Ast.getAsConstantArrayType(Type)) {
        Type = Array->getElementType();
        Length = std::max<uint64_t>(1, Array->getZExtSize());
        Elements *= Length;
      }
      // How long the rows of a flat array are in this instantiation is not asked: two at least.
      if (IsFlat)
        Length = Pattern->getDescribedFunctionTemplate() ? 2 : Result.Length;
      uint64_t ElementBytes = uint64_t(Ast.getTypeSizeInChars(Type).getQuantity());
      Result.MostRows = std::max(Result.MostRows, Elements / Length);
      Result.MostElementBytes = std::max(Result.MostElementBytes, ElementBytes);
    }
    Result.MostSharedBytes = std::max(Result.MostSharedBytes, Bytes);
  }

  const VarDecl &Variable;
  const ASTContext &Ast;
  const SourceManager &Sources;
  RowNumbers Numbers;
  SharedDeclarations &Declarations;
  RowObstacle &Obstacle;
  /// The function and the array as they are written.
  const FunctionDecl *Pattern = nullptr;
  const VarDecl *Written = nullptr;
  /// In the pattern.
  size_t NumberOfUses = 0;
};

} // namespace

llvm::ArrayRef<VarDecl *> SharedDeclarations::in(const FunctionDecl &Function) {
  auto [Found, IsNew] = Known.try_emplace(&Function);
  if (IsNew) {
    SharedVariables Visitor;
    Visitor.TraverseStmt(Function.getBody());
    Found->second = std::move(Visitor.Found);
  }
  return Found->second;
}

std::optional<RowsInSource> rowsInSource(const VarDecl &Variable, const ASTContext &Ast,
                                         SharedDeclarations &Declarations, RowObstacle &Obstacle) {
  return RowFinder(Variable, Ast, Declarations, Obstacle).run();
}

void findProducts(const clang::Expr &Index, const ASTContext &Ast,
                  llvm::SmallVectorImpl<const BinaryOperator *> &Products,
                  llvm::SmallVectorImpl<const clang::Expr *> &Factors) {
  const auto *Operator = dyn_cast<BinaryOperator>(Index.IgnoreParenImpCasts());
  if (!Operator)
    return;
  if (Operator->isAdditiveOp()) {
    findProducts(*Operator->getLHS(), Ast, Products, Factors);
    // What is taken away is not a row to start from.
    if (Operator->getOpcode() == BO_Add)
      findProducts(*Operator->getRHS(), Ast, Products, Factors);
    return;
  }
  if (Operator->getOpcode() != BO_Mul)
    return;
  auto IsConstant = [&](const clang::Expr *Side) {
    clang::Expr::EvalResult Result;
    return !Side->isValueDependent() && Side->EvaluateAsInt(Result, Ast) && Result.Val.getInt() > 1;
  };
  bool LeftIs = IsConstant(Operator->getLHS());
  if (LeftIs == IsConstant(Operator->getRHS()))
    return;
  Products.push_back(Operator);
  Factors.push_back(LeftIs ? Operator->getLHS() : Operator->getRHS());
}

} // namespace memlint
