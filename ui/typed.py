"""What is typed or pasted into a field is taken whole or refused with its length: a field that is told its longest text drops
a longer paste without a word, so none is told."""

from lift_core.errors import LimitExceeded


def within(text: str, longest: int, what: str, next_step: str = "Shorten it.") -> str:
    """The text as it is. Raises LimitExceeded where it has more than `longest` characters.

    >>> within("abc", 2, "the title")
    Traceback (most recent call last):
    lift_core.errors.LimitExceeded: the title has 3 characters; needed at most 2. Shorten it.
    """
    if len(text) > longest:
        raise LimitExceeded(f"{what} has {len(text):,} characters; needed at most {longest:,}. {next_step}", longest)
    return text
