"""A walk from deed to deed, or around the board: what it asks for, and which tag or spot was meant for certain."""
