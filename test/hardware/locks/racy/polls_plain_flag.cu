// The flag that a block waits for is not volatile: the compiler may read it once and never again.
#include "../trials.h"

struct Job {
  int isReady;
  int input, result;
};

__global__ void serve(Job *jobs) {
  Job &job = jobs[blockIdx.x / 2];
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x % 2 == 0) {
    __nanosleep(20000);
    job.input = blockIdx.x + 7;
    __threadfence();
    job.isReady = 1;
  } else {
    while (job.isReady == 0) {
    }
    __threadfence();
    job.result = job.input * 2;
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv);
  Job *jobs = zeros<Job>(32);
  while (trials.next()) {
    clear(jobs, 32);
    serve<<<64, 32>>>(jobs);
    auto got = fetch(jobs, 32);
    bool isRight = true;
    for (int j = 0; j < 32; ++j)
      isRight &= got[j].result == (2 * j + 7) * 2;
    trials.expect(isRight);
  }
  return trials.end();
}
