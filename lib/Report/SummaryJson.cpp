//===- SummaryJson.cpp - Launches as a whole, for programs ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SummaryJson.h"

#include "JsonWriter.h"
#include "LaunchSummary.h"

#include "cuda-memlint/Checks/CompiledCosts.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/Sequence.h"

using namespace llvm;

namespace memlint {

static void printTraffic(JsonWriter &Json, const LaunchSummary &Summary, MemorySpace Space,
                         const SpaceTraffic &Sum) {
  Json.object([&] {
    Json.string("space", spaceName(Space));
    Json.attribute("requests", Sum.Requests);
    Json.attribute("cost", Sum.Cost);
    Json.attribute("excess", Sum.Excess);
    Json.attribute("accesses_not_counted", Sum.Unknown);
    if (Sum.IsMost)
      Json.attribute("at_most", true);
    Json.attributeArray("causes", [&] {
      if (Sum.Excess != 0)
        for (const auto &[Check, Excess] : Summary.Causes.at(Space))
          Json.object([&] {
            Json.stringOrNull("check", Check);
            Json.attribute("excess", Excess);
          });
    });
  });
}

static void printBound(JsonWriter &Json, const std::optional<LaunchBound> &Bound) {
  if (!Bound) {
    Json.attribute("bound", nullptr);
    return;
  }
  Json.attributeObject("bound", [&] {
    Json.string("device", Bound->Device);
    Json.attribute("by_latency", Bound->isLatency());
    Json.string("slowest", levelKey(Bound->Slowest));
    Json.attribute("nanoseconds", Bound->Nanoseconds);
    Json.string("slowest_cached", levelKey(Bound->SlowestCached));
    Json.attribute("nanoseconds_cached", Bound->NanosecondsCached);
    Json.attribute("nanoseconds_of_arithmetic", Bound->NanosecondsOfArithmetic);
    Json.attribute("knows_arithmetic", Bound->KnowsArithmetic);
  });
}

static void printArithmetic(JsonWriter &Json, const LaunchSummary &Summary) {
  Json.attributeObject("floating_point_operations", [&] {
    Json.attribute("single", Summary.Arithmetic.Single);
    Json.attribute("double", Summary.Arithmetic.Double);
    Json.attribute("complete", Summary.Arithmetic.IsWhole);
    Json.attribute("per_byte",
                   Summary.PerByte ? json::Value(*Summary.PerByte) : json::Value(nullptr));
  });
}

void printSummaries(JsonWriter &Json, const FileAnalysis &File, const KernelAnalysis &Kernel,
                    const KernelCode *Code) {
  CompiledCosts Costs(File, Kernel);
  Json.attributeArray("summary", [&] {
    for (unsigned Launch : seq<unsigned>(0, unsigned(Kernel.Launches.size()))) {
      LaunchSummary Summary = summariseLaunch(Costs, File, Kernel, Launch, Code);
      Json.object([&] {
        Json.string("launch", describeLaunch(Kernel, Launch));
        Json.attributeArray("traffic", [&] {
          for (const auto &[Space, Sum] : Summary.Traffic)
            printTraffic(Json, Summary, Space, Sum);
        });
        printArithmetic(Json, Summary);
        Json.number("blocks_per_multiprocessor", Summary.Blocks);
        Json.attribute("registers", Summary.Block.Registers ? json::Value(Summary.Block.Registers)
                                                            : json::Value(nullptr));
        printBound(Json, Summary.Bound);
      });
    }
  });
}

} // namespace memlint
