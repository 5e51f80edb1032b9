"""Runs replay-tool and other programs on the same journals and compares them."""
