"""Drawing: the draw phase (SM-5), charges (SM-7.4, 7.5), texts (SM-13.9), and a deck too small."""

from typing import Any

from auditor.declare import End, outcome, rule, which
from auditor.effects import Due
from auditor.games.soukou_musume.acts import number
from auditor.games.soukou_musume.state import SEATS, Soukou
from auditor.games.soukou_musume.windows import part_of
from auditor.hidden import Undecided
from events.soukou_musume import CardsDrawn, DrawFailed

RULE = {"draw_phase": "SM-5.1", "charge": "SM-7.4", "effect": "SM-13.9"}
LOST = {"draw_phase": "SM-5.2", "charge": "SM-7.5", "effect": "SM-19.3"}


def owed(s: Soukou, e: Any) -> int | None:
    """How many cards the event has to draw. Raises: Undecided, of a text that is not known."""
    found = number(s, e)
    if found is None and e.reason == "effect" and s.text is not None:
        open_ = part_of(s, e)
        if open_ is not None and open_.due is Due.UNSURE and not open_.part.is_known:
            raise Undecided(f"catalogue: {s.code_if_seen(s.text.card)} tags")
    return found


def counts(s: Soukou, e: Any) -> dict[str, Any]:
    """What a judge counts at a draw."""
    return {"expected": number(s, e), "deck": s.deck[e.player].size}


@which("SM-5.1", "SM-5.2", "SM-7.4", "SM-7.5", "SM-13.9", "SM-19.3", on=CardsDrawn, facts=counts)
def as_many_are_drawn_as_are_owed(s: Soukou, e: CardsDrawn) -> str | None:
    if e.player not in SEATS:
        return None
    due = owed(s, e)
    if due is None or len(e.cards) == due:
        if due is None or s.deck[e.player].size >= due:
            return None
        return LOST[e.reason]
    return LOST[e.reason] if s.deck[e.player].size < due else RULE[e.reason]


@which("SM-5.2", "SM-7.5", "SM-19.3", on=DrawFailed, facts=counts)
def only_a_deck_too_small_fails(s: Soukou, e: DrawFailed) -> str | None:
    if e.player not in SEATS:
        return None
    due, size = owed(s, e), s.deck[e.player].size
    if due is None or (size < due and (e.owed, e.drawn) == (due, size)):
        return None
    return LOST[e.reason] if size >= due else "SM-19.3"


@outcome("SM-5.2", "SM-7.5", "SM-19.3", on=DrawFailed)
def who_cannot_draw_has_lost(s: Soukou, e: DrawFailed) -> End | None:
    if s.is_over or e.player not in SEATS:
        return None
    return End(s.enemy(e.player), "draw_failed", e.seq, LOST[e.reason])


@rule("SM-13.9", on=CardsDrawn)
def what_is_drawn_is_asked_for(s: Soukou, e: CardsDrawn) -> bool:
    return is_certain(s, e)


def is_certain(s: Soukou, e: Any) -> bool:
    """The part of the text that an event carries out is one to be carried out.

    Raises: Undecided, Unseen, where that hangs on what is not known.
    """
    from auditor.games.soukou_musume.texts import can, holds

    if s.text is None or getattr(e, "cause", None) != s.text.cause:
        return True
    found = part_of(s, e)
    if found is None or found.due is not Due.UNSURE:
        return True
    if not found.part.is_known:
        code = s.code_if_seen(s.text.card)
        if code is None:
            raise Undecided(str(getattr(s.text.card, "place", "?")))
        word = "tags" if found.part.verb == "text" else f"tags: '{found.part.verb}'"
        raise s.book.card(code).gap(word)
    return holds(s, s.text, found.part) and can(s, s.text, found.part)
