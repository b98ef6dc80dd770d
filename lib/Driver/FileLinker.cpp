//===- FileLinker.cpp - Launchers that other files call -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Driver/FileLinker.h"

#include "Definitions.h"

#include "cuda-memlint/Model/FileAnalysis.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Path.h"

#include <map>
#include <optional>

using namespace llvm;

namespace memlint {

static const SharedConstant &constantOf(const FileAnalysis &File, StringRef Name) {
  return *find_if(File.Links.Constants,
                  [&](const SharedConstant &Constant) { return Constant.Name == Name; });
}

std::vector<OutsideFacts> FileLinker::factsFrom(ArrayRef<FileAnalysis> Files) {
  std::vector<StringRef> Folders;
  for (const FileAnalysis &File : Files)
    Folders.push_back(sys::path::parent_path(File.Path));
  Definitions Launchers(Folders), Constants(Folders), Kernels(Folders);
  for (auto [Index, File] : enumerate(Files)) {
    for (const std::string &Name : File.Links.Launchers)
      Launchers.add(Name, Index);
    for (const SharedConstant &Constant : File.Links.Constants)
      Constants.add(Constant.Name, Index);
    for (const std::string &Name : File.Links.Kernels)
      Kernels.add(Name, Index);
  }

  std::vector<OutsideFacts> Facts(Files.size());
  // By file and function.
  std::map<std::pair<size_t, StringRef>, std::vector<const OutgoingCall *>> CallsOf;
  for (auto [Index, File] : enumerate(Files)) {
    for (const OutgoingCall &Call : File.Links.Calls)
      if (std::optional<size_t> Target = Launchers.find(Call.Function, Index)) {
        std::vector<const OutgoingCall *> &Calls = CallsOf[{*Target, Call.Function}];
        if (none_of(Calls, [&](const OutgoingCall *Known) { return *Known == Call; }))
          Calls.push_back(&Call);
      }
    for (const std::string &Name : File.Links.MissingConstants)
      if (std::optional<size_t> Source = Constants.find(Name, Index))
        Facts[Index].Constants.push_back(constantOf(Files[*Source], Name));
    for (const OutgoingLaunch &Launch : File.Links.Launches)
      if (std::optional<size_t> Target = Kernels.find(Launch.Kernel, Index))
        Facts[*Target].Launches.push_back(Launch);
  }
  // If some call of a launcher cannot be followed, its parameters are unknown, as if it
  // were not called.
  for (const auto &[Target, Calls] : CallsOf)
    if (Calls.size() <= MaximumOutgoingCalls)
      for (const OutgoingCall *Call : Calls)
        Facts[Target.first].Calls.push_back(*Call);
  return Facts;
}

std::vector<size_t> FileLinker::next(ArrayRef<FileAnalysis> Files) {
  std::vector<size_t> Again;
  bool IsLast = Rounds++ == MaximumRounds;
  Given.resize(Files.size());
  for (auto [Index, Found] : enumerate(factsFrom(Files))) {
    OutsideFacts &Known = Given[Index];
    // What is launched from elsewhere changes nothing of the links.
    Known.Launches = std::move(Found.Launches);
    if (IsLast || (Found.Calls == Known.Calls && Found.Constants == Known.Constants))
      continue;
    Known.Calls = std::move(Found.Calls);
    Known.Constants = std::move(Found.Constants);
    Again.push_back(Index);
  }
  return Again;
}

} // namespace memlint
