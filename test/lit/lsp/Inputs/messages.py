"""messages.py COMMAND... FOLDER: sessions that break the rules; prints the answers and exit codes."""

import json
import pathlib
import subprocess
import sys

from client import everything

*command, folder = sys.argv[1:]
source = pathlib.Path(folder) / "transpose.cu"
uri = source.resolve().as_uri()


def framed(text, length=None):
    text = text.encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(text) if length is None else length, text)


def request(method, number, params=None):
    return framed(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}))


def notification(method, params=None):
    return framed(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}))


class Session:
    def __init__(self):
        self.server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def send(self, *messages):
        """In one piece."""
        self.server.stdin.write(b"".join(messages))
        self.server.stdin.flush()

    def message(self):
        header = self.server.stdout.readline()
        if not header:
            return None
        self.server.stdout.readline()
        return json.loads(self.server.stdout.read(int(header.partition(b":")[2])))

    def print_answers(self, what, count=1):
        while count > 0 and (message := self.message()):
            if "method" in message:
                continue
            count -= 1
            error = message.get("error")
            said = f"error {error['code']} {error['message']}" if error else "result"
            print(f"{what}: {json.dumps(message['id'])}: {said}", flush=True)

    def answer(self):
        while "method" in (message := self.message()):
            pass
        return f"{message['id']}: {json.dumps(message.get('result', message.get('error')))}"

    def end(self, what):
        self.server.stdin.close()
        self.print_answers(what, 1 << 30)
        print(f"{what}: {self.server.wait(120)}", flush=True)


session = Session()
hover = {"textDocument": {"uri": uri}, "position": {"line": 18, "character": 19}}
actions = {"textDocument": {"uri": uri}, "range": everything(), "context": {"diagnostics": []}}
# What is opened before is not open.
text = source.read_text(encoding="utf-8")
document = {"uri": uri, "languageId": "cuda", "version": 1, "text": text}
session.send(notification("textDocument/didOpen", {"textDocument": document}),
             request("textDocument/hover", 1, hover), request("shutdown", "2"))
session.print_answers("before initialize", 2)
session.send(request("initialize", 3, {"capabilities": {}}))
session.print_answers("initialize")
session.send(request("initialize", 4, {"capabilities": {}}))
session.print_answers("again")
session.send(framed("{ nothing"))
session.print_answers("no JSON")
session.send(framed(""))
session.print_answers("empty")
session.send(framed("[" * 1000000))
session.print_answers("deep lists")
session.send(framed('{"a":' * 1000000))
session.print_answers("deep objects")
# No levels: brackets in a string, with a quotation mark in it, and lists beside each other.
session.send(framed('{"jsonrpc": "2.0", "id": 0, "method": "x", "params": ["\\\"%s", %s]}' %
                    ("[" * 2000, ", ".join(["[]"] * 2000))))
session.print_answers("not deep")
session.send(framed("[]"))
session.print_answers("a list")
session.send(framed('{"id": 5, "method": "shutdown"}'))
session.print_answers("no version")
session.send(request("nonsense", 6))
session.print_answers("unknown method")
session.send(request("textDocument/hover", 7, {}))
session.print_answers("wrong parameters")
# What is not a file is not analysed, and not an error.
nameless = {"uri": "untitled:Untitled-1"}
session.send(notification("textDocument/didOpen", {
    "textDocument": {**nameless, "languageId": "cuda", "version": 1, "text": text}}))
session.send(*(request(method, number, {**hover, **actions, "textDocument": nameless})
               for number, method in enumerate(
                   ["textDocument/hover", "textDocument/codeAction", "textDocument/codeLens",
                    "textDocument/inlayHint", "cuda-memlint/lanes"], start=20)))
for _ in range(5):
    print("not a file:", session.answer())
session.send(request("textDocument/hover", 25, {**hover, "textDocument": {"uri": ""}}))
print("without a name:", session.answer())
# Fields of other names and in other letters.
opened = notification("textDocument/didOpen", {"textDocument": document})
session.send(b"Content-Type: application/json\r\n", opened.replace(b"Content-Length", b"content-length"),
             request("textDocument/hover", 8, hover), notification("$/cancelRequest", {"id": 8}))
session.print_answers("cancelled hover")
# 8 and "8" are two.
session.send(request("textDocument/codeAction", "8", actions),
             notification("$/cancelRequest", {"id": 8}), notification("$/cancelRequest", {"id": "8"}))
session.print_answers("cancelled actions")
session.send(request("textDocument/codeAction", 9, actions))
session.print_answers("after that")
session.send(request("textDocument/codeLens", 10, {"textDocument": {"uri": uri}}),
             notification("$/cancelRequest", {"id": 10}), notification("$/cancelRequest"))
session.print_answers("cancelled too late")
# A client may mean the end of the file by the last line that the protocol has.
for number, line in enumerate([2**31 - 1, 2**32 - 1, 10**21], start=14):
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": line, "character": line}}
    session.send(request("textDocument/inlayHint", number, {"textDocument": {"uri": uri}, "range": whole}))
    print(f"hints to line {line}:", session.answer().count("label"))
session.send(request("shutdown", 11))
session.print_answers("shutdown")
session.send(request("shutdown", 12), opened, request("initialize", 13, {"capabilities": {}}))
session.print_answers("after shutdown", 2)
session.send(notification("exit"))
session.end("exit code")

for what, sent in [
        ("exit at once", notification("exit")),
        ("no length", b"Length: 4\r\n\r\nnull"),
        ("length that is not a number", b"Content-Length: many\r\n\r\nnull"),
        ("negative length", b"Content-Length: -4\r\n\r\nnull"),
        ("immense length", b"Content-Length: 9999999999999999999\r\n\r\nnull"),
        ("length too small", framed('{"jsonrpc": "2.0"}\r\n\r\n', 3)),
        ("length too large", framed("null", 40)),
        ("half a header", b"Content-Length: 4"),
        ("no line", b"x" * 10000)]:
    session = Session()
    session.send(sent)
    session.end(what)
