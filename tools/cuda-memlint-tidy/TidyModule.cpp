//===- TidyModule.cpp - The module that clang-tidy loads ------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TidyCheck.h"

#include "clang-tidy/ClangTidyModule.h"
#include "clang-tidy/ClangTidyModuleRegistry.h"

using namespace llvm;

namespace memlint {
namespace {

class TidyModule : public clang::tidy::ClangTidyModule {
public:
  void addCheckFactories(clang::tidy::ClangTidyCheckFactories &Factories) override {
    for (const Check *Each : allChecks())
      Factories.registerCheckFactory(
          Each->Name, [Each](StringRef Name, clang::tidy::ClangTidyContext *Context) {
            return std::make_unique<TidyCheck>(*Each, Name, Context);
          });
  }

  /// Who loads the module wants its checks: `.clang-tidy` and --checks, which come after, may
  /// take them away.
  clang::tidy::ClangTidyOptions getModuleOptions() override {
    clang::tidy::ClangTidyOptions Options;
    Options.Checks = "cuda-*";
    return Options;
  }
};

} // namespace

static const clang::tidy::ClangTidyModuleRegistry::Add<TidyModule>
    Registration("cuda-memlint", "The memory system of CUDA devices.");

} // namespace memlint
