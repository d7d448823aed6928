"""Machine code made: a compiled function as bytes that a process without the compiler can load.

The compiler serves as the front: it infers types and writes each function down for LLVM, and no
more. What belongs to an entry is put together once, optimised once and turned into machine code
once, where the compiler by itself would do all three for every function on the way.

An entry has one parameter, the place of a row of words. From these it makes the arguments of the
function, as `lhombre_core.kernel.argument` has laid them out, and there it leaves what the function
returns. It returns 0 itself, or the status of a function that has raised an exception.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from typing import Any, Final

from llvmlite import binding, ir
from numba import types
from numba.core import cgutils, config
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen, RuntimeLinker
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target
from numba.np.arrayobj import populate_array
from numba.np.numpy_support import from_dtype

from lhombre_core.errors import UsageError
from lhombre_core.kernel.argument import Kind, Number, Record, Rows, Tuple
from lhombre_core.kernel.bits import VECTORISED
from lhombre_core.kernel.front import lean
from lhombre_core.kernel.native import Made

_ENTRY: Final = "lhombre_entry"
_WORD: Final = ir.IntType(64)
_STATUS: Final = ir.IntType(32)
_NUMBERS: Final = {"i8": types.int64, "u8": types.uint64, "b1": types.boolean}

_FROM_C: Final = frozenset({"memcpy", "memmove", "memset"})
"""What machine code may ask of the process that loads it."""

_COUNTING: Final = ("NRT_incref", "NRT_decref")
"""How the compiler counts who uses an array; nobody owns what an entry is passed."""


class Unfit(Exception):  # noqa: N818  the word for what it is
    """A function that cannot be kept as machine code; the message says why."""


def build(module: str, name: str, kinds: Sequence[Kind]) -> Made:
    """Return the machine code of a compiled function for arguments of some kinds.

    Unfit where it would need the compiler's company while it runs; UsageError where the compiler
    is switched off.
    """
    if config.DISABLE_JIT:
        raise UsageError("nothing can be compiled while NUMBA_DISABLE_JIT is set")
    with global_compiler_lock, _front() as context:
        function = getattr(import_module(module), name)
        try:
            return _made(context, function, kinds)
        except Unfit as error:
            raise Unfit(f"{module}.{name} cannot be kept: {error}") from error


def _made(context: Any, function: Any, kinds: Sequence[Kind]) -> Made:
    arguments = tuple(map(_type, kinds))
    function.compile(arguments)
    result = function.overloads[arguments]
    library = context.codegen().create_library(_ENTRY)
    module = context.create_module(_ENTRY)
    returned = _write_entry(context, module, result.fndesc, kinds)
    library.add_ir_module(module)
    library.add_linking_library(result.library)
    vectorised = getattr(function.py_func, VECTORISED, False)
    return Made(_ENTRY, returned, library.emit(vectorised=vectorised))


# -- the compiler as a front --------------------------------------------------------------------


class _Library(JITCodeLibrary):
    """A function written down for LLVM: neither optimised nor turned into machine code."""

    _is_merged = False

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout

    def finalize(self) -> None:
        self._raise_if_finalized()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0  # the answer for a function that nobody can call yet

    def serialize_using_object_code(self) -> Any:
        raise Unfit("it calls a function that the compiler is told to keep (cache=True)")

    def _get_module_for_linking(self) -> Any:
        self._merge()
        return super()._get_module_for_linking()

    def _merge(self) -> None:
        """Add all that this function calls, and what that calls."""
        if self._is_merged:
            return
        self._is_merged = True
        seen, waiting = {self}, list(self._linking_libraries)
        while waiting:
            library = waiting.pop()
            if library in seen:
                continue
            seen.add(library)
            if isinstance(library, _Library) and not library._is_merged:
                waiting += library._linking_libraries
                module = _shared(library._final_module)
            else:
                module = library._get_module_for_linking()
            self._final_module.link_in(module, preserve=True)

    def emit(self, *, vectorised: bool) -> bytes:
        """Return the machine code of this function with all that it calls."""
        self._merge()
        self._final_module.link_in(binding.parse_assembly(_recursive(self._final_module)))
        self._optimise(vectorised=vectorised)
        self._final_module.verify()
        _require_fit(self._final_module)
        return bytes(self._codegen._tm.emit_object(self._final_module))

    def _optimise(self, *, vectorised: bool) -> None:
        """Have LLVM optimise all this.

        The compiler does so twice, the first time to find references that need not be counted.
        """
        passes = self._codegen._module_pass_manager
        manager, builder = passes(loop_vectorize=vectorised, slp_vectorize=False)
        manager.run(self._final_module, builder)


class _Codegen(JITCPUCodegen):
    _library_class = _Library

    def set_env(self, env_name: str, env: object) -> None:
        """Do nothing: only code that makes objects of Python looks there."""


@cache
def _codegen() -> _Codegen:
    return _Codegen("lhombre")


@contextmanager
def _front() -> Iterator[Any]:
    """Have the compiler write functions down and do nothing else; yields its context."""
    context = cpu_target.target_context
    context.refresh()
    untouched, collects = context._internal_codegen, gc.isenabled()
    context._internal_codegen = _codegen()
    gc.disable()  # a compiler makes a great deal, and throws little of it away before it is done
    try:
        with lean():
            yield context
    finally:
        context._internal_codegen = untouched
        if collects:
            gc.enable()


def _shared(module: Any) -> Any:
    """Return a copy of a module whose functions may be met with more than once."""
    copy = module.clone()
    for function in copy.functions:
        if not function.is_declaration and function.linkage == binding.Linkage.external:
            function.linkage = "linkonce_odr"
    return copy


def _recursive(module: Any) -> str:
    """Return, for LLVM, where the functions of a module are that call themselves.

    The compiler has such a call look up the place of the function, and writes it down when it has
    made the machine code.
    """
    prefix = RuntimeLinker.PREFIX
    lines = [f'target datalayout = "{module.data_layout}"', f'target triple = "{module.triple}"']
    for value in module.global_variables:
        if value.name.startswith(prefix):
            called = value.name.removeprefix(prefix)
            lines += [f'@"{value.name}" = constant ptr @"{called}"', f'declare void @"{called}"()']
    return "\n".join(lines)


def _require_fit(module: Any) -> None:
    """Raise Unfit where a module asks for anything that is not in every process."""
    for function in module.functions:
        name = function.name
        if function.is_declaration and not name.startswith("llvm.") and name not in _FROM_C:
            raise Unfit(f"it calls {name}")
    for value in module.global_variables:
        if value.is_declaration or value.name.startswith("numba.dynamic.globals"):
            raise Unfit(f"it looks at {value.name}")


# -- the entry ----------------------------------------------------------------------------------


def _type(kind: Kind) -> Any:
    """Return what the compiler calls a kind of argument."""
    match kind:
        case Number():
            return _NUMBERS[kind.code]
        case Record():
            return from_dtype(kind.dtype)
        case Rows():
            return types.Array(from_dtype(kind.dtype), kind.dimensions, "C")
        case Tuple():
            return types.BaseTuple.from_types(tuple(map(_type, kind.parts)), kind.made)


def _write_entry(
    context: Any, module: Any, called: Any, kinds: Sequence[Kind]
) -> str | list[str] | None:
    """Write the entry of a function into a module; return the numbers that it returns."""
    for name in _COUNTING:
        counting = ir.Function(module, ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t]), name)
        ir.IRBuilder(counting.append_basic_block()).ret_void()
    convention = context.call_conv
    entry = ir.Function(module, ir.FunctionType(_STATUS, [_WORD.as_pointer()]), _ENTRY)
    kind = convention.get_function_type(called.restype, called.argtypes)
    function = ir.Function(module, kind, called.llvm_func_name)
    builder = ir.IRBuilder(entry.append_basic_block())
    words = _words(builder, entry.args[0])
    pairs = zip(kinds, called.argtypes, strict=True)
    arguments = [_argument(context, builder, words, *pair) for pair in pairs]
    status, found = convention.call_function(
        builder, function, called.restype, called.argtypes, arguments
    )
    with builder.if_then(status.is_error, likely=False):
        builder.ret(status.code)
    returned = _write_result(builder, entry.args[0], called.restype, found)
    builder.ret(_STATUS(0))
    return returned


def _words(builder: Any, room: Any) -> Iterator[Any]:
    """Yield the words of an entry, one after another."""
    number = 0
    while True:
        yield builder.load(builder.gep(room, [_WORD(number)]))
        number += 1


def _argument(context: Any, builder: Any, words: Iterator[Any], kind: Kind, wanted: Any) -> Any:
    """Return an argument of the function, made of the next words."""
    match kind:
        case Number():
            word = next(words)
            is_truth = isinstance(wanted, types.Boolean)
            return builder.icmp_unsigned("!=", word, _WORD(0)) if is_truth else word
        case Record():
            return builder.inttoptr(next(words), context.get_value_type(wanted))
        case Tuple():
            pairs = zip(kind.parts, wanted.types, strict=True)
            parts = [_argument(context, builder, words, *pair) for pair in pairs]
            return context.make_tuple(builder, wanted, parts)
        case Rows():
            pointer = context.get_data_type(wanted.dtype).as_pointer()
            data = builder.inttoptr(next(words), pointer)
            shape = [next(words) for _ in range(kind.dimensions)]
            strides: list[Any] = []
            step = _WORD(kind.dtype.itemsize)
            for length in reversed(shape):
                strides.insert(0, step)
                step = builder.mul(step, length)
            array = context.make_array(wanted)(context, builder)
            populate_array(array, data, shape, strides, kind.dtype.itemsize, meminfo=None)
            return array._getvalue()


def _write_result(builder: Any, room: Any, kind: Any, found: Any) -> str | list[str] | None:
    """Have an entry leave what the function returns; return which numbers that are."""
    if isinstance(kind, types.NoneType):
        return None
    if isinstance(kind, types.BaseTuple):
        parts = [builder.extract_value(found, place) for place in range(len(kind.types))]
        return [
            _write_number(builder, room, place, part, parts[place])
            for place, part in enumerate(kind.types)
        ]
    return _write_number(builder, room, 0, kind, found)


def _write_number(builder: Any, room: Any, place: int, kind: Any, number: Any) -> str:
    code = _code(kind)
    if number.type.width < _WORD.width:
        number = (builder.sext if code == "i8" else builder.zext)(number, _WORD)
    builder.store(number, builder.gep(room, [_WORD(place)]))
    return code


def _code(kind: Any) -> str:
    if isinstance(kind, types.Boolean):
        return "b1"
    if isinstance(kind, types.Integer):
        return "i8" if kind.signed else "u8"
    raise Unfit(f"it returns {kind}, not numbers")
