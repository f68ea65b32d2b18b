-- How versions of modules do on people's devices. Nothing here says who: `who` is a keyed hash of the account under a key of the day, and rows go after 48 hours.
create table module_trial (
  day date not null,
  who text not null,
  environment text not null,
  module text not null,
  version text not null,
  -- 'canary': the device is in the share of a rollout; 'control': it has the current version; 'other': a cohort, or a version to fall back on
  arm text not null check (arm in ('canary', 'control', 'other')),
  began_at timestamptz not null,
  bad boolean not null,
  primary key (day, environment, module, version, who)
);
create index module_trial_began on module_trial (environment, module, began_at);

-- Figures by hour, for the operators: `times` counts loads by how long they took (bounds in health/hours.ts).
create table module_hour (
  hour timestamptz not null,
  environment text not null,
  module text not null,
  version text not null,
  loads int not null default 0,
  failed int not null default 0,
  faults int not null default 0,
  leaks int not null default 0,
  times int[] not null,
  primary key (environment, module, version, hour)
);

-- Where in its own files a version fails: code and top frame, never a text or an id.
create table module_fault (
  environment text not null,
  module text not null,
  version text not null,
  kind text not null,
  code text not null,
  frame text not null,
  count int not null default 0,
  last_at timestamptz not null,
  primary key (environment, module, version, kind, code, frame)
);

-- What was judged of a rollout so far. Processes change it by `judged_until`: of two that judge the same minutes, one does.
create table rollout_evidence (
  rollout text primary key,
  environment text not null,
  module text not null,
  version text not null,
  judged_until timestamptz not null,
  products double precision[] not null,
  trials bigint not null default 0,
  canary bigint not null default 0,
  bad bigint not null default 0,
  canary_bad bigint not null default 0
);
