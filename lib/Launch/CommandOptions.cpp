//===- CommandOptions.cpp - getopt() in host code -------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// getopt() and getopt_long() as the GNU C library has them: options may stand behind other
/// arguments, which are moved behind them. Where it is between two calls is in variables of the
/// run, so that each path has its own.
///
//===----------------------------------------------------------------------===//

#include "HostStrings.h"

#include "clang/AST/ASTContext.h"

#include <algorithm>

using namespace clang;

namespace memlint {

namespace {

/// `struct option`, of the long options.
struct LongOption {
  std::string Name;
  int64_t HasArgument = 0;
  Value Flag;
  int64_t Result = 0;
};

} // namespace

/// What one call of getopt() works with.
class HostStrings::OptionScan {
public:
  OptionScan(HostStrings &Strings, const LibraryCall &Call) : Strings(Strings), Call(Call) {}

  /// Nothing where something is not known; what has been changed by then has to be forgotten.
  std::optional<int64_t> run();

private:
  bool readState();
  bool readLongOptions();
  void writeState();
  std::string argument(int64_t Index) const { return Texts[size_t(Index)]; }
  bool isOther(int64_t Index) const {
    return argument(Index).size() < 2 || argument(Index).front() != '-';
  }
  void moveOthersBehind();
  std::optional<int64_t> findNext();
  std::optional<int64_t> takeShort();
  std::optional<int64_t> takeLong(llvm::StringRef Text);
  int64_t missingArgument() const { return Silent ? ':' : '?'; }
  void setArgument(int64_t Index, size_t From) {
    Argument = Strings.moved(Pointers[size_t(Index)], From);
  }

  HostStrings &Strings;
  const LibraryCall &Call;
  std::vector<Value> Pointers;
  std::vector<std::string> Texts;
  std::string Letters;
  std::vector<LongOption> LongOptions;
  /// The format begins with '+': the first other argument is the end; with ':': no messages.
  bool InOrder = false, Silent = false;
  int64_t Count = 0, Index = 0, NextCharacter = 0, FirstOther = 0, LastOther = 0;
  Value Argument;
  std::optional<int64_t> Unknown;
};

const VarDecl *HostStrings::optionVariable(llvm::StringRef Name) const {
  for (const NamedDecl *Found : Ast.getTranslationUnitDecl()->lookup(&Ast.Idents.get(Name)))
    if (const auto *Variable = dyn_cast<VarDecl>(Found))
      return Variable;
  return nullptr;
}

std::optional<SlotId> HostStrings::optionSlot(llvm::StringRef Name) {
  const VarDecl *Variable = optionVariable(Name);
  Lvalue At = Variable ? Code.locateVariable(*Variable, nullptr) : Lvalue();
  return At.isVariable() ? std::optional(At.Slot) : std::nullopt;
}

std::vector<SlotId> HostStrings::startOptions() {
  std::vector<SlotId> Slots;
  if (std::optional<SlotId> Argument = optionSlot("optarg")) {
    Code.Current.Variables[*Argument] = Code.zeroValue(Ast.getPointerType(Ast.CharTy));
    Slots.push_back(*Argument);
  }
  if (std::optional<SlotId> Index = optionSlot("optind")) {
    Code.Current.Variables[*Index] = constant(1);
    Slots.push_back(*Index);
  }
  for (auto [Slot, Start] : llvm::zip_equal(OptionState, std::array<int64_t, 3>{0, 1, 1})) {
    Slot = Code.newSlot(Ast.IntTy, "");
    Code.Current.Variables[Slot] = constant(Start);
    Slots.push_back(Slot);
  }
  return Slots;
}

bool HostStrings::OptionScan::readState() {
  Interpreter &Code = Strings.Code;
  std::optional<SlotId> IndexSlot = Strings.optionSlot("optind");
  if (!IndexSlot || !Strings.optionSlot("optarg"))
    return false;
  int64_t *Numbers[] = {&Index, &NextCharacter, &FirstOther, &LastOther};
  SlotId Slots[] = {*IndexSlot, Strings.OptionState[0], Strings.OptionState[1],
                    Strings.OptionState[2]};
  for (auto [Number, Slot] : llvm::zip_equal(Numbers, Slots)) {
    std::optional<int64_t> Known =
        numberIn(Code.readVariable(Lvalue::variable(Slot), Strings.Ast.IntTy, nullptr));
    if (!Known)
      return false;
    *Number = *Known;
  }
  std::optional<int64_t> Given = numberIn(Call.Arguments[0]);
  const Value &Array = Call.Arguments[1];
  std::optional<std::string> Format = Strings.textAt(Call.Arguments[2]);
  if (!Given || !Format || !Array.isPointer() || !Array.Target.isVariable() ||
      Array.Target.Path.empty() || Array.Target.Path.back().Index)
    return false;
  Count = *Given;
  if (Index < 1 || Index > Count || FirstOther > Index || LastOther > Index)
    return false;
  for (int64_t Each = 0; Each != Count; ++Each) {
    Value Pointer = Code.load(Strings.moved(Array, size_t(Each)).Target,
                              Strings.Ast.getPointerType(Strings.Ast.CharTy), nullptr);
    // The program's name is not looked at.
    std::optional<std::string> Text = Each == 0 ? "" : Strings.textAt(Pointer);
    if (!Text)
      return false;
    Pointers.push_back(std::move(Pointer));
    Texts.push_back(std::move(*Text));
  }
  llvm::StringRef Rest = *Format;
  if (Rest.starts_with("-"))
    return false;
  InOrder = Rest.consume_front("+");
  Silent = Rest.consume_front(":");
  Letters = Rest.str();
  return NextCharacter == 0 || (Index < Count && size_t(NextCharacter) < argument(Index).size());
}

bool HostStrings::OptionScan::readLongOptions() {
  Interpreter &Code = Strings.Code;
  const Value &Array = Call.Arguments[3];
  if (!Array.isPointer() || !Array.Target.isVariable() || Array.Target.Path.empty() ||
      Array.Target.Path.back().Index)
    return false;
  QualType Type = Code.typeAt(Array.Target);
  for (size_t Each = 0;; ++Each) {
    Value Held = Code.load(Strings.moved(Array, Each).Target, Type, nullptr);
    if (!Held.isAggregate() || Held.Parts->size() != 4)
      return false;
    const std::vector<Value> &Parts = *Held.Parts;
    if (Parts[0].isPointer() && Strings.Memory.isNull(Parts[0].Target))
      return true;
    std::optional<std::string> Name = Strings.textAt(Parts[0]);
    std::optional<int64_t> HasArgument = numberIn(Parts[1]), Result = numberIn(Parts[3]);
    if (!Name || !HasArgument || !Result || !Strings.canStoreTo(Parts[2]))
      return false;
    LongOptions.push_back({std::move(*Name), *HasArgument, Parts[2], *Result});
  }
}

void HostStrings::OptionScan::writeState() {
  auto Set = [&](SlotId Slot, const Value &New) {
    QualType Type = Strings.Code.typeAt(Lvalue::variable(Slot));
    Strings.Code.store(Lvalue::variable(Slot), Type, New, nullptr);
  };
  Set(*Strings.optionSlot("optind"), Strings.constant(Index));
  Set(*Strings.optionSlot("optarg"), Argument);
  if (std::optional<SlotId> Slot = Strings.optionSlot("optopt"); Slot && Unknown)
    Set(*Slot, Strings.constant(*Unknown));
  Set(Strings.OptionState[0], Strings.constant(NextCharacter));
  Set(Strings.OptionState[1], Strings.constant(FirstOther));
  Set(Strings.OptionState[2], Strings.constant(LastOther));
  QualType Type = Strings.Ast.getPointerType(Strings.Ast.CharTy);
  for (int64_t Each = 1; Each < Count; ++Each)
    Strings.Code.store(Strings.moved(Call.Arguments[1], size_t(Each)).Target, Type,
                       Pointers[size_t(Each)], nullptr);
}

/// Moves the options before the present argument before the other arguments that they follow.
void HostStrings::OptionScan::moveOthersBehind() {
  std::rotate(Pointers.begin() + FirstOther, Pointers.begin() + LastOther,
              Pointers.begin() + Index);
  std::rotate(Texts.begin() + FirstOther, Texts.begin() + LastOther, Texts.begin() + Index);
  FirstOther += Index - LastOther;
  LastOther = Index;
}

/// Goes to the next option; the result of the call where there is none.
std::optional<int64_t> HostStrings::OptionScan::findNext() {
  if (!InOrder) {
    if (FirstOther != LastOther && LastOther != Index)
      moveOthersBehind();
    else if (LastOther != Index)
      FirstOther = Index;
    while (Index < Count && isOther(Index))
      ++Index;
    LastOther = Index;
  }
  if (Index != Count && argument(Index) == "--") {
    ++Index;
    if (FirstOther != LastOther && LastOther != Index)
      moveOthersBehind();
    else if (FirstOther == LastOther)
      FirstOther = Index;
    LastOther = Index = Count;
  }
  if (Index == Count && FirstOther != LastOther)
    Index = FirstOther;
  else if (Index != Count && !isOther(Index))
    return std::nullopt;
  return -1;
}

std::optional<int64_t> HostStrings::OptionScan::takeShort() {
  std::string Text = argument(Index);
  char Letter = Text[size_t(NextCharacter)];
  auto Rest = size_t(NextCharacter) + 1;
  bool IsLast = Rest == Text.size();
  size_t Known = Letter == ':' || Letter == ';' ? std::string::npos : Letters.find(Letter);
  llvm::StringRef Behind =
      Known == std::string::npos ? "" : llvm::StringRef(Letters).substr(Known + 1);
  // An extension, for long options.
  if (Letter == 'W' && Behind.starts_with(";"))
    return std::nullopt;
  NextCharacter = IsLast || Behind.starts_with(":") ? 0 : int64_t(Rest);
  int64_t At = Index;
  if (NextCharacter == 0)
    ++Index;
  if (Known == std::string::npos) {
    Unknown = Letter;
    return '?';
  }
  if (Behind.starts_with(":") && !IsLast)
    setArgument(At, Rest);
  if (!Behind.starts_with(":") || Behind.starts_with("::") || !IsLast)
    return Letter;
  if (Index == Count) {
    Unknown = Letter;
    return missingArgument();
  }
  setArgument(Index++, 0);
  return Letter;
}

std::optional<int64_t> HostStrings::OptionScan::takeLong(llvm::StringRef Text) {
  auto [Name, Given] = Text.split('=');
  bool HasValue = Name.size() != Text.size();
  const LongOption *Found = nullptr;
  for (const LongOption &Each : LongOptions) {
    if (Each.Name == Name) {
      Found = &Each;
      break;
    }
    if (!llvm::StringRef(Each.Name).starts_with(Name))
      continue;
    // Which of several is meant is not followed.
    if (Found)
      return std::nullopt;
    Found = &Each;
  }
  int64_t At = Index++;
  NextCharacter = 0;
  if (!Found || (HasValue && Found->HasArgument == 0)) {
    Unknown = Found ? Found->Result : 0;
    return '?';
  }
  if (HasValue) {
    setArgument(At, argument(At).find('=') + 1);
  } else if (Found->HasArgument == 1) {
    if (Index == Count) {
      Unknown = Found->Result;
      return missingArgument();
    }
    setArgument(Index++, 0);
  }
  Strings.storeTo(Call.Arguments[4], Strings.constant(Found - LongOptions.data()));
  if (Strings.Memory.isNull(Found->Flag.Target))
    return Found->Result;
  Strings.storeTo(Found->Flag, Strings.constant(Found->Result));
  return 0;
}

std::optional<int64_t> HostStrings::OptionScan::run() {
  bool HasLong = Call.name() == "getopt_long";
  if (Call.Arguments.size() != (HasLong ? 5 : 3) || !readState() ||
      (HasLong && (!readLongOptions() || !Strings.canStoreTo(Call.Arguments[4]))))
    return std::nullopt;
  Argument = Strings.Code.zeroValue(Strings.Ast.getPointerType(Strings.Ast.CharTy));
  std::optional<int64_t> Result = NextCharacter == 0 ? findNext() : std::nullopt;
  if (!Result) {
    if (NextCharacter == 0 && HasLong && argument(Index)[1] == '-') {
      Result = takeLong(llvm::StringRef(Texts[size_t(Index)]).drop_front(2));
    } else {
      NextCharacter = std::max<int64_t>(NextCharacter, 1);
      Result = takeShort();
    }
  }
  if (Result)
    writeState();
  return Result;
}

HostStrings::Result HostStrings::nextOption(const LibraryCall &Call) {
  if (std::optional<int64_t> Option = OptionScan(*this, Call).run())
    return constant(*Option);
  for (SlotId Slot : OptionState)
    Code.havocVariable(Slot, "");
  for (llvm::StringRef Name : {"optind", "optarg", "optopt"})
    if (std::optional<SlotId> Slot = optionSlot(Name))
      Code.havocVariable(*Slot, "");
  // It may have moved the arguments.
  if (Call.Arguments.size() > 1 && Call.Arguments[1].isPointer() &&
      Call.Arguments[1].Target.isVariable())
    Code.havocVariable(Call.Arguments[1].Target.Slot, "");
  return std::nullopt;
}

} // namespace memlint
