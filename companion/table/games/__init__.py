"""The games of this machine: begun, taken over, resumed; told, verified, repaired, backed up."""
