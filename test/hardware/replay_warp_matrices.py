#!/usr/bin/env python3
"""Holds the predictions for fragments of warp matrices against what was counted.

  test/hardware/replay_warp_matrices.py --tool build/bin/cuda-memlint

Writes one kernel for each row of measure/h200_warp_matrix.csv, analyses them and
compares the totals of each with the row. Exit code 1 when one differs.
"""

import argparse
import csv
import json
import pathlib
import subprocess
import sys
import tempfile

ROWS = pathlib.Path(__file__).parent / "measure" / "h200_warp_matrix.csv"

TYPES = {"f16": "half", "bf16": "__nv_bfloat16", "s8": "signed char", "f32": "float",
         "s32": "int", "tf32": "float"}

# Declarations only: what counts is the names.
HEADER = """
struct half { short bits; };
struct __nv_bfloat16 { short bits; };
namespace nvcuda::wmma {
namespace precision { struct tf32; }
struct matrix_a; struct matrix_b; struct accumulator; struct row_major; struct col_major;
enum layout_t { mem_row_major, mem_col_major };
template <class Use, int M, int N, int K, class T, class Layout = void> struct fragment {};
template <class F, class T> __device__ void load_matrix_sync(F &, const T *, unsigned);
template <class F, class T> __device__ void load_matrix_sync(F &, const T *, unsigned, layout_t);
template <class F, class T> __device__ void store_matrix_sync(T *, const F &, unsigned, layout_t);
}
using namespace nvcuda::wmma;
"""


def kernel(number, row):
    element = TYPES[row["element"]]
    shape = row["shape"].replace("m", "").replace("n", ", ").replace("k", ", ")
    held = "precision::tf32" if row["element"] == "tf32" else element
    accumulator = row["fragment"] == "accumulator"
    layout = "" if accumulator else f", {row['layout']}_major"
    lines = [f"__global__ void k{number}({element} *matrix) {{"]
    if row["space"] == "shared":
        lines.append(f"  extern __shared__ {element} shared{number}[];")
    where = "matrix" if row["space"] == "global" else f"shared{number}"
    last = f", mem_{row['layout']}_major" if accumulator else ""
    lines.append(f"  fragment<{row['fragment']}, {shape}, {held}{layout}> f;")
    if row["op"] == "load":
        lines.append(f"  load_matrix_sync(f, {where}, {row['leading_dimension']}{last});")
    else:
        lines.append(f"  store_matrix_sync({where}, f, {row['leading_dimension']}{last});")
    lines.append("}")
    lines.append(f"void l{number}({element} *m) {{ k{number}<<<1, 32, 102400>>>(m); }}")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", required=True)
    arguments = parser.parse_args()
    rows = list(csv.DictReader(ROWS.open()))
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "fragments.cu"
        source.write_text(HEADER + "\n".join(kernel(n, r) for n, r in enumerate(rows)) + "\n")
        run = subprocess.run([arguments.tool, "--format=json", "--arch=sm_90", str(source)],
                             capture_output=True, text=True, check=False)
    kernels = {k["name"]: k for k in json.loads(run.stdout)["files"][0]["kernels"]}
    wrong = 0
    for number, row in enumerate(rows):
        name = "sectors" if row["space"] == "global" else "wavefronts"
        counted = (int(row[name]), int(row[name + "_ideal"]))
        verdicts = [access["launches"][0] for access in kernels[f"k{number}"]["accesses"]]
        predicted = (sum(v["cost"] or 0 for v in verdicts), sum(v["ideal"] or 0 for v in verdicts))
        if predicted != counted or any(v["known"] != "proved" for v in verdicts):
            wrong += 1
            print(f"row {number + 2}: counted {counted}, predicted {predicted}: "
                  f"{','.join(row.values())}")
    print(f"{len(rows) - wrong} of {len(rows)} fragments as counted")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
