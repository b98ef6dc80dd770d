#!/usr/bin/env python3
"""Measures the programs of before/ and after/ on a machine with a GPU.

  record.py --output FOLDER [NAME ...]

Needs nvcc and ncu. Without names: all programs. Each is built with -O3, run by itself for its checksums, under ncu for the
counters, and once more under ncu for the time alone, which needs no kernel to be replayed. Writes recorded.csv to FOLDER: a
row for each kernel of each program, with the columns of COUNTERS, `nanoseconds` (the median of its launches) and `results`:
whether the checksums are the `same` before and after, or `different`. Counters are those of one launch, and a range where
launches differ; of those in VARYING the median.
"""

import argparse
import collections
import concurrent.futures
import csv
import datetime
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
VERSIONS = ("before", "after")
COUNTERS = {
    "load_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    "load_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "store_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
    "store_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    "shared_load_wavefronts": "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    "shared_store_wavefronts": "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
    "shared_load_conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
    "shared_store_conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
    "l2_read_sectors": "lts__t_sectors_srcunit_tex_op_read.sum",
    "l2_written_sectors": "lts__t_sectors_srcunit_tex_op_write.sum",
}
# What the L2 cache is asked for depends on what the L1 caches evicted.
VARYING = {"l2_read_sectors", "l2_written_sectors"}
TIME = "gpu__time_duration.sum"
COLUMNS = ["program", "version", "kernel", *COUNTERS, "nanoseconds", "results"]


def output_of(*command):
    words = [str(word) for word in command]
    ran = subprocess.run(words, capture_output=True, text=True, check=False, timeout=300)
    if ran.returncode:
        raise RuntimeError(f"{' '.join(words)}: {ran.returncode}\n{ran.stdout[-1000:]}{ran.stderr[-1000:]}")
    return ran.stdout


def machine():
    gpu = output_of("nvidia-smi", "--query-gpu=name,compute_cap,driver_version", "--format=csv,noheader").split("\n")[0]
    compiler = re.search(r"V([\d.]+)", output_of("nvcc", "--version"))[1]
    profiler = re.search(r"Version ([\d.]+)", output_of("ncu", "--version"))[1]
    name, capability, driver = gpu.split(", ")
    return (f"# {name}, compute capability {capability}, driver {driver}, nvcc {compiler} -O3 -std=c++17 -arch=sm_90, "
            f"Nsight Compute {profiler} --clock-control none, {datetime.date.today()}")


def profiled(program, metrics):
    """By kernel, in the order of the run: for each metric its values in all launches."""
    printed = output_of("ncu", "--clock-control", "none", "--csv", "--print-units", "base", "--print-kernel-base", "function",
                        "--metrics", ",".join(metrics), program)
    table = [line for line in printed.split("\n") if line.startswith('"')]
    found = collections.defaultdict(lambda: collections.defaultdict(list))
    for row in csv.DictReader(table):
        found[row["Kernel Name"]][row["Metric Name"]].append(float(row["Metric Value"].replace(",", "")))
    return found


def one_number(column, values):
    if column in VARYING:
        return int(statistics.median(values))
    return int(values[0]) if min(values) == max(values) else f"{int(min(values))}..{int(max(values))}"


def measured(name, version, folder, results):
    program = folder / f"{version}.{name}"
    counts, times = profiled(program, COUNTERS.values()), profiled(program, [TIME])
    for kernel, by_metric in counts.items():
        yield {"program": name, "version": version, "kernel": kernel, "results": results,
               "nanoseconds": int(statistics.median(times[kernel][TIME])),
               **{column: one_number(column, by_metric[metric]) for column, metric in COUNTERS.items()}}


def build(name, version, folder):
    output_of("nvcc", "-O3", "-std=c++17", "-arch=sm_90", "-o", folder / f"{version}.{name}", HERE / version / f"{name}.cu")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", required=True, type=pathlib.Path)
    parser.add_argument("--jobs", type=int, default=8)
    parser.add_argument("names", nargs="*")
    given = parser.parse_args()
    given.output.mkdir(parents=True, exist_ok=True)
    names = given.names or sorted(path.stem for path in (HERE / "before").glob("*.cu"))
    with tempfile.TemporaryDirectory() as temporary, (given.output / "recorded.csv").open("w", newline="") as file:
        folder = pathlib.Path(temporary)
        with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
            list(pool.map(lambda each: build(*each, folder), [(name, version) for name in names for version in VERSIONS]))
        print(machine(), file=file)
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        failed = 0
        for name in names:
            try:
                checksums = {output_of(folder / f"{version}.{name}") for version in VERSIONS}
                for version in VERSIONS:
                    writer.writerows(measured(name, version, folder, "same" if len(checksums) == 1 else "different"))
                    file.flush()
                print(f"{datetime.datetime.now():%H:%M:%S} {name}", file=sys.stderr, flush=True)
            except (RuntimeError, ValueError, KeyError, subprocess.TimeoutExpired) as problem:
                failed += 1
                print(f"{name}: {problem!r}", file=sys.stderr, flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
