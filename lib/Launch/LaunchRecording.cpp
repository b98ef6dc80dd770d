//===- LaunchRecording.cpp - Launches met in host code --------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GuardedRanges.h"
#include "HostEvaluator.h"
#include "LaunchAlternatives.h"

#include "cuda-memlint/CudaModel/RuntimeFunction.h"
#include "cuda-memlint/Frontend/Position.h"
#include "cuda-memlint/Frontend/Statements.h"
#include "cuda-memlint/Model/LaunchArguments.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;

namespace memlint {

namespace {

/// The largest alignment that is distinguished: that of allocations.
constexpr uint64_t AllocationAlignment = 256;

/// A grid or block: a dim3, or a number where the call depends on template
/// parameters and was not converted.
std::array<std::optional<uint64_t>, 3> extentsOf(const HostValue &Value) {
  std::array<std::optional<uint64_t>, 3> Extents;
  auto Extent = [](const HostValue &Each) -> std::optional<uint64_t> {
    // 0 is not a launch at all, so the value read is not the one that is meant.
    if (!Each.isInteger() || Each.Integer <= 0 || Each.Integer > int64_t(UINT32_MAX))
      return std::nullopt;
    return uint64_t(Each.Integer);
  };
  if (Value.isInteger())
    return {Extent(Value), 1, 1};
  if (Value.isAggregate() && Value.Elements.size() == 3)
    for (unsigned Dimension = 0; Dimension != 3; ++Dimension)
      Extents[Dimension] = Extent(Value.Elements[Dimension]);
  return Extents;
}

/// Whether \p Grid is known to have no blocks.
bool isEmptyGrid(const HostValue &Grid) {
  auto IsZero = [](const HostValue &Each) { return Each.isInteger() && Each.Integer == 0; };
  return IsZero(Grid) || (Grid.isAggregate() && llvm::any_of(Grid.Elements, IsZero));
}

/// Whether \p Extents, of a grid or block, are written with the number 0: unlike one that is read
/// or computed, this one is meant.
bool isWrittenEmpty(const clang::Expr *Extents) {
  auto IsZero = [](const clang::Expr *Each) {
    const auto *Number = dyn_cast<IntegerLiteral>(Each->IgnoreParenImpCasts());
    return Number && Number->getValue() == 0;
  };
  const clang::Expr *Plain = Extents->IgnoreUnlessSpelledInSource()->IgnoreCasts();
  if (const auto *Made = dyn_cast<CXXConstructExpr>(Plain))
    return llvm::any_of(Made->arguments(), IsZero);
  return IsZero(Plain);
}

std::optional<uint64_t> bytesOf(const HostValue &Value) {
  if (!Value.isInteger() || Value.Integer < 0)
    return std::nullopt;
  return uint64_t(Value.Integer);
}

/// The terms of a grid or block.
std::array<ExprRef, 3> extentTerms(const HostValue &Value, TermRecording &Terms) {
  std::array<ExprRef, 3> Extents = {};
  if (!Value.isAggregate())
    Extents[0] = Terms.size(Value.Number);
  else if (Value.Elements.size() == 3)
    for (unsigned Dimension = 0; Dimension != 3; ++Dimension)
      Extents[Dimension] = Terms.size(Value.Elements[Dimension].Number);
  return Extents;
}

} // namespace

const FunctionDecl *HostEvaluator::kernelOf(const clang::Expr *Function) {
  const FunctionDecl *Kernel = evaluate(Function).Function;
  return Kernel && Kernel->hasAttr<CUDAGlobalAttr>() ? Kernel : nullptr;
}

/// Of a struct the fields and then the bases, of an array the elements.
static std::vector<QualType> argumentParts(QualType Type) {
  std::vector<QualType> Types;
  if (const auto *Array = dyn_cast_or_null<ConstantArrayType>(Type->getAsArrayTypeUnsafe()))
    Types.assign(Array->getZExtSize(), Array->getElementType());
  const RecordDecl *Record = Type->getAsRecordDecl();
  Record = Record ? Record->getDefinition() : nullptr;
  if (!Record || Record->isUnion())
    return Types;
  for (const FieldDecl *Field : Record->fields())
    Types.push_back(Field->getType());
  if (const auto *Class = dyn_cast<CXXRecordDecl>(Record))
    for (const CXXBaseSpecifier &Base : Class->bases())
      Types.push_back(Base.getType());
  return Types;
}

/// Whether each integer in \p Argument, which is of \p Type, is known.
static bool hasAllIntegers(const LaunchArgument &Argument, QualType Type) {
  if (Type->isIntegralOrEnumerationType())
    return Argument.Value.has_value();
  std::vector<QualType> Types = argumentParts(Type);
  for (size_t Index = 0; Index != Types.size(); ++Index)
    if (!hasAllIntegers(Index < Argument.Fields.size() ? Argument.Fields[Index] : LaunchArgument(),
                        Types[Index]))
      return false;
  return true;
}

LaunchArgument HostEvaluator::argumentOf(const HostValue &Value, QualType Type,
                                         TermRecording &Terms) {
  LaunchArgument Argument;
  if (Type->isIntegralOrEnumerationType()) {
    if (Value.isInteger())
      Argument.Value = Value.Integer;
    else
      Argument.Multiple = Value.isUnknown() ? Value.Multiple : 1;
    Argument.Term = Terms.argument(Value.Number);
    if (Value.Number)
      Argument.Range = rangeUnder(*Exprs, Value.Number, Code->Current.Guards);
    return Argument;
  }
  if (Value.isAggregate()) {
    std::vector<QualType> Types = argumentParts(Type);
    for (auto [Part, PartType] : llvm::zip(Value.Elements, Types))
      Argument.Fields.push_back(argumentOf(Part, PartType, Terms));
    return Argument;
  }
  if (!Type->isPointerType())
    return Argument;
  Argument.IsNull = Value.isNull();
  if (!Value.isPointer())
    return Argument;
  Argument.Allocation = (*Memory)[Value.Allocation].Device;
  if (Argument.Allocation && Value.ByteOffset != 0)
    Argument.Allocation->Bytes.reset();
  // Variables start aligned like allocations.
  if (Value.ByteOffset)
    Argument.AlignmentResidue = uint64_t(*Value.ByteOffset) % AllocationAlignment;
  else
    Argument.AlignmentBytes = std::min(AllocationAlignment, Value.Multiple);
  return Argument;
}

namespace {

/// A pointer among the arguments of a launch, fields of structs included.
struct PassedPointer {
  unsigned Parameter;
  HostValue Value;
  ArgumentOverlap::Passed Written;
  /// The way to it in the argument, as in LaunchArgument::Fields.
  SmallVector<unsigned, 2> Fields;
};

/// More pointers than this are not compared with each other.
constexpr size_t MaximumPassedPointers = 64;

/// Adds the pointers in \p Value, of \p Type; \p Whole is what is known of how it is written.
void addPointers(const PassedPointer &Whole, QualType Type, std::vector<PassedPointer> &Found) {
  if (Type->isPointerType()) {
    if (Found.size() < MaximumPassedPointers)
      Found.push_back(Whole);
    return;
  }
  const RecordDecl *Record = Type->getAsRecordDecl();
  std::vector<QualType> Types = argumentParts(Type);
  // Nothing is written of elements and of bases. Each of many elements without a value would be
  // like the others.
  std::vector<const FieldDecl *> Fields;
  if (Record && Record->getDefinition())
    Fields.assign(Record->getDefinition()->field_begin(), Record->getDefinition()->field_end());
  bool HasValues = Whole.Value.isAggregate();
  for (size_t Index = 0; Index != (HasValues || Record ? Types.size() : 0); ++Index) {
    PassedPointer Part = Whole;
    Part.Value = HasValues && Index < Whole.Value.Elements.size() ? Whole.Value.Elements[Index]
                                                                  : HostValue::unknown();
    Part.Fields.push_back(unsigned(Index));
    if (Index < Fields.size())
      Part.Written.Path.push_back(Fields[Index]);
    else
      Part.Written.Argument = nullptr;
    addPointers(Part, Types[Index], Found);
  }
}

bool leadToOneMemory(const HostValue &Left, const HostValue &Right) {
  return Left.isPointer() && Right.isPointer() && Left.Allocation &&
         Left.Allocation == Right.Allocation;
}

/// Numbers the allocations that two or more of \p Pointers lead into.
void setSharedAllocations(LaunchContext &Context, ArrayRef<PassedPointer> Pointers) {
  unsigned Number = 0;
  auto Set = [&](const PassedPointer &Pointer, const PassedPointer &Leader) {
    LaunchArgument *Argument = argumentAt(Context, Pointer.Parameter, Pointer.Fields);
    if (!Argument)
      return;
    Argument->SharedAllocation = Number;
    std::optional<int64_t> Offset = Pointer.Value.ByteOffset;
    std::optional<int64_t> Start = Leader.Value.ByteOffset;
    if (Offset && Start)
      Argument->SharedOffset = *Offset - *Start;
  };
  for (auto [Index, First] : llvm::enumerate(Pointers)) {
    LaunchArgument *Argument = argumentAt(Context, First.Parameter, First.Fields);
    if (!Argument || Argument->SharedAllocation != 0)
      continue;
    bool IsShared = false;
    for (const PassedPointer &Other : Pointers.drop_front(Index + 1))
      if (leadToOneMemory(First.Value, Other.Value)) {
        if (!IsShared) {
          ++Number;
          Set(First, First);
        }
        IsShared = true;
        Set(Other, First);
      }
  }
}

/// A pointer to memory that the interpretation has seen made.
bool isOwnMemory(const HostValue &Value) {
  return Value.isPointer() && Value.Allocation && Value.NotNull;
}

/// Of a pointer that is not known to be new memory, only its name is known to be its own.
bool areApart(const HostValue &Left, const HostValue &Right) {
  return isOwnMemory(Left) && isOwnMemory(Right) && !leadToOneMemory(Left, Right);
}

/// How the elements of an array of pointers to arguments are written; nulls where it is not seen.
std::vector<const clang::Expr *> elementsWritten(const clang::Expr *Array, size_t Count) {
  std::vector<const clang::Expr *> Elements(Count);
  const auto *Reference = dyn_cast<DeclRefExpr>(Array->IgnoreParenCasts());
  const auto *Variable = Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
  const auto *List = Variable ? dyn_cast_or_null<InitListExpr>(Variable->getInit()) : nullptr;
  for (size_t Index = 0; List && Index < std::min<size_t>(Count, List->getNumInits()); ++Index)
    Elements[Index] = List->getInit(Index);
  return Elements;
}

} // namespace

static bool isDeclaredInHeader(const FunctionDecl &Function) {
  const SourceManager &Sources = Function.getASTContext().getSourceManager();
  return llvm::any_of(Function.redecls(), [&](const FunctionDecl *Declared) {
    return isInHeader(Declared->getLocation(), Sources);
  });
}

/// A function on the way to the launch that handed \p Pointer on, as other callers, in files that
/// are not given, may hand on others; null: none.
const FunctionDecl *HostEvaluator::visibleElsewhere(const HostValue &Pointer) const {
  const HostObject &Object = (*Memory)[Pointer.Allocation];
  bool IsOuter = Object.Slot ? Code->outerVariable(*Object.Slot) != nullptr
                             : Object.Variable && Object.Variable->hasGlobalStorage();
  for (const ActiveCall &Each : Calls) {
    bool IsOfOutside = IsCalledFromOutside && &Each == &Calls.front();
    bool IsHandedOn =
        Object.Slot ? IsOuter || int64_t(*Object.Slot) < Each.Result
        : Object.Variable
            ? IsOuter ||
                  !declaresSameEntity(cast<Decl>(Object.Variable->getDeclContext()), Each.Function)
            : Pointer.Allocation <= Each.LastObjectBefore;
    IsHandedOn |= Pointer.IsVariable && IsOfOutside;
    if (IsHandedOn && !Each.Function->isMain() &&
        (IsOfOutside || isDeclaredInHeader(*Each.Function)))
      return Each.Function;
  }
  return nullptr;
}

/// \p Range limited to the values that \p Argument, for a parameter of \p Type, can have: signed
/// arithmetic does not overflow.
static Interval withoutOverflow(const ASTContext &Ast, Interval Range, const clang::Expr *Argument,
                                QualType Type) {
  if (!Argument || !Type->isSignedIntegerType() ||
      !Ast.hasSameUnqualifiedType(Argument->IgnoreImpCasts()->getType(), Type))
    return Range;
  int64_t Highest = llvm::maxIntN(Ast.getIntWidth(Type)),
          Lowest = llvm::minIntN(Ast.getIntWidth(Type));
  return {std::clamp(Range.Low, Lowest, Highest), std::clamp(Range.High, Lowest, Highest)};
}

/// \p Argument, of a launch of \p Kernel, leads to numbers of the function around that are all
/// different.
bool HostEvaluator::passesPermutation(const clang::Expr *Argument, const FunctionDecl &Kernel,
                                      ArrayRef<const clang::Expr *> Passed) {
  const FunctionDecl *Around = Calls.empty() ? nullptr : Calls.back().Function;
  Around = Around ? Around->getDefinition() : nullptr;
  if (!Argument || !Around ||
      !(isa<DeclRefExpr>(Argument->IgnoreParenCasts()) || HostDistinct::vectorBehind(*Argument)))
    return false;
  return Permutations.try_emplace(Around, *Around, Ast)
      .first->second.isPermutation(*Argument, Kernel, Passed);
}

void HostEvaluator::setArguments(RecordedLaunch &Recorded, const CallExpr *Launch,
                                 const FunctionDecl &Kernel, ArrayRef<HostValue> Values,
                                 ArrayRef<QualType> Types, ArrayRef<const clang::Expr *> Written,
                                 TermRecording &Terms) {
  LaunchContext &Context = Recorded.Context;
  std::vector<PassedPointer> Pointers;
  for (unsigned Index = 0; Index != Values.size(); ++Index) {
    const clang::Expr *Argument = Index < Written.size() ? Written[Index] : nullptr;
    LaunchArgument &New =
        Context.Arguments.emplace_back(argumentOf(Values[Index], Types[Index], Terms));
    New.Range = withoutOverflow(Ast, New.Range, Argument, Types[Index]);
    New.IsPermutation =
        Types[Index]->isPointerType() && passesPermutation(Argument, Kernel, Written);
    addPointers({Index, Values[Index], {Launch, Argument, {}}, {}}, Types[Index], Pointers);
  }
  for (const PassedPointer &Each : Pointers)
    if (Each.Value.isPointer() && (!Each.Fields.empty() || isMutablePointer(Types[Each.Parameter])))
      Memory->writeOnDevice(Each.Value.Allocation);
  setSharedAllocations(Context, Pointers);
  std::vector<Origin> Origins;
  for (const PassedPointer &Each : Pointers) {
    Origins.push_back(originOf(Each.Value, Each.Written));
    if (!Each.Fields.empty())
      continue;
    std::set<RecordedLaunch::Memory> &LeadsTo = Recorded.LeadsTo[Each.Parameter];
    if (isOwnMemory(Each.Value))
      LeadsTo.insert({Runs << 32 | Each.Value.Allocation, {}});
    for (const ArgumentOverlap::FirstHeld &Held : overlap().everHeld(Each.Written))
      LeadsTo.insert({0, Held});
  }
  auto Add = [&](unsigned Left, unsigned Right) {
    if (!llvm::is_contained(Context.AliasedArguments, std::pair(Left, Right)))
      Context.AliasedArguments.emplace_back(Left, Right);
  };
  auto Doubt = [&](unsigned Left, unsigned Right, const FunctionDecl *Caller) {
    DoubtfulPointers New = {Left, Right, Caller ? Caller->getQualifiedNameAsString() : ""};
    if (!llvm::is_contained(Context.DoubtfulArguments, New))
      Context.DoubtfulArguments.push_back(std::move(New));
  };
  for (size_t Left = 0; Left != Pointers.size(); ++Left) {
    const PassedPointer &One = Pointers[Left];
    const Origin &From = Origins[Left];
    if (!From.IsSeenMade && !From.Allocation.IsKnown)
      Doubt(One.Parameter, One.Parameter, From.Caller);
    if (!One.Value.IsVariable && overlap().mayReachDeviceVariable(One.Written))
      Add(One.Parameter, One.Parameter);
    for (size_t Right = Left + 1; Right != Pointers.size(); ++Right) {
      const PassedPointer &Other = Pointers[Right];
      const Origin &OtherFrom = Origins[Right];
      if (leadToOneMemory(One.Value, Other.Value) ||
          (!areApart(One.Value, Other.Value) && overlap().mayOverlap(One.Written, Other.Written)))
        Add(One.Parameter, Other.Parameter);
      else if (!(From.IsSeenMade && OtherFrom.IsSeenMade) &&
               !(From.Allocation.goesWith(OtherFrom.Allocation) &&
                 !overlap().mayOverlap(One.Written, Other.Written)))
        Doubt(One.Parameter, Other.Parameter, From.Caller ? From.Caller : OtherFrom.Caller);
    }
  }
  // The others are not compared.
  if (Pointers.size() == MaximumPassedPointers)
    for (unsigned Left = 0; Left != Values.size(); ++Left)
      for (unsigned Right = Left; Right != Values.size(); ++Right)
        Doubt(Left, Right, nullptr);
}

/// What is known of where a pointer that a launch passes comes from.
HostEvaluator::Origin HostEvaluator::originOf(const HostValue &Value,
                                              const ArgumentOverlap::Passed &Written) {
  Origin Result;
  if (isOwnMemory(Value)) {
    Result.Caller = visibleElsewhere(Value);
  } else if (const FunctionDecl *From = overlap().functionHandingOn(Written)) {
    // Of others all callers are visible.
    if (declaresSameEntity(From, Calls.front().Function) || isDeclaredInHeader(*From))
      Result.Caller = From;
  }
  Result.IsSeenMade = isOwnMemory(Value) && !Result.Caller;
  Result.Allocation = overlap().allocationOf(Written);
  return Result;
}

ArgumentOverlap &HostEvaluator::overlap() {
  if (!Overlap)
    Overlap.emplace(Ast, Program);
  return *Overlap;
}

/// The values that an array of pointers to arguments, `void *args[]`, leads to; a single pointer,
/// `void *argument` whose address is passed, is an array of one.
std::vector<HostValue> HostEvaluator::argumentsBehind(const clang::Expr *Array,
                                                      ArrayRef<QualType> Types) {
  std::vector<HostValue> Values(Types.size());
  Value First = Code->evaluate(Array);
  if (!First.isPointer() || !First.Target.isVariable())
    return Values;
  bool IsSingle = First.Target.Path.empty();
  if (!IsSingle && First.Target.Path.back().Index)
    return Values;
  size_t Count = IsSingle ? std::min<size_t>(1, Types.size()) : Types.size();
  for (unsigned Index = 0; Index != Count; ++Index) {
    Lvalue Element = First.Target;
    if (!IsSingle)
      Element.Path.back().Number += Index;
    Value Pointer = Code->load(Element, Ast.VoidPtrTy, nullptr);
    if (Pointer.isPointer())
      Values[Index] = described(Code->load(Pointer.Target, Types[Index], nullptr), Types[Index]);
  }
  return Values;
}

HostValue HostEvaluator::configurationField(const Value &Configuration, QualType Type,
                                            StringRef Name) {
  const RecordDecl *Record = Type->getPointeeType()->getAsRecordDecl();
  if (!Record || !Configuration.isPointer() || !Configuration.Target.isVariable())
    return HostValue::unknown();
  for (const FieldDecl *Field : Record->fields())
    if (Field->getName() == Name)
      return described(
          Code->load(Code->fieldLvalue(Configuration.Target, *Field), Field->getType(), nullptr),
          Field->getType());
  return HostValue::unknown();
}

bool HostEvaluator::launch(const CallExpr &Call) {
  LaunchForm Form = launchForm(&Call);
  if (Form != LaunchForm::None)
    recordLaunch(&Call, Form);
  return Form != LaunchForm::None;
}

void HostEvaluator::recordLaunch(const CallExpr *Call, LaunchForm Form) {
  unsigned Needed = Form == LaunchForm::Function ? 5 : Form == LaunchForm::Chevrons ? 0 : 2;
  if (Call->getNumArgs() < Needed)
    return;
  const FunctionDecl *Kernel = nullptr;
  LaunchParts Parts;
  SmallVector<const clang::Expr *> Written;
  const clang::Expr *ArgumentArray = nullptr;

  bool NeverRuns = false;
  if (Form == LaunchForm::Chevrons) {
    const CallExpr *Configuration = cast<CUDAKernelCallExpr>(Call)->getConfig();
    Kernel = kernelOf(Call->getCallee());
    ArrayRef<const clang::Expr *> Sizes(Configuration->getArgs(), Configuration->getNumArgs());
    HostValue *Values[] = {&Parts.Grid, &Parts.Block, &Parts.Bytes};
    Parts.Bytes = HostValue::integer(0);
    for (unsigned Index = 0; Index != std::min<size_t>(Sizes.size(), 3); ++Index) {
      *Values[Index] = evaluate(Sizes[Index]);
      NeverRuns |= Index < 2 && isWrittenEmpty(Sizes[Index]);
    }
    Written.assign(Call->arg_begin(), Call->arg_end());
  } else if (Form == LaunchForm::Function) {
    Kernel = kernelOf(Call->getArg(0));
    Parts.Grid = evaluate(Call->getArg(1));
    Parts.Block = evaluate(Call->getArg(2));
    ArgumentArray = Call->getArg(3);
    Parts.Bytes = evaluate(Call->getArg(4));
    NeverRuns = isWrittenEmpty(Call->getArg(1)) || isWrittenEmpty(Call->getArg(2));
  } else {
    Value Configuration = Code->evaluate(Call->getArg(0));
    QualType Type = Call->getArg(0)->getType();
    Kernel = kernelOf(Call->getArg(1));
    Parts.Grid = configurationField(Configuration, Type, "gridDim");
    Parts.Block = configurationField(Configuration, Type, "blockDim");
    Parts.Bytes = configurationField(Configuration, Type, "dynamicSmemBytes");
    if (runtimeKind(Call->getDirectCallee()->getName()) == RuntimeKind::LaunchConfiguredArray)
      ArgumentArray = Call->getNumArgs() > 2 ? Call->getArg(2) : nullptr;
    else
      Written.assign(Call->arg_begin() + 2, Call->arg_end());
  }

  for (const clang::Expr *Argument : Written)
    Parts.Arguments.push_back(evaluate(Argument));
  bool IsReached = Code->Current.Reachable;
  LaunchesUnknownKernel |= !Kernel && IsReached;
  if (!Kernel || !IsReached || NeverRuns)
    return;
  SmallVector<QualType> Types;
  for (const ParmVarDecl *Parameter : Kernel->parameters())
    Types.push_back(Parameter->getType());
  if (ArgumentArray) {
    Parts.Arguments = argumentsBehind(ArgumentArray, Types);
    llvm::copy(elementsWritten(ArgumentArray, Types.size()), std::back_inserter(Written));
  }
  Parts.Arguments.resize(Types.size());
  std::vector<LaunchParts> Alternatives = alternativesOf(*Exprs, Parts, Code->Current.Guards);
  for (const LaunchParts &Each : Alternatives) {
    addLaunch(*Call, *Kernel, Each, Types, Written);
    Launches.back().IsAlternative = Alternatives.size() > 1;
  }
}

/// Whether all that \p Extents are made of was there before the value numbered \p Last.
static bool isFrom(const HostValue &Extents, unsigned Last) {
  if (Extents.isAggregate())
    return llvm::all_of(Extents.Elements,
                        [&](const HostValue &Each) { return isFrom(Each, Last); });
  return Extents.isInteger() || (Extents.Number && allLeaves(Extents.Number, [&](ExprRef Leaf) {
                                   return Leaf->number() <= Last;
                                 }));
}

/// Whether \p Code names a variable that \p Of modifies.
static bool namesAny(const Stmt *Code, const Modifications &Of) {
  return anyPart(Code, [&](const Stmt &Part) {
    const auto *Name = dyn_cast<DeclRefExpr>(&Part);
    const auto *Variable = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
    return Variable && Of.Variables.contains(Variable);
  });
}

/// Notes how often the host code makes \p Launch, which passes what is \p Written.
void HostEvaluator::setTimes(RecordedLaunch &Launch, const LaunchParts &Parts,
                             ArrayRef<const clang::Expr *> Written) {
  if (IsCapturing)
    return;
  auto Open =
      llvm::find_if(llvm::reverse(Loops), [](const ActiveLoop &Each) { return Each.IsOpen; });
  if (Open == Loops.rend()) {
    Launch.Context.TimesInMain = StartsFromMain ? 1 : 0;
    return;
  }
  const ActiveLoop &Outermost =
      *llvm::find_if(Loops, [](const ActiveLoop &Each) { return Each.IsOpen; });
  Launch.Context.IsInOpenLoop = !Outermost.IsConditional &&
                                isFrom(Parts.Grid, Open->LastValueBefore) &&
                                isFrom(Parts.Block, Open->LastValueBefore);
  Launch.PassesOthersInLoop = llvm::any_of(Written, [&](const clang::Expr *Argument) {
    return namesAny(Argument, factsOf(*Open->Where).Modified);
  });
}

void HostEvaluator::addLaunch(const CallExpr &Call, const FunctionDecl &Kernel,
                              const LaunchParts &Parts, ArrayRef<QualType> Types,
                              ArrayRef<const clang::Expr *> Written) {
  RecordedLaunch &Launch = Launches.emplace_back();
  Launch.Kernel = Kernel.getCanonicalDecl();
  Launch.Where = Call.getBeginLoc();
  Launch.Context.Grid = extentsOf(Parts.Grid);
  Launch.Context.Block = extentsOf(Parts.Block);
  Launch.IsEmpty = isEmptyGrid(Parts.Grid);
  Launch.Context.DynamicSharedBytes = bytesOf(Parts.Bytes);
  Launch.Context.Origin = LaunchOrigin::Call;
  Launch.Context.Conditions = Conditions;
  setTimes(Launch, Parts, Written);
  Launch.Context.Position = positionOf(Call.getSourceRange(), Ast);
  // What is passed gives the unknowns their numbers.
  TermRecording Terms(*TermsOfLaunches);
  setArguments(Launch, &Call, Kernel, Parts.Arguments, Types, Written, Terms);
  Launch.Context.Terms = {nullptr, extentTerms(Parts.Grid, Terms), extentTerms(Parts.Block, Terms),
                          Terms.size(Parts.Bytes.Number)};
  if (!Terms.isEmpty())
    Launch.Context.Terms.Owner = TermsOfLaunches;
  Launch.AllKnown = Launch.Context.gridKnown() && Launch.Context.blockKnown() &&
                    Launch.Context.DynamicSharedBytes;
  for (unsigned Index = 0; Index != Types.size(); ++Index)
    Launch.AllKnown &= hasAllIntegers(Launch.Context.Arguments[Index], Types[Index]);
}

PassedValue HostEvaluator::passedValue(const Value &Given, QualType Type) {
  if (!Given.isPointer() || !Given.Target.isVariable())
    return {withoutLocations(described(Given, Type)), /*IsPointee=*/false};
  QualType Pointee = Type->getPointeeType();
  return {withoutLocations(described(Code->load(Given.Target, Pointee, nullptr), Pointee)),
          /*IsPointee=*/true};
}

/// Records each call of a place once, and one more than are distinguished: a function with so many
/// is treated as if nobody called it.
void HostEvaluator::recordOutgoing(const FunctionDecl *Callee, PassedArguments Arguments,
                                   SourceLocation Where) {
  Arguments.numberAllocations();
  auto &Passed = PassedInPlace[{Callee, Where}];
  if (Passed.size() > MaximumOutgoingCalls ||
      llvm::any_of(Passed, [&](const auto &Known) { return *Known == Arguments; }))
    return;
  std::string Name = linkerName(Ast, Callee);
  if (Name.empty())
    return;
  Passed.push_back(std::make_shared<PassedArguments>(std::move(Arguments)));
  RecordedCall &Recorded = OutgoingCalls.emplace_back();
  Recorded.Where = Where;
  Recorded.AllKnown = llvm::none_of(Passed.back()->Values,
                                    [](const PassedValue &Each) { return Each.Value.isUnknown(); });
  Recorded.Call = {std::move(Name), Passed.back(), Conditions};
}

} // namespace memlint
