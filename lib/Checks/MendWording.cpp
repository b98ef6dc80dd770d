//===- MendWording.cpp - Changes of a kernel in words ---------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Checks/MendWording.h"

#include "cuda-memlint/Analysis/Mends/GlobalMends.h"
#include "cuda-memlint/Analysis/Mends/SharedLoop.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Model/LaunchContexts.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;

namespace memlint {

/// "dim3(32, 8)".
static std::string describeExtents(const std::array<uint64_t, 3> &Extents) {
  std::string Text = "dim3(" + utostr(Extents[0]) + ", " + utostr(Extents[1]);
  return Text + (Extents[2] == 1 ? "" : ", " + utostr(Extents[2])) + ")";
}

/// Another launch of the kernel whose block is known has another than \p Launch.
static bool hasOtherBlocks(const KernelAnalysis &Kernel, const LaunchContext &Launch) {
  return any_of(Kernel.Launches, [&](const LaunchContext &Each) {
    return !isGuessed(Each) && Each.Block != Launch.Block;
  });
}

/// Likewise another block or another grid.
static bool hasOtherLaunches(const KernelAnalysis &Kernel, const LaunchContext &Launch) {
  return any_of(Kernel.Launches, [&](const LaunchContext &Each) {
    return !isGuessed(Each) && (Each.Block != Launch.Block || Each.Grid != Launch.Grid);
  });
}

/// "<<<dim3(64, 4), dim3(8, 32)>>>"
static std::string describeLaunch(const Mend &Best) {
  return "`<<<" + describeExtents(Best.Grid) + ", " + describeExtents(Best.Block) + ">>>`";
}

static std::string describeExchange(const KernelAnalysis &Kernel, const LaunchContext &Launch,
                                    const Mend &Best) {
  std::string Other(1, "xyz"[Best.Dimension]);
  if (Launch.Block[0] == Launch.Block[Best.Dimension] && !hasOtherBlocks(Kernel, Launch))
    return "swap `threadIdx.x` and `threadIdx." + Other + "` in the kernel";
  std::string Text = "swap x and " + Other + " of `threadIdx` and `blockDim` in the kernel, and ";
  // What is not known of a launch is not to be typed.
  if (isGuessed(Launch))
    return Text + "of the blocks, not of the grids, in its launches";
  bool HasOthers = hasOtherLaunches(Kernel, Launch);
  if (!HasOthers && !is_contained(Best.Grid, 0))
    return Text + "launch it with " + describeLaunch(Best);
  return Text + "launch blocks of `" + describeExtents(Best.Block) + "` in the same grid" +
         (HasOthers ? ", and swap those of its other launches, too" : "");
}

/// ", and multiply `blockIdx.x` by 32, not 16, and `blockIdx.y` by 8, not 16, in this kernel
/// alone": the constants of a kernel that states its block.
static std::string describeConstants(const LaunchContext &Launch, const Mend &Best) {
  std::vector<std::string> Factors;
  for (unsigned Dimension = 0; Dimension != 3; ++Dimension)
    if (uint64_t Extent = *Launch.Block[Dimension];
        Best.IsConstant[Dimension] && Extent != Best.Block[Dimension])
      Factors.push_back(std::string("`blockIdx.") + "xyz"[Dimension] + "` by " +
                        utostr(Best.Block[Dimension]) + ", not " + utostr(Extent) + ",");
  return ", and multiply " + join(Factors, " and ") + " in this kernel alone";
}

static std::string describeBlock(const KernelAnalysis &Kernel, const LaunchContext &Launch,
                                 const Mend &Best) {
  std::string Text = "launch it with ";
  // Its host code computes the grid.
  if (is_contained(Best.Grid, 0))
    Text += "blocks of `" + describeExtents(Best.Block) +
            "`, and as many of them as cover the same elements";
  else
    Text += describeLaunch(Best);
  if (!Best.hasConstants())
    return Text;
  if (!is_contained(Best.Grid, 0) && hasOtherLaunches(Kernel, Launch))
    Text += ", with blocks of that shape in its other launches, too";
  return Text + describeConstants(Launch, Best);
}

static std::string describeAxes(const KernelAnalysis &Kernel, const LaunchContext &Launch,
                                const Mend &Best) {
  std::string Text = "swap x and y of `threadIdx`, `blockIdx` and `blockDim` in the kernel, and "
                     "launch ";
  if (!hasOtherLaunches(Kernel, Launch) && !is_contained(Best.Grid, 0))
    return Text + "it with " + describeLaunch(Best);
  return Text + "blocks of the same extents, as many in x as cover what those in y do now, and as "
                "many in y as cover what those in x do";
}

/// A change that moves threads: "swapping `threadIdx.x` and `threadIdx.y`".
static std::string nameOfMove(const Mend &Move) {
  if (Move.What == Mend::Kind::BlockShape)
    return "a block of `" + describeExtents(Move.Block) + "`";
  std::string Other(1, Move.What == Mend::Kind::ExchangeAxes ? 'y' : "xyz"[Move.Dimension]);
  return "swapping " + (Move.What == Mend::Kind::ExchangeAxes
                            ? "x and y of what threads take"
                            : "`threadIdx.x` and `threadIdx." + Other + "`");
}

std::string describeInVain(const KernelAnalysis &Kernel, const GlobalMends &Mends,
                           const Access &Site) {
  constexpr double MostThatIsLeft = 0.9;
  const KernelTraffic &Before = Mends.Before;
  for (const Mend &Each : Mends.InVain) {
    if (Each.After.ByAccess[Site.Id] > MostThatIsLeft * Before.ByAccess[Site.Id])
      continue;
    const Access *Loser = nullptr;
    double MostLost = 0;
    for (const Access &Other : Kernel.Program.Accesses)
      if (double Lost = Each.After.ByAccess[Other.Id] - Before.ByAccess[Other.Id];
          Lost > MostLost && Before.ByAccess[Other.Id] > 0) {
        MostLost = Lost;
        Loser = &Other;
      }
    if (!Loser)
      continue;
    std::string Line = Loser->Position.Line == Site.Position.Line
                           ? " on this line"
                           : " at line " + utostr(Loser->Position.Line);
    return nameOfMove(Each) + " helps this " + kindName(Site.Kind).str() + ", but the " +
           kindName(Loser->Kind).str() + Line + " would take " +
           formatMean(Each.After.ByAccess[Loser->Id] / Before.ByAccess[Loser->Id]) +
           " times as many " + pluralOf(costUnit(MemorySpace::Global, Kernel.Program.Device));
  }
  return "";
}

/// The type of CUDA's that holds \p Count elements of type \p Element: "float4"; empty: none does.
static std::string vectorType(StringRef Element, unsigned Count) {
  if (Count == 2 && (Element == "half" || Element == "__half"))
    return "half2";
  StringRef Base = StringSwitch<StringRef>(Element)
                       .Cases("uint", "uchar", "ushort", "longlong", "ulonglong", Element)
                       .Case("unsigned int", "uint")
                       .Case("unsigned char", "uchar")
                       .Case("unsigned short", "ushort")
                       .Cases("unsigned long", "unsigned long long", "ulonglong")
                       .Cases("long", "long long", "longlong")
                       .Cases("float", "int", "double", "short", "char", Element)
                       .Default("");
  if (Base.empty() || (Count != 2 && Count != 4))
    return "";
  return (Base + utostr(Count)).str();
}

/// " (`float4`, `int4`)": the types of \p Count elements of four bytes, where those of an access
/// are not known.
static std::string vectorsOfWords(unsigned Bytes, unsigned Count) {
  if (Bytes != 4 || (Count != 2 && Count != 4))
    return "";
  return " (`float" + utostr(Count) + "`, `int" + utostr(Count) + "`)";
}

/// "as `float4`", "16 B at a time (`float4`, `int4`)".
static std::string describeWidth(const KernelAnalysis &Kernel, const Mend &Best,
                                 const Access &Site) {
  const MemoryObject &Array = Kernel.Program.Objects[Best.Object];
  unsigned Count = Best.Bytes / Site.Bytes;
  StringRef Element = Array.ElementType;
  // Two of a vector of two are one of four.
  if (Array.IsVectorElement && Element.consume_back("2"))
    Count *= 2;
  std::string Type = Array.ElementBytes == Site.Bytes ? vectorType(Element, Count)
                     : Array.IsVectorElement && Array.ElementBytes == Best.Bytes ? Array.ElementType
                                                                                 : "";
  return Type.empty() ? utostr(Best.Bytes) + " B at a time" +
                            vectorsOfWords(Site.Bytes, Best.Bytes / Site.Bytes)
                      : "as `" + Type + "`";
}

/// " (only if `pitch` is a multiple of 16)".
static std::string describeMultiples(const Mend &Best) {
  if (Best.Multiples.empty())
    return "";
  return " (only if " +
         join(map_range(Best.Multiples,
                        [](const auto &Each) {
                          return "`" + Each.first + "` is a multiple of " + utostr(Each.second);
                        }),
              " and ") +
         ")";
}

/// "load"; "access" where the accesses that \p Best changes are not all of one kind.
static StringRef kindOfChanged(const KernelProgram &Program, const Mend &Best, const Access &Site) {
  bool IsOneKind =
      all_of(Best.Changed, [&](unsigned Id) { return Program.Accesses[Id].Kind == Site.Kind; });
  return IsOneKind ? kindName(Site.Kind) : "access";
}

static std::string describeWhole(const KernelProgram &Program, const Mend &Best,
                                 const Access &Site) {
  const MemoryObject &Array = Program.Objects[Best.Object];
  std::string Local = "a local `" + Array.ElementType + "`";
  std::string Width = utostr(Best.Bytes) + "-byte ";
  StringRef Kind = kindOfChanged(Program, Best, Site);
  if (Kind == kindName(AccessKind::Load))
    return "load each element of `" + Array.Name + "` whole, into " + Local + ", by " + Width +
           "loads";
  if (Kind == kindName(AccessKind::Store))
    return "store each element of `" + Array.Name + "` whole, from " + Local + ", by " + Width +
           "stores";
  return "load and store each element of `" + Array.Name + "` whole, by way of " + Local + ", by " +
         Width + "accesses";
}

static std::string describeStage(const KernelAnalysis &Kernel, const LaunchContext &Launch,
                                 const Mend &Best, const Access &Site) {
  const MemoryObject &Array = Kernel.Program.Objects[Site.Object];
  std::string Type = Array.ElementType.empty() || Array.ElementBytes != Site.Bytes
                         ? "`" + utostr(Site.Bytes) + "-byte"
                         : "`__shared__ " + Array.ElementType;
  auto [Rows, Pitch] = Best.Tile.Extents;
  std::string Tile = Type + " tile[" + utostr(Rows) + "][" + utostr(Pitch) + "]`";
  if (Launch.Block[0] != Launch.Block[1])
    return "stage it through " + Tile + " with a `__syncthreads()` between, to " +
           kindName(Site.Kind).str() + " along the rows of `" + Array.Name + "`";
  std::string Own = "`tile[threadIdx.y][threadIdx.x]`", Other = "`tile[threadIdx.x][threadIdx.y]`";
  if (Best.Tile.IsSwizzled) {
    Own = "`tile[threadIdx.y][threadIdx.x ^ threadIdx.y]`";
    Other = "`tile[threadIdx.x][threadIdx.x ^ threadIdx.y]`";
  }
  // All threads have to come to the barrier.
  bool IsGuarded = !Site.Guards.empty();
  std::string Barrier =
      IsGuarded ? "`__syncthreads()` outside of its condition" : "`__syncthreads()`";
  std::string Swapped = "with `threadIdx.x` and `threadIdx.y` swapped in this index";
  if (IsGuarded)
    Swapped += " and its condition";
  if (Site.Kind == AccessKind::Store)
    return "stage it through " + Tile + ": fill " + Own + ", " + Barrier + ", and store " + Other +
           " " + Swapped;
  return "stage it through " + Tile + ": load " + Own + " " + Swapped + ", " + Barrier +
         ", and read " + Other;
}

/// "as 9 arrays one behind the other, `f[k * rows + row]` instead of `f[row * 9 + k]`": what is
/// said in the index of an array of one dimension; "by columns, as `f[9][1024]`" of one whose rows
/// are declared.
static std::string describeOrder(const MemoryObject &Array, uint64_t Elements) {
  const std::string &Name = Array.Name;
  std::string Columns = utostr(Elements);
  bool HasRows = Array.Extents.size() == 2 && Array.Extents[1] == Elements;
  if (HasRows)
    return "by columns, declared as `" + Name + "[" + Columns + "][" + utostr(Array.Extents[0]) +
           "]` and accessed as `" + Name + "[column][row]`";
  return "as " + Columns + " arrays one behind the other, `" + Name +
         "[k * rows + row]` instead of `" + Name + "[row * " + Columns + " + k]`";
}

/// Whether rows of \p Array, of \p Elements, are like pixels, whose order libraries and files
/// prescribe.
static bool isLikePixels(const MemoryObject &Array, uint64_t Elements) {
  return Array.ElementBytes == 1 && (Elements == 3 || Elements == 4);
}

static std::string describeColumns(const KernelProgram &Program, const Mend &Best) {
  const MemoryObject &Array = Program.Objects[Best.Object];
  const std::string &Name = Array.Name;
  if (Best.OnlyColumn)
    return "keep `" + Name + "` without the elements in between, `" + Name + "[row]` instead of `" +
           Name + "[row * " + utostr(Best.Elements) +
           (*Best.OnlyColumn != 0 ? " + " + utostr(*Best.OnlyColumn) : "") +
           "]`, if no other kernel and no host code needs them";
  bool IsOne = Best.Objects.size() == 1;
  std::string Names =
      join(map_range(Best.Objects,
                     [&](unsigned Each) { return "`" + Program.Objects[Each].Name + "`"; }),
           " and ");
  return "keep " + Names +
         (IsOne            ? " "
          : Best.ByCallers ? ", which callers may exchange, "
                           : ", which host code exchanges, ") +
         describeOrder(Array, Best.Elements) + ", in all kernels and host code that use " +
         (IsOne ? "it" : "them") +
         (isLikePixels(Array, Best.Elements)
              ? ", if no library or file prescribes interleaved pixels"
              : "");
}

/// Whether the elements of \p Array are structures of four bytes, such as pixels.
static bool isFourBytes(const MemoryObject &Array) {
  return Array.Members.size() == 4 && Array.ElementBytes == 4;
}

static std::string describeChange(const KernelAnalysis &Kernel, const LaunchContext &Launch,
                                  const Mend &Best, const Access &Site) {
  const KernelProgram &Program = Kernel.Program;
  switch (Best.What) {
  case Mend::Kind::BlockShape:
    return describeBlock(Kernel, Launch, Best);
  case Mend::Kind::ExchangeThreads:
    return describeExchange(Kernel, Launch, Best);
  case Mend::Kind::ExchangeAxes:
    return describeAxes(Kernel, Launch, Best);
  case Mend::Kind::AccessWhole:
    return describeWhole(Program, Best, Site);
  case Mend::Kind::AlignRecord:
    return "declare `" + Program.Objects[Best.Object].ElementType + "` with `__align__(" +
           utostr(Best.Bytes) + ")`" +
           (isFourBytes(Program.Objects[Best.Object]) ? ", as `uchar4` is" : "");
  case Mend::Kind::JoinAccesses:
    return "access `" + Program.Objects[Best.Object].Name + "` " +
           describeWidth(Kernel, Best, Site) + ", one " + kindOfChanged(Program, Best, Site).str() +
           " for " + utostr(std::min<uint64_t>(Best.Bytes / Site.Bytes, Best.Changed.size())) +
           describeMultiples(Best);
  case Mend::Kind::JoinIterations:
    return "access `" + Program.Objects[Best.Object].Name + "` " +
           describeWidth(Kernel, Best, Site) + ", once in " + utostr(Best.Bytes / Site.Bytes) +
           " iterations";
  case Mend::Kind::StrideByThreads:
    return "if its iterations are independent, let thread t take the elements `k * " +
           (Best.Threads ? utostr(*Best.Threads) : "(gridDim.x * blockDim.x)") +
           " + t` instead of `t * " + utostr(Best.Elements) + " + k`" +
           (Best.MovesBounds ? ", with its bounds checked for each element" : "");
  case Mend::Kind::SplitRecord: {
    const MemoryObject &Array = Program.Objects[Best.Object];
    bool HasArrays = any_of(Best.Changed, [&](unsigned Id) {
      unsigned At = Program.Accesses[Id].OffsetInRecord;
      return any_of(Array.Members, [&](const MemberLayout &Each) {
        return !Each.Extents.empty() && Each.FirstByte <= At && At < Each.FirstByte + Each.Bytes;
      });
    });
    return "use an array for each member of `" + Array.ElementType + "`" +
           (HasArrays ? ", and for each element of those that are arrays" : "") +
           " (structure of arrays), in all kernels and host code that use it";
  }
  case Mend::Kind::SplitRows:
    return describeColumns(Program, Best);
  case Mend::Kind::Stage:
    return describeStage(Kernel, Launch, Best, Site);
  }
  llvm_unreachable("covered switch");
}

/// The whole kernel's traffic is known.
static bool isWholeKnown(const GlobalMends &Mends) {
  return Mends.Before.IsTotal && Mends.Before.Unknown.empty();
}

/// The accesses that \p Best changes, or \p Site where all do.
static ArrayRef<unsigned> changedAccesses(const Mend &Best, const Access &Site) {
  return Best.Changed.empty() || Best.What == Mend::Kind::Stage ? ArrayRef(Site.Id)
                                                                : ArrayRef(Best.Changed);
}

/// "at most " where compilers may make less of what describeSaving counts.
static StringRef boundOf(const GlobalMends &Mends, const Mend &Best, const Access &Site) {
  bool IsMost = isWholeKnown(Mends) ? is_contained(Mends.AreMost, true)
                                    : any_of(changedAccesses(Best, Site),
                                             [&](unsigned Id) { return Mends.AreMost[Id]; });
  return Mends.Before.IsTotal && IsMost ? "at most " : "";
}

/// What the accesses that change take now and then, or \p Site where all do.
static std::pair<double, double> sectorsOfChanged(const GlobalMends &Mends, const Mend &Best,
                                                  const Access &Site) {
  double Now = 0, Then = 0;
  for (unsigned Id : changedAccesses(Best, Site)) {
    Now += Mends.Before.ByAccess[Id];
    Then += Best.After.ByAccess[Id];
  }
  return {Now, Then};
}

/// The sectors with \p Best, counted as describeSaving counts them.
static std::string formatAfter(const GlobalMends &Mends, const Mend &Best, const Access &Site) {
  if (isWholeKnown(Mends))
    return formatCount(uint64_t(Best.After.Sectors));
  return formatMean(sectorsOfChanged(Mends, Best, Site).second);
}

std::string describeChange(StringRef Before, StringRef After, StringRef Unit) {
  return (Before + " -> " + After + " " + (After == "1" ? Unit.str() : pluralOf(Unit))).str();
}

static std::string describeSaving(const GlobalMends &Mends, const Mend &Best, const Access &Site,
                                  const DeviceShape &Device) {
  StringRef Unit = costUnit(MemorySpace::Global, Device);
  const KernelTraffic &Before = Mends.Before, &After = Best.After;
  if (isWholeKnown(Mends)) {
    std::string Text = describeChange(formatCount(uint64_t(Before.Sectors)),
                                      formatCount(uint64_t(After.Sectors)), Unit) +
                       " for the kernel";
    if (size_t Others = Best.What == Mend::Kind::Stage ? Best.Changed.size() - 1 : 0)
      Text += Others == 1 ? " with the other tile, too" : " with the other tiles, too";
    if (After.Wavefronts > Before.Wavefronts)
      Text += ", " + formatNumberOf(uint64_t(After.Wavefronts - Before.Wavefronts),
                                    costUnit(MemorySpace::Shared, Device));
    return Text;
  }
  auto [Now, Then] = sectorsOfChanged(Mends, Best, Site);
  StringRef Per = Before.IsTotal                            ? " for its accesses"
                  : Best.What == Mend::Kind::JoinIterations ? " per iteration"
                  : Best.Changed.size() > 1                 ? " per warp"
                                                            : " per request";
  return (describeChange(formatMean(Now), formatMean(Then), Unit) + Per).str();
}

/// "; 4,096 with `__align__(16)` alone": what less work saves.
static std::string describeAligned(const GlobalMends &Mends, const Mend &Best, const Access &Site) {
  const Mend *Aligned = Best.What == Mend::Kind::SplitRecord
                            ? Mends.findFor(Site.Id, Mend::Kind::AlignRecord)
                            : nullptr;
  if (!Aligned)
    return "";
  return "; " + formatAfter(Mends, *Aligned, Site) + " with `__align__(" + utostr(Aligned->Bytes) +
         ")` alone";
}

/// "; a warp touches the same sectors in all, by fewer requests": of structures that keep their
/// size, an alignment changes no more than that.
static std::string describeFootprint(const KernelProgram &Program, const Mend &Best) {
  if (Best.What != Mend::Kind::AlignRecord ||
      Program.Objects[Best.Object].ElementBytes % Best.Bytes != 0)
    return "";
  return "; a warp touches the same " + pluralOf(costUnit(MemorySpace::Global, Program.Device)) +
         " in all, by fewer requests";
}

std::string describeMend(const KernelAnalysis &Kernel, unsigned Launch, const GlobalMends &Mends,
                         const Mend &Best, const Access &Site) {
  return describeChange(Kernel, Kernel.Launches[Launch], Best, Site) + ": " +
         boundOf(Mends, Best, Site).str() +
         describeSaving(Mends, Best, Site, Kernel.Program.Device) +
         describeAligned(Mends, Best, Site) + describeFootprint(Kernel.Program, Best);
}

/// ", and combine their results with `__shfl_down_sync`"; with `sum[row] += ...` in the loop
/// ", in a local variable in place of `sum[row]`, combine these with `__shfl_down_sync`, and
/// let lane 0 update `sum[row]` once".
static std::string describeCombining(const KernelProgram &Program, const LoopReduction &Reduction) {
  std::string Function = Reduction.IsForAllLanes ? "__shfl_xor" : "__shfl_down";
  std::string With = "with `" + Function + (Program.Device.IsAmd ? "`" : "_sync`") +
                     (Reduction.IsForAllLanes ? ", which gives all lanes the result" : "");
  if (!Reduction.Accumulator)
    return ", and combine their results " + With;
  std::string Element = "`" + Program.Accesses[*Reduction.Accumulator].Text + "`";
  return ", in a local variable in place of " + Element + ", combine these " + With +
         ", and let lane 0 update " + Element + " once";
}

/// "let the lanes of a warp share the loop at line 7, a warp for each row, lane l taking iterations
/// l, l + 32, ..., and combine their results with `__shfl_down_sync`, if its iterations are
/// independent".
static std::string describeSharing(const KernelAnalysis &Kernel, unsigned Loop,
                                   const std::optional<LoopReduction> &Reduction) {
  const KernelProgram &Program = Kernel.Program;
  std::string Text = "let the lanes of a warp share the loop at line " +
                     utostr(Program.Loops[Loop].Position.Line) +
                     ", a warp for each row, lane l taking iterations l, l + " +
                     utostr(Program.Device.WarpLanes) + ", ...";
  if (Reduction)
    Text += describeCombining(Program, *Reduction);
  return Text + ", if its iterations are independent";
}

std::string describeSharedLoop(const KernelAnalysis &Kernel, const SharedLoop &Loop) {
  std::string Text = describeSharing(Kernel, Loop.Loop, Loop.Reduction) + ": " +
                     describeChange(formatMean(Loop.Before), formatMean(Loop.After),
                                    costUnit(MemorySpace::Global, Kernel.Program.Device)) +
                     " per request";
  if (Loop.OfAll)
    Text += ", " + formatMean(Loop.OfAll->first) + " -> " + formatMean(Loop.OfAll->second) +
            " for all accesses of an iteration";
  return Text;
}

std::string describeSharedLoop(const KernelAnalysis &Kernel, const SharedDataLoop &Loop) {
  return describeSharing(Kernel, Loop.Loop, Loop.Reduction) + ": up to " + utostr(Loop.Before) +
         " -> " + utostr(Loop.After) + " or " + utostr(Loop.AfterInSector) + " " +
         pluralOf(costUnit(MemorySpace::Global, Kernel.Program.Device)) +
         " per request; groups of fewer lanes suit rows of fewer than " +
         utostr(Kernel.Program.Device.WarpLanes) + " elements";
}

} // namespace memlint
