"""several_documents.py TOOL FILE FOLDER: prints in which order two copies of a file get diagnostics that are
opened together, without fixes and with them."""

import pathlib
import shutil
import sys

from client import Client, everything

tool, example, folder = sys.argv[1:]
names = ["first.cu", "second.cu"]
sources = [pathlib.Path(folder, name) for name in names]
client = Client([tool, "lsp", "--no-cache"], folder)
for source in sources:
    shutil.copy(example, source)
    client.open(source)
for source in sources:
    actions = client.about("codeAction", source, range=everything(), context={"diagnostics": []})
    print(source.name, "action:", actions[0]["title"])
print("diagnostics:", *(pathlib.Path(uri).name for uri in client.published))
client.close()
