#!/usr/bin/env python3
"""Says which functions of lib/CudaModel/DeviceFunctions.def no kernel of the oracle calls.

  coverage.py [--table FILE] [--reasons FILE]

A function is in a kernel, or has a reason in not_executed.txt, and not both. The exit code is 1
where one is left out.
"""

import argparse
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROW = re.compile(r"^FUNCTION\((\w+),", re.MULTILINE)


def read_reasons(path):
    """By function; a line names several, then the reason behind a colon."""
    reasons = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            names, reason = line.split(":", 1)
            reasons.update(dict.fromkeys(names.split(), reason.strip()))
    return reasons


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--table", type=pathlib.Path, default=HERE.parents[1] / "lib" / "CudaModel" / "DeviceFunctions.def")
    parser.add_argument("--reasons", type=pathlib.Path, default=HERE / "not_executed.txt")
    given = parser.parse_args()
    kernels = "\n".join(path.read_text(encoding="utf-8") for path in sorted((HERE / "kernels").glob("*.cu")))
    called = set(re.findall(r"\b(\w+)\s*\(", kernels))
    reasons = read_reasons(given.reasons)
    names = ROW.findall(given.table.read_text(encoding="utf-8"))
    faults = [f"{name}: no kernel of the oracle calls it, and not_executed.txt has no reason"
              for name in names if name not in called and name not in reasons]
    faults += [f"{name}: not_executed.txt has a reason, but {'a kernel calls it' if name in called else 'the table lacks it'}"
               for name in reasons if name in called or name not in names]
    print("\n".join([*faults, f"{len(names)} functions, {len(names) - len(reasons)} executed, {len(faults)} faults"]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
