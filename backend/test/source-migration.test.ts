import type { Actor } from '../src/fhir/actor.ts';
import { parseJson } from '../src/kit/content/json-text.ts';
import { createRepository } from '../src/records/postgres/repository.ts';
import { textAt, valuesAt } from '../src/fhir/resource.ts';
import { createAccess } from '../src/access/access.ts';
import { createAudit } from '../src/access/audit.ts';
import { databaseBefore, type EarlierDatabase } from './earlier-database.ts';

const P = 'an';
const person: Actor = { kind: 'service', userId: 'user-an', patients: new Map([[P, 'write']]), mainPatient: P };
let earlier: EarlierDatabase;
let db: EarlierDatabase['db'];

beforeAll(async () => {
  earlier = await databaseBefore('0615');
  ({ db } = earlier);
});
afterAll(() => earlier.drop());

/** A row as the program before this schema stored it. */
async function stored(
  id: string,
  author: string | undefined,
  resource: { readonly resourceType: string; readonly [element: string]: unknown },
  identifiers: readonly string[] = [],
): Promise<void> {
  const content = JSON.stringify({
    ...resource,
    id,
    meta: { ...Object(resource['meta']), versionId: '1', lastUpdated: '2026-01-01T00:00:00.000Z' },
  });
  const values = [resource.resourceType, id, content, P, identifiers];
  await db.query(
    `insert into fhir_resource (type, id, version, last_updated, content, patient_id, tokens, identifiers) values ($1, $2, 1, '2026-01-01', $3, $4, '{}', $5)`,
    values,
  );
  if (author !== undefined)
    await db.query(
      `insert into fhir_history (type, id, version, last_updated, deleted, content, author) values ($1, $2, 1, '2026-01-01', false, $3, $4)`,
      [resource.resourceType, id, content, author],
    );
}

test('[VIT-25] rows of the old schema get their author from history and audit, else by D-45', async () => {
  const subject = { reference: `Patient/${P}` };
  const reading = {
    resourceType: 'Observation',
    status: 'final',
    code: { text: 'x' },
    subject,
    valueQuantity: parseJson('{"value":5.40}'),
  };
  const hospital = [{ reference: 'Organization/bv' }];
  await stored('by-person', 'user-an', { ...reading, performer: [subject] });
  await stored('by-hub', 'hub:EE:EE:EE:00:00:01', reading);
  await stored('by-partner', 'PartnerLink/1', reading);
  await stored('by-professional', 'Practitioner/12', reading);
  // the first author counts: a person who changed it later did not write it
  await stored('loaded-changed', 'system', { ...reading, performer: hospital });
  await db.query(
    `insert into fhir_history (type, id, version, last_updated, deleted, content, author) select type, id, 2, '2026-02-01', false, content, 'user-an' from fhir_history where id = 'loaded-changed'`,
  );
  await stored('refused', undefined, { ...reading, performer: hospital });
  await stored('forged', 'user-an', { ...reading, performer: hospital });
  await stored('forged-inside', 'user-an', {
    ...reading,
    contained: [{ resourceType: 'Practitioner', id: 'p' }],
    performer: [{ reference: '#p' }],
  });
  await stored('lone-surrogate', 'user-an', { ...reading, performer: hospital, note: [{ text: '\ud800' }] });
  await stored('loaded-own', 'system', { ...reading, performer: [subject] });
  await stored('loaded-hospital', 'system', { ...reading, performer: hospital });
  await stored('in-audit', undefined, { ...reading, performer: hospital });
  await stored('untold-own', undefined, reading);
  await stored('untold-hospital', undefined, { ...reading, performer: hospital });
  await stored('voucher', 'system', {
    resourceType: 'Coverage',
    status: 'active',
    beneficiary: subject,
    payor: hospital,
  });
  await stored('written-down', 'user-an', {
    resourceType: 'Encounter',
    status: 'finished',
    subject,
    meta: { tag: [{ system: 'https://phr.example/fhir/CodeSystem/origin', code: 'patient' }] },
  });
  await stored('registered', 'user-an', {
    resourceType: 'Encounter',
    status: 'planned',
    subject,
    serviceProvider: hospital[0],
  });
  const type = (code: string) => ({ coding: [{ code }] });
  await stored(
    P,
    'user-an',
    {
      resourceType: 'Patient',
      identifier: [
        { type: type('PI'), system: 'https://phr.example/sid/pi', value: 'AN0000001' },
        { type: type('NaID'), system: 'https://phr.example/sid/naid', value: '012345678901' },
        { type: type('SB'), system: 'https://phr.example/sid/pi', value: 'CHAU85P01' },
        { system: 'urn:x', value: '1' },
      ],
    },
    [
      'https://phr.example/sid/pi|AN0000001',
      'https://phr.example/sid/naid|012345678901',
      'https://phr.example/sid/pi|CHAU85P01',
      'urn:x|1',
    ],
  );
  // a hospital's own patient is the hospital's to mend
  const theirs = [{ type: type('SB'), system: 'https://phr.example/sid/ma', value: 'BV-1' }];
  await stored(
    'of-a-hospital',
    'system',
    { resourceType: 'Patient', managingOrganization: hospital[0], identifier: theirs },
    ['https://phr.example/sid/ma|BV-1'],
  );
  await db.query(
    `insert into audit_event (action, type, outcome, user_id, patient_id, entity) values ('create', 'rest', 'refused', 'user-an', $1, 'Observation/refused')`,
    [P],
  );
  for (const entity of ['Observation/in-audit', 'Observation/elsewhere', 'Encounter/elsewhere'])
    await db.query(
      `insert into audit_event (action, type, outcome, user_id, patient_id, entity) values ('create', 'rest', 'success', 'user-an', $1, $2)`,
      [P, entity],
    );

  await earlier.migrate();

  const rows = await db.query<{ id: string; source: string | null; version: number }>(
    `select id, source, version from fhir_resource order by id collate "C"`,
  );
  expect(rows.map(({ id, source, version }) => [id, source, version])).toEqual([
    ['an', 'person', 2],
    ['by-hub', 'device', 1],
    ['by-partner', 'partner', 1],
    ['by-person', 'person', 1],
    ['by-professional', 'facility', 1],
    ['forged', 'person', 2],
    ['forged-inside', 'person', 2],
    ['in-audit', 'person', 2],
    ['loaded-changed', null, 1],
    ['loaded-hospital', null, 1],
    ['loaded-own', null, 1],
    ['lone-surrogate', 'person', 1],
    ['of-a-hospital', null, 1],
    ['refused', null, 1],
    ['registered', null, 1],
    ['untold-hospital', null, 1],
    ['untold-own', null, 1],
    ['voucher', null, 1],
    ['written-down', 'person', 1],
  ]);
  expect(await db.query('select * from told_source')).toEqual([
    { type: 'Observation', id: 'elsewhere', source: 'person' },
  ]);

  // a corrected entry is a new version, with the digits that were measured
  const repository = createRepository({ db, access: createAccess(db), audit: createAudit(db) });
  const [mended, before] = await repository.history(person, 'Observation', 'forged');
  expect([
    textAt(JSON.parse(mended?.content ?? ''), 'meta.source'),
    textAt(JSON.parse(mended?.content ?? ''), 'meta.versionId'),
    mended?.content.includes('5.40'),
    before?.content.includes('meta.source'),
  ]).toEqual(['https://phr.example/source/person', '2', true, false]);

  const deleted = async (id: string): Promise<string> =>
    repository.delete(person, 'Observation', id).then(
      ({ outcome }) => outcome,
      () => 'refused',
    );
  for (const id of [
    'by-person',
    'by-hub',
    'by-partner',
    'forged',
    'forged-inside',
    'lone-surrogate',
    'in-audit',
    'loaded-own',
    'untold-own',
  ])
    expect([id, await deleted(id)]).toEqual([id, 'deleted']);
  for (const id of ['by-professional', 'loaded-changed', 'loaded-hospital', 'refused', 'untold-hospital'])
    expect([id, await deleted(id)]).toEqual([id, 'refused']);

  // numbers: only those written by their issuers are keys
  const [patient] = await db.query<{ content: string; identifiers: readonly string[] }>(
    `select content, identifiers from fhir_resource where id = $1`,
    [P],
  );
  expect(patient?.identifiers).toEqual(['https://phr.example/sid/pi|AN0000001', 'urn:x|1']);
  expect(valuesAt(JSON.parse(patient?.content ?? ''), 'identifier.value')).toEqual(['AN0000001', '012345678901', '1']);
});
