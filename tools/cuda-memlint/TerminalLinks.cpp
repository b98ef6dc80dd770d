//===- TerminalLinks.cpp - Whether a terminal has links -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TerminalLinks.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <cstdlib>

using namespace llvm;

namespace memlint {

static StringRef variable(const char *Name) {
  const char *Value = std::getenv(Name);
  return Value ? Value : "";
}

bool terminalHasLinks() {
  StringRef Terminal = variable("TERM");
  if (Terminal == "dumb" || Terminal == "linux")
    return false;
  // Since 0.50.
  constexpr unsigned FirstVte = 5000;
  unsigned Vte = 0;
  if (!variable("VTE_VERSION").getAsInteger(10, Vte) && Vte >= FirstVte)
    return true;
  if (is_contained({"iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "Tabby"},
                   variable("TERM_PROGRAM")))
    return true;
  if (is_contained({"xterm-kitty", "xterm-ghostty", "alacritty", "foot", "foot-extra", "contour"},
                   Terminal))
    return true;
  return any_of(std::initializer_list<const char *>{"WT_SESSION", "KONSOLE_VERSION", "DOMTERM"},
                [](const char *Name) { return !variable(Name).empty(); });
}

std::string installedPages() {
  static char Symbol;
  SmallString<256> Folder(sys::path::parent_path(
      sys::path::parent_path(sys::fs::getMainExecutable("cuda-memlint", &Symbol))));
  sys::path::append(Folder, "share", "doc", "cuda-memlint", "docs");
  sys::path::append(Folder, "checks");
  return sys::fs::is_directory(Folder) ? Folder.str().str() : std::string();
}

} // namespace memlint
