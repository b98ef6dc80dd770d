//===- EmbeddedHeaders.h - The headers that the binary carries --*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_FRONTEND_EMBEDDEDHEADERS_H
#define CUDA_MEMLINT_FRONTEND_EMBEDDEDHEADERS_H

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace memlint {

/// The virtual folders under which the embedded headers are seen.
inline constexpr llvm::StringLiteral EmbeddedRoot = "/__cuda-memlint__";
/// Clang's own headers: stddef.h, stdarg.h, the CUDA wrapper.
inline constexpr llvm::StringLiteral EmbeddedClangFolder = "/__cuda-memlint__/clang/include";
/// CUDA's headers as we declare them.
inline constexpr llvm::StringLiteral EmbeddedCudaFolder = "/__cuda-memlint__/cuda";
/// HIP's, as far as those of CUDA do not declare the same under other names.
inline constexpr llvm::StringLiteral EmbeddedHipFolder = "/__cuda-memlint__/hip";
/// The parts of CUDA that a file has to include: cuda_fp16.h, cooperative_groups.h,
/// mma.h, cublas_v2.h and so on.
inline constexpr llvm::StringLiteral EmbeddedLibraryFolder = "/__cuda-memlint__/libraries";
/// Template libraries of the toolkit, thrust and cub, only far enough that programs
/// which use them parse. An installed toolkit's are preferred.
inline constexpr llvm::StringLiteral EmbeddedOutlineFolder = "/__cuda-memlint__/outlines";
/// Empty files for headers that Clang's wrapper includes and a toolkit may lack.
inline constexpr llvm::StringLiteral EmbeddedStandInFolder = "/__cuda-memlint__/stand-ins";
/// C and C++ standard headers, in outline.
inline constexpr llvm::StringLiteral EmbeddedCFolder = "/__cuda-memlint__/c";
inline constexpr llvm::StringLiteral EmbeddedCxxFolder = "/__cuda-memlint__/c++";

/// All embedded headers and nothing else, the same file system for all files. It has no current
/// folder.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> embeddedFileSystem();

/// CUDA's headers and some of C's, in their places, with only those declarations that \p Source
/// asks for: see OnDemand.h. Those that are always whole are not among them.
llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> selectOwnHeaders(llvm::StringRef Source);

/// Whether \p Name, as in `#include <Name>`, is one of the headers that are part of
/// cuda_runtime.h, or cuda.h.
bool isEmbeddedCudaHeader(llvm::StringRef Name);

/// Whether \p Name is in EmbeddedLibraryFolder.
bool isEmbeddedLibraryHeader(llvm::StringRef Name);

/// Whether \p Name is in EmbeddedOutlineFolder.
bool isEmbeddedOutlineHeader(llvm::StringRef Name);

/// Whether \p Name is in EmbeddedHipFolder.
bool isEmbeddedHipHeader(llvm::StringRef Name);

/// Whether the headers of CUDA and its libraries, as we declare them, have the word \p Word.
bool isWordOfEmbeddedHeaders(llvm::StringRef Word);

} // namespace memlint

#endif // CUDA_MEMLINT_FRONTEND_EMBEDDEDHEADERS_H
