"""Packages whose public names are imported from their modules at first use."""

import sys
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module


def facade(
    package: str, places: Mapping[str, Iterable[str]], otherwise: Mapping[str, str] | None = None
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return `__getattr__` and `__dir__` of a package with the public names of its modules.

    `places` has the names by module, written as in an import within the package. `otherwise` has
    the names that are called something else in their module.
    """
    modules = {name: place for place, names in places.items() for name in names}

    def __getattr__(name: str) -> object:  # noqa: N807
        """Return a public name from the module that it belongs to."""
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module = import_module(modules[name], package)
        value: object = getattr(module, (otherwise or {}).get(name, name))
        setattr(sys.modules[package], name, value)
        return value

    def __dir__() -> list[str]:  # noqa: N807
        """Return the public names."""
        return sorted(modules)

    return __getattr__, __dir__
