-- Whom an entry of a record comes from (ADR 0049): told when it is made and kept through all its versions. Null for directory entries and where nothing tells.
alter table fhir_resource add column source text check (source in ('person', 'partner', 'device', 'service', 'facility'));

-- Entries on another record server: what the trail of this one told of their making before they were stamped.
create table told_source (
  type text not null,
  id text collate "C" not null,
  source text not null check (source in ('person', 'partner', 'device', 'service', 'facility')),
  primary key (type, id)
);

create function pg_temp.source_of(author text) returns text language sql immutable as $$
  select case
    when author is null or author = 'system' then null
    when author like 'hub:%' then 'device'
    when author like 'PartnerLink/%' then 'partner'
    when author ~ '^(Practitioner|PractitionerRole|Organization)/' then 'facility'
    else 'person' end
$$;

create temporary table told on commit drop as
  select distinct on (entity) split_part(entity, '/', 1) as type, split_part(entity, '/', 2) as id, pg_temp.source_of(user_id) as source
    from audit_event where action = 'create' and type = 'rest' and outcome = 'success' and entity ~ '^[A-Z][A-Za-z]+/[A-Za-z0-9.-]+$'
   order by entity, id;

-- The first author of the history, else the audit trail. What the system stored (seeds, imports) stays untold, and so do encounters without the mark of what
-- a person wrote down: registrations and bookings were made in the person's name, too.
update fhir_resource r
   set source = known.source
  from (select one.type, one.id, coalesce(pg_temp.source_of(first.author), t.source) as source
          from fhir_resource one
          left join lateral (select author from fhir_history h where h.type = one.type and h.id = one.id order by version limit 1) first on true
          left join told t on t.type = one.type and t.id = one.id
         where one.patient_id is not null) known
 where r.type = known.type and r.id = known.id and known.source is not null
   and (r.type <> 'Encounter' or r.content like '%/CodeSystem/origin","code":"patient"%');

insert into told_source (type, id, source)
  select t.type, t.id, t.source from told t
   where t.source is not null and t.type <> 'Encounter' and not exists (select 1 from fhir_resource r where r.type = t.type and r.id = t.id);

-- Numbers of the state that people told of themselves are nobody's key.
update fhir_resource
   set identifiers = array(select key from unnest(identifiers) key where key !~ '/sid/(naid|sb)\|')
 where exists (select 1 from unnest(identifiers) key where key ~ '/sid/(naid|sb)\|');

-- What is mended in contents becomes a version of its own, so that no entry changes without a trace. Contents with lone surrogates are no JSON to the
-- database and are left as they are.
create temporary table mended (type text, id text, content jsonb, identifiers text[]) on commit drop;

-- An entry of the person's own that names a professional as its author says now whose it is.
with written as materialized (
  select type, id, source, identifiers, content::jsonb as content from fhir_resource
   where source in ('person', 'partner', 'device') and not deleted and content ~ '"(performer|asserter|recorder)"' and content ~ '(Organization|Practitioner)' and content !~* '\\ud[89a-f]'
)
insert into mended
  select type, id, jsonb_set(content, '{meta}', coalesce(content -> 'meta', '{}') || jsonb_build_object('source', 'https://phr.example/source/' || source)), identifiers
    from written
   where jsonb_path_exists(content, '$.performer.type ? (@ like_regex "^(Organization|Practitioner|PractitionerRole)$")')
      or jsonb_path_exists(content, '$.performer.actor.type ? (@ like_regex "^(Organization|Practitioner|PractitionerRole)$")')
      or jsonb_path_exists(content, '$.*.type ? (@ like_regex "^(Organization|Practitioner|PractitionerRole)$")')
      or jsonb_path_exists(content, '$.contained.resourceType ? (@ like_regex "^(Organization|Practitioner|PractitionerRole)$")')
      or jsonb_path_exists(content, '$.performer.reference ? (@ like_regex "(Organization|Practitioner|PractitionerRole)/")')
      or jsonb_path_exists(content, '$.performer.actor.reference ? (@ like_regex "(Organization|Practitioner|PractitionerRole)/")')
      or jsonb_path_exists(content, '$.asserter.reference ? (@ like_regex "(Organization|Practitioner|PractitionerRole)/")')
      or jsonb_path_exists(content, '$.recorder.reference ? (@ like_regex "(Organization|Practitioner|PractitionerRole)/")');

-- A number of the product's systems that came in under the type of another one goes.
with people as materialized (
  select type, id, identifiers, content::jsonb as content from fhir_resource
   where type = 'Patient' and not deleted and content ~ '/sid/(pi|ma)"' and content !~* '\\ud[89a-f]' and content not like '%"managingOrganization"%'
), sorted as (
  select p.id, one.value as identifier, one.ordinality as place,
         exists (select 1 from jsonb_path_query(one.value, '$.type.coding.code') code where code #>> '{}' in ('PI', 'NaID', 'SB', 'MA') and lower(code #>> '{}') <> substring(one.value ->> 'system' from '/sid/(pi|ma)$')) as forged
    from people p cross join lateral jsonb_array_elements(case jsonb_typeof(p.content -> 'identifier') when 'array' then p.content -> 'identifier' else '[]' end) with ordinality one
)
insert into mended
  select p.type, p.id, jsonb_set(p.content, '{identifier}', (select coalesce(jsonb_agg(s.identifier order by s.place), '[]') from sorted s where s.id = p.id and not s.forged)),
         array(select key from unnest(p.identifiers) key where key not in (
           select coalesce(s.identifier ->> 'system', '') || '|' || (s.identifier ->> 'value') from sorted s where s.id = p.id and s.forged and s.identifier ->> 'value' is not null)
           or key in (select coalesce(s.identifier ->> 'system', '') || '|' || (s.identifier ->> 'value') from sorted s where s.id = p.id and not s.forged and s.identifier ->> 'value' is not null))
    from people p where exists (select 1 from sorted s where s.id = p.id and s.forged);

with next as (
  update fhir_resource r
     set version = r.version + 1, last_updated = now(), identifiers = m.identifiers,
         content = jsonb_set(m.content, '{meta}', coalesce(m.content -> 'meta', '{}')
           || jsonb_build_object('versionId', (r.version + 1)::text, 'lastUpdated', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))::text
    from mended m where r.type = m.type and r.id = m.id
  returning r.type, r.id, r.version, r.last_updated, r.content
)
insert into fhir_history (type, id, version, last_updated, deleted, content, author) select type, id, version, last_updated, false, content, 'system' from next;
