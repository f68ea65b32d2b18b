-- How often what was measured on a day (of UTC) of a person has changed: whoever writes fhir_observation_code counts here, in the same transaction.
create table observation_change (
  patient_id text not null,
  day date not null,
  changes bigint not null,
  primary key (patient_id, day)
);
insert into observation_change (patient_id, day, changes)
select distinct patient_id, (date at time zone 'UTC')::date, 1 from fhir_observation_code;

-- Figures of one day of many readings. They hold while `changes`, the birth date and the rules of the clinical core are those of now; a row that does not is counted anew.
create table observation_day (
  patient_id text not null,
  name text not null,
  starts timestamptz not null,
  ends timestamptz not null,
  changes bigint not null,
  birth_date text not null,
  rules text not null,
  figures json not null,
  primary key (patient_id, name, starts, ends)
);
