// RUN: %json %s | %python %S/../Inputs/verdicts.py | FileCheck %s

// A number below zero is a large one in an unsigned type, and itself again in a signed one. What is
// executed only then is not unreachable.

#include <cuda_runtime.h>

// The loop ends in iteration 11, after 5 - 8 has been in `other`.
// CHECK: {{^}}swapped: {{(race|may-race|undecided)}} same-warp line [[#@LINE+13]]
__global__ void swapped() {
  __shared__ int s[4];
  int number = 0;
  unsigned other = 0;
  do {
    if (other == 8)
      number = 5 - number;
    other = other + 2;
    int next = other;
    other = number;
    number = next;
  } while (number != 1);
  s[2] = threadIdx.x;
}

// 0, 5, -3, -1, 1 for 8.
// CHECK: {{^}}swappedUnsigned: {{(race|may-race|undecided)}} same-warp line [[#@LINE+12]]
__global__ void swappedUnsigned(const int *numbers) {
  __shared__ int s[4];
  unsigned number = 0, other = numbers[0] & 15;
  do {
    if (other == 8)
      number = 5 - number;
    other = other + 2;
    unsigned next = other;
    other = number;
    number = next;
  } while (number != 1);
  s[2] = threadIdx.x;
}

// -2 is a large number, and 30 behind the first iteration: thread t stores in the second one where
// thread t + 4 does in the first.
// CHECK: {{^}}goesRound: {{(race|may-race|undecided)}} same-warp line [[#@LINE+5]]
__global__ void goesRound(int *out, int first) {
  unsigned number = first;
  int at = 5;
  do {
    out[threadIdx.x + at] = threadIdx.x;
    number = number + 32;
    at = 1;
  } while (number < 32);
}

// CHECK: {{^}}byData: {{(race|may-race|undecided)}} same-warp line [[#@LINE+6]]
__global__ void byData(const unsigned *steps) {
  __shared__ int s[4];
  unsigned number = 10;
  for (int k = 0; k < 9; ++k) {
    if (number + 3 == 1)
      s[2] = threadIdx.x;
    number = number - steps[k];
  }
}

// 1, -17, -71, ...
// CHECK: {{^}}table: {{(race|may-race|undecided)}} same-warp line [[#@LINE+8]]
__global__ void table() {
  __shared__ int s[4];
  int number = 1;
  unsigned last = 1;
  for (int k = 0; k < 6; ++k) {
    int signedLast = last;
    if (signedLast < 0)
      s[2] = threadIdx.x;
    number = number * 3 - 20;
    last = number;
  }
}

// -3, -1, 1.
// CHECK: {{^}}sum: {{(race|may-race|undecided)}} same-warp line [[#@LINE+6]]
__global__ void sum() {
  __shared__ int s[4];
  unsigned number = -3;
  while (number != 1)
    number = number + 2;
  s[2] = threadIdx.x;
}

// CHECK: {{^}}chosen: {{(race|may-race|undecided)}} same-warp line [[#@LINE+9]]
// CHECK: {{^}}chosen: {{(race|may-race|undecided)}} same-warp line [[#@LINE+10]]
__global__ void chosen(int which) {
  __shared__ int s[4];
  unsigned number = 5;
  if (which)
    number = -3;
  int again = number;
  if (again < 0)
    s[2] = threadIdx.x;
  if (number + 4 == 1)
    s[3] = threadIdx.x;
}

// Numbers past those that are followed as choices of their own.
__constant__ const unsigned Numbers[8] = {1, 2, 3, 4, 5, 6, 7, 0xffffffff};
// CHECK: {{^}}element: {{(race|may-race|undecided)}} same-warp line [[#@LINE+5]]
__global__ void element(int which) {
  __shared__ int s[4];
  int number = Numbers[which & 7];
  if (number < 0)
    s[2] = threadIdx.x;
}


// No iteration ends for a number that is taken not to wrap.
// CHECK: {{^}}doubled: {{(race|may-race|undecided)}} same-warp line [[#@LINE+6]]
__global__ void doubled(int first) {
  __shared__ int s[4];
  unsigned number = first;
  long long again = number;
  while (number + number < number) {
    s[2] = threadIdx.x;
    number = again;
  }
}

// From below zero by way of `^`: 4294967295, 2, 5, ...
// CHECK: {{^}}combined: {{(race|may-race|undecided)}} same-warp line [[#@LINE+5]]
__global__ void combined(int first) {
  __shared__ int s[4];
  for (unsigned number = first ^ 1u;; number = number + 3)
    if (int(threadIdx.x) > number)
      s[2] = threadIdx.x;
}

// 4294967264 + 32 is 0, and half of it + 32 is not.
// CHECK: {{^}}halved: {{(race|may-race|undecided)}} same-warp line [[#@LINE+5]]
__global__ void halved() {
  __shared__ int s[4];
  for (unsigned number = 0 - 32u; number != 0; number /= 2)
    if (number + 32 == 0)
      s[2] = threadIdx.x;
}

// 4 + 4294967294 is 2, which is thread 2's; 4 + 2147483647 is nobody's.
// CHECK: {{^}}halvedArgument: {{(race|may-race|undecided)}} same-warp line [[#@LINE+4]]
__global__ void halvedArgument(int *out, int n) {
  unsigned number = n;
  for (int i = 0; i < 5; i += 2, number >>= 1) {
    out[threadIdx.x] = 0;
    if (threadIdx.x & 3)
      out[4 + number] = i + 1;
  }
}

void launch(int *out) {
  combined<<<1, 32>>>(-2);
  halvedArgument<<<1, 33>>>(out, -2);
}

// 8, 16, ..., 2^31, 0.
// CHECK: {{^}}doubled: {{(race|may-race|undecided)}} same-warp line [[#@LINE+6]]
__global__ void doubled() {
  __shared__ int s[4];
  unsigned bit = 8;
  while (bit)
    bit += bit;
  s[2] = threadIdx.x;
}

// CHECK: {{^}}shifted: {{(race|may-race|undecided)}} same-warp line [[#@LINE+5]]
__global__ void shifted() {
  __shared__ int s[4];
  for (unsigned bit = 1; bit != 0; bit <<= 1)
    ;
  s[2] = threadIdx.x;
}

// 20, 60, ..., 3874204892, and what is left of three times as much in 32 bits.
// CHECK: {{^}}tripled: {{(race|may-race|undecided)}} same-warp line [[#@LINE+6]]
__global__ void tripled() {
  __shared__ int s[4];
  unsigned number = 20;
  while (number > 4)
    number += 2 * number;
  s[2] = threadIdx.x;
}

// The sum of two numbers is below one of them where there is a carry.
// CHECK: {{^}}carried: {{(race|may-race|undecided)}} same-warp line [[#@LINE+6]]
__global__ void carried(unsigned low) {
  __shared__ int s[4];
  unsigned sum = low + 7;
  bool carry = sum < low;
  if (carry)
    s[2] = threadIdx.x;
}

// The number becomes larger only where it would wrap, and then 0.
// CHECK: {{^}}stepsWhereItWraps: {{(race|may-race|undecided)}} same-warp line [[#@LINE+7]]
__global__ void stepsWhereItWraps(int start) {
  __shared__ int s[4];
  unsigned number = start;
  do
    number = number + blockDim.x <= number ? number + 1 : number;
  while (number);
  s[2] = threadIdx.x;
}

void launchSteps() { stepsWhereItWraps<<<1, 48>>>(-2); }

// What is not below zero and does not wrap is never the larger one.
// CHECK: {{^}}neverAtMost: 0 pairs
__global__ void neverAtMost() {
  __shared__ int s[4];
  unsigned number = threadIdx.x;
  if (number + 48 <= number)
    s[2] = threadIdx.x;
}

// What another condition ends does not wrap.
// CHECK: {{^}}doubledInside: 0 pairs
__global__ void doubledInside() {
  __shared__ int s[4];
  for (unsigned step = 1; step < 32; step += step)
    if (step == 0)
      s[2] = threadIdx.x;
}
