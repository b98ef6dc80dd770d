// RUN: not %cuda-memlint --checks=-*,cuda-global-race %s 2>&1 | FileCheck %s --implicit-check-not=warning:

// Host code that rounds a quotient up by a condition: the number of tiles in a row follows from the width.

inline int tilesFor(int extent, int tile) {
  return extent % tile ? extent / tile + 1 : extent / tile;
}

__global__ void smooth(int *image, int width, int tilesInRow) {
  int x = blockIdx.x % tilesInRow * 16 + threadIdx.x;
  int y = blockIdx.x / tilesInRow * 16 + threadIdx.y + 1;
  if (x < width)
    // CHECK: :[[#@LINE+2]]:5: warning: global memory race on `image[{{.*}}
    // CHECK: note: for example, for width = [[#]], which the host code leaves open
    image[y * width + x] = image[(y - 1) * width + x];
}

// Less than a tile lies beyond the width: no thread gets to the store.
__global__ void secondBorder(int *image, int width, int tilesInRow) {
  if (tilesInRow * 16 >= width + 16)
    image[0] = threadIdx.x;
}

// It does where the whole tile behind is added.
__global__ void firstBorder(int *image, int width, int tilesInRow) {
  if (tilesInRow * 16 >= width)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `image[0]`
    image[0] = threadIdx.x;
}

void run(int *image, int width) {
  if (width <= 0)
    return;
  dim3 block(16, 16);
  dim3 tiles(tilesFor(width, 16));
  smooth<<<128, block>>>(image, width, tiles.x);
  secondBorder<<<128, block>>>(image, width, tiles.x);
  firstBorder<<<128, block>>>(image, width, tiles.x);
}
