// A graph that a stream captures, with a kernel that is added to it and one that is changed, launched
// 100 times.
#include <cstdio>

__global__ void captured(float *data, int n) { data[threadIdx.x] += float(n); }
__global__ void added(float *data, int n) { data[threadIdx.x] *= float(n); }

int main() {
  float *data;
  cudaMalloc(&data, 1024);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraph_t graph;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  captured<<<1, 32, 0, stream>>>(data, 1);
  captured<<<1, 64, 0, stream>>>(data, 2);
  cudaStreamEndCapture(stream, &graph);
  int n = 3;
  void *arguments[] = {&data, &n};
  cudaKernelNodeParams parameters = {};
  parameters.func = reinterpret_cast<void *>(added);
  parameters.gridDim = dim3(2);
  parameters.blockDim = dim3(96);
  parameters.kernelParams = arguments;
  cudaGraphNode_t node;
  cudaGraphAddKernelNode(&node, graph, nullptr, 0, &parameters);
  cudaGraphExec_t executable;
  cudaGraphInstantiate(&executable, graph, 0);
  for (int round = 0; round != 99; ++round)
    cudaGraphLaunch(executable, stream);
  n = 4;
  cudaGraphExecKernelNodeSetParams(executable, node, &parameters);
  cudaGraphLaunch(executable, stream);
  captured<<<1, 32, 0, stream>>>(data, 1);
  cudaError_t code = cudaDeviceSynchronize();
  std::printf("%s\n", code == cudaSuccess ? "PASS" : cudaGetErrorString(code));
  return code != cudaSuccess;
}
