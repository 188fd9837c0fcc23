"""Values behave as frozen, slotted dataclasses do."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, FrozenInstanceError, dataclass, field, fields, replace
from typing import Any

import pytest

from debatec.frozen import frozen


@frozen
class Point:
    """A place."""

    x: float
    y: float = 0
    why: str = field(default="", compare=False, repr=False)
    near: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Peer:
    """The same, made by the standard library."""

    x: float
    y: float = 0
    why: str = field(default="", compare=False, repr=False)
    near: list[str] = field(default_factory=list)


@frozen
class Nothing:
    pass


@frozen
class One:
    value: float


@frozen
class More(One):
    other: int = 1


@frozen(eq=False)
class Itself:
    value: int


CALLS: Sequence[tuple[tuple[Any, ...], dict[str, Any]]] = [
    ((1,), {}),
    ((1, 2, "w", ["n"]), {}),
    ((), {"x": 1, "near": ["n"]}),
    ((1,), {"near": None}),
]
WRONG: Sequence[tuple[tuple[Any, ...], dict[str, Any]]] = [
    ((), {}),
    ((1, 2, "w", [], 5), {}),
    ((1,), {"x": 2}),
    ((1,), {"z": 2}),
]


@pytest.mark.parametrize(("given", "named"), CALLS)
def test_holds_what_it_is_given(given: tuple[Any, ...], named: dict[str, Any]) -> None:
    made, peer = Point(*given, **named), Peer(*given, **named)
    assert repr(made) == repr(peer).replace("Peer", "Point")
    assert [getattr(made, part.name) for part in fields(made)] == [
        getattr(peer, part.name) for part in fields(peer)
    ]


@pytest.mark.parametrize(("given", "named"), WRONG)
def test_refuses_what_has_no_place(given: tuple[Any, ...], named: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        Point(*given, **named)


def test_makes_defaults_of_a_factory_anew() -> None:
    assert Point(1).near is not Point(1).near


def test_compares_the_fields_that_count() -> None:
    assert Point(1, 2, "a") == Point(1, 2, "b")
    assert Point(1, 2) != Point(1, 3)
    assert Nothing() == Nothing()
    assert One(1) != More(1) != One(1)
    other: object = (1,)
    assert One(1) != other
    nan = float("nan")
    assert One(nan) == One(nan)


def test_hashes_as_it_compares() -> None:
    assert len({One(1), One(1), One(2), More(1), Nothing(), Nothing()}) == 4
    with pytest.raises(TypeError, match="unhashable"):
        hash(Point(1))


def test_equals_itself_alone_if_asked() -> None:
    one = Itself(1)
    assert one == one
    assert one != Itself(1)
    assert len({one, Itself(1)}) == 2


@pytest.mark.parametrize("name", ["x", "unknown"])
def test_is_not_changed(name: str) -> None:
    point = Point(1)
    with pytest.raises(FrozenInstanceError):
        setattr(point, name, 2)
    with pytest.raises(FrozenInstanceError):
        delattr(point, name)
    assert not hasattr(point, "__dict__")


@pytest.mark.parametrize(
    "again",
    [copy.copy, copy.deepcopy, replace, lambda value: pickle.loads(pickle.dumps(value))],
)
def test_is_copied(again: Callable[[Any], Any]) -> None:
    for value in (Point(1, 2, "w", ["n"]), More(1, 2), Nothing()):
        assert again(value) == value
        assert repr(again(value)) == repr(value)
    assert replace(Point(1, 2), y=3) == Point(1, 3)


def test_is_matched_by_place() -> None:
    match Point(1, 2):
        case Point(x, y):
            assert (x, y) == (1, 2)


def test_shows_no_value_inside_itself_twice() -> None:
    point = Point(1)
    held: list[Any] = point.near
    held.append(point)
    assert repr(point) == "Point(x=1, y=0, near=[...])"


def test_refuses_what_only_a_dataclass_has() -> None:
    class Checked:
        value: int

        def __post_init__(self) -> None: ...

    class Named:
        _: KW_ONLY
        value: int

    class Hidden:
        value: int = field(init=False)

    for made in (Checked, Named, Hidden):
        with pytest.raises(TypeError, match="needs a dataclass"):
            frozen(made)
