// RUN: %json %s | %python %S/../Inputs/verdicts.py | FileCheck %s --check-prefix=PAIRS
// RUN: not %cuda-memlint --checks=-*,cuda-shared-race,cuda-missing-syncwarp %s 2>&1 | FileCheck %s --implicit-check-not=warning:

// One half of the block fills an array, the other half empties it: each in a loop of its own, and
// the two meet at named barriers in each iteration.

#include <cuda_runtime.h>

#define MEET(Number) asm volatile("bar.sync " #Number ", 128;" ::: "memory")

// PAIRS: {{^}}inTurns: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void inTurns(int *out, int rounds) {
  __shared__ int values[64];
  int t = threadIdx.x % 64;
  if (threadIdx.x < 64) {
    for (int round = 0; round < rounds; ++round) {
      MEET(1);
      values[t] = round;
      MEET(2);
    }
  } else {
    for (int round = 0; round < rounds; ++round) {
      MEET(1);
      MEET(2);
      out[t] += values[63 - t];
    }
  }
}

// The next round is stored while the last one is read.
// PAIRS: {{^}}withoutTheFirst:
__global__ void withoutTheFirst(int *out, int rounds) {
  __shared__ int values[64];
  int t = threadIdx.x % 64;
  if (threadIdx.x < 64) {
    for (int round = 0; round < rounds; ++round) {
      values[t] = round;
      MEET(2);
    }
  } else {
    for (int round = 0; round < rounds; ++round) {
      MEET(2);
      // CHECK: :[[#@LINE+1]]:17: warning: shared memory race on `values[{{[0-9]+}}]`: {{.*}} reads it here while {{.*}} (in iteration 1 of the loop at line [[#@LINE-7]]) writes it {{.*}} with no barrier in between [cuda-shared-race]
      out[t] += values[63 - t];
    }
  }
}

// With two arrays one barrier does.
// PAIRS: {{^}}twoArrays: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void twoArrays(int *out, int rounds) {
  __shared__ int values[2][64];
  int t = threadIdx.x % 64;
  if (threadIdx.x < 64) {
    for (int round = 0; round < rounds; ++round) {
      values[round & 1][t] = round;
      MEET(2);
    }
  } else {
    for (int round = 0; round < rounds; ++round) {
      MEET(2);
      out[t] += values[round & 1][63 - t];
    }
  }
}

// The wrong one of the two.
// PAIRS: {{^}}otherArray:
__global__ void otherArray(int *out, int rounds) {
  __shared__ int values[2][64];
  int t = threadIdx.x % 64;
  if (threadIdx.x < 64) {
    for (int round = 0; round < rounds; ++round) {
      values[round & 1][t] = round;
      MEET(2);
    }
  } else {
    for (int round = 0; round < rounds; ++round) {
      MEET(2);
      // CHECK: :[[#@LINE+1]]:17: warning: shared memory race on `values{{.*}} with no barrier in between [cuda-shared-race]
      out[t] += values[(round + 1) & 1][63 - t];
    }
  }
}

// One loop may end before the other.
// PAIRS: {{^}}unequalRounds:
// PAIRS: unequalRounds: undecided same-block {{.*}}: both branches of a condition contain barriers
__global__ void unequalRounds(int *out, int rounds, int others) {
  __shared__ int values[64];
  int t = threadIdx.x % 64;
  if (threadIdx.x < 64) {
    for (int round = 0; round < rounds; ++round) {
      MEET(1);
      values[t] = round;
      MEET(2);
    }
  } else {
    for (int round = 0; round < others; ++round) {
      MEET(1);
      MEET(2);
      out[t] += values[63 - t];
    }
  }
}

// Some rounds are left out on one side.
// PAIRS: {{^}}everyOtherRound:
// PAIRS: everyOtherRound: undecided same-block {{.*}}: both branches of a condition contain barriers
__global__ void everyOtherRound(int *out, int rounds) {
  __shared__ int values[64];
  int t = threadIdx.x % 64;
  if (threadIdx.x < 64) {
    for (int round = 0; round < rounds; ++round)
      if (round % 2) {
        MEET(1);
        values[t] = round;
        MEET(2);
      }
  } else {
    for (int round = 0; round < rounds; ++round) {
      MEET(1);
      MEET(2);
      out[t] += values[63 - t];
    }
  }
}

// Who arrives does not wait for the round to end.
// PAIRS: {{^}}arrives:
// PAIRS: arrives: undecided same-block {{.*}}: both branches of a condition contain barriers
__global__ void arrives(int *out, int rounds) {
  __shared__ int values[64];
  int t = threadIdx.x % 64;
  if (threadIdx.x < 64) {
    for (int round = 0; round < rounds; ++round) {
      values[t] = round;
      asm volatile("bar.arrive 2, 128;" ::: "memory");
    }
  } else {
    for (int round = 0; round < rounds; ++round) {
      MEET(2);
      out[t] += values[63 - t];
    }
  }
}

//===--- One loop around both arms -----------------------------------------===//

// All meet once more at the end of each round.
// PAIRS: {{^}}endOfRound: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void endOfRound(int *out, int rounds) {
  __shared__ int values[64];
  int t = threadIdx.x % 64;
  for (int round = 0; round < rounds; ++round) {
    if (threadIdx.x < 64) {
      values[t] = round;
      MEET(1);
    } else {
      MEET(1);
      out[t] += values[63 - t];
    }
    __syncthreads();
  }
}

// They do not.
// PAIRS: {{^}}nextRound:
__global__ void nextRound(int *out, int rounds) {
  __shared__ int values[64];
  int t = threadIdx.x % 64;
  for (int round = 0; round < rounds; ++round) {
    if (threadIdx.x < 64) {
      values[t] = round;
      MEET(1);
    } else {
      MEET(1);
      // CHECK: :[[#@LINE+1]]:17: warning: shared memory race on `values[{{[0-9]+}}]`: {{.*}} with no barrier in between [cuda-shared-race]
      out[t] += values[63 - t];
    }
  }
}

// The barrier behind the arms lies before the store of the next round and behind the load of this
// one; that before them does, too.
// PAIRS: {{^}}startOfRound: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void startOfRound(int *out, int rounds) {
  __shared__ int values[64];
  int t = threadIdx.x % 64;
  for (int round = 0; round < rounds; ++round) {
    __syncthreads();
    if (threadIdx.x < 64) {
      values[t] = round;
      MEET(1);
    } else {
      MEET(1);
      out[t] += values[63 - t];
    }
  }
}

// Whether it holds is not known: nothing is said, and nothing proved.
// PAIRS: {{^}}unknownEnd:
// PAIRS: unknownEnd: undecided same-block {{.*}}: both branches of a condition contain barriers
__global__ void unknownEnd(int *out, int rounds, int count) {
  __shared__ int values[64];
  int t = threadIdx.x % 64;
  for (int round = 0; round < rounds; ++round) {
    if (threadIdx.x < 64) {
      values[t] = round;
      MEET(1);
    } else {
      MEET(1);
      out[t] += values[63 - t];
    }
    asm volatile("bar.sync 2, %0;" ::"r"(count) : "memory");
  }
}

// In some rounds; in an inner loop, which may have no round.
// PAIRS: {{^}}someRounds:
// PAIRS: someRounds: undecided same-block {{.*}}: both branches of a condition contain barriers
__global__ void someRounds(int *out, int rounds) {
  __shared__ int values[64];
  int t = threadIdx.x % 64;
  for (int round = 0; round < rounds; ++round) {
    if (threadIdx.x < 64) {
      values[t] = round;
      MEET(1);
    } else {
      MEET(1);
      out[t] += values[63 - t];
    }
    if (round % 2)
      __syncthreads();
  }
}

// PAIRS: {{^}}innerLoop:
// PAIRS: innerLoop: undecided same-block {{.*}}: both branches of a condition contain barriers
__global__ void innerLoop(int *out, int rounds, int steps) {
  __shared__ int values[64];
  int t = threadIdx.x % 64;
  for (int round = 0; round < rounds; ++round) {
    if (threadIdx.x < 64) {
      values[t] = round;
      MEET(1);
    } else {
      MEET(1);
      out[t] += values[63 - t];
    }
    for (int step = 0; step < steps; ++step)
      __syncthreads();
  }
}

// Behind the arms, what would keep the halves apart may hold or not.
// PAIRS: {{^}}unknownBehind:
// PAIRS: unknownBehind: undecided same-block {{.*}}: unknown participants of a barrier in between
__global__ void unknownBehind(int *out, int count) {
  __shared__ int values[128];
  int t = threadIdx.x;
  if (t < 64) {
    MEET(1);
    values[t] = t;
  } else {
    MEET(1);
  }
  asm volatile("bar.sync 2, %0;" ::"r"(count) : "memory");
  out[t] = values[127 - t];
}

void launch(int *p, int n, int m) {
  inTurns<<<1, 128>>>(p, n);
  withoutTheFirst<<<1, 128>>>(p, n);
  twoArrays<<<1, 128>>>(p, n);
  otherArray<<<1, 128>>>(p, n);
  unequalRounds<<<1, 128>>>(p, n, m);
  everyOtherRound<<<1, 128>>>(p, n);
  arrives<<<1, 128>>>(p, n);
  endOfRound<<<1, 128>>>(p, n);
  nextRound<<<1, 128>>>(p, n);
  startOfRound<<<1, 128>>>(p, n);
  unknownEnd<<<1, 128>>>(p, n, m);
  someRounds<<<1, 128>>>(p, n);
  innerLoop<<<1, 128>>>(p, n, m);
  unknownBehind<<<1, 128>>>(p, m);
}
