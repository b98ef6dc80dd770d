//===- ArgumentOverlap.cpp - Pointers that may be one memory --------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArgumentOverlap.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace memlint {

std::optional<ArgumentOverlap::Source> ArgumentOverlap::sourceOf(const Passed &Pointer) {
  if (!Pointer.Argument)
    return std::nullopt;
  Source Result;
  Result.Expression = Pointer.Argument;
  for (const FieldDecl *Field : Pointer.Path)
    Result.Path.push_back(reinterpret_cast<uintptr_t>(Field->getCanonicalDecl()));
  Result.At = Definitions.positionOf(Pointer.Launch);
  Result.IsArgument = true;
  simplify(Result);
  return Result;
}

/// The initializer of the part that \p Field stands for; null: not seen.
static const clang::Expr *initializerOf(const InitListExpr *List, uintptr_t Field) {
  if (!List->isSemanticForm() && List->getSemanticForm())
    List = List->getSemanticForm();
  const RecordDecl *Record = List->getType()->getAsRecordDecl();
  if (!Record || Record->isUnion())
    return nullptr;
  unsigned Index = 0;
  if (const auto *Class = dyn_cast<CXXRecordDecl>(Record))
    Index = Class->getNumBases();
  for (const FieldDecl *Each : Record->fields()) {
    if (reinterpret_cast<uintptr_t>(Each->getCanonicalDecl()) == Field)
      return Index < List->getNumInits() ? List->getInit(Index) : nullptr;
    Index += !Each->isUnnamedBitField();
  }
  return nullptr;
}

/// Makes \p From a location where it is one.
void ArgumentOverlap::simplify(Source &From) {
  while (From.Expression) {
    From.Expression = PointerLvalues::strip(From.Expression);
    const auto *List = dyn_cast<InitListExpr>(From.Expression);
    if (List && !List->getType().isNull() && !From.Path.empty()) {
      const clang::Expr *Part = initializerOf(List, From.Path.front());
      if (!Part)
        return;
      From.Expression = Part;
      From.Path.erase(From.Path.begin());
      continue;
    }
    if (List && List->getNumInits() == 1 && From.Path.empty()) {
      From.Expression = List->getInit(0);
      continue;
    }
    std::optional<PointerLvalue> Lvalue = Lvalues.lvalueOf(From.Expression);
    if (!Lvalue)
      return;
    // What an owner was made of is a pointer, which has no owner's contents.
    bool IsPointer =
        !From.Expression->getType().isNull() && From.Expression->getType()->isPointerType();
    for (uintptr_t Part : From.Path)
      if (!IsPointer || Part != PointerLvalue::Contents)
        Lvalue = Lvalue->with(Part);
    From.Lvalue = std::move(*Lvalue);
    From.Path.clear();
    From.Expression = nullptr;
  }
}

std::vector<const PointerDefinition *> ArgumentOverlap::definitionsOf(const Source &From) const {
  if (From.Only)
    return {*From.Only};
  return Definitions.reaching(From.Lvalue, From.At);
}

/// What a function without arguments returns.
void ArgumentOverlap::addResults(const Source &From, std::vector<Source> &Origins) {
  const auto *Call = dyn_cast<CallExpr>(From.Expression);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  unsigned Objects = Call && isa<CXXOperatorCallExpr>(Call);
  if (!Callee || Call->getNumArgs() != Objects)
    return;
  for (const PointerDefinitions::Result &Each : Definitions.resultsOf(Callee)) {
    Source Result = From;
    Result.Expression = Each.Value;
    Result.At = Each.At;
    Result.Called = Callee->getCanonicalDecl();
    Result.IsArgument = false;
    simplify(Result);
    // Objects that methods work on are not followed into them.
    if (Result.Expression || Result.Lvalue.Root)
      Origins.push_back(std::move(Result));
  }
}

/// What \p From, which \p Swap exchanges with another one, has been then; empty: it is not swapped.
std::optional<ArgumentOverlap::Source> ArgumentOverlap::swappedIn(const Source &From,
                                                                  const PointerDefinition &Swap) {
  if (!Swap.SwappedWith)
    return std::nullopt;
  Source Other = From;
  Other.Expression = Swap.SwappedWith;
  Other.Lvalue = {};
  Other.At = Swap.At;
  Other.Only.reset();
  simplify(Other);
  return Other;
}

/// One step back: what \p From may have been given.
std::vector<ArgumentOverlap::Source> ArgumentOverlap::originsOf(const Source &From) {
  std::vector<Source> Origins;
  auto Add = [&](const clang::Expr *Expression, std::vector<uintptr_t> Path,
                 const CodePosition &At) {
    Source Origin = From;
    Origin.Expression = Expression;
    Origin.Lvalue = {};
    Origin.Path = std::move(Path);
    Origin.At = At;
    Origin.Only.reset();
    simplify(Origin);
    return &Origins.emplace_back(std::move(Origin));
  };
  if (!From.Expression) {
    for (const PointerDefinition *Each : definitionsOf(From))
      if (Each && Each->Value) {
        std::vector<uintptr_t> Rest(From.Lvalue.Path.begin() + Each->Lvalue.Path.size(),
                                    From.Lvalue.Path.end());
        Add(Each->Value, std::move(Rest), Each->At)->IsArgument = false;
      }
    return Origins;
  }
  if (const auto *Short = dyn_cast<BinaryConditionalOperator>(From.Expression)) {
    Add(Short->getCommon(), From.Path, From.At);
    Add(Short->getFalseExpr(), From.Path, From.At);
  } else if (const auto *Conditional = dyn_cast<ConditionalOperator>(From.Expression)) {
    // Of two choices by one condition not the one is made as if it held, the other as if not.
    unsigned Number = Lvalues.numberOf(Conditional->getCond());
    Add(Conditional->getTrueExpr(), From.Path, From.At)->Conditions.try_emplace(Number, true);
    Add(Conditional->getFalseExpr(), From.Path, From.At)->Conditions.try_emplace(Number, false);
  }
  addResults(From, Origins);
  return Origins;
}

/// A variable of the function that was called to get at it, which has it anew in each call.
static bool isOfCall(const PointerLvalue &Lvalue, const FunctionDecl *Called) {
  if (!Called || Lvalue.isLasting())
    return false;
  const auto *Owner = dyn_cast_or_null<FunctionDecl>(Lvalue.Root->getParentFunctionOrMethod());
  return Owner && Owner->getCanonicalDecl() == Called;
}

/// One location with what it held at one time; or one allocation, by the expression that made it.
bool ArgumentOverlap::areSame(const Source &Left, const Source &Right) {
  if (!Left.Expression && !Right.Expression) {
    if (Left.Lvalue != Right.Lvalue || isOfCall(Left.Lvalue, Left.Called))
      return false;
    // A definition that is behind is of an earlier iteration, or of an earlier call.
    auto IsOfLast = [&](const Source &From, const PointerDefinition *Each) {
      return !From.Only && Each && Definitions.isBehind(*Each, From.At);
    };
    std::vector<const PointerDefinition *> Reaching = definitionsOf(Left);
    return llvm::any_of(definitionsOf(Right), [&](const PointerDefinition *Each) {
      return llvm::is_contained(Reaching, Each) && IsOfLast(Left, Each) == IsOfLast(Right, Each);
    });
  }
  if (!Left.Expression || !Right.Expression || Left.Path != Right.Path || Left.Called ||
      Right.Called)
    return false;
  bool IsMade = isa<CallExpr, CXXNewExpr>(Left.Expression);
  if (Left.Expression == Right.Expression)
    return IsMade;
  return Left.IsArgument && Right.IsArgument && IsMade && !isa<CXXNewExpr>(Left.Expression) &&
         Lvalues.numberOf(Left.Expression) == Lvalues.numberOf(Right.Expression);
}

/// Pointers that are given their values together, branch by branch, have those of one branch at
/// a time: buffers that take turns.
bool ArgumentOverlap::meetTogether(const Source &Left, const Source &Right, bool &IsDecided) {
  auto ByScope = [&](const Source &From) {
    std::vector<const PointerDefinition *> All = definitionsOf(From);
    std::map<unsigned, const PointerDefinition *> Result;
    for (const PointerDefinition *Each : All)
      Result[Each ? Each->At.Scope : CodePosition::Nowhere] = Each;
    return Result.size() == All.size() ? Result : decltype(Result)();
  };
  std::map<unsigned, const PointerDefinition *> OfLeft = ByScope(Left), OfRight = ByScope(Right);
  auto SameScope = [](const auto &First, const auto &Second) {
    return First.first == Second.first;
  };
  IsDecided = OfLeft.size() > 1 && llvm::equal(OfLeft, OfRight, SameScope);
  return IsDecided && llvm::any_of(OfLeft, [&](const auto &Each) {
           Source One = Left, Other = Right;
           One.Only = Each.second;
           Other.Only = OfRight.at(Each.first);
           std::vector<Source> First = originsOf(One), Second = originsOf(Other);
           if (First.empty() || Second.empty())
             return meet(std::move(One), std::move(Other));
           return meet(First.front(), Second.front());
         });
}

/// Follows copies where only one source is possible.
void ArgumentOverlap::followCopies(Source &From) {
  for (unsigned Steps = 0; !From.Expression && Steps != MaximumCopies; ++Steps) {
    std::vector<const PointerDefinition *> All = definitionsOf(From);
    if (All.size() != 1 || !All.front() || !All.front()->Value ||
        (!From.Only && Definitions.isBehind(*All.front(), From.At)))
      return;
    Source Origin = originsOf(From).front();
    if (Origin.Expression)
      return;
    From = std::move(Origin);
  }
}

bool ArgumentOverlap::meet(Source Left, Source Right) {
  for (const auto &[Condition, Holds] : Left.Conditions)
    if (auto Found = Right.Conditions.find(Condition);
        Found != Right.Conditions.end() && Found->second != Holds)
      return false;
  followCopies(Left);
  followCopies(Right);
  if (Right < Left)
    std::swap(Left, Right);
  if (!Seen.insert({Left, Right}).second)
    return false;
  if (Seen.size() > MaximumPairs || areSame(Left, Right))
    return true;
  if (!Left.Expression && !Right.Expression && Left.Lvalue != Right.Lvalue) {
    bool IsDecided = false;
    bool Meet = meetTogether(Left, Right, IsDecided);
    if (IsDecided)
      return Meet;
  }
  return llvm::any_of(originsOf(Left), [&](const Source &Each) { return meet(Each, Right); }) ||
         llvm::any_of(originsOf(Right), [&](const Source &Each) { return meet(Left, Each); });
}

bool ArgumentOverlap::mayOverlap(const Passed &Left, const Passed &Right) {
  auto [Known, Inserted] = Overlapping.try_emplace({Left, Right});
  std::optional<Source> One, Other;
  if (Inserted && (One = sourceOf(Left)) && (Other = sourceOf(Right))) {
    Seen.clear();
    Known->second = meet(std::move(*One), std::move(*Other));
  }
  return Known->second;
}

bool ArgumentOverlap::mayReachDeviceVariable(const Passed &Pointer) {
  auto [Known, Inserted] = ReachingDevice.try_emplace(Pointer);
  if (Inserted)
    Known->second = reachesDeviceVariable(Pointer);
  return Known->second;
}

bool ArgumentOverlap::anyOrigin(const Passed &Pointer,
                                llvm::function_ref<bool(const Source &)> Visit) {
  std::optional<Source> First = sourceOf(Pointer);
  if (!First)
    return false;
  std::set<Source> Known;
  std::vector<Source> Open = {std::move(*First)};
  while (!Open.empty() && Known.size() < MaximumPairs) {
    Source From = std::move(Open.back());
    Open.pop_back();
    if (Visit(From))
      return true;
    if (!Known.insert(From).second)
      continue;
    for (Source &Each : originsOf(From))
      Open.push_back(std::move(Each));
    for (const PointerDefinition *Each :
         From.Expression ? std::vector<const PointerDefinition *>() : definitionsOf(From))
      if (std::optional<Source> Other = Each ? swappedIn(From, *Each) : std::nullopt)
        Open.push_back(std::move(*Other));
  }
  return false;
}

const std::set<ArgumentOverlap::FirstHeld> &ArgumentOverlap::everHeld(const Passed &Pointer) {
  auto [Known, Inserted] = Held.try_emplace(Pointer);
  if (Inserted)
    anyOrigin(Pointer, [&](const Source &From) {
      if (!From.Expression)
        for (const PointerDefinition *Each : definitionsOf(From))
          Known->second.insert(Each ? FirstHeld(Each, {}) : FirstHeld(nullptr, From.Lvalue));
      return false;
    });
  return Known->second;
}

bool ArgumentOverlap::reachesDeviceVariable(const Passed &Pointer) {
  return anyOrigin(Pointer, [](const Source &From) {
    return !From.Expression && From.Lvalue.Root && From.Lvalue.Root->hasAttr<CUDADeviceAttr>();
  });
}

const FunctionDecl *ArgumentOverlap::functionHandingOn(const Passed &Pointer) {
  const FunctionDecl *Found = nullptr;
  anyOrigin(Pointer, [&](const Source &From) {
    if (!From.Expression && isa_and_nonnull<ParmVarDecl>(From.Lvalue.Root))
      Found = dyn_cast<FunctionDecl>(From.Lvalue.Root->getDeclContext());
    return Found != nullptr;
  });
  return Found;
}

/// An owner of a library's that was made of numbers: `thrust::device_vector<float> v(n)`. What
/// has no destructor of its own owns nothing.
static bool ownsNewMemory(const clang::Expr *Expression) {
  const auto *Construction = dyn_cast<CXXConstructExpr>(Expression);
  if (!Construction)
    return false;
  const CXXRecordDecl *Class = Construction->getConstructor()->getParent();
  const SourceManager &Sources = Class->getASTContext().getSourceManager();
  return Class->hasDefinition() && !Class->hasTrivialDestructor() &&
         Sources.isInSystemHeader(Sources.getExpansionLoc(Class->getLocation())) &&
         llvm::all_of(Construction->arguments(), [](const clang::Expr *Argument) {
           return isa<CXXDefaultArgExpr>(Argument) ||
                  Argument->getType().getNonReferenceType()->isArithmeticType();
         });
}

static bool isNull(const clang::Expr *Expression) {
  const auto *Number = dyn_cast<IntegerLiteral>(Expression);
  return isa<CXXNullPtrLiteralExpr, GNUNullExpr>(Expression) || (Number && Number->getValue() == 0);
}

/// A variable or a field of one. Two elements, or what two pointers lead to, may be one location.
static bool isNamed(const PointerLvalue &Lvalue) {
  constexpr uintptr_t IsElement = 1;
  return llvm::none_of(Lvalue.Path, [](uintptr_t Part) {
    return (Part & IsElement) != 0 || Part == PointerLvalue::Pointee;
  });
}

ArgumentOverlap::Allocated ArgumentOverlap::allocationBehind(Source From) {
  Allocated Result;
  std::set<Source> Known;
  std::vector<Source> Open = {std::move(From)};
  while (!Open.empty()) {
    Source Next = std::move(Open.back());
    Open.pop_back();
    if (!Known.insert(Next).second)
      continue;
    if (Known.size() > MaximumPairs)
      return {};
    if (Next.Expression) {
      bool IsOwner = Next.Path.size() == 1 && Next.Path.front() == PointerLvalue::Contents;
      if ((IsOwner && ownsNewMemory(Next.Expression)) || isNull(Next.Expression))
        continue;
      if (!isa<ConditionalOperator, BinaryConditionalOperator>(Next.Expression))
        return {};
      Result.AreCopied = true;
    } else {
      // Others change what keeps its value from call to call.
      if (Next.Lvalue.isLasting() || !isNamed(Next.Lvalue) ||
          Definitions.isExposed(Next.Lvalue.Root))
        return {};
      for (const PointerDefinition *Each : definitionsOf(Next)) {
        bool IsWhole = Each && Each->Lvalue == Next.Lvalue;
        if (!Each || (!Each->Value && !(IsWhole && (Each->IsAllocation || Each->SwappedWith))))
          return {};
        if (Each->Value) {
          const clang::Expr *Value = PointerLvalues::strip(Each->Value);
          Result.AreCopied |= !isNull(Value) && !ownsNewMemory(Value);
        }
        if (std::optional<Source> Other = swappedIn(Next, *Each)) {
          Result.AreSwapped = true;
          Open.push_back(std::move(*Other));
        }
      }
    }
    for (Source &Each : originsOf(Next))
      Open.push_back(std::move(Each));
  }
  Result.IsKnown = !Result.AreSwapped || !Result.AreCopied;
  return Result;
}

ArgumentOverlap::Allocated ArgumentOverlap::allocationOf(const Passed &Pointer) {
  auto [Known, Inserted] = Allocations.try_emplace(Pointer);
  if (Inserted)
    if (std::optional<Source> First = sourceOf(Pointer))
      Known->second = allocationBehind(std::move(*First));
  return Known->second;
}

} // namespace memlint
