-- What a release goes through on its way to everybody, and after it (ADR 0092).

-- 'cohort': a device that has the version because of a group that its person is in; such people are not drawn at random, so they are compared with nobody.
alter table module_trial drop constraint module_trial_arm_check;
alter table module_trial add constraint module_trial_arm_check check (arm in ('canary', 'control', 'cohort', 'other'));

-- Accounts that loaded a version on a day (UTC); those of all versions of a module stand under the version ''. Trials themselves go after 48 hours.
create table module_day (
  day date not null,
  environment text not null,
  module text not null,
  version text not null,
  devices int not null,
  primary key (environment, module, version, day)
);

-- 'removed': its files are gone, and its version number stays taken for good.
alter table release drop constraint release_state_check;
alter table release add constraint release_state_check
  check (state in ('uploading', 'checking', 'accepted', 'refused', 'withdrawn', 'removed'));

-- Contracts of the shells that an environment served, and the last day of each.
create table host_contract (
  environment text not null,
  contract text not null,
  last_on date not null,
  primary key (environment, contract)
);

-- Operators allowed that a version which fails for many is taken back without them.
alter table module add column may_roll_back boolean not null default false;

-- Forms of the operators' pages that were sent: each is taken once.
create table used_form (
  id text primary key,
  used_at timestamptz not null default now()
);
