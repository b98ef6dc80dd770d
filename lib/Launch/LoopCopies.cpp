//===- LoopCopies.cpp - Copies that a loop makes piece by piece -----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopyingBody.h"
#include "HostFunction.h"
#include "HostProgram.h"

#include "cuda-memlint/Frontend/Position.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>

using namespace clang;

namespace memlint {

namespace {

/// An integer as a polynomial of variables: by product of variables, in ascending order, its
/// factor.
using VariableProduct = std::vector<const VarDecl *>;
using VariableSum = std::map<VariableProduct, int64_t>;

VariableSum sumOf(const VariableSum &Left, const VariableSum &Right, int64_t Sign) {
  VariableSum Sum = Left;
  for (const auto &[Product, Factor] : Right)
    Sum[Product] += Sign * Factor;
  std::erase_if(Sum, [](const auto &Each) { return Each.second == 0; });
  return Sum;
}

VariableSum productOf(const VariableSum &Left, const VariableSum &Right) {
  VariableSum Sum;
  for (const auto &[One, Factor] : Left)
    for (const auto &[Other, OtherFactor] : Right) {
      VariableProduct Product = One;
      Product.insert(Product.end(), Other.begin(), Other.end());
      llvm::sort(Product);
      Sum[Product] += Factor * OtherFactor;
    }
  std::erase_if(Sum, [](const auto &Each) { return Each.second == 0; });
  return Sum;
}

std::optional<int64_t> constantIn(const VariableSum &Sum) {
  if (Sum.empty())
    return 0;
  if (Sum.size() == 1 && Sum.begin()->first.empty())
    return Sum.begin()->second;
  return std::nullopt;
}

/// Products of more factors than this are not multiplied out.
constexpr size_t MaximumTerms = 16;

std::optional<VariableSum> integerOf(const clang::Expr *Number, const ASTContext &Ast) {
  clang::Expr::EvalResult Value;
  if (Number->isValueDependent())
    return std::nullopt;
  if (Number->getType()->isIntegralOrEnumerationType() && Number->EvaluateAsInt(Value, Ast)) {
    int64_t Constant = Value.Val.getInt().getExtValue();
    return Constant == 0 ? VariableSum() : VariableSum{{{}, Constant}};
  }
  Number = Number->IgnoreParens();
  if (const auto *Cast = dyn_cast<CastExpr>(Number)) {
    // A narrower number may have lost what makes the distances equal.
    QualType From = Cast->getSubExpr()->getType(), To = Cast->getType();
    bool KeepsValue = From->isIntegralOrEnumerationType() && To->isIntegralOrEnumerationType() &&
                      Ast.getIntWidth(To) >= Ast.getIntWidth(From);
    return KeepsValue ? integerOf(Cast->getSubExpr(), Ast) : std::nullopt;
  }
  if (const auto *Reference = dyn_cast<DeclRefExpr>(Number)) {
    const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl());
    if (!Variable || !Variable->getType()->isIntegralOrEnumerationType())
      return std::nullopt;
    return VariableSum{{{Variable}, 1}};
  }
  const auto *Operator = dyn_cast<BinaryOperator>(Number);
  if (!Operator || (!Operator->isAdditiveOp() && Operator->getOpcode() != BO_Mul))
    return std::nullopt;
  std::optional<VariableSum> Left = integerOf(Operator->getLHS(), Ast),
                             Right = integerOf(Operator->getRHS(), Ast);
  if (!Left || !Right || Left->size() * Right->size() > MaximumTerms)
    return std::nullopt;
  if (Operator->getOpcode() == BO_Mul)
    return productOf(*Left, *Right);
  return sumOf(*Left, *Right, Operator->getOpcode() == BO_Sub ? -1 : 1);
}

/// A pointer as a variable and bytes behind where that leads.
struct PointerSum {
  const VarDecl *Base = nullptr;
  VariableSum Bytes;
};

/// \p Start and \p Index elements of the type \p Element, forwards or backwards.
std::optional<PointerSum> moved(std::optional<PointerSum> Start, QualType Element,
                                const clang::Expr *Index, int64_t Sign, const ASTContext &Ast) {
  if (!Start || !Index || Element.isNull() || Element->isIncompleteType() ||
      Element->isVariableArrayType())
    return std::nullopt;
  std::optional<VariableSum> Offset = integerOf(Index, Ast);
  if (!Offset)
    return std::nullopt;
  int64_t Size = Ast.getTypeSizeInChars(Element).getQuantity();
  Start->Bytes = sumOf(Start->Bytes, productOf(*Offset, {{{}, Size}}), Sign);
  return Start;
}

/// Where the elements of the vector begin that \p Pointer leads into.
std::optional<PointerSum> startOfVector(const clang::Expr *Pointer) {
  const DeclRefExpr *Base = HostBuffers::baseOf(Pointer);
  const auto *Variable = Base ? dyn_cast<VarDecl>(Base->getDecl()) : nullptr;
  return Variable && !Variable->getType()->isReferenceType()
             ? std::optional<PointerSum>({Variable, {}})
             : std::nullopt;
}

std::optional<PointerSum> pointerOf(const clang::Expr *Pointer, const ASTContext &Ast) {
  Pointer = Pointer->IgnoreParens();
  if (const auto *Cast = dyn_cast<CastExpr>(Pointer))
    return Cast->getSubExpr()->getType()->isPointerType() ||
                   Cast->getSubExpr()->getType()->isArrayType()
               ? pointerOf(Cast->getSubExpr(), Ast)
               : std::nullopt;
  if (const auto *Reference = dyn_cast<DeclRefExpr>(Pointer)) {
    const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl());
    return Variable && !Variable->getType()->isReferenceType()
               ? std::optional<PointerSum>({Variable, {}})
               : std::nullopt;
  }
  if (isa<CXXMemberCallExpr>(Pointer)) // `v.data()`
    return startOfVector(Pointer);
  const clang::Expr *Base = nullptr, *Index = nullptr;
  int64_t Sign = 1;
  if (const auto *Address = dyn_cast<UnaryOperator>(Pointer);
      Address && Address->getOpcode() == UO_AddrOf) {
    const clang::Expr *Element = Address->getSubExpr()->IgnoreParens();
    if (const auto *OfVector = dyn_cast<CXXOperatorCallExpr>(Element)) // `&v[i]`
      return moved(startOfVector(Pointer), OfVector->getType(),
                   OfVector->getNumArgs() == 2 ? OfVector->getArg(1) : nullptr, 1, Ast);
    const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Element);
    if (!Subscript)
      return std::nullopt;
    Base = Subscript->getBase();
    Index = Subscript->getIdx();
  } else if (const auto *Row = dyn_cast<ArraySubscriptExpr>(Pointer)) {
    // An array that begins at its first element.
    if (!Row->getType()->isArrayType())
      return std::nullopt;
    Base = Row->getBase();
    Index = Row->getIdx();
  } else if (const auto *Sum = dyn_cast<BinaryOperator>(Pointer);
             Sum && Sum->isAdditiveOp() && Sum->getLHS()->getType()->isPointerType()) {
    Base = Sum->getLHS();
    Index = Sum->getRHS();
    Sign = Sum->getOpcode() == BO_Sub ? -1 : 1;
  } else {
    return std::nullopt;
  }
  return moved(pointerOf(Base, Ast), Base->getType()->getPointeeType(), Index, Sign, Ast);
}

/// `for (i = FIRST; i < END; i += STEP)`, or a `while` loop that does so.
struct CountedLoop {
  const Stmt *Body = nullptr;
  SourceLocation Begin;
  const VarDecl *Counter = nullptr;
  int64_t Step = 1;
  std::optional<uint64_t> Count;
};

std::optional<int64_t> stepOf(const clang::Expr *Increment, const VarDecl *Counter,
                              const ASTContext &Ast) {
  if (const auto *Unary = dyn_cast_or_null<UnaryOperator>(Increment);
      Unary && Unary->isIncrementOp())
    return HostBuffers::baseOf(Unary->getSubExpr()) &&
                   HostBuffers::baseOf(Unary->getSubExpr())->getDecl() == Counter
               ? std::optional<int64_t>(1)
               : std::nullopt;
  const auto *Sum = dyn_cast_or_null<CompoundAssignOperator>(Increment);
  if (!Sum || Sum->getOpcode() != BO_AddAssign)
    return std::nullopt;
  const auto *Reference = dyn_cast<DeclRefExpr>(Sum->getLHS()->IgnoreParens());
  std::optional<VariableSum> Step = integerOf(Sum->getRHS(), Ast);
  std::optional<int64_t> Constant = Step ? constantIn(*Step) : std::nullopt;
  return Reference && Reference->getDecl() == Counter && Constant > 0 ? Constant : std::nullopt;
}

/// The number that \p Sum is, with local variables that keep what they are declared with.
std::optional<int64_t> knownNumber(const VariableSum &Sum, HostFunction &Function) {
  VariableSum Known;
  for (const auto &[Product, Factor] : Sum) {
    VariableSum Term = {{{}, Factor}};
    for (const VarDecl *Variable : Product) {
      clang::Expr::EvalResult Value;
      if (!Function.keepsValue(*Variable) || !Variable->getInit() ||
          Variable->getInit()->isValueDependent() ||
          !Variable->getInit()->EvaluateAsInt(Value, Function.ast()))
        return std::nullopt;
      Term = productOf(Term, {{{}, Value.Val.getInt().getExtValue()}});
    }
    Known = sumOf(Known, Term, 1);
  }
  return constantIn(Known);
}

/// The variable that \p Condition compares with what is not less than it; null: there is none.
const VarDecl *boundedBy(const BinaryOperator *Condition) {
  if (!Condition || (Condition->getOpcode() != BO_LT && Condition->getOpcode() != BO_LE))
    return nullptr;
  const DeclRefExpr *Reference = HostBuffers::baseOf(Condition->getLHS());
  const auto *Counter = Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
  return Counter && Counter->getType()->isIntegerType() ? Counter : nullptr;
}

std::optional<CountedLoop> countedLoop(const ForStmt &Loop, HostFunction &Function) {
  const ASTContext &Ast = Function.ast();
  const clang::Expr *First = nullptr;
  CountedLoop Result;
  Result.Body = Loop.getBody();
  Result.Begin = Loop.getForLoc();
  if (const auto *Declaration = dyn_cast_or_null<DeclStmt>(Loop.getInit());
      Declaration && Declaration->isSingleDecl()) {
    Result.Counter = dyn_cast<VarDecl>(Declaration->getSingleDecl());
    First = Result.Counter ? Result.Counter->getInit() : nullptr;
  } else if (const auto *Assignment = dyn_cast_or_null<BinaryOperator>(Loop.getInit());
             Assignment && Assignment->getOpcode() == BO_Assign) {
    const auto *Reference = dyn_cast<DeclRefExpr>(Assignment->getLHS()->IgnoreParens());
    Result.Counter = Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
    First = Assignment->getRHS();
  }
  const auto *Condition = dyn_cast_or_null<BinaryOperator>(Loop.getCond());
  if (!Result.Counter || !First || boundedBy(Condition) != Result.Counter ||
      modificationsIn(Loop.getBody()).Variables.contains(Result.Counter))
    return std::nullopt;
  std::optional<int64_t> Step = stepOf(Loop.getInc(), Result.Counter, Ast);
  if (!Step)
    return std::nullopt;
  Result.Step = *Step;
  std::optional<VariableSum> Start = integerOf(First, Ast),
                             End = integerOf(Condition->getRHS(), Ast);
  std::optional<int64_t> From = Start ? knownNumber(*Start, Function) : std::nullopt,
                         To = End ? knownNumber(*End, Function) : std::nullopt;
  if (From && To) {
    int64_t Span = *To - *From + (Condition->getOpcode() == BO_LE);
    Result.Count = Span <= 0 ? 0 : uint64_t((Span + *Step - 1) / *Step);
  }
  return Result;
}

/// One statement of the body counts, and no other one changes the counter.
std::optional<CountedLoop> countedLoop(const WhileStmt &Loop, const ASTContext &Ast) {
  CountedLoop Result;
  Result.Body = Loop.getBody();
  Result.Begin = Loop.getWhileLoc();
  Result.Counter = boundedBy(dyn_cast<BinaryOperator>(Loop.getCond()->IgnoreParens()));
  const auto *Block = dyn_cast<CompoundStmt>(Loop.getBody());
  if (!Result.Counter || !Block)
    return std::nullopt;
  bool IsCounted = false;
  for (const Stmt *Each : Block->body()) {
    if (!modificationsIn(Each).Variables.contains(Result.Counter))
      continue;
    std::optional<int64_t> Step = stepOf(dyn_cast<clang::Expr>(Each), Result.Counter, Ast);
    if (!Step || IsCounted)
      return std::nullopt;
    Result.Step = *Step;
    IsCounted = true;
  }
  return IsCounted ? std::optional(Result) : std::nullopt;
}

class LoopCopies {
public:
  LoopCopies(HostFunction &Function, FaultSink Report)
      : Function(Function), Ast(Function.ast()), Report(Report) {}

  void visit(const Stmt *Code) {
    if (!Code || isa<LambdaExpr>(Code))
      return;
    if (const auto *Loop = dyn_cast<ForStmt>(Code))
      look(countedLoop(*Loop, Function));
    else if (const auto *Loop = dyn_cast<WhileStmt>(Code))
      look(countedLoop(*Loop, Ast));
    for (const Stmt *Child : Code->children())
      visit(Child);
  }

private:
  void look(const std::optional<CountedLoop> &Loop) {
    if (!Loop || (Loop->Count && *Loop->Count < LeastCopies) ||
        Function.program().reachesLaunch(Loop->Body))
      return;
    std::optional<llvm::SmallVector<const CallExpr *, 4>> Copies =
        copiesIn(Loop->Body, Ast, Function.waits());
    if (!Copies || areDependent(*Copies))
      return;
    Modified = modificationsIn(Loop->Body);
    for (const CallExpr *Call : *Copies)
      judge(*Loop, *Call, *copyOf(*Call, Ast));
  }

  /// Fewer copies than this are hardly worth a change.
  static constexpr uint64_t LeastCopies = 4;
  /// The time that a copy of this size takes hides what it takes to start it.
  static constexpr int64_t LargeBytes = 1 << 20;

  /// Whether the order of \p Copies may matter: one reads what another one writes, or they have a
  /// buffer in common.
  bool areDependent(llvm::ArrayRef<const CallExpr *> Copies) const {
    std::optional<HostCopy::Direction> Way;
    llvm::SmallPtrSet<const Decl *, 8> Buffers;
    for (const CallExpr *Each : Copies) {
      HostCopy Copy = *copyOf(*Each, Ast);
      if (Way && *Way != Copy.Way)
        return true;
      Way = Copy.Way;
      for (const clang::Expr *Pointer : {Copy.To, Copy.From}) {
        const DeclRefExpr *Base = HostBuffers::baseOf(Pointer);
        if (!Base || !Buffers.insert(Base->getDecl()).second)
          return true;
      }
    }
    return false;
  }

  /// Nothing in the loop changes a variable of \p Sum.
  bool isFixed(const VariableSum &Sum) const {
    return llvm::all_of(Sum, [&](const auto &Each) {
      return llvm::none_of(Each.first, [&](const VarDecl *Variable) {
        return Modified.Variables.contains(Variable) || declaredInside(*Variable);
      });
    });
  }

  /// What the loop declares is another variable in each iteration.
  bool declaredInside(const VarDecl &Variable) const {
    return Current && Variable.getLocation() >= Current->getBeginLoc() &&
           Variable.getLocation() <= Current->getEndLoc();
  }

  /// By how much \p Bytes grows with each iteration of \p Loop; empty: not by a fixed number.
  std::optional<VariableSum> strideIn(const VariableSum &Bytes, const CountedLoop &Loop) const {
    VariableSum Stride;
    for (const auto &[Product, Factor] : Bytes) {
      auto Powers = llvm::count(Product, Loop.Counter);
      if (Powers > 1)
        return std::nullopt;
      if (Powers == 0)
        continue;
      VariableProduct Rest = Product;
      Rest.erase(llvm::find(Rest, Loop.Counter));
      Stride[Rest] += Factor * Loop.Step;
    }
    return Stride;
  }

  std::optional<VariableSum> strideOf(const clang::Expr *Pointer, const CountedLoop &Loop) const {
    std::optional<PointerSum> Sum = pointerOf(Pointer, Ast);
    // Arrays stay where they are, and so do the elements of vectors: a body that only copies calls
    // no other methods.
    bool MayMove =
        Sum && Sum->Base->getType()->isPointerType() && Modified.Variables.contains(Sum->Base);
    if (!Sum || MayMove || declaredInside(*Sum->Base) || !isFixedBut(Sum->Bytes, Loop.Counter))
      return std::nullopt;
    return strideIn(Sum->Bytes, Loop);
  }

  bool isFixedBut(const VariableSum &Sum, const VarDecl *Counter) const {
    VariableSum Others;
    for (const auto &[Product, Factor] : Sum) {
      VariableProduct Rest = Product;
      llvm::erase(Rest, Counter);
      Others[Rest] += Factor;
    }
    return isFixed(Others);
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
        std::optional<VariableSum> Bytes = Row && Factor > 0 ? integerOf(Row, Ast) : std::nullopt;
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
      if (!Call || Call->getNumArgs() < 4 || runtimeFunction(*Call) != "cudaMallocPitch")
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

  void judge(const CountedLoop &Counted, const CallExpr &Call, const HostCopy &Copy) {
    Current = Counted.Body;
    // Copies in several streams overlap.
    if (Copy.IsAsynchronous)
      return;
    std::optional<VariableSum> Bytes = integerOf(Copy.Bytes, Ast);
    std::optional<VariableSum> To = strideOf(Copy.To, Counted), From = strideOf(Copy.From, Counted);
    if (!Bytes || !To || !From || !isFixedBut(*Bytes, nullptr) || Bytes->empty() || To->empty() ||
        From->empty())
      return;
    if (llvm::any_of(*Bytes, [&](const auto &Each) {
          return llvm::is_contained(Each.first, Counted.Counter);
        }))
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
    Fault.Position = positionOf(Call.getSourceRange(), Ast);
    Fault.Earlier = positionOf(Counted.Begin, Ast);
    Fault.Text = writtenText(*Copy.Bytes, Ast);
    if (Constant && IsApart)
      Fault.Bytes = uint64_t(*Constant);
    Fault.Copies = Counted.Count;
    Fault.IsContiguous = IsContiguous;
    Report({Function.firstKernel(), std::move(Fault)});
  }

  HostFunction &Function;
  ASTContext &Ast;
  FaultSink Report;
  Modifications Modified;
  /// The body of the loop that is looked at.
  const Stmt *Current = nullptr;
};

} // namespace

void findLoopCopies(HostFunction &Function, FaultSink Report) {
  if (Function.copiesInLoop())
    LoopCopies(Function, Report).visit(Function.definition().getBody());
}

} // namespace memlint
