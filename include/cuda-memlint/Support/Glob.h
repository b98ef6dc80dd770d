//===- Glob.h - A glob that keeps its text ----------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_SUPPORT_GLOB_H
#define CUDA_MEMLINT_SUPPORT_GLOB_H

#include "llvm/Support/GlobPattern.h"

#include <memory>
#include <string>

namespace memlint {

/// LLVM's pattern refers to the text it was made from, which may go before it does.
class Glob {
public:
  static llvm::Expected<Glob> create(llvm::StringRef Text) {
    auto Kept = std::make_shared<const std::string>(Text);
    llvm::Expected<llvm::GlobPattern> Pattern = llvm::GlobPattern::create(*Kept);
    if (!Pattern)
      return Pattern.takeError();
    return Glob(std::move(Kept), std::move(*Pattern));
  }

  const std::string &text() const { return *Text; }
  bool matches(llvm::StringRef Name) const { return Pattern.match(Name); }

private:
  Glob(std::shared_ptr<const std::string> Text, llvm::GlobPattern Pattern)
      : Text(std::move(Text)), Pattern(std::move(Pattern)) {}

  std::shared_ptr<const std::string> Text;
  llvm::GlobPattern Pattern;
};

} // namespace memlint

#endif // CUDA_MEMLINT_SUPPORT_GLOB_H
