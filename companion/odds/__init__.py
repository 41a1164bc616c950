"""What if: a game played out many times by automatic players, and what that says of everybody's chances."""
