//===- JsonWriter.h - JSON with the values of reports -----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_REPORT_JSONWRITER_H
#define CUDA_MEMLINT_LIB_REPORT_JSONWRITER_H

#include "cuda-memlint/Model/SourcePosition.h"

#include "llvm/Support/JSON.h"

#include <optional>

namespace memlint {

/// LLVM's writer, with the kinds of attributes that all our reports have. Text may be anything;
/// what is not UTF-8 in it is replaced.
class JsonWriter : public llvm::json::OStream {
public:
  explicit JsonWriter(llvm::raw_ostream &Stream) : OStream(Stream, /*IndentSize=*/1) {}

  void string(llvm::StringRef Key, llvm::StringRef Text) {
    attribute(Key, llvm::json::fixUTF8(Text));
  }
  void stringOrNull(llvm::StringRef Key, llvm::StringRef Text) {
    attribute(Key, Text.empty() ? llvm::json::Value(nullptr) : llvm::json::fixUTF8(Text));
  }
  /// `null` if \p Value is empty.
  template <typename Number> void number(llvm::StringRef Key, const std::optional<Number> &Value) {
    attribute(Key, orNull(Value));
  }
  template <typename Range> void numbers(llvm::StringRef Key, const Range &Values) {
    attributeArray(Key, [&] {
      for (const auto &Each : Values)
        value(orNull(Each));
    });
  }
  template <typename Range>
  void numbersOrNull(llvm::StringRef Key, const std::optional<Range> &Values) {
    if (Values)
      numbers(Key, *Values);
    else
      attribute(Key, nullptr);
  }
  template <typename Range> void strings(llvm::StringRef Key, const Range &Texts) {
    attributeArray(Key, [&] {
      for (llvm::StringRef Each : Texts)
        value(llvm::json::fixUTF8(Each));
    });
  }
  /// An array with an object for each of \p Items.
  template <typename Range, typename Printer>
  void objects(llvm::StringRef Key, const Range &Items, Printer Print) {
    attributeArray(Key, [&] {
      for (const auto &Each : Items)
        object([&] { Print(Each); });
    });
  }
  void position(const SourcePosition &Position) {
    string("path", Position.Path);
    attribute("line", Position.Line);
    attribute("column", Position.Column);
  }

private:
  template <typename Number> static llvm::json::Value orNull(const std::optional<Number> &Value) {
    return Value ? llvm::json::Value(*Value) : llvm::json::Value(nullptr);
  }
  static llvm::json::Value orNull(uint64_t Value) { return Value; }
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_REPORT_JSONWRITER_H
