"""Terrain (VB-12)."""

from auditor.declare import rule
from auditor.games.votoms_bcg.state import Arena
from events.votoms_bcg import TerrainDeployed, TerrainDiscarded


@rule("VB-12.5", on=TerrainDiscarded, facts=lambda s, e: {"id": e.iid})
def terrain_is_ones_own(s: Arena, e: TerrainDiscarded) -> bool:
    terrain = s.terrains.get(e.iid)
    if terrain is None:
        return False
    return terrain.owner == e.actor or bool(s.options.terrain_discard == "any")


@rule("VB-12.6", on=TerrainDeployed, facts=lambda s, e: {"limit": s.options.terrain_limit})
def terrains_are_not_too_many(s: Arena, e: TerrainDeployed) -> bool:
    limit = s.options.terrain_limit
    return limit is None or len(s.terrains) < limit
