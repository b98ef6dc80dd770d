// Conflicts that change nothing, since all threads write one value: remarks, no warnings.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race --show-remarks %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

// Each thread reads back what it has written itself, and the others write the same.
__global__ void __launch_bounds__(64) ownPointer(int *out) {
  __shared__ int values[64];
  __shared__ int *start;
  // CHECK: :[[#@LINE+1]]:3: remark: benign shared memory race on `start{{[^`]*}}`: {{.*}} all write the same value
  start = values;
  int *mine = start;
  mine[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = mine[threadIdx.x];
}

// What is read may be of the thread that comes from the next round.
__global__ void __launch_bounds__(64) ofRound(int *out, int rounds) {
  __shared__ int round;
  for (int i = 0; i < rounds; ++i) {
    // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: shared memory race on `round
    round = i;
    out[i * 64 + threadIdx.x] = round;
  }
}

// Read before it is written: whoever comes first reads something else.
__global__ void __launch_bounds__(64) readBefore(int *out) {
  __shared__ int flag;
  out[threadIdx.x] = flag;
  // CHECK: :[[#@LINE+1]]:3: warning: shared memory race on `flag
  flag = 1;
}

// Not all threads have written it before they read it.
__global__ void __launch_bounds__(64) readByOthers(int *out) {
  __shared__ int flag;
  if (threadIdx.x < 32)
    flag = 1;
  // CHECK: :[[#@LINE+1]]:22: warning: shared memory race on `flag
  out[threadIdx.x] = flag;
}

// Another element is written in between.
__global__ void __launch_bounds__(64) twoElements(int *out, int n) {
  __shared__ int pair[2];
  // CHECK: :[[#@LINE+1]]:3: remark: benign shared memory race on `pair[0]`: {{.*}} all write the same value
  pair[0] = n;
  pair[1] = n + 1;
  out[threadIdx.x] = pair[0] + pair[1];
}

// The same element is: threads read what others write later.
__global__ void __launch_bounds__(64) elementTwice(int *out, int n) {
  __shared__ int pair[2];
  pair[0] = n;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: shared memory race on `pair[0]`
  pair[0] = n + 1;
  out[threadIdx.x] = pair[0];
}

// Each thread reads the element that it has written, and all write one value wherever they do.
__global__ void __launch_bounds__(64) ownElement(int *out) {
  __shared__ int pair[2];
  // CHECK: :[[#@LINE+1]]:3: remark: benign shared memory race on `pair[0]`: {{.*}} all write the same value
  pair[threadIdx.x & 1] = blockIdx.x;
  out[blockIdx.x * 64 + threadIdx.x] = pair[threadIdx.x & 1];
}

// The value follows from the element.
__global__ void __launch_bounds__(64) ownNumber(int *out) {
  __shared__ int pair[2];
  // CHECK: :[[#@LINE+1]]:3: remark: benign shared memory race on `pair[0]`: {{.*}} all write the same value
  pair[threadIdx.x & 1] = 3 * (threadIdx.x & 1);
  out[threadIdx.x] = pair[threadIdx.x & 1];
}

// It does not.
__global__ void __launch_bounds__(64) ownNumberOfFour(int *out) {
  __shared__ int pair[2];
  // CHECK: :[[#@LINE+1]]:3: warning: shared memory race on `pair[0]`
  pair[threadIdx.x & 1] = threadIdx.x & 3;
  out[threadIdx.x] = pair[threadIdx.x & 1];
}

// The thread has written the other element.
__global__ void __launch_bounds__(64) otherElement(int *out) {
  __shared__ int pair[2];
  pair[threadIdx.x & 1] = blockIdx.x;
  // CHECK: :[[#@LINE+1]]:40: warning: shared memory race on `pair[1]`
  out[blockIdx.x * 64 + threadIdx.x] = pair[(threadIdx.x + 1) & 1];
}

// What is read may be of the next round.
__global__ void __launch_bounds__(64) elementOfRound(int *out, int rounds) {
  __shared__ int pair[2];
  for (int i = 0; i < rounds; ++i) {
    // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: shared memory race on `pair[0]`
    pair[threadIdx.x & 1] = i;
    out[i * 64 + threadIdx.x] = pair[threadIdx.x & 1];
  }
}

using Function = int (*)(int);
__device__ int once(int x) { return x; }
__device__ int twice(int x) { return 2 * x; }
__device__ Function functions[2] = {once, twice};
__device__ Function chosen;

// Functions are values, too, and so are pointers.
__global__ void chooseByArgument(int which) {
  // CHECK: :[[#@LINE+1]]:3: remark: benign global memory race on `chosen{{[^`]*}}`: {{.*}} all write the same value
  chosen = functions[which];
}

__global__ void chooseOne() {
  // CHECK: :[[#@LINE+1]]:3: remark: benign global memory race on `chosen{{[^`]*}}`: {{.*}} all write the same value
  chosen = once;
}

__global__ void __launch_bounds__(64) chooseByThread() {
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `chosen
  chosen = functions[threadIdx.x % 2];
}

__global__ void chooseByThreadInWords() {
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `chosen
  chosen = threadIdx.x % 2 ? once : twice;
}

struct Pair {
  short x, y;
};

// All threads store a value that none has set: a store for all that.
__global__ void __launch_bounds__(64) neverSet(Pair *pairs) {
  Pair fresh;
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `pairs
  pairs[42] = fresh;
}

// Each block goes through all elements, and the value follows from the element.
__global__ void everyBlock(int *out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    // CHECK: :[[#@LINE+1]]:5: remark: benign global memory race on `out{{.*}} all write the same value
    out[i] = i + threadIdx.x;
}

// Each thread reads back what it has written.
__global__ void everyBlockReads(int *out, int *sum, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    // CHECK: :[[#@LINE+1]]:5: remark: benign global memory race on `out{{.*}} all write the same value
    out[i] = i * 3;
    sum[blockIdx.x * n + i] = out[i];
  }
}

__global__ void everyBlockItsOwn(int *out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `out
    out[i] = i + blockIdx.x;
}

// Blocks that begin one element apart: another thread of the next block comes to it.
__global__ void everyBlockMoved(int *out, int n) {
  for (int i = threadIdx.x + blockIdx.x; i < n; i += blockDim.x)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `out
    out[i] = threadIdx.x;
}

void goThroughAll(int *out, int *sum, int n) {
  everyBlock<<<8, 256>>>(out, n);
  everyBlockReads<<<8, 256>>>(out, sum, n);
  everyBlockItsOwn<<<8, 256>>>(out, n);
  everyBlockMoved<<<8, 256>>>(out, n);
}
