"""all_headers.py FOLDER: a source that includes all embedded headers of CUDA and its libraries but those that
stand in for one that is left out."""
import pathlib
import sys

# Theirs are read as they stand, or stop without a macro that asks for them.
LEFT_OUT = {"nv", "cudaEGL.h", "cudaGL.h"}

folder = pathlib.Path(sys.argv[1])
for part in ("cuda", "libraries", "outlines"):
    for path in sorted((folder / part).rglob("*")):
        name = path.relative_to(folder / part)
        if path.is_file() and not path.name.startswith("__memlint") and not LEFT_OUT & set(name.parts):
            print(f"#include <{name}>")
