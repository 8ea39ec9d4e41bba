-- Made once, in one transaction, and never changed after: replaying DDL from a write-ahead log is
-- where DuckDB has lost files. No index beyond the primary keys.

create table store_format (version integer not null);
insert into store_format values (1);

-- The record. Only ever inserted, and moved to the archive.
create table events (
    position bigint not null,       -- of the whole ledger, in the order of commits, from 1
    match_id varchar not null,
    seq bigint not null,
    happened varchar not null,      -- `at`: UTC, six digits and Z: sorts as time goes by
    event_id varchar,               -- in lower case
    body blob not null,             -- RFC 8785, as hashed
    hash blob not null,
    primary key (match_id, seq)
);

create table matches (
    match_id varchar primary key,
    salt blob not null,
    game varchar not null,
    opened varchar not null,        -- UTC, six digits and Z: sorts as time goes by
    tournament varchar,
    round bigint,
    "table" varchar
);

-- What a match has in the archive, a piece a row: its first events, and whatever was archived later.
create table archived (
    match_id varchar not null,
    first bigint not null,          -- seq
    last bigint not null,
    part varchar not null,          -- name of the part that holds the piece
    hash blob not null,             -- of its last event
    position bigint not null,       -- of its last event
    happened varchar not null,      -- its latest `at`
    primary key (match_id, first)
);

-- Hashes of archived events, until all of their tile is archived too: then the tile is sealed.
create table leaves (
    position bigint primary key,
    hash blob not null
);

-- What proves the last event of a piece within its sealed tile: eight siblings, the nearest first.
create table sealed (
    position bigint primary key,
    siblings blob not null
);

-- Tiles of the Merkle tree over `hash` by position: the node over 256 leaves, over 256 of those …
create table tree (
    level bigint not null,          -- 8, 16 …
    place bigint not null,          -- in its level, from 0
    hash blob not null,
    primary key (level, place)
);

create table checkpoints (
    size bigint not null,
    note varchar not null           -- signed
);

-- The public keys that sign checkpoints, the newest last.
create table signers (
    since bigint not null,          -- position
    verifier varchar not null
);

-- What the server keeps beside the record: keys, catalogues, what is shown of a tournament. Never
-- changed: a new version is added.
create table documents (
    kind varchar not null,
    id varchar not null,
    version bigint not null,        -- from 1
    kept varchar not null,          -- when, UTC
    body varchar not null,          -- JSON
    primary key (kind, id, version)
);

-- One row, written to see whether writing goes.
create table probe (written varchar not null);

create table requests (
    key varchar primary key,
    digest blob not null,
    seq bigint not null,            -- the head after it, and its hash
    hash blob not null,
    answer blob not null
);

-- Of each match_opened. The names are not hashed and may be forgotten.
create table players (
    match_id varchar not null,
    seq bigint not null,
    place bigint not null,          -- in the event's list, from 0
    seat varchar not null,
    player varchar,
    name varchar,
    deck varchar,                   -- what it is called, and its kind
    archetype varchar,
    player_spelled varchar,
    name_spelled varchar,
    deck_spelled varchar,
    archetype_spelled varchar
);

-- Read off the record, for listings: the closings that no judge went back past.
create table closings (
    match_id varchar not null,
    seq bigint not null,
    winner varchar                  -- a seat
);

-- Reports: dropped and made again at will.
create table reports (
    match_id varchar primary key,
    seq bigint not null,            -- the last event looked at
    rulebook varchar not null,      -- its version
    verdict varchar not null,
    report varchar not null         -- JSON
);

create table findings (
    match_id varchar not null,
    seq bigint not null,
    rule varchar not null,
    verdict varchar not null,
    status varchar not null
);

-- Facts: flat, for statistics; of what all may see, dropped and made again with the reports.
-- Seconds are of running time: pauses are left out. What was undone is in event_facts and
-- finding_facts alone.

-- A row a match and seat.
create table match_facts (
    match_id varchar not null,
    seat varchar not null,
    game varchar not null,
    rulebook varchar not null,      -- its version
    catalogue varchar,              -- its id
    opened timestamp not null,      -- UTC
    ended timestamp,                -- of the last event, once it is closed
    tournament varchar,
    round bigint,
    "table" varchar,
    options varchar not null,       -- JSON, the defaults filled in
    content varchar not null,       -- SHA-256 of all but ids: the same log twice
    player varchar,                 -- the id that outlives the name
    deck varchar,
    archetype varchar,
    seats bigint not null,          -- of the match
    opponent varchar,               -- the other seat of two
    is_first boolean,               -- had the first turn, or was first in it; null before
    closed boolean not null,
    result varchar,                 -- won, lost, drawn; null: undecided or disputed
    reason varchar not null,        -- by the rules
    recorded_winner varchar,        -- a seat
    agrees boolean,                 -- the recorded result is that of the rules
    disputed boolean not null,      -- by an illegal event, or a wrong result recorded
    illegal bigint not null,        -- events that are, and no ruling lets stand
    undetermined bigint not null,
    overruled bigint not null,      -- events on which a ruling differs from the auditor
    events bigint not null,         -- of play, that stand
    turns bigint not null,
    seconds double not null,
    last timestamp not null,        -- of the last event, UTC
    midway boolean not null,        -- the record begins in the middle
    reopened boolean not null,      -- a match_closed was taken out, and none stands
    unseen bigint not null          -- cards that came to the seat's hand and nobody recorded
);

-- A row a turn.
create table turn_facts (
    match_id varchar not null,
    turn bigint not null,
    seat varchar,
    first bigint not null,          -- seq
    last bigint not null,
    events bigint not null,
    seconds double not null
);

-- A row a card, match and seat: copies of it.
create table card_facts (
    match_id varchar not null,
    seat varchar not null,
    card varchar not null,
    deck bigint not null,           -- registered
    opening bigint not null,        -- in the first hand
    drawn bigint not null,          -- later
    played bigint not null
);

-- A row an event of a seat.
create table decision_facts (
    match_id varchar not null,
    seq bigint not null,
    type varchar not null,
    seat varchar not null,
    "window" varchar not null,
    turn bigint not null,           -- 0 before the first
    own_turn boolean not null,
    seconds double not null,        -- since the event of play before
    card varchar,                   -- the first that the event names
    clock double not null           -- seconds since the match was opened
);

-- A row an event, those taken back too.
create table event_facts (
    match_id varchar not null,
    seq bigint not null,
    happened varchar not null,      -- UTC, six digits and Z
    actor varchar not null,
    type varchar not null,
    "window" varchar not null,
    turn bigint not null,           -- 0 before the first
    verdict varchar not null,
    rules varchar[] not null,       -- that it breaks; none if it was retracted
    cards varchar[] not null        -- that it names
);

-- A row a finding.
create table finding_facts (
    match_id varchar not null,
    seq bigint not null,
    type varchar not null,
    actor varchar not null,
    rule varchar not null,
    kind varchar not null,
    verdict varchar not null,
    status varchar not null,
    ruling varchar,                 -- its verdict
    "window" varchar not null,
    turn bigint not null,
    card varchar,                   -- the first that the event names
    seconds double not null,        -- since the match was opened
    settled_by bigint,
    caused_by bigint,
    gone_past boolean not null      -- something that was due
);

-- A row a thing that a figure of the game counts.
create table figure_facts (
    match_id varchar not null,
    seq bigint not null,
    figure varchar not null,
    seat varchar,
    label varchar,
    value double
);
