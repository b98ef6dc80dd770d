//===- memlint_kernel_times.h - How long kernels take -----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Has CUPTI's activity interface report how long each kernel took. CUPTI hands the reports over in
/// buffers, some time after the kernels, on a thread of its own.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_RUNTIME_MEMLINT_KERNEL_TIMES_H
#define CUDA_MEMLINT_RUNTIME_MEMLINT_KERNEL_TIMES_H

#include "memlint_graph_kernels.h"

#include <cupti.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>

namespace memlint_record {

/// The functions of CUPTI that it needs.
struct ActivityFunctions {
  decltype(&cuptiActivityRegisterCallbacks) RegisterCallbacks = nullptr;
  decltype(&cuptiActivityEnable) Enable = nullptr;
  decltype(&cuptiActivityGetNextRecord) GetNextRecord = nullptr;
  decltype(&cuptiActivityFlushAll) FlushAll = nullptr;
  decltype(&cuptiActivityFlushPeriod) FlushPeriod = nullptr;

  bool areThere() const {
    return RegisterCallbacks && Enable && GetNextRecord && FlushAll && FlushPeriod;
  }
};

/// The beginning of a report on a kernel, which has been the same since CUPTI of CUDA 9 while more
/// is added at the end (`CUpti_ActivityKernel4` to `10`).
using KernelReport = CUpti_ActivityKernel9;

/// Launches that are under way. CUPTI's functions take no argument of ours, so there is one at
/// most.
class KernelTimes {
public:
  /// What is done with the launch of that number when it has taken so many nanoseconds.
  using Report = void (*)(std::size_t Launch, std::uint64_t Nanoseconds);

  /// False: CUPTI refuses.
  bool start(const ActivityFunctions &From, Report Each) {
    Functions = From;
    ReportTime = Each;
    Instance = this;
    constexpr std::uint32_t FlushMilliseconds = 500;
    return Functions.areThere() &&
           Functions.RegisterCallbacks(giveBuffer, takeBuffer) == CUPTI_SUCCESS &&
           Functions.Enable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) == CUPTI_SUCCESS &&
           Functions.FlushPeriod(FlushMilliseconds) == CUPTI_SUCCESS;
  }

  /// The call of the driver that CUPTI knows by this number makes that launch.
  void expect(std::uint32_t Correlation, std::size_t Launch) {
    std::lock_guard<std::mutex> Guard(Lock);
    // Reports that never come: the program may have turned them off, or take them itself.
    if (Expected.size() >= MostExpected)
      Expected.clear();
    Expected[Correlation] = Launch;
  }

  /// The call of the driver that CUPTI knows by this number launches a graph with these kernels.
  void expectGraph(std::uint32_t Correlation, const GraphKernels &Of) {
    KernelsOfNodes Kernels;
    for (const auto &[Node, Kernel] : Of)
      if (Kernel.IsEnabled && Kernel.NodeId != 0)
        Kernels[Kernel.NodeId] = Kernel.Launch;
    std::lock_guard<std::mutex> Guard(Lock);
    if (ExpectedNodes + Kernels.size() > MostExpected) {
      ExpectedOfGraphs.clear();
      ExpectedNodes = 0;
    }
    ExpectedNodes += Kernels.size();
    if (!Kernels.empty())
      ExpectedOfGraphs[Correlation] = std::move(Kernels);
  }

  /// A node was made as a copy of another, as graphs are instantiated.
  void noteCopy(std::uint64_t Original, std::uint64_t Copy) {
    if (Original == 0 || Copy == 0)
      return;
    std::lock_guard<std::mutex> Guard(Lock);
    // Graphs that are gone are not forgotten one by one.
    if (Originals.size() >= MostExpected)
      Originals.clear();
    Originals[Copy] = Original;
  }

  /// Has the reports that CUPTI still holds.
  void finish() const { Functions.FlushAll(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED); }

private:
  static constexpr std::size_t BufferBytes = std::size_t(1) << 20;
  /// More launches than a program has under way.
  static constexpr std::size_t MostExpected = std::size_t(1) << 20;

  /// Of copies, how often one was made of another.
  static constexpr int MostCopies = 16;

  /// The launches that nodes of a graph make, by the numbers that CUPTI knows the nodes by.
  using KernelsOfNodes = std::unordered_map<std::uint64_t, std::size_t>;

  static void CUPTIAPI giveBuffer(std::uint8_t **Buffer, std::size_t *Bytes,
                                  std::size_t *MostRecords) {
    // CUPTI wants it aligned to 8 bytes, which malloc's is. Without one it drops reports.
    *Buffer = static_cast<std::uint8_t *>(std::malloc(BufferBytes));
    *Bytes = *Buffer ? BufferBytes : 0;
    *MostRecords = 0;
  }

  static void CUPTIAPI takeBuffer(CUcontext, std::uint32_t, std::uint8_t *Buffer, std::size_t,
                                  std::size_t ValidBytes) {
    CUpti_Activity *Record = nullptr;
    while (ValidBytes != 0 &&
           Instance->Functions.GetNextRecord(Buffer, ValidBytes, &Record) == CUPTI_SUCCESS)
      if (Record->kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL)
        Instance->take(*reinterpret_cast<const KernelReport *>(Record));
    std::free(Buffer);
  }

  void take(const KernelReport &Of) {
    std::size_t Launch = 0;
    {
      std::lock_guard<std::mutex> Guard(Lock);
      std::optional<std::size_t> Found = Of.graphNodeId != 0
                                             ? takeOfGraph(Of.correlationId, Of.graphNodeId)
                                             : takeLaunch(Of.correlationId);
      // That of a kernel launched by another.
      if (!Found)
        return;
      Launch = *Found;
    }
    // CUPTI says 0 where it could not tell.
    if (Of.start != 0 && Of.end > Of.start)
      ReportTime(Launch, Of.end - Of.start);
  }

  /// What the launch of that number was expected to be. Lock is held.
  std::optional<std::size_t> takeLaunch(std::uint32_t Correlation) {
    auto Found = Expected.find(Correlation);
    if (Found == Expected.end())
      return std::nullopt;
    std::size_t Launch = Found->second;
    Expected.erase(Found);
    return Launch;
  }

  /// The same for the node \p Id of a graph. CUPTI names the copy of the node in the instantiated
  /// graph.
  std::optional<std::size_t> takeOfGraph(std::uint32_t Correlation, std::uint64_t Id) {
    auto Graph = ExpectedOfGraphs.find(Correlation);
    if (Graph == ExpectedOfGraphs.end())
      return std::nullopt;
    KernelsOfNodes &Kernels = Graph->second;
    auto Kernel = Kernels.find(Id);
    for (int Step = 0; Kernel == Kernels.end() && Step != MostCopies; ++Step) {
      auto Copy = Originals.find(Id);
      if (Copy == Originals.end())
        break;
      Id = Copy->second;
      Kernel = Kernels.find(Id);
    }
    if (Kernel == Kernels.end())
      return std::nullopt;
    std::size_t Launch = Kernel->second;
    Kernels.erase(Kernel);
    --ExpectedNodes;
    if (Kernels.empty())
      ExpectedOfGraphs.erase(Graph);
    return Launch;
  }

  static inline KernelTimes *Instance = nullptr;
  ActivityFunctions Functions;
  Report ReportTime = nullptr;
  std::mutex Lock;
  std::unordered_map<std::uint32_t, std::size_t> Expected;
  std::unordered_map<std::uint32_t, KernelsOfNodes> ExpectedOfGraphs;
  /// In all of ExpectedOfGraphs together.
  std::size_t ExpectedNodes = 0;
  /// Of nodes that are copies.
  std::unordered_map<std::uint64_t, std::uint64_t> Originals;
};

} // namespace memlint_record

#endif // CUDA_MEMLINT_RUNTIME_MEMLINT_KERNEL_TIMES_H
