// RUN: %json %s | %query | FileCheck %s

// The bits beside a bit-field keep their values, so its storage unit is read and written.

#include <cuda_runtime.h>

struct Item {
  unsigned kind : 4;
  unsigned count : 28;
};

// 32 items of 4 bytes: 4 sectors read, 4 written.
__global__ void assigned(Item *items) {
  items[threadIdx.x].kind = 1;
  // CHECK: line [[#@LINE-1]]: global load {{.*}} worst=4; proved; kernel=assigned
  // CHECK: line [[#@LINE-2]]: global store {{.*}} worst=4; proved; kernel=assigned
}

int main() {
  Item *items;
  cudaMalloc(&items, 4096);
  assigned<<<1, 32>>>(items);
}
