//===- KernelMaker.cpp - Small kernels at random --------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel.h"

#include <algorithm>
#include <initializer_list>

namespace memlint::random_kernels {

namespace {

ExpressionPointer make(Expression::Kind What, int64_t Number = 0) {
  auto New = std::make_shared<Expression>();
  New->What = What;
  New->Number = Number;
  return New;
}

ExpressionPointer number(int64_t Value) { return make(Expression::Kind::Number, Value); }
ExpressionPointer array(unsigned Number) {
  ExpressionPointer New = make(Expression::Kind::Array, Number);
  New->ValueType = Type::Long;
  return New;
}

bool isShift(Operator Operation) {
  return Operation == Operator::ShiftLeft || Operation == Operator::ShiftRight;
}

ExpressionPointer binary(Operator Operation, ExpressionPointer Left, ExpressionPointer Right) {
  ExpressionPointer New = make(Expression::Kind::Binary);
  New->Operation = Operation;
  if (isShift(Operation))
    New->ValueType = Left->ValueType;
  else if (Operation < Operator::Less)
    New->ValueType = commonType(Left->ValueType, Right->ValueType);
  New->Operands = {std::move(Left), std::move(Right)};
  return New;
}

ExpressionPointer choice(ExpressionPointer If, ExpressionPointer Then, ExpressionPointer Else) {
  ExpressionPointer New = make(Expression::Kind::Choice);
  New->ValueType = commonType(Then->ValueType, Else->ValueType);
  New->Operands = {std::move(If), std::move(Then), std::move(Else)};
  return New;
}

ExpressionPointer load(ExpressionPointer Pointer, ExpressionPointer Index) {
  ExpressionPointer New = make(Expression::Kind::Load);
  New->Operands = {std::move(Pointer), std::move(Index)};
  return New;
}

Statement plain(Statement::Kind What) {
  Statement New;
  New.What = What;
  return New;
}

Statement conditional(ExpressionPointer Condition, std::vector<Statement> Body) {
  Statement New = plain(Statement::Kind::If);
  New.Value = std::move(Condition);
  New.Body = std::move(Body);
  return New;
}

class Maker {
public:
  explicit Maker(uint64_t Seed) : State(Seed * 0x9E3779B97F4A7C15u + 1) {}

  Kernel run() {
    Kernel Result;
    UsesRows = chance(15);
    UsesMatrix = UsesRows || chance(10);
    UsesPointerArray = chance(8);
    unsigned Functions = chance(25) ? 1 + below(2) : 0;
    for (unsigned Number = 0; Number != Functions; ++Number)
      Result.Functions.push_back(deviceFunction());
    Callees = &Result.Functions;
    Visible = {{0, false, true}, {1, false, true}};
    Types = {Type::Int, Type::Int};
    IsKernel = true;
    Statements = 2 + below(4);
    Result.Main.Parameters = 2;
    if (chance(40))
      declarePointers(Result.Main.Body);
    do
      block(Result.Main.Body, 0, false);
    while (Statements > 1);
    Result.Main.Variables = unsigned(Types.size());
    return Result;
  }

private:
  struct Known {
    int64_t Number;
    bool IsPointer;
    /// The same for all threads of a block.
    bool IsUniform;
    bool IsFixed = false;
  };

  uint64_t next() {
    uint64_t Mixed = State += 0x9E3779B97F4A7C15u;
    Mixed = (Mixed ^ (Mixed >> 30)) * 0xBF58476D1CE4E5B9u;
    Mixed = (Mixed ^ (Mixed >> 27)) * 0x94D049BB133111EBu;
    return Mixed ^ (Mixed >> 31);
  }
  unsigned below(unsigned End) { return unsigned(next() % End); }
  bool chance(unsigned Percent) { return below(100) < Percent; }
  int64_t among(std::initializer_list<int64_t> Values) {
    return Values.begin()[below(unsigned(Values.size()))];
  }

  Function deviceFunction() {
    Function New;
    Visible = {{0, true, true}, {1, false, false}};
    Types.assign(2, Type::Int);
    New.Parameters = 2 + below(2);
    if (New.Parameters == 3)
      Visible.push_back({newVariable(), false, false});
    IsKernel = false;
    Statements = 1 + below(4);
    block(New.Body, 1, true);
    New.Result = value(false, 1);
    New.Variables = unsigned(Types.size());
    return New;
  }

  int64_t newVariable(Type Whole = Type::Int) {
    Types.push_back(Whole);
    return int64_t(Types.size()) - 1;
  }

  Type anyType() {
    return chance(75) ? Type::Int : chance(60) ? Type::Unsigned : Type(below(2) * 3);
  }

  Statement assign(int64_t Variable, ExpressionPointer Value, bool Declares = false) const {
    Statement New;
    New.What = Statement::Kind::Assign;
    New.Variable = Variable;
    New.ValueType = Types[size_t(Variable)];
    New.Value = std::move(Value);
    New.Declares = Declares;
    return New;
  }

  // Expressions.

  ExpressionPointer variable(int64_t Number) const {
    ExpressionPointer New = make(Expression::Kind::Variable, Number);
    New->ValueType = std::max(Types[size_t(Number)], Type::Int);
    return New;
  }

  ExpressionPointer pointer(int64_t Number) const {
    ExpressionPointer New = make(Expression::Kind::Variable, Number);
    New->ValueType = Type::Long;
    return New;
  }

  const Known *anyVariable(bool Uniform, bool Pointer = false) {
    std::vector<const Known *> Fitting;
    for (const Known &Each : Visible)
      if (Each.IsPointer == Pointer && (!Uniform || Each.IsUniform))
        Fitting.push_back(&Each);
    if (Fitting.empty())
      return nullptr;
    // Later ones are those of the loops around.
    unsigned Number = std::max(below(unsigned(Fitting.size())), below(unsigned(Fitting.size())));
    return Fitting[Number];
  }

  ExpressionPointer thread() {
    if (UsesRows && chance(30))
      return make(Expression::Kind::ThreadY);
    ExpressionPointer New = make(Expression::Kind::ThreadX);
    New->ValueType = chance(15) ? Type::Unsigned : Type::Int;
    return New;
  }

  ExpressionPointer constant() {
    ExpressionPointer New = number(among({0, 0, 1, 1, 2, 3, 4, 5, 7, 8, 15, 16, 31, 32}));
    New->ValueType = chance(10) ? Type::Unsigned : Type::Int;
    return New;
  }

  ExpressionPointer leaf(bool Uniform) {
    if (!Uniform && chance(35))
      return thread();
    if (chance(4))
      return make(chance(70) ? Expression::Kind::BlockX : Expression::Kind::BlockExtentX);
    if (chance(65))
      if (const Known *Chosen = anyVariable(Uniform))
        return variable(Chosen->Number);
    return constant();
  }

  ExpressionPointer readOnly(ExpressionPointer Index) {
    return load(array(ReadOnlyArray),
                binary(Operator::And, std::move(Index), number(among({7, 15, 31, 63}))));
  }

  ExpressionPointer value(bool Uniform, unsigned Depth) {
    if (Depth == 0 || chance(35))
      return leaf(Uniform);
    switch (below(12)) {
    case 0:
    case 1:
    case 2:
      return binary(Operator::Add, value(Uniform, Depth - 1), leaf(Uniform));
    case 3:
      return binary(Operator::Subtract, value(Uniform, Depth - 1), leaf(Uniform));
    case 4:
      return binary(Operator::Multiply, value(Uniform, Depth - 1), number(among({2, 3, 4, 5, 16})));
    case 5:
      return binary(chance(50) ? Operator::Divide : Operator::Remainder, value(Uniform, Depth - 1),
                    number(among({2, 3, 4, 7, 8, 32})));
    case 6:
      return binary(Operator::And, value(Uniform, Depth - 1), number(among({1, 3, 6, 7, 15, 31})));
    case 7:
      return binary(Operator::Xor, value(Uniform, Depth - 1), leaf(Uniform));
    case 8:
      return binary(chance(50) ? Operator::ShiftRight : Operator::ShiftLeft,
                    value(Uniform, Depth - 1), number(among({1, 2, 3})));
    case 9:
      return readOnly(value(Uniform, Depth - 1));
    case 10:
      return choice(condition(Uniform, 0), leaf(Uniform), value(Uniform, Depth - 1));
    default:
      if (!Uniform || chance(40))
        return anyLoad(Uniform);
      return binary(Operator::Or, leaf(Uniform), leaf(Uniform));
    }
  }

  ExpressionPointer condition(bool Uniform, unsigned Depth) {
    if (Depth != 0 && chance(20))
      return binary(chance(65) ? Operator::LogicalAnd : Operator::LogicalOr,
                    condition(Uniform, Depth - 1), condition(Uniform, Depth - 1));
    auto Compare = [&](ExpressionPointer Left, ExpressionPointer Right) {
      static constexpr Operator Comparisons[] = {Operator::Less,      Operator::Less,
                                                 Operator::Equal,     Operator::Greater,
                                                 Operator::LessEqual, Operator::NotEqual};
      return binary(Comparisons[below(6)], std::move(Left), std::move(Right));
    };
    if (chance(20))
      return binary(chance(70) ? Operator::Equal : Operator::NotEqual,
                    binary(Operator::And, leaf(Uniform), number(among({1, 2, 3, 7, 16}))),
                    number(among({0, 0, 1})));
    if (!Uniform && chance(60))
      return Compare(thread(), value(true, 1));
    return Compare(value(Uniform, 1), leaf(Uniform));
  }

  ExpressionPointer index() {
    switch (below(16)) {
    case 0:
    case 1:
    case 2:
      return thread();
    case 3:
    case 4:
    case 5:
      return binary(Operator::Add, thread(), leaf(true));
    case 6:
      return value(true, 1);
    case 7:
      return leaf(true);
    case 8:
      return binary(Operator::Subtract, value(true, 1), thread());
    case 9:
      return binary(Operator::Add, binary(Operator::Multiply, thread(), number(among({2, 3, 4}))),
                    leaf(true));
    case 10:
      return binary(Operator::And, binary(Operator::Add, thread(), value(true, 1)),
                    number(among({7, 15, 31, 63})));
    case 11:
      return binary(Operator::Xor, thread(), leaf(true));
    case 12:
      return binary(Operator::Add,
                    binary(Operator::Multiply, leaf(true), make(Expression::Kind::BlockExtentX)),
                    thread());
    case 13:
      return binary(chance(50) ? Operator::Divide : Operator::Remainder,
                    binary(Operator::Add, thread(), leaf(true)), number(among({2, 3, 4, 8})));
    case 14:
      return readOnly(value(false, 1));
    default:
      return value(false, 2);
    }
  }

  ExpressionPointer anyPointer() {
    if (!IsKernel)
      return pointer(0);
    if (chance(50))
      if (const Known *Chosen = anyVariable(false, true))
        return pointer(Chosen->Number);
    if (UsesPointerArray && chance(50))
      return loadedPointer();
    return array(unsigned(among({0, 0, 1, FirstShared, FirstShared, FirstShared + 1})));
  }

  ExpressionPointer loadedPointer() {
    ExpressionPointer New = load(array(PointerArray),
                                 binary(Operator::And, leaf(chance(80)), number(among({1, 3, 7}))));
    New->ValueType = Type::Long;
    return New;
  }

  ExpressionPointer anyLoad(bool Uniform) {
    if (IsKernel && UsesMatrix && chance(50)) {
      ExpressionPointer New = load(array(MatrixArray), matrixIndex(Uniform));
      New->Operands.push_back(matrixIndex(Uniform));
      return New;
    }
    return load(anyPointer(), Uniform ? value(true, 1) : index());
  }

  ExpressionPointer matrixIndex(bool Uniform) {
    if (Uniform || chance(35))
      return binary(Operator::And, leaf(true), number(15));
    if (UsesRows && chance(70))
      return make(chance(50) ? Expression::Kind::ThreadX : Expression::Kind::ThreadY);
    return binary(Operator::And, binary(Operator::Add, thread(), leaf(true)), number(15));
  }

  // Statements.

  Statement store() {
    Statement New = plain(chance(10) ? Statement::Kind::Atomic : Statement::Kind::Store);
    if (New.What == Statement::Kind::Atomic && chance(40))
      New.Atomic = Statement::AtomicFunction(below(4));
    if (IsKernel && UsesMatrix && New.What == Statement::Kind::Store && chance(50)) {
      New.Pointer = array(MatrixArray);
      New.Index = matrixIndex(false);
      New.Column = matrixIndex(false);
    } else {
      New.Pointer = anyPointer();
      New.Index = index();
    }
    New.IsCompound = New.What == Statement::Kind::Store && chance(25);
    New.Value = chance(50) ? anyLoad(false) : value(false, 1);
    // Values stay small, so that few additions overflow.
    if (chance(50))
      New.Value = binary(Operator::And, std::move(New.Value), number(31));
    return New;
  }

  void declarePointers(std::vector<Statement> &To) {
    // One that leads to both kinds of memory is not followed: each has its own kind.
    bool Shared = chance(75);
    unsigned Count = 1 + below(2);
    for (unsigned Number = 0; Number <= Count; ++Number) {
      ExpressionPointer Start =
          array(unsigned(Shared ? among({FirstShared, FirstShared + 1}) : among({0, 1})));
      if (!Shared && UsesPointerArray && chance(50))
        Start = loadedPointer();
      if (chance(50))
        Start = binary(Operator::Add, std::move(Start),
                       chance(60) ? number(among({16, 32, 64, 128})) : leaf(true));
      int64_t Variable = newVariable(Type::Long);
      Statement New = assign(Variable, std::move(Start), true);
      New.IsPointer = true;
      To.push_back(std::move(New));
      Visible.push_back({Variable, true, true});
    }
  }

  int64_t declare(std::vector<Statement> &To, bool Uniform, ExpressionPointer Start) {
    int64_t Number = newVariable(anyType());
    To.push_back(assign(Number, std::move(Start), true));
    Visible.push_back({Number, false, Uniform});
    return Number;
  }

  /// \p What becomes the declaration of a variable, and what it yields that variable's start.
  void declareBy(std::vector<Statement> &To, bool Uniform, Statement What, Type Whole = Type::Int) {
    What.Declares = true;
    What.Variable = newVariable(Whole);
    What.ValueType = Whole;
    Visible.push_back({What.Variable, false, Uniform});
    To.push_back(std::move(What));
  }

  /// What the variable \p Number becomes from one iteration to the next.
  ExpressionPointer changed(int64_t Number, bool Uniform) {
    auto Old = [&] { return variable(Number); };
    switch (below(24)) {
    case 0:
    case 1:
      return binary(Operator::Add, Old(), number(among({1, 1, 2, 3, 32})));
    case 2:
      return binary(Operator::Subtract, Old(), number(among({1, 2, 3})));
    case 3:
      return binary(Operator::Add, Old(), leaf(Uniform));
    case 4:
      return binary(Operator::Multiply, Old(), number(among({2, 3, 4})));
    case 5:
      return binary(Operator::ShiftLeft, Old(), number(1));
    case 6:
      return binary(Operator::ShiftRight, Old(), number(among({1, 2})));
    case 7:
    case 8:
      return binary(Operator::Divide, Old(), number(among({2, 2, 3, 4, 10})));
    case 9:
      return binary(Operator::Divide, binary(Operator::Subtract, Old(), number(1)),
                    number(among({2, 3})));
    case 10:
      return binary(Operator::Divide, binary(Operator::Add, Old(), number(1)), number(2));
    case 11:
      return binary(Operator::Xor, Old(),
                    chance(60) ? number(among({1, 2, 3, 16})) : leaf(Uniform));
    case 12:
      return binary(Operator::Subtract, chance(60) ? number(among({1, 5, 31})) : leaf(Uniform),
                    Old());
    case 13:
    case 14:
      return readOnly(Old());
    case 15:
      return binary(Operator::Remainder, binary(Operator::Add, Old(), number(among({1, 2}))),
                    number(among({2, 3, 5, 8})));
    case 16:
      return binary(Operator::And,
                    binary(Operator::Add, binary(Operator::Multiply, Old(), number(5)), number(1)),
                    number(among({7, 15, 31})));
    case 17:
      return choice(condition(Uniform, 0), binary(Operator::Add, Old(), number(1)), Old());
    case 18:
      return choice(binary(Operator::Greater, Old(), number(among({3, 5, 8}))), number(0),
                    binary(Operator::Add, Old(), number(1)));
    case 19:
      return choice(condition(Uniform, 0), leaf(Uniform), Old());
    case 20:
      return leaf(Uniform);
    case 21:
      return anyLoad(Uniform);
    case 22:
      return binary(Operator::Add, Old(),
                    binary(Operator::Multiply, leaf(Uniform), number(among({2, 4}))));
    default:
      return value(Uniform, 2);
    }
  }

  /// A condition that most of the changes make false some time.
  ExpressionPointer goesOn(int64_t Number, bool Uniform) {
    switch (below(6)) {
    case 0:
    case 1:
      return binary(Operator::Greater, variable(Number), number(among({0, 0, 1, 2})));
    case 2:
      return binary(Operator::Less, variable(Number), number(among({2, 4, 5, 10, 20, 32})));
    case 3:
      return binary(Operator::Less, variable(Number), leaf(Uniform));
    case 4:
      return binary(Operator::NotEqual, variable(Number), number(among({0, 1, 7})));
    default:
      return condition(Uniform, 1);
    }
  }

  void loop(std::vector<Statement> &To, unsigned Depth, bool Divergent) {
    size_t VisibleBefore = Visible.size();
    bool Uniform = Divergent ? chance(20) : chance(80);
    // Variables that it carries.
    unsigned Count = 1 + below(3);
    std::vector<int64_t> Carried;
    std::vector<bool> AreUniform;
    for (unsigned Number = 0; Number != Count; ++Number) {
      bool Each = Uniform && (Number == 0 || chance(75));
      ExpressionPointer Start = Number == 0 && chance(40) ? variable(below(2)) : value(Each, 1);
      if (!IsKernel && Number == 0)
        Start = value(Each, 1);
      Carried.push_back(declare(To, Each, std::move(Start)));
      AreUniform.push_back(Each);
    }
    Statement New = plain(Statement::Kind::Loop);
    New.Form = Statement::LoopForm(below(3));
    bool Counts = New.Form == Statement::LoopForm::For && chance(55);
    std::vector<Statement> Updates;
    if (Counts) {
      int64_t Counter = newVariable(anyType());
      New.Initial.push_back(assign(Counter, number(among({0, 0, 0, 1})), true));
      New.Value = binary(Operator::Less, variable(Counter),
                         chance(50) ? number(among({2, 3, 4, 5, 8})) : leaf(Uniform));
      New.Updates.push_back(
          assign(Counter, binary(Operator::Add, variable(Counter), number(among({1, 1, 1, 2})))));
      Visible.push_back({Counter, false, Uniform, true});
    } else {
      New.Value = goesOn(Carried[0], Uniform);
    }
    for (unsigned Number = 0; Number != Count; ++Number) {
      Statement Update = assign(Carried[Number], changed(Carried[Number], AreUniform[Number]));
      if (New.Form == Statement::LoopForm::For && chance(60))
        New.Updates.push_back(std::move(Update));
      else if (chance(20))
        Updates.push_back(conditional(condition(AreUniform[Number], 1), single(std::move(Update))));
      else
        Updates.push_back(std::move(Update));
    }
    if (Count == 2 && chance(10) && AreUniform[0] == AreUniform[1])
      passRound(Updates, {Carried[0], Carried[1]}, false);
    if (chance(35))
      if (const Known *One = anyVariable(true, true), *Other = anyVariable(true, true);
          One && One != Other && IsKernel) {
        const Known *Third = anyVariable(true, true);
        if (Third != One && Third != Other)
          passRound(Updates, {One->Number, Other->Number, Third->Number}, true);
        else
          passRound(Updates, {One->Number, Other->Number}, true);
      }
    bool First = chance(25);
    if (First)
      std::move(Updates.begin(), Updates.end(), std::back_inserter(New.Body));
    bool HasExit = chance(20);
    bool ExitDiverges = !Uniform || chance(30);
    bool InDivergent = Divergent || !Uniform || (HasExit && ExitDiverges);
    ++Loops;
    size_t VisibleInside = Visible.size();
    New.Body.push_back(store());
    if (chance(60))
      New.Body.back() = guarded(std::move(New.Body.back()));
    block(New.Body, Depth + 1, InDivergent);
    if (HasExit)
      New.Body.push_back(conditional(
          condition(!ExitDiverges, 1),
          single(plain(chance(75) ? Statement::Kind::Break : Statement::Kind::Continue))));
    if (chance(25)) {
      New.Body.push_back(store());
      if (chance(50))
        New.Body.back() = guarded(std::move(New.Body.back()));
    }
    barrier(New.Body, InDivergent, 25);
    Visible.resize(VisibleInside);
    --Loops;
    if (!First)
      std::move(Updates.begin(), Updates.end(), std::back_inserter(New.Body));
    To.push_back(std::move(New));
    // What the loop leaves behind stays visible, but for the counter.
    Visible.resize(VisibleBefore + Count);
    if (InDivergent)
      for (size_t Number = VisibleBefore; Number != Visible.size(); ++Number)
        Visible[Number].IsUniform = false;
  }

  static std::vector<Statement> single(Statement One) {
    std::vector<Statement> Result;
    Result.push_back(std::move(One));
    return Result;
  }

  Statement guarded(Statement What) {
    return conditional(condition(false, 1), single(std::move(What)));
  }

  /// Each of \p Variables takes over the value of the next one, the last one that of the first.
  void passRound(std::vector<Statement> &To, const std::vector<int64_t> &Variables,
                 bool IsPointer) {
    int64_t Kept = newVariable(Types[size_t(Variables.front())]);
    To.push_back(assign(Kept, variable(Variables.front()), true));
    for (size_t Next = 1; Next != Variables.size(); ++Next)
      To.push_back(assign(Variables[Next - 1], variable(Variables[Next])));
    To.push_back(assign(Variables.back(), variable(Kept)));
    for (auto Each = To.end() - long(Variables.size()) - 1; Each != To.end(); ++Each)
      Each->IsPointer = IsPointer;
  }

  void barrier(std::vector<Statement> &To, bool Divergent, unsigned Percent) {
    if (!IsKernel || Divergent || !chance(Percent))
      return;
    if (chance(15))
      return exchange(To);
    To.push_back(plain(chance(80) ? Statement::Kind::Barrier : Statement::Kind::WarpBarrier));
  }

  /// A barrier or an operation of whole warps that gives the threads something.
  void exchange(std::vector<Statement> &To) {
    Statement New = plain(Statement::Kind::Shuffle);
    unsigned Kind = below(10);
    if (Kind < 6) {
      New.Value = value(false, 1);
      New.Shuffle = Statement::ShuffleForm(below(4));
      New.Index = chance(65) ? number(among({0, 1, 2, 4, 8, 16, 31}))
                             : binary(Operator::And, value(chance(50), 1), number(31));
      New.Width = unsigned(among({32, 32, 32, 16, 8}));
      return declareBy(To, false, std::move(New));
    }
    New.Value = condition(false, 0);
    New.Vote = Statement::VoteForm(below(3));
    New.What = Kind < 8 ? Statement::Kind::WarpVote : Statement::Kind::Barrier;
    bool IsMask = New.What == Statement::Kind::WarpVote && New.Vote == Statement::VoteForm::Count;
    bool Uniform = New.What == Statement::Kind::Barrier;
    declareBy(To, Uniform, std::move(New), IsMask ? Type::Unsigned : Type::Int);
  }

  void switchOver(std::vector<Statement> &To, unsigned Depth, bool Divergent) {
    bool Uniform = chance(40);
    Statement New = plain(Statement::Kind::Switch);
    New.Value = value(Uniform, 1);
    if (chance(50))
      New.Value = binary(Operator::And, std::move(New.Value), number(among({1, 3, 7})));
    if (New.Value->ValueType == Type::Long)
      New.Value = binary(Operator::Less, std::move(New.Value), number(2));
    unsigned Count = 1 + below(3);
    bool Falls = chance(30);
    for (unsigned Number = 0; Number <= Count; ++Number) {
      Statement Case = plain(Statement::Kind::Case);
      if (Number != Count)
        Case.Label = int64_t(Number) + (Number != 0 && chance(30) ? 4 : 0);
      else if (chance(50))
        break;
      block(Case.Body, Depth + 1, Divergent || !Uniform);
      if (Case.Body.empty() || chance(30))
        Case.Body.push_back(store());
      if (chance(15)) {
        Case.Body.push_back(
            conditional(condition(Uniform, 0), single(plain(Statement::Kind::Break))));
        Case.Body.push_back(store());
      }
      Case.FallsThrough = Falls && chance(60);
      New.Body.push_back(std::move(Case));
    }
    To.push_back(std::move(New));
  }

  void call(std::vector<Statement> &To) {
    unsigned Number = below(unsigned(Callees->size()));
    Statement New = plain(Statement::Kind::Call);
    New.Function = Number;
    New.Arguments.push_back(anyPointer());
    for (unsigned Parameter = 1; Parameter != (*Callees)[Number].Parameters; ++Parameter)
      New.Arguments.push_back(chance(50) ? thread() : value(false, 1));
    declareBy(To, false, std::move(New));
  }

  void block(std::vector<Statement> &To, unsigned Depth, bool Divergent) {
    size_t VisibleBefore = Visible.size();
    unsigned Count = 1 + below(3);
    for (unsigned Number = 0; Number != Count && Statements != 0; ++Number) {
      --Statements;
      statement(To, Depth, Divergent);
    }
    if (Depth != 0)
      Visible.resize(VisibleBefore);
  }

  void statement(std::vector<Statement> &To, unsigned Depth, bool Divergent) {
    unsigned Kind = below(100);
    if (Kind < 34 && Loops < 2 && Depth < 3) {
      loop(To, Depth, Divergent);
    } else if (Kind < 60) {
      if (chance(10))
        return drawn(To);
      To.push_back(chance(45) ? guarded(store()) : store());
    } else if (Kind < 63 && Depth < 3) {
      switchOver(To, Depth, Divergent);
    } else if (Kind < 74 && Depth < 3) {
      bool Uniform = chance(40);
      Statement New = conditional(condition(Uniform, 1), {});
      block(New.Body, Depth + 1, Divergent || !Uniform);
      if (chance(35))
        block(New.Else, Depth + 1, Divergent || !Uniform);
      if (New.Body.empty())
        New.Body.push_back(store());
      To.push_back(std::move(New));
    } else if (Kind < 79) {
      bool Uniform = chance(60);
      declare(To, Uniform, value(Uniform, 2));
    } else if (Kind < 84) {
      reassign(To, Divergent);
    } else if (Kind < 86 && IsKernel) {
      To.push_back(conditional(condition(chance(50), 1), single(plain(Statement::Kind::Return))));
    } else if (Kind < 88 && !IsKernel) {
      Statement Return = plain(Statement::Kind::Return);
      Return.Value = value(false, 1);
      To.push_back(conditional(condition(false, 1), single(std::move(Return))));
    } else if (Kind < 92 && IsKernel && Callees && !Callees->empty()) {
      call(To);
    } else {
      barrier(To, Divergent, 90);
    }
  }

  /// An atomic whose old value is used.
  void drawn(std::vector<Statement> &To) {
    Statement New = plain(Statement::Kind::Atomic);
    New.Atomic = chance(75) ? Statement::AtomicFunction::Add : Statement::AtomicFunction(below(4));
    New.Pointer = anyPointer();
    New.Index = chance(60) ? number(among({0, 1, 200})) : index();
    New.Value = chance(60) ? number(among({1, 1, 1, 2})) : value(false, 1);
    declareBy(To, false, std::move(New));
    Statement Use = store();
    if (Use.What == Statement::Kind::Store && !Use.Column) {
      Use.Index = drawnIndex(variable(Visible.back().Number));
      To.push_back(std::move(Use));
    }
  }

  ExpressionPointer drawnIndex(ExpressionPointer Drawn) {
    return chance(60) ? std::move(Drawn) : binary(Operator::Add, std::move(Drawn), leaf(true));
  }

  void reassign(std::vector<Statement> &To, bool Divergent) {
    bool Pointer = IsKernel && chance(25);
    const Known *Chosen = anyVariable(false, Pointer);
    if (!Chosen || Chosen->IsFixed || (Divergent && Chosen->IsUniform && !Pointer))
      return;
    if (!Pointer) {
      To.push_back(assign(Chosen->Number, chance(60) ? changed(Chosen->Number, Chosen->IsUniform)
                                                     : value(Chosen->IsUniform, 2)));
      return;
    }
    ExpressionPointer New = pointer(Chosen->Number);
    if (const Known *Other = anyVariable(false, true); chance(50))
      New = pointer(Other->Number);
    To.push_back(
        assign(Chosen->Number, binary(Operator::Add, std::move(New),
                                      chance(60) ? number(among({1, 4, 16})) : leaf(chance(70)))));
    To.back().IsPointer = true;
  }

  uint64_t State;
  std::vector<Function> *Callees = nullptr;
  std::vector<Known> Visible;
  /// By variable; a pointer's is Long.
  std::vector<Type> Types;
  unsigned Statements = 0, Loops = 0;
  bool IsKernel = true, UsesRows = false, UsesMatrix = false, UsesPointerArray = false;
};

} // namespace

Kernel makeKernel(uint64_t Seed) {
  Kernel Made = Maker(Seed).run();
  Made.IsAliased = Seed % 8 == 3;
  return Made;
}

} // namespace memlint::random_kernels
