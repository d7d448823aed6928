"""Machine code made: a compiled function as bytes that a process without the compiler can load.

The compiler serves as the front: it infers types and writes each function down for LLVM, and no
more. What belongs to an entry is put together once, optimised once and turned into machine code
once, where the compiler itself would do all three for every function on the way.

An entry has one parameter, the place of a row of 64-bit words. From these it makes the arguments of
the function, as `lhombre_core.kernel.native` has laid them out, and there it leaves what the
function returns.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from threading import Lock
from typing import Any, Final

from llvmlite import binding, ir
from numba import types
from numba.core import cgutils
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen, RuntimeLinker
from numba.core.registry import cpu_target
from numba.np.arrayobj import populate_array
from numba.np.numpy_support import from_dtype

from lhombre_core.kernel.native import Kind, Made, Number, Record, Result, Rows, Tuple

ENTRY: Final = "lhombre_entry"
"""The one symbol of the machine code that others may ask for."""

_WORD: Final = ir.IntType(64)
_FROM_C: Final = frozenset({"memcpy", "memmove", "memset"})
"""What machine code may ask of the process that loads it."""

_UNCOUNTED: Final = ("NRT_incref", "NRT_decref")
_NUMBERS: Final = {
    "i8": types.int64,
    "u8": types.uint64,
    "b1": types.boolean,
}


class Unfit(Exception):  # noqa: N818  the word for what it is
    """A function that cannot be an entry; the message says why."""


class _Library(JITCodeLibrary):
    """A function written down for LLVM: neither optimised nor turned into machine code."""

    _merged = False

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout

    def finalize(self) -> None:
        self._raise_if_finalized()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0

    def _get_module_for_linking(self) -> Any:
        self.merge()
        return super()._get_module_for_linking()

    def merge(self) -> None:
        """Add everything that this function calls, and what that calls."""
        if self._merged:
            return
        self._merged = True
        seen = {self}
        waiting = list(self._linking_libraries)
        while waiting:
            library = waiting.pop()
            if library in seen:
                continue
            seen.add(library)
            if isinstance(library, _Library) and not library._merged:
                waiting += library._linking_libraries
                module = _shared(library._final_module)
            else:
                module = library._get_module_for_linking()
            self._final_module.link_in(module, preserve=True)

    def emit(self) -> bytes:
        """Return the machine code of this library."""
        self.merge()
        self._final_module.link_in(binding.parse_assembly(_answered(self._final_module)))
        self._optimize_final_module()
        self._final_module.verify()
        _require_fit(self._final_module)
        return bytes(self._codegen._tm.emit_object(self._final_module))


class _Front(JITCPUCodegen):
    _library_class = _Library

    def set_env(self, env_name: str, env: Any) -> None:
        """Do nothing: only code that makes objects of Python looks there."""


def _shared(module: Any) -> Any:
    """Return a copy of a module whose functions may be met again elsewhere."""
    copy = module.clone()
    for function in copy.functions:
        if not function.is_declaration and function.linkage == binding.Linkage.external:
            function.linkage = "linkonce_odr"
    return copy


def _answered(module: Any) -> str:
    """Return, for LLVM, where the functions are that call themselves.

    The compiler has such a call look up the place of the function, which it writes down later.
    """
    prefix = RuntimeLinker.PREFIX
    asked = [value.name for value in module.global_variables if value.name.startswith(prefix)]
    lines = [f'target datalayout = "{module.data_layout}"', f'target triple = "{module.triple}"']
    for name in asked:
        called = name.removeprefix(prefix)
        lines += [f'@"{name}" = constant ptr @"{called}"', f'declare i32 @"{called}"()']
    return "\n".join(lines)


def _require_fit(module: Any) -> None:
    """Raise Unfit where a module asks for anything that is not in every process."""
    for function in module.functions:
        name = function.name
        if function.is_declaration and not name.startswith("llvm.") and name not in _FROM_C:
            raise Unfit(f"it calls {name}")
    for value in module.global_variables:
        if value.name.startswith("numba.dynamic.globals"):
            raise Unfit("it holds the address of an object")
        if value.is_declaration:
            raise Unfit(f"it looks at {value.name}")


_lock: Final = Lock()


@contextmanager
def _as_front() -> Iterator[Any]:
    """Have the compiler write functions down only; yields its context."""
    context = cpu_target.target_context
    with _lock:
        before = context._internal_codegen
        collected = gc.isenabled()
        gc.disable()  # a compiler makes much, and throws little of it away before the end
        context._internal_codegen = _front()
        try:
            yield context
        finally:
            context._internal_codegen = before
            if collected:
                gc.enable()


_fronts: list[_Front] = []


def _front() -> _Front:
    if not _fronts:
        _fronts.append(_Front("lhombre"))
    return _fronts[0]


def build(module_name: str, name: str, kinds: Sequence[Kind]) -> Made:
    """Return the machine code of a compiled function of a module for arguments of some kinds.

    Unfit where it needs anything of the compiler while it runs.
    """
    arguments = tuple(_type(kind) for kind in kinds)
    with _as_front() as context:
        context.refresh()
        function = getattr(import_module(module_name), name)
        function.compile(arguments)
        result = function.overloads[arguments]
        library = context.codegen().create_library(ENTRY)
        module = context.create_module(ENTRY)
        returned = _write_entry(context, module, result, kinds)
        library.add_ir_module(module)
        library.add_linking_library(result.library)
        return Made(ENTRY, returned, library.emit())


def _type(kind: Kind) -> Any:
    match kind:
        case Number():
            return _NUMBERS[kind.code]
        case Record():
            return from_dtype(kind.dtype)
        case Rows():
            return types.Array(from_dtype(kind.dtype), kind.dimensions, "C")
        case Tuple():
            return types.BaseTuple.from_types([_type(part) for part in kind.parts], kind.made)
    raise Unfit(f"{kind} is no argument")


def _write_entry(context: Any, module: Any, result: Any, kinds: Sequence[Kind]) -> Result:
    """Write the entry of a function; return the kinds of what it returns."""
    for name in _UNCOUNTED:  # nobody owns what is passed, and nothing is made
        nothing = ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t])
        counting = ir.Function(module, nothing, name)
        counting.attributes.add("alwaysinline")
        ir.IRBuilder(counting.append_basic_block()).ret_void()
    called, descriptor = context.call_conv, result.fndesc
    entry = ir.Function(module, ir.FunctionType(ir.IntType(32), [_WORD.as_pointer()]), ENTRY)
    callee = ir.Function(
        module,
        called.get_function_type(descriptor.restype, descriptor.argtypes),
        descriptor.llvm_func_name,
    )
    builder = ir.IRBuilder(entry.append_basic_block())
    words = _Words(builder, entry.args[0])
    pairs = zip(kinds, descriptor.argtypes, strict=True)
    values = [_value(context, builder, words, *pair) for pair in pairs]
    status, found = called.call_function(
        builder, callee, descriptor.restype, descriptor.argtypes, values
    )
    with builder.if_then(status.is_error, likely=False):
        builder.ret(status.code)
    returned = _write_result(builder, entry.args[0], descriptor.restype, found)
    builder.ret(ir.Constant(ir.IntType(32), 0))
    return returned


class _Words:
    """The words of an entry, one after another."""

    def __init__(self, builder: Any, words: Any) -> None:
        self._builder, self._words, self._number = builder, words, 0

    def next(self) -> Any:
        place = ir.Constant(_WORD, self._number)
        self._number += 1
        return self._builder.load(self._builder.gep(self._words, [place]))


def _value(context: Any, builder: Any, words: _Words, kind: Kind, wanted: Any) -> Any:
    """Return an argument of the function, made of the next words."""
    match kind:
        case Number():
            word = words.next()
            truth = isinstance(wanted, types.Boolean)
            return builder.icmp_unsigned("!=", word, _WORD(0)) if truth else word
        case Record():
            return builder.inttoptr(words.next(), context.get_value_type(wanted))
        case Tuple():
            pairs = zip(kind.parts, wanted.types, strict=True)
            parts = [_value(context, builder, words, *pair) for pair in pairs]
            return context.make_tuple(builder, wanted, parts)
    pointer = context.get_data_type(wanted.dtype).as_pointer()
    data = builder.inttoptr(words.next(), pointer)
    shape = [words.next() for _ in range(kind.dimensions)]
    strides, step = [], _WORD(kind.dtype.itemsize)
    for length in reversed(shape):
        strides.insert(0, step)
        step = builder.mul(step, length)
    array = context.make_array(wanted)(context, builder)
    populate_array(array, data, shape, strides, kind.dtype.itemsize, meminfo=None)
    return array._getvalue()


def _write_result(builder: Any, words: Any, kind: Any, found: Any) -> Result:
    """Have an entry leave what was found; return its kinds, a list of them for a tuple."""
    if isinstance(kind, types.NoneType):
        return None
    if isinstance(kind, types.BaseTuple):
        kinds = []
        for number, part in enumerate(kind.types):
            value = builder.extract_value(found, number)
            kinds.append(_write_number(builder, words, number, part, value))
        return kinds
    return _write_number(builder, words, 0, kind, found)


def _write_number(builder: Any, words: Any, place: int, kind: Any, value: Any) -> str:
    if isinstance(kind, types.Boolean):
        code = "b1"
        value = builder.zext(value, _WORD)
    elif isinstance(kind, types.Integer):
        code = "i8" if kind.signed else "u8"
        if kind.bitwidth < _WORD.width:
            value = (builder.sext if kind.signed else builder.zext)(value, _WORD)
    else:
        raise Unfit(f"it returns {kind}")
    builder.store(value, builder.gep(words, [_WORD(place)]))
    return code
