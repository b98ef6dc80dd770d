//===- BundleScript.cpp - What measures a bundle --------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BundleScript.h"

#include "BundleLayout.h"

#include "cuda-memlint/Hardware/Measure/ProfilerRun.h"
#include "cuda-memlint/Hardware/Toolchain/ProgramBuild.h"
#include "cuda-memlint/Support/EmbeddedFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace memlint {

extern const EmbeddedFile BundleFunctions[];

/// As one word of the shell; what was marked is the variable \c root.
static std::string shellWord(StringRef Text) {
  std::string Quoted = "'";
  for (char Letter : Text)
    Quoted += Letter == '\'' ? "'\\''" : std::string(1, Letter);
  Quoted += "'";
  return withFolder(Quoted, "'\"$root\"'");
}

static std::string shellWords(ArrayRef<std::string> Texts) {
  return join(map_range(Texts, shellWord), " ");
}

/// \p Arguments with \p From in them replaced by \p To, a text of the shell.
static std::string shellWordsWith(ArrayRef<std::string> Arguments, StringRef From, StringRef To) {
  return join(map_range(Arguments,
                        [&](StringRef Text) { return Text == From ? To.str() : shellWord(Text); }),
              " ");
}

static std::string functionsFor(const VerifyOptions &Options) {
  constexpr llvm::StringLiteral Report = "report";
  std::string Text(BundleFunctions[0].Contents, BundleFunctions[0].Size);
  auto Replace = [&Text](StringRef Mark, const std::string &By) {
    Text.replace(Text.find(Mark), Mark.size(), By);
  };
  Replace("@SECONDS@", utostr(Options.TimeoutSeconds));
  Replace("@PROFILE_ALL@", shellWordsWith(profilerArguments(Options.launchesOfShape(), Report,
                                                            /*BetweenMarks=*/false),
                                          Report, "\"$results/$name\""));
  Replace("@PROFILE_MARKED@", shellWordsWith(profilerArguments(Options.launchesOfShape(), Report,
                                                               /*BetweenMarks=*/true),
                                             Report, "\"$results/$name\""));
  Replace("@SOURCE@",
          shellWordsWith(exportArguments(Report, ReportPage::Source), Report, "\"$report\""));
  Replace("@RAW@", shellWordsWith(exportArguments(Report, ReportPage::Raw), Report, "\"$report\""));
  return Text;
}

void printScript(raw_ostream &Stream, const Bundle &Source, ArrayRef<std::string> Targets) {
  const VerifyOptions &Options = Source.Options;
  Stream << functionsFor(Options);
  std::string Arguments;
  for (const std::string &Argument : Options.ProgramArguments)
    Arguments += " " + shellWord(Argument);
  for (auto [Program, Target] : zip_equal(Source.Programs, Targets)) {
    auto Build = [&, &Program = Program, &Target = Target](BundleBuild What) {
      BuildRequest Request = buildRequest(Source, Program, What, Target);
      return "build " + shellWord(resultName(Program, What)) + " " +
             shellWords(buildArguments(Request)) + " " + shellWord(Request.Source);
    };
    auto Run = [&, &Program = Program](StringRef Function, BundleBuild What) {
      return (Function + " " + shellWord(resultName(Program, What)) + Arguments).str();
    };
    StringRef Profile = Program.Main.empty() ? "profile all" : "profile marked";
    std::string Counting = Build(BundleBuild::Instrumented) + " &&\n  " +
                           Run("count", BundleBuild::Instrumented) + "\n";
    Stream << '\n';
    if (Options.Method != VerifyMethod::Instrumentation) {
      Stream << Build(BundleBuild::Optimised) << " &&\n  " << Run(Profile, BundleBuild::Optimised)
             << '\n';
      if (Options.Debug)
        Stream << Build(BundleBuild::Debug) << " &&\n  " << Run(Profile, BundleBuild::Debug)
               << '\n';
    }
    if (Options.Method == VerifyMethod::Automatic)
      Stream << "if refused " << shellWord(resultName(Program, BundleBuild::Optimised))
             << "; then\n"
             << Counting << "fi\n";
    else if (Options.Method != VerifyMethod::Counters)
      Stream << Counting;
  }
  Stream << "\necho \"$0: the results are in $results\"\n";
}

} // namespace memlint
