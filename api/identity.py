"""Who asks: a key, a bearer token of an outside issuer, or nobody known; and what that allows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from api.errors import NotAllowed, NotIdentified


class Role(StrEnum):
    """What a caller may do."""

    PUBLIC = "public"
    """Read what is shown to all."""
    RECORDER = "recorder"
    """Record the matches it is bound to, and see all of them."""
    JUDGE = "judge"
    """See all of every match, and record as a judge."""
    ORGANISER = "organiser"
    """Open matches, import logs, put catalogues, keep keys, decide what is shown, ask in SQL."""


EVERY = "*"
"""As a tournament: every match, also those of none."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Whoever asks."""

    id: str
    """For logs and limits; no secret."""
    roles: frozenset[Role] = frozenset({Role.PUBLIC})
    tournaments: frozenset[str] = frozenset()
    """Whose matches a recorder records."""
    matches: frozenset[str] = frozenset()
    """Matches that a recorder records, by their ids."""
    is_known: bool = True

    def records(self, match_id: str | None, tournament: str | None) -> bool:
        """It is a recorder of the match."""
        return Role.RECORDER in self.roles and (
            match_id in self.matches or tournament in self.tournaments or EVERY in self.tournaments
        )

    def sees_all(self, match_id: str | None, tournament: str | None) -> bool:
        """It may see the hidden cards of the match at any time."""
        return Role.JUDGE in self.roles or self.records(match_id, tournament)

    def needs(self, *roles: Role) -> None:
        """Raises: NotIdentified, NotAllowed, if it has none of these roles."""
        if not self.roles.intersection(roles):
            self.refuse("the role " + " or ".join(roles))

    def refuse(self, expected: str) -> None:
        """Raises: NotIdentified, if nobody knows who asks; NotAllowed."""
        if not self.is_known:
            raise NotIdentified("Authorization", "nothing", f"a key with {expected}")
        raise NotAllowed("caller", ", ".join(sorted(self.roles)), expected)


NOBODY = Caller("anonymous", is_known=False)
"""Whoever shows no key."""
EVERYBODY = Caller("local", frozenset(Role), frozenset({EVERY}))
"""Whoever reaches a server that uses no keys; and the command line."""


def bound(
    id: str, roles: Iterable[str], tournaments: Iterable[str], matches: Iterable[str]
) -> Caller:
    """A caller by the words of a key or a token; words that are no roles are passed over."""
    known = {Role(role) for role in roles if role in set(Role)}
    return Caller(
        id,
        frozenset({Role.PUBLIC, *known}),
        frozenset(tournaments),
        frozenset(match_id.lower() for match_id in matches),
    )
