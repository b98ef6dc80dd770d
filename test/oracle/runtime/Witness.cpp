//===- Witness.cpp - Runs two threads of a kernel to their accesses -------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The main function of a program that executes witnesses of races: kernels are run
/// without their own host code, with the grid, block and arguments that standard input
/// specifies, and what two threads do is printed.
///
///   PROGRAM kernels     prints a line for each kernel: symbol, line, name, and the
///                       bytes of each parameter
///   PROGRAM run         reads requests, a line each:
///
///   NAME SYMBOL FILL SECONDS grid*3 block*3 {thread*3 block*3 line}*2 N parameter*N
///
/// A parameter is `-` or its parts with commas between: `0p` (a pointer at byte 0, to
/// memory of its own), `8i4=256` (an integer of 4 bytes at byte 8), `16f4` (a floating
/// point number). FILL is what that memory holds, as 32-bit numbers: `zeros`, `ones`,
/// or `numbers` 0, 1, 2, …; as 32-bit floating point numbers they are tiny.
///
/// For each request the blocks of the two threads are run, each by itself. With tabs between
/// are printed
///
///   access NAME WHO line range kind bytes address offset own other grid path
///
/// for each access of the threads in their lines (line 0: none). Range is 1 for what is copied
/// or set as a whole; offset counts from the start of the object (`-` where that is none of the
/// kernel's); own and other are what the thread knows of itself and of the other
/// (ThreadState::Known); grid is how many barriers of the grid it has come to; path is from the
/// inside outwards: `c12` a call at line 12, `l15:3` the third iteration of the loop at line 15.
/// Then `wait NAME WHO line path` for each barrier, shuffle or vote that the thread comes to, and
/// in the end `end NAME how`.
///
//===----------------------------------------------------------------------===//

#include "Runtime.h"

#include <csignal>
#include <cstdio>
#include <cstring>
#include <cxxabi.h>
#include <iostream>
#include <sstream>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace oracle;

namespace {

/// Memory behind each pointer. Nothing of it is there until it is touched.
constexpr uint64_t WindowBytes = uint64_t(64) << 30;
/// Of that, filled with something else than zeros.
constexpr uint64_t FilledBytes = uint64_t(1) << 20;
/// Accesses that are printed of one request.
constexpr unsigned MostEvents = 100'000;

struct Participant {
  Extent Thread, Block;
  uint32_t Line = 0;
};

struct Request {
  std::string Name, Symbol, Fill;
  unsigned Seconds = 0;
  Extent Grid, Block;
  Participant Who[2];
  std::vector<std::string> Parameters;
};

std::istream &operator>>(std::istream &From, Extent &To) { return From >> To.X >> To.Y >> To.Z; }

std::istream &operator>>(std::istream &From, Request &To) {
  size_t Count = 0;
  From >> To.Name >> To.Symbol >> To.Fill >> To.Seconds >> To.Grid >> To.Block;
  for (Participant &Each : To.Who)
    From >> Each.Thread >> Each.Block >> Each.Line;
  From >> Count;
  To.Parameters.resize(Count);
  for (std::string &Each : To.Parameters)
    From >> Each;
  return From;
}

bool equal(Extent Left, Extent Right) {
  return Left.X == Right.X && Left.Y == Right.Y && Left.Z == Right.Z;
}

const char *name(Kind What) {
  switch (What) {
  case Kind::Load:
    return "load";
  case Kind::Store:
    return "store";
  case Kind::Atomic:
  case Kind::CompareAndSwap:
    return "atomic";
  }
  return "?";
}

class Execution final : public Observer {
public:
  explicit Execution(const Request &Asked) : Asked(Asked) {}

  void run() {
    const Kernel *Found = nullptr;
    for (const Kernel &Each : kernels())
      if (Each.Name == Asked.Symbol)
        Found = &Each;
    if (!Found || Found->Parameters.size() != Asked.Parameters.size())
      fail("no such kernel: " + Asked.Symbol);
    for (size_t Index = 0; Index != Asked.Parameters.size(); ++Index)
      makeArgument(Asked.Parameters[Index], Found->Parameters[Index].Bytes);
    std::vector<void *> Addresses;
    for (std::vector<unsigned char> &Each : Arguments)
      Addresses.push_back(Each.data());
    Observing = this;
    bool Together = equal(Asked.Who[0].Block, Asked.Who[1].Block);
    for (int First = 0; First != (Together ? 1 : 2); ++First) {
      Watched = {NoThread, NoThread};
      for (int Number = 0; Number != 2; ++Number)
        if (Together || Number == First) {
          const Extent &At = Asked.Who[Number].Thread;
          Watched[Number] = int((At.Z * Asked.Block.Y + At.Y) * Asked.Block.X + At.X);
        }
      runBlockOf(Asked.Grid, Asked.Block, Asked.Who[First].Block, Found->Run, Addresses.data(),
                 Watched);
    }
  }

  void onAccess(const AccessSite &Site, const SourcePoint &At, uint64_t Address,
                uint64_t Range) override {
    for (int Number = 0; Number != 2; ++Number) {
      if (!isWatched(Number) || At.Line != Asked.Who[Number].Line)
        continue;
      if (++Events > MostEvents)
        fail("too many accesses");
      std::printf("access\t%s\t%d\t%u\t%u\t%s\t%llu\t%llu\t%s\t%u\t%u\t%u\t%s\n",
                  Asked.Name.c_str(), Number, At.Line, unsigned(Range != 0), name(Site.What),
                  (unsigned long long)(Range ? Range : Site.Bytes), (unsigned long long)Address,
                  offsetOf(Address).c_str(), Current->Known[Number], Current->Known[1 - Number],
                  Current->GridBarriers, path(Site.At.Shim).c_str());
    }
  }

  void onWait(const SourcePoint &At) override {
    for (int Number = 0; Number != 2; ++Number)
      if (isWatched(Number) && ++Events <= MostEvents)
        std::printf("wait\t%s\t%d\t%u\t%s\n", Asked.Name.c_str(), Number, At.Line,
                    path(false).c_str());
  }

private:
  bool isWatched(int Number) const { return Watched[Number] == int(Current->Linear); }

  /// \p InShim: of an access that stands for the call of a shim, which is then not counted as a
  /// call.
  static std::string path(bool InShim) {
    std::string Text;
    for (const Path *At = Current->At; At->Parent; At = At->Parent) {
      const PathLabel &Label = labelOf(*At);
      bool IsAccess = InShim && !Label.IsLoop && !Label.At.Shim;
      if (InShim)
        InShim = !IsAccess;
      if (Label.At.Shim || IsAccess)
        continue;
      Text += Text.empty() ? "" : " ";
      Text += (Label.IsLoop ? 'l' : 'c') + std::to_string(Label.At.Line);
      if (Label.IsLoop)
        Text += ':' + std::to_string(At->Count);
    }
    return Text.empty() ? "-" : Text;
  }

  std::string offsetOf(uint64_t Address) const {
    for (uint64_t Start : Windows)
      if (Address >= Start - WindowBytes / 2 && Address < Start + WindowBytes / 2)
        return std::to_string(int64_t(Address - Start));
    for (const Object &Each : variables())
      if (Address >= Each.Start && Address < Each.Start + Each.Bytes)
        return std::to_string(Address - Each.Start);
    uint64_t Dynamic = uint64_t(dynamicShared());
    if (Address >= Dynamic && Address < Dynamic + DynamicSharedMost)
      return std::to_string(Address - Dynamic);
    return "-";
  }

  uint64_t makeWindow() {
    void *Memory = mmap(nullptr, WindowBytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (Memory == MAP_FAILED)
      fail("no memory for an argument");
    uint64_t Start = uint64_t(Memory) + WindowBytes / 2;
    if (Asked.Fill != "zeros")
      for (uint32_t Index = 0; Index != FilledBytes / 4; ++Index)
        reinterpret_cast<uint32_t *>(Start)[Index] = Asked.Fill == "ones" ? 1 : Index;
    Windows.push_back(Start);
    return Start;
  }

  void makeArgument(const std::string &Parts, uint32_t Bytes) {
    std::vector<unsigned char> Image(Bytes + 8);
    std::istringstream From(Parts == "-" ? "" : Parts);
    std::string Part;
    while (std::getline(From, Part, ',')) {
      unsigned Offset = 0, Size = 0;
      char Form = 0;
      long long Value = 0;
      std::sscanf(Part.c_str(), "%u%c%u=%lld", &Offset, &Form, &Size, &Value);
      if (Form == 'p') {
        Value = (long long)makeWindow();
        Size = 8;
      }
      if (Offset + Size > Bytes || Size > 8)
        fail("an argument that does not fit: " + Parts);
      float Single = 1;
      double Double = 1;
      std::memcpy(Image.data() + Offset,
                  Form != 'f' ? static_cast<const void *>(&Value)
                  : Size == 8 ? static_cast<const void *>(&Double)
                              : static_cast<const void *>(&Single),
                  Form != 'f' || Size == 4 || Size == 8 ? Size : 0);
    }
    Arguments.push_back(std::move(Image));
  }

  const Request &Asked;
  WatchedThreads Watched = {NoThread, NoThread};
  std::vector<std::vector<unsigned char>> Arguments;
  std::vector<uint64_t> Windows;
  unsigned Events = 0;
};

/// In a process of its own, which may crash or never end.
std::string execute(const Request &Asked) {
  std::fflush(stdout);
  pid_t Child = fork();
  if (Child < 0)
    fail("no further process");
  if (Child == 0) {
    rlimit Limit = {Asked.Seconds, Asked.Seconds};
    setrlimit(RLIMIT_CPU, &Limit);
    rlimit NoCore = {0, 0};
    setrlimit(RLIMIT_CORE, &NoCore);
    // What was printed must not be lost.
    std::setvbuf(stdout, nullptr, _IOLBF, 1 << 16);
    Execution(Asked).run();
    std::fflush(stdout);
    std::_Exit(0);
  }
  int Status = 0;
  waitpid(Child, &Status, 0);
  if (WIFSIGNALED(Status))
    return WTERMSIG(Status) == SIGKILL || WTERMSIG(Status) == SIGXCPU ? "too-long" : "crashed";
  return WEXITSTATUS(Status) == 0 ? "done" : "stopped";
}

} // namespace

int main(int Count, char **Words) {
  std::string What = Count == 2 ? Words[1] : "";
  if (What == "kernels") {
    for (const Kernel &Each : kernels()) {
      int Status = 0;
      char *Readable = abi::__cxa_demangle(Each.Name.c_str(), nullptr, nullptr, &Status);
      std::printf("%s\t%u\t%s", Each.Name.c_str(), Each.Line,
                  Readable ? Readable : Each.Name.c_str());
      for (const Parameter &Own : Each.Parameters)
        std::printf("\t%u", Own.Bytes);
      std::printf("\n");
    }
    return 0;
  }
  if (What != "run") {
    std::fprintf(stderr, "usage: %s kernels | run\n", Words[0]);
    return 2;
  }
  Request Asked;
  while (std::cin >> Asked) {
    std::string Ending = execute(Asked);
    std::printf("end\t%s\t%s\n", Asked.Name.c_str(), Ending.c_str());
  }
}
