//===- HipSources.cpp - Sources in HIP ------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HipSources.h"

#include "cuda-memlint/CudaModel/HipNames.h"
#include "cuda-memlint/Frontend/EmbeddedHeaders.h"
#include "cuda-memlint/Support/Words.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"
#include "llvm/TargetParser/TargetParser.h"

using namespace llvm;

namespace memlint {

bool isHipSource(StringRef Path, ArrayRef<IncludedName> Includes,
                 const TranslatedArguments &Arguments) {
  if (sys::path::extension(Path) == ".hip" || Arguments.SaysHip)
    return true;
  auto IsOfHip = [](const IncludedName &Each) { return isEmbeddedHipHeader(Each.Name); };
  auto IsOfCuda = [](const IncludedName &Each) { return isEmbeddedCudaHeader(Each.Name); };
  return !Arguments.SaysCuda && any_of(Includes, IsOfHip) && none_of(Includes, IsOfCuda);
}

/// The processor that Clang is to read for: \p Device, or one with as many lanes where this Clang
/// does not know it.
static std::string processorFor(const Architecture &Device) {
  std::string Name = Device.name();
  if (AMDGPU::parseArchAMDGCN(Name) != AMDGPU::GK_NONE)
    return Name;
  return Device.WarpLanes == NvidiaWarpLanes ? "gfx1100" : DefaultHipArchitecture.str();
}

std::vector<std::string> argumentsForHip(StringRef HostTriple, const Architecture &Device) {
  return {"-triple",
          "amdgcn-amd-amdhsa",
          "-aux-triple",
          HostTriple.str(),
          "-fsyntax-only",
          "-target-cpu",
          processorFor(Device),
          "-fcuda-is-device",
          "-fcuda-allow-variadic-functions",
          "-fhip-new-launch-api",
          "-x",
          "hip",
          "-D__HIP_PLATFORM_AMD__=1",
          "-D__HIP_PLATFORM_HCC__=1"};
}

std::vector<std::string> withOwnHipHeaders(ArrayRef<std::string> Given, vfs::FileSystem &Files) {
  std::vector<std::string> Result(Given);
  for (size_t Next = 1; Next < Given.size(); ++Next) {
    std::string &Option = Result[Next - 1];
    if (Option != "-I" && Option != "-isystem")
      continue;
    SmallString<256> Header(Given[Next]);
    sys::path::append(Header, "hip", "hip_runtime.h");
    if (Files.exists(Header))
      Option = "-idirafter";
  }
  return Result;
}

clang::IdentifierInfo *HipIdentifiers::get(StringRef Name) {
  std::optional<std::string> OfCuda = cudaNameFor(Name, isWordOfEmbeddedHeaders);
  if (!OfCuda)
    return nullptr;
  Written[*OfCuda] = Name.str();
  return &Table.get(*OfCuda);
}

std::string HipIdentifiers::asWritten(StringRef Message) const {
  return replaceWords(Message, [&](StringRef Word) {
    auto Found = Written.find(Word);
    return Found == Written.end() ? std::nullopt : std::optional(Found->second);
  });
}

} // namespace memlint
