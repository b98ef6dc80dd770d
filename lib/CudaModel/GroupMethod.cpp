//===- GroupMethod.cpp - The methods of cooperative groups ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/CudaModel/GroupMethod.h"

#include "llvm/ADT/StringSwitch.h"

namespace memlint {

namespace {

struct GroupMethodRow {
  GroupKind Kind;
  llvm::StringLiteral Name;
  GroupMethod Method;
};

constexpr GroupMethodRow GroupMethods[] = {
#define GROUP_METHOD(KIND, NAME, METHOD) {GroupKind::KIND, #NAME, GroupMethod::METHOD},
#include "GroupMethods.def"
};

} // namespace

GroupKind groupKind(llvm::StringRef Class) {
  return llvm::StringSwitch<GroupKind>(Class)
#define GROUP_CLASS(CLASS, KIND) .Case(#CLASS, GroupKind::KIND)
#include "GroupMethods.def"
      .Default(GroupKind::None);
}

GroupMethod groupMethod(GroupKind Kind, llvm::StringRef Name) {
  for (const GroupMethodRow &Row : GroupMethods)
    if (Row.Name == Name && (Row.Kind == Kind || Row.Kind == GroupKind::Any))
      return Row.Method;
  if (Name.starts_with("shfl"))
    return GroupMethod::Shuffle;
  return Name.contains("rank") || Name.contains("size") ? GroupMethod::OtherPlace
                                                        : GroupMethod::Other;
}

} // namespace memlint
