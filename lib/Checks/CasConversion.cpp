//===- CasConversion.cpp - Compare-and-swap of rounded numbers ------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckList.h"
#include "FindingParts.h"

#include "cuda-memlint/Model/KernelAnalysis.h"

using namespace llvm;

namespace memlint {

/// The location of \p Site holds a floating-point number, as its object is declared.
static bool isOfFloatingData(const MemoryObject &Object, const Access &Site) {
  bool IsFloating = Object.ElementType == "float" || Object.ElementType == "double";
  return IsFloating && Object.OneOf.empty() && Object.ElementBytes == Site.Bytes;
}

/// The integer with the bits was made a number by its value; else numbers were rounded.
static bool misreadsBits(const Access &Site) {
  return Site.ConvertedExpected && Site.ConvertedExpected->leaf().Reason == OpaqueReason::None;
}

/// What gives the number that \p Site holds, and its bits.
static std::pair<StringRef, StringRef> conversionsOf(const Access &Site) {
  if (Site.Bytes != 4)
    return {"`__double_as_longlong", "`__longlong_as_double"};
  auto IsOfUnsigned = [](ExprRef Number) { return Number && Number->range().High > INT32_MAX; };
  bool IsUnsigned = IsOfUnsigned(Site.Expected) || IsOfUnsigned(Site.ConvertedExpected) ||
                    IsOfUnsigned(Site.ConvertedValue);
  return IsUnsigned ? std::pair<StringRef, StringRef>("`__float_as_uint", "`__uint_as_float")
                    : std::pair<StringRef, StringRef>("`__float_as_int", "`__int_as_float");
}

static std::string describeOperands(const Access &Site) {
  auto Quoted = [](ExprRef Leaf) { return "`" + Leaf->leaf().Name + "`"; };
  std::string Text;
  if (Site.ConvertedExpected)
    Text += " compares with " + Quoted(Site.ConvertedExpected);
  if (Site.ConvertedExpected && Site.ConvertedValue)
    Text += " and";
  if (Site.ConvertedValue)
    Text += " stores " + Quoted(Site.ConvertedValue);
  return Text;
}

static void checkCasConversion(const CheckRun &In) {
  for (const Access &Site : In.Kernel.Program.Accesses) {
    const MemoryObject &Object = In.Kernel.Program.Objects[Site.Object];
    if ((!Site.ConvertedExpected && !Site.ConvertedValue) || !isOfFloatingData(Object, Site))
      continue;
    auto [ToBits, FromBits] = conversionsOf(Site);
    std::string Message = "compare-and-swap of converted values: on `" + Object.ElementType +
                          "` data in `" + Object.Name + "`, ";
    bool IsMisread = misreadsBits(Site);
    if (IsMisread)
      Message += "the integer `" + Site.ConvertedExpected->leaf().Name +
                 "` is converted to a number, where its bits are one";
    else
      Message +=
          "it" + describeOperands(Site) + ", rounded to an integer, where the bits are needed";
    Finding &Result = In.report(Site.Position, Message);
    Result.Access = Site.Id;
    addCallNotes(Result, Site);
    if (IsMisread)
      addNote(Result, Site.Bytes == 4
                          ? "the bits of 1.0f are the integer 1,065,353,216"
                          : "the bits of 1.0 are the integer 4,607,182,418,800,017,408");
    else
      addNote(Result,
              Site.ConvertedValue
                  ? "the integer that is stored is read as another `" + Object.ElementType +
                        "`: the bits of 1 are a number close to 0"
                  : "the comparison fails unless the number and its bits happen to be equal");
    if (IsMisread)
      setHelp(Result, "read it with " + FromBits.str() + "(…)`");
    else
      setHelp(Result, "pass " + ToBits.str() + "(…)`, and read what `atomicCAS` returns with " +
                          FromBits.str() + "`");
    Result.NoFix = MissingFix{MissingFix::Reason::Accesses, "", {}};
  }
}

const Check CasConversion = {
    .Name = "cuda-cas-conversion",
    .Summary = "a compare-and-swap on floating-point data converts values instead of their bits",
    .Level = FindingLevel::Warning,
    .Subject = FindingSubject::MemoryFault,
    .Run = checkCasConversion};

} // namespace memlint
