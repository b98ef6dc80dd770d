//===- SourceErrors.cpp - What is wrong with a source ---------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Report/SourceErrors.h"

#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/FileAnalysis.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace memlint {

const SourceError *firstCause(const FileAnalysis &File) {
  auto Found = find_if(File.Errors, [&](const SourceError &Error) {
    return File.Parsed == ParseState::Incomplete
               ? Error.Effect == ErrorEffect::Kernels || Error.Effect == ErrorEffect::MissingHeader
               : Error.Effect == ErrorEffect::HostCode;
  });
  return Found == File.Errors.end() ? nullptr : &*Found;
}

const SourceError *whyIncomplete(const FileAnalysis &File) {
  if (File.Parsed == ParseState::Not)
    return &File.Errors.front();
  return File.Parsed == ParseState::Incomplete ? firstCause(File) : nullptr;
}

std::string describeCause(const FileAnalysis &File, const SourceError &Cause) {
  bool IsMissingHeader = Cause.Effect == ErrorEffect::MissingHeader;
  std::string Text = Cause.Message;
  // No folder changes where an absolute path leads.
  if (IsMissingHeader && !sys::path::is_absolute(Cause.Header))
    Text += ": pass its folder with -I";
  size_t Others = count_if(File.Errors, [&](const SourceError &Error) {
    return &Error != &Cause && Error.Effect != ErrorEffect::None;
  });
  if (Others != 0)
    Text += "; " + formatNumberOf(Others, IsMissingHeader ? "error" : "more error");
  if (Others != 0 && IsMissingHeader)
    Text += Others == 1 ? " follows from it" : " follow from it";
  if (Cause.Effect == ErrorEffect::HostCode)
    Text += "; only host code is affected";
  return Text;
}

std::string describeCauseAt(const FileAnalysis &File, const SourceError &Cause) {
  const SourcePosition &Position = Cause.Position;
  std::string Text = Position.Path.empty() ? File.Path : Position.Path;
  if (Position.Line != 0)
    Text += ":" + utostr(Position.Line) + ":" + utostr(Position.Column);
  return Text + ": " + describeCause(File, Cause);
}

} // namespace memlint
