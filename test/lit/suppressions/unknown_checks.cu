// RUN: %exit 1 %cuda-memlint %s | FileCheck %s --implicit-check-not=bugprone --implicit-check-not="{{cuda|clang}}-nothing"
// RUN: %cuda-memlint --fail-on=none --checks=-* %s | FileCheck %s --check-prefix=NO-FINDING

// A comment that names a check which does not exist silences nothing, and is said once for each
// name: names of clang-tidy's own checks, and globs that are near to none, are none of these.

// CHECK: unknown_checks.cu:[[#@LINE+8]]:42: note: {{.*}}unknown check 'cuda-uncoalesced-acess' in a NOLINT comment; did you mean 'cuda-uncoalesced-access'?
// CHECK: unknown_checks.cu:[[#@LINE+9]]:6: note: {{.*}}unknown check 'cuda-shared-bank' in a NOLINT comment; did you mean 'cuda-shared-bank-conflict'?
// CHECK: unknown_checks.cu:[[#@LINE+12]]:6: note: {{.*}}unknown check 'cuda-zzz' in a NOLINT comment{{$}}
// CHECK: unknown_checks.cu:[[#@LINE+11]]:6: note: {{.*}}unknown check 'cuda-shrd-*' in a NOLINT comment; did you mean 'cuda-shared-*'?
// CHECK: unknown_checks.cu:[[#@LINE+10]]:6: note: {{.*}}unknown check 'cuda_shared_bank_conflict' in a NOLINT comment; did you mean 'cuda-shared-bank-conflict'?
// CHECK: unknown_checks.cu:[[#@LINE+12]]:4: note: {{.*}}unknown comment 'NO{{LINT}}NEXTLNE'; did you mean 'NOLINTNEXTLINE'?
// NOLINTNEXTLINE(bugprone-branch-clone, readability-*, cuda-nothing-*, -cuda-nothing, clang-nothing)
__global__ void k(float *out, float *by4, float *by8) {
  out[8 * threadIdx.x] = 1;           // NOLINT(cuda-uncoalesced-acess)
  // CHECK: [[#@LINE-1]]:3: warning: {{.*}} [cuda-uncoalesced-access]
  // NOLINTNEXTLINE(cuda-uncoalesced-acess, cuda-shared-bank, cuda-uncoalesced-access)
  by4[4 * threadIdx.x] = 1;
  // NOLINTBEGIN(cuda-uncoalesced-acess)
  // NOLINTEND(cuda-uncoalesced-acess)
  // NOLINTNEXTLINE(cuda-zzz,cuda-uncoalesced-access,cuda-shrd-*,cuda_shared_bank_conflict)
  by8[8 * threadIdx.x] = 1;
}
// NOLINTNEXTLNE, and NOLINTXYZABC, which is near to none.
// CHECK: 1 warning in 1 of 1 kernel; {{.*}} 2 findings suppressed
// NO-FINDING: unknown check 'cuda-uncoalesced-acess' in a NO{{LINT}} comment
// NO-FINDING: 0 warnings{{.*}}unknown{{$}}
