"""Makes a folder with an nvcc and an ncu that behave as the real ones did once.

  fake_cuda.py FOLDER RECORDS NAME SOURCE

The program that this nvcc makes prints PASS and its arguments; it fails or hangs when its first
argument says so (fail, hang). This ncu runs it and prints what was recorded of NAME, optimised or
debug, with SOURCE as the file's path. A program that is recorded runs FOLDER/record.sh in the folder
for recordings. Where FOLDER/late exists, all was recorded before the program
failed or was interrupted.
"""

import pathlib
import shlex
import stat
import sys

NVCC = """#!/bin/sh
if [ "$1" = --version ]; then echo 'Cuda compilation tools, release 13.0, V13.0.88'; exit 0; fi
mode=optimised
for a; do [ "$a" = -G ] && mode=debug; [ "${a#-D}" = BROKEN ] && { echo 'x.cu(1): error: broken' >&2; exit 1; }; done
while [ "$1" != -o ]; do shift; done
printf '#!/bin/sh\\n# %s\\nrecord=%s\\n' $mode "RECORD_SH" >"$2"
echo 'test -z "$CUDA_MEMLINT_RECORD_FOLDER" || (cd "$CUDA_MEMLINT_RECORD_FOLDER" && . "$record")' >>"$2"
printf 'echo PASS "$@"\\ntest "$1" != hang || exec sleep 600\\ntest "$1" != fail\\n' >>"$2"
chmod +x "$2"
"""

NCU = """#!/bin/sh
if [ "$1" = --version ]; then echo 'Version 2025.3.1.0 (build 36398880) (public-release)'; exit 0; fi
if [ "$1" = --import ]; then
  mode=$(cat "$2")
  source="SOURCE"
  case "$*" in
  *"--page source"*) sed "s#@SOURCE@#$source#" RECORDS/NAME.$mode.source.csv ;;
  *) cat RECORDS/NAME.$mode.raw.csv ;;
  esac
  exit 0
fi
while [ "$1" != -o ]; do shift; done
report=$2
shift 2
trap 'kill $child; interrupted=1' INT
"$@" &
child=$!
wait $child
code=$?
test $code -le 128 || { wait $child; code=$?; }
case $(sed -n 2p "$1") in *debug) mode=debug ;; *) mode=optimised ;; esac
test $code != 0 -a ! -e LATE || echo $mode >"$report.ncu-rep"
test -z "$interrupted" || { echo '==PROF== Trying to shutdown target application'; exit 130; }
test $code = 0 || { echo "==ERROR== The application returned an error code ($code)."; exit $code; }
"""


def main():
    folder, records, name, source = sys.argv[1:]
    tools = pathlib.Path(folder, "bin")
    tools.mkdir(parents=True)
    for tool, text in (("nvcc", NVCC), ("ncu", NCU)):
        path = tools / tool
        path.write_text(
            text.replace("RECORDS", shlex.quote(records)).replace("NAME", name)
            .replace('"SOURCE"', shlex.quote(source))
            .replace('"RECORD_SH"', shlex.quote(str(pathlib.Path(folder, "record.sh").absolute())))
            .replace("LATE", shlex.quote(str(pathlib.Path(folder, "late").absolute()))))
        path.chmod(path.stat().st_mode | stat.S_IXUSR)


if __name__ == "__main__":
    main()
