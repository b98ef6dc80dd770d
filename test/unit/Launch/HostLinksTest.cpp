//===- HostLinksTest.cpp - What a file exchanges with others --------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Frontend/Frontend.h"
#include "cuda-memlint/Launch/LaunchInference.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

static HostLinks linksOf(llvm::StringRef Source) {
  std::unique_ptr<ParsedFile> File =
      llvm::cantFail(parseCudaSource("file.cu", Source, FrontendOptions()));
  EXPECT_THAT(File->errors(), IsEmpty());
  return LaunchCalls(File->context(), OutsideFacts(), std::nullopt).links();
}

TEST(HostLinks, AConstantThatIsOnlyDeclaredIsMissing) {
  EXPECT_THAT(linksOf("extern const int size;\n"
                      "struct Plan { static const int width; };\n"
                      "int area() { return size * Plan::width; }\n")
                  .MissingConstants,
              ElementsAre("size", "_ZN4Plan5widthE"));
}

TEST(HostLinks, AConstantOfATemplateIsNot) {
  // Most members of an instantiation have no initial value in its tree before they are used.
  EXPECT_THAT(linksOf("template <int N> struct Layout {\n"
                      "  static constexpr int rank = N;\n"
                      "  static const int width;\n"
                      "};\n"
                      "template <int N> const int Layout<N>::width = N;\n"
                      "Layout<3> three;\n"
                      "int twice() { return 2 * Layout<2>::rank + Layout<2>::width; }\n")
                  .MissingConstants,
              IsEmpty());
}
