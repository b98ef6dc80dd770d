"""Makes a folder with an nvcc and a compute-sanitizer that need no GPU.

  fake_sanitizer.py FOLDER REPORTS

The program that this nvcc makes ends with the code that its first argument names, and hangs when
that is `hang`. This compute-sanitizer runs it and gives out REPORTS/TOOL.xml where there is one,
else a report without hazards.
"""

import pathlib
import shlex
import stat
import sys

NVCC = """#!/bin/sh
if [ "$1" = --version ]; then echo 'Cuda compilation tools, release 13.0, V13.0.88'; exit 0; fi
for a; do [ "$a" = -DBROKEN ] && { echo 'x.cu(1): error: broken' >&2; exit 1; }; done
while [ "$1" != -o ]; do shift; done
printf '#!/bin/sh\\nif [ "$1" = hang ]; then sleep 60; fi\\nexit ${1:-0}\\n' >"$2"
chmod +x "$2"
"""

SANITIZER = """#!/bin/sh
if [ "$1" = --version ]; then echo 'Version 2025.3.1.0 (build 36400806) (public-release)'; exit 0; fi
tool=$2
while [ "$1" != --save ]; do shift; done
report=$2
shift 2
echo '========= COMPUTE-SANITIZER'
"$@"
code=$?
[ $code = 0 ] || echo '========= Target application returned an error'
cp REPORTS/$tool.xml "$report" 2>/dev/null ||
  printf '<?xml version="1.0" encoding="utf-8"?>\\n<ComputeSanitizerOutput/>\\n' >"$report"
exit $code
"""


def main():
    folder, reports = sys.argv[1:]
    tools = pathlib.Path(folder, "bin")
    tools.mkdir(parents=True)
    for tool, text in (("nvcc", NVCC), ("compute-sanitizer", SANITIZER)):
        path = tools / tool
        path.write_text(text.replace("REPORTS", shlex.quote(reports)))
        path.chmod(path.stat().st_mode | stat.S_IXUSR)


if __name__ == "__main__":
    main()
