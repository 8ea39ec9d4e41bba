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
