-- Builds in development that their developer alone sees in the product, for a day (ADR 0101).

-- The user whose developer a key is: what is pushed with it is shown to this person and to nobody else.
alter table team_key add column developer text;

alter table release drop constraint release_state_check;
alter table release add constraint release_state_check
  check (state in ('uploading', 'checking', 'accepted', 'refused', 'withdrawn', 'removed', 'dev'));

-- A row stays when its build is gone: who showed herself what, and when.
create table dev_build (
  module text not null,
  version text not null,
  environment text not null,
  developer text not null,
  key_id text not null references team_key,
  pushed_at timestamptz not null default now(),
  ends_at timestamptz not null,
  primary key (module, version),
  foreign key (module, version) references release
);
create index dev_build_by_developer on dev_build (developer, environment, ends_at);

-- Those that are shown: for a day, as long as their key is in force.
create view shown_dev_build as
  select dev_build.* from dev_build join release using (module, version) join team_key on team_key.id = key_id join team on team.id = team_key.team
   where ends_at > now() and state = 'dev' and disabled_at is null
     and revoked_at is null and not_before <= now() and expires_at > now();
