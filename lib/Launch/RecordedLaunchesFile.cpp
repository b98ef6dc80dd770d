//===- RecordedLaunchesFile.cpp - The file of recorded launches -----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Launch/RecordedLaunches.h"

#include "cuda-memlint/Frontend/CrashGuard.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/YAMLTraits.h"

using namespace llvm;
using namespace memlint;

/// What the traits of YAML's mappings are about has a name in all files.
namespace memlint::recorded_file {

/// More than record writes for a thousand kernels; what a file from elsewhere may not exceed.
constexpr uint64_t MostBytes = uint64_t(64) << 20;
constexpr unsigned FormatVersion = 1;
constexpr uint64_t PointerBytes = 8;

/// An argument as it is written: `value` for up to 8 bytes, `pointer` for an address, `bytes` and
/// `pointers` for the rest.
struct WrittenArgument {
  std::optional<yaml::Hex64> Value;
  std::optional<uint64_t> Pointer;
  uint64_t Buffer = 0;
  std::optional<std::string> Bytes;
  std::vector<RecordedPointer> Pointers;
};

struct WrittenLaunch {
  std::vector<uint64_t> Grid, Block, Cluster;
  uint64_t DynamicSharedBytes = 0;
  std::vector<WrittenArgument> Arguments;
  uint64_t Count = 0, Captured = 0, Nanoseconds = 0;
};

struct WrittenKernel {
  std::string Symbol, Name;
  std::optional<std::vector<uint64_t>> Parameters;
  std::vector<WrittenLaunch> Launches;
  uint64_t Others = 0;
};

struct WrittenFile {
  unsigned Version = FormatVersion;
  std::string Device;
  std::vector<WrittenKernel> Kernels;
};

} // namespace memlint::recorded_file

using namespace memlint::recorded_file;

LLVM_YAML_IS_FLOW_SEQUENCE_VECTOR(RecordedPointer)
LLVM_YAML_IS_FLOW_SEQUENCE_VECTOR(WrittenArgument)
LLVM_YAML_IS_SEQUENCE_VECTOR(WrittenLaunch)
LLVM_YAML_IS_SEQUENCE_VECTOR(WrittenKernel)

static std::string checkPointer(uint64_t Alignment) {
  constexpr uint64_t Largest = 256;
  return isPowerOf2_64(Alignment) && Alignment <= Largest
             ? ""
             : "the alignment of a pointer is a power of two from 1 to 256";
}

static std::string checkExtents(ArrayRef<uint64_t> Extents, StringRef Name) {
  bool Fit = Extents.size() == 3 &&
             all_of(Extents, [](uint64_t Each) { return Each != 0 && Each <= UINT32_MAX; });
  return Fit ? "" : ("'" + Name + "' is a list of three numbers from 1").str();
}

namespace llvm::yaml {

template <> struct MappingTraits<RecordedPointer> {
  static const bool flow = true; // NOLINT(readability-identifier-naming): LLVM asks for it
  static void mapping(IO &Io, RecordedPointer &Of) {
    Io.mapRequired("at", Of.Byte);
    Io.mapRequired("alignment", Of.Alignment);
    Io.mapOptional("buffer", Of.Buffer, uint64_t(0));
  }
  static std::string validate(IO &, RecordedPointer &Of) { return checkPointer(Of.Alignment); }
};

template <> struct MappingTraits<WrittenArgument> {
  static const bool flow = true; // NOLINT(readability-identifier-naming): LLVM asks for it
  static void mapping(IO &Io, WrittenArgument &Of) {
    Io.mapOptional("value", Of.Value);
    Io.mapOptional("pointer", Of.Pointer);
    Io.mapOptional("buffer", Of.Buffer, uint64_t(0));
    Io.mapOptional("bytes", Of.Bytes);
    Io.mapOptional("pointers", Of.Pointers);
  }
  static std::string validate(IO &, WrittenArgument &Of) {
    if (Of.Value.has_value() + Of.Pointer.has_value() + Of.Bytes.has_value() != 1)
      return "an argument has one of 'value', 'pointer' and 'bytes'";
    return Of.Pointer ? checkPointer(*Of.Pointer) : "";
  }
};

template <> struct MappingTraits<WrittenLaunch> {
  static void mapping(IO &Io, WrittenLaunch &Of) {
    Io.mapRequired("grid", Of.Grid);
    Io.mapRequired("block", Of.Block);
    Io.mapOptional("cluster", Of.Cluster);
    Io.mapOptional("shared", Of.DynamicSharedBytes, uint64_t(0));
    Io.mapOptional("count", Of.Count, uint64_t(0));
    Io.mapOptional("captured", Of.Captured, uint64_t(0));
    Io.mapOptional("nanoseconds", Of.Nanoseconds, uint64_t(0));
    Io.mapOptional("arguments", Of.Arguments);
  }
  static std::string validate(IO &, WrittenLaunch &Of) {
    for (const auto &[Extents, Name] :
         {std::pair(ArrayRef(Of.Grid), "grid"), std::pair(ArrayRef(Of.Block), "block")})
      if (std::string Fault = checkExtents(Extents, Name); !Fault.empty())
        return Fault;
    if (Of.Count > MostLaunchesOrNanoseconds || Of.Captured > MostLaunchesOrNanoseconds ||
        Of.Count + Of.Captured == 0)
      return "'count' and 'captured' say how often a launch was made: 1 to 1,000,000,000,000,000";
    if (Of.Nanoseconds > MostLaunchesOrNanoseconds)
      return "'nanoseconds' says how long a launch took: at most 1,000,000,000,000,000";
    return Of.Cluster.empty() ? "" : checkExtents(Of.Cluster, "cluster");
  }
};

template <> struct MappingTraits<WrittenKernel> {
  static void mapping(IO &Io, WrittenKernel &Of) {
    Io.mapRequired("symbol", Of.Symbol);
    Io.mapOptional("name", Of.Name);
    Io.mapOptional("parameters", Of.Parameters);
    Io.mapRequired("launches", Of.Launches);
    Io.mapOptional("others", Of.Others, uint64_t(0));
  }
};

template <> struct MappingTraits<WrittenFile> {
  static void mapping(IO &Io, WrittenFile &Of) {
    Io.mapRequired("version", Of.Version);
    if (!Io.outputting() && Of.Version != FormatVersion)
      return Io.setError("version " + Twine(Of.Version) + " of the format is not known (expected " +
                         Twine(FormatVersion) + "): record the launches again");
    Io.mapOptional("device", Of.Device, std::string());
    Io.mapRequired("kernels", Of.Kernels);
  }
};

} // namespace llvm::yaml

static WrittenArgument written(const RecordedArgument &Argument) {
  WrittenArgument Result;
  ArrayRef<uint8_t> Bytes = Argument.Bytes;
  if (Bytes.size() == PointerBytes && Argument.Pointers.size() == 1) {
    Result.Pointer = Argument.Pointers.front().Alignment;
    Result.Buffer = Argument.Pointers.front().Buffer;
  } else if (Bytes.size() <= PointerBytes) {
    std::array<uint8_t, PointerBytes> Padded = {};
    copy(Bytes, Padded.begin());
    Result.Value = yaml::Hex64(support::endian::read64le(Padded.data()));
  } else {
    Result.Bytes = toHex(Bytes, /*LowerCase=*/true);
    Result.Pointers = Argument.Pointers;
  }
  return Result;
}

static WrittenFile written(const RecordedLaunches &Launches) {
  WrittenFile Result;
  Result.Device = Launches.Device;
  for (const RecordedKernel &Kernel : Launches.Kernels) {
    WrittenKernel &Into = Result.Kernels.emplace_back();
    Into.Symbol = Kernel.Symbol;
    Into.Name = readableSymbol(Kernel.Symbol);
    Into.Parameters = Kernel.Parameters;
    Into.Others = Kernel.Others;
    for (const ProgramLaunch &Each : Kernel.Launches) {
      WrittenLaunch &Launch = Into.Launches.emplace_back();
      Launch.Grid.assign(Each.Grid.begin(), Each.Grid.end());
      Launch.Block.assign(Each.Block.begin(), Each.Block.end());
      if (Each.Cluster != std::array<uint64_t, 3>())
        Launch.Cluster.assign(Each.Cluster.begin(), Each.Cluster.end());
      Launch.DynamicSharedBytes = Each.DynamicSharedBytes;
      Launch.Count = Each.Count;
      Launch.Captured = Each.Captured;
      Launch.Nanoseconds = Each.Nanoseconds;
      for (const RecordedArgument &Argument : Each.Arguments)
        Launch.Arguments.push_back(written(Argument));
    }
  }
  return Result;
}

void memlint::printRecordedLaunches(raw_ostream &Stream, const RecordedLaunches &Launches) {
  WrittenFile Text = written(Launches);
  // A launch keeps its arguments on one line.
  yaml::Output Yaml(Stream, nullptr, /*WrapColumn=*/0);
  Yaml << Text;
}

/// Nothing where \p From does not fit a parameter of \p Size bytes.
static std::optional<RecordedArgument> readArgument(const WrittenArgument &From, uint64_t Size) {
  RecordedArgument Result;
  if (From.Pointer) {
    Result.Bytes.assign(PointerBytes, 0);
    Result.Pointers.push_back({0, *From.Pointer, From.Buffer});
  } else if (From.Value) {
    std::array<uint8_t, PointerBytes> Bytes;
    support::endian::write64le(Bytes.data(), *From.Value);
    if (Size > PointerBytes || any_of(drop_begin(Bytes, Size), [](uint8_t Each) { return Each; }))
      return std::nullopt;
    Result.Bytes.assign(Bytes.begin(), Bytes.begin() + Size);
  } else {
    std::string Bytes;
    if (!tryGetFromHex(*From.Bytes, Bytes) || From.Bytes->size() % 2 != 0)
      return std::nullopt;
    Result.Bytes.assign(Bytes.begin(), Bytes.end());
    Result.Pointers = From.Pointers;
  }
  sort(Result.Pointers, [](const auto &Left, const auto &Right) { return Left.Byte < Right.Byte; });
  for (size_t Number = 1; Number < Result.Pointers.size(); ++Number)
    if (Result.Pointers[Number].Byte - Result.Pointers[Number - 1].Byte < PointerBytes)
      return std::nullopt;
  bool Fits = Result.Bytes.size() == Size && all_of(Result.Pointers, [&](const auto &Each) {
                return Each.Byte <= Size && Size - Each.Byte >= PointerBytes;
              });
  return Fits ? std::optional(std::move(Result)) : std::nullopt;
}

static Expected<ProgramLaunch> readLaunch(const WrittenLaunch &From,
                                          const std::optional<std::vector<uint64_t>> &Sizes) {
  ProgramLaunch Result;
  copy(From.Grid, Result.Grid.begin());
  copy(From.Block, Result.Block.begin());
  copy(From.Cluster, Result.Cluster.begin());
  Result.DynamicSharedBytes = From.DynamicSharedBytes;
  Result.Count = From.Count;
  Result.Captured = From.Captured;
  Result.Nanoseconds = From.Nanoseconds;
  if (From.Arguments.empty())
    return Result;
  if (!Sizes || Sizes->size() != From.Arguments.size())
    return createStringError("a launch has arguments for " + Twine(From.Arguments.size()) + " of " +
                             Twine(Sizes ? Sizes->size() : 0) + " parameters");
  for (auto [Number, Argument, Size] : enumerate(From.Arguments, *Sizes)) {
    std::optional<RecordedArgument> Read = readArgument(Argument, Size);
    if (!Read)
      return createStringError("argument " + Twine(Number + 1) +
                               " of a launch does not fit its parameter of " + Twine(Size) +
                               " bytes");
    Result.Arguments.push_back(std::move(*Read));
  }
  return Result;
}

static Expected<RecordedKernel> readKernel(const WrittenKernel &From) {
  RecordedKernel Result;
  Result.Symbol = From.Symbol;
  Result.Parameters = From.Parameters;
  Result.Others = From.Others;
  if (From.Parameters && any_of(*From.Parameters, [](uint64_t Size) {
        return Size == 0 || Size > MostParameterBytes;
      }))
    return createStringError("a parameter has 1 to " + Twine(MostParameterBytes) + " bytes");
  for (const WrittenLaunch &Each : From.Launches) {
    Expected<ProgramLaunch> Launch = readLaunch(Each, Result.Parameters);
    if (!Launch)
      return Launch.takeError();
    Result.Launches.push_back(std::move(*Launch));
  }
  return Result;
}

/// Why the whole \p Text is not one document, with its place; empty: it is. What is written as
/// printRecordedLaunches() does has marks around it, by which one that is cut short is noticed.
static std::string describeDocuments(StringRef Text, yaml::Input &Yaml) {
  std::string LastLine = std::to_string(Text.rtrim().count('\n') + 1) + ":1: ";
  if (Text.starts_with("---") && !Text.rtrim().ends_with("\n..."))
    return LastLine + "the file is cut short: the line '...' at its end is missing";
  if (Yaml.nextDocument())
    return LastLine + "the file holds several recordings: give each a file of its own";
  return "";
}

static Expected<RecordedLaunches> parse(StringRef Path, StringRef Text) {
  std::string Problem;
  auto Note = [](const SMDiagnostic &Message, void *Into) {
    auto &First = *static_cast<std::string *>(Into);
    if (First.empty())
      First = (Twine(Message.getLineNo()) + ":" + Twine(Message.getColumnNo() + 1) + ": " +
               Message.getMessage())
                  .str();
  };
  yaml::Input Yaml(Text, nullptr, Note, &Problem);
  WrittenFile File;
  // An empty document is not an error to it.
  if (Text.trim().empty())
    Problem = "1:1: the file is empty";
  else
    Yaml >> File;
  if (Yaml.error() && Problem.empty())
    Problem = "1:1: invalid YAML";
  if (Problem.empty())
    Problem = describeDocuments(Text, Yaml);
  if (!Problem.empty())
    return createStringError(Path + ":" + Problem);
  RecordedLaunches Read, Result;
  Read.Device = File.Device;
  for (const WrittenKernel &Each : File.Kernels) {
    Expected<RecordedKernel> Kernel = readKernel(Each);
    if (!Kernel)
      return createStringError(Path + ": kernel '" + readableSymbol(Each.Symbol) +
                               "': " + toString(Kernel.takeError()));
    Read.Kernels.push_back(std::move(*Kernel));
  }
  Result.add(Read);
  Result.Path = Path.str();
  Result.Hash = toHex(BLAKE3::hash(arrayRefFromStringRef(Text)));
  return Result;
}

Expected<RecordedLaunches> memlint::parseRecordedLaunches(StringRef Path, StringRef Text) {
  // The parser of YAML goes as deep as the text.
  std::optional<Expected<RecordedLaunches>> Outcome;
  if (!runGuarded([&] { Outcome.emplace(parse(Path, Text)); }))
    return createStringError(Path + ":1:1: unreadable YAML");
  return std::move(*Outcome);
}

Expected<std::shared_ptr<const RecordedLaunches>> memlint::readRecordedLaunches(StringRef Path) {
  sys::fs::file_status Status;
  if (std::error_code Code = sys::fs::status(Path, Status))
    return createStringError("cannot read '" + Path + "': " + Code.message());
  // A pipe or a device may have no end.
  if (!sys::fs::is_regular_file(Status))
    return createStringError("cannot read '" + Path + "': not a regular file");
  if (Status.getSize() > MostBytes)
    return createStringError("cannot read '" + Path + "': larger than " + Twine(MostBytes >> 20) +
                             " MiB");
  auto Text = MemoryBuffer::getFile(Path);
  if (!Text)
    return createStringError("cannot read '" + Path + "': " + Text.getError().message());
  Expected<RecordedLaunches> Launches = parseRecordedLaunches(Path, (*Text)->getBuffer());
  if (!Launches)
    return Launches.takeError();
  return std::make_shared<const RecordedLaunches>(std::move(*Launches));
}
