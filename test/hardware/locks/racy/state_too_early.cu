// A job's state says what is there: the reader of the columns waits only until the rows are there.
#include "../trials.h"

enum State : int { EMPTY, HAS_ROWS, HAS_COLUMNS };

struct Job {
  int rows[8], columns[8];
  int state;
};

__device__ void setState(Job *job, State state) {
  __threadfence();
  atomicExch(&job->state, state);
}

__device__ void waitForState(Job *job, State state) {
  while (atomicAdd(&job->state, 0) < state)
    __nanosleep(16);
  __threadfence();
}

__global__ void work(Job *jobs, int *out) {
  if (threadIdx.x != 0)
    return;
  Job *job = &jobs[blockIdx.x / 2];
  if (blockIdx.x % 2 == 0) {
    for (int k = 0; k < 8; ++k)
      job->rows[k] = k + 1;
    setState(job, HAS_ROWS);
    __nanosleep(200);
    for (int k = 0; k < 8; ++k)
      job->columns[k] = 2 * job->rows[k];
    setState(job, HAS_COLUMNS);
  } else {
    waitForState(job, HAS_ROWS);
    int sum = 0;
    for (int k = 0; k < 8; ++k)
      sum += job->rows[k] * job->columns[k];
    out[blockIdx.x / 2] = sum;
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv);
  Job *jobs = zeros<Job>(50);
  int *out = zeros<int>(50);
  while (trials.next()) {
    clear(jobs, 50);
    work<<<100, 32>>>(jobs, out);
    trials.expect(fetch(out, 50) == std::vector<int>(50, 2 * 204));
  }
  return trials.end();
}
