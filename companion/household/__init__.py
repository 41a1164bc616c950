"""One household's machine: its settings, its devices, its folders, its backups and its health.

Modules here are imported only when a command needs them, so that a table on a small machine starts quickly.
"""
