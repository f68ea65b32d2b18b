import type { Db } from '../../backend/src/kit/platform.ts';

/** Readings of one person. */
export const PER_PATIENT = 200;

/**
 * Adds persons `patient-<from>` … with 200 readings each (five kinds, one every second day) by SQL, and user-1's rights
 * to all of them. The rows are the same as those written by the record server.
 */
export async function addObservations(db: Db, from: number, patients: number): Promise<void> {
  await db.query(
    `insert into access (user_id, patient_id, source, rights) select 'user-1', 'patient-' || p, case when p = 1 then 'self' else 'family' end, 'write' from generate_series($1::int, $1 + least($2, 20) - 1) p on conflict do nothing`,
    [from, patients],
  );
  const STEP = 250;
  for (let start = from; start < from + patients; start += STEP) {
    const upTo = Math.min(start + STEP, from + patients) - 1;
    await db.query(
      `with reading as (
         select 'patient-' || p as patient_id, 'o-' || p || '-' || n as id, timestamptz '2025-01-01 07:00+07' + n * interval '47 hours' as date, n % 5 as kind, 60 + n % 40 as value
         from generate_series($1::int, $2::int) p, generate_series(1, ${PER_PATIENT}) n
       ), coded as (
         select *, (array['8867-4','8310-5','59408-5','29463-7','9279-1'])[kind + 1] as loinc, (array['364075005','386725007','431314004','27113001','86290005'])[kind + 1] as snomed from reading
       ), made as (
         select patient_id, id, date, array[loinc, 'http://loinc.org|' || loinc, snomed, 'http://snomed.info/sct|' || snomed] as codes,
           '{"resourceType":"Observation","status":"final","category":[{"coding":[{"system":"http://terminology.hl7.org/CodeSystem/observation-category","code":"vital-signs"}]}],"code":{"coding":[{"system":"http://loinc.org","code":"' || loinc || '"},{"system":"http://snomed.info/sct","code":"' || snomed || '"}]},"subject":{"reference":"Patient/' || patient_id || '"},"performer":[{"reference":"Patient/' || patient_id || '"}],"effectiveDateTime":"' || to_char(date at time zone 'Asia/Ho_Chi_Minh', 'YYYY-MM-DD"T"HH24:MI:SS"+07:00"') || '","issued":"2026-01-01T00:00:00+07:00","valueQuantity":{"value":' || value || ',"unit":"/min","system":"http://unitsofmeasure.org","code":"/min"},"interpretation":[{"coding":[{"system":"http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation","code":"N"}]}],"id":"' || id || '","meta":{"versionId":"1","lastUpdated":"2026-01-01T00:00:00.000Z"}}' as content
         from coded
       ), stored as (
         insert into fhir_resource (type, id, version, last_updated, content, patient_id, date, date_end, tokens, identifiers)
         select 'Observation', id, 1, '2026-01-01', content, patient_id, date, date, array['status=final', 'category=vital-signs'] || (select array_agg('code=' || code) from unnest(codes) code), '{}' from made
       ), marked as (
         insert into observation_change (patient_id, day, changes) select distinct patient_id, (date at time zone 'UTC')::date, 1 from made on conflict do nothing
       )
       insert into fhir_observation_code (patient_id, code, date, id, date_end) select patient_id, unnest(codes), date, id, date from made`,
      [start, upTo],
    );
  }
  await db.query('analyze');
}

/**
 * One more person, `sensor`, with a year of a glucose sensor that measures every 5 minutes: 105,120 readings in 2025.
 */
export async function addSensorYear(db: Db): Promise<void> {
  await db.query(
    `insert into access (user_id, patient_id, source, rights) values ('user-1', 'sensor', 'family', 'write')`,
  );
  await db.query(
    `with reading as (
       select 'sensor-' || n as id, timestamptz '2025-01-01 00:00+07' + n * interval '5 minutes' as date, round((6.5 + 3 * sin(n / 40.0) + n * 7919 % 23 / 10.0)::numeric, 1) as value from generate_series(0, 105119) n
     ), made as (
       select id, date, array['15074-8', 'http://loinc.org|15074-8'] as codes,
         '{"resourceType":"Observation","status":"final","category":[{"coding":[{"system":"http://terminology.hl7.org/CodeSystem/observation-category","code":"vital-signs"}]}],"code":{"coding":[{"system":"http://loinc.org","code":"15074-8"}]},"subject":{"reference":"Patient/sensor"},"performer":[{"reference":"Patient/sensor"}],"effectiveDateTime":"' || to_char(date at time zone 'Asia/Ho_Chi_Minh', 'YYYY-MM-DD"T"HH24:MI:SS"+07:00"') || '","issued":"2026-01-01T00:00:00+07:00","valueQuantity":{"value":' || value || ',"unit":"mmol/L","system":"http://unitsofmeasure.org","code":"mmol/L"},"id":"' || id || '","meta":{"versionId":"1","lastUpdated":"2026-01-01T00:00:00.000Z"}}' as content
       from reading
     ), stored as (
       insert into fhir_resource (type, id, version, last_updated, content, patient_id, date, date_end, tokens, identifiers)
       select 'Observation', id, 1, '2026-01-01', content, 'sensor', date, date, array['status=final', 'category=vital-signs'] || (select array_agg('code=' || code) from unnest(codes) code), '{}' from made
     ), marked as (
       insert into observation_change (patient_id, day, changes) select distinct 'sensor', (date at time zone 'UTC')::date, 1 from made
     )
     insert into fhir_observation_code (patient_id, code, date, id, date_end) select 'sensor', unnest(codes), date, id, date from made`,
  );
  await db.query('analyze');
}

/**
 * The data for the other frequent searches: encounters and a report of persons 100 to 5,099, 24,000 slots of 50
 * schedules, and 2,000 services.
 */
export async function addOthers(db: Db): Promise<void> {
  const insert =
    'insert into fhir_resource (type, id, version, last_updated, content, patient_id, date, date_end, tokens, identifiers, fold)';
  const start = `timestamptz '2025-01-01 07:00+07'`;
  const content = (type: string): string => `'{"resourceType":"${type}","id":"' || id || '"}'`;
  await db.query(`${insert} select 'Encounter', id, 1, now(), ${content('Encounter')}, 'patient-' || p, date, date, array['status=finished', 'class=AMB'], '{}', ''
    from (select p, 'e-' || p || '-' || n as id, ${start} + n * interval '31 days' as date from generate_series(100, 5099) p, generate_series(1, 10) n) made`);
  await db.query(`${insert} select 'DiagnosticReport', id, 1, now(), ${content('DiagnosticReport')}, 'patient-' || p, ${start}, ${start}, array['status=final', 'encounter=Encounter/e-' || p || '-1'], '{}', ''
    from (select p, n, 'r-' || p || '-' || n as id from generate_series(100, 5099) p, generate_series(1, 4) n) made`);
  await db.query(`${insert} select 'Slot', id, 1, now(), ${content('Slot')}, null, date, date, array['schedule=Schedule/s-' || s, 'status=' || case when n % 3 = 0 then 'busy' else 'free' end], '{}', ''
    from (select s, n, 'sl-' || s || '-' || n as id, timestamptz '2026-04-20 07:00+07' + (n / 16) * interval '1 day' + (n % 16) * interval '30 minutes' as date from generate_series(1, 50) s, generate_series(0, 479) n) made`);
  await db.query(`${insert} select 'HealthcareService', id, 1, now(), ${content('HealthcareService')}, null, '-infinity', '-infinity', array['active=true'], '{}', (array['kham mat', 'kham noi', 'sieu am', 'xet nghiem mau'])[n % 4 + 1] || ' ' || n
    from (select n, 'h-' || n as id from generate_series(1, 2000) n) made`);
  await db.query('analyze');
}
