"""Runs a command of the companion as a program of its own: what takes long must not keep a screen waiting."""

import asyncio
import sys
from pathlib import Path
from typing import NamedTuple


class ProgramResult(NamedTuple):
    done: bool
    text: str  # what it printed
    message: str  # what it said about it, or why it failed


async def run_companion(data: Path, command: str, *words: str) -> ProgramResult:
    """Waits for it to end. If this is cancelled, the program ends, too."""
    program = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "companion", command, *words, "--data", str(data)),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        out, err = await program.communicate()
    except asyncio.CancelledError:
        program.kill()
        await program.wait()
        raise
    return ProgramResult(
        program.returncode == 0, out.decode("utf-8", "replace"), err.decode("utf-8", "replace").strip()
    )
