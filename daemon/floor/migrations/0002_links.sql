-- What is known of a table's link, beside who may play: which run of the table, at which process, with which clock.
alter table enrolments
    add column run text,
    add column floor text,
    add column skew_ms bigint,
    add column skew_at timestamptz,
    add column ended_with text;

-- Every act of people at the floor, and every PIN that was wrong: two names, what they did, when. Never changed.
create table acts (
    id bigint generated always as identity primary key,
    what text not null,
    about text not null,
    detail text not null default '',
    first_person text not null,
    second_person text check (second_person <> first_person),
    at timestamptz not null default clock_timestamp()
);
create trigger acts_stay before update or delete or truncate on acts
    for each statement execute function never_changed();
