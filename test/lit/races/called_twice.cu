// A function with a barrier that is called more than once: through which calls the two threads come.
// RUN: not %cuda-memlint --checks=-*,cuda-shared-race %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %cuda-memlint --checks=-*,cuda-shared-race --explain %s 2>&1 | FileCheck %s --check-prefix=DRAWN --strict-whitespace
// RUN: %json --checks=-*,cuda-shared-race %s | FileCheck %s --check-prefix=JSON
// RUN: %json --checks=-*,cuda-shared-race %s | %check-schema %source/docs/json-schema.json
// RUN: %cuda-memlint --format=sarif --fail-on=none --checks=-*,cuda-shared-race %s | FileCheck %s --check-prefix=SARIF
// RUN: %cuda-memlint --format=sarif --fail-on=none --checks=-*,cuda-shared-race %s | %check-sarif

__device__ void reverse(int *values, int *data) {
  int t = threadIdx.x;
  values[t] = data[t];
  __syncthreads();
  data[t] = values[127 - t];
}

// The second call stores while threads of the first one still read: the barrier of neither lies
// between.
__global__ void __launch_bounds__(128) twice(int *data) {
  __shared__ int values[128];
  reverse(values, data);
  reverse(values, data);
}
// CHECK: :11:3: warning: shared memory race on `values[{{[0-9]+}}]`: thread ({{[0-9]+}},0,0) (called from line 21) writes it here while thread ({{[0-9]+}},0,0) (called from line 20) reads it at line 13, with no barrier in between [cuda-shared-race]
// CHECK: :13:13: note: the conflicting access `values[127 - t]` is here
// CHECK: :21:3: note: thread ({{[0-9]+}},0,0) is in this call of `reverse`
// CHECK: :20:3: note: thread ({{[0-9]+}},0,0) is in this call of `reverse`
// That of two calls deep, below, is at the same line.
// CHECK: :11:3: warning: shared memory race on `values[{{[0-9]+}}]`: thread ({{[0-9]+}},0,0) (called from line 95, then line 87) writes it here while thread ({{[0-9]+}},0,0) (called from line 94, then line 89) reads it at line 13, with no barrier in between [cuda-shared-race]

// DRAWN:      {{^}}        | thread ({{[0-9]+}},0,0) {{ +}}thread ({{[0-9]+}},0,0)
// DRAWN-NEXT: {{^}}        | called from line 20 {{ +}}called from line 21{{$}}
// DRAWN-NEXT: {{^}}        | line 13 reads values[127 - t]{{$}}
// DRAWN-NEXT: {{^}}        | {{-+}} no __syncthreads() {{-+$}}
// DRAWN-NEXT: {{^}}        | {{ +}} line 11 writes values[t]{{$}}

// The first thread of the pair is that of the earlier access.
// JSON:      "outcome": "race",
// JSON:      "calls": [
// JSON:        "line": 20,
// JSON-NEXT:   "column": 3,
// JSON-NEXT:   "function": "reverse"
// JSON:      "calls": [
// JSON:        "line": 21,
// JSON-NEXT:   "column": 3,
// JSON-NEXT:   "function": "reverse"
// JSON:      "findings": [
// JSON:        "line": 21,
// JSON-NEXT:   "column": 3,
// JSON-NEXT:   "message": "thread ({{[0-9]+}},0,0) is in this call of `reverse`"

// SARIF:      "relatedLocations": [
// SARIF:        "text": "thread ({{[0-9]+}},0,0) is in this call of `reverse`"
// SARIF:      "codeFlows": [
// SARIF:        "threadFlows": [
// SARIF:          "text": "thread ({{[0-9]+}},0,0)"
// SARIF:          "locations": [
// SARIF:            "text": "call of `reverse`"
// SARIF:            "startLine": 20,
// SARIF:            "text": "reads `values[127 - t]`"
// SARIF:          "text": "thread ({{[0-9]+}},0,0)"
// SARIF:            "startLine": 21,
// SARIF:            "text": "writes `values[t]`"

// A barrier between the calls.
__global__ void __launch_bounds__(128) twiceFixed(int *data) {
  __shared__ int values[128];
  reverse(values, data);
  __syncthreads();
  reverse(values, data);
}

// Called once, nothing is ambiguous.
__device__ void reverseOnce(int *values, int *data) {
  int t = threadIdx.x;
  values[t] = data[t];
  // CHECK: :[[#@LINE+1]]:13: warning: shared memory race on `values[{{[0-9]+}}]`: thread ({{[0-9]+}},0,0) reads it here while thread ({{[0-9]+}},0,0) writes it at line [[#@LINE-1]], with no barrier in between [cuda-shared-race]
  data[t] = values[127 - t];
}

__global__ void __launch_bounds__(128) once(int *data) {
  __shared__ int values[128];
  reverseOnce(values, data);
}

// Two calls deep.
__device__ void both(int *values, int *data) {
  reverse(values, data);
  __syncthreads();
  reverse(values, data);
}

__global__ void __launch_bounds__(128) deep(int *data) {
  __shared__ int values[128];
  both(values, data);
  both(values, data + 128);
}

// Two calls on one line are distinguished by their columns.
__device__ void shift(int *values, int *data) {
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+1]]:3: warning: shared memory race on `values[{{[0-9]+}}]`: thread ({{[0-9]+}},0,0) (called from line [[#@LINE+8]]:26) writes it here while thread ({{[0-9]+}},0,0) (called from line [[#@LINE+8]]:3) reads it at line [[#@LINE+3]], with no barrier in between [cuda-shared-race]
  values[t] = data[t];
  __syncthreads();
  data[t] = values[127 - t];
}

__global__ void __launch_bounds__(128) onOneLine(int *data) {
  __shared__ int values[128];
  shift(values, data); { shift(values, data); }
}
