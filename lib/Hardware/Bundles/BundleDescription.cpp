//===- BundleDescription.cpp - What a bundle asks for ---------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BundleDescription.h"

#include "llvm/Support/JSON.h"

using namespace llvm;

namespace memlint {

static constexpr int DescriptionVersion = 1;

static json::Array texts(ArrayRef<std::string> Strings) {
  json::Array Result;
  for (const std::string &Text : Strings)
    Result.push_back(json::fixUTF8(Text));
  return Result;
}

void printDescription(raw_ostream &Stream, const Bundle &Described) {
  json::Array Programs;
  for (const BundleProgram &Program : Described.Programs)
    Programs.push_back(json::Object{{"name", json::fixUTF8(Program.Name)},
                                    {"path", json::fixUTF8(Program.Path)},
                                    {"source", json::fixUTF8(Program.Source)},
                                    {"main", json::fixUTF8(Program.Main)},
                                    {"compile_options", texts(Program.Options)}});
  json::Object Description{{"version", DescriptionVersion},
                           {"arch", Described.Options.Frontend.Architecture},
                           {"compile_options", texts(Described.Options.CompileArguments)},
                           {"program_arguments", texts(Described.Options.ProgramArguments)},
                           {"launches", texts(Described.Launches)},
                           {"method", int64_t(Described.Options.Method)},
                           {"debug", Described.Options.Debug},
                           {"timeout_seconds", Described.Options.TimeoutSeconds},
                           {"maximum_launches", Described.Options.MaximumLaunches},
                           {"programs", std::move(Programs)}};
  Stream << formatv("{0:2}", json::Value(std::move(Description))) << '\n';
}

static bool readProgram(const json::Value &From, std::vector<BundleProgram> &To) {
  json::Path::Root Root;
  json::ObjectMapper Map(From, Root);
  BundleProgram &Read = To.emplace_back();
  return Map && Map.map("name", Read.Name) && Map.map("path", Read.Path) &&
         Map.map("source", Read.Source) && Map.map("main", Read.Main) &&
         Map.map("compile_options", Read.Options);
}

Expected<Bundle> parseDescription(StringRef Text) {
  Expected<json::Value> Parsed = json::parse(Text);
  if (!Parsed)
    return Parsed.takeError();
  const json::Object *Top = Parsed->getAsObject();
  if (!Top || Top->getInteger("version") != DescriptionVersion)
    return createStringError("it was not written by this version of cuda-memlint");
  json::Path::Root Root;
  json::ObjectMapper Map(*Parsed, Root);
  Bundle Result;
  VerifyOptions &Options = Result.Options;
  int64_t Method = 0, Timeout = 0;
  std::optional<int64_t> Launches;
  bool Whole = Map && Map.map("arch", Options.Frontend.Architecture) &&
               Map.map("compile_options", Options.CompileArguments) &&
               Map.map("program_arguments", Options.ProgramArguments) &&
               Map.map("launches", Result.Launches) && Map.map("method", Method) &&
               Map.map("debug", Options.Debug) && Map.map("timeout_seconds", Timeout) &&
               Map.map("maximum_launches", Launches);
  const json::Array *Listed = Top->getArray("programs");
  Whole = Whole && Listed && Method >= 0 && Method <= int64_t(VerifyMethod::Both) && Timeout > 0 &&
          Timeout <= UINT32_MAX && (!Launches || (*Launches > 0 && *Launches <= UINT32_MAX));
  if (!Whole)
    return createStringError("it was not written by cuda-memlint");
  for (const json::Value &Each : *Listed)
    if (!readProgram(Each, Result.Programs))
      return createStringError("one of its programs was not written by cuda-memlint");
  Options.Method = VerifyMethod(Method);
  Options.TimeoutSeconds = unsigned(Timeout);
  if (Launches)
    Options.MaximumLaunches = unsigned(*Launches);
  return Result;
}

} // namespace memlint
