//===- LaunchRecording.cpp - Launches met in host code --------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostEvaluator.h"

#include "cuda-memlint/Lowering/Position.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace memlint {

namespace {

/// The largest alignment that is told apart, the one allocations have.
constexpr uint64_t AllocationAlignment = 256;

/// A grid or block: a dim3, or a number where the call depends on template
/// parameters and was not converted.
std::array<std::optional<uint64_t>, 3> extentsOf(const HostValue &Value) {
  std::array<std::optional<uint64_t>, 3> Extents;
  auto Extent = [](const HostValue &Each) -> std::optional<uint64_t> {
    // 0 is no launch at all, so the value read is not the one that is meant.
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

std::optional<uint64_t> bytesOf(const HostValue &Value) {
  if (!Value.isInteger() || Value.Integer < 0)
    return std::nullopt;
  return uint64_t(Value.Integer);
}

} // namespace

const FunctionDecl *HostEvaluator::kernelOf(const clang::Expr *Function) {
  const FunctionDecl *Kernel = evaluate(Function).Function;
  return Kernel && Kernel->hasAttr<CUDAGlobalAttr>() ? Kernel : nullptr;
}

/// Of a struct the fields and then the bases, of an array the elements.
static std::vector<QualType> partTypes(QualType Type) {
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
  std::vector<QualType> Types = partTypes(Type);
  for (size_t Index = 0; Index != Types.size(); ++Index)
    if (!hasAllIntegers(Index < Argument.Fields.size() ? Argument.Fields[Index] : LaunchArgument(),
                        Types[Index]))
      return false;
  return true;
}

LaunchArgument HostEvaluator::argumentOf(const HostValue &Value, QualType Type) const {
  LaunchArgument Argument;
  if (numberType(Type).isInteger()) {
    if (Value.isInteger())
      Argument.Value = Value.Integer;
    else
      Argument.Multiple = Value.isUnknown() ? Value.Multiple : 1;
    return Argument;
  }
  if (Value.isAggregate()) {
    std::vector<QualType> Types = partTypes(Type);
    for (auto [Part, PartType] : llvm::zip(Value.Elements, Types))
      Argument.Fields.push_back(argumentOf(Part, PartType));
    return Argument;
  }
  if (!Type->isPointerType())
    return Argument;
  Argument.IsNull = Value.isNull();
  if (!Value.isPointer())
    return Argument;
  std::optional<int64_t> Offset = Value.ByteOffset;
  uint64_t Multiple = Value.Multiple;
  if (Value.Target.known()) {
    // Variables start aligned like allocations; of a place inside one only the
    // index of an array's element says where.
    QualType Pointee = Type->getPointeeType();
    bool Sized = !Pointee->isIncompleteType() && !Pointee->isFunctionType();
    int64_t Size = Sized ? Ast.getTypeSizeInChars(Pointee).getQuantity() : 1;
    Multiple = powerOfTwoFactor(Size);
    if (Value.Target.Path.empty())
      Offset = 0;
    else if (Value.Target.Path.size() == 1)
      Offset = int64_t(Value.Target.Path.front()) * Size;
    else
      Offset.reset();
  }
  if (Offset) {
    Argument.AlignmentResidue = uint64_t(*Offset) % AllocationAlignment;
  } else {
    Argument.AlignmentBytes = std::min(AllocationAlignment, Multiple);
  }
  return Argument;
}

void HostEvaluator::setArguments(LaunchContext &Context, ArrayRef<HostValue> Values,
                                 ArrayRef<QualType> Types) {
  for (unsigned Index = 0; Index != Values.size(); ++Index)
    Context.Arguments.push_back(argumentOf(Values[Index], Types[Index]));
  auto SameMemory = [](const HostValue &Left, const HostValue &Right) {
    if (!Left.isPointer() || !Right.isPointer())
      return false;
    return Left.Target.known() ? Left.Target.Root == Right.Target.Root
                               : Left.Allocation && Left.Allocation == Right.Allocation;
  };
  for (unsigned Left = 0; Left != Values.size(); ++Left)
    for (unsigned Right = Left + 1; Right != Values.size(); ++Right)
      if (Types[Left]->isPointerType() && Types[Right]->isPointerType() &&
          SameMemory(Values[Left], Values[Right]))
        Context.AliasedArguments.emplace_back(Left, Right);
}

/// The values that an array of pointers to arguments, `void *args[]`, leads to.
std::vector<HostValue> HostEvaluator::argumentsBehind(const HostValue &Array,
                                                      ArrayRef<QualType> Types) {
  std::vector<HostValue> Values(Types.size());
  if (!Array.Target.known() || Array.Target.Path.empty())
    return Values;
  for (unsigned Index = 0; Index != Types.size(); ++Index) {
    HostLocation Element = Array.Target;
    Element.Path.back() += Index;
    Values[Index] = load(State.load(Element).Target, Types[Index]);
  }
  return Values;
}

HostValue HostEvaluator::configurationField(const HostValue &Configuration, QualType Type,
                                            StringRef Name) {
  const RecordDecl *Record = Type->getPointeeType()->getAsRecordDecl();
  if (!Record || !Configuration.Target.known())
    return HostValue::unknown();
  for (const FieldDecl *Field : Record->fields())
    if (Field->getName() == Name)
      return State.load(Configuration.Target.at(Field->getFieldIndex()));
  return HostValue::unknown();
}

void HostEvaluator::recordLaunch(const CallExpr *Call) {
  LaunchForm Form = launchForm(Call);
  unsigned Needed = Form == LaunchForm::Function ? 5 : Form == LaunchForm::Chevrons ? 0 : 2;
  if (Call->getNumArgs() < Needed)
    return;
  const FunctionDecl *Kernel = nullptr;
  HostValue Grid, Block, Bytes;
  SmallVector<const clang::Expr *> Written;
  const clang::Expr *ArgumentArray = nullptr;

  if (Form == LaunchForm::Chevrons) {
    const CallExpr *Configuration = cast<CUDAKernelCallExpr>(Call)->getConfig();
    Kernel = kernelOf(Call->getCallee());
    ArrayRef<const clang::Expr *> Parts(Configuration->getArgs(), Configuration->getNumArgs());
    HostValue *Values[] = {&Grid, &Block, &Bytes};
    Bytes = HostValue::integer(0);
    for (unsigned Index = 0; Index != std::min<size_t>(Parts.size(), 3); ++Index)
      *Values[Index] = evaluate(Parts[Index]);
    Written.assign(Call->arg_begin(), Call->arg_end());
  } else if (Form == LaunchForm::Function) {
    Kernel = kernelOf(Call->getArg(0));
    Grid = evaluate(Call->getArg(1));
    Block = evaluate(Call->getArg(2));
    ArgumentArray = Call->getArg(3);
    Bytes = evaluate(Call->getArg(4));
  } else {
    HostValue Configuration = evaluate(Call->getArg(0));
    QualType Type = Call->getArg(0)->getType();
    Kernel = kernelOf(Call->getArg(1));
    Grid = configurationField(Configuration, Type, "gridDim");
    Block = configurationField(Configuration, Type, "blockDim");
    Bytes = configurationField(Configuration, Type, "dynamicSmemBytes");
    if (Call->getDirectCallee()->getName() == "cudaLaunchKernelExC")
      ArgumentArray = Call->getNumArgs() > 2 ? Call->getArg(2) : nullptr;
    else
      Written.assign(Call->arg_begin() + 2, Call->arg_end());
  }

  std::vector<HostValue> Values;
  for (const clang::Expr *Argument : Written)
    Values.push_back(Argument->isGLValue() ? load(locate(Argument), Argument->getType())
                                           : evaluate(Argument));
  if (!Kernel || !State.Reachable)
    return;
  SmallVector<QualType> Types;
  for (const ParmVarDecl *Parameter : Kernel->parameters())
    Types.push_back(Parameter->getType());
  if (ArgumentArray)
    Values = argumentsBehind(evaluate(ArgumentArray), Types);
  Values.resize(Types.size());

  RecordedLaunch &Launch = Launches.emplace_back();
  Launch.Kernel = Kernel->getCanonicalDecl();
  Launch.Where = Call->getBeginLoc();
  Launch.Context.Grid = extentsOf(Grid);
  Launch.Context.Block = extentsOf(Block);
  Launch.Context.DynamicSharedBytes = bytesOf(Bytes);
  Launch.Context.Origin = LaunchOrigin::Call;
  Launch.Context.Conditions = Conditions;
  Launch.Context.Position = positionOf(Call->getSourceRange(), Ast);
  setArguments(Launch.Context, Values, Types);
  Launch.AllKnown = Launch.Context.gridKnown() && Launch.Context.blockKnown() &&
                    Launch.Context.DynamicSharedBytes;
  for (unsigned Index = 0; Index != Types.size(); ++Index)
    Launch.AllKnown &= hasAllIntegers(Launch.Context.Arguments[Index], Types[Index]);
}

PassedValue HostEvaluator::passedValue(const HostValue &Value) const {
  if (Value.Target.known())
    return {withoutPlaces(State.load(Value.Target)), /*IsPointee=*/true};
  return {withoutPlaces(Value), /*IsPointee=*/false};
}

void HostEvaluator::recordOutgoing(const FunctionDecl *Callee, PassedArguments Arguments,
                                   SourceLocation Where) {
  std::string Name = linkerName(Ast, Callee);
  if (Name.empty())
    return;
  Arguments.numberAllocations();
  RecordedCall &Recorded = OutgoingCalls.emplace_back();
  Recorded.Where = Where;
  Recorded.AllKnown = llvm::none_of(
      Arguments.Values, [](const PassedValue &Passed) { return Passed.Value.isUnknown(); });
  Recorded.Call = {std::move(Name), std::make_shared<PassedArguments>(std::move(Arguments)),
                   Conditions};
}

} // namespace memlint
