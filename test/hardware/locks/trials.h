// Repeats a launch, and counts how often its result is wrong.
#pragma once
#include "../races/buffers.h"
#include <algorithm>
#include <stdlib.h>
#include <vector>

// Keeps the memory system busy for a while, beside the launch that follows; in traffic.cu.
void startTraffic();

class Trials {
public:
  // The program's arguments: the number of trials, and 1 for traffic beside each launch.
  Trials(int argc, char **argv, int usual = 1000)
      : count(argc > 1 ? atoi(argv[1]) : usual), hasTraffic(argc > 2 && atoi(argv[2])) {}

  bool next() {
    if (done == count || cudaGetLastError() != cudaSuccess)
      return false;
    ++done;
    if (hasTraffic)
      startTraffic();
    return true;
  }

  void expect(bool isRight) { wrong += !isRight; }

  // Prints the outcome, and returns the exit code of the program.
  int end() const {
    if (finish() || done < count)
      return 2;
    if (wrong)
      printf("wrong %d of %d\n", wrong, count);
    else
      printf("ok\n");
    return wrong != 0;
  }

private:
  int count, done = 0, wrong = 0;
  bool hasTraffic;
};

template <typename T> void clear(T *device, int count) { cudaMemset(device, 0, count * sizeof(T)); }

template <typename T> std::vector<T> fetch(const T *device, int count) {
  std::vector<T> host(count);
  cudaMemcpy(host.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost);
  return host;
}

template <typename T> T first(const T *device) { return fetch(device, 1)[0]; }

// What numbers() has at this index.
inline int number(int i) { return (i * 7 + 3) % 61; }
