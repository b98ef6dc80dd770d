//===- XmlReader.h - Reading a tool's XML -----------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// As much of XML as reports of tools consist of: elements and text. Attributes are
/// skipped; documents that define entities of their own are refused.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_HARDWARE_SANITIZER_XMLREADER_H
#define CUDA_MEMLINT_LIB_HARDWARE_SANITIZER_XMLREADER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <initializer_list>
#include <string>
#include <vector>

namespace memlint {

struct XmlElement {
  std::string Name;
  /// Its own, less that of the elements in it; without blanks at both ends.
  std::string Text;
  /// Where it begins, from 1.
  unsigned Line = 0;
  std::vector<XmlElement> Children;

  /// The first element \p Name in this one; null when there is none.
  const XmlElement *child(llvm::StringRef Name) const;
  /// The element that the names in \p Path lead to, each within the one before.
  const XmlElement *find(std::initializer_list<llvm::StringRef> Path) const;
  /// That element's text; empty when there is none.
  llvm::StringRef textOf(std::initializer_list<llvm::StringRef> Path) const;
};

/// The one outermost element of \p Document. Fails, with one line that says where, when
/// the document is cut off or is not XML.
llvm::Expected<XmlElement> readXml(llvm::StringRef Document);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_HARDWARE_SANITIZER_XMLREADER_H
