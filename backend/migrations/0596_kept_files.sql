-- Files that a professional's entry named which is gone or names others now: they are never removed.
create table file_kept (
  key text primary key,
  kept_at timestamptz not null default now()
);
