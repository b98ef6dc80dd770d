// Three children, each of which replaces itself by this program and launches a kernel with its
// number; then the parent launches one, too. A child ends by a crash right after its launch.
#include <cstdio>
#include <cstdlib>

#include <sys/wait.h>
#include <unistd.h>

__global__ void numbered(int *data, int number) { data[threadIdx.x] = number; }

static int launch(int number) {
  int *data;
  cudaMalloc(&data, 128);
  numbered<<<1, 32>>>(data, number);
  numbered<<<1, 32>>>(data, 100);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}

int main(int argc, char **argv) {
  if (argc > 1) {
    int number = std::atoi(argv[1]), code = launch(number);
    if (number == 3)
      std::abort();
    _exit(code);
  }
  int failed = 0;
  for (int number = 1; number != 4; ++number) {
    char text[] = {char('0' + number), 0};
    pid_t child = fork();
    if (child == 0) {
      execl("/proc/self/exe", argv[0], text, nullptr);
      _exit(127);
    }
    int status = 0;
    waitpid(child, &status, 0);
    failed += number == 3 ? !WIFSIGNALED(status) : status != 0;
  }
  failed += launch(0);
  std::printf("%s\n", failed ? "FAIL" : "PASS");
  return failed;
}
