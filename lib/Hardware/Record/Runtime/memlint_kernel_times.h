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

#include <cupti.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <unordered_map>

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

  /// Has the reports that CUPTI still holds.
  void finish() const { Functions.FlushAll(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED); }

private:
  static constexpr std::size_t BufferBytes = std::size_t(1) << 20;
  /// More launches than a program has under way.
  static constexpr std::size_t MostExpected = std::size_t(1) << 20;

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
      auto Found = Expected.find(Of.correlationId);
      // A kernel of a graph, or of another kernel.
      if (Found == Expected.end())
        return;
      Launch = Found->second;
      Expected.erase(Found);
    }
    // CUPTI says 0 where it could not tell.
    if (Of.start != 0 && Of.end > Of.start)
      ReportTime(Launch, Of.end - Of.start);
  }

  static inline KernelTimes *Instance = nullptr;
  ActivityFunctions Functions;
  Report ReportTime = nullptr;
  std::mutex Lock;
  std::unordered_map<std::uint32_t, std::size_t> Expected;
};

} // namespace memlint_record

#endif // CUDA_MEMLINT_RUNTIME_MEMLINT_KERNEL_TIMES_H
