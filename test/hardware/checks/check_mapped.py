#!/usr/bin/env python3
"""Compares mapped_memory.cu's times, and what its host found, with what is reported.

Of each recorded size: a kernel that reads mapped memory once is not reported; where it passes over it
four times, as recorded, or is launched four times, which reads as much, or all blocks read the same, it is
reported: the reads took at least a third as long again, and what they added was twice what they add in
device memory. Passes through L1 caches that have room for the array are not reported: they took less. The kernels are those that were recorded, and so are all launches but the four. The host's early reads, clocks and events
are reported where it found an old value, the time of a launch, or an error, and not behind a wait.

  test/hardware/checks/check_mapped.py --tool PATH RECORDED
"""

import pathlib
import re

import recorded

TIMES_LONGER, TIMES_ADDED = 4 / 3, 2

comparison = recorded.Comparison(__doc__)
PROGRAM = pathlib.Path(__file__).with_name("mapped_memory.cu")
source = re.findall(r"^__global__ void readAll.*?^}$", PROGRAM.read_text(), re.DOTALL | re.MULTILINE)
source = "\n".join(source).splitlines()
# The recorded pair that the launch is about, or none; the line of the launch.
launches = []
for form in comparison.forms():
    match = re.fullmatch(r"mapped-(\d+)", form)
    if not match:
        continue
    size = int(match[1])
    for often, seldom, loop, kernel in (
            (None, "once", "", f"readAll<<<132, 1024>>>(sums, in, {size // 4}, 1);"),
            (None, "four_times_cached", "",
             f"readAllCached<<<132, 1024>>>(sums, in, {size // 4}, 4);"),
            ("four_times", "once", "", f"readAll<<<132, 1024>>>(sums, in, {size // 4}, 4);"),
            ("four_times", "once", "for (int k = 0; k < 4; ++k) ",
             f"readAll<<<132, 1024>>>(sums, in, {size // 4}, 1);"),
            ("by_each_of_132_blocks", "by_1_block", "",
             f"readAllInEachBlock<<<132, 1024>>>(sums, in, {size // 4});")):
        source += [f"void launch{len(source)}(float *sums) {{",
                   "  float *in;",
                   f"  cudaHostAlloc(&in, {size}, cudaHostAllocMapped);",
                   f"  {loop}{kernel}",
                   "}"]
        launches.append((form, often, seldom, len(source) - 1))
reported = comparison.findings(source, "cuda-zero-copy-reuse")
for form, often, seldom, line in launches:
    if often is None:
        comparison.expect(
            line not in reported and
            comparison.value(form, seldom) < TIMES_LONGER * comparison.value(form, "once"),
            f"{form}: reported where it is read {seldom}")
        continue
    comparison.expect(line in reported, f"{form}: not reported where it is read {often}")
    device = form.replace("mapped", "device")
    added = comparison.value(form, often) - comparison.value(form, seldom)
    on_device = comparison.value(device, often) - comparison.value(device, seldom)
    comparison.expect(
        comparison.value(form, often) >= TIMES_LONGER * comparison.value(form, seldom) and
        added >= TIMES_ADDED * on_device,
        f"{form}: reported, although reading it {often} adds {added:.1f} us")

SYNCHRONISE = "  cudaDeviceSynchronize();"


def host(*lines):
    """Whether one of the lines of a function of the host, behind a kernel that writes, is reported."""
    text = ["#include <chrono>", "#include <cstdio>",
            "__global__ void setLate(int *flag, int value) { *flag = value; }"] + list(lines)
    return bool(comparison.findings(text, "cuda-host-sync"))


def reads(*between):
    return host("int read(int value) {", "  int *flag;",
                "  cudaHostAlloc(&flag, sizeof(int), cudaHostAllocMapped);",
                "  setLate<<<1, 1>>>(flag, value);", *between, "  return *flag;", "}")


def clocks(*between):
    return host("double taken(int *flag) {", "  auto start = std::chrono::steady_clock::now();",
                "  setLate<<<1, 1>>>(flag, 1);", *between,
                "  auto stop = std::chrono::steady_clock::now();",
                "  return std::chrono::duration<double>(stop - start).count();", "}")


def events(*between):
    return host("void time(int *flag, cudaEvent_t start, cudaEvent_t stop) {", "  cudaEventRecord(start);",
                "  setLate<<<1, 1>>>(flag, 1);", "  cudaEventRecord(stop);", *between, "  float taken;",
                "  cudaEventElapsedTime(&taken, start, stop);", '  printf("%f", taken);', "}")


for form in ("flag-at-once", "flag-after-100000-cycles"):
    comparison.expect(reads() == (comparison.value(form, "old_before_waiting_of_1000") > 0),
                      f"{form}: an early read")
    comparison.expect(reads(SYNCHRONISE) == (comparison.value(form, "old_after_waiting_of_1000") > 0),
                      f"{form}: a read behind a wait")
# The kernel runs for 2,000,000 cycles, half a millisecond or more.
HALF_A_MILLISECOND = 500
comparison.expect(clocks() == (comparison.value("clock", "without_waiting") < HALF_A_MILLISECOND),
                  "a clock without a wait")
comparison.expect(
    clocks(SYNCHRONISE) == (comparison.value("clock", "with_waiting") < HALF_A_MILLISECOND),
    "a clock behind a wait")
comparison.expect(events() == (comparison.text["events", "error_without_waiting"] != "cudaSuccess"),
                  "events without a wait")
comparison.expect(
    events("  cudaEventSynchronize(stop);") ==
    (comparison.value("events", "milliseconds_with_waiting") * 1000 < HALF_A_MILLISECOND),
    "events behind a wait")
comparison.finish()
