// A node is pushed by exchanging the head for it, and linked to what was there.
#include "../trials.h"

struct Node {
  int value;
  int next; // an index, or 0
};

__global__ void push(int *head, Node *nodes, const int *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
  nodes[i].value = in[i];
  nodes[i].next = atomicExch(head, i);
}

__global__ void total(int *out, const int *head, const Node *nodes) {
  int sum = 0;
  for (int i = *head; i; i = nodes[i].next)
    sum += nodes[i].value;
  *out = sum;
}

int main(int argc, char **argv) {
  Trials trials(argc, argv, 500);
  int *in = numbers<int>(32 * 32 + 1), *head = zeros<int>(1), *out = zeros<int>(1);
  Node *nodes = zeros<Node>(32 * 32 + 1);
  int wanted = 0;
  for (int i = 1; i <= 32 * 32; ++i)
    wanted += number(i);
  while (trials.next()) {
    clear(head, 1);
    push<<<32, 32>>>(head, nodes, in);
    total<<<1, 1>>>(out, head, nodes);
    trials.expect(first(out) == wanted);
  }
  return trials.end();
}
