// RUN: not %cuda-memlint --each-access --checks='-*,cuda-uncoalesced-*,cuda-shared-bank-*' %s | FileCheck %s --check-prefix=WARN --implicit-check-not=warning:
// RUN: not %cuda-memlint --each-access --remarks --checks='-*,cuda-uncoalesced-*,cuda-shared-bank-*' %s | FileCheck %s --check-prefix=REMARK
// RUN: not %cuda-memlint --each-access --min-excess=0 --checks='-*,cuda-uncoalesced-*,cuda-shared-bank-*' %s | FileCheck %s --check-prefix=ALL

// Excess for which no change is known, and which few would look for one for.

#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <curand_kernel.h>

//===--- A quarter more than needed -----------------------------------------===//

// Warps write 36 elements with a gap after each 8: 5 sectors for 4.
__global__ void fifthSector(float *out) {
  // REMARK: :[[#@LINE+3]]:3: remark: uncoalesced store
  // REMARK: note: minor: no change is known that lowers the excess, which is 20.0 % of the traffic
  // ALL: :[[#@LINE+1]]:3: warning: uncoalesced store
  out[blockIdx.x * 512 + threadIdx.x + threadIdx.x / 8] = 1;
}

// 48 elements: 6 sectors for 4.
__global__ void sixthSector(float *out) {
  // WARN: :[[#@LINE+1]]:3: warning: uncoalesced store
  out[blockIdx.x * 512 + threadIdx.x + threadIdx.x / 2] = 1;
}

//===--- Lanes that data select ---------------------------------------------===//

__global__ void someRows(float *out, const int *wanted) {
  int row = blockIdx.x * 256 + threadIdx.x;
  if (wanted[row] > 0)
    // REMARK: :[[#@LINE+3]]:5: remark: uncoalesced store
    // REMARK: note: which lanes take part is not known, and no change is known that lowers the excess
    // ALL: :[[#@LINE+1]]:5: warning: uncoalesced store
    out[row * 64] = 1;
}

// In each row that takes part a lane walks along it: neighbouring lanes could.
__global__ void someWholeRows(float *out, const int *wanted) {
  int row = blockIdx.x * 256 + threadIdx.x;
  if (wanted[row] > 0)
    for (int column = 0; column < 64; ++column)
      // WARN: :[[#@LINE+1]]:7: warning: uncoalesced store
      out[row * 64 + column] = 1;
}

// A loop that goes on to another row.
__global__ void someRowsInTurn(float *out, const int *wanted) {
  for (int turn = 0; turn < 64; ++turn) {
    int row = (turn * 64 + blockIdx.x) * 256 + threadIdx.x;
    if (wanted[row] > 0)
      // REMARK: :[[#@LINE+2]]:7: remark: uncoalesced store
      // REMARK: note: which lanes take part is not known, and no change is known that lowers the excess
      out[row * 64] = 1;
  }
}

// The number of rows is not such a condition.
__global__ void allRows(float *out, int rows) {
  int row = blockIdx.x * 256 + threadIdx.x;
  if (row < rows)
    // WARN: :[[#@LINE+1]]:5: warning: uncoalesced store
    out[row * 64] = 1;
}

struct Particle {
  float x, y, z, mass, vx, vy, vz, charge;
};

// Of structures there are other layouts.
__global__ void someMasses(Particle *all, const int *wanted) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (wanted[i] > 0)
    // WARN: :[[#@LINE+1]]:5: warning: uncoalesced store
    all[i].mass = 1;
}

//===--- Structures ---------------------------------------------------------===//

// A library's, of 48 bytes.
__global__ void seed(curandState *states) {
  int i = blockIdx.x * 256 + threadIdx.x;
  curandState own;
  curand_init(1, i, 0, &own);
  // REMARK: :[[#@LINE+3]]:3: remark: uncoalesced store
  // REMARK: note: the layout of `{{.*}}` is a library's, and no change is known that lowers the excess
  // ALL: :[[#@LINE+1]]:3: warning: uncoalesced store
  states[i] = own;
}

// One number is laid out in one way, and as large a one of the language is a warning, too.
__global__ void halves(__half *out, short *numbers) {
  int i = blockIdx.x * 256 + threadIdx.x;
  // WARN: :[[#@LINE+1]]:3: warning: uncoalesced store
  out[i * 64] = __half();
  // WARN: :[[#@LINE+1]]:3: warning: uncoalesced store
  numbers[i * 64] = 0;
}

// The user's, and as large.
struct Own {
  float values[12];
};
__global__ void reset(Own *all) {
  int i = blockIdx.x * 256 + threadIdx.x;
  Own own = {};
  // WARN: :[[#@LINE+1]]:3: warning: uncoalesced store
  all[i] = own;
}

//===--- Distances that grow ------------------------------------------------===//

// Only small distances bring conflicts, of two lanes.
__global__ void network(unsigned *keys) {
  __shared__ unsigned list[512];
  list[threadIdx.x] = keys[threadIdx.x];
  list[threadIdx.x + 256] = keys[threadIdx.x + 256];
  for (int size = 2; size <= 512; size *= 2)
    for (int distance = size / 2; distance > 0; distance /= 2) {
      __syncthreads();
      int at = 2 * threadIdx.x - (threadIdx.x & (distance - 1));
      // REMARK: :[[#@LINE+3]]:24: remark: shared memory bank conflict
      // REMARK: note: minor: two lanes conflict at most, in some of the requests only, and no change is known that lowers the excess
      // ALL: :[[#@LINE+1]]:24: warning: shared memory bank conflict
      unsigned first = list[at], second = list[at + distance];
      if (first > second) {
        list[at] = second;
        list[at + distance] = first;
      }
    }
  __syncthreads();
  keys[threadIdx.x] = list[threadIdx.x];
  keys[threadIdx.x + 256] = list[threadIdx.x + 256];
}

// The same two lanes in all requests, and a change is known.
__global__ void pairs(unsigned *out) {
  __shared__ unsigned list[512];
  list[threadIdx.x] = threadIdx.x;
  list[threadIdx.x + 256] = threadIdx.x;
  __syncthreads();
  unsigned sum = 0;
  for (int i = 0; i < 8; ++i)
    // WARN: :[[#@LINE+1]]:12: warning: 2-way shared memory bank conflict
    sum += list[2 * threadIdx.x ^ i];
  out[threadIdx.x] = sum;
}

//===--- Borders ------------------------------------------------------------===//

// Blocks of 8 x 32: the rows of the tile are sectors, what lies beside it is one element each.
__global__ void tileWithBorders(float *out, const float *in) {
  int at = (blockIdx.y * 32 + threadIdx.y) * 1024 + blockIdx.x * 8 + threadIdx.x + 8;
  float sum = in[at];
  if (threadIdx.x == 0)
    // REMARK: :[[#@LINE+3]]:12: remark: uncoalesced load
    // REMARK: note: minor: few lanes of a warp access the border of what others access along rows, and no change is known that lowers the excess
    // ALL: :[[#@LINE+1]]:12: warning: uncoalesced load
    sum += in[at - 1];
  if (threadIdx.x == 7)
    sum += in[at + 1];
  out[at] = sum;
}

// Nothing else is accessed of the array.
__global__ void bordersOnly(float *out, const float *in) {
  int at = (blockIdx.y * 32 + threadIdx.y) * 1024 + blockIdx.x * 8 + threadIdx.x + 8;
  if (threadIdx.x == 0)
    // WARN: :[[#@LINE+1]]:62: warning: uncoalesced load
    out[(blockIdx.y * 64 + blockIdx.x) * 32 + threadIdx.y] = in[at - 1];
}

void launch(float *out, const float *in, Particle *particles, const int *wanted, unsigned *keys, int rows, curandState *states, Own *all, __half *narrow) {
  fifthSector<<<64, 256>>>(out);
  sixthSector<<<64, 256>>>(out);
  someRows<<<64, 256>>>(out, wanted);
  someWholeRows<<<64, 256>>>(out, wanted);
  someRowsInTurn<<<64, 256>>>(out, wanted);
  allRows<<<64, 256>>>(out, rows);
  someMasses<<<64, 256>>>(particles, wanted);
  seed<<<64, 256>>>(states);
  reset<<<64, 256>>>(all);
  halves<<<64, 256>>>(narrow, (short *)wanted);
  network<<<64, 256>>>(keys);
  pairs<<<64, 256>>>(keys);
  tileWithBorders<<<dim3(64, 16), dim3(8, 32)>>>(out, in);
  bordersOnly<<<dim3(64, 16), dim3(8, 32)>>>(out, in);
}
