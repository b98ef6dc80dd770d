"""hostile_configurations.py EXAMPLE PROGRAM...: writes, in the current folder, one configuration after the other
that would like more than to say how sources are read. Runs the program on the example under each, and prints its
exit code and what it said on standard error, in one line each."""

import os
import pathlib
import shutil
import subprocess
import sys

CONFIGURATIONS = [
    b"compile-options: ['-Xclang', '-load', '-Xclang', './evil.so']\n",
    b"compile-options: ['-ccbin', './evil']\n",
    b"compile-options: ['-o', 'written']\n",
    b"compile-options: ['-MF', 'written']\n",
    b"compile-options: ['@options.txt']\n",
    b"output: written\n",
    b"verify: true\n",
    b"fix: true\n",
    b"\x1b]0;title\x07: 1\n",
    b"arch: \"\x1b[31msm_90\"\n",
    "launches: ['\u202ek<<<1>>>']\n".encode(),
    b"checks: '\xff\xfe'\n",
    b"ignore: ['/etc/**', '../**']\n",
    b"[" * 60000,
    b"a: &a [x]\n" + b"b: [" + b"*a, " * 2000 + b"*a]\n",
    b"arch: sm_90\0\n",
    # Nothing is wrong with this one, and the source sees the macro only.
    b"compile-options: ['-DEVIL=system(\"touch written\")', '-include', 'evil.h']\n",
]

shutil.copy(sys.argv[1], "kernel.cu")
pathlib.Path("evil.h").write_text("#pragma once\n")
pathlib.Path("options.txt").write_text("-o written\n")
pathlib.Path("evil").write_text("#!/bin/sh\ntouch written\n")
os.chmod("evil", 0o755)
shutil.copy("evil", "evil.so")
for text in CONFIGURATIONS:
    pathlib.Path(".cuda-memlint.yaml").write_bytes(text)
    ran = subprocess.run(sys.argv[2:] + ["kernel.cu"], capture_output=True, check=False, timeout=60)
    text = ran.stderr.decode()
    strange = [each for each in text if not each.isprintable() and each != "\n"]
    lines = text.splitlines()
    print(ran.returncode, len(lines), "strange" if strange else "plain",
          lines[0].split(".cuda-memlint.yaml")[-1][:160] if lines else "")
