//===- FileRuns.h - Doing something with several files ----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_DRIVER_FILERUNS_H
#define CUDA_MEMLINT_LIB_DRIVER_FILERUNS_H

#include "cuda-memlint/Driver/Isolation.h"
#include "cuda-memlint/Driver/SourceFiles.h"
#include "cuda-memlint/Model/FileAnalysis.h"

#include "llvm/ADT/ArrayRef.h"

namespace memlint {

/// A file about which nothing is known.
FileAnalysis failedFile(llvm::StringRef Path, std::string Message,
                        ErrorEffect Effect = ErrorEffect::None);

/// Work on several files at a time, on threads or in processes of their own.
class FileRuns {
public:
  /// \p Isolated null: threads. \p Jobs 0: as many as the machine runs threads. In processes of
  /// their own, files that begin alike may have their headers parsed once if \p SharesHeaders.
  FileRuns(llvm::ArrayRef<SourceFile> Files, unsigned Jobs, const Isolation *Isolated,
           bool SharesHeaders)
      : Files(Files), Jobs(Jobs), Isolated(Isolated), SharesHeaders(SharesHeaders) {}

  /// What \p Work makes of the file of a number; it names each kernel that it comes to.
  using FileWork = llvm::function_ref<FileAnalysis(size_t File, WorkTeller TellKernel)>;

  /// Calls \p Work for each of \p Chosen and stores what it returns in \p Results, at the number of
  /// the file. Work that does not come to its end leaves a failedFile().
  void run(llvm::ArrayRef<size_t> Chosen, FileWork Work,
           llvm::MutableArrayRef<FileAnalysis> Results) const;

private:
  void runOnThreads(llvm::ArrayRef<size_t> Chosen, FileWork Work,
                    llvm::MutableArrayRef<FileAnalysis> Results) const;
  void runInProcesses(llvm::ArrayRef<size_t> Chosen, FileWork Work,
                      llvm::MutableArrayRef<FileAnalysis> Results) const;
  FileAnalysis take(llvm::StringRef Path, const WorkResult &Result) const;

  llvm::ArrayRef<SourceFile> Files;
  unsigned Jobs;
  const Isolation *Isolated;
  bool SharesHeaders;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_DRIVER_FILERUNS_H
