"""The server: on the loopback, until it is told to stop."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Thread
from time import monotonic, sleep

import uvicorn
from fastapi import FastAPI

from api.files import Unusable
from api.gate import is_loopback
from api.settings import Settings

STARTING_S = 10
STOPPING_S = 10


def keep_in(host: str, *, guarded: bool) -> None:
    """That no server without keys is reached from elsewhere.

    Raises: Unusable, if it is not guarded and the host is no loopback address.
    """
    if not guarded and not is_loopback(host):
        raise Unusable("--host", host, "a loopback address: without keys, all may write as judges")


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens; port 0 is any free one.

    Raises: Unusable, if the port can't be had.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OSError as fault:
        raise Unusable(f"{host}:{port}", type(fault).__name__, "a free port") from fault


def url_of(listener: socket.socket) -> str:
    """Where a listening socket is reached."""
    host, port, *_ = listener.getsockname()
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


class Server(uvicorn.Server):
    """A server that tells those who follow a match that it stops, instead of waiting for them."""

    def __init__(self, config: uvicorn.Config, stopping: Callable[[], None]) -> None:
        super().__init__(config)
        self._stopping = stopping

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """As uvicorn has it."""
        self._stopping()
        await super().shutdown(sockets)


def _server(app: FastAPI, proxies: str = "127.0.0.1") -> uvicorn.Server:
    quiet = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        forwarded_allow_ips=proxies,
        timeout_graceful_shutdown=STOPPING_S,
    )
    return Server(quiet, app.state.desk.bell.close)


def serve(app: FastAPI, listener: socket.socket, settings: Settings) -> None:
    """Serves until Ctrl-C or a request to terminate."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with suppress(KeyboardInterrupt):
        _server(app, settings.proxies).run(sockets=[listener])


@contextmanager
def served(app: FastAPI) -> Iterator[str]:
    """The app on a free port of the loopback while the block runs; gives its URL.

    Raises: Unusable, if it does not start.
    """
    listener = listening("127.0.0.1", 0)
    server = _server(app)
    thread = Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        deadline = monotonic() + STARTING_S
        while not server.started:
            if not thread.is_alive() or monotonic() > deadline:
                raise Unusable(url_of(listener), "nothing", "a server")
            sleep(0.01)
        yield url_of(listener)
    finally:
        server.should_exit = True
        thread.join()
        listener.close()
