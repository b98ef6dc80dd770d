// Lets a file define types called clock_t and size_t that are not those of the C library.
#pragma once
#include <cuda_runtime.h>
#define clock_t file_clock_t
#define size_t file_size_t
