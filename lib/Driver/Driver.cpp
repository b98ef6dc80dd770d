//===- Driver.cpp - From a file to all that is known of it ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Driver/Driver.h"

#include "OneFile.h"

#include "cuda-memlint/Analysis/Cost/AccessEvaluation.h"
#include "cuda-memlint/Checks/Analysis.h"
#include "cuda-memlint/Checks/OneForEachCause.h"
#include "cuda-memlint/Checks/Significance.h"
#include "cuda-memlint/Frontend/CrashGuard.h"
#include "cuda-memlint/Frontend/FileReads.h"
#include "cuda-memlint/Frontend/KernelMentions.h"
#include "cuda-memlint/Frontend/TemplateInstances.h"
#include "cuda-memlint/Launch/BankModes.h"
#include "cuda-memlint/Launch/ConstantVariables.h"
#include "cuda-memlint/Launch/HostFaults.h"
#include "cuda-memlint/Launch/LaunchInference.h"
#include "cuda-memlint/Launch/OutdatedCalls.h"
#include "cuda-memlint/Launch/SharedOptIns.h"
#include "cuda-memlint/Lowering/Lowering.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Model/LaunchContexts.h"
#include "cuda-memlint/Model/SharedAllocations.h"
#include "cuda-memlint/Process/ForkedWork.h"
#include "cuda-memlint/Suppression/CommentSuppression.h"
#include "cuda-memlint/Target/BankWidth.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BuryPointer.h"
#include "llvm/Support/FileSystem.h"

#include <optional>
#include <set>
#include <tuple>
#include <vector>

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
    File.Errors.push_back(
        {Error.Message, std::move(Position), effectOf(Error.Reach), Error.MissingHeader});
  }
}

/// Several kernels, or instantiations of one, may have a comment in common.
static void takeBadComments(FileAnalysis &File, LoweredKernel &Lowered) {
  for (BadComment &Bad : Lowered.BadComments) {
    if (!File.hasError(Bad.Message, Bad.Position))
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

const std::string *textInOverlay(StringRef Path, const FrontendOptions &Options) {
  SmallString<256> Absolute = Path;
  if (sys::fs::make_absolute(Absolute))
    return nullptr;
  auto Found = Options.Overlay.find(Absolute.str().str());
  return Found == Options.Overlay.end() ? nullptr : &Found->second;
}

/// By how much of its launch number \p Launch \p Kernel accesses anything.
static LaunchExtent extentOf(const KernelAnalysis &Kernel, unsigned Launch,
                             const TargetModel &Target) {
  // Whether each access is made by fewer lanes than \p Lanes.
  auto IsBelow = [&](uint64_t Lanes) {
    return !Kernel.Verdicts.empty() &&
           all_of(Kernel.Verdicts, [&](ArrayRef<AccessVerdict> Verdicts) {
             const AccessCost &Cost = Verdicts[Launch].Cost;
             bool IsLittle = Cost.Totals && Cost.Totals->Lanes < Lanes;
             return Cost.NeverExecuted || IsLittle || Cost.Refused == LaunchFault::EmptyGrid;
           });
  };
  if (IsBelow(Target.Shape.WarpLanes))
    return LaunchExtent::Nothing;
  return IsBelow(Kernel.Launches[Launch].threadsPerBlock().value_or(0)) ? LaunchExtent::PartOfBlock
                                                                        : LaunchExtent::Blocks;
}

/// A launch in which a flag keeps all threads from an access, as one of a main without arguments
/// that reads the flag from them, is beside others in which the flag may be set. A launch in which
/// the kernel accesses nothing, or each array by less than a warp's lanes, such
/// as one of a main without arguments that reads the size of its data from them, says nothing of
/// the others, and one with data for a part of a block says little.
static void analyseWithoutIdleLaunches(ExprContext &Expressions, KernelAnalysis &Kernel,
                                       const TargetModel &Target, ArrayRef<const Check *> Checks,
                                       FileAllowance &Allowance) {
  auto ExtentOf = [&](unsigned Launch) { return extentOf(Kernel, Launch, Target); };
  bool AnyIdle = any_of(enumerate(Kernel.Launches), [&](const auto &Each) {
    return Each.value().Unconditional && ExtentOf(unsigned(Each.index())) != LaunchExtent::Blocks;
  });
  auto IsNeverExecuted = [&](const Access &Site, unsigned Launch) {
    return !Kernel.Verdicts.empty() && Kernel.Verdicts[Site.Id][Launch].Cost.NeverExecuted;
  };
  std::vector<LaunchContext> Launches =
      AnyIdle ? replaceIdleLaunches(Kernel.Launches, Kernel.Program, Target, ExtentOf)
              : Kernel.Launches;
  std::vector<LaunchContext> Chosen =
      launchesByChoice(Kernel.Launches, Kernel.Program, IsNeverExecuted);
  for (const LaunchContext &Each : Chosen)
    addDistinct(Launches, Each);
  if (!AnyIdle && Chosen.empty())
    return;
  Kernel.Launches = std::move(Launches);
  analyseKernel(Expressions, Kernel, Target, Checks, Allowance);
}

static bool isLaunched(const KernelAnalysis &Kernel) {
  return any_of(Kernel.Launches,
                [](const LaunchContext &Launch) { return Launch.Position.Line != 0; });
}

/// Definitions among \p Functions that are called \p Name; instances of one template are one.
static size_t countDefinitions(ArrayRef<const clang::FunctionDecl *> Functions,
                               const clang::IdentifierInfo *Name) {
  std::set<clang::SourceLocation> Places;
  for (const clang::FunctionDecl *Each : Functions)
    if (Each->getIdentifier() == Name)
      Places.insert(Each->getLocation());
  return Places.size();
}

/// Whether other code may refer to a kernel by a name that the file does not write: whoever loads a
/// kernel by name, as the driver's interface does, needs a name that is not mangled.
static bool mayBeNamedElsewhere(const KernelAnalysis &Kernel, const clang::FunctionDecl *Function) {
  return Function->isExternC() || Kernel.Program.HasOtherDeclarations;
}

/// What \p Ast's files say of names, in \p Mentions from the first use on: reading them takes time.
static const KernelMentions &mentionsIn(const clang::ASTContext &Ast,
                                        std::optional<KernelMentions> &Mentions) {
  if (!Mentions)
    Mentions.emplace(Ast);
  return *Mentions;
}

static bool lacksLaunches(const KernelAnalysis &Kernel, const clang::FunctionDecl *Function) {
  return Function->getIdentifier() && !isLaunched(Kernel) && all_of(Kernel.Launches, isGuessed);
}

static bool isOfHeader(const clang::FunctionDecl *Function, const clang::ASTContext &Ast) {
  const clang::SourceManager &Sources = Ast.getSourceManager();
  return !Sources.isInMainFile(Sources.getExpansionLoc(Function->getLocation()));
}

/// Notes of a kernel of the main file whether that file launches it in a way that is not followed.
static void noteUnfollowedLaunch(KernelAnalysis &Kernel, const clang::FunctionDecl *Function,
                                 const clang::ASTContext &Ast,
                                 std::optional<KernelMentions> &Mentions) {
  if (lacksLaunches(Kernel, Function) && !isOfHeader(Function, Ast) && !Kernel.Program.IsInHeader)
    Kernel.UnfollowedLaunch =
        mentionsIn(Ast, Mentions).launch(Function->getIdentifier()->getName());
}

/// A kernel of the main file is not part of a program if the file does not name it again.
static void noteOfMainFile(KernelAnalysis &Kernel, const clang::FunctionDecl *Function,
                           const KernelMentions &Mentions) {
  Kernel.IsNeverNamed = !mayBeNamedElsewhere(Kernel, Function) &&
                        Mentions.count(Function->getIdentifier()->getName()) == 1;
}

/// A kernel that a header defines is not part of a program if the file of its main function
/// includes the header and does not name the kernel, nor do other headers. \p Functions as in
/// noteMentions().
static void noteOfHeader(KernelAnalysis &Kernel, const clang::FunctionDecl *Function,
                         const KernelMentions &Mentions,
                         ArrayRef<const clang::FunctionDecl *> Functions) {
  const clang::IdentifierInfo *Name = Function->getIdentifier();
  Kernel.IsNeverNamed =
      !mayBeNamedElsewhere(Kernel, Function) &&
      Mentions.countWithHeaders(Name->getName()) == countDefinitions(Functions, Name);
}

/// Finds out whether kernels without a known launch are never named. \p Functions: those of the
/// kernels of \p File.
static void noteMentions(FileAnalysis &File, ArrayRef<const clang::FunctionDecl *> Functions,
                         const clang::ASTContext &Ast, std::optional<KernelMentions> &Mentions) {
  bool IsProgram = File.HasMain || any_of(File.Kernels, isLaunched);
  for (auto [Kernel, Function] : zip(File.Kernels, Functions)) {
    if (!lacksLaunches(Kernel, Function))
      continue;
    if (isOfHeader(Function, Ast)) {
      if (File.HasMain)
        noteOfHeader(Kernel, Function, mentionsIn(Ast, Mentions), Functions);
    } else if (IsProgram && !Kernel.Program.IsInHeader) {
      noteOfMainFile(Kernel, Function, mentionsIn(Ast, Mentions));
    }
  }
}

/// Steps that the analysis of \p Kernel counts with: expressions that were built (\p NodesBefore
/// were there), requests whose cost was evaluated, and pairs of accesses that were looked at for
/// races; a pair takes as long as a few expressions. One kernel leaves something to the others,
/// whatever it took: its parts have budgets of their own.
static uint64_t stepsOf(const KernelAnalysis &Kernel, const ExprContext &Expressions,
                        unsigned NodesBefore) {
  constexpr uint64_t StepsPerPair = 5;
  constexpr uint64_t LeastKernelsOfFile = 4;
  uint64_t Steps = Expressions.counters().Node - NodesBefore;
  for (ArrayRef<AccessVerdict> Verdicts : Kernel.Verdicts)
    for (const AccessVerdict &Verdict : Verdicts)
      Steps += Verdict.Cost.Steps;
  for (const RaceReport &Races : Kernel.Races)
    Steps += Races.Pairs * StepsPerPair;
  return std::min(Steps, MaximumStepsOfFile / LeastKernelsOfFile);
}

/// Gives each fault of the host code that needs a kernel to that one of \p Kernels, if it is there,
/// and the others to the file.
static void placeHostFaults(std::vector<FoundHostFault> Faults, ArrayRef<LoweredKernel> Kernels,
                            FileAnalysis &File) {
  for (FoundHostFault &Each : Faults) {
    if (!needsKernel(Each.Fault.Kind)) {
      File.Facts.HostFaults.push_back(std::move(Each.Fault));
      continue;
    }
    const auto *Of = find_if(Kernels, [&](const LoweredKernel &Kernel) {
      return Each.Kernel && declaresSameEntity(Kernel.Function, Each.Kernel);
    });
    if (Of != Kernels.end())
      File.Kernels[size_t(Of - Kernels.begin())].HostFaults.push_back(std::move(Each.Fault));
  }
}

/// Finds in \p Ast what the checks \p Enabled read beside the accesses of \p Kernels.
static void findFacts(clang::ASTContext &Ast, const LaunchCalls &Calls,
                      ArrayRef<LoweredKernel> Kernels, ArrayRef<const Check *> Enabled,
                      FileAnalysis &File) {
  if (any_of(Enabled, [](const Check *Each) { return Each->ReadsHostFaults; }))
    placeHostFaults(findHostFaults(Ast, Calls), Kernels, File);
  if (any_of(Enabled, [](const Check *Each) { return Each->RunOnFile != nullptr; }))
    File.Facts.OutdatedCalls = findOutdatedCalls(Ast);
  File.Facts.ConstantBytes = bytesOfConstantVariables(Ast);
}

namespace {

/// Adds the kernels of one file, which share its budgets, to what is known of the file.
class KernelsOfFile {
public:
  KernelsOfFile(ParsedFile &Parsed, FileAnalysis &File, const LaunchCalls &Calls,
                const TemplateInstances &Templates, const TargetModel &Target,
                const DriverOptions &Options)
      : Parsed(Parsed), File(File), Calls(Calls), Templates(Templates), Target(Target),
        Options(Options), Settings(Options.settingsOf(File.Path)) {
    File.Expressions = std::make_shared<ExprContext>();
    if (hasBankModes(Target))
      Modes.emplace(Parsed.context());
  }

  void run();

private:
  std::vector<LoweredKernel> lower() const;
  void noteTemplate(LoweredKernel &Lowered, KernelAnalysis &Kernel) const;
  void analyse(LoweredKernel &Lowered, KernelAnalysis &Kernel, FileAllowance &Allowance);
  void say(StringRef Kernel) const {
    if (Options.AtKernel)
      Options.AtKernel(Kernel);
  }

  ParsedFile &Parsed;
  FileAnalysis &File;
  const LaunchCalls &Calls;
  const TemplateInstances &Templates;
  const TargetModel &Target;
  const DriverOptions &Options;
  const FileSettings *Settings;
  std::optional<KernelMentions> Mentions;
  std::optional<BankModes> Modes;
  uint64_t StepsLeft = MaximumStepsOfFile;
  size_t Analysed = 0;
};

} // namespace

std::vector<LoweredKernel> KernelsOfFile::lower() const {
  auto StatedOf = [&](StringRef Kernel) {
    say(Kernel);
    return Settings ? Settings->factsOf(Kernel) : std::vector<StatedFact>();
  };
  auto MayOverlap = [&](const clang::FunctionDecl &Kernel, const MemoryObject &One,
                        const MemoryObject &Other) {
    return any_of(Calls.of(&Kernel), [&](const LaunchContext &Launch) {
      return memlint::mayOverlap(One, Other, Launch);
    });
  };
  auto IsIncomplete = [&](const clang::FunctionDecl &Kernel) {
    return Parsed.instantiations().isIncomplete(Kernel);
  };
  return lowerKernels(Parsed.context(), *File.Expressions, StatedOf, MayOverlap, IsIncomplete,
                      MaximumStepsOfFile, Target.Shape);
}

/// Says what was assumed to instantiate the template that \p Kernel is of, and why nothing fitted.
void KernelsOfFile::noteTemplate(LoweredKernel &Lowered, KernelAnalysis &Kernel) const {
  if (auto Made = Templates.Assumptions.find(Lowered.Function); Made != Templates.Assumptions.end())
    Kernel.Assumption = "the template is instantiated with " + Made->second +
                        ", since the file does not instantiate it";
  if (auto Failure = Templates.Failures.find(Lowered.Function); Failure != Templates.Failures.end())
    Lowered.Program.Reason += "; the arguments tried do not fit: " + Failure->second;
}

void KernelsOfFile::analyse(LoweredKernel &Lowered, KernelAnalysis &Kernel,
                            FileAllowance &Allowance) {
  say(Lowered.Program.Name);
  if (StepsLeft == 0 && Lowered.Program.Analysed)
    giveUp(Lowered.Program, fileBudgetRanOut(Analysed));
  Analysed += Lowered.Program.Analysed;
  noteTemplate(Lowered, Kernel);
  unsigned NodesBefore = File.Expressions->counters().Node;
  if (Lowered.Program.Analysed)
    Kernel.Launches = inferLaunches(Calls, Lowered.Function, Lowered.Program, Options.Launches,
                                    Target, Options.Recordings);
  Kernel.LaunchesItself = Calls.launchesItself(Lowered.Function);
  Kernel.Program = std::move(Lowered.Program);
  noteUnfollowedLaunch(Kernel, Lowered.Function, Parsed.context(), Mentions);
  Kernel.PossibleRaces = Options.PossibleRaces;
  Kernel.HasWideBanks = Modes && Modes->areWideFor(*Lowered.Function);
  const TargetModel OfKernel = Kernel.HasWideBanks ? withWideBanks(Target) : Target;
  if (Settings)
    Kernel.Budgets = Settings->budgetsOf(Kernel.Program.Name);
  analyseKernel(*File.Expressions, Kernel, OfKernel, Options.Checks, Allowance);
  if (any_of(Kernel.Launches, [](const LaunchContext &Each) { return Each.Unconditional; }))
    analyseWithoutIdleLaunches(*File.Expressions, Kernel, OfKernel, Options.Checks, Allowance);
  StepsLeft -= std::min(StepsLeft, stepsOf(Kernel, *File.Expressions, NodesBefore));
  // Verdicts and findings refer to no expressions.
  File.Expressions->keepOnly({});
}

void KernelsOfFile::run() {
  std::vector<LoweredKernel> Kernels = lower();
  FileAllowance Allowance = {CostAllowance(Options.Budget),
                             RaceAllowance(Kernels.size(), Options.ShortRaces)};
  std::vector<const clang::FunctionDecl *> Functions;
  for (LoweredKernel &Lowered : Kernels) {
    Functions.push_back(Lowered.Function);
    takeBadComments(File, Lowered);
  }
  File.Kernels.resize(Kernels.size());
  File.Facts.NamedToolkitVersion = Parsed.namedToolkitVersion();
  if (!Kernels.empty())
    findFacts(Parsed.context(), Calls, Kernels, Options.Checks, File);
  for (LoweredKernel *Each : inFairOrder(Kernels))
    analyse(*Each, File.Kernels[size_t(Each - Kernels.data())], Allowance);
  noteMentions(File, Functions, Parsed.context(), Mentions);
  if (Options.ReadTree)
    Options.ReadTree(Parsed, File, Functions);
}

static Expected<FileAnalysis> analyse(StringRef Path, const DriverOptions &Options,
                                      const OutsideFacts &FromOutside, WantsKernels Wanted) {
  Expected<std::unique_ptr<ParsedFile>> Parsed = parseCudaFile(Path, Options.Frontend);
  if (!Parsed)
    return Parsed.takeError();
  FileAnalysis File;
  File.Path = Path.str();
  if (const std::string *Text = textInOverlay(Path, Options.Frontend))
    File.Text = std::make_shared<const std::string>(*Text);
  File.Target = (*Parsed)->architecture().str();
  File.AskedTarget = (*Parsed)->askedArchitecture().str();
  Expected<const TargetModel *> Target = findTarget(File.Target);
  if (!Target)
    return Target.takeError();
  takeErrors(File, **Parsed);
  File.IsHip = (*Parsed)->context().getLangOpts().HIP;
  File.HasMain = definesMain(*(*Parsed)->context().getTranslationUnitDecl());

  TemplateInstances Templates;
  if (Options.InstantiateTemplates)
    Templates = instantiateUnusedKernels(**Parsed);
  LaunchCalls Calls =
      Options.SeveralFiles
          ? LaunchCalls((*Parsed)->context(), FromOutside, Options.Arguments, *Target)
          : LaunchCalls((*Parsed)->context(), Options.Arguments, *Target);
  File.Links = Calls.links();
  findSharedOptIns((*Parsed)->context(), File.Facts);
  if (Wanted(File.Links))
    KernelsOfFile(**Parsed, File, Calls, Templates, **Target, Options).run();
  // Each page in which something is freed would first be copied from the parent.
  if (endsWithPiece())
    BuryPointer(std::move(*Parsed));
  return File;
}

std::string describeCrash(StringRef Path, StringRef Where) {
  return ("the analysis of '" + Path + "' crashed" + Where +
          "; this is a bug in cuda-memlint, please report it")
      .str();
}

Expected<FileAnalysis> analyseGuarded(StringRef Path, const DriverOptions &Given,
                                      const OutsideFacts &FromOutside, WantsKernels Wanted) {
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
    return runGuarded([&] { Outcome.emplace(analyse(Path, With, FromOutside, Wanted)); });
  };
  // What the file itself says comes first: if it was the instantiations made for
  // it that broke down, there are none.
  DriverOptions WithoutInstances = Options;
  WithoutInstances.InstantiateTemplates = false;
  if (!Analyse(Options)) {
    // What is left after a crash is not worth keeping.
    if (Options.Frontend.Reads)
      Options.Frontend.Reads->noteOther();
    if (!Analyse(WithoutInstances))
      return createStringError(describeCrash(Path));
  }
  return std::move(*Outcome);
}

void findFaultsOfFiles(MutableArrayRef<FileAnalysis> Files, const DriverOptions &Options) {
  for (FileAnalysis &File : Files) {
    const FileSettings *Settings = Options.settingsOf(File.Path);
    findFaultsOfFile(File, Files, Settings ? Settings->Checks : Options.Checks);
  }
}

void refineFindings(MutableArrayRef<FileAnalysis> Files, const DriverOptions &Options) {
  for (FileAnalysis &File : Files) {
    const FileSettings *Settings = Options.settingsOf(File.Path);
    lowerMinorFindings(File, Settings ? Settings->Limits : Options.Limits);
    keepOneForEachCause(File);
    if (Settings)
      Settings->applyTo(File);
  }
  suppressByComments(Files, Options.Frontend.Overlay);
  if (Options.SuppressKnown)
    Options.SuppressKnown(Files);
}

Expected<FileAnalysis> analyseFile(StringRef Path, const DriverOptions &Options,
                                   const OutsideFacts &FromOutside) {
  Expected<FileAnalysis> File = analyseGuarded(Path, Options, FromOutside, wantsKernels);
  if (File) {
    findFaultsOfFiles(*File, Options);
    refineFindings(*File, Options);
  }
  return File;
}

} // namespace memlint
