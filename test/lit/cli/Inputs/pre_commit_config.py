"""pre_commit_config.py HOOKS ID [ARGUMENT...]: prints a configuration of pre-commit."""

import json
import sys

hooks, name, *arguments = sys.argv[1:]
hook = {"id": name}
if arguments:
    hook["args"] = arguments
# JSON is YAML.
print(json.dumps({"repos": [{"repo": hooks, "rev": "v1.0", "hooks": [hook]}]}))
