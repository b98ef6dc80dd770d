//===- OtherDevices.cpp - Files for several devices -----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OtherDevices.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

std::vector<OtherDevice> otherDevicesOf(ArrayRef<SourceFile> Files, const DriverOptions &Options) {
  std::vector<OtherDevice> Result;
  for (auto [Index, File] : enumerate(Files)) {
    const FileSettings *Settings = Options.settingsOf(File.Path);
    for (const std::string &Name : Settings ? Settings->OtherArchitectures : Options.OtherDevices) {
      auto Known = find_if(Result, [&](const OtherDevice &Each) { return Each.Name == Name; });
      if (Known == Result.end())
        Known = Result.insert(Result.end(), {Name, {}});
      Known->Files.push_back(Index);
    }
  }
  return Result;
}

DriverOptions optionsForDevice(StringRef Device, const DriverOptions &Options) {
  DriverOptions Result = Options;
  Result.ReadTree = nullptr;
  Result.Frontend.Architecture = Device.str();
  Result.OtherDevices.clear();
  if (!Options.OfFile)
    return Result;
  auto Settings = std::make_shared<std::map<std::string, FileSettings>>(*Options.OfFile);
  for (auto &[Path, OfFile] : *Settings) {
    OfFile.Architecture = Device.str();
    OfFile.OtherArchitectures.clear();
  }
  Result.OfFile = std::move(Settings);
  return Result;
}

} // namespace memlint
