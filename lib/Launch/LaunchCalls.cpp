//===- LaunchCalls.cpp - The launches of a translation unit ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostEvaluator.h"
#include "LaunchContexts.h"
#include "cuda-memlint/Launch/LaunchInference.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/MapVector.h"

using namespace clang;

namespace memlint {

struct LaunchCalls::Implementation {
  llvm::DenseMap<const FunctionDecl *, std::vector<LaunchContext>> ContextsOf;
};

LaunchCalls::LaunchCalls(ASTContext &Ast) : Impl(std::make_unique<Implementation>()) {
  HostProgram Program(Ast);
  HostEvaluator Evaluator(Ast, Program);
  Evaluator.run();
  const SourceManager &Sources = Ast.getSourceManager();
  std::vector<const RecordedLaunch *> Launches;
  for (const RecordedLaunch &Launch : Evaluator.launches())
    Launches.push_back(&Launch);
  // By place in the source, and of one place in the order of execution.
  llvm::sort(Launches, [&](const RecordedLaunch *Left, const RecordedLaunch *Right) {
    return Left->Where == Right->Where
               ? Left < Right
               : Sources.isBeforeInTranslationUnit(Left->Where, Right->Where);
  });

  using Site = std::pair<const FunctionDecl *, SourceLocation>;
  llvm::MapVector<Site, std::vector<LaunchContext>> BySite;
  for (const RecordedLaunch *Launch : Launches)
    addDistinct(BySite[{Launch->Kernel, Launch->Where}], Launch->Context);
  for (const auto &[Where, Contexts] : BySite) {
    std::vector<LaunchContext> &All = Impl->ContextsOf[Where.first];
    if (Contexts.size() > MaximumLaunchContexts)
      addDistinct(All, whatAllShare(Contexts));
    else
      for (const LaunchContext &Context : Contexts)
        addDistinct(All, Context);
  }
}

LaunchCalls::~LaunchCalls() = default;

llvm::ArrayRef<LaunchContext> LaunchCalls::of(const FunctionDecl *Kernel) const {
  auto Found = Impl->ContextsOf.find(Kernel->getCanonicalDecl());
  if (Found == Impl->ContextsOf.end())
    return {};
  return Found->second;
}

std::vector<LaunchContext> inferLaunches(ASTContext &Ast, const FunctionDecl *Kernel,
                                         const KernelProgram &Program,
                                         llvm::ArrayRef<LaunchRequest> FromOptions,
                                         const TargetModel &Target) {
  return inferLaunches(LaunchCalls(Ast), Kernel, Program, FromOptions, Target);
}

} // namespace memlint
