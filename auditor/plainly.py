"""The way of an event that breaks nothing, written out for each type of event.

It asks and does what `kernel` does, from the same tables and in the same order, without the
loops over them; most events of a record need nothing else. Whatever is not plain is left to the
kernel: a rule that may be broken, a hidden card, an end that is disputed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from auditor.declare import NotOnTheTable, Window
from auditor.general import general_questions
from auditor.hidden import Undecided, Unseen
from events import Event

if TYPE_CHECKING:
    from auditor.game import Game

Plainly = Callable[[Any, Any, Event], Any]
"""Of a quiet record, a state and an event: the next state; None if it is not plain."""


def written_out(game: Game, kind: type[Event]) -> Plainly | None:
    """The plain way of a type of event; None for what is no play, and for what ends a match."""
    if not kind.play or kind in game.endings:
        return None
    names: dict[str, Any] = {
        "frames_of": game.frames,
        "NOT_PLAIN": (Unseen, Undecided, NotOnTheTable),
    }
    body: list[str] = []

    def named(value: Any) -> str:
        names[name := f"v{len(names)}"] = value
        return name

    for ask, obeyed, _ in general_questions(kind, quiet=True):
        body.append(f"if {named(ask)}(r, e) is not {obeyed}: return None")
    act = game.acts.get(kind)
    if act is not None:
        body.append("if s.end is not None: return None")
        if act.actor is not None:
            body.append(f"if e.actor not in {named(act.actor.choices)}(s, e): return None")
        body += [
            "for frame in reversed(s.frames):",
            f"    fits = {named(_windows(game, kind))}.get(frame[0])",
            "    if fits is not None and fits(s, e, frame): break",
            "    if not frame[0].voluntary: return None",
            "else: return None",
        ]
        for field, _, choices in act.judged:
            body.append(f"if e.{field} not in {named(choices)}(s, e): return None")
    for ask, obeyed, _ in game.questions[kind]:
        body.append(f"if {named(ask)}(s, e) is not {obeyed}: return None")
    apply, outcomes, obligations = game.steps[kind]
    body += ["new = s.copy()", "new.mark = None"]
    if apply is not None:
        body.append(f"{named(apply)}(new, e)")
    body.append("new.seq = e.seq")
    for outcome in outcomes:
        body += [
            f"end = {named(outcome.ends)}(new, e)",
            "if end is not None and new.end is None: new.end = end",
        ]
    for number, obligation in obligations:
        body += [
            f"found = {named(obligation.owes)}(new)",
            f"if found or new.owed.get({number}):",
            f"    new.owed = {{**new.owed, {number}: found}}",
            "    new.duties = tuple(duty for duties in new.owed.values() for duty in duties)",
        ]
    body += ["new.frames = frames_of(new)", "return new"]
    source = "\n".join(
        [
            "def plainly(r, s, e):",
            "    try:",
            *(f"        {line}" for line in body),
            "    except NOT_PLAIN: return None",
        ]
    )
    exec(compile(source, f"<{kind.__name__}, plainly>", "exec"), names)
    written: Plainly = names["plainly"]
    return written


def _windows(game: Game, kind: type[Event]) -> dict[Window, Callable[[Any, Any, Any], bool]]:
    """The windows that let a type of event in, each with what it must fit."""
    return {
        window: may.fits
        for window in game.rows
        for may in reversed(window.may)
        if kind in may.kinds
    }
