import type { AuditEntry, Sql } from '../kit/platform.ts';
import { createConsentRights } from './consent-rights.ts';

const TYPES = 'http://hl7.org/fhir/resource-types';
const DOCTOR = 'Practitioner/1';
const actor = (reference: string) => ({ reference: { reference } });

/** The database queries and notes for one written resource; each statement returns the next set of rows. */
async function written(
  resource: object | undefined,
  { type = 'Consent', patientId = 'an', rows = [[], []] as { user_id: string }[][] } = {},
) {
  const statements: (readonly unknown[])[] = [];
  const noted: AuditEntry[] = [];
  const sql = {
    query: async (_text: string, values: readonly unknown[]) => {
      statements.push(values);
      return rows[statements.length - 1] ?? [];
    },
  } as unknown as Sql;
  const keep = createConsentRights(async (entry) => void noted.push(entry));
  const content = resource === undefined ? '' : JSON.stringify(resource);
  await keep(sql, { userId: 'binh' }, [{ type, id: 'c1', patientId: patientId || undefined, content }]);
  return { statements, noted };
}

/** The right that a Consent with this provision gives. */
async function rightOf(provision: object, more: object = {}) {
  const { statements } = await written({
    status: 'active',
    provision: { type: 'permit', actor: [actor(DOCTOR)], ...provision },
    ...more,
  });
  const [id, who, start, end, types, codes] = statements[0] ?? [];
  expect(statements[1]).toEqual([id, 'an', who, start, end, types, codes]);
  return { who, start, end, types, codes };
}
const NOTHING = { who: [], start: '-infinity', end: null, types: null, codes: null };
const WHOLE = { ...NOTHING, who: [DOCTOR] };

test('an active consent without limits opens the whole record to its actors, for good', async () => {
  expect(await rightOf({})).toEqual(WHOLE);
  const both = [actor('https://a.test/fhir/Organization/2'), actor(DOCTOR), actor(DOCTOR), actor('Patient/3')];
  expect(await rightOf({ actor: both })).toEqual({ ...WHOLE, who: ['Organization/2', DOCTOR] });
});

test('a consent that names no actor opens the record to its organisations, and to no one else', async () => {
  const organization = [{ reference: 'Organization/2' }];
  expect(await rightOf({ actor: [] }, { organization })).toEqual({ ...WHOLE, who: ['Organization/2'] });
  expect(await rightOf({}, { organization })).toEqual(WHOLE);
});

test.each<[string, object]>([
  ['that denies', { type: 'deny' }],
  ['that does not say whether it permits', { type: undefined }],
  ['of another shape', { actor: 'all' }],
  ...['data', 'purpose', 'dataPeriod', 'securityLabel', 'action', 'provision'].map((key): [string, object] => [
    `with the limit ${key}`,
    { [key]: [{}] },
  ]),
  ['for types that are not known', { class: [{ system: TYPES, code: 'Rocket' }] }],
  ['for types of no system', { class: [{ code: 'Observation' }] }],
  ['for types that stand in no record', { class: [{ system: TYPES, code: 'Organization' }] }],
  ['with a type without a name', { class: [{ system: TYPES, code: '' }] }],
  ['for no code', { code: [{ coding: [] }] }],
  ['for a code without a name', { code: [{ coding: [{ code: '' }] }] }],
])('a consent %s opens nothing', async (_what, provision) => {
  expect(await rightOf(provision)).toEqual(NOTHING);
});

test('a consent that is not active opens nothing', async () => {
  expect(await rightOf({}, { status: 'inactive' })).toEqual(NOTHING);
});

test('a consent for types and codes opens these, whatever stands beside them', async () => {
  expect(
    await rightOf({
      class: [
        { system: TYPES, code: 'Observation' },
        { system: TYPES, code: 'Rocket' },
      ],
    }),
  ).toEqual({ ...WHOLE, types: ['Observation'] });
  const code = [{ coding: [{ system: 'http://loinc.org', code: '8867-4' }, { code: 'x' }] }];
  expect(await rightOf({ code })).toEqual({ ...WHOLE, codes: ['code=http://loinc.org|8867-4', 'code=x'] });
});

test('days of a period count as a whole, in the zone of the facilities', async () => {
  expect(await rightOf({ period: { start: '2026-11-01', end: '2026-11-30' } })).toEqual({
    ...WHOLE,
    start: '2026-10-31T17:00:00.000Z',
    end: '2026-11-30T16:59:59.999Z',
  });
});

test('a deleted consent closes what it opened', async () => {
  const { statements } = await written(undefined);
  expect(statements[0]).toEqual(['c1', [], '-infinity', null, null, null]);
});

test('another type of resource, or a consent of nobody, changes no right', async () => {
  const consent = { status: 'active', provision: { type: 'permit', actor: [actor(DOCTOR)] } };
  expect((await written(consent, { type: 'Observation' })).statements).toEqual([]);
  expect((await written(consent, { patientId: '' })).statements).toEqual([]);
});

test('each right that begins or ends is noted, with who wrote the consent', async () => {
  const { noted } = await written({ status: 'inactive' }, { rows: [[{ user_id: 'a' }], [{ user_id: 'b' }]] });
  const entry = { outcome: 'success', userId: 'binh', patientId: 'an' };
  expect(noted).toEqual([
    { ...entry, action: 'delete', type: 'revoke', entity: 'a' },
    { ...entry, action: 'create', type: 'grant', entity: 'b' },
  ]);
});
