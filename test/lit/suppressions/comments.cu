// Findings that a comment silences are in JSON and SARIF only.
// RUN: %exit 1 %cuda-memlint --checks=-cuda-*-race %s | FileCheck %s --implicit-check-not=warning:
// RUN: %json --checks=-cuda-*-race %s | FileCheck %s --check-prefix=JSON
// RUN: %json --checks=-cuda-*-race %s | %check-schema %source/docs/json-schema.json
// RUN: %cuda-memlint --format=sarif --fail-on=none --checks=-cuda-*-race %s | FileCheck %s --check-prefix=SARIF
// RUN: %exit 0 %cuda-memlint --checks=-cuda-* %s | FileCheck %s --check-prefix=NONE

#include "Inputs/silenced.cuh"

// CHECK: :[[# @LINE + 4]]:4: note: unknown check 'cuda-x' in a NO{{LINT}} comment
// CHECK: :[[# @LINE + 1]]:4: note: unmatched NO{{LINT}}END: no NO{{LINT}}BEGIN with the same checks is open here
// NOLINTEND
// CHECK: :[[# @LINE + 1]]:4: note: unmatched NO{{LINT}}BEGIN: no NO{{LINT}}END with the same checks follows
// NOLINTBEGIN(cuda-x)

// A finding in a header obeys the comments there, not those at the call.
// CHECK: silenced.cuh:9:3: warning: {{.*}} [cuda-uncoalesced-access]

// JSON-LABEL: "findings": [
// SARIF-LABEL: "results": [
__global__ void here(float *out) {
  // JSON: "line": [[# @LINE + 7]],
  // JSON: "suppressed": "comment",
  // JSON-NEXT: "message": "uncoalesced store: lanes are 32 B apart
  // SARIF: "startLine": [[# @LINE + 4]],
  // SARIF: "suppressions": [
  // SARIF-NEXT: {
  // SARIF-NEXT: "kind": "inSource"
  out[threadIdx.x * 8] = 1; // NOLINT
  out[threadIdx.x * 9] = 1; // NOLINT(cuda-uncoalesced-access, other-check): why
  // CHECK: :[[# @LINE + 5]]:3: warning: {{.*}} [cuda-uncoalesced-access]
  // JSON: "line": [[# @LINE + 4]],
  // JSON-NOT: "suppressed"
  // SARIF: "startLine": [[# @LINE + 2]],
  // SARIF: "suppressions": [],
  out[threadIdx.x * 10] = 1; // NOLINT(cuda-shared-*)
  // NOLINTNEXTLINE(cuda-*)
  out[threadIdx.x * 11] = 1;
  // JSON: "line": [[# @LINE - 1]],
}

// NOLINTBEGIN(cuda-uncoalesced-access)
__global__ void block(float *out) { out[threadIdx.x * 12] = 1; }
// NOLINTEND(cuda-uncoalesced-access)

__global__ void called(float *out) {
  silencedStore(out);
  reportedStore(out); // NOLINT
}
// CHECK: 2 warnings in 2 of 3 kernels; {{.*}}; 5 findings suppressed

// NONE: 0 warnings in 0 of 3 kernels
// NONE-NOT: suppressed
