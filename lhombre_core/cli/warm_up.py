"""`lhombre warm-up`: the kernel compiled before it is wanted."""

from typing import Annotated

import typer


def warm_up(
    *,
    jobs: Annotated[
        int, typer.Option("--jobs", min=1, metavar="N", help="How many processes compile.")
    ] = 2,
    again: Annotated[
        bool, typer.Option("--again", help="Compile what is missing even if all has been compiled.")
    ] = False,
) -> None:
    """Compile the kernel and the solver now, once for all later runs of this version.

    It takes half a minute or so and is otherwise done when they are first used. An image for a
    cluster has this in its recipe.
    """
    from lhombre_core.cli.ending import interruptible
    from lhombre_core.cli.output import say
    from lhombre_core.errors import UsageError, quoted
    from lhombre_core.kernel.cache import may_keep, place_of_code
    from lhombre_core.sim.machine import need

    need("numba", "kernel")
    from lhombre_core.sim.run.warm import PARTS, compile_parts, missing

    names = list(PARTS) if again else missing()
    if not names:
        say("Everything has been compiled already.")
        return
    if not may_keep():
        raise UsageError("there is no folder to keep the kernel in; name one by XDG_CACHE_HOME")
    with interruptible("Interrupted; what was compiled is kept."):
        for part in compile_parts(names, jobs):
            say(f"compiled: {part}")
    lost = missing(names)
    if lost:
        raise UsageError(
            f"what was compiled could not be kept in {quoted(place_of_code())}: {', '.join(lost)}; "
            "make room there, or name another folder by XDG_CACHE_HOME"
        )
