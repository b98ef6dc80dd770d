//===- IncludeScan.cpp - Which headers a file will ask for ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IncludeScan.h"

#include "cuda-memlint/Frontend/CrashGuard.h"

#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Lex/DependencyDirectivesScanner.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/DenseMap.h"

#include <memory>
#include <optional>

using namespace clang;
using clang::dependency_directives_scan::Directive;
using llvm::ArrayRef;
using llvm::StringRef;

namespace memlint {

namespace {

/// The directives of files, which stay while they are preprocessed.
class FileDirectives {
public:
  explicit FileDirectives(CompilerInstance &Compiler) : Compiler(Compiler) {}

  std::optional<ArrayRef<Directive>> operator()(FileEntryRef File) {
    auto [Found, IsNew] = Known.try_emplace(&File.getFileEntry());
    if (IsNew) {
      Found->second = std::make_unique<Scan>();
      std::optional<llvm::MemoryBufferRef> Buffer =
          Compiler.getSourceManager().getMemoryBufferForFileOrNone(File);
      Found->second->IsUsable =
          Buffer && !scanSourceForDependencyDirectives(Buffer->getBuffer(), Found->second->Tokens,
                                                       Found->second->Directives);
    }
    if (!Found->second->IsUsable)
      return std::nullopt;
    return ArrayRef<Directive>(Found->second->Directives);
  }

private:
  struct Scan {
    llvm::SmallVector<clang::dependency_directives_scan::Token, 0> Tokens;
    llvm::SmallVector<Directive, 0> Directives;
    bool IsUsable = false;
  };

  CompilerInstance &Compiler;
  llvm::DenseMap<const FileEntry *, std::unique_ptr<Scan>> Known;
};

class MissingHeaderSearch : public PPCallbacks {
public:
  MissingHeaderSearch(llvm::function_ref<bool(StringRef)> IsSought, bool &Found)
      : IsSought(IsSought), Found(Found) {}

  bool FileNotFound(StringRef Name) override {
    Found = Found || IsSought(Name);
    return false;
  }

private:
  llvm::function_ref<bool(StringRef)> IsSought;
  bool &Found;
};

class ScanAction : public PreprocessorFrontendAction {
public:
  explicit ScanAction(llvm::function_ref<bool(StringRef)> IsSought) : IsSought(IsSought) {}

  bool found() const { return Found; }

protected:
  void ExecuteAction() override {
    Preprocessor &Lines = getCompilerInstance().getPreprocessor();
    Lines.addPPCallbacks(std::make_unique<MissingHeaderSearch>(IsSought, Found));
    Lines.IgnorePragmas();
    Lines.EnterMainSourceFile();
    clang::Token At;
    do
      Lines.Lex(At);
    while (!Found && At.isNot(tok::eof));
  }

private:
  llvm::function_ref<bool(StringRef)> IsSought;
  bool Found = false;
};

} // namespace

bool missesHeader(StringRef Path, ArrayRef<std::string> Arguments,
                  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files,
                  llvm::function_ref<bool(StringRef)> IsSought) {
  bool Found = false;
  bool IsWhole = runGuarded([&] {
    CompilerInstance Compiler;
    Compiler.createDiagnostics(new IgnoringDiagConsumer, /*ShouldOwnClient=*/true);
    std::vector<const char *> Pointers;
    for (const std::string &Argument : Arguments)
      Pointers.push_back(Argument.c_str());
    DiagnosticsEngine &Diagnostics = Compiler.getDiagnostics();
    CompilerInvocation::CreateFromArgs(Compiler.getInvocation(), Pointers, Diagnostics);
    // A missing header is fatal, after which nothing is looked for.
    Diagnostics.setFatalsAsError(true);
    Compiler.createFileManager(std::move(Files));
    Compiler.createSourceManager(Compiler.getFileManager());
    if (!Compiler.createTarget())
      return;
    Compiler.getPreprocessorOpts().DependencyDirectivesForFile =
        [Directives = std::make_shared<FileDirectives>(Compiler)](FileEntryRef File) {
          return (*Directives)(File);
        };
    ScanAction Action(IsSought);
    if (!Action.BeginSourceFile(Compiler, FrontendInputFile(Path, InputKind(Language::CUDA))))
      return;
    llvm::consumeError(Action.Execute());
    Found = Action.found();
    Action.EndSourceFile();
  });
  return IsWhole && Found;
}

} // namespace memlint
