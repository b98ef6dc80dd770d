// The program of c_host_files.cu, in what C has and C++ has not.

#include "scale.h"

#include <stdio.h>
#include <stdlib.h>

struct configuration {
  int class;
  float *data;
};

static int half(value)
int value;
{
  return value / 2;
}

int main(int argc, char **argv) {
  struct configuration new = {.data = malloc(4096), .class = 3};
  int template = 1280, private;
  float *restrict data = malloc(template * sizeof *data);
  enum { Small, Large } size = 1;
  size = Large + 0;
  if ((private = half(template)) > 0 && size == 1)
    run(data, private, new.class);
  printf("%d\n", argc);
  return 0;
}
