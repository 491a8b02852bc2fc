import os

_planted = os.environ.get("BUG", "")


def bug(name):
    """True if the environment variable BUG names this bug. Without it, the shop is sound."""
    return name == _planted
