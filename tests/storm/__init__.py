"""The storm: the real session, journal and desk in a simulated world full of faults, all drawn from one seed."""
