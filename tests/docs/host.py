"""A process that has loaded honbun and runs its commands for a shell.

A shell on whose path the programs of `programs` stand runs a line of the documentation exactly as a
reader's does: pipes, quotes, files. Each program only hands its arguments, folder and open files to
this process, which forks a child for it: the command starts in milliseconds, and alters nothing for
the next. In the child, the names of the examples lead to loopback, and nothing else can be reached.

    python -m tests.docs.host SOCKET PORT-OF-THE-WEB
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import pkgutil
import runpy
import select
import signal
import socket
import ssl
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import honbun
from tests.docs import web
from tests.docs.replay import replay

if TYPE_CHECKING:
    from collections.abc import Callable

NAMES = ("honbun", "curl", "python")
PORT = 8710
"""Where a server of the documentation listens; here it takes a free port in its place."""
_REHEARSED = (("extract", "a.parquet"), ("posts", "b.csv"), ("similar", "c.jsonl"))
_PUBLIC = "93.184.216.34"
_LOOPBACK = ("127.0.0.1", "localhost")
_PROGRAM = """\
#!{python} -IS
import json, os, signal, socket, sys
with socket.socket(socket.AF_UNIX) as host:
    host.connect({address!r})
    asked = [os.path.basename(sys.argv[0]), *sys.argv[1:]]
    asked = json.dumps([asked, os.getcwd(), dict(os.environ)]).encode()
    socket.send_fds(host, [len(asked).to_bytes(4, "big")], [0, 1, 2])
    host.sendall(asked)
    child = int(host.recv(20))
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda received, _: os.kill(child, received))
    said = b""
    while got := host.recv(20):
        said += got
sys.exit(int(said or 70))
"""


def programs(folder: Path, address: Path) -> None:
    """Put the programs into a folder, which then goes on the path of a shell."""
    folder.mkdir()
    for name in NAMES:
        program = folder / name
        program.write_text(_PROGRAM.format(python=sys.executable, address=str(address)))
        program.chmod(0o755)


def main(address: str, port: int) -> None:
    """Serve until whoever started this closes our input, or has ended."""
    _load()
    _narrow(port)
    replay(Path(address).parent / "pairs")
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody asks how children ended
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(address)
        listener.listen(64)
        print("ready", flush=True)
        while listener in select.select([listener, sys.stdin], [], [])[0]:
            caller, _ = listener.accept()
            with caller:
                if os.fork() == 0:
                    listener.close()
                    _child(caller)


def _load() -> None:
    """Do all of it once, so that nothing has to be loaded or made ready in a child."""
    from honbun.cli.app import app

    for module in pkgutil.walk_packages(honbun.__path__, "honbun."):
        if not module.name.startswith("honbun.training"):
            importlib.import_module(module.name)
    demo = str(web.DEMO)
    with tempfile.TemporaryDirectory() as folder:
        for command, output in _REHEARSED:
            app(
                [command, demo, "--quiet", "--jobs", "1", "-o", f"{folder}/{output}"],
                standalone_mode=False,
            )
    gc.freeze()  # what is here stays: children need not look through it


def _narrow(port: int) -> None:
    """Names of the examples lead to the web of the examples, and no others lead anywhere."""
    from honbun.inputs.fetch.fetcher import Fetcher

    create_connection, create_server = socket.create_connection, socket.create_server
    getaddrinfo, known = socket.getaddrinfo, web.hosts()

    def resolve(host: str, *rest: Any, **named: Any) -> list[Any]:
        if host not in (*known, *_LOOPBACK):
            raise socket.gaierror(f"{host} is no host of the examples")
        return getaddrinfo(_PUBLIC if host in known else host, *rest, **named)

    def connect(address: tuple[str, int], *rest: Any, **named: Any) -> socket.socket:
        host, wanted = address
        assert host in (_PUBLIC, *_LOOPBACK), f"an example reached for {host}"
        found = port if host == _PUBLIC else int(Path(os.environ["DOCS_PORT"]).read_text())
        assert host == _PUBLIC or wanted == PORT, f"nothing listens at {wanted}"
        return create_connection(("127.0.0.1", found), *rest, **named)

    def listen(address: tuple[str, int], *rest: Any, **named: Any) -> socket.socket:
        server = create_server((address[0], 0), *rest, **named)
        told = Path(os.environ["DOCS_PORT"])
        told.with_suffix(".new").write_text(str(server.getsockname()[1]))
        told.with_suffix(".new").rename(told)
        return server

    vars(socket).update(getaddrinfo=resolve, create_connection=connect, create_server=listen)
    # What is said to a public address would be encrypted; our own sites speak plainly.
    ssl.SSLContext.wrap_socket = lambda _, sock, *rest, **named: sock  # type: ignore[method-assign]
    pause = Fetcher.__init__.__kwdefaults__ or {}
    assert "sleep" in pause
    pause["sleep"] = lambda seconds: None  # our own sites can bear it


def _child(caller: socket.socket) -> None:
    """Run what was asked for, as the process that asked, and tell how it ended."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    (words, folder, environment), files = _asked(caller)
    caller.sendall(str(os.getpid()).encode())
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = words
    run: dict[str, Callable[[], None]] = {"honbun": _honbun, "curl": _curl, "python": _python}
    status: object = 0
    try:
        run[words[0]]()
    except SystemExit as stopped:
        status = stopped.code or 0
    except BaseException:
        sys.excepthook(*sys.exc_info())
        status = 1
    # As a program ends, but for taking this large one apart, which takes longer than most commands.
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    caller.sendall(str(status if isinstance(status, int) else 1).encode())
    os._exit(0)


def _asked(caller: socket.socket) -> tuple[Any, list[int]]:
    size, files, _, _ = socket.recv_fds(caller, 4, 3)
    length = int.from_bytes(size, "big")
    text = b""
    while len(text) < length:
        text += caller.recv(length - len(text))
    return json.loads(text), files


def _honbun() -> None:
    from honbun.cli.app import main as honbun

    honbun()


def _curl() -> None:
    """As much of curl as the documentation uses: `-s`, and one address."""
    import httpx

    [url] = [word for word in sys.argv[1:] if word != "-s"]
    answer = httpx.get(url, trust_env=False, timeout=30)
    sys.stdout.buffer.write(answer.content)
    sys.exit(0 if answer.status_code == 200 else 22)


def _python() -> None:
    del sys.argv[0]
    sys.path.insert(0, "")
    runpy.run_path(sys.argv[0], run_name="__main__")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
