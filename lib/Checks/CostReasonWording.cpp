//===- CostReasonWording.cpp - What verdicts on costs say ------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Checks/CostReasonWording.h"

#include "cuda-memlint/Model/CostReasons.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace memlint {

/// "`a`", "`a` and `b`", "`a`, `b`, and `c`".
static std::string listOf(ArrayRef<std::string> Names) {
  if (Names.size() < 3)
    return join(Names, " and ");
  return join(Names.drop_back(), ", ") + ", and " + Names.back();
}

static std::string quoted(StringRef Name) { return ("`" + Name + "`").str(); }

static std::vector<std::string> allQuoted(ArrayRef<std::string> Names) {
  std::vector<std::string> Result;
  for (StringRef Name : Names)
    Result.push_back(quoted(Name));
  return Result;
}

/// As a noun without an article: "value of `n`".
static std::string nameOf(const UnknownQuantity &Quantity) {
  std::string Name = quoted(Quantity.Name);
  switch (Quantity.What) {
  case UnknownQuantity::Kind::Value:
    return "value of " + Name;
  case UnknownQuantity::Kind::Loaded:
    return "values read from memory (" + Name + ")";
  case UnknownQuantity::Kind::DataDependent:
    return "data-dependent values (" + Name + ")";
  case UnknownQuantity::Kind::Expression:
    return Name;
  case UnknownQuantity::Kind::GridSize:
    return "grid size";
  case UnknownQuantity::Kind::TripCount:
    return "trip count of the loop at line " + utostr(Quantity.Line);
  case UnknownQuantity::Kind::Alignment:
    return "alignment of " + Name;
  }
  llvm_unreachable("a quantity without words");
}

std::string describe(const UnknownQuantity &Quantity) {
  bool HasArticle = Quantity.What == UnknownQuantity::Kind::Value;
  return (HasArticle ? "the " : "") + nameOf(Quantity);
}

static StringRef nameOf(MemorySpace Space) {
  switch (Space) {
  case MemorySpace::Global:
    return "global";
  case MemorySpace::Shared:
    return "shared";
  case MemorySpace::Constant:
    return "constant";
  case MemorySpace::Local:
    return "local";
  case MemorySpace::Generic:
    return "generic";
  }
  llvm_unreachable("a memory space without a name");
}

static StringRef nameOf(AccessKind Kind) {
  switch (Kind) {
  case AccessKind::Load:
    return "loads";
  case AccessKind::Store:
    return "stores";
  case AccessKind::Atomic:
    return "atomics";
  case AccessKind::AsyncCopy:
    return "asynchronous copies";
  }
  llvm_unreachable("a kind of access without a name");
}

/// A grid that has lost its sign on the way, as in `(n - 1) / 256` for an unsigned 0.
static std::string describeGrid(uint64_t Blocks) {
  bool LostSign = Blocks > INT32_MAX && Blocks <= UINT32_MAX;
  return "a grid of " + utostr(Blocks) + " blocks in one dimension cannot be launched" +
         (LostSign ? " (as a signed number, " + itostr(int32_t(Blocks)) + ")" : "");
}

std::string describe(const UnknownCost &Reason) {
  using Kind = UnknownCost::Kind;
  switch (Reason.Why) {
  case Kind::None:
    return "";
  case Kind::BlockSize:
    return formatv("a block of {0} x {1} x {2} threads cannot be launched", Reason.Numbers[0],
                   Reason.Numbers[1], Reason.Numbers[2])
        .str();
  case Kind::EmptyGrid:
    return "a grid without blocks cannot be launched";
  case Kind::GridSize:
    return describeGrid(Reason.Numbers[0]);
  case Kind::Lowering:
    return Reason.Names.front();
  case Kind::Address:
    return "the address is not understood";
  case Kind::Space:
    return "unknown memory space";
  case Kind::LocalMemory:
    return "no cost model for local memory";
  case Kind::AtomicLoop:
    return "no native shared memory atomic: compiled to a compare-and-swap loop whose trip count "
           "depends on contention";
  case Kind::AggregatedAtomics:
    return "the compiler may aggregate atomics of a warp on one address";
  case Kind::BypassingCopy:
    return "no cost model for `cp.async.cg`";
  case Kind::NoModel:
    return formatv("no cost model for {0}-byte {1} {2}", Reason.Numbers[0], nameOf(Reason.Space),
                   nameOf(Reason.Access))
        .str();
  case Kind::BlockDimensions:
    return "unknown block dimensions";
  case Kind::Quantity:
    return "the address depends on " + describe(*Reason.DependsOn);
  case Kind::Quantities:
    return "the address depends on too many unknown values";
  case Kind::Range:
    return "the address depends on " + quoted(Reason.Names.front()) +
           ", which has an unknown range";
  case Kind::RowDistance:
    return "unknown distance between rows of " + quoted(Reason.Names.front()) + " elements";
  case Kind::Banks:
    return "bank conflicts depend on the value of " + join(allQuoted(Reason.Names), ", ");
  }
  llvm_unreachable("a reason without words");
}

std::string describe(const MissingTotals &Reason) {
  std::vector<std::string> Unknown;
  for (const UnknownQuantity &Each : Reason.Unknown)
    Unknown.push_back(nameOf(Each));
  std::string Words = Unknown.empty() ? "" : "unknown " + listOf(Unknown);
  StringRef Separator = Unknown.empty() ? "" : "; ";
  switch (Reason.Reached) {
  case MissingTotals::Limit::None:
    return Words;
  case MissingTotals::Limit::Numbers:
    return (Words + Separator + "counts above 2^56").str();
  case MissingTotals::Limit::Steps:
    return (Words + Separator +
            formatv("counting all requests takes more than {0:N} steps", Reason.Budget).str())
        .str();
  }
  llvm_unreachable("a limit without words");
}

static StringRef nameOf(CostUnit Unit) {
  switch (Unit) {
  case CostUnit::Sector:
    return "sector";
  case CostUnit::CacheLine:
    return "cache line";
  case CostUnit::Wavefront:
    return "wavefront";
  case CostUnit::Address:
    return "address";
  }
  llvm_unreachable("a unit without a name");
}

/// What each of two lanes does that share nothing.
static StringRef verbOf(CostUnit Unit) {
  switch (Unit) {
  case CostUnit::Sector:
  case CostUnit::CacheLine:
    return "touches";
  case CostUnit::Wavefront:
    return "takes";
  case CostUnit::Address:
    return "reads";
  }
  llvm_unreachable("a unit without a verb");
}

static std::string describeRows(const CostAssumption &Rows) {
  using Kind = CostAssumption::Kind;
  std::string Unit = nameOf(Rows.Unit).str(), FarApart = "are at least a " + Unit + " apart";
  std::vector<std::string> Lengths = allQuoted(Rows.Names);
  auto Subject = [&] { return "rows of " + listOf(Lengths) + " elements "; };
  switch (Rows.What) {
  case Kind::AlignedRows:
    return Subject() + "start on a " + Unit +
           (Rows.Unit == CostUnit::Sector ? " boundary and " : " and ") + FarApart;
  case Kind::DistantRows:
    return Subject() + FarApart;
  case Kind::WholeRowsNearby: {
    std::string Multiple = Lengths.back();
    Lengths.pop_back();
    return Subject() + FarApart + ", and " + Multiple + " elements are whole " + Unit + "s";
  }
  default:
    return Subject() + "do not overlap";
  }
}

std::string describe(const CostAssumption &Assumption) {
  using Kind = CostAssumption::Kind;
  std::string Name = Assumption.Names.empty() ? "" : quoted(Assumption.Names.front());
  std::string Boundary = utostr(Assumption.Number);
  switch (Assumption.What) {
  case Kind::DistinctRows:
  case Kind::AlignedRows:
  case Kind::DistantRows:
  case Kind::WholeRowsNearby:
    return describeRows(Assumption);
  case Kind::NonzeroLength:
    return Name + " is not 0";
  case Kind::Start:
    return Name + " starts " +
           (Assumption.Residue == 0 ? "on a " : utostr(Assumption.Residue) + " bytes past a ") +
           Boundary + "-byte boundary";
  case Kind::Residue:
    return Name + " is " + utostr(Assumption.Residue) + " bytes above a multiple of " + Boundary +
           " bytes";
  case Kind::MultipleOfBytes:
    return Name + " is a multiple of " + Boundary + " bytes";
  case Kind::Multiple:
    return Name + " is a multiple of " + utostr(Assumption.Factor);
  case Kind::MultipleOfElements:
    return Name + " is a multiple of " + utostr(Assumption.Factor) + " elements (" + Boundary +
           " bytes)";
  case Kind::AllPass:
    return "all threads satisfy " + Name;
  case Kind::AnyPass:
    return "any thread may satisfy " + Name + "; the cost assumes that all do";
  case Kind::AllStay:
    return "all threads stay in the loop at line " + utostr(Assumption.Number);
  case Kind::TwoLanes:
    return ("at least two threads of a warp take part; each " + verbOf(Assumption.Unit) + " " +
            (Assumption.Unit == CostUnit::Address ? "an " : "a ") + nameOf(Assumption.Unit) +
            " of its own, whichever they are")
        .str();
  case Kind::SameInWarp:
    return Name + " is the same for all threads of a warp";
  case Kind::PowerOfTwo:
    return Name + " is a power of two";
  case Kind::Sample:
    return "a sample of the blocks and iterations is representative";
  case Kind::Instance:
    return Assumption.Names.front();
  }
  llvm_unreachable("an assumption without words");
}

std::vector<std::string> describe(ArrayRef<CostAssumption> Assumptions) {
  std::vector<std::string> Result;
  for (const CostAssumption &Each : Assumptions)
    Result.push_back(describe(Each));
  return Result;
}

} // namespace memlint
