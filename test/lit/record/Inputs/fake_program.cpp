// A program that launches kernels, as far as the library that records launches can see. With an
// argument it launches them in child processes, and the last child crashes.

#include "fake_cuda.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

struct Row {
  CUdeviceptr data;
  int pitch;
  short columns;
};

static void initialise() {
  void *library = dlopen(std::getenv("CUDA_INJECTION64_PATH"), RTLD_NOW);
  auto *start =
      library ? reinterpret_cast<int (*)()>(dlsym(library, "InitializeInjection")) : nullptr;
  if (!start || start() != 1) {
    std::printf("cannot load the library: %s\n", dlerror());
    std::exit(1);
  }
}

static void axpy(CUdeviceptr y, CUdeviceptr x, float a, int n, FakeStream stream,
                 CUresult result = CUDA_SUCCESS) {
  void *arguments[] = {&y, &x, &a, &n};
  fakeLaunch(fakeFunction(0), 64, 256, 0, arguments, nullptr, stream, result);
}

static void launchAll() {
  CUdeviceptr x = FakeMemory, y = FakeMemory + 4096;
  for (int round = 0; round != 1000; ++round)
    axpy(y, x, 2, 1 << 14, FakeStream::Default);
  // Other buffers are the same launch, others of its alignment or one buffer twice are not.
  axpy(x + 512, y + 256, 2, 1 << 14, FakeStream::Default);
  axpy(y + 4, x, 2, 1 << 14, FakeStream::Default);
  axpy(x, x, 2, 1 << 14, FakeStream::Default);
  axpy(y, 0, 2, 1 << 14, FakeStream::Default);
  axpy(y, x, 2, 1 << 14, FakeStream::Capturing);
  axpy(y, x, 3, 1 << 14, FakeStream::Default, CUDA_ERROR_INVALID_VALUE);

  Row row;
  std::memset(&row, 0, sizeof(row));
  row.data = y + 16;
  row.pitch = 64;
  row.columns = -2;
  double value = 1.5;
  void *arguments[] = {&row, &value};
  fakeLaunch(fakeFunction(1), 2, 32, 128, arguments);
  struct {
    Row row;
    double value;
  } piece = {row, value};
  size_t size = sizeof(piece);
  void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &piece, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                   CU_LAUNCH_PARAM_END};
  fakeLaunch(fakeFunction(1), 2, 32, 128, nullptr, extra);
  fakeClusterLaunch(fakeFunction(1), 4, 2, arguments);
  fakeAddNode(fakeFunction(1), 8, arguments);

  // More than are distinguished.
  std::vector<std::thread> threads;
  for (int number = 0; number != 4; ++number)
    threads.emplace_back([number] {
      for (unsigned grid = 1; grid != 101; ++grid)
        fakeLaunch(fakeFunction(2), 100 * number + grid, 32, 0, nullptr);
    });
  for (std::thread &each : threads)
    each.join();
}

static void launchGraphs() {
  CUdeviceptr x = FakeMemory, y = FakeMemory + 4096;
  float a = 2;
  int n = 1 << 14;
  Row row;
  std::memset(&row, 0, sizeof(row));
  row.data = y;
  double value = 1.5;
  void *axpyArguments[] = {&y, &x, &a, &n}, *rowsArguments[] = {&row, &value};
  FakeGraph child = {fakeNode(fakeFunction(0), 64, axpyArguments), nullptr};
  FakeGraph graph = {fakeNode(fakeFunction(1), 8, rowsArguments), &child};
  fakeAddNode(fakeFunction(1), 8, rowsArguments);
  fakeInstantiate(1, graph);
  for (int round = 0; round != 3; ++round)
    fakeGraphLaunch(1);
  fakeEnableNode(1, graph, false);
  fakeGraphLaunch(1);
  fakeEnableNode(1, graph, true);
  fakeSetNode(1, graph, fakeNode(fakeFunction(1), 16, rowsArguments));
  fakeGraphLaunch(1);
  fakeGraphLaunch(1, FakeStream::Capturing);
  // Another graph takes its place: the node of the first is not of it any more.
  FakeGraph other = {fakeNode(fakeFunction(1), 32, rowsArguments), nullptr};
  fakeUpdate(1, other);
  fakeGraphLaunch(1);
  fakeSetNode(1, graph, fakeNode(fakeFunction(1), 16, rowsArguments));
  fakeGraphLaunch(1);
  fakeInstantiate(2, other);
  fakeDestroy(2);
  fakeGraphLaunch(2);
  // Instantiated and never launched.
  FakeGraph unused = {fakeNode(fakeFunction(1), 128, rowsArguments), nullptr};
  fakeInstantiate(3, unused);
}

int main(int argc, char **argv) {
  if (argc > 1 && std::strcmp(argv[1], "graphs") == 0) {
    initialise();
    launchGraphs();
    return 0;
  }
  for (int child = 0; argc > 1 && child != 3; ++child) {
    pid_t process = fork();
    if (process == 0) {
      initialise();
      axpy(FakeMemory, FakeMemory + 256, 1, child % 2, FakeStream::Default);
      if (child == 2)
        std::abort();
      _exit(0);
    }
    waitpid(process, nullptr, 0);
  }
  if (argc == 1) {
    initialise();
    launchAll();
  }
  std::puts("done");
  return 0;
}
