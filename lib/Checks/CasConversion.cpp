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
    Finding &Result = In.report(Site.Position,
                                "compare-and-swap of converted values: on `" + Object.ElementType +
                                    "` data in `" + Object.Name + "`, it" + describeOperands(Site) +
                                    ", rounded to an integer, where the bits are needed");
    Result.Access = Site.Id;
    addCallNotes(Result, Site);
    addNote(Result, Site.ConvertedValue
                        ? "the integer that is stored is read as another `" + Object.ElementType +
                              "`: the bits of 1 are a number close to 0"
                        : "the comparison fails unless the number and its bits happen to be equal");
    setHelp(Result, Site.Bytes == 4 ? "pass `__float_as_int(…)`, and read what `atomicCAS` returns "
                                      "with `__int_as_float`"
                                    : "pass `__double_as_longlong(…)`, and read what `atomicCAS` "
                                      "returns with `__longlong_as_double`");
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
