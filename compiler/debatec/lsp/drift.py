"""What became of places when a text was changed in one stretch."""

from __future__ import annotations

from debatec.frozen import frozen
from debatec.source.text import Source, Span


@frozen
class Drift:
    """Two versions of a text: alike up to ``same``, and in their last ``tail`` characters."""

    before: Source
    after: Source
    same: int
    tail: int

    @classmethod
    def of(cls, before: Source, after: Source) -> Drift:
        old, new = before.content, after.content
        if before is after:
            return cls(before, after, len(old), 0)
        same = _alike(old, new)
        most = min(len(old), len(new)) - same
        return cls(before, after, same, min(most, _alike(old[::-1], new[::-1])))

    def now(self, span: Span) -> Span | None:
        """Where a place of the earlier text is in the later one; None where it was changed."""
        old, new = len(self.before.content), len(self.after.content)
        if span.end <= self.same:
            return self.after.span(span.start, span.end)
        if span.start >= old - self.tail:
            return self.after.span(span.start + new - old, span.end + new - old)
        return None

    def around(self, span: Span) -> Span | None:
        """Where a place is now, with what was changed within; None where an end of it was."""
        ends = [self.now(self.before.span(at, at)) for at in (span.start, span.end)]
        found = [end.start for end in ends if end is not None]
        return self.after.span(*found) if len(found) == len(ends) else None

    def then(self, offset: int) -> int:
        """The offset in the earlier text; what is new stands where it was put."""
        old, new = len(self.before.content), len(self.after.content)
        if offset <= self.same:
            return offset
        return offset + old - new if offset >= new - self.tail else self.same


def _alike(left: str, right: str) -> int:
    """How many characters two texts begin with alike."""
    low, high = 0, min(len(left), len(right))
    while low < high:
        middle = (low + high + 1) // 2
        if left[low:middle] == right[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
