-- Trigram search of folded names; the extension is trusted, so that the owner of the database may add it.
create extension if not exists pg_trgm;

-- Every current resource. `content` is the JSON text that is sent; the other columns are what searches ask for.
-- Split by type: observations outnumber all else, and can be split further by patient_id when they pass some 50 million.
create table fhir_resource (
  type text not null,
  id text collate "C" not null,
  version int not null,
  last_updated timestamptz not null,
  deleted boolean not null default false,
  content text not null,
  -- the person whose record this belongs to; null for directory entries
  patient_id text,
  -- first and last instant of the resource's own date
  date timestamptz not null default '-infinity',
  date_end timestamptz not null default '-infinity',
  -- 'parameter=value' and 'parameter=system|value' of each search parameter
  tokens text[] not null,
  -- 'system|value'
  identifiers text[] not null,
  -- name without case and marks
  fold text not null default '',
  primary key (type, id)
) partition by list (type);
create table fhir_observation partition of fhir_resource for values in ('Observation');
create table fhir_other partition of fhir_resource default;

create index fhir_by_patient on fhir_resource (patient_id, type, date desc, id desc) where not deleted;
create index fhir_directory on fhir_resource (type, last_updated desc, id desc) where patient_id is null and not deleted;
create index fhir_identifiers on fhir_resource using gin (identifiers);
create index fhir_fold on fhir_resource using gin (fold gin_trgm_ops) where patient_id is null and fold <> '';

create table fhir_history (
  type text not null,
  id text collate "C" not null,
  version int not null,
  last_updated timestamptz not null,
  deleted boolean not null,
  content text not null,
  author text not null,
  primary key (type, id, version)
);

-- Finds a rare code among years of sensor readings without walking through them.
create table fhir_observation_code (
  patient_id text not null,
  code text not null,
  date timestamptz not null,
  id text collate "C" not null,
  date_end timestamptz not null,
  primary key (patient_id, code, date, id) include (date_end)
);
create index fhir_observation_code_id on fhir_observation_code (id);
