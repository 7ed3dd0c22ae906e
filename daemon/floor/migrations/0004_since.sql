-- Since when a table is linked, and since when it is not: what a technician asks first.
alter table enrolments
    add column linked_at timestamptz,
    add column left_at timestamptz;
