#!/usr/bin/env python3
"""special_outputs.py TOOL SOURCE FOLDER: has the command write to outputs other than a new regular
file, and prints the outcome of each. FOLDER is empty."""

import os
import stat
import subprocess
import sys
import threading

tool, source, folder = sys.argv[1:]
os.chdir(folder)
report = subprocess.run([tool, "--fail-on=none", source], stdout=subprocess.PIPE).stdout
assert report


def run(target, **kwargs):
    return subprocess.run([tool, "--fail-on=none", "-o", target, source], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=60, **kwargs)


def contents(path):
    with open(path, "rb") as file:
        return file.read()


def say(what, *good):
    print(what + ":", "yes" if all(good) else "NO")


# A pipe with a reader.
os.mkfifo("pipe")
got = []
reader = threading.Thread(target=lambda: got.append(contents("pipe")))
reader.start()
code = run("pipe").returncode
is_pipe = stat.S_ISFIFO(os.lstat("pipe").st_mode)
if not is_pipe:  # lets the reader go
    os.remove("pipe")
else:
    reader.join()
say("pipe", code == 0, is_pipe, got == [report])

# A device of one's own that takes everything, or nothing; only the superuser can make one.
for name, minor, expected in (("null", 3, 0), ("full", 7, 2)):
    try:
        os.mknod(name, stat.S_IFCHR | 0o600, os.makedev(1, minor))
    except PermissionError:
        print("device " + name + ": yes")
        continue
    result = run(name)
    say("device " + name, stat.S_ISCHR(os.lstat(name).st_mode),
        result.returncode == expected or b"Permission denied" in result.stderr)

# What the shell has opened: it goes on where it is.
os.symlink("/proc/self/fd/1", "stdout")
with open("opened", "wb") as file:
    file.write(b"before\n")
    file.flush()
    inode = os.fstat(file.fileno()).st_ino
    subprocess.run([tool, "--fail-on=none", "-o", "stdout", source], stdout=file)
say("standard output", contents("opened") == b"before\n" + report, os.path.islink("stdout"),
    os.stat("opened").st_ino == inode)
say("standard output as a pipe", run("stdout").stdout == report, os.path.islink("stdout"))
with open("other", "wb") as file:
    inode = os.fstat(file.fileno()).st_ino
    run("/proc/self/fd/%d" % file.fileno(), pass_fds=[file.fileno()])
say("another descriptor", contents("other") == report, os.stat("other").st_ino == inode)

# The mode of a file, and a link, also to what is not there.
with open("private", "wb"):
    os.chmod("private", 0o600)
run("private")
say("mode", stat.S_IMODE(os.stat("private").st_mode) == 0o600, contents("private") == report)
with open("real", "wb"):
    pass
os.symlink("real", "link")
code = run("link").returncode
say("link", code == 0, os.path.islink("link"), contents("real") == report)
os.symlink("later", "dangling")
code = run("dangling").returncode
say("dangling link", code == 0, os.path.islink("dangling"),
    os.path.exists("later") and contents("later") == report)
os.umask(0o027)
run("new")
say("new file", stat.S_IMODE(os.stat("new").st_mode) == 0o640, contents("new") == report)

# What may not be written is left alone.
with open("read-only", "wb"):
    os.chmod("read-only", 0o444)
result = run("read-only")
say("read-only", result.returncode == 2, b"read-only" in result.stderr,
    contents("read-only") == b"")
os.mkdir("folder")
result = run("folder")
say("folder", result.returncode == 2, result.stderr.count(b"\n") == 1, os.path.isdir("folder"))
say("nothing beside", not [name for name in os.listdir() if "tmp" in name or "temp" in name])
