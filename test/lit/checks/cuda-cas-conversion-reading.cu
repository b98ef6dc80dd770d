// RUN: not %cuda-memlint --remarks --checks=-*,cuda-cas-conversion %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

// Bits are stored, and the integer with the bits of what was there is converted by its value. 1.0f has
// the bits 0x3f800000, which is the integer 1,065,353,216; 1.0 has 0x3ff0000000000000.

__global__ void adds(float *sums, float v) {
  int *bits = (int *)sums, old = *bits, assumed;
  do {
    assumed = old;
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: compare-and-swap of converted values: on `float` data in `sums`, the integer `assumed` is converted to a number, where its bits are one [cuda-cas-conversion]
    old = atomicCAS(bits, assumed, __float_as_int((float)assumed + v));
    // CHECK: note: the bits of 1.0f are the integer 1,065,353,216
    // CHECK: help: read it with `__int_as_float(…)`
  } while (assumed != old);
}

// What the swap gave, which is what it expects next; unsigned.
__global__ void addsToOld(float *sums, float v) {
  unsigned *bits = (unsigned *)sums, old = *bits, assumed;
  do {
    assumed = old;
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}the integer `old` is converted
    old = atomicCAS(bits, assumed, __float_as_uint((float)old + v));
    // CHECK: help: read it with `__uint_as_float(…)`
  } while (assumed != old);
}

// By the language, in a variable.
__global__ void implicitly(double *sums, double v) {
  unsigned long long *bits = (unsigned long long *)sums, old = *bits, assumed;
  do {
    assumed = old;
    unsigned long long next = __double_as_longlong(assumed * v);
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}on `double` data in `sums`, the integer `assumed` is converted
    old = atomicCAS(bits, assumed, next);
    // CHECK: note: the bits of 1.0 are the integer 4,607,182,418,800,017,408
    // CHECK: help: read it with `__longlong_as_double(…)`
  } while (assumed != old);
}

// Only where it is decided whether there is something to store.
__global__ void maximum(float *most, float v) {
  int *bits = (int *)most, old = *bits, assumed;
  do {
    assumed = old;
    if ((float)assumed >= v)
      break;
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}in `most`, the integer `assumed` is converted
    old = atomicCAS(bits, assumed, __float_as_int(v));
  } while (assumed != old);
}

// Mended.
__global__ void addsBits(float *sums, float v) {
  int *bits = (int *)sums, old = *bits, assumed;
  do {
    assumed = old;
    old = atomicCAS(bits, assumed, __float_as_int(__int_as_float(assumed) + v));
  } while (assumed != old);
}

__global__ void maximumOfBits(float *most, float v) {
  int *bits = (int *)most, old = *bits, assumed;
  do {
    assumed = old;
    if (__int_as_float(assumed) >= v)
      break;
    old = atomicCAS(bits, assumed, __float_as_int(v));
  } while (assumed != old);
}

// Near misses: another integer is converted; what is expected is computed as an integer; the memory is
// declared as integers.
__global__ void scales(float *sums, int times) {
  int *bits = (int *)sums, old = *bits, assumed;
  do {
    assumed = old;
    old = atomicCAS(bits, assumed, __float_as_int(__int_as_float(assumed) * (float)times));
  } while (assumed != old);
}

__global__ void claims(float *slots, int n) {
  int *bits = (int *)slots;
  int place = threadIdx.x * n;
  atomicCAS(bits, place, __float_as_int((float)place));
}

__global__ void ofIntegers(int *bits, float v) {
  int old = *bits, assumed;
  do {
    assumed = old;
    old = atomicCAS(bits, assumed, __float_as_int((float)assumed + v));
  } while (assumed != old);
}
