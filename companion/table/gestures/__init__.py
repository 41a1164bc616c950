"""What a press or a tap means. Pure."""
