"""companion.toml: what this household has set. No file at all is a valid configuration."""

from companion.config.document import ConfigError
from companion.config.file import load, locate, parse
from companion.config.settings import Config

__all__ = ["Config", "ConfigError", "load", "locate", "parse"]
