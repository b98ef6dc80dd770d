"""A client of the language server, as an editor is one, for the tests beside it.

Runs `cuda-memlint lsp`, answers its requests, and keeps what it says of each document.
"""

import json
import pathlib
import subprocess
import threading


class Client:
    """One session. Each method waits for the server's answer."""

    # Far longer than any analysis here: a test that gets nothing fails, and does not hang.
    SECONDS = 120

    def __init__(self, command, root, *, capabilities=None, options=None):
        self.server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.changed = threading.Condition()
        self.replies, self.diagnostics, self.messages, self.asked = {}, {}, [], []
        # The documents of all diagnostics, in the order in which they came.
        self.published = []
        # Titles that are chosen from the next questions.
        self.choices = []
        self.numbers = iter(range(1, 1 << 30))
        threading.Thread(target=self._read, daemon=True).start()
        self.features = self.request("initialize", {
            "processId": None,
            "rootUri": self.uri(root),
            "capabilities": capabilities or {},
            "initializationOptions": options or {},
        })["capabilities"]
        self.notify("initialized", {})

    @staticmethod
    def uri(path):
        return pathlib.Path(path).resolve().as_uri()

    def _read(self):
        while header := self.server.stdout.readline():
            name, _, value = header.partition(b":")
            assert name.lower() == b"content-length", header
            self.server.stdout.readline()
            message = json.loads(self.server.stdout.read(int(value)))
            with self.changed:
                self._take(message)
                self.changed.notify_all()

    def _take(self, message):
        method = message.get("method")
        if method is None:
            self.replies[message["id"]] = message
        elif method == "textDocument/publishDiagnostics":
            self.diagnostics[message["params"]["uri"]] = message["params"]
            self.published.append(message["params"]["uri"])
        elif method == "window/showMessage":
            self.messages.append(message["params"]["message"])
        elif "id" in message:
            self.asked.append(message)
            choice = self.choices.pop(0) if method == "window/showMessageRequest" else None
            self._send({"id": message["id"], "result": choice and {"title": choice}})

    def _send(self, message):
        text = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(text), text))
        self.server.stdin.flush()

    def _wait(self, is_there, what):
        with self.changed:
            if not self.changed.wait_for(is_there, self.SECONDS):
                raise SystemExit(f"no {what} after {self.SECONDS} s")

    def notify(self, method, params):
        self._send({"method": method, "params": params})

    def ask(self, method, params):
        """The number of a request, whose reply `answer` waits for."""
        number = next(self.numbers)
        self._send({"id": number, "method": method, "params": params})
        return number

    def answer(self, number):
        self._wait(lambda: number in self.replies, f"reply to request {number}")
        reply = self.replies.pop(number)
        if "error" in reply:
            raise SystemExit(f"request {number}: {reply['error']['message']}")
        return reply["result"]

    def request(self, method, params):
        return self.answer(self.ask(method, params))

    def open(self, path, text=None, language="cuda"):
        """Opens a document, of which `text` is the contents, else what is on disk."""
        text = pathlib.Path(path).read_text(encoding="utf-8") if text is None else text
        self.notify("textDocument/didOpen", {"textDocument": {
            "uri": self.uri(path), "languageId": language, "version": 1, "text": text}})

    def change(self, path, text, version):
        self.notify("textDocument/didChange", {
            "textDocument": {"uri": self.uri(path), "version": version},
            "contentChanges": [{"text": text}]})

    def diagnostics_of(self, path, version=1):
        """Those of this version of the document, once they are there."""
        uri = self.uri(path)
        self._wait(lambda: self.diagnostics.get(uri, {}).get("version") == version,
                   f"diagnostics of version {version}")
        return self.diagnostics[uri]["diagnostics"]

    def about(self, method, path, **more):
        return self.request("textDocument/" + method,
                            {"textDocument": {"uri": self.uri(path)}, **more})

    def close(self):
        """Ends the session as the protocol demands; the exit code of the server."""
        self.request("shutdown", None)
        return self.leave()

    def leave(self):
        self.notify("exit", None)
        return self.server.wait(self.SECONDS)


def span(at):
    """`LINE:COLUMN-LINE:COLUMN`, from 0 as in the protocol."""
    start, end = at["start"], at["end"]
    return f"{start['line']}:{start['character']}-{end['line']}:{end['character']}"


def everything(lines=1 << 20):
    return {"start": {"line": 0, "character": 0}, "end": {"line": lines, "character": 0}}
