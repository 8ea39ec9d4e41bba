"""The rules of a game, told from its catalogue: all of them in short, or one in full."""

from __future__ import annotations

from api.files import Unusable
from api.terminal import Terminal
from auditor import Game
from auditor.catalogue import Catalogue, Text
from auditor.general import general_catalogue
from auditor.report import hole_of, source_of, text_of


def tell_rules(terminal: Terminal, game: Game) -> None:
    """Every rule by section, those of every game last."""
    catalogue = game.catalogue
    terminal.title((catalogue.name_en, catalogue.name_ja)[terminal.words.language.place])
    _sections(terminal, catalogue)
    terminal.heading(terminal.words("rules.general"))
    _sections(terminal, general_catalogue())


def _sections(terminal: Terminal, catalogue: Catalogue) -> None:
    language = terminal.words.language.place
    for number, titles in catalogue.sections.items():
        terminal.heading(f"{number}. {titles[language]}")
        for rule in catalogue.rules.values():
            if rule.section == number:
                kind = terminal.words.named("kind", rule.kind)
                terminal.field(rule.id, f"[{kind}] {(rule.en, rule.ja)[language]}")


def tell_rule(terminal: Terminal, game: Game, id: str) -> None:
    """One rule: its text, source, examples, and the gap it fills.

    Raises: Unusable, if the game has no such rule.
    """
    rule = text_of(game, id)
    if rule is None:
        raise Unusable(id, "nothing", "a rule of the game")
    words, field = terminal.words, terminal.field
    text, legal, illegal, ambiguity = _in_language(rule, words.language.place)
    terminal.title(rule.id)
    field(words("rules.rule"), text)
    field(words("rules.kind"), words.named("kind", rule.kind))
    field(words("rules.source"), source_of(game, rule))
    if rule.events:
        field(words("rules.events"), terminal.listed(rule.events))
    field(words("rules.legal"), legal)
    field(words("rules.illegal"), illegal)
    if ambiguity:
        field(words("rules.ambiguity"), ambiguity)
    hole = hole_of(game, id)
    if hole is not None:
        japanese = words.language.place
        field(words("rules.hole"), f"{hole.id}  {(hole.en, hole.ja)[japanese]}")
        field(words("rules.default"), (hole.default_en, hole.default_ja)[japanese])
        if hole.option is not None:
            values = hole.values if isinstance(hole.values, list) else [hole.values]
            field(words("rules.option"), f"{hole.option}  {terminal.listed(values)}")


def _in_language(rule: Text, language: int) -> tuple[str, str, str, str | None]:
    english = (rule.en, rule.legal, rule.illegal, rule.ambiguity)
    return (english, (rule.ja, rule.legal_ja, rule.illegal_ja, rule.ambiguity_ja))[language]
