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
/// Adds a kernel to a graph.
void fakeAddNode(CUfunction Function, unsigned Grid, void **Arguments);
