"""Include folders of a source, guessed as somebody new to its repository would."""

import os
import re

INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"\n]+)[>"]', re.MULTILINE)
MOST_HEADERS = 200


class IncludeFolders:
    """Looks up by name what a source includes and its own folder does not hold.

    Of several files in the repository that end in what is included, the one is taken that
    shares the most leading folders with the source, then the one that lies least deep, then
    the first by name. What is found is searched for includes in turn. A header that the
    repository does not hold is taken to be the system's.
    """

    def __init__(self, repository):
        self.repository = os.path.abspath(repository)
        self.by_name = {}
        for folder, subfolders, names in os.walk(self.repository):
            subfolders[:] = sorted(name for name in subfolders if name != ".git")
            for name in sorted(names):
                self.by_name.setdefault(name, []).append(os.path.join(folder, name))

    def nearest(self, included, source):
        own = os.path.dirname(source).split(os.sep)
        tail = os.sep + os.path.normpath(included).lstrip("./" + os.sep)

        def distance(path):
            folders = os.path.dirname(path).split(os.sep)
            return len(os.path.commonprefix([own, folders])) * -1, len(folders), path

        fitting = [path for path in self.by_name.get(os.path.basename(included), [])
                   if path.endswith(tail)]
        return min(fitting, key=distance, default=None)

    def guess(self, source):
        """Folders for -I, in the order in which they were found to be needed."""
        source = os.path.abspath(source)
        folders, to_read, seen = [], [source], {source}
        while to_read and len(seen) < MOST_HEADERS:
            reader = to_read.pop(0)
            for included in includes_of(reader):
                beside = [os.path.dirname(reader)] + folders
                found = next((path for path in (os.path.normpath(os.path.join(folder, included))
                                                for folder in beside) if os.path.isfile(path)),
                             None)
                if not found:
                    found = self.nearest(included, source)
                    folder = found and folder_for(found, included)
                    if folder and folder not in folders:
                        folders.append(folder)
                if found and found not in seen:
                    seen.add(found)
                    to_read.append(found)
        return folders


def includes_of(path):
    try:
        with open(path, "rb") as stream:
            text = stream.read()
    except OSError:
        return []
    return [name.decode(errors="surrogateescape").strip() for name in INCLUDE.findall(text)]


def folder_for(path, included):
    """The folder from which `included` names `path`."""
    parts = [part for part in os.path.normpath(included).split(os.sep) if part not in ("..", ".")]
    for _ in parts:
        path = os.path.dirname(path)
    return path
