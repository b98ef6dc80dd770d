//===- LoopCopies.cpp - Copies that a loop makes piece by piece -----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopyingBody.h"
#include "CountedLoops.h"
#include "HostFunction.h"
#include "HostProgram.h"

#include "cuda-memlint/Frontend/Position.h"
#include "cuda-memlint/Frontend/Statements.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

#include <algorithm>
#include <map>

using namespace clang;

namespace memlint {

namespace {

/// The statements of \p Code, with those of blocks in it.
void addStatements(const Stmt *Code, llvm::SmallVectorImpl<const Stmt *> &Statements) {
  if (const auto *Block = dyn_cast_or_null<CompoundStmt>(Code))
    for (const Stmt *Each : Block->body())
      addStatements(Each, Statements);
  else if (Code)
    Statements.push_back(Code);
}

class LoopCopies {
public:
  LoopCopies(HostFunction &Function, FaultSink Report)
      : Function(Function), Ast(Function.ast()), Report(Report) {}

  void visit(const Stmt &Code) {
    if (const auto *Loop = dyn_cast<ForStmt>(&Code))
      look(countedLoop(*Loop, Function));
    else if (const auto *Loop = dyn_cast<WhileStmt>(&Code))
      look(countedLoop(*Loop, Function));
  }

private:
  void look(const std::optional<CountedLoop> &Loop) {
    if (!Loop || (Loop->Count && *Loop->Count < LeastCopies) ||
        Function.program().reachesLaunch(Loop->Body))
      return;
    std::optional<llvm::SmallVector<LoopCopy, 4>> Copies = copiesIn(Loop->Body, Function);
    if (!Copies || Copies->empty())
      return;
    Current = Loop->Body;
    Modified = modificationsIn(Loop->Body);
    for (const clang::Expr *Each : Loop->Besides)
      addModifications(Each, Modified);
    findMoving(*Loop);
    if (!areDependent(*Copies))
      for (const LoopCopy &Each : *Copies)
        judge(*Loop, Each);
  }

  /// Narrower numbers wrap around.
  static constexpr unsigned LeastBits = 32;
  /// Fewer copies than this are hardly worth a change.
  static constexpr uint64_t LeastCopies = 4;
  /// The time that a copy of this size takes hides what it takes to start it.
  static constexpr int64_t LargeBytes = 1 << 20;

  /// Notes the counter, and variables that one statement of each iteration increases by a fixed
  /// amount.
  void findMoving(const CountedLoop &Loop) {
    Moving.clear();
    Moving[Loop.Counter] = {{{}, Loop.Step}};
    auto Meant = [&](const VarDecl &Variable) { return meaningOf(Variable, nullptr); };
    VariableSums Sums(Ast, Meant);
    llvm::SmallVector<const Stmt *, 8> Statements(Loop.Besides.begin(), Loop.Besides.end());
    addStatements(Loop.Body, Statements);
    std::map<const VarDecl *, unsigned> Changes;
    for (const Stmt *Each : Statements)
      for (const VarDecl *Variable : modificationsIn(Each).Variables)
        ++Changes[Variable];
    for (const Stmt *Each : Statements) {
      const auto *Change = dyn_cast<clang::Expr>(Each);
      Increase Found = Change ? increaseBy(*Change, Sums) : Increase();
      if (!Found.Variable || Changes[Found.Variable] != 1 || declaredInside(*Found.Variable) ||
          !Found.Variable->hasLocalStorage() || !isFixed(Found.By))
        continue;
      QualType Type = Found.Variable->getType();
      if (Type->isPointerType() && !Type->getPointeeType()->isIncompleteType())
        Found.By = productOf(Found.By,
                             {{{}, Ast.getTypeSizeInChars(Type->getPointeeType()).getQuantity()}});
      else if (!Type->isIntegralOrEnumerationType() || Ast.getIntWidth(Type) < LeastBits)
        continue;
      Moving[Found.Variable] = std::move(Found.By);
    }
  }

  /// What a variable of an iteration, or a parameter of the function that makes \p Copy, is given.
  const clang::Expr *meaningOf(const VarDecl &Variable, const LoopCopy *Copy) {
    if (Copy)
      if (const clang::Expr *Argument = Copy->Given.lookup(&Variable))
        return Argument;
    return declaredInside(Variable) ? Function.variables().valueOf(Variable) : nullptr;
  }

  const VarDecl *baseOf(const clang::Expr *Pointer, const LoopCopy &Copy) {
    for (unsigned Left = MaximumMeanings; Left != 0 && Pointer; --Left) {
      const DeclRefExpr *Base = HostBuffers::baseOf(Pointer);
      const auto *Variable = Base ? dyn_cast<VarDecl>(Base->getDecl()) : nullptr;
      Pointer = Variable ? meaningOf(*Variable, &Copy) : nullptr;
      if (!Pointer)
        return Variable;
    }
    return nullptr;
  }

  static constexpr unsigned MaximumMeanings = 8;

  /// Whether the order of \p Copies may matter: one reads what another one writes, or they have a
  /// buffer in common.
  bool areDependent(llvm::ArrayRef<LoopCopy> Copies) {
    std::optional<HostCopy::Direction> Way;
    llvm::SmallPtrSet<const Decl *, 8> Buffers;
    for (const LoopCopy &Each : Copies) {
      HostCopy Copy = *Function.hostCopy(*Each.Call);
      if (Way && *Way != Copy.Way)
        return true;
      Way = Copy.Way;
      for (const clang::Expr *Pointer : {Copy.To, Copy.From}) {
        const VarDecl *Base = baseOf(Pointer, Each);
        if (!Base || !Buffers.insert(Base).second)
          return true;
      }
    }
    return false;
  }

  /// Nothing in the loop changes a variable of \p Sum.
  bool isFixed(const VariableSum &Sum) const {
    return llvm::all_of(Sum, [&](const auto &Each) {
      return llvm::none_of(Each.first, [&](const VarDecl *Variable) {
        return Moving.contains(Variable) || Modified.Variables.contains(Variable) ||
               declaredInside(*Variable);
      });
    });
  }

  /// What the loop declares is another variable in each iteration.
  bool declaredInside(const VarDecl &Variable) const {
    return Current && Variable.getLocation() >= Current->getBeginLoc() &&
           Variable.getLocation() <= Current->getEndLoc();
  }

  /// By how much \p Bytes grows with each iteration; empty: not by a fixed number.
  std::optional<VariableSum> strideIn(const VariableSum &Bytes) const {
    VariableSum Stride;
    for (const auto &[Product, Factor] : Bytes) {
      VariableSum Rest = {{{}, Factor}};
      const VariableSum *Growth = nullptr;
      for (const VarDecl *Variable : Product) {
        auto Moves = Moving.find(Variable);
        if (Moves != Moving.end() && Growth)
          return std::nullopt;
        if (Moves != Moving.end())
          Growth = &Moves->second;
        else if (Modified.Variables.contains(Variable) || declaredInside(*Variable))
          return std::nullopt;
        else
          Rest = productOf(Rest, {{{Variable}, 1}});
      }
      if (Growth)
        Stride = sumOf(Stride, productOf(Rest, *Growth), 1);
    }
    return Stride;
  }

  std::optional<VariableSum> strideOf(const PointerSum &Sum) {
    if (declaredInside(*Sum.Base))
      return std::nullopt;
    std::optional<VariableSum> Stride = strideIn(Sum.Bytes);
    // Arrays stay where they are, and so do the elements of vectors: a body that only copies calls
    // no other methods.
    bool MayMove = Sum.Base->getType()->isPointerType() && Modified.Variables.contains(Sum.Base);
    if (!Stride || !MayMove)
      return Stride;
    auto Moves = Moving.find(Sum.Base);
    return Moves != Moving.end() ? std::optional(sumOf(*Stride, Moves->second, 1)) : std::nullopt;
  }

  /// Whether \p Left is certainly \p Right or more, taking variables to be positive: a product with
  /// more factors is no smaller.
  static bool isAtLeast(const VariableSum &Left, const VariableSum &Right) {
    VariableSum More = sumOf(Left, Right, -1);
    for (auto &[Product, Factor] : More)
      for (auto &[Larger, Spare] : More)
        if (Factor < 0 && Spare > 0 &&
            std::includes(Larger.begin(), Larger.end(), Product.begin(), Product.end())) {
          int64_t Used = std::min(Spare, -Factor);
          Factor += Used;
          Spare -= Used;
        }
    return llvm::all_of(More, [](const auto &Each) { return Each.second >= 0; });
  }

  /// Whether \p Left may be \p Right or more: for small numbers, or since a variable of its own
  /// decides. Not windows that are one element apart.
  static bool mayBeAtLeast(const VariableSum &Left, const VariableSum &Right) {
    VariableSum More = sumOf(Left, Right, -1);
    int64_t AtOne = 0;
    bool HasOwn = false;
    for (const auto &[Product, Factor] : More) {
      AtOne += Factor;
      HasOwn |= Factor > 0 && !Product.empty();
    }
    return More.empty() || HasOwn || AtOne > 0;
  }

  /// \p Distance with the row in place of each pitch that `cudaMallocPitch` gave: the least that it
  /// can be.
  VariableSum leastOf(const VariableSum &Distance) const {
    VariableSum Least;
    for (const auto &[Product, Factor] : Distance) {
      VariableSum Term = {{{}, Factor}};
      for (const VarDecl *Variable : Product) {
        const clang::Expr *Row = rowOfPitch(*Variable);
        auto Itself = [](const VarDecl &) -> const clang::Expr * { return nullptr; };
        std::optional<VariableSum> Bytes =
            Row && Factor > 0 ? VariableSums(Ast, Itself).integerOf(Row) : std::nullopt;
        Term = productOf(Term, Bytes ? *Bytes : VariableSum{{{Variable}, 1}});
      }
      Least = sumOf(Least, Term, 1);
    }
    return Least;
  }

  /// The bytes of a row, where one call of `cudaMallocPitch` and nothing else sets \p Pitch.
  const clang::Expr *rowOfPitch(const VarDecl &Pitch) const {
    const clang::Expr *Row = nullptr;
    unsigned Uses = 0;
    forEachStatement(Function.definition().getBody(), [&](const Stmt &Each) {
      if (const auto *Binary = dyn_cast<BinaryOperator>(&Each); Binary && Binary->isAssignmentOp())
        Uses += isVariable(*Binary->getLHS(), Pitch);
      const auto *Unary = dyn_cast<UnaryOperator>(&Each);
      if (Unary && (Unary->isIncrementDecrementOp() || Unary->getOpcode() == UO_AddrOf))
        Uses += isVariable(*Unary->getSubExpr(), Pitch);
      const auto *Call = dyn_cast<CallExpr>(&Each);
      if (!Call || Call->getNumArgs() < 4 || runtimeKind(*Call) != RuntimeKind::AllocateRows)
        return;
      const auto *Given = dyn_cast<UnaryOperator>(Call->getArg(1)->IgnoreParenCasts());
      if (Given && Given->getOpcode() == UO_AddrOf && isVariable(*Given->getSubExpr(), Pitch))
        Row = Call->getArg(2);
    });
    return Uses == 1 ? Row : nullptr;
  }

  static bool isVariable(const clang::Expr &Value, const VarDecl &Variable) {
    const auto *Reference = dyn_cast<DeclRefExpr>(Value.IgnoreParens());
    return Reference && Reference->getDecl() == &Variable;
  }

  /// No device takes a larger pitch (cudaDeviceProp::memPitch).
  static bool exceedsPitch(const VariableSum &Distance) {
    return llvm::any_of(Distance,
                        [](const auto &Each) { return Each.second > (int64_t(1) << 31) - 1; });
  }

  void judge(const CountedLoop &Counted, const LoopCopy &Found) {
    HostCopy Copy = *Function.hostCopy(*Found.Call);
    // Copies in several streams overlap.
    if (Copy.IsAsynchronous)
      return;
    auto Meant = [&](const VarDecl &Variable) { return meaningOf(Variable, &Found); };
    VariableSums Sums(Ast, Meant);
    std::optional<VariableSum> Bytes = Sums.integerOf(Copy.Bytes);
    std::optional<PointerSum> Target = Sums.pointerOf(Copy.To), Source = Sums.pointerOf(Copy.From);
    if (!Bytes || !Target || !Source || Bytes->empty() || !isFixed(*Bytes) ||
        isOfHelper(*Bytes, Found) || isOfHelper(Target->Bytes, Found) ||
        isOfHelper(Source->Bytes, Found))
      return;
    std::optional<VariableSum> To = strideOf(*Target), From = strideOf(*Source);
    if (!To || !From)
      return;
    Bytes = resolved(*Bytes, Function);
    To = resolved(*To, Function);
    From = resolved(*From, Function);
    if (To->empty() || From->empty())
      return;
    std::optional<int64_t> Constant = constantIn(*Bytes);
    if ((Constant && *Constant >= LargeBytes) || !mayBeAtLeast(*To, *Bytes) ||
        !mayBeAtLeast(*From, *Bytes))
      return;
    // No program copies rows to where they overlap, but it may copy from there.
    bool IsApart = isAtLeast(leastOf(*From), *Bytes);
    bool IsContiguous = *To == *Bytes && *From == *Bytes;
    if (!IsContiguous && (exceedsPitch(*To) || exceedsPitch(*From)))
      return;
    HostFault Fault;
    Fault.Kind = HostFaultKind::CopiesInLoop;
    Fault.Position = positionOf(Found.At->getSourceRange(), Ast);
    Fault.Earlier = positionOf(Counted.Begin, Ast);
    Fault.Text = writtenText(*writtenSize(Copy, Found), Ast);
    if (Constant && IsApart)
      Fault.Bytes = uint64_t(*Constant);
    Fault.Copies = Counted.Count;
    Fault.IsContiguous = IsContiguous;
    Report({Function.firstKernel(), std::move(Fault)});
  }

  /// Variables of the function that copies are part of \p Sum: each call may have others.
  static bool isOfHelper(const VariableSum &Sum, const LoopCopy &Found) {
    return llvm::any_of(Sum, [&](const auto &Each) {
      return llvm::any_of(Each.first, [&](const VarDecl *Variable) {
        return Found.Helper && Variable->getDeclContext() == Found.Helper;
      });
    });
  }

  /// The bytes as the loop says them.
  static const clang::Expr *writtenSize(const HostCopy &Copy, const LoopCopy &Found) {
    const auto *Reference = dyn_cast<DeclRefExpr>(Copy.Bytes->IgnoreParenCasts());
    const auto *Variable = Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
    const clang::Expr *Argument = Variable ? Found.Given.lookup(Variable) : nullptr;
    return Argument ? Argument : Copy.Bytes;
  }

  HostFunction &Function;
  ASTContext &Ast;
  FaultSink Report;
  Modifications Modified;
  /// By how much variables grow with each iteration, pointers in bytes.
  std::map<const VarDecl *, VariableSum> Moving;
  /// The body of the loop that is looked at.
  const Stmt *Current = nullptr;
};

} // namespace

void findLoopCopies(HostFunction &Function, FaultSink Report) {
  if (!Function.hasLoop())
    return;
  LoopCopies Search(Function, Report);
  forEachStatement(Function.definition().getBody(), [&](const Stmt &Code) { Search.visit(Code); });
}

} // namespace memlint
