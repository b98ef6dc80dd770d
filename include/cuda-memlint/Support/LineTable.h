//===- LineTable.h - Lines of a text by their numbers -----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_SUPPORT_LINETABLE_H
#define CUDA_MEMLINT_SUPPORT_LINETABLE_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <utility>
#include <vector>

namespace memlint {

/// Where the lines of a text begin. They end as they do for Clang: with a line feed, a carriage
/// return, or both. Lines and columns are counted from 1, columns in bytes.
class LineTable {
public:
  LineTable() = default;
  explicit LineTable(llvm::StringRef Text) : Size(Text.size()), Starts{0} {
    for (size_t At = Text.find_first_of("\r\n"); At != llvm::StringRef::npos;
         At = Text.find_first_of("\r\n", At + 1))
      if (Text[At] == '\n' || !Text.drop_front(At + 1).starts_with("\n"))
        Starts.push_back(At + 1);
  }

  /// The byte at \p Line and \p Column; that behind the last one is one, too. Empty when there is
  /// none.
  std::optional<size_t> offsetOf(unsigned Line, unsigned Column) const {
    if (Line == 0 || Column == 0 || Line > Starts.size())
      return std::nullopt;
    size_t Offset = Starts[Line - 1] + Column - 1;
    size_t End = Line == Starts.size() ? Size + 1 : Starts[Line];
    return Offset < End ? std::optional(Offset) : std::nullopt;
  }

  /// The line and column of the byte at \p Offset.
  std::pair<unsigned, unsigned> positionOf(size_t Offset) const {
    auto Line = unsigned(llvm::upper_bound(Starts, Offset) - Starts.begin());
    return {Line, unsigned(Offset - Starts[Line - 1]) + 1};
  }

  /// A line of the text that the table was made of, without its end.
  std::optional<llvm::StringRef> line(llvm::StringRef Text, unsigned Line) const {
    if (Line == 0 || Line > Starts.size())
      return std::nullopt;
    return Text.slice(Starts[Line - 1], Line == Starts.size() ? Size : Starts[Line]).rtrim("\r\n");
  }

private:
  size_t Size = 0;
  std::vector<size_t> Starts;
};

} // namespace memlint

#endif // CUDA_MEMLINT_SUPPORT_LINETABLE_H
