//===- DeclaredFunctionsTest.cpp - Each declared function is accounted for ===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the embedded headers declare for device code has a body that is followed, is
// in the table, or has a reason why it is not.
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/CudaModel/DeviceFunction.h"
#include "cuda-memlint/CudaModel/UnfollowedFunction.h"
#include "cuda-memlint/Frontend/AstVisitor.h"
#include "cuda-memlint/Frontend/EmbeddedHeaders.h"
#include "cuda-memlint/Frontend/Frontend.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"

#include "gtest/gtest.h"

#include <set>

using namespace memlint;

namespace {

/// Collects the names of functions for the device, outside of namespaces, that embedded headers
/// declare and do not define.
class BodilessFunctions : public AstVisitor {
public:
  bool VisitFunctionDecl(clang::FunctionDecl *Function) override {
    const clang::SourceManager &Sources = Function->getASTContext().getSourceManager();
    llvm::StringRef File = Sources.getFilename(Sources.getExpansionLoc(Function->getLocation()));
    if (Function->hasAttr<clang::CUDADeviceAttr>() && Function->getDeclName().isIdentifier() &&
        Function->getDeclContext()->getRedeclContext()->isTranslationUnit() &&
        !Function->isDefined() && File.starts_with(EmbeddedRoot))
      Names.insert(Function->getName());
    return true;
  }

  std::set<llvm::StringRef> Names;
};

/// A source that includes all headers for device code, and mentions all that those of CUDA's
/// language declare.
std::string wholeSource() {
  std::string Source = "#if 0\n";
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files = embeddedFileSystem();
  for (llvm::StringRef Name : {"device_functions.h", "math_functions.h", "cuda_runtime_api.h",
                               "texture_indirect_functions.h", "surface_indirect_functions.h"})
    Source += (*Files->getBufferForFile(EmbeddedCudaFolder + "/" + Name))->getBuffer();
  Source += "\n#endif\n";
  for (llvm::StringRef Name :
       {"cooperative_groups.h", "cuComplex.h", "cuda_awbarrier.h", "cuda_bf16.h", "cuda_fp16.h",
        "cuda_fp8.h", "cuda_pipeline.h", "curand_kernel.h", "mma.h", "cuda/atomic", "cuda/barrier"})
    Source += ("#include <" + Name + ">\n").str();
  return Source;
}

class DeclaredFunctionsTest : public testing::TestWithParam<const char *> {};

TEST_P(DeclaredFunctionsTest, AreInTheTableOrDeliberatelyNot) {
  auto Parsed = parseCudaSource(GetParam(), wholeSource(), FrontendOptions());
  ASSERT_TRUE(bool(Parsed)) << llvm::toString(Parsed.takeError());
  BodilessFunctions Declared;
  Declared.TraverseDecl((*Parsed)->context().getTranslationUnitDecl());
  EXPECT_GT(Declared.Names.size(), 600u);
  for (llvm::StringRef Name : Declared.Names)
    EXPECT_NE(deviceFunction(Name).has_value(), whyUnfollowed(Name).has_value())
        << Name.str()
        << " needs a row in DeviceFunctions.def, or a reason not to be followed, and not both";
}

INSTANTIATE_TEST_SUITE_P(Languages, DeclaredFunctionsTest, testing::Values("all.cu", "all.hip"));

} // namespace
