//===- NewConfiguration.cpp - A configuration to begin with ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Configuration/NewConfiguration.h"

#include "QuotedText.h"

#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Target/TargetModel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace memlint {

/// As a list on one line.
static std::string quotedList(ArrayRef<std::string> Texts) {
  return "[" + join(map_range(Texts, [](StringRef Each) { return quotedText(Each); }), ", ") + "]";
}

static void printHead(raw_ostream &Stream, const ProjectFacts &Facts) {
  Stream << "# The configuration of cuda-memlint for the files in this folder and below.\n"
            "# The settings are suggestions: one counts once the # before it is removed.\n";
  if (Facts.Sources == 0)
    Stream << "# There is no .cu file here yet.\n";
  else
    Stream << "# " << formatNumberOf(Facts.Sources, "CUDA source")
           << (Facts.Sources == 1 ? " was" : " were") << " found here.\n";
  if (!Facts.Outer.empty())
    Stream << "\n# What " << quotedText(Facts.Outer)
           << " says counts, too, as it does without this file.\ninherit-parent: true\n";
}

static void printDevice(raw_ostream &Stream, const ProjectFacts &Facts) {
  std::string Device = defaultTarget().name();
  Stream << "\n# The device whose rules apply.";
  if (!Facts.DatabaseDevices.empty()) {
    Device = Facts.DatabaseDevices.back();
    Stream << " The compilation database names " << join(Facts.DatabaseDevices, ", ") << ".";
  } else if (!Facts.Gpus.empty()) {
    Device = Facts.Gpus.back();
    Stream << " This machine has " << join(Facts.Gpus, ", ") << ".";
  }
  Stream << "\n#arch: " << Device << '\n';
}

static void printCompileOptions(raw_ostream &Stream, const ProjectFacts &Facts) {
  Stream << "\n# What the sources are compiled with.";
  if (Facts.Database.empty())
    Stream << " With a compile_commands.json, -p and its folder is enough.\n";
  else
    Stream << " The compilation database says it with -p " << quotedText(Facts.Database)
           << "; this is added.\n";
  Stream << "#compile-options: ['-Iinclude', '-std=c++17']\n";
}

static void printLaunches(raw_ostream &Stream, const ProjectFacts &Facts) {
  Stream
      << "\n# How kernels are launched, where the sources do not say it or programs know better.\n";
  if (Facts.Recordings.empty())
    Stream << "# 'cuda-memlint record -- program' writes down how a program launches them.\n";
  else
    Stream << "#recorded-launches: " << quotedList(Facts.Recordings) << '\n';
  Stream << "#launches: ['kernel<<<(64, 64), (32, 8)>>>(_, _, 2048)']\n";
}

static void printIgnored(raw_ostream &Stream, const ProjectFacts &Facts) {
  Stream << "\n# Files that are not analysed.";
  if (Facts.ForeignFolders.empty())
    Stream << "\n#ignore: ['third_party/', '*_generated.cuh']\n";
  else
    Stream << " These folders look like other projects' code.\n#ignore: "
           << quotedList(Facts.ForeignFolders) << '\n';
}

void printNewConfiguration(raw_ostream &Stream, const ProjectFacts &Facts) {
  printHead(Stream, Facts);
  printDevice(Stream, Facts);
  printCompileOptions(Stream, Facts);
  printLaunches(Stream, Facts);
  printIgnored(Stream, Facts);
  Stream
      << "\n# What fails a run: findings of this level or above, and kernels that cost more than "
         "they may.\n"
         "#fail-on: warning\n"
         "#levels: {'cuda-*-race': error}\n"
         "#budgets: [{kernel: '*', shared-excess: 50}]\n";
}

} // namespace memlint
