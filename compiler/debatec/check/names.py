"""The names of a prompt with their types, each worked out when it is asked for.

In a debate of many steps each may hear all of the others, while its prompt names few of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from debatec.template.types import Type


class Names(Mapping[str, Type]):
    """The types of steps, worked out by ``type_of``, and those of others."""

    def __init__(
        self, steps: Iterable[str], type_of: Callable[[str], Type], others: Mapping[str, Type]
    ) -> None:
        self._steps: dict[str, None] = dict.fromkeys(steps)
        self._type_of = type_of
        self._others = others

    def __getitem__(self, name: str) -> Type:
        if name in self._others:
            return self._others[name]
        if name in self._steps:
            return self._type_of(name)
        raise KeyError(name)

    def __contains__(self, name: object) -> bool:
        return name in self._others or name in self._steps

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys((*self._steps, *self._others)))

    def __len__(self) -> int:
        return len(self._steps.keys() | self._others.keys())
