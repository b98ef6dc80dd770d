// RUN: %json %s | %query | FileCheck %s

// Grids and blocks that are built over several statements and functions, or are members
// of a program's own structs, base classes among them. Every kernel stores one float a
// thread, side by side: 4 sectors a warp.

#include <cmath>

#include <cuda_runtime.h>

// Set member by member: 2 x 3 blocks of 16 x 4: 2 warps each, of two rows of 16 side by
// side in an array 32 wide: 2 x 2 sectors.
__global__ void memberByMember(float *out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  out[y * 32 + x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=12 cost=48 ideal=48 worst=4; proved; kernel=memberByMember grid=2,3,1 block=16,4,1
}
dim3 blockFor(int width) {
  dim3 block;
  block.x = width / 2;
  block.y = 4;
  return block;
}
void setGrid(dim3 &grid, const dim3 &block) {
  grid.x = 32 / block.x;
  grid.y += 2;
}
void statements(float *out) {
  dim3 grid;
  dim3 block = blockFor(32);
  setGrid(grid, block);
  memberByMember<<<grid, block>>>(out);
}

// Members of a struct, with a default that stands and one that is replaced; its base
// holds grid and block. 5 blocks of 1 warp.
__global__ void ofStruct(float *out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=5 cost=20 ideal=20 worst=4; proved; kernel=ofStruct grid=5,1,1 block=32,1,1
}
struct Shape {
  dim3 grid{1};
  dim3 block;
  unsigned threads() const { return block.x; }
};
struct Settings : Shape {
  unsigned sharedBytes = 128;
  int blocks = 2;
};
void members(float *out) {
  Settings settings;
  settings.block = dim3(32);
  settings.blocks = 5;
  settings.grid = dim3(settings.blocks);
  ofStruct<<<settings.grid, settings.threads(), settings.sharedBytes>>>(out);
}

// A base set by the constructor of the derived class, and one in braces. 6 and 7 blocks
// of 2 warps.
__global__ void ofBase(float *out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=12 cost=48 ideal=48 worst=4; proved; kernel=ofBase grid=6,1,1 block=64,1,1
  // CHECK: line [[#@LINE-2]]: global store requests=14 cost=56 ideal=56 worst=4; proved; kernel=ofBase grid=7,1,1 block=64,1,1
}
struct Extent {
  int blocks, threads;
  void launch(float *out) const { ofBase<<<blocks, threads>>>(out); }
};
struct Doubled : Extent {
  explicit Doubled(int half) : Extent{half * 2, 64} {}
};
struct Plain : Extent {
  float factor;
};
void bases(float *out) {
  Doubled doubled(3);
  doubled.launch(out);
  Plain plain = {{7, 64}, 2.0f};
  Extent *extent = &plain;
  extent->launch(out);
}

struct State {
  int blocks, rows;
  float *out;
  cudaStream_t stream;
};

// A function of the run time writes a field and leaves the others as they are: 8 blocks of 64
// threads.
__global__ void besideOutputs(State state) {
  state.out[blockIdx.x * state.rows + threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=16 cost=64 ideal=64 worst=4; proved; kernel=besideOutputs grid=8,1,1 block=64,1,1
}
void launchWith(State *state) { besideOutputs<<<state->blocks, state->rows>>>(*state); }
void outputs() {
  State state;
  state.blocks = 8;
  state.rows = 1 << lround(log2(double(64)));
  cudaMalloc(&state.out, 4096);
  cudaStreamCreate(&state.stream);
  launchWith(&state);
}

// What is not known stays open; it is never taken as 1. A warp of the default block of
// 256 has 4 sectors, the number of blocks is not known.
__global__ void notTold(float *out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=null cost=null ideal=null worst=4; proved; kernel=notTold grid=null,null,null block=256,1,1 why_null=unknown grid size
}
void open(float *out, Settings given) { notTold<<<given.grid, given.block>>>(out); }
