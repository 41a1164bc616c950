"""The words of the clauses, by topic. `clauses.py` puts them together; nothing else needs to look in here."""
