// A fence precedes the push of a node, and another follows the read of the head.
#include "../trials.h"

struct Node {
  int key; // set by the host
  int value, next;
};

__device__ void push(Node *nodes, int *head, int i) {
  int seen = atomicAdd(head, 0), old;
  do {
    old = seen;
    nodes[i].next = old;
    __threadfence();
    seen = atomicCAS(head, old, i);
  } while (seen != old);
}

// Half of the blocks push nodes; the others follow the list until they have met a node of each.
__global__ void work(Node *nodes, int *head, int *failures) {
  if (threadIdx.x != 0)
    return;
  int half = gridDim.x / 2;
  if (blockIdx.x < half) {
    int i = blockIdx.x + 1;
    __nanosleep(3000);
    nodes[i].value = 2 * nodes[i].key;
    push(nodes, head, i);
    return;
  }
  int keys = 0;
  for (int k = 1; k <= half; ++k)
    keys += nodes[k].key;
  int found = 0;
  for (int attempt = 0; attempt < 20000 && found < half; ++attempt) {
    found = 0;
    int sum = 0;
    int i = atomicAdd(head, 0);
    __threadfence();
    for (; i && found < half; i = nodes[i].next) {
      sum += nodes[i].value - nodes[i].key;
      ++found;
    }
    if (found == half && sum != keys)
      atomicAdd(failures, 1);
  }
  if (found < half)
    atomicAdd(failures, 1);
}

int main(int argc, char **argv) {
  Trials trials(argc, argv, 100);
  std::vector<Node> start(33);
  for (int i = 1; i <= 32; ++i)
    start[i].key = i;
  Node *nodes = zeros<Node>(33);
  int *head = zeros<int>(1), *failures = zeros<int>(1);
  while (trials.next()) {
    cudaMemcpy(nodes, start.data(), 33 * sizeof(Node), cudaMemcpyHostToDevice);
    clear(head, 1);
    clear(failures, 1);
    work<<<64, 32>>>(nodes, head, failures);
    trials.expect(first(failures) == 0);
  }
  return trials.end();
}
