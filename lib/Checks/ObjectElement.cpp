//===- ObjectElement.cpp - A byte of an object, as the source spells it ---===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ObjectElement.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace memlint {

/// "[3][0]" for element number \p Element of an array; empty for one that lies outside.
static std::string describeElement(ArrayRef<uint64_t> Extents, uint64_t Element) {
  std::string Text;
  uint64_t Row = 1;
  for (uint64_t Extent : Extents.drop_front())
    Row *= Extent;
  if (Row == 0)
    return "";
  for (auto [Dimension, Extent] : enumerate(Extents)) {
    Text += "[" + utostr(Element / Row) + "]";
    Element %= Row;
    if (Dimension + 1 != Extents.size())
      Row /= Extents[Dimension + 1];
  }
  return Text;
}

/// ".keys[127]" for a byte of a structure; empty where it is in none of its members, or in one
/// whose name is reserved for the implementation, as those of `__half`.
static std::string describeMember(ArrayRef<MemberLayout> Members, uint64_t Offset) {
  for (const MemberLayout &Each : Members) {
    if (Offset < Each.FirstByte || Offset >= Each.FirstByte + Each.Bytes)
      continue;
    if (StringRef(Each.Name).starts_with("__"))
      return "";
    Offset -= Each.FirstByte;
    std::string Text = "." + Each.Name;
    if (Each.ElementBytes == 0)
      return Text;
    if (!Each.Extents.empty())
      Text += describeElement(Each.Extents, Offset / Each.ElementBytes);
    return Text + describeMember(Each.Members, Offset % Each.ElementBytes);
  }
  return "";
}

std::string describeElement(const MemoryObject &Object, uint64_t Offset) {
  if (Object.ElementBytes == 0 || Object.Name.empty())
    return "";
  uint64_t Element = Offset / Object.ElementBytes;
  bool IsScalar =
      Object.Extents.empty() && Object.SizeBytes && *Object.SizeBytes == Object.ElementBytes;
  std::string Member = describeMember(Object.Members, Offset % Object.ElementBytes);
  if (IsScalar && Member.empty() && Object.ElementBytes > 16)
    return "byte " + utostr(Offset) + " of `" + Object.Name + "`";
  std::string Text = "`" + Object.Name;
  if (!Object.Extents.empty())
    Text += describeElement(Object.Extents, Element);
  else if (!IsScalar)
    Text += "[" + utostr(Element) + "]";
  return Text + Member + "`";
}

} // namespace memlint
