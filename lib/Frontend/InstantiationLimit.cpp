//===- InstantiationLimit.cpp - How much may be instantiated --------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Frontend/InstantiationLimit.h"

#include "ReachedCode.h"

#include "clang/AST/DeclCXX.h"
#include "clang/Basic/DiagnosticFrontend.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/TemplateInstCallback.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

using namespace clang;

namespace memlint {

/// Clang tells it of each step.
class InstantiationLimit::Counter : public TemplateInstantiationCallback {
public:
  explicit Counter(InstantiationLimit &Limit) : Limit(Limit) {}

  void initialize(const Sema &) override {}
  void finalize(const Sema &) override {}
  void atTemplateEnd(const Sema &, const Sema::CodeSynthesisContext &) override {}

  void atTemplateBegin(const Sema &Semantics, const Sema::CodeSynthesisContext &Event) override {
    // What is only looked at has no context of its own.
    bool IsNested = Semantics.CodeSynthesisContexts.size() >
                    (Event.Kind == Sema::CodeSynthesisContext::Memoization ? 0 : 1);
    if (!IsNested)
      Limit.StepsBefore = Limit.Steps;
    Limit.Steps += stepsOf(Event);
    bool IsTooMuch =
        Limit.Steps > Limit.Most || Limit.Steps - Limit.StepsBefore > Limit.Most / PartOfFunction;
    // The end is reported as an error, and errors cannot be nested.
    if (!Limit.Spent && IsTooMuch && !Semantics.getDiagnostics().isDiagnosticInFlight())
      Limit.stop(Semantics);
  }

private:
  uint64_t stepsOf(const Sema::CodeSynthesisContext &Event) {
    if (Event.Kind != Sema::CodeSynthesisContext::Memoization)
      return 40;
    // Something that is already there is looked at.
    const auto *Class = dyn_cast_or_null<CXXRecordDecl>(Event.Entity);
    return Class && Class->isCompleteDefinition() ? stepsOf(*Class) : 0;
  }

  uint64_t stepsOf(const CXXRecordDecl &Class) {
    auto [Known, IsNew] = StepsOfClasses.try_emplace(&Class, 1);
    if (IsNew)
      for (const Decl *Member : Class.decls())
        Known->second += isa<CXXConstructorDecl, CXXConversionDecl>(Member);
    return Known->second;
  }

  InstantiationLimit &Limit;
  llvm::DenseMap<const CXXRecordDecl *, unsigned> StepsOfClasses;
};

void InstantiationLimit::count(Sema &Semantics) {
  Semantics.TemplateInstCallbacks.push_back(std::make_unique<Counter>(*this));
}

void InstantiationLimit::endParse() {
  if (IsParsed)
    return;
  IsParsed = true;
  Steps = StepsBefore = 0;
  Most /= PartOfParse;
}

/// After a fatal error, Clang instantiates nothing.
void InstantiationLimit::stop(const Sema &Semantics) {
  Spent = true;
  SpentEarly = !IsParsed;
  // What is half done goes on with parts missing: overload resolution may choose others.
  for (const Sema::CodeSynthesisContext &Each : Semantics.CodeSynthesisContexts)
    if (Each.Entity && isa<FunctionDecl, VarDecl>(Each.Entity))
      HalfDone.push_back(Each.Entity);
  for (const Decl *Each : HalfDone)
    addMissing(*Each);
  DiagnosticsEngine &Diagnostics = Semantics.getDiagnostics();
  bool AreErrors = Diagnostics.getFatalsAsError();
  Diagnostics.setFatalsAsError(false);
  Diagnostics.Report(diag::fatal_too_many_errors);
  Diagnostics.setFatalsAsError(AreErrors);
}

void InstantiationLimit::dropHalfDone() {
  for (Decl *Each : HalfDone)
    if (auto *Function = dyn_cast<FunctionDecl>(Each)) {
      Function->setBody(nullptr);
      Function->setWillHaveBody(false);
    } else {
      Each->setInvalidDecl();
    }
  HalfDone.clear();
}

void InstantiationLimit::addMissing(const Decl &Code) { Missing.insert(Code.getCanonicalDecl()); }

bool InstantiationLimit::isIncomplete(const FunctionDecl &Kernel) {
  if (!Spent && Missing.empty())
    return false;
  // What was parsed after that may mean something else.
  if (SpentEarly)
    return true;
  llvm::DenseSet<const FunctionDecl *> Seen;
  llvm::SmallVector<const FunctionDecl *> Left = {&Kernel};
  while (!Left.empty()) {
    const FunctionDecl *Next = Left.pop_back_val()->getCanonicalDecl();
    if (Missing.contains(Next))
      return true;
    if (Complete.contains(Next) || !Seen.insert(Next).second)
      continue;
    bool ReadsMissing = false;
    forEachReached(*Next, [&](const ValueDecl &Reached) {
      if (const auto *Function = dyn_cast<FunctionDecl>(&Reached))
        Left.push_back(Function);
      else
        ReadsMissing |= Missing.contains(Reached.getCanonicalDecl());
    });
    if (ReadsMissing)
      return true;
  }
  Complete.insert(Seen.begin(), Seen.end());
  return false;
}

} // namespace memlint
