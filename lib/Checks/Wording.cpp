//===- Wording.cpp - How facts are put into words -------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Checks/Wording.h"

#include "cuda-memlint/Analysis/Cost/LaunchRelations.h"
#include "cuda-memlint/Model/AccessCost.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Model/MemoryProgram.h"
#include "cuda-memlint/Target/TargetModel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

using namespace llvm;

namespace memlint {

static std::string formatDecimal(double Number) {
  std::string Text;
  raw_string_ostream(Text) << format("%.1f", Number);
  return Text;
}

std::string formatCount(uint64_t Number) {
  std::string Digits = utostr(Number);
  for (size_t Digit = Digits.size(); Digit > 3;) {
    Digit -= 3;
    Digits.insert(Digit, 1, ',');
  }
  return Digits;
}

std::string formatMean(double Number) {
  if (Number >= 1000)
    return formatCount(uint64_t(Number + 0.5));
  std::string Text = formatDecimal(Number);
  return StringRef(Text).ends_with(".0") ? Text.substr(0, Text.size() - 2) : Text;
}

std::string formatRatio(double Ratio) {
  double Tenths = Ratio * 10;
  if (std::abs(Tenths - std::round(Tenths)) < 1e-9 || Ratio >= 10)
    return formatDecimal(Ratio) + "x";
  std::string Text;
  raw_string_ostream(Text) << format("%.2fx", Ratio);
  return Text;
}

namespace {

struct TimeUnit {
  const char *Name;
  double Nanoseconds;
};

} // namespace

static const TimeUnit &timeUnitFor(uint64_t Nanoseconds) {
  static constexpr TimeUnit Units[] = {{"s", 1e9}, {"ms", 1e6}, {"µs", 1e3}, {"ns", 1}};
  return *find_if(Units, [&](const TimeUnit &Each) {
    // What rounds to 1,000 of the smaller unit is 1 of this one.
    return double(Nanoseconds) >= 0.9995 * Each.Nanoseconds || Each.Nanoseconds == 1;
  });
}

/// In three digits, as no time is known better.
static std::string formatIn(const TimeUnit &Unit, uint64_t Nanoseconds) {
  double Number = double(Nanoseconds) / Unit.Nanoseconds;
  return Number >= 100 ? formatCount(uint64_t(Number + 0.5)) : formatMean(Number);
}

std::string formatTime(uint64_t Nanoseconds) {
  const TimeUnit &Unit = timeUnitFor(Nanoseconds);
  return formatIn(Unit, Nanoseconds) + " " + Unit.Name;
}

std::string formatTimes(const TimeRange &Times) {
  const TimeUnit &Unit = timeUnitFor(Times.Most);
  std::string Least = formatIn(Unit, Times.Least), Most = formatIn(Unit, Times.Most);
  std::string Before = Least == "0" ? "up to " : Least == Most ? "" : Least + " to ";
  return Before + Most + " " + Unit.Name;
}

std::string formatShare(double Share) { return formatDecimal(100 * Share) + " %"; }

std::string pluralOf(StringRef Noun) {
  return Noun.str() + (Noun.ends_with("s") || Noun.ends_with("x") ? "es" : "s");
}

std::string formatNumberOf(uint64_t Number, StringRef Noun) {
  return formatCount(Number) + " " + (Number == 1 ? Noun.str() : pluralOf(Noun));
}

/// One of \p Names, which are those of all values of an enumeration up to \p Last.
template <auto Last, size_t Count>
static StringRef nameIn(const StringLiteral (&Names)[Count], decltype(Last) Value) {
  static_assert(Count == size_t(Last) + 1);
  return Names[size_t(Value)];
}

std::string nameInBuffer(const MemoryObject &Buffer, const Access &Site) {
  StringRef Name = StringRef(Site.Text).split('[').first.trim();
  bool IsName =
      !Name.empty() && all_of(Name, [](char Each) { return isAlnum(Each) || Each == '_'; });
  return IsName ? Name.str() : Buffer.Name;
}

StringRef spaceName(MemorySpace Space) {
  static constexpr StringLiteral Names[] = {"global", "shared", "constant", "local", "generic"};
  return nameIn<MemorySpace::Generic>(Names, Space);
}

StringRef kindName(AccessKind Kind) {
  static constexpr StringLiteral Names[] = {"load", "store", "atomic", "async-copy"};
  return nameIn<AccessKind::AsyncCopy>(Names, Kind);
}

StringRef knowledgeName(Knowledge Known) {
  static constexpr StringLiteral Names[] = {"proved", "assumed", "unknown"};
  return nameIn<Knowledge::Unknown>(Names, Known);
}

StringRef originName(LaunchOrigin Origin) {
  static constexpr StringLiteral Names[] = {"option", "config",   "recorded",
                                            "call",   "harness",  "launch_bounds",
                                            "assert", "inferred", "default"};
  return nameIn<LaunchOrigin::Default>(Names, Origin);
}

StringRef levelName(FindingLevel Level) {
  static constexpr StringLiteral Names[] = {"remark", "warning", "error"};
  return nameIn<FindingLevel::Error>(Names, Level);
}

StringRef addressClassName(AddressClass Class) {
  static constexpr StringLiteral Names[] = {"exact", "parametric", "data-dependent",
                                            "not-understood"};
  return nameIn<AddressClass::NotUnderstood>(Names, Class);
}

std::string describeInlining(const InlineFrame &Frame) {
  return "in `" + Frame.Callee + "`, called from here";
}

std::string describeEvidence(StringRef Target, const Access &Site) {
  Expected<const TargetModel *> Model = findTarget(Target);
  if (!Model) {
    consumeError(Model.takeError());
    return "";
  }
  switch (evidenceFor(**Model, Site.Space, Site.Kind, Site.Bytes, Site.Form)) {
  case Evidence::Measured:
  case Evidence::Unknown:
    return "";
  case Evidence::Documented:
    return "costs for " + Target.str() + " follow " + ((*Model)->Shape.IsAmd ? "AMD" : "NVIDIA") +
           "'s documentation; only " + defaultTarget().name() + " was measured";
  case Evidence::Inferred:
    return "some costs for " + Target.str() + " are inferred: neither documented nor measured";
  }
  llvm_unreachable("covered switch");
}

StringRef costUnit(MemorySpace Space, const DeviceShape &Device) {
  switch (Space) {
  case MemorySpace::Shared:
    // To AMD, a wavefront is a warp.
    return Device.IsAmd ? "bank cycle" : "wavefront";
  case MemorySpace::Constant:
    return "address";
  case MemorySpace::Global:
  case MemorySpace::Local:
  case MemorySpace::Generic:
    return Device.IsAmd ? "cache line" : "sector";
  }
  llvm_unreachable("covered switch");
}

std::string describeIndex(const std::array<int64_t, 3> &Index) {
  return "(" + itostr(Index[0]) + "," + itostr(Index[1]) + "," + itostr(Index[2]) + ")";
}

constexpr char UnknownExtent[] = "?";

/// \p Texts are of extents; all but the first are left out where they are 1.
static std::string describeExtents(const std::array<std::string, 3> &Texts) {
  if (Texts[0] != UnknownExtent && Texts[1] == "1" && Texts[2] == "1")
    return Texts[0];
  if (all_of(Texts, [](const std::string &Text) { return Text == UnknownExtent; }))
    return UnknownExtent;
  return "(" + Texts[0] + "," + Texts[1] + "," + Texts[2] + ")";
}

std::string describeDimensions(const std::array<std::optional<uint64_t>, 3> &Dimensions) {
  std::array<std::string, 3> Texts;
  for (unsigned Dimension = 0; Dimension != 3; ++Dimension)
    Texts[Dimension] = Dimensions[Dimension] ? utostr(*Dimensions[Dimension]) : UnknownExtent;
  return describeExtents(Texts);
}

/// \p Blocks without the conversions to `unsigned` that `dim3` makes: `(n + 3) / 4`.
static ExprRef withoutConversions(ExprContext &Expressions, ExprRef Blocks) {
  while (Blocks->kind() == ExprKind::Wrap && !Blocks->wrapSigned())
    Blocks = Blocks->operands()[0];
  if (Blocks->kind() != ExprKind::Divide)
    return Blocks;
  return Expressions.divide(withoutConversions(Expressions, Blocks->operands()[0]),
                            Blocks->operands()[1]);
}

std::optional<std::array<std::string, 3>> gridInTermsOfArguments(const KernelProgram &Kernel,
                                                                 const LaunchContext &Launch) {
  ExprContext Expressions;
  LaunchRelations Relations = relationsIn(Expressions, Kernel, Launch);
  std::array<std::string, 3> Texts;
  for (unsigned Dimension = 0; Dimension != 3; ++Dimension)
    if (Launch.Grid[Dimension])
      Texts[Dimension] = utostr(*Launch.Grid[Dimension]);
    else if (ExprRef Blocks = Relations.Grid[Dimension])
      Texts[Dimension] = toString(withoutConversions(Expressions, Blocks));
    else
      return std::nullopt;
  return Texts;
}

/// Where the launch comes from, with what separates it from the launch. \p Unfollowed: a launch of
/// the kernel that is not followed; without a line where all launches are.
static std::string describeOrigin(const KernelProgram &Kernel, const LaunchContext &Launch,
                                  const SourcePosition &Unfollowed) {
  std::string Where = "line " + utostr(Launch.Position.Line);
  if (Launch.Position.Path != Kernel.Position.Path)
    Where += " of '" + Launch.Position.Path + "'";
  switch (Launch.Origin) {
  case LaunchOrigin::Option:
    return " from --launch";
  case LaunchOrigin::Config:
    return " from the configuration";
  case LaunchOrigin::Recorded:
    return " from a recorded launch";
  case LaunchOrigin::Call:
    return Launch.Position.Line ? " at " + Where : " at a call";
  case LaunchOrigin::Harness:
    return " from the generated main";
  case LaunchOrigin::LaunchBounds:
    return " from `__launch_bounds__`";
  case LaunchOrigin::Assert:
    return " from an assertion";
  case LaunchOrigin::Inferred:
    return " inferred from `" + Launch.InferredFrom + "`" +
           (Launch.Position.Line ? ", unknown in the launch at " + Where : "");
  case LaunchOrigin::Default:
    return " if blocks have " + describeDimensions(Launch.Block) + " threads (" +
           (Launch.Position.Line ? "unknown in the launch at " + Where
            : Unfollowed.Line ? "the launch at line " + utostr(Unfollowed.Line) + " is not followed"
                              : "no visible launch of the kernel") +
           ")";
  }
  llvm_unreachable("covered switch");
}

/// With \p Arguments behind the brackets; \p Unfollowed as in describeOrigin().
static std::string describeLaunch(const KernelProgram &Kernel, const LaunchContext &Launch,
                                  const std::string &Arguments, const SourcePosition &Unfollowed) {
  std::string Block = describeDimensions(Launch.Block);
  std::optional<std::array<std::string, 3>> Grid = gridInTermsOfArguments(Kernel, Launch);
  bool IsDefault = Launch.Origin == LaunchOrigin::Default;
  std::string What = Grid        ? "<<<" + describeExtents(*Grid) + ", " + Block + ">>>"
                     : IsDefault ? ""
                                 : " with block " + Block;
  if (Launch.Cluster) {
    std::array<std::optional<uint64_t>, 3> Blocks;
    copy(*Launch.Cluster, Blocks.begin());
    What += " in clusters of " + describeDimensions(Blocks) + " blocks";
  }
  std::string Text = Kernel.Name + What + Arguments + describeOrigin(Kernel, Launch, Unfollowed);
  for (const std::string &Condition : Launch.Conditions)
    Text += " when " + Condition;
  return Text;
}

/// Adds "name=value" for each integer in \p Parameter that is not the same in all of \p Alike,
/// which are the arguments for it; the first one is described.
static void addDifferences(const KernelParameter &Parameter, ArrayRef<const LaunchArgument *> Alike,
                           std::vector<std::string> &Texts) {
  for (auto [Number, Field] : enumerate(Parameter.Fields)) {
    SmallVector<const LaunchArgument *> Parts;
    for (const LaunchArgument *Each : Alike)
      Parts.push_back(Each && Number < Each->Fields.size() ? &Each->Fields[Number] : nullptr);
    addDifferences(Field, Parts, Texts);
  }
  auto ValueOf = [](const LaunchArgument *Each) { return Each ? Each->Value : std::nullopt; };
  if (!Parameter.Value || all_of(Alike, [&](const LaunchArgument *Each) {
        return ValueOf(Each) == ValueOf(Alike.front());
      }))
    return;
  std::optional<int64_t> Value = ValueOf(Alike.front());
  Texts.push_back(Parameter.Value->leaf().Name + "=" + (Value ? itostr(*Value) : "_"));
}

std::string describeLaunch(const KernelAnalysis &Kernel, unsigned Launch) {
  const LaunchContext &Own = Kernel.Launches[Launch];
  SmallVector<const LaunchContext *> Alike = {&Own};
  for (const LaunchContext &Each : Kernel.Launches)
    if (Own.Origin == LaunchOrigin::Recorded && Each.Grid == Own.Grid && Each.Block == Own.Block &&
        Each.Cluster == Own.Cluster)
      Alike.push_back(&Each);
  std::vector<std::string> Texts;
  for (auto [Number, Parameter] : enumerate(Kernel.Program.Parameters)) {
    SmallVector<const LaunchArgument *> Arguments;
    for (const LaunchContext *Each : Alike)
      Arguments.push_back(Number < Each->Arguments.size() ? &Each->Arguments[Number] : nullptr);
    addDifferences(Parameter, Arguments, Texts);
  }
  // A line is not to become as long as a structure has numbers.
  constexpr size_t MaximumTexts = 4;
  if (Texts.size() > MaximumTexts) {
    Texts.resize(MaximumTexts);
    Texts.push_back("...");
  }
  return describeLaunch(Kernel.Program, Own, Texts.empty() ? "" : "(" + join(Texts, ", ") + ")",
                        Kernel.UnfollowedLaunch);
}

} // namespace memlint
