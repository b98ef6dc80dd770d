//===- SharedBankConflict.cpp - Lanes that want one bank at once ----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckList.h"
#include "ExcessFinding.h"
#include "FindingParts.h"
#include "RowPadding.h"
#include "VainPadding.h"
#include "cuda-memlint/Analysis/Layout/RowKeeping.h"
#include "cuda-memlint/Analysis/Layout/SharedLayout.h"
#include "cuda-memlint/Checks/LanePattern.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Model/LaunchContexts.h"
#include "cuda-memlint/Target/BankWidth.h"
#include "cuda-memlint/Target/RequestCost.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"

#include <map>

using namespace llvm;

namespace memlint {

namespace {

/// An array that advice is for: an object, or one of several in a buffer.
struct AdvisedArray : MemoryObject {
  /// One of several that are accessed under the buffer's name.
  bool HasNameOfBuffer = false;
};

} // namespace

/// "[32][33]", for a declared array whose rows become \p Elements long.
static std::string extentsWithRows(const MemoryObject &Array, uint64_t Elements) {
  std::string Text;
  for (size_t Index = 0; Index + 1 < Array.Extents.size(); ++Index)
    Text += "[" + utostr(Array.Extents[Index]) + "]";
  return Text + "[" + utostr(Elements) + "]";
}

/// The same, with \p Padding more.
static std::string paddedExtents(const MemoryObject &Array, unsigned Padding) {
  return extentsWithRows(Array, Array.Extents.back() + Padding);
}

/// How the rows of \p Advice change dynamic shared memory with \p NewRowBytes, if that is the same
/// in all launches.
static std::optional<BufferChange> changeAtLaunches(const LayoutAdvice &Advice,
                                                    uint64_t NewRowBytes) {
  std::optional<BufferChange> Common;
  for (const BufferUse &Buffer : Advice.Buffers) {
    BufferChange Change = changeRows(Buffer, Advice.RowBytes, NewRowBytes);
    if (Common && *Common != Change)
      return std::nullopt;
    Common = Change;
  }
  return Common;
}

/// "8,192 B of dynamic shared memory", as far as launches pass the same.
static std::string bytesOfLaunches(const LayoutAdvice &Advice) {
  bool IsKnown = !Advice.Buffers.empty() && all_of(Advice.Buffers, [&](const BufferUse &Each) {
    return Each.LaunchBytes == Advice.Buffers.front().LaunchBytes;
  });
  return (IsKnown ? formatCount(Advice.Buffers.front().LaunchBytes) + " B of " : std::string()) +
         "dynamic shared memory";
}

/// "`b` and `c` behind it move", by the names that they are accessed under; "the arrays behind it
/// move" where these are not names of arrays, or more than a reader wants to see.
static std::string describeBehind(const MemoryObject &Array, const LayoutAdvice &Advice) {
  constexpr size_t MostNames = 3;
  SmallVector<std::string> Names;
  for (const Access *Each : Advice.Buffers.front().Behind)
    if (std::string Name = nameInBuffer(Array, *Each); !is_contained(Names, Name))
      Names.push_back(std::move(Name));
  if (Names.empty() || Names.size() > MostNames || is_contained(Names, Array.Name))
    return "the arrays behind it move";
  auto Quoted = map_range(Names, [](const std::string &Name) { return "`" + Name + "`"; });
  return join(Quoted, " and ") + " behind it " + (Names.size() == 1 ? "moves" : "move");
}

/// What a launch passes as dynamic shared memory has to change with the rows: " (+128 B dynamic
/// shared memory at the launch; `b` behind it moves by 128 B)".
static std::string changedLaunch(const MemoryObject &Array, const LayoutAdvice &Advice,
                                 uint64_t NewRowBytes) {
  std::optional<BufferChange> Change = changeAtLaunches(Advice, NewRowBytes);
  auto BytesOf = [](uint64_t Bytes) { return formatCount(Bytes) + " B"; };
  if (NewRowBytes < Advice.RowBytes) {
    if (Change && Change->AtLaunch < 0)
      return " (-" + BytesOf(uint64_t(-Change->AtLaunch)) + " dynamic shared memory at the launch)";
    return " (the launch keeps its " + bytesOfLaunches(Advice) + ")";
  }
  if (!Change)
    return " (+" + BytesOf(NewRowBytes - Advice.RowBytes) + " dynamic shared memory per row)";
  std::string Moved = ")";
  if (Change->Behind)
    Moved = "; " + describeBehind(Array, Advice) + " by " + BytesOf(Change->Behind) + Moved;
  if (Change->AtLaunch == 0)
    return " (fits in the " + bytesOfLaunches(Advice) + " at the launch" + Moved;
  return " (+" + BytesOf(uint64_t(Change->AtLaunch)) + " dynamic shared memory at the launch" +
         Moved;
}

/// " (+128 B shared memory)", for rows with \p NewElements, or "-128 B" where these are fewer.
static std::string changedBytes(const MemoryObject &Array, const LayoutAdvice &Advice,
                                uint64_t NewElements) {
  uint64_t NewRowBytes = NewElements * Advice.ElementBytes;
  if (Array.Kind == ObjectKind::DynamicShared)
    return changedLaunch(Array, Advice, NewRowBytes);
  bool IsLess = NewRowBytes < Advice.RowBytes;
  uint64_t PerRow = IsLess ? Advice.RowBytes - NewRowBytes : NewRowBytes - Advice.RowBytes;
  std::string Start = IsLess ? " (-" : " (+";
  if (!Array.SizeBytes)
    return Start + formatCount(PerRow) + " B shared memory per row)";
  uint64_t Rows = *Array.SizeBytes / Advice.RowBytes;
  return Start + formatCount(Rows * PerRow) + " B shared memory)";
}

/// Where rows begin in a buffer, if that is one place in all launches, and not its start.
static std::optional<uint64_t> beginOfPart(const LayoutAdvice &Advice) {
  if (!Advice.IsPart || Advice.Buffers.empty())
    return std::nullopt;
  uint64_t Begin = Advice.Buffers.front().Begin;
  bool IsOne = all_of(Advice.Buffers, [&](const BufferUse &Each) { return Each.Begin == Begin; });
  return IsOne && Begin != 0 ? std::optional(Begin) : std::nullopt;
}

/// "the rows of `tile`"; " at byte 4,096" of an array that has no name but that of its buffer.
static std::string nameOfRows(const AdvisedArray &Array, const LayoutAdvice &Advice) {
  std::optional<uint64_t> Begin = Array.HasNameOfBuffer ? beginOfPart(Advice) : std::nullopt;
  return "the rows of `" + Array.Name + "`" + (Begin ? " at byte " + formatCount(*Begin) : "");
}

/// "`tile` to `[32][33]`", or "the rows of `tile` from 32 to 33 elements".
static std::string describePadding(const AdvisedArray &Array, const LayoutAdvice &Advice,
                                   unsigned Padding) {
  if (Advice.RowsDeclared)
    return "`" + Array.Name + "` to `" + paddedExtents(Array, Padding) + "`";
  uint64_t Elements = Advice.RowBytes / Advice.ElementBytes;
  return nameOfRows(Array, Advice) + " from " + utostr(Elements) + " to " +
         utostr(Elements + Padding) + " elements";
}

/// Where a shift was meant to pad.
static constexpr StringLiteral VainHelp = "put the shift in parentheses, as in `(i >> 5) + i`";

/// The reason that nothing is advised.
static constexpr StringLiteral NoLayout =
    "no advice: none of the paddings, swizzles and skews that are tried helps";
static constexpr StringLiteral UnknownLayout =
    "no advice: what other paddings, swizzles or skews cost is not known";

static std::string allAccesses(uint64_t Count) {
  switch (Count) {
  case 1:
    return "the access";
  case 2:
    return "both accesses";
  default:
    return "all " + utostr(Count) + " accesses";
  }
}

static std::string allAccesses(const LayoutAdvice &Advice) {
  return allAccesses(Advice.AccessCount);
}

/// What remains of the excess: "640 of the 670 excess wavefronts".
static std::string whatIsLeft(const LayoutAdvice &Advice, double Share, const DeviceShape &Device) {
  std::string Excess = "excess " + pluralOf(costUnit(MemorySpace::Shared, Device));
  if (!Advice.KnowsShares)
    return "some of the " + Excess;
  return formatMean(Share * Advice.ExcessNow) + " of the " + formatMean(Advice.ExcessNow) + " " +
         Excess + (Advice.KnowsRequests ? "" : " per request of each access");
}

static std::string describeSwizzle(const MemoryObject &Array, const LayoutAdvice &Advice,
                                   const DeviceShape &Device) {
  bool IsWide = Advice.SwizzleUnit > Advice.ElementBytes;
  std::string Column = IsWide ? utostr(Advice.SwizzleUnit) + "-byte column" : "element";
  std::string Gain = *Advice.SwizzleLeaves == 0
                         ? "removes the bank conflicts of " + allAccesses(Advice)
                         : "leaves " + whatIsLeft(Advice, *Advice.SwizzleLeaves, Device);
  std::string Shift = Advice.SwizzleShift ? " >> " + utostr(Advice.SwizzleShift) : "";
  std::string Place = "store " + Column + " c of row r at index c ^ (r" + Shift + " & " +
                      utostr(Advice.SwizzleMask) + "): ";
  if (Advice.SwizzleDivides != 0)
    Gain += ", but divides " + utostr(Advice.SwizzleDivides) + "-byte accesses";
  if (Advice.SwizzledRowBytes == Advice.RowBytes)
    return Place + Gain + " (no extra shared memory)";
  uint64_t Elements = Advice.SwizzledRowBytes / Advice.ElementBytes;
  return "declare `" + Array.Name + "` as `" + extentsWithRows(Array, Elements) + "`, and " +
         Place + Gain + changedBytes(Array, Advice, Elements);
}

/// "that fits in the 49,152 B of static shared memory", or "up to 128 B".
static std::string describeMostPadding(const MemoryObject &Array, const LayoutAdvice &Advice,
                                       const TargetModel &Target) {
  if (!Advice.LimitBytes)
    return "up to 128 B";
  std::string Text = "that fits in the " + formatCount(*Advice.LimitBytes) + " B of ";
  if (Array.Kind == ObjectKind::StaticShared)
    return Text + "static shared memory";
  return Text + (*Advice.LimitBytes < Target.MaxSharedBytes
                     ? "shared memory that a launch has by default"
                     : "shared memory of a block");
}

/// "access `s[i + i / 32]` instead of `s[i]` to remove the bank conflicts of both accesses (+128 B
/// shared memory)".
static std::string describeSkew(const MemoryObject &Array, const LayoutAdvice &Advice,
                                const DeviceShape &Device) {
  std::string Text = "access `" + Array.Name + "[i + i / " + utostr(Advice.SkewElements) +
                     "]` instead of `" + Array.Name + "[i]`";
  Text += *Advice.SkewLeaves == 0
              ? " to remove the bank conflicts of " + allAccesses(Advice)
              : ", which leaves " + whatIsLeft(Advice, *Advice.SkewLeaves, Device);
  if (!Array.SizeBytes)
    return Text + " (1 element more for each " + utostr(Advice.SkewElements) + ")";
  uint64_t Added = *Array.SizeBytes / Advice.ElementBytes / Advice.SkewElements;
  return Text + " (+" + formatCount(Added * Advice.ElementBytes) + " B shared memory)";
}

/// "shorten the rows of `tile` from 36 to 33 elements to remove the bank conflicts of both accesses
/// (-384 B shared memory)". An array that has rows of one element then has no rows.
static std::string describeShorterRows(const AdvisedArray &Array, const LayoutAdvice &Advice) {
  uint64_t Elements = Advice.RowBytes / Advice.ElementBytes;
  std::string Change = *Advice.ShorterRow == 1 && Array.Extents.size() < 2
                           ? "keep `" + Array.Name + "` without the " + utostr(Elements - 1) +
                                 " of each " + utostr(Elements) + " elements that nothing accesses"
                           : "shorten " + nameOfRows(Array, Advice) + " from " + utostr(Elements) +
                                 " to " + utostr(*Advice.ShorterRow) + " elements";
  return Change + " to remove the bank conflicts of " + allAccesses(Advice.InRows.size()) +
         changedBytes(Array, Advice, *Advice.ShorterRow);
}

/// By what amount an index is to be shifted for what \p Change adds to it. Nothing: it skews
/// nothing.
static std::optional<unsigned> shiftFor(const LayoutAdvice &Advice, const MeantChange &Change) {
  std::optional<uint64_t> Every;
  if (Change.What == MeantChange::Kind::Skew)
    Every = Change.Amount;
  else if (Change.What == MeantChange::Kind::RowElements &&
           Change.Amount * Advice.ElementBytes == Advice.RowBytes + Advice.ElementBytes)
    Every = Change.Amount - 1;
  return Every && isPowerOf2_64(*Every) ? std::optional(Log2_64(*Every)) : std::nullopt;
}

/// "let the part that is 0 be `i >> 5`, to remove the bank conflicts of all 14 accesses", where the
/// source has a padding that pads nothing.
static std::string describeMeantShift(const LayoutAdvice &Advice, unsigned Shift,
                                      const MeantChange &Change, const DeviceShape &Device) {
  bool IsPartial = Change.What == MeantChange::Kind::Skew && *Advice.SkewLeaves != 0;
  return "let the part that is 0 be `i >> " + utostr(Shift) +
         "`, once in the macro or function that computes the indices, if one does" +
         (IsPartial ? ", which leaves " + whatIsLeft(Advice, *Advice.SkewLeaves, Device)
                    : ", to remove the bank conflicts of " + allAccesses(Advice));
}

namespace {

/// Why the usual advice does not hold, and the best that there is.
struct AdviceWords {
  std::vector<std::string> Notes;
  std::string Help;
  MeantChange Change;
};

} // namespace

static AdviceWords describeAdvice(const AdvisedArray &Array, const LayoutAdvice &Advice,
                                  const TargetModel &Target) {
  const DeviceShape &Device = Target.Shape;
  using Kind = MeantChange::Kind;
  uint64_t RowElements = Advice.RowBytes / Advice.ElementBytes;
  std::string Breaks = "misalign its " + utostr(Advice.WidestBytes) + "-byte accesses";
  std::string Conflicts = "the bank conflicts of " + allAccesses(Advice);
  if (Advice.ShorterRow)
    return {{}, describeShorterRows(Array, Advice), {Kind::RowElements, *Advice.ShorterRow}};
  if (Advice.FreeingPadding) {
    std::string Text = "pad " + describePadding(Array, Advice, *Advice.FreeingPadding) +
                       " to remove " + Conflicts +
                       changedBytes(Array, Advice, RowElements + *Advice.FreeingPadding);
    if (std::optional<unsigned> Less = Advice.UnalignedFreeingPadding)
      Text += "; padding by " + formatNumberOf(*Less, "element") + " would suffice, but " + Breaks;
    return {{}, std::move(Text), {Kind::RowElements, RowElements + *Advice.FreeingPadding}};
  }
  if (Advice.helpsToSkew())
    return {{}, describeSkew(Array, Advice, Device), {Kind::Skew, Advice.SkewElements}};
  AdviceWords Words;
  if (Advice.UnalignedFreeingPadding)
    Words.Notes.push_back("padding " +
                          describePadding(Array, Advice, *Advice.UnalignedFreeingPadding) +
                          " would remove " + Conflicts + ", but " + Breaks);
  else
    Words.Notes.push_back("no row padding " + describeMostPadding(Array, Advice, Target) +
                          " makes " + allAccesses(Advice) + " conflict-free");
  bool IsSwizzled = Advice.SwizzleLeaves && *Advice.SwizzleLeaves < Advice.BestPaddingLeaves;
  if (IsSwizzled) {
    Words.Help = describeSwizzle(Array, Advice, Device);
    Words.Change = {Kind::Swizzle, Advice.SwizzleMask << Advice.SwizzleShift};
  }
  if (Advice.BestPadding) {
    std::string Padding = describePadding(Array, Advice, *Advice.BestPadding);
    std::string Leaves = " leaves " + whatIsLeft(Advice, Advice.BestPaddingLeaves, Device) +
                         changedBytes(Array, Advice, RowElements + *Advice.BestPadding);
    if (IsSwizzled) {
      Words.Notes.push_back("padding " + Padding + Leaves);
    } else {
      Words.Help = "pad " + Padding + ", which" + Leaves;
      Words.Change = {Kind::RowElements, RowElements + *Advice.BestPadding};
    }
  }
  return Words;
}

/// "`tile[threadIdx.x]`" as written where that is short, else the array's name.
static std::string nameOfAccess(const Access &Site, const MemoryObject &Array) {
  if (Site.Form == RequestForm::MatrixRows)
    return "matrix rows in `" + Array.Name + "`";
  constexpr size_t LongestText = 48;
  bool IsShort = !Site.Text.empty() && Site.Text.size() <= LongestText &&
                 StringRef(Site.Text).find_first_of("\n\r") == StringRef::npos;
  return "`" + (IsShort ? Site.Text : Array.Name) + "`";
}

static StringRef verbFor(AccessKind Kind) {
  switch (Kind) {
  case AccessKind::Load:
    return "load";
  case AccessKind::Store:
    return "store to";
  case AccessKind::Atomic:
    return "update";
  case AccessKind::AsyncCopy:
    return "copy to";
  }
  llvm_unreachable("covered switch");
}

/// "32-way shared memory bank conflict: lanes load `tile[threadIdx.x]` with a stride of 128 B (32
/// wavefronts per request, 1 needed)". How many ways is said where it is the same for all
/// requests, and these are as written.
static Finding &reportConflict(const CheckRun &In, const Access &Site, const Excess &Fault) {
  AccessCost Cost = costOfRequests(Fault);
  const MemoryObject &Array = In.Kernel.Program.Objects[Site.Object];
  std::optional<unsigned> Ways = bankConflictDegree(In.Target, Cost.WorstRequest);
  if (Cost.MeanCost != Cost.Worst.Cost || Ways == 1u ||
      Cost.Worst.Ideal != Fault.Worst->Cost.Worst.Ideal)
    Ways.reset();
  bool SaysRatio = Ways && Cost.Worst.Cost == *Ways * Cost.Worst.Ideal;
  return reportExcess(
      In, Site, Fault,
      (Ways ? utostr(*Ways) + "-way " : "") + "shared memory bank conflict: lanes " +
          verbFor(Site.Kind) + " " + nameOfAccess(Site, Array),
      " " + describeLaneManner(Cost.WorstRequest, In.Target.Shape.WarpLanes, Cost.UnknownScales) +
          strideByIteration(In, Site, Fault.Worst->Launch).str() +
          describeExcess(Cost, costUnit(Site.Space, In.Target.Shape), /*WithRatio=*/!SaysRatio));
}

/// Whether lanes of one phase want one bank. Wide accesses of a few lanes cost more than
/// their bytes would when these are spread over several phases, which no layout changes.
static bool isConflict(const TargetModel &Target, const AccessCost &Cost) {
  if (Cost.WorstRequest.Kind == AccessKind::Atomic)
    return true;
  WarpRequest Spread = Cost.WorstRequest;
  for (unsigned Lane = 0; Lane != MostWarpLanes; ++Lane)
    Spread.ByteOffset[Lane] = int64_t(Lane) * Spread.BytesPerLane;
  std::optional<RequestCost> Least = cost(Target, MemorySpace::Shared, Spread);
  return !Least || Cost.Worst.Cost > Least->Cost;
}

/// "for block (16,16,1): " where several are tried: each may have advice of its own.
static std::string blockOf(const KernelAnalysis &Kernel, unsigned Launch) {
  const LaunchContext &Context = Kernel.Launches[Launch];
  if (!isGuessed(Context) || !Context.blockKnown() || count_if(Kernel.Launches, isGuessed) < 2)
    return "";
  auto Extent = [&](unsigned Dimension) { return int64_t(*Context.Block[Dimension]); };
  return "for block " + describeIndex({Extent(0), Extent(1), Extent(2)}) + ": ";
}

/// Names the mode of 3.x for words of 8 bytes, where it costs less, or says that it is set.
static void addBankMode(const CheckRun &In, const AccessCost &Cost, Finding &Result) {
  if (usesWideBanks(In.Target))
    addNote(Result, "host code selects 8-byte banks");
  if (!hasBankModes(In.Target) || Cost.WorstRequest.BytesPerLane != In.Target.SharedBankBytes ||
      Cost.WorstRequest.Kind == AccessKind::Atomic)
    return;
  uint64_t Wide = sharedCost(withWideBanks(In.Target), Cost.WorstRequest).Cost;
  if (Wide < Cost.Worst.Cost)
    addNote(Result, "with banks of 8 bytes, cudaDeviceSetSharedMemConfig("
                    "cudaSharedMemBankSizeEightByte), such a request takes " +
                        formatNumberOf(Wide, "wavefront") +
                        "; the cost above is that of the default mode");
}

/// The array in \p Buffer that \p Site accesses, as it is written: "values" of `values[i]`.
static AdvisedArray arrayInBuffer(const MemoryObject &Buffer, const Access &Site) {
  AdvisedArray Part{Buffer};
  Part.Name = nameInBuffer(Buffer, Site);
  Part.HasNameOfBuffer = Part.Name == Buffer.Name;
  Part.SizeBytes.reset();
  return Part;
}

/// What else \p Change, of rows of the array \p Object, has to change: fragments of matrices are
/// accessed with the length of the rows as an argument.
static std::string describeFragments(const KernelAnalysis &Kernel, unsigned Object, unsigned Launch,
                                     uint64_t RowBytes, const MeantChange &Change) {
  const KernelProgram &Program = Kernel.Program;
  bool HasFragments = any_of(Program.Accesses, [&](const Access &Each) {
    return Each.Object == Object && Each.Form == RequestForm::WarpMatrix;
  });
  if (!HasFragments || Change.What != MeantChange::Kind::RowElements)
    return "";
  bool HasSeveralRows = any_of(Program.Accesses, [&](const Access &Each) {
    if (Each.Object != Object || Each.Form != RequestForm::WarpMatrix)
      return false;
    std::optional<uint64_t> Own =
        rowsOfFragments(Kernel.Verdicts[Each.Id][Launch].Cost.WorstRequest);
    return Own && *Own > RowBytes && *Own % RowBytes == 0;
  });
  if (HasSeveralRows)
    return "; the leading dimensions of its matrix fragments become " + utostr(Change.Amount) +
           " for each row that they span, too";
  return "; the leading dimension of its matrix fragments becomes " + utostr(Change.Amount) +
         ", too";
}

static void checkSharedBankConflict(const CheckRun &In) {
  SharedLayouts Layouts(In.Expressions, In.Kernel, In.Target);
  // By array and launch. Declared arrays have one advice; for flat ones it depends
  // on the subscripts.
  std::map<std::pair<unsigned, unsigned>, std::optional<LayoutAdvice>> Known;
  forEachExcess(In, MemorySpace::Shared, [&](const Access &Site, const Excess &Fault) {
    if (!isConflict(In.Target, Fault.Worst->Cost))
      return;
    const KernelAnalysis &Kernel = In.Kernel;
    const MemoryObject &Array = Kernel.Program.Objects[Site.Object];
    Finding &Result = reportConflict(In, Site, Fault);
    addBankMode(In, Fault.Worst->Cost, Result);
    unsigned Launch = Fault.Worst->Launch;
    Result.BufferPart = Layouts.partOfBuffer(Site, Launch);
    if (std::string Vain = describeVainPadding(In, Site, Launch); !Vain.empty()) {
      addNote(Result, Vain);
      setHelp(Result, VainHelp, Site.Position);
    }
    bool IsVain = Result.Help.has_value(), MendsShift = false;
    std::optional<LayoutAdvice> Advice;
    if (auto Found = Known.find({Site.Object, Launch}); Found != Known.end())
      Advice = Found->second;
    else
      Advice = Layouts.advise(Site, Launch);
    bool IsForAll = Advice ? !Advice->ShorterRow && !Advice->IsPart : Array.Extents.size() >= 2;
    if (IsForAll)
      Known[{Site.Object, Launch}] = Advice;
    if (!Advice) {
      if (!IsVain)
        addNote(Result, Layouts.knowsTrials(Site, Launch) ? NoLayout : UnknownLayout);
      return;
    }
    AdviceWords Words = describeAdvice(
        Advice->IsPart ? arrayInBuffer(Array, Site) : AdvisedArray{Array}, *Advice, In.Target);
    for (const std::string &Text : Words.Notes)
      addNote(Result, blockOf(Kernel, Launch) + Text, Array.Position);
    if (!Words.Help.empty()) {
      // The padding that the source has is to become one, where that does the same.
      std::optional<unsigned> Shift = IsVain ? shiftFor(*Advice, Words.Change) : std::nullopt;
      setHelp(Result,
              blockOf(Kernel, Launch) +
                  (Shift ? describeMeantShift(*Advice, *Shift, Words.Change, In.Target.Shape)
                         : Words.Help + describeFragments(Kernel, Site.Object, Launch,
                                                          Advice->RowBytes, Words.Change)),
              Shift ? Site.Position : Array.Position);
      Result.Meant = Words.Change;
      MendsShift = Shift.has_value();
    }
    if (!Words.Help.empty() && Layouts.leavesAsItIs(Site, Launch))
      addNote(Result,
              "the advice is for other accesses to the array: this one costs as much with it");
    if (Advice->FlatAccess) {
      const Access &Flat = Kernel.Program.Accesses[*Advice->FlatAccess];
      addNote(Result,
              "`" + Flat.Text + "` need not go by rows of `" + Array.Name +
                  "`: if it does not, its index has to follow the layout, too",
              Flat.Position);
    }
    if (const Access *ByData = findAccessByData(Kernel, Site.Object))
      addNote(Result,
              "the row of `" + ByData->Text +
                  "` depends on data; padding may introduce conflicts there",
              ByData->Position);
    addRowPadding(In.Expressions, Kernel, Site.Object, *Advice, Result);
    // What computes one index may compute all of them.
    if (MendsShift && Result.NoFix && Result.NoFix->Why == MissingFix::Reason::Swizzle)
      Result.NoFix = MissingFix{MissingFix::Reason::LoopsAndIndices, Array.Name, {}};
  });
}

const Check SharedBankConflict = {
    .Name = "cuda-shared-bank-conflict",
    .Summary = "a shared memory access takes extra wavefronts because of bank conflicts",
    .Level = FindingLevel::Warning,
    .Subject = FindingSubject::AccessCost,
    .Run = checkSharedBankConflict,
    .Edit = EditEffect::EnlargesArray};

} // namespace memlint
