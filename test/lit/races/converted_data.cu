// RUN: %json %s | %python %S/../Inputs/verdicts.py | FileCheck %s

// Data that are converted to a type that cannot hold all of them: what is executed only where one does
// not fit is not unreachable.

#include <cuda_runtime.h>

// CHECK: {{^}}negative: {{(race|may-race|undecided)}} same-warp line [[#@LINE+5]]
__global__ void negative(const unsigned *numbers) {
  __shared__ int s[4];
  int number = numbers[0];
  if (number < 0)
    s[2] = threadIdx.x;
}

// CHECK: {{^}}ofSum: {{(race|may-race|undecided)}} same-warp line [[#@LINE+5]]
__global__ void ofSum(const unsigned *numbers) {
  __shared__ int s[4];
  int number = numbers[0] * 4 + 1;
  if (number < 0)
    s[2] = threadIdx.x;
}

// CHECK: {{^}}ofBits: {{(race|may-race|undecided)}} same-warp line [[#@LINE+5]]
__global__ void ofBits(const int *numbers) {
  __shared__ int s[4];
  int number = (numbers[0] & 15) | 0x80000000u;
  if (number < 0)
    s[2] = threadIdx.x;
}

// The highest byte has the sign.
// CHECK: {{^}}ofBytes: {{(race|may-race|undecided)}} same-warp line [[#@LINE+5]]
__global__ void ofBytes(const unsigned char *bytes) {
  __shared__ int s[4];
  int number = bytes[0] | bytes[1] << 8 | bytes[2] << 16 | bytes[3] << 24;
  if (number < 0)
    s[2] = threadIdx.x;
}

// CHECK: {{^}}chosen: {{(race|may-race|undecided)}} same-warp line [[#@LINE+6]]
__global__ void chosen(const unsigned *numbers, int which) {
  __shared__ int s[4];
  unsigned number = which ? numbers[0] : 1;
  int again = max(number, 7u);
  if (again < 5)
    s[2] = threadIdx.x;
}

// CHECK: {{^}}reversedBits: {{(race|may-race|undecided)}} same-warp line [[#@LINE+5]]
__global__ void reversedBits(int n) {
  __shared__ int s[4];
  int number = __brev(n);
  if (number < 0)
    s[2] = threadIdx.x;
}

// 2^32 becomes 0.
// CHECK: {{^}}narrowed: {{(race|may-race|undecided)}} same-warp line [[#@LINE+6]]
__global__ void narrowed(const long long *numbers) {
  __shared__ int s[4];
  long long number = numbers[0];
  int low = number;
  if (number > 100 && low < 10)
    s[2] = threadIdx.x;
}

// CHECK: {{^}}narrowedUnsigned: {{(race|may-race|undecided)}} same-warp line [[#@LINE+6]]
__global__ void narrowedUnsigned(const unsigned long long *numbers) {
  __shared__ int s[4];
  unsigned long long number = numbers[0];
  unsigned low = number;
  if (number > 100 && low < 10)
    s[2] = threadIdx.x;
}

// CHECK: {{^}}wide: {{(race|may-race|undecided)}} same-warp line [[#@LINE+5]]
__global__ void wide(const unsigned long long *numbers) {
  __shared__ int s[4];
  long long number = numbers[0];
  if (number < 0)
    s[2] = threadIdx.x;
}

// CHECK: {{^}}bytes: {{(race|may-race|undecided)}} same-warp line [[#@LINE+5]]
__global__ void bytes(const unsigned char *numbers) {
  __shared__ int s[4];
  signed char number = numbers[0];
  if (number < 0)
    s[2] = threadIdx.x;
}

// CHECK: {{^}}halves: {{(race|may-race|undecided)}} same-warp line [[#@LINE+5]]
__global__ void halves(const unsigned *numbers) {
  __shared__ int s[4];
  short number = numbers[0];
  if (number < 0)
    s[2] = threadIdx.x;
}

// CHECK: {{^}}unsignedAgain: {{(race|may-race|undecided)}} same-warp line [[#@LINE+5]]
__global__ void unsignedAgain(const int *numbers) {
  __shared__ int s[4];
  unsigned number = numbers[0];
  if (number > 0x90000000)
    s[2] = threadIdx.x;
}

// Widening a negative number sets all upper bits.
// CHECK: {{^}}extended: {{(race|may-race|undecided)}} same-warp line [[#@LINE+5]]
__global__ void extended(const int *numbers) {
  __shared__ int s[4];
  unsigned long long number = numbers[0];
  if (number > 0xffffffff00000000ull)
    s[2] = threadIdx.x;
}

enum Colour : unsigned { Red, Green };
// CHECK: {{^}}enumeration: {{(race|may-race|undecided)}} same-warp line [[#@LINE+5]]
__global__ void enumeration(const Colour *colours) {
  __shared__ int s[4];
  int colour = colours[0];
  if (colour < 0)
    s[2] = threadIdx.x;
}

enum Direction { Down = -1, Up = 1 };
// CHECK: {{^}}asDirection: {{(race|may-race|undecided)}} same-warp line [[#@LINE+5]]
__global__ void asDirection(const unsigned *numbers) {
  __shared__ int s[4];
  Direction direction = static_cast<Direction>(numbers[0]);
  if (direction == Down)
    s[2] = threadIdx.x;
}

// 256 is true, and its low byte is 0.
// CHECK: {{^}}truth: {{(race|may-race|undecided)}} same-warp line [[#@LINE+6]]
__global__ void truth(const int *numbers) {
  __shared__ int s[4];
  bool any = numbers[0];
  unsigned char low = numbers[0];
  if (any && low == 0)
    s[2] = threadIdx.x;
}

// CHECK: {{^}}parameter: {{(race|may-race|undecided)}} same-warp line [[#@LINE+5]]
__global__ void parameter(unsigned n) {
  __shared__ int s[4];
  int number = n;
  if (number < -3)
    s[2] = threadIdx.x;
}

// What left the loop below zero.
// CHECK: {{^}}carried: {{(race|may-race|undecided)}} same-warp line [[#@LINE+13]]
__global__ void carried(const int *numbers) {
  __shared__ int s[4];
  int number = 0;
  unsigned other = numbers[0];
  do {
    if (other == 8)
      number = 5 - number;
    other = other + 2;
    int next = number;
    number = other;
    other = next;
  } while (number);
  s[2] = threadIdx.x;
}

// What fits stays what it is: each thread has an element of its own.
// CHECK: {{^}}fits: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void fits(const unsigned *starts, int *out) {
  __shared__ int s[256];
  int start = starts[0];
  int low = starts[1] & 127;
  if (low >= 0)
    s[threadIdx.x] = low;
  out[start + threadIdx.x] = s[threadIdx.x];
}

// CHECK: {{^}}fitsNever: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void fitsNever(const unsigned *starts) {
  __shared__ int s[4];
  int half = starts[0] >> 1;
  if (half < 0)
    s[2] = threadIdx.x;
}
