// Spans of time by the hundred in one function, as they are generated, take no time of the analysis.
// RUN: timeout 30 %cuda-memlint %s | FileCheck %s
// CHECK: 0 warnings

#include <time.h>

__global__ void scale(float *data) { data[threadIdx.x] *= 2; }

#define SPAN                                                                                                           \
  {                                                                                                                    \
    clock_t start = clock();                                                                                           \
    if (n > 0)                                                                                                         \
      scale<<<1, 32>>>(data);                                                                                          \
    clock_t stop = clock();                                                                                            \
    sum += stop - start;                                                                                               \
  }
#define EIGHT(code) code code code code code code code code

clock_t run(float *data, int n) {
  clock_t sum = 0;
  EIGHT(EIGHT(EIGHT(SPAN)))
  return sum;
}
