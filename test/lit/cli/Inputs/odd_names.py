"""odd_names.py FILE: copies it to files of strange names in the current folder."""

import shutil
import sys

for name in ("--output=x.cu", "-p.cu", "$(touch canary).cu", "two words*.cu", "new\nline.cu",
             "\x1b[31m.cu"):
    shutil.copy(sys.argv[1], name)
