"""Runs a command of the companion as a program of its own: what takes long must not keep a screen waiting."""

import asyncio
import sys
from collections.abc import AsyncGenerator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple


class ProgramResult(NamedTuple):
    done: bool
    text: str  # what it printed
    message: str  # what it said about it, or why it failed


async def run_companion(data: Path, command: str, *words: str) -> ProgramResult:
    """Waits for it to end. If this is cancelled, the program ends, too."""
    program = await _start(data, command, words)
    try:
        out, err = await program.communicate()
    except asyncio.CancelledError:
        program.kill()
        await program.wait()
        raise
    return ProgramResult(
        program.returncode == 0, out.decode("utf-8", "replace"), err.decode("utf-8", "replace").strip()
    )


class ProgramFailed(Exception):
    """The message is what it said."""


async def follow_companion(data: Path, command: str, *words: str) -> AsyncGenerator[bytes, None]:
    """The lines that it prints, as they come. Raises ProgramFailed at its end. Whoever stops early ends it."""
    program = await _start(data, command, words)
    assert program.stdout is not None
    assert program.stderr is not None
    try:
        async for line in program.stdout:
            yield line
        said = (await program.stderr.read()).decode("utf-8", "replace").strip()
        if await program.wait() != 0:
            raise ProgramFailed(said)
    finally:
        with suppress(ProcessLookupError):
            program.kill()
        await program.wait()


async def _start(data: Path, command: str, words: tuple[str, ...]) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "companion", command, *words, "--data", str(data)),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
