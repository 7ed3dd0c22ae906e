-- One pot, many tables. Amounts are whole pesos in bigint. Entries and folds are inserted, never changed.

create table pots (
    id integer generated always as identity primary key,
    name text not null unique,
    plan text not null,
    plan_digest text not null,
    terms text not null,
    created_at timestamptz not null default clock_timestamp()
);

-- Who may play for a pot, and under which terms: a row for each act of enrolling, kept after it ended.
create table enrolments (
    id integer generated always as identity primary key,
    pot integer not null references pots,
    name text not null,
    public_key text not null,
    plan text not null,
    plan_digest text not null,
    terms text not null,
    enrolled_by text not null,
    confirmed_by text not null check (confirmed_by <> enrolled_by),
    enrolled_at timestamptz not null default clock_timestamp(),
    ended_by text,
    ended_at timestamptz,
    revoked boolean not null default false,
    seen_at timestamptz
);
create unique index enrolled_once on enrolments (name) where ended_at is null;
create unique index one_key_one_table on enrolments (public_key) where ended_at is null;

-- Given out under the pot's lock, so that of two awards the lower place was committed first.
create sequence places;

-- Every movement of a pot. A table's movement number is the number of its claim; the pot's own have the pot's name.
-- Pot and enrolment are no foreign keys: each insert would lock the pot's row. Their rows are never deleted instead.
create table entries (
    place bigint primary key,
    pot integer not null,
    maker text not null,
    seq bigint not null check (seq > 0),
    kind text not null,
    of_seq bigint,
    because bigint references entries,
    enrolment integer,
    claim text,
    movement text not null,
    contributed bigint not null,
    seeded bigint not null,
    main bigint not null,
    reserve bigint not null,
    commission bigint not null,
    paid bigint not null,
    win text,
    floor text not null,
    at timestamptz not null default clock_timestamp(),
    unique (pot, maker, seq),
    check (contributed + seeded = main + reserve + commission + paid)
);
create index entries_of_a_pot on entries (pot, place);
create index entries_of_a_pass on entries (pot, maker, of_seq) where of_seq is not null;
create index entries_that_follow on entries (because) where because is not null;
create index wins on entries (pot, place) where win is not null;

-- The sums of a pot up to a place, made while nobody else could write: what came later lies above it.
create table folds (
    pot integer not null references pots,
    place bigint not null,
    contributed bigint not null,
    seeded bigint not null,
    main bigint not null check (main >= 0),
    reserve bigint not null check (reserve >= 0),
    commission bigint not null,
    paid bigint not null,
    primary key (pot, place),
    check (contributed + seeded = main + reserve + commission + paid)
);

-- The newest head of a table's journal on each day: a journal cut short is found against it.
create table heads (
    pot integer not null references pots,
    maker text not null,
    day date not null,
    seq bigint not null,
    hash text not null,
    at timestamptz not null default clock_timestamp(),
    primary key (pot, maker, day)
);

create table alarms (
    id bigint generated always as identity primary key,
    about text not null,
    code text not null,
    detail text not null,
    floor text not null,
    times bigint not null default 1,
    first_at timestamptz not null default clock_timestamp(),
    last_at timestamptz not null default clock_timestamp(),
    unique (about, code, detail)
);

create function never_changed() returns trigger language plpgsql as $$
begin
    raise exception 'no % on %: its rows stay', lower(tg_op), tg_table_name;
end $$;
create trigger entries_stay before update or delete or truncate on entries
    for each statement execute function never_changed();
create trigger folds_stay before update or delete or truncate on folds
    for each statement execute function never_changed();
create trigger pots_stay before delete or truncate on pots
    for each statement execute function never_changed();
create trigger enrolments_stay before delete or truncate on enrolments
    for each statement execute function never_changed();
