// RUN: not %cuda-memlint %s | FileCheck %s --implicit-check-not=warning:
// RUN: not %cuda-memlint --each-access %s | FileCheck %s --check-prefix=EACH
// RUN: %json --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s --check-prefix=JSON
// RUN: %json --checks='-*,cuda-uncoalesced-*' %s | %check-schema %source/docs/json-schema.json
// RUN: %cuda-memlint --format=sarif --fail-on=none --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s --check-prefix=SARIF

// Accesses of one kernel to one array that lie alike are one finding.

#include <cuda_runtime.h>

// Wherever they begin, the lanes of all four loads are 32 bytes apart.
__global__ void alike(float *out, const float *u, int row) {
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+2]]:15: warning: uncoalesced load: lanes are 32 B apart
  // CHECK: note: and 3 more accesses to `u`: lines [[#@LINE+2]] (2) and [[#@LINE+3]]
  float sum = u[8 * t];
  sum += u[8 * t + row] + u[8 * t + 2 * row];
  sum += u[8 * t + 3 * row];
  // EACH-COUNT-4: warning: uncoalesced load: lanes are 32 B apart
  // EACH-NOT: more access
  // JSON: "kernel": "alike"
  // JSON-NOT: "same_cause_as"
  // JSON: "kernel": "alike"
  // JSON: "same_cause_as": 0
  // JSON: "kernel": "alike"
  // JSON: "same_cause_as": 0
  // JSON: "kernel": "alike"
  // JSON: "same_cause_as": 0
  // SARIF: "cudaMemlintFinding/v1": "[[FIRST:[0-9a-f]+]]"
  // SARIF-COUNT-3: "sameCauseAs": "[[FIRST]]"
  out[t] = sum;
}

__global__ void onOneLine(float *out, const float *u, int row) {
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+2]]:12: warning: uncoalesced load
  // CHECK: note: and 1 more access to `u` on this line
  out[t] = u[8 * t] + u[8 * t + row];
}

// Another array, another stride, another width: each is mended by a change of its own.
__global__ void different(float *out, const float *u, const float *v, int row) {
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+1]]:15: warning: uncoalesced load
  float sum = u[8 * t];
  // CHECK: :[[#@LINE+1]]:10: warning: uncoalesced load
  sum += v[8 * t];
  // CHECK: :[[#@LINE+1]]:10: warning: uncoalesced load
  sum += u[9 * t];
  // CHECK: :[[#@LINE+1]]:10: warning: uncoalesced load
  sum += reinterpret_cast<const double *>(u)[4 * t];
  // CHECK-NOT: more access
  out[t] = sum;
}

// The one in a loop stands for both.
__global__ void mostly(float *out, const float *u, int row) {
  int t = threadIdx.x;
  float sum = u[8 * t];
  for (int i = 1; i < 4; ++i)
    // CHECK: :[[#@LINE+2]]:12: warning: uncoalesced load
    // CHECK: note: and 1 more access to `u`: line [[#@LINE-3]]
    sum += u[8 * t + i * row];
  out[t] = sum;
}

// Twice as much is no reason to leave the order of the source.
__global__ void hardlyMore(float *out, const float *u, int row) {
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+2]]:15: warning: uncoalesced load
  // CHECK: note: and 1 more access to `u`: line [[#@LINE+3]]
  float sum = u[8 * t];
  for (int i = 1; i < 3; ++i)
    sum += u[8 * t + i * row];
  out[t] = sum;
}

// A comment where the finding is reported silences all of it.
__global__ void silenced(float *out, const float *u, int row) {
  int t = threadIdx.x;
  float sum = u[8 * t]; // NOLINT
  sum += u[8 * t + row];
  out[t] = sum;
}

// A comment at another silences that one.
__global__ void silencedInPart(float *out, const float *u, int row) {
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+2]]:15: warning: uncoalesced load
  // CHECK: note: and 1 more access to `u`: line [[#@LINE+3]]
  float sum = u[8 * t];
  sum += u[8 * t + row]; // NOLINT
  sum += u[8 * t + 2 * row];
  out[t] = sum;
}

// CHECK: {{^}}9 warnings, 7 remarks (--remarks shows them) in 6 of 7 kernels; {{.*}}; 2 findings suppressed
