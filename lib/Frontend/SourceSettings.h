//===- SourceSettings.h - With what one file is read ------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_FRONTEND_SOURCESETTINGS_H
#define CUDA_MEMLINT_LIB_FRONTEND_SOURCESETTINGS_H

#include "cuda-memlint/Frontend/Architecture.h"
#include "cuda-memlint/Frontend/CompileArguments.h"
#include "cuda-memlint/Frontend/Frontend.h"
#include "cuda-memlint/Frontend/HostHeaders.h"
#include "cuda-memlint/Frontend/Toolkit.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/TargetParser/Host.h"

#include <optional>
#include <string>
#include <vector>

namespace memlint {

/// Which CUDA headers an attempt uses.
enum class CudaHeaders : uint8_t {
  OnDemand,             ///< of the embedded ones, what the file mentions
  Embedded,             ///< the embedded ones
  EmbeddedWithStandard, ///< also the standard headers that nvcc includes by the way
  Toolkit,              ///< those of the toolkit
  OfC                   ///< none but those of the toolkit: the file is read as C
};

/// With what one file is read: its arguments, the device, the headers of the machine.
class SourceSettings {
public:
  /// \p Path and \p Options are kept by reference. read() comes next.
  SourceSettings(llvm::StringRef Path, const FrontendOptions &Options);

  /// Takes what the options and the compilation database say of the file with these \p Contents.
  llvm::Error read(llvm::StringRef Contents);
  /// The file turns out to be HIP.
  llvm::Error becomeHip();
  /// Finds out which headers the machine has.
  void findInstalledHeaders();

  /// The headers that come before all else, as nvcc includes its own.
  std::vector<std::string> includedFirst(CudaHeaders Headers) const;
  /// Where headers are looked for after the user's folders, in this order.
  std::vector<std::string> listFolders(CudaHeaders Headers) const;
  /// What `clang -cc1` needs to read the file.
  std::vector<std::string> makeArguments(CudaHeaders Headers) const;
  /// Of the toolkit that the options name, or that the compilation database compiles the file with;
  /// empty: neither is known.
  std::optional<unsigned> majorVersionOfNamedToolkit() const;
  /// Whether the toolkit has the header \p Name, and nobody else.
  bool isOnlyInToolkit(llvm::StringRef Name) const;

  /// The files of the disk.
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files;
  HostHeaders Host;
  Architecture Device;
  TranslatedArguments Arguments;
  std::optional<Toolkit> Installed;
  bool IsHip = false;
  /// CUDA's `texture` and `surface` templates; newer programs may have others.
  bool WithTextureReferences = false;
  /// The random numbers' states, which Clang's CUDA wrapper includes for every file.
  bool WithRandomStates = false;

private:
  llvm::Error readOptions();
  llvm::Error chooseDevice();
  llvm::Error openNamedToolkit();
  std::vector<std::string> argumentsForCuda() const;

  llvm::StringRef Path;
  const FrontendOptions &Options;
  std::string HostTriple = llvm::sys::getDefaultTargetTriple();
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_FRONTEND_SOURCESETTINGS_H
