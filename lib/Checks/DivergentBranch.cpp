//===- DivergentBranch.cpp - Branches that leave lanes idle ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckList.h"
#include "FindingParts.h"
#include "SourceStart.h"
#include "UnlaunchedKernel.h"

#include "cuda-memlint/Analysis/Lanes/LanePatterns.h"
#include "cuda-memlint/Analysis/Lanes/UnevenLoops.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <set>

using namespace llvm;

namespace memlint {

/// Of accesses outside of loops, from which on they are work.
static constexpr unsigned SeveralAccesses = 3;

/// Whether what is done under the condition is work on memory that any thread could do: not the
/// last step of a computation in registers, which its thread has to store.
static bool isWork(const KernelProgram &Program, ArrayRef<unsigned> Accesses, bool IsInLoop) {
  // A structure is one access, however many it is compiled to.
  std::set<SourceStart> Loads, Stores;
  for (unsigned Number : Accesses) {
    const Access &Site = Program.Accesses[Number];
    // What is not understood may be no access.
    bool IsInMemory = Site.Space == MemorySpace::Global || Site.Space == MemorySpace::Shared;
    if (!IsInMemory || !Site.Offset || !Site.Reason.empty())
      continue;
    (Site.Kind == AccessKind::Load ? Loads : Stores).insert(startOf(Site.Position));
    IsInLoop |= !Site.Loops.empty();
  }
  return !Loads.empty() && !Stores.empty() &&
         (IsInLoop || Loads.size() + Stores.size() >= SeveralAccesses);
}

/// Half of the lanes or fewer are active, and other threads of the block could do it in two thirds
/// of the warps or fewer; and not just a few blocks of the launch come there.
static bool wastesLanes(const Activity &Active) {
  const BlockActivity &Sum = Active.counted();
  bool IsOfFew = Active.OfLaunch && 2 * Active.OfLaunch->ActiveBlocks < Active.OfLaunch->Blocks;
  return !IsOfFew && Sum.Lanes != 0 && 2 * Sum.Lanes <= Sum.Threads &&
         3 * Sum.PackedWarps <= 2 * Sum.Warps;
}

/// In most warps idle lanes are between active ones.
static bool hasGaps(const BlockActivity &Sum) { return 2 * Sum.WarpsWithGaps >= Sum.Warps; }

/// Takes an operand in parentheses, or a name, from the start of \p Text, and returns it. Empty:
/// something else is there.
static std::string takeOperand(StringRef &Text) {
  auto IsOfName = [](char Each) { return isAlnum(Each) || Each == '_'; };
  size_t Length = Text.take_while(IsOfName).size();
  if (Text.starts_with("(")) {
    int Depth = 0;
    do
      Depth += Text[Length] == '(' ? 1 : Text[Length] == ')' ? -1 : 0;
    while (++Length != Text.size() && Depth != 0);
  }
  StringRef Operand = Text.take_front(Length);
  Text = Text.drop_front(Length).ltrim();
  return Operand.str();
}

/// What the source divides by, a factor: "2 * s" of "(tid % (2 * s)) == 0", "(s + s)". Empty: that
/// is not seen.
static std::string modulusText(const LanePattern &Found, StringRef Condition) {
  if (Found.Class.Modulus->isConstant())
    return itostr(Found.Class.Modulus->constantTerm());
  auto [Before, After] = Condition.split('%');
  After = After.ltrim();
  std::string Operand = takeOperand(After);
  // Behind a cast, a call, or a member there is more.
  if (After.contains('%') || (!After.empty() && !StringRef("=!)").contains(After.front())))
    return "";
  StringRef Inside = Operand;
  bool IsProduct =
      Inside.consume_front("(") && Inside.consume_back(")") && all_of(Inside, [](char Each) {
        return isAlnum(Each) || Each == '_' || Each == ' ' || Each == '*';
      });
  return IsProduct ? Inside.trim().str() : Operand;
}

/// Whether \p Factor is blockIdx.x or blockDim.x, as \p Kind says.
static bool isOf(LeafKind Kind, ExprRef Factor) {
  return Factor->isLeaf() && Factor->leaf().Kind == Kind && Factor->leaf().Dimension == 0;
}

/// Whether \p Class is one of threadIdx.x, too: a block, of \p Threads in a row, begins at 0 of it.
static bool isOfThreadIndex(ExprContext &Context, const ResidueClass &Class, uint64_t Threads) {
  ExprRef OfBlock = nullptr;
  forEachLeaf(Class.Index, [&](ExprRef Leaf) {
    if (isOf(LeafKind::ThreadIndex, Leaf))
      OfBlock = Context.subtract(Class.Index, Leaf);
  });
  if (!OfBlock || OfBlock->isConstant())
    return OfBlock && OfBlock->isConstant(0);
  bool IsMultiple = Class.Modulus->isConstant()
                        ? Threads % uint64_t(Class.Modulus->constantTerm()) == 0
                        : isPowerOf2_64(Threads);
  if (!IsMultiple || OfBlock->terms().size() != 1 || OfBlock->constantTerm() != 0)
    return false;
  const Monomial &Start = OfBlock->terms().front();
  return Start.Coefficient == 1 && Start.Factors.size() == 2 &&
         any_of(Start.Factors, [](ExprRef Each) { return isOf(LeafKind::BlockIndex, Each); }) &&
         any_of(Start.Factors, [](ExprRef Each) { return isOf(LeafKind::BlockDimension, Each); });
}

/// The index that consecutive threads would use: "2 * s * threadIdx.x". Empty: not known.
static std::string packedIndex(const CheckRun &In, const LanePattern &Found, StringRef Condition) {
  const LaunchContext &Launch = In.Kernel.Launches[Found.Launch];
  bool IsRow = *Launch.Block[1] * *Launch.Block[2] == 1;
  if (!IsRow || !Found.IsAlone || !Found.Class.Remainder->isConstant() ||
      !isOfThreadIndex(In.Expressions, Found.Class, *Launch.Block[0]))
    return "";
  std::string Modulus = modulusText(Found, Condition);
  if (Modulus.empty())
    return "";
  std::string Index = Modulus + " * threadIdx.x";
  if (!Found.Class.Remainder->isConstant(0))
    Index += " + " + itostr(Found.Class.Remainder->constantTerm());
  return Index;
}

/// Only barriers of warps may order the shared data of \p Accesses: threads of other warps would
/// race.
static bool needsOwnWarp(const KernelProgram &Program, ArrayRef<unsigned> Accesses) {
  return any_of(Program.Barriers,
                [](const Barrier &Each) { return Each.Scope == BarrierScope::Warp; }) &&
         any_of(Accesses, [&](unsigned Number) {
           return Program.Accesses[Number].Space == MemorySpace::Shared;
         });
}

/// Of the conditions that lead to the accesses of \p Found, another one than its own differs by
/// thread, too: `i < n` is to hold for the threads that then do the work.
static bool hasOtherCondition(const KernelProgram &Program, const LanePattern &Found) {
  return any_of(Found.Accesses, [&](unsigned Number) {
    return any_of(Program.Accesses[Number].Guards, [&](ExprRef Guard) {
      return any_of(partsOf(Guard, ExprKind::And), [&](ExprRef Part) {
        return Part != Found.Condition && Part->varies() == Uniformity::Lane;
      });
    });
  });
}

/// `if (tid % (2 * s) == 0) data[tid] += data[tid + s];`: the steps of a sum of shared memory. With
/// consecutive threads, their strides would be bank conflicts.
static bool isStepOfSum(const KernelProgram &Program, const LanePattern &Found) {
  return !Found.Class.Modulus->isConstant() && any_of(Found.Accesses, [&](unsigned Number) {
    const Access &Site = Program.Accesses[Number];
    return Site.Space == MemorySpace::Shared && Site.Kind == AccessKind::Store && Site.IsSum;
  });
}

static std::string packingFor(const CheckRun &In, const LanePattern &Found, StringRef Condition) {
  std::string Index = packedIndex(In, Found, Condition);
  if (!Index.empty() && isStepOfSum(In.Kernel.Program, Found))
    return "let the distance fall from half of the block to 1, and the first threads add: `for "
           "(unsigned s = blockDim.x / 2; s > 0; s /= 2) if (threadIdx.x < s)`, which has no bank "
           "conflicts either; `" +
           Index + "` as index would";
  if (Index.empty())
    return "give the work to consecutive threads, so that whole warps work or idle";
  return "give the work to consecutive threads: `int index = " + Index +
         "; if (index < blockDim.x)`, with `index` in place of `threadIdx.x`" +
         (hasOtherCondition(In.Kernel.Program, Found) ? ", also in the other conditions" : "");
}

/// What the warps of \p Active are of: "per block", "in each of 64 blocks", "in the launch".
static std::string describeExtent(const Activity &Active) {
  if (!Active.OfLaunch)
    return "per block";
  if (Active.OfLaunch->AreAlike && Active.OfLaunch->Blocks > 1)
    return "in each of " + formatCount(Active.OfLaunch->Blocks) + " blocks";
  return "in the launch";
}

/// "the active threads", of each block where several are counted together.
static std::string describeThreads(const Activity &Active, StringRef Threads) {
  bool IsOfMany = Active.OfLaunch && !Active.OfLaunch->AreAlike;
  return (Threads + (IsOfMany ? " of each block" : "")).str();
}

/// Why one block was counted, although the grid is known.
static void addOneBlockNote(const CheckRun &In, const Activity &Active, unsigned Launch,
                            Finding &Result) {
  if (Active.OfLaunch || !In.Kernel.Launches[Launch].gridKnown())
    return;
  addNote(Result, Active.HasOpenGuard
                      ? "counted for one block that passes all conditions whose values are unknown"
                      : "counted for one block: the launch has too many to count each");
}

static std::string describePattern(const LanePattern &Found, const Node &Branch,
                                   unsigned WarpLanes) {
  const BlockActivity &Sum = Found.Active.counted();
  std::string Decision = Branch.Text.empty()     ? "the condition"
                         : !Branch.Cases.empty() ? "a case of `switch (" + Branch.Text + ")`"
                                                 : "`" + Branch.Text + "`";
  std::string Text = "divergent branch: " + Decision + " leaves " +
                     formatMean(double(Sum.Lanes) / double(Sum.Warps)) + " of " +
                     utostr(WarpLanes) + " lanes active in each warp that executes it (";
  Text += formatNumberOf(Sum.Warps, "warp") + " executed " + describeExtent(Found.Active) + ", " +
          formatCount(Sum.PackedWarps) + " if " +
          describeThreads(Found.Active, "the active threads") + " were consecutive)";
  return Text;
}

static void lowerUnlaunched(const CheckRun &In, Finding &Result) {
  if (std::string Why = whyNotLaunched(In.Kernel); !Why.empty()) {
    Result.LoweredFrom = Result.Level;
    Result.Level = FindingLevel::Remark;
    addNote(Result, Why);
  }
}

static void report(const CheckRun &In, const LanePattern &Found) {
  const KernelProgram &Program = In.Kernel.Program;
  const Node &Branch = Program.Nodes[Found.Branch];
  Finding &Result =
      In.report(Branch.Position, describePattern(Found, Branch, Program.Device.WarpLanes));
  lowerUnlaunched(In, Result);
  addCallNotes(Result, Program.Accesses[Found.Accesses.front()]);
  if (Found.Loop && Found.Active.OfBlock.Rounds > 1)
    addNote(Result, "over " + formatCount(Found.Active.OfBlock.Rounds) + " iterations of this loop",
            Program.Loops[*Found.Loop].Position);
  addOneBlockNote(In, Found.Active, Found.Launch, Result);
  addLaunchNote(Result, In.Kernel, Found.Launch);
  if (!needsOwnWarp(Program, Found.Accesses))
    setHelp(Result, packingFor(In, Found, Branch.Text));
  Result.NoFix = MissingFix{MissingFix::Reason::LoopsAndIndices, "", {}};
}

static void report(const CheckRun &In, const UnevenLoop &Found) {
  const KernelProgram &Program = In.Kernel.Program;
  const BlockActivity &Sum = Found.Active.counted();
  Finding &Result = In.report(
      Program.Loops[Found.Loop].Position,
      "divergent loop: lanes leave it after different numbers of iterations, and " +
          formatMean(double(Sum.Lanes) / double(Sum.Warps)) + " of " +
          utostr(Program.Device.WarpLanes) + " lanes are active on average (" +
          formatCount(Sum.Warps) + " iterations of warps " + describeExtent(Found.Active) + ", " +
          formatCount(Sum.PackedWarps) + " if " +
          describeThreads(Found.Active, "threads with equal numbers") + " were consecutive)");
  lowerUnlaunched(In, Result);
  addCallNotes(Result, Program.Accesses[Found.Accesses.front()]);
  addOneBlockNote(In, Found.Active, Found.Launch, Result);
  addLaunchNote(Result, In.Kernel, Found.Launch);
  if (!needsOwnWarp(Program, Found.Accesses))
    setHelp(Result, "give work of equal length to consecutive threads, so that whole warps finish "
                    "early");
  Result.NoFix = MissingFix{MissingFix::Reason::LoopsAndIndices, "", {}};
}

static void checkDivergentBranch(const CheckRun &In) {
  const KernelProgram &Program = In.Kernel.Program;
  // Lanes that exchange values work together, whatever each of them stores.
  if (!Program.WarpOperations.empty())
    return;
  std::set<std::pair<ExprRef, ExprRef>> Reported;
  for (const LanePattern &Found : findLanePatterns(In.Expressions, In.Kernel)) {
    if (!wastesLanes(Found.Active) || !hasGaps(Found.Active.counted()) ||
        !isWork(Program, Found.Accesses, Found.Loop.has_value()))
      continue;
    if (Reported.insert({Found.Class.Index, Found.Class.Modulus}).second)
      report(In, Found);
  }
  for (const UnevenLoop &Found : findUnevenLoops(In.Expressions, In.Kernel))
    if (wastesLanes(Found.Active) && isWork(Program, Found.Accesses, /*IsInLoop=*/true))
      report(In, Found);
}

const Check DivergentBranch = {.Name = "cuda-divergent-branch",
                               .Summary =
                                   "a branch leaves most lanes of the warps that execute it idle",
                               .Level = FindingLevel::Warning,
                               .Subject = FindingSubject::JointCost,
                               .Run = checkDivergentBranch};

} // namespace memlint
