//===- main.cpp - Prints the harness of a file, for tests -----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
///   memlint-harness FILE.cu HARNESS.cu [--launch=LAUNCH...] [-- compile options]
///
/// writes a program that launches the kernels of FILE.cu, and prints the launches, what was
/// made up for them, and the kernels that are left out.
///
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Driver/Driver.h"
#include "cuda-memlint/Hardware/Harness/Harness.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace memlint;

static int fail(const Twine &Message) {
  errs() << "memlint-harness: " << Message << '\n';
  return 2;
}

static void print(const FileAnalysis &File, const Harness &Plan) {
  for (const HarnessLaunch &Launch : Plan.Launches) {
    outs() << File.Kernels[Launch.Kernel].Program.Name << "<<<"
           << describeDimensions(Launch.Context.Grid) << ", "
           << describeDimensions(Launch.Context.Block) << ", "
           << Launch.Context.DynamicSharedBytes.value_or(0) << ">>>\n";
    for (const HarnessBuffer &Buffer : Launch.Buffers)
      outs() << "  buffer at byte " << Buffer.PointerOffset << " of argument " << Buffer.Parameter
             << ": " << Buffer.BytesBefore << " + " << Buffer.BytesBehind << " bytes, elements of "
             << Buffer.ElementBytes << " with " << Buffer.Scalars.size() << " numbers, integers to "
             << Buffer.LargestInteger << '\n';
    for (const HarnessNumber &Number : Launch.Numbers)
      outs() << "  bits " << Number.FirstBit << " to " << Number.FirstBit + Number.Bits - 1
             << " of argument " << Number.Parameter << ": " << Number.Value << '\n';
  }
  for (const std::string &Each : Plan.Assumptions)
    outs() << "assumed: " << Each << '\n';
  for (const HarnessRefusal &Each : Plan.NotLaunched)
    outs() << "not launched: " << Each.Kernel << ": " << Each.Reason << '\n';
}

int main(int Count, char **Values) {
  std::vector<StringRef> Arguments(Values + 1, Values + Count);
  DriverOptions Options;
  if (auto Dashes = find(Arguments, "--"); Dashes != Arguments.end()) {
    for (StringRef Each : make_range(std::next(Dashes), Arguments.end()))
      Options.Frontend.CompileArguments.push_back(Each.str());
    Arguments.erase(Dashes, Arguments.end());
  }
  while (Arguments.size() > 2 && Arguments.back().consume_front("--launch=")) {
    Expected<LaunchRequest> Launch = parseLaunchOption(Arguments.back());
    if (!Launch)
      return fail(toString(Launch.takeError()));
    Options.Launches.push_back(std::move(*Launch));
    Arguments.pop_back();
  }
  if (Arguments.size() != 2)
    return fail("usage: memlint-harness FILE.cu HARNESS.cu [--launch=LAUNCH...]");
  Options.ReadTree = [](ParsedFile &, FileAnalysis &File,
                        ArrayRef<const clang::FunctionDecl *> Kernels) {
    describeSignatures(File, Kernels);
  };
  Expected<FileAnalysis> File = analyseFile(Arguments[0], Options);
  if (!File)
    return fail(toString(File.takeError()));
  Expected<Harness> Plan = planHarness(*File);
  if (!Plan)
    return fail(toString(Plan.takeError()));
  SmallString<128> Source(Arguments[0]);
  sys::fs::make_absolute(Source);
  Expected<std::string> Text = harnessText(*File, *Plan, Source);
  if (!Text)
    return fail(toString(Text.takeError()));
  std::error_code Code;
  raw_fd_ostream Stream(Arguments[1], Code);
  Stream << *Text;
  if (Code)
    return fail("cannot write '" + Arguments[1] + "': " + Code.message());
  print(*File, *Plan);
  return 0;
}
