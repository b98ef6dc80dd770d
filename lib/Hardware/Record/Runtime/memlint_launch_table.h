//===- memlint_launch_table.h - Distinct launches, counted ------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the library that records launches does with each of them, as far as neither CUDA nor CUPTI
/// is needed for it: C++17 and the standard library, so that unit tests include it, too.
///
/// A distinct launch is written once, when it is first seen, as a line of text; how often it was
/// seen is a number in memory that the writer of the text shares with a file. Neither is lost when
/// the program crashes. The lines, with fields separated by one blank each:
///
///   kernel <kernel> <symbol> <parameters>
///   launch <launch> <kernel> <grid> <block> <cluster> <shared bytes> <arguments> <pointers>
///   device <name>
///   problem <text>
///
/// where grid, block and cluster are `x,y,z`; parameters are `<offset>:<bytes>,…`; arguments are
/// the bytes of all parameters in hexadecimal digits, one behind the other, those of pointers 0;
/// pointers are `<parameter>:<byte in it>:<alignment>:<buffer>,…`. A list without elements is `.`,
/// one that is not known `?`. Kernels and launches are numbered from 0.
///
/// CountersOfLaunch counters belong to each launch, in the order of LaunchCounter.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_RUNTIME_MEMLINT_LAUNCH_TABLE_H
#define CUDA_MEMLINT_RUNTIME_MEMLINT_LAUNCH_TABLE_H

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace memlint_record {

/// Where a parameter lies in the memory of all parameters, and how long it is, in bytes.
struct Parameter {
  std::size_t Offset = 0;
  std::size_t Bytes = 0;
};

struct Parameters {
  /// The driver says what they are.
  bool AreKnown = false;
  std::vector<Parameter> Each;
};

/// Eight bytes of an argument that hold an address on the device.
struct PointerWord {
  std::uint32_t Parameter = 0;
  /// From the parameter's start.
  std::uint32_t Byte = 0;
  /// The largest power of two that divides the address, at most LargestAlignment.
  std::uint32_t Alignment = 0;
  /// Words with one number, 1 or more, hold one address. 0: no other word holds it.
  std::uint32_t Buffer = 0;
};

constexpr std::uint64_t LargestAlignment = 256;

/// What is counted of a launch: how often it was made, how often it was captured into a graph, how
/// many of those that were made have been timed, and the nanoseconds that these took together.
enum LaunchCounter : std::size_t { MadeCounter, CapturedCounter, TimedCounter, TimeCounter };
constexpr std::size_t CountersOfLaunch = 4;

using Extents = std::array<std::uint32_t, 3>;

struct Launch {
  Extents Grid = {}, Block = {}, Cluster = {};
  std::uint32_t SharedBytes = 0;
  /// Arguments could be read.
  bool HasArguments = false;
  std::string Bytes;
  std::vector<PointerWord> Pointers;
};

/// Whether an address on the device may have this value: what is smaller is an integer, what is
/// larger a number with a fraction or a sign.
inline bool mayBeAddress(std::uint64_t Value) {
  return Value >= (std::uint64_t(1) << 32) && Value < (std::uint64_t(1) << 57);
}

inline std::uint32_t alignmentOf(std::uint64_t Address) {
  return std::uint32_t(std::min(LargestAlignment, Address & (~Address + 1)));
}

/// Reads the arguments of a launch into \p Into. \p ArgumentOf returns the bytes of the parameter
/// of that number; null: they cannot be read. \p IsAddress decides of values that may be addresses.
template <typename ArgumentReader, typename AddressTest>
void readArguments(const Parameters &Of, ArgumentReader ArgumentOf, AddressTest IsAddress,
                   Launch &Into) {
  Into.HasArguments = false;
  Into.Bytes.clear();
  Into.Pointers.clear();
  if (!Of.AreKnown)
    return;
  // With the addresses, as Into.Pointers has no room for them; launches have few.
  static thread_local std::vector<std::uint64_t> Addresses;
  Addresses.clear();
  std::uint32_t Buffers = 0;
  for (std::size_t Number = 0; Number != Of.Each.size(); ++Number) {
    std::size_t Size = Of.Each[Number].Bytes, Start = Into.Bytes.size();
    const char *Argument = ArgumentOf(Number);
    if (!Argument)
      return;
    Into.Bytes.append(Argument, Size);
    std::uint64_t Value = 0;
    for (std::size_t Byte = 0; Byte + sizeof(Value) <= Size; Byte += sizeof(Value)) {
      std::memcpy(&Value, Argument + Byte, sizeof(Value));
      if (!mayBeAddress(Value) || !IsAddress(Value))
        continue;
      std::memset(&Into.Bytes[Start + Byte], 0, sizeof(Value));
      PointerWord Word = {std::uint32_t(Number), std::uint32_t(Byte), alignmentOf(Value), 0};
      for (std::size_t Earlier = 0; Earlier != Addresses.size(); ++Earlier)
        if (Addresses[Earlier] == Value) {
          PointerWord &First = Into.Pointers[Earlier];
          if (First.Buffer == 0)
            First.Buffer = ++Buffers;
          Word.Buffer = First.Buffer;
          break;
        }
      Into.Pointers.push_back(Word);
      Addresses.push_back(Value);
    }
  }
  Into.HasArguments = true;
}

/// Counts launches. Not to be used by two threads at a time.
class LaunchTable {
public:
  /// Launches of one kernel that are distinguished. Further ones are counted together.
  static constexpr std::size_t MostLaunchesOfKernel = 256;

  /// \p Write takes lines, each with its end. There are \p CounterCount counters at \p Counters,
  /// all 0; they and what \p Write does outlive this object.
  LaunchTable(std::function<void(const std::string &)> Write, std::atomic<std::uint64_t> *Counters,
              std::size_t CounterCount)
      : Write(std::move(Write)), Counters(Counters), CounterCount(CounterCount) {}

  /// A number for the kernel. Kernels of one symbol with other parameters are others.
  std::size_t addKernel(std::string_view Symbol, const Parameters &Of) {
    std::string Line(Symbol);
    Line += ' ';
    appendParameters(Line, Of);
    auto [Found, IsNew] = Kernels.try_emplace(Line, Kernels.size());
    if (IsNew) {
      LaunchesOfKernel.push_back(0);
      Write("kernel " + std::to_string(Found->second) + ' ' + Line + '\n');
    }
    return Found->second;
  }

  /// Counts a launch of \p Kernel, and returns its number.
  std::size_t count(std::size_t Kernel, const Launch &Of, bool IsCaptured) {
    std::size_t Number = numberOf(Kernel, Of);
    add(Number, IsCaptured ? CapturedCounter : MadeCounter, 1);
    return Number;
  }

  /// Counts one more launch with the number \p Launch.
  void countAgain(std::size_t Launch) { add(Launch, MadeCounter, 1); }

  /// The number of a launch of \p Kernel, which this does not count.
  std::size_t numberOf(std::size_t Kernel, const Launch &Of) {
    makeKey(Kernel, Of);
    auto Found = Launches.find(std::string_view(Key));
    if (Found == Launches.end()) {
      Launch Others;
      const Launch *New = &Of;
      if (LaunchesOfKernel[Kernel] >= MostLaunchesOfKernel) {
        New = &Others;
        makeKey(Kernel, Others);
        Found = Launches.find(std::string_view(Key));
      }
      if (Found == Launches.end())
        Found = addLaunch(Kernel, *New);
    }
    return Found->second;
  }

  /// A launch with the number \p Launch took so long.
  void addTime(std::size_t Launch, std::uint64_t Nanoseconds) {
    add(Launch, TimedCounter, 1);
    add(Launch, TimeCounter, Nanoseconds);
  }

private:
  using LaunchMap = std::unordered_map<std::string_view, std::size_t>;

  bool isCounted(std::size_t Launch) const { return Launch < CounterCount / CountersOfLaunch; }

  void add(std::size_t Launch, LaunchCounter Which, std::uint64_t Amount) {
    if (isCounted(Launch))
      Counters[CountersOfLaunch * Launch + Which].fetch_add(Amount, std::memory_order_relaxed);
  }

  LaunchMap::iterator addLaunch(std::size_t Kernel, const Launch &Of) {
    ++LaunchesOfKernel[Kernel];
    std::size_t Number = Launches.size();
    Keys.push_back(Key);
    auto Added = Launches.emplace(Keys.back(), Number).first;
    if (isCounted(Number))
      Write(lineOf(Number, Kernel, Of));
    return Added;
  }

  template <typename T> void appendToKey(const T &Value) {
    Key.append(reinterpret_cast<const char *>(&Value), sizeof(Value));
  }

  void makeKey(std::size_t Kernel, const Launch &Of) {
    Key.clear();
    appendToKey(Kernel);
    appendToKey(Of.Grid);
    appendToKey(Of.Block);
    appendToKey(Of.Cluster);
    appendToKey(Of.SharedBytes);
    appendToKey(Of.HasArguments);
    if (!Of.HasArguments)
      return;
    Key += Of.Bytes;
    for (const PointerWord &Each : Of.Pointers)
      appendToKey(Each);
  }

  static void appendParameters(std::string &Line, const Parameters &Of) {
    if (!Of.AreKnown || Of.Each.empty()) {
      Line += Of.AreKnown ? '.' : '?';
      return;
    }
    const char *Separator = "";
    for (const Parameter &Each : Of.Each) {
      Line += Separator + std::to_string(Each.Offset) + ':' + std::to_string(Each.Bytes);
      Separator = ",";
    }
  }

  static std::string textOf(const Extents &Of) {
    return std::to_string(Of[0]) + ',' + std::to_string(Of[1]) + ',' + std::to_string(Of[2]);
  }

  static std::string lineOf(std::size_t Number, std::size_t Kernel, const Launch &Of) {
    std::string Line = "launch " + std::to_string(Number) + ' ' + std::to_string(Kernel) + ' ' +
                       textOf(Of.Grid) + ' ' + textOf(Of.Block) + ' ' + textOf(Of.Cluster) + ' ' +
                       std::to_string(Of.SharedBytes) + ' ';
    if (!Of.HasArguments)
      return Line + "? ?\n";
    static constexpr char Digits[] = "0123456789abcdef";
    for (unsigned char Byte : Of.Bytes) {
      Line += Digits[Byte >> 4];
      Line += Digits[Byte & 15];
    }
    Line += Of.Bytes.empty() ? ". " : " ";
    const char *Separator = "";
    for (const PointerWord &Each : Of.Pointers) {
      Line += Separator + std::to_string(Each.Parameter) + ':' + std::to_string(Each.Byte) + ':' +
              std::to_string(Each.Alignment) + ':' + std::to_string(Each.Buffer);
      Separator = ",";
    }
    return Line + (Of.Pointers.empty() ? ".\n" : "\n");
  }

  std::function<void(const std::string &)> Write;
  std::atomic<std::uint64_t> *Counters;
  std::size_t CounterCount;
  /// By their lines.
  std::unordered_map<std::string, std::size_t> Kernels;
  std::vector<std::size_t> LaunchesOfKernel;
  /// By their keys, which Keys owns.
  LaunchMap Launches;
  std::deque<std::string> Keys;
  /// That of the launch at hand.
  std::string Key;
};

} // namespace memlint_record

#endif // CUDA_MEMLINT_RUNTIME_MEMLINT_LAUNCH_TABLE_H
