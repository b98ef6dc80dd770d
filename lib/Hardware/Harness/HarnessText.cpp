//===- HarnessText.cpp - The program of a harness -------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Hardware/Harness/Harness.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Support/EmbeddedFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace memlint {

extern const EmbeddedFile HarnessFiles[];
extern const size_t HarnessFilesCount;

namespace {

StringRef kindName(HarnessScalarKind Kind) {
  switch (Kind) {
  case HarnessScalarKind::Integer:
    return "integer";
  case HarnessScalarKind::Boolean:
    return "boolean";
  case HarnessScalarKind::Float:
    return "float";
  case HarnessScalarKind::Half:
    return "half";
  case HarnessScalarKind::Bfloat16:
    return "bfloat16";
  }
  llvm_unreachable("covered switch");
}

/// A string literal: what is not plain goes in octal.
std::string quoted(StringRef Text) {
  std::string Result = "\"";
  for (unsigned char Letter : Text) {
    if (Letter == '"' || Letter == '\\' || Letter == '?')
      Result += '\\';
    if (isPrint(char(Letter))) {
      Result += char(Letter);
      continue;
    }
    Result += '\\';
    for (int Shift = 6; Shift >= 0; Shift -= 3)
      Result += char('0' + ((Letter >> Shift) & 7));
  }
  return Result + "\"";
}

class HarnessWriter {
public:
  HarnessWriter(raw_ostream &Stream, const FileAnalysis &File, const Harness &Plan)
      : Stream(Stream), File(File), Plan(Plan) {}

  void run(StringRef Source) {
    Stream << "// Launches the kernels of one file; made by cuda-memlint.\n\n";
    for (const EmbeddedFile &Each : ArrayRef(HarnessFiles, HarnessFilesCount))
      Stream << StringRef(Each.Contents, Each.Size);
    Stream << '\n';
    if (Plan.RenamesMain)
      Stream << "#define main memlint_harness_replaced_main\n";
    Stream << "#include \"" << Source << "\"\n";
    if (Plan.RenamesMain)
      Stream << "#undef main\n";
    for (const HarnessKernel &Kernel : Plan.Kernels)
      printKernel(Kernel);
    for (auto [Number, Launch] : enumerate(Plan.Launches))
      printParts(Number, Launch);
    Stream << "\nstatic const memlint_harness_launch memlint_harness_launches[] = {\n";
    for (auto [Number, Launch] : enumerate(Plan.Launches))
      printLaunch(Number, Launch);
    // An instrumented copy counts each launch.
    Stream << "};\n\nint main() {\n"
              "#ifdef MEMLINT_SITES\n"
              "  memlint_runtime::begin();\n"
              "  const bool memlint_harness_warms_up = false;\n"
              "#else\n"
              "  const bool memlint_harness_warms_up = true;\n"
              "#endif\n"
              "  return memlint_harness_run(memlint_harness_launches, "
           << Plan.Launches.size() << ", memlint_harness_warms_up);\n}\n";
  }

private:
  /// A number that fits any type of the tables.
  static std::string number(uint64_t Value) { return utostr(Value) + "ull"; }

  void printKernel(const HarnessKernel &Kernel) {
    Stream << "\n// " << printableName(Kernel.Index) << '\n';
    Stream << "static const memlint_harness_number memlint_harness_bytes_" << Kernel.Index
           << "[] = {";
    for (uint64_t Bytes : Kernel.ParameterBytes)
      Stream << number(Bytes) << ", ";
    Stream << "0};\n";
  }

  std::string printableName(unsigned Kernel) const {
    std::string Name = File.Kernels[Kernel].Program.Name;
    for (char &Letter : Name)
      if (!isPrint(Letter) || Letter == '\\')
        Letter = ' ';
    return Name;
  }

  void printParts(size_t Number, const HarnessLaunch &Launch) {
    for (auto [Index, Buffer] : enumerate(Launch.Buffers)) {
      if (Buffer.Scalars.empty())
        continue;
      Stream << "static const memlint_harness_scalar " << scalars(Number, Index) << "[] = {";
      ListSeparator Comma;
      for (const HarnessScalar &Scalar : Buffer.Scalars)
        Stream << Comma << '{' << number(Scalar.Offset) << ", " << Scalar.Bytes
               << ", memlint_harness_" << kindName(Scalar.Kind) << '}';
      Stream << "};\n";
    }
    if (!Launch.Buffers.empty()) {
      Stream << "static const memlint_harness_buffer memlint_harness_buffers_" << Number
             << "[] = {\n";
      for (auto [Index, Buffer] : enumerate(Launch.Buffers))
        Stream << "    {" << Buffer.Parameter << ", " << number(Buffer.PointerOffset) << ", "
               << number(Buffer.BytesBefore) << ", " << number(Buffer.BytesBehind) << ", "
               << number(Buffer.Misalignment) << ", " << number(Buffer.ElementBytes) << ", "
               << number(Buffer.LargestInteger) << ", "
               << (Buffer.Scalars.empty() ? "nullptr" : scalars(Number, Index)) << ", "
               << Buffer.Scalars.size() << "},\n";
      Stream << "};\n";
    }
    if (!Launch.Numbers.empty()) {
      Stream << "static const memlint_harness_value memlint_harness_values_" << Number
             << "[] = {\n";
      for (const HarnessNumber &Each : Launch.Numbers)
        Stream << "    {" << Each.Parameter << ", " << number(Each.FirstBit) << ", " << Each.Bits
               << ", " << number(Each.Value) << "},\n";
      Stream << "};\n";
    }
  }

  static std::string scalars(size_t Launch, size_t Buffer) {
    return "memlint_harness_scalars_" + utostr(Launch) + "_" + utostr(Buffer);
  }

  void printLaunch(size_t Number, const HarnessLaunch &Launch) {
    const HarnessKernel &Kernel = *find_if(
        Plan.Kernels, [&](const HarnessKernel &Each) { return Each.Index == Launch.Kernel; });
    auto Extents = [&](const std::array<std::optional<uint64_t>, 3> &Known) {
      Stream << '{';
      ListSeparator Comma;
      for (std::optional<uint64_t> Extent : Known)
        Stream << Comma << Extent.value_or(1) << 'u';
      Stream << "}, ";
    };
    auto Table = [&](StringRef Name, size_t Count) {
      if (Count == 0)
        Stream << "nullptr, 0";
      else
        Stream << "memlint_harness_" << Name << '_' << Number << ", " << Count;
    };
    Stream << "    {" << quoted(File.Kernels[Kernel.Index].Program.Name) << ",\n     (const void *)"
           << Kernel.Address << ",\n     memlint_harness_bytes_" << Kernel.Index << ", "
           << Kernel.ParameterBytes.size() << ", ";
    Extents(Launch.Context.Grid);
    Extents(Launch.Context.Block);
    Stream << number(Launch.Context.DynamicSharedBytes.value_or(0)) << ", "
           << (Launch.Cooperative ? "true" : "false") << ", ";
    Table("buffers", Launch.Buffers.size());
    Stream << ", ";
    Table("values", Launch.Numbers.size());
    Stream << "},\n";
  }

  raw_ostream &Stream;
  const FileAnalysis &File;
  const Harness &Plan;
};

} // namespace

Expected<std::string> harnessText(const FileAnalysis &File, const Harness &Plan, StringRef Source) {
  if (Source.find_first_of("\"\n\r\\") != StringRef::npos)
    return createStringError("'" + Source +
                             "' has a quote, a backslash or a line break in its path, and cannot "
                             "be included by a generated main: give the file another name");
  std::string Text;
  raw_string_ostream Stream(Text);
  HarnessWriter(Stream, File, Plan).run(Source);
  return Text;
}

} // namespace memlint
