// RUN: not %cuda-memlint --remarks --checks=-*,cuda-uncoalesced-access %s 2>&1 | FileCheck %s
// A number is halved as often as it has binary digits before it is 0, and 1 is doubled as often as n - 1 has before it is not below n.
// 1000, 999 and 500 have 10, 10 and 9 of them.

#include <cuda_runtime.h>

__global__ void halved(int *a, int n) {
  int k = 0;
  for (int d = n; d > 0; d >>= 1)
    ++k;
  // (10 + 16) * 4 bytes.
  // CHECK: [[#@LINE+1]]:3: {{.*}}lanes are 104 B apart
  a[threadIdx.x * (k + 16)] = 0;
}

__global__ void quartered(int *a, int n) {
  int k = 0;
  for (int d = n; d > 0; d >>= 2)
    ++k;
  // (5 + 16) * 4.
  // CHECK: [[#@LINE+1]]:3: {{.*}}lanes are 84 B apart
  a[threadIdx.x * (k + 16)] = 0;
}

__global__ void doubled(int *a, int n) {
  int k = 0;
  for (int d = 1; d < n; d *= 2)
    ++k;
  // (10 + 16) * 4.
  // CHECK: [[#@LINE+1]]:3: {{.*}}lanes are 104 B apart
  a[threadIdx.x * (k + 16)] = 0;
}

__global__ void power(int *a, int n) {
  int k = 1;
  for (int d = n >> 1; d > 0; d >>= 1)
    k *= 2;
  // (512 + 16) * 4.
  // CHECK: [[#@LINE+1]]:3: {{.*}}lanes are 2112 B apart
  a[threadIdx.x * (k + 16)] = 0;
}

// 2^32 - 5 has 32 digits, -5 is not above 0, and neither is 0.
__global__ void unsignedNumber(int *a, unsigned n) {
  int k = 0;
  for (unsigned d = n; d != 0; d /= 2)
    ++k;
  // (32 + 16) * 4.
  // CHECK: [[#@LINE+1]]:3: {{.*}}lanes are 192 B apart
  a[threadIdx.x * (k + 16)] = 0;
}

__global__ void belowZero(int *a, int n) {
  int k = 0;
  for (int d = n; d > 0; d >>= 1)
    ++k;
  // CHECK: [[#@LINE+1]]:3: {{.*}}lanes are 64 B apart
  a[threadIdx.x * (k + 16)] = 0;
}

// Nobody knows n.
__global__ void unknown(int *a, int n) {
  int k = 0;
  for (int d = n; d > 0; d >>= 1)
    ++k;
  // CHECK-NOT: [[#@LINE+1]]:3: warning
  a[threadIdx.x + k] = 0;
}

void host(int *a, int n) {
  halved<<<1, 32>>>(a, 1000);
  quartered<<<1, 32>>>(a, 1000);
  doubled<<<1, 32>>>(a, 1000);
  power<<<1, 32>>>(a, 1000);
  unsignedNumber<<<1, 32>>>(a, -5);
  belowZero<<<1, 32>>>(a, -5);
  unknown<<<1, 32>>>(a, n);
}
