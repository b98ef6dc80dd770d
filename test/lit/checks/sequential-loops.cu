// RUN: not %cuda-memlint --each-access --checks=-*,cuda-uncoalesced-access %s | FileCheck %s --implicit-check-not=help:

// Loops that lanes could share, or whose elements could go to other threads, if no iteration needed
// what the one before it has computed.

#include <cuda_runtime.h>

//===--- Rows of threads ----------------------------------------------------===//

// A running sum over a window: each row has to be walked from its start.
__global__ void boxRows(float *out, const float *in, int width, int radius) {
  int row = blockIdx.x * 256 + threadIdx.x;
  float sum = 0;
  for (int x = radius; x < width - radius; ++x) {
    // CHECK: :[[#@LINE+1]]:12: warning: uncoalesced load
    sum += in[row * width + x + radius];
    sum -= in[row * width + x - radius];
    // CHECK: :[[#@LINE+1]]:5: warning: uncoalesced store
    out[row * width + x] = sum / radius;
  }
}

// The value of an iteration goes to the next one by way of another variable and a part of a structure.
__global__ void feedback(float *out, const float *in, int width) {
  int row = blockIdx.x * 256 + threadIdx.x;
  float2 state = {0, 0};
  for (int x = 0; x < width; ++x) {
    // CHECK: :[[#@LINE+1]]:19: warning: uncoalesced load
    float value = in[row * width + x] + 0.5f * state.x;
    state.x = value;
    float scaled = 2 * value;
    // CHECK: :[[#@LINE+1]]:5: warning: uncoalesced store
    out[row * width + x] = scaled;
  }
}

// Integers are followed.
__global__ void prefix(int *out, const int *in, int width) {
  int row = blockIdx.x * 256 + threadIdx.x;
  int sum = 0;
  for (int x = 0; x < width; ++x) {
    // CHECK: :[[#@LINE+1]]:12: warning: uncoalesced load
    sum += in[row * width + x];
    // CHECK: :[[#@LINE+1]]:5: warning: uncoalesced store
    out[row * width + x] = sum;
  }
}

// By way of memory.
__global__ void recurrence(float *out, const float *in, int width) {
  int row = blockIdx.x * 256 + threadIdx.x;
  for (int x = 1; x < width; ++x)
    // CHECK: :[[#@LINE+2]]:5: warning: uncoalesced store
    // CHECK: :[[#@LINE+1]]:59: warning: uncoalesced load
    out[row * width + x] = out[row * width + x - 1] / 2 + in[row * width + x];
}

// Near misses: what an iteration keeps goes nowhere but out of the loop, or it sets the variable
// before it reads it.
__global__ void rowSums(float *out, const float *in, int width) {
  int row = blockIdx.x * 256 + threadIdx.x;
  float sum = 0;
  for (int x = 0; x < width; ++x)
    // CHECK: :[[#@LINE+2]]:12: warning: uncoalesced load
    // CHECK: help: let the lanes of a warp share the loop at line [[#@LINE-2]]
    sum += in[row * width + x];
  out[row] = sum;
}

__global__ void scaleRows(float *out, const float *in, int width) {
  int row = blockIdx.x * 256 + threadIdx.x;
  float value;
  for (int x = 0; x < width; ++x) {
    // CHECK: :[[#@LINE+2]]:13: warning: uncoalesced load
    // CHECK: help: let the lanes of a warp share the loop at line [[#@LINE-2]]
    value = in[row * width + x];
    value *= 2;
    // CHECK: :[[#@LINE+2]]:5: warning: uncoalesced store
    // CHECK: help: let the lanes of a warp share the loop at line [[#@LINE-6]]
    out[row * width + x] = value;
  }
}

// Of a structure, one member is set from the other.
struct Pair {
  float value, twice;
};

__global__ void members(float *out, const float *in, int width) {
  int row = blockIdx.x * 256 + threadIdx.x;
  Pair both;
  for (int x = 0; x < width; ++x) {
    // CHECK: :[[#@LINE+2]]:18: warning: uncoalesced load
    // CHECK: help: let the lanes of a warp share the loop at line [[#@LINE-2]]
    both.value = in[row * width + x];
    both.twice = both.value * 2;
    // CHECK: :[[#@LINE+2]]:5: warning: uncoalesced store
    // CHECK: help: let the lanes of a warp share the loop at line [[#@LINE-6]]
    out[row * width + x] = both.value + both.twice;
  }
}

// All members are set before all are read.
__global__ void copies(float *out, const float *in, int width) {
  int row = blockIdx.x * 256 + threadIdx.x;
  Pair both, other;
  for (int x = 0; x < width; ++x) {
    // CHECK: :[[#@LINE+2]]:18: warning: uncoalesced load
    // CHECK: help: let the lanes of a warp share the loop at line [[#@LINE-2]]
    both.value = in[row * width + x];
    both.twice = 1;
    other = both;
    // CHECK: :[[#@LINE+2]]:5: warning: uncoalesced store
    // CHECK: help: let the lanes of a warp share the loop at line [[#@LINE-7]]
    out[row * width + x] = other.value + other.twice;
  }
}

// Both branches set the variable.
__global__ void branches(float *out, const float *in, int width, int limit) {
  int row = blockIdx.x * 256 + threadIdx.x;
  float value;
  for (int x = 0; x < width; ++x) {
    if (limit > 3)
      // CHECK: :[[#@LINE+2]]:15: warning: uncoalesced load
      // CHECK: help: let the lanes of a warp share the loop at line [[#@LINE-3]]
      value = in[row * width + x];
    else
      value = 2;
    // CHECK: :[[#@LINE+2]]:5: warning: uncoalesced store
    // CHECK: help: let the lanes of a warp share the loop at line [[#@LINE-8]]
    out[row * width + x] = value;
  }
}

// One of them only: what the other leaves is the value of an earlier iteration.
__global__ void oneBranch(float *out, const float *in, int width, int limit) {
  int row = blockIdx.x * 256 + threadIdx.x;
  float value = 0;
  for (int x = 0; x < width; ++x) {
    if (x % limit == 0)
      value = limit;
    // CHECK: :[[#@LINE+1]]:5: warning: uncoalesced store
    out[row * width + x] = value;
  }
}

// The other member is that of the iteration before.
__global__ void otherMember(float *out, const float *in, int width) {
  int row = blockIdx.x * 256 + threadIdx.x;
  Pair both = {0, 0};
  for (int x = 0; x < width; ++x) {
    // CHECK: :[[#@LINE+1]]:18: warning: uncoalesced load
    both.value = in[row * width + x] + both.twice;
    both.twice = both.value / 2;
    // CHECK: :[[#@LINE+1]]:5: warning: uncoalesced store
    out[row * width + x] = both.value;
  }
}

// An element of an array of structures.
__global__ void element(float *out, const float *in, int width) {
  int row = blockIdx.x * 256 + threadIdx.x;
  Pair both[2] = {};
  for (int x = 0; x < width; ++x) {
    // CHECK: :[[#@LINE+1]]:22: warning: uncoalesced load
    both[1].value += in[row * width + x];
    // CHECK: :[[#@LINE+1]]:5: warning: uncoalesced store
    out[row * width + x] = both[1].value;
  }
}

//===--- Shares of a thread -------------------------------------------------===//

// Each thread adds up its share: elements that lie elsewhere would change the sums.
__global__ void sharePrefix(float *out, const float *in) {
  int first = (blockIdx.x * 256 + threadIdx.x) * 16;
  float sum = 0;
  for (int i = 0; i < 16; ++i) {
    sum += in[first + i];
    // CHECK: :[[#@LINE+2]]:5: warning: uncoalesced store
    // CHECK: help: access `out` as `float4`, once in 4 iterations
    out[first + i] = sum;
  }
}

__global__ void shareScale(float *out, const float *in) {
  int first = (blockIdx.x * 256 + threadIdx.x) * 18;
  for (int i = 0; i < 18; ++i)
    // CHECK: :[[#@LINE+4]]:5: warning: uncoalesced store
    // CHECK: help: if its iterations are independent, let thread t take the elements
    // CHECK: :[[#@LINE+2]]:22: warning: uncoalesced load
    // CHECK: help: if its iterations are independent, let thread t take the elements
    out[first + i] = in[first + i] * 2;
}

//===--- Recurrences --------------------------------------------------------===//

// What is stored behind the loop depends on the order of its iterations.
__global__ void decay(float *out, const float *in, int width) {
  int row = blockIdx.x * 256 + threadIdx.x;
  float state = 0;
  for (int x = 0; x < width; ++x)
    // CHECK: :[[#@LINE+1]]:28: warning: uncoalesced load
    state = 0.5f * state + in[row * width + x];
  out[row] = state;
}
__global__ void decayInSteps(float *out, const float *in, int width) {
  int row = blockIdx.x * 256 + threadIdx.x;
  float state = 0;
  for (int x = 0; x < width; ++x) {
    state *= 0.5f;
    // CHECK: :[[#@LINE+1]]:14: warning: uncoalesced load
    state += in[row * width + x];
  }
  out[row] = state;
}
__global__ void checksum(int *out, const int *in, int width) {
  int row = blockIdx.x * 256 + threadIdx.x;
  int state = 0;
  for (int x = 0; x < width; ++x)
    // CHECK: :[[#@LINE+1]]:27: warning: uncoalesced load
    state = (state * 31 + in[row * width + x]) % 65521;
  out[row] = state;
}
__global__ void decayFour(float *out, const float *in) {
  int row = blockIdx.x * 256 + threadIdx.x;
  float state = 0;
  for (int x = 0; x < 64; ++x)
    // CHECK: :[[#@LINE+2]]:28: warning: uncoalesced load
    // CHECK: help: access `in` as `float4`, once in 4 iterations
    state = 0.5f * state + in[row * 64 + x];
  out[row] = state;
}

// Near misses: sums, products and maxima may be combined in any order.
__global__ void weightedSums(float *out, const float *in, int width) {
  int row = blockIdx.x * 256 + threadIdx.x;
  float sum = 0;
  for (int x = 0; x < width; ++x)
    // CHECK: :[[#@LINE+2]]:24: warning: uncoalesced load
    // CHECK: help: let the lanes of a warp share the loop at line [[#@LINE-2]]
    sum = sum + 0.5f * in[row * width + x] - x;
  out[row] = sum;
}
__global__ void productsAndMaxima(float *out, const float *in, int width) {
  int row = blockIdx.x * 256 + threadIdx.x;
  float product = 1, most = 0;
  for (int x = 0; x < width; ++x) {
    // CHECK: :[[#@LINE+2]]:19: warning: uncoalesced load
    // CHECK: help: let the lanes of a warp share the loop at line [[#@LINE-2]]
    float value = in[row * width + x];
    product = value * product;
    most = most < value ? value : most;
  }
  out[row] = product + most;
}

void launch(float *out, const float *in, int *numbers, int width) {
  boxRows<<<64, 256>>>(out, in, width, 4);
  feedback<<<64, 256>>>(out, in, width);
  prefix<<<64, 256>>>(numbers, numbers + 65536 * 64, width);
  recurrence<<<64, 256>>>(out, in, width);
  rowSums<<<64, 256>>>(out, in, width);
  scaleRows<<<64, 256>>>(out, in, width);
  members<<<64, 256>>>(out, in, width);
  copies<<<64, 256>>>(out, in, width);
  branches<<<64, 256>>>(out, in, width, 4);
  oneBranch<<<64, 256>>>(out, in, width, 4);
  otherMember<<<64, 256>>>(out, in, width);
  element<<<64, 256>>>(out, in, width);
  sharePrefix<<<64, 256>>>(out, in);
  shareScale<<<64, 256>>>(out, in);
  decay<<<64, 256>>>(out, in, width);
  decayInSteps<<<64, 256>>>(out, in, width);
  checksum<<<64, 256>>>(numbers, numbers + 65536 * 64, width);
  decayFour<<<64, 256>>>(out, in);
  weightedSums<<<64, 256>>>(out, in, width);
  productsAndMaxima<<<64, 256>>>(out, in, width);
}
