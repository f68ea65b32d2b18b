-- Who may see whose record. Rights end by themselves when their time is over; rows are kept as history.
create table access (
  id bigint generated always as identity primary key,
  user_id text not null,
  patient_id text not null,
  source text not null check (source in ('self', 'family', 'link', 'consent', 'grant')),
  rights text not null check (rights in ('read', 'write')),
  starts_at timestamptz not null default now(),
  ends_at timestamptz,
  revoked_at timestamptz
);
create unique index access_in_force on access (user_id, patient_id, source) where revoked_at is null and ends_at is null;
create index access_by_patient on access (patient_id) where revoked_at is null;
-- one main patient a user
create unique index access_self on access (user_id) where source = 'self' and revoked_at is null;

-- What happened, append only, without clinical values.
create table audit_event (
  id bigint generated always as identity primary key,
  recorded timestamptz not null default now(),
  action text not null,
  type text not null,
  outcome text not null,
  user_id text,
  patient_id text,
  entity text,
  request_id text
);
create index audit_event_by_patient on audit_event (patient_id, recorded desc);
create function audit_event_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'audit_event is append only';
end $$;
create trigger audit_event_final before update or delete on audit_event for each row execute function audit_event_is_final();
create trigger audit_event_kept before truncate on audit_event for each statement execute function audit_event_is_final();

-- The answer that a write got, kept so that the same write sent again changes nothing.
create table idempotency (
  user_id text not null,
  key text not null,
  request_hash text not null,
  status int not null,
  body text not null,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
