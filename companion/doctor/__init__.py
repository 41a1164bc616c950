"""What answers and what does not: probes of this machine, each of which says what it found and what to do about it.

A probe is told where to look: tests give it a machine of their own, with whatever is wrong there.
"""
