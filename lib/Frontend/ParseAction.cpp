//===- ParseAction.cpp - One parse that keeps its tree --------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParseAction.h"

#include "cuda-memlint/Frontend/EmbeddedHeaders.h"
#include "cuda-memlint/Support/RealPaths.h"

#include "DebugPragmas.h"
#include "HostCodeErrors.h"
#include "LibraryBodies.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaCUDA.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace memlint {
namespace {

/// The host's C and C++ headers know nothing of __host__ and __device__. With
/// the embedded headers, what they declare may be called from both, as with
/// `#pragma clang force_cuda_host_device` around each of them.
class HostHeaderCallbacks : public clang::PPCallbacks {
public:
  HostHeaderCallbacks(clang::CompilerInstance &Compiler, const HostHeaders *Host,
                      std::vector<std::string> &MissingHeaders)
      : Compiler(Compiler), Host(Host), MissingHeaders(MissingHeaders) {}

  void LexedFileChanged(clang::FileID File, LexedFileChangeReason,
                        clang::SrcMgr::CharacteristicKind, clang::FileID,
                        clang::SourceLocation) override {
    if (!Host || !Compiler.hasSema())
      return;
    bool Inside = isHostHeader(File);
    if (Inside && !Forced)
      Compiler.getSema().CUDA().PushForceHostDevice();
    else if (!Inside && Forced)
      Compiler.getSema().CUDA().PopForceHostDevice();
    Forced = Inside;
  }

  bool FileNotFound(StringRef Name) override {
    MissingHeaders.push_back(Name.str());
    return false;
  }

private:
  bool isHostHeader(clang::FileID File) const {
    clang::OptionalFileEntryRef Entry = Compiler.getSourceManager().getFileEntryRefForID(File);
    if (!Entry)
      return false;
    StringRef Name = Entry->getName();
    // Clang itself declares operator new and operator delete, once for each side.
    if (sys::path::filename(Name) == "new")
      return false;
    auto IsBelow = [Name](StringRef Folder) { return !pathBelow(Name, Folder).empty(); };
    return any_of(Host->CxxFolders, IsBelow) || any_of(Host->CFolders, IsBelow) ||
           IsBelow(EmbeddedCFolder) || IsBelow(EmbeddedCxxFolder) || IsBelow(EmbeddedClangFolder) ||
           IsBelow(EmbeddedLibraryFolder) || IsBelow(EmbeddedOutlineFolder);
  }

  clang::CompilerInstance &Compiler;
  const HostHeaders *Host;
  std::vector<std::string> &MissingHeaders;
  bool Forced = false;
};

} // namespace

std::unique_ptr<clang::ASTConsumer>
ParseAction::CreateASTConsumer(clang::CompilerInstance &Compiler, StringRef) {
  ignoreDebugPragmas(Compiler.getPreprocessor());
  Compiler.getPreprocessor().addPPCallbacks(
      std::make_unique<HostHeaderCallbacks>(Compiler, Unmarked, MissingHeaders));
  Compiler.getPreprocessor().addPPCallbacks(
      noteKernelSpecifiers(Compiler.getSourceManager(), KernelSpecifiers));
  Compiler.getFrontendOpts().SkipFunctionBodies = true;
  return std::make_unique<LibraryBodies>(Compiler.getSourceManager(), Host);
}

} // namespace memlint
