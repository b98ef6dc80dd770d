//===- LibraryFunction.cpp - Barriers, copies and atomics of libraries ----===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/CudaModel/LibraryFunction.h"

namespace memlint {

using llvm::StringLiteral;
using llvm::StringRef;

namespace {

struct LibraryClassRow {
  StringLiteral Space, Name;
  LibraryClass Class;
};

constexpr LibraryClassRow LibraryClasses[] = {
#define LIBRARY_CLASS(SPACE, NAME, CLASS) {#SPACE, #NAME, LibraryClass::CLASS},
#include "LibraryFunctions.def"
};

struct LibraryMethodRow {
  LibraryClass Class;
  StringLiteral Name;
  LibraryMethod Method;
};

constexpr LibraryMethodRow LibraryMethods[] = {
#define LIBRARY_METHOD(CLASS, NAME, METHOD) {LibraryClass::CLASS, #NAME, LibraryMethod::METHOD},
#include "LibraryFunctions.def"
};

struct LibraryFunctionRow {
  StringLiteral Space, Name;
  LibraryFunction Function;
};

constexpr LibraryFunctionRow LibraryFunctions[] = {
#define LIBRARY_FUNCTION(SPACE, NAME, FUNCTION) {#SPACE, #NAME, LibraryFunction::FUNCTION},
#include "LibraryFunctions.def"
};

} // namespace

LibraryClass libraryClass(StringRef Space, StringRef Name) {
  for (const LibraryClassRow &Row : LibraryClasses)
    if (Row.Name == Name && Row.Space == Space)
      return Row.Class;
  return LibraryClass::Other;
}

LibraryMethod libraryMethod(LibraryClass Class, StringRef Name) {
  for (const LibraryMethodRow &Row : LibraryMethods)
    if (Row.Class == Class && Row.Name == Name)
      return Row.Method;
  return LibraryMethod::Other;
}

LibraryFunction libraryFunction(StringRef Space, StringRef Name) {
  for (const LibraryFunctionRow &Row : LibraryFunctions)
    if (Row.Name == Name && (Row.Space == Space || Row.Space.empty()))
      return Row.Function;
  bool IsBulk = (Space.starts_with("cuda::device") || Space == "cuda::ptx") &&
                (Name.contains("memcpy_async_tx") || Name.starts_with("cp_async_bulk") ||
                 Name.starts_with("cp_reduce_async_bulk"));
  if (!IsBulk)
    return LibraryFunction::Other;
  return Name.contains("wait_group") ? LibraryFunction::AwaitBulkCopies : LibraryFunction::CopyBulk;
}

} // namespace memlint
