import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { IMPORTABLE, readFile } from '@phr/fhir/import-plan';
import { importRecord, reportWords, type Send } from '../../tools/import.ts';
import { TYPES } from '../src/fhir/resource-types.ts';
import { valuesAt } from '../src/fhir/resource.ts';
import { startFhirServer, type FhirServer } from './fhir-server.ts';

const RECORDS = path.resolve(import.meta.dirname, '../../../shared/data/records');
let server: FhirServer;
let people = 0;

interface Record {
  readonly patient: string;
  readonly send: Send;
}

async function newRecord(): Promise<Record> {
  const as = `importer-${(people += 1)}`;
  const { body } = await server.call('POST', '/Patient', {
    as,
    body: { resourceType: 'Patient', name: [{ text: 'AN' }] },
  });
  return {
    patient: String(body['id']),
    send: (method, target, sent) => server.call(method, target, { as, ...(sent === undefined ? {} : { body: sent }) }),
  };
}

const total = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);

beforeAll(async () => {
  server = await startFhirServer();
});
afterAll(() => server.stop());

test('what a file may bring is what the record server takes from a person', () => {
  const taken = Object.entries(TYPES)
    .filter(([type, rule]) => rule.scope === 'patient' && type !== 'Patient' && rule.may.includes('create'))
    .map(([type, rule]) => [type, rule.patient[0]]);
  expect(Object.fromEntries(taken)).toEqual(IMPORTABLE);
});

test('an entry that the server refuses is named and the rest is stored', async () => {
  const { patient, send } = await newRecord();
  const observation = (at: string, id: string): object => ({
    resource: { resourceType: 'Observation', id, status: 'final', code: { text: 'x' }, effectiveDateTime: at },
  });
  const report = {
    resource: {
      resourceType: 'DiagnosticReport',
      status: 'final',
      code: { text: 'r' },
      result: [{ reference: 'Observation/good' }, { reference: 'Observation/bad', display: 'Kali' }],
    },
  };
  const result = await importRecord(
    {
      resourceType: 'Bundle',
      type: 'collection',
      entry: [observation('2026-02-30', 'bad'), report, observation('2026-02-01', 'good')],
    },
    patient,
    send,
  );
  if ('kind' in result) throw new Error(result.reason);
  expect([...result.stored]).toEqual([
    ['Observation', 1],
    ['DiagnosticReport', 1],
  ]);
  expect(result.skipped).toMatchObject([
    { reason: 'refused', where: 'entry[0] Observation', detail: expect.stringContaining('effectiveDateTime') },
  ]);
  const stored = await send('GET', `/Patient/${patient}/DiagnosticReport`);
  expect(valuesAt(stored.body, 'entry.resource.result.reference')).toEqual([
    expect.stringMatching(/^Observation\/[0-9a-f-]{36}$/),
  ]);
  expect(valuesAt(stored.body, 'entry.resource.result.display')).toEqual(['Kali']);
});

test('what FHIR R4 does not know is left out and named, and the original is kept as a document beside it', async () => {
  const { patient, send } = await newRecord();
  const pressure = {
    resourceType: 'Observation',
    status: 'final',
    code: { text: 'Huyết áp', colour: 'red' },
    component: [{ code: { text: 'Tâm thu' }, valueInteger: 120, trend: { up: true } }],
    mood: 'tốt',
    contained: [{ resourceType: 'Starship', id: 's' }],
  };
  const pulse = { resourceType: 'Observation', status: 'final', code: { text: 'Mạch' }, valueInteger: 70 };
  const json = { resourceType: 'Bundle', type: 'collection', entry: [{ resource: pulse }, { resource: pressure }] };
  const result = await importRecord(json, patient, send);
  if ('kind' in result) throw new Error(result.reason);
  expect([...result.stored]).toEqual([
    ['Observation', 2],
    ['DocumentReference', 1],
  ]);
  expect(result.changed).toEqual([
    {
      reason: 'element-unknown',
      where: 'entry[1] Observation',
      detail: 'code.colour, component[0].trend, mood, contained[0]',
    },
  ]);
  expect(reportWords(result, 'vi-VN')).toContain('chưa hiển thị hết');
  const [document] = valuesAt((await send('GET', `/Patient/${patient}/DocumentReference`)).body, 'entry.resource');
  expect(
    JSON.parse(Buffer.from(String(valuesAt(document, 'content.attachment.data')[0]), 'base64').toString('utf8')),
  ).toEqual([pressure]);
  const stored = valuesAt((await send('GET', `/Patient/${patient}/Observation`)).body, 'entry.resource');
  const related = valuesAt(document, 'context.related.reference');
  expect(
    stored
      .filter((one) => related.includes(`Observation/${String(valuesAt(one, 'id')[0])}`))
      .flatMap((one) => valuesAt(one, 'code.text')),
  ).toEqual(['Huyết áp']);
  // the same file again adds nothing
  const again = await importRecord(json, patient, send);
  expect('kind' in again ? again.reason : [total(again.stored), total(again.existing)]).toEqual([0, 3]);
});

test('a bundle of 10 MB and more than one transaction is stored with its references', async () => {
  const { patient, send } = await newRecord();
  const entry = Array.from({ length: 2_500 }, (_, index) => ({
    fullUrl: `urn:uuid:00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    resource:
      index % 10 === 0
        ? {
            resourceType: 'DiagnosticReport',
            status: 'final',
            code: { text: 'Báo cáo' },
            result: [
              { reference: `urn:uuid:00000000-0000-4000-8000-${String((index + 1_501) % 2_500).padStart(12, '0')}` },
            ],
            conclusion: 'x'.repeat(4_000),
          }
        : {
            resourceType: 'Observation',
            status: 'final',
            code: { text: 'Chỉ số' },
            effectiveDateTime: '2026-01-01',
            valueString: 'y'.repeat(4_000),
          },
  }));
  const json = { resourceType: 'Bundle', type: 'collection', entry };
  expect(JSON.stringify(json).length).toBeGreaterThan(10_000_000);
  const result = await importRecord(json, patient, send);
  if ('kind' in result) throw new Error(result.reason);
  expect(total(result.stored)).toBe(2_500);
  expect(result.changed).toEqual([]);
  const again = await importRecord(json, patient, send);
  expect('kind' in again ? again.reason : [total(again.stored), total(again.existing)]).toEqual([0, 2_500]);
});

const files = existsSync(RECORDS) ? readdirSync(RECORDS).filter((name) => /\.(json|xml|csv)$/.test(name)) : [];
if (files.length === 0) console.info('skipped: no sample records beside the project');

const REFUSED: [RegExp, string][] = [
  [/^ccda-/, 'c-cda'],
  [/\.csv$/, 'csv'],
  [/^apple-health/, 'apple-health'],
  [/^q-|-Patient-|^ktc-patient/, 'nothing-to-store'],
  [/patient-count-two|odd-names/, 'two-patients'],
  [/fullurl-duplicate/, 'duplicate-address'],
];

(files.length === 0 ? test.skip : test)(
  'every sample file loads whole or is refused by name, and loading it again stores nothing',
  async () => {
    for (const file of files) {
      const read = readFile(readFileSync(path.join(RECORDS, file), 'utf8'));
      const { patient, send } = await newRecord();
      const result =
        'reason' in read
          ? ({ kind: 'refused', reason: read.reason } as const)
          : await importRecord(read.json, patient, send);
      const expected = REFUSED.find(([pattern]) => pattern.test(file))?.[1];
      expect([file, 'kind' in result ? result.reason : undefined]).toEqual([file, expected]);
      if ('kind' in result || 'reason' in read) continue;
      expect([file, total(result.stored) > 0, result.skipped.filter(({ reason }) => reason === 'refused')]).toEqual([
        file,
        true,
        [],
      ]);
      for (const locale of ['vi-VN', 'en-US'] as const)
        expect(reportWords(result, locale)).not.toMatch(/undefined|\[object/);
      const again = await importRecord(read.json, patient, send);
      expect([file, 'kind' in again ? again.reason : [total(again.stored), total(again.existing)]]).toEqual([
        file,
        [0, total(result.stored)],
      ]);
    }
  },
  120_000,
);

(files.length === 0 ? test.skip : test)(
  'the references of a large synthetic record lead to what was stored',
  async () => {
    const { patient, send } = await newRecord();
    const read = readFile(readFileSync(path.join(RECORDS, 'synthea-small-child-107.json'), 'utf8'));
    if ('reason' in read) throw new Error(read.reason);
    await importRecord(read.json, patient, send);
    const encounters = valuesAt(
      (await send('GET', `/Patient/${patient}/Encounter?_count=1000`)).body,
      'entry.resource.id',
    );
    expect(encounters.length).toBeGreaterThan(5);
    const observations = await send('GET', `/Patient/${patient}/Observation?encounter=${String(encounters[0])}`);
    expect(
      valuesAt(observations.body, 'entry.resource.encounter.reference').every(
        (reference) => reference === `Encounter/${String(encounters[0])}`,
      ),
    ).toBe(true);
    const rows = await server.db.query<{ content: string }>(
      `select content from fhir_resource where patient_id = $1 and content ~ 'urn:uuid:[0-9a-f-]+"[^}]*"type"|"reference":"urn:'`,
      [patient],
    );
    expect(rows).toEqual([]);
  },
);
