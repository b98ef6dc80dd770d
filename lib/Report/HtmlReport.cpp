//===- HtmlReport.cpp - A page to look at ------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Report/HtmlReport.h"

#include "HtmlDetails.h"

#include "cuda-memlint/Support/EmbeddedFile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/SHA256.h"

#include <array>

using namespace llvm;

namespace memlint {

extern const EmbeddedFile HtmlPageFiles[];
extern const size_t HtmlPageFilesCount;

static StringRef pageFile(StringRef Path) {
  for (const EmbeddedFile &File : ArrayRef(HtmlPageFiles, HtmlPageFilesCount))
    if (Path == File.Path)
      return StringRef(File.Contents, File.Size);
  llvm_unreachable("not embedded");
}

/// All scripts as one.
static std::string pageScript() {
  std::string Text = "'use strict';\n";
  for (StringRef Path : {"evaluate.js", "text.js", "lanes.js", "races.js", "source.js", "model.js",
                         "requests.js", "findings.js", "page.js"})
    Text += pageFile(Path);
  return Text;
}

/// The source of a Content-Security-Policy that only \p Text is from.
static std::string hashSource(StringRef Text) {
  std::array<uint8_t, 32> Hash = SHA256::hash(arrayRefFromStringRef(Text));
  return "'sha256-" + encodeBase64(Hash) + "'";
}

/// \p Json without the white space between its tokens, and so that nothing in it ends the element
/// it stands in or starts a comment there: '<' occurs in strings only, and can be escaped in them.
static std::string jsonInHtml(StringRef Json) {
  std::string Result;
  Result.reserve(Json.size());
  for (auto [Line, Rest] = Json.split('\n'); !Line.empty() || !Rest.empty();
       std::tie(Line, Rest) = Rest.split('\n'))
    for (char Character : Line.ltrim(' ')) {
      if (Character == '<')
        Result += "\\u003c";
      else
        Result += Character;
    }
  return Result;
}

void printHtmlReport(raw_ostream &Stream, ArrayRef<FileAnalysis> Files,
                     ArrayRef<FileVerification> Verified, const ToolFindings &Tools,
                     const TextReportOptions &Shown) {
  std::string Report, Details;
  raw_string_ostream ReportStream(Report), DetailsStream(Details);
  printJsonReport(ReportStream, Files, Verified, Tools, Shown);
  printHtmlDetails(DetailsStream, Files);

  std::string Script = pageScript();
  StringRef Style = pageFile("page.css");
  std::string Policy = "default-src 'none'; script-src " + hashSource(Script) + "; style-src " +
                       hashSource(Style) + "; base-uri 'none'; form-action 'none'";
  const std::pair<StringRef, std::string> Parts[] = {{"@POLICY@", Policy},
                                                     {"@STYLE@", Style.str()},
                                                     {"@REPORT@", jsonInHtml(Report)},
                                                     {"@DETAILS@", jsonInHtml(Details)},
                                                     {"@SCRIPT@", Script}};
  StringRef Rest = pageFile("page.html");
  for (const auto &[Mark, Text] : Parts) {
    auto [Before, After] = Rest.split(Mark);
    Stream << Before << Text;
    Rest = After;
  }
  Stream << Rest;
}

} // namespace memlint
