#!/usr/bin/env python3
"""git_pipes.py TOOL FOLDER: puts a pipe in one place after the other of FOLDER/repository, whose .git
is that of FOLDER/saved, and prints what the command says of it."""

import os
import shutil
import subprocess
import sys

tool, folder = sys.argv[1:]
os.chdir(os.path.join(folder, "repository"))


def run(what):
    # Whoever waits for a pipe waits for ever.
    ran = subprocess.run([tool, "--changed-lines", "sub/kernel.cu"], stdout=subprocess.PIPE,
                         stderr=subprocess.PIPE, timeout=60, text=True, check=False)
    print(what + ": " + (ran.stderr.rstrip("\n") or "exit code {}".format(ran.returncode)))


run("nothing")
for path in (".git/HEAD", ".git/config", ".git/commondir", ".git/packed-refs",
             ".git/info/attributes", ".git/objects/info/alternates", ".gitattributes",
             "sub/.gitattributes"):
    if os.path.exists(path):
        os.remove(path)
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    os.mkfifo(path)
    run(path)
    os.remove(path)
    shutil.rmtree(".git")
    shutil.copytree("../saved", ".git")
os.mkfifo("settings")
with open(".git/config", "a", encoding="utf-8") as file:
    file.write("[include]\n\tpath = ../settings\n")
run("a setting's file")
