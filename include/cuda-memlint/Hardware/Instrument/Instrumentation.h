//===- Instrumentation.h - A source that counts its own requests *- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Measuring without privilege: a rewritten copy of a CUDA source in which accesses
/// report their addresses to a small run time on the device, which counts requests,
/// lanes, sectors, wavefronts and constant addresses. The copy is compiled by nvcc
/// like the original and does what the original does.
///
/// Headers of the user's own are copied with it when they lie in its folder or below
/// and are included once, by quotes and relative to who includes them.
///
/// An access is left alone, with the reason, where its text is not the program's
/// own (macros, other headers) or where the rewritten text would not compile.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_HARDWARE_INSTRUMENT_INSTRUMENTATION_H
#define CUDA_MEMLINT_HARDWARE_INSTRUMENT_INSTRUMENTATION_H

#include "cuda-memlint/Frontend/Frontend.h"
#include "cuda-memlint/Model/SourcePosition.h"
#include "cuda-memlint/Support/EmbeddedFile.h"
#include "cuda-memlint/Target/WarpRequest.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace clang {
class FunctionDecl;
}

namespace memlint {

struct Access;
struct FileAnalysis;

/// One location at which the instrumented program counts. Of an object that is accessed
/// in parts, each part is a site.
struct InstrumentedSite {
  /// From 0, without gaps.
  unsigned Number = 0;
  SourcePosition Position;
  AccessKind Kind = AccessKind::Load;
  /// AtomicLoop where instantiations of one template differ.
  RequestForm Form = RequestForm::Plain;
  unsigned Part = 0;
  std::string Text;
};

/// An access that does not report, and why.
struct UninstrumentedAccess {
  SourcePosition Position;
  AccessKind Kind = AccessKind::Load;
  std::string Text;
  std::string Reason;
};

/// A kernel, or kernel template, by which launches are identified.
struct InstrumentedKernel {
  /// From 0, without gaps.
  unsigned Number = 0;
  /// Where it is named, as KernelProgram::Position.
  SourcePosition Position;
  /// Qualified, without template arguments.
  std::string Name;
  /// Names of the template's parameters; empty for one that is not a template.
  std::vector<std::string> TemplateParameters;
  /// KernelProgram::Name of each that was analysed.
  std::vector<std::string> Analysed;
};

/// The copy of a header that lies in the source's folder or below.
struct InstrumentedHeader {
  /// Where the copy has to lie, from the folder of the source's copy.
  std::string Name;
  std::string Text;
};

/// The copy and what its numbers mean.
struct InstrumentedSource {
  /// As the caller named the source.
  std::string Path;
  /// Lines are those of the original, behind a prelude that #line hides.
  std::string Text;
  /// The headers that the copy includes instead of the original ones.
  std::vector<InstrumentedHeader> Headers;
  /// The absolute paths of the source and of what it includes, but for system and toolkit
  /// headers.
  std::set<std::string> Files;
  /// Differs where the numbering of sites may.
  std::string Key;
  /// By number.
  std::vector<InstrumentedSite> Sites;
  /// By number.
  std::vector<InstrumentedKernel> Kernels;
  /// In the order of the source. Accesses to local memory are not among them.
  std::vector<UninstrumentedAccess> LeftAlone;

  /// The number of the site at which \p Site counts; empty when it is left alone.
  /// Accesses that are one piece of text, such as those of a function that is called
  /// twice, have one site.
  std::optional<unsigned> siteOf(const Access &Site) const;
};

/// Rewrites the file that \p Parsed was read from so that the accesses of \p File, the
/// analysis of that file, report. Never fails: what cannot be rewritten is left alone.
InstrumentedSource instrumentSource(ParsedFile &Parsed, const FileAnalysis &File);

/// Keeps what the programs that are built of \p File need to know of its tree: how its kernels,
/// \p Functions, are called, and its copy that counts.
void keepForPrograms(ParsedFile &Parsed, FileAnalysis &File,
                     llvm::ArrayRef<const clang::FunctionDecl *> Functions);

/// The copy that was kept. Fails, with one line, when making it crashed.
llvm::Expected<InstrumentedSource> instrumentedCopy(const FileAnalysis &File);

/// The files, by name, that every copy includes: they must lie beside it. The copy wants
/// the original's folder among its include folders, and nvcc's -maxrregcount=64 so that
/// blocks of 1,024 threads still start.
llvm::ArrayRef<EmbeddedFile> instrumentationRuntime();

} // namespace memlint

#endif // CUDA_MEMLINT_HARDWARE_INSTRUMENT_INSTRUMENTATION_H
