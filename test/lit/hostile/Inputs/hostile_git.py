"""hostile_git.py REPOSITORY CANARY: has everything that the repository can name be a program
that makes the file CANARY."""

import os
import stat
import sys

repository, canary = (os.path.abspath(path) for path in sys.argv[1:])
program = os.path.join(repository, "evil.sh")
with open(program, "w", encoding="utf-8") as file:
    file.write(f"#!/bin/sh\n: > '{canary}'\ncat 2>/dev/null\nexit 0\n")
os.chmod(program, stat.S_IRWXU)

with open(os.path.join(repository, ".git", "config"), "a", encoding="utf-8") as file:
    file.write(f"""
[core]
\tfsmonitor = {program}
\thooksPath = {repository}/.git/evil-hooks
\tsshCommand = {program}
\tpager = {program}
\teditor = {program}
\tgitProxy = {program}
\tworktree = /etc
\talternateRefsCommand = {program}
[diff]
\texternal = {program}
\torderFile = /dev/zero
[diff "evil"]
\tcommand = {program}
\ttextconv = {program}
\tcachetextconv = true
[filter "evil"]
\tclean = {program}
\tsmudge = {program}
\trequired = true
[filter "worse"]
\tprocess = {program}
\trequired = true
[filter "two.parts"]
\tclean = {program}
[pager]
\tdiff = {program}
[alias]
\tdiff = !{program}
\trev-parse = !{program}
\tls-files = !{program}
[extensions]
\tpartialClone = origin
[remote "origin"]
\turl = ext::{program}
\tpromisor = true
\tuploadpack = {program}
[protocol]
\tallow = always
[protocol "ext"]
\tallow = always
""")
for folder in ("hooks", "evil-hooks"):
    path = os.path.join(repository, ".git", folder)
    os.makedirs(path, exist_ok=True)
    for hook in ("post-index-change", "pre-commit", "post-checkout", "reference-transaction"):
        with open(os.path.join(path, hook), "w", encoding="utf-8") as file:
            file.write(f"#!/bin/sh\nexec {program}\n")
        os.chmod(os.path.join(path, hook), stat.S_IRWXU)
with open(os.path.join(repository, ".gitattributes"), "w", encoding="utf-8") as file:
    file.write("kernel.cu filter=evil diff=evil\nother.cu filter=worse diff=evil\n"
               "*.cuh filter=two.parts binary\n")
