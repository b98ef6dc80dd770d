//===- LibraryBodiesTest.cpp - Bodies that nobody asks for ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParsedKernels.h"

#include "cuda-memlint/Frontend/HostHeaders.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace memlint;

namespace {

class LibraryBodiesTest : public testing::Test {
protected:
  void SetUp() override {
    if (installedHostHeaders().CxxFolders.empty())
      GTEST_SKIP() << "this machine has no C++ headers";
    FrontendOptions Options;
    Options.Toolkit = ToolkitMode::Embedded;
    File = cantFail(parseCudaSource("kernel.cu",
                                    "#include <algorithm>\n"
                                    "template <typename T> T own(T a) { return a; }\n"
                                    "int main() {\n"
                                    "  int a[] = {2, 1};\n"
                                    "  std::sort(a, a + 2);\n"
                                    "  return own(std::max(a[0], 1));\n"
                                    "}\n",
                                    Options));
    EXPECT_EQ(errorText(*File), "");
  }

  clang::DeclContext &inside(StringRef Namespace) {
    clang::ASTContext &Context = File->context();
    clang::DeclContext *Whole = Context.getTranslationUnitDecl();
    if (Namespace.empty())
      return *Whole;
    return *cast<clang::NamespaceDecl>(Whole->lookup(&Context.Idents.get(Namespace)).front());
  }

  /// Whether an instance of a function template has a body, of its own or of its template.
  bool hasBody(StringRef Namespace, StringRef Name) {
    for (const clang::NamedDecl *Found :
         inside(Namespace).lookup(&File->context().Idents.get(Name)))
      if (const auto *Template = dyn_cast<clang::FunctionTemplateDecl>(Found))
        for (const clang::FunctionDecl *Instance : Template->specializations())
          return Instance->hasBody();
    ADD_FAILURE() << "no instance of " << Name.str();
    return false;
  }

  std::unique_ptr<ParsedFile> File;
};

TEST_F(LibraryBodiesTest, ThoseOfTheHostsLibraryArePassedOver) {
  EXPECT_FALSE(hasBody("std", "sort"));
}

TEST_F(LibraryBodiesTest, ConstantExpressionsKeepThem) { EXPECT_TRUE(hasBody("std", "max")); }

TEST_F(LibraryBodiesTest, ThoseOfTheProgramAreRead) { EXPECT_TRUE(hasBody("", "own")); }

} // namespace
