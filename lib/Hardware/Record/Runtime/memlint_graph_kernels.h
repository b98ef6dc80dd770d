//===- memlint_graph_kernels.h - What graphs launch -------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The kernels of the CUDA graphs that a program has instantiated: a launch of such a graph is one
/// launch of each of them.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_RUNTIME_MEMLINT_GRAPH_KERNELS_H
#define CUDA_MEMLINT_RUNTIME_MEMLINT_GRAPH_KERNELS_H

#include <cuda.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace memlint_record {

/// The functions of the driver that it needs.
struct GraphFunctions {
  decltype(&cuGraphGetNodes) GetNodes = nullptr;
  decltype(&cuGraphNodeGetType) NodeGetType = nullptr;
  decltype(&cuGraphChildGraphNodeGetGraph) ChildGraphNodeGetGraph = nullptr;

  bool areThere() const { return GetNodes && NodeGetType && ChildGraphNodeGetGraph; }
};

/// A kernel of an instantiated graph.
struct GraphKernel {
  /// The number of the launch that it makes.
  std::size_t Launch = 0;
  /// The number that CUPTI knows the node by; 0: none.
  std::uint64_t NodeId = 0;
  bool IsEnabled = true;
};

/// By their nodes in the graph that was instantiated.
using GraphKernels = std::unordered_map<CUgraphNode, GraphKernel>;

/// Which kernels each instantiated graph launches. A graph whose kernels are unknown has none.
class LaunchableGraphs {
public:
  explicit LaunchableGraphs(const GraphFunctions &Functions) : Functions(Functions) {}

  /// \p Executable was made, or changed, to launch what \p Graph holds. \p KernelOf returns what a
  /// kernel node launches, if that is known.
  template <typename Reader>
  void instantiate(CUgraphExec Executable, CUgraph Graph, Reader KernelOf) {
    auto Kernels = std::make_shared<GraphKernels>();
    bool IsKnown = Functions.areThere() && collect(Graph, KernelOf, *Kernels);
    std::lock_guard<std::mutex> Guard(Lock);
    if (IsKnown)
      Known[Executable] = std::move(Kernels);
    else
      Known.erase(Executable);
  }

  /// What it launches is not known any more, or it is gone.
  void forget(CUgraphExec Executable) {
    std::lock_guard<std::mutex> Guard(Lock);
    Known.erase(Executable);
  }

  /// \p Executable makes other launches for \p Node from now on.
  template <typename Change> void change(CUgraphExec Executable, CUgraphNode Node, Change Make) {
    std::lock_guard<std::mutex> Guard(Lock);
    auto Found = Known.find(Executable);
    if (Found == Known.end())
      return;
    // Launches that are under way may still hold the old one.
    auto Changed = std::make_shared<GraphKernels>(*Found->second);
    auto Kernel = Changed->find(Node);
    // Then it was instantiated from another graph than it follows now.
    if (Kernel == Changed->end()) {
      Known.erase(Found);
      return;
    }
    Make(Kernel->second);
    Found->second = std::move(Changed);
  }

  /// Null: not known.
  std::shared_ptr<const GraphKernels> kernelsOf(CUgraphExec Executable) {
    std::lock_guard<std::mutex> Guard(Lock);
    auto Found = Known.find(Executable);
    return Found == Known.end() ? nullptr : Found->second;
  }

private:
  /// False: what it launches is not known.
  template <typename Reader> bool collect(CUgraph Graph, Reader &KernelOf, GraphKernels &Into) {
    std::size_t Count = 0;
    if (Functions.GetNodes(Graph, nullptr, &Count) != CUDA_SUCCESS)
      return false;
    std::vector<CUgraphNode> Nodes(Count);
    if (Count != 0 && Functions.GetNodes(Graph, Nodes.data(), &Count) != CUDA_SUCCESS)
      return false;
    for (CUgraphNode Node : Nodes) {
      CUgraphNodeType Type = CU_GRAPH_NODE_TYPE_EMPTY;
      CUgraph Child = nullptr;
      if (Functions.NodeGetType(Node, &Type) != CUDA_SUCCESS)
        return false;
      if (Type == CU_GRAPH_NODE_TYPE_GRAPH) {
        if (Functions.ChildGraphNodeGetGraph(Node, &Child) != CUDA_SUCCESS ||
            !collect(Child, KernelOf, Into))
          return false;
      } else if (Type == CU_GRAPH_NODE_TYPE_KERNEL) {
        std::optional<GraphKernel> Kernel = KernelOf(Node);
        if (!Kernel)
          return false;
        Into[Node] = *Kernel;
      }
    }
    return true;
  }

  GraphFunctions Functions;
  std::mutex Lock;
  std::unordered_map<CUgraphExec, std::shared_ptr<const GraphKernels>> Known;
};

} // namespace memlint_record

#endif // CUDA_MEMLINT_RUNTIME_MEMLINT_GRAPH_KERNELS_H
