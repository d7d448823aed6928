"""Compilation of the kernel before a command that needs it."""

from collections.abc import Sequence

from lhombre_core.cli.output import say


def make_ready(deals: int, bots: Sequence[str] = ("thumb",)) -> None:
    """Compile the kernel if it is not compiled yet and the number of deals is worth it."""
    from lhombre_core.errors import UsageError
    from lhombre_core.kernel.obstacle import note_failure
    from lhombre_core.sim.play.choice import is_uncompiled, why_slow

    if is_uncompiled(deals, bots):
        try:
            _compile()
        except (UsageError, KeyboardInterrupt):
            raise
        except Exception as error:  # noqa: BLE001  whatever it is, the engine plays
            note_failure(error)
    if why := why_slow(deals, bots):
        say(f"The deals are played without the kernel, which takes longer: {why}.")


def _compile() -> None:
    """Compile what a simulation needs, and say so."""
    from lhombre_core.kernel.cache import may_keep
    from lhombre_core.sim.machine import processors
    from lhombre_core.sim.run.warm import SIMULATION, compile_parts, missing

    keeps = may_keep()
    if keeps:
        say("The kernel is compiled, once for this version; that takes half a minute.")
    else:
        say("The kernel is compiled, for this run alone: there is no folder to keep it in.")
    for _ in compile_parts(SIMULATION, processors()):
        pass
    if keeps and missing(SIMULATION):
        say("It could not be kept, so that the next run compiles it again; is the disk full?")
