// A thread takes its slot from the result of the atomic that raises the size of the list.
#include "../trials.h"

struct List {
  int size;
  int items[8192];
};

__device__ void append(List &list, int item) {
  int slot = atomicAdd(&list.size, 1);
  list.items[slot] = item;
}

__global__ void filter(List *list, const int *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] % 2 == 1)
    append(*list, i);
}

int main(int argc, char **argv) {
  Trials trials(argc, argv);
  int *in = numbers<int>(8192);
  List *list = zeros<List>(1);
  long long wanted = 0;
  for (int i = 0; i < 8192; ++i)
    wanted += number(i) % 2 == 1 ? i : 0;
  while (trials.next()) {
    clear(list, 1);
    filter<<<32, 256>>>(list, in, 8192);
    List got = first(list);
    long long sum = 0;
    for (int item : got.items)
      sum += item;
    trials.expect(sum == wanted);
  }
  return trials.end();
}
