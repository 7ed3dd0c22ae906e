-- What is compared: a table's meters with its entries, a journal's head with the run it belongs to, entries with balances.

alter table entries add constraint places_count_from_1 check (place > 0);

-- Why nobody may play for this pot, or this table not, until two people have looked.
alter table pots add column held text;
alter table enrolments add column held text;

-- *run* began behind entry *began*; *told_ns* is the table's clock: a message that came late is older than this one.
alter table heads
    add column run text not null default '',
    add column told_ns bigint not null default 0;

-- The newest reading of a table's own meters on each day that agreed with its entries here: what it was answered up to
-- claim *seq*, in all.
create table meters (
    pot integer not null references pots,
    maker text not null,
    day date not null,
    seq bigint not null,
    contributed bigint not null,
    seeded bigint not null,
    main bigint not null,
    reserve bigint not null,
    commission bigint not null,
    paid bigint not null,
    at timestamptz not null default clock_timestamp(),
    primary key (pot, maker, day),
    check (contributed + seeded = main + reserve + commission + paid)
);

-- Every reconciliation: entries in (since, place] told again, what the pot stood at, and what did not agree. Never changed.
create table checks (
    id bigint generated always as identity primary key,
    pot integer not null references pots,
    since bigint not null,
    place bigint not null,
    entries bigint not null,
    contributed bigint not null,
    seeded bigint not null,
    main bigint not null,
    reserve bigint not null,
    commission bigint not null,
    paid bigint not null,
    findings text not null,
    clean boolean not null,
    floor text not null,
    at timestamptz not null default clock_timestamp()
);
create index checks_of_a_pot on checks (pot, id);
create trigger checks_stay before update or delete or truncate on checks
    for each statement execute function never_changed();
