// Each vertex has a lock, but the lock of the edge's source is taken to update its target.
#include "../trials.h"

struct Edge {
  int source, target, weight;
};

__global__ void relax(int *locks, int *inflow, const Edge *edges, int count) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= count)
    return;
  Edge edge = edges[e];
  int *lock = &locks[edge.source];
  bool isDone = false;
  while (!isDone) {
    if (atomicCAS(lock, 0, 1) == 0) {
      __threadfence();
      inflow[edge.target] += edge.weight;
      __threadfence();
      atomicExch(lock, 0);
      isDone = true;
    }
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv, 300);
  const int count = 2048, vertices = 64;
  std::vector<Edge> host(count);
  std::vector<int> wanted(vertices);
  for (int e = 0; e < count; ++e) {
    host[e] = {e * 5 % vertices, e * 11 / 7 % vertices, 1 + e % 3};
    wanted[host[e].target] += host[e].weight;
  }
  Edge *edges = zeros<Edge>(count);
  cudaMemcpy(edges, host.data(), count * sizeof(Edge), cudaMemcpyHostToDevice);
  int *locks = zeros<int>(vertices), *inflow = zeros<int>(vertices);
  while (trials.next()) {
    clear(inflow, vertices);
    relax<<<32, 64>>>(locks, inflow, edges, 2048);
    trials.expect(fetch(inflow, vertices) == wanted);
  }
  return trials.end();
}
