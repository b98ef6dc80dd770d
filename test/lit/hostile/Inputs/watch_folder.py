"""watch_folder.py COMMAND...: runs the command, and fails with 3 if anything in the current folder
is made, changed or removed by it, or (where strace is there) it starts any program or opens a file
to write to."""

import os
import re
import shutil
import subprocess
import sys
import tempfile


def state():
    found = {}
    for folder, folders, files in os.walk("."):
        for name in folders + files:
            path = os.path.join(folder, name)
            status = os.lstat(path)
            found[path] = (status.st_mtime_ns, status.st_size, status.st_mode, status.st_ino)
    return found


def traced(command, trace):
    """The command under strace, unless that may not trace."""
    strace = [shutil.which("strace", path="/usr/bin:/bin") or "", "-f", "-qq", "-s", "4096", "-o",
              trace, "-e", "trace=execve,execveat,open,openat,creat,connect,unlink,unlinkat,rename,"
              "renameat,renameat2,mkdir,mkdirat,symlink,link,chmod,fchmod,truncate"]
    if strace[0] and subprocess.run([*strace, "/bin/true"], capture_output=True,
                                    check=False).returncode == 0:
        return strace + command
    return command


before = state()
with tempfile.TemporaryDirectory(dir="/tmp") as folder:
    trace = os.path.join(folder, "trace")
    command = traced(sys.argv[1:], trace)
    # Leaks cannot be looked for in a program that is traced.
    code = subprocess.run(command, check=False, timeout=300,
                          env=os.environ | {"ASAN_OPTIONS": "detect_leaks=0"}).returncode
    problems = []
    if command != sys.argv[1:]:
        with open(trace, encoding="utf-8", errors="replace") as file:
            lines = file.read().splitlines()
        # The first is the command itself.
        calls = [line for line in lines[1:] if not re.search(r" = -1 E|\+\+\+|---", line)]
        problems += [line for line in calls if re.search(
            r"\bexecve|connect\(|unlink|rename|mkdir|symlink|\blink\(|chmod|truncate|creat\(", line)]
        problems += [line for line in calls if re.search(r"O_(WRONLY|RDWR|CREAT|TRUNC)", line)
                     and '"/dev/null"' not in line and '"/dev/tty"' not in line]
after = state()
problems += [path for path in sorted(set(before) | set(after)) if before.get(path) != after.get(path)]
if problems:
    print("\n".join(["watch_folder.py: more than reading was done:", *problems]), file=sys.stderr)
    sys.exit(3)
sys.exit(code)
