//===- Threads.cpp - The threads of a block as coroutines -----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"

#include <bit>
#include <cstring>
#include <functional>
#include <memory>
#include <sys/mman.h>
#include <ucontext.h>
#include <utility>
#include <vector>

namespace oracle {

ThreadState *Current = nullptr;

namespace {

constexpr size_t StackBytes = 128 << 10;
constexpr unsigned MostThreads = 1024;

enum class Wait {
  None,
  Barrier,    ///< for all threads of the block
  Exchange,   ///< for the lanes of Mask
  ActiveMask, ///< for those lanes of the warp that come along the same path
  Ended
};

struct Coroutine : ThreadState {
  ucontext_t Context;
  Wait For = Wait::None;
  unsigned BarrierName = 0;
  uint32_t BarrierThreads = 0;
  uint64_t BarrierValue = 0;
  uint32_t Mask = 0;
  bool OrdersMemory = false; ///< the exchange is a barrier, too
  uint64_t Given = 0;
  uint64_t Taken[LanesPerWarp];
};

struct Scheduler {
  unsigned char *Stacks = nullptr;
  std::vector<std::unique_ptr<Coroutine>> Threads;
  unsigned Count = 0;
  ucontext_t Main;
  void (*Kernel)(void **) = nullptr;
  void **Arguments = nullptr;
  WatchedThreads Watched = {NoThread, NoThread};
  /// By name of a barrier: those who came and did not wait.
  struct Arrivals {
    unsigned Count = 0;
    std::array<uint32_t, 2> Known = {};
  };
  std::array<Arrivals, 16> Early;

  Scheduler() {
    void *Memory = mmap(nullptr, StackBytes * MostThreads, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (Memory == MAP_FAILED)
      fail("no memory for stacks");
    Stacks = static_cast<unsigned char *>(Memory);
    for (unsigned Index = 0; Index != MostThreads; ++Index)
      Threads.push_back(std::make_unique<Coroutine>());
  }

  Coroutine &current() { return *static_cast<Coroutine *>(Current); }

  void giveWay() {
    Coroutine &Own = current();
    swapcontext(&Own.Context, &Main);
  }

  static void start() {
    Scheduler &Own = only();
    Own.Kernel(Own.Arguments);
    Own.current().For = Wait::Ended;
    Own.giveWay();
  }

  static Scheduler &only() {
    static Scheduler Instance;
    return Instance;
  }

  void runBlock(Extent Grid, Extent Block, Extent BlockIndex, uint32_t LinearBlock) {
    Count = Block.count();
    Early = {};
    for (unsigned Index = 0; Index != Count; ++Index) {
      Coroutine &Each = *Threads[Index];
      Each.Index = {Index % Block.X, Index / Block.X % Block.Y, Index / Block.X / Block.Y};
      Each.BlockIndex = BlockIndex;
      Each.Grid = Grid;
      Each.Block = Block;
      Each.LinearBlock = LinearBlock;
      Each.Linear = Index;
      Each.At = pathRoot();
      Each.For = Wait::None;
      Each.GridBarriers = 0;
      for (unsigned Number = 0; Number != Watched.size(); ++Number)
        Each.Known[Number] = Watched[Number] == int(Index);
      getcontext(&Each.Context);
      Each.Context.uc_stack.ss_sp = Stacks + Index * StackBytes;
      Each.Context.uc_stack.ss_size = StackBytes;
      Each.Context.uc_link = nullptr;
      makecontext(&Each.Context, start, 0);
    }
    while (true) {
      bool Ran = false;
      for (unsigned Index = 0; Index != Count; ++Index) {
        Coroutine &Each = *Threads[Index];
        if (Each.For != Wait::None)
          continue;
        Ran = true;
        Current = &Each;
        swapcontext(&Main, &Each.Context);
      }
      if (Ran)
        continue;
      if (releaseExchanges() || releaseActiveMasks() || releaseBarriers())
        continue;
      for (unsigned Index = 0; Index != Count; ++Index)
        if (Threads[Index]->For != Wait::Ended)
          fail("the threads of a block wait for each other for ever");
      break;
    }
    Current = nullptr;
    writeBlock();
  }

  /// Those of \p Members have waited for each other: each now knows what any of them did.
  void join(const std::vector<unsigned> &Members, std::array<uint32_t, 2> Together = {}) {
    for (unsigned Index : Members)
      for (unsigned Number = 0; Number != Watched.size(); ++Number)
        Together[Number] = std::max(Together[Number], Threads[Index]->Known[Number]);
    for (unsigned Index : Members)
      for (unsigned Number = 0; Number != Watched.size(); ++Number)
        Threads[Index]->Known[Number] = Together[Number] + (Watched[Number] == int(Index));
  }

  unsigned lanesOf(unsigned First) const { return std::min(LanesPerWarp, Count - First); }

  bool releaseExchanges() {
    bool Any = false;
    for (unsigned First = 0; First < Count; First += LanesPerWarp) {
      uint32_t Present = 0, Waiting = 0;
      for (unsigned Lane = 0; Lane != lanesOf(First); ++Lane) {
        Present |= uint32_t(Threads[First + Lane]->For != Wait::Ended) << Lane;
        Waiting |= uint32_t(Threads[First + Lane]->For == Wait::Exchange) << Lane;
      }
      for (unsigned Lane = 0; Lane != lanesOf(First); ++Lane) {
        Coroutine &Leader = *Threads[First + Lane];
        if (Leader.For != Wait::Exchange)
          continue;
        uint32_t Group = Leader.Mask & Present;
        bool Complete = (Group & ~Waiting) == 0;
        for (unsigned Other = 0; Other != lanesOf(First) && Complete; ++Other)
          if (Group >> Other & 1)
            Complete = Threads[First + Other]->Mask == Leader.Mask;
        if (!Complete)
          continue;
        for (unsigned Other = 0; Other != lanesOf(First); ++Other) {
          if (!(Group >> Other & 1))
            continue;
          Coroutine &Receiver = *Threads[First + Other];
          for (unsigned Source = 0; Source != LanesPerWarp; ++Source)
            Receiver.Taken[Source] =
                Source < lanesOf(First) && Group >> Source & 1 ? Threads[First + Source]->Given : 0;
          Receiver.Mask = Group;
        }
        std::vector<unsigned> Members;
        for (unsigned Other = 0; Other != lanesOf(First); ++Other)
          if (Group >> Other & 1) {
            Threads[First + Other]->For = Wait::None;
            Members.push_back(First + Other);
          }
        if (Leader.OrdersMemory)
          join(Members);
        Waiting &= ~Group;
        Any = true;
      }
    }
    return Any;
  }

  bool releaseActiveMasks() {
    bool Any = false;
    for (unsigned First = 0; First < Count; First += LanesPerWarp)
      for (unsigned Lane = 0; Lane != lanesOf(First); ++Lane) {
        Coroutine &Leader = *Threads[First + Lane];
        if (Leader.For != Wait::ActiveMask)
          continue;
        uint32_t Group = 0;
        for (unsigned Other = Lane; Other != lanesOf(First); ++Other)
          if (Threads[First + Other]->For == Wait::ActiveMask &&
              Threads[First + Other]->At == Leader.At)
            Group |= 1u << Other;
        for (unsigned Other = Lane; Other != lanesOf(First); ++Other)
          if (Group >> Other & 1) {
            Threads[First + Other]->Mask = Group;
            Threads[First + Other]->For = Wait::None;
          }
        Any = true;
      }
    return Any;
  }

  bool releaseBarriers() {
    bool Any = false;
    for (unsigned Name = 0; Name != 16; ++Name) {
      unsigned Arrived = 0, Present = 0, Needed = 0;
      uint64_t Sum = 0;
      for (unsigned Index = 0; Index != Count; ++Index) {
        const Coroutine &Each = *Threads[Index];
        Present += Each.For != Wait::Ended;
        if (Each.For == Wait::Barrier && Each.BarrierName == Name) {
          ++Arrived;
          Needed = std::max(Needed, Each.BarrierThreads);
          Sum += Each.BarrierValue;
        }
      }
      if (Arrived == 0 || Arrived + Early[Name].Count != (Needed != 0 ? Needed : Present))
        continue;
      std::vector<unsigned> Members;
      for (unsigned Index = 0; Index != Count; ++Index) {
        Coroutine &Each = *Threads[Index];
        if (Each.For == Wait::Barrier && Each.BarrierName == Name) {
          Each.For = Wait::None;
          Each.Given = Sum;
          Each.Mask = Arrived;
          Members.push_back(Index);
        }
      }
      join(Members, std::exchange(Early[Name], {}).Known);
      Any = true;
    }
    return Any;
  }
};

void reportWait() {
  if (Observing)
    Observing->onWait(pointOutsideShims({0, 0, true, ""}, Current->At));
}

/// Waits at a barrier; how many threads were there, and the sum of their values.
std::pair<unsigned, uint64_t> barrier(unsigned Name, unsigned NumberOfThreads, uint64_t Value) {
  Scheduler &Block = Scheduler::only();
  Coroutine &Own = Block.current();
  reportWait();
  Own.For = Wait::Barrier;
  Own.BarrierName = Name;
  Own.BarrierThreads = NumberOfThreads;
  Own.BarrierValue = Value;
  Block.giveWay();
  return {Own.Mask, Own.Given};
}

} // namespace

bool isOnStack(uint64_t Address) {
  uint64_t First = uint64_t(Scheduler::only().Stacks);
  return Address >= First && Address < First + StackBytes * MostThreads;
}

void runGrid(Extent Grid, Extent Block, void (*Kernel)(void **), void **Arguments) {
  if (Block.count() == 0 || Block.count() > MostThreads || Grid.count() == 0)
    fail("a launch of no thread or of too many");
  Scheduler &Threads = Scheduler::only();
  Threads.Kernel = Kernel;
  Threads.Arguments = Arguments;
  uint32_t Linear = 0;
  for (unsigned Z = 0; Z != Grid.Z; ++Z)
    for (unsigned Y = 0; Y != Grid.Y; ++Y)
      for (unsigned X = 0; X != Grid.X; ++X)
        Threads.runBlock(Grid, Block, {X, Y, Z}, Linear++);
}

void runBlockOf(Extent Grid, Extent Block, Extent BlockIndex, void (*Kernel)(void **),
                void **Arguments, WatchedThreads Watched) {
  if (Block.count() == 0 || Block.count() > MostThreads)
    fail("a block of no thread or of too many");
  Scheduler &Threads = Scheduler::only();
  Threads.Kernel = Kernel;
  Threads.Arguments = Arguments;
  Threads.Watched = Watched;
  Threads.runBlock(Grid, Block, BlockIndex,
                   (BlockIndex.Z * Grid.Y + BlockIndex.Y) * Grid.X + BlockIndex.X);
}

extern "C" {

unsigned nvvm_read_ptx_sreg_tid_x() { return Current->Index.X; }
unsigned nvvm_read_ptx_sreg_tid_y() { return Current->Index.Y; }
unsigned nvvm_read_ptx_sreg_tid_z() { return Current->Index.Z; }
unsigned nvvm_read_ptx_sreg_ctaid_x() { return Current->BlockIndex.X; }
unsigned nvvm_read_ptx_sreg_ctaid_y() { return Current->BlockIndex.Y; }
unsigned nvvm_read_ptx_sreg_ctaid_z() { return Current->BlockIndex.Z; }
unsigned nvvm_read_ptx_sreg_ntid_x() { return Current->Block.X; }
unsigned nvvm_read_ptx_sreg_ntid_y() { return Current->Block.Y; }
unsigned nvvm_read_ptx_sreg_ntid_z() { return Current->Block.Z; }
unsigned nvvm_read_ptx_sreg_nctaid_x() { return Current->Grid.X; }
unsigned nvvm_read_ptx_sreg_nctaid_y() { return Current->Grid.Y; }
unsigned nvvm_read_ptx_sreg_nctaid_z() { return Current->Grid.Z; }
unsigned nvvm_read_ptx_sreg_laneid() { return Current->Linear % LanesPerWarp; }
unsigned nvvm_read_ptx_sreg_warpid() { return Current->Linear / LanesPerWarp; }
unsigned nvvm_read_ptx_sreg_warpsize() { return LanesPerWarp; }
unsigned nvvm_read_ptx_sreg_smid() { return Current->LinearBlock % 132; }
unsigned nvvm_read_ptx_sreg_lanemask_lt() { return (1u << nvvm_read_ptx_sreg_laneid()) - 1; }

void nvvm_barrier0() { barrier(0, 0, 0); }
int __syncthreads_count(int Value) { return barrier(0, 0, Value != 0).second; }
int __syncthreads_or(int Value) { return barrier(0, 0, Value != 0).second != 0; }
int __syncthreads_and(int Value) {
  auto [Arrived, Sum] = barrier(0, 0, Value != 0);
  return Sum == Arrived;
}
void oracleNamedBarrier(unsigned Name, unsigned NumberOfThreads) {
  barrier(Name, NumberOfThreads, 0);
}

/// Comes to a named barrier and does not wait there.
void oracleNamedArrival(unsigned Name, unsigned) {
  reportWait();
  Scheduler &Block = Scheduler::only();
  Scheduler::Arrivals &At = Block.Early[Name % 16];
  ++At.Count;
  for (unsigned Number = 0; Number != At.Known.size(); ++Number) {
    At.Known[Number] = std::max(At.Known[Number], Current->Known[Number]);
    Current->Known[Number] += Block.Watched[Number] == int(Current->Linear);
  }
}

/// Blocks run one after the other, so that none can wait for another: those that are watched
/// run alone, with what memory held before.
void oracleGridBarrier() {
  if (!Observing)
    fail("a barrier of the whole grid");
  barrier(0, 0, 0);
  ++Current->GridBarriers;
}

static Coroutine &waitForLanes(unsigned Mask, uint64_t Value, bool OrdersMemory) {
  Scheduler &Block = Scheduler::only();
  Coroutine &Own = Block.current();
  reportWait();
  if (!(Mask >> (Own.Linear % LanesPerWarp) & 1))
    fail("a lane calls a warp function whose mask leaves it out");
  Own.For = Wait::Exchange;
  Own.Mask = Mask;
  Own.Given = Value;
  Own.OrdersMemory = OrdersMemory;
  Block.giveWay();
  return Own;
}

/// Gives \p Value to the lanes of \p Mask and takes theirs; who took part. What orders no
/// memory by itself: a shuffle, a vote.
unsigned oracleExchange(unsigned Mask, uint64_t Value, uint64_t *Values) {
  Coroutine &Own = waitForLanes(Mask, Value, false);
  std::memcpy(Values, Own.Taken, sizeof Own.Taken);
  return Own.Mask;
}

void oracleWarpBarrier(unsigned Mask) { waitForLanes(Mask, 0, true); }

unsigned oracleActiveMask() {
  Scheduler &Block = Scheduler::only();
  Coroutine &Own = Block.current();
  Own.For = Wait::ActiveMask;
  Block.giveWay();
  return Own.Mask;
}

} // extern "C"

} // namespace oracle
