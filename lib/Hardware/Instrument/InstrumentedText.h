//===- InstrumentedText.h - A text with insertions --------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_HARDWARE_INSTRUMENT_INSTRUMENTEDTEXT_H
#define CUDA_MEMLINT_LIB_HARDWARE_INSTRUMENT_INSTRUMENTEDTEXT_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <tuple>
#include <vector>

namespace memlint {

/// A text into which others are inserted. What is wrapped nests as its ranges do; of
/// two wrappings of one range, the later is inside.
class InstrumentedText {
public:
  explicit InstrumentedText(llvm::StringRef Original) : Original(Original) {}

  /// \p Begin and \p End: bytes of the original, the end exclusive.
  void wrap(unsigned Begin, unsigned End, const std::string &Before, std::string After) {
    bool Joins = Begin > 0 && isWordLetter(Original[Begin - 1]);
    add(Begin, 1, ~End, (Joins ? " " : "") + Before);
    add(End, 0, 0, std::move(After));
  }

  void insert(unsigned Offset, std::string Text) { add(Offset, 0, 0, std::move(Text)); }

  std::string finish() {
    llvm::sort(Insertions, [](const Insertion &A, const Insertion &B) {
      return std::tie(A.Offset, A.Opens, A.Order, A.Number) <
             std::tie(B.Offset, B.Opens, B.Order, B.Number);
    });
    std::string Text;
    unsigned At = 0;
    for (const Insertion &Each : Insertions) {
      Text += Original.slice(At, Each.Offset);
      Text += Each.Text;
      At = Each.Offset;
    }
    Text += Original.drop_front(At);
    return Text;
  }

private:
  void add(unsigned Offset, unsigned Opens, unsigned Order, std::string Text) {
    Insertions.push_back({Offset, Opens, Order, Insertions.size(), std::move(Text)});
  }

  static bool isWordLetter(char Letter) { return llvm::isAlnum(Letter) || Letter == '_'; }

  struct Insertion {
    unsigned Offset;
    /// Behind what closes at the same location.
    unsigned Opens;
    /// The wider range first.
    unsigned Order;
    size_t Number;
    std::string Text;
  };

  llvm::StringRef Original;
  std::vector<Insertion> Insertions;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_HARDWARE_INSTRUMENT_INSTRUMENTEDTEXT_H
