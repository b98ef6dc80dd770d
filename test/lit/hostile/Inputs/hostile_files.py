"""hostile_files.py FOLDER KERNEL: makes FOLDER/repository, in which one file holds a kernel and
the others are not regular files, and FOLDER/elsewhere, which is not to be looked at."""

import os
import shutil
import socket
import sys

folder, kernel = sys.argv[1:]
repository, elsewhere = os.path.join(folder, "repository"), os.path.join(folder, "elsewhere")
os.makedirs(repository)
os.makedirs(elsewhere)
shutil.copy(kernel, os.path.join(elsewhere, "secret.cu"))
os.chdir(repository)
shutil.copy(kernel, "inside.cu")
os.symlink("inside.cu", "alias.cu")
os.symlink("../elsewhere/secret.cu", "outside.cu")
os.symlink("../elsewhere", "folder-outside")
os.symlink("/etc/passwd", "passwd.cu")
os.symlink("/dev/zero", "zero.cu")
os.symlink("loop.cu", "loop.cu")
os.symlink("nowhere", "missing.cu")
os.symlink(".", "round")
os.mkfifo("pipe.cu")
os.mkdir("folder.cu")
# The path of a socket may be no longer than about a hundred bytes.
with socket.socket(socket.AF_UNIX) as server:
    server.bind("socket.cu")
with open("huge.cu", "wb") as file:
    file.truncate(3 << 30)
with open("includes.cu.in", "w", encoding="utf-8") as file:
    for name in ("/dev/zero", "/dev/stdin", "pipe.cu", "zero.cu", "loop.cu", "huge.cu", "folder.cu"):
        file.write(f'#include "{name}"\n')
    file.write("__global__ void kernel(float *out) { out[threadIdx.x] = 1; }\n")
for name in ("pipes", "devices", "deep"):
    os.mkdir(name)
os.mkfifo("pipes/compile_commands.json")
os.symlink("/dev/zero", "devices/compile_commands.json")
with open("deep/compile_commands.json", "w", encoding="utf-8") as file:
    file.write("[" * 2_000_000)
