"""Labels in the place of names: who said something, told without saying who."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

from debatec.frozen import frozen

V = TypeVar("V")
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def label_of(number: int) -> str:
    """The label of a number from 0: A to Z, then AA, AB and so on."""
    label = _LETTERS[number % len(_LETTERS)]
    return label if number < len(_LETTERS) else label_of(number // len(_LETTERS) - 1) + label


def labelled(labels: Mapping[str, str], names: Iterable[str]) -> dict[str, str]:
    """Labels by name, with new ones for the names that have none yet, in their order."""
    found = dict(labels)
    for name in names:
        if name not in found:
            found[name] = label_of(len(found))
    return found


def relabelled(words: Iterable[str], labels: Mapping[str, str]) -> list[str]:
    """Words with labels for names; the labels stand in their own order, which tells nothing."""
    found = list(words)
    used = sorted((labels[w] for w in found if w in labels), key=lambda label: (len(label), label))
    left = iter(used)
    return [next(left) if word in labels else word for word in found]


@frozen
class Mask:
    """What a reply is told under: its author's label, and the label of each name within it."""

    author: str
    labels: Mapping[str, str]

    def over(self, value: V) -> V:
        """A value with labels for names, whole words in any case, in keys too."""
        if not self.labels:
            return value
        folded = {name.casefold(): label for name, label in self.labels.items()}
        found: V = _replaced(value, _words(self.labels), folded)
        return found


def _replaced(value: Any, words: re.Pattern[str], labels: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return words.sub(lambda match: labels.get(match[0].casefold(), match[0]), value)
    if isinstance(value, list):
        return [_replaced(item, words, labels) for item in value]
    if isinstance(value, dict):
        return {
            _replaced(key, words, labels): _replaced(item, words, labels)
            for key, item in value.items()
        }
    return value


def mentioned(value: object, names: Iterable[str]) -> Iterator[str]:
    """The names that stand in a value, each time they do, as they are written in ``names``."""
    known = {name.casefold(): name for name in names}
    words = _words(known.values())
    for text in _texts(value):
        for match in words.finditer(text):
            if match[0].casefold() in known:
                yield known[match[0].casefold()]


def key_of(text: str, labels: Mapping[str, str]) -> dict[str, str]:
    """The name of each label, of those given by name, that a text uses; labels keep their case."""
    names = {label: name for name, label in labels.items()}
    used = set(re.findall(r"(?<!\w)[A-Z]+(?!\w)", text)) if names else set()
    return {label: name for label, name in names.items() if label in used}


def _words(names: Iterable[str]) -> re.Pattern[str]:
    """What finds names as whole words; of two that begin alike the longer one."""
    longest = sorted(names, key=lambda name: (-len(name), name))
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)", re.IGNORECASE)


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from _texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)
