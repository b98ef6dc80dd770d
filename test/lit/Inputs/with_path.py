"""with_path.py FOLDER COMMAND...: runs the command with FOLDER in front of PATH."""

import os
import sys

os.environ["PATH"] = os.pathsep.join([os.path.abspath(sys.argv[1]), os.environ["PATH"]])
os.execvp(sys.argv[2], sys.argv[2:])
