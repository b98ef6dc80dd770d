//===- Baseline.cpp - Findings that were there before ---------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Baseline/Baseline.h"

#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Report/Fingerprint.h"
#include "cuda-memlint/Support/JsonDepth.h"
#include "cuda-memlint/Support/RealPaths.h"
#include "cuda-memlint/Support/RegularFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <optional>

using namespace llvm;

namespace memlint {

Baseline::Baseline(StringRef Path) {
  StringRef Parent = sys::path::parent_path(Path);
  Folder = realPath(Parent.empty() ? "." : Parent);
}

std::string Baseline::relativePath(StringRef Path) const {
  std::string Real = realPath(Path);
  auto Component = sys::path::begin(Real), End = sys::path::end(Real);
  auto Base = sys::path::begin(Folder), BaseEnd = sys::path::end(Folder);
  while (Component != End && Base != BaseEnd && *Component == *Base) {
    ++Component;
    ++Base;
  }
  SmallVector<StringRef> Names;
  for (; Base != BaseEnd; ++Base)
    Names.push_back("..");
  for (; Component != End; ++Component)
    Names.push_back(*Component);
  return json::fixUTF8(join(Names, "/"));
}

Baseline Baseline::of(ArrayRef<FileAnalysis> Files, StringRef Path) {
  Baseline Result(Path);
  SourceTexts Sources;
  Sources.addTextsOf(Files);
  for (const FileAnalysis &File : Files)
    for (const KernelAnalysis &Kernel : File.Kernels)
      for (auto [Item, Fingerprint] : zip(Kernel.Findings, fingerprintFindings(Kernel, Sources)))
        if (Item.Suppressed != Suppression::Comment)
          Result.Entries.insert({Result.relativePath(Item.Position.Path), Item.Check,
                                 json::fixUTF8(Kernel.Program.Name), Fingerprint});
  return Result;
}

void Baseline::suppressIn(MutableArrayRef<FileAnalysis> Files) const {
  SourceTexts Sources;
  Sources.addTextsOf(Files);
  for (FileAnalysis &File : Files)
    for (KernelAnalysis &Kernel : File.Kernels)
      for (auto [Item, Fingerprint] : zip(Kernel.Findings, fingerprintFindings(Kernel, Sources)))
        if (Item.Suppressed == Suppression::None &&
            Entries.contains({relativePath(Item.Position.Path), Item.Check,
                              json::fixUTF8(Kernel.Program.Name), Fingerprint}))
          Item.Suppressed = Suppression::Baseline;
}

void Baseline::print(raw_ostream &Stream) const {
  Stream << "{\"version\": " << BaselineVersion << ",\n \"tool\": \"cuda-memlint\",\n"
         << " \"findings\": [";
  StringRef Separator = "\n";
  for (const Entry &Each : Entries) {
    Stream << Separator << "  {\"path\": " << json::Value(Each.Path)
           << ", \"check\": " << json::Value(Each.Check)
           << ", \"kernel\": " << json::Value(Each.Kernel)
           << ", \"fingerprint\": " << json::Value(Each.Fingerprint) << "}";
    Separator = ",\n";
  }
  Stream << (Entries.empty() ? "]}\n" : "\n ]}\n");
}

Expected<Baseline> Baseline::read(StringRef Path) {
  constexpr uint64_t MostBytes = 256 << 20;
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = readRegularFile(Path, "baseline", MostBytes);
  if (!Buffer)
    return Buffer.takeError();
  return parse(Path, (*Buffer)->getBuffer());
}

Expected<Baseline> Baseline::parse(StringRef Path, StringRef Text) {
  auto Fail = [&](const Twine &Why) {
    return createStringError("'" + Path + "' is not a baseline: " + Why +
                             "; create one with --write-baseline");
  };
  constexpr unsigned MostDeep = 64;
  if (isNestedDeeper(Text, MostDeep))
    return Fail("nested too deeply");
  Expected<json::Value> Parsed = json::parse(Text);
  if (!Parsed)
    return Fail(toString(Parsed.takeError()));
  const json::Object *Root = Parsed->getAsObject();
  if (!Root || Root->getString("tool") != StringRef("cuda-memlint"))
    return Fail("its \"tool\" is not \"cuda-memlint\"");
  if (Root->getInteger("version") != BaselineVersion)
    return Fail("its \"version\" is not " + Twine(BaselineVersion));
  const json::Array *Findings = Root->getArray("findings");
  if (!Findings)
    return Fail("it has no list of \"findings\"");
  Baseline Result(Path);
  for (auto [Index, Each] : enumerate(*Findings)) {
    Entry Item;
    const json::Object *Members = Each.getAsObject();
    for (auto [Name, Member] :
         {std::pair("path", &Item.Path), std::pair("check", &Item.Check),
          std::pair("kernel", &Item.Kernel), std::pair("fingerprint", &Item.Fingerprint)}) {
      std::optional<StringRef> Value = Members ? Members->getString(Name) : std::nullopt;
      if (!Value)
        return Fail("finding " + Twine(Index + 1) + " has no text \"" + Name + "\"");
      *Member = Value->str();
    }
    Result.Entries.insert(std::move(Item));
  }
  return Result;
}

} // namespace memlint
