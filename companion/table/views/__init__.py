"""What a screen may show, worked out here so that no screen has to. Pure: a view is made from the timeline alone."""
