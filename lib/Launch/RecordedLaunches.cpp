//===- RecordedLaunches.cpp - Launches that a program made ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Launch/RecordedLaunches.h"

#include "cuda-memlint/Model/MeanTime.h"
#include "cuda-memlint/Model/MemoryProgram.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"

#include <map>
#include <tuple>

using namespace llvm;

namespace memlint {

bool ProgramLaunch::isSameShape(const ProgramLaunch &Other) const {
  return Grid == Other.Grid && Block == Other.Block && Cluster == Other.Cluster &&
         DynamicSharedBytes == Other.DynamicSharedBytes && Arguments == Other.Arguments;
}

bool isMoreFrequent(const ProgramLaunch &Left, const ProgramLaunch &Right) {
  uint64_t Times = Left.Count + Left.Captured, OtherTimes = Right.Count + Right.Captured;
  return Times != OtherTimes ? Times > OtherTimes : Left < Right;
}

/// Of launches that were made together; 0 unless all of them are timed.
static uint64_t timeTogether(const ProgramLaunch &Left, const ProgramLaunch &Right) {
  if (Left.Count == 0 || Right.Count == 0)
    return Left.Count == 0 ? Right.Nanoseconds : Left.Nanoseconds;
  if (Left.Nanoseconds == 0 || Right.Nanoseconds == 0)
    return 0;
  return meanTime({Left.Nanoseconds, Left.Count}, {Right.Nanoseconds, Right.Count});
}

/// Adds \p Each to \p Launches, which are sorted.
static void addLaunch(std::vector<ProgramLaunch> &Launches, const ProgramLaunch &Each) {
  // The counts come last in the order.
  ProgramLaunch Uncounted = Each;
  Uncounted.Count = Uncounted.Captured = Uncounted.Nanoseconds = 0;
  auto At = lower_bound(Launches, Uncounted);
  if (At == Launches.end() || !At->isSameShape(Each)) {
    Launches.insert(At, Each);
    return;
  }
  At->Nanoseconds = timeTogether(*At, Each);
  At->Count += Each.Count;
  At->Captured += Each.Captured;
}

/// Leaves those made most often.
static void capLaunches(RecordedKernel &Kernel) {
  if (Kernel.Launches.size() <= MostRecordedLaunches)
    return;
  sort(Kernel.Launches, isMoreFrequent);
  for (const ProgramLaunch &Each : drop_begin(Kernel.Launches, MostRecordedLaunches))
    Kernel.Others += Each.Count + Each.Captured;
  Kernel.Launches.resize(MostRecordedLaunches);
  sort(Kernel.Launches);
}

void RecordedLaunches::add(const RecordedLaunches &Other) {
  using Key = std::pair<std::string, std::optional<std::vector<uint64_t>>>;
  std::map<Key, RecordedKernel> All;
  auto Add = [&](const RecordedKernel &Kernel) {
    RecordedKernel &Into = All[{Kernel.Symbol, Kernel.Parameters}];
    Into.Symbol = Kernel.Symbol;
    Into.Parameters = Kernel.Parameters;
    Into.Others += Kernel.Others;
    for (const ProgramLaunch &Each : Kernel.Launches)
      addLaunch(Into.Launches, Each);
  };
  for_each(Kernels, Add);
  for_each(Other.Kernels, Add);
  HasSeveralDevices |= Other.HasSeveralDevices ||
                       (!Device.empty() && !Other.Device.empty() && Device != Other.Device);
  if (Device.empty())
    Device = Other.Device;
  if (HasSeveralDevices)
    Device.clear();
  Kernels.clear();
  for (auto &Each : All) {
    for (ProgramLaunch &Launch : Each.second.Launches)
      if (Device.empty())
        Launch.Nanoseconds = 0;
    capLaunches(Each.second);
    Kernels.push_back(std::move(Each.second));
  }
}

/// What nvcc puts before the symbols of kernels that other files cannot see, in relocatable code:
/// `__nv_static_19__146f87c8_4_s_cu_cc_`, where 19 characters identify the file.
static StringRef withoutFilePrefix(StringRef Symbol) {
  StringRef Rest = Symbol;
  size_t Length = 0;
  if (!Rest.consume_front("__nv_static_") || Rest.consumeInteger(10, Length) ||
      !Rest.consume_front("_") || Length >= Rest.size() || Rest[Length] != '_')
    return Symbol;
  return Rest.drop_front(Length + 1);
}

std::string readableSymbol(StringRef Symbol) { return demangle(withoutFilePrefix(Symbol)); }

static std::string describeSizes(ArrayRef<uint64_t> Sizes) {
  if (Sizes.empty())
    return "none";
  return join(map_range(Sizes, [](uint64_t Size) { return utostr(Size); }), ", ") + " bytes";
}

std::string RecordedKernel::misfit(ArrayRef<KernelParameter> Declared) const {
  constexpr uint64_t PointerBytes = 8;
  if (!Parameters)
    return "";
  std::vector<uint64_t> Sizes;
  for (const KernelParameter &Each : Declared)
    Sizes.push_back(Each.IsReference ? PointerBytes : Each.Bits / 8);
  if (Sizes == *Parameters)
    return "";
  return "takes parameters of other sizes (" + describeSizes(Sizes) + ") than were recorded (" +
         describeSizes(*Parameters) + ")";
}

/// The integer in \p Bits bits of \p Argument from \p FirstBit on, as \p Leaf has it; nothing where
/// it does not fit.
static std::optional<int64_t> integerIn(const RecordedArgument &Argument, uint64_t FirstBit,
                                        uint64_t Bits, ExprRef Leaf) {
  constexpr uint64_t MostBits = 64;
  if (Bits == 0 || Bits > MostBits || FirstBit + Bits > 8 * Argument.Bytes.size())
    return std::nullopt;
  uint64_t Value = 0;
  for (uint64_t Bit = 0; Bit != Bits; ++Bit) {
    uint64_t At = FirstBit + Bit;
    Value |= uint64_t((Argument.Bytes[At / 8] >> (At % 8)) & 1) << Bit;
  }
  bool IsSigned = Leaf->leaf().Range.Low < 0;
  if (IsSigned)
    return SignExtend64(Value, unsigned(Bits));
  return Value <= uint64_t(INT64_MAX) ? std::optional(int64_t(Value)) : std::nullopt;
}

static const RecordedPointer *pointerAt(const RecordedArgument &Argument, uint64_t Byte) {
  auto Found =
      find_if(Argument.Pointers, [&](const RecordedPointer &Each) { return Each.Byte == Byte; });
  return Found == Argument.Pointers.end() ? nullptr : &*Found;
}

/// An address that is an odd multiple of \p Alignment, or any of the largest one.
static void setAlignment(LaunchArgument &Into, uint64_t Alignment) {
  constexpr uint64_t Largest = 256;
  Into.AlignmentBytes = std::min(Largest, 2 * Alignment);
  Into.AlignmentResidue = Alignment % Into.AlignmentBytes;
}

static void setPointer(LaunchArgument &Into, const RecordedArgument &Argument, uint64_t Byte) {
  constexpr uint64_t PointerBytes = 8;
  if (const RecordedPointer *Pointer = pointerAt(Argument, Byte)) {
    setAlignment(Into, Pointer->Alignment);
    Into.IsNull = false;
    Into.SharedAllocation = unsigned(Pointer->Buffer);
    if (Pointer->Buffer != 0)
      Into.SharedOffset = 0;
    return;
  }
  bool IsThere = Byte + PointerBytes <= Argument.Bytes.size();
  ArrayRef<uint8_t> Held =
      IsThere ? ArrayRef(Argument.Bytes).slice(Byte, PointerBytes) : ArrayRef<uint8_t>();
  Into.IsNull = IsThere && all_of(Held, [](uint8_t Each) { return Each == 0; });
  // Memory of the host that the driver does not know, such as a variable's.
  if (!*Into.IsNull) {
    Into.IsNull.reset();
    Into.AlignmentBytes = 1;
    Into.AlignmentResidue = 0;
  }
}

/// An integer may be an address, or a part of one, which was not recorded.
static void setInteger(LaunchArgument &Into, const KernelParameter &Part,
                       const RecordedArgument &Argument) {
  constexpr uint64_t PointerBits = 64;
  for (const RecordedPointer &Each : Argument.Pointers) {
    uint64_t First = 8 * Each.Byte;
    if (Part.FirstBit >= First + PointerBits || First >= Part.FirstBit + Part.Bits)
      continue;
    if (Part.FirstBit == First && Part.Bits == PointerBits)
      Into.Multiple = Each.Alignment;
    return;
  }
  Into.Value = integerIn(Argument, Part.FirstBit, Part.Bits, Part.Value);
}

static void setArgument(LaunchArgument &Into, const KernelParameter &Part,
                        const RecordedArgument &Argument) {
  if (Part.Value)
    setInteger(Into, Part, Argument);
  else if (Part.IsPointer || Part.IsReference)
    setPointer(Into, Argument, Part.FirstBit / 8);
  for (const KernelParameter &Field : Part.Fields)
    setArgument(Into.Fields.emplace_back(), Field, Argument);
}

/// Pairs of arguments that hold one address, the lower first; one twice where it holds it twice.
static std::vector<std::pair<unsigned, unsigned>>
aliasedArguments(ArrayRef<RecordedArgument> Arguments) {
  std::vector<std::pair<unsigned, unsigned>> Result;
  std::vector<std::pair<unsigned, uint64_t>> Seen;
  for (auto [Number, Argument] : enumerate(Arguments))
    for (const RecordedPointer &Pointer : Argument.Pointers) {
      if (Pointer.Buffer == 0)
        continue;
      for (auto [Earlier, Buffer] : Seen)
        if (std::pair Pair(Earlier, unsigned(Number));
            Buffer == Pointer.Buffer && !is_contained(Result, Pair))
          Result.push_back(Pair);
      Seen.emplace_back(unsigned(Number), Pointer.Buffer);
    }
  return Result;
}

LaunchContext contextOf(const ProgramLaunch &Launch, ArrayRef<KernelParameter> Parameters,
                        StringRef Device) {
  LaunchContext Context;
  Context.Origin = LaunchOrigin::Recorded;
  Context.Count = Launch.Count;
  if (Launch.Nanoseconds != 0)
    Context.Time = LaunchTime{Launch.Nanoseconds, Device.str()};
  for (unsigned Dimension = 0; Dimension != 3; ++Dimension) {
    Context.Grid[Dimension] = Launch.Grid[Dimension];
    Context.Block[Dimension] = Launch.Block[Dimension];
  }
  if (Launch.Cluster != std::array<uint64_t, 3>())
    Context.Cluster = Launch.Cluster;
  Context.DynamicSharedBytes = Launch.DynamicSharedBytes;
  for (auto [Parameter, Argument] : zip(Parameters, Launch.Arguments))
    setArgument(Context.Arguments.emplace_back(), Parameter, Argument);
  Context.AliasedArguments = aliasedArguments(Launch.Arguments);
  return Context;
}

} // namespace memlint
