//===- HipSources.h - Sources in HIP ----------------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// HIP is read as the language that Clang knows, with our headers of CUDA: each of HIP's names
/// becomes CUDA's while the text is divided into tokens. Locations and the text itself stay as
/// they are written, and whoever reads the tree meets CUDA's functions only.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_FRONTEND_HIPSOURCES_H
#define CUDA_MEMLINT_LIB_FRONTEND_HIPSOURCES_H

#include "cuda-memlint/Frontend/Architecture.h"
#include "cuda-memlint/Frontend/CompileArguments.h"
#include "cuda-memlint/Frontend/Frontend.h"
#include "cuda-memlint/Frontend/IncludedNames.h"

#include "clang/Basic/IdentifierTable.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace memlint {

/// Whether the file at \p Path, which includes \p Includes, is written in HIP: by its name, by its
/// compile command, or since it includes HIP's headers and none of CUDA's.
bool isHipSource(llvm::StringRef Path, llvm::ArrayRef<IncludedName> Includes,
                 const TranslatedArguments &Arguments);

/// The device that sources in HIP are read for where nobody names one.
inline constexpr llvm::StringLiteral DefaultHipArchitecture = "gfx90a";

/// What `clang -cc1` needs to read a file as HIP for \p Device.
std::vector<std::string> argumentsForHip(llvm::StringRef HostTriple, const Architecture &Device);

/// \p Given, for `clang -cc1`, with folders that have HIP's own headers behind all others: ours
/// come first.
std::vector<std::string> withOwnHipHeaders(llvm::ArrayRef<std::string> Given,
                                           llvm::vfs::FileSystem &Files);

/// Looks up each of HIP's names as the one that our headers declare for CUDA.
class HipIdentifiers : public clang::IdentifierInfoLookup {
public:
  explicit HipIdentifiers(clang::IdentifierTable &Table) : Table(Table) {}

  clang::IdentifierInfo *get(llvm::StringRef Name) override;

  /// \p Message, which has names as they are in the tree, with those of the source.
  std::string asWritten(llvm::StringRef Message) const;

private:
  clang::IdentifierTable &Table;
  /// What the source calls them, by the names in the tree.
  llvm::StringMap<std::string> Written;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_FRONTEND_HIPSOURCES_H
