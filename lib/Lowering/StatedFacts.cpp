//===- StatedFacts.cpp - What the source states -----------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Facts: conditions of assertions and assumptions, and comments to the tool, `memlint: assume
/// n >= blockDim.x` and `memlint: distinct indices`, above a kernel or in it.
///
//===----------------------------------------------------------------------===//

#include "StatedFacts.h"

#include "CommentExpression.h"

#include "cuda-memlint/Frontend/Position.h"
#include "cuda-memlint/Interpreter/IntegerConstants.h"
#include "cuda-memlint/Support/NearestName.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/StringExtras.h"

#include <array>

using namespace clang;

namespace memlint {

/// The value of a constant that \p Name means where \p Kernel stands.
static std::optional<int64_t> constantNamed(llvm::StringRef Name, const FunctionDecl &Kernel,
                                            ASTContext &Ast) {
  if (const TemplateArgumentList *Arguments = Kernel.getTemplateSpecializationArgs())
    if (const FunctionTemplateDecl *Template = Kernel.getPrimaryTemplate()) {
      const TemplateParameterList &Parameters = *Template->getTemplateParameters();
      for (unsigned Index = 0; Index < Parameters.size() && Index < Arguments->size(); ++Index)
        if (Parameters.getParam(Index)->getName() == Name &&
            (*Arguments)[Index].getKind() == TemplateArgument::Integral)
          return signedBits((*Arguments)[Index].getAsIntegral());
    }
  if (Name.contains('.') || Name.contains(':'))
    return std::nullopt;
  IdentifierInfo &Identifier = Ast.Idents.get(Name);
  for (const DeclContext *Scope = Kernel.getDeclContext(); Scope; Scope = Scope->getParent())
    for (const NamedDecl *Found : Scope->lookup(&Identifier)) {
      if (const auto *Enumerator = dyn_cast<EnumConstantDecl>(Found))
        return signedBits(llvm::APSInt(Enumerator->getInitVal()));
      const auto *Variable = dyn_cast<VarDecl>(Found);
      const clang::Expr *Init = Variable ? Variable->getAnyInitializer() : nullptr;
      clang::Expr::EvalResult Known;
      if (Init && !Init->isValueDependent() && Variable->getType().isConstQualified() &&
          Variable->getType()->isIntegralOrEnumerationType() && Init->EvaluateAsInt(Known, Ast))
        return signedBits(Known.Val.getInt());
    }
  return std::nullopt;
}

/// The leaf of the parameter, or part of one, that is called \p Name.
static ExprRef valueOfParameter(llvm::ArrayRef<KernelParameter> Among, llvm::StringRef Name) {
  for (const KernelParameter &Each : Among) {
    if (Each.Name == Name && Each.Value)
      return Each.Value;
    if (ExprRef Inner = valueOfParameter(Each.Fields, Name))
      return Inner;
  }
  return nullptr;
}

std::optional<ExprRef> StatedFacts::namedNumber(llvm::StringRef Name) {
  if (ExprRef Parameter = valueOfParameter(Program.Parameters, Name))
    return Parameter;
  if (Name == "warpSize")
    return Exprs.constant(Builtins.warpLanes());
  auto [Variable, Member] = Name.split('.');
  if (Value Whole = Builtins.variable(Variable);
      !Whole.isEmpty() && Member.size() == 1 && Member[0] >= 'x' && Member[0] <= 'z') {
    Builtins.noteDimension(Variable, unsigned(Member[0] - 'x'));
    return (*Whole.Parts)[size_t(Member[0] - 'x')].Number;
  }
  if (std::optional<int64_t> Constant = constantNamed(Name, Kernel, Ast))
    return Exprs.constant(*Constant);
  return std::nullopt;
}

void StatedFacts::refuseFact(const FactSource &At, const llvm::Twine &Text,
                             const llvm::Twine &Why) {
  if (At.OfSeveral)
    return;
  BadComments.push_back(
      {At.Position, ((At.InComment ? "the comment `memlint: " : "of '" + Program.Name + "', `") +
                     Text + "` is ignored: " + Why)
                        .str()});
}

void StatedFacts::refuseUnmetNames() {
  for (const auto &[Name, At] : Objects.DistinctNames)
    refuseFact(At, "distinct " + Name, "the kernel accesses nothing with that name");
}

static constexpr llvm::StringLiteral NoFact =
    "`assume <condition>` and `distinct <pointer or array>` are supported";

llvm::Error checkFact(llvm::StringRef Text) {
  Text = Text.trim();
  if (Text.consume_front("distinct "))
    return llvm::Error::success();
  if (!Text.consume_front("assume "))
    return llvm::createStringError(
        NoFact +
        didYouMean(Text.split(' ').first, std::array<llvm::StringRef, 2>{"assume", "distinct"}));
  ExprContext Exprs;
  llvm::Expected<ExprRef> Fact =
      parseCommentExpression(Exprs, Text, [&](llvm::StringRef Name) -> std::optional<ExprRef> {
        return Exprs.opaque(OpaqueReason::None, Uniformity::Grid, Name);
      });
  if (!Fact)
    return Fact.takeError();
  return (*Fact)->isConstant(0) ? llvm::createStringError("it never holds")
                                : llvm::Error::success();
}

void StatedFacts::readFact(llvm::StringRef Text, const FactSource &At) {
  Text = Text.trim();
  llvm::StringRef Rest = Text;
  if (Rest.consume_front("assume ")) {
    llvm::Expected<ExprRef> Fact = parseCommentExpression(
        Exprs, Rest, [&](llvm::StringRef Name) { return namedNumber(Name); });
    if (!Fact)
      refuseFact(At, Text, llvm::toString(Fact.takeError()));
    else if ((*Fact)->isConstant(0))
      refuseFact(At, Text, "it never holds");
    else
      Out.addFact(Exprs.logicalNot(Exprs.logicalNot(*Fact)), {});
    return;
  }
  if (Rest.consume_front("distinct ")) {
    Rest = Rest.trim();
    for (MemoryObject &Object : Program.Objects)
      if (Object.Name == Rest) {
        Object.HasDistinctValues = true;
        return;
      }
    // Variables outside become objects where they are first used.
    Objects.DistinctNames[Rest.str()] = At;
    return;
  }
  refuseFact(At, Text, NoFact);
}

void StatedFacts::readStated(llvm::ArrayRef<StatedFact> Stated) {
  for (const StatedFact &Each : Stated)
    readFact(Each.Text, {Each.Position, /*InComment=*/false, Each.OfSeveral});
}

void StatedFacts::readComments() {
  const SourceManager &Sources = Ast.getSourceManager();
  SourceLocation Start = Sources.getExpansionLoc(Kernel.getBeginLoc());
  SourceLocation End = Sources.getExpansionLoc(Kernel.getEndLoc());
  auto [File, First] = Sources.getDecomposedLoc(Start);
  auto [EndFile, Last] = Sources.getDecomposedLoc(End);
  bool Invalid = false;
  llvm::StringRef Source = Sources.getBufferData(File, &Invalid);
  if (Invalid || File != EndFile || Last < First || Last > Source.size())
    return;
  // Lines of comments and of the template's head that end where the kernel begins.
  size_t Top = Source.rfind('\n', First);
  Top = Top == llvm::StringRef::npos ? 0 : Top;
  while (Top > 0) {
    size_t Line = Source.rfind('\n', Top);
    Line = Line == llvm::StringRef::npos ? 0 : Line + 1;
    llvm::StringRef Above = Source.slice(Line, Top).trim();
    if (!Above.starts_with("//") && !Above.starts_with("/*") && !Above.starts_with("*") &&
        !Above.starts_with("template"))
      break;
    Top = Line == 0 ? 0 : Line - 1;
  }
  constexpr llvm::StringLiteral Key = "memlint:";
  for (size_t At = Source.find(Key, Top); At < Last; At = Source.find(Key, At + 1)) {
    size_t LineStart = Source.rfind('\n', At);
    LineStart = LineStart == llvm::StringRef::npos ? 0 : LineStart + 1;
    llvm::StringRef Before = Source.slice(LineStart, At).rtrim();
    if (!Before.ends_with("//") && !Before.ends_with("/*") && !Before.ends_with("*"))
      continue;
    llvm::StringRef Text =
        Source.drop_front(At + Key.size()).take_until([](char C) { return C == '\n'; });
    Text = Text.take_front(Text.find("*/"));
    readFact(Text, {positionOf(Sources.getComposedLoc(File, unsigned(At)), Ast)});
  }
}

} // namespace memlint
