"""The storm: the real session, journal and desk in a simulated world, under faults, from one seed."""
