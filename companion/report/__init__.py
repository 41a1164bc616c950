"""What is written from a story, to keep and to show: a report as one HTML file, and tables for spreadsheets."""
