#!/usr/bin/env python3
"""second_runs.py TOOL: runs the tool on a small project again and again, in the current folder.

After each change the report with a cache must be that without one, byte for byte, and the entries
of the cache say whether an analysis was taken from there: one that was not is written anew."""

import hashlib
import json
import os
import random
import shutil
import subprocess
import sys

SOURCES = {
    "late/size.h": "constexpr int Stride = 8;\n",
    "called.cu": '#include "size.h"\n'
                 "#ifndef WIDTH\n#define WIDTH 1\n#endif\n"
                 "__global__ void called(float *p, int n) { p[threadIdx.x * n * Stride * WIDTH] = 0; }\n"
                 "void call(float *p, int n) { called<<<1, 32 * n>>>(p, n); }\n",
    "caller.cu": "void call(float *p, int n);\nint main() {\n  float *p;\n"
                 "  cudaMalloc(&p, 1 << 20);\n  call(p, 2);\n}\n",
    "alone.cu": "template <typename T> __global__ void alone(T *p, int n) {\n"
                "  p[threadIdx.x * 4] = p[n];\n}\n",
}
FILES = ["called.cu", "caller.cu", "alone.cu"]
FORMATS = ["text", "json", "sarif"]


def write(path, text):
    if os.path.dirname(path):
        os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as stream:
        stream.write(text)


def entries():
    return [name for name in os.listdir("cache") if name.startswith("llvmcache-")] \
        if os.path.exists("cache") else []


class Project:
    def __init__(self, tool):
        self.tool = tool
        self.options = ["-Iearly", "-Ilate"]
        self.environment = dict(os.environ)
        self.files = FILES
        self.reports = {}

    def sources(self):
        """All that a run may read, by digest: links by what they lead to."""
        found = []
        for folder, folders, names in os.walk("."):
            if folder == ".":
                folders[:] = [name for name in folders if name != "cache"]
            for path in (os.path.join(folder, name) for name in names):
                if os.path.isfile(path):
                    with open(path, "rb") as stream:
                        found.append((path, hashlib.sha256(stream.read()).hexdigest()))
        return sorted(found)

    def run_fresh(self, *options):
        """What a run without a cache reports, which is run once for the same sources and options."""
        what = repr((options, self.options, self.files, sorted(self.environment.items()),
                     self.sources()))
        if what not in self.reports:
            self.reports[what] = self.run("--no-cache", *options)
        return self.reports[what]

    def run(self, *options, tool=None):
        done = subprocess.run([tool or self.tool, *options, *self.files, *self.options],
                              env=self.environment, capture_output=True)
        return done.returncode, done.stdout, done.stderr

    def entries(self):
        """Which file each entry is: one that is written anew is another."""
        return {name: os.stat(os.path.join("cache", name)).st_ino
                for name in entries()}

    def expect(self, what, written, *options, tool=None):
        """That a run with the cache reports what one without it does, and writes `written`
        entries; None: any number."""
        before = self.entries()
        cached = self.run("--cache-dir=cache", *options, tool=tool)
        after = self.entries()
        fresh = self.run_fresh(*options)
        if cached != fresh:
            sys.exit(f"{what}: the report differs:\n{cached}\n{fresh}")
        if fresh[0] not in (0, 1):
            sys.exit(f"{what}: exit code {fresh[0]}: {fresh[2]}")
        changed = sum(before.get(name) != number for name, number in after.items())
        if written is not None and changed != written:
            sys.exit(f"{what}: {changed} entries were written instead of {written}")


def check_changes(project):
    """called.cu takes three tasks: its links, the same with the call of caller.cu, its kernels."""
    project.expect("first run", 5)
    project.expect("nothing changed", 0)
    for path in SOURCES:
        os.utime(path)
    project.expect("touched", 0)
    os.utime("late/size.h", (1, 1))
    project.expect("older", 0)
    write("late/size.h", "constexpr int Stride = 1;\n")
    project.expect("header of the same size", 3)
    os.utime("late/size.h", (1, 1))
    project.expect("the same", 0)
    write("late/size.h", "constexpr int Stride = 2;\n")
    os.utime("late/size.h", (1, 1))
    project.expect("header of the same size and time", 3)
    write("early/size.h", "constexpr int Stride = 16;\n")
    project.expect("header that is found first", 3)
    os.remove("early/size.h")
    project.expect("no such header", 3)
    os.remove("late/size.h")
    os.symlink("../other.h", "late/size.h")
    write("other.h", "constexpr int Stride = 2;\n")
    project.expect("the same by a link", 0)
    write("other.h", "constexpr int Stride = 4;\n")
    project.expect("what a link leads to", 3)
    write("caller.cu", SOURCES["caller.cu"].replace("call(p, 2)", "call(p, 3)"))
    project.expect("another call", 3)
    # Nothing calls it any more: its kernels are analysed at once.
    write("caller.cu", "int main() {}\n")
    project.expect("no call", 2)
    write("caller.cu", SOURCES["caller.cu"])
    project.expect("the call again", None)


def check_options(project):
    for option in ["--arch=sm_80", "--checks=-*,cuda-uncoalesced-access", "--races=may",
                   "--launch=called<<<1,64>>>(_,3)", "--args=3", "-DWIDTH=2", "--toolkit=embedded"]:
        project.expect(option, 5, option)
    # Those that are about the report only.
    for option in ["--remarks", "--summary", "--min-excess=50", "--fail-on=none", "-j1"]:
        project.expect(option, 0, option)
    # The configuration of all files, with a fact on one kernel.
    for text in ["launches: ['alone<<<1, 128>>>(_, 7)']\n", "args: 3 4\n", "arch: sm_80\n",
                 "assumptions: {alone: ['assume n % 32 == 0']}\n", "remarks: true\n"]:
        write(".cuda-memlint.yaml", text)
        project.expect("configuration " + text, None)
        project.expect("the same configuration", 0)
    os.remove(".cuda-memlint.yaml")
    project.expect("no configuration", None)
    for width in (1, 3):
        write("build/compile_commands.json", json.dumps(
            [{"directory": os.getcwd(), "file": name, "command": f"nvcc -DWIDTH={width} -c {name}"}
             for name in FILES]))
        project.expect("database", None, "-p", "build")
        project.expect("the same database", 0, "-p", "build")
        project.expect("the same by another name", 0, "-p", os.path.abspath("build"))
    # A toolkit that was not there.
    write("cuda/include/cuda_runtime.h", "")
    project.environment["CUDA_PATH"] = os.path.abspath("cuda")
    project.expect("toolkit", 5)
    del project.environment["CUDA_PATH"]
    project.expect("no toolkit", 0)


def check_formats(project):
    for form in FORMATS:
        shutil.rmtree("cache")
        reports = {project.run(*options, f"--format={form}", jobs)
                   for jobs in ("-j1", "-j2") for options in (["--no-cache"], ["--cache-dir=cache"])}
        if len(reports) != 1:
            sys.exit(f"{form}: {reports}")
        project.expect(form, 0, f"--format={form}")
    project.files = ["alone.cu"]
    for form in FORMATS:
        project.expect("one file", None, f"--format={form}")
        project.expect("one file again", 0, f"--format={form}")
    project.files = FILES


def check_damage(project):
    """Entries that are cut short, changed, or something else."""
    project.expect("whole", None)
    random.seed(1)
    for _ in range(6):
        for name in entries():
            path = os.path.join("cache", name)
            with open(path, "rb") as stream:
                text = bytearray(stream.read())
            # One that no run has asked for since may still be empty.
            if text and random.random() < 0.5:
                text[random.randrange(len(text))] ^= 1 << random.randrange(8)
            else:
                del text[random.randrange(len(text) + 1):]
            with open(path, "wb") as stream:
                stream.write(text)
        project.expect("damaged", None)
        project.expect("mended", 0)
    name = os.path.join("cache", entries()[0])
    os.remove(name)
    os.mkdir(name)
    project.expect("a folder", None)
    os.rmdir(name)
    os.mkfifo(name)
    project.expect("a pipe", None)


def check_limit(project):
    old = os.path.join("cache", "llvmcache-" + "0" * 64)
    with open(old, "wb") as stream:
        stream.write(bytes(1 << 20))
    os.utime(old, (1, 1))
    project.expect("enough room", None, "--cache-limit=2", "-DWIDTH=5")
    if not os.path.exists(old):
        sys.exit("removed with room left")
    project.expect("too little room", None, "--cache-limit=1", "-DWIDTH=6")
    if os.path.exists(old):
        sys.exit("the limit is exceeded")
    project.expect("what was used last is still there", 0, "-DWIDTH=6")


def check_folders(project):
    write("file", "")
    cached, fresh = project.run("--cache-dir=file/cache"), project.run("--no-cache")
    note = b"cuda-memlint: note: no cache: cannot create the folder 'file/cache': Not a directory\n"
    if cached != (fresh[0], fresh[1], note):
        sys.exit(f"no folder: {cached}")
    project.environment["XDG_CACHE_HOME"] = os.path.abspath("file")
    if project.run() != fresh:
        sys.exit("no folder for caches")
    project.environment["XDG_CACHE_HOME"] = os.path.abspath("home")
    if project.run() != fresh or not os.listdir("home/cuda-memlint"):
        sys.exit("no cache by default")


def check_fixes(project):
    """Trying the edit of fixed.cu runs its kernels again, and nothing of user.cu, which is linked
    with it; the results without the edit stay."""
    write("fixed.cu", "__global__ void twice(float *out, const float *in) {\n"
                      "  int t = threadIdx.x;\n  out[t] = in[0];\n  out[t + 64] = in[0];\n}\n"
                      "void call(float *out, float *in) { twice<<<1, 64>>>(out, in); }\n")
    write("user.cu", "void call(float *out, float *in);\n"
                     "__global__ void own(float *p) { p[threadIdx.x * 8] = 0; }\n"
                     "int main() {\n  float *p, *q;\n  cudaMalloc(&p, 1 << 20);\n"
                     "  cudaMalloc(&q, 1 << 20);\n  call(p, q);\n  own<<<1, 64>>>(p);\n}\n")
    project.files = ["fixed.cu", "user.cu"]
    project.expect("before the edit", 4)
    code, report, messages = project.run("--cache-dir=cache", "--format=json")
    if b'"fix_title": "' not in report:
        sys.exit(f"no fix is offered: {code} {report} {messages}")
    project.expect("the edit again", 0, "--format=json")
    project.expect("without the edit", 0)
    shutil.rmtree("cache")
    # Of fixed.cu the links, those with the call, and the kernels; once more with the edit.
    project.expect("with the edit at once", 4 + 3, "--format=json")
    project.files = FILES


def check_other_binary(project):
    """The same program with another build identifier."""
    with open(project.tool, "rb") as stream:
        text = bytearray(stream.read())
    at = text.find(b"\x04\0\0\0\x14\0\0\0\x03\0\0\0GNU\0")
    if at < 0:
        sys.exit("no build identifier")
    text[at + 16] ^= 1
    with open("other", "wb") as stream:
        stream.write(text)
    os.chmod("other", 0o755)
    project.expect("this binary", None)
    project.expect("another binary", 5, tool="./other")


def check_failures(project):
    """Nothing is kept of a file that was not analysed."""
    write("spin.cu", "constexpr int spin(int n) { int s = n; for (int i = 0; i < 100000; ++i) s ^= i; return s; }\n" +
          "".join(f"constexpr int v{i} = spin({i});\n" for i in range(2000)))
    shutil.rmtree("cache")
    project.files = ["alone.cu", "spin.cu", "missing.cu"]
    for _ in range(2):
        code, _, messages = project.run("--cache-dir=cache", "--file-timeout=2")
        if code != 2 or b"took longer than 2 s" not in messages or len(entries()) != 1:
            sys.exit(f"a file that takes too long: {code}, {messages}, {entries()}")
    project.files = FILES


def main():
    project = Project(sys.argv[1])
    for path, text in SOURCES.items():
        write(path, text)
    os.mkdir("early")
    for check in (check_changes, check_options, check_formats, check_fixes, check_damage,
                  check_limit, check_folders, check_other_binary, check_failures):
        check(project)


if __name__ == "__main__":
    main()
