#pragma once

#include <cuda.h>

#include <cstddef>

constexpr CUdeviceptr FakeMemory = 0x7f0000000000, FakeMemoryBytes = 1 << 20;

enum class FakeStream : size_t { Default = 0, Capturing = 16 };

/// Of `axpy(float*, float const*, float, int)`, `rows(Row, double)`, `nothing`.
CUfunction fakeFunction(int Number);

void fakeLaunch(CUfunction Function, unsigned Grid, unsigned Block, unsigned Shared,
                void **Arguments, void **Extra = nullptr, FakeStream Stream = FakeStream::Default,
                CUresult Result = CUDA_SUCCESS);
void fakeClusterLaunch(CUfunction Function, unsigned Grid, unsigned Cluster, void **Arguments);
/// A kernel of blocks of 64 threads, as a node of a graph has it.
CUDA_KERNEL_NODE_PARAMS fakeNode(CUfunction Function, unsigned Grid, void **Arguments);
/// Adds a kernel to a graph.
void fakeAddNode(CUfunction Function, unsigned Grid, void **Arguments);

/// A graph with one kernel and a child graph with another.
struct FakeGraph {
  CUDA_KERNEL_NODE_PARAMS Kernel = {};
  FakeGraph *Child = nullptr;
};

/// \p Executable stands for an instantiated graph, and \p Graph for its kernel's node, too.
void fakeInstantiate(size_t Executable, FakeGraph &Graph);
void fakeUpdate(size_t Executable, FakeGraph &Graph);
void fakeSetNode(size_t Executable, FakeGraph &Graph, const CUDA_KERNEL_NODE_PARAMS &Node);
void fakeEnableNode(size_t Executable, FakeGraph &Graph, bool IsEnabled);
void fakeGraphLaunch(size_t Executable, FakeStream Stream = FakeStream::Default);
void fakeDestroy(size_t Executable);
