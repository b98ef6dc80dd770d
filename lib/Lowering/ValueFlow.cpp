//===- ValueFlow.cpp - Where a value goes in a function -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueFlow.h"

#include "LocalVariables.h"

#include "cuda-memlint/Frontend/Statements.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace clang;

namespace memlint {

/// Blocks of a graph, and states of all of its blocks together, that are looked at.
static constexpr unsigned MostBlocks = 512;
static constexpr unsigned MostStates = 4096;

ValueFlow::ValueFlow(const FunctionDecl &Function, const Stmt &Body) : Body(Body) {
  CFG::BuildOptions Options;
  Options.setAllAlwaysAdd();
  Options.AddEHEdges = false;
  Graph = CFG::buildCFG(&Function, const_cast<Stmt *>(&Body), &Function.getASTContext(), Options);
  if (Graph && Graph->getNumBlockIDs() > MostBlocks)
    Graph.reset();
  if (!Graph)
    return;
  forEachPart(&Body, [&](const Stmt &Code) {
    for (const Stmt *Child : Code.children())
      if (Child)
        Parents[Child] = &Code;
  });
  forEachPart(&Body, [&](const Stmt &Code) {
    if (const auto *Name = dyn_cast<DeclRefExpr>(&Code))
      noteIfLost(*Name);
  });
}

const Stmt *ValueFlow::loopAround(const Stmt *Code) const {
  while ((Code = parentOf(Code)))
    if (isa<WhileStmt, DoStmt, ForStmt, CXXForRangeStmt>(Code))
      return Code;
  return nullptr;
}

/// Adds the variable of \p Name where that is otherwise than to read or to assign it.
void ValueFlow::noteIfLost(const DeclRefExpr &Name) {
  const auto *Variable = dyn_cast<VarDecl>(Name.getDecl());
  if (!Variable)
    return;
  const Stmt *At = &Name, *Around = parentOf(At);
  while (Around) {
    const auto *Lvalue = dyn_cast<clang::Expr>(Around);
    bool IsAddress =
        isa<UnaryOperator>(Around) && cast<UnaryOperator>(Around)->getOpcode() == UO_AddrOf;
    bool IsPointerCast = isa<CastExpr, ParenExpr>(Around) && Lvalue->getType()->isPointerType();
    bool IsOnTheWay = Lvalue && (IsAddress || IsPointerCast || variableMeant(Lvalue) == &Name ||
                                 choiceIn(Lvalue));
    if (!IsOnTheWay)
      break;
    At = Around;
    Around = parentOf(At);
  }
  const auto *Operator = dyn_cast_or_null<BinaryOperator>(Around);
  const auto *Step = dyn_cast_or_null<UnaryOperator>(Around);
  const auto *Cast = dyn_cast_or_null<ImplicitCastExpr>(Around);
  bool IsRead = Cast && Cast->getCastKind() == CK_LValueToRValue;
  bool IsAssigned = Operator && Operator->isAssignmentOp() && Operator->getLHS() == At;
  bool IsStepped = Step && Step->isIncrementDecrementOp();
  if (Name.refersToEnclosingVariableOrCapture() || !(IsRead || IsAssigned || IsStepped))
    Lost.insert(Variable);
}

ValueFlow::State ValueFlow::bitOf(const void *Holder, unsigned Operand, ReachedUses &Out) {
  unsigned Bit = Bits.try_emplace({Holder, Operand}, unsigned(Bits.size())).first->second;
  if (Bit < 64)
    return State(1) << Bit;
  Out.IsLost = true;
  return 0;
}

/// None: nothing that holds the value has been one so far.
ValueFlow::State ValueFlow::knownBit(const void *Holder, unsigned Operand) const {
  auto Known = Bits.find({Holder, Operand});
  return Known != Bits.end() && Known->second < 64 ? State(1) << Known->second : 0;
}

/// \p Value, an argument of \p Call. Returns whether what the call gives depends on it.
bool ValueFlow::passToCall(const CallExpr &Call, const Stmt &Value, State &Now, ReachedUses &Out) {
  if (asSwap(&Call)) {
    if (Call.getArg(0) == &Value)
      Out.HasOthers = true;
    else
      Now |= bitOf(&Call, Call.getArg(1) == &Value ? 1 : 2, Out);
    return false;
  }
  const FunctionDecl *Called = Call.getDirectCallee();
  if (Called && isOfNumbers(*Called))
    return true;
  (Called && !Called->hasBody() ? Out.HasOthers : Out.IsLost) = true;
  return false;
}

/// \p Value, a part of \p Parent. Returns whether the value of \p Parent depends on it.
bool ValueFlow::passInto(const Stmt &Parent, const Stmt &Value, State &Now, ReachedUses &Out) {
  if (const auto *Call = dyn_cast<CallExpr>(&Parent))
    return passToCall(*Call, Value, Now, Out);
  if (const auto *Operator = dyn_cast<BinaryOperator>(&Parent)) {
    if (Operator->isLogicalOp() && Operator->getLHS() == &Value)
      decide(Parent, Now, Out);
    if (Operator->isCommaOp())
      return Operator->getRHS() == &Value;
    if (!Operator->isAssignmentOp()) {
      Out.HasOthers |= Operator->getType()->isPointerType();
      return !Operator->getType()->isPointerType();
    }
    if (localVariable(Operator->getLHS()))
      Now |= bitOf(Operator, 0, Out);
    else
      Out.HasOthers = true;
    return true;
  }
  if (const auto *Operator = dyn_cast<UnaryOperator>(&Parent)) {
    Out.HasOthers |= Operator->getOpcode() == UO_Deref;
    return Operator->getOpcode() != UO_Deref;
  }
  if (const auto *Cast = dyn_cast<CastExpr>(&Parent)) {
    Out.HasOthers |= Cast->getType()->isPointerType();
    return Cast->getType()->isArithmeticType();
  }
  if (const auto *Choice = dyn_cast<ConditionalOperator>(&Parent)) {
    if (Choice->getCond() == &Value)
      decide(Parent, Now, Out);
    return true;
  }
  if (isa<ParenExpr, ExprWithCleanups, MaterializeTemporaryExpr, ConstantExpr>(Parent))
    return true;
  if (isa<ArraySubscriptExpr>(Parent)) {
    Out.HasOthers = true;
    return false;
  }
  if (const auto *Declared = dyn_cast<DeclStmt>(&Parent)) {
    for (const Decl *Each : Declared->decls())
      if (const auto *Variable = dyn_cast<VarDecl>(Each);
          Variable && Variable->getInit() == &Value) {
        if (Variable->hasLocalStorage() && !Variable->getType()->isReferenceType())
          Now |= bitOf(Variable, 1, Out);
        else
          Out.IsLost = true;
      }
    return false;
  }
  auto Decide = [&](const Stmt *Condition) {
    if (Condition == &Value)
      decide(Parent, Now, Out);
  };
  if (const auto *If = dyn_cast<IfStmt>(&Parent))
    Decide(If->getCond());
  else if (const auto *While = dyn_cast<WhileStmt>(&Parent))
    Decide(While->getCond());
  else if (const auto *Do = dyn_cast<DoStmt>(&Parent))
    Decide(Do->getCond());
  else if (const auto *For = dyn_cast<ForStmt>(&Parent))
    Decide(For->getCond());
  else if (isa<ReturnStmt>(Parent))
    Out.IsReturned = true;
  else if (!isa<CompoundStmt, LabelStmt, AttributedStmt, CaseStmt, DefaultStmt>(Parent))
    Out.IsLost = true;
  return false;
}

/// Whether code of \p Region is executed depends on the value, as long as that is not left.
void ValueFlow::enter(const Stmt &Region, State &Now, ReachedUses &Out) {
  Now |= bitOf(&Region, 3, Out);
  Regions.insert(&Region);
}

void ValueFlow::executeInRegions(const Stmt &Element, State &Now, ReachedUses &Out) {
  for (const Stmt *Region : Regions) {
    State Bit = knownBit(Region, 3);
    if (!(Now & Bit))
      continue;
    const Stmt *Around = &Element;
    while (Around && Around != Region)
      Around = parentOf(Around);
    if (!Around)
      Now &= ~Bit;
    else if (const VarDecl *Target = assignedBy(Element))
      Now |= bitOf(Target, 0, Out);
  }
}

/// What \p Within, a part of \p Branch, leaves beside \p Branch, if it is a jump.
void ValueFlow::addLeft(const Stmt &Within, const Stmt &Branch, State &Now, ReachedUses &Out) {
  const Stmt *Left = nullptr;
  if (isa<ReturnStmt, GotoStmt, IndirectGotoStmt>(Within))
    Left = &Body;
  else if (isa<BreakStmt, ContinueStmt>(Within) && loopAround(&Within) == loopAround(&Branch))
    Left = loopAround(&Within);
  if (Left)
    Out.Leaving.insert(Left);
  if (Left && Left != &Body)
    enter(*Left, Now, Out);
}

/// The condition of \p Branch depends on the value.
void ValueFlow::decide(const Stmt &Branch, State &Now, ReachedUses &Out) {
  Out.Deciding.insert(&Branch);
  if (!Excepted || Excepted->contains(&Branch))
    return;
  enter(Branch, Now, Out);
  forEachPart(&Branch, [&](const Stmt &Within) { addLeft(Within, Branch, Now, Out); });
}

void ValueFlow::pass(const clang::Expr &Value, State &Now, ReachedUses &Out) {
  const Stmt *At = &Value, *Around = parentOf(At);
  while (Around && passInto(*Around, *At, Now, Out)) {
    At = Around;
    Around = parentOf(At);
  }
}

/// \p Variable is given the value if the operand of \p By has it, and else loses it, unless it
/// \p Keeps what it holds.
void ValueFlow::assign(const void *By, const VarDecl &Variable, bool Keeps, State &Now,
                       ReachedUses &Out) {
  State Operand = knownBit(By, By == &Variable ? 1 : 0);
  if (Now & Operand)
    Now |= bitOf(&Variable, 0, Out);
  else if (!Keeps)
    Now &= ~knownBit(&Variable, 0);
  Now &= ~Operand;
}

/// A variable that holds the value may be what \p Lvalue means.
bool ValueFlow::holds(const clang::Expr &Lvalue, State Now) const {
  if (const ConditionalOperator *Choice = choiceIn(&Lvalue))
    return holds(*Choice->getTrueExpr(), Now) || holds(*Choice->getFalseExpr(), Now);
  const VarDecl *Variable = localVariable(&Lvalue);
  return Variable && (Now & knownBit(Variable, 0));
}

void ValueFlow::execute(const Stmt &Element, State &Now, ReachedUses &Out) {
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(&Element);
      Cast && Cast->getCastKind() == CK_LValueToRValue) {
    if (holds(*Cast->getSubExpr(), Now))
      pass(*Cast, Now, Out);
  } else if (const VarDecl *Target = assignedBy(Element)) {
    const auto *Operator = dyn_cast<BinaryOperator>(&Element);
    bool Keeps =
        !Operator || Operator->isCompoundAssignmentOp() || isa<MemberExpr>(Operator->getLHS());
    assign(&Element, *Target, Keeps, Now, Out);
  } else if (const auto *Declared = dyn_cast<DeclStmt>(&Element)) {
    for (const Decl *Each : Declared->decls())
      if (const auto *Local = dyn_cast<VarDecl>(Each); Local && Local->hasLocalStorage())
        assign(Local, *Local, /*Keeps=*/false, Now, Out);
  } else if (const CallExpr *Swap = asSwap(&Element)) {
    State Expected = knownBit(Swap, 1), Replacement = knownBit(Swap, 2);
    if (Now & Expected)
      Out.Expecting.insert(Swap);
    else if (Now & Replacement)
      Out.HasOthers = true;
    Now &= ~(Expected | Replacement);
  }
}

ReachedUses ValueFlow::run(const clang::Expr &Source, const llvm::DenseSet<const Stmt *> *Tests) {
  ReachedUses Out;
  Excepted = Tests;
  Bits.clear();
  Regions.clear();
  std::set<std::pair<const CFGBlock *, State>> Seen;
  std::vector<std::pair<const CFGBlock *, State>> Open;
  auto Leave = [&](const CFGBlock &Block, State Now) {
    if (Now == 0)
      return;
    for (const CFGBlock *Next : Block.succs())
      if (Next && Seen.insert({Next, Now}).second)
        Open.push_back({Next, Now});
  };
  auto Run = [&](const CFGBlock &Block, State Now, bool IsFromSource) {
    bool IsOn = !IsFromSource;
    for (const CFGElement &Each : Block) {
      std::optional<CFGStmt> At = Each.getAs<CFGStmt>();
      if (!At)
        continue;
      if (IsOn) {
        execute(*At->getStmt(), Now, Out);
        executeInRegions(*At->getStmt(), Now, Out);
      }
      if (At->getStmt() == &Source && IsFromSource) {
        IsOn = true;
        pass(Source, Now, Out);
      }
    }
    if (IsOn)
      Leave(Block, Now);
  };
  for (const CFGBlock *Block : *Graph)
    Run(*Block, 0, /*IsFromSource=*/true);
  while (!Open.empty() && !Out.IsLost && Seen.size() < MostStates) {
    auto [Block, Now] = Open.back();
    Open.pop_back();
    Run(*Block, Now, /*IsFromSource=*/false);
  }
  Out.IsLost |= !Open.empty() || llvm::any_of(Bits, [&](const auto &Each) {
    const auto &[Holder, Operand] = Each.first;
    return Operand == 0 && Lost.contains(static_cast<const VarDecl *>(Holder));
  });
  return Out;
}

} // namespace memlint
