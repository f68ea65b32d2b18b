import { createFakeHost } from '@phr/testing/fake-host';
import type { ImportedReading } from './import-file.model.ts';
import { importReadings } from './import-readings.model.ts';

const AT = Date.parse('2026-11-20T08:00:00+07:00');
const goals = [
  {
    lifecycleStatus: 'active',
    startDate: '2026-10-01',
    expressedBy: { reference: 'Practitioner/1' },
    target: [
      { measure: { coding: [{ code: '15074-8' }] }, detailQuantity: { value: 7, code: 'mmol/L', comparator: '<' } },
    ],
  },
];

interface Stored {
  readonly valueQuantity?: object;
  readonly interpretation?: readonly { readonly coding: readonly { readonly code: string }[] }[];
  readonly referenceRange?: readonly { readonly type: { readonly coding: readonly { readonly code: string }[] } }[];
}

/** Elements stored in addition to a file's values. */
async function written(readings: readonly ImportedReading[]) {
  const stored: Stored[] = [];
  const host = createFakeHost({
    respond: ({ body }) => {
      const { entry = [], ...alone } = body as { readonly entry?: readonly { readonly resource: Stored }[] };
      stored.push(...(entry.length > 0 ? entry.map(({ resource }) => resource) : [alone as Stored]));
      return { resourceType: 'Bundle', type: 'transaction-response' };
    },
  });
  const to = { patientId: 'p', importId: 'i', zone: 'Asia/Ho_Chi_Minh', now: AT, goals };
  await importReadings(host.request, readings, { ...to, beyondWords: { '<': 'LO', '>': 'HI' } }, () => undefined);
  return stored.map(({ interpretation, referenceRange }) => [
    interpretation?.flatMap(({ coding }) => coding.map(({ code }) => code)),
    referenceRange?.flatMap(({ type }) => type.coding.map(({ code }) => code)),
  ]);
}

test('what is written beside a reading of a file follows the goal of the person, as in the form', async () => {
  expect(await written([{ at: AT, amount: { value: 8, unit: 'mmol/L' }, line: 2 } as ImportedReading])).toEqual([
    [
      ['H', 'veryMild'],
      ['normal', 'recommended', 'treatment'],
    ],
  ]);
});

test('a limit of the meter is judged as a limit: "below 4" may be dangerous, and nothing milder is written', async () => {
  const below = (value: number) =>
    ({ at: AT, amount: { value, unit: 'mmol/L' }, comparator: '<', line: 2 }) as ImportedReading;
  const [[three], [four]] = (await written([below(2.2), below(5)])) as [[string[]], [string[] | undefined]];
  expect(three).toContain('veryDangerous');
  expect(four ?? []).not.toContain('target');
});
