//===- LaunchInference.cpp - Which launches a kernel is seen in -----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which source of launch contexts wins.
///
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Launch/LaunchInference.h"
#include "cuda-memlint/Model/ChosenBlock.h"
#include "cuda-memlint/Model/LaunchContexts.h"
#include "cuda-memlint/Model/MemoryProgram.h"
#include "cuda-memlint/Symbolic/Rewriting.h"
#include "cuda-memlint/Target/TargetModel.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

namespace memlint {

namespace {

/// A call that does not specify its block, with the block of a weaker source. The
/// grid usually follows from the block, so what does not is not known then, unless it is one block.
LaunchContext withBlockOf(const LaunchContext &Call, const LaunchContext &Weaker,
                          const ChosenBlock &Chosen) {
  LaunchContext Context = Call;
  bool IsOneBlock =
      llvm::all_of(Call.Grid, [](std::optional<uint64_t> Extent) { return Extent == 1; });
  if (!IsOneBlock && !Chosen.explainsBlock())
    Context.Grid = {};
  Chosen.complete(Context);
  Context.Origin = Weaker.Origin;
  Context.InferredFrom = Weaker.InferredFrom;
  llvm::copy_if(Weaker.OtherBlocks, std::back_inserter(Context.OtherBlocks),
                [&](const auto &Block) { return ChosenBlock(Call, Block).isPossible(); });
  return Context;
}

/// Adds \p Call with each of the blocks that it may have; false if there is none.
bool addWithBlocksOf(llvm::ArrayRef<LaunchContext> Candidates, const LaunchContext &Call,
                     std::vector<LaunchContext> &Contexts) {
  bool Added = false;
  for (const LaunchContext &Candidate : Candidates) {
    if (!Candidate.blockKnown())
      continue;
    ChosenBlock Chosen(Call, {*Candidate.Block[0], *Candidate.Block[1], *Candidate.Block[2]});
    if (!Chosen.isPossible())
      continue;
    addDistinct(Contexts, withBlockOf(Call, Candidate, Chosen));
    Added = true;
  }
  return Added;
}

/// \p Arguments without what the kernel does not ask for.
void keepWhatIsAsked(llvm::ArrayRef<KernelParameter> Parameters,
                     llvm::MutableArrayRef<LaunchArgument> Arguments) {
  for (size_t Index = 0; Index != Arguments.size(); ++Index) {
    bool Declared = Index < Parameters.size();
    if (!Declared || !Parameters[Index].Present)
      Arguments[Index].IsNull.reset();
    keepWhatIsAsked(Declared ? llvm::ArrayRef(Parameters[Index].Fields)
                             : llvm::ArrayRef<KernelParameter>(),
                    Arguments[Index].Fields);
  }
}

LaunchContext asAskedBy(const KernelProgram &Program, const LaunchContext &Call) {
  LaunchContext Context = Call;
  keepWhatIsAsked(Program.Parameters, Context.Arguments);
  return Context;
}

/// What a call contributes, its block completed from \p Weaker or, where some of its extents are
/// known, from the defaults for blocks that have them.
void addCall(const LaunchContext &Call, llvm::ArrayRef<LaunchContext> Weaker,
             const KernelProgram &Program, const TargetModel &Target,
             std::vector<LaunchContext> &Contexts) {
  if (!Call.blockKnown()) {
    if (addWithBlocksOf(Weaker, Call, Contexts))
      return;
    bool IsPartlyKnown = Call.Block[0] || Call.Block[1] || Call.Block[2];
    if (IsPartlyKnown &&
        addWithBlocksOf(defaultLaunches(Program, Target, Call.Block), Call, Contexts))
      return;
  }
  addDistinct(Contexts, Call);
}

} // namespace

std::vector<LaunchContext>
inferLaunches(const LaunchCalls &Calls, const clang::FunctionDecl *Kernel,
              const KernelProgram &Program, llvm::ArrayRef<LaunchRequest> FromOptions,
              const TargetModel &Target, const RecordingList &Recordings) {
  std::vector<LaunchContext> Contexts;
  // What the command line says of a kernel takes the place of what a configuration does.
  for (LaunchOrigin From : {LaunchOrigin::Option, LaunchOrigin::Config})
    for (const LaunchRequest &Request : FromOptions)
      if (Request.Origin == From && (Contexts.empty() || Contexts.front().Origin == From) &&
          Request.matches(Program.Name))
        addDistinct(Contexts, Request.context(Program.Parameters));
  if (Contexts.empty())
    for (const LaunchContext &Recorded :
         recordedContexts(Recordings, Program.MangledName, Program.Parameters))
      addDistinct(Contexts, asAskedBy(Program, Recorded));
  if (Contexts.empty()) {
    std::vector<LaunchContext> Weaker = defaultLaunches(Program, Target);
    for (const LaunchContext &Call : Calls.of(Kernel))
      addCall(asAskedBy(Program, Call), Weaker, Program, Target, Contexts);
    for (const LaunchContext &Call : Calls.fromKernels(Kernel))
      addCall(asAskedBy(Program, Call), Weaker, Program, Target, Contexts);
    if (Contexts.empty())
      Contexts = std::move(Weaker);
  }
  capContexts(Contexts);
  // What is launched there with unknown arguments may be this kernel.
  if (Calls.launchesUnknownKernel() && Program.HasOtherDeclarations)
    for (unsigned First = 0; First != Program.Parameters.size(); ++First)
      for (unsigned Second = First; Second != Program.Parameters.size(); ++Second)
        Contexts.front().DoubtfulArguments.push_back({First, Second, ""});
  return Contexts;
}

std::vector<LaunchContext>
replaceIdleLaunches(llvm::ArrayRef<LaunchContext> Launches, const KernelProgram &Program,
                    const TargetModel &Target,
                    llvm::function_ref<LaunchExtent(unsigned)> ExtentOf) {
  std::vector<LaunchContext> Contexts;
  std::vector<LaunchContext> Weaker;
  for (auto [Number, Launch] : llvm::enumerate(Launches)) {
    LaunchExtent Extent = Launch.Unconditional ? ExtentOf(unsigned(Number)) : LaunchExtent::Blocks;
    if (Extent != LaunchExtent::Nothing)
      addDistinct(Contexts, Launch);
    // A grid that is the same with all arguments does not show that data are few.
    if (Extent == LaunchExtent::Blocks ||
        (Extent == LaunchExtent::PartOfBlock && Launch.Unconditional->gridKnown()))
      continue;
    if (Weaker.empty())
      Weaker = defaultLaunches(Program, Target);
    addCall(asAskedBy(Program, *Launch.Unconditional), Weaker, Program, Target, Contexts);
  }
  capContexts(Contexts);
  return Contexts;
}

/// The integer parameters in the guards of accesses that are never executed in \p Launch.
static llvm::DenseSet<ExprRef>
decidingParameters(const KernelProgram &Program,
                   llvm::function_ref<bool(const Access &)> IsNeverExecuted) {
  llvm::DenseSet<ExprRef> Found;
  for (const Access &Site : Program.Accesses)
    if (!Site.IsUnused && IsNeverExecuted(Site))
      for (ExprRef Guard : Site.Guards)
        for (ExprRef Part : partsOf(Guard, ExprKind::And))
          // A bound on indices is a size and no choice.
          if (Part->varies() == Uniformity::Grid)
            forEachLeaf(Part, [&](ExprRef Leaf) {
              if (Leaf->leaf().Kind == LeafKind::Parameter)
                Found.insert(Leaf);
            });
  return Found;
}

/// Makes what \p Parameters decide in \p Arguments as open as in \p Open; true if anything was
/// known.
static bool openArguments(llvm::ArrayRef<KernelParameter> Parameters,
                          std::vector<LaunchArgument> &Arguments,
                          llvm::ArrayRef<LaunchArgument> Open,
                          const llvm::DenseSet<ExprRef> &Deciding) {
  bool IsAny = false;
  for (const auto &[Parameter, Argument, Other] : llvm::zip(Parameters, Arguments, Open)) {
    if (Parameter.Value && Deciding.contains(Parameter.Value) && Argument.Value && !Other.Value) {
      Argument.Value.reset();
      Argument.Term = nullptr;
      Argument.Range = Other.Range;
      Argument.Multiple = Other.Multiple;
      IsAny = true;
    }
    IsAny |= openArguments(Parameter.Fields, Argument.Fields, Other.Fields, Deciding);
  }
  return IsAny;
}

std::vector<LaunchContext>
launchesByChoice(llvm::ArrayRef<LaunchContext> Launches, const KernelProgram &Program,
                 llvm::function_ref<bool(const Access &, unsigned)> IsNeverExecuted) {
  std::vector<LaunchContext> Chosen;
  for (auto [Number, Launch] : llvm::enumerate(Launches)) {
    if (!Launch.Unconditional)
      continue;
    llvm::DenseSet<ExprRef> Deciding =
        decidingParameters(Program, [&, Number = unsigned(Number)](const Access &Site) {
          return IsNeverExecuted(Site, Number);
        });
    LaunchContext Open = Launch;
    Open.Unconditional = nullptr;
    Open.TimesInMain = 0;
    if (!openArguments(Program.Parameters, Open.Arguments, Launch.Unconditional->Arguments,
                       Deciding))
      continue;
    Open.Conditions = {"an argument of main chooses what the kernel does"};
    addDistinct(Chosen, Open);
  }
  return Chosen;
}

} // namespace memlint
