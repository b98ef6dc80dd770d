//===- SwapUses.cpp - What compare-and-swaps are given --------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SwapUses.h"

#include "LocalVariables.h"
#include "ValueFlow.h"

#include "cuda-memlint/CudaModel/DeviceFunction.h"
#include "cuda-memlint/Frontend/Statements.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace clang;

namespace memlint {

static bool isOfHeaders(const FunctionDecl &Function) {
  const SourceManager &Sources = Function.getASTContext().getSourceManager();
  return Function.getBuiltinID() != 0 ||
         Sources.isInSystemHeader(Sources.getExpansionLoc(Function.getLocation()));
}

static std::optional<DeviceFunction> functionOfCudas(const FunctionDecl &Function) {
  if (!Function.getDeclName().isIdentifier() || isa<CXXMethodDecl>(Function) ||
      (Function.hasBody() && !isOfHeaders(Function)))
    return std::nullopt;
  return deviceFunction(Function.getName());
}

const CallExpr *asSwap(const Stmt *Code) {
  const auto *Call = dyn_cast<CallExpr>(Code);
  const FunctionDecl *Called = Call ? Call->getDirectCallee() : nullptr;
  if (!Called || Call->getNumArgs() != 3)
    return nullptr;
  std::optional<DeviceFunction> Known = functionOfCudas(*Called);
  return Known && Known->Kind == FunctionKind::Atomic &&
                 Known->Operation == AtomicOperation::CompareAndSwap
             ? Call
             : nullptr;
}

static bool isNumber(QualType Type) {
  if (Type->isReferenceType())
    return Type->getPointeeType().isConstQualified() && Type->getPointeeType()->isArithmeticType();
  return Type->isArithmeticType() || Type->isEnumeralType();
}

static bool callsUsersOwn(const Stmt &Code) {
  const auto *Call = dyn_cast<CallExpr>(&Code);
  const FunctionDecl *Called = Call ? Call->getDirectCallee() : nullptr;
  return Call && (!Called || !isOfHeaders(*Called));
}

bool isOfNumbers(const FunctionDecl &Called) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Called);
  bool TakesNumbers = llvm::all_of(
      Called.parameters(), [](const ParmVarDecl *Each) { return isNumber(Each->getType()); });
  if (!TakesNumbers || !isNumber(Called.getReturnType()) || Called.isVariadic() ||
      (Method && !Method->isConst() && !Method->isStatic()))
    return false;
  if (isOfHeaders(Called)) {
    std::optional<DeviceFunction> Known = functionOfCudas(Called);
    return !Known || Known->Kind == FunctionKind::Minimum || Known->Kind == FunctionKind::Maximum ||
           Known->Kind == FunctionKind::Absolute || Known->Kind == FunctionKind::Integer;
  }
  const FunctionDecl *Defined = nullptr;
  const Stmt *Body = Called.getBody(Defined);
  // A function that calls others is not looked into further: it may be called by one of them.
  return Body && !anyPart(Body, callsUsersOwn) && otherEffects(Body) == OtherEffects::None;
}

static OtherEffects effectsOfCall(const CallExpr &Call) {
  const FunctionDecl *Called = Call.getDirectCallee();
  if (Called && isOfNumbers(*Called))
    return OtherEffects::None;
  std::optional<DeviceFunction> Known = Called ? functionOfCudas(*Called) : std::nullopt;
  return Known && Known->isAccess() && Known->Kind != FunctionKind::Load ? OtherEffects::Writes
                                                                         : OtherEffects::Unknown;
}

OtherEffects otherEffects(const Stmt *Code, const llvm::DenseSet<const Stmt *> &Without) {
  if (!Code)
    return OtherEffects::None;
  if (isa<AsmStmt, CXXNewExpr, CXXDeleteExpr, AtomicExpr, LambdaExpr, CXXConstructExpr>(Code))
    return OtherEffects::Unknown;
  const clang::Expr *Target = nullptr;
  if (const auto *Operator = dyn_cast<BinaryOperator>(Code))
    Target = Operator->isAssignmentOp() ? Operator->getLHS() : nullptr;
  else if (const auto *Step = dyn_cast<UnaryOperator>(Code))
    Target = Step->isIncrementDecrementOp() ? Step->getSubExpr() : nullptr;
  if (Target && !localVariable(Target))
    return OtherEffects::Writes;
  OtherEffects Result = OtherEffects::None;
  if (const auto *Call = dyn_cast<CallExpr>(Code); Call && !asSwap(Call))
    Result = effectsOfCall(*Call);
  for (const Stmt *Child : Code->children())
    if (!Without.contains(Child))
      Result = std::max(Result, otherEffects(Child, Without));
  return Result;
}

namespace {

/// What a body has: compare-and-swaps, and reads of memory as numbers.
struct FoundCode {
  llvm::SmallVector<const CallExpr *> Swaps;
  llvm::SmallVector<const ImplicitCastExpr *> Reads;

  void add(const Stmt &Code) {
    if (const CallExpr *Swap = asSwap(&Code))
      Swaps.push_back(Swap);
    const auto *Cast = dyn_cast<ImplicitCastExpr>(&Code);
    if (Cast && Cast->getCastKind() == CK_LValueToRValue && Cast->getType()->isArithmeticType() &&
        !localVariable(Cast->getSubExpr()))
      Reads.push_back(Cast);
  }
};

} // namespace

/// One of \p Deciding lets threads leave \p Loop, or go on with it.
static bool endsLoop(const ReachedUses &Uses, const Stmt &Loop, const ValueFlow &Flow) {
  auto Leaves = [](const Stmt *Branch) {
    return isa_and_nonnull<BreakStmt, ReturnStmt>(Branch) ||
           (isa_and_nonnull<CompoundStmt>(Branch) && llvm::any_of(Branch->children(), [](auto *In) {
              return isa_and_nonnull<BreakStmt, ReturnStmt>(In);
            }));
  };
  return llvm::any_of(Uses.Deciding, [&](const Stmt *Each) {
    const auto *If = dyn_cast<IfStmt>(Each);
    return Each == &Loop ||
           (If && Flow.loopAround(If) == &Loop && (Leaves(If->getThen()) || Leaves(If->getElse())));
  });
}

static const clang::Expr *conditionOf(const Stmt *Branch) {
  if (const auto *If = dyn_cast<IfStmt>(Branch))
    return If->getCond();
  if (const auto *While = dyn_cast<WhileStmt>(Branch))
    return While->getCond();
  if (const auto *Do = dyn_cast<DoStmt>(Branch))
    return Do->getCond();
  if (const auto *For = dyn_cast<ForStmt>(Branch))
    return For->getCond();
  const auto *Choice = dyn_cast<ConditionalOperator>(Branch);
  return Choice ? Choice->getCond() : nullptr;
}

static bool comparesOrder(const Stmt &Code) {
  const auto *Operator = dyn_cast<BinaryOperator>(&Code);
  return Operator && Operator->isRelationalOp();
}

/// Whether a swap has succeeded is a matter of equality: `current > limit` may as well be one of
/// what was read at first.
static bool mayTestSuccess(const Stmt *Branch) {
  const clang::Expr *Condition = conditionOf(Branch);
  return Condition && !anyPart(Condition, comparesOrder);
}

/// What the value that reaches the places in \p Reached is used for. Conditions in \p Tests depend
/// on the results of compare-and-swaps, and so on whether these succeed.
static ReadUse useOf(const ReachedUses &Reached, const llvm::DenseSet<const Stmt *> &Tests) {
  // Who succeeds may do more: the swap has found what was read.
  llvm::DenseSet<const Stmt *> Succeeding;
  for (const Stmt *Each : Tests)
    if (isa<IfStmt>(Each))
      Succeeding.insert(Each);
  OtherEffects Most = OtherEffects::None;
  for (const Stmt *Each : Reached.Deciding)
    if (!Tests.contains(Each))
      Most = std::max(Most, otherEffects(Each, Succeeding));
  if (Reached.HasOthers || Most == OtherEffects::Writes)
    return ReadUse::Elsewhere;
  // What comes before them does not depend on it, so that nothing is certain.
  bool DecidesMore = llvm::any_of(Reached.Leaving, [&](const Stmt *Each) {
    return otherEffects(Each, Succeeding) != OtherEffects::None;
  });
  bool IsUnknown = Reached.IsLost || Reached.IsReturned || Reached.Expecting.empty() ||
                   DecidesMore || Most == OtherEffects::Unknown;
  return IsUnknown ? ReadUse::Unknown : ReadUse::Swap;
}

void addSwapUses(const FunctionDecl &Function, SwapUses &Uses) {
  const Stmt *Body = Function.getBody();
  FoundCode Found;
  forEachStatement(Body, [&](const Stmt &Part) { Found.add(Part); });
  if (Found.Swaps.empty())
    return;
  ValueFlow Flow(Function, *Body);
  if (!Flow.isKnown())
    return;
  llvm::SmallVector<ReachedUses> OfSwaps;
  llvm::DenseSet<const Stmt *> Tests;
  for (const CallExpr *Swap : Found.Swaps) {
    OfSwaps.push_back(Flow.follow(*Swap));
    for (const Stmt *Each : OfSwaps.back().Deciding)
      if (mayTestSuccess(Each))
        Tests.insert(Each);
  }
  // Each with the loop in which what it expects is read.
  llvm::SmallVector<std::pair<const CallExpr *, const Stmt *>> Fresh;
  for (const ImplicitCastExpr *Read : Found.Reads) {
    ReachedUses Reached = Flow.followDecisions(*Read, Tests);
    for (const CallExpr *Swap : Reached.Expecting)
      Fresh.push_back({Swap, Flow.loopAround(Read)});
    ReadUse Use = useOf(Reached, Tests);
    Uses.Reads[Read->getSubExpr()] = Uses.Reads[Read->getSubExpr()->IgnoreParens()] = Use;
  }
  for (auto [Swap, Reached] : llvm::zip_equal(Found.Swaps, OfSwaps))
    if (const Stmt *Loop = Flow.loopAround(Swap)) {
      bool IsFresh =
          Reached.Expecting.contains(Swap) || llvm::is_contained(Fresh, std::pair(Swap, Loop));
      if (IsFresh && endsLoop(Reached, *Loop, Flow))
        Uses.Retried.insert(Swap);
    }
}

} // namespace memlint
