//===- AmdWording.cpp - Findings for AMD's devices ------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmdWording.h"

#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Target/TargetModel.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace memlint {

static bool isOfIdentifier(char Letter) { return isAlnum(Letter) || Letter == '_'; }

/// Whether the word between \p Before and \p After is a name of the user's, or a part of one: that
/// of a launch, a function, a namespace or a file.
static bool isName(StringRef Before, StringRef After) {
  return Before.ends_with("::") || After.starts_with("::") || After.starts_with("<") ||
         After.starts_with("(") || (After.size() > 1 && After[0] == '.' && isAlpha(After[1]));
}

std::string withWavefronts(StringRef Text) {
  std::string Result;
  bool IsCode = false;
  while (!Text.empty()) {
    StringRef Word = Text.take_while(isOfIdentifier);
    Text = Text.drop_front(Word.size());
    if (!IsCode && (Word == "warp" || Word == "warps") && !isName(Result, Text))
      Result += "wavefront" + Word.drop_front(strlen("warp")).str();
    else
      Result += Word;
    if (Text.empty())
      break;
    IsCode ^= Text.front() == '`';
    Result += Text.front();
    Text = Text.drop_front();
  }
  return Result;
}

void wordForAmd(MutableArrayRef<FileAnalysis> Files) {
  for (FileAnalysis &File : Files) {
    Expected<const TargetModel *> Target = findTarget(File.Target);
    if (!Target) {
      consumeError(Target.takeError());
      continue;
    }
    if (!(*Target)->Shape.IsAmd)
      continue;
    for (KernelAnalysis &Kernel : File.Kernels)
      for (Finding &Item : Kernel.Findings) {
        Item.Message = withWavefronts(Item.Message);
        for (FindingNote &Note : Item.Notes)
          Note.Message = withWavefronts(Note.Message);
        if (Item.Help)
          Item.Help->Message = withWavefronts(Item.Help->Message);
        Item.FixTitle = withWavefronts(Item.FixTitle);
      }
  }
}

} // namespace memlint
