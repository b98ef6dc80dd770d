//===- Driver.cpp - From a file to all that is known of it ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Driver/Driver.h"

#include "HeaderKernels.h"

#include "cuda-memlint/Analysis/Cost/AccessEvaluation.h"
#include "cuda-memlint/Checks/Analysis.h"
#include "cuda-memlint/Checks/Significance.h"
#include "cuda-memlint/Driver/FileLinker.h"
#include "cuda-memlint/Frontend/CrashGuard.h"
#include "cuda-memlint/Frontend/TemplateInstances.h"
#include "cuda-memlint/Launch/LaunchInference.h"
#include "cuda-memlint/Lowering/Lowering.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Model/SharedAllocations.h"
#include "cuda-memlint/Suppression/CommentSuppression.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/ThreadPool.h"

using namespace llvm;

namespace memlint {

static ErrorEffect effectOf(ErrorReach Reach) {
  switch (Reach) {
  case ErrorReach::HostCode:
    return ErrorEffect::HostCode;
  case ErrorReach::Kernels:
    return ErrorEffect::Kernels;
  case ErrorReach::MissingHeader:
    return ErrorEffect::MissingHeader;
  }
  llvm_unreachable("covered switch");
}

static void takeErrors(FileAnalysis &File, const ParsedFile &Parsed) {
  File.ErrorCount = Parsed.errorCount();
  File.Parsed = Parsed.wholeParsed()     ? ParseState::Whole
                : Parsed.kernelsParsed() ? ParseState::WithErrors
                                         : ParseState::Incomplete;
  for (const ParseDiagnostic &Error : Parsed.errors()) {
    SourcePosition Position;
    Position.Path = Error.Path;
    Position.Line = Error.Line;
    Position.Column = Error.Column;
    File.Errors.push_back({Error.Message, std::move(Position), effectOf(Error.Reach)});
  }
}

/// Several kernels, or instantiations of one, may have a comment in common.
static void takeBadComments(FileAnalysis &File, LoweredKernel &Lowered) {
  for (BadComment &Bad : Lowered.BadComments) {
    bool Known = any_of(File.Errors, [&](const SourceError &Error) {
      return Error.Position.Line == Bad.Position.Line && Error.Position.Path == Bad.Position.Path &&
             Error.Message == Bad.Message;
    });
    if (!Known)
      File.Errors.push_back({std::move(Bad.Message), std::move(Bad.Position)});
  }
}

static bool definesMain(const clang::DeclContext &Scope) {
  return any_of(Scope.decls(), [](const clang::Decl *Each) {
    if (const auto *Linkage = dyn_cast<clang::LinkageSpecDecl>(Each))
      return definesMain(*Linkage);
    const auto *Function = dyn_cast<clang::FunctionDecl>(Each);
    return Function && Function->isMain() && Function->isThisDeclarationADefinition();
  });
}

/// The text of the file at \p Path where it is given, so that the file need not be on disk; else
/// null.
static const std::string *textInOverlay(StringRef Path, const FrontendOptions &Options) {
  SmallString<256> Absolute = Path;
  if (sys::fs::make_absolute(Absolute))
    return nullptr;
  auto Found = Options.Overlay.find(Absolute.str().str());
  return Found == Options.Overlay.end() ? nullptr : &Found->second;
}

/// A launch in which the kernel accesses nothing, such as one of a main without arguments that
/// reads the size of its data from them, says nothing of the others.
static void analyseWithoutIdleLaunches(ExprContext &Expressions, KernelAnalysis &Kernel,
                                       const TargetModel &Target, ArrayRef<const Check *> Checks,
                                       CostAllowance &Allowance) {
  auto AccessesNothing = [&](unsigned Launch) {
    return !Kernel.Verdicts.empty() &&
           all_of(Kernel.Verdicts, [&](ArrayRef<AccessVerdict> Verdicts) {
             const AccessCost &Cost = Verdicts[Launch].Cost;
             return Cost.NeverExecuted || Cost.Refused == LaunchFault::EmptyGrid;
           });
  };
  bool AnyIdle = any_of(enumerate(Kernel.Launches), [&](const auto &Each) {
    return Each.value().Unconditional && AccessesNothing(unsigned(Each.index()));
  });
  if (!AnyIdle)
    return;
  Kernel.Launches = replaceIdleLaunches(Kernel.Launches, Kernel.Program, Target, AccessesNothing);
  analyseKernel(Expressions, Kernel, Target, Checks, Allowance);
}

static Expected<FileAnalysis> analyse(StringRef Path, const DriverOptions &Options,
                                      const OutsideFacts &FromOutside) {
  Expected<std::unique_ptr<ParsedFile>> Parsed = parseCudaFile(Path, Options.Frontend);
  if (!Parsed)
    return Parsed.takeError();
  FileAnalysis File;
  File.Path = Path.str();
  if (const std::string *Text = textInOverlay(Path, Options.Frontend))
    File.Text = std::make_shared<const std::string>(*Text);
  File.Target = (*Parsed)->architecture().str();
  Expected<const TargetModel *> Target = findTarget(File.Target);
  if (!Target)
    return Target.takeError();
  takeErrors(File, **Parsed);
  File.HasMain = definesMain(*(*Parsed)->context().getTranslationUnitDecl());

  File.Expressions = std::make_shared<ExprContext>();
  CostAllowance Allowance(Options.Budget);
  TemplateInstances Templates;
  if (Options.InstantiateTemplates)
    Templates = instantiateUnusedKernels(**Parsed);
  LaunchCalls Calls = Options.SeveralFiles ? LaunchCalls((*Parsed)->context(), FromOutside)
                                           : LaunchCalls((*Parsed)->context());
  File.Links = Calls.links();
  const FileSettings *Settings = Options.settingsOf(Path);
  auto StatedOf = [&](StringRef Kernel) { return Settings->factsOf(Kernel); };
  function_ref<std::vector<StatedFact>(StringRef)> Stated = nullptr;
  if (Settings)
    Stated = StatedOf;
  auto MayOverlap = [&](const clang::FunctionDecl &Kernel, const MemoryObject &One,
                        const MemoryObject &Other) {
    return any_of(Calls.of(&Kernel), [&](const LaunchContext &Launch) {
      return memlint::mayOverlap(One, Other, Launch);
    });
  };
  std::vector<const clang::FunctionDecl *> Functions;
  for (LoweredKernel &Lowered :
       lowerKernels((*Parsed)->context(), *File.Expressions, Stated, MayOverlap)) {
    Functions.push_back(Lowered.Function);
    KernelAnalysis &Kernel = File.Kernels.emplace_back();
    takeBadComments(File, Lowered);
    if (auto Made = Templates.Assumptions.find(Lowered.Function);
        Made != Templates.Assumptions.end())
      Kernel.Assumption = "the template is instantiated with " + Made->second +
                          ", since the file does not instantiate it";
    if (auto Failure = Templates.Failures.find(Lowered.Function);
        Failure != Templates.Failures.end())
      Lowered.Program.Reason += "; the arguments tried do not fit: " + Failure->second;
    if (Lowered.Program.Analysed)
      Kernel.Launches =
          inferLaunches(Calls, Lowered.Function, Lowered.Program, Options.Launches, **Target);
    Kernel.Program = std::move(Lowered.Program);
    Kernel.PossibleRaces = Options.PossibleRaces;
    analyseKernel(*File.Expressions, Kernel, **Target, Options.Checks, Allowance);
    if (any_of(Kernel.Launches, [](const LaunchContext &Each) { return Each.Unconditional; }))
      analyseWithoutIdleLaunches(*File.Expressions, Kernel, **Target, Options.Checks, Allowance);
  }
  if (Options.ReadTree)
    Options.ReadTree(**Parsed, File, Functions);
  return File;
}

/// Without what settings and comments say of its findings.
static Expected<FileAnalysis> analyseGuarded(StringRef Path, const DriverOptions &Given,
                                             const OutsideFacts &FromOutside = {}) {
  DriverOptions Options = Given.forFile(Path);
  if (!textInOverlay(Path, Options.Frontend)) {
    sys::fs::file_status Status;
    if (std::error_code Code = sys::fs::status(Path, Status))
      return createStringError("cannot read '" + Path + "': " + Code.message());
    if (sys::fs::is_directory(Status))
      return createStringError("cannot read '" + Path + "': is a directory");
    // A pipe or a device may have no end.
    if (!sys::fs::is_regular_file(Status))
      return createStringError("cannot read '" + Path + "': not a regular file");
  }

  std::optional<Expected<FileAnalysis>> Outcome;
  auto Analyse = [&](const DriverOptions &With) {
    return runGuarded([&] { Outcome.emplace(analyse(Path, With, FromOutside)); });
  };
  // What the file itself says comes first: if it was the instantiations made for
  // it that broke down, there are none.
  DriverOptions WithoutInstances = Options;
  WithoutInstances.InstantiateTemplates = false;
  if (!Analyse(Options) && !Analyse(WithoutInstances))
    return createStringError("the analysis of '" + Path +
                             "' crashed; this is a bug in cuda-memlint, please report it");
  return std::move(*Outcome);
}

/// What settings and comments say of findings, once they are all there.
static void refineFindings(MutableArrayRef<FileAnalysis> Files, const DriverOptions &Options) {
  for (FileAnalysis &File : Files) {
    const FileSettings *Settings = Options.settingsOf(File.Path);
    for (KernelAnalysis &Kernel : File.Kernels)
      lowerMinorFindings(Kernel, Settings ? Settings->Limits : Options.Limits);
    if (Settings)
      Settings->applyTo(File);
  }
  suppressByComments(Files, Options.Frontend.Overlay);
  if (Options.SuppressKnown)
    Options.SuppressKnown(Files);
}

/// What an edit would have to agree with may be in the part of the file that was not understood.
static void withholdFixes(MutableArrayRef<FileAnalysis> Files) {
  for (FileAnalysis &File : Files) {
    if (File.Parsed != ParseState::Incomplete)
      continue;
    for (KernelAnalysis &Kernel : File.Kernels)
      for (Finding &Item : Kernel.Findings) {
        Item.Fixes.clear();
        Item.FixTitle.clear();
      }
  }
}

Expected<FileAnalysis> analyseFile(StringRef Path, const DriverOptions &Options,
                                   const OutsideFacts &FromOutside) {
  Expected<FileAnalysis> File = analyseGuarded(Path, Options, FromOutside);
  if (File)
    refineFindings(*File, Options);
  return File;
}

/// A file about which nothing is known.
static FileAnalysis failedFile(StringRef Path, std::string Message) {
  FileAnalysis File;
  File.Path = Path.str();
  File.Parsed = ParseState::Not;
  File.ErrorCount = 1;
  File.Errors.push_back({std::move(Message), {}});
  return File;
}

static FileAnalysis analyseOrSayWhyNot(const SourceFile &File, const DriverOptions &Options) {
  if (!File.Problem.empty())
    return failedFile(File.Path, File.Problem);
  Expected<FileAnalysis> Analysis = analyseGuarded(File.Path, Options);
  return Analysis ? std::move(*Analysis) : failedFile(File.Path, toString(Analysis.takeError()));
}

/// Analyses files again with the calls and constants that other files contribute.
static void linkFiles(MutableArrayRef<FileAnalysis> Results, const DriverOptions &Options,
                      ThreadPoolInterface &Pool) {
  FileLinker Linker;
  for (std::vector<LinkedFile> Again = Linker.next(Results); !Again.empty();
       Again = Linker.next(Results)) {
    for (const LinkedFile &Each : Again)
      Pool.async([&Each, &Options, &Result = Results[Each.File]] {
        if (Expected<FileAnalysis> Analysis = analyseGuarded(Result.Path, Options, Each.Facts))
          Result = std::move(*Analysis);
        else // What was found without the others stands.
          consumeError(Analysis.takeError());
      });
    Pool.wait();
  }
}

std::vector<FileAnalysis> analyseFiles(ArrayRef<SourceFile> Files, const DriverOptions &Given,
                                       unsigned Threads) {
  std::vector<FileAnalysis> Results(Files.size());
  DriverOptions Options = Given;
  Options.SeveralFiles |= Files.size() > 1;
  DefaultThreadPool Pool(hardware_concurrency(Threads));
  for (auto [File, Result] : zip(Files, Results))
    Pool.async([&File, &Result, &Options] { Result = analyseOrSayWhyNot(File, Options); });
  Pool.wait();
  if (Options.SeveralFiles)
    linkFiles(Results, Options, Pool);
  // Expressions may be as deep as when they were made.
  if (!runGuarded([&] { mergeHeaderKernels(Results, Options); }))
    for (auto [File, Result] : zip(Files, Results))
      Result = failedFile(File.Path,
                          "comparing '" + File.Path +
                              "' with other files crashed; this is a bug in cuda-memlint, please "
                              "report it");
  agreeOnFindings(Results);
  withholdFixes(Results);
  refineFindings(Results, Options);
  return Results;
}

} // namespace memlint
