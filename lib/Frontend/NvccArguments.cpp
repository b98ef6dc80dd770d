//===- NvccArguments.cpp - What nvcc takes of a compile command -----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NvccArguments.h"

#include "clang/Basic/LangStandard.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace memlint {

// The names are those of the CUDA Compiler Driver NVCC documentation, "Command Option
// Description".
StringRef nvccOption(StringRef Option) {
  return StringSwitch<StringRef>(Option)
      .Cases("-I", "--include-path", "--include-directory", "-I")
      .Cases("-isystem", "--system-include", "-isystem")
      .Cases("-include", "--include", "--pre-include", "-include")
      .Cases("-D", "--define-macro", "-D")
      .Cases("-U", "--undefine-macro", "-U")
      .Cases("-Xcompiler", "--compiler-options", "-Xcompiler")
      .Cases("-L", "--library-path", "-L")
      .Cases("-l", "--library", "-l")
      .Cases("-Xlinker", "--linker-options", "-Xlinker")
      .Cases("-Xnvlink", "--nvlink-options", "-Xnvlink")
      .Cases("-cudart", "--cudart", "-cudart")
      .Cases("-cudadevrt", "--cudadevrt", "-cudadevrt")
      .Cases("-ccbin", "--compiler-bindir", "-ccbin")
      .Case("-Xcudafe", "-Xcudafe")
      .Cases("-Xptxas", "--ptxas-options", "-Xcuda-ptxas", "-Xptxas")
      .Cases("-maxrregcount", "--maxrregcount", "-maxrregcount")
      .Cases("-rdc", "--relocatable-device-code", "-rdc")
      .Cases("-default-stream", "--default-stream", "-default-stream")
      .Cases("-ftz", "--ftz", "-ftz")
      .Cases("-prec-div", "--prec-div", "-prec-div")
      .Cases("-prec-sqrt", "--prec-sqrt", "-prec-sqrt")
      .Cases("-fmad", "--fmad", "-fmad")
      .Case("--optimize", "--optimize")
      .Default("");
}

std::vector<std::string> nvccFlag(StringRef Option) {
  if (Option.size() == 3 && Option.starts_with("-O") && isDigit(Option.back()))
    return {Option.str()};
  StringRef Own =
      StringSwitch<StringRef>(Option)
          .Cases("-G", "--device-debug", "-G")
          .Cases("-use_fast_math", "--use_fast_math", "-use_fast_math")
          .Cases("-expt-relaxed-constexpr", "--expt-relaxed-constexpr", "--expt-relaxed-constexpr")
          .Cases("-extended-lambda", "--extended-lambda", "-expt-extended-lambda",
                 "--expt-extended-lambda", "--extended-lambda")
          .Cases("-dc", "--device-c", "-fgpu-rdc", "-rdc=true")
          .Default("");
  if (!Own.empty())
    return {Own.str()};
  // What changes the meaning of the source or the libraries that it needs is for the host
  // compiler, and nvcc passes it on only when asked to.
  bool ForHost = StringSwitch<bool>(Option)
                     .Cases("-fopenmp", "-pthread", "-fno-exceptions", "-fno-rtti", true)
                     .Cases("-fshort-enums", "-fms-extensions", "-funsigned-char", true)
                     .Cases("-fchar8_t", "-fno-char8_t", "-march=native", true)
                     .Default(false);
  if (ForHost)
    return {"-Xcompiler", Option.str()};
  return {};
}

std::string nvccStandard(StringRef Standard) {
  using clang::LangStandard;
  LangStandard::Kind Kind = LangStandard::getLangKind(Standard);
  if (Kind == LangStandard::lang_unspecified)
    return "";
  StringRef Name = LangStandard::getLangStandardForKind(Kind).getName();
  if (Name.consume_front("gnu++"))
    return ("c++" + Name).str();
  return Name.starts_with("c++") ? Name.str() : "";
}

} // namespace memlint
