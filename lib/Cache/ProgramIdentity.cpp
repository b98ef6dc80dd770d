//===- ProgramIdentity.cpp - Which build of the program this is -----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Cache/ProgramIdentity.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"

#include <cstring>
#include <elf.h>
#include <link.h>
#include <sys/auxv.h>
#include <vector>

using namespace llvm;

namespace memlint {

/// The identifier among the notes of one segment; empty where there is none.
static StringRef buildId(StringRef Notes) {
  while (Notes.size() >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) Head;
    std::memcpy(&Head, Notes.data(), sizeof(Head));
    Notes = Notes.drop_front(sizeof(Head));
    size_t NameSize = alignTo<4>(Head.n_namesz), TextSize = alignTo<4>(Head.n_descsz);
    if (NameSize + TextSize > Notes.size())
      break;
    if (Head.n_type == NT_GNU_BUILD_ID && Notes.take_front(Head.n_namesz) == StringRef("GNU", 4))
      return Notes.substr(NameSize, Head.n_descsz);
    Notes = Notes.drop_front(NameSize + TextSize);
  }
  return "";
}

/// Adds the identifier of one library, or of the program, which comes first.
static int addBuildId(dl_phdr_info *Object, size_t, void *Data) {
  auto &Ids = *static_cast<std::vector<std::string> *>(Data);
  std::string &Id = Ids.emplace_back();
  // That of the kernel's own library says nothing of the program.
  if (Object->dlpi_addr != 0 && Object->dlpi_addr == getauxval(AT_SYSINFO_EHDR))
    return 0;
  for (const ElfW(Phdr) & Segment : ArrayRef(Object->dlpi_phdr, Object->dlpi_phnum))
    if (Segment.p_type == PT_NOTE)
      Id += buildId({reinterpret_cast<const char *>(Object->dlpi_addr + Segment.p_vaddr),
                     size_t(Segment.p_memsz)});
  return 0;
}

static std::string findIdentity() {
  std::vector<std::string> Ids;
  dl_iterate_phdr(addBuildId, &Ids);
  sys::fs::file_status Status;
  std::string Result;
  if ((Ids.empty() || Ids.front().empty()) && !sys::fs::status("/proc/self/exe", Status))
    Result = std::to_string(Status.getSize()) + " " +
             std::to_string(Status.getLastModificationTime().time_since_epoch().count());
  for (const std::string &Id : Ids)
    Result += Id;
  return Result;
}

const std::string &programIdentity() {
  static const std::string Identity = findIdentity();
  return Identity;
}

} // namespace memlint
