import { sourceUri } from '@phr/fhir/source';
import type { Actor } from '../fhir/actor.ts';
import type { Written } from '../fhir/write-request.ts';
import type { Platform } from '../kit/platform.ts';
import { createWordCheck } from './written-words.ts';

const PERSON: Actor = { kind: 'person', userId: 'u', patients: new Map(), mainPatient: 'p' };
const coded = (...codes: string[]) => codes.map((code) => ({ coding: [{ code }] }));
const GOAL = {
  resourceType: 'Goal',
  id: 'g',
  lifecycleStatus: 'active',
  startDate: '2026-01-01',
  target: [
    { measure: { coding: [{ code: '15074-8' }] }, detailQuantity: { value: 7, code: 'mmol/L', comparator: '<' } },
  ],
};

function written(value: number, interpretation: object[], more: object = {}): Written {
  const content = JSON.stringify({
    resourceType: 'Observation',
    status: 'final',
    meta: { source: sourceUri('person') },
    code: { coding: [{ code: '15074-8' }] },
    effectiveDateTime: '2026-11-20T08:00:00+07:00',
    valueQuantity: { value, unit: 'mmol/L', code: 'mmol/L' },
    interpretation,
    ...more,
  });
  return {
    outcome: 'created',
    type: 'Observation',
    id: 'o',
    version: 1,
    lastUpdated: new Date(),
    patientId: 'p',
    content,
  };
}

/** What is logged about some writes. */
async function logged(writes: readonly Written[], record: readonly object[] = [], actor = PERSON): Promise<unknown> {
  const lines: unknown[] = [];
  const log = { warn: (line: unknown) => lines.push(line) } as unknown as Platform['log'];
  const repository = {
    read: () => Promise.resolve({ content: '{"birthDate":"1958-06-02"}' }),
    search: (_: Actor, type: string) =>
      Promise.resolve({
        items: record
          .filter((one) => (one as { resourceType: string }).resourceType === type)
          .map((one) => ({ content: JSON.stringify(one) })),
      }),
  } as unknown as Parameters<typeof createWordCheck>[0] extends () => infer R ? R : never;
  const { note, check } = createWordCheck(() => repository, log, 3_600_000);
  note(actor, writes);
  await check();
  return lines[0];
}

test('words that this server would write are no news; others are counted by vital', async () => {
  const due = coded('H', 'target');
  expect(await logged([written(8, due), written(6, coded('N', 'target'))])).toBeUndefined();
  expect(await logged([written(8, due), written(8, coded('N')), written(3, [])])).toEqual({
    differing: { glucoses: 2 },
    of: 3,
    skipped: 0,
  });
});

test("a doctor's goal that the writer did not know differs; the author may stand in the Provenance", async () => {
  const author = {
    resourceType: 'Provenance',
    target: [{ reference: 'Goal/g' }],
    agent: [{ who: { reference: 'Practitioner/1' } }],
  };
  expect(await logged([written(8, coded('H', 'target'))], [GOAL])).toBeUndefined();
  expect(await logged([written(8, coded('H', 'target'))], [GOAL, author])).toMatchObject({
    differing: { glucoses: 1 },
  });
});

test("a facility's word is its own, and what the system writes or nobody judges is passed over", async () => {
  const facility = { meta: { source: sourceUri('facility') } };
  expect(await logged([written(8, coded('HH'), facility)])).toBeUndefined();
  expect(await logged([written(8, coded('HH'), { code: { coding: [{ code: '2823-3' }] } })])).toBeUndefined();
  expect(await logged([written(8, coded('HH'), { modifierExtension: [{ url: 'x' }] })])).toBeUndefined();
  expect(await logged([written(8, [])], [], { kind: 'system' } as Actor)).toBeUndefined();
});

test('more readings than are looked at are counted as passed over', async () => {
  const many = Array.from({ length: 1_003 }, () => written(8, []));
  expect(await logged(many)).toEqual({ differing: { glucoses: 1_000 }, of: 1_000, skipped: 3 });
});
