"""Named tuples that cost little to define.

`typing.NamedTuple` compiles a constructor for each class. A command that is over in a fraction of
a second defines some forty of them, and would spend a tenth of its time on that. For a type
checker these are ordinary named tuples, and they behave as such.
"""

from __future__ import annotations

from dsl.hints import TYPE_CHECKING, Any

__all__ = ["NamedTuple"]

if TYPE_CHECKING:
    from typing import NamedTuple
else:
    try:
        from _collections import _tuplegetter as _member
    except ImportError:
        from operator import itemgetter

        def _member(index, doc):
            return property(itemgetter(index), doc=doc)

    _new = tuple.__new__

    class _Named(type):
        """Turns the annotations of a class into the names of its members."""

        def __new__(mcs, name, bases, space):
            fields = tuple(space.get("__annotations__", ()))
            space["_field_defaults"] = {
                field: space[field] for field in fields if field in space
            }
            for index, field in enumerate(fields):
                space[field] = _member(index, "")
            space["_fields"] = space["__match_args__"] = fields
            space["_size"] = len(fields)
            space["__slots__"] = ()
            return super().__new__(mcs, name, bases, space)

    class NamedTuple(tuple, metaclass=_Named):
        """A tuple whose members have names."""

        def __new__(cls, *values, **named):
            if named or len(values) != cls._size:
                values = _completed(cls, values, named)
            return _new(cls, values)

        @classmethod
        def _make(cls, values):
            return cls(*values)

        def _replace(self, **changes):
            return type(self)(**{**self._asdict(), **changes})

        def _asdict(self):
            return dict(zip(self._fields, self, strict=True))

        def __repr__(self):
            shown = (f"{field}={value!r}" for field, value in self._asdict().items())
            return f"{type(self).__name__}({', '.join(shown)})"

        def __getnewargs__(self):
            return tuple(self)

    def _completed(cls: Any, values: tuple[Any, ...], named: dict[str, Any]) -> list[Any]:
        """Every member in its place: given in order, given by name, or the default."""
        fields = cls._fields
        if len(values) > len(fields):
            raise TypeError(f"{cls.__name__} has {len(fields)} members, not {len(values)}")
        found = list(values)
        for field in fields[len(values) :]:
            if field in named:
                found.append(named.pop(field))
            elif field in cls._field_defaults:
                found.append(cls._field_defaults[field])
            else:
                raise TypeError(f"{cls.__name__} needs {field}")
        if named:
            raise TypeError(f"{cls.__name__} cannot take {', '.join(named)}")
        return found
