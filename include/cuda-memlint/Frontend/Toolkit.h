//===- Toolkit.h - An installed CUDA toolkit --------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_FRONTEND_TOOLKIT_H
#define CUDA_MEMLINT_FRONTEND_TOOLKIT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <optional>
#include <string>
#include <vector>

namespace memlint {

/// A CUDA toolkit on this machine.
struct Toolkit {
  std::string Path;
  /// Where its headers are, in search order.
  std::vector<std::string> IncludeFolders;

  /// Whether one of the include folders holds \p Name, as in `#include <Name>`.
  bool hasHeader(llvm::vfs::FileSystem &FileSystem, llvm::StringRef Name) const;
  /// 12080 for 12.8, as its headers say; empty: they do not.
  std::optional<unsigned> version(llvm::vfs::FileSystem &FileSystem) const;
};

/// The toolkit at \p Path, the folder that holds `include`. Fails when no
/// cuda_runtime.h is there.
llvm::Expected<Toolkit> openToolkit(llvm::vfs::FileSystem &FileSystem, llvm::StringRef Path);

/// The toolkit that the nvcc at \p Compiler belongs to; empty: it is another program, or none is
/// around it.
std::optional<Toolkit> toolkitOfCompiler(llvm::vfs::FileSystem &FileSystem,
                                         llvm::StringRef Compiler);

/// The first toolkit found: CUDA_PATH, CUDA_HOME, beside the nvcc on PATH,
/// /usr/local/cuda, /opt/cuda.
std::optional<Toolkit> discoverToolkit(llvm::vfs::FileSystem &FileSystem);

/// That of this machine, looked for once.
const std::optional<Toolkit> &installedToolkit();

} // namespace memlint

#endif // CUDA_MEMLINT_FRONTEND_TOOLKIT_H
