create table account (
  id text primary key,
  user_name text not null unique,
  phone text not null,
  phone_verified boolean not null default false,
  full_name text not null,
  email text,
  password_hash text not null,
  -- id of the User resource on the record server
  box_user text not null unique,
  created_at timestamptz not null default now()
);

create table one_time_code (
  id text primary key,
  account_id text not null references account (id) on delete cascade,
  purpose text not null,
  code_hash text not null,
  tries int not null default 0,
  used_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index one_time_code_by_account on one_time_code (account_id, purpose, created_at desc);

-- Sessions, codes, tokens and grants of the OpenID provider.
create table oidc_payload (
  model text not null,
  id text not null,
  payload jsonb not null,
  grant_id text,
  uid text,
  user_code text,
  consumed_at timestamptz,
  expires_at timestamptz,
  primary key (model, id)
);
create index oidc_payload_by_grant on oidc_payload (grant_id) where grant_id is not null;
create unique index oidc_payload_by_uid on oidc_payload (uid) where model = 'Session';
create index oidc_payload_by_end on oidc_payload (expires_at);

-- Keys that sign tokens: the newest active one signs, all that are not retired are published.
create table signing_key (
  kid text primary key,
  jwk jsonb not null,
  created_at timestamptz not null default now(),
  active_from timestamptz not null default now(),
  retired_at timestamptz
);

-- Failed sign-ins by name, known or not, so that a lock tells nobody which names have an account. Names are hashed.
create table sign_in_guard (
  name_hash text primary key,
  failed int not null default 0,
  last_failure timestamptz not null default now(),
  locked_until timestamptz
);
