"""The compiler's front without what our functions do not need: the same code in half the time.

Most of what it takes to compile is spent in numba's own Python, on passes that find nothing to do
and on questions that are answered again and again. While `lean` is in force,

* a function goes through the passes that it needs, and no other (`_PASSES`);
* nobody works out where a variable is used for the last time, for nobody counts references (the
  option `_nrt` of `lhombre_core.kernel.bits`);
* a function is typed and compiled for numbers, not once more for each literal that it is called
  with: the compiler would write down eight times how an act is noted, and throw half of it away;
* what a call of given types comes to is remembered, whoever makes it;
* a few things are remembered that cost more than they look.

All of it rests on the insides of one version of numba. Under another one `lean` does nothing, so
that compiling takes longer and is as right; a test fails then, and says what is to be looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import cache
from typing import Any, Final

import numba
from numba import types
from numba.core import (
    base,
    compiler,
    postproc,
    typed_passes,
    typeinfer,
    untyped_passes,
)
from numba.core.cpu import CPUContext
from numba.core.targetconfig import ConfigStack
from numba.core.types.functions import BaseFunction
from numba.core.typing.context import BaseContext, Context

VERSION: Final = "0.68"
"""The version of numba whose insides are known here."""

_PASSES: Final = (
    untyped_passes.TranslateByteCode,
    untyped_passes.FixupArgs,
    untyped_passes.GenericRewrites,
    untyped_passes.ReconstructSSA,
    typed_passes.NopythonTypeInference,
    typed_passes.PreLowerStripPhis,
    typed_passes.NativeLowering,
    typed_passes.NoPythonBackend,
)
"""Left out is what inlines, prunes, unrolls, lifts, rewrites expressions of arrays, and looks for
what we do not write. A function that needs any of it does not compile."""


def is_known() -> bool:
    """Return whether numba is the version for which this has been written."""
    return str(numba.__version__).startswith(f"{VERSION}.")


@cache
def changes() -> list[tuple[Any, str, Any]]:
    """Return what of numba is replaced: its owner, its name, and by what."""
    return [
        (compiler.Compiler, "define_pipelines", _define_pipelines),
        (postproc.PostProcessor, "run", _do_nothing),
        (typeinfer.TypeInferer, "resolve_call", _resolve_call),
        (BaseContext, "resolve_function_type", _resolve_function_type),
        (BaseFunction, "get_call_type", _get_call_type),
        (CPUContext, "load_additional_registries", _look_again),
        (Context, "load_additional_registries", _look_again),
        (base.BaseContext, "get_function", _get_function),
        # Whether a function takes a place in the source: asked at each call of it.
        (base, "_has_loc", cache(base._has_loc)),
        # Warnings are gathered at each step of typing; there are none, and each would be seen.
        (typed_passes.errors.WarningsFixer, "catch_warnings", _gather_nothing),
        # How many bytes a type has: LLVM parses a module to find out.
        (base.BaseContext, "get_abi_sizeof", cache(base.BaseContext.get_abi_sizeof)),
        # By what of a tuple a function goes that takes one: all columns of all rows are in it.
        (types.NamedTuple, "mangling_args", property(_short_name)),
    ]


@contextmanager
def lean() -> Iterator[None]:
    """Have numba do only what our functions need. The caller holds the compiler's lock."""
    replaced = changes() if is_known() else []
    before = [(owner, name, getattr(owner, name)) for owner, name, _ in replaced]
    try:
        for change in replaced:
            setattr(*change)
        yield
    finally:
        for change in before:
            setattr(*change)


# -- passes -------------------------------------------------------------------------------------


class _Passes:
    """What numba calls a pass manager: runs the passes, and does nothing between them."""

    pipeline_name: Final = "lhombre"
    exec_times: Final[dict[str, Any]] = {}

    def run(self, state: Any) -> None:
        state.type_annotation = None
        for one in _PASSES:
            one().run_pass(state)


def _define_pipelines(_compiler: Any) -> list[_Passes]:
    return [_Passes()]


def _do_nothing(*_arguments: object, **_named: object) -> None:
    """Work out nothing of a variable's life."""


def _gather_nothing(*_arguments: object, **_named: object) -> nullcontext[None]:
    """Have warnings go where all warnings go."""
    return _NOWHERE


_NOWHERE: Final = nullcontext()


# -- calls --------------------------------------------------------------------------------------

_call: Final = typeinfer.TypeInferer.resolve_call
_call_type: Final = BaseFunction.get_call_type
_function_type: Final = BaseContext.resolve_function_type
_signatures: Final[dict[Any, Any]] = {}
"""What calls come to: by what is called, the types of its arguments, and how the caller is
compiled, which passes on to functions that the compiler makes itself."""


def _resolve_call(inferer: Any, called: Any, arguments: Any, named: Any) -> Any:
    """Return the signature of a call; a function of ours is passed numbers, not literals."""
    if isinstance(called, (types.Dispatcher, types.RecursiveCall)):
        arguments = tuple(map(types.unliteral, arguments))
        named = {name: types.unliteral(kind) for name, kind in named.items()}
    return _call(inferer, called, arguments, named)


def _get_call_type(called: Any, context: Any, arguments: Any, named: Any) -> Any:
    """Return the signature of a call of one of the compiler's own functions."""
    return _remembered(_call_type, (called, context), arguments, named)


def _resolve_function_type(context: Any, called: Any, arguments: Any, named: Any) -> Any:
    """Return the signature of a call of whatever the compiler can call."""
    return _remembered(_function_type, (context, called), arguments, named)


def _remembered(ask: Any, whom: tuple[Any, Any], arguments: Any, named: Any) -> Any:
    """Return the signature of a call as it has been found before.

    The compiler itself asks without literals first, and then with them; only where all arguments
    are literal (whether they are equal), or where it calls by a word (an element of a tuple), does
    it make a difference.
    """
    if not isinstance(whom[1], str) and not all(isinstance(a, types.Literal) for a in arguments):
        arguments = tuple(map(types.unliteral, arguments))
    key = whom, arguments, tuple(dict(named).items()), _flags()
    found = _signatures.get(key)
    if found is None:
        found = ask(*whom, arguments, named)
        if found is not None:
            _signatures[key] = found
    return found


_last: list[Any] = [None, ""]


def _flags() -> str:
    """Return how the function is compiled that is being compiled."""
    flags = ConfigStack.top_or_none()
    if flags is not _last[0]:
        _last[:] = [flags, "" if flags is None else repr(flags.values())]
    return str(_last[1])


# -- what is looked up --------------------------------------------------------------------------


def _look_again(context: Any) -> None:
    """See what is new in the registries, which are all there, without importing them again."""
    for registry in list(context._registries):
        context.install_registry(registry)


_function: Final = base.BaseContext.get_function


def _get_function(context: Any, called: Any, signature: Any, _firstcall: bool = True) -> Any:  # noqa: FBT001, FBT002
    """Return how a function is written down; NotImplementedError where it is not known.

    Where it is not, the compiler first has all registries looked through for news. What it calls
    by a word is no news, and mostly not there: has this array a form of its own?
    """
    return _function(context, called, signature, _firstcall and not isinstance(called, str))


def _short_name(named: Any) -> tuple[str, tuple[Any, ...]]:
    """Return the name of a tuple with names, and its types, as those without are called."""
    return named.instance_class.__name__, tuple(named.types)
