//===- LaunchCalls.cpp - The launches of a translation unit ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceLaunches.h"
#include "HostEvaluator.h"
#include "cuda-memlint/Launch/LaunchInference.h"
#include "cuda-memlint/Model/LaunchContexts.h"
#include "cuda-memlint/Model/MemoryProgram.h"
#include "cuda-memlint/Target/TargetModel.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace clang;

namespace memlint {

struct LaunchCalls::Implementation {
  llvm::DenseMap<const FunctionDecl *, std::vector<LaunchContext>> ContextsOf;
  std::vector<DeviceLaunch> FromKernels;
  HostLinks Links;
  bool LaunchesUnknownKernel = false;

  Implementation(ASTContext &Ast, bool SeveralFiles, const OutsideFacts &FromOutside,
                 const ProgramArguments &Arguments);
};

LaunchCalls::LaunchCalls(ASTContext &Ast, const ProgramArguments &Arguments)
    : Impl(std::make_unique<Implementation>(Ast, /*SeveralFiles=*/false, OutsideFacts(),
                                            Arguments)) {}

LaunchCalls::LaunchCalls(ASTContext &Ast, const OutsideFacts &FromOutside,
                         const ProgramArguments &Arguments)
    : Impl(std::make_unique<Implementation>(Ast, /*SeveralFiles=*/true, FromOutside, Arguments)) {}

/// The links of a translation unit that is one of several.
static HostLinks linksOf(ASTContext &Ast, const HostProgram &Program, HostEvaluator &Evaluator) {
  HostLinks Links;
  llvm::StringMap<std::vector<OutgoingCall>> CallsOf;
  for (RecordedCall &Recorded : Evaluator.outgoingCalls()) {
    std::vector<OutgoingCall> &Calls = CallsOf[Recorded.Call.Function];
    if (Calls.size() > MaximumOutgoingCalls || llvm::is_contained(Calls, Recorded.Call))
      continue;
    Calls.push_back(Recorded.Call);
    Links.Calls.push_back(std::move(Recorded.Call));
  }
  for (const FunctionDecl *Function : Program.functions())
    if (Program.reachesLaunch(Function))
      if (std::string Name = linkerName(Ast, Function); !Name.empty())
        Links.Launchers.push_back(std::move(Name));
  for (const VarDecl *Variable : Program.sharedConstants()) {
    std::string Name = linkerName(Ast, Variable);
    HostValue Value = withoutLocations(Evaluator.valueOfConstant(Variable));
    if (Name.empty())
      continue;
    if (!Variable->getAnyInitializer())
      Links.MissingConstants.push_back(std::move(Name));
    else if (!Value.isUnknown())
      Links.Constants.push_back({std::move(Name), std::make_shared<PassedArguments>(PassedArguments{
                                                      {{std::move(Value), false}}})});
  }
  return Links;
}

LaunchCalls::Implementation::Implementation(ASTContext &Ast, bool SeveralFiles,
                                            const OutsideFacts &FromOutside,
                                            const ProgramArguments &Arguments) {
  HostProgram Program(Ast, SeveralFiles);
  HostEvaluator Evaluator(Ast, Program, FromOutside, Arguments);
  Evaluator.run();
  if (SeveralFiles)
    Links = linksOf(Ast, Program, Evaluator);
  LaunchesUnknownKernel = Evaluator.launchesUnknownKernel();
  FromKernels = findDeviceLaunches(Ast);
  const SourceManager &Sources = Ast.getSourceManager();
  std::vector<const RecordedLaunch *> Launches;
  for (const RecordedLaunch &Launch : Evaluator.launches())
    Launches.push_back(&Launch);
  // By location in the source, and of one location in the order of execution.
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
    std::vector<LaunchContext> &All = ContextsOf[Where.first];
    bool TooMany = Contexts.size() > MaximumLaunchContexts;
    ArrayRef<LaunchContext> Separate = Contexts;
    if (TooMany)
      Separate = Separate.take_front(FirstLaunchContexts);
    for (const LaunchContext &Context : Separate)
      addDistinct(All, Context);
    if (TooMany)
      addDistinct(All, whatAllShare(ArrayRef(Contexts).drop_front(FirstLaunchContexts)));
  }
}

LaunchCalls::~LaunchCalls() = default;

const HostLinks &LaunchCalls::links() const { return Impl->Links; }

bool LaunchCalls::launchesUnknownKernel() const { return Impl->LaunchesUnknownKernel; }

llvm::ArrayRef<LaunchContext> LaunchCalls::of(const FunctionDecl *Kernel) const {
  auto Found = Impl->ContextsOf.find(Kernel->getCanonicalDecl());
  if (Found == Impl->ContextsOf.end())
    return {};
  return Found->second;
}

std::vector<LaunchContext> LaunchCalls::fromKernels(const FunctionDecl *Kernel) const {
  std::vector<LaunchContext> Contexts;
  for (const DeviceLaunch &Launch : Impl->FromKernels)
    if (Kernel->getIdentifier() && Kernel->getName() == Launch.Kernel)
      addDistinct(Contexts, deviceLaunchOf(Launch, Kernel));
  return Contexts;
}

std::vector<LaunchContext> inferLaunches(ASTContext &Ast, const FunctionDecl *Kernel,
                                         const KernelProgram &Program,
                                         llvm::ArrayRef<LaunchRequest> FromOptions,
                                         const TargetModel &Target) {
  return inferLaunches(LaunchCalls(Ast, ProgramArguments()), Kernel, Program, FromOptions, Target);
}

} // namespace memlint
