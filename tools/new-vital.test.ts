import { loinc, loincs } from '../shared/clinical/src/code-systems.ts';
import { CENTIMETRE, times } from '../shared/clinical/src/units.ts';
import { localized } from '@phr/i18n/localized';
import { defineVital } from '../shared/clinical/src/vitals/define-vital.ts';
import { mockModule } from '../shared/testing/src/pseudo-locale.ts';
import { LIST } from '../shared/clinical/src/vitals/list.ts';

// What the file of a new vital would contain. Adding it to the list is all that is needed to have the vital in the
// product.
const waist = defineVital({
  key: 'waists',
  names: localized('Vòng bụng', 'Waist'),
  icon: 'ruler',
  group: 'body',
  codes: { write: [loinc('8280-0', 'Waist Circumference at umbilicus by Tape measure')], read: loincs('56086-2') },
  parts: [
    {
      key: 'value',
      field: 'waist',
      measures: [
        {
          unit: CENTIMETRE,
          decimals: 1,
          refuse: { above: 0, upTo: 300 },
          ask: [40, 180],
          slips: [{ from: 0.4, upTo: 1.8, unit: 'm' }],
        },
      ],
      jump: { by: 20 },
    },
  ],
  accept: { m: times(100, CENTIMETRE, 1) },
  form: { screen: 'health-create' },
  hub: { kind: 'waist', units: ['cm'] },
  ble: [{ characteristic: '2A9D', pick: { value: 'kg' } }],
});

const NOW = Date.parse('2026-11-28T08:00:00Z');
const ZONE = 'Asia/Ho_Chi_Minh';
/** The vital exists only in this test, so its key is not among the keys of the list. */
const KEY: never = 'waists' as never;
const FIELD: never = 'waist' as never;

beforeAll(() => {
  mockModule(import.meta.jest, '../shared/clinical/src/vitals/list.ts', () => ({ LIST: [...LIST, waist] }));
});

test('a vital that is defined in one file is coded, found by its codes, checked and asked about', async () => {
  const { codesOf, codingsToWrite, VITAL_KEYS, vitalKeyOf } = await import('../shared/clinical/src/codings.ts');
  const { numberOf } = await import('../shared/clinical/src/parts.ts');
  const { questionAbout, readValue } = await import('../shared/clinical/src/validation.ts');
  const { checkPlausible } = await import('../shared/clinical/src/vitals/plausible.ts');
  expect(VITAL_KEYS).toContain('waists');
  expect(vitalKeyOf('56086-2')).toBe('waists');
  expect(codesOf(KEY)).toEqual(['8280-0', '56086-2']);
  expect(codingsToWrite(KEY)).toMatchObject([{ code: '8280-0' }]);
  expect(numberOf(KEY, { value: 0.85, code: 'm' })).toMatchObject({ value: 85, isConverted: true });
  expect(readValue(FIELD, '85,5')).toEqual({ ok: true, value: 85.5 });
  expect(readValue(FIELD, '301').ok).toBe(false);
  expect(questionAbout(FIELD, 110, 'cm', { value: 85 })?.reason).toBe('jump');
  expect(checkPlausible(KEY, 'value', 0.85, 'cm')).toMatchObject({ fate: 'ask', suggest: { shown: { value: 85 } } });
});

test('it is named in resources and in the configuration of views', async () => {
  const { vitalWords } = await import('../shared/fhir/src/dictionary.vitals.ts');
  const { registerViewConfig } = await import('../backend/src/gateway/phr/view-config.ts');
  expect(vitalWords('8280-0')).toEqual({ 'vi-VN': 'Vòng bụng', 'en-US': 'Waist' });
  let answer: unknown;
  const app = {
    get: (_path: string, _options: object, handler: (request: object, reply: object) => unknown) => handler,
  };
  const handlers: unknown[] = [];
  registerViewConfig(
    { get: (...args: Parameters<typeof app.get>) => handlers.push(app.get(...args)) } as never,
    {
      read: async (_request: object, _reply: object, work: () => Promise<string>) => {
        answer = JSON.parse(await work());
      },
    } as never,
  );
  await (handlers[0] as (request: object, reply: object) => Promise<void>)(
    { query: {}, headers: { 'accept-language': 'en-US' } },
    {},
  );
  expect(answer).toContainEqual(
    expect.objectContaining({
      storeKey: 'waists',
      title: 'Waist',
      codes: ['8280-0', '56086-2'],
      charts: [expect.objectContaining({ unit: 'cm', designation: 'Waist' })],
    }),
  );
});

test('the form of health indexes records it, and the list has a line with its name, unit and icon', async () => {
  const health = await import('../mfe-vitals/src/features/health-create/health-create.model.ts');
  const { indexRows } = await import('../mfe-vitals/src/features/health-indexes/health-indexes.model.ts');
  const { createTargetOf, nameInside, unitTextOf } = await import('../mfe-vitals/src/features/vital/vital.model.ts');
  expect(health.HEALTH_FIELDS).toContainEqual({ field: 'waist', vitalKey: 'waists', unit: CENTIMETRE });
  const typed = { ...health.EMPTY_HEALTH_FORM, waist: '85', date: '28/11/2026', time: '14:00', note: '' };
  const checked = health.checkHealth(typed, NOW, ZONE, null);
  if (!checked.ok) throw new Error('refused');
  const occasion = { patientId: '1', measuredAt: NOW, now: NOW, zone: ZONE, idOf: () => 'id' };
  expect(health.healthReadings(checked.entry, occasion)).toMatchObject([
    { resource: { code: { coding: [{ code: '8280-0' }] }, valueQuantity: { value: 85, code: 'cm' } } },
  ]);
  expect(indexRows([], 'body', NOW).map(({ vital }) => vital.names['vi-VN'])).toContain('Vòng bụng');
  expect([nameInside(KEY, 'vi-VN'), unitTextOf(KEY)]).toEqual(['vòng bụng', 'unit.cm']);
  expect(createTargetOf(KEY)).toEqual({ screen: 'health-create', params: { name: 'waists' } });
});

test('a hub sends it in its units, and what reads like another unit is not kept', async () => {
  const { Reading } = await import('../backend/src/gateway/hub/messages.ts');
  const { observationsOf } = await import('../backend/src/gateway/hub/reading.ts');
  const sent = { rid: '1', mac: 'AA:BB:CC:00:11:22', measuredAt: '2026-11-28T08:00:00Z', kind: 'waist' };
  const kept = (value: number) =>
    observationsOf(
      Reading.parse({ ...sent, value, unit: 'cm' }),
      { patientId: '1', person: {}, goals: [] },
      new Date(NOW),
      ['a', 'b'],
    );
  expect(kept(85)).toMatchObject([{ code: { coding: [{ code: '8280-0' }] }, valueQuantity: { value: 85 } }]);
  expect([kept(0.85), kept(301)]).toEqual([undefined, undefined]);
  expect(Reading.safeParse({ ...sent, value: 85, unit: 'mmHg' }).success).toBe(false);
});

test('a meter sends it over Bluetooth, and a file of readings has its column', async () => {
  const { fromWeight } = await import('../mfe-devices/src/features/bluetooth/meter-reading.model.ts');
  const { readingsOf } = await import('../mfe-vitals/src/features/readings/reading.model.ts');
  const { csvOf } = await import('../mfe-vitals/src/features/period/csv.model.ts');
  const received = { now: NOW, zone: ZONE, nonce: 'n' };
  expect(fromWeight({ unit: 'kg', weight: 85 }, received).parts.map(({ vitalKey }) => vitalKey)).toContain('waists');
  const readings = readingsOf(
    [
      {
        resourceType: 'Observation',
        id: '1',
        status: 'final',
        code: { coding: [{ code: '8280-0' }] },
        effectiveDateTime: '2026-11-28T08:00:00Z',
        valueQuantity: { value: 85.5, code: 'cm' },
      },
    ],
    { zone: ZONE, now: NOW },
  );
  const language = { t: (key: string) => key, locale: 'en-US', glucoseUnit: 'mmol/L', zone: ZONE } as const;
  const csv = csvOf(readings, KEY, language, () => undefined);
  expect(csv).toContain('Waist (unit.cm)');
  expect(csv).toContain(',85.5,');
});
