//===- Explanation.cpp - Where an address comes from ----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explanation.h"

#include "cuda-memlint/Checks/CostReasonWording.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Model/LaunchArguments.h"
#include "cuda-memlint/Report/LaneDrawing.h"
#include "cuda-memlint/Report/SourceText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

#include <tuple>

using namespace llvm;

namespace memlint {

static constexpr unsigned Indent = 8;

namespace {

/// Prints rows of a label and a text, the label only where it changes.
class Rows {
public:
  explicit Rows(raw_ostream &Stream) : Stream(Stream) {}

  void add(StringRef Label, const Twine &Text) {
    Stream.indent(Indent) << left_justify(Label == Previous ? "" : Label, 9)
                          << printableText(Text.str()) << '\n';
    Previous = Label.str();
  }

private:
  raw_ostream &Stream;
  std::string Previous;
};

} // namespace

static StringRef describeUniformity(Uniformity Varies) {
  switch (Varies) {
  case Uniformity::Grid:
    return "the same for all threads";
  case Uniformity::Block:
    return "the same for all threads of a block";
  case Uniformity::Warp:
    return "the same for all lanes of a warp";
  case Uniformity::Lane:
    return "differs by lane";
  }
  llvm_unreachable("covered switch");
}

/// "; a multiple of 32 B", when something is known.
static std::string describeMultiple(ExprRef Part) {
  const Congruence &Modulus = Part->congruence();
  if (Modulus.LogModulus == 0 || Modulus.LogModulus >= Congruence::MaxLogModulus)
    return "";
  std::string Unit = utostr(uint64_t(1) << Modulus.LogModulus);
  if (Modulus.Residue == 0)
    return "; a multiple of " + Unit;
  return "; " + utostr(Modulus.Residue) + " more than a multiple of " + Unit;
}

static std::string describeRange(const Interval &Range) {
  constexpr Interval Unbounded;
  if (Range.Low == Unbounded.Low || Range.High == Unbounded.High)
    return "";
  return itostr(Range.Low) + " to " + itostr(Range.High);
}

/// The value that \p Launch, if there is one, gives to a parameter or a part of one.
static std::string describeArgument(const KernelProgram &Kernel, const LaunchContext *Launch,
                                    ExprRef Leaf) {
  std::string Words = "unknown";
  if (Launch)
    forEachArgument(Kernel.Parameters, Launch->Arguments, &KernelParameter::Value,
                    [&](ExprRef Parameter, const LaunchArgument &Argument) {
                      if (Parameter != Leaf)
                        return;
                      if (Argument.Value)
                        Words = itostr(*Argument.Value) + " in this launch";
                      else if (Argument.Multiple > 1)
                        Words = "a multiple of " + utostr(Argument.Multiple) + " in this launch";
                    });
  return Words;
}

static std::string describeLeaf(const KernelAnalysis &Kernel, const LaunchContext *Launch,
                                ExprRef Leaf) {
  const LeafInfo &Info = Leaf->leaf();
  auto Extent = [&](const std::array<std::optional<uint64_t>, 3> &Dimensions) {
    return Info.Dimension < 3 ? Dimensions[Info.Dimension] : std::nullopt;
  };
  switch (Info.Kind) {
  case LeafKind::ThreadIndex:
    if (Launch && Extent(Launch->Block))
      return "0 to " + utostr(*Extent(Launch->Block) - 1) + " in this launch";
    return "the thread's index in its block";
  case LeafKind::BlockIndex:
    if (Launch && Extent(Launch->Grid))
      return "0 to " + utostr(*Extent(Launch->Grid) - 1) + " in this launch";
    return "the block's index in the grid, which is unknown";
  case LeafKind::BlockDimension:
    if (Launch && Extent(Launch->Block))
      return utostr(*Extent(Launch->Block)) + " in this launch";
    return "unknown";
  case LeafKind::GridDimension:
    if (Launch && Extent(Launch->Grid))
      return utostr(*Extent(Launch->Grid)) + " in this launch";
    return "unknown";
  case LeafKind::LoopCounter:
    for (const Loop &Item : Kernel.Program.Loops)
      if (Item.Counter == Leaf)
        return "completed iterations of the loop at line " + utostr(Item.Position.Line);
    return "completed iterations of a loop";
  case LeafKind::Parameter:
    return "kernel parameter, " + describeArgument(Kernel.Program, Launch, Leaf);
  case LeafKind::Loaded:
    return "read from memory, " + describeUniformity(Info.Varies).str();
  case LeafKind::Opaque:
    break;
  }
  std::string Range = describeRange(Info.Range);
  return (Info.Reason == OpaqueReason::DataDependent ? "depends on data" : "not followed") +
         std::string(Range.empty() ? "" : ", " + Range);
}

/// How \p Part varies in \p Launch, which may be null: lanes of a warp have the same `threadIdx.y`
/// where rows of the block are whole warps, and so on.
static Uniformity variesIn(const LaunchContext *Launch, unsigned WarpLanes, ExprRef Part) {
  if (Part->varies() != Uniformity::Lane || !Launch)
    return Part->varies();
  bool SameForWarp = allLeaves(Part, [&](ExprRef Leaf) {
    if (Leaf->varies() != Uniformity::Lane)
      return true;
    if (Leaf->leaf().Kind != LeafKind::ThreadIndex)
      return false;
    uint64_t Threads = 1;
    for (unsigned Lower = 0; Lower != Leaf->leaf().Dimension; ++Lower)
      Threads *= Launch->Block[Lower].value_or(1);
    return Threads % WarpLanes == 0;
  });
  return SameForWarp ? Uniformity::Warp : Uniformity::Lane;
}

/// The parts of a sum, each as an expression: those that \p Vary by lane first, the constant last.
static std::vector<ExprRef> partsOf(ExprContext &Expressions, ExprRef Sum,
                                    function_ref<Uniformity(ExprRef)> Vary) {
  if (Sum->kind() != ExprKind::Polynomial)
    return {Sum};
  std::vector<ExprRef> Terms, Parts;
  for (const Monomial &Term : Sum->terms()) {
    ExprRef Part = Expressions.constant(Term.Coefficient);
    for (ExprRef Factor : Term.Factors)
      Part = Expressions.multiply(Part, Factor);
    Terms.push_back(Part);
  }
  // Else they stay in the order in which the sum is printed.
  for (Uniformity Varies :
       {Uniformity::Lane, Uniformity::Warp, Uniformity::Block, Uniformity::Grid})
    copy_if(Terms, std::back_inserter(Parts), [&](ExprRef Part) { return Vary(Part) == Varies; });
  if (Sum->constantTerm() != 0)
    Parts.push_back(Expressions.constant(Sum->constantTerm()));
  return Parts;
}

const AccessVerdict *verdictToShow(const std::vector<AccessVerdict> &Verdicts) {
  const AccessVerdict *Best = nullptr;
  auto Rank = [](const AccessVerdict &Verdict) {
    const AccessCost &Cost = Verdict.Cost;
    bool Known = Cost.Known != Knowledge::Unknown && !Cost.NeverExecuted;
    return std::make_tuple(Known, Known ? Cost.Worst.Cost - Cost.Worst.Ideal : 0);
  };
  for (const AccessVerdict &Verdict : Verdicts)
    if (!Best || Rank(*Best) < Rank(Verdict))
      Best = &Verdict;
  return Best;
}

static void explainAddress(Rows &Table, ExprContext &Expressions, const KernelAnalysis &Kernel,
                           const Access &Site, const LaunchContext *Launch) {
  const MemoryObject &Object = Kernel.Program.Objects[Site.Object];
  if (!Site.Offset) {
    Table.add("address", "unknown: " + Site.Reason);
    return;
  }
  Table.add("address", toString(Site.Offset));
  std::string Start = "bytes from the start of `" + Object.Name + "`";
  if (Object.AlignmentBytes > 1)
    Start += ", which is a multiple of " + utostr(Object.AlignmentBytes);
  Table.add("address", Start);
  auto Vary = [&](ExprRef Part) { return variesIn(Launch, Kernel.Program.Device.WarpLanes, Part); };
  for (ExprRef Part : partsOf(Expressions, Site.Offset, Vary)) {
    if (Part->isConstant())
      Table.add("made of", toString(Part) + ": constant");
    else
      Table.add("made of",
                toString(Part) + ": " + describeUniformity(Vary(Part)) + describeMultiple(Part));
  }
  SmallVector<ExprRef> Leaves;
  forEachLeaf(Site.Offset, [&](ExprRef Leaf) { Leaves.push_back(Leaf); });
  llvm::sort(Leaves, [](ExprRef Left, ExprRef Right) { return Left->number() < Right->number(); });
  for (ExprRef Leaf : Leaves)
    Table.add("where", toString(Leaf) + ": " + describeLeaf(Kernel, Launch, Leaf));
  for (ExprRef Guard : Site.Guards)
    Table.add("if", toString(Guard));
}

void printExplanation(raw_ostream &Stream, ExprContext &Expressions, const KernelAnalysis &Kernel,
                      unsigned Index) {
  const Access &Site = Kernel.Program.Accesses[Index];
  const AccessVerdict *Verdict = verdictToShow(Kernel.Verdicts[Index]);
  const LaunchContext *Launch = Verdict ? &Kernel.Launches[Verdict->Launch] : nullptr;

  Rows Table(Stream);
  Table.add("access",
            "`" + Site.Text + "`, " +
                std::string(
                    Site.Kind == AccessKind::Load || Site.Kind == AccessKind::Store ? "a" : "an") +
                " " + kindName(Site.Kind) + " of " + utostr(Site.Bytes) + " B per lane, " +
                spaceName(Site.Space) + " memory");
  explainAddress(Table, Expressions, Kernel, Site, Launch);
  if (!Verdict)
    return;
  const AccessCost &Cost = Verdict->Cost;
  Table.add("launch", describeLaunch(Kernel, Verdict->Launch));
  if (Cost.Known == Knowledge::Unknown) {
    Table.add("cost", "unknown: " + describe(Cost.Reason));
    return;
  }
  for (const std::string &Assumption : describe(Cost.Assumptions))
    Table.add("assumed", Assumption);
  if (Cost.NeverExecuted) {
    Table.add("cost", "none: no lane reaches this access");
    return;
  }
  Table.add("cost", formatNumberOf(Cost.Worst.Cost, costUnit(Site.Space, Kernel.Program.Device)) +
                        ", " + formatCount(Cost.Worst.Ideal) +
                        " needed, in the costliest request: warp " + utostr(Cost.WorstWarp) +
                        " of a block");
  // The drawings are of NVIDIA's sectors and banks.
  if (Kernel.Program.Device.IsAmd)
    return;
  switch (Site.Space) {
  case MemorySpace::Global:
    drawSectors(Stream, Cost.WorstRequest, Indent + 1);
    break;
  case MemorySpace::Shared:
    drawBanks(Stream, Cost.WorstRequest, Cost.Worst.Cost, Indent + 1);
    break;
  case MemorySpace::Constant:
    drawAddresses(Stream, Cost.WorstRequest, Indent + 1);
    break;
  case MemorySpace::Local:
  case MemorySpace::Generic:
    break;
  }
}

} // namespace memlint
