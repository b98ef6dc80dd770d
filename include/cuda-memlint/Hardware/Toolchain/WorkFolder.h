//===- WorkFolder.h - Temporary files ---------------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_HARDWARE_TOOLCHAIN_WORKFOLDER_H
#define CUDA_MEMLINT_HARDWARE_TOOLCHAIN_WORKFOLDER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <string>

namespace memlint {

/// The one folder for all temporary files, readable by this user only. Removed with
/// all it holds when the object ends, and when a signal ends the process; if nobody could, by the
/// next one.
class WorkFolder {
public:
  /// A new folder in the system's folder for temporary files (TMPDIR). With \p Keep it
  /// stays.
  static llvm::Expected<WorkFolder> create(bool Keep = false);

  WorkFolder(WorkFolder &&Other);
  WorkFolder &operator=(WorkFolder &&Other);
  ~WorkFolder();

  /// Absolute.
  llvm::StringRef path() const { return Path; }
  /// The path of \p Name in it.
  std::string file(const llvm::Twine &Name) const;
  bool isKept() const { return Keep; }

private:
  WorkFolder() = default;
  void remove();

  std::string Path;
  bool Keep = false;
  int Slot = -1;
  /// Of a file in it, which is locked as long as this process and copies of it live.
  int Owner = -1;
};

/// Writes the file \p Path, and the folder it lies in where there is none. Fails with one line.
llvm::Error writeText(llvm::StringRef Path, llvm::StringRef Text);

/// The text of the file \p Path. Fails with one line.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> readText(llvm::StringRef Path);

} // namespace memlint

#endif // CUDA_MEMLINT_HARDWARE_TOOLCHAIN_WORKFOLDER_H
