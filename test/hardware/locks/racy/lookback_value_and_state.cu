// Look-back: a tile's value and state are two volatile words, which may be seen in any order.
#include "../trials.h"

struct Tile {
  volatile int isDone;
  volatile int value;
};

__device__ void publish(Tile *tile, int value) {
  tile->value = value;
  tile->isDone = 1;
}

__device__ int await(Tile *tile) {
  while (!tile->isDone) {
  }
  return tile->value;
}

__global__ void scan(Tile *tiles, int *out, const int *in) {
  int b = blockIdx.x;
  int sum = __syncthreads_count(in[b * 64 + threadIdx.x] % 3 == 0);
  if (threadIdx.x == 0) {
    int before = b == 0 ? 0 : await(&tiles[b - 1]);
    publish(&tiles[b], before + sum);
    out[b] = before;
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv);
  int *in = numbers<int>(128 * 64), *out = zeros<int>(128);
  Tile *tiles = zeros<Tile>(128);
  std::vector<int> wanted(128);
  for (int i = 0, sum = 0; i < 128 * 64; ++i) {
    if (i % 64 == 0)
      wanted[i / 64] = sum;
    sum += number(i) % 3 == 0;
  }
  while (trials.next()) {
    clear(tiles, 128);
    scan<<<128, 64>>>(tiles, out, in);
    trials.expect(fetch(out, 128) == wanted);
  }
  return trials.end();
}
