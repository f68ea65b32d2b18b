-- What a person sees of a sign-in session: on which browser it began and when it was last used.
create table sign_in_session (
  sid text primary key,
  account_id text not null references account (id) on delete cascade,
  -- browser and system in words, e.g. 'Firefox, Android'; empty when not known
  agent text not null,
  started_at timestamptz not null default now(),
  last_used_at timestamptz not null default now()
);
create index sign_in_session_by_account on sign_in_session (account_id);

-- Failures are counted by name and network, by name and known device, and by name; `key` is a hash of these.
alter table sign_in_guard rename column name_hash to key;

-- A code asked for by a name without an account is counted like any other, and belongs to nobody.
alter table one_time_code alter column account_id drop not null;
alter table one_time_code add column subject text;
update one_time_code set subject = account_id;
alter table one_time_code alter column subject set not null;
drop index one_time_code_by_account;
create index one_time_code_by_subject on one_time_code (subject, purpose, created_at desc);

-- Practitioners reach a record through a person's consent and in no other way.
alter table access add constraint access_of_practitioner check (user_id !~ '^(Practitioner|Organization)/' or source = 'consent');
create index audit_event_by_user on audit_event (user_id, recorded desc);
