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
#include "llvm/ADT/StringSet.h"

#include <map>
#include <set>

using namespace clang;

namespace memlint {

using ContextsByKernel = llvm::MapVector<const FunctionDecl *, std::vector<LaunchContext>>;

struct LaunchCalls::Implementation {
  HostProgram Program;
  ContextsByKernel ContextsOf;
  std::vector<DeviceLaunch> FromKernels;
  llvm::StringSet<> LaunchThemselves;
  HostLinks Links;
  bool LaunchesUnknownKernel = false;

  Implementation(ASTContext &Ast, bool SeveralFiles, const OutsideFacts &FromOutside,
                 const ProgramArguments &Arguments, const TargetModel *Device);
};

LaunchCalls::LaunchCalls(ASTContext &Ast, const ProgramArguments &Arguments,
                         const TargetModel *Device)
    : Impl(std::make_unique<Implementation>(Ast, /*SeveralFiles=*/false, OutsideFacts(), Arguments,
                                            Device)) {}

LaunchCalls::LaunchCalls(ASTContext &Ast, const OutsideFacts &FromOutside,
                         const ProgramArguments &Arguments, const TargetModel *Device)
    : Impl(std::make_unique<Implementation>(Ast, /*SeveralFiles=*/true, FromOutside, Arguments,
                                            Device)) {}

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

/// Whether \p Kernel, or the template that it is made from, has a body in this file.
static bool isDefinedHere(const FunctionDecl *Kernel) {
  const FunctionDecl *Pattern = Kernel->getTemplateInstantiationPattern();
  return Kernel->hasBody() || (Pattern && Pattern->hasBody());
}

/// The pairs of parameters that the launches in \p Recorded of one kernel pass the same memory for,
/// the one now, the other then.
static std::vector<std::pair<unsigned, unsigned>>
exchangedArguments(ArrayRef<RecordedLaunch> Recorded, const FunctionDecl *Kernel) {
  std::map<unsigned, std::set<RecordedLaunch::Memory>> LeadsTo;
  for (const RecordedLaunch &Launch : Recorded)
    if (Launch.Kernel == Kernel)
      for (const auto &[Parameter, Memory] : Launch.LeadsTo)
        LeadsTo[Parameter].insert(Memory.begin(), Memory.end());
  std::vector<std::pair<unsigned, unsigned>> Pairs;
  for (auto One = LeadsTo.begin(); One != LeadsTo.end(); ++One)
    for (auto Other = std::next(One); Other != LeadsTo.end(); ++Other)
      if (llvm::any_of(One->second, [&](const auto &Each) { return Other->second.contains(Each); }))
        Pairs.emplace_back(One->first, Other->first);
  return Pairs;
}

/// The launches of each kernel, by location in the source, and of one location in the order of
/// execution.
static ContextsByKernel contextsOf(ArrayRef<RecordedLaunch> Recorded,
                                   const SourceManager &Sources) {
  std::vector<const RecordedLaunch *> Launches;
  for (const RecordedLaunch &Launch : Recorded)
    Launches.push_back(&Launch);
  llvm::sort(Launches, [&](const RecordedLaunch *Left, const RecordedLaunch *Right) {
    return Left->Where == Right->Where
               ? Left < Right
               : Sources.isBeforeInTranslationUnit(Left->Where, Right->Where);
  });

  using Site = std::pair<const FunctionDecl *, SourceLocation>;
  llvm::MapVector<Site, std::vector<LaunchContext>> BySite;
  for (const RecordedLaunch *Launch : Launches)
    addDistinct(BySite[{Launch->Kernel, Launch->Where}], Launch->Context);
  ContextsByKernel ContextsOf;
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
  for (auto &[Kernel, Contexts] : ContextsOf) {
    std::vector<std::pair<unsigned, unsigned>> Exchanged = exchangedArguments(Recorded, Kernel);
    for (LaunchContext &Each : Contexts)
      Each.ExchangedArguments = Exchanged;
  }
  return ContextsOf;
}

/// The launches that code of the device makes of \p Kernel, or of another kernel of its name.
static std::vector<LaunchContext> deviceLaunchesOf(const FunctionDecl *Kernel,
                                                   ArrayRef<DeviceLaunch> Launches) {
  std::vector<LaunchContext> Contexts;
  for (const DeviceLaunch &Launch : Launches)
    if (Kernel->getIdentifier() && Kernel->getName() == Launch.Kernel)
      addDistinct(Contexts, deviceLaunchOf(Launch, Kernel));
  return Contexts;
}

/// Adds to \p Links the kernels that other files can launch, and the launches of theirs.
static void addKernelLinks(ASTContext &Ast, const HostProgram &Program,
                           const ContextsByKernel &ContextsOf, ArrayRef<DeviceLaunch> FromKernels,
                           HostLinks &Links) {
  for (const FunctionDecl *Kernel : Program.kernels())
    if (std::string Name = kernelLinkName(Ast, Kernel); !Name.empty())
      Links.Kernels.push_back(std::move(Name));
  auto AddLaunches = [&](const FunctionDecl *Kernel, ArrayRef<LaunchContext> Contexts) {
    std::string Name = isDefinedHere(Kernel) ? "" : kernelLinkName(Ast, Kernel);
    for (const LaunchContext &Context : Name.empty() ? ArrayRef<LaunchContext>() : Contexts)
      Links.Launches.push_back({Name, Context});
  };
  for (const auto &[Kernel, Contexts] : ContextsOf)
    AddLaunches(Kernel, Contexts);
  for (const FunctionDecl *Kernel : Program.declaredKernels())
    AddLaunches(Kernel, deviceLaunchesOf(Kernel, FromKernels));
}

/// Adds the launches that other files make of the kernels of \p Program.
static void addOutsideLaunches(ASTContext &Ast, const HostProgram &Program,
                               ArrayRef<OutgoingLaunch> Launches, ContextsByKernel &ContextsOf) {
  if (Launches.empty())
    return;
  llvm::StringMap<std::vector<const LaunchContext *>> ByName;
  for (const OutgoingLaunch &Launch : Launches)
    ByName[Launch.Kernel].push_back(&Launch.Context);
  for (const FunctionDecl *Kernel : Program.kernels())
    for (const LaunchContext *Context : ByName.lookup(kernelLinkName(Ast, Kernel)))
      addDistinct(ContextsOf[Kernel], *Context);
}

LaunchCalls::Implementation::Implementation(ASTContext &Ast, bool SeveralFiles,
                                            const OutsideFacts &FromOutside,
                                            const ProgramArguments &Arguments,
                                            const TargetModel *Device)
    : Program(Ast, SeveralFiles) {
  HostEvaluator Evaluator(Ast, Program, FromOutside, Arguments, Device);
  Evaluator.run();
  LaunchesUnknownKernel = Evaluator.launchesUnknownKernel();
  FromKernels = findDeviceLaunches(Ast);
  LaunchThemselves = functionsThatLaunchThemselves(Ast, FromKernels);
  ContextsOf = contextsOf(Evaluator.launches(), Ast.getSourceManager());
  if (!SeveralFiles)
    return;
  Links = linksOf(Ast, Program, Evaluator);
  addKernelLinks(Ast, Program, ContextsOf, FromKernels, Links);
  addOutsideLaunches(Ast, Program, FromOutside.Launches, ContextsOf);
}

LaunchCalls::~LaunchCalls() = default;

const HostLinks &LaunchCalls::links() const { return Impl->Links; }

const HostProgram &LaunchCalls::program() const { return Impl->Program; }

bool LaunchCalls::launchesUnknownKernel() const { return Impl->LaunchesUnknownKernel; }

llvm::ArrayRef<LaunchContext> LaunchCalls::of(const FunctionDecl *Kernel) const {
  auto Found = Impl->ContextsOf.find(Kernel->getCanonicalDecl());
  if (Found == Impl->ContextsOf.end())
    return {};
  return Found->second;
}

std::vector<LaunchContext> LaunchCalls::fromKernels(const FunctionDecl *Kernel) const {
  return deviceLaunchesOf(Kernel, Impl->FromKernels);
}

bool LaunchCalls::launchesItself(const FunctionDecl *Kernel) const {
  return Kernel->getIdentifier() && Impl->LaunchThemselves.contains(Kernel->getName());
}

std::vector<LaunchContext> inferLaunches(ASTContext &Ast, const FunctionDecl *Kernel,
                                         const KernelProgram &Program,
                                         llvm::ArrayRef<LaunchRequest> FromOptions,
                                         const TargetModel &Target) {
  return inferLaunches(LaunchCalls(Ast, ProgramArguments(), &Target), Kernel, Program, FromOptions,
                       Target);
}

} // namespace memlint
