//===- HostSources.cpp - Sources that hold host code only -----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostSources.h"

#include "clang/Basic/LangStandard.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace memlint {

bool isCSource(StringRef Path, const TranslatedArguments &Arguments) {
  return sys::path::extension(Path) == ".c" && !Arguments.SaysCuda && !Arguments.SaysHip;
}

bool isHostSource(StringRef Path, StringRef Contents, const TranslatedArguments &Arguments) {
  static constexpr llvm::StringLiteral OfCxx[] = {".cc", ".cpp", ".cxx", ".c++", ".C"};
  return isCSource(Path, Arguments) ||
         (is_contained(OfCxx, sys::path::extension(Path)) && !Arguments.SaysCuda &&
          !Contents.contains("__global__") && !Contents.contains("<<<") &&
          !Contents.contains("hipLaunchKernelGGL"));
}

/// Whether \p Argument selects a standard of another language than C, as options that are meant for
/// all files may.
static bool selectsOtherLanguage(StringRef Argument) {
  using clang::LangStandard;
  if (!Argument.consume_front("-std="))
    return false;
  LangStandard::Kind Kind = LangStandard::getLangKind(Argument);
  return Kind == LangStandard::lang_unspecified ||
         LangStandard::getLangStandardForKind(Kind).getLanguage() != clang::Language::C;
}

std::vector<std::string> argumentsForC(StringRef HostTriple, ArrayRef<std::string> Given,
                                       ArrayRef<std::string> Folders) {
  std::vector<std::string> Result = {"-triple", HostTriple.str(), "-fsyntax-only", "-x", "c",
                                     "-std=gnu17", "-fgnuc-version=4.2.1", "-ferror-limit", "0",
                                     "-fbracket-depth", "4096", "-fno-spell-checking",
                                     "-fno-caret-diagnostics", "-nostdsysteminc", "-nobuiltininc",
                                     // Headers of the processor's instructions are not embedded.
                                     "-U__MMX__", "-U__SSE__", "-U__SSE2__"};
  copy_if(Given, std::back_inserter(Result),
          [](StringRef Argument) { return !selectsOtherLanguage(Argument); });
  for (const std::string &Folder : Folders) {
    Result.push_back("-internal-isystem");
    Result.push_back(Folder);
  }
  return Result;
}

} // namespace memlint
