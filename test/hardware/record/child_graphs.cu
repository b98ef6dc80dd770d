// A graph with a child graph, which is also launched by itself, and an update of the executable
// graph.
#include <cstdio>
__global__ void first(float *data) { data[threadIdx.x] += 1; }
__global__ void second(float *data) { data[blockIdx.x * blockDim.x + threadIdx.x] += 1; }
__global__ void inner(float *data) { data[threadIdx.x] += 2; }
int main() {
  float *data;
  cudaMalloc(&data, 1 << 20);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraph_t child, graph;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  inner<<<1, 32, 0, stream>>>(data);
  inner<<<1, 32, 0, stream>>>(data);
  cudaStreamEndCapture(stream, &child);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  first<<<1, 32, 0, stream>>>(data);
  for (int round = 0; round != 10; ++round)
    second<<<1024, 128, 0, stream>>>(data);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphNode_t node;
  cudaGraphAddChildGraphNode(&node, graph, nullptr, 0, child);
  cudaGraphExec_t executable, other;
  cudaGraphInstantiate(&executable, graph, 0);
  cudaGraphInstantiate(&other, child, 0);
  for (int round = 0; round != 50; ++round)
    cudaGraphLaunch(executable, stream);
  for (int round = 0; round != 7; ++round)
    cudaGraphLaunch(other, stream);
  cudaStreamSynchronize(stream);
  // Nothing changes.
  cudaGraphExecUpdateResultInfo info;
  cudaGraphExecUpdate(executable, graph, &info);
  for (int round = 0; round != 1000; ++round)
    cudaGraphLaunch(executable, stream);
  cudaError_t code = cudaDeviceSynchronize();
  cudaGraphExecDestroy(executable);
  std::printf("%s\n", code == cudaSuccess ? "PASS" : cudaGetErrorString(code));
  return code != cudaSuccess;
}
