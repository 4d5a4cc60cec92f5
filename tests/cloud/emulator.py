"""An emulator of AWS's services as a child process on loopback: started for a test, stopped with it."""

import os
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
COMMAND = ROOT / ".venv-cloud" / "bin" / "ministack"
REGION = "ap-southeast-2"
STARTS_WITHIN, STOPS_WITHIN = 60, 10
"""Seconds."""


class EmulatorMissing(RuntimeError):
    """The emulator is not installed, or did not answer."""


@contextmanager
def emulator() -> Iterator[str]:
    """The address of a running emulator; it and everything it started ends with the block."""
    if not COMMAND.exists():
        raise EmulatorMissing(f"{COMMAND.relative_to(ROOT)} is not there: make cloud installs it")
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    settings = {
        "BIND_HOST": "127.0.0.1",
        "GATEWAY_PORT": str(port),
        "IOT_MTLS_ENABLED": "0",
        "SFTP_ENABLED": "0",
        "MINISTACK_REGION": REGION,
        "PATH": os.environ.get("PATH", ""),
        "HOME": os.environ.get("HOME", "/"),
    }
    process = subprocess.Popen(
        [COMMAND],
        env=settings,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        _wait_for(address, process)
        yield address
    finally:
        _stop(process)


def free_port() -> int:
    """A port of loopback on which nobody listens."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def _wait_for(address: str, process: subprocess.Popen[bytes]) -> None:
    last = time.monotonic() + STARTS_WITHIN
    while time.monotonic() < last:
        if process.poll() is not None:
            raise EmulatorMissing(f"the emulator ended with status {process.returncode} before it answered")
        try:
            with urllib.request.urlopen(f"{address}/_ministack/health", timeout=1):  # noqa: S310  # loopback
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    raise EmulatorMissing(f"the emulator did not answer within {STARTS_WITHIN} seconds")


def _stop(process: subprocess.Popen[bytes]) -> None:
    """End the emulator's own process group, its workers with it; politely at first."""
    for how in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, how)
            process.wait(STOPS_WITHIN)
        except ProcessLookupError:
            return
        except subprocess.TimeoutExpired:
            continue
