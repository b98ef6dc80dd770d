//===- Execution.cpp - A small kernel, thread by thread -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Execution.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <tuple>
#include <unordered_map>

namespace memlint::random_kernels {

namespace {

constexpr unsigned WarpSize = 32;
/// Instructions of one thread; what takes longer is cut.
constexpr unsigned MostSteps = 400;
/// Elements between the arrays, so that no index of 32 bits leads from one into another.
constexpr int64_t ArrayDistance = int64_t(1) << 36;

int64_t baseOf(int64_t Array) { return (Array + 1) * ArrayDistance; }

/// The array that the launch passes for parameter \p Array.
int64_t argumentFor(int64_t Array, const Kernel &Source) {
  return Source.IsAliased && Array == 1 ? 0 : Array;
}

/// A statement reduced to its jumps.
struct Instruction {
  enum class Kind : uint8_t {
    Assign,
    Store,
    Jump,
    JumpUnless,
    Switch,
    EnterLoop,
    NextIteration,
    Barrier,
    Exit
  };
  Kind What = Kind::Exit;
  const Statement *From = nullptr;
  const Expression *Value = nullptr;
  /// Assign: the variable; jumps: where to; loops, switches: which; barriers: their number.
  unsigned Target = 0;
  /// Assign: of the variable; none of a pointer.
  std::optional<Type> Converts;
  /// Of the activation of a function: its first variable, and its calls.
  unsigned FirstVariable = 0, Calls = 0;
};

/// Where a switch leads to.
struct SwitchTargets {
  std::map<int64_t, unsigned> Cases;
  unsigned Else = 0;
};

class Compiler {
public:
  std::vector<Instruction> Code;
  std::vector<std::vector<unsigned>> Calls = {{}};
  unsigned Variables = 0, Loops = 0;

  explicit Compiler(const Kernel &Compiled) : Source(Compiled) {
    Variables = Compiled.Main.Variables;
    body(Compiled.Main.Body);
    emit(Instruction::Kind::Exit);
    for (unsigned At : Returns)
      Code[At].Target = unsigned(Code.size() - 1);
  }

private:
  Instruction &emit(Instruction::Kind What) {
    Instruction &New = Code.emplace_back();
    New.What = What;
    New.FirstVariable = FirstVariable;
    New.Calls = Chain;
    return New;
  }
  unsigned here() const { return unsigned(Code.size()); }
  void patch(const std::vector<unsigned> &Jumps, unsigned To) {
    for (unsigned At : Jumps)
      Code[At].Target = To;
  }

  void body(const std::vector<Statement> &All) {
    for (const Statement &Each : All)
      statement(Each);
  }

  void jumpUnless(const Expression &Condition, std::vector<unsigned> &Jumps) {
    emit(Instruction::Kind::JumpUnless).Value = &Condition;
    Jumps.push_back(here() - 1);
  }

  void loop(const Statement &Written) {
    body(Written.Initial);
    std::vector<unsigned> Leaving, OuterBreaks, OuterContinues;
    std::swap(OuterBreaks, Breaks);
    std::swap(OuterContinues, Continues);
    unsigned Number = Loops++;
    Around.push_back(Number);
    emit(Instruction::Kind::EnterLoop).Target = Number;
    unsigned Head = here();
    if (Written.Form != Statement::LoopForm::Do)
      jumpUnless(*Written.Value, Leaving);
    body(Written.Body);
    patch(Continues, here());
    body(Written.Updates);
    if (Written.Form == Statement::LoopForm::Do)
      jumpUnless(*Written.Value, Leaving);
    emit(Instruction::Kind::NextIteration).Target = Number;
    emit(Instruction::Kind::Jump).Target = Head;
    patch(Leaving, here());
    patch(Breaks, here());
    Breaks = std::move(OuterBreaks);
    Continues = std::move(OuterContinues);
    Around.pop_back();
  }

  void switchOver(const Statement &Written) {
    std::vector<unsigned> OuterBreaks;
    std::swap(OuterBreaks, Breaks);
    unsigned Number = unsigned(Switches.size());
    Switches.emplace_back();
    Instruction &Choose = emit(Instruction::Kind::Switch);
    Choose.Value = Written.Value.get();
    Choose.Target = Number;
    std::optional<unsigned> Default;
    for (const Statement &Each : Written.Body) {
      if (Each.What != Statement::Kind::Case)
        continue;
      if (Each.Label)
        Switches[Number].Cases.try_emplace(*Each.Label, here());
      else
        Default = here();
      body(Each.Body);
      if (!Each.FallsThrough) {
        emit(Instruction::Kind::Jump);
        Breaks.push_back(here() - 1);
      }
    }
    Switches[Number].Else = Default.value_or(here());
    patch(Breaks, here());
    Breaks = std::move(OuterBreaks);
  }

  void call(const Statement &Written) {
    const Function &Callee = Source.Functions[Written.Function];
    unsigned Inner = Variables;
    Variables += Callee.Variables;
    for (size_t Number = 0; Number != Written.Arguments.size(); ++Number) {
      Instruction &Pass = emit(Instruction::Kind::Assign);
      Pass.Value = Written.Arguments[Number].get();
      if (Number != 0)
        Pass.Converts = Type::Int;
      Pass.Target = Inner + unsigned(Number);
    }
    unsigned OuterVariable = FirstVariable, OuterChain = Chain;
    std::vector<unsigned> OuterReturns;
    std::swap(OuterReturns, Returns);
    unsigned OuterResult = Result;
    FirstVariable = Inner;
    std::vector<unsigned> Lines = Calls[Chain];
    Lines.push_back(Written.Line);
    Chain = unsigned(Calls.size());
    Calls.push_back(std::move(Lines));
    Result = OuterVariable + unsigned(Written.Variable);
    body(Callee.Body);
    Instruction &Return = emit(Instruction::Kind::Assign);
    Return.Value = Callee.Result.get();
    Return.Converts = Type::Int;
    Return.Target = Result;
    patch(Returns, here());
    Returns = std::move(OuterReturns);
    Result = OuterResult;
    FirstVariable = OuterVariable;
    Chain = OuterChain;
  }

  void statement(const Statement &Written) {
    switch (Written.What) {
    case Statement::Kind::Assign: {
      Instruction &New = emit(Instruction::Kind::Assign);
      New.Value = Written.Value.get();
      New.Target = FirstVariable + unsigned(Written.Variable);
      if (!Written.IsPointer)
        New.Converts = Written.ValueType;
      return;
    }
    case Statement::Kind::Store:
    case Statement::Kind::Atomic:
      emit(Instruction::Kind::Store).From = &Written;
      return;
    case Statement::Kind::If: {
      std::vector<unsigned> ToElse, ToEnd;
      jumpUnless(*Written.Value, ToElse);
      body(Written.Body);
      if (!Written.Else.empty()) {
        emit(Instruction::Kind::Jump);
        ToEnd.push_back(here() - 1);
      }
      patch(ToElse, here());
      body(Written.Else);
      patch(ToEnd, here());
      return;
    }
    case Statement::Kind::Switch:
      switchOver(Written);
      return;
    case Statement::Kind::Case:
      return;
    case Statement::Kind::Loop:
      loop(Written);
      return;
    case Statement::Kind::Break:
    case Statement::Kind::Continue:
      emit(Instruction::Kind::Jump);
      (Written.What == Statement::Kind::Break ? Breaks : Continues).push_back(here() - 1);
      return;
    case Statement::Kind::Return:
      if (Written.Value) {
        Instruction &Return = emit(Instruction::Kind::Assign);
        Return.Value = Written.Value.get();
        Return.Converts = Type::Int;
        Return.Target = Result;
      }
      emit(Instruction::Kind::Jump);
      Returns.push_back(here() - 1);
      return;
    case Statement::Kind::Barrier:
    case Statement::Kind::WarpBarrier:
    case Statement::Kind::Shuffle:
    case Statement::Kind::WarpVote: {
      Instruction &New = emit(Instruction::Kind::Barrier);
      New.From = &Written;
      New.Target = unsigned(Nests.size());
      Nests.push_back(Around);
      return;
    }
    case Statement::Kind::Call:
      call(Written);
      return;
    }
  }

public:
  std::vector<SwitchTargets> Switches;
  /// By barrier: the loops around it.
  std::vector<std::vector<unsigned>> Nests;

private:
  const Kernel &Source;
  unsigned FirstVariable = 0, Chain = 0, Result = 0;
  std::vector<unsigned> Returns, Breaks, Continues, Around;
};

/// A thread's visit of an element.
struct Visit {
  unsigned Access, Thread;
  bool Writes, IsAtomic;
  /// Barriers of the block and of the warp that lie before it.
  unsigned BlockPhase, WarpPhase;
  friend auto operator<=>(const Visit &, const Visit &) = default;
};

struct Thread {
  unsigned Number = 0, Block = 0;
  std::array<int64_t, 2> Index = {};
  size_t At = 0;
  unsigned Steps = 0, BlockPhase = 0, WarpPhase = 0;
  std::vector<int64_t> Variables;
  std::vector<unsigned> Iterations;
  bool IsDone = false;
  /// Null: it is not waiting.
  const Instruction *Waiting = nullptr;
  /// What it brings to where it is waiting: Statement::Value and Index.
  int64_t Brought = 0, Lane = 0;
};

class Machine {
public:
  Machine(const Compiler &Program, const Kernel &Source, const Situation &In)
      : Program(Program), Source(Source), In(In) {}

  std::optional<std::set<Meeting>> run() {
    for (unsigned Array = 0; Array != FirstShared; ++Array)
      fill(Array);
    for (unsigned Block = 0; Block != In.Blocks; ++Block) {
      runBlock(Block);
      if (IsUndefined)
        return std::nullopt;
      for (unsigned Array = FirstShared; Array != Arrays.size(); ++Array)
        meetAll(Array);
    }
    for (unsigned Array = 0; Array != FirstShared; ++Array)
      meetAll(Array);
    return std::move(Found);
  }

private:
  uint64_t random() {
    uint64_t Mixed = Random += 0x9E3779B97F4A7C15u;
    Mixed = (Mixed ^ (Mixed >> 30)) * 0xBF58476D1CE4E5B9u;
    Mixed = (Mixed ^ (Mixed >> 27)) * 0x94D049BB133111EBu;
    return Mixed ^ (Mixed >> 31);
  }

  void fill(unsigned Array) {
    size_t Size = size_t(Arrays[Array].End - Arrays[Array].Low);
    Memory[Array].resize(Size);
    Visits[Array].clear();
    static constexpr int64_t Shifts[] = {0, 0, 0, 1, 32, 64};
    int64_t Least = In.Data % 4 == 0 ? -8 : 0;
    for (int64_t &Element : Memory[Array]) {
      Element = int64_t(random() % 24);
      if (Array == PointerArray)
        Element =
            baseOf(argumentFor(Element % 2, Source)) + Shifts[Element / 2 % std::size(Shifts)];
      else
        Element += Least;
    }
  }

  void runBlock(unsigned Block) {
    for (unsigned Array = FirstShared; Array != Arrays.size(); ++Array)
      fill(Array);
    unsigned InBlock = In.Block[0] * In.Block[1];
    Threads.assign(InBlock, {});
    for (unsigned Number = 0; Number != InBlock; ++Number) {
      Thread &New = Threads[Number];
      New.Number = Number;
      New.Block = Block;
      New.Index = {Number % In.Block[0], Number / In.Block[0]};
      New.Variables.assign(Program.Variables, 0);
      New.Variables[0] = In.Arguments[0];
      New.Variables[1] = In.Arguments[1];
      New.Iterations.assign(Program.Loops, 0);
    }
    bool Forwards = random() % 2;
    while (!IsUndefined && !IsCut) {
      bool Any = false;
      for (unsigned Number = 0; Number != InBlock && !IsUndefined; ++Number) {
        Thread &Each = Threads[Forwards ? Number : InBlock - 1 - Number];
        if (Each.IsDone || Each.Waiting)
          continue;
        Any = true;
        runThread(Each);
      }
      if (!Any && !release())
        return;
    }
  }

  /// Lets those go on that wait for no one else; false: nobody does.
  bool release() {
    bool Any = false;
    unsigned InBlock = unsigned(Threads.size());
    for (unsigned First = 0; First < InBlock; First += WarpSize)
      Any |= releaseGroup(First, std::min(First + WarpSize, InBlock), /*OfWarp=*/true);
    return Any || releaseGroup(0, InBlock, /*OfWarp=*/false);
  }

  bool releaseGroup(unsigned First, unsigned End, bool OfWarp) {
    const Thread *Someone = nullptr;
    for (unsigned Number = First; Number != End; ++Number) {
      const Thread &Each = Threads[Number];
      if (Each.IsDone)
        continue;
      bool WaitsForWarp = Each.Waiting->From->What != Statement::Kind::Barrier;
      if (WaitsForWarp != OfWarp) {
        // Some of the warp at the one kind of barrier, some at the other.
        IsUndefined |= OfWarp && Someone;
        if (OfWarp)
          continue;
        IsUndefined = true;
        return false;
      }
      if (!Someone)
        Someone = &Each;
      IsUndefined |= !isSameBarrier(*Someone, Each);
    }
    if (!Someone || IsUndefined)
      return false;
    for (unsigned Number = First; Number != End; ++Number) {
      Thread &Each = Threads[Number];
      if (Each.IsDone)
        continue;
      if (!Each.Waiting) {
        IsUndefined = true;
        return false;
      }
      bool WaitsForWarp = Each.Waiting->From->What != Statement::Kind::Barrier;
      if (WaitsForWarp != OfWarp) {
        IsUndefined = true;
        return false;
      }
      if (!OfWarp)
        ++Each.BlockPhase;
      else if (Each.Waiting->From->What == Statement::Kind::WarpBarrier)
        ++Each.WarpPhase;
      if (Each.Waiting->From->Declares)
        set(Each, *Each.Waiting, exchanged(Each, First, End));
    }
    for (unsigned Number = First; Number != End; ++Number)
      Threads[Number].Waiting = nullptr;
    return true;
  }

  /// What \p Each gets where the threads from \p First up to \p End have met.
  int64_t exchanged(const Thread &Each, unsigned First, unsigned End) {
    const Statement &At = *Each.Waiting->From;
    if (At.What == Statement::Kind::Shuffle)
      return shuffled(Each, At, First, End);
    int64_t Count = 0, Mask = 0, All = 0;
    for (unsigned Number = First; Number != End; ++Number) {
      const Thread &Other = Threads[Number];
      if (Other.IsDone)
        continue;
      ++All;
      Count += Other.Brought != 0;
      Mask |= Other.Brought != 0 && Number - First < WarpSize ? int64_t(1) << (Number - First) : 0;
    }
    if (At.Vote == Statement::VoteForm::Count)
      return At.What == Statement::Kind::WarpVote ? Mask : Count;
    return At.Vote == Statement::VoteForm::All ? Count == All : Count != 0;
  }

  int64_t shuffled(const Thread &Each, const Statement &At, unsigned First, unsigned End) {
    int64_t Own = Each.Number - First, Base = Own / At.Width * At.Width;
    int64_t Last = Base + At.Width - 1, From = Own;
    switch (At.Shuffle) {
    case Statement::ShuffleForm::Index:
      From = Base + (Each.Lane & (At.Width - 1));
      break;
    case Statement::ShuffleForm::Down:
      From = Own + Each.Lane <= Last ? Own + Each.Lane : Own;
      break;
    case Statement::ShuffleForm::Up:
      From = Own - Each.Lane >= Base ? Own - Each.Lane : Own;
      break;
    case Statement::ShuffleForm::Xor:
      From = (Own ^ Each.Lane) <= Last ? Own ^ Each.Lane : Own;
      break;
    }
    // A lane that is not there has no value.
    if (First + From >= End || Threads[First + size_t(From)].IsDone) {
      IsUndefined = true;
      return 0;
    }
    return Threads[First + size_t(From)].Brought;
  }

  void set(Thread &Running, const Instruction &Now, int64_t Value) {
    Running.Variables[Now.FirstVariable + size_t(Now.From->Variable)] =
        convert(Now.From->ValueType, Value);
  }

  bool isSameBarrier(const Thread &One, const Thread &Other) const {
    if (One.Waiting != Other.Waiting)
      return false;
    const std::vector<unsigned> &Around = Program.Nests[One.Waiting->Target];
    return std::all_of(Around.begin(), Around.end(), [&](unsigned Loop) {
      return One.Iterations[Loop] == Other.Iterations[Loop];
    });
  }

  void runThread(Thread &Running) {
    Current = &Running;
    while (!IsUndefined) {
      if (++Running.Steps > MostSteps) {
        IsCut = true;
        return;
      }
      const Instruction &Now = Program.Code[Running.At++];
      Active = &Now;
      switch (Now.What) {
      case Instruction::Kind::Assign:
        Running.Variables[Now.Target] =
            Now.Converts ? convert(*Now.Converts, value(*Now.Value)) : value(*Now.Value);
        break;
      case Instruction::Kind::Store:
        store(*Now.From);
        break;
      case Instruction::Kind::Jump:
        Running.At = Now.Target;
        break;
      case Instruction::Kind::JumpUnless:
        if (value(*Now.Value) == 0)
          Running.At = Now.Target;
        break;
      case Instruction::Kind::Switch: {
        const SwitchTargets &Targets = Program.Switches[Now.Target];
        auto Case = Targets.Cases.find(value(*Now.Value));
        Running.At = Case == Targets.Cases.end() ? Targets.Else : Case->second;
        break;
      }
      case Instruction::Kind::EnterLoop:
        Running.Iterations[Now.Target] = 0;
        break;
      case Instruction::Kind::NextIteration:
        ++Running.Iterations[Now.Target];
        break;
      case Instruction::Kind::Barrier:
        if (Now.From->Declares)
          Running.Brought = value(*Now.From->Value);
        if (Now.From->What == Statement::Kind::Shuffle)
          Running.Lane = value(*Now.From->Index);
        Running.Waiting = &Now;
        return;
      case Instruction::Kind::Exit:
        Running.IsDone = true;
        return;
      }
    }
  }

  static int64_t convert(Type To, int64_t Value) {
    switch (To) {
    case Type::Byte:
      return uint8_t(Value);
    case Type::Int:
      return int32_t(Value);
    case Type::Unsigned:
      return uint32_t(Value);
    case Type::Long:
      return Value;
    }
    return Value;
  }

  /// Signed numbers that do not fit have no defined meaning. Of Long, those are cut off that few
  /// operations more would lead out of 64 bits.
  int64_t inRange(Type Whole, int64_t Value) {
    if (Whole == Type::Unsigned)
      return convert(Whole, Value);
    constexpr int64_t MostLong = int64_t(1) << 40;
    bool IsLong = Whole == Type::Long;
    int64_t Low = IsLong ? -MostLong : std::numeric_limits<int32_t>::min();
    int64_t High = IsLong ? MostLong : std::numeric_limits<int32_t>::max();
    IsUndefined |= Value < Low || Value > High;
    return IsUndefined ? 0 : Value;
  }

  /// By a standing assumption of the analysis, unsigned numbers do not grow past their type either.
  int64_t grown(Type Whole, int64_t Value) {
    IsUndefined |= Whole == Type::Unsigned && Value > std::numeric_limits<uint32_t>::max();
    return inRange(Whole, Value);
  }

  int64_t operate(Operator Operation, Type In, int64_t Left, int64_t Right) {
    bool IsShift = Operation == Operator::ShiftLeft || Operation == Operator::ShiftRight;
    Left = convert(In, Left);
    Right = IsShift ? Right : convert(In, Right);
    switch (Operation) {
    case Operator::Add:
      return inRange(In, Left + Right);
    case Operator::Subtract:
      return inRange(In, Left - Right);
    case Operator::Multiply: {
      int64_t Product = 0;
      IsUndefined |= __builtin_mul_overflow(Left, Right, &Product);
      return grown(In, Product);
    }
    case Operator::Divide:
    case Operator::Remainder:
      if (Right == 0) {
        IsUndefined = true;
        return 0;
      }
      return inRange(In, Operation == Operator::Divide ? Left / Right : Left % Right);
    case Operator::And:
      return Left & Right;
    case Operator::Or:
      return Left | Right;
    case Operator::Xor:
      return Left ^ Right;
    case Operator::ShiftLeft:
    case Operator::ShiftRight:
      if (Right < 0 || Right > 31 || (Left < 0 && Operation == Operator::ShiftLeft)) {
        IsUndefined = true;
        return 0;
      }
      return grown(In, Operation == Operator::ShiftLeft ? Left << Right : Left >> Right);
    case Operator::Less:
      return Left < Right;
    case Operator::LessEqual:
      return Left <= Right;
    case Operator::Greater:
      return Left > Right;
    case Operator::Equal:
      return Left == Right;
    case Operator::NotEqual:
      return Left != Right;
    case Operator::LogicalAnd:
    case Operator::LogicalOr:
      break;
    }
    return 0;
  }

  int64_t value(const Expression &Root) {
    auto Operand = [&](unsigned Number) { return value(*Root.Operands[Number]); };
    switch (Root.What) {
    case Expression::Kind::Number:
      return Root.Number;
    case Expression::Kind::Variable:
      return Current->Variables[Active->FirstVariable + size_t(Root.Number)];
    case Expression::Kind::ThreadX:
      return Current->Index[0];
    case Expression::Kind::ThreadY:
      return Current->Index[1];
    case Expression::Kind::BlockX:
      return Current->Block;
    case Expression::Kind::BlockExtentX:
      return In.Block[0];
    case Expression::Kind::Binary:
      if (Root.Operation == Operator::LogicalAnd)
        return Operand(0) && Operand(1);
      if (Root.Operation == Operator::LogicalOr)
        return Operand(0) || Operand(1);
      {
        bool IsShift =
            Root.Operation == Operator::ShiftLeft || Root.Operation == Operator::ShiftRight;
        Type In = IsShift ? Root.ValueType
                          : commonType(Root.Operands[0]->ValueType, Root.Operands[1]->ValueType);
        int64_t Left = Operand(0);
        return operate(Root.Operation, In, Left, Operand(1));
      }
    case Expression::Kind::Choice:
      return convert(Root.ValueType, Operand(0) ? Operand(1) : Operand(2));
    case Expression::Kind::Array:
      return baseOf(argumentFor(Root.Number, Source));
    case Expression::Kind::Load: {
      int64_t *Cell = place(*Root.Operands[0], *Root.Operands[1],
                            Root.Operands.size() > 2 ? Root.Operands[2].get() : nullptr);
      if (!Cell)
        return 0;
      visit(Root.Line, AccessName::Kind::Load, false);
      return *Cell;
    }
    }
    return 0;
  }

  /// The element; null where it is out of bounds. Notes which it is.
  int64_t *place(const Expression &Pointer, const Expression &Index, const Expression *Column) {
    int64_t Address = value(Pointer) + value(Index);
    int64_t InRow = Column ? value(*Column) : 0;
    int64_t Number = (Address + ArrayDistance / 2) / ArrayDistance - 1;
    if (IsUndefined || Number < 0 || Number >= int64_t(Arrays.size())) {
      IsUndefined = true;
      return nullptr;
    }
    const Array &In = Arrays[size_t(Number)];
    int64_t Element = Address - baseOf(Number);
    if (Column) {
      IsUndefined |= InRow < 0 || InRow >= In.Columns;
      Element = Element * In.Columns + InRow;
    }
    IsUndefined |= Element < In.Low || Element >= In.End;
    if (IsUndefined)
      return nullptr;
    ArrayAddress = unsigned(Number);
    ElementAddress = Element;
    return &Memory[ArrayAddress][size_t(Element - In.Low)];
  }

  void store(const Statement &Written) {
    // C++17: the right side of an assignment comes first.
    int64_t New = value(*Written.Value);
    int64_t *Cell = place(*Written.Pointer, *Written.Index, Written.Column.get());
    if (!Cell)
      return;
    if (Written.What == Statement::Kind::Atomic) {
      int64_t Operand = convert(Type::Int, New);
      visit(Written.Line, AccessName::Kind::Atomic, !changesNothing(Written.Atomic, Operand));
      int64_t Old = *Cell;
      *Cell = updated(Written.Atomic, Old, Operand);
      if (Written.Declares)
        set(*Current, *Active, Old);
      return;
    }
    if (Written.IsCompound) {
      visit(Written.Line, AccessName::Kind::Load, false);
      New = operate(Written.Operation, commonType(Type::Int, Written.Value->ValueType), *Cell, New);
    }
    visit(Written.Line, AccessName::Kind::Store, true);
    *Cell = convert(Type::Int, New);
  }

  /// Whatever is there stays there: the atomic is a read.
  static bool changesNothing(Statement::AtomicFunction Does, int64_t Value) {
    switch (Does) {
    case Statement::AtomicFunction::Add:
    case Statement::AtomicFunction::Subtract:
      return Value == 0;
    case Statement::AtomicFunction::Maximum:
      return Value == std::numeric_limits<int32_t>::min();
    case Statement::AtomicFunction::Exchange:
      return false;
    }
    return false;
  }

  int64_t updated(Statement::AtomicFunction Does, int64_t Old, int64_t Value) {
    switch (Does) {
    case Statement::AtomicFunction::Add:
      return inRange(Type::Int, Old + Value);
    case Statement::AtomicFunction::Subtract:
      return inRange(Type::Int, Old - Value);
    case Statement::AtomicFunction::Maximum:
      return std::max(Old, Value);
    case Statement::AtomicFunction::Exchange:
      return Value;
    }
    return Old;
  }

  void visit(unsigned Line, AccessName::Kind Does, bool Writes) {
    uint64_t Key = (uint64_t(Active->Calls) << 34) + (uint64_t(Line) << 2) + unsigned(Does);
    auto [Known, IsNew] = Numbers.try_emplace(Key, unsigned(ByNumber.size()));
    if (IsNew)
      ByNumber.push_back({Line, Does, Program.Calls[Active->Calls]});
    std::vector<Visit> &Here = Visits[ArrayAddress][ElementAddress];
    Visit New{Known->second,
              Current->Block * unsigned(Threads.size()) + Current->Number,
              Writes,
              Does == AccessName::Kind::Atomic,
              Current->BlockPhase,
              Current->WarpPhase};
    if (Here.empty() || Here.back() != New)
      Here.push_back(New);
  }

  void meetAll(unsigned Array) {
    for (auto &[Element, Here] : Visits[Array]) {
      std::sort(Here.begin(), Here.end());
      Here.erase(std::unique(Here.begin(), Here.end()), Here.end());
      if (std::none_of(Here.begin(), Here.end(), [](const Visit &Each) { return Each.Writes; }))
        continue;
      for (size_t One = 0; One != Here.size(); ++One)
        for (size_t Other = One + 1; Other != Here.size(); ++Other)
          meet(Here[One], Here[Other]);
    }
  }

  void meet(const Visit &One, const Visit &Other) {
    if (One.Thread == Other.Thread || !(One.Writes || Other.Writes) ||
        (One.IsAtomic && Other.IsAtomic))
      return;
    unsigned InBlock = unsigned(Threads.size());
    Meeting New;
    if (One.Thread / InBlock != Other.Thread / InBlock)
      New.Relation = Nearness::SameGrid;
    else if (One.BlockPhase != Other.BlockPhase)
      return;
    else if (One.Thread % InBlock / WarpSize != Other.Thread % InBlock / WarpSize)
      New.Relation = Nearness::SameBlock;
    else if (One.WarpPhase != Other.WarpPhase)
      return;
    else
      New.Relation = Nearness::SameWarp;
    auto Key = std::tuple(std::min(One.Access, Other.Access), std::max(One.Access, Other.Access),
                          New.Relation);
    if (!Met.insert(Key).second)
      return;
    New.First = ByNumber[std::get<0>(Key)];
    New.Second = ByNumber[std::get<1>(Key)];
    Found.insert(std::move(New));
  }

  const Compiler &Program;
  const Kernel &Source;
  const Situation &In;
  uint64_t Random = In.Data;
  std::array<std::vector<int64_t>, Arrays.size()> Memory;
  std::array<std::map<int64_t, std::vector<Visit>>, Arrays.size()> Visits;
  std::vector<Thread> Threads;
  Thread *Current = nullptr;
  const Instruction *Active = nullptr;
  unsigned ArrayAddress = 0;
  int64_t ElementAddress = 0;
  bool IsUndefined = false, IsCut = false;
  /// By call chain, line and kind.
  std::unordered_map<uint64_t, unsigned> Numbers;
  std::vector<AccessName> ByNumber;
  std::set<std::tuple<unsigned, unsigned, Nearness>> Met;
  std::set<Meeting> Found;
};

} // namespace

std::optional<std::set<Meeting>> execute(const Kernel &Source, const Situation &In) {
  Compiler Program(Source);
  return Machine(Program, Source, In).run();
}

} // namespace memlint::random_kernels
