//===- ReportOptions.cpp - Which reports are asked for --------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReportOptions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using llvm::opt::InputArgList;

namespace memlint {

bool LintCommand::wantsReport(function_ref<bool(const ReportFormat &)> Property) const {
  return Property(*Format) ||
         any_of(FurtherReports, [&](const FurtherReport &Each) { return Property(*Each.Format); });
}

/// The format of \p Name, which is \p Value of \p Id or a part of it.
static Expected<const ReportFormat *> findFormat(OptionId Id, StringRef Value, StringRef Name) {
  if (const ReportFormat *Found = findReportFormat(Name))
    return Found;
  std::vector<StringRef> Names;
  for (const ReportFormat &Each : reportFormats()) {
    Names.push_back(Each.Name);
    if (!Each.Alias.empty())
      Names.push_back(Each.Alias);
  }
  return badValue(Id, Value, join(Names, ", "), Name);
}

static Expected<FurtherReport> readFurtherReport(StringRef Value) {
  auto [Name, Path] = Value.split(':');
  if (Path.empty())
    return badValue(OPT_also, Value);
  Expected<const ReportFormat *> Format = findFormat(OPT_also, Value, Name);
  if (!Format)
    return Format.takeError();
  if (Path == "-")
    return createStringError(spelling(OPT_also) + "=" + Value +
                             ": standard output has the report of --format: name a file");
  return FurtherReport{*Format, Path.str(), spelling(OPT_also) + "=" + Value.str()};
}

Error readFormats(const InputArgList &Given, LintCommand &Result) {
  if (Given.hasArg(OPT_format)) {
    StringRef Name = valueOf(Given, OPT_format);
    if (Error Failure = findFormat(OPT_format, Name, Name).moveInto(Result.Format))
      return Failure;
  }
  for (const std::string &Value : Given.getAllArgValues(OPT_also)) {
    Expected<FurtherReport> Report = readFurtherReport(Value);
    if (!Report)
      return Report.takeError();
    Result.FurtherReports.push_back(std::move(*Report));
  }
  return Error::success();
}

} // namespace memlint
