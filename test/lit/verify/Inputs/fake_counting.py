"""Makes a folder with an nvcc whose programs write counts as instrumented ones do, and an ncu that
may not read counters.

  fake_counting.py FOLDER COUNTS

COUNTS is a text of counts with @SOURCE@ and @KEY@ where those of the copy belong. The program
fails, hangs or writes nothing when its first argument says so (fail, hang, nothing).
"""

import pathlib
import stat
import sys

NVCC = """#!{python}
import pathlib, re, shlex, sys
if sys.argv[1] == "--version":
    sys.exit(print("Cuda compilation tools, release 13.0, V13.0.88"))
source = next(pathlib.Path(a) for a in sys.argv if a.endswith(".cu"))
program = pathlib.Path(sys.argv[sys.argv.index("-o") + 1])
copy = source.read_text()
text = pathlib.Path({counts}).read_text()
for name in ("SOURCE", "KEY"):
    if value := re.search("#define MEMLINT_" + name + ' "(.*)"', copy):
        text = text.replace("@" + name + "@", value[1])
        assert (source.parent / "memlint_runtime.cuh").exists()
program.write_text('''#!/bin/sh
case "$1" in
fail) echo no memory; exit 7 ;;
hang) sleep 60 ;;
nothing) exit 0 ;;
esac
test -z "$CUDA_MEMLINT_COUNTS" || printf %s ''' + shlex.quote(text) + ' >"$CUDA_MEMLINT_COUNTS"\\n')
program.chmod(0o755)
"""

NCU = """#!/bin/sh
if [ "$1" = --version ]; then echo 'Version 2025.3.1.0'; exit 0; fi
echo '==ERROR== ERR_NVGPUCTRPERM - The user does not have permission to access NVIDIA GPU Performance \
Counters on the target device 0.'
exit 1
"""


def main():
    folder, counts = sys.argv[1:]
    tools = pathlib.Path(folder, "bin")
    tools.mkdir(parents=True)
    for tool, text in (("nvcc", NVCC.format(python=sys.executable, counts=repr(counts))),
                       ("ncu", NCU)):
        path = tools / tool
        path.write_text(text)
        path.chmod(path.stat().st_mode | stat.S_IXUSR)


if __name__ == "__main__":
    main()
