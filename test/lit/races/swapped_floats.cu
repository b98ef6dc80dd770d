// RUN: not %cuda-memlint --checks=-*,cuda-global-race,cuda-shared-race %s --remarks 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:
//
// Loops of compare-and-swaps on floating-point numbers. What is read first is a guess, if nothing
// but a compare-and-swap that expects it uses it.

//===--- Guesses ----------------------------------------------------------===//

// The first try stands before the loop.
__device__ float addPeeled(float *address, float value) {
  float first = *address;
  unsigned assumed = __float_as_uint(first);
  // CHECK: :[[#@LINE+2]]:18: remark: benign global memory race on `sum`: a plain read at line [[#@LINE-2]] precedes the atomic update, which alone decides
  // CHECK: :[[#@LINE+1]]:18: remark: benign shared memory race on `partial`: a plain read at line [[#@LINE-3]] precedes
  unsigned old = atomicCAS((unsigned *)address, assumed, __float_as_uint(first + value));
  while (old != assumed) {
    assumed = old;
    old = atomicCAS((unsigned *)address, assumed, __float_as_uint(__uint_as_float(assumed) + value));
  }
  return __uint_as_float(old);
}

__global__ void peeled(float *sum, const float *in) {
  addPeeled(sum, in[blockIdx.x * blockDim.x + threadIdx.x]);
}

__global__ void peeledInShared(float *out, const float *in) {
  __shared__ float partial;
  if (threadIdx.x == 0)
    partial = 0;
  __syncthreads();
  addPeeled(&partial, in[threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = partial;
}

__global__ void peeledIntegers(int *most, const int *in) {
  int value = in[blockIdx.x * blockDim.x + threadIdx.x];
  int assumed = *most;
  // CHECK: :[[#@LINE+1]]:13: remark: benign global memory race on `most`
  int old = atomicCAS(most, assumed, assumed * 3 + value);
  while (old != assumed) {
    assumed = old;
    old = atomicCAS(most, assumed, assumed * 3 + value);
  }
}

__global__ void peeledByIf(float *sum, const float *in) {
  float value = in[blockIdx.x * blockDim.x + threadIdx.x];
  float first = *sum;
  int assumed = __float_as_int(first);
  // CHECK: :[[#@LINE+1]]:13: remark: benign global memory race on `sum`
  int old = atomicCAS((int *)sum, assumed, __float_as_int(first + value));
  if (old != assumed) {
    do {
      assumed = old;
      old = atomicCAS((int *)sum, assumed, __float_as_int(__int_as_float(assumed) + value));
    } while (old != assumed);
  }
}

__global__ void peeledByData(float *sums, const float *in, const int *bin) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float *sum = &sums[bin[i]];
  float first = *sum;
  // CHECK: :[[#@LINE+1]]:52: remark: benign global memory race on `sums`
  unsigned assumed = __float_as_uint(first), old = atomicCAS((unsigned *)sum, assumed, __float_as_uint(first + in[i]));
  while (old != assumed) {
    assumed = old;
    old = atomicCAS((unsigned *)sum, assumed, __float_as_uint(__uint_as_float(assumed) + in[i]));
  }
}

__global__ void doWhile(float *sum, const float *in) {
  float value = in[blockIdx.x * blockDim.x + threadIdx.x];
  float first = *sum;
  int old = __float_as_int(first), assumed;
  do {
    assumed = old;
    // CHECK: :[[#@LINE+1]]:11: remark: benign global memory race on `sum`
    old = atomicCAS((int *)sum, assumed, __float_as_int(__int_as_float(assumed) + value));
  } while (assumed != old);
}

__global__ void ofDoubles(double *sum, const double *in) {
  double value = in[blockIdx.x * blockDim.x + threadIdx.x];
  double first = *sum;
  unsigned long long assumed, old = __double_as_longlong(first);
  do {
    assumed = old;
    double next = __longlong_as_double(assumed) + value;
    // CHECK: :[[#@LINE+1]]:11: remark: benign global memory race on `sum`
    old = atomicCAS((unsigned long long *)sum, assumed, __double_as_longlong(next));
  } while (assumed != old);
}

// Carried as a floating-point number, compared as one or by its bits.
__global__ void carried(float *sum, const float *in) {
  float value = in[blockIdx.x * blockDim.x + threadIdx.x];
  float old = *sum, assumed;
  do {
    assumed = old;
    // CHECK: :[[#@LINE+1]]:26: remark: benign global memory race on `sum`
    old = __int_as_float(atomicCAS((int *)sum, __float_as_int(assumed), __float_as_int(assumed + value)));
  } while (assumed != old);
}

__global__ void endless(float *sum, const float *in) {
  float value = in[blockIdx.x * blockDim.x + threadIdx.x];
  float current = *sum;
  while (true) {
    float next = current + value;
    // CHECK: :[[#@LINE+1]]:33: remark: benign global memory race on `sum`
    float seen = __int_as_float(atomicCAS((int *)sum, __float_as_int(current), __float_as_int(next)));
    if (__float_as_int(seen) == __float_as_int(current))
      break;
    current = seen;
  }
}

__global__ void withFor(float *product, const float *in) {
  float value = in[blockIdx.x * blockDim.x + threadIdx.x];
  unsigned *bits = (unsigned *)product;
  for (unsigned old = *bits, assumed = old + 1; old != assumed;) {
    assumed = old;
    // CHECK: :[[#@LINE+1]]:11: remark: benign global memory race on `product`
    old = atomicCAS(bits, assumed, __float_as_uint(__uint_as_float(assumed) * value));
  }
}

// A maximum may need no swap.
__global__ void whileLess(float *most, const float *in) {
  float value = in[blockIdx.x * blockDim.x + threadIdx.x];
  float current = *most;
  while (current < value) {
    // CHECK: :[[#@LINE+1]]:33: remark: benign global memory race on `most`
    float seen = __int_as_float(atomicCAS((int *)most, __float_as_int(current), __float_as_int(value)));
    if (seen == current)
      break;
    current = seen;
  }
}

__global__ void readAgain(float *sum, const float *in) {
  float value = in[blockIdx.x * blockDim.x + threadIdx.x], current;
  do {
    current = *sum;
    // CHECK: :[[#@LINE+1]]:12: remark: benign global memory race on `sum`
  } while (atomicCAS((int *)sum, __float_as_int(current), __float_as_int(current + value)) != __float_as_int(current));
}

// Bits by a pointer, and by a union.
__global__ void throughPointer(float *sum, const float *in) {
  float value = in[blockIdx.x * blockDim.x + threadIdx.x];
  float current = *sum, next;
  while (true) {
    next = current + value;
    unsigned expected = *(unsigned *)&current;
    // CHECK: :[[#@LINE+1]]:21: remark: benign global memory race on `sum`
    unsigned seen = atomicCAS((unsigned *)sum, expected, *(unsigned *)&next);
    if (seen == expected)
      break;
    current = *(float *)&seen;
  }
}

union Bits {
  float number;
  unsigned bits;
};

__global__ void throughUnion(float *sum, const float *in) {
  float value = in[blockIdx.x * blockDim.x + threadIdx.x];
  Bits old, next;
  old.number = *sum;
  while (true) {
    next.number = old.number + value;
    // CHECK: :[[#@LINE+1]]:21: remark: benign global memory race on `sum`
    unsigned seen = atomicCAS((unsigned *)sum, old.bits, next.bits);
    if (seen == old.bits)
      break;
    old.bits = seen;
  }
}

// What is computed may be a function's; who succeeds may do more.
__device__ float scaled(float a, float b) { return a * 0.9f + b; }

__global__ void throughFunction(float *mean, int *winners, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float current = *mean;
  while (true) {
    // CHECK: :[[#@LINE+1]]:16: remark: benign global memory race on `mean`
    int seen = atomicCAS((int *)mean, __float_as_int(current), __float_as_int(scaled(current, in[i])));
    if (seen == __float_as_int(current)) {
      winners[i] = 1;
      break;
    }
    current = __int_as_float(seen);
  }
}

//===--- Values that are used otherwise -----------------------------------===//

__global__ void keepsGuess(float *sum, float *seen, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float first = *sum;
  seen[i] = first;
  unsigned assumed, old = __float_as_uint(first);
  do {
    assumed = old;
    // CHECK: :[[#@LINE+1]]:11: warning: global memory race on `sum[0]`
    old = atomicCAS((unsigned *)sum, assumed, __float_as_uint(__uint_as_float(assumed) + in[i]));
  } while (old != assumed);
}

// The second try swaps in what was computed of the first guess: an update is lost.
__global__ void staleSum(float *sum, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float first = *sum;
  unsigned assumed, old = __float_as_uint(first);
  do {
    assumed = old;
    // CHECK: :[[#@LINE+1]]:11: warning: global memory race on `sum[0]`
    old = atomicCAS((unsigned *)sum, assumed, __float_as_uint(first + in[i]));
  } while (old != assumed);
}

__global__ void usedAfterwards(float *sum, float *seen, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float first = *sum;
  unsigned assumed = __float_as_uint(first);
  // CHECK: :[[#@LINE+1]]:18: warning: global memory race on `sum[0]`
  unsigned old = atomicCAS((unsigned *)sum, assumed, __float_as_uint(first + in[i]));
  while (old != assumed) {
    assumed = old;
    old = atomicCAS((unsigned *)sum, assumed, __float_as_uint(__uint_as_float(assumed) + in[i]));
  }
  seen[i] = first;
}

__global__ void decidesMore(float *sum, int *flags, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float first = *sum;
  if (first > 100)
    flags[i] = 1;
  unsigned assumed, old = __float_as_uint(first);
  do {
    assumed = old;
    // CHECK: :[[#@LINE+1]]:11: warning: global memory race on `sum[0]`
    old = atomicCAS((unsigned *)sum, assumed, __float_as_uint(__uint_as_float(assumed) + in[i]));
  } while (old != assumed);
}

// Values that what was read decides, by a condition or by leaving a loop.
#define ADD(sum, first, value) { unsigned assumed, old = __float_as_uint(first); do { assumed = old; old = atomicCAS((unsigned *)(sum), assumed, __float_as_uint(__uint_as_float(assumed) + (value))); } while (old != assumed); }

__global__ void decidesFlag(float *sum, int *flags, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, big = 0;
  float first = *sum;
  if (first > 100)
    big = 1;
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `sum[0]`
  ADD(sum, first, in[i])
  flags[i] = big;
}

__global__ void decidesByAnd(float *sum, int *flags, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float first = *sum;
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `sum[0]`
  ADD(sum, first, in[i])
  first > 100 && (flags[i] = 1);
}

__global__ void decidesByChoice(float *sum, int *flags, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float first = *sum;
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `sum[0]`
  ADD(sum, first, in[i])
  first > 100 ? (flags[i] = 1) : (flags[i] = 2);
}

__global__ void decidesCount(float *sum, int *flags, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, count = 0;
  float first = *sum;
  for (int k = 0; k < 10; ++k) {
    if (first > k)
      break;
    ++count;
  }
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `sum[0]`
  ADD(sum, first, in[i])
  flags[i] = count;
}

// A larger value by a condition, for the swap alone.
__global__ void larger(float *most, const float *in) {
  float value = in[blockIdx.x * blockDim.x + threadIdx.x], next, current;
  do {
    current = *most;
    if (current > value)
      next = current;
    else
      next = value;
    // CHECK: :[[#@LINE+1]]:12: remark: benign global memory race on `most`
  } while (atomicCAS((int *)most, __float_as_int(current), __float_as_int(next)) != __float_as_int(current));
}

__global__ void largerOfTwo(float *most, const float *in) {
  float value = in[blockIdx.x * blockDim.x + threadIdx.x], current = *most;
  while (true) {
    unsigned bits = __float_as_uint(current);
    // CHECK: :[[#@LINE+1]]:21: remark: benign global memory race on `most`
    unsigned seen = atomicCAS((unsigned *)most, bits, __float_as_uint(current < value ? value : current));
    if (seen == bits)
      break;
    current = __uint_as_float(seen);
  }
}

__global__ void keepsLarger(float *most, float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float value = in[i], first = *most;
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `most[0]`
  ADD(most, first, value)
  out[i] = first < value ? value : first;
}

// Who succeeds has found what was read.
__global__ void marksSuccess(float *most, int *winners, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float current = *most;
  if (current < in[i])
    // CHECK: :[[#@LINE+1]]:9: remark: benign global memory race on `most`
    if (atomicCAS((int *)most, __float_as_int(current), __float_as_int(in[i])) == __float_as_int(current))
      winners[i] = 1;
}

// Not known to serve for nothing else: neither benign nor a race.
__device__ float returnsGuess(float *sum, float value) {
  float first = *sum;
  ADD(sum, first, value)
  return first;
}
__global__ void keepsReturned(float *sum, float *seen, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  seen[i] = returnsGuess(sum, in[i]);
}

__global__ void leavesEarly(float *sum, int *flags, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float first = *sum;
  ADD(sum, first, in[i])
  if (first > 100)
    return;
  flags[i] = 1;
}

__device__ void put(float *at, float value) { *at = value; }
__global__ void passesOn(float *sum, float *seen, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float first = *sum;
  put(seen + i, first);
  ADD(sum, first, in[i])
}

// The function that reads has no swap.
__device__ void addOwn(float *sum, float value) {
  unsigned assumed, old = *(unsigned *)sum;
  do {
    assumed = old;
    // CHECK: :[[#@LINE+1]]:11: remark: benign global memory race on `sum`: a plain read at line [[#@LINE-3]] precedes
    old = atomicCAS((unsigned *)sum, assumed, __float_as_uint(__uint_as_float(assumed) + value));
  } while (old != assumed);
}
__global__ void keepsBefore(float *sum, float *seen, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float before = *sum;
  addOwn(sum, in[i]);
  seen[i] = before;
}

// Without a swap, it is what was read that decides: not benign, and how often the loop runs is not known.
__global__ void decidesAfterwards(float *most, int *flags, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float current = *most;
  while (current < in[i]) {
    float seen = __int_as_float(atomicCAS((int *)most, __float_as_int(current), __float_as_int(in[i])));
    if (seen == current)
      break;
    current = seen;
  }
  if (current > 100)
    flags[i] = 1;
}

// Another location is expected to hold it, too: not benign.
__global__ void otherSwap(float *sum, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float first = *sum;
  atomicCAS((int *)sum + 1, __float_as_int(first), 7);
  ADD(sum, first, in[i])
}

// Expects something else than was read.
__global__ void expectsZero(float *sum, const float *in) {
  float first = *sum;
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `sum[0]`
  atomicCAS((unsigned *)sum, 0u, __float_as_uint(first + in[threadIdx.x]));
}

__global__ void exchanges(float *sum, const float *in) {
  float first = *sum;
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `sum[0]`
  atomicExch(sum, first + in[threadIdx.x]);
}

int main() {
  float *f, *g, *h;
  double *d;
  int *i;
  cudaMalloc(&f, 1 << 24);
  cudaMalloc(&g, 1 << 24);
  cudaMalloc(&h, 1 << 24);
  cudaMalloc(&d, 1 << 24);
  cudaMalloc(&i, 1 << 24);
  peeled<<<64, 256>>>(f, g);
  peeledInShared<<<64, 256>>>(f, g);
  peeledIntegers<<<64, 256>>>(i, i + 1000);
  peeledByIf<<<64, 256>>>(f, g);
  peeledByData<<<64, 256>>>(f, g, i);
  doWhile<<<64, 256>>>(f, g);
  ofDoubles<<<64, 256>>>(d, d + 1000);
  carried<<<64, 256>>>(f, g);
  endless<<<64, 256>>>(f, g);
  withFor<<<64, 256>>>(f, g);
  whileLess<<<64, 256>>>(f, g);
  readAgain<<<64, 256>>>(f, g);
  throughPointer<<<64, 256>>>(f, g);
  throughUnion<<<64, 256>>>(f, g);
  throughFunction<<<64, 256>>>(f, i, g);
  keepsGuess<<<64, 256>>>(f, h, g);
  staleSum<<<64, 256>>>(f, g);
  usedAfterwards<<<64, 256>>>(f, h, g);
  decidesMore<<<64, 256>>>(f, i, g);
  decidesFlag<<<64, 256>>>(f, i, g);
  decidesByAnd<<<64, 256>>>(f, i, g);
  decidesByChoice<<<64, 256>>>(f, i, g);
  decidesCount<<<64, 256>>>(f, i, g);
  larger<<<64, 256>>>(f, g);
  largerOfTwo<<<64, 256>>>(f, g);
  keepsLarger<<<64, 256>>>(f, h, g);
  marksSuccess<<<64, 256>>>(f, i, g);
  keepsReturned<<<64, 256>>>(f, h, g);
  leavesEarly<<<64, 256>>>(f, i, g);
  passesOn<<<64, 256>>>(f, h, g);
  keepsBefore<<<64, 256>>>(f, h, g);
  decidesAfterwards<<<64, 256>>>(f, i, g);
  otherSwap<<<64, 256>>>(f, g);
  expectsZero<<<64, 256>>>(f, g);
  exchanges<<<64, 256>>>(f, g);
}
