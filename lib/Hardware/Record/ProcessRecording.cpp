//===- ProcessRecording.cpp - The files of one recorded process -----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Hardware/Record/ProcessRecording.h"

#include "Runtime/memlint_launch_table.h"

#include "cuda-memlint/Hardware/Toolchain/WorkFolder.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <numeric>

using namespace llvm;

namespace memlint {

namespace {

/// Reads the lines of one process. Each function is false where a line is damaged.
class RecordingReader {
public:
  RecordingReader(ArrayRef<uint64_t> Counters, ProcessRecording &Into)
      : Counters(Counters), Into(Into) {}

  void read(StringRef Text);

private:
  bool readLine(StringRef Line);
  bool readKernel(ArrayRef<StringRef> Fields);
  bool readLaunch(ArrayRef<StringRef> Fields);
  bool readArguments(StringRef Hexadecimal, StringRef Pointers,
                     const std::optional<std::vector<uint64_t>> &Sizes, ProgramLaunch &Launch);

  ArrayRef<uint64_t> Counters;
  ProcessRecording &Into;
};

} // namespace

/// The numbers in \p Text, separated by \p Separator; nothing: it has others.
static std::optional<SmallVector<uint64_t, 4>> readNumbers(StringRef Text, char Separator) {
  SmallVector<uint64_t, 4> Numbers;
  for (StringRef Each : split(Text, Separator))
    if (Each.getAsInteger(10, Numbers.emplace_back()))
      return std::nullopt;
  return Numbers;
}

static bool readExtents(StringRef Text, std::array<uint64_t, 3> &Into) {
  auto Numbers = readNumbers(Text, ',');
  if (!Numbers || Numbers->size() != Into.size())
    return false;
  copy(*Numbers, Into.begin());
  return true;
}

/// Whether a launch can have these extents.
static bool arePositive(const std::array<uint64_t, 3> &Extents) {
  return all_of(Extents, [](uint64_t Each) { return Each != 0 && Each <= UINT32_MAX; });
}

/// Whether \p Pointer can be a part of an argument of \p Bytes bytes.
static bool isPointerIn(const RecordedPointer &Pointer, uint64_t Bytes) {
  return Pointer.Byte < Bytes && Bytes - Pointer.Byte >= sizeof(uint64_t) &&
         isPowerOf2_64(Pointer.Alignment) && Pointer.Alignment <= memlint_record::LargestAlignment;
}

bool RecordingReader::readKernel(ArrayRef<StringRef> Fields) {
  size_t Number = 0;
  if (Fields.size() != 3 || Fields[0].getAsInteger(10, Number) ||
      Number != Into.Launches.Kernels.size())
    return false;
  RecordedKernel Kernel;
  Kernel.Symbol = Fields[1].str();
  if (Fields[2] != "?")
    Kernel.Parameters.emplace();
  if (Fields[2] != "?" && Fields[2] != ".")
    for (StringRef Each : split(Fields[2], ',')) {
      auto OffsetAndSize = readNumbers(Each, ':');
      if (!OffsetAndSize || OffsetAndSize->size() != 2 || OffsetAndSize->back() == 0 ||
          OffsetAndSize->back() > MostParameterBytes)
        return false;
      Kernel.Parameters->push_back(OffsetAndSize->back());
    }
  Into.Launches.Kernels.push_back(std::move(Kernel));
  return true;
}

bool RecordingReader::readArguments(StringRef Hexadecimal, StringRef Pointers,
                                    const std::optional<std::vector<uint64_t>> &Sizes,
                                    ProgramLaunch &Launch) {
  if (Hexadecimal == "?")
    return true;
  std::string Bytes;
  if (Hexadecimal != "." && !tryGetFromHex(Hexadecimal, Bytes))
    return false;
  if (!Sizes || Bytes.size() != std::accumulate(Sizes->begin(), Sizes->end(), uint64_t(0)))
    return false;
  StringRef Rest = Bytes;
  for (uint64_t Size : *Sizes) {
    StringRef Own = Rest.take_front(Size);
    Launch.Arguments.emplace_back().Bytes.assign(Own.begin(), Own.end());
    Rest = Rest.drop_front(Size);
  }
  if (Pointers == ".")
    return true;
  for (StringRef Each : split(Pointers, ',')) {
    auto Numbers = readNumbers(Each, ':');
    if (!Numbers || Numbers->size() != 4 || (*Numbers)[0] >= Launch.Arguments.size())
      return false;
    RecordedArgument &Argument = Launch.Arguments[(*Numbers)[0]];
    RecordedPointer Pointer = {(*Numbers)[1], (*Numbers)[2], (*Numbers)[3]};
    if (!isPointerIn(Pointer, Argument.Bytes.size()))
      return false;
    Argument.Pointers.push_back(Pointer);
  }
  return true;
}

bool RecordingReader::readLaunch(ArrayRef<StringRef> Fields) {
  size_t Number = 0, Kernel = 0;
  ProgramLaunch Launch;
  if (Fields.size() != 8 || Fields[0].getAsInteger(10, Number) ||
      Fields[1].getAsInteger(10, Kernel) || Kernel >= Into.Launches.Kernels.size() ||
      Number >= Counters.size() / memlint_record::CountersOfLaunch ||
      !readExtents(Fields[2], Launch.Grid) || !readExtents(Fields[3], Launch.Block) ||
      !readExtents(Fields[4], Launch.Cluster) ||
      Fields[5].getAsInteger(10, Launch.DynamicSharedBytes))
    return false;
  RecordedKernel &Of = Into.Launches.Kernels[Kernel];
  if (!readArguments(Fields[6], Fields[7], Of.Parameters, Launch))
    return false;
  using namespace memlint_record;
  ArrayRef<uint64_t> Own = Counters.slice(CountersOfLaunch * Number, CountersOfLaunch);
  Launch.Count = Own[MadeCounter];
  Launch.Captured = Own[CapturedCounter];
  if (Own[TimedCounter] != 0)
    Launch.Nanoseconds = std::min(Own[TimeCounter] / Own[TimedCounter], MostLaunchesOrNanoseconds);
  // A kernel of a graph that was not launched, or the process crashed before it counted.
  if (Launch.Count == 0 && Launch.Captured == 0)
    return true;
  constexpr std::array<uint64_t, 3> None = {};
  // The launches that are not distinguished are counted as one without blocks.
  if (Launch.Grid == None && Launch.Block == None) {
    Of.Others += Launch.Count + Launch.Captured;
    return true;
  }
  if (!arePositive(Launch.Grid) || !arePositive(Launch.Block) ||
      (Launch.Cluster != None && !arePositive(Launch.Cluster)))
    return false;
  Of.Launches.push_back(std::move(Launch));
  return true;
}

bool RecordingReader::readLine(StringRef Line) {
  if (Line.consume_front("problem ")) {
    Into.Problems.push_back(Line.str());
    return true;
  }
  if (Line.consume_front("device ")) {
    Into.Launches.HasSeveralDevices |=
        !Into.Launches.Device.empty() && Into.Launches.Device != Line;
    Into.Launches.Device = Line.str();
    return true;
  }
  SmallVector<StringRef, 9> Fields;
  Line.split(Fields, ' ');
  ArrayRef<StringRef> Values = ArrayRef(Fields).drop_front();
  if (Fields.front() == "kernel")
    return readKernel(Values);
  return Fields.front() == "launch" && readLaunch(Values);
}

void RecordingReader::read(StringRef Text) {
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    // Without its end, it is not whole.
    Into.DamagedLines += Line.size() == Text.size() || !readLine(Line);
    Text = Rest;
  }
  // It is not known which of them took a time.
  if (Into.Launches.HasSeveralDevices)
    Into.Launches.Device.clear();
}

ProcessRecording readProcessRecording(StringRef Text, ArrayRef<uint64_t> Counters) {
  ProcessRecording Read;
  RecordingReader(Counters, Read).read(Text);
  // A kernel that a damaged line was about has no launches.
  erase_if(Read.Launches.Kernels,
           [](const RecordedKernel &Each) { return Each.Launches.empty() && Each.Others == 0; });
  // Sorted, equal ones once.
  RecordedLaunches Sorted;
  Sorted.add(Read.Launches);
  Read.Launches = std::move(Sorted);
  return Read;
}

static std::vector<uint64_t> readCounters(StringRef Bytes) {
  std::vector<uint64_t> Counters(Bytes.size() / sizeof(uint64_t));
  for (auto [Index, Each] : enumerate(Counters))
    Each = support::endian::read64<endianness::native>(Bytes.data() + Index * sizeof(uint64_t));
  return Counters;
}

Expected<ProcessRecording> mergeProcessRecordings(StringRef Folder) {
  ProcessRecording All;
  std::error_code Failure;
  for (sys::fs::directory_iterator It(Folder, Failure), End; !Failure && It != End;
       It.increment(Failure)) {
    StringRef Path = It->path();
    if (!sys::path::filename(Path).starts_with("launches-") || Path.ends_with(".counts"))
      continue;
    Expected<std::unique_ptr<MemoryBuffer>> Text = readText(Path);
    if (!Text)
      return Text.takeError();
    Expected<std::unique_ptr<MemoryBuffer>> Counts = readText((Path + ".counts").str());
    if (!Counts)
      return Counts.takeError();
    ProcessRecording One =
        readProcessRecording((*Text)->getBuffer(), readCounters((*Counts)->getBuffer()));
    All.Processes += !One.Launches.Kernels.empty();
    All.Launches.add(One.Launches);
    for (std::string &Each : One.Problems)
      if (!is_contained(All.Problems, Each))
        All.Problems.push_back(std::move(Each));
    All.DamagedLines += One.DamagedLines;
  }
  if (Failure)
    return createStringError("cannot read '" + Folder + "': " + Failure.message());
  return All;
}

} // namespace memlint
