"""Which rule an act breaks that is out of time, or not its actor's."""

from __future__ import annotations

from typing import Any

from auditor.declare import Home
from auditor.effects import Text
from auditor.games.soukou_musume.state import SEATS, Soukou, known
from auditor.games.soukou_musume.texts import hp


def turn_player(s: Soukou, e: Any) -> tuple[str, ...]:
    """The player whose turn it is (SM-4.3)."""
    return (s.player,) if s.phase != "setup" else SEATS


WRONG_SEAT = Home(("SM-4.3",), lambda s, e: "SM-4.3")


def both(s: Soukou, e: Any) -> tuple[str, ...]:
    """Either seat."""
    return SEATS


def _place(s: Soukou, e: Any) -> str:
    up = s.set_up.get(e.player)
    if up is None or s.phase != "setup":
        return "SM-3.11"
    if up.placed:
        return "SM-3.4"
    again = up.reshuffle is not None or (up.redraws and not up.drawn)
    return "SM-3.5" if again else "SM-3.11"


def _five(s: Soukou, e: Any) -> str:
    up = s.set_up.get(e.player)
    if up is not None and s.phase == "setup":
        if not up.shuffled:
            return "SM-3.2"
        if up.reshuffle is not None:
            return "SM-3.5"
    return "SM-3.11"


def _shuffle(s: Soukou, e: Any) -> str:
    if e.reason == "effect":
        return "SM-13.9"
    return "SM-3.5" if e.reason == "redraw" else "SM-3.11"


def _turn(s: Soukou, e: Any) -> str:
    if s.phase == "setup":
        return "SM-3.10" if s.first is not None else "SM-3.11"
    return "SM-18.7" if s.phase == "end" else "SM-4.1"


def _phase(s: Soukou, e: Any) -> str:
    if s.phase == "draw" and e.phase == "main":
        return "SM-5.1" if s.deck[s.player].size else "SM-5.2"
    return "SM-4.2"


def _turn_end(s: Soukou, e: Any) -> str:
    return "SM-18.2" if s.phase == "end" and s.judged_for else "SM-4.2"


def _drawn(s: Soukou, e: Any) -> str:
    return {"draw_phase": "SM-5.1", "charge": "SM-7.4"}.get(e.reason, "SM-13.9")


def _failed(s: Soukou, e: Any) -> str:
    return {"draw_phase": "SM-5.2", "charge": "SM-7.5"}.get(e.reason, "SM-19.3")


def _charged(s: Soukou, e: Any) -> str:
    return "SM-13.9" if e.basis == "effect" else "SM-6.3"


def _deployed(s: Soukou, e: Any) -> str:
    return "SM-8.1" if e.from_ == "deck" or e.cause is not None else "SM-6.3"


def _set(s: Soukou, e: Any) -> str:
    text = s.last_text
    if text is not None and text.cause == e.cause and not text.is_skill:
        code = s.code_if_seen(text.card)
        kind = None if code is None else s.book.card(code).known_kind
        if kind == "tactic":
            return "SM-9.5"
        if kind == "strategy":
            return "SM-9.3"
    return "SM-9.6"


def is_dash(s: Soukou, text: Text) -> bool:
    """The skill's damage is printed as a dash (SM-14.9)."""
    unit = s.unit(text.unit)
    if not text.is_skill or unit is None or text.name is None:
        return False
    card = known(s.card, unit.card)
    skill = None if card is None else known(card.skill, text.name)
    return skill is not None and skill.damage == "-"


def _damage(s: Soukou, e: Any) -> str:
    text = s.last_text if s.text is None else s.text
    if text is not None and text.cause == e.cause and is_dash(s, text):
        return "SM-14.9"
    return "SM-13.7"


def _wreck(s: Soukou, e: Any) -> str:
    unit = s.unit(e.unit)
    if unit is None or s.options.hp_loss_wrecks or unit.is_wrecked or not unit.damage:
        return "SM-16.1"
    left = known(hp, s, unit)
    gone = left is not None and left <= unit.damage  # its HP went with a bonus
    return "SM-14.12" if gone else "SM-16.1"


def _state(s: Soukou, e: Any) -> str:
    lost = e.cause is not None and e.cause == s.last.get("lost")
    return "SM-18.5" if s.phase == "end" and lost else "SM-15.5"


def _recovered(s: Soukou, e: Any) -> str:
    unit = s.unit(e.unit)
    if unit is not None and unit.is_wrecked:
        return "SM-16.4"
    if e.cause == s.last.get("damage_dealt"):
        return "SM-14.8"
    if e.cause == s.last.get("card_set"):
        return "SM-14.12"
    return "SM-12.10" if e.cause == s.last.get("unit_retreated") else "SM-1.12"


def _chosen(s: Soukou, e: Any) -> str:
    if e.reason == "retreat":
        return "SM-12.1"
    return "SM-16.6" if s.choosing else "SM-16.5"


def _judged(s: Soukou, e: Any) -> str:
    if e.cause is not None or e.unit is None or s.phase != "end":
        return "SM-17.8"
    unit = s.unit(e.unit)
    if unit is None:
        return "SM-17.8"
    if unit.owner != s.player:
        return "SM-18.6"
    return "SM-18.3" if unit.state in ("normal", "wrecked") else "SM-17.8"


def _judging_seat(s: Soukou, e: Any) -> str:
    return "SM-18.6" if s.phase == "end" and e.cause is None else "SM-4.3"


def _revealed(s: Soukou, e: Any) -> str:
    return "SM-17.5" if s.judging is not None else "SM-17.8"


def _ended(s: Soukou, e: Any) -> str:
    if s.judging is not None:
        return "SM-17.6"
    return "SM-17.7" if s.options.third_tie == "no_result" else "SM-17.5"


PLACE = Home(("SM-3.4", "SM-3.5", "SM-3.11"), _place)
FIVE = Home(("SM-3.2", "SM-3.5", "SM-3.11"), _five)
SHUFFLE = Home(("SM-3.5", "SM-3.11", "SM-13.9"), _shuffle)
TURN = Home(("SM-3.10", "SM-3.11", "SM-4.1", "SM-18.7"), _turn)
PHASE = Home(("SM-4.2", "SM-5.1", "SM-5.2"), _phase)
TURN_END = Home(("SM-4.2", "SM-18.2"), _turn_end)
DRAWN = Home(("SM-5.1", "SM-7.4", "SM-13.9"), _drawn)
FAILED = Home(("SM-5.2", "SM-7.5", "SM-19.3"), _failed)
CHARGED = Home(("SM-6.3", "SM-13.9"), _charged)
DEPLOYED = Home(("SM-6.3", "SM-8.1"), _deployed)
CARD_SET = Home(("SM-9.3", "SM-9.5", "SM-9.6"), _set)
DAMAGE = Home(("SM-13.7", "SM-14.9"), _damage)
WRECK = Home(("SM-14.12", "SM-16.1"), _wreck)
STATE = Home(("SM-15.5", "SM-18.5"), _state)
RECOVERED = Home(("SM-1.12", "SM-12.10", "SM-14.8", "SM-14.12", "SM-16.4"), _recovered)
CHOSEN = Home(("SM-12.1", "SM-16.5", "SM-16.6"), _chosen)
JUDGED = Home(("SM-17.8", "SM-18.3", "SM-18.6"), _judged)
JUDGING_SEAT = Home(("SM-4.3", "SM-18.6"), _judging_seat)
REVEALED = Home(("SM-17.5", "SM-17.8"), _revealed)
ENDED = Home(("SM-17.5", "SM-17.6", "SM-17.7"), _ended)
