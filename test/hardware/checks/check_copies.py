#!/usr/bin/env python3
"""Compares which asynchronous copies of host_copies.cu hold up the host with those that are reported.

Of each recorded size and direction: a copy of pageable memory that is reported kept the host for five
times as long as one of page-locked memory before it returned, and a kernel behind it in another stream
waited for it; one from the device was complete when it returned, as the message says. One that is not
reported, for it is small, took 30 microseconds at the most. Page-locked memory is never reported, and
no copy of it was complete at its return.

  test/hardware/checks/check_copies.py --tool PATH RECORDED
"""

import re

import recorded

TIMES_LONGER = 5
LITTLE_MICROSECONDS = 30
NOISE_MICROSECONDS = 5

comparison = recorded.Comparison(__doc__)
source = ["#include <cstdlib>",
          "__global__ void other() {}"]
places = {}
for form in comparison.forms():
    memory, direction, size = re.fullmatch(r"(pageable|page-locked)-to-(device|host)-(\d+)", form).groups()
    allocate = (f"char *h = (char *)malloc({size});" if memory == "pageable"
                else f"char *h; cudaMallocHost(&h, {size});")
    arguments = "d, h" if direction == "device" else "h, d"
    kind = "cudaMemcpyHostToDevice" if direction == "device" else "cudaMemcpyDeviceToHost"
    source += [f"void copy{len(places)}(char *d, cudaStream_t copies, cudaStream_t kernels) {{ {allocate}",
               f"  cudaMemcpyAsync({arguments}, {size}, {kind}, copies);",
               "  other<<<1, 1, 0, kernels>>>();",
               "}"]
    places[form] = len(source) - 2
reported = comparison.findings(source, "cuda-pageable-async-copy")


def delay(form):
    """Microseconds that a kernel in another stream waits for the copy before it."""
    return comparison.value(form, "copy_then_kernel") - comparison.value(form, "kernel")


for form, line in places.items():
    message = reported.get(line)
    returned = comparison.value(form, "async_returns")
    if form.startswith("page-locked"):
        comparison.expect(message is None and comparison.value(form, "done_at_return_of_100") == 0,
                          f"{form}: reported, or complete at its return")
        continue
    if message is None:
        comparison.expect(returned <= LITTLE_MICROSECONDS,
                          f"{form}: not reported, although it holds the host for {returned} us")
        continue
    locked = form.replace("pageable", "page-locked")
    comparison.expect(returned >= TIMES_LONGER * comparison.value(locked, "async_returns"),
                      f"{form}: reported, although it returns after {returned} us")
    comparison.expect(delay(form) >= TIMES_LONGER * max(delay(locked), NOISE_MICROSECONDS),
                      f"{form}: reported, although a kernel waits for {delay(form):.1f} us only")
    if "until it is complete" in message:
        comparison.expect(comparison.value(form, "done_at_return_of_100") == 100,
                          f"{form}: not complete at each return")
comparison.finish()
