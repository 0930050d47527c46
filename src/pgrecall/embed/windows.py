"""Make any text embeddable: clean it, cut it into windows at whole characters, pool the vectors."""

import re
import unicodedata
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

POOLING = "w1"  # part of every model name: a change of the cut or of the pooling changes it
REACH = 64  # characters looked back for a place between two whole characters
SENTENCE_END = re.compile(r"[.!?…]+[\"'”’)\]]*\s+|[。！？｡]+[”’」』）]*|\n+")
SURROGATE = re.compile("[\ud800-\udfff]")
JOINERS = frozenset("\u200c\u200d")  # no break after a joiner, nor before one
GLUED = frozenset("\u0e33\u0eb3")  # Thai and Lao AM: letters by category, drawn onto the one before


class Windows(NamedTuple):
    """The windows of a text that are embedded, and how many the whole text has."""

    parts: list[str]
    total: int

    @property
    def sampled(self) -> bool:
        """Tell whether some windows were left out (evenly over the whole text)."""
        return len(self.parts) < self.total


def clean(text: str) -> str:
    """Return `text` as valid Unicode: surrogate pairs joined, lone ones U+FFFD, NUL a space."""
    if "\0" in text:
        text = text.replace("\0", " ")
    if SURROGATE.search(text) is None:
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def cut(text: str, *, size: int, most: int, max_bytes: int | None = None) -> Windows:
    """Cut clean `text` into windows of at most `size` characters, and keep at most `most` of them.

    The windows join up to the whole text. Each ends after a sentence, else at whitespace, else
    between two whole characters. A text of more than `most` windows is represented by `most` of
    them, evenly spaced from the first to the last. With `max_bytes` (at least 4) no window is
    longer than that in UTF-8.
    """
    parts = _split(text, size)
    if max_bytes is not None:
        parts = [piece for part in parts for piece in _within(part, max_bytes)]
    total = len(parts)
    if total > most:
        step = (total - 1) / (most - 1) if most > 1 else 0.0
        parts = [parts[round(index * step)] for index in range(most)]
    return Windows(parts, total)


def pool(vectors: "NDArray[np.float32]", weights: Sequence[float]) -> "NDArray[np.float32]":
    """Return the unit vector of a text from those of its windows (rows), weighted as given.

    Raises:
        ValueError: the sum is zero or not finite, so it has no direction.
    """
    import numpy as np

    if len(vectors) == 1:
        mixed = vectors[0].astype(np.float32)
    else:
        mixed = np.asarray(weights, dtype=np.float32) @ vectors
    length = float(np.sqrt(np.dot(mixed, mixed)))
    if not 0.0 < length < float("inf"):
        raise ValueError("the vector has no direction: it is zero or not finite")
    unit: NDArray[np.float32] = mixed / np.float32(length)
    return unit


def _within(part: str, max_bytes: int) -> list[str]:
    if len(part.encode()) <= max_bytes:
        return [part]
    return _split(part, max(1, max_bytes // 4))


def _split(text: str, size: int) -> list[str]:
    parts = []
    start = 0
    while len(text) - start > size:
        end = _boundary(text, start, size)
        parts.append(text[start:end])
        start = end
    parts.append(text[start:])
    return parts


def _boundary(text: str, start: int, size: int) -> int:
    """Return where the window from `start` ends: after half its size, at most at its size."""
    half, stop = start + size // 2, start + size
    ends = [match.end() for match in SENTENCE_END.finditer(text, half, stop)]
    # the pattern sees no further than `stop`: a mark there may continue behind it
    if ends and _between_characters(text, ends[-1]):
        return ends[-1]
    for position in range(stop, half, -1):
        if text[position - 1].isspace() and _between_characters(text, position):
            return position
    for position in range(stop, max(half, stop - REACH), -1):
        if _between_characters(text, position):
            return position
    return stop


def _between_characters(text: str, position: int) -> bool:
    """Tell whether `position` lies between two characters as a reader sees them.

    The rules of Unicode's grapheme clusters that can be told from its categories: combining marks,
    joiners, emoji modifiers and tags, flags, Hangul jamo, conjuncts, CR LF.
    """
    before, after = text[position - 1], text[position]
    if before < "\x80" and after < "\x80":
        return not (before == "\r" and after == "\n")
    if before in JOINERS or after in JOINERS or after in GLUED:
        return False
    if unicodedata.category(after)[0] == "M" or unicodedata.combining(before) == 9:
        return False
    if "\U0001f3fb" <= after <= "\U0001f3ff" or "\U000e0020" <= after <= "\U000e007f":
        return False
    if "\u1160" <= after <= "\u11ff" and not before.isspace():
        return False
    return not (_flag(before) and _flag(after) and _flags_before(text, position) % 2)


def _flag(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"


def _flags_before(text: str, position: int) -> int:
    """Count the regional indicators that end at `position` (two make a flag)."""
    count = 0
    while count < position and _flag(text[position - 1 - count]):
        count += 1
    return count
