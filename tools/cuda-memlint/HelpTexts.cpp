//===- HelpTexts.cpp - What the command says of itself --------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HelpTexts.h"

#include "Options.h"

#include "cuda-memlint/Checks/Check.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Report/ReportFormat.h"
#include "cuda-memlint/Support/EmbeddedFile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace memlint {

extern const EmbeddedFile LicenseTexts[];
extern const size_t LicenseTextsCount;

static const char Overview[] =
    "cuda-memlint: finds inefficient memory accesses and data races in CUDA kernels\n\n"
    "  Computes from the source how many 32-byte sectors, shared memory wavefronts and\n"
    "  constant addresses each access takes, and warns where it takes more than needed.\n";

static const char Examples[] = R"(
AFTER THE PATHS:

  -- <compile options>    nvcc's or clang's; -I, -D, -U, -isystem, -include and -std
                          may also stand before it
  --args <arguments>      The same as --args=, one word for each argument, to the end of
                          the command line

EXAMPLES:

  cuda-memlint kernel.cu
      Warn about every access that costs more than necessary.
  cuda-memlint --summary kernel.cu
      Also list all accesses of each kernel, worst first.
  cuda-memlint --explain=42 kernel.cu
      Show how the addresses on line 42 are computed, and draw the lanes.
  cuda-memlint --launch 'transpose<<<(64,64),(32,8)>>>(_, _, 2048)' kernel.cu
      Give the launch configuration where the file does not: grid, block, then the
      values of scalar arguments, by position or name (n=2048); _ is unknown.
  cuda-memlint kernel.cu -- -I include -DTILE=32
      Pass compile options of nvcc or clang. With -p build they come from
      build/compile_commands.json.
  cuda-memlint --checks='-*,cuda-shared-*' --fail-on=none kernel.cu
      Run some checks only, and exit with 0 whatever they find.
  cuda-memlint -p build
      Analyse all CUDA sources of a project, or part of it: -p build src/kernels.
      Without a database, folders are searched for .cu and .hip files.
  cuda-memlint --fix kernel.cu
      Apply fixes that have been verified by re-analysis, and report what is left;
      --fix-dry-run prints them as a diff.
  cuda-memlint --format=json --output report.json 'src/**/*.cu'
      Write everything that is known, for other programs.
  cuda-memlint diff main -- src
      Compare a branch of the git repository with the files on disk.
  cuda-memlint cost --space=shared requests.csv
      Predict the cost of requests given as lists of byte offsets, one per lane.
  cuda-memlint record -o launches.yaml -- python3 train.py
      Run a program, and record each distinct launch of its kernels.
  cuda-memlint --launches launches.yaml src
      Analyse the kernels as that program launched them.
  cuda-memlint --args='4096 --fast' prog.cu
      Analyse the launches that main makes with these arguments.
  cuda-memlint --verify prog.cu -- -I include --args 1024
      Build the program with nvcc, run it under Nsight Compute on this machine's
      GPU, and compare every prediction with the counters.

EXIT CODES:

  0  no findings at the severity of --fail-on or above
  1  findings at that severity
  2  failure; the reason is on standard error
  3  with --verify: a prediction was refuted
)";

static void printFormats(raw_ostream &Stream) {
  size_t Width = 0;
  for (const ReportFormat &Each : reportFormats())
    Width = std::max(Width, Each.Name.size());
  Stream << "\nFORMATS:\n\n";
  for (const ReportFormat &Each : reportFormats())
    Stream << "  " << left_justify(Each.Name, unsigned(Width)) << " - " << Each.Description << '\n';
}

std::string helpText(const SubCommand *Which) {
  std::string Text;
  raw_string_ostream Stream(Text);
  Stream << "OVERVIEW: " << Overview << '\n';
  if (Which) {
    Stream << "SUBCOMMAND '" << Which->Name << "': " << Which->Summary << "\n\nUSAGE: cuda-memlint "
           << Which->Name << " [options]" << (Which->Operands.empty() ? "" : " ") << Which->Operands
           << "\n\n";
  } else {
    Stream << "USAGE: cuda-memlint [subcommand] [options] path... [-- compile options]\n\n"
              "SUBCOMMANDS:\n\n";
    for (const SubCommand &Each : allSubCommands())
      Stream << "  " << left_justify(Each.Name, allSubCommands().front().Name.size()) << " - "
             << Each.Summary << '\n';
    Stream << "\n  Type \"cuda-memlint <subcommand> --help\" to get more help on a specific "
              "subcommand\n\n";
  }
  Stream << "OPTIONS:\n";
  printOptions(Stream, Which ? Which->Mask : OfLint);
  if (!Which || Which->Mask == OfMerge)
    printFormats(Stream);
  else if (!Which->Formats.empty())
    Stream << "\nFORMATS: " << join(split(Which->Formats, '|'), ", ") << '\n';
  if (!Which)
    Stream << Examples;
  return Text;
}

std::string versionText() {
  return "cuda-memlint " MEMLINT_VERSION ", with LLVM and Clang " LLVM_VERSION_STRING "\n";
}

std::string licenseText() {
  std::string Text;
  raw_string_ostream Stream(Text);
  for (const EmbeddedFile &File : ArrayRef(LicenseTexts, LicenseTextsCount))
    Stream << "==== " << File.Path << "\n\n" << StringRef(File.Contents, File.Size) << '\n';
  return Text;
}

std::string checkList() {
  std::string Text;
  raw_string_ostream Stream(Text);
  for (const Check *Item : allChecks())
    Stream << Item->Name << " ("
           << (Item->Level == FindingLevel::Remark ? "remark, shown with --remarks"
                                                   : levelName(Item->Level))
           << ")\n    " << Item->Summary << '\n';
  return Text;
}

} // namespace memlint
