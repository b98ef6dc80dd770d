"""cache.py COMMAND FILE: opens a copy of a file in a workspace and has the command analyse it there,
without and with a compilation database; prints how many results the cache gets from either."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from client import Client, everything

command, example = sys.argv[1:]
# Not below the build, whose compilation database the server would take.
with tempfile.TemporaryDirectory() as folder:
    folder = pathlib.Path(folder)
    source = folder / "work" / "inner" / "kernel.cu"
    source.parent.mkdir(parents=True)
    shutil.copy(example, source)
    os.environ["XDG_CACHE_HOME"] = str(folder / "cache")

    def results():
        return set((folder / "cache").glob("*/llvmcache-*"))

    def open_and_run(what, *options):
        before = results()
        client = Client([command, "lsp"], folder / "work")
        client.open(source)
        client.diagnostics_of(source)
        client.about("codeAction", source, range=everything(), context={"diagnostics": []})
        client.close()
        kept = results()
        print(f"kept by the server{what}:", len(kept - before) > 0)
        subprocess.run([command, *options, "inner/kernel.cu"], cwd=folder / "work",
                       stdout=subprocess.DEVNULL)
        print("more by the command:", len(results() - kept))

    open_and_run("")
    database = folder / "work" / "build" / "compile_commands.json"
    database.parent.mkdir()
    database.write_text(json.dumps([{
        "directory": str(folder / "work"), "file": "inner/kernel.cu",
        "command": "nvcc -DOTHER -c inner/kernel.cu"}]), encoding="utf-8")
    open_and_run(" with options", "-p", "build")
