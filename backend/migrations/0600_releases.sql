-- Releases of modules, of the shell and of the script for partners' pages: who may release, what is stored, what is offered where, and what was ever done (ADR 0085).
create table team (
  id text primary key check (id ~ '^[a-z][a-z0-9-]{1,40}$'),
  name text not null,
  contact text not null,
  disabled_at timestamptz
);

-- Two keys of a team may live at once: add the new one, use it, revoke the old one. A secret is kept as its SHA-256 only.
create table team_key (
  id text primary key check (id ~ '^[a-z0-9]{12}$'),
  team text not null references team,
  kind text not null check (kind in ('api', 'sign')),
  secret_hash text,
  public_key text,
  modules text[] not null default '{}',
  actions text[] not null default '{}',
  environments text[] not null default '{}',
  not_before timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  check ((kind = 'api') = (secret_hash is not null)),
  check ((kind = 'sign') = (public_key is not null)),
  check (expires_at <= not_before + interval '400 days')
);

create table module (
  name text primary key check (name ~ '^[a-z][a-z0-9-]{1,40}$'),
  team text not null references team,
  kind text not null default 'module' check (kind in ('module', 'shell', 'embed')),
  budgets jsonb not null default '{}'
);

-- Names that belong to whoever was accepted with them first.
create table claim (
  kind text not null check (kind in ('segment', 'screen', 'tile', 'topic')),
  value text not null,
  module text not null references module,
  primary key (kind, value)
);

create table blob (
  sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes bigint not null,
  orphan_since timestamptz
);

create table release (
  module text not null references module,
  version text not null,
  digest text not null,
  descriptor jsonb not null,
  -- absent for what a start or an import has brought: nobody signed it
  envelope jsonb,
  state text not null check (state in ('uploading', 'checking', 'accepted', 'refused', 'withdrawn')),
  gates jsonb not null default '[]',
  good_at timestamptz,
  uploaded_by text not null,
  uploaded_at timestamptz not null default now(),
  -- the last day on which a file of it was asked for
  served_on date,
  primary key (module, version)
);

-- `sha256` is that of the file as built; `br` and `gz` those of its compressed copies, where they are smaller.
create table release_file (
  module text not null,
  version text not null,
  path text not null,
  sha256 text not null references blob,
  br text references blob,
  gz text references blob,
  sri text not null,
  role text not null,
  primary key (module, version, path),
  foreign key (module, version) references release on delete cascade
);
create index release_file_by_blob on release_file (sha256);

create table channel (
  environment text not null check (environment ~ '^[a-z][a-z0-9-]{1,40}$'),
  module text not null references module,
  revision bigint not null default 0,
  current text,
  rollouts jsonb not null default '[]',
  hold jsonb,
  killed jsonb,
  primary key (environment, module)
);

-- What was ever done to a channel. `before` and `after` hold the columns that the action wrote, so that the channel can be built again from its events.
create table channel_event (
  id bigint generated always as identity primary key,
  environment text not null,
  module text not null,
  revision bigint not null,
  at timestamptz not null default now(),
  actor text not null,
  action text not null,
  reason text not null check (length(reason) >= 3),
  before jsonb,
  after jsonb not null,
  request_id text,
  unique (environment, module, revision)
);
create index channel_event_by_environment on channel_event (environment, id);
create function channel_event_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'channel_event is append only';
end $$;
create trigger channel_event_final before update or delete on channel_event for each row execute function channel_event_is_final();
create trigger channel_event_kept before truncate on channel_event for each statement execute function channel_event_is_final();

-- Raised when a database is restored: pages then take a registry with a lower serial.
create table registry_generation (
  id int primary key default 1 check (id = 1),
  generation bigint not null default 1
);
insert into registry_generation default values;
