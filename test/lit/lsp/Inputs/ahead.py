"""ahead.py TOOL FOLDER FILE...: has a process read each file ahead, and compares what it reports of
random edits with what the command does, byte by byte."""

import json
import pathlib
import random
import socket
import subprocess
import sys

tool, folder, *files = sys.argv[1:]
folder = pathlib.Path(folder)
NOT_AHEAD, ONE_MORE_ATTEMPT = 64, 32
random.seed(1)


class Standby:
    def __init__(self, path, text, skipped=0, unchanged=None):
        self.path, self.more, self.skipped = path, [], skipped
        self.unchanged = len(text.encode()) if unchanged is None else unchanged
        self.attempts = None
        ours, its = socket.socketpair()
        self.process = subprocess.Popen([tool, "lsp-standby"], stdin=its, stdout=its)
        its.close()
        self.socket, self.lines = ours, ours.makefile("r")
        self.send(text, "first")

    def arguments(self):
        return ["--no-cache", "--no-config", f"--stdin-filename={self.path}", "--format=json",
                "--keep-going", "--no-fixes", "-", *self.more]

    def send(self, text, name):
        (folder / name).write_text(text, encoding="utf-8")
        self.socket.sendall((json.dumps({
            "arguments": self.arguments(), "input": str(folder / name),
            "output": str(folder / "report"), "skipped": self.skipped,
            "unchanged": self.unchanged}) + "\n").encode())

    def answer(self):
        """The outcome of the last request, without the process that works on it."""
        said = self.lines.readline().strip()
        return self.answer() if said.startswith("started ") else said

    def analyse(self, text):
        """Whether it was ahead, and whether the report is that of the command."""
        self.send(text, "text")
        said = self.answer()
        assert said.startswith("ended "), said
        code = int(said.removeprefix("ended "))
        command = subprocess.run([tool, *self.arguments()], input=text.encode(),
                                 stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.attempts = "more" if code & ONE_MORE_ATTEMPT else "no more"
        same = ((folder / "report").read_bytes() == command.stdout and
                code & ~NOT_AHEAD & ~ONE_MORE_ATTEMPT == command.returncode)
        return not code & NOT_AHEAD, same

    def end(self):
        self.socket.close()
        self.lines.close()
        return self.process.wait(120)


def edited(text, start):
    """Text with a change behind `start`, such as somebody makes while typing."""
    lines = text[start:].splitlines(keepends=True)
    at = random.randrange(len(lines))
    kind = random.randrange(5)
    if kind == 0:
        lines.insert(at, "\n" * random.randrange(1, 4))
    elif kind == 1:
        del lines[at]
    elif kind == 2:
        lines.insert(at, lines[at])
    elif kind == 3:
        lines[at] = lines[at].replace("[", "[2 * ", 1)
    else:
        lines[at] = lines[at][:len(lines[at]) // 2]
    return text[:start] + "".join(lines)


for path in map(pathlib.Path, files):
    text = path.read_text(encoding="utf-8")
    # Behind the line that follows the last inclusion.
    start = text.index("\n", text.index("\n", text.rindex("#include")) + 1) + 1
    standby = Standby(path, text)
    print(f"{path.name}: {standby.answer()}", flush=True)
    outcomes = [standby.analyse(text)]
    changed = text
    for _ in range(12):
        changed = edited(changed if random.randrange(3) else text, start)
        outcomes.append(standby.analyse(changed))
    print(f"{path.name}: {sum(ahead for ahead, _ in outcomes) >= 10} ahead, "
          f"{all(same for _, same in outcomes)} same", flush=True)
    # Another beginning, and one that ends where nothing can be inserted.
    print(f"{path.name}: another beginning:", *standby.analyse("#define MORE\n" + text))
    print(f"{path.name}: no room:", *standby.analyse(text[:start] + 'const char *last = "";'))
    print(f"{path.name}: without more:", *standby.analyse(text[:start]))
    standby.more = ["--arch=sm_70"]
    print(f"{path.name}: another device:", *standby.analyse(text))
    print(f"{path.name}: ends with", standby.end(), flush=True)

# A header that has changed, and an analysis that is not wanted any more.
header = folder / "own.cuh"
source = folder / "own.cu"
header.write_text("#define STRIDE 1\n", encoding="utf-8")
text = ('#include "own.cuh"\n\n__global__ void copy(float *out, const float *in) {\n'
        "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  out[i] = in[i * STRIDE];\n}\n")
standby = Standby(source, text)
print("header:", standby.answer())
print("as it was:", *standby.analyse(text))
header.write_text("#define STRIDE 8\n", encoding="utf-8")
print("changed:", *standby.analyse(text))
standby.send(text, "text")
standby.socket.sendall(b"stop\n")
print("stopped:", standby.answer() in ("lost", "ended 0", "ended 64"))
print("goes on:", *standby.analyse(text))
print("ends with", standby.end())

# Lines that end in two characters.
text = text.replace("\n", "\r\n")
for what, rest in (("two characters", text),
                   ("in a line of code", text.replace("\r\n", "\r\nint one;", 1))):
    standby = Standby(source, rest)
    print(f"{what}:", standby.answer(), *standby.analyse(rest), standby.end())
text = text.replace("\r\n", "\n")

# What a file that includes itself has read of the text before is not in the present one.
again = ('#ifndef AGAIN\n#define AGAIN\n#include "own.cuh"\n#include "own.cu"\n#else\n' +
         text.split("\n", 1)[1] + "#endif\n")
standby = Standby(source, again)
print("itself:", standby.answer() or "nothing", standby.end())

# std::time is in a header that nvcc includes by the way, which is read in the second attempt.
text = "#include <vector>\n\n" + text.split("\n\n", 1)[1].replace("STRIDE", "8") + (
    "std::vector<long> now() { return {std::time(nullptr)}; }\n")
for skipped in (0, 1):
    standby = Standby(source, text, skipped)
    print(f"attempt {skipped + 1}:", standby.answer(), *standby.analyse(text + "// end\n"),
          standby.attempts, standby.end())
# A text that had an error, and is parsed in one attempt since: the next process waits in that one.
standby = Standby(source, text + "int one = ;\n", 1)
print("with an error:", standby.answer(), *standby.analyse(text + "int one = ;\n// end\n"))
print("without it:", *standby.analyse("#include <vector>\n\n__global__ void k() {}\n"),
      standby.end())
nothing = Standby(source, "__global__ void k() {}\n")
print("nothing to read ahead:", nothing.answer() or "nothing", nothing.end())

# Inclusions between declarations and in them, and what only looks like one.
for name, value in (("one.cuh", 2), ("two.cuh", 3), ("three.cuh", 4)):
    (folder / name).write_text(f"  constexpr int {name.removesuffix('.cuh')} = {value};\n",
                               encoding="utf-8")
text = ('#include "one.cuh"\n__device__ int twice(int i) { return 2 * i; }\nnamespace inner {\n'
        '#include "two.cuh"\n}\n__global__ void copy(float *out, const float *in) {\n'
        '#include "three.cuh"\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n'
        "  out[i] = in[i * one * inner::two * three];\n}\n"
        '#if 0\n#include "none.cuh"\n#endif\n/*\n#include "none.cuh"\n*/\n')
last = text.replace("three]", "three + twice(i)]")
first = text.replace("2 * i", "3 * i")
for what, until in (("all stays", len(text)), ("typed in the last kernel", text.index("int i = b")),
                    ("typed in the first function", text.index("2 * i"))):
    standby = Standby(source, text, 0, until)
    print(f"{what}:", standby.answer(), *standby.analyse(text), *standby.analyse(last),
          *standby.analyse(first), standby.end())
