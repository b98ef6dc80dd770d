"""hostile_commands.py KERNEL: makes, in the current folder, a kernel, programs and libraries that
make the file canary when they run, and compile commands, options and settings that name them."""

import json
import os
import shutil
import stat
import sys

shutil.copy(sys.argv[1], "kernel.cu")
here = os.getcwd()
for name in ("evil.sh", "nvcc", "clang", "clang-19", "gcc", "cicc", "ptxas", "git", "sh", "ld",
             "llvm-symbolizer", "cuda-memlint-tidy"):
    with open(name, "w", encoding="utf-8") as file:
        file.write(f"#!/bin/sh\n: > '{here}/canary'\n")
    os.chmod(name, stat.S_IRWXU)
with open("evil.so", "wb") as file:
    file.write(b"\x7fELF")

OPTIONS = [
    "-fplugin=./evil.so", "-Xclang", "-load", "-Xclang", "./evil.so", "-fpass-plugin=./evil.so",
    "-mllvm", "-load=./evil.so", "-Xclang", "-plugin", "-Xclang", "evil", "-Xclang", "-ast-dump",
    "-o", "canary", "-ocanary", "--output-file", "canary", "-MD", "-MF", "canary", "-MFcanary",
    "-MJ", "canary", "-M", "-E", "-S", "-c", "-emit-llvm", "--save-temps", "-save-temps=obj",
    "--keep", "--keep-dir", "canary", "-ftime-trace=canary", "-ftime-report",
    "-fcrash-diagnostics-dir=canary", "-gen-reproducer=always", "-serialize-diagnostics", "canary",
    "--serialize-diagnostics", "canary", "-dependency-file", "canary", "-index-store-path", "canary",
    "-fmodules", "-fmodules-cache-path=canary", "-fmodule-file=canary", "-fbuild-session-file=canary",
    "-include-pch", "canary", "-emit-pch", "-fprofile-generate=canary", "-fprofile-use=canary",
    "-ccbin", "./evil.sh", "--compiler-bindir=./evil.sh", "-B", here, "-B.", "-fuse-ld=./evil.sh",
    "--ld-path=./evil.sh", "-specs=evil.specs", "-wrapper", "./evil.sh", "--run", "-run",
    "--run-args", "x", "-optf", "missing.txt", "--config=evil.cfg", "--config", "evil.cfg",
    "-working-directory", "/", "-Xcompiler", "-fplugin=./evil.so,-wrapper,./evil.sh",
    "-Xcompiler=-o,canary", "-Xlinker", "-ocanary", "-Wp,-MD,canary", "-Wl,-o,canary",
    "-fsanitize=address", "-fembed-offload-object=canary", "--cuda-path=" + here,
    "-ldir", here, "--libdevice-directory=" + here, "--dryrun", "-v", "-###", "--version", "--help",
    "-print-search-dirs", "-dumpmachine", "-Xarch_device", "-load", "-cc1", "-cc1as",
    "-Xptxas", "-o,canary", "-Xcuda-ptxas", "-o", "--offload-arch=sm_90",
]
with open("options.txt", "w", encoding="utf-8") as file:
    file.write("\n".join(OPTIONS) + "\n@options.txt\n")
with open("compile_commands.json", "w", encoding="utf-8") as file:
    json.dump([{"directory": here, "file": "kernel.cu",
                "arguments": ["./evil.sh", *OPTIONS, "@options.txt", "kernel.cu"]},
               {"directory": here, "file": "kernel.cu",
                "command": "sh -c './evil.sh; touch canary' $(./evil.sh) `./evil.sh` kernel.cu"}], file)
for name in ("evil.cfg", "evil.specs", "clang.cfg"):
    with open(name, "w", encoding="utf-8") as file:
        file.write("-fplugin=./evil.so -o canary\n")
with open(".clang-tidy", "w", encoding="utf-8") as file:
    file.write("Checks: '*'\nExtraArgs: ['-fplugin=./evil.so', '-load', './evil.so']\n")
with open(".clangd", "w", encoding="utf-8") as file:
    file.write("CompileFlags: {Add: ['-fplugin=./evil.so'], Compiler: ./evil.sh}\n")
with open(".env", "w", encoding="utf-8") as file:
    file.write("LD_PRELOAD=./evil.so\nCUDA_PATH=.\n")
os.mkdir("include")
with open("include/cuda_runtime.h", "w", encoding="utf-8") as file:
    file.write("#error a toolkit of the repository\n")
