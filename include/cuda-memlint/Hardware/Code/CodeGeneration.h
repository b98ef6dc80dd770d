//===- CodeGeneration.h - What the compiler makes of a kernel ---*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compiles a source with nvcc and counts, by kernel, what the code needs and which
/// instructions access memory. No GPU is needed. Two versions of a source can be
/// compared: what a `__restrict__`, a smaller array or a wider load comes to.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_HARDWARE_CODE_CODEGENERATION_H
#define CUDA_MEMLINT_HARDWARE_CODE_CODEGENERATION_H

#include "cuda-memlint/Hardware/Harness/FilePrograms.h"
#include "cuda-memlint/Hardware/Toolchain/MeasurementError.h"
#include "cuda-memlint/Target/WarpRequest.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace memlint {

struct FileAnalysis;
struct KernelProgram;

/// Instructions of one opcode in the code of a kernel, as they stand there: a loop's
/// count once.
struct CodeInstruction {
  /// With modifiers: "ld.global.nc.v4.f32", "LDG.E.128.CONSTANT".
  std::string Opcode;
  MemorySpace Space = MemorySpace::Generic;
  AccessKind Kind = AccessKind::Load;
  /// Through the path for data that no thread writes while the kernel runs
  /// (ld.global.nc, LDG.E.CONSTANT).
  bool ReadOnly = false;
  /// Elements of a vector that one lane accesses: 1, 2, 4, 8.
  unsigned Elements = 1;
  /// Bytes that one lane accesses; 0 where the opcode does not determine it.
  unsigned Bytes = 0;
  unsigned Count = 0;
};

/// The generated code of one kernel, or of a function that was not inlined.
struct KernelCode {
  /// As the linker knows it, and as the source spells it without parameters.
  std::string Symbol, Name;
  /// False for a function that kernels call: only its stack frame, spills and
  /// instructions are its own.
  bool IsKernel = true;
  /// Per thread.
  unsigned Registers = 0;
  /// Bytes per thread of local memory: arrays and variables whose address is taken, and
  /// registers that there was no room for.
  uint64_t StackFrame = 0;
  /// Bytes per thread that are spilled and reloaded.
  uint64_t SpillStores = 0, SpillLoads = 0;
  /// Bytes of static shared memory per block.
  uint64_t SharedBytes = 0;
  /// By opcode, in alphabetical order; loads of kernel parameters are left out.
  std::vector<CodeInstruction> Ptx;
  /// Machine instructions; empty where CodeReport::WhyNoMachineCode says why.
  std::vector<CodeInstruction> Machine;

  /// How many instructions of PTX \p Which is true of.
  unsigned count(llvm::function_ref<bool(const CodeInstruction &)> Which) const;
  unsigned readOnlyLoads() const;  ///< ld.global.nc
  unsigned globalLoads() const;    ///< ld.global, those included
  unsigned localAccesses() const;  ///< ld.local and st.local
  unsigned vectorAccesses() const; ///< of any space, with more than one element
};

struct CodeReport {
  /// The command that compiled it, less the path of nvcc and of the output.
  std::string Command;
  /// nvcc's version: "13.0.88".
  std::string Toolkit;
  /// Why Machine is empty: no cuobjdump, as a rule. Empty when it is not.
  std::string WhyNoMachineCode;
  /// In the order of the PTX.
  std::vector<KernelCode> Kernels;
};

/// The code of \p Kernel; null where none, or more than one, may be it.
const KernelCode *codeOf(const KernelProgram &Kernel, const CodeReport &Report);

/// Compiles \p Request (Debug included) to PTX and that to machine code, in \p Folder,
/// under names that begin with \p Stem. Nothing is linked: a source without main() will
/// do. Options that name architectures give way to Architecture, unless that is empty.
llvm::Expected<CodeReport> generateCode(const Toolchain &Tools, const BuildRequest &Request,
                                        const WorkFolder &Folder, llvm::StringRef Stem);

/// Functions and their instructions in PTX. Fails, with one line, when the text is cut off
/// or is none.
llvm::Expected<std::vector<KernelCode>> readPtxCode(llvm::StringRef Text);

/// Adds to \p Kernels what `ptxas -v` prints of each. Fails, with one line, when a kernel
/// is missing there.
llvm::Error addResourceUsage(llvm::StringRef Text, std::vector<KernelCode> &Kernels);

/// Adds the machine instructions that `cuobjdump -sass` prints. Fails like the above.
llvm::Error addMachineCode(llvm::StringRef Text, std::vector<KernelCode> &Kernels);

/// One kernel before and after a change of its source.
struct KernelCodeChange {
  KernelCode Before, After;
};

struct CodeComparison {
  /// Kernels that both have: of one symbol, or, since a `const` changes the symbol, of one
  /// name that no other kernel of either has.
  std::vector<KernelCodeChange> Kernels;
  /// Names of kernels that only one of the two has.
  std::vector<std::string> OnlyBefore, OnlyAfter;
};

CodeComparison compareCode(const CodeReport &Before, const CodeReport &After);

/// What the compiler makes of the source of \p Request, and of \p Changed, the text of
/// another version of it, which finds the headers beside the source all the same.
llvm::Expected<CodeComparison>
compareGeneratedCode(const Toolchain &Tools, const BuildRequest &Request, llvm::StringRef Changed);

/// The outcome for one file.
struct FileCode {
  const FileAnalysis *File = nullptr;
  CodeReport Report;
};

/// The same, \p Kernel being one of \p File; null where \p Code has no code of it, too.
const KernelCode *codeOf(const KernelProgram &Kernel, const FileAnalysis &File,
                         llvm::ArrayRef<FileCode> Code);

/// The code of \p File, that of \p Programs, for the device that the analysis was for. The
/// error is one line, but for what nvcc printed.
llvm::Expected<FileCode> generateFileCode(const FileAnalysis &File, const FilePrograms &Programs);

} // namespace memlint

#endif // CUDA_MEMLINT_HARDWARE_CODE_CODEGENERATION_H
