-- What sockets are to be told, written in the transaction of the thing itself. Numbers are given after the commit, in an order without gaps.
create table outbox (
  id bigint generated always as identity primary key,
  -- null until numbered
  seq bigint unique,
  transaction xid8 not null default pg_current_xact_id(),
  patient_id text not null,
  event text not null,
  -- JSON text; null when the version of a resource below is the body
  body text,
  resource_type text,
  resource_id text,
  resource_version int,
  created_at timestamptz not null default now()
);
create index outbox_unnumbered on outbox (id) where seq is null;
create index outbox_by_patient on outbox (patient_id, seq);
create index outbox_by_age on outbox (created_at);

create table outbox_head (seq bigint not null);
insert into outbox_head values (0);

-- Numbers all rows of transactions older than any that still runs: no lower number can appear later. Answers how many rows must wait.
create function number_outbox() returns bigint language plpgsql as $$
begin
  -- not a row lock: that would give this transaction an id of its own, behind which the newer rows would have to wait
  perform pg_advisory_xact_lock(7251003);
  if exists (select from outbox where seq is null and transaction < pg_snapshot_xmin(pg_current_snapshot())) then
    with ready as (
      select id, row_number() over (order by transaction, id) as place from outbox
       where seq is null and transaction < pg_snapshot_xmin(pg_current_snapshot())
    ), head as (
      update outbox_head set seq = seq + (select count(*) from ready) returning seq - (select count(*) from ready) as before
    )
    update outbox set seq = head.before + ready.place from ready, head where outbox.id = ready.id;
  end if;
  return (select count(*) from outbox where seq is null);
end $$;

-- Hubs that may speak to the broker, and what each said last.
create table hub (
  mac text primary key,
  -- of a random secret with more than 128 bits, so no slow hash is needed
  secret_hash text not null,
  pairing text not null default 'INIT',
  online boolean not null default false,
  seen_at timestamptz,
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);

-- Readings that hubs have handed over; the same one again changes nothing.
create table hub_reading (
  hub_mac text not null,
  rid text not null,
  outcome text not null check (outcome in ('stored', 'out-of-session', 'no-owner', 'unreadable')),
  received_at timestamptz not null default now(),
  primary key (hub_mac, rid)
);

create table measure_session (
  id uuid primary key,
  patient_id text not null,
  device_id text not null,
  mac text not null,
  socket_id text not null,
  user_id text not null,
  mins_timeout int not null,
  started_at timestamptz not null default now(),
  ends_at timestamptz not null,
  ended_at timestamptz
);
create unique index measure_session_running on measure_session (mac) where ended_at is null;
create index measure_session_by_mac on measure_session (mac, started_at desc);
